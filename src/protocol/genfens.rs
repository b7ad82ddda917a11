//! Varied, balanced openings by random play, for matches.

use super::output::Output;
use crate::game::zobrist::splitmix64;
use crate::game::{Game, Played};
use crate::games::Playable;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// Random actions before an opening is offered: this many, and up to [`MORE_ACTIONS`] more.
const LEAST_ACTIONS: u64 = 6;
const MORE_ACTIONS: u64 = 4;
/// An opening is balanced if no player is better by more than this, after the best reply too.
const BALANCED_CP: i32 = 120;
/// So many tries for each position: the openings of a game may be all alike or unbalanced.
const TRIES_A_POSITION: u32 = 200;

/// Prints `count` different openings as `info string genfens FEN`; the same ones for the same seed.
pub fn genfens<G: Playable>(start: &G, count: u32, seed: u64, output: &Output, stop: &AtomicBool) {
    let mut random = seed;
    let mut seen = HashSet::new();
    for _ in 0..count {
        let Some(opening) = next_opening(start, &mut random, &seen, stop) else { break };
        seen.insert(opening.key());
        output.line(format_args!("info string genfens {}", opening.fen()));
    }
    if stop.load(Ordering::Relaxed) {
        output.error("genfens was stopped");
    } else if (seen.len() as u32) < count {
        output.error(format_args!("genfens found only {} different openings", seen.len()));
    }
}

/// The first balanced opening that is not among `seen`; if none turns up, the one nearest to balance.
fn next_opening<G: Playable>(
    start: &G,
    random: &mut u64,
    seen: &HashSet<u64>,
    stop: &AtomicBool,
) -> Option<G> {
    let mut nearest: Option<(i32, G)> = None;
    for _ in 0..TRIES_A_POSITION {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let Some(opening) = random_opening(start, random) else { continue };
        if seen.contains(&opening.key()) {
            continue;
        }
        let imbalance = imbalance(&opening);
        if imbalance <= BALANCED_CP {
            return Some(opening);
        }
        if nearest.as_ref().is_none_or(|(least, _)| imbalance < *least) {
            nearest = Some((imbalance, opening));
        }
    }
    nearest.map(|(_, opening)| opening)
}

/// A position at the start of a turn of a game that is not over.
fn random_opening<G: Game>(start: &G, random: &mut u64) -> Option<G> {
    let mut played = Played::new(start.clone());
    let mut length = LEAST_ACTIONS + draw(random) % (MORE_ACTIONS + 1);
    while length > 0 || !played.state().turn_start() {
        let actions = played.actions();
        if actions.is_empty() {
            return None;
        }
        played.play(actions[(draw(random) % actions.len() as u64) as usize]);
        length = length.saturating_sub(1);
    }
    played.outcome().is_none().then(|| played.state().clone())
}

fn draw(random: &mut u64) -> u64 {
    let (next, value) = splitmix64(*random);
    *random = next;
    value
}

/// How far the static value is from zero, before and after the action that looks best; in centipawns.
/// What is taken back at once does not look good.
fn imbalance<G: Playable>(game: &G) -> i32 {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let mover = game.player();
    let values = actions.iter().filter_map(|action| {
        if game.is_noisy(*action) && !game.wins(*action, 1) {
            return None;
        }
        let mut child = game.clone();
        child.make(*action);
        if child.outcome().is_some() {
            return None;
        }
        let value = child.evaluate().raw();
        Some(if child.player() == mover { value } else { -value })
    });
    let best = values.max().unwrap_or(i32::MAX);
    game.evaluate().raw().abs().max(best.saturating_abs())
}
