//! Plays one game of the engine against itself.

use super::generate::GenerationSettings;
use super::record::{GameRecord, RecordedTurn, WHOLE_POINTS};
use crate::engine::random_opening;
use crate::game::{Distance, Outcome, Played, Player, Rng, Score};
use crate::games::Playable;
use crate::search::{
    BlockingSearch, EndgameTables, EvalSource, Lead, Limits, OutOfMemory, SearchOptions,
    SearchResult, ThreadDied,
};
use std::sync::Arc;

/// Size of the transposition table of one game, in MiB.
pub(super) const TABLE_MIB: usize = 4;
/// Least winning chance of each player after the first search, in per mille. A less balanced opening is dropped.
const LEAST_CHANCE: u32 = 30;
/// A player resigns after [`LOST_TURNS`] turns in a row with at most this winning chance, in per mille. Only in games
/// for two.
const LOST_CHANCE: u32 = 3;
const LOST_TURNS: usize = 6;
/// From this turn on, a game is adjudicated as a draw after [`DRAWN_TURNS`] turns with scores within [`DRAWN_CP`].
const DRAWN_FROM_TURN: usize = 200;
const DRAWN_TURNS: usize = 40;
const DRAWN_CP: i32 = 8;

/// Plays games of one variant.
pub struct SelfPlayer<G: Playable> {
    start: G,
    rules: G::Rules,
    nodes: u64,
    /// The length in turns at which a game is adjudicated as a draw.
    most_turns: usize,
    /// The share of turns, in per cent, in which one action is random.
    stray: usize,
    search: BlockingSearch<G>,
    /// They end a game whose position they hold.
    tables: Option<Arc<dyn EndgameTables<G>>>,
}

impl<G: Playable> SelfPlayer<G> {
    /// A player of games by `settings` with the evaluation `eval_source`. The thread that plays needs
    /// [`STACK_BYTES`](crate::search::STACK_BYTES) of stack.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(
        rules: G::Rules,
        settings: &GenerationSettings,
        eval_source: EvalSource,
    ) -> Result<Self, OutOfMemory> {
        let start = G::start(rules);
        let search = BlockingSearch::new(&start, TABLE_MIB, Lead::Caller)?.with_eval(eval_source);
        let GenerationSettings { nodes, most_turns, stray, .. } = *settings;
        Ok(Self { start, rules, nodes, most_turns, stray, search, tables: None })
    }

    /// The same player, whose games end where `tables` know the result.
    pub fn with_tables(self, tables: Option<Arc<dyn EndgameTables<G>>>) -> Self {
        Self { tables, ..self }
    }

    /// The game of that seed.
    ///
    /// # Errors
    /// If a search panics.
    pub fn play(&self, seed: u64) -> Result<GameRecord, ThreadDied> {
        let mut rng = Rng::new(seed);
        loop {
            self.search.forget();
            if let Some(game) = self.play_own(&mut rng)? {
                return Ok(game);
            }
        }
    }

    /// A game from an opening. Each turn gets up to twice the nodes, drawn by `seed`, so that games from the same
    /// opening differ.
    ///
    /// # Errors
    /// If a search panics.
    pub fn play_given(&self, opening: &G, seed: u64) -> Result<GameRecord, ThreadDied> {
        self.search.forget();
        let mut rng = Rng::new(seed);
        let mut game = SelfPlay::new(opening.clone(), self.most_turns);
        while game.points.is_none() {
            let more = rng.below(self.nodes as usize + 1) as u64;
            match self.search(&game, self.nodes.saturating_add(more))? {
                Some(found) => self.take(&mut game, &found, &mut rng),
                None => game.end_at_once(),
            }
        }
        Ok(game.record())
    }

    /// A random opening. It begins at the start position, or half the time at a deployment of the engine if the game
    /// has deployments.
    fn opening(&self, rng: &mut Rng) -> Option<G> {
        let deployed = match G::deploy(self.rules) {
            Some(empty) if rng.happens(50) => Some(deployed(empty, rng)?),
            _ => None,
        };
        random_opening(deployed.as_ref().unwrap_or(&self.start), rng)
    }

    /// A game from an opening of its own; `None` if that is as good as decided, or over.
    fn play_own(&self, rng: &mut Rng) -> Result<Option<GameRecord>, ThreadDied> {
        let Some(opening) = self.opening(rng) else { return Ok(None) };
        let mut game = SelfPlay::new(opening, self.most_turns);
        while game.points.is_none() {
            let Some(found) = self.search(&game, self.nodes)? else { return Ok(None) };
            if game.turns.is_empty() && is_decided::<G>(found.score()) {
                return Ok(None);
            }
            self.take(&mut game, &found, rng);
        }
        Ok(Some(game.record()))
    }

    /// Plays the best turn of a search, or sometimes a turn with one random action. The random actions bring in
    /// positions that good play avoids but a search has to evaluate.
    fn take(&self, game: &mut SelfPlay<G>, found: &SearchResult<G::Action>, rng: &mut Rng) {
        let best = &found.best.actions;
        let length = turn_length(game.played.state(), best);
        if self.stray > 0 && rng.happens(self.stray) {
            let stray = rng.below(length.max(1));
            let strayed = strayed(game.played.state(), best, stray, rng);
            game.take(found, &strayed);
        } else {
            game.take(found, &best[..length]);
        }
        if game.played.outcome().is_none()
            && let Some(tables) = &self.tables
        {
            game.end_by(&**tables);
        }
    }

    fn search(
        &self,
        game: &SelfPlay<G>,
        nodes: u64,
    ) -> Result<Option<SearchResult<G::Action>>, ThreadDied> {
        let root = Played::clone(&game.played);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.search.search(&root, &[], limits, SearchOptions::default())
    }
}

