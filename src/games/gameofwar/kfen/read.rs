//! Reads KFEN as pykrieg does: the board alone (20 parts), a text without turn number and retreats (23 parts), or all
//! of it (25 parts). The text may also stand in a pykrieg file (`json.rs`).

use super::json::Document;
use super::turn::{GREATEST_NUMBER, KfenTurn, square_at};
use super::{FirstSide, SIDE_LETTERS, swap_case};
use crate::game::text::{GREATEST_COUNTER, read_number};
use crate::game::{FenError, ForeignPosition, Player};
use crate::games::gameofwar::board::{HEIGHT, Square, WIDTH};
use crate::games::gameofwar::{ARSENALS_OF, GameOfWarRules, War};
use std::collections::BTreeMap;

/// What can follow the ranks: nothing, side, phase and moves, or these and the number and retreats.
const PARTS: [usize; 3] = [HEIGHT, HEIGHT + 3, HEIGHT + 5];
/// The signs of terrain, with their names.
const TERRAIN: [(char, &str); 6] = [
    ('_', "open ground"),
    ('m', "mountain"),
    ('p', "pass"),
    ('f', "fortress"),
    ('a', "South's arsenal"),
    ('A', "North's arsenal"),
];

impl<R: GameOfWarRules> War<R> {
    /// Reads KFEN. Returns the position, and a remark if the terrain in the text differs from this board.
    ///
    /// # Errors
    /// As for a FEN. Different terrain is no error unless a unit stands on a mountain.
    pub(in crate::games::gameofwar) fn from_kfen(
        rules: R,
        text: &str,
    ) -> Result<ForeignPosition<Self>, FenError> {
        if !text.starts_with('{') {
            return Self::from_parts(rules, text, None);
        }
        let document = Document::read(text)?;
        Self::from_parts(rules, &document.board_info.fen, Some(&document))
    }

    fn from_parts(
        rules: R,
        kfen: &str,
        document: Option<&Document>,
    ) -> Result<ForeignPosition<Self>, FenError> {
        let parts: Vec<&str> = kfen.split('/').map(str::trim).collect();
        if !PARTS.contains(&parts.len()) {
            let reason = format!("expected 20, 23 or 25 parts joined by /, found {}", parts.len());
            return Err(FenError::new("kfen", "", reason));
        }
        let (ranks, rest) = parts.split_at(HEIGHT);
        let mut game = Self::empty(rules);
        let remark = game.read_kfen_board(ranks)?;
        let mut turn = KfenTurn::read(rest)?;
        if let Some(document) = document {
            let has_unit = |side: usize, square: Square| {
                game.unit_on(square).is_some_and(|(owner, _)| owner == side)
            };
            document.complete(&mut turn, has_unit)?;
        }
        game.take_turn(&turn)?;
        Ok((game, remark))
    }

    /// Completes a position whose board is known.
    fn take_turn(&mut self, turn: &KfenTurn) -> Result<(), FenError> {
        let side = SIDE_LETTERS.iter().position(|letter| *letter == turn.side);
        let side = side.ok_or_else(|| FenError::new("turn", turn.side, "expected N or S"))?;
        self.set_side(Player::new(side));
        if turn.phase != "M" {
            let reason = "only the phase of moves, M, can be read: the other does not name them";
            return Err(FenError::new("phase", turn.phase, reason));
        }
        // The odd turn numbers belong to the side that began.
        let is_odd = turn.number % 2 == 1;
        self.now.first_side = FirstSide(Player::new(if is_odd { side } else { 1 - side }));
        let fullmove = if side == 0 { turn.number / 2 + 1 } else { turn.number.div_ceil(2) };
        self.now.fullmove = fullmove.min(GREATEST_COUNTER);
        self.finish(["actions", "retreats"], &turn.moved, &turn.retreat, false)
    }

    /// Reads the ranks. Returns a remark if the terrain in the text differs from this board.
    fn read_kfen_board(&mut self, ranks: &[&str]) -> Result<Option<String>, FenError> {
        self.set_arsenals(0);
        let mut differences = BTreeMap::<(char, char), Vec<String>>::new();
        let mut is_bare = true;
        for (text, rank) in ranks.iter().zip((0..HEIGHT).rev()) {
            is_bare &= !text.contains(['m', 'p', 'f', 'A', 'a', '(', '[', '{']);
            self.read_kfen_rank(text, rank, &mut differences).map_err(|reason| {
                FenError::new("board", *text, format!("rank {}: {reason}", rank + 1))
            })?;
        }
        if is_bare {
            self.set_arsenals(self.arsenals_not_entered());
            let remark = "no terrain is named: this board's is used, with all arsenals but those \
                          on which an enemy combat unit stands";
            return Ok(Some(remark.to_string()));
        }
        let words = differences.into_iter().map(|((here, there), squares)| {
            format!("{} {} and not {}", squares.join(" "), name_of(here), name_of(there))
        });
        let words: Vec<String> = words.collect();
        let remark = format!("the terrain differs, and this board's is used: {}", words.join("; "));
        Ok((!words.is_empty()).then_some(remark))
    }

