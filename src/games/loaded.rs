//! The list of variants that are not built in. A program adds to it, and nothing is ever taken out.

use super::draft::{Draft, Setting};
use super::{Ruleset, Variant};
use crate::game::{Reach, SwitchValue};
use std::fmt;
use std::fmt::Write;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// The most variants that can be added. Each takes about as much memory as its rulebook, and keeps it.
pub const MOST_LOADED: usize = 1000;

/// Where a variant that is not built in comes from.
pub struct Origin {
    parent: Variant,
    description: String,
    changes: Vec<RuleChange>,
    digest: u64,
    rules: String,
    summary: String,
}

/// A switch that a variant sets otherwise than the variant that it is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleChange {
    /// The switch with its value here.
    pub setting: Setting,
    /// Its value in the built-in variant.
    pub default: SwitchValue,
}

/// A variant that is to be added to the list.
#[derive(Clone, Debug)]
pub struct NewVariant {
    /// Its name.
    pub name: String,
    /// What it is, in a line; may be empty.
    pub description: String,
    /// The variant that it is made of. Its networks, tables and levels are used where they fit.
    pub extends: Variant,
    /// Its game and rules: a ruleset of a [`Draft`] of `extends`.
    pub ruleset: Ruleset,
}

/// Why a variant cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddError {
    /// Its place among the new ones.
    pub index: usize,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for RuleChange {
    /// The change in words, such as `advance_rows is 4 instead of 3: the most rows that ...`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { setting: Setting { key, meaning, value, .. }, default } = self;
        write!(f, "{key} is {value} instead of {default}: {meaning}")
    }
}

/// An origin is made once for each variant, so it is its address.
impl PartialEq for Origin {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Origin {}

impl std::hash::Hash for Origin {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.digest.hash(state);
    }
}

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:016x}", self.parent, self.digest)
    }
}

impl Origin {
    /// The origin of a new variant.
    fn of(new: &NewVariant) -> Self {
        let parent = new.extends.parent();
        let changes = changes(parent, new.ruleset);
        let text = changes_text(&new.name, parent, &new.description, &changes);
        Self {
            parent,
            description: new.description.clone(),
            digest: digest(parent, &changes),
            rules: format!("{}\n{}", text.markdown, parent.rules()),
            summary: format!("{}\n{}", text.plain, parent.summary()),
            changes,
        }
    }

    /// The built-in variant that it is made of in the end.
    pub fn parent(&self) -> Variant {
        self.parent
    }

    /// What it is, in a line; may be empty.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Its rules where they differ from those of [`Origin::parent`], in the order of the switches.
    pub fn changes(&self) -> &[RuleChange] {
        &self.changes
    }

    /// A hash of [`Origin::parent`] and [`Origin::changes`], by which two programs see whether they mean the same rules.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// How far the changes reach; `None` if nothing is changed.
    pub fn reach(&self) -> Option<Reach> {
        self.changes.iter().map(|change| change.setting.reach).max()
    }

    fn means_the_same(&self, other: &Self) -> bool {
        (self.parent, self.digest) == (other.parent, other.digest)
    }

    /// The rulebook: the changes, then that of [`Origin::parent`].
    pub(super) fn rules(&self) -> &str {
        &self.rules
    }

    /// The summary: the changes, then that of [`Origin::parent`].
    pub(super) fn summary(&self) -> &str {
        &self.summary
    }
}

/// The switches that a ruleset sets otherwise than `parent`.
fn changes(parent: Variant, ruleset: Ruleset) -> Vec<RuleChange> {
    let settings = |ruleset: Ruleset| {
        ruleset.draft().map_or(Vec::new(), |draft: Box<dyn Draft>| draft.settings())
    };
    let pairs = settings(ruleset).into_iter().zip(settings(parent.ruleset()));
    let changed = pairs.filter(|(setting, default)| setting.value != default.value);
    changed.map(|(setting, default)| RuleChange { setting, default: default.value }).collect()
}

