//! Shows the board and the turns, as the person at the screen knows them.

use super::board::Board;
use super::screen::Tint;
use super::session::{PlaySession, VIEWER};
use super::words::{self, end, who};
use crate::game::Player;
use crate::protocol::terminal_charset;
use crate::table::TableTurn;

/// The token of a turn that is hidden from a player.
const HIDDEN_TURN: &str = "?";

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
        match self.seen().map(|seen| seen.diagram(terminal_charset())) {
            Ok(diagram) => {
                self.tell_turns(viewer);
                self.show_board(&Board::read(&diagram));
            }
            Err(error) => self.screen.wrong(error),
        }
        self.is_stale = false;
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
        self.screen.line(turned.painted(&changes, self.variant(), &self.screen));
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
        self.shown[place].turns = finished;
        for turn in &turns[from..finished] {
            let mover = Player::new(turn.player - 1);
            if viewer != Some(mover) || turn.token.contains('=') {
                let name = who(self.variant(), &self.state().seats, mover);
                self.screen.line(format_args!("{name}: {}", shown_token(&turn.token)));
            }
        }
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
