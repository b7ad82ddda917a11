//! Compile-time random numbers for Zobrist keys.

/// One step of splitmix64 (Steele, Lea and Flood, 2014): the next state and its output.
pub const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (state, z ^ (z >> 31))
}

/// A table of `ROWS` x `COLUMNS` keys that depend on `seed` alone.
pub const fn table<const ROWS: usize, const COLUMNS: usize>(seed: u64) -> [[u64; COLUMNS]; ROWS] {
    let mut keys = [[0; COLUMNS]; ROWS];
    let mut state = seed;
    let mut row = 0;
    while row < ROWS {
        let mut column = 0;
        while column < COLUMNS {
            (state, keys[row][column]) = splitmix64(state);
            column += 1;
        }
        row += 1;
    }
    keys
}
