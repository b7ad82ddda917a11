//! Legal actions: plain moves and whole attacks (rules.md 4 and 5).

use super::board::{Direction, ENEMY_BACK_ROW, Point, Points};
use super::{CARRIERS, PLANES, Pacific, PacificRules, WAITING};
use crate::game::{Action, Player};
use std::fmt;

/// A plain move, or an attack with all its jumps.
///
/// Bits 0 to 4 hold the starting point. Bit 5 marks an attack. Above them come the directions of the steps, two bits
/// each, the first step lowest, and then a single set bit as the end mark. An attack has at most twelve jumps, so 31
/// bits are enough.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PacificAction(u32);

const ATTACK: u32 = 1 << 5;
const PATH_SHIFT: u32 = 6;
const LONGEST_PATH: u32 = 12;

impl PacificAction {
    fn step(from: Point, direction: Direction) -> Self {
        Self(from.index() as u32 | (direction.code() | 4) << PATH_SHIFT)
    }

    pub(super) fn from(self) -> Point {
        Point::new(self.0)
    }

    pub(super) fn is_attack(self) -> bool {
        self.0 & ATTACK != 0
    }

    pub(super) fn first_direction(self) -> Direction {
        Direction::from_code(self.0 >> PATH_SHIFT)
    }

    /// The directions of the steps, in order.
    pub(super) fn path(self) -> impl Iterator<Item = Direction> {
        let mut rest = self.0 >> PATH_SHIFT;
        std::iter::from_fn(move || {
            let direction = Direction::from_code(rest);
            let more = rest > 1;
            rest >>= 2;
            more.then_some(direction)
        })
    }

    /// The points visited, without the starting point.
    pub(super) fn landings(self) -> impl Iterator<Item = Point> {
        let mut at = self.from();
        let steps = if self.is_attack() { 2 } else { 1 };
        self.path().map(move |direction| {
            for _ in 0..steps {
                at = at.step(direction);
            }
            at
        })
    }

    /// Whether the bits encode an action: an end mark above one to twelve whole steps.
    fn is_well_formed(self) -> bool {
        let path = self.0 >> PATH_SHIFT;
        let end_mark = 31 - (path | 1).leading_zeros();
        let steps = end_mark / 2;
        end_mark.is_multiple_of(2)
            && (1..=LONGEST_PATH).contains(&steps)
            && (self.is_attack() || steps == 1)
    }
}

impl Action for PacificAction {
    fn bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for PacificAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.from().name())?;
        self.landings().try_for_each(|point| f.write_str(&point.name()))
    }
}

/// The points that pieces of the side to move can reach, by the code of the direction. `jumps` holds only the first
/// jump of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Targets {
    pub jumps: [Points; 4],
    pub steps: [Points; 4],
}

impl Targets {
    pub const NOWHERE: Self = Self { jumps: [Points::NONE; 4], steps: [Points::NONE; 4] };
}

/// Appends the plain moves to `targets`, by direction.
fn list_steps(targets: &[Points; 4], out: &mut Vec<PacificAction>) {
    for direction in Direction::ALL {
        for to in targets[direction.index()] {
            out.push(PacificAction::step(to.step(direction.reverse()), direction));
        }
    }
}

fn any(sets: &[Points; 4]) -> bool {
    (sets[0] | sets[1] | sets[2] | sets[3]).any()
}

/// A piece in the middle of an attack.
#[derive(Clone, Copy)]
struct Flight {
    at: Point,
    is_kamikaze: bool,
    /// Enemy pieces still on the board.
    enemy: Points,
    /// Empty points, including the starting point.
    empty: Points,
    /// Start, attack mark and directions so far, as in [`PacificAction`], without the end mark.
    path: u32,
    /// The position of the next direction in `path`, in bits.
    shift: u32,
}

impl Flight {
    fn action(self) -> PacificAction {
        PacificAction(self.path | 1 << self.shift)
    }
}

impl<R: PacificRules> Pacific<R> {
    /// Whether the game is over regardless of moves: a side has no aircraft, or the draw clock has run out.
    fn is_decided(&self) -> bool {
        self.aircraft(Player::ONE).is_empty()
            | self.aircraft(Player::TWO).is_empty()
            | (self.halfmove >= self.settings().draw_plies)
    }

