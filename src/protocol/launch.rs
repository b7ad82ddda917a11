//! From `go` to a search: limits, clocks, root moves, and what the mover may know.

use super::answer::Answer;
use super::command::Go;
use super::error::CommandError;
use super::host::{Host, Order};
use super::record::Record;
use super::report::Printer;
use super::watch::Watch;
use crate::game::Played;
use crate::games::Playable;
use crate::search::{Clock, Limits, Task, sample};
use std::time::Duration;

impl<G: Playable> Host<G> {
    /// Starts a search and returns.
    pub(super) fn launch(&mut self, order: Order) {
        let limits = self.limits(&order);
        let mind = if order.full_information { self.watched() } else { self.mind() };
        let Order { style, format, samples, control, table, output, debt, go, .. } = order;
        let known = mind.as_ref().map_or_else(|| Some(self.record.played.clone()), Watch::known);
        let mut knowledge = mind.filter(|_| known.is_none()).map(|mind| mind.knowledge);
        let worlds = match &mut knowledge {
            Some(knowledge) => sample(&mut **knowledge, style.seed, samples),
            None => Vec::new(),
        };
        let Some(root) = known.or_else(|| worlds.first().cloned().map(Played::new)) else {
            return debt.pay(Answer::nothing_searched());
        };
        let (root_actions, errors) = self.searchmoves(&root, &go.searchmoves);
        for error in &errors {
            output.error(error);
        }
        let plan = root.state().plan(style.seed);
        let viewed = knowledge.as_ref().map(|knowledge| knowledge.boxed());
        let printer = Printer { root: root.clone(), knowledge: viewed, format, output, debt };
        let mut task =
            Task::new(root, &root_actions, limits, style, control, table, Box::new(printer));
        task.plan = plan;
        let task = match knowledge {
            Some(mut knowledge) => task.imagine(&mut *knowledge, worlds, G::blindfold),
            None => task,
        };
        // Without a pool the task is dropped, and its debt sees to the answer.
        if let Some(pool) = &self.pool {
            pool.go(task);
        }
    }

    fn limits(&self, order: &Order) -> Limits {
        let go = &order.go;
        let only_faults = go.has_no_limit() && !go.is_unbounded();
        Limits {
            depth: go.depth.map(|depth| depth.min(1_000) as i32).or(only_faults.then_some(1)),
            nodes: go.nodes,
            movetime: go.movetime.map(milliseconds),
            clock: self.clock(go),
            mate: go.mate.map(|turns| turns.min(1_000) as u32),
            infinite: go.is_unbounded(),
            overhead: order.overhead,
        }
    }

    /// The mover's clock, or what has to do for it.
    fn clock(&self, go: &Go) -> Option<Clock> {
        let (time, increment) = go.clock_of(self.mover().index())?;
        let turns_to_go = go.movestogo.map(|turns| turns.min(1_000) as u32);
        let (time, increment) = (milliseconds(time), milliseconds(increment));
        Some(Clock { time, increment, turns_to_go })
    }

    /// The root actions that `searchmoves` allows, with errors for what it cannot mean.
    fn searchmoves(
        &self,
        root: &Played<G>,
        tokens: &[String],
    ) -> (Vec<G::Action>, Vec<CommandError>) {
        let mut actions = Vec::new();
        let mut errors = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let parts = root.state().split_token(token);
            let first = parts.first().map_or(token.as_str(), String::as_str);
            let mut trial = Record::after(root.clone());
            match (trial.play(token, index + 1), root.state().parse_action(first)) {
                (Ok(()), Ok(action)) => actions.push(action),
                (Err(error), _) => errors.push(CommandError::new(format!("searchmoves: {error}"))),
                (_, Err(error)) => errors.push(CommandError::new(error.to_string())),
            }
        }
        (actions, errors)
    }
}

/// Nothing left is nothing left, however far below zero.
fn milliseconds(number: i64) -> Duration {
    // A year is as good as for ever, and cannot overflow.
    const LONGEST_MS: u64 = 1000 * 60 * 60 * 24 * 365;
    Duration::from_millis(u64::try_from(number).unwrap_or(0).min(LONGEST_MS))
}
