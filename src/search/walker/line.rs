//! The lines that a walker reports: from root actions and their values to lines of play.

use super::{PlayerModel, RootAction, Walker, unproven};
use crate::game::{Outcome, Score};
use crate::search::line::{Info, Line, best_first};
use crate::search::searchable::Searchable;
use crate::search::{Depth, MAX_PLY};

impl<G: Searchable, S: PlayerModel<G>> Walker<G, S> {
    /// The info to report with these lines.
    pub(in crate::search) fn info(&self, lines: &[Line<G::Action>]) -> Info<G::Action> {
        let [nodes, hits] = self.meter.totals();
        Info {
            lines: lines.to_vec(),
            nodes,
            hits,
            time: self.meter.elapsed(),
            hashfull: self.own_memory.unwrap_or_else(|| self.table.per_mille_full()),
            samples: self.samples,
        }
    }

    /// The line of the root action at `index`, found at `depth`. The walker stands at the root.
    pub(in crate::search) fn root_line(&mut self, index: usize, depth: Depth) -> Line<G::Action> {
        self.line_of(&self.root[index].clone(), depth)
    }

    /// The line of a root action, found at `depth`. The walker stands at the root.
    pub(in crate::search) fn line_of(
        &mut self,
        root: &RootAction<G::Action>,
        depth: Depth,
    ) -> Line<G::Action> {
        let score = self.known_value.unwrap_or(root.score);
        let (seldepth, mut actions) = (root.seldepth, root.pv.clone());
        if score.is_proven() {
            self.play_out(&mut actions);
        }
        self.complete(&mut actions);
        Line { score, depth, seldepth, actions, tried: None, shares: None }
    }

    /// The line of a move without search: the root action with the best static value.
    pub(in crate::search) fn unsearched_line(&mut self) -> Line<G::Action> {
        let score = self.known_value.unwrap_or_else(|| self.value());
        let best = self.values_after_root_actions(&[]).first().map(|(_, action)| *action);
        self.line_without_search(best, score)
    }

    /// Adds unsearched lines by static value until there are `count` lines, or no more root
    /// actions. An added line never scores higher than the searched line before it.
    pub(in crate::search) fn add_unsearched(
        &mut self,
        lines: &mut Vec<Line<G::Action>>,
        count: usize,
    ) {
        let count = count.min(self.root.len());
        if lines.len() >= count {
            return;
        }
        for (value, action) in
            self.values_after_root_actions(lines).into_iter().take(count - lines.len())
        {
            // A loss to one of several opponents is not proven.
            let value = if S::MANY && value.is_loss() { unproven(value) } else { value };
            let score = lines.last().map_or(value, |line| value.min(line.score));
            let line = self.line_without_search(Some(action), score);
            lines.push(line);
        }
    }

    /// Static values after the root actions that do not begin any line, best first.
    fn values_after_root_actions(&mut self, lines: &[Line<G::Action>]) -> Vec<(Score, G::Action)> {
        let mut values = Vec::with_capacity(self.root.len());
        for index in 0..self.root.len() {
            let (action, bonus) = (self.root[index].action, self.root[index].bonus);
            if !lines.iter().any(|line| line.begins_with(action)) {
                values.push((self.value_after(action) + bonus, action));
            }
        }
        best_first(&mut values, |(value, _)| *value);
        values
    }

    fn line_without_search(&mut self, action: Option<G::Action>, score: Score) -> Line<G::Action> {
        let mut actions: Vec<G::Action> = action.into_iter().collect();
        self.complete(&mut actions);
        Line { score, depth: 0, seldepth: 0, actions, tried: None, shares: None }
    }

    /// The static value of the position after `action`, for the player who makes it.
    fn value_after(&mut self, action: G::Action) -> Score {
        let player = self.game.player();
        let made = self.make_to_evaluate(action);
        let value = self.outcome_or_static_value(player);
        self.unmake(made);
        value
    }

