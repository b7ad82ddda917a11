//! A sparring partner for `match.py`: the rules and the evaluation of Strategos under plain alpha-beta,
//! searched a ply deeper each time until half of the turn's time is gone. No table, no quiescence, no
//! extensions, no reductions, no ordering.

use compare::{Limits, Thinker, Thought};
use std::error::Error;
use std::time::Instant;
use strategos::game::{Outcome, Played, Score};
use strategos::games::Playable;

/// How a search ends before its depth is done.
struct OutOfTime;

struct Search {
    start: Instant,
    limits: Limits,
    nodes: u64,
}

impl Search {
    fn value<G: Playable>(
        &mut self,
        game: &mut G,
        depth: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, OutOfTime> {
        if self.nodes >= self.limits.nodes
            || self.nodes.is_multiple_of(1024) && self.start.elapsed() >= self.limits.time
        {
            return Err(OutOfTime);
        }
        match game.outcome() {
            // A win that is nearer leaves more depth.
            Some(Outcome::Win(winner)) if winner == game.player() => {
                return Ok(Score::win_in(100 - depth));
            }
            Some(Outcome::Win(_)) => return Ok(Score::loss_in(100 - depth)),
            Some(Outcome::Draw) => return Ok(Score::DRAW),
            None if depth == 0 => return Ok(game.evaluate()),
            None => {}
        }
        let mut actions = Vec::new();
        game.actions(&mut actions);
        for action in actions {
            let value = self.after(game, action, depth - 1, alpha, beta)?;
            if value >= beta {
                return Ok(value);
            }
            alpha = alpha.max(value);
        }
        Ok(alpha)
    }

    fn after<G: Playable>(
        &mut self,
        game: &mut G,
        action: G::Action,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, OutOfTime> {
        let mover = game.player();
        let undo = game.make(action);
        self.nodes += 1;
        let value = if game.player() == mover {
            self.value(game, depth, alpha, beta)
        } else {
            self.value(game, depth, -beta, -alpha).map(|value| -value)
        };
        game.unmake(undo);
        value
    }

    fn best<G: Playable>(&mut self, root: &G) -> Option<(G::Action, Score, u32)> {
        let mut actions = Vec::new();
        root.actions(&mut actions);
        let mut found = (*actions.first()?, Score::DRAW, 0);
        for depth in 1..100 {
            let mut best = None;
            let mut alpha = -Score::INFINITE;
            for action in actions.clone() {
                let game = &mut root.clone();
                let Ok(value) = self.after(game, action, depth - 1, alpha, Score::INFINITE) else {
                    return Some(found);
                };
                if value > alpha {
                    (alpha, best) = (value, Some(action));
                }
            }
            found = (best?, alpha, depth);
            if self.start.elapsed() >= self.limits.time / 2 {
                break;
            }
        }
        Some(found)
    }
}

/// Deepens until half of the time is gone.
#[derive(Clone, Copy)]
struct Plain;

impl Thinker for Plain {
    const NAME: &'static str = "plain";

    fn plays<G: Playable>() -> bool {
        true
    }

    fn think<G: Playable>(self, played: &Played<G>, limits: Limits) -> Option<Thought> {
        let mut search = Search { start: Instant::now(), limits, nodes: 0 };
        let (action, score, depth) = search.best(played.state())?;
        let token = played.state().action_token(action);
        Some(Thought { token, depth: depth as usize, score, nodes: search.nodes })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    compare::obey(Plain)
}
