//! A game in numbers, for programs that learn: numbered actions, and planes of what a player sees.

use super::{Notation, Player};

/// A game whose actions have numbers, and whose positions are arrays.
///
/// The *id* of an action is a number below [`Learnable::ACTION_IDS`]. No two legal actions of a position share an id,
/// and an id means the same in every position. Where an action is made of several *steps*, such as the jumps of an
/// attack in Pacific, each step has an id. No legal action's list of ids begins with the whole list of another one.
///
/// A square has the number `rank * files + file`, both from 0: a1, b1 and so on.
pub trait Learnable: Notation {
    /// The number of ids.
    const ACTION_IDS: usize;
    /// Whether an action may have several steps.
    const HAS_STEPS: bool = false;
    /// Ranks and files of a plane.
    const BOARD: [usize; 2];

    /// The id of a legal action, or of its first step.
    fn action_id(&self, action: Self::Action) -> usize;

    /// The id of a step of a legal action, counted from 0; `None` if the action has no such step.
    fn step_id(&self, action: Self::Action, step: usize) -> Option<usize> {
        (step == 0).then(|| self.action_id(action))
    }

    /// The token of a step that the action has.
    fn step_token(&self, action: Self::Action, _step: usize) -> String {
        self.action_token(action)
    }

    /// Whether players are told things that the planes do not show, see [`Learnable::told`].
    const TELLS: bool = false;

    /// What all players are told of a legal action beyond what the planes show after it, such as the report of an
    /// attack.
    fn told(&self, _action: Self::Action) -> Option<Told> {
        None
    }

    /// What each plane of [`Learnable::observe`] holds. "Own" is the observer's. Players are counted on from the
    /// observer in the order of their seats.
    fn planes() -> Vec<String>;

    /// Writes the position as `player` knows it, after the steps in `begun` of an action under way. The planes are
    /// empty before. They hold nothing that the player may not know, and no history.
    fn observe(&self, player: Player, begun: &[u32], planes: &mut Planes<'_>);
}

/// What all players are told of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The lower left square of the place.
    pub square: usize,
    /// The width and height of the place, in squares.
    pub size: usize,
    /// Not 0; its meaning is the game's.
    pub value: u8,
}

/// Planes of bytes, each with a byte for every square.
pub struct Planes<'a> {
    bytes: &'a mut [u8],
    squares: usize,
}

impl<'a> Planes<'a> {
    /// Empty planes of `squares` squares.
    pub fn new(bytes: &'a mut [u8], squares: usize) -> Self {
        bytes.fill(0);
        Self { bytes, squares }
    }

    /// Sets a square of a plane to 1.
    #[inline(always)]
    pub fn set(&mut self, plane: usize, square: usize) {
        self.put(plane, square, 1);
    }

    /// Sets a square of a plane to a value.
    #[inline(always)]
    pub fn put(&mut self, plane: usize, square: usize, value: u8) {
        if let Some(byte) = self.bytes.get_mut(plane * self.squares + square) {
            *byte = value;
        }
    }

    /// Sets all squares of a plane to a value, at most 255.
    #[inline(always)]
    pub fn fill(&mut self, plane: usize, value: u32) {
        let first = plane * self.squares;
        if let Some(bytes) = self.bytes.get_mut(first..first + self.squares) {
            bytes.fill(value.min(255) as u8);
        }
    }
}

/// Numbers for the moves of a piece along the eight directions of a board, and perhaps like a chess knight.
///
/// They are ordered by starting square, then by direction, clockwise from north, then by distance. The knight's
/// moves of a square come last. `SQUARES` is `width * height`.
pub struct MoveNumbers<const SQUARES: usize> {
    /// By square and direction, the number of the shortest move.
    first: [[u16; DIRECTIONS.len()]; SQUARES],
    width: usize,
    /// How many numbers there are.
    pub count: usize,
}

/// Files and ranks of a step in each direction, then of each knight's move.
const DIRECTIONS: [(i32, i32); 16] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const LINES: usize = 8;

