//! The engine's own deployments: fleets of which one is drawn by the option `Seed`.
//!
//! They were compared by games of the engine with itself at 500 nodes a move, as `scripts/compare_fleets.py`
//! does it. Points of games against other fleets: six cruisers more 20.5 of 31, five battleships 29 of 48, two
//! battleships and five destroyers 25.5 of 53; a third wing got 11.5 of 32 and eight destroyers 10.5 of 30, and
//! these two were left out.

use super::actions::Droppable;
use super::board::{SIZE, Square, Squares};
use super::deploy::ORDER;
use super::pieces::{Cell, Kind};
use super::{Phase, WarAction, Warpac};
use crate::game::Game;
use crate::game::zobrist::splitmix64;

/// A whole fleet as White deploys it; Black's is its mirror image.
struct Fleet {
    /// Ranks 1, 2, .. from file a to file p, as in a FEN but with a dot for an empty square.
    ranks: &'static [&'static str],
    /// Squadrons and their carriers.
    wings: &'static [(&'static str, &'static str)],
}

const EMPTY: &str = "................";

const FLEETS: &[Fleet] = &[
    // Two battleships and five destroyers more than the basic fleet.
    Fleet {
        ranks: &[EMPTY, "R..QK.RRRR.KQ..R", EMPTY, "NNBNNNNBBNNNNBNN"],
        wings: &[("d2", "e2"), ("m2", "l2")],
    },
    Fleet {
        ranks: &["...QK......KQ...", "R.....RRRR.....R", EMPTY, "NNBNNNNBBNNNNBNN"],
        wings: &[("d1", "e1"), ("m1", "l1")],
    },
    // Five battleships more.
    Fleet {
        ranks: &[EMPTY, "R..QK..RR..KQ..R", EMPTY, "RNBNRNBRRBNRNBNN"],
        wings: &[("d2", "e2"), ("m2", "l2")],
    },
    // Six cruisers more.
    Fleet {
        ranks: &[EMPTY, "R..QK..RB.RKQ..R", EMPTY, "BNBNBNBBNBNBNBNB"],
        wings: &[("d2", "e2"), ("m2", "l2")],
    },
];

/// Where the submarines are laid; two may wait in the enemy's waters.
const LAIRS: &[[&str; 5]] = &[
    ["c6", "f7", "h6", "k7", "n6"],
    ["c7", "e11", "h7", "l11", "o7"],
    ["b6", "g8", "i11", "n11", "p6"],
];

/// The lairs of a side's submarines, as they are and turned from left to right.
pub(super) fn lairs(side: usize) -> impl Iterator<Item = Squares> {
    let of = move |lair: &[&str; 5], is_flipped: bool| {
        let squares = lair.iter().filter_map(|name| Square::parse(name));
        squares.map(|square| turned(square, side, is_flipped)).collect()
    };
    LAIRS.iter().flat_map(move |lair| [of(lair, false), of(lair, true)])
}

/// A square of White's deployment as a side has it, perhaps with left and right exchanged.
fn turned(square: Square, side: usize, is_flipped: bool) -> Square {
    let file = if is_flipped { SIZE - 1 - square.file() } else { square.file() };
    let rank = if side == 0 { square.rank() } else { SIZE - 1 - square.rank() };
    Square::at(file, rank).unwrap_or(square)
}

