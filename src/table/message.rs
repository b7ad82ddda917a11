//! What the table says: messages for viewers, and requests to the host.

use super::clock::ClockLimits;
use super::seat::Seat;
use crate::game::SwitchValue;
use crate::game::TurnDue;
use crate::games::{Origin, Variant};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// Whether a flag is not set, so that a message leaves it out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_unset(flag: &bool) -> bool {
    !flag
}

/// The switches that a variant sets otherwise than the built-in one behind it, by key.
pub fn settings_of(variant: Variant) -> BTreeMap<&'static str, Value> {
    let value = |value: &SwitchValue| match value {
        SwitchValue::Number(number) => Value::from(*number),
        SwitchValue::Flag(flag) => Value::from(*flag),
        SwitchValue::Text(text) => Value::from(text.as_str()),
    };
    let changes = variant.origin().map_or(&[][..], Origin::changes);
    changes.iter().map(|change| (change.setting.key, value(&change.setting.value))).collect()
}

/// What the table has to say after an order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum TableOutput {
    /// A message for one viewer.
    ToViewer {
        /// The name of the viewer.
        viewer: String,
        /// The message.
        #[serde(flatten)]
        message: ViewerMessage,
    },
    /// A request to the host.
    ToHost(HostRequest),
}

/// A message for a viewer. It holds nothing that this viewer may not know.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ViewerMessage {
    /// What the viewer sees now.
    State(Box<TableState>),
    /// The moves that the viewer sees, or those that have changed.
    Tree(TreeMessage),
    /// The lines of an engine that thinks about its move.
    Thought {
        /// The number of the player.
        player: usize,
        /// Best first.
        lines: Vec<PvLine>,
    },
    /// The lines of the viewer's analysis.
    Analysis {
        /// The node that was analysed.
        at: usize,
        /// Best first.
        lines: Vec<PvLine>,
    },
    /// A move that the engine advises at full strength.
    Hint {
        /// The token.
        token: String,
        /// The search; none for a deployment.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<PvLine>,
    },
    /// The answer to a question about the game.
    Answer {
        /// The question.
        query: String,
        /// The answer.
        text: String,
    },
    /// A saved game.
    File {
        /// A name for the file.
        name: String,
        /// Its content.
        text: String,
    },
    /// The games of a file that was loaded.
    Library {
        /// The games in the order of the file.
        games: Vec<LibraryEntry>,
    },
    /// Something that has happened.
    Notice {
        /// One sentence.
        text: String,
    },
    /// An order that was refused. Nothing has changed.
    Error {
        /// What was wrong.
        text: String,
    },
}

impl ViewerMessage {
    /// A position as a file: the commands that set it up, with the hash of the rules if the variant is not built in.
    pub fn position_file(variant: Variant, position: impl fmt::Display) -> Self {
        let record = variant.record_name();
        let text = format!("setoption name UCI_Variant value {record}\nposition {position}\n");
        Self::File { name: format!("{variant}.txt"), text }
    }
}

/// What a viewer sees.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TableState {
    /// The variant.
    pub variant: String,
    /// What the rules of a variant that is not built in change, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    /// The switches that such a variant sets otherwise, with their values.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<&'static str, Value>,
    /// All seats.
    pub seats: Vec<Seat>,
    /// Whether everyone sees everything in a game with hidden parts.
    pub open: bool,
    /// The number of the player to move in the game.
    pub player: usize,
    /// Whether the game is over.
    pub over: bool,
    /// `none`, `draw`, `p1win` to `p4win`, or `p1loss` to `p4loss`.
    pub result: String,
    /// Why the game is over.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The place of each player when the game is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranking: Vec<usize>,
    /// Whether engines and clocks rest.
    pub paused: bool,
    /// Whether an engine or an outside player is asked for a move.
    pub thinking: bool,
    /// The clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockState>,
    /// The number of the player to move, if this screen shows nothing because something is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curtain: Option<usize>,
    /// The number of the person to move, if another person at this screen is to hand it over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handover: Option<usize>,
    /// The position on the board of this viewer; nothing behind a curtain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardState>,
}

/// The clocks as a viewer sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClockState {
    /// Milliseconds left to each player.
    pub left: Vec<u64>,
    /// The number of the player whose clock runs; 0 for none.
    pub running: usize,
}

