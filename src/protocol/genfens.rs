//! Varied, balanced openings by random play, for matches.

use super::output::Output;
use crate::game::zobrist::splitmix64;
use crate::game::{Evaluate, Game, Notation, Played};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// Random actions before an opening is offered: this many, and up to [`MORE_ACTIONS`] more.
const LEAST_ACTIONS: u64 = 6;
const MORE_ACTIONS: u64 = 4;
/// An opening is balanced if no player is better by more than this, after the best reply too.
const BALANCED_CP: i32 = 120;
/// A game whose openings are all alike or unbalanced gets so many tries for each position.
const TRIES_A_POSITION: u32 = 200;

/// Prints `count` different openings as `info string genfens FEN`; the same ones for the same seed.
pub fn genfens<G: Notation + Evaluate>(
    start: &G,
    count: u32,
    seed: u64,
    output: &Output,
    stop: &AtomicBool,
) {
    let mut random = seed;
    let mut seen = HashSet::new();
    let mut tries = 0;
    while (seen.len() as u32) < count && tries < count.saturating_mul(TRIES_A_POSITION) {
        if stop.load(Ordering::Relaxed) {
            return output.error("genfens was stopped");
        }
        tries += 1;
        let Some(opening) = random_opening(start, &mut random) else { continue };
        if is_balanced(&opening) && seen.insert(opening.key()) {
            output.line(format_args!("info string genfens {}", opening.fen()));
        }
    }
    if (seen.len() as u32) < count {
        output.error(format_args!("genfens found only {} different openings", seen.len()));
    }
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

/// Whether the static value is near zero, before and after each of the actions that look best.
fn is_balanced<G: Evaluate>(game: &G) -> bool {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let mover = game.player();
    let values = actions.iter().filter_map(|action| {
        let mut child = game.clone();
        child.make(*action);
        if child.outcome().is_some() {
            return None;
        }
        let value = child.evaluate().raw();
        Some(if child.player() == mover { value } else { -value })
    });
    let best = values.max().unwrap_or(i32::MAX);
    game.evaluate().raw().abs() <= BALANCED_CP && best.saturating_abs() <= BALANCED_CP
}
