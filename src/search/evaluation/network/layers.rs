//! Integer arithmetic of the network. Loops over arrays of constant length compile to SIMD instructions of any width.

/// Quantised 1.0 of the first layer; the sums of the second layer stay within 32 bits.
pub(super) const ONE_IN_FIRST: i32 = 255;
/// Numbers in a [`Block`].
pub(super) const IN_BLOCK: usize = 32;

/// Weights or sums of the first layer: one cache line, aligned, so that no vector crosses two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Block(pub [i16; IN_BLOCK]);

impl Block {
    pub const ZERO: Self = Self([0; IN_BLOCK]);
}

/// The `BLOCKS` blocks from `start` on; zeros if there are none.
#[inline(always)]
pub(super) fn blocks<const BLOCKS: usize>(all: &[Block], start: usize) -> &[Block; BLOCKS] {
    all.get(start..).and_then(|rest| rest.first_chunk()).unwrap_or(&[Block::ZERO; BLOCKS])
}

/// Adds a row of the first layer to the sums of a seat.
#[inline(always)]
pub(super) fn add<const BLOCKS: usize>(sums: &mut [Block; BLOCKS], row: &[Block; BLOCKS]) {
    for (sums, row) in sums.iter_mut().zip(row) {
        for unit in 0..IN_BLOCK {
            sums.0[unit] = sums.0[unit].wrapping_add(row.0[unit]);
        }
    }
}

/// Subtracts a row of the first layer from the sums of a seat.
#[inline(always)]
pub(super) fn subtract<const BLOCKS: usize>(sums: &mut [Block; BLOCKS], row: &[Block; BLOCKS]) {
    for (sums, row) in sums.iter_mut().zip(row) {
        for unit in 0..IN_BLOCK {
            sums.0[unit] = sums.0[unit].wrapping_sub(row.0[unit]);
        }
    }
}

/// Sum over units of weight times squared clipped activation. A weight up to 127 times an activation up to 255 fits
/// into 16 bits.
#[inline(always)]
pub(super) fn squared_clipped<const BLOCKS: usize>(
    sums: &[Block; BLOCKS],
    weights: &[Block; BLOCKS],
) -> i32 {
    let mut total = 0;
    for (sums, weights) in sums.iter().zip(weights) {
        for unit in 0..IN_BLOCK {
            let active = sums.0[unit].clamp(0, ONE_IN_FIRST as i16);
            total += i32::from(active) * i32::from(active.wrapping_mul(weights.0[unit]));
        }
    }
    total
}
