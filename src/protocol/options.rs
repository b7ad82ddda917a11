//! The options, each declared once. The typed values, the `option` lines, the parser, its errors and `help` come from
//! one table.

use super::error::{or_rather, unknown, variant_of_record_name};
use crate::engine::EngineError;
use crate::games::Variant;
#[cfg(feature = "tune")]
use crate::search::Tunables;
use crate::search::{Multiplayer, Objective, SearchOptions};
use std::fmt;
use std::ops::RangeInclusive;

/// The type of an option with its default and range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Check(bool),
    /// An integer: default, minimum, maximum.
    Spin(i64, i64, i64),
    /// One of several words; the first is the default.
    Combo(&'static [&'static str]),
    /// An action without a value.
    Button,
    /// Free text, empty by default.
    Text,
}

/// An option as `uci` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Identifies the option.
    pub id: OptionId,
    /// Name; upper and lower case are the same.
    pub name: &'static str,
    /// Type and range.
    pub kind: Kind,
    /// What it concerns.
    pub scope: Scope,
    /// Purpose, for `help`.
    pub purpose: &'static str,
}

/// What an option concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The engine or its output.
    Engine,
    /// A search: a request of the analysis server may have its own value.
    Search,
}

/// The values of a combo option, with their names.
pub trait Choice: Sized + 'static {
    /// The default.
    const FIRST: Self;

    /// The names; the name of [`Choice::FIRST`] comes first.
    fn names() -> &'static [&'static str];
    /// The value of that name, in upper or lower case.
    fn named(name: &str) -> Option<Self>;
}

/// Values that options had in earlier releases: option, value, and why it is no longer there.
const TAKEN_OUT: [(&str, &str, &str); 1] = [(
    "Multiplayer Search",
    "maxn",
    "max^n was taken out, because mcts plays better in every game; ",
)];

/// The value with this name; `values` are in the order of the names.
fn among<C: Choice, const COUNT: usize>(values: [C; COUNT], name: &str) -> Option<C> {
    let is_meant = |(_, known): &(C, &&str)| known.eq_ignore_ascii_case(name);
    values.into_iter().zip(C::names()).find(is_meant).map(|(value, _)| value)
}

impl Choice for Variant {
    const FIRST: Self = Self::ALL[0];

    fn names() -> &'static [&'static str] {
        Self::names()
    }

    fn named(name: &str) -> Option<Self> {
        Self::from_record(name).ok()
    }
}

impl Choice for Multiplayer {
    const FIRST: Self = Self::Auto;

    fn names() -> &'static [&'static str] {
        &["auto", "mcts", "brs", "paranoid"]
    }

    fn named(name: &str) -> Option<Self> {
        among([Self::Auto, Self::MonteCarlo, Self::BestReply, Self::Paranoid], name)
    }
}

impl Choice for Objective {
    const FIRST: Self = Self::Win;

    fn names() -> &'static [&'static str] {
        &["win", "place"]
    }

    fn named(name: &str) -> Option<Self> {
        among([Self::Win, Self::Place], name)
    }
}

/// What one `bestmove` contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnMode {
    /// The rest of the turn.
    Turn,
    /// One action.
    Action,
}

impl Choice for TurnMode {
    const FIRST: Self = Self::Turn;

    fn names() -> &'static [&'static str] {
        &["turn", "action"]
    }

    fn named(name: &str) -> Option<Self> {
        among([Self::Turn, Self::Action], name)
    }
}

/// Which evaluation is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvalKind {
    /// The game's network, if there is one.
    Network,
    /// The hand-made evaluation.
    Hand,
}

impl Choice for EvalKind {
    const FIRST: Self = Self::Network;

    fn names() -> &'static [&'static str] {
        &["network", "hand"]
    }

    fn named(name: &str) -> Option<Self> {
        among([Self::Network, Self::Hand], name)
    }
}

/// The value of a button: none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Button;

