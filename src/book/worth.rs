//! The value of a move in a book.

use crate::game::{Player, Score};
use crate::search::{MOST_PLAYERS, score_of_share};
use std::fmt;

/// The whole win, in per mille.
const WHOLE: u16 = 1000;

/// The value of a move for those who play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// For the player who makes the move, in a game of two.
    Score(Score),
    /// The expected share of the win of each seat, in per mille, and the number of seats.
    Shares([u16; MOST_PLAYERS], usize),
}

impl Worth {
    /// The number by which `player`, who makes the move, compares moves: centipawns or per mille.
    pub fn for_player(self, player: Player) -> i32 {
        match self {
            Self::Score(score) => score.raw(),
            Self::Shares(shares, _) => i32::from(shares[player.index()]),
        }
    }

    /// The score that a search would report for it to `player`, who makes the move.
    pub fn score(self, player: Player) -> Score {
        match self {
            Self::Score(score) => score,
            Self::Shares(shares, seats) => score_of_share(shares[player.index()], seats),
        }
    }

    /// Whether the game is decided, as far as the search can prove it.
    pub fn is_proven(self) -> bool {
        match self {
            Self::Score(score) => score.is_proven(),
            Self::Shares(shares, _) => shares.contains(&WHOLE),
        }
    }

    /// The value of a move, from that of the best reply to it. `is_own` says that the same player moves again.
    pub(super) fn one_move_earlier(self, is_own: bool) -> Self {
        let Self::Score(reply) = self else { return self };
        let score = if is_own { reply } else { -reply };
        Self::Score(if score.is_win() { score.later(1) } else { score })
    }

    /// The smaller one of two values for a player, where the other one is the value of a better move.
    pub(super) fn at_most(self, better: Self, player: Player) -> Self {
        if self.for_player(player) > better.for_player(player) { better } else { self }
    }

    /// Reads a value of a game with this number of seats.
    pub(super) fn read(text: &str, seats: usize) -> Option<Self> {
        if seats > 2 {
            let mut shares = [0; MOST_PLAYERS];
            let parts: Vec<u16> =
                text.split('/').map(|part| part.parse().ok()).collect::<Option<_>>()?;
            if parts.len() != seats || parts.iter().any(|part| *part > WHOLE) {
                return None;
            }
            shares[..seats].copy_from_slice(&parts);
            return Some(Self::Shares(shares, seats));
        }
        let score = match text.strip_prefix('#') {
            Some(turns) => match turns.parse::<i32>().ok()? {
                turns @ 1..=1999 => Score::win_in(turns as u32),
                turns @ -1999..=-1 => Score::loss_in(turns.unsigned_abs()),
                _ => return None,
            },
            None => {
                let value = text.parse::<i32>().ok()?;
                Some(Score::cp(value)).filter(|score| score.raw() == value)?
            }
        };
        Some(Self::Score(score))
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => match score.mate_turns() {
                Some(turns) => write!(f, "#{turns}"),
                None => write!(f, "{}", score.raw()),
            },
            Self::Shares(shares, seats) => {
                let shares: Vec<String> = shares[..*seats].iter().map(u16::to_string).collect();
                f.write_str(&shares.join("/"))
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_is_written() {
        for text in ["0", "-123", "#3", "#-1", "29999"] {
            assert_eq!(Worth::read(text, 2).unwrap().to_string(), text);
        }
        assert_eq!(Worth::read("412/300/288", 3).unwrap().to_string(), "412/300/288");
        for text in ["", "#0", "#2000", "30000", "1/2", "x", "+-1"] {
            assert_eq!(Worth::read(text, 2), None, "{text}");
        }
        for text in ["12", "500/500", "1001/0/0", "1/2/3/4", "-1/2/3"] {
            assert_eq!(Worth::read(text, 3), None, "{text}");
        }
    }

    #[test]
    fn a_win_is_a_turn_longer_one_move_earlier() {
        let score = |text: &str| Worth::read(text, 2).unwrap();
        assert_eq!(score("#-2").one_move_earlier(false), score("#3"));
        assert_eq!(score("#2").one_move_earlier(false), score("#-2"));
        assert_eq!(score("#2").one_move_earlier(true), score("#3"));
        assert_eq!(score("15").one_move_earlier(false), score("-15"));
        assert_eq!(score("15").one_move_earlier(true), score("15"));
        let shares = Worth::read("412/300/288", 3).unwrap();
        assert_eq!(shares.one_move_earlier(false), shares);
    }

    #[test]
    fn each_player_compares_his_own_share() {
        let shares = Worth::read("412/300/288", 3).unwrap();
        assert_eq!(
            (0..3).map(|seat| shares.for_player(Player::new(seat))).collect::<Vec<_>>(),
            [412, 300, 288]
        );
        assert!(shares.score(Player::ONE).raw() > 0 && shares.score(Player::new(2)).raw() < 0);
        let better = Worth::read("350/400/250", 3).unwrap();
        assert_eq!(shares.at_most(better, Player::ONE), better);
        assert_eq!(better.at_most(shares, Player::ONE), better);
    }
}
