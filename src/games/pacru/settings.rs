//! The settings of Pacru, Azacru and Shacru: what their variants differ in.

use super::GameKind;
use std::fmt;
use std::hash::Hash;

/// The rules of a variant, where they differ from variant to variant. Each of the three games uses some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CruSettings {
    /// Which of the three games it is.
    pub kind: GameKind,
    /// Pacru and Azacru: the most fields that a chevron may move, whatever its power, 1 to 9 (rules.md 4).
    pub most_power: u32,
    /// Pacru and Azacru: whether a move from an own marker to an own marker may pass chevrons (rules.md 4).
    pub connection_jumps: bool,
    /// Pacru: the markers that win, 1 to 81 (rules.md 7).
    pub markers_to_win: u32,
    /// Pacru: the fields for the marker of a border crossing (rules.md 5.2).
    pub border_marker: BorderMarker,
    /// Pacru: whether that marker may go under the chevron that has crossed the border (rules.md 5.2).
    pub border_marker_under_chevron: bool,
    /// Pacru: the markers that some other player must have for a meeting to bring its bonus (rules.md 5.4). With 0
    /// every meeting brings it, with [`CruSettings::NO_MEETINGS`] none.
    pub meeting_threshold: u32,
    /// Pacru: when these markers are counted (rules.md 5.4).
    pub meeting_counted: MeetingCounted,
    /// Pacru: whether the bonus may go on the field that the chevron has left (rules.md 5.4).
    pub bonus_on_field_left: bool,
    /// Pacru: how far a rotation may turn a chevron (rules.md 6).
    pub rotations: Rotations,
    /// Pacru: the markers that a rotation by 45 degrees costs, and one by 90 degrees, 0 to 9 each (rules.md 6).
    pub rotation_prices: [u32; 2],
    /// Azacru: the connections that cost the chevron (rules.md 8).
    pub chevron_lost_by: ChevronLostBy,
    /// Azacru: whether the other players have one more turn when a player cannot move (rules.md 8).
    pub last_round: bool,
    /// Azacru and Shacru: whether a chevron that has crossed a border may be twisted (rules.md 8).
    pub twists: bool,
    /// Consecutive turns without a change that stop a game (rules.md 10).
    pub stop_turns: u32,
    /// The result of a stopped game (rules.md 10).
    pub stopped_game: StoppedGame,
    /// The FEN of the start (rules.md 2).
    pub start: &'static str,
}

/// The fields for the marker of a border crossing (rules.md 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BorderMarker {
    /// A border crossing brings no marker.
    None,
    /// Bare fields only: the borderland change.
    Bare,
    /// Bare fields, or those of others where there are none: the transformation too.
    Any,
}

/// When the markers of the others are counted for a meeting (rules.md 5.4). The marker of a capture is there each
/// time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeetingCounted {
    /// Before the marker of the border crossing and the connection.
    Before,
    /// After all markers of the move.
    After,
}

/// How far a rotation may turn a chevron (rules.md 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rotations {
    /// There are no rotations.
    None,
    /// By 45 degrees.
    Eighth,
    /// By 45 or by 90 degrees.
    Quarter,
}

/// The connections of Azacru that cost the chevron (rules.md 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChevronLostBy {
    /// None.
    Nothing,
    /// Those that replace a marker of another player.
    Taking,
    /// All.
    Connecting,
}

/// The result of a game that stops for lack of change, or because a position recurs (rules.md 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StoppedGame {
    /// A draw.
    Drawn,
    /// The player with most markers wins.
    Counted,
}

/// When a meeting brings a bonus (rules.md 5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meeting {
    /// If another player has at least nine markers.
    Tournament,
    /// Always.
    Classic,
}

/// Where the rules of the family come from. The differences of the games lie in the inner loop, so each built-in game
/// is a type. The compiler then removes the code of the others.
pub trait Family: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The game's kind; `None` if only [`CruSettings::kind`] says it.
    const KIND: Option<GameKind>;
    /// What distinguishes its variants at run time.
    type Rules: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// The settings of the variant for this number of players.
    fn settings<const PLAYERS: usize>(rules: Self::Rules) -> &'static CruSettings;

    /// The settings in which all variants of the type agree: all but [`CruSettings::meeting_threshold`]. So the
    /// compiler knows them.
    #[inline(always)]
    fn common_settings<const PLAYERS: usize>(rules: Self::Rules) -> &'static CruSettings {
        Self::settings::<PLAYERS>(rules)
    }
}

/// The rules of [`Pacru`](super::Pacru).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacruRules;
/// The rules of [`Azacru`](super::Azacru).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AzacruRules;
/// The rules of [`Shacru`](super::Shacru).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShacruRules;
/// The rules of a file, for any of the three games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesOfFile;

