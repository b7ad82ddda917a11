//! What the variants of files may set in Pacru, Azacru and Shacru.

use super::settings::{BORDER_MARKERS, CHEVRON_LOST_BY, MEETING_COUNTED, ROTATIONS, STOPPED_GAMES};
use super::{CruOfFile, CruSettings, GameKind, MOST_PAYMENT};
use crate::game::{Game, Notation, Reach, Refusal, Switch, SwitchKind, SwitchTable};

/// The most turns that [`CruSettings::stop_turns`] may be.
const MOST_STOP_TURNS: u32 = 1000;

const MOST_POWER: Switch<CruSettings> = Switch {
    key: "most_power",
    meaning: "the most fields that a chevron may move, whatever its power; 9 is no limit",
    source: "rules.md 4",
    reach: Reach::Inputs,
    kind: SwitchKind::Number { range: 1..=9, at: |settings| &mut settings.most_power },
};

const CONNECTION_JUMPS: Switch<CruSettings> = Switch {
    key: "connection_jumps",
    meaning: "whether a move between own markers may pass chevrons",
    source: "rules.md 4",
    reach: Reach::Play,
    kind: SwitchKind::Flag { at: |settings| &mut settings.connection_jumps },
};

const BORDER_MARKER: Switch<CruSettings> = Switch {
    key: "border_marker",
    meaning: "the fields for the marker of a border crossing: none, bare ones, or those of others \
              too if none is bare",
    source: "rules.md 5.2",
    reach: Reach::Play,
    kind: SwitchKind::Word {
        words: &["none", "bare", "any"],
        get: |settings| settings.border_marker as usize,
        set: |settings, index| settings.border_marker = BORDER_MARKERS[index],
    },
};

const BORDER_MARKER_UNDER_CHEVRON: Switch<CruSettings> = Switch {
    key: "border_marker_under_chevron",
    meaning: "whether that marker may go under the chevron that has crossed the border",
    source: "rules.md 5.2",
    reach: Reach::Play,
    kind: SwitchKind::Flag { at: |settings| &mut settings.border_marker_under_chevron },
};

const MEETING_THRESHOLD: Switch<CruSettings> = Switch {
    key: "meeting_threshold",
    meaning: "the markers that some other player must have for a meeting to bring its bonus; 0 is \
              the classic rule, 80 is no bonus",
    source: "rules.md 5.4",
    reach: Reach::Play,
    kind: SwitchKind::Number {
        range: 0..=CruSettings::NO_MEETINGS,
        at: |settings| &mut settings.meeting_threshold,
    },
};

const MEETING_COUNT: Switch<CruSettings> = Switch {
    key: "meeting_counted",
    meaning: "when these markers are counted: before or after the marker of the border crossing \
              and the connection",
    source: "rules.md 5.4",
    reach: Reach::Play,
    kind: SwitchKind::Word {
        words: &["before", "after"],
        get: |settings| settings.meeting_counted as usize,
        set: |settings, index| settings.meeting_counted = MEETING_COUNTED[index],
    },
};

const BONUS_ON_FIELD_LEFT: Switch<CruSettings> = Switch {
    key: "bonus_on_field_left",
    meaning: "whether the bonus of a meeting may go on the field that the chevron has left",
    source: "rules.md 5.4",
    reach: Reach::Play,
    kind: SwitchKind::Flag { at: |settings| &mut settings.bonus_on_field_left },
};

const ROTATION: Switch<CruSettings> = Switch {
    key: "rotations",
    meaning: "the rotations that there are, in degrees",
    source: "rules.md 6",
    reach: Reach::Play,
    kind: SwitchKind::Word {
        words: &["none", "45", "45_and_90"],
        get: |settings| settings.rotations as usize,
        set: |settings, index| settings.rotations = ROTATIONS[index],
    },
};

