//! Elo of the strength levels of Pacru, Azacru and Shacru, from the weakest (`search/evaluation/strength.rs`).
//! `scripts/calibrate.py --variant pacru` measures them and prints these tables.
//!
//! Levels 200 apart also played each other where possible. `scripts/calibrate.py --check` corrected their distances
//! by the results.
//!
//! With three and four players luck counts more, so the weakest levels are higher. Pacru with the classic rule of
//! meetings shares the table of Pacru. The games behind the figures are in `scripts/laboratory`: `pacru.md`,
//! `azacru.md` and `shacru.md`.

use crate::search::StrengthTable;

/// Pacru for two. A few centipawns decide here, so the evaluation noise is small.
pub(super) const PACRU: StrengthTable = StrengthTable {
    levels: &[
        (411, 250, 60),
        (843, 500, 30),
        (1436, 1000, 15),
        (1804, 2000, 5),
        (2004, 4000, 0),
        (2171, 8000, 0),
        (2369, 16000, 0),
    ],
};

/// Azacru for two.
pub(super) const AZACRU: StrengthTable = StrengthTable {
    levels: &[
        (538, 500, 150),
        (813, 750, 90),
        (1085, 1000, 50),
        (1584, 2000, 20),
        (1919, 4000, 0),
        (2096, 8000, 0),
        (2274, 16000, 0),
    ],
};

/// Shacru for two.
pub(super) const SHACRU: StrengthTable = StrengthTable {
    levels: &[
        (801, 250, 1200),
        (868, 250, 600),
        (935, 250, 300),
        (1231, 500, 150),
        (1389, 750, 90),
        (1541, 1000, 50),
        (1826, 2000, 20),
        (1997, 4000, 0),
        (2089, 8000, 0),
        (2166, 16000, 0),
    ],
};

/// Pacru for three.
pub(super) const PACRU_3: StrengthTable = StrengthTable {
    levels: &[
        (548, 250, 120),
        (884, 250, 60),
        (1085, 500, 30),
        (1418, 1000, 15),
        (1666, 2000, 5),
        (1807, 4000, 0),
        (1814, 8000, 0),
        (1882, 16000, 0),
    ],
};

/// Pacru for four.
pub(super) const PACRU_4: StrengthTable = StrengthTable {
    levels: &[
        (685, 250, 1500),
        (746, 250, 400),
        (895, 250, 120),
        (1106, 250, 60),
        (1393, 500, 30),
        (1604, 1000, 15),
        (1776, 2000, 5),
        (1801, 4000, 0),
        (1882, 8000, 0),
        (1909, 16000, 0),
    ],
};

/// Azacru for three.
pub(super) const AZACRU_3: StrengthTable = StrengthTable {
    levels: &[
        (1417, 250, 10000),
        (1425, 250, 1500),
        (1433, 250, 600),
        (1438, 250, 300),
        (1563, 500, 150),
        (1795, 1000, 50),
        (1889, 2000, 20),
        (1908, 4000, 0),
        (1930, 16000, 0),
    ],
};

/// Azacru for four.
pub(super) const AZACRU_4: StrengthTable = StrengthTable {
    levels: &[
        (1414, 250, 10000),
        (1446, 250, 600),
        (1508, 250, 300),
        (1584, 500, 150),
        (1795, 1000, 50),
        (1908, 2000, 20),
        (1915, 4000, 0),
    ],
};

/// Shacru for three.
pub(super) const SHACRU_3: StrengthTable = StrengthTable {
    levels: &[
        (1106, 250, 10000),
        (1195, 250, 1200),
        (1398, 250, 300),
        (1559, 500, 150),
        (1837, 1000, 50),
        (1928, 2000, 20),
        (1967, 4000, 0),
    ],
};

/// Shacru for four.
pub(super) const SHACRU_4: StrengthTable = StrengthTable {
    levels: &[
        (1463, 250, 10000),
        (1497, 250, 1200),
        (1646, 250, 300),
        (1759, 500, 150),
        (1926, 1000, 50),
        (1992, 2000, 20),
    ],
};
