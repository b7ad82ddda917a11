//! Makes the tables of a variant, class by class.

use super::checkpoint::Checkpoint;
use super::class::{Family, MOST_PIECES};
use super::file::{TableError, TableFile, write};
use super::solve::{BYTES_A_POSITION, BYTES_A_STAGE_POSITION, Solver, greatest_stage};
use super::summary::Summary;
use crate::game::Material;
use crate::games::{Playable, Variant, Visitor};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const MEBIBYTE: u64 = 1 << 20;
/// Bytes of memory for a position of a table that is read.
const BYTES_A_KNOWN_POSITION: u64 = 4;
/// Classes of fewer positions have no checkpoint: they take less than a minute.
const LEAST_WITH_CHECKPOINT: u64 = 10_000_000;

/// What to make, and with what.
#[derive(Clone, Debug)]
pub struct TableSettings {
    /// The greatest number of pieces.
    pub pieces: u32,
    /// The names of classes. If there are any, these and the classes to which they lead are made, and nothing else.
    pub classes: Vec<String>,
    /// The folder of the files. Files that are there already are kept.
    pub out: PathBuf,
    /// The number of threads.
    pub threads: usize,
    /// The greatest amount of memory for tables, in MiB.
    pub mebibytes: u64,
}

/// What happens while tables are made.
#[derive(Clone, Debug)]
pub enum TableEvent {
    /// Before anything is made: what there is to do.
    Plan {
        /// The number of classes.
        classes: usize,
        /// The number of positions.
        positions: u64,
        /// The greatest size of all files together, in bytes.
        most_bytes: u64,
        /// The memory that the greatest class takes, in bytes.
        memory: u64,
    },
    /// A stage of a class is solved.
    Progress {
        /// The name of the class.
        class: String,
        /// Positions done so far, in all classes.
        done: u64,
        /// All positions.
        positions: u64,
        /// The time that the rest takes at the speed so far.
        left: Duration,
    },
    /// A class is finished.
    Finished(Summary),
    /// The file of a class was there already, and is intact.
    Kept(String),
}

/// Makes the tables of a variant. The files do not depend on the number of threads.
///
/// # Errors
/// If the variant has no endings or is not built in, the memory does not suffice, or a file cannot be read or written.
/// Files that are finished stay.
pub fn generate(
    variant: Variant,
    settings: &TableSettings,
    tell: &mut dyn FnMut(TableEvent),
) -> Result<(), TableError> {
    if variant.origin().is_some() {
        let parent = variant.parent();
        let text = format!(
            "there are no endgame tables of {variant}, which is not built in: those of {parent} are \
             used where they fit"
        );
        return Err(TableError::new(text));
    }
    variant.visit(Generate { variant, settings, tell })
}

struct Generate<'a> {
    variant: Variant,
    settings: &'a TableSettings,
    tell: &'a mut dyn FnMut(TableEvent),
}

impl Visitor for Generate<'_> {
    type Output = Result<(), TableError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
        if const { G::CAPABILITIES.endings.is_none() } {
            return Err(no_endings(&self.variant));
        }
        let family = family_of::<G>(&self.variant, rules)?;
        Run { family, settings: self.settings, tell: self.tell }.run()
    }
}

/// The endings of a variant.
///
/// # Errors
/// If it has none.
pub(super) fn family_of<G: Playable>(
    variant: &Variant,
    rules: G::Rules,
) -> Result<Family<'_, G>, TableError> {
    let endings = G::CAPABILITIES.endings.ok_or_else(|| no_endings(variant))?;
    Ok(Family { endings, rules, variant: variant.name() })
}

/// The error of a game without endings. Where a constant leads to it, the compiler leaves out the code for endings.
pub(super) fn no_endings(variant: &Variant) -> TableError {
    TableError::new(format!("there are no endgame tables for {variant}"))
}

struct Run<'a, G: Playable> {
    family: Family<'a, G>,
    settings: &'a TableSettings,
    tell: &'a mut dyn FnMut(TableEvent),
}

