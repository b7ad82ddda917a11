//! What the variants of files may set in A Game of War.

use super::map::read_map;
use super::settings::{
    Blockers, Cover, FireStops, GameOfWarSettings, Lost, Neighbours, Offline, OfflineUnits,
    RelaysLight, Side,
};
use super::units::{FIRST_RELAY, MOST_RELAYS};
use super::{GameOfWarOfFile, LoadedRules};
use crate::game::{Game, Player, Reach, Refusal, Settings, Switch, SwitchTable, start_of};

/// The most turns that [`GameOfWarSettings::draw_turns`] may be.
const MOST_DRAW_TURNS: u32 = 1000;
/// The most moves of a turn: the search holds turns of at most eight actions, an attack included.
const MOST_MOVES: u32 = 7;
/// The greatest figure of an attack or a defence.
const MOST_POWER: u32 = 20;
/// The greatest range of fire and support.
const MOST_RANGE: u32 = 3;

/// In the order of the words of their switches.
const COVERS: [Cover; 2] = [Cover::InfantryAndCannons, Cover::Target];
const BLOCKERS: [Blockers; 4] =
    [Blockers::Combat, Blockers::OnlineCombat, Blockers::All, Blockers::Nothing];
const RELAYS_LIGHT: [RelaysLight; 2] = [RelaysLight::Online, RelaysLight::Lit];
const NEIGHBOURS: [Neighbours; 3] = [Neighbours::Chain, Neighbours::Once, Neighbours::Never];
const OFFLINE_UNITS: [OfflineUnits; 3] =
    [OfflineUnits::None, OfflineUnits::Relays, OfflineUnits::All];
const OFFLINE_WORDS: &[&str] = &["none", "relays", "all"];
const FIRE_STOPS: [FireStops; 4] =
    [FireStops::Mountains, FireStops::MountainsAndEnemies, FireStops::Enemies, FireStops::Nothing];
const LOST: [Lost; 3] = [Lost::Combat, Lost::All, Lost::Never];
const OFFLINE: [Offline; 3] = [Offline::WithoutRelays, Offline::Always, Offline::Never];
const SIDES: [Side; 2] = [Side::South, Side::North];

type WarSwitch = Switch<GameOfWarSettings>;

/// The units of a kind that a side has.
macro_rules! count {
    ($key:literal, $kind:literal, $name:literal, $most:expr) => {
        WarSwitch::number(
            $key,
            concat!("the ", $name, " of a side"),
            "rules.md 2",
            [0, $most as u32],
            |settings| &mut settings.units[$kind].count,
        )
        .reaching(Reach::Start)
    };
}

/// A figure of a kind of unit.
macro_rules! figure {
    ($key:literal, $kind:literal, $field:ident, $meaning:literal, $range:expr) => {
        WarSwitch::number($key, $meaning, "rules.md 2", $range, |settings| {
            &mut settings.units[$kind].$field
        })
    };
}

/// The switches of A Game of War.
pub const SWITCHES: SwitchTable<GameOfWarSettings> = SwitchTable { switches: LIST, check };

