//! Game files. A file contains commands of the protocol, so that the engine can also read it
//! (`strategos <FILE`).

use super::table::Table;
use super::words;
use crate::engine::{EngineError, Position};
use crate::game::text::without_mark;
use crate::games::Variant;
use crate::protocol::{Command, parse};
use std::path::Path;

/// First line of every game file. Files with another first line are not overwritten.
const HEADER: &str = "# A game played with Strategos.";

/// Writes the game to `path`.
///
/// # Errors
/// If the system reports an error, or `path` is a file that is not a game file. Also while the game
/// hides something from a person, because the file would reveal it.
pub fn save(table: &Table, path: &Path) -> Result<(), EngineError> {
    let fault = |what: &dyn std::fmt::Display| {
        EngineError::new(format!("cannot save {}: {what}", path.display()))
    };
    if table.hides_from_people() {
        return Err(fault(&"the file would show what is hidden: wait for the end of the game"));
    }
    let is_game = |bytes: Vec<u8>| without_mark(&bytes).starts_with(HEADER.as_bytes());
    if path.exists() && !std::fs::read(path).is_ok_and(is_game) {
        return Err(fault(&"there is a file of that name that is no game"));
    }
    std::fs::write(path, text(table)).map_err(|error| fault(&error))
}

fn text(table: &Table) -> String {
    let end = match table.is_over() {
        true => words::end(table).replace('\n', " "),
        false => "The game goes on.".to_string(),
    };
    let (seats, name) = (words::seats(table), table.variant());
    let game = table.game().position();
    format!(
        "{HEADER}\n# {seats}. {end}\nsetoption name UCI_Variant value {name}\nposition {game}\n"
    )
}

/// Reads a game file: the last variant and the last position in it.
///
/// # Errors
/// If the system reports an error, the file has no position, or a line is not a command.
pub fn load(path: &Path, variant: Variant) -> Result<(Variant, Position), EngineError> {
    let fault = |what: &dyn std::fmt::Display| {
        EngineError::new(format!("cannot load {}: {what}", path.display()))
    };
    let bytes = std::fs::read(path).map_err(|error| fault(&error))?;
    let (mut variant, mut position) = (variant, None);
    for (number, line) in (1..).zip(without_mark(&bytes).split(|byte| *byte == b'\n')) {
        match parse(line) {
            Err(error) => return Err(fault(&format!("line {number}: {error}"))),
            Ok(Some(Command::Position(found))) => position = Some(found),
            Ok(Some(Command::SetOption(option)))
                if option.name.eq_ignore_ascii_case("UCI_Variant") =>
            {
                let name = option.value.unwrap_or_default();
                let stranger = || fault(&format!("line {number}: unknown variant ({name})"));
                variant = Variant::from_name(&name).ok_or_else(stranger)?;
            }
            Ok(_) => {}
        }
    }
    let position = position.ok_or_else(|| fault(&"there is no position in it"))?;
    Ok((variant, position))
}
