//! What a network is shown of a position of Pacific.
//!
//! By point: planes by the rows that they may still go before their limit, carriers by the size of their wing, Kamikazes.
//! The numbers of carriers are not shown, so that renumbering changes nothing, and each player sees the board from his
//! own side.

use super::evaluator::turned;
use crate::game::Player;
use crate::games::pacific::board::Point;
use crate::games::pacific::{CARRIERS, PLANES, Pacific};
use crate::search::{BuiltIn, FeatureSet, Inputs, Network};

const POINTS: usize = 32;
/// Planes that wait, and that may go 1, 2, 3, or more rows.
const REACHES: usize = 5;
/// Rows that a plane may be ahead of its carrier (rules.md 4).
const MOST_AHEAD: i32 = 3;
/// Carriers with no plane, one or two.
const WINGS: usize = 3;
const FIRST_CARRIER: usize = REACHES * POINTS;
const FIRST_KAMIKAZE: usize = FIRST_CARRIER + WINGS * POINTS;
const A_PLAYER: usize = FIRST_KAMIKAZE + POINTS;
const MOST_PIECES: usize = 24;
const PIECES_A_BUCKET: usize = 3;

impl<const B: bool> Inputs for Pacific<B> {
    type Set = [u64; 2 * A_PLAYER / 64];
    const FEATURES: usize = 2 * A_PLAYER;
    const ROWS: usize = 2 * A_PLAYER;
    const MOST: usize = MOST_PIECES;
    const BUCKETS: usize = MOST_PIECES / PIECES_A_BUCKET;
    const NAME: &'static str = if B { "pacific-b" } else { "pacific-a" };

    #[inline(always)]
    fn features(&self, set: &mut Self::Set) {
        for player in [Player::ONE, Player::TWO] {
            let first = A_PLAYER * player.index();
            let own = self.sets[player.index()];
            for carrier in own & self.sets[CARRIERS] {
                let wing = self.same_number(carrier) & self.sets[PLANES] & own;
                for plane in wing {
                    let reach = rows_to_go(player, plane, carrier);
                    set.put(first + POINTS * reach + plane.index());
                }
                let size = (wing.count() as usize).min(WINGS - 1);
                set.put(first + FIRST_CARRIER + POINTS * size + carrier.index());
            }
            set.put_all(first + FIRST_KAMIKAZE, u128::from(self.kamikazes(player).0));
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

    fn built_in() -> Option<&'static Network> {
        static TYPE_A: BuiltIn = BuiltIn::new(include_bytes!("networks/pacific-a.net"));
        static TYPE_B: BuiltIn = BuiltIn::new(include_bytes!("networks/pacific-b.net"));
        if B { TYPE_B.get::<Self>() } else { TYPE_A.get::<Self>() }
    }
}

/// How many rows a plane may still go, at most one more than [`MOST_AHEAD`].
#[inline(always)]
fn rows_to_go(player: Player, plane: Point, carrier: Point) -> usize {
    let up = plane.row() as i32 - carrier.row() as i32;
    let ahead = if player == Player::ONE { up } else { -up };
    (MOST_AHEAD - ahead).clamp(0, REACHES as i32 - 1) as usize
}
