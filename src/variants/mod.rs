//! Variants in files: other readings and other numbers of the games, without a compiler. `variants.md` is the
//! documentation of this module.
//!
//! - `read.rs`: from the text of a file to definitions;
//! - `resolve.rs`: from definitions to variants, and all that can be wrong with them;
//! - `fault.rs`: what is wrong, with file and line;
//! - `show.rs`: variants and their switches as text.
//!
//! The switches of a game stand in its folder, in `switches.rs`. The list of variants is in
//! [`games`](crate::games::Variant::add).

#![doc = include_str!("variants.md")]

mod fault;
mod read;
mod resolve;
mod show;
#[cfg(test)]
mod tests;

use crate::games::Variant;
pub use fault::FileFault;
pub use show::{described, listed, switches_table};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The environment variable that names files of variants, as [`load_all`] takes them. The command line and the module
/// for Python load them.
pub const VARIABLE: &str = "STRATEGOS_VARIANTS";
/// Size limit of a file of variants; larger files are not read.
const MOST_BYTES: u64 = 1 << 20;

/// Adds the variants of a file to [`Variant::all`]: all of them, or none if something is wrong with one. Returns them
/// in the order of the file.
///
/// # Errors
/// All that is wrong with the file, in the order of its lines.
pub fn load(path: &Path) -> Result<Vec<Variant>, Vec<FileFault>> {
    let at_file = |reason: String| vec![FileFault::of_file(path, reason)];
    let text = text_of(path).map_err(at_file)?;
    add(path, &text)
}

/// Adds the variants of several files, whose paths are separated by `:`, on Windows by `;`. A variant may extend one of
/// a file before.
///
/// # Errors
/// As [`load`], of all files. The variants of the other files are added.
pub fn load_all(paths: &str) -> Result<Vec<Variant>, Vec<FileFault>> {
    let (mut variants, mut faults) = (Vec::new(), Vec::new());
    for path in split(paths.as_ref()) {
        match load(&path) {
            Ok(added) => variants.extend(added),
            Err(found) => faults.extend(found),
        }
    }
    if faults.is_empty() { Ok(variants) } else { Err(faults) }
}

/// The paths of a list, separated by `:`, on Windows by `;`.
pub(crate) fn split(paths: &OsStr) -> impl Iterator<Item = PathBuf> + '_ {
    std::env::split_paths(paths).filter(|path| !path.as_os_str().is_empty())
}

/// Adds the variants of a text as those of a file. `path` names it in errors.
///
/// # Errors
/// As [`load`].
pub fn add(path: &Path, text: &str) -> Result<Vec<Variant>, Vec<FileFault>> {
    let read = read::definitions(path, text);
    let resolved = resolve::variants(path, &read.definitions);
    let faults = fault::in_order(read.syntax, [read.faults, resolved.faults].concat());
    if !faults.is_empty() {
        return Err(faults);
    }
    Variant::add(&resolved.variants).map_err(|error| {
        let definition = &read.definitions[error.index];
        vec![FileFault::at(path, definition.line, error.reason)]
    })
}

/// The content of a file.
fn text_of(path: &Path) -> Result<String, String> {
    let facts = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !facts.is_file() {
        return Err("is no file".to_string());
    }
    if facts.len() > MOST_BYTES {
        return Err(format!("has {} bytes, and {MOST_BYTES} is the most", facts.len()));
    }
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_string)),
        Err(error) => {
            let place = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..place].iter().filter(|byte| **byte == b'\n').count() + 1;
            Err(format!("is no text: line {line} is not UTF-8"))
        }
    }
}
