//! Opening books: trees of openings that a search has grown, and the choice of a move from them.
//!
//! - `worth.rs`: the value of a move; `graph.rs`: positions and moves, with values backed up from the leaves;
//! - `file.rs`: a book as text; `error.rs`: what can be wrong with it;
//! - `grow.rs`: grows a book by search, best-first;
//! - `own_book.rs`: a book that the engine plays from.
//!
//! A book is text in ASCII. It begins with three lines:
//!
//! ```text
//! strategos book 1
//! variant pacru3
//! made by nodes 40000 lines 4 plies 20 seed 1
//! ```
//!
//! Then comes a line for each move, in the order of a walk through the tree, with a move's replies below it:
//! `PLY TURN VALUE DEPTH`. It ends with `=M` if the replies stand further up, below the Mth move. The last line is
//! `end N`, where N is the number of moves.
//!
//! - `PLY` is 1 for the moves of the start position.
//! - `TURN` is a token of a whole turn.
//! - `VALUE` is in centipawns for the player who makes the move; `#3` is a proven win in 3 turns, `#-3` a loss. With
//!   three and four players it is each player's share of the win in per mille, as `412/300/288`. It is the value of the
//!   best reply if the book has replies, otherwise that of the search.
//! - `DEPTH` is the depth of that search, in actions.

mod error;
mod file;
mod graph;
mod grow;
mod own_book;
mod worth;

pub use error::BookError;
pub use grow::{Growth, GrowthSettings, grow};
pub use own_book::{BookMove, OwnBook};
pub use worth::Worth;