/// A position on the board of a viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardState {
    /// The number of the player whose knowledge this is; 0 for everything.
    pub sees: usize,
    /// The node that is shown.
    pub at: usize,
    /// The node of the game, where the next move is played.
    pub live: usize,
    /// The position.
    pub fen: String,
    /// The number of the player to move in it.
    pub mover: usize,
    /// Whether a turn begins in it.
    pub turn: bool,
    /// The legal actions, if the viewer can play in it.
    pub legal: Vec<String>,
    /// What is still open in the turn, if the viewer can play in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub due: Vec<TurnDue>,
    /// Whether the legal actions deploy pieces.
    pub deploying: bool,
    /// Whether a move here is a variation and not a move of the game.
    pub variation: bool,
    /// Whether a move can be taken back.
    pub undo: bool,
    /// Whether a move that was taken back can be played again.
    pub redo: bool,
    /// The number of lines of the viewer's analysis; 0 for none.
    pub lines: usize,
    /// Whether the position can be analysed for this viewer.
    pub analysable: bool,
}

/// Moves as a viewer sees them: a tree with a node for each action. While something is hidden from the viewer, it is
/// one line with a node for each turn, as his record has them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TreeMessage {
    /// Whether the nodes replace all nodes that were told before. If not, they are new or changed.
    pub reset: bool,
    /// Each comes after its parent, and the main line before its variations.
    pub nodes: Vec<NodeState>,
}

/// A node as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NodeState {
    /// Its number. The first position is 0.
    pub id: usize,
    /// The node before it.
    pub parent: usize,
    /// The action; where something is hidden, a turn.
    pub token: String,
    /// What it did beyond what the token says, such as the sums of an attack, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// The number of the player.
    pub player: usize,
    /// Whether a turn begins with it.
    pub turn: bool,
    /// The number of its round, as in a FEN.
    pub round: u32,
    /// What a search said.
    #[serde(flatten)]
    pub note: Note,
    /// A comment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// A mark such as `!?`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// Whether only this screen sees it until the game is over.
    #[serde(skip_serializing_if = "is_unset")]
    pub private: bool,
}

/// What a search said about a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Note {
    /// From the view of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<ScoreText>,
    /// Depth in actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// Nodes searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
}

/// A score: centipawns, or the distance of a proven win or loss in turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreText {
    /// Centipawns.
    Cp(i32),
    /// Turns; negative for a loss.
    Mate(i32),
}

/// A principal variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PvLine {
    /// Its number, from 1.
    pub multipv: usize,
    /// Depth in actions.
    pub depth: i32,
    /// From the view of the player to move.
    pub score: ScoreText,
    /// Nodes of the search so far.
    pub nodes: u64,
    /// Milliseconds of the search so far.
    pub time: u64,
    /// The expected share of each player, in per mille, in games of three and four.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<u32>,
    /// The moves, one token for each turn.
    pub pv: Vec<String>,
}

impl PvLine {
    /// The line as a note on its first move.
    pub fn note(&self) -> Note {
        Note {
            score: Some(self.score),
            depth: Some(self.depth),
            nodes: Some(self.nodes),
            time: Some(self.time),
        }
    }
}

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LibraryEntry {
    /// The number in the file, from 0.
    pub index: usize,
    /// The variant.
    pub variant: String,
    /// The players.
    pub names: Vec<String>,
    /// The result.
    pub result: String,
    /// Why the game ended.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// What the table needs from its host.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum HostRequest {
    /// Search a position. The host reports lines by the event `thought` and the end by `found` or `failed`.
    Search(Box<SearchRequest>),
    /// End a search soon. Its result still counts if the table waits for it.
    Stop {
        /// The search.
        search: u64,
    },
    /// Send the event `tick` at this time. It replaces an earlier request. Without a time there is nothing to wait for.
    Wake {
        /// The time in milliseconds.
        at: Option<u64>,
    },
    /// The game has changed. A host that keeps snapshots takes a new one.
    Changed {},
    /// The answer to the event `snapshot`.
    Snapshot {
        /// What restores the game.
        text: String,
    },
    /// An event or a line was refused.
    Error {
        /// What was wrong.
        text: String,
    },
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// A move of the game.
    Move,
    /// Lines for viewers. It goes on until it is stopped.
    Analysis,
    /// Advice for a person.
    Hint,
}

/// A search that the host runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SearchRequest {
    /// Its number. Events about it carry this number.
    pub search: u64,
    /// What it is for.
    pub purpose: Purpose,
    /// The variant.
    pub variant: String,
    /// The position as the command `position` reads it. It holds only what the mover may know.
    pub position: String,
    /// The number of the player to move.
    pub player: usize,
    /// Who searches. A host gives the searches of `outside` seats to the programs that play there.
    pub seat: Seat,
    /// Limits.
    pub limits: SearchLimits,
    /// Number of lines.
    pub multipv: usize,
    /// The seed of random choices.
    pub seed: u64,
    /// Whether results of earlier searches must not be used, because they would tell something hidden.
    pub fresh: bool,
}

/// The limits of a search. The first one reached ends it; without any it goes on until it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SearchLimits {
    /// Milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth in actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockLimits>,
}
