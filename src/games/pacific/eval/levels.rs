//! Elo of the strength levels of Pacific, from the weakest (`search/evaluation/strength.rs`). `scripts/calibrate.py
//! --variant pacific-a` measures them and prints these tables.
//!
//! Levels 200 apart also played each other where possible. `scripts/calibrate.py --check` corrected their distances
//! by the results. The games behind the figures are in `scripts/laboratory/pacific.md`.

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
