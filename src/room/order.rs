//! The orders about games by lines.

use crate::engine::EngineError;
use serde::Deserialize;
use serde_json::{Map, Value};

/// What the key `act` of the order `lines` names.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "act", rename_all = "lowercase", deny_unknown_fields)]
pub enum LinesOrder {
    /// Asks for the names of the games that are kept.
    List {},
    /// Proposes a game.
    Propose {
        /// The variant.
        variant: String,
        /// As behind the command `position`; empty for the deployment or the start.
        #[serde(default)]
        start: String,
        /// Who is player 1: `me` or `other`; empty for a toss.
        #[serde(default)]
        first: String,
        /// The name of the player.
        name: String,
    },
    /// Joins the game that a line proposes.
    Join {
        /// The first line of the other player.
        line: String,
        /// The name of the player.
        name: String,
    },
    /// Puts a game that is kept on the board.
    Resume {
        /// Its name.
        game: String,
        /// Actions of a turn that is not complete. They are forgotten if they do not fit.
        #[serde(default)]
        part: Vec<String>,
    },
    /// Takes in lines of the other player. Lines that are known are passed over.
    Receive {
        /// The lines.
        text: String,
    },
    /// Opens at the end what is sealed.
    Open {},
    /// Audits the game on the board.
    Audit {
        /// The other player's file or lines; empty for none.
        #[serde(default)]
        text: String,
    },
    /// Asks for the player's file.
    Download {},
    /// Keeps the game of a player's file, and puts it on the board.
    Upload {
        /// The file.
        text: String,
    },
    /// Deletes a game.
    Remove {
        /// Its name.
        game: String,
    },
    /// Goes back to the table.
    Leave {},
}

impl LinesOrder {
    /// Reads an order without the keys `viewer` and `do`.
    ///
    /// # Errors
    /// Names the key that is unknown, missing or has a wrong value.
    pub fn read(object: Map<String, Value>) -> Result<Self, EngineError> {
        serde_json::from_value(Value::Object(object))
            .map_err(|error| EngineError::new(format!("lines: {error}")))
    }
}
