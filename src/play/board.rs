//! Splits the diagram of any game into squares, to rotate the board and to mark changed squares.

use super::screen::{Screen, Tint};
use crate::games::Variant;

/// Facings as arrows. Opposite arrows are four apart.
const ARROWS: [char; 8] = [
    '\u{2191}', '\u{2197}', '\u{2192}', '\u{2198}', '\u{2193}', '\u{2199}', '\u{2190}', '\u{2196}',
];
/// A line with fewer letters is not the line of file names.
const LEAST_FILES: usize = 4;

/// A diagram as lines and squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    lines: Vec<BoardLine>,
    /// Column of each file within a line.
    columns: Vec<usize>,
    /// Width of a square in characters.
    width: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum BoardLine {
    /// A rank of squares: the whole line, padded to its last square.
    Rank(Vec<char>),
    /// The line with the letters of the files.
    Files(Vec<char>),
    Other(String),
}

impl Board {
    /// Splits a diagram. A diagram without file letters is shown unchanged.
    pub fn read(diagram: &str) -> Self {
        let columns = diagram.lines().find_map(files).unwrap_or_default();
        let width = columns.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap_or(1);
        let end = columns.last().map_or(0, |last| last + width);
        let mut is_above = !columns.is_empty();
        let lines = diagram.lines().map(|line| {
            let mut signs: Vec<char> = line.chars().collect();
            if is_above && files(line).is_some() {
                is_above = false;
                BoardLine::Files(signs)
            } else if is_above && begins_with_number(line) {
                signs.resize(signs.len().max(end), ' ');
                BoardLine::Rank(signs)
            } else {
                BoardLine::Other(line.to_string())
            }
        });
        Self { lines: lines.collect(), columns, width }
    }

    /// Names of the squares whose content differs from `before`.
    pub fn changes(&self, before: &Self) -> Vec<String> {
        let pairs = self.ranks().zip(before.ranks());
        let mut changes = Vec::new();
        for (now, then) in pairs {
            for (file, column) in self.columns.iter().enumerate() {
                if essence(self.cell(now, *column)) != essence(self.cell(then, *column)) {
                    changes.push(self.name(now, file));
                }
            }
        }
        changes.sort();
        changes
    }

    /// The same board seen from the other side.
    pub fn turned(&self) -> Self {
        let ranks: Vec<&Vec<char>> = self.ranks().collect();
        let mut mirrored = ranks.iter().rev();
        let lines = self.lines.iter().map(|line| match line {
            BoardLine::Rank(own) => match mirrored.next() {
                Some(other) => BoardLine::Rank(self.turned_rank(own, other)),
                None => line.clone(),
            },
            BoardLine::Files(signs) => {
                let mut turned = signs.clone();
                for (column, other) in self.columns.iter().zip(self.columns.iter().rev()) {
                    turned[*column] = signs[*other];
                }
                BoardLine::Files(turned)
            }
            BoardLine::Other(_) => line.clone(),
        });
        Self { lines: lines.collect(), columns: self.columns.clone(), width: self.width }
    }

    /// The rank `other` shown in place of `own`: its number, its squares, and its note about a
    /// player.
    fn turned_rank(&self, own: &[char], other: &[char]) -> Vec<char> {
        let (first, end) = (self.columns[0], self.end());
        let mut turned = own[..end].to_vec();
        turned[..first].copy_from_slice(&other[..first]);
        for (column, from) in self.columns.iter().zip(self.columns.iter().rev()) {
            let cell = self.cell(other, *from).iter().map(|sign| turned_sign(*sign));
            turned.splice(*column..column + self.width, cell);
        }
        let [own_note, other_note] =
            [own, other].map(|rank| rank[end..].iter().collect::<String>());
        let of_player = |note: &str| note.contains("moves");
        let note = match (of_player(&own_note), of_player(&other_note)) {
            (_, true) => turned_words(&other_note),
            (true, false) => String::new(),
            (false, false) => own_note,
        };
        turned.extend(note.chars());
        turned
    }

