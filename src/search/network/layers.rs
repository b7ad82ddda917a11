//! The arithmetic of a network, in integers. Loops over arrays of [`LANES`] become vector instructions.

use super::file::{LANES, Network, ONE_IN_FIRST};

/// Adds a row of the first layer to what a seat sees.
#[inline(always)]
pub(super) fn add(sums: &mut [i16], row: &[i16]) {
    for (sums, row) in sums.chunks_exact_mut(LANES).zip(row.chunks_exact(LANES)) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    }
}

/// Takes a row away again.
#[inline(always)]
pub(super) fn subtract(sums: &mut [i16], row: &[i16]) {
    for (sums, row) in sums.chunks_exact_mut(LANES).zip(row.chunks_exact(LANES)) {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

/// The sum over units of weight times squared clipped activation. A weight of at most 127 times an activation of at
/// most 255 fits into 16 bits.
#[inline(always)]
fn squared_clipped(sums: &[i16], weights: &[i16]) -> i32 {
    let mut totals = [0; LANES];
    for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for lane in 0..LANES {
            let active = sums[lane].clamp(0, ONE_IN_FIRST as i16);
            let weighted = active.wrapping_mul(weights[lane]);
            totals[lane] += i32::from(active) * i32::from(weighted);
        }
    }
    totals.iter().sum()
}

impl Network {
    /// What the outputs of `bucket` say to the player in `seat`, without the hand-made part; in centipawns.
    #[inline]
    pub(super) fn output(&self, sums: &[i16], players: usize, seat: usize, bucket: usize) -> i32 {
        let hidden = self.hidden;
        let layer = &self.second[bucket * players * hidden..][..players * hidden];
        let mut total = 0;
        for (view, weights) in layer.chunks_exact(hidden).enumerate() {
            let looking = (seat + view) % players;
            total += squared_clipped(&sums[looking * hidden..][..hidden], weights);
        }
        let logit = total / ONE_IN_FIRST + self.biases[bucket];
        (i64::from(logit) * i64::from(self.scale_cp) / Self::ONE) as i32
    }
}
