//! Saved games: this table's own form, the runner's records, PGN, and the line `position`.

mod own;
mod pgn;
mod record;
mod seal;

pub use own::{restored, saved, snapshot};
pub use pgn::text as pgn;
pub use record::text as record;

use super::cursor::Cursor;
use super::game::{End, TableGame};
use super::message::{LibraryEntry, Note};
use super::seat::Seat;
use super::tree::ROOT;
use crate::engine::{EngineError, Position, Start};
use crate::games::Variant;
use crate::protocol::{Command, parse, parse_position, variant_of_record_name};

/// The names of the players in PGN.
const COLOURS: [&str; 4] = ["White", "Black", "Red", "Green"];

/// What is wrong with a file of something else.
const NO_GAME: &str =
    "there is no game in this file: a table, records, PGN or a position are expected";

/// A game of a file, not yet played through.
pub struct SavedGame {
    variant: Variant,
    /// The start, as the command `position` reads it.
    start: String,
    names: Vec<String>,
    /// `none` if the game did not end.
    result: String,
    reason: String,
    /// Each comes after its parent.
    moves: Vec<SavedMove>,
}

/// A move of a file.
#[derive(Default)]
struct SavedMove {
    /// The number of the move before it, from 1; 0 for the start.
    parent: usize,
    /// One or more actions.
    token: String,
    note: Note,
    comment: String,
    mark: String,
}

impl SavedGame {
    /// The game as a list of games shows it.
    pub fn entry(&self, index: usize) -> LibraryEntry {
        LibraryEntry {
            index,
            variant: self.variant.to_string(),
            names: self.names.clone(),
            result: self.result.clone(),
            reason: self.reason.clone(),
        }
    }

    /// The game, to look through at a screen.
    ///
    /// # Errors
    /// Names the first move that is refused.
    pub fn game(&self, screen: &str) -> Result<TableGame, EngineError> {
        let position = parse_position(self.start.as_bytes())
            .map_err(|error| EngineError(format!("the start of the game: {error}")))?;
        let seats = (0..self.variant.players()).map(|player| {
            let name = self.names.get(player).map_or("", String::as_str);
            super::obey::person_at(screen, name)
        });
        let mut game = TableGame::new(self.variant, position.start, seats.collect())?;
        let beginning = line_of(&position.moves);
        let nodes = play_through(&mut game, &beginning, &[])?;
        play_through(&mut game, &self.moves, &nodes)?;
        game.live.go_to(&game.tree, main_end(&game))?;
        let is_open = game.now().outcome().is_none();
        if is_open && !matches!(self.result.as_str(), "" | "none" | "void" | "*") {
            let ranking = super::game::ranking_of(&self.result, self.variant.players());
            if !ranking.is_empty() {
                let (result, reason) = (self.result.clone(), self.reason.clone());
                game.end = Some(End { result, reason });
            }
        }
        Ok(game)
    }
}

/// A line of moves without variations.
fn line_of(tokens: &[String]) -> Vec<SavedMove> {
    let tokens = tokens.iter().cloned().enumerate();
    tokens.map(|(parent, token)| SavedMove { parent, token, ..SavedMove::default() }).collect()
}

/// The last node of the main line.
fn main_end(game: &TableGame) -> usize {
    let mut node = ROOT;
    while let Some(next) = game.tree.get(node).and_then(|node| node.children.first()) {
        node = *next;
    }
    node
}

/// Plays moves in a game. `before` has the nodes of the moves of the same game that were played already; moves without
/// a parent follow the last of them. Returns the node after each move.
fn play_through(
    game: &mut TableGame,
    moves: &[SavedMove],
    before: &[usize],
) -> Result<Vec<usize>, EngineError> {
    let first = before.last().copied().unwrap_or(ROOT);
    let mut nodes: Vec<usize> = Vec::with_capacity(moves.len());
    let mut cursor = game.live.clone();
    for (number, saved) in (1..).zip(moves) {
        let parent = match saved.parent.checked_sub(1) {
            None => first,
            Some(index) => *nodes.get(index).ok_or_else(|| {
                EngineError::new(format!("move {number} follows a move that is not there"))
            })?,
        };
        cursor.go_to(&game.tree, parent)?;
        play_token(game, &mut cursor, saved).map_err(|error| {
            let reason = error.0.trim_end_matches(" (number 1 of the list)");
            EngineError(format!("move {number}: {reason}"))
        })?;
        if let Some(node) = game.tree.change(cursor.node()) {
            node.note = saved.note.clone();
            node.comment.clone_from(&saved.comment);
            node.mark.clone_from(&saved.mark);
        }
        nodes.push(cursor.node());
    }
    game.live = cursor;
    Ok(nodes)
}

