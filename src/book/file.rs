//! A book as text, see the [module](super) for the format.

use super::error::BookError;
use super::graph::{Edge, Graph, Node, ROOT};
use super::worth::Worth;
use crate::engine::{GameState, Position, Start};
use crate::game::Player;
use crate::games::Variant;
use crate::host::replace_file;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

const TITLE: &str = "strategos book 1";
/// The mark before the number of the move below which the replies stand.
const SEEN: char = '=';

/// A book with what its file says of it.
pub(super) struct BookText {
    pub variant: Variant,
    /// How it was made: settings that a continued run must share.
    pub making: String,
    pub graph: Graph,
}

/// The position after some turns from the start, as the command `position` gives it.
pub(super) fn position_after(path: &[String]) -> Position {
    Position { view: None, start: Start::StartPos, moves: path.to_vec() }
}

/// The present position of a game as a position of a book, `ply` turns from the start.
pub(super) fn node_of(game: &dyn GameState, ply: usize) -> Node {
    let players = game.variant().players();
    // What is not public cannot be looked up by a player.
    let is_public = (0..players).all(|seat| game.is_told_all(Player::new(seat)));
    let closed = game.outcome().is_some() || !is_public || !game.turn_start();
    Node { player: game.player(), key: game.key(), ply, closed, edges: Vec::new() }
}

impl BookText {
    /// A book without moves.
    pub fn new(variant: Variant, making: String) -> Self {
        let graph = Graph::new(node_of(&*variant.new_game(), 0));
        Self { variant, making, graph }
    }

    /// The text of the book.
    pub fn text(&self) -> String {
        let mut text =
            format!("{TITLE}\nvariant {}\nmade by {}\n", self.variant.record_name(), self.making);
        let (values, first_lines) = (self.graph.values(), vec![0; self.graph.nodes().len()]);
        let mut walk = Walk { graph: &self.graph, values, lines: 0, first_lines };
        walk.write(ROOT, &mut text);
        let _ = writeln!(text, "end {}", walk.lines);
        text
    }

    /// Writes the book to a file, at once or not at all: a killed program leaves the old file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), BookError> {
        replace_file(path, &self.text()).map_err(|error| BookError::at(path, error))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, is no book, or is cut, or if a move is illegal.
    pub fn load(path: &Path) -> Result<Self, BookError> {
        let bytes = std::fs::read(path).map_err(|error| BookError::at(path, error))?;
        let text = String::from_utf8(bytes).map_err(|_| BookError::at(path, "no text"))?;
        Self::read(&text).map_err(|error| BookError::at(path, error))
    }

    /// Reads the text of a book. Every move is checked.
    ///
    /// # Errors
    /// Names the line that is wrong.
    pub fn read(text: &str) -> Result<Self, BookError> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        if lines.next().map(|(_, line)| line) != Some(TITLE) {
            return Err(BookError::new(format!("no book: the first line is not \"{TITLE}\"")));
        }
        let name = header(lines.next(), "variant ")?;
        let variant = Variant::from_record(name).map_err(|reason| BookError::in_line(2, reason))?;
        let making = header(lines.next(), "made by ")?.to_string();
        let mut reading = Reading::new(variant);
        for (number, line) in lines.by_ref() {
            if let Some(count) = line.strip_prefix("end ") {
                if count.parse() != Ok(reading.lines) {
                    let found = reading.lines;
                    return Err(BookError::in_line(
                        number,
                        format!("{count} moves expected, {found} found"),
                    ));
                }
                if let Some((number, _)) = lines.next() {
                    return Err(BookError::in_line(number, "nothing may stand behind the end"));
                }
                return Ok(Self { variant, making, graph: reading.graph });
            }
            reading.take(line).map_err(|reason| BookError::in_line(number, reason))?;
        }
        Err(BookError::new(
            "the file is cut: its last line, \"end\" and the number of moves, is missing",
        ))
    }
}

/// The text behind the first word of a line of the head.
fn header<'a>(line: Option<(usize, &'a str)>, word: &str) -> Result<&'a str, BookError> {
    let (number, line) = line.unwrap_or((1, ""));
    let expected = || BookError::in_line(number, format!("expected \"{}\"", word.trim_end()));
    line.strip_prefix(word).ok_or_else(expected)
}

/// Writes the moves of a book.
struct Walk<'a> {
    graph: &'a Graph,
    values: Vec<Option<Worth>>,
    lines: usize,
    /// By position, the number of the move that first led to it; 0 for none.
    first_lines: Vec<usize>,
}

