//! Varied, balanced openings by random play, for matches.

use super::EngineError;
use crate::game::{Game, Played, Rng};
use crate::games::{Playable, Variant, Visitor};
use crate::search::{BlockingSearch, EvalSource, Lead, Limits, SearchOptions, ThreadDied};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// Smallest number of random actions in an opening. Up to [`MORE_ACTIONS`] more are added.
const LEAST_ACTIONS: usize = 6;
const MORE_ACTIONS: usize = 4;
/// Size of the transposition table for the balance test, in MiB.
const TABLE_MIB: usize = 1;
/// Attempts for each position. Some games have few different or few balanced openings.
const TRIES_A_POSITION: u32 = 200;

/// Finds openings and reports the FEN of each. Polls the stop flag. Returns their number, which is smaller than the
/// number wanted if the flag is set or if there are no more.
///
/// It is an error if the system refuses the memory for the balance search, or if that search panics.
pub type Openings =
    Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(&str)) -> Result<u32, EngineError> + Send>;

/// Finds `count` varied, balanced openings of a variant, which are fixed by `seed`. The result can run in any thread.
pub fn openings(variant: Variant, count: u32, seed: u64) -> Openings {
    struct Find {
        variant: Variant,
        count: u32,
        seed: u64,
    }
    impl Visitor for Find {
        type Output = Openings;
        fn visit<G: Playable>(self, rules: G::Rules) -> Openings {
            let start = G::start(rules);
            let eval = self.variant.eval_source();
            Box::new(move |stop, found| find(&start, eval, self.count, self.seed, stop, found))
        }
    }
    variant.visit(Find { variant, count, seed })
}

/// Passes the FENs of `count` different openings to `found`, see [`Openings`].
fn find<G: Playable>(
    start: &G,
    eval: EvalSource,
    count: u32,
    seed: u64,
    stop: &AtomicBool,
    found: &mut dyn FnMut(&str),
) -> Result<u32, EngineError> {
    let search = BlockingSearch::new(start, TABLE_MIB, Lead::Pool)
        .map_err(|e| EngineError::new(e.to_string()))?
        .with_eval(eval);
    let mut rng = Rng::new(seed);
    let mut seen = HashSet::new();
    for _ in 0..count {
        let next = next_opening(start, &search, &mut rng, &seen, stop);
        let Some(opening) = next.map_err(|e| EngineError::new(e.to_string()))? else { break };
        seen.insert(opening.key());
        found(&opening.fen());
    }
    Ok(seen.len() as u32)
}

/// The first balanced opening that is not among `seen`, or else the most balanced one.
fn next_opening<G: Playable>(
    start: &G,
    search: &BlockingSearch<G>,
    rng: &mut Rng,
    seen: &HashSet<u64>,
    stop: &AtomicBool,
) -> Result<Option<G>, ThreadDied> {
    let mut nearest: Option<(Imbalance, G)> = None;
    for _ in 0..TRIES_A_POSITION {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let Some(opening) = random_opening(start, rng) else { continue };
        if seen.contains(&opening.key()) {
            continue;
        }
        let Some(imbalance) = imbalance(&opening, search)? else { return Ok(Some(opening)) };
        if nearest.as_ref().is_none_or(|(least, _)| imbalance < *least) {
            nearest = Some((imbalance, opening));
        }
    }
    Ok(nearest.map(|(_, opening)| opening))
}

/// A random position at the start of a turn, in a game that is not over.
pub(crate) fn random_opening<G: Game>(start: &G, rng: &mut Rng) -> Option<G> {
    let mut played = Played::new(start.clone());
    let mut length = LEAST_ACTIONS + rng.below(MORE_ACTIONS + 1);
    while length > 0 || !played.state().turn_start() {
        let actions = played.actions();
        if actions.is_empty() {
            return None;
        }
        played.play(actions[rng.below(actions.len())]);
        length = length.saturating_sub(1);
    }
    played.outcome().is_none().then(|| played.state().clone())
}

/// Number of failed and untested balance tests, and the distance of the last score from zero, in
/// centipawns.
type Imbalance = (usize, i32);

/// `None` if the opening is balanced, see [`crate::search::Profile::balance`].
fn imbalance<G: Playable>(
    opening: &G,
    search: &BlockingSearch<G>,
) -> Result<Option<Imbalance>, ThreadDied> {
    let root = Played::new(opening.clone());
    let looks = G::PROFILE.balance;
    for (look, (nodes, most)) in looks.into_iter().enumerate() {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let found = search.search(&root, &[], limits, SearchOptions::default())?;
        let value = found.map_or(i32::MAX, |found| found.score().raw().abs());
        if value > most {
            return Ok(Some((looks.len() - look, value)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::pacific::{PacificA, TypeA};
    use std::collections::BTreeSet;

    #[test]
    fn random_openings_have_all_lengths_of_their_range() {
        let mut rng = Rng::new(1);
        let openings = (0..300).filter_map(|_| random_opening(&PacificA::start(TypeA), &mut rng));
        let plies = openings.map(|opening| {
            let fen = opening.fen();
            let turn: usize = fen.rsplit(' ').next().and_then(|turn| turn.parse().ok()).unwrap();
            2 * (turn - 1) + usize::from(fen.contains(" b "))
        });
        let expected = LEAST_ACTIONS..=LEAST_ACTIONS + MORE_ACTIONS;
        assert_eq!(plies.collect::<BTreeSet<_>>(), expected.collect());
    }
}