/// Plays a token. One that goes beyond its turn, as in old records, is played action by action.
fn play_token(
    game: &mut TableGame,
    cursor: &mut Cursor,
    saved: &SavedMove,
) -> Result<(), EngineError> {
    let Err(error) = cursor.play(&mut game.tree, &saved.token, None) else { return Ok(()) };
    let mut trial = cursor.clone();
    for part in saved.token.split(',') {
        trial.play(&mut game.tree, part, None).map_err(|_| error.clone())?;
    }
    *cursor = trial;
    Ok(())
}

/// A game from a position with its moves.
///
/// # Errors
/// Names the first move that is refused.
pub fn game_of(
    variant: Variant,
    start: Start,
    moves: &[String],
    seat: impl Fn(usize) -> Seat,
) -> Result<TableGame, EngineError> {
    let seats = (0..variant.players()).map(seat).collect();
    let mut game = TableGame::new(variant, start, seats)?;
    let moves = line_of(moves);
    play_through(&mut game, &moves, &[])?;
    Ok(game)
}

/// Reads a file of games in any form.
///
/// # Errors
/// Names the line or the game, and says what is wrong.
pub fn read(text: &str) -> Result<Vec<SavedGame>, EngineError> {
    let text = text.trim_start_matches('\u{feff}');
    let games = match text.trim_start().as_bytes().first() {
        Some(b'{') => read_json(text)?,
        Some(b'[') => pgn::read(text)?,
        _ => read_commands(text)?,
    };
    match games.is_empty() {
        true => Err(EngineError::new(NO_GAME)),
        false => Ok(games),
    }
}

/// The games of a file in any form, without their variations.
///
/// # Errors
/// Names the line or the game, and says what is wrong.
pub fn main_lines(text: &str) -> Result<Vec<(Variant, Position)>, EngineError> {
    let line_of = |(number, saved): (usize, &SavedGame)| {
        let game =
            saved.game("").map_err(|error| EngineError(format!("game {number}: {error}")))?;
        Ok((game.variant(), game.now().position()))
    };
    (1..).zip(&read(text)?).map(line_of).collect()
}

/// Games as JSON, one a line; a game of this table may have several lines.
fn read_json(text: &str) -> Result<Vec<SavedGame>, EngineError> {
    if let Some(game) = own::read(text)? {
        return Ok(vec![game]);
    }
    let mut games = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let game = match own::read(line)? {
            Some(game) => Ok(game),
            None => record::read(line),
        };
        games.push(game.map_err(|error| {
            EngineError::new(format!("line {number} is no record of a game: {error}"))
        })?);
    }
    Ok(games)
}

/// A game as commands of the protocol: the last variant and the last position.
fn read_commands(text: &str) -> Result<Vec<SavedGame>, EngineError> {
    let mut variant = Variant::PACIFIC_A;
    let mut position = None;
    for (number, line) in (1..).zip(text.lines()) {
        let fault = |what: String| EngineError(format!("line {number}: {what}"));
        match parse(line.as_bytes()) {
            Err(error) if position.is_none() => {
                return Err(fault(format!("{error}; {NO_GAME}")));
            }
            Err(error) => return Err(fault(error.to_string())),
            Ok(Some(Command::Position(found))) => position = Some(found),
            Ok(Some(Command::SetOption(option)))
                if option.name.eq_ignore_ascii_case("UCI_Variant") =>
            {
                let name = option.value.unwrap_or_default();
                variant =
                    variant_of_record_name(&name).map_err(|error| fault(error.to_string()))?;
            }
            Ok(_) => {}
        }
    }
    let saved = position.map(|position| SavedGame {
        variant,
        start: position.to_string(),
        names: Vec::new(),
        result: "none".to_string(),
        reason: String::new(),
        moves: Vec::new(),
    });
    Ok(saved.into_iter().collect())
}
