//! Bulk-counted perft of Pacific against that of `cozy-chess` from the chess start position,
//! alternating, on one thread, in processor time. Prints leaves a second and the ratio of each round.

use cozy_chess::Board;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use strategos::game::{Game, Notation, perft};
use strategos::games::pacific::{PacificA, TypeA};

const ROUNDS: usize = 7;
const CHESS_DEPTH: u32 = 6;
const PACIFIC_DEPTH: u32 = 11;
/// For the count that makes every leaf.
const FULL_DEPTH: u32 = 10;

fn chess_perft(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                leaves += chess_perft(&child, depth - 1);
            }
        }
        false
    });
    leaves
}

/// The same count of Pacific, with every leaf made and taken back.
fn full_perft(game: &mut PacificA, depth: u32, list: &mut Vec<<PacificA as Game>::Action>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let first = list.len();
    game.actions(list);
    let mut leaves = 0;
    for index in first..list.len() {
        let undo = game.make(list[index]);
        leaves += full_perft(game, depth - 1, list);
        game.unmake(undo);
    }
    list.truncate(first);
    leaves
}

/// Leaves a second of `count`. Wall time: each measurement is a few seconds on one thread, and the
/// ratio of neighbours in time is what counts.
fn rate(count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let leaves = count();
    leaves as f64 / start.elapsed().as_secs_f64()
}

fn main() -> Result<(), Box<dyn Error>> {
    let never = AtomicBool::new(false);
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let chess = rate(|| chess_perft(&Board::default(), CHESS_DEPTH));
        let pacific = rate(|| perft(&mut PacificA::start(TypeA), PACIFIC_DEPTH, &never).unwrap_or(0));
        println!(
            "cozy-chess {:.0} M/s  pacific-a {:.0} M/s  ratio {:.3}",
            chess / 1e6,
            pacific / 1e6,
            pacific / chess
        );
        ratios.push(pacific / chess);
    }
    ratios.sort_by(f64::total_cmp);
    println!("median ratio {:.3}", ratios[ROUNDS / 2]);
    let full = rate(|| full_perft(&mut PacificA::start(TypeA), FULL_DEPTH, &mut Vec::new()));
    println!("pacific-a without bulk counting {:.0} M/s", full / 1e6);
    Ok(())
}
