//! The search threads of one variant, behind [`Engine`](super::Engine), and the way from a request to a search.
//! [`Searcher`] is the boundary between one type for all variants and the generic code of a game.

use super::error::EngineError;
use super::eval_settings::EvalSettings;
use super::game_state::GameState;
use super::player_view::PlayerView;
use super::record::Record;
use super::report::{Answer, InfoFormatter, Listener, SearchEvent};
use super::request::{Request, WEAK_SAMPLES};
use super::tables::TablePath;
use super::typed_game::TypedGame;
use crate::game::{Distance, Outcome, Played, Player, Score, sample};
use crate::games::{Playable, Variant, Visitor};
use crate::search::{
    Control, EndgameTables, EvalSource, Evaluator, Lead, Pool, Profile, SearchOptions, Task,
    TranspositionTable,
};
use std::cmp::Reverse;
use std::sync::Arc;

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

/// What the evaluations say of a position without a search, in centipawns.
#[derive(Clone, Debug)]
pub struct StaticValues {
    /// The value by the network for each player, by seat; `None` if there is no network.
    pub network: Option<Vec<Score>>,
    /// The value by the hand-made evaluation for each player, by seat.
    pub hand: Vec<Score>,
    /// Expected win, draw (shared win) and loss of the player to move, in per mille, by the network or else by hand.
    pub wdl: [u32; 3],
    /// Name of each term of the hand-made evaluation, and each player's part from that player's view, by seat.
    pub terms: Vec<(&'static str, Vec<i32>)>,
    /// What the network's value would lose without each piece, by the name of its square. Empty if unknown.
    pub worths: Vec<(String, i32)>,
    /// The player to move.
    pub player: Player,
}

/// The search threads of one variant. The games that it is given are of this variant.
pub(super) trait Searcher: Send {
    fn eval_settings(&mut self) -> &mut EvalSettings;
    fn take_network(&mut self, bytes: Option<&[u8]>) -> Result<(), EngineError>;
    fn open_tables(&mut self, path: Option<&TablePath>);
    fn table_result(&self, game: &dyn GameState) -> Result<Option<Distance>, EngineError>;
    fn table_moves(
        &self,
        game: &dyn GameState,
    ) -> Result<Vec<(String, Option<Distance>)>, EngineError>;
    fn set_threads(&mut self, count: usize, lead: Lead) -> Result<(), EngineError>;
    fn check_threads(&self) -> Result<(), EngineError>;
    fn clear(&self);
    fn features(&self, game: &dyn GameState) -> Result<Vec<i32>, EngineError>;
    fn evaluation(&self, game: &dyn GameState) -> Result<Evaluation, EngineError>;
    fn static_values(&self, game: &dyn GameState) -> Result<StaticValues, EngineError>;
    fn start(
        &mut self,
        game: &dyn GameState,
        request: &Request,
        control: Arc<Control>,
        table: Arc<TranspositionTable>,
        listener: Listener,
    ) -> Result<(), EngineError>;
}

/// The searcher of `variant`, without threads.
pub(super) fn searcher(variant: Variant) -> Box<dyn Searcher> {
    struct Make(Variant);
    impl Visitor for Make {
        type Output = Box<dyn Searcher>;
        fn visit<G: Playable>(self, rules: G::Rules) -> Box<dyn Searcher> {
            Box::new(TypedSearcher::<G> {
                variant: self.0,
                rules,
                profile: self.0.profile(),
                pool: None,
                searched_as: None,
                eval_settings: EvalSettings::default(),
                tables: None,
            })
        }
    }
    variant.visit(Make(variant))
}

struct TypedSearcher<G: Playable> {
    variant: Variant,
    rules: G::Rules,
    profile: Profile,
    pool: Option<Pool<G>>,
    /// Whose knowledge the last search used, if something was hidden.
    searched_as: Option<Knower>,
    eval_settings: EvalSettings,
    tables: Option<Arc<dyn EndgameTables<G>>>,
}

impl<G: Playable> TypedSearcher<G> {
    /// The evaluation that the settings select. A variant that is not built in may inherit the network of its parent.
    fn eval_source(&self, settings: &EvalSettings) -> EvalSource {
        match settings.eval_source() {
            EvalSource::BuiltIn => self.variant.eval_source(),
            other => other,
        }
    }