macro_rules! options {
    ($($id:ident, $field:ident: $type:ty = $name:literal, $kind:ident($($range:tt)*), $scope:ident, $purpose:literal;)*) => {
        /// Identifiers of the options, in the order of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum OptionId {
            $(#[doc = $purpose] $id,)*
            /// The tunable of that number.
            #[cfg(feature = "tune")]
            Tunable(usize),
        }

        /// The values of all options.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $(#[doc = $purpose] pub $field: $type,)*
        }

        fn table() -> impl Iterator<Item = Declaration> {
            [$(Declaration {
                id: OptionId::$id,
                name: $name,
                kind: kind!($kind $($range)*),
                scope: Scope::$scope,
                purpose: $purpose,
            },)*].into_iter()
        }

        impl Default for Options {
            fn default() -> Self {
                Self { $($field: default!($kind $($range)*),)* }
            }
        }

        impl Options {
            /// Sets one option. `None` if the text is no value of it.
            fn write(&mut self, id: OptionId, text: &str) -> Option<()> {
                match id {
                    $(OptionId::$id => self.$field = read!(text $kind $($range)*)?,)*
                    #[cfg(feature = "tune")]
                    OptionId::Tunable(index) => {
                        let tunable = Tunables::ALL[index];
                        let value = read_spin(text, tunable.least..=tunable.greatest)?;
                        Tunables::set(index, value);
                    }
                }
                Some(())
            }
        }
    };
}

macro_rules! kind {
    (check $default:literal) => {
        Kind::Check($default)
    };
    (spin $default:expr, $least:expr, $greatest:expr) => {
        Kind::Spin($default as i64, $least as i64, $greatest as i64)
    };
    (combo $type:ty) => {
        Kind::Combo(<$type as Choice>::names())
    };
    (button) => {
        Kind::Button
    };
    (string) => {
        Kind::Text
    };
}

macro_rules! default {
    (check $default:literal) => {
        $default
    };
    (spin $default:expr, $least:expr, $greatest:expr) => {
        $default
    };
    (combo $type:ty) => {
        <$type as Choice>::FIRST
    };
    (button) => {
        Button
    };
    (string) => {
        String::new()
    };
}

macro_rules! read {
    ($text:ident check $default:literal) => {
        read_check($text)
    };
    ($text:ident spin $default:expr, $least:expr, $greatest:expr) => {
        read_spin($text, $least..=$greatest)
    };
    ($text:ident combo $type:ty) => {
        <$type as Choice>::named($text)
    };
    ($text:ident button) => {
        read_button($text)
    };
    ($text:ident string) => {
        Some(read_string($text))
    };
}

options! {
    Hash, hash: usize = "Hash", spin(16, 1, 65_536), Engine, "size of the transposition table in MiB";
    Threads, threads: usize = "Threads", spin(1, 1, 256), Engine, "number of search threads";
    MultiPv, multipv: usize = "MultiPV", spin(1, 1, 256), Engine, "number of lines that a search works out";
    Ponder, ponder: bool = "Ponder", check(false), Engine, "name the expected reply behind `bestmove`";
    MoveOverhead, move_overhead_ms: u64 = "Move Overhead", spin(10, 0, 5_000), Search, "ms kept back from every time limit";
    ClearHash, clear_hash: Button = "Clear Hash", button(), Engine, "forget all that was searched";
    VariantPath, variant_path: String = "VariantPath", string(), Engine, "files of variants, separated by : (on Windows by ;)";
    Variant, variant: Variant = "UCI_Variant", combo(Variant), Engine, "the game; setting it goes to its start";
    ShowWdl, show_wdl: bool = "UCI_ShowWDL", check(false), Engine, "show win, draw and loss in per mille";
    LimitStrength, limit_strength: bool = "UCI_LimitStrength", check(false), Search, "play as well as UCI_Elo says";
    Elo, elo: i32 = "UCI_Elo", spin(SearchOptions::MOST_ELO, SearchOptions::LEAST_ELO, SearchOptions::MOST_ELO), Search, "playing strength, if it is limited";
    SkillLevel, skill_level: u32 = "Skill Level", spin(SearchOptions::FULL_SKILL, 0, SearchOptions::FULL_SKILL), Search, "the same in steps, if it is not limited otherwise; 20 is full";
    EvaluationError, evaluation_error: i32 = "Evaluation Error", spin(0, 0, SearchOptions::MOST_ERROR), Search, "standard deviation of errors in values, in centipawns";
    Seed, seed: u64 = "Seed", spin(0, 0, 2_147_483_647), Search, "where all that is random comes from";
    MultiplayerSearch, multiplayer_search: Multiplayer = "Multiplayer Search", combo(Multiplayer), Search, "how three and four players are searched";
    Objective, objective: Objective = "Objective", combo(Objective), Search, "what three and four players want: to win, or a good place";
    TurnMode, turn_mode: TurnMode = "Turn Mode", combo(TurnMode), Search, "what one `bestmove` holds";
    Samples, samples: usize = "Samples", spin(8, 1, 256), Search, "positions that are imagined where not all is seen";
    FullInformation, full_information: bool = "Full Information", check(false), Search, "search with what the mover cannot see";
    Evaluation, evaluation: EvalKind = "Evaluation", combo(EvalKind), Search, "what values positions";
    EvalFile, eval_file: String = "EvalFile", string(), Search, "a network to value them instead of the built-in one";
    TablePath, table_path: String = "TablePath", string(), Search, "folders of endgame tables, separated by : (on Windows by ;)";
    OwnBook, own_book: bool = "OwnBook", check(false), Engine, "play from the file of the option Book File while it knows a move";
    BookFile, book_file: String = "Book File", string(), Engine, "an opening book, as the command line's `book` makes it";
    BookMargin, book_margin: i32 = "Book Margin", spin(0, 0, 1_000), Engine, "what a book move may lose against the best one: centipawns; with three and four players per mille of the win";
    DebugLogFile, debug_log_file: String = "Debug Log File", string(), Engine, "file to which all traffic is appended";
}

