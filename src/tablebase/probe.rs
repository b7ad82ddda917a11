//! Tables that a search asks.

use super::cache::BlockCache;
use super::class::{EXTENSION, value_of};
use super::file::{TableError, TableFile};
use super::generate::family_of;
use super::value::Value;
use crate::game::{Distance, Endings, Material, Score};
use crate::games::{Playable, Variant};
use crate::search::{EndgameTables, TableListener, TableNotice};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The place of a class with one player to move.
#[derive(Clone, Copy)]
struct Place {
    file: usize,
    /// The number of the first position in the file.
    first: u64,
}

/// The open tables of a variant.
struct Tables<G: Playable> {
    endings: &'static dyn Endings<G>,
    files: Vec<OpenFile>,
    /// Sorted by class. A search of a few dozens of classes is faster than a hash table.
    places: Vec<(Material, Place)>,
    most_pieces: u32,
    cache: BlockCache,
    listener: TableListener,
}

struct OpenFile {
    table: TableFile,
    /// Set when a block could not be read. The file is not asked again.
    is_broken: AtomicBool,
}

/// Opens the tables of a variant in the folders of a search path, which are separated by `:`, on Windows by `;`. Of two
/// files of one class the first is used. `None` if there are none, or if the game has no endgame tables.
pub fn open<G: Playable>(
    variant: Variant,
    rules: G::Rules,
    path: &str,
    listener: &TableListener,
) -> Option<Arc<dyn EndgameTables<G>>> {
    let endings = G::CAPABILITIES.endings?;
    let mut tables = Tables {
        endings,
        files: Vec::new(),
        places: Vec::new(),
        most_pieces: 0,
        cache: BlockCache::new(),
        listener: Arc::clone(listener),
    };
    let fault = |error: TableError| listener(TableNotice::Fault(&error.to_string()));
    for folder in std::env::split_paths(path).filter(|folder| !folder.as_os_str().is_empty()) {
        match table_paths(&folder) {
            Ok(paths) => paths.iter().for_each(|path| {
                if let Err(error) = tables.add(variant, rules, path) {
                    fault(error);
                }
            }),
            Err(error) => fault(error),
        }
    }
    tables.tell_contents(variant);
    (!tables.files.is_empty()).then(|| Arc::new(tables) as Arc<dyn EndgameTables<G>>)
}

/// The files of tables in a folder, by name.
///
/// # Errors
/// If the folder cannot be read.
pub fn table_paths(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    let fault = |error: std::io::Error| TableError::at(folder, error);
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

impl<G: Playable> Tables<G> {
    /// Opens a file and adds it, if it belongs to the variant.
    fn add(&mut self, variant: Variant, rules: G::Rules, path: &Path) -> Result<(), TableError> {
        let table = TableFile::open(path)?;
        if table.variant()? != variant {
            return Ok(());
        }
        let family = family_of::<G>(&variant, rules)?;
        let class = family.class_of(&table)?;
        if self.place(class).is_some() {
            return Ok(());
        }
        let file = self.files.len();
        self.most_pieces = self.most_pieces.max(self.endings.pieces(class));
        self.places.push((class, Place { file, first: 0 }));
        let turned = self.endings.turned(class);
        if turned != class {
            self.places.push((turned, Place { file, first: table.header().positions }));
        }
        self.places.sort_unstable_by_key(|(class, _)| *class);
        self.files.push(OpenFile { table, is_broken: AtomicBool::new(false) });
        Ok(())
    }

    /// Says what was found.
    fn tell_contents(&self, variant: Variant) {
        if self.files.is_empty() {
            let fault = format!("there are no tables of {variant} in TablePath");
            return (self.listener)(TableNotice::Fault(&fault));
        }
        let found = format!("tables of {variant}: {}", self.contents());
        (self.listener)(TableNotice::Opened(&found));
    }

    fn place(&self, class: Material) -> Option<Place> {
        let found = self.places.binary_search_by_key(&class, |(class, _)| *class).ok()?;
        Some(self.places[found].1)
    }

    /// The value of a position with the draw clock at 0.
    fn value(&self, game: &G) -> Option<Value> {
        let place = self.place(self.endings.class(game)?)?;
        let OpenFile { table, is_broken } = &self.files[place.file];
        if is_broken.load(Ordering::Relaxed) {
            return None;
        }
        match self.cache.codes(place.file, table, place.first + self.endings.number(game)) {
            Ok(codes) => Some(value_of(codes)),
            Err(error) => {
                if !is_broken.swap(true, Ordering::Relaxed) {
                    (self.listener)(TableNotice::Fault(&error.to_string()));
                }
                None
            }
        }
    }
}

impl<G: Playable> EndgameTables<G> for Tables<G> {
    fn probe(&self, game: &G) -> Option<Score> {
        let value = self.value(game)?;
        Some(value.score(self.endings.clock_plies(game), self.endings.limit_plies()))
    }

    fn result(&self, game: &G) -> Option<Distance> {
        let value = self.value(game)?;
        Some(value.at_clock(self.endings.clock_plies(game), self.endings.limit_plies()))
    }

    fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    fn contents(&self) -> String {
        let pieces = self.most_pieces;
        match self.files.len() {
            1 => format!("1 class of {pieces} pieces"),
            count => format!("{count} classes of up to {pieces} pieces"),
        }
    }
}