    /// The reach of White or Black as if it were to move and attacks were not compulsory. `WHITE` is a constant so
    /// that the directions are constants too.
    #[inline(always)]
    pub(super) fn targets_of<const WHITE: bool>(&self) -> Targets {
        let own = self.sets[!WHITE as usize];
        let enemy = self.sets[WHITE as usize];
        let empty = !(own | enemy);
        let free = own & !self.sets[WAITING];
        let attackers = own & !(self.out_of_reach() | self.sets[CARRIERS]);
        let kamikazes = attackers & !self.sets[PLANES];

        let jump = |from: Points, direction| (from.step(direction) & enemy).step(direction) & empty;
        let mut targets = Targets::NOWHERE;
        for direction in Direction::forward(WHITE) {
            targets.jumps[direction.index()] = jump(attackers, direction);
            targets.steps[direction.index()] = free.step(direction) & empty;
        }
        if kamikazes.any() {
            for direction in Direction::forward(!WHITE) {
                targets.jumps[direction.index()] = jump(kamikazes, direction);
                targets.steps[direction.index()] = kamikazes.step(direction) & empty;
            }
        }
        targets
    }

    /// The reach of the side to move.
    #[inline(always)]
    fn targets(&self) -> Targets {
        if self.side() == Player::ONE {
            self.targets_of::<true>()
        } else {
            self.targets_of::<false>()
        }
    }

    /// Whether the side to move has an action. Ignores aircraft and clock.
    pub(super) fn has_action(&self) -> bool {
        let targets = self.targets();
        any(&targets.jumps) || any(&targets.steps)
    }

    /// Whether the side to move can attack.
    pub(super) fn can_attack(&self) -> bool {
        any(&self.targets().jumps)
    }

    /// Whether the side to move must attack.
    pub(super) fn must_attack(&self) -> bool {
        self.settings().attack_is_compulsory && self.can_attack()
    }

    /// Whether these targets forbid plain moves.
    #[inline(always)]
    fn compels(&self, targets: &Targets) -> bool {
        self.settings().attack_is_compulsory && any(&targets.jumps)
    }

    pub(super) fn list_actions(&self, out: &mut Vec<PacificAction>) {
        if self.is_decided() {
            return;
        }
        let targets = self.targets();
        if any(&targets.jumps) {
            self.each_attack(&targets.jumps, &mut |action| out.push(action));
        }
        if !self.compels(&targets) {
            list_steps(&targets.steps, out);
        }
    }

    /// Appends the attacks. The game must not be over.
    #[inline]
    pub(super) fn list_attacks(&self, out: &mut Vec<PacificAction>) {
        let jumps = self.targets().jumps;
        if any(&jumps) {
            self.each_attack(&jumps, &mut |action| out.push(action));
        }
    }

    /// Appends the plain moves. The game must not be over.
    #[inline]
    pub(super) fn list_steps(&self, out: &mut Vec<PacificAction>) {
        let targets = self.targets();
        if !self.compels(&targets) {
            list_steps(&targets.steps, out);
        }
    }

    #[inline(always)]
    pub(super) fn count_legal(&self) -> u64 {
        if self.is_decided() {
            return 0;
        }
        let targets = self.targets();
        let steps = |targets: &Targets| -> u64 {
            targets.steps.iter().map(|targets| u64::from(targets.count())).sum()
        };
        if any(&targets.jumps) {
            // Counting on a copy keeps `self` in registers: a position whose address escapes must be stored in
            // memory.
            let stored = *self;
            let attacks = stored.count_attacks(&targets.jumps);
            return if self.compels(&targets) { attacks } else { attacks + steps(&targets) };
        }
        steps(&targets)
    }

    #[inline(never)]
    fn count_attacks(&self, jumps: &[Points; 4]) -> u64 {
        let mut count = 0;
        self.each_attack(jumps, &mut |_| count += 1);
        count
    }

