//! Game files. By its name a file is a table with all variations (`.json`), a record of the match runner (`.jsonl`),
//! PGN (`.pgn`), or commands of the protocol, so that the engine can read it (`strategos <FILE`).

use super::session::PlaySession;
use super::words;
use crate::engine::EngineError;
use crate::table::{self, LibraryEntry, Order};
use std::fmt::Display;
use std::path::Path;

/// First line of files with commands.
const HEADER: &str = "# A game played with Strategos.";

/// Writes the game to `path`.
///
/// # Errors
/// If the system reports an error, or `path` is a file that is not a game file. Also while the game hides something
/// from a person, because the file would reveal it.
pub fn save(session: &mut PlaySession, path: &Path) -> Result<(), EngineError> {
    let fault =
        |what: &dyn Display| EngineError::new(format!("cannot save {}: {what}", path.display()));
    if !session.may_save() {
        return Err(fault(&"the file would show what is hidden: wait for the end of the game"));
    }
    let is_game = |bytes: Vec<u8>| table::games_of(&String::from_utf8_lossy(&bytes)).is_ok();
    if path.exists() && !std::fs::read(path).is_ok_and(is_game) {
        return Err(fault(&"there is a file of that name that is no game"));
    }
    let text = text(session, path)?;
    std::fs::write(path, text).map_err(|error| fault(&error))
}

fn text(session: &mut PlaySession, path: &Path) -> Result<String, EngineError> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let form = match ending {
        "json" => "table",
        "jsonl" => "record",
        "pgn" => "pgn",
        _ => "position",
    };
    let text = session.saved(form)?;
    if form != "position" {
        return Ok(text);
    }
    let (variant, state) = (session.variant(), session.state());
    let end = match state.over {
        true => words::end(variant, state).replace('\n', " "),
        false => "The game goes on.".to_string(),
    };
    let seats = words::seats(variant, &state.seats);
    Ok(format!("{HEADER}\n# {seats}. {end}\n{text}"))
}

/// Goes on with a game of a file: its only one, or the one with this number, from 1.
///
/// # Errors
/// If the system reports an error, or the file has no such game.
pub fn load(
    session: &mut PlaySession,
    path: &Path,
    number: Option<usize>,
) -> Result<(), EngineError> {
    let fault =
        |what: &dyn Display| EngineError::new(format!("cannot load {}: {what}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| fault(&error))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let games = table::games_of(&text).map_err(|error| fault(&error))?;
    let index = match (number, games.len()) {
        (None, 1) => 0,
        (None, count) => {
            return Err(fault(&format!("it has {count} games: load FILE and a number")));
        }
        (Some(number), count) if (1..=count).contains(&number) => number - 1,
        (Some(number), count) => return Err(fault(&format!("it has {count} games ({number})"))),
    };
    let seats = session.seats_for(players(&games[index]));
    let loaded = match games.len() {
        1 => session.order(Order::Load { text, seats }),
        _ => session
            .order(Order::Load { text, seats: Vec::new() })
            .and_then(|()| session.order(Order::Pick { index, seats })),
    };
    loaded.map_err(|error| fault(&error))
}

fn players(game: &LibraryEntry) -> usize {
    crate::games::Variant::from_name(&game.variant).map_or(0, |variant| variant.players())
}