/// By files and ranks plus 2, the direction of a difference of at most 2.
static DIRECTION_OF: [[u8; 5]; 5] = {
    let mut table = [[0; 5]; 5];
    let mut direction = 0;
    while direction < DIRECTIONS.len() {
        let (files, ranks) = DIRECTIONS[direction];
        table[(files + 2) as usize][(ranks + 2) as usize] = direction as u8;
        direction += 1;
    }
    table
};

impl<const SQUARES: usize> MoveNumbers<SQUARES> {
    /// The numbers for moves of at most `longest` steps, and of knights if they are wanted.
    pub const fn new(width: usize, longest: usize, knights: bool) -> Self {
        let height = SQUARES / width;
        let directions = if knights { DIRECTIONS.len() } else { LINES };
        let mut first = [[0; DIRECTIONS.len()]; SQUARES];
        let mut count = 0;
        let mut square = 0;
        while square < SQUARES {
            let mut direction = 0;
            while direction < directions {
                first[square][direction] = count as u16;
                let (files, ranks) = DIRECTIONS[direction];
                let most = if direction < LINES { longest as i32 } else { 1 };
                let mut distance = 1;
                while distance <= most {
                    let file = (square % width) as i32 + distance * files;
                    let rank = (square / width) as i32 + distance * ranks;
                    if file < 0 || rank < 0 || file >= width as i32 || rank >= height as i32 {
                        break;
                    }
                    count += 1;
                    distance += 1;
                }
                direction += 1;
            }
            square += 1;
        }
        Self { first, width, count }
    }

    /// The number of the move between two squares of the board, which must be one of these moves.
    #[inline]
    pub fn number(&self, from: usize, to: usize) -> usize {
        let files = (to % self.width) as i32 - (from % self.width) as i32;
        let ranks = (to / self.width) as i32 - (from / self.width) as i32;
        let distance = files.abs().max(ranks.abs());
        let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let (step, more) = match is_line {
            true => ((files.signum(), ranks.signum()), distance - 1),
            false => ((files.clamp(-2, 2), ranks.clamp(-2, 2)), 0),
        };
        let direction = DIRECTION_OF[(step.0 + 2) as usize][(step.1 + 2) as usize];
        usize::from(self.first[from % SQUARES][usize::from(direction)]) + more.max(0) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    static QUEENS_AND_KNIGHTS: MoveNumbers<256> = MoveNumbers::new(16, 15, true);
    static KINGS: MoveNumbers<6> = MoveNumbers::new(3, 1, false);

    #[test]
    fn every_move_has_a_number_of_its_own() {
        let mut numbers = HashSet::new();
        for from in 0..256_usize {
            for to in 0..256 {
                let files = (from % 16).abs_diff(to % 16);
                let ranks = (from / 16).abs_diff(to / 16);
                let is_line = files == 0 || ranks == 0 || files == ranks;
                if from != to && (is_line || files + ranks == 3) {
                    let number = QUEENS_AND_KNIGHTS.number(from, to);
                    assert!(number < QUEENS_AND_KNIGHTS.count && numbers.insert(number));
                }
            }
        }
        assert_eq!((numbers.len(), QUEENS_AND_KNIGHTS.count), (14_320, 14_320));
    }

    #[test]
    fn moves_are_ordered_by_square_direction_and_distance() {
        // 3 4 5
        // 0 1 2
        let number = |from, to| KINGS.number(from, to);
        assert_eq!([number(0, 3), number(0, 4), number(0, 1)], [0, 1, 2]);
        assert_eq!(
            [number(1, 4), number(5, 2), number(5, 4)],
            [3, KINGS.count - 3, KINGS.count - 1]
        );
        assert_eq!(KINGS.count, 22);
    }

    #[test]
    fn planes_take_what_fits() {
        let mut bytes = [7; 8];
        let mut planes = Planes::new(&mut bytes, 4);
        planes.set(0, 1);
        planes.put(0, 3, 9);
        planes.fill(1, 1000);
        planes.set(5, 0);
        planes.fill(2, 1);
        assert_eq!(bytes, [0, 1, 0, 9, 255, 255, 255, 255]);
    }
}