/// All options; with the cargo feature `tune` also all search parameters.
pub fn declarations() -> impl Iterator<Item = Declaration> {
    #[cfg(feature = "tune")]
    return table().chain(tunables());
    #[cfg(not(feature = "tune"))]
    table()
}

/// Search parameters as options. Until one is set, each game uses its own value.
#[cfg(feature = "tune")]
fn tunables() -> impl Iterator<Item = Declaration> {
    Tunables::ALL.iter().enumerate().map(|(index, tunable)| {
        let [default, least, greatest] =
            [tunable.default, tunable.least, tunable.greatest].map(i64::from);
        Declaration {
            id: OptionId::Tunable(index),
            name: tunable.name,
            kind: Kind::Spin(default, least, greatest),
            scope: Scope::Engine,
            purpose: "a tunable of the search",
        }
    })
}

/// How an empty text is written.
const EMPTY: &str = "<empty>";

fn read_check(text: &str) -> Option<bool> {
    [false, true].into_iter().find(|value| value.to_string().eq_ignore_ascii_case(text))
}

fn read_spin<T: std::str::FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

/// Some clients send an empty value with every option; variantfishtest presses buttons with `true`.
fn read_button(text: &str) -> Option<Button> {
    (text.is_empty() || text == EMPTY || text == "true").then_some(Button)
}

fn read_string(text: &str) -> String {
    if text == EMPTY { String::new() } else { text.to_string() }
}

impl Options {
    /// Sets the option of that name and returns which one it was.
    ///
    /// # Errors
    /// If the name is unknown, or the value has the wrong type or range. Nothing has changed then.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionId, EngineError> {
        let mut known = declarations();
        let declaration = known.find(|declaration| declaration.name.eq_ignore_ascii_case(name));
        let declaration = declaration.ok_or_else(|| {
            unknown("option", name, declarations().map(|declaration| declaration.name))
        })?;
        let given = value.unwrap_or_default();
        self.write(declaration.id, given).ok_or_else(|| declaration.fault(given))?;
        Ok(declaration.id)
    }

    /// The Elo to play with; `None` at full strength.
    pub fn strength(&self) -> Option<i32> {
        if self.limit_strength {
            Some(self.elo)
        } else {
            SearchOptions::elo_of_skill(self.skill_level)
        }
    }
}

impl Declaration {
    /// The error that `given` is not a valid value.
    pub fn fault(&self, given: &str) -> EngineError {
        let (name, expected) = (self.name, self.values());
        let (.., why) = TAKEN_OUT
            .into_iter()
            .find(|(option, value, _)| *option == name && value.eq_ignore_ascii_case(given))
            .unwrap_or_default();
        if let Some(fault) = self.other_rules(given) {
            return fault;
        }
        let fault = EngineError::new(format!("option {name}: {why}expected {expected} ({given})"));
        match self.kind {
            Kind::Combo(values) => or_rather(fault, given, values.iter().copied()),
            _ => fault,
        }
    }