/// FNV-1a over the name of the parent and the changed switches, one a line.
fn digest(parent: Variant, changes: &[RuleChange]) -> u64 {
    let mut text = format!("{parent}\n");
    for RuleChange { setting, .. } in changes {
        let _ = writeln!(text, "{} = {}", setting.key, setting.value);
    }
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The beginnings of a rulebook and of a summary.
struct ChangesText {
    markdown: String,
    plain: String,
}

fn changes_text(
    name: &str,
    parent: Variant,
    description: &str,
    changes: &[RuleChange],
) -> ChangesText {
    let about = if description.is_empty() { String::new() } else { format!("{description}\n") };
    let mut markdown = format!("# {name}\n\n{about}\n");
    let mut plain = format!("{name}, a variant of {parent}\n{about}");
    if changes.is_empty() {
        let _ = writeln!(markdown, "The rules are those of {parent}.");
        let _ = writeln!(plain, "The rules are those of {parent}.");
    } else {
        let _ = writeln!(markdown, "The rules are those of {parent} but for:\n");
        let _ = writeln!(plain, "The rules are those of {parent} but for:");
    }
    for change in changes {
        let RuleChange { setting: Setting { key, value, source, meaning, .. }, default } = change;
        let _ = writeln!(
            markdown,
            "- `{key}` is `{value}` instead of `{default}`: {meaning} ({source})."
        );
        let _ = writeln!(plain, "  {change}");
    }
    ChangesText { markdown, plain }
}

struct List {
    variants: Vec<Variant>,
    /// The names of all variants, the built-in ones first.
    names: &'static [&'static str],
}

static LIST: RwLock<List> = RwLock::new(List { variants: Vec::new(), names: Variant::NAMES });

fn list() -> RwLockReadGuard<'static, List> {
    LIST.read().unwrap_or_else(PoisonError::into_inner)
}

impl Variant {
    /// All variants: those that are built in, then those that were added, in the order in which they were.
    pub fn all() -> Vec<Self> {
        Self::ALL.iter().copied().chain(list().variants.iter().copied()).collect()
    }

    /// The names of [`Variant::all`], in the same order.
    pub fn names() -> &'static [&'static str] {
        list().names
    }

    /// The variant called `name`; case is ignored.
    pub fn from_name(name: &str) -> Option<Self> {
        let is_it = |variant: &Self| variant.name().eq_ignore_ascii_case(name);
        let built_in = Self::ALL.iter().copied().find(is_it);
        built_in.or_else(|| list().variants.iter().copied().find(is_it))
    }

    /// Adds variants to the list: all of them, or none if one cannot be added. A variant that is in the list already,
    /// with the same rules, is not added again. Returns the variants in the same order.
    ///
    /// # Errors
    /// If a name is no name of a variant, is that of another variant, or comes twice; or if the list is full.
    pub fn add(new: &[NewVariant]) -> Result<Vec<Self>, AddError> {
        let mut list = LIST.write().unwrap_or_else(PoisonError::into_inner);
        let mut fresh: Vec<(Self, Origin)> = Vec::new();
        // Each new one: a variant of the list, or a place in `fresh`.
        let mut found: Vec<Result<Self, usize>> = Vec::new();
        for (index, one) in new.iter().enumerate() {
            let refuse = |reason: String| Err(AddError { index, reason });
            let Some(plain) = Self::new(&one.name, one.ruleset) else {
                return refuse(format!(
                    "{} is no name of a variant: {}",
                    one.name,
                    Self::NAME_RULE
                ));
            };
            if new[..index].iter().any(|earlier| earlier.name == one.name) {
                return refuse(format!("{plain} comes twice"));
            }
            let origin = Origin::of(one);
            let mut listed = Self::ALL.iter().chain(&list.variants);
            match listed.find(|variant| variant.name() == plain.name()) {
                Some(known) if known.origin.is_some_and(|known| known.means_the_same(&origin)) => {
                    found.push(Ok(*known));
                }
                Some(known) => return refuse(known.name_is_taken()),
                None if list.variants.len() + fresh.len() == MOST_LOADED => {
                    return refuse(format!("there are {MOST_LOADED} variants already"));
                }
                None => {
                    found.push(Err(fresh.len()));
                    fresh.push((plain, origin));
                }
            }
        }
        let keep = |(plain, origin): (Self, Origin)| -> Self {
            let mut variant = plain;
            variant.origin = Some(Box::leak(Box::new(origin)));
            variant
        };
        let made: Vec<Self> = fresh.into_iter().map(keep).collect();
        list.add(&made);
        Ok(found.into_iter().map(|known| known.unwrap_or_else(|place| made[place])).collect())
    }

    /// The name as records have it: with the hash of the rules behind an `@` if the variant is not built in.
    pub fn record_name(self) -> String {
        let hash = self.rules_hash().map(|hash| format!("@{hash}"));
        format!("{self}{}", hash.unwrap_or_default())
    }

    /// The variant that a record calls so, see [`Variant::record_name`].
    ///
    /// # Errors
    /// If there is none of that name, or if it has other rules.
    pub fn from_record(name: &str) -> Result<Self, String> {
        let (name, hash) = match name.split_once('@') {
            Some((name, hash)) => (name, Some(hash)),
            None => (name, None),
        };
        let variant = Self::from_name(name).ok_or(format!("there is no variant {name}"))?;
        variant.check_rules(hash)?;
        Ok(variant)
    }

    /// Compares the rules with those of a record, by the hash that the record has.
    ///
    /// # Errors
    /// If they differ.
    pub fn check_rules(self, hash: Option<&str>) -> Result<(), String> {
        let own = self.rules_hash();
        if hash.is_none() || hash == own.as_deref() {
            return Ok(());
        }
        let own =
            own.map_or("it is built in".to_string(), |own| format!("they have the hash {own}"));
        let hash = hash.unwrap_or_default();
        Err(format!("the rules of {self} are not those of the record, {hash}: here {own}"))
    }

    fn name_is_taken(&self) -> String {
        match self.origin {
            None => format!("{self} is the name of a built-in variant"),
            Some(_) => format!(
                "{self} is the name of another variant, with other rules, that is loaded already: \
                 choose another name, or start the program anew"
            ),
        }
    }
}