    /// All arsenals without an enemy combat unit on them.
    fn arsenals_not_entered(&self) -> u8 {
        let is_entered = |index: usize| {
            let unit = self.unit_on(self.rules.arsenals()[index]);
            unit.is_some_and(|(side, unit)| {
                ARSENALS_OF[side] >> index & 1 == 0 && 1 << unit & self.destroyers() != 0
            })
        };
        (0..self.rules.arsenals().len())
            .filter(|index| !is_entered(*index))
            .fold(0, |all, index| all | 1 << index)
    }

    /// Reads a rank. Adds the squares whose terrain differs to `differences`, by the terrain of this board and of the
    /// text.
    fn read_kfen_rank(
        &mut self,
        mut text: &str,
        rank: usize,
        differences: &mut BTreeMap<(char, char), Vec<String>>,
    ) -> Result<(), String> {
        for file in 0..WIDTH {
            let square = Square::at(file, rank).ok_or("more than 25 squares")?;
            let sign = text.chars().next().ok_or(format!("expected 25 squares, found {file}"))?;
            // The sign of the terrain, the unit if there is one, and the length of both with brackets.
            let (ground, unit, length) = match (sign, text.as_bytes()) {
                ('A' | 'a', [_, b'{', unit, b'}', ..]) => (sign, Some(char::from(*unit)), 4),
                ('(', [_, unit, b')', ..]) => ('p', Some(char::from(*unit)), 3),
                ('[', [_, unit, b']', ..]) => ('f', Some(char::from(*unit)), 3),
                ('A' | 'a' | 'm' | 'p' | 'f' | '_', _) => (sign, None, 1),
                (unit, _) => ('_', Some(unit), unit.len_utf8()),
            };
            let side = usize::from(ground == 'A');
            let arsenal = self.rules.arsenals().iter().position(|arsenal| *arsenal == square);
            let arsenal = arsenal.filter(|index| ARSENALS_OF[side] >> index & 1 == 1);
            if let ('A' | 'a', Some(index)) = (ground, arsenal) {
                self.set_arsenals(self.now.arsenals | 1 << index);
            }
            let here = self.ground(square);
            if ground != here {
                differences.entry((here, ground)).or_default().push(square.name());
            }
            if let Some(unit) = unit {
                self.set_up(swap_case(unit), square)?;
            }
            text = text.get(length..).unwrap_or("");
        }
        if text.is_empty() { Ok(()) } else { Err("more than 25 squares".to_string()) }
    }
}

impl<'a> KfenTurn<'a> {
    /// Reads the parts after the ranks.
    fn read(parts: &[&'a str]) -> Result<Self, FenError> {
        let mut turn = Self::default();
        if let [side, phase, moves, ..] = parts {
            (turn.side, turn.phase) = (side, phase);
            // Nothing is read of the other phase, because it is refused later.
            if turn.phase == "M" {
                turn.moved = read_moves(moves).ok_or_else(|| {
                    FenError::new("actions", *moves, "expected moves such as [(8D,9D),(1T,1S)]")
                })?;
            }
        }
        if let [_, _, _, number, retreats] = parts {
            turn.number = read_number("turn number", number, 1, GREATEST_NUMBER)?;
            turn.retreat = read_retreats(retreats).ok_or_else(|| {
                let reason = "expected [] or rows and columns such as [3,7]";
                FenError::new("retreats", *retreats, reason)
            })?;
        }
        Ok(turn)
    }
}

fn name_of(sign: char) -> &'static str {
    TERRAIN.iter().find(|(other, _)| *other == sign).map_or("?", |(_, name)| name)
}

fn read_coordinate(text: &str) -> Option<Square> {
    let letter = *text.as_bytes().last()?;
    let file: usize = text.get(..text.len() - 1)?.parse().ok()?;
    square_at(usize::from(letter.checked_sub(b'A')?), file.checked_sub(1)?)
}

/// The destinations in a list of moves. Entries of the list may be empty.
fn read_moves(text: &str) -> Option<Vec<Square>> {
    let text: String = text.chars().filter(|letter| *letter != ' ').collect();
    let mut list = text.strip_prefix('[')?.strip_suffix(']')?.trim_start_matches(',');
    let mut targets = Vec::new();
    while !list.is_empty() {
        let (pair, rest) = list.strip_prefix('(')?.split_once(')')?;
        let (from, to) = pair.split_once(',')?;
        targets.push(read_coordinate(from).and(read_coordinate(to))?);
        if !rest.is_empty() && !rest.starts_with(',') {
            return None;
        }
        list = rest.trim_start_matches(',');
    }
    Some(targets)
}

/// The squares of a list of rows and columns.
fn read_retreats(text: &str) -> Option<Vec<Square>> {
    let list = text.strip_prefix('[')?.strip_suffix(']')?;
    if list.trim().is_empty() {
        return Some(Vec::new());
    }
    let numbers = list.split(',').map(|number| number.trim().parse::<usize>().ok());
    let numbers = numbers.collect::<Option<Vec<usize>>>()?;
    let pairs = numbers.chunks(2).map(|pair| match pair {
        [row, column] => square_at(*row, *column),
        _ => None,
    });
    pairs.collect()
}
