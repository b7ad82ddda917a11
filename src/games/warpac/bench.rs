//! The positions that `bench` searches, without and with submarines.

pub(super) const POSITIONS: [&[&str]; 2] = [SURFACE, SUBMARINES];

const SURFACE: &[&str] = &[
    "16/r2qk1rrrr1kq2r/16/nnbnnnnbbnnnnbnn/16/16/16/16/16/16/16/16/NNBNNNNBBNNNNBNN/16/R2QK1RRRR1KQ2R/16 w s d2>e2,m2>l2,d15>e15,m15>l15 - - 0 1",
];

const SUBMARINES: &[&str] = &[
    "16/r2qk1rrrr1kq2r/16/nnbnnnnbbnnnnbnn/16/16/16/16/16/16/16/16/NNBNNNNBBNNNNBNN/16/R2QK1RRRR1KQ2R/16 w s d2>e2,m2>l2,d15>e15,m15>l15 c6,h6,n6,f7,k7/f10,k10,c11,h11,n11 - 0 1",
];