    /// The width of the board in columns of the terminal, without the text below it.
    pub fn columns(&self) -> usize {
        let ranks = self.ranks().map(|rank| {
            let text: String = rank.iter().collect();
            text.trim_end().chars().count()
        });
        ranks.max().unwrap_or(0)
    }

    /// The board as lines. Squares in `changes` are highlighted, and pieces have their players'
    /// colours.
    pub fn painted(&self, changes: &[String], variant: Variant, screen: &Screen) -> String {
        let lines = self.lines.iter().map(|line| match line {
            BoardLine::Rank(rank) => self.painted_rank(rank, changes, variant, screen),
            BoardLine::Files(signs) => signs.iter().collect(),
            BoardLine::Other(text) => text.clone(),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn painted_rank(
        &self,
        rank: &[char],
        changes: &[String],
        variant: Variant,
        screen: &Screen,
    ) -> String {
        let mut text = String::new();
        let mut at = 0;
        for (file, column) in self.columns.iter().enumerate() {
            text.extend(&rank[at..*column]);
            let cell: String = self.cell(rank, *column).iter().collect();
            let signs = cell.trim_end();
            if changes.contains(&self.name(rank, file)) {
                text += &screen.tinted(Tint::Changed, signs);
            } else {
                text += &in_colours(signs, variant, screen);
            }
            text += &cell[signs.len()..];
            at = column + self.width;
        }
        text.extend(&rank[at..]);
        text.trim_end().to_string()
    }

    fn ranks(&self) -> impl Iterator<Item = &Vec<char>> {
        self.lines.iter().filter_map(|line| match line {
            BoardLine::Rank(signs) => Some(signs),
            _ => None,
        })
    }

    fn end(&self) -> usize {
        self.columns.last().map_or(0, |last| last + self.width)
    }

    fn cell<'a>(&self, rank: &'a [char], column: usize) -> &'a [char] {
        &rank[column..column + self.width]
    }

    /// The name of a square of a rank, also on a rotated board.
    fn name(&self, rank: &[char], file: usize) -> String {
        let letter = self.lines.iter().find_map(|line| match line {
            BoardLine::Files(signs) => Some(signs[self.columns[file]]),
            _ => None,
        });
        let number = rank[..self.columns[0]].iter().filter(|sign| sign.is_ascii_digit());
        letter.into_iter().chain(number.copied()).collect()
    }
}

/// The columns of the files, if this line names the files.
fn files(line: &str) -> Option<Vec<usize>> {
    let letters: Vec<(usize, char)> =
        line.chars().enumerate().filter(|(_, sign)| *sign != ' ').collect();
    let is_in_order = letters.iter().zip('a'..='z').all(|((_, sign), wanted)| *sign == wanted);
    (letters.len() >= LEAST_FILES && is_in_order)
        .then(|| letters.iter().map(|(column, _)| *column).collect())
}

fn begins_with_number(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|word| word.parse::<u32>().is_ok())
}

/// The piece on a square, without signs of the ground. Empty if the square has no letter.
fn essence(cell: &[char]) -> String {
    let is_part = |sign: &char| sign.is_alphanumeric() || *sign == '*' || ARROWS.contains(sign);
    let signs: String = cell.iter().copied().filter(is_part).collect();
    if signs.contains(char::is_alphabetic) { signs } else { String::new() }
}

fn turned_sign(sign: char) -> char {
    let arrow = ARROWS.iter().position(|arrow| *arrow == sign);
    arrow.map_or(sign, |index| ARROWS[(index + 4) % 8])
}

