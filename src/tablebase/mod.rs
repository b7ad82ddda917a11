//! Endgame tables: exact values of all positions with few pieces.
//!
//! A game numbers its endings ([`Endings`](crate::game::Endings)); this module makes, reads and checks the tables.
//! `strategos tables` is the command.
//!
//! - `value.rs`: results and distances; `class.rs`: a material class and its successors.
//! - `solve.rs`: retrograde analysis; `checkpoint.rs`: its finished stages; `generate.rs`: all classes of a variant;
//!   `work.rs`: threads.
//! - `file.rs`: files; `check.rs`: their verification; `summary.rs`: their contents in short.
//! - `probe.rs`: tables that a search asks; `cache.rs`: decompressed blocks.
//! - `proof/`: exact values of larger positions, by search to positions of tables.
//!
//! # What a value means
//!
//! Every position has two distances in plies, with the draw clock at 0:
//! - `end`: the result when no limit is set on plies without loss or change, and the plies to the end of the game.
//!   The winner makes them few, the loser many.
//! - `reset`: the same result, and the plies to the next action that resets the draw clock or ends the game, on a way
//!   that keeps the result. A distance above the limit is a result that the limit spoils: a draw under the rules.
//!
//! Together they are the five values of Syzygy tables: win, spoilt win, draw, spoilt loss, loss. With the clock at
//! `c`, a win or loss holds if `c + reset` is at most the limit. If `c + end` is at most the limit too, `end` is also
//! the distance under the rules.
//!
//! Tables know no history. A repetition makes a draw only where a position occurs for the third time, so a table can
//! call a position won that was reached twice before in the game. From any position, play by `end` repeats nothing.
//!
//! # The files
//!
//! There is one file for a material class, called `VARIANT.CLASS.ending`, such as `pacific-a.CKvK.ending`. A class is
//! named by the forces of both players, the larger ones first. All numbers are little-endian.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `STRGEND1` |
//! | 4 | the number 0x01020304 |
//! | 2, then as many | length of a text, then the text: variant, class and edition of the rules, separated by spaces |
//! | 4 | the limit in plies: 100 in Pacific, 200 in War-in-the-Pacific Chess |
//! | 1 | sides: 1 if both players have the same forces, otherwise 2 |
//! | 1 | width: bytes of a code, 1 or 2 |
//! | 8 | number of positions of one side |
//! | 4 | positions in each block but the last, which may have fewer: 4096 at most |
//! | 8 | number of blocks |
//! | 8 for each block | its compressed length (4), and the checksum of its compressed bytes (4) |
//! | 4 | the checksum of everything before |
//! | the rest | the blocks, one after the other |
//!
//! Checksums are FNV-1a with 32 bits. A block is a zlib stream (RFC 1950). Decompressed, it holds the `end` codes of its
//! positions and then their `reset` codes. The code 0 is a draw, `2 n + 1` a win of the player to move in `n` plies,
//! `2 n + 2` a loss in `n` plies.
//!
//! The positions come in the order of their numbers. The first half is that with the first-named forces to move, the
//! second half that with the other forces to move. If there is one side only, the player to move sees the position
//! as its own. The numbers of Pacific are defined in `src/games/pacific/endings.rs`, those of War-in-the-Pacific Chess
//! in `src/games/warpac/endings/numbers.rs`.

mod cache;
mod check;
mod checkpoint;
mod class;
mod file;
mod generate;
mod probe;
mod proof;
mod solve;
mod summary;
mod value;
mod work;

pub use check::check;
pub use file::TableError;
pub use generate::{TableEvent, TableSettings, generate};
pub use probe::open;
pub use proof::{
    Certificate, Claim, Progress, ProofSettings, Proven, Question, Verified, prove, verify,
};
pub use summary::Summary;
pub use value::Value;

#[cfg(test)]
mod tests;
