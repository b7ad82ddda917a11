//! Files of games of one variant, one game after the other, for what is made of them.

use super::file::{DataError, Reader};
use super::record::GameRecord;
use crate::games::Variant;
use std::path::{Path, PathBuf};

/// The variant of the first file.
///
/// # Errors
/// If there is no file, or it cannot be read or has games that are none of this program's.
pub fn variant_of(paths: &[PathBuf]) -> Result<Variant, DataError> {
    let Some(first) = paths.first() else { return Err(DataError::new("no file of games")) };
    let name = Reader::open(first)?.variant().to_string();
    let variant = Variant::from_name(&name);
    variant.ok_or_else(|| DataError::at(first, format!("has games of {name}")))
}

/// Makes items of every game of that variant, by its number and record, and puts them away. Returns how many there were.
///
/// # Errors
/// If a file cannot be read, is damaged, cut off or has games of another variant, if `items_of` says what is wrong with a
/// game, or if `put` fails.
pub fn replay<T>(
    variant: Variant,
    paths: &[PathBuf],
    items_of: impl Fn(u32, &GameRecord) -> Result<Vec<T>, String>,
    mut put: impl FnMut(&T) -> Result<(), DataError>,
) -> Result<u64, DataError> {
    let (mut number, mut count) = (0, 0);
    for path in paths {
        let mut reader = open(variant, path)?;
        while let Some(game) = reader.next_game()? {
            // It has been counted by now.
            let at = |reason| DataError::at(path, format!("{reason} (game {})", reader.count));
            let items = items_of(number, &game).map_err(at)?;
            items.iter().try_for_each(&mut put)?;
            count += items.len() as u64;
            number += 1;
        }
        reader.must_be_whole()?;
    }
    Ok(count)
}

fn open(variant: Variant, path: &Path) -> Result<Reader, DataError> {
    let reader = Reader::open(path)?;
    let (has, wanted) = (reader.variant(), variant.name());
    if has != wanted {
        return Err(DataError::at(path, format!("has games of {has}, not of {wanted}")));
    }
    Ok(reader)
}
