//! What the table is told: orders of viewers, and events from the host.

use super::clock::TimeControl;
use super::message::PvLine;
use super::seat::{EngineSeat, Seat};
use crate::engine::EngineError;
use crate::protocol::unknown;
use serde::Deserialize;
use serde_json::{Map, Value};

/// An order of a viewer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Order {
    /// Looks on from a screen. Viewers of one screen see the same.
    Join {
        /// The name of the screen.
        #[serde(default)]
        screen: String,
    },
    /// Looks on no more.
    Leave {},
    /// Begins a game.
    New {
        /// The variant.
        variant: String,
        /// `startpos`, `deploy`, or a position as the command `position` reads it, without moves.
        #[serde(default)]
        start: Option<String>,
        /// A seat for each player; people at this screen if there are none.
        #[serde(default)]
        seats: Vec<Seat>,
        /// The clocks.
        #[serde(default)]
        clock: Option<TimeControl>,
        /// Whether everyone sees everything in a game with hidden parts.
        #[serde(default)]
        open: bool,
    },
    /// Shows a game or a position, to look through and to analyse.
    Open {
        /// The variant.
        variant: String,
        /// As the command `position` reads it, with or without moves.
        position: String,
        /// The names of the players.
        #[serde(default)]
        names: Vec<String>,
        /// Who goes on with it. Without seats everyone sees everything.
        #[serde(default)]
        seats: Vec<Seat>,
    },
    /// Changes who plays for a player.
    Seat {
        /// The number of the player.
        player: usize,
        /// Who plays from now on.
        seat: Seat,
    },
    /// Plays a turn or a part of a turn on the board of this viewer. Away from the game it is a variation.
    Play {
        /// The token.
        token: String,
    },
    /// Ends a pause. In a game that does not rest, the engine moves once for the person who is to move.
    Go {
        /// The strength of that move.
        #[serde(default)]
        engine: EngineSeat,
    },
    /// Makes the engine that thinks play its best move so far.
    Stop {},
    /// Stops engines and clocks.
    Pause {},
    /// Takes moves back. They stay as a variation.
    Undo {
        /// How many.
        #[serde(default = "one")]
        count: usize,
    },
    /// Plays moves again that were taken back.
    Redo {
        /// How many.
        #[serde(default = "one")]
        count: usize,
    },
    /// Goes on with the game from the position that this viewer shows.
    Continue {},
    /// Shows another position to this viewer.
    Step {
        /// The node.
        to: usize,
    },
    /// Makes the line to a node the main line.
    Promote {
        /// The node.
        node: usize,
    },
    /// Deletes a node and all that follows it.
    Delete {
        /// The node.
        node: usize,
    },
    /// Comments on a move.
    Comment {
        /// The node.
        node: usize,
        /// The comment; empty to delete it.
        text: String,
    },
    /// Marks a move.
    Mark {
        /// The node.
        node: usize,
        /// `!`, `?`, `!!`, `??`, `!?`, `?!`; empty to delete the mark.
        mark: String,
    },
    /// Gives the game up for a person at this screen.
    Resign {
        /// The number of the player; by default the person who is to move or who looks.
        #[serde(default)]
        player: Option<usize>,
    },
    /// Analyses the position that this viewer shows, and every later one.
    Analyse {
        /// Number of lines; 0 ends the analysis.
        lines: usize,
    },
    /// Asks for the engine's advice at full strength, for the player to move.
    Hint {
        /// Milliseconds for the search.
        #[serde(default = "second")]
        movetime: u64,
    },
    /// Asks a question about the position that the viewer sees: `effects` with turns, `tablemoves`, or a query that
    /// only this game answers, such as `combat m13`.
    Ask {
        /// The words after `query`.
        query: String,
    },
    /// A person sits down at the screen behind the curtain.
    Uncover {
        /// The number of the player.
        player: usize,
    },
    /// Draws the curtain, so that the screen can be handed over.
    Cover {},
    /// Saves the game.
    Save {
        /// `table`, `record`, `pgn` or `position`.
        form: String,
    },
    /// Loads a file of games.
    Load {
        /// The content of the file.
        text: String,
        /// Who goes on with the game of the file, if it is the only one.
        #[serde(default)]
        seats: Vec<Seat>,
    },
    /// Shows a game of the file that was loaded.
    Pick {
        /// Its number, from 0.
        index: usize,
        /// Who goes on with it.
        #[serde(default)]
        seats: Vec<Seat>,
    },
}

/// An event from the host.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum TableEvent {
    /// A search has new lines.
    Thought {
        /// The search.
        search: u64,
        /// Best first.
        lines: Vec<PvLine>,
    },
    /// A search has ended.
    Found {
        /// The search.
        search: u64,
        /// The move; empty if there is none.
        #[serde(default)]
        token: String,
        /// The best line, if something was searched.
        #[serde(default)]
        line: Option<PvLine>,
    },
    /// A search could not be run.
    Failed {
        /// The search.
        search: u64,
        /// Why.
        reason: String,
    },
    /// Time has passed.
    Tick {},
    /// Asks for a snapshot.
    Snapshot {},
    /// Puts a game on the table from a snapshot.
    Restore {
        /// The snapshot.
        text: String,
    },
}

fn one() -> usize {
    1
}

fn second() -> u64 {
    1000
}

impl Order {
    /// The names of all orders.
    pub const NAMES: &'static [&'static str] = &[
        "join", "leave", "new", "open", "seat", "play", "go", "stop", "pause", "undo", "redo",
        "continue", "step", "promote", "delete", "comment", "mark", "resign", "analyse", "hint",
        "ask", "uncover", "cover", "save", "load", "pick",
    ];

    /// Reads an order from a JSON object without the key `viewer`.
    ///
    /// # Errors
    /// Names the key that is unknown, missing or has a wrong value.
    pub fn read(object: Map<String, Value>) -> Result<Self, EngineError> {
        read(object, Self::NAMES, "order")
    }
}

impl TableEvent {
    /// The names of all events.
    pub const NAMES: &'static [&'static str] =
        &["thought", "found", "failed", "tick", "snapshot", "restore"];

    /// Reads an event from a JSON object.
    ///
    /// # Errors
    /// Names the key that is unknown, missing or has a wrong value.
    pub fn read(object: Map<String, Value>) -> Result<Self, EngineError> {
        read(object, Self::NAMES, "event")
    }
}

fn read<T: for<'a> Deserialize<'a>>(
    object: Map<String, Value>,
    names: &[&str],
    what: &str,
) -> Result<T, EngineError> {
    let Some(name) = object.get("do").and_then(Value::as_str) else {
        return Err(EngineError::new(format!("the name of the {what} is missing (do)")));
    };
    if !names.contains(&name) {
        return Err(unknown(what, name, names.iter().copied()));
    }
    let name = name.to_string();
    serde_json::from_value(Value::Object(object))
        .map_err(|error| EngineError::new(format!("{name}: {error}")))
}
