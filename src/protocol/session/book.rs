//! Moves of an opening book, instead of a search.

use super::Session;
use crate::book::{BookMove, OwnBook};
use crate::engine::EngineError;
use crate::protocol::answer::GoAnswer;
use crate::protocol::command::Go;
use crate::protocol::options::TurnMode;
use std::path::Path;

impl Session {
    /// Reads the file of the option `Book File`. An empty text means none.
    pub(super) fn open_book(&mut self) -> Result<(), EngineError> {
        let path = &self.options.book_file;
        self.book = match path.as_str() {
            "" => None,
            path => {
                let book = OwnBook::load(Path::new(path));
                Some(book.map_err(|error| EngineError::new(format!("option Book File: {error}")))?)
            }
        };
        self.told_foreign = false;
        Ok(())
    }

    /// The answer to a `go` from the book; `None` if there is none, or if the `go` asks for a search.
    pub(super) fn book_answer(&mut self, go: &Go) -> Option<GoAnswer> {
        if !self.options.own_book || self.options.multipv > 1 || !go.takes_any_move() {
            return None;
        }
        let book = self.book.as_ref()?;
        let (made_for, played) = (book.variant(), self.engine.variant());
        if made_for != played {
            if !std::mem::replace(&mut self.told_foreign, true) {
                let path = &self.options.book_file;
                self.output.error(format_args!(
                    "option Book File: {path} is a book of {made_for}, not of {played}"
                ));
            }
            return None;
        }
        let (margin, seed) = (self.options.book_margin, self.options.seed);
        let chosen = book.choose(&*self.game, margin, seed)?;
        Some(self.answer_of(chosen))
    }

    fn answer_of(&self, chosen: BookMove) -> GoAnswer {
        let BookMove { mut line, score, depth, .. } = chosen;
        if self.options.turn_mode == TurnMode::Action {
            line = line.iter().flat_map(|turn| turn.split(',')).map(str::to_string).collect();
        }
        let wdl = match self.options.show_wdl {
            true => {
                let [win, draw, loss] = self.engine.variant().win_draw_loss(score);
                format!(" wdl {win} {draw} {loss}")
            }
            false => String::new(),
        };
        let pv = line.join(" ");
        let info = format!(
            "info depth {depth} seldepth {depth} multipv 1 score {score}{wdl} nodes 0 nps 0 hashfull 0 tbhits 0 time 0 pv {pv}"
        );
        let mut line = line.into_iter();
        let best = line.next().unwrap_or_default();
        let reply = line.next().filter(|_| self.options.ponder);
        GoAnswer::best(best, reply).after(info).after("info string book move")
    }
}
