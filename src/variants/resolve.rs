//! From definitions to variants: what each extends, its switches, and what the rules say of them.

use super::FileFault;
use super::read::{Definition, Entry};
use crate::engine::closest;
use crate::game::SwitchValue;
use crate::games::{Draft, MOST_LOADED, NewVariant, Ruleset, SetError, Variant};
use std::collections::HashMap;
use std::path::Path;

const EXTENDS: &str = "extends";
const DESCRIPTION: &str = "description";

/// The variants that are right, in the order of the definitions, and what is wrong with the others.
pub(super) struct Resolution {
    pub variants: Vec<NewVariant>,
    pub faults: Vec<FileFault>,
}

/// Makes variants of definitions.
pub(super) fn variants(path: &Path, definitions: &[Definition]) -> Resolution {
    let places = definitions.iter().enumerate().map(|(place, one)| (one.name.as_str(), place));
    let mut resolver = Resolver {
        path,
        definitions,
        places: places.collect(),
        states: vec![State::New; definitions.len()],
        faults: Vec::new(),
    };
    if definitions.len() > MOST_LOADED {
        let reason = format!("has {} variants, and {MOST_LOADED} is the most", definitions.len());
        resolver.faults.push(FileFault::of_file(path, reason));
        return Resolution { variants: Vec::new(), faults: resolver.faults };
    }
    let made: Vec<Option<Made>> = (0..definitions.len()).map(|at| resolver.make(at)).collect();
    let named = definitions.iter().zip(made).filter_map(|(definition, made)| {
        let Made { parent, ruleset } = made?;
        let description = match entry(definition, DESCRIPTION).map(|entry| &entry.value) {
            Some(SwitchValue::Text(text)) => text.clone(),
            _ => String::new(),
        };
        Some(NewVariant { name: definition.name.clone(), description, extends: parent, ruleset })
    });
    Resolution { variants: named.collect(), faults: resolver.faults }
}

/// What is made of a definition: the built-in variant behind it, and its rules.
#[derive(Clone, Copy)]
struct Made {
    parent: Variant,
    ruleset: Ruleset,
}

#[derive(Clone, Copy)]
enum State {
    New,
    /// It is being made, so whatever extends it now is part of a cycle.
    Begun,
    Done(Option<Made>),
}

struct Resolver<'a> {
    path: &'a Path,
    definitions: &'a [Definition],
    places: HashMap<&'a str, usize>,
    states: Vec<State>,
    faults: Vec<FileFault>,
}

fn entry<'a>(definition: &'a Definition, key: &str) -> Option<&'a Entry> {
    definition.entries.iter().find(|entry| entry.key == key)
}

impl<'a> Resolver<'a> {
    fn fault(&mut self, definition: &Definition, line: usize, reason: &str) {
        let reason = format!("variant {}: {reason}", definition.name);
        self.faults.push(FileFault::at(self.path, line, reason));
    }

    /// Makes a definition, and first what it extends; `None` if it cannot be made, which is then reported.
    fn make(&mut self, at: usize) -> Option<Made> {
        if let State::Done(made) = self.states[at] {
            return made;
        }
        let chain = self.chain(at)?;
        let mut made = None;
        for at in chain.into_iter().rev() {
            made = self.make_one(at);
            self.states[at] = State::Done(made);
        }
        made
    }

    /// The definition, what it extends, and so on, as far as they are not made yet; `None` if it runs in a circle.
    fn chain(&mut self, at: usize) -> Option<Vec<usize>> {
        let mut chain = Vec::new();
        let mut next = Some(at);
        while let Some(at) = next {
            match self.states[at] {
                State::Done(_) => break,
                State::Begun => {
                    self.refuse_cycle(&chain, at);
                    return None;
                }
                State::New => {}
            }
            self.states[at] = State::Begun;
            chain.push(at);
            next = self.extended(at);
        }
        Some(chain)
    }

    /// The definition that another one extends; `None` if it extends none of this file.
    fn extended(&self, at: usize) -> Option<usize> {
        match &entry(&self.definitions[at], EXTENDS)?.value {
            SwitchValue::Text(name) => self.places.get(name.as_str()).copied(),
            _ => None,
        }
    }

    /// Reports the cycle that `chain` closes with `first`, and gives up all of the chain.
    fn refuse_cycle(&mut self, chain: &[usize], first: usize) {
        let definitions = self.definitions;
        let begin = chain.iter().position(|at| *at == first).unwrap_or_default();
        let mut names: Vec<&str> =
            chain[begin..].iter().map(|at| definitions[*at].name.as_str()).collect();
        names.push(&definitions[first].name);
        let line = entry(&definitions[first], EXTENDS).map_or(0, |entry| entry.line);
        let reason = format!("key extends: a cycle ({})", names.join(" extends "));
        self.fault(&definitions[first], line, &reason);
        chain.iter().for_each(|at| self.states[*at] = State::Done(None));
    }

