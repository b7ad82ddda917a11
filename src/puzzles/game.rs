//! Finds the puzzles in a game: one that the engine plays against itself, or one that was played already.

use super::error::PuzzleError;
use super::file::Puzzle;
use super::judge::{Judge, OnlyMove};
use super::rating::{least_rating, rate};
use crate::engine::{GameState, Line, Position, Start};
use crate::game::{Rng, Score};
use crate::games::Variant;

/// The random actions at the start of a game: at least these, and up to [`MORE_ACTIONS`] more.
const LEAST_ACTIONS: usize = 4;
const MORE_ACTIONS: usize = 6;
/// How often a player makes the second-best move, and a random one, in per cent.
const SECOND_PER_CENT: usize = 11;
const RANDOM_PER_CENT: usize = 15;
/// The longest game, in turns.
const MOST_TURNS: usize = 150;
/// A game is as good as over after so many turns in a row with a proven result.
const PROVEN_TURNS: usize = 4;

/// How puzzles are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// Nodes of the search that looks for them.
    pub nodes: u64,
    /// Nodes of the search that checks them.
    pub check: u64,
    /// Whether those that every level solves are left out.
    pub skip_easy: bool,
}

/// Looks for puzzles along a game.
struct Finder<'a> {
    judge: &'a mut Judge,
    variant: Variant,
    depths: Depths,
    found: Vec<Puzzle>,
    /// The turns to come that are not looked at: they belong to the solution of a puzzle.
    quiet_turns: usize,
}

impl<'a> Finder<'a> {
    fn new(judge: &'a mut Judge, variant: Variant, depths: Depths) -> Self {
        Self { judge, variant, depths, found: Vec::new(), quiet_turns: 0 }
    }

    /// The two best lines of a position.
    fn lines(&mut self, game: &dyn GameState) -> Result<Vec<Line>, PuzzleError> {
        self.judge.best_two(game, self.depths.nodes)
    }

    /// Looks at the position at the start of a turn, whose best lines are known.
    fn look(&mut self, game: &dyn GameState, lines: &[Line]) -> Result<(), PuzzleError> {
        let is_candidate = self.quiet_turns == 0 && game.is_open();
        self.quiet_turns = self.quiet_turns.saturating_sub(1);
        if !is_candidate || self.judge.only_move(lines).is_none() {
            return Ok(());
        }
        let Some(puzzle) = puzzle_at(self.judge, self.variant, game, self.depths)? else {
            return Ok(());
        };
        self.quiet_turns = puzzle.line.len();
        if !self.depths.skip_easy || puzzle.rating > least_rating(self.variant) {
            self.found.push(puzzle);
        }
        Ok(())
    }
}

/// The puzzles of the game of this seed. They depend on nothing else.
///
/// # Errors
/// If a position cannot be searched.
pub fn puzzles_of(
    judge: &mut Judge,
    variant: Variant,
    depths: Depths,
    seed: u64,
) -> Result<Vec<Puzzle>, PuzzleError> {
    let mut rng = Rng::new(seed);
    let mut game = variant.new_game();
    let mut finder = Finder::new(judge, variant, depths);
    begin(&mut *game, &mut rng)?;
    let mut proven = 0;
    for _ in 0..MOST_TURNS {
        if game.outcome().is_some() || proven > PROVEN_TURNS {
            break;
        }
        let lines = finder.lines(&*game)?;
        let Some(best) = lines.first() else { break };
        proven = if best.score.is_proven() { proven + 1 } else { 0 };
        finder.look(&*game, &lines)?;
        let token = match rng.below(100) {
            drawn if drawn < RANDOM_PER_CENT => String::new(),
            drawn if drawn < RANDOM_PER_CENT + SECOND_PER_CENT => {
                lines.last().and_then(|line| line.pv.first()).cloned().unwrap_or_default()
            }
            _ => best.pv.first().cloned().unwrap_or_default(),
        };
        if token.is_empty() { random_turn(&mut *game, &mut rng)? } else { game.choose(&token)? }
    }
    Ok(finder.found)
}

/// The puzzles of a game that was played. Its variations do not count, nor do positions of which something is hidden.
///
/// # Errors
/// If the game is none of this variant, or a position cannot be searched.
pub fn puzzles_in(
    judge: &mut Judge,
    variant: Variant,
    depths: Depths,
    played: &Position,
) -> Result<Vec<Puzzle>, PuzzleError> {
    let mut finder = Finder::new(judge, variant, depths);
    for turns in 0..played.moves.len() {
        let moves = played.moves[..turns].to_vec();
        let mut game = variant.new_game();
        game.set_position(&Position { moves, ..played.clone() })?;
        if game.outcome().is_none() && game.turn_start() {
            let lines = if game.is_open() { finder.lines(&*game)? } else { Vec::new() };
            finder.look(&*game, &lines)?;
        }
    }
    Ok(finder.found)
}

/// Begins a game with random turns.
fn begin(game: &mut dyn GameState, rng: &mut Rng) -> Result<(), PuzzleError> {
    for _ in 0..LEAST_ACTIONS + rng.below(MORE_ACTIONS + 1) {
        random_turn(game, rng)?;
    }
    Ok(())
}

/// Plays random actions to the end of the turn.
fn random_turn(game: &mut dyn GameState, rng: &mut Rng) -> Result<(), PuzzleError> {
    loop {
        let tokens = game.legal_moves();
        if tokens.is_empty() {
            return Ok(());
        }
        game.choose(&tokens[rng.below(tokens.len())])?;
        if game.turn_start() {
            return Ok(());
        }
    }
}

/// The puzzle of a position, if a longer search finds one good move, too.
fn puzzle_at(
    judge: &mut Judge,
    variant: Variant,
    game: &dyn GameState,
    depths: Depths,
) -> Result<Option<Puzzle>, PuzzleError> {
    let fen = game.fen();
    let Some((OnlyMove { kind, scores, .. }, line)) = judge.solve(&fen, depths.check)? else {
        return Ok(None);
    };
    let mut position = variant.new_game();
    position.set_position(&Position::from_start(Start::Fen(fen.clone())))?;
    let first = line[0].split(',').next().unwrap_or_default();
    let rating = rate(judge, variant, &*position, first)?;
    let themes = themes_of(position, &line, scores[0])?;
    Ok(Some(Puzzle { rating, kind, themes, fen, line, scores }))
}

/// What the mover's turns of a solution are about, and in how many turns it is proven to win.
fn themes_of(
    mut position: Box<dyn GameState>,
    line: &[String],
    score: Score,
) -> Result<Vec<String>, PuzzleError> {
    let mut themes: Vec<String> = Vec::new();
    for (number, token) in line.iter().enumerate() {
        if number % 2 == 0 {
            for theme in position.themes(token)? {
                if !themes.iter().any(|known| known == theme) {
                    themes.push(theme.to_string());
                }
            }
        }
        position.choose(token)?;
    }
    if themes.is_empty() {
        themes.push("quiet move".to_string());
    }
    if let Some(turns @ 1..) = score.mate_turns() {
        themes.push(format!("win in {turns}"));
    }
    Ok(themes)
}
