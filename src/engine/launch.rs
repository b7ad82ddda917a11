//! From a request to a search: root moves, and the knowledge of the mover.

use super::EngineError;
use super::player_view::PlayerView;
use super::record::Record;
use super::report::{Answer, InfoFormatter, Listener};
use super::variant_engine::{GameEngine, VariantEngine};
use crate::game::{Played, Player};
use crate::games::Playable;
use crate::search::{Control, Limits, SearchOptions, Task, TranspositionTable, sample};
use std::sync::Arc;

/// A request for a search.
#[derive(Clone, Debug)]
pub struct Request {
    /// Limits of the search.
    pub limits: Limits,
    /// MultiPV, strength and seed.
    pub options: SearchOptions,
    /// Restricts the search to actions that begin one of these tokens. Empty: all actions.
    pub searchmoves: Vec<String>,
    /// Principal variations have one action a token, instead of one turn.
    pub by_action: bool,
    /// Whether to use the full record, instead of only what the mover knows.
    pub full_information: bool,
    /// Number of determinizations, if the mover does not know the state.
    pub samples: usize,
    /// Whether to forget the results of earlier searches, as
    /// [`Engine::clear`](super::Engine::clear) does, at almost no cost. On one thread without a
    /// clock the answer then depends on the request alone.
    pub from_nothing: bool,
}

/// Default number of determinizations.
const SAMPLES: usize = 8;
/// Number of determinizations at limited strength, where a search has few nodes.
const WEAK_SAMPLES: usize = 1;

impl Default for Request {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            options: SearchOptions::default(),
            searchmoves: Vec::new(),
            by_action: false,
            full_information: false,
            samples: SAMPLES,
            from_nothing: false,
        }
    }
}

impl Request {
    /// Returns an error if a value is out of range.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        let SearchOptions { multipv, error_cp, elo, .. } = self.options;
        let fault = |what: String| Err(EngineError::new(what));
        if multipv == 0 {
            return fault("expected one line or more (multipv 0)".to_string());
        }
        if self.samples == 0 {
            return fault("expected one sample or more (samples 0)".to_string());
        }
        if error_cp < 0 {
            return fault(format!("expected an error of 0 or more centipawns ({error_cp})"));
        }
        let elos = SearchOptions::LEAST_ELO..=SearchOptions::MOST_ELO;
        match elo.filter(|elo| !elos.contains(elo)) {
            Some(elo) => {
                let (least, most) = elos.into_inner();
                fault(format!("expected an Elo from {least} to {most} ({elo})"))
            }
            None => Ok(()),
        }
    }

    /// A search with these limits.
    pub fn with(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// A search to this depth, in actions.
    pub fn to_depth(depth: i32) -> Self {
        Self::with(Limits { depth: Some(depth), ..Limits::default() })
    }

    /// A search of this many nodes.
    pub fn to_nodes(nodes: u64) -> Self {
        Self::with(Limits { nodes: Some(nodes), ..Limits::default() })
    }
}

impl<G: Playable> GameEngine<G> {
    /// Starts a search and returns without waiting for it.
    pub(super) fn launch(
        &mut self,
        request: &Request,
        control: Arc<Control>,
        table: Arc<TranspositionTable>,
        listener: Box<dyn Listener>,
    ) -> Result<(), EngineError> {
        let must_forget = self.must_forget(request.full_information);
        let view = if request.full_information { self.partial_view() } else { self.mover_view() };
        let known =
            view.as_ref().map_or_else(|| Some(self.record.played.clone()), PlayerView::known);
        let mut knowledge = view.filter(|_| known.is_none()).map(|view| view.knowledge);
        let samples = if request.options.is_weak() { WEAK_SAMPLES } else { request.samples };
        if let Some(knowledge) = &knowledge {
            let viewer = knowledge.viewer().number();
            log::debug!("player {viewer} does not see everything: {samples} samples");
        }
        let options = request.options;
        let determinizations = match &mut knowledge {
            Some(knowledge) => sample(&mut **knowledge, options.seed, samples),
            None => Vec::new(),
        };
        let Some(root) = known.or_else(|| determinizations.first().cloned().map(Played::new))
        else {
            listener.answer(Answer::Nothing);
            return Ok(());
        };
        let (beginnings, errors) = searchmoves(&root, &request.searchmoves);
        errors.iter().for_each(|error| listener.left_out(error));
        let Beginnings { common, next } = beginnings;
        let first = root.clone();
        let mut root = root;
        common.iter().for_each(|action| root.play(*action));
        let plan = root.state().plan(options.seed);
        let viewed = knowledge.as_ref().map(|knowledge| knowledge.boxed());
        let by_action = request.by_action;
        let objective = options.objective;
        let formatter = InfoFormatter {
            root: first,
            common,
            knowledge: viewed,
            by_action,
            objective,
            listener,
        };
        let limits = request.limits.clone();
        let mut task = Task::new(root, &next, limits, options, control, table, Box::new(formatter));
        task.plan = plan;
        task.eval_source = self.eval_settings.eval_source();
        task.from_nothing |= request.from_nothing || must_forget;
        let task = match knowledge {
            Some(mut knowledge) => {
                task.with_determinizations(&mut *knowledge, determinizations, G::mask_hidden)
            }
            None => task,
        };
        let pool = self.pool.as_ref().ok_or_else(|| EngineError::new("no search: no threads"))?;
        Ok(pool.go(task)?)
    }

    /// Whether the results of earlier searches must be forgotten. They may depend on knowledge that
    /// the present player does not have.
    fn must_forget(&mut self, full_information: bool) -> bool {
        if G::CAPABILITIES.hidden.is_none() || self.partial().is_none() && self.sees_all() {
            return false;
        }
        let knower = if full_information { Knower::All } else { Knower::One(self.mover()) };
        self.searched_as.replace(knower).is_some_and(|earlier| earlier != knower)
    }
}

/// Whose knowledge a search uses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Knower {
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
            Ok(()) => turns.push(trial.actions),
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