    fn make_one(&mut self, at: usize) -> Option<Made> {
        let definition = &self.definitions[at];
        let before = self.faults.len();
        self.check_name(definition);
        let base = self.base(definition);
        self.check_description(definition);
        let base = base?;
        let Some(mut draft) = base.ruleset.draft() else {
            self.refuse_settings(definition, base.parent);
            return (self.faults.len() == before).then_some(base);
        };
        for entry in settings_of(definition) {
            self.set(definition, entry, &mut *draft);
        }
        if self.faults.len() > before {
            return None;
        }
        match draft.ruleset() {
            Ok(ruleset) => Some(Made { ruleset, ..base }),
            Err(refusal) => {
                let line = entry(definition, refusal.key).map_or(definition.line, |own| own.line);
                let reason = format!("key {}: {}", refusal.key, refusal.reason);
                self.fault(definition, line, &reason);
                None
            }
        }
    }

    fn check_name(&mut self, definition: &Definition) {
        let name = &definition.name;
        let reason = if !Variant::is_name(name) {
            Variant::NAME_RULE
        } else if Variant::NAMES.contains(&name.as_str()) {
            "this is the name of a built-in variant: choose another one"
        } else {
            return;
        };
        self.fault(definition, definition.line, reason);
    }

    /// What the definition begins with: the rules of the variant that it extends.
    fn base(&mut self, definition: &Definition) -> Option<Made> {
        let Some(entry) = entry(definition, EXTENDS) else {
            let reason = "expected the key extends with the name of a variant";
            self.fault(definition, definition.line, reason);
            return None;
        };
        let SwitchValue::Text(name) = &entry.value else {
            let reason = format!("key extends: expected the name of a variant ({})", entry.value);
            self.fault(definition, entry.line, &reason);
            return None;
        };
        if let Some(at) = self.places.get(name.as_str()) {
            // What it extends has been made before. If that failed, its own fault is reported and no more.
            return if let State::Done(made) = self.states[*at] { made } else { None };
        }
        let known = Variant::from_name(name);
        if known.is_none() {
            let here = self.definitions.iter().map(|one| one.name.as_str());
            let hint = hint(name, here.chain(Variant::names().iter().copied()));
            self.fault(
                definition,
                entry.line,
                &format!("key extends: unknown variant ({name}){hint}"),
            );
        }
        known.map(|variant| Made { parent: variant.parent(), ruleset: variant.ruleset() })
    }

    fn check_description(&mut self, definition: &Definition) {
        if let Some(Entry { value, line, .. }) = entry(definition, DESCRIPTION)
            && !matches!(value, SwitchValue::Text(_))
        {
            self.fault(definition, *line, &format!("key description: expected text ({value})"));
        }
    }

    /// Reports the settings of a game that has no switches.
    fn refuse_settings(&mut self, definition: &Definition, parent: Variant) {
        for entry in settings_of(definition) {
            let reason = format!(
                "unknown key ({}): a file can set nothing in the game of {parent}",
                entry.key
            );
            self.fault(definition, entry.line, &reason);
        }
    }

    fn set(&mut self, definition: &Definition, entry: &Entry, draft: &mut dyn Draft) {
        let Entry { key, value, line } = entry;
        let reason = match draft.set(key, value) {
            Ok(()) => return,
            Err(SetError::Unknown(keys)) => {
                let keys = || [EXTENDS, DESCRIPTION].into_iter().chain(keys.iter().copied());
                match hint(key, keys()) {
                    none if none.is_empty() => {
                        let keys: Vec<&str> = keys().collect();
                        format!("unknown key ({key}): the keys are {}", keys.join(", "))
                    }
                    hint => format!("unknown key ({key}){hint}"),
                }
            }
            Err(SetError::Value { expected, words }) => {
                let hint = match value {
                    SwitchValue::Text(text) => hint(text, words.iter().copied()),
                    _ => String::new(),
                };
                format!("key {key}: expected {expected} ({value}){hint}")
            }
        };
        self.fault(definition, *line, &reason);
    }
}

/// The entries that set switches.
fn settings_of(definition: &Definition) -> impl Iterator<Item = &Entry> {
    definition.entries.iter().filter(|entry| entry.key != EXTENDS && entry.key != DESCRIPTION)
}

fn hint<'n>(given: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    closest(given, names).map_or(String::new(), |name| format!(": did you mean {name}?"))
}
