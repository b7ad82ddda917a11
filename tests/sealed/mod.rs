//! Sealed games: two hosts that exchange public lines, cheats that are caught, and what a reader of the lines learns.
//!
//! `STRATEGOS_GAMES=N` plays N games. By default a test plays a few.

mod cheats;
mod files;
mod forger;
mod honest;
mod refusals;
mod secrets;
mod vectors;

use crate::common::Random;
use strategos::engine::{GameState, Start};
use strategos::games::Variant;
use strategos::sealed::{
    Author, Line, Next, Payload, SealedError, SealedGame, Sides, Surroundings, Terms, Time,
    Transcript,
};

/// Chance from a seed, and a clock that goes on by a second with each look at it.
pub struct Chance {
    random: Random,
    seconds: u64,
}

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), seconds: 1_796_040_000 }
    }
}

impl Surroundings for Chance {
    fn random(&mut self) -> Result<[u8; 32], SealedError> {
        let mut bytes = [0; 32];
        for part in bytes.chunks_exact_mut(8) {
            part.copy_from_slice(&self.random.next().to_be_bytes());
        }
        Ok(bytes)
    }

    fn now(&mut self) -> Time {
        self.seconds += 1;
        Time::from_seconds(self.seconds)
    }
}

/// A game under these terms, with agreed sides: A is player 1.
pub fn agreed(variant: &str, start: Start) -> Terms {
    let variant = Variant::from_name(variant).unwrap();
    Terms { variant, start, sides: Sides::Agreed(Author::A) }
}

/// Two hosts that see only each other's lines.
pub struct Pair {
    pub hosts: [SealedGame; 2],
    chance: [Chance; 2],
}

impl Pair {
    pub fn new(terms: &Terms, seed: u64) -> Self {
        let mut chance = [Chance::new(seed), Chance::new(!seed)];
        let first = SealedGame::propose(terms, "Ann", &mut chance[0]).unwrap();
        let proposal = first.lines()[0].to_string();
        let second = SealedGame::join(&proposal, "Bob", &mut chance[1]).unwrap();
        let answer = second.lines()[1].to_string();
        let mut pair = Self { hosts: [first, second], chance };
        pair.send(1, vec![answer]);
        pair
    }

    /// Hands over lines of one host, then the answers, until there are none.
    pub fn send(&mut self, from: usize, lines: Vec<String>) {
        let to = 1 - from;
        let mut answers = Vec::new();
        for line in lines {
            answers.extend(self.hosts[to].receive(&line, &mut self.chance[to]).unwrap());
        }
        if !answers.is_empty() {
            self.send(to, answers);
        }
    }

    /// The host who has to choose a move.
    pub fn mover(&self) -> Option<usize> {
        (0..2).find(|index| self.hosts[*index].next() == Next::Move)
    }

    /// Plays a turn of the mover. Returns the number of its line, and the token as the mover's record writes it.
    pub fn play(&mut self, token: &str) -> (u32, String) {
        let mover = self.mover().unwrap();
        let host = &mut self.hosts[mover];
        let line = host.play(token, &mut self.chance[mover]).unwrap();
        let number = host.lines().len() as u32;
        let own = match &host.lines().last().unwrap().payload {
            Payload::Turn(token) => token.clone(),
            Payload::Resign => "resign".to_string(),
            _ => host.game().unwrap().position().moves.last().unwrap().clone(),
        };
        self.send(mover, vec![line]);
        (number, own)
    }

    /// Opens whatever is to be opened.
    pub fn open(&mut self) {
        while let Some(index) = (0..2).find(|index| self.hosts[*index].next() == Next::Open) {
            let line = self.hosts[index].open(&mut self.chance[index]).unwrap();
            self.send(index, vec![line]);
        }
    }

    /// Lets the mover give up, and opens.
    pub fn resign(&mut self) {
        self.play("resign");
        self.open();
    }

    pub fn transcripts(&self) -> [Transcript; 2] {
        [0, 1].map(|index| Transcript::parse(&self.hosts[index].to_text()).unwrap())
    }

    /// The public lines, as both have them.
    pub fn lines(&self) -> Vec<String> {
        let [one, other] = [0, 1].map(|index| texts(self.hosts[index].lines()));
        assert_eq!(one, other);
        one
    }
}

/// The lines as text.
pub fn texts(lines: &[Line]) -> Vec<String> {
    lines.iter().map(Line::to_string).collect()
}

/// A transcript of public lines alone.
pub fn public(lines: &[String]) -> Transcript {
    Transcript::parse(&lines.join("\n")).unwrap()
}

/// A whole random turn of the player to move. Attacks are more frequent than by chance.
pub fn random_turn(game: &dyn GameState, random: &mut Random) -> String {
    let mut game = game.boxed();
    let mover = game.player();
    let mut turn: Vec<String> = Vec::new();
    loop {
        let legal = game.legal_moves();
        let attacks: Vec<&String> = legal.iter().filter(|token| is_attack(token)).collect();
        let token = match attacks.is_empty() || random.below(3) > 0 {
            true => random.pick(&legal).clone(),
            false => (*random.pick(&attacks)).clone(),
        };
        turn.push(token.clone());
        // An attack in a view cannot go on without its report, and is a whole turn.
        let is_whole = game.choose(&token).is_err() || game.turn_start();
        if is_whole || game.player() != mover || game.outcome().is_some() {
            return turn.join(",");
        }
    }
}

fn is_attack(token: &str) -> bool {
    token.starts_with(['x', 's']) && !token.contains('@')
}
