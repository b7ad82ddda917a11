//! The deployment (rules.md 7 and 8): hands and drops.

use super::GameOfWar;
use super::actions::Order;
use super::actions::WarAction;
use super::board::{HEIGHT, Square, WIDTH, has};
use super::set_ups::SET_UPS;
use super::units::{KINDS, Kind, each};
use crate::game::zobrist::splitmix64;
use crate::game::{Game, Notation, Player};

/// What a side has still to set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hand {
    /// By kind.
    pub counts: [u8; KINDS],
    /// The side has set up, or does so, unseen.
    pub unseen: bool,
}

impl Hand {
    /// The whole army.
    pub fn full() -> Self {
        Self { counts: Kind::ALL.map(|kind| kind.traits().count as u8), unseen: false }
    }

    pub fn unseen() -> Self {
        Self { unseen: true, ..Self::default() }
    }

    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The kind that is set up next.
    fn next(self) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| self.counts[kind.index()] > 0)
    }
}

impl GameOfWar {
    pub(super) fn set_hands(&mut self, hands: [Hand; 2]) {
        self.now.hands = hands;
        self.now.deploying = hands.into_iter().any(|hand| !hand.is_empty());
    }

    pub(super) fn hand(&self) -> Hand {
        self.now.hands[self.now.side.index()]
    }

    /// Whether a square is `side`'s own ground.
    pub(super) fn is_home(side: usize, square: Square) -> bool {
        (square.rank() >= HEIGHT / 2) == (side == 1)
    }

    /// The free squares on which units of `kind` may still be set up, in their order.
    pub(super) fn free_for(&self, side: usize, kind: Kind) -> impl Iterator<Item = Square> {
        let set_up = each(self.now.alive[side] & kind.units());
        let last = set_up.map(|unit| self.now.squares[side][unit]).max();
        let first_number = if side == 0 { 0 } else { WIDTH * HEIGHT / 2 };
        let home = (first_number..first_number + WIDTH * HEIGHT / 2)
            .filter_map(|number| Square::at(number % WIDTH, number / WIDTH));
        home.filter(move |square| {
            !has(&self.now.blocked, *square) && last.is_none_or(|last| *square > last)
        })
    }

    /// The next kind and the squares for it; enough are left for the rest of the kind.
    fn drops(&self) -> Option<(Kind, Vec<Square>)> {
        let kind = self.hand().next()?;
        let mut squares: Vec<Square> = self.free_for(self.now.side.index(), kind).collect();
        let rest = usize::from(self.hand().counts[kind.index()]) - 1;
        squares.truncate(squares.len().saturating_sub(rest));
        Some((kind, squares))
    }

    pub(super) fn list_drops(&self, out: &mut Vec<WarAction>) {
        if let Some((kind, squares)) = self.drops() {
            out.extend(squares.into_iter().map(|square| WarAction::drop(kind, square)));
        }
    }

    pub(super) fn count_drops(&self) -> u64 {
        self.drops().map_or(0, |(_, squares)| squares.len() as u64)
    }

    pub(super) fn is_legal_drop(&self, kind: Kind, square: Square) -> bool {
        self.drops().is_some_and(|(next, squares)| next == kind && squares.contains(&square))
    }

    /// Whether the set-up of the side to move may be left out: South's, before it has begun.
    pub(super) fn may_be_unseen(&self) -> bool {
        self.now.side == Player::ONE && self.hand() == Hand::full() && self.turn_start()
    }

    pub(super) fn make_drop(&mut self, kind: Kind, square: Square) {
        let side = self.now.side.index();
        let free = kind.units() & !self.now.alive[side];
        self.put(side, free.trailing_zeros() as usize, square);
        let mut hands = self.now.hands;
        hands[side].counts[kind.index()] -= 1;
        self.set_hands(hands);
        self.rebuild_networks();
        if self.now.hands[side].is_empty() {
            let over = !self.now.deploying;
            self.set_side(if over { Player::ONE } else { self.now.side.opponent() });
            self.now.fullmove = if over { 1 } else { self.now.fullmove };
        }
        self.judge();
    }

    pub(super) fn make_unseen(&mut self) {
        self.set_hands([Hand::unseen(), self.now.hands[1]]);
        self.set_side(self.now.side.opponent());
    }

    /// Sets South's units, which stand unseen, up as the engine itself might have.
    pub(super) fn imagine_south(&mut self, seed: u64) {
        let planned = Self::deploy(()).and_then(|start| start.plan_deployment(seed));
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
    pub(super) fn plan_deployment(&self, seed: u64) -> Option<Vec<WarAction>> {
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
            .filter_map(|token| match super::tokens::read(token)?.order() {
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
