//! What is asked of a position, in which order, and what is proven in the end.
//!
//! Four questions are asked in turn: does player 1 win, does player 2 win, does player 1 hold, does player 2 hold? Each
//! may look at few positions at first and at four times as many in each round, so that the easiest question decides.

use super::super::TableError;
use super::super::generate::no_endings;
use super::certificate::{Certificate, Claim};
use super::leaves::{Leaves, without_counters};
use super::safety::SafetySearch;
use super::wins::WinSearch;
use crate::game::{Outcome, Player};
use crate::games::{Playable, Variant, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// After how many positions of a question progress is told.
pub(super) const TOLD_EVERY: usize = 1 << 16;
/// The most positions of a question in the first round.
const FIRST_ROUND: usize = 1 << 12;

/// What is to be proven, and how much may be spent.
#[derive(Clone, Debug)]
pub struct ProofSettings {
    /// The FEN of the position.
    pub fen: String,
    /// The folders of endgame tables, separated like those of `TablePath`.
    pub tables: String,
    /// The most positions for each of the four questions. One takes about half a kilobyte.
    pub most_positions: usize,
}

/// A question: is this claim about this player true?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The player of whom it is asked.
    pub player: Player,
    /// What is asked of the player.
    pub claim: Claim,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {} {}", self.player.number(), self.claim)
    }
}

/// How far a question is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is asked.
    pub question: Question,
    /// Positions searched so far.
    pub positions: usize,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Proven {
    /// The result under best play; `None` if every question took more positions than allowed.
    pub outcome: Option<Outcome>,
    /// The proofs. If a player wins, there is one proof of that. If not, there is one for each player who was found to hold.
    pub certificates: Vec<Certificate>,
    /// Positions searched for all questions.
    pub positions: usize,
}

/// What a search has proven of a player, with his moves.
pub(super) struct Found {
    pub question: Question,
    pub moves: Moves,
}

/// A move for each position in which the player has to choose, by FEN without counters.
#[derive(Default)]
pub(super) struct Moves(BTreeMap<String, String>);

impl Moves {
    pub fn add<G: Playable>(&mut self, game: &G, action: G::Action) {
        self.0.insert(without_counters(&game.fen()).to_string(), game.action_token(action));
    }
}

/// Proves the result of a position.
///
/// # Errors
/// If the game has no endgame tables, the FEN is refused, or a table cannot be read.
pub fn prove(
    variant: Variant,
    settings: &ProofSettings,
    tell: &mut dyn FnMut(Progress),
) -> Result<Proven, TableError> {
    variant.visit(Prove { variant, settings, tell })
}

struct Prove<'a> {
    variant: Variant,
    settings: &'a ProofSettings,
    tell: &'a mut dyn FnMut(Progress),
}

impl Visitor for Prove<'_> {
    type Output = Result<Proven, TableError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
        if const { G::CAPABILITIES.endings.is_none() } {
            return Err(no_endings(&self.variant));
        }
        let leaves = Leaves::<G>::open(self.variant, rules, &self.settings.tables)?;
        let fault = |error| TableError::new(format!("{error} (fen {})", self.settings.fen));
        let root = G::from_fen(rules, &self.settings.fen).map_err(fault)?;
        let root = leaves.at_clock(&root, 0);
        let mut questions = Questions::new(&leaves, &root);
        questions.ask(self.settings.most_positions, self.tell);
        leaves.check()?;
        let certificate = |Found { question, moves }: Found| {
            let Question { player, claim } = question;
            let (variant, start) = (self.variant.record_name(), root.fen());
            Certificate { variant, start, player, claim, moves: moves.0 }
        };
        Ok(Proven {
            outcome: questions.outcome(),
            positions: questions.positions(),
            certificates: questions.found().into_iter().map(certificate).collect(),
        })
    }
}

/// The questions about one position.
struct Questions<'a, G: Playable> {
    wins: [WinSearch<'a, G>; 2],
    holds: [SafetySearch<'a, G>; 2],
    /// The player who wins, and where that was found.
    won: Option<(Player, Claim)>,
    /// Which players do not lose.
    held: [bool; 2],
}

impl<'a, G: Playable> Questions<'a, G> {
    fn new(leaves: &'a Leaves<G>, root: &G) -> Self {
        let players = [Player::ONE, Player::TWO];
        Self {
            wins: players.map(|player| WinSearch::new(leaves, root.clone(), player)),
            holds: players.map(|player| SafetySearch::new(leaves, root.clone(), player)),
            won: None,
            held: [false; 2],
        }
    }

    /// Asks all questions in rounds, until the result is known or each has looked at `most` positions.
    fn ask(&mut self, most: usize, tell: &mut dyn FnMut(Progress)) {
        let mut limit = FIRST_ROUND.min(most);
        loop {
            self.ask_round(limit, tell);
            if self.outcome().is_some() || limit == most {
                return;
            }
            limit = limit.saturating_mul(4).min(most);
        }
    }

    fn ask_round(&mut self, limit: usize, tell: &mut dyn FnMut(Progress)) {
        for player in [Player::ONE, Player::TWO] {
            if self.held[player.opponent().index()] {
                continue;
            }
            let question = Question { player, claim: Claim::Wins };
            let tell = &mut |positions| tell(Progress { question, positions });
            if self.wins[player.index()].run(limit, tell) {
                self.won = Some((player, Claim::Wins));
                return;
            }
        }
        for player in [Player::ONE, Player::TWO] {
            if self.held[player.index()] {
                continue;
            }
            let question = Question { player, claim: Claim::Holds };
            let tell = &mut |positions| tell(Progress { question, positions });
            match self.holds[player.index()].run(limit, tell) {
                Some(false) => {
                    self.won = Some((player.opponent(), Claim::Holds));
                    return;
                }
                Some(true) => self.held[player.index()] = true,
                None => {}
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.won {
            Some((player, _)) => Some(Outcome::Win(player)),
            None => (self.held == [true, true]).then_some(Outcome::Draw),
        }
    }

    fn positions(&self) -> usize {
        let wins = self.wins.iter().map(WinSearch::positions).sum::<usize>();
        wins + self.holds.iter().map(SafetySearch::positions).sum::<usize>()
    }

    fn found(&self) -> Vec<Found> {
        match self.won {
            Some((player, Claim::Wins)) => vec![self.wins[player.index()].found()],
            Some((player, Claim::Holds)) => vec![self.holds[player.opponent().index()].found()],
            None => {
                let held = self.held.iter().zip(&self.holds).filter(|(is_held, _)| **is_held);
                held.map(|(_, search)| search.found()).collect()
            }
        }
    }
}