    /// The game by its type.
    fn typed<'a>(&self, game: &'a dyn GameState) -> Result<&'a TypedGame<G>, EngineError> {
        let same = game.as_any().downcast_ref().filter(|_| game.variant() == self.variant);
        same.ok_or_else(|| {
            let (own, other) = (self.variant, game.variant());
            EngineError::new(format!("the engine plays {own}, and this is a game of {other}"))
        })
    }

    /// Whether the results of earlier searches must be forgotten. They may depend on knowledge that
    /// the present player does not have.
    fn must_forget(&mut self, game: &TypedGame<G>, full_information: bool) -> bool {
        if G::CAPABILITIES.hidden.is_none() || game.partial.is_none() && game.is_open() {
            return false;
        }
        let knower = if full_information { Knower::All } else { Knower::One(game.player()) };
        self.searched_as.replace(knower).is_some_and(|earlier| earlier != knower)
    }
}

impl<G: Playable> Searcher for TypedSearcher<G> {
    fn eval_settings(&mut self) -> &mut EvalSettings {
        &mut self.eval_settings
    }

    fn take_network(&mut self, bytes: Option<&[u8]>) -> Result<(), EngineError> {
        self.eval_settings.take::<G>(bytes)
    }

    fn open_tables(&mut self, path: Option<&TablePath>) {
        self.tables = path
            .filter(|_| G::CAPABILITIES.endings.is_some())
            .and_then(|path| path.open(self.variant, self.rules));
    }

    fn table_result(&self, game: &dyn GameState) -> Result<Option<Distance>, EngineError> {
        Ok(result(&self.typed(game)?.seen()?, self.tables.as_deref()))
    }

