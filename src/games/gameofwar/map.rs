//! The map of a board as text: the ranks from 20 to 1, joined by `/`. A rank has a sign for each square, or the length of
//! a run of plain squares: `^` mountain, `=` pass, `#` fortress, `A` and `a` arsenals of South and North, `.` plain.

use super::board::{HEIGHT, ROWS, Rows, SQUARES, Square, WIDTH};
use std::fmt::Write;

/// Arsenals of a side.
const ARSENALS_A_SIDE: usize = 2;

/// What a map says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GroundMap {
    pub(super) mountains: Rows,
    pub(super) passes: Rows,
    pub(super) fortresses: Rows,
    /// South's two arsenals, then North's two, in the order of squares.
    pub(super) arsenals: [Square; 4],
}

/// Why a text is no map. Ranks are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapFault {
    /// The number of ranks is wrong: the number found.
    Ranks(usize),
    /// A rank has a wrong number of squares: the rank, and the number found.
    Squares(usize, usize),
    /// A rank has another sign. It is at this byte of the text.
    Sign(usize, usize),
    /// A side has a wrong number of arsenals: the side, 0 for South and 1 for North, and the number found.
    Arsenals(usize, usize),
}

impl MapFault {
    /// What is wrong, in words.
    pub(super) fn words(self, text: &str) -> String {
        match self {
            Self::Ranks(found) => format!("expected {HEIGHT} ranks, found {found}"),
            Self::Squares(rank, found) => {
                format!("rank {rank}: expected {WIDTH} squares, found {found}")
            }
            Self::Sign(rank, at) => {
                let sign = text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or('?');
                format!("rank {rank}: `{sign}` is none of . ^ = # A a and no run of squares")
            }
            Self::Arsenals(side, found) => {
                let side = ["South (A)", "North (a)"][side];
                format!("expected {ARSENALS_A_SIDE} arsenals of {side}, found {found}")
            }
        }
    }
}

/// The sets of squares of a map, by their signs.
struct Marks {
    sets: [Rows; 5],
}

/// The signs, in the order of [`Marks::sets`].
const SIGNS: [u8; 5] = *b"^=#Aa";

/// Reads a map. Blanks and ends of lines part ranks as `/` does.
pub(super) const fn read_map(text: &str) -> Result<GroundMap, MapFault> {
    let bytes = text.as_bytes();
    let mut marks = Marks { sets: [[0; ROWS]; 5] };
    // The ranks that are still to come, and what is read of the present one: squares, and the run at its end.
    let (mut rank, mut file, mut run) = (HEIGHT, 0, 0);
    let mut is_begun = false;
    let mut at = 0;
    while at <= bytes.len() {
        let byte = if at < bytes.len() { bytes[at] } else { b'/' };
        let is_parting = matches!(byte, b'/' | b'\n' | b'\r' | b' ' | b'\t');
        if !is_parting && rank == 0 {
            return Err(MapFault::Ranks(HEIGHT + 1));
        }
        if byte.is_ascii_digit() {
            run = 10 * run + (byte - b'0') as usize;
            if run == 0 || file + run > WIDTH {
                return Err(MapFault::Squares(rank, file + run));
            }
        } else {
            (file, run) = (file + run, 0);
            if !is_parting {
                if file == WIDTH {
                    return Err(MapFault::Squares(rank, file + 1));
                }
                if !mark(&mut marks, byte, file, rank - 1) {
                    return Err(MapFault::Sign(rank, at));
                }
                file += 1;
            } else if is_begun {
                if file != WIDTH {
                    return Err(MapFault::Squares(rank, file));
                }
                (file, rank) = (0, rank - 1);
            }
        }
        is_begun = !is_parting;
        at += 1;
    }
    if rank > 0 {
        return Err(MapFault::Ranks(HEIGHT - rank));
    }
    ground(&marks)
}

/// Marks a square. Returns whether the sign is known.
const fn mark(marks: &mut Marks, sign: u8, file: usize, rank: usize) -> bool {
    let Some(square) = Square::at(file, rank) else { return false };
    let mut index = 0;
    while index < SIGNS.len() {
        if SIGNS[index] == sign {
            marks.sets[index][square.row()] |= square.bit();
            return true;
        }
        index += 1;
    }
    sign == b'.'
}

const fn ground(marks: &Marks) -> Result<GroundMap, MapFault> {
    let [mountains, passes, fortresses, south, north] = marks.sets;
    let mut arsenals = [Square::NOWHERE; 2 * ARSENALS_A_SIDE];
    let sides = [south, north];
    let mut side = 0;
    while side < 2 {
        let mut found = 0;
        let mut number = 0;
        while number < SQUARES {
            if let Some(square) = Square::at(number % WIDTH, number / WIDTH)
                && sides[side][square.row()] & square.bit() != 0
            {
                if found < ARSENALS_A_SIDE {
                    arsenals[ARSENALS_A_SIDE * side + found] = square;
                }
                found += 1;
            }
            number += 1;
        }
        if found != ARSENALS_A_SIDE {
            return Err(MapFault::Arsenals(side, found));
        }
        side += 1;
    }
    Ok(GroundMap { mountains, passes, fortresses, arsenals })
}