const LIST: &[WarSwitch] = &[
    WarSwitch::text(
        "map",
        "the board: ranks 20 to 1, parted by /; ^ mountain, = pass, # fortress, A and a arsenals \
         of South and North, . or a number for plain squares",
        "rules.md 1",
        "a map of 20 ranks",
        |settings| &mut settings.map,
    )
    .reaching(Reach::Inputs),
    count!("infantry", 0, "number of infantry", FIRST_RELAY),
    count!("cavalry", 1, "number of cavalry", FIRST_RELAY),
    count!("cannons", 2, "number of cannons", FIRST_RELAY),
    count!("swift_cannons", 3, "number of swift cannons", FIRST_RELAY),
    count!("relays", 4, "number of relays", MOST_RELAYS),
    count!("swift_relays", 5, "number of swift relays", MOST_RELAYS),
    figure!("infantry_attack", 0, attack, "what infantry adds to an attack", [0, MOST_POWER]),
    figure!(
        "cavalry_attack",
        1,
        attack,
        "what cavalry that does not charge adds to an attack",
        [0, MOST_POWER]
    ),
    figure!("cannon_attack", 2, attack, "what a cannon adds to an attack", [0, MOST_POWER]),
    figure!(
        "swift_cannon_attack",
        3,
        attack,
        "what a swift cannon adds to an attack",
        [0, MOST_POWER]
    ),
    figure!("infantry_defence", 0, defence, "what infantry adds to a defence", [0, MOST_POWER]),
    figure!("cavalry_defence", 1, defence, "what cavalry adds to a defence", [0, MOST_POWER]),
    figure!("cannon_defence", 2, defence, "what a cannon adds to a defence", [0, MOST_POWER]),
    figure!(
        "swift_cannon_defence",
        3,
        defence,
        "what a swift cannon adds to a defence",
        [0, MOST_POWER]
    ),
    figure!("relay_defence", 4, defence, "what a relay adds to a defence", [0, MOST_POWER]),
    figure!(
        "swift_relay_defence",
        5,
        defence,
        "what a swift relay adds to a defence",
        [0, MOST_POWER]
    ),
    figure!("infantry_steps", 0, steps, "the steps of infantry", [1, 2]),
    figure!("cavalry_steps", 1, steps, "the steps of cavalry", [1, 2]),
    figure!("cannon_steps", 2, steps, "the steps of a cannon", [1, 2]),
    figure!("swift_cannon_steps", 3, steps, "the steps of a swift cannon", [1, 2]),
    figure!("relay_steps", 4, steps, "the steps of a relay", [1, 2]),
    figure!("swift_relay_steps", 5, steps, "the steps of a swift relay", [1, 2]),
    figure!("infantry_range", 0, range, "the range of infantry", [1, MOST_RANGE]),
    figure!("cavalry_range", 1, range, "the range of cavalry", [1, MOST_RANGE]),
    figure!("cannon_range", 2, range, "the range of a cannon", [1, MOST_RANGE]),
    figure!("swift_cannon_range", 3, range, "the range of a swift cannon", [1, MOST_RANGE]),
    figure!(
        "relay_range",
        4,
        range,
        "the distance from which a relay supports; 0 if it does not",
        [0, MOST_RANGE]
    ),
    figure!(
        "swift_relay_range",
        5,
        range,
        "the distance from which a swift relay supports; 0 if it does not",
        [0, MOST_RANGE]
    ),
    WarSwitch::word(
        "line_blockers",
        "the enemy units that stop a line: combat units, those of them that are online, all units, or \
         none; combat units that cut each other off are offline and stop lines",
        "rules.md 3",
        &["combat", "online_combat", "all", "none"],
        |settings| settings.line_blockers as usize,
        |settings, index| settings.line_blockers = BLOCKERS[index],
    ),
    WarSwitch::word(
        "relays_light",
        "the relays that light lines: those that are online, or those on a lit square alone",
        "rules.md 3",
        &["online", "lit"],
        |settings| settings.relays_light as usize,
        |settings, index| settings.relays_light = RELAYS_LIGHT[index],
    ),
    WarSwitch::word(
        "neighbours",
        "how far communication passes from unit to unit: on and on, one step from a lit square, or not at all",
        "rules.md 3",
        &["chain", "once", "never"],
        |settings| settings.neighbours as usize,
        |settings, index| settings.neighbours = NEIGHBOURS[index],
    ),
    WarSwitch::number(
        "moves_a_turn",
        "the most moves of a turn",
        "rules.md 4",
        [1, MOST_MOVES],
        |settings| &mut settings.moves_a_turn,
    ),
    WarSwitch::word(
        "offline_moves",
        "the units that may move offline",
        "rules.md 4",
        OFFLINE_WORDS,
        |settings| settings.offline_moves as usize,
        |settings, index| settings.offline_moves = OFFLINE_UNITS[index],
    ),
    WarSwitch::flag(
        "passes_own_units",
        "whether a unit of two steps may pass a unit of its own side",
        "rules.md 4",
        |settings| &mut settings.passes_own_units,
    ),
    WarSwitch::flag(
        "first_step_in_network",
        "whether the first of two steps must end on a lit square or beside a unit online",
        "rules.md 4",
        |settings| &mut settings.first_step_in_network,
    ),
    WarSwitch::flag(
        "relays_destroy_arsenals",
        "whether relays destroy arsenals as combat units do",
        "rules.md 4",
        |settings| &mut settings.relays_destroy_arsenals,
    ),
    WarSwitch::flag(
        "arsenal_is_attack",
        "whether the fall of an arsenal is the attack of the turn",
        "rules.md 4",
        |settings| &mut settings.arsenal_is_attack,
    ),
    WarSwitch::flag(
        "arsenal_ends_moves",
        "whether the fall of an arsenal ends the moves of the turn",
        "rules.md 4",
        |settings| &mut settings.arsenal_ends_moves,
    ),
    WarSwitch::word(
        "fire_stopped_by",
        "what stops fire and support; enemies are units of the other side",
        "rules.md 5",
        &["mountains", "mountains_and_enemies", "enemies", "nothing"],
        |settings| settings.fire_stopped_by as usize,
        |settings, index| settings.fire_stopped_by = FIRE_STOPS[index],
    ),
    WarSwitch::number(
        "charge_attack",
        "what charging cavalry adds to an attack",
        "rules.md 5",
        [0, MOST_POWER],
        |settings| &mut settings.charge_attack,
    ),
    WarSwitch::flag(
        "fortress_cavalry_charges",
        "whether cavalry in a fortress can charge",
        "rules.md 5",
        |settings| &mut settings.fortress_cavalry_charges,
    ),
    WarSwitch::number(
        "pass_defence",
        "what a pass adds to a defence",
        "rules.md 5",
        [0, MOST_POWER],
        |settings| &mut settings.pass_defence,
    ),
    WarSwitch::number(
        "fortress_defence",
        "what a fortress adds to a defence",
        "rules.md 5",
        [0, MOST_POWER],
        |settings| &mut settings.fortress_defence,
    ),
    WarSwitch::word(
        "cover",
        "whose defence gains from passes and fortresses: infantry and cannons online, as target and \
         supporter, or every target, online or not",
        "rules.md 5",
        &["infantry_and_cannons", "target"],
        |settings| settings.cover as usize,
        |settings, index| settings.cover = COVERS[index],
    ),
    WarSwitch::flag(
        "offline_relays_defend",
        "whether a relay that is offline defends itself",
        "rules.md 5",
        |settings| &mut settings.offline_relays_defend,
    ),
    WarSwitch::flag(
        "attack_needs_surplus",
        "whether an attack must have a surplus",
        "rules.md 5",
        |settings| &mut settings.attack_needs_surplus,
    ),
    WarSwitch::number(
        "destroying_surplus",
        "the surplus from which the target is destroyed; a smaller one forces it to retreat",
        "rules.md 5",
        [1, MOST_POWER],
        |settings| &mut settings.destroying_surplus,
    ),
    WarSwitch::word(
        "offline_retreats",
        "the units that may retreat offline; others are destroyed",
        "rules.md 5",
        OFFLINE_WORDS,
        |settings| settings.offline_retreats as usize,
        |settings, index| settings.offline_retreats = OFFLINE_UNITS[index],
    ),
    WarSwitch::flag(
        "retreat_destroys_arsenals",
        "whether a unit may retreat onto an enemy arsenal and destroy it",
        "rules.md 5",
        |settings| &mut settings.retreat_destroys_arsenals,
    ),
    WarSwitch::flag(
        "retreated_units_attack",
        "whether a unit takes part in the attack of the turn in which it has retreated",
        "rules.md 5",
        |settings| &mut settings.retreated_units_attack,
    ),
    WarSwitch::word(
        "beaten_without",
        "the loss that beats a side: all combat units, all units, or no loss of units",
        "rules.md 6",
        &["combat", "all", "never"],
        |settings| settings.beaten_without as usize,
        |settings, index| settings.beaten_without = LOST[index],
    ),
    WarSwitch::word(
        "beaten_offline",
        "whether a side without a unit online is beaten: if it has no relay, always, or never",
        "rules.md 6",
        &["without_relays", "always", "never"],
        |settings| settings.beaten_offline as usize,
        |settings, index| settings.beaten_offline = OFFLINE[index],
    ),
    WarSwitch::number(
        "draw_turns",
        "turns in a row without a destruction that make a draw",
        "rules.md 6",
        [1, MOST_DRAW_TURNS],
        |settings| &mut settings.draw_turns,
    ),
    WarSwitch::word(
        "first_player",
        "the side that makes the first turn, after the deployment and at the fixed start",
        "rules.md 7",
        &["south", "north"],
        |settings| settings.first_player as usize,
        |settings, index| settings.first_player = SIDES[index],
    )
    .reaching(Reach::Start),
    WarSwitch::flag(
        "deployment_is_hidden",
        "whether North sets up without seeing South's units",
        "rules.md 7",
        |settings| &mut settings.deployment_is_hidden,
    )
    .reaching(Reach::Start),
    WarSwitch::text(
        "start",
        "the position in which games begin; first_player is to move",
        "rules.md 7",
        "a FEN",
        |settings| &mut settings.start,
    )
    .reaching(Reach::Start),
];

