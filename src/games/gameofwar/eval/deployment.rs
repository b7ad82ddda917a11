//! The engine's own deployments. It draws them from a mixture of set-ups against which no single set-up of the book
//! does better.

use crate::game::zobrist::splitmix64;
use crate::game::{Deployment, Game};
use crate::games::book::Book;
use crate::games::gameofwar::actions::DecodedAction;
use crate::games::gameofwar::board::Square;
use crate::games::gameofwar::deployment::Hand;
use crate::games::gameofwar::units::{UNITS, UnitKind};
use crate::games::gameofwar::{GameOfWarAction, GameOfWarRules, War, first_player, tokens};
use std::sync::LazyLock;

/// The square of each unit.
type SetUp = Vec<(UnitKind, Square)>;

const TEXTS: [&str; 2] = [include_str!("set_ups/south.book"), include_str!("set_ups/north.book")];

/// South's book and North's.
static BOOKS: [LazyLock<Book<SetUp>>; 2] = [
    LazyLock::new(|| Book::read(TEXTS[0], set_up)),
    LazyLock::new(|| Book::read(TEXTS[1], set_up)),
];

/// Deployments drawn from [`BOOKS`].
pub(in crate::games::gameofwar) struct OwnSetUps;

impl<R: GameOfWarRules> Deployment<War<R>> for OwnSetUps {
    fn start(&self, rules: R) -> War<R> {
        War::deployment(rules)
    }

    fn is_deploying(&self, state: &War<R>) -> bool {
        state.is_deploying()
    }

    fn plan(&self, state: &War<R>, seed: u64) -> Option<Vec<GameOfWarAction>> {
        state.plan_deployment(seed)
    }

    fn split_token(&self, state: &War<R>, token: &str) -> Vec<String> {
        state.split_drops(token)
    }
}

impl<R: GameOfWarRules> War<R> {
    /// Completes a position in which South has set up unseen: places South's units in a set-up that the engine might
    /// choose.
    pub(in crate::games::gameofwar) fn sample_south(&mut self, seed: u64) {
        let planned = Self::deployment(self.rules).plan_deployment(seed);
        for action in planned.into_iter().flatten() {
            if let DecodedAction::Drop(kind, square) = action.decoded() {
                let free = self.army().units(kind) & !self.now.alive[0];
                self.put(0, free.trailing_zeros() as usize, square);
            }
        }
        self.set_hands([Hand::default(), self.now.hands[1]]);
        if !self.now.deploying {
            self.set_side(first_player(self.rules));
            self.now.fullmove = 1;
        }
        self.rebuild_communications();
        self.find_outcome();
    }

    /// The rest of a set-up for the side to move, as drops; `None` outside of the deployment.
    ///
    /// The set-up contains the units that are already placed. The first choice is the set-up that `seed` draws from
    /// the mixture, then the best set-up in the book. If no set-up contains the placed units, it is the best of the
    /// nearest ones, adapted as far as the rules allow.
    pub(in crate::games::gameofwar) fn plan_deployment(
        &self,
        seed: u64,
    ) -> Option<Vec<GameOfWarAction>> {
        if !self.now.deploying {
            return None;
        }
        let side = self.now.side.index();
        let book = &BOOKS[side];
        // The two sides draw independently.
        let drawn = book.draw(splitmix64(seed.wrapping_mul(2) ^ side as u64).1)?;
        let (kept, plan) = self.completed(drawn);
        if kept == UNITS {
            return Some(plan);
        }
        // Among equally near set-ups the first is the best. `max_by_key` takes the last, hence `rev`.
        let plans = book.set_ups().iter().rev().map(|set_up| self.completed(set_up));
        Some(plans.max_by_key(|(kept, _)| *kept)?.1)
    }