    /// Calls `emit` with every attack that begins with one of `jumps`, by direction.
    fn each_attack(&self, jumps: &[Points; 4], emit: &mut impl FnMut(PacificAction)) {
        let kamikazes = self.kamikazes(self.side());
        for direction in Direction::ALL {
            for to in jumps[direction.index()] {
                let from = to.step(direction.reverse()).step(direction.reverse());
                let flight = Flight {
                    at: from,
                    is_kamikaze: kamikazes.has(from),
                    enemy: self.enemy(),
                    empty: !(self.own() | self.enemy()) | from.bit(),
                    path: from.index() as u32 | ATTACK,
                    shift: PATH_SHIFT,
                };
                self.jump_on(flight, direction, emit);
            }
        }
    }

    /// Makes the jump in `direction`, which must be open, and continues for as long as jumps are open.
    fn jump_on(&self, flight: Flight, direction: Direction, emit: &mut impl FnMut(PacificAction)) {
        let (flight, is_over) = self.after_jump(flight, direction);
        let mut ends_here = true;
        if !is_over {
            for next in self.open_jumps(flight) {
                ends_here = false;
                self.jump_on(flight, next, emit);
            }
        }
        if ends_here {
            emit(flight.action());
        }
    }

    /// The flight after one jump, and whether the attack is over: the attacker was lost, or it was promoted and stops
    /// (rules.md 5).
    fn after_jump(&self, mut flight: Flight, direction: Direction) -> (Flight, bool) {
        let over = flight.at.step(direction);
        let mut gone = over.bit();
        let is_carrier = self.sets[CARRIERS].has(over);
        if is_carrier {
            gone |= self.same_number(over) & self.sets[PLANES] & flight.enemy;
        }
        let mut is_over = flight.is_kamikaze && self.is_lost_with(is_carrier);
        flight.enemy &= !gone;
        flight.empty |= gone;
        flight.at = over.step(direction);
        let arrives = ENEMY_BACK_ROW[self.side().index()].has(flight.at);
        is_over |= !self.settings().promoted_attacks_on && arrives && !flight.is_kamikaze;
        flight.is_kamikaze |= arrives;
        flight.path |= direction.code() << flight.shift;
        flight.shift += 2;
        (flight, is_over)
    }

    /// The directions in which a piece in flight can jump.
    fn open_jumps(&self, flight: Flight) -> impl Iterator<Item = Direction> {
        let [left, right] = Direction::forward(self.side() == Player::ONE);
        let count = if flight.is_kamikaze { 4 } else { 2 };
        [left, right, left.reverse(), right.reverse()]
            .into_iter()
            .take(count)
            .filter(move |direction| Self::is_open(flight, *direction))
    }

    fn is_open(flight: Flight, direction: Direction) -> bool {
        ((flight.at.bit().step(direction) & flight.enemy).step(direction) & flight.empty).any()
    }

    pub(super) fn is_legal_action(&self, action: PacificAction) -> bool {
        let from = action.from();
        if !self.own().has(from) || !action.is_well_formed() || self.is_decided() {
            return false;
        }
        if action.is_attack() { self.is_legal_attack(action) } else { self.is_legal_step(action) }
    }

    fn is_legal_step(&self, action: PacificAction) -> bool {
        let direction = action.first_direction();
        let to = action.from().step(direction);
        let targets = self.targets();
        !self.sets[WAITING].has(action.from())
            && !self.compels(&targets)
            && targets.steps[direction.index()].has(to)
    }

    fn is_legal_attack(&self, action: PacificAction) -> bool {
        let from = action.from();
        if (self.sets[CARRIERS] | self.out_of_reach()).has(from) {
            return false;
        }
        let mut flight = Flight {
            at: from,
            is_kamikaze: !self.sets[PLANES].has(from),
            enemy: self.enemy(),
            empty: !(self.own() | self.enemy()) | from.bit(),
            path: from.index() as u32 | ATTACK,
            shift: PATH_SHIFT,
        };
        let mut is_over = false;
        for direction in action.path() {
            if is_over || !self.open_jumps(flight).any(|open| open == direction) {
                return false;
            }
            (flight, is_over) = self.after_jump(flight, direction);
        }
        is_over || self.open_jumps(flight).next().is_none()
    }
}
