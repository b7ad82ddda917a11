//! An environment by the rules of its game.

use super::{Belief, Environment};
use crate::engine::{EngineError, GameState, PlayerView, Position, Record, Start, TypedGame};
use crate::game::text::in_usual_case;
use crate::game::{Knowledge, Outcome, Planes, Played, Player, Rng, Told};
use crate::games::{Playable, Variant};

/// A game of one type in numbers.
pub struct TypedEnvironment<G: Playable> {
    variant: Variant,
    rules: G::Rules,
    start: Start,
    /// The first position, and what was played from it.
    first: G,
    actions: Vec<G::Action>,
    played: Played<G>,
    outcome: Option<Outcome>,
    /// The steps made of the action under way.
    begun: Vec<u32>,
    /// The legal actions that begin with these steps, and the id of the next step of each.
    open: Vec<G::Action>,
    next: Vec<u32>,
    /// The ids in `next` without repetitions, in a game whose actions have steps.
    distinct: Vec<u32>,
    /// What was told last of each player's actions.
    told: [Option<Told>; MOST_PLAYERS],
}

const MOST_PLAYERS: usize = 4;

impl<G: Playable> Clone for TypedEnvironment<G> {
    fn clone(&self) -> Self {
        Self {
            variant: self.variant,
            rules: self.rules,
            start: self.start.clone(),
            first: self.first.clone(),
            actions: self.actions.clone(),
            played: self.played.clone(),
            outcome: self.outcome,
            begun: self.begun.clone(),
            open: self.open.clone(),
            next: self.next.clone(),
            distinct: self.distinct.clone(),
            told: self.told,
        }
    }
}

/// Planes that all games have: the player to move, and the observer's seat. Then the occurrences of the position,
/// where they tell nothing that may be hidden, and what was told last of each player's actions.
pub fn plane_names<G: Playable>() -> Vec<String> {
    let mut names = G::planes();
    let mover = |seats: usize| match seats {
        0 => "the observer is to move, everywhere".to_string(),
        1 => "the next player is to move, everywhere".to_string(),
        _ => format!("the player {seats} seats on is to move, everywhere"),
    };
    names.extend((0..G::PLAYERS).map(mover));
    let seat = |number| format!("the observer is player {number}, everywhere");
    names.extend((1..=G::PLAYERS).map(seat));
    if counts_occurrences::<G>() {
        names.push("earlier occurrences of the position, everywhere".to_string());
    }
    if G::TELLS {
        names.push("place and report of the observer's last attack".to_string());
        let of_others = |seats| format!("place and report of the last attack {seats} seats on");
        names.extend((1..G::PLAYERS).map(of_others));
    }
    names
}

/// The number of [`plane_names`].
pub fn plane_count<G: Playable>() -> usize {
    plane_names::<G>().len()
}

/// The number of planes that all games have.
fn common_planes<G: Playable>() -> usize {
    let seats = if G::TELLS { 3 * G::PLAYERS } else { 2 * G::PLAYERS };
    seats + usize::from(counts_occurrences::<G>())
}

/// Writes what was told into a plane.
fn draw<G: Playable>(told: Told, plane: usize, planes: &mut Planes<'_>) {
    for rank in 0..told.size {
        for file in 0..told.size {
            planes.put(plane, told.square + G::BOARD[1] * rank + file, told.value);
        }
    }
}

/// Whether a plane counts the occurrences of the position. Where something is hidden they would betray it.
fn counts_occurrences<G: Playable>() -> bool {
    G::CAPABILITIES.hidden.is_none()
}

impl<G: Playable> TypedEnvironment<G> {
    /// The game at a position.
    ///
    /// # Errors
    /// As [`Variant::new_environment`].
    pub fn at(variant: Variant, rules: G::Rules, position: &Position) -> Result<Self, EngineError> {
        let mut game = TypedGame::<G>::new(variant, rules);
        if position.view.is_some() {
            let reason = "an environment knows the whole game: expected no view";
            return Err(EngineError::new(reason));
        }
        game.set_position(position)?;
        game.known()?;
        Ok(Self::of(variant, rules, game.record()))
    }

    fn of(variant: Variant, rules: G::Rules, record: &Record<G>) -> Self {
        let mut new = Self {
            variant,
            rules,
            start: record.start().clone(),
            first: record.first().clone(),
            actions: record.actions().to_vec(),
            played: record.played().clone(),
            outcome: None,
            begun: Vec::new(),
            open: Vec::new(),
            next: Vec::new(),
            distinct: Vec::new(),
            told: Self::told_in(record),
        };
        new.look();
        new
    }

    /// What was told last of each player's actions in a record.
    fn told_in(record: &Record<G>) -> [Option<Told>; MOST_PLAYERS] {
        let mut told = [None; MOST_PLAYERS];
        if G::TELLS {
            let mut state = record.first().clone();
            for action in record.actions() {
                let mover = state.player().index();
                told[mover] = state.told(*action).or(told[mover]);
                state.make(*action);
            }
        }
        told
    }

    /// The game that begins with `state`, which a player believes possible now.
    fn beginning(&self, state: G) -> Self {
        let start = Start::Fen(state.fen());
        let new = Self::of(self.variant, self.rules, &Record::new(start, state));
        Self { told: self.told, ..new }
    }

    fn state(&self) -> &G {
        self.played.state()
    }

    /// Lists the legal steps of a position.
    fn look(&mut self) {
        self.open.clear();
        self.outcome = self.played.outcome();
        if self.outcome.is_none() {
            self.played.state().actions(&mut self.open);
        }
        self.next.clear();
        let state = self.played.state();
        self.next.extend(self.open.iter().map(|action| state.action_id(*action) as u32));
        self.find_distinct();
    }

