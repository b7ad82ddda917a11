//! What the variants of files may set in Pacru, Azacru and Shacru.

use super::settings::{BORDER_MARKERS, CHEVRON_LOST_BY, MEETING_COUNTED, ROTATIONS, STOPPED_GAMES};
use super::{CruOfFile, CruSettings, GameKind, MOST_PAYMENT};
use crate::game::{Game, Reach, Refusal, Switch, SwitchTable, start_of};

type CruSwitch = Switch<CruSettings>;

/// The most turns that [`CruSettings::stop_turns`] may be.
const MOST_STOP_TURNS: u32 = 1000;

const MOST_POWER: CruSwitch = CruSwitch::number(
    "most_power",
    "the most fields that a chevron may move, whatever its power; 9 is no limit",
    "rules.md 4",
    [1, 9],
    |settings| &mut settings.most_power,
)
.reaching(Reach::Inputs);

const CONNECTION_JUMPS: CruSwitch = CruSwitch::flag(
    "connection_jumps",
    "whether a move between own markers may pass chevrons",
    "rules.md 4",
    |settings| &mut settings.connection_jumps,
);

const BORDER_MARKER: CruSwitch = CruSwitch::word(
    "border_marker",
    "the fields for the marker of a border crossing: none, bare ones, or those of others \
     too if none is bare",
    "rules.md 5.2",
    &["none", "bare", "any"],
    |settings| settings.border_marker as usize,
    |settings, index| settings.border_marker = BORDER_MARKERS[index],
);

const BORDER_MARKER_UNDER_CHEVRON: CruSwitch = CruSwitch::flag(
    "border_marker_under_chevron",
    "whether that marker may go under the chevron that has crossed the border",
    "rules.md 5.2",
    |settings| &mut settings.border_marker_under_chevron,
);

const MEETING_THRESHOLD: CruSwitch = CruSwitch::number(
    "meeting_threshold",
    "the markers that some other player must have for a meeting to bring its bonus; 0 is \
     the classic rule, 80 is no bonus",
    "rules.md 5.4",
    [0, CruSettings::NO_MEETINGS],
    |settings| &mut settings.meeting_threshold,
);

const MEETING_COUNT: CruSwitch = CruSwitch::word(
    "meeting_counted",
    "when these markers are counted: before or after the marker of the border crossing \
     and the connection",
    "rules.md 5.4",
    &["before", "after"],
    |settings| settings.meeting_counted as usize,
    |settings, index| settings.meeting_counted = MEETING_COUNTED[index],
);

const BONUS_ON_FIELD_LEFT: CruSwitch = CruSwitch::flag(
    "bonus_on_field_left",
    "whether the bonus of a meeting may go on the field that the chevron has left",
    "rules.md 5.4",
    |settings| &mut settings.bonus_on_field_left,
);

const ROTATION: CruSwitch = CruSwitch::word(
    "rotations",
    "the rotations that there are, in degrees",
    "rules.md 6",
    &["none", "45", "45_and_90"],
    |settings| settings.rotations as usize,
    |settings, index| settings.rotations = ROTATIONS[index],
);

const ROTATION_PRICE_45: CruSwitch = CruSwitch::number(
    "rotation_price_45",
    "the markers that a rotation by 45 degrees costs",
    "rules.md 6",
    [0, MOST_PAYMENT as u32],
    |settings| &mut settings.rotation_prices[0],
);

const ROTATION_PRICE_90: CruSwitch = CruSwitch::number(
    "rotation_price_90",
    "the markers that a rotation by 90 degrees costs",
    "rules.md 6",
    [0, MOST_PAYMENT as u32],
    |settings| &mut settings.rotation_prices[1],
);

const MARKERS_TO_WIN: CruSwitch = CruSwitch::number(
    "markers_to_win",
    "the markers that win",
    "rules.md 7",
    [1, 81],
    |settings| &mut settings.markers_to_win,
);