impl Walk<'_> {
    fn write(&mut self, number: usize, text: &mut String) {
        // A book is as deep as its turns, which are few.
        let node = &self.graph.nodes()[number];
        for edge in &node.edges {
            let worth = self.graph.worth(&self.values, number, edge);
            let Edge { token, to, depth, .. } = edge;
            let has_replies = !self.graph.nodes()[*to].edges.is_empty();
            self.lines += 1;
            let first = self.first_lines[*to];
            let mark =
                if first > 0 && has_replies { format!(" {SEEN}{first}") } else { String::new() };
            let _ = writeln!(text, "{} {token} {worth} {depth}{mark}", node.ply + 1);
            if first == 0 {
                self.first_lines[*to] = self.lines;
                self.write(*to, text);
            }
        }
    }
}

/// A book that is being read.
struct Reading {
    game: Box<dyn GameState>,
    seats: usize,
    graph: Graph,
    lines: usize,
    /// The number of the move that first led to a position, by the number of the position.
    first_lines: HashMap<usize, usize>,
    /// The turns that lead to the last move, that move included.
    path: Vec<String>,
    /// The positions on that way, the start first; `None` where the replies stand further up.
    numbers: Vec<Option<usize>>,
}

impl Reading {
    fn new(variant: Variant) -> Self {
        let game = variant.new_game();
        let graph = Graph::new(node_of(&*game, 0));
        Self {
            game,
            seats: variant.players(),
            graph,
            lines: 0,
            first_lines: HashMap::new(),
            path: Vec::new(),
            numbers: vec![Some(ROOT)],
        }
    }

    /// Reads the line of a move.
    fn take(&mut self, line: &str) -> Result<(), String> {
        const FORM: &str = "expected PLY TURN VALUE DEPTH";
        let words: Vec<&str> = line.split(' ').collect();
        let (ply, token, worth, depth, mark) = match words[..] {
            [ply, token, worth, depth] => (ply, token, worth, depth, None),
            [ply, token, worth, depth, mark] => (ply, token, worth, depth, Some(mark)),
            _ => return Err(FORM.to_string()),
        };
        let ply: usize = ply.parse().map_err(|_| format!("{FORM}: no ply ({ply})"))?;
        let depth = depth.parse().map_err(|_| format!("{FORM}: no depth ({depth})"))?;
        let no_value = || format!("{FORM}: no value ({worth})");
        let worth = Worth::read(worth, self.seats).ok_or_else(no_value)?;
        if ply == 0 || ply > self.numbers.len() {
            return Err(format!("ply {ply} cannot follow ply {}", self.numbers.len() - 1));
        }
        self.numbers.truncate(ply);
        self.path.truncate(ply - 1);
        let Some(from) = self.numbers[ply - 1] else {
            return Err("the move before it says that its replies stand further up".to_string());
        };
        let to = self.play(from, token, ply)?;
        self.lines += 1;
        let first = *self.first_lines.entry(to).or_insert(self.lines);
        let has_replies = !self.graph.nodes()[to].edges.is_empty();
        let expected = has_replies.then(|| format!("{SEEN}{first}"));
        if mark != expected.as_deref() {
            return Err(match expected {
                Some(expected) => {
                    format!("the replies stand further up: expected {expected} at the end")
                }
                None => format!("no replies stand further up ({})", mark.unwrap_or_default()),
            });
        }
        self.graph.link(from, Edge { token: token.to_string(), to, worth, depth });
        self.numbers.push(mark.is_none().then_some(to));
        Ok(())
    }

