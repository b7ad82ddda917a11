//! The output of a network: from features to sums of the first layer, and from sums to the value of each player.

use super::file::HAND_PART_ONE;
use super::layers::{Block, ONE_IN_FIRST, add, blocks, squared_clipped};
use super::win_probabilities::against_others;
use super::{Inputs, Network};
use crate::game::Score;
use crate::search::evaluation::evaluator::MOST_PLAYERS;
use std::array;

impl Network {
    /// The output of `bucket` for the player in `seat` in centipawns, without the hand-made part. `sums` are those of
    /// all seats.
    #[inline(always)]
    pub(super) fn output(&self, sums: &[Block], players: usize, seat: usize, bucket: usize) -> i32 {
        match self.blocks {
            1 => self.output_of::<1>(sums, players, seat, bucket),
            _ => self.output_of::<2>(sums, players, seat, bucket),
        }
    }

    #[inline(always)]
    fn output_of<const BLOCKS: usize>(
        &self,
        sums: &[Block],
        players: usize,
        seat: usize,
        bucket: usize,
    ) -> i32 {
        let mut total = 0;
        for view in 0..players {
            let looking = if seat + view < players { seat + view } else { seat + view - players };
            let weights = blocks(&self.second, (bucket * players + view) * BLOCKS);
            total += squared_clipped::<BLOCKS>(blocks(sums, looking * BLOCKS), weights);
        }
        let logit = total / ONE_IN_FIRST + self.biases[bucket];
        (i64::from(logit) * i64::from(self.scale_cp) / Self::ONE) as i32
    }
}

/// The sums of all seats for these features, computed from scratch.
pub(super) fn sums_of<G: Inputs>(network: &Network, features: &[usize]) -> Vec<Block> {
    let mut sums = network.first_bias.repeat(G::PLAYERS);
    let width = sums.len();
    for feature in features {
        for (sums, row) in sums.iter_mut().zip(&network.first[feature * width..]) {
            add(array::from_mut(sums), array::from_ref(row));
        }
    }
    sums
}

/// The network's value for the player in each seat, with its weight of the hand-made values.
#[inline(always)]
pub(super) fn network_values<G: Inputs>(
    network: &Network,
    sums: &[Block],
    game: &G,
    by_hand: [Score; MOST_PLAYERS],
) -> [Score; MOST_PLAYERS] {
    let bucket = game.bucket();
    let part = network.hand_parts[bucket];
    let mut values = [0; MOST_PLAYERS];
    for (seat, value) in values.iter_mut().enumerate().take(G::PLAYERS) {
        let learned = network.output(sums, G::PLAYERS, seat, bucket);
        *value = learned + by_hand[seat].raw() * part / HAND_PART_ONE;
    }
    let values = &values[..G::PLAYERS];
    array::from_fn(|seat| match seat {
        _ if seat >= G::PLAYERS => Score::DRAW,
        _ if G::PLAYERS == 2 => Score::cp(values[seat]),
        _ => Score::cp(against_others(values, seat, |other| game.is_playing(other))),
    })
}
