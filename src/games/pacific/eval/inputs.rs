//! Network inputs of Pacific.
//!
//! Features by point: planes by the rows that they may still go before their limit, carriers by the number of their
//! planes, Kamikazes. The numbers of carriers are not inputs, so that renumbering changes nothing. Each player sees
//! the board from its own side.

use super::evaluator::turned;
use crate::game::Player;
use crate::games::pacific::board::Point;
use crate::games::pacific::{CARRIERS, PLANES, Pacific, PacificRules, PacificType, WHITE};
use crate::search::{BuiltIn, InputBlock, Inputs, built_in};

const POINTS: usize = 32;
/// Planes by reach: waiting planes, then planes that may go 1, 2, 3, or more rows.
const REACHES: usize = 5;
/// Rows that a plane may be ahead of its carrier (rules.md 4).
const MOST_AHEAD: i32 = 3;
/// Carriers by the number of their planes: none, one or two.
const WINGS: usize = 3;
/// Planes, carriers, Kamikazes: each kind has a feature for every point.
const KINDS: usize = REACHES + WINGS + 1;
const A_PLAYER: usize = KINDS * POINTS;
const MOST_PIECES: usize = 24;
const PIECES_A_BUCKET: usize = 3;

impl<R: PacificRules> Inputs for Pacific<R> {
    type Set = [u64; 2 * A_PLAYER / 64];
    const FEATURES: usize = 2 * A_PLAYER;
    const ROWS: usize = 2 * A_PLAYER;
    const MAX_ACTIVE_FEATURES: usize = MOST_PIECES;
    const BUCKETS: usize = MOST_PIECES / PIECES_A_BUCKET;
    const NAME: &'static str = match R::TYPE {
        PacificType::A => "pacific-a",
        PacificType::B => "pacific-b",
        PacificType::File => "pacific",
    };

    fn blocks() -> Vec<InputBlock> {
        let of_side = |side| {
            [
                InputBlock::new(format!("{side}-planes-by-reach"), REACHES * POINTS),
                InputBlock::new(format!("{side}-carriers-by-planes"), WINGS * POINTS),
                InputBlock::new(format!("{side}-kamikazes"), POINTS),
            ]
        };
        ["own", "other"].into_iter().flat_map(of_side).collect()
    }

    #[inline(always)]
    fn features(&self, set: &mut Self::Set) {
        for player in [Player::ONE, Player::TWO] {
            let kinds = self.kinds_of(player);
            for (kind, points) in kinds.into_iter().enumerate() {
                let first = A_PLAYER * player.index() + POINTS * kind;
                set[first / 64] |= u64::from(points) << (first % 64);
            }
        }
    }

    fn row(seat: usize, feature: usize) -> Option<usize> {
        let (owner, part) = (feature / A_PLAYER, feature % A_PLAYER);
        let (kind, point) = (part / POINTS, part % POINTS);
        let seen = if seat == 0 { point } else { turned(point) };
        Some(A_PLAYER * usize::from(owner != seat) + POINTS * kind + seen)
    }

    fn place(feature: usize) -> Option<String> {
        Some(Point::new((feature % POINTS) as u32).name())
    }

    #[inline(always)]
    fn bucket(&self) -> usize {
        let pieces = (self.sets[0] | self.sets[1]).count() as usize;
        (pieces.clamp(1, MOST_PIECES) - 1) / PIECES_A_BUCKET
    }

    fn built_in() -> Option<&'static BuiltIn> {
        static TYPE_A: BuiltIn = built_in!("pacific-a.net");
        static TYPE_B: BuiltIn = built_in!("pacific-b.net");
        match R::TYPE {
            PacificType::A => Some(&TYPE_A),
            PacificType::B => Some(&TYPE_B),
            PacificType::File => None,
        }
    }
}

impl<R: PacificRules> Pacific<R> {
    /// A player's pieces by the kinds of the network: planes by reach, carriers by number of planes, Kamikazes.
    #[inline(always)]
    fn kinds_of(&self, player: Player) -> [u32; KINDS] {
        let own = self.sets[player.index()];
        let (carriers, planes) = (own & self.sets[CARRIERS], own & self.sets[PLANES]);
        let mut kinds = [0; KINDS];
        for number in self.numbers() {
            let (carrier, wing) = (carriers & number, planes & number);
            // Without its carrier a number has no planes, so any point will do.
            let point = carrier.0.trailing_zeros() as usize % POINTS;
            for (kind, rows) in kinds.iter_mut().zip(&IN_REACH[player.index()][point]) {
                *kind |= wing.0 & rows;
            }
            kinds[REACHES + (wing.count() as usize).min(WINGS - 1)] |= carrier.0;
        }
        kinds[KINDS - 1] = self.kamikazes(player).0;
        kinds
    }
}

/// By player, point of a carrier, and reach: the points from which its planes may still go that many rows.
static IN_REACH: [[[u32; REACHES]; POINTS]; 2] = {
    let mut points = [[[0; REACHES]; POINTS]; 2];
    let mut index = 0;
    while index < 2 * POINTS * POINTS {
        let (player, carrier, plane) =
            (index / POINTS / POINTS, index / POINTS % POINTS, index % POINTS);
        let targets = rows_to_go(player, Point::new(plane as u32), Point::new(carrier as u32));
        points[player][carrier][targets] |= 1 << plane;
        index += 1;
    }
    points
};

/// The number of rows that a plane may still go, at most one more than [`MOST_AHEAD`].
const fn rows_to_go(player: usize, plane: Point, carrier: Point) -> usize {
    let up = plane.row() as i32 - carrier.row() as i32;
    let rows = MOST_AHEAD - if player == WHITE { up } else { -up };
    if rows < 0 {
        return 0;
    }
    if rows as usize >= REACHES { REACHES - 1 } else { rows as usize }
}
