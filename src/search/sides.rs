//! Who is with whom. The search knows two sides: the hero, who moves at the root, and the field, which
//! is everybody else. With two players that is all there is to it.
//!
//! With three or four it is an assumption. *Paranoid* (Sturtevant and Korf, "On pruning techniques for
//! multi-player games", 2000) takes the field for a coalition against the hero. *BRS+* (Esser, Gras,
//! Winands, Schadd and Lanctot, "Improving best-reply search", 2013) lets only one of the field answer
//! as he likes between two turns of the hero; the others play what looks best for themselves, so that
//! the tree is narrower and the field less of one mind.

use super::worker::Worker;
use super::{Ply, Searchable};
use crate::game::{Outcome, Player, Score, zobrist};

/// How the search of three and four players takes the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Field {
    /// One of them answers freely, the others as it looks best for themselves.
    #[default]
    BestReply,
    /// All of them play against the hero.
    Paranoid,
}

impl Field {
    /// The names of [`Field::from_name`], the default first.
    pub const NAMES: &'static [&'static str] = &["brs", "paranoid"];

    /// The way that the option of this name chooses.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "brs" => Some(Self::BestReply),
            "paranoid" => Some(Self::Paranoid),
            _ => None,
        }
    }
}

/// A coalition's win is no proof, for nobody has to join it; and neither is a result that rests on
/// replies that were guessed. Such results count so much.
const UNPROVEN_WIN_CP: i32 = 20_000;

/// Results of one hero mean nothing to another.
const HERO_KEYS: [u64; 4] = zobrist::table::<1, 4>(0x6865_726f)[0];
/// The same position with one reply in stock and without.
const ANSWERED_KEY: u64 = zobrist::table::<1, 1>(0x0062_7273)[0][0];

impl<G: Searchable> Worker<G> {
    /// Whether more than two sit at the board.
    pub(super) const MANY: bool = G::PLAYERS > 2;

    /// Whether the hero moves.
    #[inline]
    pub(super) fn is_heros_turn(&self) -> bool {
        self.game.player() == self.hero
    }

    /// The static value for the side to move.
    #[inline]
    pub(super) fn evaluate(&self) -> Score {
        if !Self::MANY {
            return self.game.evaluate();
        }
        let value = self.game.evaluate_for(self.hero);
        if self.is_heros_turn() { value } else { -value }
    }

    /// The value for the side to move if the game ends at this node, by the rules of the state.
    #[inline]
    pub(super) fn finished(&self, ply: Ply) -> Option<Score> {
        // The turn in which the game ended is not yet complete for its parent.
        let turns = |winner: Player| u32::from(self.frames[ply - 1].completed[winner.index()]) + 1;
        let for_hero = match self.game.outcome() {
            Some(Outcome::Win(winner)) if winner == self.hero => Score::win_in(turns(winner)),
            Some(Outcome::Win(winner)) if !Self::MANY => Score::loss_in(turns(winner)),
            Some(Outcome::Win(_)) => self.beaten(ply),
            Some(Outcome::Draw) => Score::DRAW,
            None if Self::MANY && self.game.is_out(self.hero) => self.beaten(ply),
            None => return None,
        };
        Some(if self.is_heros_turn() { for_hero } else { -for_hero })
    }

    /// The value for a hero who has lost against several, the later the better.
    fn beaten(&self, ply: Ply) -> Score {
        let turns = i32::from(self.frames[ply].completed[self.hero.index()]);
        Score::cp(turns - UNPROVEN_WIN_CP)
    }

    /// The player whom a proven `score` of the side to move makes the winner.
    #[inline]
    pub(super) fn winner(&self, score: Score) -> Player {
        if Self::MANY || score.is_win() == self.is_heros_turn() {
            self.hero
        } else {
            self.hero.opponent()
        }
    }

    /// The best and the worst that can still happen to the side to move at this node.
    #[inline]
    pub(super) fn fastest_ends(&self, ply: Ply) -> [Score; 2] {
        let turns = |player: Player| u32::from(self.frames[ply].completed[player.index()]) + 1;
        let win = Score::win_in(turns(self.hero));
        let loss =
            if Self::MANY { -Score::INFINITE } else { Score::loss_in(turns(self.hero.opponent())) };
        if self.is_heros_turn() { [win, loss] } else { [-loss, -win] }
    }

    /// The key under which the table holds a position of the given game key, met with the free reply
    /// already given or not.
    #[inline]
    pub(super) fn salted(&self, key: u64, answered: bool) -> u64 {
        if Self::MANY {
            key ^ HERO_KEYS[self.hero.index()] ^ if answered { ANSWERED_KEY } else { 0 }
        } else {
            key
        }
    }

    /// Whether only the likeliest action of the field is looked at here.
    #[inline]
    pub(super) fn is_guessed(&self, ply: Ply) -> bool {
        Self::MANY && self.frames[ply].answered && !self.is_heros_turn()
    }

    /// Notes for the child of the node at `ply`, reached by its `number`th action, whether the field has
    /// given its one free reply since the hero's last turn. `by_hero` tells who acted.
    #[inline]
    pub(super) fn note_reply(&mut self, ply: Ply, by_hero: bool, number: usize) {
        if Self::MANY && self.field == Field::BestReply {
            let answered = self.frames[ply].answered || number > 1;
            self.frames[ply + 1].answered = !by_hero && answered;
        }
    }

    /// What is left of a value that rests on a guess.
    #[inline]
    pub(super) fn unproven(score: Score) -> Score {
        if !score.is_proven() {
            score
        } else if score.is_win() {
            Score::cp(UNPROVEN_WIN_CP)
        } else {
            Score::cp(-UNPROVEN_WIN_CP)
        }
    }
}