    /// The remaining drops, on the squares of a set-up where that is legal. Also returns how many units then stand as
    /// in the set-up.
    fn completed(&self, set_up: &SetUp) -> (usize, Vec<GameOfWarAction>) {
        let side = self.now.side;
        let mut game = self.clone();
        let mut actions = Vec::new();
        while game.now.side == side {
            let Some((kind, squares)) = game.drops() else { break };
            let is_wanted = |square: &&Square| set_up.contains(&(kind, **square));
            let Some(square) = squares.iter().find(is_wanted).or(squares.first()) else { break };
            let action = GameOfWarAction::drop(kind, *square);
            actions.push(action);
            game.make(action);
        }
        let on_place = |(kind, square): &&(UnitKind, Square)| {
            let unit = game.unit_on(*square);
            unit.is_some_and(|(owner, unit)| owner == side.index() && game.kind_of(unit) == *kind)
        };
        (set_up.iter().filter(on_place).count(), actions)
    }
}

/// Reads a deployment token as the square of each unit.
fn set_up(token: &str) -> Option<SetUp> {
    let unit = |drop| match tokens::read(drop)?.decoded() {
        DecodedAction::Drop(kind, square) => Some((kind, square)),
        _ => None,
    };
    token.split(',').map(unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::book::tests::{assert_follows, assert_sound, lines};
    use crate::games::gameofwar::{GameOfWar, Standard};
    use std::collections::HashMap;

    /// Least number of set-ups of a side.
    const LEAST: usize = 40;

    fn placed(game: &GameOfWar, token: &str) -> GameOfWar {
        let mut game = game.clone();
        for drop in game.split_drops(token) {
            let action = game.read_action(&drop).unwrap_or_else(|error| panic!("{token}: {error}"));
            game.make(action);
        }
        game
    }

    /// The deployment of the side to move, before its first drop.
    fn empty(side: usize) -> GameOfWar {
        let game = GameOfWar::deployment(Standard);
        if side == 0 { game } else { placed(&game, lines(TEXTS[0])[0].1) }
    }

    fn planned(game: &GameOfWar, seed: u64) -> String {
        let plan = game.plan_deployment(seed).unwrap();
        plan.into_iter().map(tokens::write_action).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn books_are_sound_and_every_set_up_is_legal() {
        for (side, text) in TEXTS.iter().enumerate() {
            assert_sound(text, LEAST);
            for (_, token) in lines(text) {
                let game = placed(&empty(side), token);
                assert_ne!(game.now.side.index(), side, "a whole army: {token}");
            }
        }
    }

    #[test]
    fn seeds_follow_the_mixture() {
        for (side, text) in TEXTS.iter().enumerate() {
            let weights: HashMap<String, u64> = lines(text)
                .into_iter()
                .map(|(weight, token)| (token.to_string(), weight))
                .collect();
            let start = empty(side);
            assert_follows(&weights, 4_000, |seed| planned(&start, seed));
        }
    }

    #[test]
    fn a_beginning_is_completed_by_the_best_matching_set_up() {
        let lines = lines(TEXTS[0]);
        for (rank, (_, token)) in lines.iter().enumerate() {
            for count in [1, 5, 12] {
                let drops: Vec<&str> = token.split(',').collect();
                let begun = placed(&empty(0), &drops[..count].join(","));
                let is_fitting =
                    |(_, other): &&(u64, &str)| other.starts_with(&drops[..count].join(","));
                let best = lines.iter().find(is_fitting).unwrap().1;
                for seed in 0..3 {
                    let whole = format!("{},{}", drops[..count].join(","), planned(&begun, seed));
                    let drawn = planned(&empty(0), seed);
                    let wanted =
                        if drawn.starts_with(&drops[..count].join(",")) { &drawn } else { best };
                    assert_eq!(whole, wanted, "rank {rank}, {count} drops, seed {seed}");
                }
            }
        }
    }

    #[test]
    fn an_unknown_beginning_is_completed_by_the_nearest_set_up() {
        let begun = placed(&empty(0), "I@a1,I@b1");
        let plan = planned(&begun, 1);
        assert!((2..10).all(|seed| planned(&begun, seed) == plan));
        let nearest = lines(TEXTS[0]).into_iter().map(|(_, token)| {
            let wanted: Vec<&str> = token.split(',').collect();
            plan.split(',').filter(|drop| wanted.contains(drop)).count()
        });
        // Two infantry units stand elsewhere, so the nearest set-up matches all others.
        assert_eq!(nearest.max(), Some(UNITS - 2));
        placed(&begun, &plan);
    }
}
