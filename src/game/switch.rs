//! The rules that a file may set, as tables: each switch has a key, a meaning, a source and its place in the settings.

use super::Notation;
use std::fmt;
use std::ops::RangeInclusive;

/// The switches of a game whose settings are `S`.
pub struct SwitchTable<S: 'static> {
    /// The switches, in the order of the rulebook.
    pub switches: &'static [Switch<S>],
    /// Looks for what the rules refuse although each value by itself is good, such as a start that is no position.
    pub check: fn(&'static S) -> Result<(), Refusal>,
}

/// A rule that a variant may set.
pub struct Switch<S: 'static> {
    /// Its name in files: words of the rulebook in snake_case.
    pub key: &'static str,
    /// What it says, in one line, such as "the most rows that a plane may be ahead of its carrier".
    pub meaning: &'static str,
    /// Where the rulebook has the rule, such as "rules.md 4".
    pub source: &'static str,
    /// What a change of it leaves as it was.
    pub reach: Reach,
    /// Its values, and where the settings have it.
    pub kind: SwitchKind<S>,
}

/// How far a change of a switch reaches. The later ones reach further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// Games begin elsewhere. The rules from there on are the same, so endgame tables and networks fit.
    Start,
    /// The play changes, and endgame tables do not fit. The inputs of networks still describe a position.
    Play,
    /// The inputs of networks no longer mean the same.
    Inputs,
}

/// The values of a switch, and where the settings have it.
pub enum SwitchKind<S: 'static> {
    /// A whole number.
    Number {
        /// The values that the rules can have.
        range: RangeInclusive<u32>,
        /// Where it is.
        at: fn(&mut S) -> &mut u32,
    },
    /// True or false.
    Flag {
        /// Where it is.
        at: fn(&mut S) -> &mut bool,
    },
    /// One of several words.
    Word {
        /// The words.
        words: &'static [&'static str],
        /// The number of the present word, from 0.
        get: fn(&S) -> usize,
        /// Sets the word of this number, from 0.
        set: fn(&mut S, usize),
    },
    /// Text.
    Text {
        /// What it must be, such as "a FEN".
        expected: &'static str,
        /// Where it is.
        at: fn(&mut S) -> &mut &'static str,
    },
}

/// A value of a switch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SwitchValue {
    /// A whole number.
    Number(i64),
    /// True or false.
    Flag(bool),
    /// A word, or any other text.
    Text(String),
}

impl fmt::Display for SwitchValue {
    /// The value as a file has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
            Self::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

/// What the rules refuse in settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The key of the switch.
    pub key: &'static str,
    /// Why.
    pub reason: String,
}

impl Refusal {
    /// The refusal of the position in which games begin.
    pub fn of_start(reason: impl Into<String>) -> Self {
        Self { key: "start", reason: reason.into() }
    }
}

/// The position in which games of these rules begin, by the FEN of the switch `start`.
///
/// # Errors
/// If it is no position, or if the game is over there.
pub fn start_of<G: Notation>(rules: G::Rules, fen: &str) -> Result<G, Refusal> {
    let start = G::from_fen(rules, fen).map_err(|error| Refusal::of_start(error.to_string()))?;
    if start.outcome().is_some() {
        let why = start.reason().unwrap_or_default();
        return Err(Refusal::of_start(format!("the game is over at the start: {why}")));
    }
    Ok(start)
}

impl<S> Switch<S> {
    /// A whole number from `least` to `most`. A change of it reaches the play, as with all constructors.
    pub const fn number(
        key: &'static str,
        meaning: &'static str,
        source: &'static str,
        [least, most]: [u32; 2],
        at: fn(&mut S) -> &mut u32,
    ) -> Self {
        let kind = SwitchKind::Number { range: least..=most, at };
        Self { key, meaning, source, reach: Reach::Play, kind }
    }

    /// True or false.
    pub const fn flag(
        key: &'static str,
        meaning: &'static str,
        source: &'static str,
        at: fn(&mut S) -> &mut bool,
    ) -> Self {
        Self { key, meaning, source, reach: Reach::Play, kind: SwitchKind::Flag { at } }
    }

    /// One of several words, see [`SwitchKind::Word`].
    pub const fn word(
        key: &'static str,
        meaning: &'static str,
        source: &'static str,
        words: &'static [&'static str],
        get: fn(&S) -> usize,
        set: fn(&mut S, usize),
    ) -> Self {
        let kind = SwitchKind::Word { words, get, set };
        Self { key, meaning, source, reach: Reach::Play, kind }
    }

    /// Text, which must be as `expected` says.
    pub const fn text(
        key: &'static str,
        meaning: &'static str,
        source: &'static str,
        expected: &'static str,
        at: fn(&mut S) -> &mut &'static str,
    ) -> Self {
        let kind = SwitchKind::Text { expected, at };
        Self { key, meaning, source, reach: Reach::Play, kind }
    }

    /// The same switch, with another reach of its changes.
    pub const fn reaching(self, reach: Reach) -> Self {
        Self { reach, ..self }
    }
}

impl<S: Copy> Switch<S> {
    /// Its value in these settings.
    pub fn value(&self, settings: &S) -> SwitchValue {
        let mut copy = *settings;
        match self.kind {
            SwitchKind::Number { at, .. } => SwitchValue::Number((*at(&mut copy)).into()),
            SwitchKind::Flag { at } => SwitchValue::Flag(*at(&mut copy)),
            SwitchKind::Word { words, get, .. } => SwitchValue::Text(words[get(settings)].into()),
            SwitchKind::Text { at, .. } => SwitchValue::Text((*at(&mut copy)).into()),
        }
    }

    /// Sets it in `settings`. `keep` makes a text last as long as the program. Returns whether the value is one of its
    /// values. If not, nothing changes.
    pub fn set(
        &self,
        settings: &mut S,
        value: &SwitchValue,
        keep: impl FnOnce(&str) -> &'static str,
    ) -> bool {
        match (&self.kind, value) {
            (SwitchKind::Number { range, at }, SwitchValue::Number(number)) => {
                let known = u32::try_from(*number).ok().filter(|number| range.contains(number));
                known.is_some_and(|number| {
                    *at(settings) = number;
                    true
                })
            }
            (SwitchKind::Flag { at }, SwitchValue::Flag(flag)) => {
                *at(settings) = *flag;
                true
            }
            (SwitchKind::Word { words, set, .. }, SwitchValue::Text(text)) => {
                let known = words.iter().position(|word| word == text);
                known.is_some_and(|index| {
                    set(settings, index);
                    true
                })
            }
            (SwitchKind::Text { at, .. }, SwitchValue::Text(text)) => {
                *at(settings) = keep(text);
                true
            }
            _ => false,
        }
    }

    /// Its values, in words.
    pub fn expected(&self) -> String {
        match &self.kind {
            SwitchKind::Number { range, .. } => {
                format!("a whole number from {} to {}", range.start(), range.end())
            }
            SwitchKind::Flag { .. } => "true or false".to_string(),
            SwitchKind::Word { words, .. } => {
                let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
                format!("one of {}", quoted.join(", "))
            }
            SwitchKind::Text { expected, .. } => (*expected).to_string(),
        }
    }

    /// The words that it may be; none if it is no word.
    pub fn words(&self) -> &'static [&'static str] {
        match self.kind {
            SwitchKind::Word { words, .. } => words,
            _ => &[],
        }
    }
}
