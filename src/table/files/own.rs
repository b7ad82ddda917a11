//! This table's own form: JSON with the whole tree. Snapshots have it too.

use super::super::clock::GameClock;
use super::super::game::{End, TableGame};
use super::super::message::Note;
use super::super::seat::Seat;
use super::super::tree::{ROOT, TreeNode};
use super::{SavedGame, SavedMove, play_through, seal};
use crate::engine::EngineError;
use crate::games::Variant;
use crate::protocol::{parse_position, variant_of_record};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

const FORMAT: &str = "strategos-table";
const VERSION: u32 = 1;
const SEAL_SEED: u64 = 0x5ea1;

/// A game of a table as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedTable {
    format: String,
    version: u32,
    variant: String,
    /// The hash of the rules, if the variant is not built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    start: String,
    #[serde(default)]
    open: bool,
    #[serde(default)]
    seats: Vec<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<End>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<GameClock>,
    #[serde(default)]
    paused: bool,
    /// Whether something was hidden from somebody.
    #[serde(default)]
    hidden: bool,
    /// The present position: a number of `nodes`, from 1; 0 for the start.
    live: usize,
    /// Moves that were taken back, the last one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    undone: Vec<usize>,
    #[serde(default)]
    nodes: Vec<SavedNode>,
    /// The nodes, sealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sealed: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedNode {
    /// The number of the node before, from 1; 0 for the start.
    parent: usize,
    token: String,
    #[serde(default, skip_serializing_if = "is_empty")]
    note: Note,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    mark: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
}

fn is_empty(note: &Note) -> bool {
    *note == Note::default()
}

/// The game with all variations that a screen sees.
pub fn saved(game: &TableGame, screen: &str) -> String {
    let mut document = document(game, |node| node.is_seen_at(screen));
    document.nodes.iter_mut().for_each(|node| node.owner = None);
    text(&document)
}

/// All that restores the game. While something is hidden the moves are sealed.
pub fn snapshot(game: &TableGame) -> String {
    let mut document = document(game, |_| true);
    if game.hides() {
        let nodes = serde_json::to_string(&document.nodes).unwrap_or_default();
        document.sealed = Some(seal::seal(&nodes, SEAL_SEED));
        document.nodes.clear();
    }
    text(&document)
}

fn text(document: &SavedTable) -> String {
    serde_json::to_string(document).unwrap_or_default() + "\n"
}

fn document(game: &TableGame, is_seen: impl Fn(&TreeNode) -> bool) -> SavedTable {
    let mut numbers = HashMap::from([(ROOT, 0)]);
    let mut nodes = Vec::new();
    for id in game.tree.in_order() {
        let Some(node) = game.tree.get(id) else { continue };
        let Some(parent) = numbers.get(&node.parent).copied().filter(|_| is_seen(node)) else {
            continue;
        };
        nodes.push(SavedNode {
            parent,
            token: node.token.clone(),
            note: node.note.clone(),
            comment: node.comment.clone(),
            mark: node.mark.clone(),
            owner: node.owner.clone(),
        });
        numbers.insert(id, nodes.len());
    }
    let number = |node: &usize| numbers.get(node).copied();
    SavedTable {
        format: FORMAT.to_string(),
        version: VERSION,
        variant: game.variant().to_string(),
        rules: game.variant().rules_hash(),
        start: game.start().to_string(),
        open: game.open,
        seats: game.seats.clone(),
        end: game.end.clone(),
        clock: game.clock.clone(),
        paused: game.paused,
        hidden: game.has_hidden,
        live: number(&game.live.node()).unwrap_or_default(),
        undone: game.undone.iter().filter_map(number).collect(),
        nodes,
        sealed: None,
    }
}

/// Reads a game of a table; `None` if the text is not one of this format.
///
/// # Errors
/// Says what is wrong.
pub fn read(text: &str) -> Result<Option<SavedGame>, EngineError> {
    let Some(document) = parsed(text)? else { return Ok(None) };
    if document.sealed.is_some() {
        return Err(EngineError::new("the moves of this game are sealed: it is a snapshot"));
    }
    let end = document.end.as_ref();
    Ok(Some(SavedGame {
        variant: variant(&document)?,
        start: document.start.clone(),
        names: document.seats.iter().map(Seat::called).collect(),
        result: end.map_or("none".to_string(), |end| end.result.clone()),
        reason: end.map_or(String::new(), |end| end.reason.clone()),
        moves: document.nodes.into_iter().map(saved_move).collect(),
    }))
}

fn parsed(text: &str) -> Result<Option<SavedTable>, EngineError> {
    /// The part by which the format is known.
    #[derive(Deserialize)]
    struct Head {
        format: String,
        version: u32,
    }
    match serde_json::from_str::<Head>(text) {
        Ok(head) if head.format == FORMAT && head.version == VERSION => {}
        Ok(head) if head.format == FORMAT => {
            let text = format!("a table of version {} cannot be read (version)", head.version);
            return Err(EngineError::new(text));
        }
        _ => return Ok(None),
    }
    serde_json::from_str(text)
        .map(Some)
        .map_err(|error| EngineError::new(format!("this is no whole table: {error}")))
}

fn variant(document: &SavedTable) -> Result<Variant, EngineError> {
    variant_of_record(&document.variant, document.rules.as_deref())
}

fn saved_move(node: SavedNode) -> SavedMove {
    let SavedNode { parent, token, note, comment, mark, .. } = node;
    SavedMove { parent, token, note, comment, mark }
}

/// The game of a snapshot or of a saved table, as it was.
///
/// # Errors
/// Says what is wrong.
pub fn restored(text: &str) -> Result<TableGame, EngineError> {
    let not_one = || EngineError::new("this is no snapshot of a table (restore)");
    let mut document = parsed(text)?.ok_or_else(not_one)?;
    if let Some(sealed) = &document.sealed {
        let broken = || EngineError::new("the seal of the snapshot is broken (restore)");
        let nodes = seal::open(sealed, SEAL_SEED).ok_or_else(broken)?;
        document.nodes = serde_json::from_str(&nodes).map_err(|_| broken())?;
    }
    let position = parse_position(document.start.as_bytes())
        .map_err(|error| EngineError(format!("the start of the game: {error}")))?;
    if !position.moves.is_empty() {
        return Err(EngineError::new("a start has no moves (start)"));
    }
    let variant = variant(&document)?;
    let mut game = TableGame::new(variant, position.start, document.seats)?;
    if let Some(clock) = &document.clock {
        clock.check(variant.players())?;
    }
    let owners: Vec<Option<String>> =
        document.nodes.iter().map(|node| node.owner.clone()).collect();
    let moves: Vec<SavedMove> = document.nodes.into_iter().map(saved_move).collect();
    let nodes = play_through(&mut game, &moves, &[])?;
    for (node, owner) in nodes.iter().zip(owners) {
        game.tree.change(*node).into_iter().for_each(|node| node.owner.clone_from(&owner));
    }
    let node = |number: &usize| match number.checked_sub(1) {
        None => Some(ROOT),
        Some(index) => nodes.get(index).copied(),
    };
    let no_node = || EngineError::new("the present position is not among the moves (live)");
    let live = node(&document.live).ok_or_else(no_node)?;
    game.live.go_to(&game.tree, live)?;
    game.undone = document.undone.iter().filter_map(node).collect();
    (game.open, game.end, game.clock) = (document.open, document.end, document.clock);
    (game.paused, game.has_hidden) = (document.paused, document.hidden);
    Ok(game)
}
