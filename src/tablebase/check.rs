//! Checks that tables are intact and that every value follows from its successors.

use super::class::{EXTENSION, Family, value_of};
use super::file::{TableError, TableFile};
use super::generate::{check_blocks, family_of, no_endings};
use super::probe::table_paths;
use super::value::Value;
use super::work::each;
use crate::game::{Material, Notation, Rng};
use crate::games::{Playable, Variant, Visitor};
use std::path::Path;
use std::sync::Mutex;

/// Classes of up to this many positions are checked in full.
const FULL_POSITIONS: u64 = 50_000_000;
/// Positions that are checked in a greater class.
const SAMPLES: u64 = 1_000_000;

/// Checks all tables in a folder. Calls `tell` with a line about each file.
///
/// # Errors
/// Names the first file that is damaged, and the position whose value is wrong.
pub fn check(
    folder: &Path,
    threads: usize,
    tell: &mut dyn FnMut(String),
) -> Result<(), TableError> {
    let paths = table_paths(folder)?;
    if paths.is_empty() {
        return Err(TableError::at(folder, format!("holds no file that ends in .{EXTENSION}")));
    }
    for path in paths {
        let file = TableFile::open(&path)?;
        let variant = file.variant()?;
        let line = variant.visit(Check { variant, file, folder, threads })?;
        tell(line);
    }
    Ok(())
}

struct Check<'a> {
    variant: Variant,
    file: TableFile,
    folder: &'a Path,
    threads: usize,
}

impl Visitor for Check<'_> {
    type Output = Result<String, TableError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
        if const { G::CAPABILITIES.endings.is_none() } {
            return Err(no_endings(&self.variant));
        }
        let family = family_of::<G>(&self.variant, rules)?;
        let class = family.class_of(&self.file)?;
        check_class(&family, class, &self.file, self.folder, self.threads)
    }
}

fn check_class<G: Notation>(
    family: &Family<'_, G>,
    class: Material,
    file: &TableFile,
    folder: &Path,
    threads: usize,
) -> Result<String, TableError> {
    let entries = file.header().entries();
    check_blocks(file, threads)?;
    let mut known = family.read_successors(folder, class)?;
    known.insert(class, file.read_all()?);
    let is_full = entries <= FULL_POSITIONS;
    let count = if is_full { entries } else { SAMPLES };
    let fault: Mutex<Option<(u64, String)>> = Mutex::new(None);
    each(count, threads, Vec::new, |actions, number| {
        let entry = if is_full { number } else { Rng::new(number).number() % entries };
        let stored = value_of(known[&class][entry as usize]);
        let Some(game) = family.position(class, entry) else { return };
        let look_up =
            |class, entry: u64| known.get(&class).map(|codes| value_of(codes[entry as usize]));
        let found = value_by_successors(family, &game, actions, look_up);
        if found != Some(stored) {
            let reason = format!(
                "position {entry}, {}, has the value {stored:?}, but {found:?} follows from its successors",
                game.fen()
            );
            if let Ok(mut fault) = fault.lock()
                && fault.as_ref().is_none_or(|(first, _)| entry < *first)
            {
                *fault = Some((entry, reason));
            }
        }
    });
    if let Ok(Some((_, reason))) = fault.into_inner() {
        return Err(TableError::at(file.path(), reason));
    }
    let of_all = if is_full { "all".to_string() } else { count.to_string() };
    Ok(format!("{}: {of_all} of {entries} positions are right", file.path().display()))
}

/// The value of a position that follows from those of its successors; `None` if one of them is not known.
fn value_by_successors<G: Notation>(
    family: &Family<'_, G>,
    game: &G,
    actions: &mut Vec<G::Action>,
    look_up: impl Fn(Material, u64) -> Option<Value>,
) -> Option<Value> {
    if let Some(outcome) = game.outcome() {
        return Some(Value::of_outcome(outcome, game.player()));
    }
    actions.clear();
    game.actions(actions);
    actions.iter().try_fold(Value::WORST, |best, action| {
        Some(best.better(family.value_of_action(game, *action, &look_up)?))
    })
}
