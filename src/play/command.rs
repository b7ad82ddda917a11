//! Commands that can be typed besides moves.

use crate::protocol::closest;

/// A line that a person typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedLine {
    /// An empty line.
    Nothing,
    /// A command with its argument.
    Command(CommandName, String),
    /// Any other text, taken as a move.
    Move(String),
}

macro_rules! commands {
    ($($id:ident = $name:literal $argument:literal, $purpose:literal;)*) => {
        /// A command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum CommandName {
            $(#[doc = $purpose] $id,)*
        }

        /// Name, argument and purpose of each command.
        const TABLE: &[(CommandName, &str, &str, &str)] =
            &[$((CommandName::$id, $name, $argument, $purpose),)*];
    };
}

commands! {
    Board = "board" "", "shows the board again";
    Moves = "moves" "[BEGINNING]", "lists the legal moves, or those that begin so";
    Hint = "hint" "", "says what the engine would play, at full strength whatever its level";
    Why = "why" "", "says what the engine thought of its move, and how it sees the position at full strength whatever its level";
    Go = "go" "", "lets the engine move for you; after a pause, goes on with the game";
    Stop = "stop" "", "makes the engine that thinks play its best move so far";
    Pause = "pause" "", "lets the engine rest, as Ctrl-C does while it thinks";
    Undo = "undo" "[N]", "takes your last move back, and what came after it; what has told you something hidden stays";
    Redo = "redo" "[N]", "plays moves again that were taken back";
    History = "history" "", "lists the turns so far";
    Fen = "fen" "", "prints the position";
    Belief = "belief" "", "shows where you may expect what is hidden from you";
    Resign = "resign" "", "gives the game up";
    Flip = "flip" "", "turns the board round";
    Level = "level" "[N]", "how well the engine plays, 0 to 20 or an Elo from 600 to 2200";
    Time = "time" "[MS]", "how many milliseconds it thinks about a move";
    Seat = "seat" "[SEATS]", "which seats people have: 1 or 1,3 or all or none; while something is hidden nobody new sits down";
    New = "new" "[VARIANT] [deploy]", "begins a new game, with the hidden deployment if the game has one";
    Save = "save" "FILE", "writes the game to a file, unless that would show what is hidden from you; .pgn and .json keep all lines";
    Load = "load" "FILE [N]", "goes on with a game from a file";
    Legend = "legend" "", "goal, moves, letters and tokens of this game";
    Help = "help" "", "lists these commands, as ? does";
    Quit = "quit" "", "ends it";
}

/// Reads a line.
pub fn read(line: &str) -> TypedLine {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if word.is_empty() {
        return TypedLine::Nothing;
    }
    if line == "?" {
        return TypedLine::Command(CommandName::Help, String::new());
    }
    match TABLE.iter().find(|(_, name, ..)| name.eq_ignore_ascii_case(word)) {
        Some((name, ..)) => TypedLine::Command(*name, rest.trim().to_string()),
        None => TypedLine::Move(line.to_string()),
    }
}

/// The names of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(_, name, ..)| *name)
}

/// The command that is most similar to the first word of a line.
pub fn meant(line: &str) -> Option<&'static str> {
    closest(line.split_whitespace().next()?, names())
}

/// The help text, one line for each command.
pub fn help() -> String {
    let usage = |name: &str, argument: &str| format!("{name} {argument}");
    let width = TABLE.iter().map(|(_, name, argument, _)| usage(name, argument).len()).max();
    let width = width.unwrap_or(0);
    let rows = TABLE.iter().map(|(_, name, argument, purpose)| {
        format!("  {:<width$}  {purpose}", usage(name, argument))
    });
    rows.collect::<Vec<_>>().join("\n")
}
