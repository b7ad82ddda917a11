//! The engine's own deployments: fleets of which one is drawn by the option `Seed`.
//!
//! They were found as `scripts/find_fleets.py` does it, at 2500 to 4000 nodes a move, in two lines of descent, one from
//! the fleets that were drawn before and one from random ones. Against those drawn before, whose front closed all
//! files on one rank, each is 1520 to 2030 centipawns ahead after 40 plies at 20000 nodes a move (16 games with
//! both colours, errors below 290).

use crate::game::{Chance, Game};
use crate::games::warpac::actions::Droppable;
use crate::games::warpac::board::{SIZE, Square, Squares};
use crate::games::warpac::deploy::{ORDER, SUBMARINES_ABROAD};
use crate::games::warpac::pieces::{Cell, Kind};
use crate::games::warpac::{Phase, WarAction, Warpac};

/// A whole fleet as White deploys it; Black's is its mirror image.
struct Fleet {
    /// Ranks 1, 2, .. from file a to file p, as in a FEN but with a dot for an empty square.
    ranks: &'static [&'static str],
    /// Squadrons and their carriers.
    wings: &'static [(&'static str, &'static str)],
}

const FLEETS: &[Fleet] = &[
    Fleet {
        ranks: &[
            "........R.......",
            ".K.NR...R..K.N.B",
            ".QN.N..R...Q...R",
            "R.B.B..R.N..N..B",
            ".......R...R....",
            "..............N.",
        ],
        wings: &[("l3", "l2"), ("b3", "b2")],
    },
    Fleet {
        ranks: &[
            "........R.......",
            "RK.NR.R.R..K.N.B",
            ".QN.R......Q...B",
            "..B.R..R.N..N...",
            "...........N..R.",
            ".............BN.",
        ],
        wings: &[("l3", "l2"), ("b3", "b2")],
    },
    Fleet {
        ranks: &[
            "...R...R.R...KN.",
            "......QKR..NQ...",
            ".....N.R.....NBB",
            "N..R......N....B",
            "....N.N........B",
            "BB..............",
            "........B.......",
        ],
        wings: &[("m2", "n1"), ("g2", "h2")],
    },
    Fleet {
        ranks: &[
            "...R...R.R...KN.",
            ".......KR..NQ...",
            ".....N.RQ....NBB",
            "N..R......N....B",
            "....N.N........B",
            "BB..............",
            "........B.......",
        ],
        wings: &[("m2", "n1"), ("i3", "h2")],
    },
];

/// Submarines lie on files that are at least two apart.
const LEAST_FILES_APART: i32 = 2;
/// The ranks, as White counts them from 0, on which submarines wait in own waters: near their border.
const HOME_RANKS: [i32; 3] = [5, 6, 7];
/// Those on which they wait in the enemy's: most of all where fleets have their front within the range of torpedoes.
const ABROAD_RANKS: [i32; 3] = [9, 10, 10];

/// Where a side's submarines are laid: some of very many ways, lest the enemy learn where to look for them. Games
/// at 1000 nodes a move against an engine that had only six: +87 =4 -69 of 160.
pub(in crate::games::warpac) fn lair(side: usize, chance: &mut Chance) -> Squares {
    let submarines = Warpac::<true>::basic(Droppable::Submarine);
    let gap = LEAST_FILES_APART - 1;
    let mut files: Vec<i32> = (0..SIZE - gap * (submarines as i32 - 1)).collect();
    chance.shuffle(&mut files);
    files.truncate(submarines as usize);
    files.sort_unstable();
    // Each is moved on by the gaps before it.
    files.iter_mut().zip(0..).for_each(|(file, number)| *file += number * gap);
    chance.shuffle(&mut files);
    let abroad = chance.below(SUBMARINES_ABROAD as usize + 1);
    let squares = files.into_iter().enumerate().filter_map(|(number, file)| {
        let ranks = if number < abroad { ABROAD_RANKS } else { HOME_RANKS };
        Square::at(file, ranks[chance.below(ranks.len())])
    });
    squares.map(|square| turned(square, side, false)).collect()
}

