//! Bulk-counted perft of Pacific against that of `cozy-chess` from the chess start position,
//! alternating, on one thread, in processor time. Prints leaves a second and the ratio of each round.

use cozy_chess::Board;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use strategos::game::{Notation, perft};
use strategos::games::pacific::PacificA;

const ROUNDS: usize = 7;
const CHESS_DEPTH: u32 = 6;
const PACIFIC_DEPTH: u32 = 11;

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
        let pacific = rate(|| perft(&mut PacificA::start(()), PACIFIC_DEPTH, &never).unwrap_or(0));
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
    Ok(())
}
