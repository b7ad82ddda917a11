//! Perft: counts the leaves of the tree of actions.

use super::Game;
use std::sync::atomic::{AtomicBool, Ordering};

/// The stop flag was raised before the count was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aborted;

/// Least depth at which the stop flag is polled. A smaller subtree takes at most a millisecond, even where more than
/// a thousand actions are legal.
const POLL_FROM_DEPTH: u32 = 3;

/// Greatest size of a position that is copied for the last action instead of undoing it.
const LARGEST_COPIED_BYTES: usize = 64;

/// The number of action sequences of exactly `depth` actions from `game`. The last ply is counted, not made.
///
/// # Errors
/// [`Aborted`] soon after another thread raised `stop`.
pub fn perft<G: Game>(game: &mut G, depth: u32, stop: &AtomicBool) -> Result<u64, Aborted> {
    match depth {
        0 => Ok(1),
        1 => Ok(game.count_actions()),
        _ => inner(game, depth, &mut Vec::with_capacity(1024), stop),
    }
}

fn inner<G: Game>(
    game: &mut G,
    depth: u32,
    list: &mut Vec<G::Action>,
    stop: &AtomicBool,
) -> Result<u64, Aborted> {
    if depth >= POLL_FROM_DEPTH && stop.load(Ordering::Relaxed) {
        return Err(Aborted);
    }
    let first = list.len();
    game.actions(list);
    let mut leaves = 0;
    for index in first..list.len() {
        if depth == 2 && size_of::<G>() <= LARGEST_COPIED_BYTES {
            // The optimiser drops the parts of a discarded copy that the count does not need.
            let mut copy = game.clone();
            copy.make(list[index]);
            leaves += copy.count_actions();
            continue;
        }
        let undo = game.make(list[index]);
        leaves +=
            if depth == 2 { game.count_actions() } else { inner(game, depth - 1, list, stop)? };
        game.unmake(undo);
    }
    list.truncate(first);
    Ok(leaves)
}