impl GroundMap {
    /// The sign of a square.
    pub(super) fn sign(&self, square: Square) -> char {
        let sets = [&self.mountains, &self.passes, &self.fortresses];
        let ground = sets.iter().position(|set| set[square.row()] & square.bit() != 0);
        let arsenal = self.arsenals.iter().position(|arsenal| *arsenal == square);
        match (ground, arsenal) {
            (Some(index), _) => char::from(SIGNS[index]),
            (None, Some(index)) => ['A', 'a'][index / ARSENALS_A_SIDE],
            (None, None) => '.',
        }
    }

    /// The text of the map, with runs of plain squares as numbers.
    pub(super) fn text(&self) -> String {
        let ranks = (0..HEIGHT).rev().map(|rank| {
            let mut text = String::new();
            let mut plain = 0;
            for square in (0..WIDTH).filter_map(|file| Square::at(file, rank)) {
                match self.sign(square) {
                    '.' => plain += 1,
                    sign => {
                        if plain > 0 {
                            let _ = write!(text, "{plain}");
                        }
                        plain = 0;
                        text.push(sign);
                    }
                }
            }
            if plain > 0 {
                let _ = write!(text, "{plain}");
            }
            text
        });
        ranks.collect::<Vec<_>>().join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::super::GameOfWarSettings;
    use super::*;

    const STANDARD: &str = GameOfWarSettings::STANDARD.map;

    fn signs(text: &str) -> String {
        let plain = |letter: char, run: &mut usize| match letter.to_digit(10) {
            Some(digit) => {
                *run = 10 * *run + digit as usize;
                String::new()
            }
            None => ".".repeat(std::mem::take(run)) + &letter.to_string(),
        };
        let mut run = 0;
        let body: String = text.chars().map(|letter| plain(letter, &mut run)).collect();
        body + &".".repeat(run)
    }

    #[test]
    fn a_map_reads_back_in_all_its_forms() {
        let map = read_map(STANDARD).ok().unwrap();
        assert_eq!(map.text(), STANDARD);
        let drawn = signs(STANDARD);
        assert_eq!(drawn.len(), 20 * 26 - 1);
        let lines = format!("\n{}\n", drawn.replace('/', "\n"));
        for text in [
            drawn.clone(),
            lines.clone(),
            lines.replace('\n', "\r\n  "),
            format!("{lines}\n\n"),
            STANDARD.replace('/', "/\n"),
        ] {
            assert!(read_map(&text) == Ok(map), "{text}");
        }
        let names = |set: &Rows| {
            let squares = Square::all().filter(|square| set[square.row()] & square.bit() != 0);
            squares.map(Square::name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&map.passes), "p6 j15");
        assert_eq!(names(&map.fortresses), "w6 c8 o9 m12 u13 h19");
        assert_eq!(
            names(&map.mountains),
            "p3 p4 p5 k7 l7 m7 n7 o7 p7 j12 j13 j14 j16 j17 j18 k18 l18 m18"
        );
        assert_eq!(map.arsenals.map(Square::name), ["c1", "w1", "h17", "o19"]);
    }

    #[test]
    fn faults_are_told_with_their_rank() {
        for (text, words) in [
            (STANDARD.replace("2A19A2", "2A19A1"), "rank 1: expected 25 squares, found 24"),
            (STANDARD.replace("2A19A2", "2A19A3"), "rank 1: expected 25 squares, found 26"),
            (STANDARD.replace("2A19A2", "2A19A."), "rank 1: expected 25 squares, found 24"),
            (STANDARD.replace("2A19A2", "2A 19A2"), "rank 1: expected 25 squares, found 3"),
            (STANDARD.replacen("25/", "26/", 1), "rank 20: expected 25 squares, found 26"),
            (STANDARD.replacen("25/", "025/", 1), "rank 20: expected 25 squares, found 0"),
            (STANDARD.replacen("25/", "99999999999999999999999/", 1), "rank 20: "),
            (STANDARD.replacen("25/", "", 1), "expected 20 ranks, found 19"),
            (format!("{STANDARD}/25"), "expected 20 ranks, found 21"),
            (format!("{STANDARD}/24^"), "expected 20 ranks, found 21"),
            (String::new(), "expected 20 ranks, found 0"),
            (STANDARD.replacen('^', "é", 1), "rank 18: `é` is none of"),
            (STANDARD.replacen('a', ".", 1), "expected 2 arsenals of North (a), found 1"),
            (STANDARD.replacen("25/", "24A/", 1), "expected 2 arsenals of South (A), found 3"),
        ] {
            let fault = read_map(&text).err().unwrap_or_else(|| panic!("taken: {text}"));
            assert!(fault.words(&text).starts_with(words), "{text}: {}", fault.words(&text));
        }
    }

    /// Every beginning of a map, and other signs in every place.
    #[test]
    fn no_text_does_more_harm_than_a_fault() {
        for end in 0..STANDARD.len() {
            let _ = read_map(&STANDARD[..end]).map_err(|fault| fault.words(&STANDARD[..end]));
            for sign in ["/", "9", "0", "A", "a", "\n", "ü", " ", "."] {
                let mut text = STANDARD.to_string();
                text.replace_range(end..=end, sign);
                if let Ok(map) = read_map(&text) {
                    assert!(read_map(&map.text()) == Ok(map), "{text}");
                }
            }
        }
    }
}
