//! The table: an engine with the full game, the seats, and the engine's strength.

use crate::engine::{Answer, Engine, EngineError, GameState, Info, Position, Request};
use crate::game::{Outcome, Player};
use crate::games::Variant;
use crate::search::{Limits, SearchOptions};
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The seats of people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum People {
    /// Every seat.
    All,
    /// The seats with these numbers, from 1. If the list is empty, the engine plays all seats.
    At(Vec<usize>),
}

impl People {
    /// Reads `all`, `none` or player numbers joined by commas.
    ///
    /// # Errors
    /// Names the text that is not a player number.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "all" => return Ok(Self::All),
            "none" => return Ok(Self::At(Vec::new())),
            _ => {}
        }
        let seat = |word: &str| match word.trim().parse() {
            Ok(number @ 1..=4) => Ok(number),
            _ => Err(format!("expected players such as 1 or 1,3, or all, or none ({word})")),
        };
        text.split(',').map(seat).collect::<Result<_, _>>().map(Self::At)
    }
}

/// The engine's level: a skill from 0 to [`Level::BEST`], or an Elo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u32);

impl Level {
    /// Full strength.
    pub const BEST: Self = Self(SearchOptions::FULL_SKILL);
    const ELOS: RangeInclusive<u32> =
        SearchOptions::LEAST_ELO as u32..=SearchOptions::MOST_ELO as u32;

    /// Reads a skill or an Elo.
    ///
    /// # Errors
    /// If the number is neither.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (best, least, most) = (Self::BEST.0, Self::ELOS.start(), Self::ELOS.end());
        let number = text.trim().parse().ok();
        let level = number.filter(|level| *level <= best || Self::ELOS.contains(level)).map(Self);
        level.ok_or_else(|| {
            format!("expected a level, 0 to {best}, or an Elo, {least} to {most} ({text})")
        })
    }

    fn elo(self) -> Option<i32> {
        if self.0 > Self::BEST.0 {
            Some(self.0 as i32)
        } else {
            SearchOptions::elo_of_skill(self.0)
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.elo() {
            Some(elo) if self.0 <= Self::BEST.0 => write!(f, "level {} (Elo {elo})", self.0),
            Some(elo) => write!(f, "Elo {elo}"),
            None => write!(f, "level {}", self.0),
        }
    }
}

/// Strength of the engine, and its time for a move.
#[derive(Clone, Debug)]
pub struct Strength {
    /// Level of its moves.
    pub level: Level,
    /// Time for a move.
    pub time: Duration,
    /// Seed of all random choices.
    pub seed: u64,
}

impl Strength {
    /// The search for a move of the engine.
    fn request(&self) -> Request {
        let limits = Limits { movetime: Some(self.time), ..Limits::default() };
        let options =
            SearchOptions { elo: self.level.elo(), seed: self.seed, ..SearchOptions::default() };
        Request { options, ..Request::with(limits) }
    }

    /// The search for a hint, at full strength.
    fn advice(&self) -> Request {
        Self { level: Level::BEST, ..self.clone() }.request()
    }
}

/// A move of the engine, with the result of its search.
#[derive(Clone, Debug)]
pub struct Thought {
    pub player: Player,
    pub token: String,
    /// `None` if nothing was searched, as in a deployment.
    pub info: Option<Info>,
}

/// The game.
pub struct Table {
    game: Box<dyn GameState>,
    engine: Engine,
    /// Whether a person has this seat, by seat.
    people: Vec<bool>,
    pub strength: Strength,
    resigned: Option<Player>,
    /// The last move that the engine made for itself.
    pub thought: Option<Thought>,
    /// The player who made each turn.
    movers: Vec<Player>,
    /// Whether a move has been played since the game was set up.
    has_begun: bool,
}

impl Table {
    pub fn new(variant: Variant, people: &People, strength: Strength) -> Result<Self, EngineError> {
        let seats = vec![false; variant.players()];
        let mut table = Self {
            game: variant.new_game(),
            engine: Engine::new(variant)?,
            people: seats,
            strength,
            resigned: None,
            thought: None,
            movers: Vec::new(),
            has_begun: false,
        };
        table.seat(people)?;
        Ok(table)
    }

    /// Assigns the seats. During a game with hidden parts no person may take a seat of the engine,
    /// because he would see what was hidden from him.
    pub fn seat(&mut self, people: &People) -> Result<(), EngineError> {
        let seats = self.seats_of(people)?;
        let is_newcomer = |(now, then): (&bool, &bool)| *now && !*then;
        let is_kept_apart = self.has_begun && !self.is_over() && self.hides();
        if is_kept_apart && seats.iter().zip(&self.people).any(is_newcomer) {
            return Err(EngineError::new(
                "while something is hidden no person takes the seat of the engine (seat)",
            ));
        }
        self.people = seats;
        Ok(())
    }

    /// Whether a person has this seat, by seat.
    fn seats_of(&self, people: &People) -> Result<Vec<bool>, EngineError> {
        let count = self.variant().players();
        Ok(match people {
            People::All => vec![true; count],
            People::At(numbers) => {
                if let Some(stranger) = numbers.iter().find(|number| **number > count) {
                    let variant = self.variant();
                    let text = format!("{variant} has {count} players ({stranger})");
                    return Err(EngineError::new(text));
                }
                (1..=count).map(|number| numbers.contains(&number)).collect()
            }
        })
    }