impl List {
    fn add(&mut self, variants: &[Variant]) {
        if variants.is_empty() {
            return;
        }
        self.variants.extend_from_slice(variants);
        let name = |variant: &Variant| -> &'static str { variant.name().to_string().leak() };
        let names: Vec<&str> =
            self.names.iter().copied().chain(variants.iter().map(name)).collect();
        self.names = names.leak();
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn new(name: &str, settings: &[(&str, SwitchValue)]) -> NewVariant {
        let mut draft = Variant::PACIFIC_A.ruleset().draft().unwrap();
        for (key, value) in settings {
            draft.set(key, value).unwrap();
        }
        NewVariant {
            name: name.to_string(),
            description: String::new(),
            extends: Variant::PACIFIC_A,
            ruleset: draft.ruleset().unwrap(),
        }
    }

    #[test]
    fn a_variant_is_found_by_its_name_once_it_is_added() {
        assert_eq!(Variant::from_name("loaded-first"), None);
        let four = ("advance_rows", SwitchValue::Number(4));
        let added = Variant::add(&[new("loaded-first", std::slice::from_ref(&four))]).unwrap();
        assert_eq!(Variant::from_name("Loaded-First"), Some(added[0]));
        assert!(Variant::names().contains(&"loaded-first"));
        assert!(Variant::all().contains(&added[0]));
        let origin = added[0].origin().unwrap();
        assert_eq!((origin.parent(), origin.reach()), (Variant::PACIFIC_A, Some(Reach::Inputs)));
        assert_eq!(
            origin.changes()[0].to_string(),
            "advance_rows is 4 instead of 3: the most rows that a plane may be ahead of its \
             carrier after a plain move; 7 is no limit"
        );
        let count = Variant::all().len();
        assert_eq!(Variant::add(&[new("loaded-first", &[four])]), Ok(added));
        assert!(Variant::all().len() >= count);
    }

    #[test]
    fn a_name_stands_for_one_variant() {
        let five = [("draw_plies", SwitchValue::Number(5))];
        Variant::add(&[new("loaded-second", &five)]).unwrap();
        let refused = |name: &str| Variant::add(&[new("loaded-third", &five), new(name, &[])]);
        for (name, why) in [
            ("loaded-second", "another variant"),
            ("pacific-a", "built-in"),
            ("loaded-third", "comes twice"),
            ("No Name", "small letters"),
            ("", "small letters"),
        ] {
            let error = refused(name).unwrap_err();
            assert!(error.index == 1 && error.reason.contains(why), "{name}: {}", error.reason);
        }
        assert_eq!(Variant::from_name("loaded-third"), None, "all are added or none");
    }

    #[test]
    fn the_hash_is_of_the_rules_and_not_of_the_name() {
        let digest = |new: NewVariant| Origin::of(&new).digest;
        let all = [("kamikaze_lost_with", SwitchValue::Text("all".to_string()))];
        assert_eq!(digest(new("one", &all)), digest(new("another", &all)));
        assert_ne!(digest(new("one", &all)), digest(new("one", &[])));
        let b = NewVariant { extends: Variant::PACIFIC_B, ..new("one", &all) };
        assert_ne!(digest(new("one", &all)), digest(b));
    }
}
