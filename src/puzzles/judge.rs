//! Whether a position has one good move.

use super::error::PuzzleError;
use super::file::Kind;
use crate::engine::{Engine, GameState, Line, Position, Request, Start};
use crate::game::Score;
use crate::games::Variant;
use crate::search::{Limits, SearchOptions};

/// The expected score from which a move wins, and up to which another one does not, in per mille.
const WINS_FROM: u32 = 900;
const NO_WIN_UP_TO: u32 = 600;
/// The expected score from which a move saves the game, and up to which another one loses it.
const SAVES_FROM: u32 = 400;
const LOST_UP_TO: u32 = 100;
/// Fewer legal actions make no puzzle.
const LEAST_ACTIONS: usize = 4;
/// The most turns of the mover in a solution.
const MOST_TURNS: usize = 4;

/// An engine that judges positions of one variant.
pub struct Judge {
    engine: Engine,
    variant: Variant,
}

/// The only good move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyMove {
    pub kind: Kind,
    /// The token of the turn.
    pub token: String,
    /// The score of the move, and that of the second one.
    pub scores: [Score; 2],
}

impl Judge {
    /// A judge with a search thread of its own.
    ///
    /// # Errors
    /// If the system refuses the memory or the thread.
    pub fn new(variant: Variant) -> Result<Self, PuzzleError> {
        Ok(Self { engine: Engine::new(variant)?, variant })
    }

    /// The best lines of a position, at most two, which differ in their first action. The result depends on the
    /// position and the number of nodes alone.
    ///
    /// # Errors
    /// If the position cannot be searched.
    pub fn best_two(&mut self, game: &dyn GameState, nodes: u64) -> Result<Vec<Line>, PuzzleError> {
        let options = SearchOptions { multipv: 2, ..SearchOptions::default() };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = Request { options, from_nothing: true, ..Request::with(limits) };
        let (_, last) = self.engine.search(game, &request)?.finish()?;
        Ok(last.map(|info| info.lines).unwrap_or_default())
    }

    /// The first action that a player of limited strength chooses.
    ///
    /// # Errors
    /// If the position cannot be searched.
    pub fn choice_at(
        &mut self,
        game: &dyn GameState,
        elo: i32,
        seed: u64,
    ) -> Result<String, PuzzleError> {
        let options = SearchOptions { elo: Some(elo), seed, ..SearchOptions::default() };
        let request = Request { options, by_action: true, ..Request::default() };
        Ok(self.engine.search(game, &request)?.best()?.unwrap_or_default())
    }

    /// The only good move among two lines, if there is one.
    pub fn only_move(&self, lines: &[Line]) -> Option<OnlyMove> {
        let [best, second] = lines else { return None };
        let [one, other] = [best, second].map(|line| self.expected(line.score));
        let kind = match (one, other) {
            (WINS_FROM.., ..=NO_WIN_UP_TO) => Kind::Win,
            (SAVES_FROM.., ..=LOST_UP_TO) => Kind::Save,
            _ => return None,
        };
        let token = best.pv.first()?.clone();
        Some(OnlyMove { kind, token, scores: [best.score, second.score] })
    }

    /// The expected score of a mover, in per mille.
    fn expected(&self, score: Score) -> u32 {
        let [win, draw, _] = self.variant.win_draw_loss(score);
        win + draw / 2
    }

    /// The only good move of a position by a search of this many nodes.
    ///
    /// # Errors
    /// If the position cannot be searched.
    pub fn decide(
        &mut self,
        game: &dyn GameState,
        nodes: u64,
    ) -> Result<Option<OnlyMove>, PuzzleError> {
        if game.outcome().is_some() || !game.is_open() || game.legal_moves().len() < LEAST_ACTIONS {
            return Ok(None);
        }
        let lines = self.best_two(game, nodes)?;
        Ok(self.only_move(&lines))
    }

    /// The only good move of a position, and the turns with which it goes on: the best reply, then again the only good
    /// move, as long as there is one. `None` without an only move. The position is judged without its history.
    ///
    /// # Errors
    /// If a position cannot be searched.
    pub fn solve(
        &mut self,
        fen: &str,
        nodes: u64,
    ) -> Result<Option<(OnlyMove, Vec<String>)>, PuzzleError> {
        let mut game = self.variant.new_game();
        game.set_position(&Position::from_start(Start::Fen(fen.to_string())))?;
        let Some(first) = self.decide(&*game, nodes)? else { return Ok(None) };
        let mut line = vec![first.token.clone()];
        game.choose(&first.token)?;
        let solver = line.len();
        while line.len() < 2 * MOST_TURNS - solver && game.outcome().is_none() {
            let replies = self.best_two(&*game, nodes)?;
            let Some(reply) = replies.first().and_then(|best| best.pv.first()) else { break };
            let mut next = game.clone();
            next.choose(reply)?;
            let again = self.decide(&*next, nodes)?;
            let Some(again) = again.filter(|again| again.kind == first.kind) else { break };
            line.extend([reply.clone(), again.token.clone()]);
            next.choose(&again.token)?;
            game = next;
        }
        Ok(Some((first, line)))
    }
}