impl<G: Playable> Run<'_, G> {
    fn run(mut self) -> Result<(), TableError> {
        let out = &self.settings.out;
        let classes = self.classes()?;
        let entries = |class: &Material| self.family.header(*class).entries();
        let positions = classes.iter().map(entries).sum();
        self.plan(&classes, positions)?;
        fs::create_dir_all(out).map_err(|error| TableError::at(out, error))?;

        let (mut done, mut made, begin) = (0, 0, Instant::now());
        for class in classes {
            let count = self.family.header(class).entries();
            let name = self.family.endings.name(class);
            if self.family.path(out, class).exists() {
                let file = self.family.open(out, class)?;
                check_blocks(&file, self.settings.threads)?;
                (self.tell)(TableEvent::Kept(name));
            } else {
                self.make(class, &|solved, restored| {
                    let left = positions - done - solved;
                    let new = (made + solved - restored).max(1);
                    let rate = begin.elapsed().as_secs_f64() / new as f64;
                    let left = Duration::from_secs_f64(rate * left as f64);
                    let class = name.clone();
                    TableEvent::Progress { class, done: done + solved, positions, left }
                })?;
                made += count;
            }
            done += count;
        }
        Ok(())
    }

    /// The classes to make, each after those to which it leads.
    fn classes(&self) -> Result<Vec<Material>, TableError> {
        let Family { endings, rules, variant } = self.family;
        let names = &self.settings.classes;
        if names.is_empty() {
            return Ok(endings.classes(rules, self.settings.pieces));
        }
        let mut classes = endings.classes(rules, MOST_PIECES);
        if let Some(name) =
            names.iter().find(|name| !classes.iter().any(|it| endings.name(*it) == **name))
        {
            return Err(TableError::new(format!("there is no class {name} of {variant}")));
        }
        let mut wanted: Vec<Material> = Vec::new();
        for class in classes.iter().rev() {
            if wanted.contains(class) || names.contains(&endings.name(*class)) {
                wanted.push(*class);
                wanted.extend(self.family.successors(*class));
            }
        }
        classes.retain(|class| wanted.contains(class));
        Ok(classes)
    }

    /// Tells what there is to do, and refuses what takes too much memory.
    fn plan(&mut self, classes: &[Material], positions: u64) -> Result<(), TableError> {
        let greatest = classes.iter().map(|class| (self.memory(*class), *class)).max();
        let Some((memory, class)) = greatest else {
            return Err(TableError::new("there is no ending of so few pieces"));
        };
        let most = self.settings.mebibytes;
        if memory > most * MEBIBYTE {
            let (name, need) = (self.family.endings.name(class), memory.div_ceil(MEBIBYTE));
            let reason =
                format!("{name} takes {need} MiB of memory, more than the limit of {most} MiB");
            return Err(TableError::new(reason));
        }
        // Codes take two bytes each if a distance is above 127, and what cannot be compressed hardly grows.
        // A class that is being solved may have a checkpoint besides.
        let greatest = classes.iter().map(|class| self.family.header(*class).entries()).max();
        let most_bytes =
            4 * (positions + greatest.unwrap_or_default()) + 4096 * classes.len() as u64;
        let classes = classes.len();
        (self.tell)(TableEvent::Plan { classes, positions, most_bytes, memory });
        Ok(())
    }

    /// Bytes of memory that a class takes while it is solved and written.
    fn memory(&self, class: Material) -> u64 {
        let entries = |class: Material| self.family.header(class).entries();
        let successors = self.family.successors(class).into_iter();
        let known: u64 = successors.map(|class| BYTES_A_KNOWN_POSITION * entries(class)).sum();
        let all = BYTES_A_POSITION * entries(class) + known;
        // The greatest stage takes time to find, so it is looked for only if it matters.
        let most = all + BYTES_A_STAGE_POSITION * entries(class);
        if most <= self.settings.mebibytes * MEBIBYTE {
            return most;
        }
        all + BYTES_A_STAGE_POSITION * greatest_stage(&self.family, class)
    }

    /// Solves a class and writes its file. `progress` makes the event for the numbers of positions known and restored.
    fn make(
        &mut self,
        class: Material,
        progress: &dyn Fn(u64, u64) -> TableEvent,
    ) -> Result<(), TableError> {
        let begin = Instant::now();
        let (out, threads) = (&self.settings.out, self.settings.threads);
        let known = self.family.read_successors(out, class)?;
        let (path, header) = (self.family.path(out, class), self.family.header(class));
        let has_checkpoint =
            header.entries() >= LEAST_WITH_CHECKPOINT && self.family.endings.slices(class) > 1;
        let mut checkpoint =
            has_checkpoint.then(|| Checkpoint::open(&path, &header)).transpose()?;
        let mut tell = |solved, restored| (self.tell)(progress(solved, restored));
        let file = checkpoint.as_mut();
        let solver = Solver::solve(&self.family, class, &known, threads, file, &mut tell)?;
        let codes = |entry| solver.codes(entry);
        let bytes = write(&path, &header, threads, &codes)?;
        checkpoint.map_or(Ok(()), Checkpoint::remove)?;
        let summary = Summary::new(&self.family, class, &codes, bytes, begin.elapsed());
        (self.tell)(TableEvent::Finished(summary));
        Ok(())
    }
}

/// Checks the checksums of all blocks.
pub(super) fn check_blocks(file: &TableFile, threads: usize) -> Result<(), TableError> {
    let check = |number| file.read_block(number).map(|_| ());
    super::work::map(file.blocks(), threads, &check).into_iter().collect()
}
