//! How strong the weak players of Pacific are, in Elo, from the weakest level of the strength table on (`search/skill.rs`).
//! `scripts/calibrate.py --variant pacific-a` measures it and prints what stands here.
//!
//! Where levels 200 apart have played each other as well, their distances were mended by the results, as
//! `scripts/calibrate.py --check` prints them. The games behind the figures are in `scripts/laboratory/pacific.md`.

use crate::search::StrengthTable;

/// Type A.
pub(super) const TYPE_A: StrengthTable = StrengthTable {
    levels: &[
        (676, 250, 300),
        (920, 500, 200),
        (1041, 500, 130),
        (1305, 750, 85),
        (1483, 1000, 50),
        (1693, 2000, 20),
        (1863, 4000, 0),
        (1977, 8000, 0),
        (2132, 16000, 0),
        (2229, 32000, 0),
    ],
};

/// Type B.
pub(super) const TYPE_B: StrengthTable = StrengthTable {
    levels: &[
        (532, 250, 600),
        (767, 250, 300),
        (989, 500, 200),
        (1050, 500, 130),
        (1261, 750, 85),
        (1503, 1000, 50),
        (1667, 2000, 20),
        (1809, 4000, 0),
        (1967, 8000, 0),
        (2079, 16000, 0),
        (2090, 32000, 0),
    ],
};
