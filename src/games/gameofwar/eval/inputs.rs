//! Network inputs of A Game of War.
//!
//! For both sides: units by kind and square, squares of offline units, and arsenals. One input names the side that
//! looks, because the two territories differ. Each side sees the board from its own edge.

use crate::games::gameofwar::board::{SQUARES, Square, WIDTH};
use crate::games::gameofwar::units::{KINDS, UNITS, each};
use crate::games::gameofwar::{ARSENALS_OF, GameOfWarRules, War};
use crate::search::{BuiltIn, FeatureSet, InputBlock, Inputs, built_in};

const FIRST_OFFLINE: usize = KINDS * SQUARES;
const A_SIDE: usize = FIRST_OFFLINE + SQUARES;
const FIRST_ARSENAL: usize = 2 * A_SIDE;
const ARSENALS: usize = 4;
const FIRST_SEAT: usize = FIRST_ARSENAL + ARSENALS;
const ALL: usize = FIRST_SEAT + 2;
const STAGES_OF_GAME: usize = 4;

impl<R: GameOfWarRules> Inputs for War<R> {
    type Set = [u64; ALL.div_ceil(64)];
    const FEATURES: usize = ALL;
    const ROWS: usize = ALL;
    const MAX_ACTIVE_FEATURES: usize = 4 * UNITS + ARSENALS + 2;
    const BUCKETS: usize = STAGES_OF_GAME;
    const NAME: &'static str = "gameofwar";
    /// The hand-made value fades with the clock from the first turn on. Keys include the clock only near a draw.
    const KEY_DECIDES: bool = false;

    fn blocks() -> Vec<InputBlock> {
        vec![
            InputBlock::new("own-units-by-kind", FIRST_OFFLINE),
            InputBlock::new("own-units-offline", SQUARES),
            InputBlock::new("other-units-by-kind", FIRST_OFFLINE),
            InputBlock::new("other-units-offline", SQUARES),
            InputBlock::new("own-arsenals", ARSENALS / 2),
            InputBlock::new("other-arsenals", ARSENALS / 2),
            InputBlock::new("seat", 2),
        ]
    }

    fn features(&self, set: &mut Self::Set) {
        for side in 0..2 {
            let online = self.now.communications[side].online;
            for unit in each(self.now.alive[side]) {
                let square = self.now.squares[side][unit].number();
                set.put(A_SIDE * side + SQUARES * self.kind_of(unit).index() + square);
                if online >> unit & 1 == 0 {
                    set.put(A_SIDE * side + FIRST_OFFLINE + square);
                }
            }
            set.put(FIRST_SEAT + side);
        }
        set.put_all(FIRST_ARSENAL, u128::from(self.now.arsenals));
    }

    fn row(seat: usize, feature: usize) -> Option<usize> {
        if feature >= FIRST_SEAT {
            return (feature - FIRST_SEAT == seat).then_some(feature);
        }
        if feature >= FIRST_ARSENAL {
            let arsenal = feature - FIRST_ARSENAL;
            let is_own = ARSENALS_OF[seat] >> arsenal & 1 == 1;
            return Some(FIRST_ARSENAL + 2 * usize::from(!is_own) + arsenal % 2);
        }
        let (side, part) = (feature / A_SIDE, feature % A_SIDE);
        let (kind, square) = (part / SQUARES, part % SQUARES);
        let seen = if seat == 0 { square } else { SQUARES - 1 - square };
        Some(A_SIDE * usize::from(side != seat) + SQUARES * kind + seen)
    }

    fn place(feature: usize) -> Option<String> {
        let number = feature % A_SIDE % SQUARES;
        let square = Square::at(number % WIDTH, number / WIDTH)?;
        (feature < FIRST_ARSENAL).then(|| square.name())
    }

    fn bucket(&self) -> usize {
        let units: u32 = self.now.alive.iter().map(|units| units.count_ones()).sum();
        units as usize * STAGES_OF_GAME / (2 * UNITS + 1)
    }

    fn built_in() -> Option<&'static BuiltIn> {
        static NETWORK: BuiltIn = built_in!("gameofwar.net");
        R::IS_BUILT_IN.then_some(&NETWORK)
    }
}