impl<const SUBS: bool> Warpac<SUBS> {
    /// The drops still missing from a fleet that holds those already made, and the end of the
    /// deployment.
    pub(super) fn plan_fleet(&self, seed: u64) -> Vec<WarAction> {
        let mut random = seed << 1 | self.me() as u64;
        let mut draw = |below: usize| {
            let (next, value) = splitmix64(random);
            random = next;
            (value % below as u64) as usize
        };
        let [fleet, lair, flip] = [FLEETS.len(), LAIRS.len(), 2].map(&mut draw);
        // Where the fleet that was drawn does not fit what stands already, perhaps another does.
        for other in 0..FLEETS.len() * LAIRS.len() * 2 {
            let fleet = &FLEETS[(fleet + other) % FLEETS.len()];
            let lair = &LAIRS[(lair + other / FLEETS.len()) % LAIRS.len()];
            let is_flipped = (flip + other / (FLEETS.len() * LAIRS.len())) % 2 == 1;
            if let Some(plan) = self.rest_of(&self.drops_of(fleet, lair, is_flipped)) {
                return plan;
            }
        }
        let mut game = self.clone();
        let mut plan = Vec::new();
        while game.player() == self.player() && game.phase == self.phase {
            let mut legal = Vec::new();
            game.actions(&mut legal);
            let end = legal.iter().copied().find(|action| *action == WarAction::END);
            let action = end.unwrap_or(legal[draw(legal.len())]);
            plan.push(action);
            game.make(action);
        }
        plan
    }

    /// Gives the side that has deployed already a fleet that follows from `seed`.
    pub(super) fn imagine_fleet(&mut self, seed: u64) {
        self.set_turn(Phase::Deployment, self.side.opponent());
        for action in self.plan_fleet(seed) {
            self.make(action);
        }
    }

    /// All drops of a fleet, in the order of deployment.
    fn drops_of(&self, fleet: &Fleet, lair: &[&str; 5], is_flipped: bool) -> Vec<WarAction> {
        let turned = |square| turned(square, self.me(), is_flipped);
        let named = |name: &str| Square::parse(name).map(turned);
        let mut drops = Vec::new();
        for (rank, pieces) in (0..).zip(fleet.ranks) {
            for (file, letter) in (0..).zip(pieces.chars()) {
                let what = Droppable::from_letter(letter).zip(Square::at(file, rank));
                if let Some((what, square)) = what
                    && what != Droppable::Piece(Kind::Squadron)
                {
                    drops.push(WarAction::drop(what, turned(square), Square(0)));
                }
            }
        }
        let squadron = Droppable::Piece(Kind::Squadron);
        let wings = fleet.wings.iter();
        let wings = wings.filter_map(|(squadron, home)| named(squadron).zip(named(home)));
        drops.extend(wings.map(|(at, carrier)| WarAction::drop(squadron, at, carrier)));
        if SUBS {
            let lairs = lair.iter().filter_map(|name| named(name));
            drops.extend(lairs.map(|at| WarAction::drop(Droppable::Submarine, at, Square(0))));
        }
        drops.sort_by_key(|drop| ORDER.iter().position(|what| *what == drop.dropped()));
        drops
    }

    /// What is missing of these drops, and the end; `None` if they do not hold all that stands already, or
    /// cannot be made any more.
    fn rest_of(&self, drops: &[WarAction]) -> Option<Vec<WarAction>> {
        let me = self.me();
        let (made, mut plan): (Vec<WarAction>, Vec<WarAction>) =
            drops.iter().partition(|drop| self.has_made(**drop));
        let squares = |is_below: bool| -> Squares {
            let below =
                made.iter().filter(|drop| (drop.dropped() == Droppable::Submarine) == is_below);
            below.map(|drop| drop.from()).collect()
        };
        if squares(false) != self.sides[me] || squares(true) != self.subs[me] {
            return None;
        }
        plan.push(WarAction::END);
        let mut game = self.clone();
        for action in &plan {
            if !game.is_legal(*action) {
                return None;
            }
            game.make(*action);
        }
        Some(plan)
    }

    /// Whether what the drop would place is in its place.
    fn has_made(&self, drop: WarAction) -> bool {
        let (me, square) = (self.me(), drop.from());
        match drop.dropped() {
            Droppable::Submarine => self.subs[me].has(square),
            Droppable::Piece(kind) => {
                let is_home = kind != Kind::Squadron || self.partner(square) == Some(drop.to());
                self.cell(square) == Cell::new(me, kind) && is_home
            }
        }
    }
}
