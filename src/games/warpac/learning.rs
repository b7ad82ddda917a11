//! War-in-the-Pacific Chess in numbers.

use super::actions::{ActionKind, Droppable};
use super::board::{SIZE, SQUARES, Square, Squares};
use super::pieces::{KINDS, PieceKind};
use super::{Phase, Warpac, WarpacAction, WarpacRules};
use crate::game::{Learnable, MoveNumbers, Planes, Player, Told};

/// Moves of surface pieces. Those of submarines have the same numbers, because they have turns of their own.
static MOVES: MoveNumbers<SQUARES> = MoveNumbers::new(SIZE as usize, SIZE as usize - 1, true);

const END: usize = MOVES.count;
/// Drops by kind and square.
const DROPS: usize = END + 1;
/// Drops of squadrons by square and direction of their carrier.
const SQUADRONS: usize = DROPS + KINDS * SQUARES;
/// What only the game with submarines has.
const SUBMARINES: usize = SQUADRONS + 8 * SQUARES;
const DEPTH_CHARGES: usize = SUBMARINES + SQUARES;
const TORPEDOES: usize = DEPTH_CHARGES + SQUARES;

// Planes after the pieces of both players by kind.
const DOCKED: usize = 2 * KINDS;
const SPENT: usize = DOCKED + 1;
const WINGS: usize = DOCKED + 2;
const CLOCK: usize = DOCKED + 3;
const DEPLOYMENT: usize = DOCKED + 4;
const POINTS: usize = DOCKED + 5;
// Planes of the game with submarines.
const OWN_SUBMARINES: usize = DOCKED + 6;
const ENEMY_SUBMARINES: usize = DOCKED + 7;
const UNDERWATER: usize = DOCKED + 8;

/// The direction of a neighbouring square, clockwise from north.
fn direction(from: Square, to: Square) -> usize {
    match ((to.file() - from.file()).signum(), (to.rank() - from.rank()).signum()) {
        (0, 1) => 0,
        (1, 1) => 1,
        (1, 0) => 2,
        (1, -1) => 3,
        (0, -1) => 4,
        (-1, -1) => 5,
        (-1, 0) => 6,
        _ => 7,
    }
}

impl<R: WarpacRules> Learnable for Warpac<R> {
    const ACTION_IDS: usize = if R::MAY_HAVE_SUBMARINES { TORPEDOES + SQUARES } else { SUBMARINES };
    const BOARD: [usize; 2] = [SIZE as usize, SIZE as usize];

    fn action_id(&self, action: WarpacAction) -> usize {
        let (from, to) = (action.from(), action.to());
        match action.kind() {
            ActionKind::Move | ActionKind::Dive => MOVES.number(from.index(), to.index()),
            ActionKind::End => END,
            ActionKind::DepthCharge => DEPTH_CHARGES + from.index(),
            ActionKind::Torpedo => TORPEDOES + from.index(),
            ActionKind::Drop => match action.dropped() {
                Droppable::Piece(PieceKind::Squadron) => {
                    SQUADRONS + 8 * from.index() + direction(from, to)
                }
                Droppable::Piece(kind) => DROPS + SQUARES * kind.index() + from.index(),
                Droppable::Submarine => SUBMARINES + from.index(),
            },
        }
    }

    const TELLS: bool = R::MAY_HAVE_SUBMARINES;

    /// Torpedoes have 1. Depth charges have 2, one more for a contact, and two more for each submarine sunk.
    fn told(&self, action: WarpacAction) -> Option<Told> {
        let square = action.from().index();
        if action.kind() == ActionKind::Torpedo {
            return Some(Told { square, size: 1, value: 1 });
        }
        let report = self.report(action)?;
        let value = 2 + 2 * report.sunk + u32::from(report.contact);
        Some(Told { square, size: 2, value: value as u8 })
    }

    fn planes() -> Vec<String> {
        let pieces = ["own", "enemy"].into_iter().flat_map(|owner| {
            PieceKind::ALL.into_iter().map(move |kind| format!("{owner} {}s", kind.name()))
        });
        let others = [
            "squadrons not launched",
            "squadrons that have used their knight's move",
            "wings: squadron and carrier have the same number from 1 up for each side",
            "turns until the draw, everywhere, at most 255",
            "deployment, everywhere",
            "own points left in the deployment, everywhere",
        ];
        let submarines =
            ["own submarines", "enemy submarines left, everywhere", "underwater turn, everywhere"];
        let submarines = submarines.into_iter().filter(|_| R::MAY_HAVE_SUBMARINES);
        pieces.chain(others.into_iter().chain(submarines).map(str::to_string)).collect()
    }

    /// The other side's submarines are counted only, and nothing of its fleet is shown until both are deployed.
    fn observe(&self, player: Player, _: &[u32], planes: &mut Planes<'_>) {
        let (me, is_deployment) = (player.index(), self.phase == Phase::Deployment);
        let mut draw = |plane, squares: Squares| {
            squares.into_iter().for_each(|square| planes.set(plane, square.index()));
        };
        let sides = if is_deployment { 1 } else { 2 };
        let mut seen = Squares::NONE;
        for (place, side) in [me, me ^ 1].into_iter().take(sides).enumerate() {
            for kind in PieceKind::ALL {
                draw(KINDS * place + kind.index(), self.pieces(side, kind));
            }
            seen |= self.sides[side];
        }
        draw(DOCKED, self.docked & seen);
        draw(SPENT, self.spent & seen);
        if R::MAY_HAVE_SUBMARINES {
            draw(OWN_SUBMARINES, self.subs[me]);
        }
        for side in [me, me ^ 1].into_iter().take(sides) {
            let carriers = self.pieces(side, PieceKind::Carrier).into_iter();
            let wings = carriers.filter_map(|carrier| Some((carrier, self.partner(carrier)?)));
            for (number, (carrier, squadron)) in (1..).zip(wings) {
                planes.put(WINGS, carrier.index(), number);
                planes.put(WINGS, squadron.index(), number);
            }
        }
        planes.fill(CLOCK, self.limit().saturating_sub(self.halfmove));
        planes.fill(DEPLOYMENT, u32::from(is_deployment));
        planes.fill(POINTS, u32::from(self.points[me]));
        if R::MAY_HAVE_SUBMARINES {
            let count = if is_deployment { 0 } else { self.subs[me ^ 1].count() };
            planes.fill(ENEMY_SUBMARINES, count);
            planes.fill(UNDERWATER, u32::from(self.phase == Phase::Underwater));
        }
    }
}
