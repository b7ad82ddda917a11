//! Perft: counting the leaves of the tree of actions.

use super::Game;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returned instead of a count when the flag was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aborted;

/// Below this depth the flag is not looked at: such a subtree takes a millisecond at most, also where more
/// than a thousand actions are legal.
const POLL_FROM_DEPTH: u32 = 3;

/// Positions up to this size are copied for the last action that is made, instead of taking it back.
const LARGEST_COPIED_BYTES: usize = 64;

/// The number of action sequences of exactly `depth` actions from `game`. The last ply is counted,
/// not made.
///
/// # Errors
/// [`Aborted`] soon after `stop` was raised by another thread.
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
            // Of a copy that is thrown away, the optimiser leaves out what is not counted.
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
