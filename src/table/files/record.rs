//! The records of the match runner: a game as one line of JSON.

use super::super::game::TableGame;
use super::super::message::{Note, ScoreText};
use super::super::seat::Seat;
use super::{SavedGame, SavedMove};
use crate::engine::EngineError;
use crate::protocol::variant_of_record;
use serde::{Deserialize, Serialize};

/// The score of a mate in no turn, as the runner writes it.
const MATE_CP: i64 = 1_000_000;
/// Scores beyond this are mates.
const LEAST_MATE_CP: i64 = MATE_CP - 10_000;

/// The parts of a record that a table reads. Records of other programs may lack some, and have others.
#[derive(Deserialize)]
struct ReadRecord {
    variant: String,
    #[serde(default)]
    rules: Option<String>,
    engines: Vec<String>,
    moves: Vec<String>,
    result: String,
    #[serde(default)]
    start: String,
    #[serde(default)]
    fen: String,
    #[serde(default)]
    opening: Vec<String>,
    #[serde(default)]
    scores: Vec<Option<f64>>,
    #[serde(default)]
    depths: Vec<Option<i64>>,
    #[serde(default)]
    nodes: Vec<Option<u64>>,
    #[serde(default)]
    times_ms: Vec<f64>,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    fault: String,
}

/// Reads a line.
///
/// # Errors
/// Says what is wrong.
pub fn read(line: &str) -> Result<SavedGame, EngineError> {
    let read: ReadRecord =
        serde_json::from_str(line).map_err(|error| EngineError::new(error.to_string()))?;
    let variant = variant_of_record(&read.variant, read.rules.as_deref())?;
    if read.engines.len() != variant.players() {
        let (given, players) = (read.engines.len(), variant.players());
        let text = format!("{variant} has {players} players, and the record has {given} (engines)");
        return Err(EngineError::new(text));
    }
    let start = match (read.start.as_str(), read.fen.as_str()) {
        ("", "") => "startpos".to_string(),
        ("", fen) => format!("fen {fen}"),
        (start, _) => start.to_string(),
    };
    let opening = read.opening.len();
    let note = |at: usize| Note {
        score: read.scores.get(at).copied().flatten().map(score),
        depth: read.depths.get(at).copied().flatten().and_then(|depth| i32::try_from(depth).ok()),
        nodes: read.nodes.get(at).copied().flatten(),
        time: read.times_ms.get(at).map(|time| *time as u64).filter(|time| *time > 0),
    };
    let tokens = read.opening.iter().chain(&read.moves).enumerate();
    let moves = tokens.map(|(at, token)| SavedMove {
        parent: at,
        token: token.clone(),
        note: at.checked_sub(opening).map(note).unwrap_or_default(),
        ..SavedMove::default()
    });
    let reason = match read.fault.as_str() {
        "" => read.reason.clone(),
        fault => format!("{} by {fault}", read.reason),
    };
    Ok(SavedGame {
        variant,
        start,
        names: read.engines.clone(),
        result: read.result.clone(),
        reason,
        moves: moves.collect(),
    })
}

fn score(value: f64) -> ScoreText {
    let value = value as i64;
    let turns = (MATE_CP - value.abs()).max(1) as i32;
    match value.abs() >= LEAST_MATE_CP {
        true if value < 0 => ScoreText::Mate(-turns),
        true => ScoreText::Mate(turns),
        false => ScoreText::Cp(value as i32),
    }
}

fn number(score: ScoreText) -> i64 {
    match score {
        ScoreText::Cp(value) => value.into(),
        ScoreText::Mate(turns) if turns < 0 => -(MATE_CP + i64::from(turns)),
        ScoreText::Mate(turns) => MATE_CP - i64::from(turns),
    }
}

/// A record with all that the runner's programs expect.
#[derive(Serialize)]
struct WrittenRecord {
    game: u32,
    pair: u32,
    opening_number: u32,
    #[serde(rename = "match")]
    of_match: &'static str,
    variant: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    seed: u64,
    engines: Vec<String>,
    controls: Vec<String>,
    start: String,
    fen: String,
    opening: Vec<String>,
    moves: Vec<String>,
    players: Vec<usize>,
    scores: Vec<Option<i64>>,
    depths: Vec<Option<i32>>,
    nodes: Vec<Option<u64>>,
    times_ms: Vec<u64>,
    clocks_ms: Vec<Option<u64>>,
    pvs: Vec<String>,
    fens: Vec<String>,
    result: String,
    ranking: Vec<usize>,
    reason: String,
}

/// The game up to its present position as a record.
pub fn text(game: &TableGame) -> String {
    let turns = game.turns();
    let notes: Vec<&Note> = turns.iter().map(|turn| &turn.note).collect();
    let mut cursor = game.cursor();
    let mut fens = vec![cursor.game().fen()];
    for turn in &turns {
        if cursor.go_to(&game.tree, turn.last).is_ok() {
            fens.push(cursor.game().fen());
        }
    }
    let is_over = game.is_over();
    let written = WrittenRecord {
        game: 1,
        pair: 1,
        opening_number: 1,
        of_match: "",
        variant: game.variant().to_string(),
        rules: game.variant().rules_hash(),
        seed: 0,
        engines: game.seats.iter().map(Seat::called).collect(),
        controls: vec![String::new(); game.seats.len()],
        start: game.start().to_string(),
        fen: fens[0].clone(),
        opening: Vec::new(),
        moves: turns.iter().map(|turn| turn.token.clone()).collect(),
        players: turns.iter().map(|turn| turn.player).collect(),
        scores: notes.iter().map(|note| note.score.map(number)).collect(),
        depths: notes.iter().map(|note| note.depth).collect(),
        nodes: notes.iter().map(|note| note.nodes).collect(),
        times_ms: notes.iter().map(|note| note.time.unwrap_or_default()).collect(),
        clocks_ms: vec![None; turns.len()],
        pvs: vec![String::new(); turns.len()],
        fens,
        result: if is_over { game.result() } else { "void".to_string() },
        ranking: game.ranking(),
        reason: if is_over { game.reason() } else { "not finished".to_string() },
    };
    serde_json::to_string(&written).unwrap_or_default() + "\n"
}
