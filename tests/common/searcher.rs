//! Searches of one game. Every line is checked to be legal and whole.

use strategos::game::Played;
use strategos::search::{
    BlockingSearch, EvalSource, Limits, Line, Multiplayer, Objective, SearchOptions, SearchResult,
    Searchable, TranspositionTable,
};

/// A searcher that checks its results.
pub struct Searcher<G: Searchable> {
    searcher: BlockingSearch<G>,
    /// The technique for games of more than two players.
    pub multiplayer: Multiplayer,
    /// The objective of the players.
    pub objective: Objective,
}

/// The result of a search.
pub struct Answer<A>(SearchResult<A>);

impl<A> std::ops::Deref for Answer<A> {
    type Target = SearchResult<A>;

    fn deref(&self) -> &SearchResult<A> {
        &self.0
    }
}

impl<G: Searchable> Searcher<G> {
    pub fn new(state: &G) -> Self {
        Self::with(state, 1, TranspositionTable::new(1).unwrap())
    }

    pub fn with(state: &G, threads: usize, table: TranspositionTable) -> Self {
        Self {
            searcher: BlockingSearch::with(state, threads, table).unwrap(),
            multiplayer: Multiplayer::default(),
            objective: Objective::default(),
        }
    }

    /// A searcher with the hand-made evaluation, for tests that must hold for any network.
    pub fn by_hand(state: &G) -> Self {
        let Self { searcher, multiplayer, objective } = Self::new(state);
        Self { searcher: searcher.with_eval(EvalSource::HandMade), multiplayer, objective }
    }

    fn options(&self) -> SearchOptions {
        let Self { multiplayer, objective, .. } = *self;
        SearchOptions { multiplayer, objective, ..SearchOptions::default() }
    }

    pub fn forget(&self) {
        self.searcher.forget();
    }

    /// Searches with an empty table, as at the start of a new game.
    pub fn fresh(&self, root: &Played<G>, limits: Limits) -> Answer<G::Action> {
        self.forget();
        self.search(root, limits)
    }

    pub fn search(&self, root: &Played<G>, limits: Limits) -> Answer<G::Action> {
        self.search_some(root, &[], limits, 1)
    }

    /// Searches with the strength of `elo`.
    pub fn at_level(&self, root: &Played<G>, elo: i32) -> Answer<G::Action> {
        self.forget();
        let options = SearchOptions { elo: Some(elo), ..self.options() };
        Answer(self.searcher.search(root, &[], Limits::default(), options).unwrap().unwrap())
    }

    /// Searches only `actions`, for `multipv` lines. Each line must be legal and whole.
    pub fn search_some(
        &self,
        root: &Played<G>,
        actions: &[G::Action],
        limits: Limits,
        multipv: usize,
    ) -> Answer<G::Action> {
        let options = SearchOptions { multipv, ..self.options() };
        let found = self.searcher.search(root, actions, limits, options).unwrap().unwrap();
        let lines = found.infos.iter().flat_map(|info| &info.lines);
        lines.chain([&found.best]).for_each(|line| check_line(root, line));
        Answer(found)
    }
}

impl<A: Copy> Answer<A> {
    /// Distance to the end in turns: positive if the mover wins, negative if the mover loses.
    pub fn mate(&self) -> Option<i32> {
        self.score().mate_turns()
    }

    pub fn first_action(&self) -> A {
        self.best.actions[0]
    }
}

pub fn to_depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

pub fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

pub fn to_mate(turns: u32) -> Limits {
    Limits { mate: Some(turns), ..Limits::default() }
}

/// Checks that every action of a line is legal, and that the line holds the whole first turn and the reply.
fn check_line<G: Searchable>(root: &Played<G>, line: &Line<G::Action>) {
    let mut played = root.clone();
    let mut first_turn = None;
    for (index, action) in line.actions.iter().enumerate() {
        let legal = played.outcome().is_none() && played.state().is_legal(*action);
        assert!(legal, "action {index} of {:?}", line.actions);
        played.play(*action);
        if played.state().turn_start() || played.outcome().is_some() {
            first_turn.get_or_insert(index + 1);
        }
    }
    let turn = first_turn.unwrap_or_else(|| panic!("half a turn: {:?}", line.actions));
    let whole = turn < line.actions.len() || played.outcome().is_some();
    assert!(whole, "no answer: {:?}", line.actions);
}
