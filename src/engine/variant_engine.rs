//! The engine of one variant behind [`Engine`](super::Engine): position, record, and search
//! threads. [`VariantEngine`] is the boundary between one type for all variants and the generic
//! code of a game. Each question costs one virtual call.

use super::error::EngineError;
use super::eval_settings::EvalSettings;
use super::launch::{Knower, Request};
use super::openings::openings;
use super::player_view::PlayerView;
use super::position::{Position, Start};
use super::record::Record;
use super::report::{Listener, tokens};
use crate::game::text::as_choice;
use crate::game::{Aborted, Beliefs, Charset, Outcome, Played, Player, Score, perft};
use crate::games::{Playable, Variant, Visitor};
use crate::search::{Control, Evaluator, Lead, Pool, StrengthLimit, TranspositionTable, Tunables};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Counts actions and reports the count of each root action. Polls the stop flag.
pub type Perft =
    Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(&str, u64)) -> Result<u64, Aborted> + Send>;

/// Finds openings and reports each. Polls the stop flag. Returns their number.
pub type Openings =
    Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(&str)) -> Result<u32, EngineError> + Send>;

/// The static evaluation of a position.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Name of each term, and each player's part in centipawns from that player's view, by seat.
    pub terms: Vec<(&'static str, Vec<i32>)>,
    /// Contribution of each piece to the value, in centipawns, by the name of its square. Empty if
    /// unknown.
    pub worths: Vec<(String, i32)>,
    /// The value for the player to move.
    pub value: Score,
    /// The player to move.
    pub player: Player,
}

/// The object-safe interface of one variant's engine. The methods are those of
/// [`Engine`](super::Engine).
pub(super) trait VariantEngine: Send {
    fn bystander(&self) -> Option<[usize; 2]>;
    fn set_position(&mut self, position: &Position) -> Result<(), EngineError>;
    fn remark_on(&self, start: &Start) -> Option<String>;
    fn new_game(&mut self);
    fn play(&mut self, tokens: &[String]) -> Result<(), EngineError>;
    fn choose(&mut self, token: &str) -> Result<(), EngineError>;
    fn undo(&mut self) -> Result<(), EngineError>;
    fn players(&self) -> usize;
    fn mover(&self) -> Player;
    fn turn_start(&self) -> bool;
    fn outcome(&self) -> Option<Outcome>;
    fn reason(&self) -> Option<&'static str>;
    fn ranking(&self) -> Option<Vec<usize>>;
    fn legal_tokens(&self) -> Vec<String>;
    fn is_legal(&self, token: &str) -> bool;
    fn fen(&self) -> String;
    fn start_fen(&self) -> String;
    fn key(&self) -> u64;
    fn diagram(&self, charset: Charset) -> String;
    fn view_of(&self, number: usize) -> Result<String, EngineError>;
    fn record_of(&self, number: usize) -> Result<Position, EngineError>;
    fn is_open(&self) -> bool;
    fn is_told_all(&self, player: Player) -> bool;
    fn game(&self) -> Position;
    fn beliefs(&mut self, seed: u64) -> Result<Beliefs, EngineError>;
    fn belief_diagram(&mut self, seed: u64, charset: Charset) -> Result<String, EngineError>;
    fn features(&self) -> Result<Vec<i32>, EngineError>;
    fn game_query(&self, name: &str, words: &[&str]) -> Result<Option<String>, EngineError>;
    fn evaluation(&self) -> Result<Evaluation, EngineError>;
    fn bench(&self) -> (&'static [&'static str], u32);
    fn tunables(&self) -> Tunables;
    fn levels(&self) -> Vec<(i32, StrengthLimit)>;
    fn eval_settings(&mut self) -> &mut EvalSettings;
    fn take_network(&mut self, bytes: Option<&[u8]>) -> Result<(), EngineError>;
    fn set_threads(&mut self, count: usize, lead: Lead) -> Result<(), EngineError>;
    fn check_threads(&self) -> Result<(), EngineError>;
    fn clear(&self);
    fn start(
        &mut self,
        request: &Request,
        control: Arc<Control>,
        table: Arc<TranspositionTable>,
        listener: Box<dyn Listener>,
    ) -> Result<(), EngineError>;
    fn perft(&self, depth: u32) -> Result<Perft, EngineError>;
    fn openings(&self, count: u32, seed: u64) -> Openings;
}

