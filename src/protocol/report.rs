//! Replies of a search: `info` and `bestmove`.

use super::answer::{Answer, Debt};
use super::output::Output;
use crate::engine::{self, EngineError, Info, Line, Listener};
use crate::game::Outcome;
use std::fmt::Write;
use std::sync::Arc;

/// How a search's results are to be written.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Show win, draw and loss.
    pub wdl: bool,
    /// Name the expected reply behind `bestmove`.
    pub ponder: bool,
}

/// Writes the course of one search and tells the session how it ended.
pub struct Printer {
    /// How to write.
    pub format: Format,
    /// Where to.
    pub output: Arc<Output>,
    /// The answer that is owed.
    pub debt: Debt,
}

impl Printer {
    fn line(&self, number: usize, line: &Line, info: &Info) -> String {
        let mut text =
            format!("info depth {} seldepth {} multipv {number}", line.depth, line.seldepth);
        let _ = write!(text, " score {}", line.score);
        if self.format.wdl {
            let [win, draw, loss] = line.wdl;
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        let micros = info.time.as_micros().max(1);
        let nps = u128::from(info.nodes) * 1_000_000 / micros;
        let _ = write!(
            text,
            " nodes {} nps {nps} hashfull {} tbhits {} time {}",
            info.nodes,
            info.hashfull,
            info.hits,
            micros / 1000
        );
        if info.samples > 0 {
            let _ = write!(text, " samples {}", info.samples);
        }
        let _ = write!(text, " pv {}", line.pv.join(" "));
        text
    }
}

impl Listener for Printer {
    fn left_out(&self, error: &EngineError) {
        self.output.error(error);
    }

    fn info(&self, info: &Info) {
        let lines = info.lines.iter().enumerate();
        let lines: Vec<String> =
            lines.map(|(index, line)| self.line(index + 1, line, info)).collect();
        self.output.line(lines.join("\n"));
    }

    fn answer(&self, answer: engine::Answer) {
        self.debt.pay(match answer {
            engine::Answer::Move(best, reply) => {
                Answer::best(best, reply.filter(|_| self.format.ponder))
            }
            engine::Answer::Deployment(best, tokens) => {
                let info = format!("info depth 0 score cp 0 pv {}", tokens.join(" "));
                Answer::best(best, None).after(info)
            }
            engine::Answer::Nothing => Answer::nothing_searched(),
            engine::Answer::Over(Outcome::Draw, _) => Answer::no_move("cp 0"),
            engine::Answer::Over(_, true) => Answer::no_move("mate 1"),
            engine::Answer::Over(_, false) => Answer::no_move("mate 0"),
        });
    }
}
