//! The value of single pieces: the network's value with the piece minus that without it.

use super::network_in_use::NetworkInUse;
use super::output::{network_values, sums_of};
use super::{EvalSource, FeatureSet, Inputs};
use crate::game::Score;
use crate::search::evaluation::evaluator::MOST_PLAYERS;

/// The value of the piece on each occupied square, in centipawns for the mover, ordered by file. Empty without a
/// network. Features that a piece causes elsewhere, such as the fields that it reaches, stay unchanged.
/// `values_of` evaluates the position.
pub fn piece_values<G: Inputs>(
    eval_source: &EvalSource,
    game: &G,
    values_of: fn(&EvalSource, &G) -> [Score; MOST_PLAYERS],
) -> Vec<(String, i32)> {
    let in_use = NetworkInUse::by::<G>(eval_source);
    let Some(network) = in_use.network() else { return Vec::new() };
    let mut whole = G::Set::EMPTY;
    game.features(&mut whole);
    let by_hand = values_of(&EvalSource::HandMade, game);
    let value = |features: &[usize]| {
        let sums = sums_of::<G>(network, features);
        network_values(network, &sums, game, by_hand)[game.player().index()].raw()
    };
    let all: Vec<usize> = whole.numbers().collect();
    let with = value(&all);
    let mut places: Vec<String> = all.iter().filter_map(|feature| G::place(*feature)).collect();
    places.sort_by_key(|place| (place.chars().next(), place.len(), place.clone()));
    places.dedup();
    let worth = |place: String| {
        let stays = |feature: &usize| G::place(*feature).as_deref() != Some(&*place);
        let rest: Vec<usize> = all.iter().copied().filter(stays).collect();
        (place, with - value(&rest))
    };
    places.into_iter().map(worth).collect()
}
