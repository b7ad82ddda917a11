//! Shows the board and the turns, as the person at the screen knows them.

use super::board::Board;
use super::screen::Tint;
use super::session::{PlaySession, VIEWER};
use super::words::{self, end, who};
use crate::game::{Player, TurnDue};
use crate::protocol::terminal_charset;
use crate::table::TableTurn;

/// The token of a turn that is hidden from a player.
const HIDDEN_TURN: &str = "?";
/// The action that ends a turn.
pub(super) const END: &str = "end";

impl PlaySession {
    pub(super) fn show_end(&mut self) {
        // After a resignation the whole position is shown.
        let persons: Vec<usize> =
            (0..self.people.len()).filter(|index| self.state().seats[*index].is_person()).collect();
        let is_resigned = self.state().reason == "resignation";
        self.show(match persons[..] {
            [person] if !is_resigned => Some(Player::new(person)),
            _ => None,
        });
        let text = end(self.variant(), self.state());
        self.screen.line(self.screen.tinted(Tint::Strong, &text));
        self.has_told_end = true;
    }

    /// Prints the moves played and the board, as the person at the screen knows them. `viewer` is that person, if the
    /// moves of a single one are not to be repeated to him.
    pub(super) fn show(&mut self, viewer: Option<Player>) {
        let draft = self.drafted();
        let diagram = match &draft {
            Some(draft) => Ok(draft.diagram.clone()),
            None => self.seen().map(|seen| seen.diagram(terminal_charset())),
        };
        match diagram {
            Ok(diagram) => {
                self.tell_turns(viewer);
                self.show_board(&Board::read(&diagram));
                self.tell_due(draft.map(|draft| draft.due));
            }
            Err(error) => self.screen.wrong(error),
        }
        self.is_stale = false;
    }

    /// Says what is put off and what is still open in the turn of the person at the screen.
    fn tell_due(&self, drafted: Option<Vec<TurnDue>>) {
        if !self.draft.is_empty() {
            self.screen
                .words(format_args!("Waiting for the rest of the turn: {}", self.draft.join(" ")));
        }
        let Some(board) = &self.state().board else { return };
        let due = drafted.unwrap_or_else(|| board.due.clone());
        if !board.turn || due.iter().any(|due| due.must) {
            let can_end = board.legal.iter().any(|token| token == END);
            let text = words::due(&due, can_end);
            if !text.is_empty() {
                self.screen.words(text);
            }
        }
    }

    /// Index in `shown`. Games in which everything is seen use one index for all.
    fn place(&self) -> usize {
        self.state().board.as_ref().map_or(0, |board| board.sees.saturating_sub(1))
    }

    fn show_board(&mut self, board: &Board) {
        let place = self.place();
        let before = self.shown[place].board.replace(board.clone());
        let changes = before.map(|before| board.changes(&before)).unwrap_or_default();
        let turned = if self.is_turned { board.turned() } else { board.clone() };
        self.screen.line("");
        self.screen.board(turned.painted(&changes, self.variant(), &self.screen), turned.columns());
        if !changes.is_empty() {
            self.screen.words(format_args!("Changed: {}", changes.join(" ")));
        }
    }

    /// Prints the turns since the person at the screen was last told, as far as he may know them.
    fn tell_turns(&mut self, viewer: Option<Player>) {
        let turns = self.table.turns(VIEWER);
        let place = self.place();
        let finished = turns.iter().filter(|turn| turn.is_finished).count();
        let from = self.shown[place].turns.min(finished);
        let mut sentence = 0;
        for (index, turn) in turns.iter().enumerate() {
            let mover = Player::new(turn.player - 1);
            let is_news = viewer != Some(mover) || turn.token.contains('=');
            if (from..finished).contains(&index) && is_news {
                let name = who(self.variant(), &self.state().seats, mover);
                self.screen.line(format_args!("{name}: {}", shown_token(&turn.token)));
            }
            for told in &turn.told {
                sentence += 1;
                if sentence > self.shown[place].sentences {
                    self.screen.words(told);
                }
            }
        }
        (self.shown[place].turns, self.shown[place].sentences) = (finished, sentence);
    }

    /// The turns so far, as far as the person at the screen may know them.
    pub(super) fn history(&self) -> Vec<String> {
        let turns = self.table.turns(VIEWER);
        let line = |turn: &TableTurn| {
            let name = words::side(self.variant(), Player::new(turn.player - 1));
            format!("{name}: {}", shown_token(&turn.token))
        };
        turns.iter().map(line).collect()
    }
}

fn shown_token(token: &str) -> &str {
    if token == HIDDEN_TURN { "a turn that is hidden" } else { token }
}
