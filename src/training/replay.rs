//! Replays files of games of one variant, game by game, to convert them.

use super::file::{DataError, Reader};
use super::record::{GameRecord, RecordedTurn};
use crate::game::Played;
use crate::games::{Playable, Variant};
use std::path::{Path, PathBuf};

/// The variant of the first file.
///
/// # Errors
/// If there is no file, if it cannot be read, or if this program does not know its variant.
pub fn variant_of(paths: &[PathBuf]) -> Result<Variant, DataError> {
    let Some(first) = paths.first() else { return Err(DataError::new("no file of games")) };
    let name = Reader::open(first)?.variant().to_string();
    Variant::from_record(&name).map_err(|reason| DataError::at(first, reason))
}

/// Calls `items_of` with the number and record of every game, and `put` with each item. Returns the number of items.
///
/// # Errors
/// - A file cannot be read, is damaged or truncated, or has games of another variant.
/// - `items_of` finds a fault in a game.
/// - `put` fails.
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
            // The reader has counted this game already.
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

/// Opens a file of games of a variant.
///
/// # Errors
/// If it cannot be read or has games of another variant.
pub fn open(variant: Variant, path: &Path) -> Result<Reader, DataError> {
    let reader = Reader::open(path)?;
    let (has, wanted) = (reader.variant(), variant.record_name());
    if has != wanted {
        return Err(DataError::at(path, format!("has games of {has}, not of {wanted}")));
    }
    Ok(reader)
}

/// Plays a turn of a game.
///
/// # Errors
/// If it is illegal.
pub fn play_turn<G: Playable>(played: &mut Played<G>, turn: &RecordedTurn) -> Result<(), String> {
    let mover = played.state().player();
    for (part, token) in turn.token.split(',').enumerate() {
        let action = played.state().parse_in_turn(token, mover, part == 0);
        played.play(action.map_err(|error| error.to_string())?);
    }
    Ok(())
}
