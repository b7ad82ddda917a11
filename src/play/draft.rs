//! Drops and markers in any order. The rules fix an order so that each set is listed once. What is typed out of this
//! order is put off here, until it can be played.

use super::session::{PlaySession, VIEWER};
use super::show::END;
use crate::engine::{EngineError, TurnDraft};
use crate::protocol::terminal_charset;
use crate::table::Order;

impl PlaySession {
    /// Whether this token is taken as a part of a set whose order is free: when others are put off already, and when
    /// markers are paid, which are played only when all are named.
    pub(super) fn waits_for_order(&self, token: &str) -> bool {
        if !self.draft.is_empty() {
            return token != END;
        }
        let Some(board) = &self.state().board else { return false };
        let parts: Vec<String> = token.split(',').map(str::to_string).collect();
        let is_midway = !board.turn && !board.deploying;
        is_midway && self.seen().is_ok_and(|seen| seen.draft(&parts, terminal_charset()).is_ok())
    }

    /// Puts these actions off and plays all that can be played.
    ///
    /// # Errors
    /// If one of them cannot be part of the turn. Nothing has changed.
    pub(super) fn put_off(&mut self, token: &str) -> Result<(), EngineError> {
        let mut all = self.draft.clone();
        all.extend(token.split(',').map(str::to_string));
        let draft = self.seen()?.draft(&all, terminal_charset())?;
        self.draft = all;
        if self.state().board.as_ref().is_some_and(|board| board.deploying) {
            return self.sort_deployment();
        }
        if draft.due.is_empty() {
            self.play_drafted(draft.tokens);
        }
        Ok(())
    }

    /// The turn with the actions that are put off; `None` if there are none.
    pub(super) fn drafted(&self) -> Option<TurnDraft> {
        if self.draft.is_empty() {
            return None;
        }
        self.seen().ok()?.draft(&self.draft, terminal_charset()).ok()
    }

    /// Refuses an order that would pass over the actions that are put off.
    pub(super) fn refuse_with_draft(&self) -> Result<(), EngineError> {
        match self.draft.len() {
            0 => Ok(()),
            _ => {
                let put_off = self.draft.join(" ");
                Err(EngineError(format!("undo what waits for its turn first: {put_off}")))
            }
        }
    }

    /// Plays the drops of a deployment again from its beginning, in the order of the rules, as far as they follow each
    /// other. The others stay put off.
    fn sort_deployment(&mut self) -> Result<(), EngineError> {
        let played = self.own_unfinished_turn();
        if !played.is_empty() {
            self.order(Order::Undo { count: played.len() })?;
        }
        let mut all = played;
        all.append(&mut self.draft);
        let draft = self.seen()?.draft(&all, terminal_charset())?;
        self.draft = all;
        self.play_drafted(draft.tokens);
        Ok(())
    }

    /// Plays what is put off, as far as it is legal in this order.
    fn play_drafted(&mut self, in_order: Vec<String>) {
        for token in in_order {
            if self.order(Order::Play { token: token.clone() }).is_err() {
                return;
            }
            self.draft.retain(|put_off| *put_off != token);
        }
    }

    /// The actions of the turn under way, if it is that of the person at the screen.
    fn own_unfinished_turn(&self) -> Vec<String> {
        let turns = self.table.turns(VIEWER);
        let last = turns.last().filter(|turn| !turn.is_finished);
        last.map(|turn| turn.token.split(',').map(str::to_string).collect()).unwrap_or_default()
    }
}
