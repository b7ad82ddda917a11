//! The engine's own placement of submarines in a deployment, and the probability of each square.
//!
//! The evaluation deploys by it. The beliefs about hidden submarines assume that the opponent does so too.

use super::WarpacSettings;
use super::board::{SIZE, Square, Squares};
use crate::game::Rng;

/// Least distance between the files of two submarines.
const LEAST_FILES_APART: i32 = 2;
/// Ranks of submarines in own waters, as White counts them from 0. They are near the border.
const HOME_RANKS: [i32; 3] = [5, 6, 7];
/// Ranks of submarines in enemy waters, as White counts them from 0. Rank 10 is twice as likely: there the enemy's
/// front is usually within torpedo range.
const ABROAD_RANKS: [i32; 3] = [9, 10, 10];

/// Random starting squares of a side's submarines. There are very many choices, so that the enemy cannot learn where
/// to look.
pub(super) fn random_placement(settings: &WarpacSettings, side: usize, rng: &mut Rng) -> Squares {
    let submarines = settings.submarines;
    let has_room = LEAST_FILES_APART * submarines as i32 <= SIZE;
    let gap = if has_room { LEAST_FILES_APART - 1 } else { 0 };
    let mut files: Vec<i32> = (0..SIZE - gap * (submarines as i32 - 1).max(0)).collect();
    rng.shuffle(&mut files);
    files.truncate(submarines as usize);
    files.sort_unstable();
    // Moves each submarine on by the gaps before it.
    files.iter_mut().zip(0..).for_each(|(file, number)| *file += number * gap);
    rng.shuffle(&mut files);
    let abroad = rng.below(settings.submarines_abroad.min(submarines) as usize + 1);
    let squares = files.into_iter().enumerate().filter_map(|(number, file)| {
        let ranks = if number < abroad { ABROAD_RANKS } else { HOME_RANKS };
        Square::at(file, ranks[rng.below(ranks.len())])
    });
    squares.map(|square| turned(square, side, false)).collect()
}

/// The probability of each square for a submarine placed by [`random_placement`]. All files have the same probability.
pub(super) fn placement_odds(
    settings: &WarpacSettings,
    side: usize,
) -> impl Iterator<Item = (Square, f64)> {
    let submarines = f64::from(settings.submarines.max(1));
    // Any number abroad, from none to the most, is equally likely.
    let abroad = f64::from(settings.submarines_abroad.min(settings.submarines)) / 2.0 / submarines;
    let shares = HOME_RANKS.map(|rank| (rank, 1.0 - abroad));
    let shares = shares.into_iter().chain(ABROAD_RANKS.map(|rank| (rank, abroad)));
    let squares = shares.flat_map(|(rank, share)| {
        let share = share / HOME_RANKS.len() as f64 / f64::from(SIZE);
        (0..SIZE).filter_map(move |file| Some((Square::at(file, rank)?, share)))
    });
    squares.map(move |(square, share)| (turned(square, side, false), share))
}

/// Converts a square of White's deployment to `side`, optionally with left and right exchanged.
pub(super) fn turned(square: Square, side: usize, is_flipped: bool) -> Square {
    let file = if is_flipped { SIZE - 1 - square.file() } else { square.file() };
    let rank = if side == 0 { square.rank() } else { SIZE - 1 - square.rank() };
    Square::at(file, rank).unwrap_or(square)
}
