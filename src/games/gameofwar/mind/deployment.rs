//! The engine's own deployments, drawn from known set-ups.

use super::set_ups::SET_UPS;
use crate::game::zobrist::splitmix64;
use crate::game::{Deployment, Game, Player};
use crate::games::gameofwar::actions::Order;
use crate::games::gameofwar::board::Square;
use crate::games::gameofwar::deployment::Hand;
use crate::games::gameofwar::units::Kind;
use crate::games::gameofwar::{GameOfWar, WarAction, tokens};

/// Deployments drawn from [`SET_UPS`].
pub(in crate::games::gameofwar) struct OwnSetUps;

impl Deployment<GameOfWar> for OwnSetUps {
    fn start(&self, (): ()) -> GameOfWar {
        GameOfWar::deployment()
    }

    fn plan(&self, state: &GameOfWar, seed: u64) -> Option<Vec<WarAction>> {
        state.plan_deployment(seed)
    }

    fn split_token(&self, state: &GameOfWar, token: &str) -> Vec<String> {
        state.split_drops(token)
    }
}

impl GameOfWar {
    /// Sets South's units, which stand unseen, up as the engine itself might have.
    pub(in crate::games::gameofwar) fn imagine_south(&mut self, seed: u64) {
        let planned = Self::deployment().plan_deployment(seed);
        for action in planned.into_iter().flatten() {
            if let Order::Drop(kind, square) = action.order() {
                let free = kind.units() & !self.now.alive[0];
                self.put(0, free.trailing_zeros() as usize, square);
            }
        }
        self.set_hands([Hand::default(), self.now.hands[1]]);
        if !self.now.deploying {
            self.set_side(Player::ONE);
            self.now.fullmove = 1;
        }
        self.rebuild_networks();
        self.judge();
    }

    /// The rest of a set-up of the side to move that contains what is already there, if one of those
    /// known does; else one as near to a known one as the rules allow.
    pub(in crate::games::gameofwar) fn plan_deployment(&self, seed: u64) -> Option<Vec<WarAction>> {
        if !self.now.deploying {
            return None;
        }
        let known = SET_UPS[self.now.side.index()];
        // The sides choose independently of each other.
        let side = self.now.side.index() as u64;
        let first = splitmix64(seed.wrapping_mul(2) ^ side).1 as usize % known.len();
        let mut plans =
            (0..known.len()).map(|index| self.completed(known[(first + index) % known.len()]));
        let nearest = plans.next()?;
        let best = std::iter::once(nearest.clone()).chain(plans).max_by_key(|(kept, _)| *kept);
        // Of several that fit, the first: `max_by_key` would take the last.
        Some(
            if best.as_ref().is_some_and(|(kept, _)| *kept > nearest.0) { best? } else { nearest }
                .1,
        )
    }

    /// The drops that are left, on the squares of a known set-up as far as that is legal, and how many of
    /// the units on the board and dropped stand there.
    fn completed(&self, set_up: &str) -> (usize, Vec<WarAction>) {
        let wanted: Vec<(Kind, Square)> = set_up
            .split(',')
            .filter_map(|token| match tokens::read(token)?.order() {
                Order::Drop(kind, square) => Some((kind, square)),
                _ => None,
            })
            .collect();
        let side = self.now.side;
        let mut game = self.clone();
        let mut actions = Vec::new();
        while game.now.side == side {
            let Some((kind, squares)) = game.drops() else { break };
            let is_wanted = |square: &&Square| wanted.contains(&(kind, **square));
            let Some(square) = squares.iter().find(is_wanted).or(squares.first()) else { break };
            let action = WarAction::drop(kind, *square);
            actions.push(action);
            game.make(action);
        }
        let on_place = |(kind, square): &&(Kind, Square)| {
            let unit = game.unit_on(*square);
            unit.is_some_and(|(owner, unit)| owner == side.index() && Kind::of(unit) == *kind)
        };
        (wanted.iter().filter(on_place).count(), actions)
    }
}
