//! Beliefs: how likely each unseen piece stands on each square, counted over sampled states.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// An unseen piece and its square in a sampled state. The order is that of the squares: a1, b1 .. a2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HiddenPiece {
    /// From 0.
    pub rank: u8,
    /// From 0, below 26.
    pub file: u8,
    /// As in the FEN.
    pub letter: char,
}

/// What a player sees on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character that draws it.
    pub letter: char,
    /// Whether the square shows a piece. False means that it shows only the ground of the board.
    pub is_piece: bool,
}

/// Counts, over the sampled states, of each piece on each square. As text it is what follows `response`: square,
/// letter and probability of each piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beliefs {
    states: u32,
    counts: BTreeMap<HiddenPiece, u32>,
}

impl Beliefs {
    /// Counts one more sampled state.
    pub fn add(&mut self, unseen: impl IntoIterator<Item = HiddenPiece>) {
        self.states += 1;
        for what in unseen {
            *self.counts.entry(what).or_default() += 1;
        }
    }

    /// Each piece and square with its probability, in the order of the squares.
    pub fn shares(&self) -> impl Iterator<Item = (HiddenPiece, f64)> {
        let states = f64::from(self.states.max(1));
        self.counts.iter().map(move |(what, count)| (*what, f64::from(*count) / states))
    }

    /// A board with the likeliest piece of each square and its per cent. `glyphs` holds the ranks as the player sees
    /// them, from rank 1. The letters of the files stand below the board.
    pub fn diagram(&self, glyphs: &[Vec<Glyph>]) -> String {
        let mut likeliest: BTreeMap<(u8, u8), (char, f64)> = BTreeMap::new();
        for (what, share) in self.shares() {
            let best = likeliest.entry((what.rank, what.file)).or_insert((what.letter, share));
            if share > best.1 {
                *best = (what.letter, share);
            }
        }
        let mut text = String::new();
        for (rank, row) in glyphs.iter().enumerate().rev() {
            let rank = rank as u8;
            let cells: String = (0..)
                .zip(row)
                .map(|(file, glyph)| cell(*glyph, likeliest.get(&(rank, file)).copied()))
                .collect();
            let _ = writeln!(text, "{:>3}  {}", u32::from(rank) + 1, cells.trim_end());
        }
        let files = glyphs.first().map_or(0, Vec::len) as u8;
        let names: String = (0..files).map(|file| format!("{}    ", file_name(file))).collect();
        let _ = writeln!(text, "\n     {}", names.trim_end());
        text
    }
}

impl fmt::Display for Beliefs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (HiddenPiece { rank, file, letter }, share) in self.shares() {
            let (file, rank) = (file_name(file), u32::from(rank) + 1);
            write!(f, "{gap}{file}{rank} {letter} {share:.3}")?;
            gap = " ";
        }
        Ok(())
    }
}

fn file_name(file: u8) -> char {
    char::from(b'a' + file)
}

/// A square, five columns wide: a letter and its probability in per cent. A piece in sight wins over the likeliest
/// unseen one.
fn cell(glyph: Glyph, likeliest: Option<(char, f64)>) -> String {
    let Some((letter, share)) = likeliest else { return format!("{}    ", glyph.letter) };
    let letter = if glyph.is_piece { glyph.letter } else { letter };
    match (share * 100.0).round() {
        0.0 => format!("{letter} <1 "),
        percent => format!("{letter}{percent:>3} "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unseen(file: u8, rank: u8, letter: char) -> HiddenPiece {
        HiddenPiece { rank, file, letter }
    }

    /// In three of four states a ship stands on b1; in the fourth a submarine.
    fn beliefs() -> Beliefs {
        let mut beliefs = Beliefs::default();
        for _ in 0..3 {
            beliefs.add([unseen(1, 0, 'N')]);
        }
        beliefs.add([unseen(0, 1, 's'), unseen(1, 0, 's')]);
        beliefs
    }

    #[test]
    fn shares_are_listed_in_the_order_of_squares() {
        assert_eq!(beliefs().to_string(), "b1 N 0.750 b1 s 0.250 a2 s 0.250");
        assert_eq!(Beliefs::default().to_string(), "");
    }

    #[test]
    fn a_diagram_shows_the_likeliest_unseen_piece() {
        let ground = Glyph { letter: '.', is_piece: false };
        let ship = Glyph { letter: 'K', is_piece: true };
        let diagram = beliefs().diagram(&[vec![ground, ground], vec![ship, ground]]);
        assert_eq!(diagram, "  2  K 25 .\n  1  .    N 75\n\n     a    b\n");
    }

    #[test]
    fn small_probabilities_are_drawn_as_less_than_one() {
        let mut beliefs = Beliefs::default();
        beliefs.add([unseen(0, 0, 's')]);
        (0..299).for_each(|_| beliefs.add([]));
        let diagram = beliefs.diagram(&[vec![Glyph { letter: '.', is_piece: false }]]);
        assert!(diagram.starts_with("  1  s <1\n"), "{diagram}");
    }
}