    /// Completes a line from the root to the end of the first turn, plus one action if the game goes on.
    ///
    /// Missing actions come from the transposition table, else from the best static value. Counts no node.
    pub(in crate::search) fn complete(&mut self, actions: &mut Vec<G::Action>) {
        let mut line = Vec::with_capacity(actions.len() + 2);
        let mut first_turn = None;
        for index in 0.. {
            if self.outcome(index).is_some() {
                actions.truncate(index);
                break;
            }
            if index == actions.len() {
                if first_turn.is_some_and(|length| index > length) {
                    break;
                }
                match self.likely_action() {
                    Some(action) => actions.push(action),
                    None => break,
                }
            }
            line.push(self.make_uncounted(actions[index], index));
            if self.game.turn_start() {
                first_turn.get_or_insert(index + 1);
            }
        }
        line.into_iter().rev().for_each(|made| self.unmake(made));
    }

    /// Extends a proven line to the end of the game, from the position where the oracle or a
    /// table ended the search.
    fn play_out(&mut self, actions: &mut Vec<G::Action>) {
        let mut line = Vec::with_capacity(actions.len() + 2);
        while self.outcome(line.len()).is_none() {
            if line.len() == actions.len() {
                match self.known_action().filter(|_| line.len() < MAX_PLY) {
                    Some(action) => actions.push(action),
                    None => break,
                }
            }
            line.push(self.make_uncounted(actions[line.len()], line.len()));
        }
        line.into_iter().rev().for_each(|made| self.unmake(made));
    }

    /// The action that wins fastest or loses slowest, by the rules, the oracle and endgame tables.
    fn known_action(&mut self) -> Option<G::Action> {
        let here = self.known_here();
        let mut legal = Vec::new();
        self.game.actions(&mut legal);
        let mut best: Option<(Score, G::Action)> = None;
        for action in &legal {
            let known = self.known_after(*action).filter(|score| score.is_proven());
            if let Some(score) = known.filter(|score| best.is_none_or(|(most, _)| *score > most)) {
                best = Some((score, *action));
            }
        }
        match (here, best) {
            (_, Some((score, action))) if score.is_win() => Some(action),
            // All actions lose. An action without an exact value counts as much as the position.
            (Some(known), best) => {
                let lasting = best.filter(|(score, _)| *score >= known);
                lasting.map(|(_, action)| action).or(legal.first().copied())
            }
            (None, _) => None,
        }
    }

    fn known_here(&self) -> Option<Score> {
        (self.oracle)(&self.game).or_else(|| self.tables.as_ref()?.probe(&self.game))
    }

    /// The exact value of the position after `action`, if known. It is the value for the player who
    /// makes the action, and its distance counts from the present position.
    fn known_after(&mut self, action: G::Action) -> Option<Score> {
        let player = self.game.player();
        let made = self.make_to_evaluate(action);
        let known = match self.game.outcome() {
            Some(Outcome::Win(winner)) if winner == player => Some(Score::win_in(1)),
            Some(Outcome::Win(_)) => Some(Score::loss_in(1)),
            Some(Outcome::Draw) => Some(Score::DRAW),
            None if self.game.player() == player => self.known_here(),
            None => self.known_here().map(|score| -score),
        };
        let is_turn = self.game.turn_start() && self.game.outcome().is_none();
        self.unmake(made);
        // This turn counts as one more turn of the winner.
        known.map(|score| if score.is_win() { score.later(i32::from(is_turn)) } else { score })
    }

    fn likely_action(&mut self) -> Option<G::Action> {
        let entry = self.table.probe(self.salted(self.game.table_key(), false));
        if let Some(action) = entry.and_then(|entry| self.legal_action(entry.action)) {
            return Some(action);
        }
        let mut legal = Vec::new();
        self.game.actions(&mut legal);
        let mut best: Option<(Score, G::Action)> = None;
        for action in legal {
            let value = self.value_after(action);
            if best.is_none_or(|(score, _)| value > score) {
                best = Some((value, action));
            }
        }
        best.map(|(_, action)| action)
    }
}
