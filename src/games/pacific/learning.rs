//! Pacific in numbers. A step and a jump have an id each, so that an attack is made jump by jump.

use super::board::{Direction, Point, Points};
use super::{CARRIERS, KINDS_A_PLAYER, Pacific, PacificAction, PacificRules, WAITING};
use crate::game::{Learnable, Planes, Player};

/// Points, each in one of four directions.
const MOVES: usize = 32 * 4;
const SIDE: usize = 8;

/// After the pieces of both players.
const AT_LIMIT: usize = 2 * KINDS_A_PLAYER;
const ATTACK_FROM: usize = AT_LIMIT + 1;
const JUMPED: usize = AT_LIMIT + 2;
const ATTACKER: usize = AT_LIMIT + 3;
const CLOCK: usize = AT_LIMIT + 4;

fn square(point: Point) -> usize {
    SIDE * point.row() as usize + point.file() as usize
}

/// The id of a step, or of a jump: four for each point, in the order of the squares.
fn id(from: Point, direction: Direction, is_jump: bool) -> usize {
    4 * (square(from) / 2) + direction.index() + if is_jump { MOVES } else { 0 }
}

/// Start and direction of the step or jump with this id.
fn read_id(id: u32) -> Option<(Point, Direction)> {
    let number = id % MOVES as u32 / 4;
    let (row, place) = (number / 4, number % 4);
    Some((Point::at(2 * place + row % 2, row)?, Direction::from_code(id)))
}

impl PacificAction {
    /// Where a step begins and ends, counted from 0.
    fn leg(self, step: usize) -> Option<(Point, Point)> {
        let to = self.landings().nth(step)?;
        let before = step.checked_sub(1).and_then(|before| self.landings().nth(before));
        Some((before.unwrap_or(self.from()), to))
    }
}

impl<R: PacificRules> Learnable for Pacific<R> {
    const ACTION_IDS: usize = 2 * MOVES;
    const HAS_STEPS: bool = true;
    const BOARD: [usize; 2] = [SIDE, SIDE];

    fn action_id(&self, action: PacificAction) -> usize {
        id(action.from(), action.first_direction(), action.is_attack())
    }

    fn step_id(&self, action: PacificAction, step: usize) -> Option<usize> {
        let (from, _) = action.leg(step)?;
        Some(id(from, action.path().nth(step)?, action.is_attack()))
    }

    fn step_token(&self, action: PacificAction, step: usize) -> String {
        let leg = action.leg(step);
        leg.map(|(from, to)| from.name() + &to.name()).unwrap_or_default()
    }

    fn planes() -> Vec<String> {
        let pieces = ["own", "enemy"].into_iter().flat_map(|owner| {
            let numbered =
                move |kind| (1..=4).map(move |number| format!("{owner} {kind} {number}"));
            let kamikazes = std::iter::once(format!("{owner} Kamikazes"));
            numbered("carrier").chain(numbered("planes of carrier")).chain(kamikazes)
        });
        let others = [
            "planes at their limit",
            "start of the attack under way",
            "pieces jumped in it",
            "the attacker's point now",
            "plies until the draw, everywhere",
        ];
        pieces.chain(others.map(str::to_string)).collect()
    }

    fn observe(&self, player: Player, begun: &[u32], planes: &mut Planes<'_>) {
        for (side, owner) in [player, player.opponent()].into_iter().enumerate() {
            for point in self.sets[owner.index()] {
                planes.set(KINDS_A_PLAYER * side + self.kind_of(point), square(point));
            }
        }
        let mut draw = |plane, points: Points| {
            points.for_each(|point| planes.set(plane, square(point)));
        };
        draw(AT_LIMIT, self.sets[WAITING] & !self.sets[CARRIERS]);
        let mut jumps = begun.iter().filter_map(|id| read_id(*id)).peekable();
        if let Some((from, _)) = jumps.peek() {
            draw(ATTACK_FROM, from.bit());
        }
        while let Some((from, direction)) = jumps.next() {
            let over = from.step(direction);
            draw(JUMPED, over.bit());
            if jumps.peek().is_none() {
                draw(ATTACKER, over.step(direction).bit());
            }
        }
        planes.fill(CLOCK, self.settings().draw_plies.saturating_sub(self.halfmove));
    }
}
