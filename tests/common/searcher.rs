//! Searches through the library: a task in, all that was said of it out. Every line is checked to be
//! legal and whole.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use strategos::game::{Action, Outcome, Played, Score};
use strategos::search::{
    Control, Field, Info, Limits, Line, Mind, Pool, Reporter, Style, Task, TranspositionTable,
};

/// Threads and a table.
pub struct Searcher<G: Mind> {
    pool: Pool<G>,
    table: Arc<TranspositionTable>,
    /// How games of more than two are searched.
    pub field: Field,
}

/// All that one search said.
pub struct Answer<A> {
    pub infos: Vec<Info<A>>,
    pub best: Line<A>,
}

struct Listener<A> {
    infos: Mutex<Vec<Info<A>>>,
    answer: Sender<Answer<A>>,
}

impl<A: Action> Reporter<A> for Listener<A> {
    fn info(&self, info: &Info<A>) {
        self.infos.lock().unwrap().push(info.clone());
    }

    fn finished(&self, best: &Line<A>) {
        let infos = std::mem::take(&mut *self.infos.lock().unwrap());
        self.answer.send(Answer { infos, best: best.clone() }).unwrap();
    }

    fn no_action(&self) {
        panic!("a search without an action");
    }

    fn game_over(&self, outcome: Outcome) {
        panic!("searched a finished game: {outcome}");
    }

    fn planned(&self, actions: &[A]) {
        panic!("searched a deployment: {actions:?}");
    }
}

impl<G: Mind> Searcher<G> {
    pub fn new(state: &G) -> Self {
        Self::with(state, 1, TranspositionTable::new(1).unwrap())
    }

    pub fn with(state: &G, threads: usize, table: TranspositionTable) -> Self {
        Self {
            pool: Pool::new(threads, state).unwrap(),
            table: Arc::new(table),
            field: Field::default(),
        }
    }

    pub fn forget(&self) {
        self.table.clear();
        self.pool.clear();
    }

    /// A search as for a new game.
    pub fn fresh(&self, root: &Played<G>, limits: Limits) -> Answer<G::Action> {
        self.forget();
        self.search(root, limits)
    }

    pub fn search(&self, root: &Played<G>, limits: Limits) -> Answer<G::Action> {
        self.search_some(root, &[], limits, 1)
    }

    /// A search of `actions` alone, for `multipv` lines, each of which must be legal and whole.
    pub fn search_some(
        &self,
        root: &Played<G>,
        actions: &[G::Action],
        limits: Limits,
        multipv: usize,
    ) -> Answer<G::Action> {
        let (sender, receiver) = channel();
        let listener = Listener { infos: Mutex::default(), answer: sender };
        let control = Arc::new(Control::new(false));
        let style = Style { multipv, field: self.field, ..Style::default() };
        let table = Arc::clone(&self.table);
        let root = root.clone();
        let task =
            Task::new(root.clone(), actions, limits, style, control, table, Box::new(listener));
        self.pool.go(task);
        let answer = receiver.recv().unwrap();
        let lines = answer.infos.iter().flat_map(|info| &info.lines);
        lines.chain([&answer.best]).for_each(|line| check_line(&root, line));
        answer
    }
}

impl<A: Copy> Answer<A> {
    /// The lines of the last report.
    pub fn lines(&self) -> &[Line<A>] {
        &self.infos.last().unwrap().lines
    }

    pub fn score(&self) -> Score {
        self.lines()[0].score
    }

    /// Turns to the end, with the sign of the mover's luck.
    pub fn mate(&self) -> Option<i32> {
        self.score().mate_turns()
    }

    pub fn nodes(&self) -> u64 {
        self.infos.last().unwrap().nodes
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

/// Every action of a line is legal, and it holds the whole first turn and the answer to it.
fn check_line<G: Mind>(root: &Played<G>, line: &Line<G::Action>) {
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