    /// Plays a move of a position. Returns the number of the position after it.
    fn play(&mut self, from: usize, token: &str, ply: usize) -> Result<usize, String> {
        if self.graph.nodes()[from].closed {
            return Err("no move can follow here".to_string());
        }
        self.game.set_position(&position_after(&self.path)).map_err(|error| error.to_string())?;
        self.game.choose(token).map_err(|error| error.to_string())?;
        if !self.game.turn_start() && self.game.outcome().is_none() {
            return Err(format!("{token} is no whole turn"));
        }
        self.path.push(token.to_string());
        let (to, _) = self.graph.add(node_of(&*self.game, ply));
        let edges = &self.graph.nodes()[from].edges;
        match edges.iter().find(|edge| edge.to == to) {
            Some(edge) => Err(format!("{token} leads where {} does", edge.token)),
            None => Ok(to),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
pub(super) mod tests {
    use super::*;

    /// Two moves; the second one has replies. Both orders of the moves lead to one position.
    pub const SMALL: &str = "strategos book 1\nvariant pacific-a\nmade by hand\n\
        1 c3d4 10 5\n2 d6e5 3 4\n1 c3b4 -3 5\n2 d6e5 3 4\nend 4\n";

    fn error(text: &str) -> String {
        BookText::read(text).err().unwrap().to_string()
    }

    #[test]
    fn a_book_is_read_as_it_is_written() {
        let book = BookText::read(SMALL).unwrap();
        assert_eq!((book.variant, book.making.as_str()), (Variant::PACIFIC_A, "hand"));
        assert_eq!(book.graph.searched(), 3);
        // The value of a move with replies is that of the best reply.
        assert_eq!(book.text(), SMALL.replace("c3d4 10", "c3d4 -3"));
    }

    #[test]
    fn transpositions_are_written_once() {
        let text = "strategos book 1\nvariant pacific-a\nmade by hand\n\
            1 c3d4 -2 5\n2 d6e5 2 4\n3 g3h4 -2 3\n4 b6a5 2 2\n\
            1 g3h4 -2 5\n2 d6e5 2 4\n3 c3d4 -2 3 =3\nend 7\n";
        let book = BookText::read(text).unwrap();
        assert_eq!(book.text(), text);
        assert_eq!(
            error(&text.replace(" =3", "")),
            "line 10: the replies stand further up: expected =3 at the end"
        );
        let twice = text.replace("end 7", "4 b6a5 2 2\nend 8");
        assert_eq!(
            error(&twice),
            "line 11: the move before it says that its replies stand further up"
        );
    }

    #[test]
    fn faults_name_the_line() {
        for (old, new, fault) in [
            (
                "strategos book 1",
                "strategos book 2",
                "no book: the first line is not \"strategos book 1\"",
            ),
            ("pacific-a", "chess", "line 2: there is no variant chess"),
            ("made by", "by", "line 3: expected \"made by\""),
            (
                "end 4\n",
                "",
                "the file is cut: its last line, \"end\" and the number of moves, is missing",
            ),
            ("end 4", "end 3", "line 8: 3 moves expected, 4 found"),
            ("end 4", "end 4\n1 d2e3 0 1", "line 9: nothing may stand behind the end"),
            ("1 c3b4", "4 c3b4", "line 6: ply 4 cannot follow ply 2"),
            ("1 c3b4", "0 c3b4", "line 6: ply 0 cannot follow ply 2"),
            ("1 c3b4 -3 5", "1 c3b4 -3", "line 6: expected PLY TURN VALUE DEPTH"),
            (
                "1 c3b4 -3 5",
                "1 c3b4 1/2 5",
                "line 6: expected PLY TURN VALUE DEPTH: no value (1/2)",
            ),
            ("1 c3b4", "1 c3d4", "line 6: c3d4 leads where c3d4 does"),
            ("-3 5\n", "-3 5 =1\n", "line 6: no replies stand further up (=1)"),
        ] {
            let text = SMALL.replace(old, new);
            assert_ne!(text, SMALL);
            assert_eq!(error(&text), fault);
        }
        let illegal = error(&SMALL.replace("c3b4", "c3c4"));
        assert!(illegal.starts_with("line 6: illegal move c3c4"), "{illegal}");
    }

    #[test]
    fn a_turn_must_be_whole() {
        let head = "strategos book 1\nvariant gameofwar\nmade by hand\n";
        let fault = error(&format!("{head}1 r6s5 0 1\nend 1\n"));
        assert_eq!(fault, "line 4: r6s5 is no whole turn");
        assert!(BookText::read(&format!("{head}1 r6s5,end 0 1\nend 1\n")).is_ok());
    }

    #[test]
    fn only_what_is_public_has_moves() {
        let head = "strategos book 1\nvariant warpac-subs\nmade by hand\n";
        let first = format!("{head}1 g4f2 0 1\n2 g13f15 0 1\n3 c6c8 0 1\n");
        assert!(BookText::read(&format!("{first}end 3\n")).is_ok());
        let fault = error(&format!("{first}4 f10f9 0 1\nend 4\n"));
        assert_eq!(fault, "line 7: no move can follow here");
    }
}