    fn find_distinct(&mut self) {
        if G::HAS_STEPS {
            self.distinct.clone_from(&self.next);
            self.distinct.sort_unstable();
            self.distinct.dedup();
        }
    }

    /// The index of a legal action that goes on with this step.
    fn find(&self, id: u32) -> Option<usize> {
        self.next.iter().position(|next| *next == id)
    }

    /// Makes the step that goes on with the open action at `index`.
    fn go_on(&mut self, index: usize, id: u32) {
        let action = self.open[index];
        if G::HAS_STEPS && self.narrow(action, id) {
            return;
        }
        self.begun.clear();
        if G::TELLS {
            let mover = self.player().index();
            self.told[mover] = self.state().told(action).or(self.told[mover]);
        }
        self.played.play(action);
        self.actions.push(action);
        self.look();
    }

    /// Keeps the open actions that go on with a step, and returns whether they have more steps.
    fn narrow(&mut self, action: G::Action, id: u32) -> bool {
        let done = self.begun.len() + 1;
        let state = self.played.state();
        if state.step_id(action, done).is_none() {
            return false;
        }
        let mut next = self.next.iter();
        self.open.retain(|_| next.next() == Some(&id));
        self.begun.push(id);
        self.next.clear();
        self.next.extend(
            self.open.iter().filter_map(|open| state.step_id(*open, done)).map(|id| id as u32),
        );
        self.find_distinct();
        true
    }

    fn illegal(&self, id: u32) -> EngineError {
        let variant = self.variant;
        if let Some(outcome) = self.outcome {
            return EngineError::new(format!("illegal action {id}: {}", outcome.refusal()));
        }
        let count = G::ACTION_IDS;
        if id as usize >= count {
            return EngineError::new(format!(
                "{variant} has no action {id}: expected 0 to {}",
                count - 1
            ));
        }
        EngineError::new(format!("illegal action {id} of {variant} ({})", self.state().fen()))
    }

    fn step_token(&self, index: usize) -> String {
        self.state().step_token(self.open[index], self.begun.len())
    }

    fn typed_game(&self) -> TypedGame<G> {
        let mut record = Record::new(self.start.clone(), self.first.clone());
        record.follow(&self.actions);
        TypedGame::with_record(self.variant, self.rules, record)
    }
}

impl<G: Playable> Environment for TypedEnvironment<G> {
    fn boxed(&self) -> Box<dyn Environment> {
        Box::new(self.clone())
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn player(&self) -> Player {
        self.state().player()
    }

    fn legal(&self) -> &[u32] {
        if G::HAS_STEPS { &self.distinct } else { &self.next }
    }

    fn step(&mut self, id: u32) -> Result<(), EngineError> {
        let index = self.find(id).ok_or_else(|| self.illegal(id))?;
        self.go_on(index, id);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn ranking(&self) -> Option<Vec<usize>> {
        self.outcome.map(|outcome| self.first.ranking(&self.actions, outcome))
    }

    fn observe(&self, player: Player, bytes: &mut [u8]) {
        let squares = G::BOARD[0] * G::BOARD[1];
        let count = bytes.len() / squares;
        let mut planes = Planes::new(bytes, squares);
        self.state().observe(player, &self.begun, &mut planes);
        let common = common_planes::<G>();
        let first = count.saturating_sub(common);
        let mover = (self.player().index() + G::PLAYERS - player.index()) % G::PLAYERS;
        planes.fill(first + mover, 1);
        planes.fill(first + G::PLAYERS + player.index(), 1);
        if counts_occurrences::<G>() {
            planes.fill(first + 2 * G::PLAYERS, self.played.earlier_occurrences() as u32);
        }
        if G::TELLS {
            for seats in 0..G::PLAYERS {
                let owner = (player.index() + seats) % G::PLAYERS;
                let plane = first + common - G::PLAYERS + seats;
                self.told[owner].into_iter().for_each(|told| draw::<G>(told, plane, &mut planes));
            }
        }
    }

    fn token(&self, id: u32) -> Result<String, EngineError> {
        let index = self.find(id).ok_or_else(|| self.illegal(id))?;
        Ok(self.step_token(index))
    }

    fn id(&self, token: &str) -> Result<u32, EngineError> {
        let usual = in_usual_case(token);
        let found = (0..self.open.len()).find(|index| self.step_token(*index) == usual);
        let fen = self.state().fen();
        let refused = || EngineError::new(format!("illegal action {token} ({fen})"));
        found.map(|index| self.next[index]).ok_or_else(refused)
    }

    fn begun(&self) -> &[u32] {
        &self.begun
    }

    fn game(&self) -> Box<dyn GameState> {
        Box::new(self.typed_game())
    }

    fn belief(&self, player: Player) -> Box<dyn Belief> {
        let view = self.typed_game().view_of(player);
        let knowledge = view.map(PlayerView::into_knowledge);
        Box::new(TypedBelief { environment: self.clone(), knowledge })
    }

    fn roll_out(&mut self, seed: u64, longest: usize) {
        let mut rng = Rng::new(seed);
        for _ in 0..longest {
            if self.next.is_empty() {
                return;
            }
            let index = rng.below(self.next.len());
            self.go_on(index, self.next[index]);
        }
    }
}

/// A player's belief about a game of one type.
struct TypedBelief<G: Playable> {
    environment: TypedEnvironment<G>,
    /// What the player knows, if anything is hidden.
    knowledge: Option<Box<dyn Knowledge<G>>>,
}

impl<G: Playable> Belief for TypedBelief<G> {
    fn sample(&mut self, number: u64) -> Box<dyn Environment> {
        Box::new(match &mut self.knowledge {
            None => self.environment.clone(),
            Some(knowledge) => self.environment.beginning(knowledge.sample(number)),
        })
    }
}