    fn table_moves(
        &self,
        game: &dyn GameState,
    ) -> Result<Vec<(String, Option<Distance>)>, EngineError> {
        let game = self.typed(game)?.seen()?;
        let mut moves: Vec<_> = game
            .actions()
            .into_iter()
            .map(|action| {
                let mut after = game.clone();
                after.play(action);
                let known = result(&after, self.tables.as_deref()).map(Distance::before);
                (game.state().action_token(action), known)
            })
            .collect();
        sort_by_result(&mut moves);
        Ok(moves)
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

    fn features(&self, game: &dyn GameState) -> Result<Vec<i32>, EngineError> {
        Ok(G::Evaluator::features(self.typed(game)?.seen()?.state()))
    }

    fn evaluation(&self, game: &dyn GameState) -> Result<Evaluation, EngineError> {
        let seen = self.typed(game)?.seen()?;
        let state = seen.state();
        let eval_source = self.eval_source(&self.eval_settings);
        let value = G::Evaluator::values_of(&eval_source, state)[state.player().index()];
        let worths = G::Evaluator::piece_values(&eval_source, state);
        Ok(Evaluation { terms: state.terms(), worths, value, player: state.player() })
    }

    fn static_values(&self, game: &dyn GameState) -> Result<StaticValues, EngineError> {
        let seen = self.typed(game)?.seen()?;
        let state = seen.state();
        let values = |eval_source: &EvalSource| {
            G::Evaluator::values_of(eval_source, state)[..G::PLAYERS].to_vec()
        };
        let eval_source = self.eval_source(&self.eval_settings.with_network());
        let has_network = match &eval_source {
            EvalSource::File(_) | EvalSource::Inherited(_) => true,
            _ => G::network().is_some_and(|network| network.built_in().is_some()),
        };
        let network = has_network.then(|| values(&eval_source));
        let hand = values(&EvalSource::HandMade);
        let player = state.player();
        let value = network.as_ref().unwrap_or(&hand)[player.index()];
        let worths = G::Evaluator::piece_values(&eval_source, state);
        let (wdl, terms) = (self.profile.wdl.of(value), state.terms());
        Ok(StaticValues { network, hand, wdl, terms, worths, player })
    }

    fn start(
        &mut self,
        game: &dyn GameState,
        request: &Request,
        control: Arc<Control>,
        table: Arc<TranspositionTable>,
        listener: Listener,
    ) -> Result<(), EngineError> {
        let game = self.typed(game)?;
        let must_forget = self.must_forget(game, request.full_information);
        let view = match request.full_information {
            true => game.partial.clone(),
            false => game.view_of(game.player()),
        };
        let known = match &view {
            Some(view) => view.known(),
            None => Some(game.record.played().clone()),
        };
        let mut knowledge = view.filter(|_| known.is_none()).map(PlayerView::into_knowledge);
        let samples = if request.options.is_weak() { WEAK_SAMPLES } else { request.samples };
        let strength_table = Some(self.profile.strength_table);
        let options = SearchOptions { strength_table, ..request.options };
        let determinizations = match &mut knowledge {
            Some(knowledge) => {
                let viewer = knowledge.viewer().number();
                log::debug!("player {viewer} does not see everything: {samples} samples");
                sample(&mut **knowledge, options.seed, samples)
            }
            None => Vec::new(),
        };
        let Some(first) = known.or_else(|| determinizations.first().cloned().map(Played::new))
        else {
            listener(SearchEvent::Answer(Answer::Nothing));
            return Ok(());
        };
        let (beginnings, errors) = searchmoves(&first, &request.searchmoves);
        errors.into_iter().for_each(|error| listener(SearchEvent::LeftOut(error)));
        let Beginnings { common, next } = beginnings;
        let mut root = first.clone();
        common.iter().for_each(|action| root.play(*action));
        let plan = root.state().plan(options.seed);
        let formatter = InfoFormatter {
            root: first,
            common,
            knowledge: knowledge.as_ref().map(|knowledge| knowledge.boxed()),
            by_action: request.by_action,
            objective: options.objective,
            wdl: self.profile.wdl,
            listener,
        };
        let reporter = Box::new(move |event| formatter.report(event));
        let limits = request.limits.clone();
        let mut task = Task::new(root, &next, limits, options, control, table, reporter);
        task.plan = plan;
        task.eval_source = self.eval_source(&self.eval_settings);
        task.from_nothing |= request.from_nothing || must_forget;
        if let Some(tables) = self.tables.as_ref().filter(|_| knowledge.is_none()) {
            task = task.with_tables(tables);
        }
        let task = match knowledge {
            Some(mut knowledge) => {
                task.with_determinizations(&mut *knowledge, determinizations, G::mask_hidden)
            }
            None => task,
        };
        let pool = self.pool.as_ref().ok_or_else(|| EngineError::new("no search: no threads"))?;
        Ok(pool.go(task)?)
    }
}

/// The exact result for the player to move, by the rules or by tables.
fn result<G: Playable>(
    game: &Played<G>,
    tables: Option<&dyn EndgameTables<G>>,
) -> Option<Distance> {
    match game.outcome() {
        Some(Outcome::Draw) => Some(Distance::Draw),
        Some(Outcome::Win(winner)) if winner == game.state().player() => Some(Distance::Win(0)),
        Some(Outcome::Win(_)) => Some(Distance::Loss(0)),
        None => tables?.result(game.state()),
    }
}

/// Best first, then by token; unknown results last.
fn sort_by_result(moves: &mut [(String, Option<Distance>)]) {
    moves.sort_by_cached_key(|(token, known)| (Reverse(known.map(Distance::rank)), token.clone()));
}

/// Whose knowledge a search uses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Knower {
    One(Player),
    All,
}

/// The first actions of a turn that a request allows.
struct Beginnings<A> {
    /// The common first actions of all tokens. Never includes the last action of the shortest
    /// token.
    common: Vec<A>,
    /// The allowed next actions; empty for all.
    next: Vec<A>,
}

/// The first actions that the tokens allow, and errors for illegal tokens.
fn searchmoves<G: Playable>(
    root: &Played<G>,
    tokens: &[String],
) -> (Beginnings<G::Action>, Vec<EngineError>) {
    let mut turns: Vec<Vec<G::Action>> = Vec::new();
    let mut errors = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let mut trial = Record::after(root.clone());
        match trial.choose(token, index + 1) {
            Ok(()) => turns.push(trial.actions().to_vec()),
            Err(error) => errors.push(EngineError::new(format!("searchmoves: {error}"))),
        }
    }
    let least = turns.iter().map(Vec::len).min().unwrap_or(1);
    let is_common = |at: &usize| turns.iter().all(|turn| turn[*at] == turns[0][*at]);
    let length = (0..least - 1).take_while(is_common).count();
    let next = turns.iter().map(|turn| turn[length]).collect();
    let common = turns.first().map(|turn| turn[..length].to_vec()).unwrap_or_default();
    (Beginnings { common, next }, errors)
}
