//! A book that the engine plays from.

use super::error::BookError;
use super::file::{BookText, position_after};
use super::graph::{Graph, Leaf};
use super::worth::Worth;
use crate::engine::{GameState, Position};
use crate::game::{Rng, Score};
use crate::games::Variant;
use std::collections::HashMap;
use std::path::Path;

/// Longest line that a book shows, in turns.
const MOST_SHOWN: usize = 16;

/// A move of a book, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The rest of the turn: the first token. Then the best replies, as far as the book goes.
    pub line: Vec<String>,
    /// The value of the move.
    pub worth: Worth,
    /// The score of the move, as a search reports it.
    pub score: Score,
    /// The depth of the search that found it, in actions.
    pub depth: i32,
}

/// A book, and where each position stands in it.
pub struct OwnBook {
    variant: Variant,
    graph: Graph,
    values: Vec<Option<Worth>>,
    /// Positions with moves, by the key that the player to move knows. The fewest turns from the start come first.
    numbers: HashMap<u64, usize>,
}

impl OwnBook {
    /// Reads a book from a file. Every move is checked.
    ///
    /// # Errors
    /// If the file cannot be read, is no book, or is cut, or if a move is illegal.
    pub fn load(path: &Path) -> Result<Self, BookError> {
        let BookText { variant, graph, .. } = BookText::load(path)?;
        Self::new(variant, graph).map_err(|error| BookError::at(path, error))
    }

    fn new(variant: Variant, graph: Graph) -> Result<Self, BookError> {
        let mut numbers = HashMap::new();
        let mut game = variant.new_game();
        // Parts of a game are hidden from its start on, or never.
        let is_open = game.is_open();
        for Leaf { number, path } in graph.ways() {
            let key = if is_open {
                graph.nodes()[number].key
            } else {
                game.set_position(&position_after(&path))?;
                known_key(&*game)?
            };
            numbers.entry(key).or_insert(number);
        }
        let values = graph.values();
        Ok(Self { variant, graph, values, numbers })
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The moves of the present position, best first. Between two actions of a turn, those that go on with it. Empty
    /// if the book does not have the position. Transpositions are found. What the mover cannot see plays no part.
    pub fn moves(&self, game: &dyn GameState) -> Vec<BookMove> {
        if game.variant() != self.variant || game.outcome().is_some() || game.bystander().is_some()
        {
            return Vec::new();
        }
        let Some((number, begun)) = self.find(game) else { return Vec::new() };
        let node = &self.graph.nodes()[number];
        let mut moves: Vec<BookMove> = Vec::new();
        for edge in &node.edges {
            let Some(rest) = rest_of(&edge.token, &begun).filter(|rest| game.is_legal(rest)) else {
                continue;
            };
            let worth = self.graph.worth(&self.values, number, edge);
            let line = std::iter::once(rest.to_string()).chain(self.best_line(edge.to)).collect();
            let score = worth.score(node.player);
            moves.push(BookMove { line, worth, score, depth: edge.depth });
        }
        moves.sort_by_key(|one| std::cmp::Reverse(one.worth.for_player(node.player)));
        moves
    }

    /// One of the moves whose value is at most `margin` below the best one, in centipawns or, with three and four
    /// players, per mille of the win. All of them are as likely. The choice follows from the seed and the position.
    pub fn choose(&self, game: &dyn GameState, margin: i32, seed: u64) -> Option<BookMove> {
        let mut moves = self.moves(game);
        let player = game.player();
        let least = moves.first()?.worth.for_player(player) - margin;
        moves.retain(|one| one.worth.for_player(player) >= least);
        let key = known_key(game).unwrap_or_default();
        let drawn = Rng::new(seed ^ key).below(moves.len());
        Some(moves.swap_remove(drawn))
    }

    /// The position at the start of the turn, and the actions since, joined by commas.
    fn find(&self, game: &dyn GameState) -> Option<(usize, String)> {
        if game.turn_start() {
            return Some((*self.numbers.get(&known_key(game).ok()?)?, String::new()));
        }
        let Position { view, start, mut moves } = game.position();
        let begun = moves.pop()?;
        let mut before = game.boxed();
        before.set_position(&Position { view, start, moves }).ok()?;
        before.turn_start().then_some(())?;
        Some((*self.numbers.get(&known_key(&*before).ok()?)?, begun))
    }

    /// The best moves from a position on.
    fn best_line(&self, mut number: usize) -> Vec<String> {
        let mut line = Vec::new();
        while let Some(best) = self.values[number].filter(|_| line.len() < MOST_SHOWN) {
            let node = &self.graph.nodes()[number];
            let is_best =
                |worth: Worth| worth.for_player(node.player) == best.for_player(node.player);
            let mut edges = node.edges.iter();
            let Some(edge) =
                edges.find(|edge| is_best(self.graph.worth(&self.values, number, edge)))
            else {
                break;
            };
            line.push(edge.token.clone());
            number = edge.to;
        }
        line
    }
}

/// What is left of a turn after the actions that were made; `None` if the turn does not begin with them.
fn rest_of<'a>(turn: &'a str, begun: &str) -> Option<&'a str> {
    if begun.is_empty() {
        return Some(turn);
    }
    turn.strip_prefix(begun)?.strip_prefix(',')
}