/// A state in which the engine has deployed all sides.
fn deployed<G: Playable>(mut state: G, rng: &mut Rng) -> Option<G> {
    while let Some(plan) = state.plan(rng.number()) {
        if plan.is_empty() || state.outcome().is_some() {
            return None;
        }
        for action in plan {
            state.make(action);
        }
    }
    Some(state)
}

/// The turn at the head of `best` with a random action at index `stray`. The actions after it stay where they are
/// still legal.
fn strayed<G: Playable>(
    state: &G,
    best: &[G::Action],
    stray: usize,
    rng: &mut Rng,
) -> Vec<G::Action> {
    let mut state = state.clone();
    let mut turn = Vec::new();
    let mut possible = Vec::new();
    while state.outcome().is_none() && (turn.is_empty() || !state.turn_start()) {
        possible.clear();
        state.actions(&mut possible);
        let planned = best.get(turn.len()).filter(|action| possible.contains(action));
        let action = match planned {
            Some(action) if turn.len() != stray => *action,
            _ => possible[rng.below(possible.len())],
        };
        state.make(action);
        turn.push(action);
    }
    turn
}

/// The number of actions in the first turn of `line`.
fn turn_length<G: Playable>(state: &G, line: &[G::Action]) -> usize {
    let mut state = state.clone();
    let mut length = 0;
    for action in line {
        if state.outcome().is_some() || length > 0 && state.turn_start() {
            break;
        }
        state.make(*action);
        length += 1;
    }
    length
}

/// Whether a position is suitable for training: its score is not proven and no capture is pending.
pub(super) fn is_quiet<G: Playable>(state: &G, best: G::Action, score: Score) -> bool {
    !score.is_proven() && state.may_stand_pat() && !state.is_noisy(best)
}

fn is_decided<G: Playable>(score: Score) -> bool {
    let [win, _, loss] = G::win_draw_loss(score);
    score.is_proven() || (G::PLAYERS == 2 && win.min(loss) < LEAST_CHANCE)
}

/// A game in progress.
struct SelfPlay<G: Playable> {
    first: G,
    played: Played<G>,
    actions: Vec<G::Action>,
    turns: Vec<RecordedTurn>,
    most_turns: usize,
    /// The player who is about to resign, and for how many turns; only in games for two.
    losing: Option<(Player, usize)>,
    /// The points of each seat once the game is over.
    points: Option<Vec<u8>>,
}