/// The engine for `variant`, without search threads.
pub(super) fn variant_engine(variant: Variant) -> Box<dyn VariantEngine> {
    struct Make(Variant);
    impl Visitor for Make {
        type Output = Box<dyn VariantEngine>;
        fn visit<G: Playable>(self, rules: G::Rules) -> Box<dyn VariantEngine> {
            Box::new(GameEngine::<G>::new(self.0, rules))
        }
    }
    variant.visit(Make(variant))
}

/// The engine of one game.
pub(super) struct GameEngine<G: Playable> {
    pub(super) variant: Variant,
    pub(super) rules: G::Rules,
    /// The full record. While `view` is not full, this is the last full record.
    pub(super) record: Record<G>,
    /// The view of one player, if the position was given as a view.
    pub(super) view: Option<PlayerView<G>>,
    /// Views of the players of a full record, computed on demand.
    pub(super) views: Vec<PlayerView<G>>,
    /// The player whose view was given. Only this player may search.
    pub(super) viewer: Option<Player>,
    pub(super) pool: Option<Pool<G>>,
    /// Whose knowledge the last search used, if something was hidden.
    pub(super) searched_as: Option<Knower>,
    pub(super) eval_settings: EvalSettings,
}

impl<G: Playable> GameEngine<G> {
    fn new(variant: Variant, rules: G::Rules) -> Self {
        let record = Record::new(Start::StartPos, G::start(rules));
        Self {
            variant,
            rules,
            record,
            view: None,
            views: Vec::new(),
            viewer: None,
            pool: None,
            searched_as: None,
            eval_settings: EvalSettings::default(),
        }
    }

    pub(super) fn state(&self) -> &G {
        self.record.played.state()
    }

    /// The view of one player, if the engine knows only this view.
    pub(super) fn partial(&self) -> Option<&PlayerView<G>> {
        self.view.as_ref().filter(|view| !view.is_full)
    }

    fn first(&self, start: &Start) -> Result<G, EngineError> {
        match start {
            Start::StartPos => Ok(G::start(self.rules)),
            Start::Fen(fen) => Ok(G::from_fen(self.rules, fen)?),
            Start::Foreign(name, text) => {
                let unknown = || {
                    let variant = self.variant.name();
                    EngineError::new(format!("{variant} has no positions in this format ({name})"))
                };
                let (first, _) = G::from_format(name, text).ok_or_else(unknown)??;
                Ok(first)
            }
            Start::Deploy => G::deploy(self.rules).ok_or_else(|| {
                EngineError::new(format!("{} has no deployment (deploy)", self.variant.name()))
            }),
        }
    }

    /// The present record, if `position` continues it. Then only the new moves are played.
    fn continued(&self, position: &Position) -> Option<Record<G>> {
        let known = &self.record.words;
        let continues = position.start == self.record.start
            && self.record.words.len() <= position.moves.len()
            && position.moves[..known.len()] == known[..]
            && !known.is_empty();
        continues.then(|| self.record.clone())
    }

    pub(super) fn player(&self, number: usize) -> Result<(), EngineError> {
        if (1..=G::PLAYERS).contains(&number) {
            return Ok(());
        }
        let players = G::PLAYERS;
        Err(EngineError::new(format!("expected a player, 1 to {players} ({number})")))
    }

    /// The record of a full list of moves.
    fn full_record(&self, position: &Position) -> Result<Record<G>, EngineError> {
        let mut record = match self.continued(position) {
            Some(record) => record,
            None => Record::new(position.start.clone(), self.first(&position.start)?),
        };
        for (index, token) in position.moves.iter().enumerate().skip(record.words.len()) {
            record.play(token, index + 1)?;
        }
        record.words.clone_from(&position.moves);
        Ok(record)
    }

    /// Goes to the position of a full record. The viewer stays the same.
    fn take_full(&mut self, record: Record<G>) {
        let view = self.viewer.map(Player::number);
        let (start, moves) = (record.start.clone(), record.words.clone());
        self.view = PlayerView::of_full(record.played.state(), &Position { view, start, moves });
        self.record = record;
    }
}

impl<G: Playable> VariantEngine for GameEngine<G> {
    fn bystander(&self) -> Option<[usize; 2]> {
        let mover = self.mover();
        self.viewer
            .filter(|viewer| *viewer != mover)
            .map(|viewer| [mover.number(), viewer.number()])
    }

