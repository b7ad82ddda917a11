//! Answers requests about rules, in the reader's thread: they wait for no search.

use super::answer::RequestError;
use super::fields::position;
use super::rule_answer::{Places, PositionFault, RawAnswer, RuleAnswer, RuleEntry, RuleFacts};
use super::rule_request::{RulePositions, RuleQuery, RuleRequest};
use crate::engine::{Engine, EngineError, GameState, Position};
use crate::games::Variant;
use crate::protocol::show::result;
use std::path::Path;

/// Games and engines that are kept from request to request. Most requests go on with the game of the one before.
#[derive(Default)]
pub struct RuleDesk {
    games: Vec<Box<dyn GameState>>,
    evaluators: Vec<StaticEvaluator>,
}

/// An engine that searches nothing, and the path of its network file; empty for the built-in network.
struct StaticEvaluator {
    engine: Engine,
    file: String,
}

impl RuleDesk {
    /// The answer to a request.
    ///
    /// # Errors
    /// If `position` or the network file is wrong.
    pub fn answer<'a>(&mut self, request: &'a RuleRequest) -> Result<RuleAnswer<'a>, RequestError> {
        let fault = |error: EngineError, field| {
            RequestError::of(Some(request.id.clone()), error, Some(field))
        };
        let evaluator = match request.raw {
            true => Some(
                evaluator(&mut self.evaluators, request)
                    .map_err(|error| fault(error, "options"))?,
            ),
            false => None,
        };
        let game = game(&mut self.games, request.variant);
        let asked = Asked { request, engine: evaluator.map(|evaluator| &evaluator.engine) };
        let positions = match &request.positions {
            RulePositions::Many(texts) => {
                texts.iter().map(|text| asked.entry(game, text)).collect()
            }
            RulePositions::Game(whole, turns) => {
                game.set_position(whole).map_err(|error| fault(error, "position"))?;
                turns.iter().map(|turn| asked.after(game, whole, *turn)).collect()
            }
        };
        Ok(RuleAnswer { id: &request.id, positions })
    }
}

/// The kept game of a variant.
fn game(games: &mut Vec<Box<dyn GameState>>, variant: Variant) -> &mut dyn GameState {
    let found = games.iter().position(|game| game.variant() == variant);
    let index = found.unwrap_or_else(|| {
        games.push(variant.new_game());
        games.len() - 1
    });
    &mut *games[index]
}

/// The kept engine of a variant, with the request's network.
fn evaluator<'a>(
    evaluators: &'a mut Vec<StaticEvaluator>,
    request: &RuleRequest,
) -> Result<&'a StaticEvaluator, EngineError> {
    let variant = request.variant;
    let found = evaluators.iter().position(|known| known.engine.variant() == variant);
    let index = found.unwrap_or_else(|| {
        let file = String::new();
        evaluators.push(StaticEvaluator { engine: Engine::idle(variant), file });
        evaluators.len() - 1
    });
    let evaluator = &mut evaluators[index];
    let wanted = &request.options.eval_file;
    if evaluator.file != *wanted {
        let path = Some(Path::new(wanted)).filter(|path| !path.as_os_str().is_empty());
        evaluator.engine.load_network(path)?;
        evaluator.file.clone_from(wanted);
    }
    Ok(evaluator)
}

/// What is asked of each position.
struct Asked<'a> {
    request: &'a RuleRequest,
    /// For static values, if they are asked for.
    engine: Option<&'a Engine>,
}

impl Asked<'_> {
    /// The entry of a position given as text.
    fn entry(&self, game: &mut dyn GameState, text: &str) -> RuleEntry {
        let placed = position(text).and_then(|position| {
            game.set_position(&position)?;
            Ok(position)
        });
        match placed {
            Ok(position) => self.facts(game, &position, position.moves.len()),
            Err(error) => RuleEntry::Fault(PositionFault::new(None, &error, "positions")),
        }
    }

    /// The entry of the position after the first `turn` moves of a legal game.
    fn after(&self, game: &mut dyn GameState, whole: &Position, turn: usize) -> RuleEntry {
        if turn < whole.moves.len() {
            let moves = whole.moves[..turn].to_vec();
            if let Err(error) = game.set_position(&Position { moves, ..whole.clone() }) {
                return RuleEntry::Fault(PositionFault::new(Some(turn), &error, "position"));
            }
        } else if let Err(error) = game.set_position(whole) {
            return RuleEntry::Fault(PositionFault::new(Some(turn), &error, "position"));
        }
        self.facts(game, whole, turn)
    }

    fn facts(&self, game: &dyn GameState, position: &Position, turn: usize) -> RuleEntry {
        let mut facts =
            RuleFacts { turn, warning: game.remark_on(&position.start), ..RuleFacts::default() };
        for query in &self.request.queries {
            tell(&mut facts, *query, game);
        }
        if let Some(engine) = self.engine {
            match raw(engine, game) {
                Ok(raw) => facts.raw = Some(raw),
                Err(error) => {
                    return RuleEntry::Fault(PositionFault::new(Some(turn), &error, "raw"));
                }
            }
        }
        RuleEntry::Facts(Box::new(facts))
    }
}

/// Adds the answer to a query.
fn tell(facts: &mut RuleFacts, query: RuleQuery, game: &dyn GameState) {
    let players = 1..=game.variant().players();
    match query {
        RuleQuery::Player => facts.player = Some(game.player().number()),
        RuleQuery::Result => facts.result = Some(result(game)),
        RuleQuery::Reason => facts.reason = Some(game.reason().unwrap_or("none").to_string()),
        RuleQuery::LegalMoves => facts.legalmoves = Some(game.legal_moves()),
        RuleQuery::Fen => facts.fen = Some(game.fen()),
        RuleQuery::Ranking => facts.ranking = Some(Places(game.ranking())),
        RuleQuery::Key => facts.key = Some(format!("{:016x}", game.key())),
        RuleQuery::View => {
            facts.view = Some(players.map(|player| game.view(player).ok()).collect());
        }
        RuleQuery::Record => {
            let record = |player| game.record(player).ok().map(|record| record.to_string());
            facts.record = Some(players.map(record).collect());
        }
    }
}

/// The static values; none of a finished game.
fn raw(engine: &Engine, game: &dyn GameState) -> Result<RawAnswer, EngineError> {
    if game.outcome().is_some() {
        return Ok(RawAnswer(None));
    }
    Ok(RawAnswer(Some(engine.static_values(game)?.into())))
}