/// Swaps "up" and "down" for a rotated board.
fn turned_words(note: &str) -> String {
    let words = note.split(' ').map(|word| match word {
        "up" => "down",
        "down" => "up",
        other => other,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Colours each piece by its player. Signs directly after a letter belong to the piece.
fn in_colours(signs: &str, variant: Variant, screen: &Screen) -> String {
    let mut text = String::new();
    let mut owner = None;
    for sign in signs.chars() {
        if sign.is_alphabetic() {
            owner = variant.owner(sign);
        } else if essence(&['x', sign]).len() < 2 {
            owner = None;
        }
        let sign = sign.to_string();
        text += &match owner {
            Some(player) => screen.tinted(Tint::Side(player.index()), &sign),
            None => sign,
        };
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::Charset;
    use crate::games::{Playable, Visitor};

    /// The diagram after some actions. It uses the rules alone, so that the test does not compile
    /// the search of every game.
    struct Diagram<'a>(&'a [&'a str], Charset);

    impl Visitor for Diagram<'_> {
        type Output = String;

        fn visit<G: Playable>(self, rules: G::Rules) -> String {
            let mut game = G::start(rules);
            for token in self.0 {
                game.make(game.parse_action(token).unwrap());
            }
            game.diagram(self.1)
        }
    }

    fn board(variant: Variant, moves: &[&str], charset: Charset) -> (Board, String) {
        let diagram = variant.visit(Diagram(moves, charset));
        (Board::read(&diagram), diagram)
    }

    fn plain(board: &Board, variant: Variant) -> String {
        board.painted(&[], variant, &Screen::plain())
    }

    #[test]
    fn every_diagram_is_put_together_as_it_was_and_turns_twice_into_itself() {
        for variant in Variant::ALL {
            for charset in [Charset::Ascii, Charset::Unicode] {
                let (board, diagram) = board(*variant, &[], charset);
                assert!(board.ranks().count() > 1 && board.columns.len() >= 8, "{variant:?}");
                let lines: Vec<&str> = diagram.lines().map(str::trim_end).collect();
                assert_eq!(plain(&board, *variant), lines.join("\n"), "{variant:?}");
                let back = board.turned().turned();
                assert_eq!(plain(&back, *variant), lines.join("\n"), "{variant:?}");
                assert_ne!(plain(&board.turned(), *variant), lines.join("\n"));
            }
        }
    }

    #[test]
    fn what_a_move_changes_is_found_in_every_family() {
        for (variant, token, squares) in [
            (Variant::PACIFIC_A, "c3d4", &["c3", "d4"][..]),
            (Variant::PACRU, "a3b4@b6", &["a3", "b4", "b6"]),
            (Variant::WARPAC, "e2e3", &["d2", "d3", "e2", "e3"]),
            (Variant::WARPAC_SUBS, "a4b6", &["a4", "b6"]),
            (Variant::GAMEOFWAR, "c7b7", &["b7", "c7"]),
        ] {
            for charset in [Charset::Ascii, Charset::Unicode] {
                let before = board(variant, &[], charset).0;
                let after = board(variant, &[token], charset).0;
                assert_eq!(after.changes(&before), squares, "{variant:?}");
                assert_eq!(after.changes(&after), [""; 0]);
            }
        }
    }

    #[test]
    fn every_board_fits_eighty_columns() {
        for variant in Variant::ALL {
            for charset in [Charset::Ascii, Charset::Unicode] {
                let (board, diagram) = board(*variant, &[], charset);
                let widest = diagram.lines().map(|line| line.chars().count()).max();
                assert!(widest.is_some_and(|widest| widest <= 80), "{variant:?}: {diagram}");
                assert!((30..=80).contains(&board.columns()), "{variant:?}");
            }
        }
    }

    #[test]
    fn a_turned_board_shows_the_other_side() {
        let (board, _) = board(Variant::PACRU, &[], Charset::Unicode);
        let turned = plain(&board.turned(), Variant::PACRU);
        let lines: Vec<&str> = turned.lines().collect();
        assert!(lines[1].contains("  1  ") && lines[1].contains("W\u{2193}"), "{turned}");
        assert!(turned.contains("i   h   g     f   e   d     c   b   a"), "{turned}");
        let (board, _) = super::tests::board(Variant::PACIFIC_A, &[], Charset::Ascii);
        let turned = plain(&board.turned(), Variant::PACIFIC_A);
        let top = turned.lines().next().unwrap();
        assert_eq!(
            top.trim_end(),
            "  1   .   C4  .   C3  .   C2  .   C1    White, upper case, moves down"
        );
    }
}
