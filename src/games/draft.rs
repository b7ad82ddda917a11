//! Rulesets with other settings: how a variant of a file is made from another variant.

use super::Ruleset;
use crate::game::{Reach, Refusal, Settings, Switch, SwitchTable, SwitchValue};
use std::any::Any;
use std::sync::{Mutex, PoisonError};

/// A copy of a variant's settings, which may be changed before a ruleset is made of it.
pub trait Draft {
    /// All switches with their present values.
    fn settings(&self) -> Vec<Setting>;
    /// Sets a switch.
    ///
    /// # Errors
    /// If there is no such switch, or if it has no such value. Nothing changes then.
    fn set(&mut self, key: &str, value: &SwitchValue) -> Result<(), SetError>;
    /// The ruleset with these settings.
    ///
    /// # Errors
    /// Names the switch that the rules refuse.
    fn ruleset(&self) -> Result<Ruleset, Refusal>;
}

/// A switch and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name of the switch in files.
    pub key: &'static str,
    /// What it says, in one line.
    pub meaning: &'static str,
    /// Where the rulebook has the rule.
    pub source: &'static str,
    /// How far a change of it reaches.
    pub reach: Reach,
    /// Its values, in words.
    pub expected: String,
    /// Its value.
    pub value: SwitchValue,
}

/// Why a switch cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetError {
    /// There is no switch of this name. These are the names that there are.
    Unknown(Vec<&'static str>),
    /// It has no such value.
    Value {
        /// Its values.
        expected: String,
        /// The words that it may be, if it is a word.
        words: &'static [&'static str],
    },
}

/// A [`Draft`] of settings of one type.
struct TypedDraft<S: 'static> {
    settings: S,
    table: SwitchTable<S>,
    ruleset: fn(&'static S) -> Ruleset,
}

/// The switches of a game: the same in all its variants, or those that fit the settings.
pub(super) trait Switches<S: 'static> {
    /// The switches for these settings.
    fn table(self, settings: &S) -> SwitchTable<S>;
}

impl<S: 'static> Switches<S> for SwitchTable<S> {
    fn table(self, _settings: &S) -> SwitchTable<S> {
        self
    }
}

impl<S: 'static, T: Fn(&S) -> SwitchTable<S>> Switches<S> for T {
    fn table(self, settings: &S) -> SwitchTable<S> {
        self(settings)
    }
}

/// A draft that begins with these settings. `ruleset` makes a ruleset of settings in memory.
pub(super) fn draft<S: Copy + Eq + Send + Sync>(
    settings: impl Settings<S>,
    switches: impl Switches<S>,
    ruleset: fn(&'static S) -> Ruleset,
) -> Box<dyn Draft> {
    let settings = *settings.get();
    Box::new(TypedDraft { settings, table: switches.table(&settings), ruleset })
}

impl<S: Copy + Eq + Send + Sync> TypedDraft<S> {
    fn switch(&self, key: &str) -> Option<&'static Switch<S>> {
        self.table.switches.iter().find(|switch| switch.key == key)
    }
}

impl<S: Copy + Eq + Send + Sync> Draft for TypedDraft<S> {
    fn settings(&self) -> Vec<Setting> {
        let setting = |switch: &Switch<S>| Setting {
            key: switch.key,
            meaning: switch.meaning,
            source: switch.source,
            reach: switch.reach,
            expected: switch.expected(),
            value: switch.value(&self.settings),
        };
        self.table.switches.iter().map(setting).collect()
    }

    fn set(&mut self, key: &str, value: &SwitchValue) -> Result<(), SetError> {
        let keys = || self.table.switches.iter().map(|switch| switch.key).collect();
        let switch = self.switch(key).ok_or_else(|| SetError::Unknown(keys()))?;
        if switch.set(&mut self.settings, value, |text| intern(text.to_string()).as_str()) {
            return Ok(());
        }
        Err(SetError::Value { expected: switch.expected(), words: switch.words() })
    }

    fn ruleset(&self) -> Result<Ruleset, Refusal> {
        let settings: &'static S = intern(self.settings);
        (self.table.check)(settings)?;
        Ok((self.ruleset)(settings))
    }
}

/// The value in memory that is never freed. Equal values share it, so that a file that is read again costs nothing.
fn intern<T: Any + Eq + Send + Sync>(value: T) -> &'static T {
    static KEPT: Mutex<Vec<&'static (dyn Any + Send + Sync)>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let known = kept.iter().find_map(|known| known.downcast_ref().filter(|known| **known == value));
    known.unwrap_or_else(|| {
        let value: &'static T = Box::leak(Box::new(value));
        kept.push(value);
        value
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_kept_once() {
        let first: &'static String = intern("a text".to_string());
        assert!(std::ptr::eq(first, intern("a text".to_string())));
        assert!(!std::ptr::eq(first, intern("another".to_string())));
    }
}
