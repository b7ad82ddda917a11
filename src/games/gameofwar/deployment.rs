//! The deployment (rules.md 7 and 8): hands and drops.

use super::actions::GameOfWarAction;
use super::board::{HEIGHT, Square, WIDTH, has};
use super::units::{Army, KINDS, UnitKind, each};
use super::{GameOfWarRules, War, first_player};
use crate::game::{Game, Player};

/// The units that a side still has to set up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hand {
    /// Number of units by kind.
    pub counts: [u8; KINDS],
    /// Whether the side has set up, or sets up, unseen.
    pub unseen: bool,
}

impl Hand {
    /// The whole army.
    pub fn full(army: &Army) -> Self {
        Self { counts: UnitKind::ALL.map(|kind| army.count(kind) as u8), unseen: false }
    }

    pub fn unseen() -> Self {
        Self { unseen: true, ..Self::default() }
    }

    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The kind to set up next.
    fn next(self) -> Option<UnitKind> {
        UnitKind::ALL.into_iter().find(|kind| self.counts[kind.index()] > 0)
    }
}

impl<R: GameOfWarRules> War<R> {
    /// The start of the deployment.
    pub(super) fn deployment(rules: R) -> Self {
        let mut game = Self::empty(rules);
        game.set_hands([Hand::full(rules.army()); 2]);
        game.now.fullmove = 0;
        game.rebuild_communications();
        game
    }

    pub(super) fn set_hands(&mut self, hands: [Hand; 2]) {
        self.now.hands = hands;
        self.now.deploying = hands.into_iter().any(|hand| !hand.is_empty());
    }

    /// Whether units are still to be set up.
    pub(super) fn is_deploying(&self) -> bool {
        self.now.deploying
    }

    pub(super) fn hand(&self) -> Hand {
        self.now.hands[self.now.side.index()]
    }

    /// Whether a square is in `side`'s own territory.
    pub(super) fn is_home(side: usize, square: Square) -> bool {
        (square.rank() >= HEIGHT / 2) == (side == 1)
    }

    /// The free squares on which units of `kind` may still be set up, in order.
    pub(super) fn free_for(&self, side: usize, kind: UnitKind) -> impl Iterator<Item = Square> {
        let set_up = each(self.now.alive[side] & self.army().units(kind));
        let last = set_up.map(|unit| self.now.squares[side][unit]).max();
        let first_number = if side == 0 { 0 } else { WIDTH * HEIGHT / 2 };
        let home = (first_number..first_number + WIDTH * HEIGHT / 2)
            .filter_map(|number| Square::at(number % WIDTH, number / WIDTH));
        home.filter(move |square| {
            !has(&self.now.blocked, *square) && last.is_none_or(|last| *square > last)
        })
    }

    /// The next kind and the squares where a unit of it may go. Enough later squares remain for the rest of the kind.
    pub(super) fn drops(&self) -> Option<(UnitKind, Vec<Square>)> {
        let kind = self.hand().next()?;
        let mut squares: Vec<Square> = self.free_for(self.now.side.index(), kind).collect();
        let rest = usize::from(self.hand().counts[kind.index()]) - 1;
        squares.truncate(squares.len().saturating_sub(rest));
        Some((kind, squares))
    }

    pub(super) fn list_drops(&self, out: &mut Vec<GameOfWarAction>) {
        if let Some((kind, squares)) = self.drops() {
            out.extend(squares.into_iter().map(|square| GameOfWarAction::drop(kind, square)));
        }
    }

    pub(super) fn count_drops(&self) -> u64 {
        self.drops().map_or(0, |(_, squares)| squares.len() as u64)
    }

    pub(super) fn is_legal_drop(&self, kind: UnitKind, square: Square) -> bool {
        self.drops().is_some_and(|(next, squares)| next == kind && squares.contains(&square))
    }

    /// Whether the set-up of the side to move may be left out. Only South's may be, before it has begun.
    pub(super) fn may_be_unseen(&self) -> bool {
        self.settings().deployment_is_hidden
            && self.now.side == Player::ONE
            && self.hand() == Hand::full(self.army())
            && self.turn_start()
    }

    pub(super) fn make_drop(&mut self, kind: UnitKind, square: Square) {
        let side = self.now.side.index();
        let free = self.army().units(kind) & !self.now.alive[side];
        self.put(side, free.trailing_zeros() as usize, square);
        let mut hands = self.now.hands;
        hands[side].counts[kind.index()] -= 1;
        self.set_hands(hands);
        self.rebuild_communications();
        if self.now.hands[side].is_empty() {
            let over = !self.now.deploying;
            let first = first_player(self.rules);
            self.set_side(if over { first } else { self.now.side.opponent() });
            self.now.fullmove = if over { 1 } else { self.now.fullmove };
        }
        self.find_outcome();
    }

    pub(super) fn make_unseen(&mut self) {
        self.set_hands([Hand::unseen(), self.now.hands[1]]);
        self.set_side(self.now.side.opponent());
    }
}