/// In the order of the words of the switch `border_marker`.
pub(super) const BORDER_MARKERS: [BorderMarker; 3] =
    [BorderMarker::None, BorderMarker::Bare, BorderMarker::Any];
/// In the order of the words of the switch `meeting_counted`.
pub(super) const MEETING_COUNTED: [MeetingCounted; 2] =
    [MeetingCounted::Before, MeetingCounted::After];
/// In the order of the words of the switch `rotations`.
pub(super) const ROTATIONS: [Rotations; 3] =
    [Rotations::None, Rotations::Eighth, Rotations::Quarter];
/// In the order of the words of the switch `chevron_lost_by`.
pub(super) const CHEVRON_LOST_BY: [ChevronLostBy; 3] =
    [ChevronLostBy::Nothing, ChevronLostBy::Taking, ChevronLostBy::Connecting];
/// In the order of the words of the switch `stopped_game`.
pub(super) const STOPPED_GAMES: [StoppedGame; 2] = [StoppedGame::Drawn, StoppedGame::Counted];

impl CruSettings {
    /// With this [`CruSettings::meeting_threshold`] no meeting brings a bonus: two fields are the mover's.
    pub const NO_MEETINGS: u32 = 80;

    /// The settings of a built-in variant.
    pub const fn built_in(kind: GameKind, players: usize, meeting: Meeting) -> Self {
        Self {
            kind,
            most_power: 9,
            connection_jumps: true,
            markers_to_win: match players {
                2 => 42,
                3 => 28,
                _ => 24,
            },
            border_marker: BorderMarker::Any,
            border_marker_under_chevron: true,
            meeting_threshold: match meeting {
                Meeting::Tournament => 9,
                Meeting::Classic => 0,
            },
            meeting_counted: MeetingCounted::After,
            bonus_on_field_left: true,
            rotations: Rotations::Quarter,
            rotation_prices: [2, 4],
            chevron_lost_by: ChevronLostBy::Taking,
            last_round: true,
            twists: true,
            stop_turns: 100,
            stopped_game: match kind {
                GameKind::Pacru => StoppedGame::Drawn,
                GameKind::Azacru | GameKind::Shacru => StoppedGame::Counted,
            },
            start: match players {
                2 => "4B43W5/9/B27B6/9/9/9/W27W6/9/B13W04 w - 0 1",
                3 => "2B43R42/9/9/9/B27R6/9/W27W6/9/2B01W01R02 w - 0 1",
                _ => "2B41R41G42/9/R27R6/9/B27G6/9/W27W6/9/2B01W01G02 w - 0 1",
            },
        }
    }

    /// The markers that a clockwise turn by `eighths` of a circle costs; `None` if there is no such rotation.
    pub(super) const fn rotation_price(&self, eighths: u32) -> Option<u8> {
        match (eighths, self.rotations) {
            (1 | 7, Rotations::Eighth | Rotations::Quarter) => Some(self.rotation_prices[0] as u8),
            (2 | 6, Rotations::Quarter) => Some(self.rotation_prices[1] as u8),
            _ => None,
        }
    }
}

impl Family for PacruRules {
    const KIND: Option<GameKind> = Some(GameKind::Pacru);
    type Rules = Meeting;

    #[inline(always)]
    fn settings<const PLAYERS: usize>(rules: Meeting) -> &'static CruSettings {
        match rules {
            Meeting::Tournament => {
                const { &CruSettings::built_in(GameKind::Pacru, PLAYERS, Meeting::Tournament) }
            }
            Meeting::Classic => {
                const { &CruSettings::built_in(GameKind::Pacru, PLAYERS, Meeting::Classic) }
            }
        }
    }

    #[inline(always)]
    fn common_settings<const PLAYERS: usize>(_: Meeting) -> &'static CruSettings {
        Self::settings::<PLAYERS>(Meeting::Tournament)
    }
}

impl Family for AzacruRules {
    const KIND: Option<GameKind> = Some(GameKind::Azacru);
    type Rules = ();

    #[inline(always)]
    fn settings<const PLAYERS: usize>((): ()) -> &'static CruSettings {
        const { &CruSettings::built_in(GameKind::Azacru, PLAYERS, Meeting::Tournament) }
    }
}

impl Family for ShacruRules {
    const KIND: Option<GameKind> = Some(GameKind::Shacru);
    type Rules = ();

    #[inline(always)]
    fn settings<const PLAYERS: usize>((): ()) -> &'static CruSettings {
        const { &CruSettings::built_in(GameKind::Shacru, PLAYERS, Meeting::Tournament) }
    }
}

impl Family for RulesOfFile {
    const KIND: Option<GameKind> = None;
    type Rules = &'static CruSettings;

    #[inline(always)]
    fn settings<const PLAYERS: usize>(rules: &'static CruSettings) -> &'static CruSettings {
        rules
    }
}
