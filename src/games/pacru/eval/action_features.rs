//! Action features of Pacru, Azacru and Shacru for the policy network: start and direction, arrival and facing,
//! border marker, immediate gain, and whether the action connects.

use super::turned_board::{TURNED, turned_facing};
use crate::games::pacru::board::{FIELDS, Facing, Field};
use crate::games::pacru::{Cru, CruAction, Family};
use crate::search::{MAX_ACTION_FEATURES, NO_ACTION_FEATURE, Tactics};

const FACINGS: usize = 8;
const FIRST_TO: usize = FACINGS * FIELDS;
const FIRST_MARKER: usize = FIRST_TO + FACINGS * FIELDS;
const FIRST_ROTATION: usize = FIRST_MARKER + FIELDS;
const FIRST_PAYMENT: usize = FIRST_ROTATION + FACINGS * FIELDS;
const FIRST_BONUS: usize = FIRST_PAYMENT + FIELDS;
const FIRST_GAIN: usize = FIRST_BONUS + FIELDS;
/// The immediate gain is counted in steps of one marker, clamped to [`STEPS`].
const STEP_CP: i32 = 50;
const STEPS: [i32; 2] = [-8, 15];
const CONNECTION: usize = FIRST_GAIN + (STEPS[1] - STEPS[0]) as usize + 1;
const END: usize = CONNECTION + 1;
/// The number of action features.
pub(super) const ROWS: usize = END + 1;
/// The action features by blocks, in their order.
pub(super) const BLOCKS: [(&str, usize); 9] = [
    ("start-and-direction", FIRST_TO),
    ("arrival-and-facing", FIRST_MARKER - FIRST_TO),
    ("border-marker", FIRST_ROTATION - FIRST_MARKER),
    ("rotation", FIRST_PAYMENT - FIRST_ROTATION),
    ("payment", FIRST_BONUS - FIRST_PAYMENT),
    ("bonus", FIRST_GAIN - FIRST_BONUS),
    ("gain", CONNECTION - FIRST_GAIN),
    ("connection", END - CONNECTION),
    ("end", 1),
];

/// The features of an action on the board after `turns` quarter turns.
pub(super) fn of<F: Family, const PLAYERS: usize>(
    game: &Cru<F, PLAYERS>,
    action: CruAction,
    turns: usize,
) -> [u16; MAX_ACTION_FEATURES]
where
    Cru<F, PLAYERS>: Tactics<Action = CruAction>,
{
    let at = |field: Field| TURNED[turns][field.index()].index();
    let way = |facing: Facing| turned_facing(facing, turns).index();
    let steps = (game.gain(action) / STEP_CP).clamp(STEPS[0], STEPS[1]) - STEPS[0];
    let gain = FIRST_GAIN + steps as usize;
    let field = at(action.field());
    let parts = if action.is_move() {
        let direction = action.field().facing_along(action.to());
        [
            Some(FACINGS * field + way(direction)),
            Some(FIRST_TO + FACINGS * at(action.to()) + way(action.facing())),
            action.marker().map(|marker| FIRST_MARKER + at(marker)),
            Some(gain),
            action.connects().then_some(CONNECTION),
        ]
    } else if action.is_rotation() {
        let turn = FIRST_ROTATION + FACINGS * field + way(action.facing());
        [Some(turn), Some(gain), None, None, None]
    } else if action.is_payment() {
        [Some(FIRST_PAYMENT + field), Some(gain), None, None, None]
    } else if action.is_bonus() {
        [Some(FIRST_BONUS + field), Some(gain), None, None, None]
    } else {
        [Some(END), None, None, None, None]
    };
    parts.map(|part| part.map_or(NO_ACTION_FEATURE, |part| part as u16))
}