impl<G: Playable> SelfPlay<G> {
    fn new(first: G, most_turns: usize) -> Self {
        let played = Played::new(first.clone());
        let (actions, turns) = (Vec::new(), Vec::new());
        Self { first, played, actions, turns, most_turns, losing: None, points: None }
    }

    /// Ends a game in which nothing can be searched: it is over, or counts as a draw.
    fn end_at_once(&mut self) {
        let outcome = self.played.outcome().unwrap_or(Outcome::Draw);
        self.points = Some(self.points_of(outcome));
    }

    /// Ends a game that goes on, if `tables` know its result.
    fn end_by(&mut self, tables: &dyn EndgameTables<G>) {
        let mover = self.played.state().player();
        let outcome = tables.result(self.played.state()).map(|result| match result {
            Distance::Draw => Outcome::Draw,
            Distance::Win(_) => Outcome::Win(mover),
            Distance::Loss(_) => Outcome::Win(mover.opponent()),
        });
        if let Some(outcome) = outcome {
            self.points = Some(self.points_of(outcome));
        }
    }

    /// Plays a turn after a search, and checks whether the game is over.
    fn take(&mut self, found: &SearchResult<G::Action>, turn: &[G::Action]) {
        let (mover, score) = (self.played.state().player(), found.score());
        // A search that ends before its first iteration has no result.
        let quiet =
            found.best.depth > 0 && is_quiet(self.played.state(), found.best.actions[0], score);
        let mut tokens = Vec::new();
        for action in turn {
            tokens.push(self.played.state().action_token(*action));
            self.played.play(*action);
            self.actions.push(*action);
        }
        let token = tokens.join(",");
        self.turns.push(RecordedTurn { token, score: score.raw() as i16, quiet });
        self.points = self.verdict(mover, score);
    }

    /// The points of each seat, if the game is over by the rules, by proof or by adjudication.
    fn verdict(&mut self, mover: Player, score: Score) -> Option<Vec<u8>> {
        if let Some(outcome) = self.played.outcome() {
            return Some(self.points_of(outcome));
        }
        if score.is_win() {
            return Some(self.points_of(Outcome::Win(mover)));
        }
        if G::PLAYERS == 2 {
            if score.is_loss() {
                return Some(self.points_of(Outcome::Win(mover.opponent())));
            }
            if let Some(loser) = self.loser(mover, score) {
                return Some(self.points_of(Outcome::Win(loser.opponent())));
            }
        }
        (self.is_drawn() || self.turns.len() >= self.most_turns)
            .then(|| self.points_of(Outcome::Draw))
    }

    /// The player who resigns.
    fn loser(&mut self, mover: Player, score: Score) -> Option<Player> {
        let [win, _, loss] = G::win_draw_loss(score);
        let loser = match (win <= LOST_CHANCE, loss <= LOST_CHANCE) {
            (true, false) => mover,
            (false, true) => mover.opponent(),
            _ => {
                self.losing = None;
                return None;
            }
        };
        let before =
            self.losing.filter(|(player, _)| *player == loser).map_or(0, |(_, turns)| turns);
        self.losing = Some((loser, before + 1));
        (before + 1 >= LOST_TURNS).then_some(loser)
    }

    fn is_drawn(&self) -> bool {
        self.turns.len() >= DRAWN_FROM_TURN
            && self
                .turns
                .iter()
                .rev()
                .take(DRAWN_TURNS)
                .all(|t| i32::from(t.score).abs() <= DRAWN_CP)
    }

    /// The points of each seat. Players who share the first place share the points.
    fn points_of(&self, outcome: Outcome) -> Vec<u8> {
        let places = self.first.ranking(&self.actions, outcome);
        let winners = places.iter().filter(|place| **place == 1).count().max(1) as u8;
        places.iter().map(|place| if *place == 1 { WHOLE_POINTS / winners } else { 0 }).collect()
    }

    fn record(self) -> GameRecord {
        let points = self.points.unwrap_or_default();
        GameRecord { fen: self.first.fen(), points, turns: self.turns }
    }
}