    /// Why the rules that `given` names by a hash are refused.
    fn other_rules(&self, given: &str) -> Option<EngineError> {
        let is_variant = self.name == "UCI_Variant" && given.contains('@');
        let error = is_variant.then(|| variant_of_record_name(given).err())??;
        Some(EngineError(format!("option {}: {error}", self.name)))
    }

    fn values(&self) -> String {
        match self.kind {
            Kind::Check(_) => "true or false".to_string(),
            Kind::Spin(_, least, greatest) => format!("a whole number from {least} to {greatest}"),
            Kind::Combo(values) => format!("one of {}", values.join(", ")),
            Kind::Button => "no value".to_string(),
            Kind::Text => "text".to_string(),
        }
    }

    /// Valid values and default, for `help`.
    pub fn values_and_default(&self) -> String {
        let default = match self.kind {
            Kind::Check(default) => default.to_string(),
            Kind::Spin(default, ..) => default.to_string(),
            Kind::Combo(values) => values[0].to_string(),
            Kind::Button => return self.values(),
            Kind::Text => EMPTY.to_string(),
        };
        format!("{}; default {default}", self.values())
    }
}

impl fmt::Display for Declaration {
    /// The line that `uci` prints.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            Kind::Check(default) => write!(f, "check default {default}"),
            Kind::Spin(default, least, greatest) => {
                write!(f, "spin default {default} min {least} max {greatest}")
            }
            Kind::Combo(values) => {
                write!(f, "combo default {}", values[0])?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            Kind::Button => f.write_str("button"),
            Kind::Text => write!(f, "string default {EMPTY}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_hold_no_word_of_the_option_line() {
        let reserved = ["name", "type", "default", "min", "max", "var", "value"];
        for declaration in declarations() {
            let values = match declaration.kind {
                Kind::Combo(values) => values.to_vec(),
                _ => Vec::new(),
            };
            assert!(values.iter().all(|value| !value.contains(' ')));
            let texts = std::iter::once(declaration.name).chain(values);
            for word in texts.flat_map(|text| text.split([' ', '-', '/', '_'])) {
                assert!(!reserved.contains(&word), "{}: {word}", declaration.name);
            }
        }
    }

    #[test]
    fn a_bad_value_changes_nothing() {
        let mut options = Options::default();
        for (name, value) in [
            ("Hash", Some("0")),
            ("Hash", Some("65537")),
            ("Hash", Some("many")),
            ("Hash", None),
            ("Ponder", Some("yes")),
            ("Clear Hash", Some("3")),
            ("UCI_Variant", Some("chess")),
            ("Hush", Some("1")),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value:?}");
        }
        assert_eq!(options, Options::default());
        assert_eq!(options.set("move overhead", Some("25")), Ok(OptionId::MoveOverhead));
        assert_eq!(options.move_overhead_ms, 25);
    }

    #[test]
    fn every_value_of_a_combo_has_a_name_and_the_default_the_first() {
        fn check<T: Choice + PartialEq + fmt::Debug>() {
            assert_eq!(T::named(T::names()[0]), Some(T::FIRST));
            for (index, name) in T::names().iter().enumerate() {
                let value = T::named(&name.to_uppercase());
                assert!(value.is_some(), "{name}");
                let same = T::names().iter().position(|other| T::named(other) == value);
                assert_eq!(same, Some(index), "{name}");
            }
        }
        check::<Variant>();
        check::<Multiplayer>();
        check::<Objective>();
        check::<TurnMode>();
        check::<EvalKind>();
    }

    #[test]
    fn a_value_is_what_its_type_says() {
        let mut options = Options::default();
        for (name, value) in [
            ("Ponder", Some("True")),
            ("Turn Mode", Some("ACTION")),
            ("Multiplayer Search", Some("Paranoid")),
            ("Clear Hash", None),
            ("Clear Hash", Some("")),
            ("Debug Log File", Some("a file")),
            ("UCI_Variant", Some("Pacru")),
        ] {
            assert!(options.set(name, value).is_ok(), "{name} {value:?}");
        }
        let Options { ponder, turn_mode, multiplayer_search, variant, debug_log_file, .. } =
            options;
        assert!(ponder);
        assert_eq!((turn_mode, multiplayer_search), (TurnMode::Action, Multiplayer::Paranoid));
        assert_eq!((variant, debug_log_file.as_str()), (Variant::PACRU, "a file"));
    }
}