const ROTATION_PRICE_45: Switch<CruSettings> = Switch {
    key: "rotation_price_45",
    meaning: "the markers that a rotation by 45 degrees costs",
    source: "rules.md 6",
    reach: Reach::Play,
    kind: SwitchKind::Number {
        range: 0..=MOST_PAYMENT as u32,
        at: |settings| &mut settings.rotation_prices[0],
    },
};

const ROTATION_PRICE_90: Switch<CruSettings> = Switch {
    key: "rotation_price_90",
    meaning: "the markers that a rotation by 90 degrees costs",
    source: "rules.md 6",
    reach: Reach::Play,
    kind: SwitchKind::Number {
        range: 0..=MOST_PAYMENT as u32,
        at: |settings| &mut settings.rotation_prices[1],
    },
};

const MARKERS_TO_WIN: Switch<CruSettings> = Switch {
    key: "markers_to_win",
    meaning: "the markers that win",
    source: "rules.md 7",
    reach: Reach::Play,
    kind: SwitchKind::Number { range: 1..=81, at: |settings| &mut settings.markers_to_win },
};

const LOST_BY: Switch<CruSettings> = Switch {
    key: "chevron_lost_by",
    meaning: "the connections that cost the chevron: none, those that take a marker of another \
              player, or all",
    source: "rules.md 8",
    reach: Reach::Play,
    kind: SwitchKind::Word {
        words: &["nothing", "taking", "connecting"],
        get: |settings| settings.chevron_lost_by as usize,
        set: |settings, index| settings.chevron_lost_by = CHEVRON_LOST_BY[index],
    },
};

const LAST_ROUND: Switch<CruSettings> = Switch {
    key: "last_round",
    meaning: "whether the others have one more turn when a player cannot move",
    source: "rules.md 8",
    reach: Reach::Play,
    kind: SwitchKind::Flag { at: |settings| &mut settings.last_round },
};

const fn twists(reach: Reach, source: &'static str) -> Switch<CruSettings> {
    Switch {
        key: "twists",
        meaning: "whether a chevron that has crossed a border may be twisted",
        source,
        reach,
        kind: SwitchKind::Flag { at: |settings| &mut settings.twists },
    }
}

const STOP_TURNS: Switch<CruSettings> = Switch {
    key: "stop_turns",
    meaning: "consecutive turns without a change that stop the game",
    source: "rules.md 10",
    reach: Reach::Play,
    kind: SwitchKind::Number {
        range: 1..=MOST_STOP_TURNS,
        at: |settings| &mut settings.stop_turns,
    },
};

const STOPPED_GAME: Switch<CruSettings> = Switch {
    key: "stopped_game",
    meaning: "the result of a game that stops, by lack of change or by repetition: a draw, or most \
              markers win",
    source: "rules.md 10",
    reach: Reach::Play,
    kind: SwitchKind::Word {
        words: &["drawn", "counted"],
        get: |settings| settings.stopped_game as usize,
        set: |settings, index| settings.stopped_game = STOPPED_GAMES[index],
    },
};

const START: Switch<CruSettings> = Switch {
    key: "start",
    meaning: "the position in which games begin",
    source: "rules.md 2",
    reach: Reach::Start,
    kind: SwitchKind::Text { expected: "a FEN", at: |settings| &mut settings.start },
};

const OF_PACRU: &[Switch<CruSettings>] = &[
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

const OF_AZACRU: &[Switch<CruSettings>] = &[
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
const OF_SHACRU: &[Switch<CruSettings>] =
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
    let refuse = |reason: String| Err(Refusal { key: "start", reason });
    match CruOfFile::<PLAYERS>::from_fen(settings, settings.start) {
        Err(error) => refuse(error.to_string()),
        Ok(start) if start.outcome().is_some() => {
            refuse(format!("the game is over at the start: {}", start.reason().unwrap_or_default()))
        }
        Ok(start) if !start.turn_start() => refuse("no turn begins in this position".to_string()),
        Ok(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