    fn set_position(&mut self, position: &Position) -> Result<(), EngineError> {
        if let Some(player) = position.view {
            self.player(player)?;
        }
        match self.full_record(position) {
            Ok(record) => {
                self.view = PlayerView::of_full(record.played.state(), position);
                self.viewer = position.view.map(|number| Player::new(number - 1));
                self.record = record;
            }
            Err(error) => {
                let view = self.follow(position).ok_or(error)??;
                self.viewer = Some(view.viewer());
                self.view = Some(view);
            }
        }
        Ok(())
    }

    fn remark_on(&self, start: &Start) -> Option<String> {
        let Start::Foreign(name, text) = start else { return None };
        G::from_format(name, text)?.ok()?.1
    }

    fn new_game(&mut self) {
        self.record = Record::new(Start::StartPos, G::start(self.rules));
        (self.view, self.viewer) = (None, None);
        self.views.clear();
    }

    fn play(&mut self, tokens: &[String]) -> Result<(), EngineError> {
        if let Some(view) = self.partial() {
            let mut view = view.clone();
            view.observe(tokens)?;
            self.view = Some(view);
            return Ok(());
        }
        let mut record = self.record.clone();
        for (index, token) in tokens.iter().enumerate() {
            record.play(token, index + 1)?;
        }
        record.words.extend_from_slice(tokens);
        self.take_full(record);
        Ok(())
    }

    fn choose(&mut self, token: &str) -> Result<(), EngineError> {
        as_choice(token).map_err(|error| EngineError::new(error.to_string()))?;
        self.play(&[token.to_string()])
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        let nothing = || EngineError::new("there is no move to take back");
        if let Some(view) = self.partial() {
            let shorter = view.shortened().ok_or_else(nothing)?;
            return self.set_position(&shorter);
        }
        let (_, kept) = self.record.actions.split_last().ok_or_else(nothing)?;
        let mut record = Record::new(self.record.start.clone(), self.record.first.clone());
        kept.iter().for_each(|action| record.played.play(*action));
        record.actions = kept.to_vec();
        // One token for each action. A longer list is recognised in this form too.
        record.words = tokens(&record.first, kept, true);
        self.take_full(record);
        Ok(())
    }

    fn set_threads(&mut self, count: usize, lead: Lead) -> Result<(), EngineError> {
        let is_same = |pool: &&Pool<G>| pool.len() == count && pool.check().is_ok();
        if self.pool.as_ref().filter(is_same).is_some() {
            return Ok(());
        }
        let pool = Pool::new(count, lead, &G::start(self.rules))
            .map_err(|error| EngineError::new(format!("{count} threads: {error}")))?;
        log::info!("search threads of {}: {}", self.variant.name(), pool.len());
        self.pool = Some(pool);
        Ok(())
    }

    fn check_threads(&self) -> Result<(), EngineError> {
        match &self.pool {
            Some(pool) => Ok(pool.check()?),
            None => Ok(()),
        }
    }

    fn clear(&self) {
        if let Some(pool) = &self.pool {
            pool.clear();
        }
    }

    fn players(&self) -> usize {
        G::PLAYERS
    }

    fn mover(&self) -> Player {
        self.view.as_ref().map_or(self.state().player(), |view| view.knowledge.player())
    }

    fn turn_start(&self) -> bool {
        self.view.as_ref().map_or(self.state().turn_start(), |view| view.knowledge.turn_start())
    }

    fn fen(&self) -> String {
        self.view.as_ref().map_or_else(|| self.state().fen(), |view| view.knowledge.fen())
    }

    fn start_fen(&self) -> String {
        G::start(self.rules).fen()
    }

    fn key(&self) -> u64 {
        self.view.as_ref().map_or_else(|| self.state().key(), |view| view.knowledge.key())
    }

