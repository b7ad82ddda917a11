//! The arithmetic of a network, in integers. Loops over arrays whose length the compiler knows become vector
//! instructions of any width.

use super::file::{Network, ONE_IN_FIRST};

/// Adds a row of the first layer to what a seat sees, or takes it away.
#[inline(always)]
pub(super) fn change<const HIDDEN: usize>(sums: &mut [i16], row: &[i16], comes: bool) {
    let (Some(sums), Some(row)) = (sums.first_chunk_mut(), row.first_chunk()) else { return };
    if comes { add::<HIDDEN>(sums, row) } else { subtract::<HIDDEN>(sums, row) }
}

#[inline(always)]
fn add<const HIDDEN: usize>(sums: &mut [i16; HIDDEN], row: &[i16; HIDDEN]) {
    for unit in 0..HIDDEN {
        sums[unit] = sums[unit].wrapping_add(row[unit]);
    }
}

#[inline(always)]
fn subtract<const HIDDEN: usize>(sums: &mut [i16; HIDDEN], row: &[i16; HIDDEN]) {
    for unit in 0..HIDDEN {
        sums[unit] = sums[unit].wrapping_sub(row[unit]);
    }
}

/// The sum over units of weight times squared clipped activation. A weight of at most 127 times an activation of at
/// most 255 fits into 16 bits.
#[inline(always)]
fn squared_clipped<const HIDDEN: usize>(sums: &[i16], weights: &[i16]) -> i32 {
    let (Some(sums), Some(weights)) = (sums.first_chunk(), weights.first_chunk()) else { return 0 };
    let (sums, weights): (&[i16; HIDDEN], &[i16; HIDDEN]) = (sums, weights);
    let mut total = 0;
    for unit in 0..HIDDEN {
        let active = sums[unit].clamp(0, ONE_IN_FIRST as i16);
        total += i32::from(active) * i32::from(active.wrapping_mul(weights[unit]));
    }
    total
}

impl Network {
    /// What the outputs of `bucket` say to the player in `seat`, without the hand-made part; in centipawns.
    #[inline(always)]
    pub(super) fn output(&self, sums: &[i16], players: usize, seat: usize, bucket: usize) -> i32 {
        match self.hidden {
            32 => self.output_of::<32>(sums, players, seat, bucket),
            _ => self.output_of::<64>(sums, players, seat, bucket),
        }
    }

    #[inline(always)]
    fn output_of<const HIDDEN: usize>(
        &self,
        sums: &[i16],
        players: usize,
        seat: usize,
        bucket: usize,
    ) -> i32 {
        let layer = &self.second[bucket * players * HIDDEN..][..players * HIDDEN];
        let mut total = 0;
        for (view, weights) in layer.chunks_exact(HIDDEN).enumerate() {
            let looking = if seat + view < players { seat + view } else { seat + view - players };
            total += squared_clipped::<HIDDEN>(&sums[looking * HIDDEN..], weights);
        }
        let logit = total / ONE_IN_FIRST + self.biases[bucket];
        (i64::from(logit) * i64::from(self.scale_cp) / Self::ONE) as i32
    }
}