    /// Sets up a game, also of another variant. If the number of players changes, one person sits
    /// in the first seat.
    pub fn set_up(&mut self, variant: Variant, position: &Position) -> Result<(), EngineError> {
        let mut game = variant.new_game();
        game.set_position(position)?;
        if game.position().view.is_some() {
            return Err(EngineError::new("a game to play has to be known in full"));
        }
        let engine = Engine::new(variant)?;
        if variant.players() != self.people.len() {
            self.people = (0..variant.players()).map(|seat| seat == 0).collect();
        }
        self.movers = movers(&*game)?;
        (self.game, self.engine) = (game, engine);
        (self.resigned, self.thought, self.has_begun) = (None, None, false);
        Ok(())
    }

    pub fn variant(&self) -> Variant {
        self.game.variant()
    }

    pub fn game(&self) -> &dyn GameState {
        &*self.game
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    pub fn mover(&self) -> Player {
        self.game.player()
    }

    pub fn movers(&self) -> &[Player] {
        &self.movers
    }

    pub fn is_person(&self, player: Player) -> bool {
        self.people[player.index()]
    }

    /// The players that people control.
    pub fn persons(&self) -> Vec<Player> {
        let seats = self.people.iter().enumerate().filter(|(_, is_person)| **is_person);
        seats.map(|(seat, _)| Player::new(seat)).collect()
    }

    pub fn resigned(&self) -> Option<Player> {
        self.resigned
    }

    pub fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game.outcome().is_some()
    }

    /// The outcome. With three or four players a resignation ends the game without a winner.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.resigned {
            Some(loser) if self.people.len() == 2 => Some(Outcome::Win(loser.opponent())),
            Some(_) => None,
            None => self.game.outcome(),
        }
    }

    /// Whether something is hidden from some player.
    pub fn hides(&self) -> bool {
        !self.game.is_open()
    }

    /// Whether a person has not been told everything that was played.
    pub fn hides_from_people(&self) -> bool {
        let told = |person: Player| self.game.is_told_all(person);
        !self.is_over() && !self.persons().into_iter().all(told)
    }

    /// The game as far as this player knows it.
    pub fn seen_by(&self, player: Player) -> Result<Box<dyn GameState>, EngineError> {
        let mut seen = self.variant().new_game();
        seen.set_position(&self.game.record(player.number())?)?;
        Ok(seen)
    }

    /// Makes a move.
    pub fn play(&mut self, token: &str) -> Result<(), EngineError> {
        let (mover, begins_turn) = (self.mover(), self.game.turn_start());
        self.game.choose(token)?;
        self.has_begun = true;
        if begins_turn {
            self.movers.push(mover);
        }
        Ok(())
    }

    /// Takes back the last action of a person and all later actions. While something is hidden,
    /// only actions of a person's own unfinished turn can be taken back. Otherwise he could try
    /// moves to learn what is hidden.
    pub fn undo(&mut self) -> Result<(), EngineError> {
        if self.resigned.is_some() {
            return self.take_back_resignation();
        }
        let before = self.game.clone();
        let is_midway = !self.is_over() && !self.game.turn_start();
        let result = self.go_back().and_then(|()| match self.hides() && !is_midway {
            true => Err(EngineError::new(
                "while something is hidden only the actions of your own unfinished turn are taken back",
            )),
            false => Ok(()),
        });
        if result.is_err() {
            self.game = before;
            return result;
        }
        self.thought = None;
        self.movers = movers(&*self.game)?;
        Ok(())
    }

    fn take_back_resignation(&mut self) -> Result<(), EngineError> {
        if self.hides() {
            return Err(EngineError::new("the game was given up, and what was hidden is shown"));
        }
        self.resigned = None;
        Ok(())
    }

    /// Goes back to the last position in which a person was to move.
    fn go_back(&mut self) -> Result<(), EngineError> {
        loop {
            let undone = self.game.undo();
            undone.map_err(|_| EngineError::new("there is no move of yours to take back"))?;
            if self.is_person(self.mover()) {
                return Ok(());
            }
        }
    }

    pub fn resign(&mut self, player: Player) {
        self.resigned = Some(player);
    }

    /// Searches and makes a move for the player to move, at the engine's level.
    pub fn think(&mut self) -> Result<Thought, EngineError> {
        let thought = self.search(&self.strength.request())?;
        self.play(&thought.token)?;
        Ok(thought)
    }

    /// The engine's best move at full strength.
    pub fn advise(&mut self) -> Result<Thought, EngineError> {
        self.search(&self.strength.advice())
    }

    fn search(&mut self, request: &Request) -> Result<Thought, EngineError> {
        let player = self.mover();
        let (answer, info) = self.engine.search(&*self.game, request)?.finish()?;
        match answer {
            Answer::Move(token, _) => Ok(Thought { player, token, info }),
            Answer::Deployment(token, _) => Ok(Thought { player, token, info: None }),
            Answer::Nothing | Answer::Over(..) => {
                Err(EngineError::new("the engine finds nothing to play"))
            }
        }
    }
}

/// The player who made each turn of a game.
fn movers(game: &dyn GameState) -> Result<Vec<Player>, EngineError> {
    let Position { start, moves, .. } = game.position();
    let mut again = game.variant().new_game();
    again.set_position(&Position::from_start(start))?;
    let mut movers = Vec::new();
    for token in &moves {
        if again.turn_start() {
            movers.push(again.player());
        }
        again.play(std::slice::from_ref(token))?;
    }
    Ok(movers)
}
