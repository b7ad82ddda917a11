//! The answer that a `go` still owes. Every `go` gets exactly one `bestmove`, however its search ends.

use super::answer::GoAnswer;
use super::event::Event;
use super::output::Output;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

/// A pending answer to one `go`. If it is dropped unanswered, it answers by itself, so that no
/// client waits forever.
pub struct PendingAnswer {
    events: Sender<Event>,
    is_paid: AtomicBool,
}

impl PendingAnswer {
    /// A pending answer that goes through the session's queue.
    pub fn new(events: Sender<Event>) -> Self {
        Self { events, is_paid: AtomicBool::new(false) }
    }

    /// Sends the answer. Later answers are ignored.
    pub fn pay(&self, answer: GoAnswer) {
        if !self.is_paid.swap(true, Ordering::AcqRel) {
            // Without a queue the session is over, and no client waits for the answer.
            let _ = self.events.send(Event::Answer(answer));
        }
    }

    /// Prints the answer at once, if no search was started, without going through the queue.
    pub fn pay_at_once(self, output: &Output, answer: &GoAnswer) {
        self.is_paid.store(true, Ordering::Release);
        output.line(answer);
    }
}

impl Drop for PendingAnswer {
    fn drop(&mut self) {
        let fault = "info string error: the search ended without an answer";
        self.pay(GoAnswer::nothing_searched().after(fault));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    /// The answers sent by `pay` through a pending answer.
    fn answers(pay: impl FnOnce(PendingAnswer)) -> Vec<String> {
        let (events, queue) = channel();
        pay(PendingAnswer::new(events));
        let text = |event| {
            if let Event::Answer(answer) = event { answer.to_string() } else { String::new() }
        };
        queue.iter().map(text).collect()
    }

    #[test]
    fn a_debt_is_paid_once() {
        let best = |token: &str| GoAnswer::best(token.to_string(), None);
        let paid_twice = answers(|pending| {
            pending.pay(best("a"));
            pending.pay(best("b"));
        });
        assert_eq!(paid_twice, ["bestmove a"]);
        let output = Output::new(std::io::sink());
        let at_once =
            answers(|pending| pending.pay_at_once(&output, &GoAnswer::nothing_searched()));
        assert!(at_once.is_empty());
    }

    #[test]
    fn a_debt_that_nobody_pays_pays_itself() {
        let expected = "info string error: the search ended without an answer\n\
                        info depth 0 score cp 0\nbestmove (none)";
        assert_eq!(answers(drop), [expected]);
    }

    #[test]
    fn an_answer_ends_with_its_bestmove() {
        let with_reply = GoAnswer::best("a3b4".to_string(), Some("b6a5".to_string()));
        assert_eq!(with_reply.to_string(), "bestmove a3b4 ponder b6a5");
        let lost = GoAnswer::no_move("mate 0").after("info string one\ninfo string two");
        let expected =
            "info string one\ninfo string two\ninfo depth 0 score mate 0\nbestmove (none)";
        assert_eq!(lost.to_string(), expected);
    }
}
