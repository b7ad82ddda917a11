//! One search as its threads see it: the root, limits and options, and the receiver of its events.

use super::evaluation::strength::StrengthLimit;
use super::hidden::unseen_actions::UnseenActions;
use super::oracle::{KnownRoot, TableProbe};
use super::searchable::Searchable;
use super::time::counter::Counter;
use super::{Control, EvalSource, Info, Limits, Line, SearchOptions, TranspositionTable};
use crate::game::{Outcome, Played};
use std::sync::Arc;

/// An event of one search, from its first thread. Each search ends with exactly one event other than `Info`.
#[derive(Clone, Debug)]
pub enum SearchEvent<A> {
    /// An iteration is finished, or the search is about to end.
    Info(Info<A>),
    /// The search is over. This is the line to play.
    Best(Line<A>),
    /// Nothing was searched: the game goes on, but the mover does not know enough to act.
    NoAction,
    /// Nothing was searched: the game is over.
    GameOver(Outcome),
    /// Nothing was searched: the whole deployment is planned.
    Planned(Vec<A>),
}

/// Receives the events of one search.
pub type Reporter<A> = Box<dyn Fn(SearchEvent<A>) + Send + Sync>;

/// One search, shared by its threads.
pub struct Task<G: Searchable> {
    /// The position to search.
    pub root: Played<G>,
    /// Limits. The first thread checks them.
    pub limits: Limits,
    /// MultiPV, strength and seed.
    pub options: SearchOptions,
    /// The evaluation to use.
    pub eval_source: EvalSource,
    /// Stop and ponder signals.
    pub control: Arc<Control>,
    /// The transposition table of the search threads.
    pub table: Arc<TranspositionTable>,
    pub(in crate::search) root_actions: Vec<G::Action>,
    /// Whether to forget the results of earlier searches.
    pub from_nothing: bool,
    /// Strength limits of the options.
    pub(in crate::search) strength_limit: Option<StrengthLimit>,
    /// The answer if nothing is searched: the whole deployment of the mover.
    pub plan: Option<Vec<G::Action>>,
    /// Determinizations of the root; empty if the root is known. Also what root actions are worth
    /// beyond their values in the determinizations, see `pimc.rs`.
    pub(in crate::search) determinizations: Vec<G>,
    pub(in crate::search) bonuses: Vec<i32>,
    /// The matrix game of actions that the opponent does not see.
    pub(in crate::search) unseen_actions: Option<Arc<UnseenActions>>,
    pub(in crate::search) counters: Arc<[Counter]>,
    /// Endgame tables, if there are any.
    pub(in crate::search) tables: Option<TableProbe<G>>,
    /// What they say about the root.
    pub(in crate::search) known_root: Option<KnownRoot>,
    /// Number of the search in its pool, from 1.
    pub(in crate::search) number: u64,
    pub(in crate::search) reporter: Reporter<G::Action>,
}

impl<G: Searchable> Task<G> {
    /// A search of `root`, restricted to the legal actions among `root_actions`. If none of these is legal, all
    /// actions are searched.
    pub fn new(
        root: Played<G>,
        root_actions: &[G::Action],
        limits: Limits,
        options: SearchOptions,
        control: Arc<Control>,
        table: Arc<TranspositionTable>,
        reporter: Reporter<G::Action>,
    ) -> Self {
        let options = SearchOptions { multipv: options.multipv.max(1), ..options };
        let legal = root.actions();
        let mut chosen = legal.clone();
        chosen.retain(|action| root_actions.contains(action));
        let root_actions = if chosen.is_empty() { legal } else { chosen };
        let strength_limit = options.strength_limit(&G::PROFILE.strength_table);
        let allowed = strength_limit.map(|strength_limit| strength_limit.nodes);
        let nodes = limits.nodes.into_iter().chain(allowed).min();
        let limits = Limits { nodes, ..limits };
        Self {
            root,
            limits,
            options,
            eval_source: EvalSource::BuiltIn,
            control,
            table,
            root_actions,
            from_nothing: strength_limit.is_some(),
            strength_limit,
            plan: None,
            determinizations: Vec::new(),
            bonuses: Vec::new(),
            unseen_actions: None,
            counters: Arc::from([]),
            tables: None,
            known_root: None,
            number: 0,
            reporter,
        }
    }
}
