//! Prints files of games as text, and shuffles them.

use super::file::{DataError, Reader, Writer};
use crate::game::Rng;
use std::path::{Path, PathBuf};

/// Passes the file to `told` as text, line by line, at most `most` games. The first line says how the games were
/// made. Each game has its first position, its points and its turns. A turn has its score, and a star if its position
/// is suitable for training.
///
/// # Errors
/// If the file is damaged or of another kind. The lines before the fault have been passed.
pub fn show(path: &Path, most: u64, told: &mut dyn FnMut(&str)) -> Result<(), DataError> {
    let mut reader = Reader::open(path)?;
    told(&reader.making);
    while reader.count < most {
        let Some(game) = reader.next_game()? else { break };
        let points = game.points.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
        told(&format!("game {} points {points} fen {}", reader.count, game.fen));
        for (index, turn) in game.turns.iter().enumerate() {
            let mark = if turn.quiet { " *" } else { "" };
            told(&format!("{} {} {}{mark}", index + 1, turn.token, turn.score));
        }
    }
    if reader.is_cut_off {
        told(&format!("the file is cut off after game {}", reader.count));
    }
    Ok(())
}

/// Writes the games of several files of one variant to a new file, in random order. Returns their number.
///
/// # Errors
/// If a file cannot be read or is truncated, if the variants differ, or if the new file exists or cannot be written.
pub fn shuffle(paths: &[PathBuf], seed: u64, out: &Path) -> Result<u64, DataError> {
    if out.exists() {
        return Err(DataError::at(out, "exists already"));
    }
    let mut games = Vec::new();
    let mut variant = String::new();
    for path in paths {
        let mut reader = Reader::open(path)?;
        if variant.is_empty() {
            variant = reader.variant().to_string();
        }
        if reader.variant() != variant {
            let reason = format!("has games of {}, not of {variant}", reader.variant());
            return Err(DataError::at(path, reason));
        }
        while let Some(game) = reader.next_game()? {
            games.push(game);
        }
        reader.must_be_whole()?;
    }
    Rng::new(seed).shuffle(&mut games);
    let making = format!("variant {variant} shuffled from {} files seed {seed}", paths.len());
    let mut writer = Writer::open(out, &making)?;
    games.iter().try_for_each(|game| writer.write(game))?;
    Ok(writer.count)
}
