//! The positions that `bench` searches, without and with submarines: starting positions, then positions from
//! self-play, from openings to endings.

pub(super) const POSITIONS: [&[&str]; 2] = [SURFACE, SUBMARINES];

const SURFACE: &[&str] = &[
    "16/r2qk1rrrr1kq2r/16/nnbnnnnbbnnnnbnn/16/16/16/16/16/16/16/16/NNBNNNNBBNNNNBNN/16/R2QK1RRRR1KQ2R/16 w s d2>e2,m2>l2,d15>e15,m15>l15 - - 0 1",
    "16/rn1qk1nrrn1kq2r/16/nnbnnnnbbnnnnbnn/16/16/16/16/16/16/16/16/RNBNRNBRRBNRNBNN/16/16/3QK2QK2KQ3 w s d1>e1,h1>i1,m1>l1,d15>e15,m15>l15 - - 0 1",
    "16/4k1r6n2/10k5/1nbnq1n2nnn2n1/2n1n8n2/16/R15/16/2r13/7R8/5NN4N4/2N13/1N1N2N2NN5/13Q2/4R6K3N/8N7 w s n3^l2,e13^e15 - - 4 26",
    "16/11k3n/1k11n2/16/4n8nn1/2n2B10/16/7n8/11Q4/16/4N11/7N4N3/5N4N5/16/R9K5/2r13 b s l8^k2 - - 11 50",
    "16/2Q9nk2/8n4n2/10n5/13r2/16/16/9R6/16/16/4N8N2/16/5N10/8NK6/16/16 w s c15^j3 - - 53 85",
    "16/16/16/16/9N6/7R8/16/16/8k7/8n7/16/16/16/16/4K11/16 b s - - - 34 146",
];

const SUBMARINES: &[&str] = &[
    "16/r2qk1rrrr1kq2r/16/nnbnnnnbbnnnnbnn/16/16/16/16/16/16/16/16/NNBNNNNBBNNNNBNN/16/R2QK1RRRR1KQ2R/16 w s d2>e2,m2>l2,d15>e15,m15>l15 c6,h6,n6,f7,k7/f10,k10,c11,h11,n11 - 0 1",
    "11q4/r3k1rrrr1k3r/16/nn1nnnnb1nnnnbnn/16/16/5Q10/16/16/16/16/16/1N1NNNNBBNN1NBNN/2N13/R3K1RRRR1K3R/16 w s f10^l2,l16^l15 c6,h6,n6,f7/k10,c11,h11,n11 - 3 6",
    "9r6/4k6k3r/8n7/nn1n1n3nnnn1nn/16/9b6/16/16/16/16/2R13/8R7/1N1N1N4N1N1NN/7N8/4KNr2R1K3R/1N14 w s - c6,h6,n6,f7/k10,c11,h11,n11 - 2 16",
    "16/1kn7nk3n/8n7/nn7nn4n/7n8/11n4/16/16/16/16/13N2/3R12/1N8N3NN/1N5N8/4KN5K4/1NR13 w u - c6,h6,n6,f7/k10,c11,h11,n11 - 18 28",
];
