//! Replies of a search: `info` and `bestmove` lines.

use super::answer::GoAnswer;
use super::output::Output;
use super::pending_answer::PendingAnswer;
use crate::engine::{self, Info, Line, SearchEvent};
use crate::game::Outcome;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// Format of a search's replies.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Show win, draw and loss.
    pub wdl: bool,
    /// Add the expected reply to `bestmove`.
    pub ponder: bool,
}

/// Rate per second. A time of zero counts as a microsecond.
pub fn per_second(count: u64, time: Duration) -> u128 {
    u128::from(count) * 1_000_000 / time.as_micros().max(1)
}

/// Prints the infos of one search and sends its answer to the session.
pub struct Printer {
    /// Format of the lines.
    pub format: Format,
    /// Where to print.
    pub output: Arc<Output>,
    /// The pending answer.
    pub pending: PendingAnswer,
}

impl Printer {
    fn line(&self, number: usize, line: &Line, info: &Info) -> String {
        let mut text =
            format!("info depth {} seldepth {} multipv {number}", line.depth, line.seldepth);
        let _ = write!(text, " score {}", line.score);
        if self.format.wdl {
            let [win, draw, loss] = line.wdl;
            let _ = write!(text, " wdl {win} {draw} {loss}");
            if !line.shares.is_empty() {
                let shares: Vec<String> = line.shares.iter().map(u32::to_string).collect();
                let _ = write!(text, " shares {}", shares.join(" "));
            }
        }
        let nps = per_second(info.nodes, info.time);
        let _ = write!(
            text,
            " nodes {} nps {nps} hashfull {} tbhits {} time {}",
            info.nodes,
            info.hashfull,
            info.hits,
            info.time.as_millis()
        );
        if info.samples > 0 {
            let _ = write!(text, " samples {}", info.samples);
        }
        let _ = write!(text, " pv {}", line.pv.join(" "));
        text
    }

    /// Prints an event, or sends the answer.
    pub fn print(&self, event: SearchEvent) {
        match event {
            SearchEvent::LeftOut(error) => self.output.error(error),
            SearchEvent::Info(info) => {
                let lines = info.lines.iter().enumerate();
                let lines: Vec<String> =
                    lines.map(|(index, line)| self.line(index + 1, line, &info)).collect();
                self.output.line(lines.join("\n"));
            }
            SearchEvent::Answer(answer) => self.pending.pay(self.answer(answer)),
        }
    }

    fn answer(&self, answer: engine::Answer) -> GoAnswer {
        match answer {
            engine::Answer::Move(best, reply) => {
                GoAnswer::best(best, reply.filter(|_| self.format.ponder))
            }
            engine::Answer::Deployment(best, tokens) => {
                let info = format!("info depth 0 score cp 0 pv {}", tokens.join(" "));
                GoAnswer::best(best, None).after(info)
            }
            engine::Answer::Nothing => GoAnswer::nothing_searched(),
            engine::Answer::Over(Outcome::Draw, _) => GoAnswer::no_move("cp 0"),
            engine::Answer::Over(_, true) => GoAnswer::no_move("mate 1"),
            engine::Answer::Over(_, false) => GoAnswer::no_move("mate 0"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_second_brings_follows_from_any_time() {
        let cases = [
            (5_000, Duration::from_secs(2), 2_500),
            (5_000, Duration::from_millis(50), 100_000),
            (7, Duration::from_micros(3), 2_333_333),
            (3, Duration::ZERO, 3_000_000),
            (0, Duration::from_secs(1), 0),
            (u64::MAX, Duration::from_secs(1), u128::from(u64::MAX)),
        ];
        for (count, time, expected) in cases {
            assert_eq!(per_second(count, time), expected, "{count} in {time:?}");
        }
    }
}