/// How likely each of the submarines in a lair is to be on each square, all files being alike.
pub(in crate::games::warpac) fn lair_odds(side: usize) -> impl Iterator<Item = (Square, f64)> {
    let submarines = f64::from(Warpac::<true>::basic(Droppable::Submarine));
    // From none to the most are as likely.
    let abroad = f64::from(SUBMARINES_ABROAD) / 2.0 / submarines;
    let shares = HOME_RANKS.map(|rank| (rank, 1.0 - abroad));
    let shares = shares.into_iter().chain(ABROAD_RANKS.map(|rank| (rank, abroad)));
    let squares = shares.flat_map(|(rank, share)| {
        let share = share / HOME_RANKS.len() as f64 / f64::from(SIZE);
        (0..SIZE).filter_map(move |file| Some((Square::at(file, rank)?, share)))
    });
    squares.map(move |(square, share)| (turned(square, side, false), share))
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
        let mut chance = Chance::new(seed << 1 | self.me() as u64);
        let [fleet, depths, flip] = [(); 3].map(|()| chance.number());
        let lair = lair(self.me(), &mut Chance::new(depths));
        let (fleet, flip) = (fleet as usize % FLEETS.len(), flip as usize % 2);
        // Where the fleet that was drawn does not fit what stands already, perhaps another does.
        for other in 0..FLEETS.len() * 2 {
            let fleet = &FLEETS[(fleet + other) % FLEETS.len()];
            let is_flipped = (flip + other / FLEETS.len()) % 2 == 1;
            if let Some(plan) = self.rest_of(&self.drops_of(fleet, is_flipped), lair) {
                return plan;
            }
        }
        let mut game = self.clone();
        let mut plan = Vec::new();
        while game.player() == self.player() && game.phase == self.phase {
            let mut legal = Vec::new();
            game.actions(&mut legal);
            let end = legal.iter().copied().find(|action| *action == WarAction::END);
            let action = end.unwrap_or(legal[chance.number() as usize % legal.len()]);
            plan.push(action);
            game.make(action);
        }
        plan
    }

    /// Gives the side that has deployed already a fleet that follows from `seed`.
    pub(in crate::games::warpac) fn imagine_fleet(&mut self, seed: u64) {
        self.set_turn(Phase::Deployment, self.side.opponent());
        for action in self.plan_fleet(seed) {
            self.make(action);
        }
    }

    /// All drops of a fleet, in the order of deployment, but for submarines.
    fn drops_of(&self, fleet: &Fleet, is_flipped: bool) -> Vec<WarAction> {
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
        drops.sort_by_key(|drop| ORDER.iter().position(|what| *what == drop.dropped()));
        drops
    }

    /// What is missing of these drops, submarines in `lair`, and the end; `None` if the drops do not hold all
    /// that stands already, or cannot be made any more.
    fn rest_of(&self, drops: &[WarAction], lair: Squares) -> Option<Vec<WarAction>> {
        let (made, mut plan): (Vec<WarAction>, Vec<WarAction>) =
            drops.iter().partition(|drop| self.has_made(**drop));
        let standing: Squares = made.iter().map(|drop| drop.from()).collect();
        if standing != self.sides[self.me()] {
            return None;
        }
        plan.extend(self.submarines_in(lair));
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

    /// The drops of all submarines that are missing, in own waters first, for there is room enough.
    fn submarines_in(&self, lair: Squares) -> impl Iterator<Item = WarAction> {
        let me = self.me();
        let left = lair & !self.subs[me];
        let squares = [left & Squares::WATERS[me], left & !Squares::WATERS[me]];
        let missing = Self::basic(Droppable::Submarine).saturating_sub(self.subs[me].count());
        let squares = squares.into_iter().flatten().take(missing as usize);
        squares.map(|square| WarAction::drop(Droppable::Submarine, square, Square(0)))
    }

    /// Whether what the drop of a ship or squadron would place is in its place.
    fn has_made(&self, drop: WarAction) -> bool {
        let (me, square) = (self.me(), drop.from());
        let Droppable::Piece(kind) = drop.dropped() else { return false };
        let is_home = kind != Kind::Squadron || self.partner(square) == Some(drop.to());
        self.cell(square) == Cell::new(me, kind) && is_home
    }
}
