//! A proof as text: the claim, and a move for each position in which the player who is proven right has to choose.

use super::super::TableError;
use crate::game::Player;
use std::collections::BTreeMap;
use std::fmt;

const FIRST_LINE: &str = "strategos proof 1";

/// What is proven of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The player wins against every defence.
    Wins,
    /// The player does not lose.
    Holds,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wins => "wins",
            Self::Holds => "holds",
        })
    }
}

/// A proof that another program can check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The variant, as records name it: with the hash of its rules if it is not built in.
    pub variant: String,
    /// The FEN of the position.
    pub start: String,
    /// The player who is proven right.
    pub player: Player,
    /// What is proven of the player.
    pub claim: Claim,
    /// The player's move in each position that can arise from it, by FEN without counters.
    pub moves: BTreeMap<String, String>,
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}")?;
        writeln!(f, "variant {}", self.variant)?;
        writeln!(f, "start {}", self.start)?;
        writeln!(f, "claim player {} {}", self.player.number(), self.claim)?;
        writeln!(f, "moves {}", self.moves.len())?;
        for (position, token) in &self.moves {
            writeln!(f, "{token} {position}")?;
        }
        writeln!(f, "end")
    }
}

impl Certificate {
    /// Reads the text of a proof.
    ///
    /// # Errors
    /// Names the line and says what was expected.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        let mut lines = Lines { lines: text.lines(), number: 0 };
        lines.next_with(FIRST_LINE, "")?;
        let variant = lines.next_with("variant ", "NAME")?.to_string();
        let start = lines.next_with("start ", "FEN")?.to_string();
        let (player, claim) = lines.claim()?;
        let count = lines.next_with("moves ", "NUMBER")?;
        let count: usize =
            count.parse().map_err(|_| lines.fault("expected a number of moves", count))?;
        let mut moves = BTreeMap::new();
        for _ in 0..count {
            let line = lines.next()?;
            let (token, position) =
                line.split_once(' ').ok_or_else(|| lines.fault("expected TOKEN POSITION", line))?;
            if moves.insert(position.to_string(), token.to_string()).is_some() {
                return Err(lines.fault("a second move for one position", position));
            }
        }
        lines.next_with("end", "")?;
        Ok(Self { variant, start, player, claim, moves })
    }
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a str, TableError> {
        self.number += 1;
        self.lines.next().ok_or_else(|| {
            TableError::new(format!("line {}: the file ends too early", self.number))
        })
    }

    /// What follows `beginning` in the next line. Without `rest` nothing may follow.
    fn next_with(&mut self, beginning: &str, rest: &str) -> Result<&'a str, TableError> {
        let line = self.next()?;
        let found =
            line.strip_prefix(beginning).filter(|found| found.is_empty() == rest.is_empty());
        found.ok_or_else(|| self.fault(&format!("expected {beginning}{rest}"), line))
    }

    fn claim(&mut self) -> Result<(Player, Claim), TableError> {
        let words = self.next_with("claim ", "player N wins|holds")?;
        Ok(match words {
            "player 1 wins" => (Player::ONE, Claim::Wins),
            "player 2 wins" => (Player::TWO, Claim::Wins),
            "player 1 holds" => (Player::ONE, Claim::Holds),
            "player 2 holds" => (Player::TWO, Claim::Holds),
            _ => return Err(self.fault("expected claim player N wins|holds", words)),
        })
    }

    fn fault(&self, expected: &str, given: &str) -> TableError {
        TableError::new(format!("line {}: {expected} ({given:.80})", self.number))
    }
}