    fn diagram(&self, charset: Charset) -> String {
        match &self.view {
            Some(view) => view.knowledge.diagram(charset),
            None => self.state().diagram(charset),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.partial() {
            Some(view) => view.outcome(),
            None => self.record.played.outcome(),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        match self.partial() {
            Some(view) => view.reason(),
            None => self.record.played.reason(),
        }
    }

    fn ranking(&self) -> Option<Vec<usize>> {
        let Record { first, actions, .. } = &self.record;
        self.outcome().map(|outcome| first.ranking(actions, outcome))
    }

    fn legal_tokens(&self) -> Vec<String> {
        let mut tokens = match &self.view {
            _ if self.outcome().is_some() => Vec::new(),
            Some(view) => view.knowledge.tokens(),
            None => {
                let actions = self.record.played.actions().into_iter();
                actions.map(|action| self.state().action_token(action)).collect()
            }
        };
        tokens.sort();
        tokens
    }

    fn is_legal(&self, token: &str) -> bool {
        match &self.view {
            _ if self.outcome().is_some() => false,
            Some(view) => view.allows(token),
            None => Record::after(self.record.played.clone()).choose(token, 1).is_ok(),
        }
    }

    fn view_of(&self, number: usize) -> Result<String, EngineError> {
        self.seen_by(number)
    }

    fn record_of(&self, number: usize) -> Result<Position, EngineError> {
        self.told_to(number)
    }

    fn is_open(&self) -> bool {
        self.sees_all()
    }

    fn is_told_all(&self, player: Player) -> bool {
        self.has_told_all(player)
    }

    fn game(&self) -> Position {
        let Record { start, first, actions, .. } = &self.record;
        match self.partial() {
            Some(view) => view.record(),
            None => {
                Position { view: None, start: start.clone(), moves: tokens(first, actions, false) }
            }
        }
    }

    fn beliefs(&mut self, seed: u64) -> Result<Beliefs, EngineError> {
        self.believed(seed)
    }

    fn belief_diagram(&mut self, seed: u64, charset: Charset) -> Result<String, EngineError> {
        self.draw_belief(seed, charset)
    }

    fn features(&self) -> Result<Vec<i32>, EngineError> {
        Ok(G::Evaluator::features(self.known()?.state()))
    }

    fn game_query(&self, name: &str, words: &[&str]) -> Result<Option<String>, EngineError> {
        let answer = self.known()?.state().game_query(name, words);
        answer.transpose().map_err(EngineError::new)
    }

    fn evaluation(&self) -> Result<Evaluation, EngineError> {
        let known = self.known()?;
        let state = known.state();
        let eval_source = self.eval_settings.eval_source();
        let value = G::Evaluator::with_eval(&eval_source, state).value(state);
        let worths = G::Evaluator::worths(&eval_source, state);
        Ok(Evaluation { terms: state.terms(), worths, value, player: state.player() })
    }

    fn bench(&self) -> (&'static [&'static str], u32) {
        (G::BENCH, G::BENCH_DEPTH)
    }

    fn tunables(&self) -> Tunables {
        G::PROFILE.params
    }

    fn levels(&self) -> Vec<(i32, StrengthLimit)> {
        G::PROFILE.strength_table.levels()
    }

    fn eval_settings(&mut self) -> &mut EvalSettings {
        &mut self.eval_settings
    }

    fn take_network(&mut self, bytes: Option<&[u8]>) -> Result<(), EngineError> {
        self.eval_settings.take::<G>(bytes)
    }

    fn start(
        &mut self,
        request: &Request,
        control: Arc<Control>,
        table: Arc<TranspositionTable>,
        listener: Box<dyn Listener>,
    ) -> Result<(), EngineError> {
        self.launch(request, control, table, listener)
    }

    fn perft(&self, depth: u32) -> Result<Perft, EngineError> {
        let root = self.known()?;
        Ok(Box::new(move |stop, told| divide(&root, depth, stop, told)))
    }

    fn openings(&self, count: u32, seed: u64) -> Openings {
        let start = G::start(self.rules);
        Box::new(move |stop, found| openings(&start, count, seed, stop, found))
    }
}

/// A separate function, because sorting code is large and would be compiled for each game.
fn sort_by_token<A>(actions: &mut [(String, A)]) {
    actions.sort_by(|a, b| a.0.cmp(&b.0));
}

/// Perft by root action, in the order of the tokens.
fn divide<G: Playable>(
    root: &Played<G>,
    depth: u32,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&str, u64),
) -> Result<u64, Aborted> {
    if depth == 0 {
        return Ok(1);
    }
    let named = |action| (root.state().action_token(action), action);
    let mut actions: Vec<(String, G::Action)> = root.actions().into_iter().map(named).collect();
    sort_by_token(&mut actions);
    let mut total = 0;
    for (token, action) in actions {
        let mut child = root.state().clone();
        child.make(action);
        let leaves = perft(&mut child, depth - 1, stop)?;
        told(&token, leaves);
        total += leaves;
    }
    Ok(total)
}