/// The key of the position as the player to move knows it.
fn known_key(game: &dyn GameState) -> Result<u64, BookError> {
    if game.is_open() {
        return Ok(game.key());
    }
    let mut known = game.boxed();
    known.set_position(&game.record(game.player().number())?)?;
    Ok(known.key())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::book::file::tests::SMALL;
    use crate::engine::Start;

    fn book(text: &str) -> OwnBook {
        let BookText { variant, graph, .. } = BookText::read(text).unwrap();
        OwnBook::new(variant, graph).unwrap()
    }

    fn firsts(book: &OwnBook, game: &dyn GameState) -> Vec<String> {
        book.moves(game).into_iter().map(|one| one.line.join(" ")).collect()
    }

    #[test]
    fn moves_come_best_first_with_their_lines() {
        let book = book(SMALL);
        let mut game = Variant::PACIFIC_A.new_game();
        assert_eq!(firsts(&book, &*game), ["c3d4 d6e5", "c3b4 d6e5"]);
        game.choose("c3b4").unwrap();
        assert_eq!(firsts(&book, &*game), ["d6e5"]);
        game.choose("d6e5").unwrap();
        assert!(book.moves(&*game).is_empty());
        assert!(book.moves(&*Variant::PACIFIC_B.new_game()).is_empty());
    }

    #[test]
    fn a_move_is_drawn_within_the_margin() {
        let book = book(&SMALL.replace("c3b4 -3 5\n2 d6e5 3", "c3b4 -9 5\n2 d6e5 9"));
        let game = Variant::PACIFIC_A.new_game();
        let drawn = |margin| {
            let chosen = (0..64).filter_map(|seed| book.choose(&*game, margin, seed));
            let firsts = chosen.map(|one| one.line[0].clone());
            firsts.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(drawn(5).len(), 1);
        assert_eq!(drawn(6).len(), 2);
        assert_eq!(book.choose(&*game, 6, 5), book.choose(&*game, 6, 5));
    }

    #[test]
    fn a_position_of_a_fen_is_found_too() {
        let book = book(SMALL);
        let mut game = Variant::PACIFIC_A.new_game();
        game.choose("c3d4").unwrap();
        let fen = game.fen();
        game.set_position(&Position::from_start(Start::Fen(fen))).unwrap();
        assert_eq!(firsts(&book, &*game), ["d6e5"]);
    }

    #[test]
    fn a_turn_that_was_begun_is_completed() {
        let head = "strategos book 1\nvariant gameofwar\nmade by hand\n";
        let book = book(&format!("{head}1 r6s5,n9n10,end 0 1\n1 p6q7,end -5 1\nend 2\n"));
        let mut game = Variant::GAMEOFWAR.new_game();
        game.choose("r6s5").unwrap();
        assert_eq!(firsts(&book, &*game), ["n9n10,end"]);
        game.choose("n9n10").unwrap();
        assert_eq!(firsts(&book, &*game), ["end"]);
        game.undo().unwrap();
        game.choose("p6q7").unwrap();
        assert!(book.moves(&*game).is_empty());
    }

    #[test]
    fn hidden_submarines_play_no_part() {
        let head = "strategos book 1\nvariant warpac-subs\nmade by hand\n";
        let book = book(&format!("{head}1 g4f2 0 1\n2 g13f15 0 1\n3 c6c8 0 1\nend 3\n"));
        let mut game = Variant::WARPAC_SUBS.new_game();
        assert_eq!(firsts(&book, &*game), ["g4f2 g13f15 c6c8"]);
        // Black's submarines stand elsewhere, which White does not know.
        let fen = game.fen().replace("f10,k10,", "f9,k9,");
        game.set_position(&Position::from_start(Start::Fen(fen.clone()))).unwrap();
        assert_eq!(firsts(&book, &*game), ["g4f2 g13f15 c6c8"]);
        game.choose("g4f2").unwrap();
        assert!(book.moves(&*game).is_empty(), "Black knows it");
        let view = Position { view: Some(1), ..Position::from_start(Start::StartPos) };
        game.set_position(&view).unwrap();
        assert_eq!(firsts(&book, &*game), ["g4f2 g13f15 c6c8"]);
    }
}
