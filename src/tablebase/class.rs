//! A material class: its numbers, its successors and the values that follow from them.

use super::file::{Codes, Header, TableError, TableFile};
use super::value::Value;
use crate::game::{Distance, Endings, Material, Notation};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// No game has classes of more pieces than a table could hold.
pub const MOST_PIECES: u32 = 9;

/// The ending of the names of files.
pub const EXTENSION: &str = "ending";

/// The endings of a variant.
pub struct Family<'a, G: Notation> {
    /// How they are numbered.
    pub endings: &'a dyn Endings<G>,
    /// The rules of the variant.
    pub rules: G::Rules,
    /// The name of the variant.
    pub variant: &'a str,
}

impl<G: Notation> Family<'_, G> {
    /// The order of the forces that names the class.
    pub fn named(&self, class: Material) -> Material {
        class.max(self.endings.turned(class))
    }

    /// The number of a position among those of its class with either player to move.
    pub fn entry(&self, class: Material, index: u64) -> u64 {
        if class == self.named(class) { index } else { self.positions(class) + index }
    }

    /// The position with such a number.
    pub fn position(&self, class: Material, entry: u64) -> Option<G> {
        let (mover, index) = self.mover_and_index(class, entry);
        self.endings.position(self.rules, mover, index)
    }

    /// The class and number of such a position, as the player to move sees it.
    pub fn mover_and_index(&self, class: Material, entry: u64) -> (Material, u64) {
        let positions = self.positions(class);
        let mover = if entry < positions { class } else { self.endings.turned(class) };
        (mover, entry % positions)
    }

    /// The number of positions of a class with one player to move.
    pub fn positions(&self, class: Material) -> u64 {
        self.endings.slices(class) * self.endings.slice_size(class)
    }

    /// What the file of a class says of itself.
    pub fn header(&self, class: Material) -> Header {
        let (name, edition) = (self.endings.name(class), self.endings.edition());
        let is_even = class == self.endings.turned(class);
        Header {
            text: format!("{} {name} {edition}", self.variant),
            limit_plies: self.endings.limit_plies(),
            sides: if is_even { 1 } else { 2 },
            positions: self.positions(class),
        }
    }

    /// Where the file of a class is in a folder.
    pub fn path(&self, folder: &Path, class: Material) -> PathBuf {
        folder.join(format!("{}.{}.{EXTENSION}", self.variant, self.endings.name(class)))
    }

    /// Opens the file of a class.
    ///
    /// # Errors
    /// If it is missing or damaged, or holds something else.
    pub fn open(&self, folder: &Path, class: Material) -> Result<TableFile, TableError> {
        let file = TableFile::open(&self.path(folder, class))?;
        let expected = self.header(class);
        if *file.header() != expected {
            let (found, expected) = (&file.header().text, &expected.text);
            let reason = format!("holds another table: \"{found}\" instead of \"{expected}\"");
            return Err(TableError::at(file.path(), reason));
        }
        Ok(file)
    }

    /// The class of a file, by its header.
    ///
    /// # Errors
    /// If the file is of another edition or class.
    pub fn class_of(&self, file: &TableFile) -> Result<Material, TableError> {
        let classes = self.endings.classes(self.rules, MOST_PIECES);
        let class = classes.into_iter().find(|class| self.header(*class) == *file.header());
        let unknown = || format!("holds an unknown table, \"{}\"", file.header().text);
        class.ok_or_else(|| TableError::at(file.path(), unknown()))
    }

    /// The other classes to which actions in a class lead, by the names of their files.
    pub fn successors(&self, class: Material) -> Vec<Material> {
        let turned = self.endings.turned(class);
        let leads_to = |class| self.endings.leads_to(self.rules, class).into_iter();
        let both = leads_to(class).chain(leads_to(turned));
        let mut classes: Vec<Material> = both.map(|class| self.named(class)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// Reads the tables of all successors.
    ///
    /// # Errors
    /// As [`Family::open`].
    pub fn read_successors(&self, folder: &Path, class: Material) -> Result<Known, TableError> {
        let classes = self.successors(class).into_iter();
        classes.map(|class| Ok((class, self.open(folder, class)?.read_all()?))).collect()
    }

    /// The value of an action, where `look_up` knows the values of unfinished positions by class and entry. `None` if
    /// it does not know this value.
    pub fn value_of_action(
        &self,
        game: &G,
        action: G::Action,
        look_up: impl Fn(Material, u64) -> Option<Value>,
    ) -> Option<Value> {
        let resets = self.endings.resets(game, action);
        let mut after = game.clone();
        after.make(action);
        let value = match after.outcome() {
            Some(outcome) => Value::of_outcome(outcome, after.player()),
            None => {
                let (class, index) = self.endings.locate(&after)?;
                look_up(self.named(class), self.entry(class, index))?
            }
        };
        Some(value.before(resets, self.endings.limit_plies()))
    }
}

/// Tables in memory.
pub type Known = HashMap<Material, Vec<Codes>>;

/// The value that two codes stand for.
pub fn value_of([end, reset]: Codes) -> Value {
    Value { end: Distance::from_code(end), reset: Distance::from_code(reset) }
}
