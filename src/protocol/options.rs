//! The options, each declared once: the `option` lines, the parser, its errors and `help` all come
//! from one table.

use super::error::CommandError;
use crate::games::Variant;
use crate::search::Field;
use std::fmt;

/// What values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Check(bool),
    /// A whole number: default, least, greatest.
    Spin(i64, i64, i64),
    /// One of several words; the first one is the default.
    Combo(&'static [&'static str]),
    /// An order, without a value.
    Button,
    /// Free text, empty by default.
    Text,
}

/// An option as `uci` shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Which one it is.
    pub id: OptionId,
    /// Its name; case does not matter when it is set.
    pub name: &'static str,
    /// Its values.
    pub kind: Kind,
    /// What it does, for `help`.
    pub purpose: &'static str,
}

macro_rules! options {
    ($($id:ident: $name:literal, $kind:expr, $purpose:literal;)*) => {
        /// The options, in the order of [`DECLARATIONS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum OptionId {
            $(#[doc = $purpose] $id,)*
        }

        /// Every option.
        pub const DECLARATIONS: &[Declaration] = &[$(Declaration {
            id: OptionId::$id,
            name: $name,
            kind: $kind,
            purpose: $purpose,
        },)*];
    };
}

options! {
    Hash: "Hash", Kind::Spin(16, 1, 65_536), "size of the transposition table in MiB";
    Threads: "Threads", Kind::Spin(1, 1, 256), "number of search threads";
    MultiPv: "MultiPV", Kind::Spin(1, 1, 256), "number of lines that a search works out";
    Ponder: "Ponder", Kind::Check(false), "name the expected reply behind `bestmove`";
    MoveOverhead: "Move Overhead", Kind::Spin(10, 0, 5_000), "ms kept back from every time limit";
    ClearHash: "Clear Hash", Kind::Button, "forget all that was searched";
    Variant: "UCI_Variant", Kind::Combo(Variant::NAMES), "the game; setting it goes to its start";
    ShowWdl: "UCI_ShowWDL", Kind::Check(false), "show win, draw and loss in per mille";
    SkillLevel: "Skill Level", Kind::Spin(20, 0, 20), "playing strength, 20 is full";
    Seed: "Seed", Kind::Spin(0, 0, 2_147_483_647), "where all that is random comes from";
    MultiplayerSearch: "Multiplayer Search", Kind::Combo(Field::NAMES), "how three and four players are searched";
    TurnMode: "Turn Mode", Kind::Combo(&["turn", "action"]), "what one `bestmove` holds";
    Samples: "Samples", Kind::Spin(8, 1, 256), "positions that are imagined where not all is seen";
    FullInformation: "Full Information", Kind::Check(false), "search with what the mover cannot see";
    DebugLogFile: "Debug Log File", Kind::Text, "file to which all traffic is appended";
}

/// How an empty text is written.
const EMPTY: &str = "<empty>";

#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Check(bool),
    Spin(i64),
    Combo(&'static str),
    Button,
    Text(String),
}

/// The values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    values: Vec<Value>,
}

impl Default for Options {
    fn default() -> Self {
        let values = DECLARATIONS.iter().map(|declaration| match declaration.kind {
            Kind::Check(default) => Value::Check(default),
            Kind::Spin(default, ..) => Value::Spin(default),
            Kind::Combo(values) => Value::Combo(values[0]),
            Kind::Button => Value::Button,
            Kind::Text => Value::Text(String::new()),
        });
        Self { values: values.collect() }
    }
}

impl Options {
    /// The value of a spin option.
    pub fn spin(&self, id: OptionId) -> u64 {
        match self.values[id as usize] {
            Value::Spin(value) => value.unsigned_abs(),
            _ => 0,
        }
    }

    /// The value of a check option.
    pub fn check(&self, id: OptionId) -> bool {
        self.values[id as usize] == Value::Check(true)
    }

    /// The value of a combo or text option.
    pub fn text(&self, id: OptionId) -> &str {
        match &self.values[id as usize] {
            Value::Combo(value) => value,
            Value::Text(value) => value,
            _ => "",
        }
    }

    /// Sets the option of that name and says which one it was.
    ///
    /// # Errors
    /// For an unknown name, and for a value of the wrong type or out of range; nothing has changed.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<OptionId, CommandError> {
        let declaration = DECLARATIONS
            .iter()
            .find(|declaration| declaration.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| CommandError::new(format!("unknown option ({name})")))?;
        self.values[declaration.id as usize] = declaration.read(value)?;
        Ok(declaration.id)
    }
}

impl Declaration {
    fn read(&self, value: Option<&str>) -> Result<Value, CommandError> {
        let given = value.unwrap_or_default();
        let fault = || {
            let expected = self.values();
            let name = self.name;
            CommandError::new(format!("option {name}: expected {expected} ({given})"))
        };
        match self.kind {
            Kind::Check(_) => match given {
                "true" => Ok(Value::Check(true)),
                "false" => Ok(Value::Check(false)),
                _ => Err(fault()),
            },
            Kind::Spin(_, least, greatest) => {
                let number = given.parse().ok().filter(|n| (least..=greatest).contains(n));
                number.map(Value::Spin).ok_or_else(fault)
            }
            Kind::Combo(values) => {
                let found = values.iter().find(|value| value.eq_ignore_ascii_case(given));
                found.map(|value| Value::Combo(value)).ok_or_else(fault)
            }
            // Some clients send a value with every option; a button has no use for it.
            Kind::Button => Ok(Value::Button),
            Kind::Text if given == EMPTY => Ok(Value::Text(String::new())),
            Kind::Text => Ok(Value::Text(given.to_string())),
        }
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
        for declaration in DECLARATIONS {
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
            ("UCI_Variant", Some("chess")),
            ("Hush", Some("1")),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value:?}");
        }
        assert_eq!(options, Options::default());
        assert_eq!(options.set("move overhead", Some("25")), Ok(OptionId::MoveOverhead));
        assert_eq!(options.spin(OptionId::MoveOverhead), 25);
    }
}