const LOST_BY: CruSwitch = CruSwitch::word(
    "chevron_lost_by",
    "the connections that cost the chevron: none, those that take a marker of another \
     player, or all",
    "rules.md 8",
    &["nothing", "taking", "connecting"],
    |settings| settings.chevron_lost_by as usize,
    |settings, index| settings.chevron_lost_by = CHEVRON_LOST_BY[index],
);

const LAST_ROUND: CruSwitch = CruSwitch::flag(
    "last_round",
    "whether the others have one more turn when a player cannot move",
    "rules.md 8",
    |settings| &mut settings.last_round,
);

const fn twists(reach: Reach, source: &'static str) -> CruSwitch {
    CruSwitch::flag(
        "twists",
        "whether a chevron that has crossed a border may be twisted",
        source,
        |settings| &mut settings.twists,
    )
    .reaching(reach)
}

const STOP_TURNS: CruSwitch = CruSwitch::number(
    "stop_turns",
    "consecutive turns without a change that stop the game",
    "rules.md 10",
    [1, MOST_STOP_TURNS],
    |settings| &mut settings.stop_turns,
);

const STOPPED_GAME: CruSwitch = CruSwitch::word(
    "stopped_game",
    "the result of a game that stops, by lack of change or by repetition: a draw, or most \
     markers win",
    "rules.md 10",
    &["drawn", "counted"],
    |settings| settings.stopped_game as usize,
    |settings, index| settings.stopped_game = STOPPED_GAMES[index],
);

const START: CruSwitch = CruSwitch::text(
    "start",
    "the position in which games begin",
    "rules.md 2",
    "a FEN",
    |settings| &mut settings.start,
)
.reaching(Reach::Start);

const OF_PACRU: &[CruSwitch] = &[
    MOST_POWER,
    CONNECTION_JUMPS,
    BORDER_MARKER,
    BORDER_MARKER_UNDER_CHEVRON,
    MEETING_THRESHOLD,
    MEETING_COUNT,
    BONUS_ON_FIELD_LEFT,
    ROTATION,
    ROTATION_PRICE_45,
    ROTATION_PRICE_90,
    MARKERS_TO_WIN,
    STOP_TURNS,
    STOPPED_GAME,
    START,
];

const OF_AZACRU: &[CruSwitch] = &[
    MOST_POWER,
    CONNECTION_JUMPS,
    LOST_BY,
    twists(Reach::Play, "rules.md 8"),
    LAST_ROUND,
    STOP_TURNS,
    STOPPED_GAME,
    START,
];

// Territory and mobility, which the networks of Shacru see, assume twists.
const OF_SHACRU: &[CruSwitch] =
    &[twists(Reach::Inputs, "rules.md 9"), STOP_TURNS, STOPPED_GAME, START];

/// The switches of the game that these settings are of, for `PLAYERS` players.
pub fn switches<const PLAYERS: usize>(settings: &CruSettings) -> SwitchTable<CruSettings> {
    let switches = match settings.kind {
        GameKind::Pacru => OF_PACRU,
        GameKind::Azacru => OF_AZACRU,
        GameKind::Shacru => OF_SHACRU,
    };
    SwitchTable { switches, check: check::<PLAYERS> }
}

/// The start must be a position in which a turn begins and the game goes on.
fn check<const PLAYERS: usize>(settings: &'static CruSettings) -> Result<(), Refusal> {
    let start = start_of::<CruOfFile<PLAYERS>>(settings, settings.start)?;
    match start.turn_start() {
        true => Ok(()),
        false => Err(Refusal::of_start("no turn begins in this position")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::SwitchKind;
    use crate::games::pacru::Meeting;

    #[test]
    fn words_are_in_the_order_of_their_values() {
        for kind in [GameKind::Pacru, GameKind::Azacru, GameKind::Shacru] {
            let mut settings = CruSettings::built_in(kind, 2, Meeting::Tournament);
            for switch in switches::<2>(&settings).switches {
                let SwitchKind::Word { words, get, set } = switch.kind else { continue };
                for index in 0..words.len() {
                    set(&mut settings, index);
                    assert_eq!(get(&settings), index, "{}", switch.key);
                }
            }
        }
    }
}