/// The map must be one, the army must have room, and both starts must be positions in which the game goes on.
fn check(settings: &'static GameOfWarSettings) -> Result<(), Refusal> {
    let refuse = |key: &'static str, reason: String| Err(Refusal { key, reason });
    if let Err(fault) = read_map(settings.map) {
        return refuse("map", fault.words(settings.map));
    }
    let counts = settings.units.map(|kind| kind.count as usize);
    let (combat, relays) = (counts[..4].iter().sum::<usize>(), counts[4] + counts[5]);
    if !(1..=FIRST_RELAY).contains(&combat) {
        let reason = format!("expected 1 to {FIRST_RELAY} combat units a side, found {combat}");
        return refuse("infantry", reason);
    }
    if relays > MOST_RELAYS {
        let reason = format!("expected at most {MOST_RELAYS} relays a side, found {relays}");
        return refuse("relays", reason);
    }
    let rules = LoadedRules::from(settings);
    if !GameOfWarOfFile::deployment(rules).may_set_up() {
        let reason = "a side has too few squares for its units: ranks 1 to 10 are South's";
        return refuse("map", reason.to_string());
    }
    check_start(rules)
}

fn check_start(rules: LoadedRules) -> Result<(), Refusal> {
    let start: GameOfWarOfFile = start_of(rules, &GameOfWarOfFile::start_text(rules))?;
    if start.is_deploying() {
        let reason = "units are still to be set up, which `position deploy` does";
        return Err(Refusal::of_start(reason));
    }
    if start.player() != Player::new(rules.get().first_player as usize) {
        let reason = "the other side is to move: first_player names the side that begins";
        return Err(Refusal::of_start(reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Standard;
    use super::*;
    use crate::game::SwitchValue;

    /// The settings with some switches set.
    fn refusal(changes: &[(&str, SwitchValue)]) -> Option<Refusal> {
        let mut settings = *Standard.get();
        for (key, value) in changes {
            let switch = LIST.iter().find(|switch| switch.key == *key).unwrap();
            assert!(switch.set(&mut settings, value, |text| text.to_string().leak()), "{key}");
        }
        check(Box::leak(Box::new(settings))).err()
    }

    #[test]
    fn every_word_sets_its_value() {
        for switch in LIST {
            for word in switch.words() {
                let mut settings = *Standard.get();
                let value = SwitchValue::Text((*word).to_string());
                assert!(switch.set(&mut settings, &value, |_| unreachable!()));
                assert_eq!(switch.value(&settings), value, "{}", switch.key);
            }
        }
    }

    #[test]
    fn what_the_rules_cannot_hold_is_refused() {
        let number = SwitchValue::Number;
        let word = |word: &str| SwitchValue::Text(word.to_string());
        assert_eq!(refusal(&[]), None);
        let walled = format!("{}/10^^^^^^9/2A19A2", ["25"; 8].join("/"));
        let recorded = "25/25/25/2r22/25/4x4i15/2cc1iiki16/2cciwiii16/5i19/25/14IIIKC6/14IIICC6/\
                        14IIIC7/16X8/15W6R2/25/25/25/25/25 b c1,w1,h17,o19 - - - - 0 1";
        for (changes, key, reason) in [
            (vec![("infantry", number(10))], "infantry", "1 to 15 combat units a side, found 16"),
            (
                vec![("infantry", number(0)), ("cavalry", number(0)), ("cannons", number(0))],
                "start",
                "more than 0 units",
            ),
            (vec![("relays", number(2))], "relays", "at most 2 relays a side, found 3"),
            (vec![("map", word(&walled))], "map", "expected 20 ranks, found 10"),
            (vec![("map", word("25"))], "map", "expected 20 ranks, found 1"),
            (vec![("start", word("25 w"))], "start", "expected `<board> <side>"),
            (vec![("start", word(recorded))], "start", "first_player"),
            (
                vec![(
                    "start",
                    word(
                        "25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25 w c1,w1,h17,o19 - - - - 0 1",
                    ),
                )],
                "start",
                "the game is over at the start: no combat unit left",
            ),
            (
                vec![(
                    "start",
                    word(
                        "25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25 w c1,w1,h17,o19 - - - I9C4K1W1R1X1/I9C4K1W1R1X1 0 0",
                    ),
                )],
                "start",
                "position deploy",
            ),
            (
                vec![("draw_turns", number(1)), ("start", word(&recorded.replace(" 0 1", " 1 1")))],
                "start",
                "over",
            ),
            (vec![("cavalry", number(3))], "start", "more than 3 units of kind cavalry"),
        ] {
            let refusal = refusal(&changes).unwrap_or_else(|| panic!("taken: {changes:?}"));
            assert_eq!(refusal.key, key, "{refusal:?}");
            assert!(refusal.reason.contains(reason), "{changes:?}: {}", refusal.reason);
        }
        assert_eq!(refusal(&[("first_player", word("north"))]), None);
        let north = [("first_player", word("north")), ("start", word(recorded))];
        assert_eq!(refusal(&north), None);
    }

    /// A side that cannot stand anywhere.
    #[test]
    fn a_map_has_room_for_both_armies() {
        let rank = "^".repeat(25);
        let home = [rank.as_str(); 9].join("/");
        let map = format!("25/14#10/2a19a2/{}/{home}/2A19A2", ["25"; 7].join("/"));
        let refused = refusal(&[("map", SwitchValue::Text(map.clone()))]);
        assert_eq!(refused.map(|refusal| refusal.key), Some("start"), "25 squares are enough");
        let map = map.replace("2A19A2", "2A^^^^^^^^^^^^^^^^^^^A2");
        let refused = refusal(&[("map", SwitchValue::Text(map))]).unwrap();
        assert_eq!((refused.key, refused.reason.contains("too few squares")), ("map", true));
    }
}
