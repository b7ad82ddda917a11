//! Boards that can be turned or mirrored together with their seats. Every evaluator gives both positions the same
//! values, for each player.

use crate::common;
use crate::common::Random;
use crate::common::network::network;
use crate::common::pacific::{swap_colour, transform};
use std::sync::Arc;
use strategos::game::{Game, Notation, Score};
use strategos::games::Playable;
use strategos::games::pacific::{PacificA, PacificB, TypeA, TypeB};
use strategos::games::pacru::{Azacru, Meeting, Pacru, Shacru};
use strategos::games::warpac::{Standard, Submarines, Surface};
use strategos::search::{EvalSource, Evaluator, MOST_PLAYERS};

/// The values that an evaluation source gives a position, by seat.
fn values<G: Playable>(eval_source: &EvalSource, state: &G) -> [Score; MOST_PLAYERS] {
    G::Evaluator::with_eval(eval_source, state).values(state)
}

/// Compares positions of random games with their turned positions. `turn` gives the turned FEN, or `None` if there is
/// nothing to compare. `seat_after` gives the new seat of the player in a seat.
fn check<G: Playable>(
    rules: G::Rules,
    turn: impl Fn(&str) -> Option<String>,
    seat_after: impl Fn(usize) -> usize,
) {
    let mut eval_sources = vec![EvalSource::BuiltIn, EvalSource::HandMade];
    eval_sources.extend(network::<G>(9, 200).map(|network| EvalSource::File(Arc::new(network))));
    let mut random = Random::new(11);
    let mut compared = 0;
    for _ in 0..common::games(12) {
        for played in common::random_game::<G>(rules, &mut random, 160) {
            let state = played.state();
            if state.outcome().is_some() || !state.turn_start() || random.below(3) > 0 {
                continue;
            }
            let Some(fen) = turn(&state.fen()) else { continue };
            let turned = G::from_fen(rules, &fen).unwrap();
            assert_eq!(turned.player().index(), seat_after(state.player().index()), "{fen}");
            for (number, eval_source) in eval_sources.iter().enumerate() {
                let [before, after] = [values(eval_source, state), values(eval_source, &turned)];
                for seat in 0..G::PLAYERS {
                    assert_eq!(
                        before[seat],
                        after[seat_after(seat)],
                        "seat {seat} of {} and {fen}, evaluation {number}",
                        state.fen()
                    );
                }
            }
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

const LETTERS: &str = "wbrg";

/// Turns a position of Pacru's family by `quarters`, and moves every player by `seats` in the order of turns. Each
/// quarter brings the west to the south.
fn turn_pacru(fen: &str, quarters: usize, seats: usize, players: usize) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let letter = |old: char| {
        let Some(seat) = LETTERS.find(old.to_ascii_lowercase()) else { return old };
        let seat = (seat + players - seats) % players;
        let new = LETTERS.as_bytes()[seat] as char;
        if old.is_ascii_uppercase() { new.to_ascii_uppercase() } else { new }
    };
    let mut board = vec![vec![String::new(); 9]; 9];
    for (row, text) in fields[0].split('/').enumerate() {
        let mut file = 0;
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            if let Some(run) = sign.to_digit(10) {
                file += run as usize;
                continue;
            }
            let mut piece = letter(sign).to_string();
            if sign.is_ascii_uppercase() {
                let facing = signs.next().and_then(|sign| sign.to_digit(10)).unwrap() as usize;
                piece += &((facing + 8 - 2 * quarters) % 8).to_string();
                piece.extend(signs.next_if_eq(&'*'));
            }
            let (mut to_file, mut to_rank) = (file, 8 - row);
            for _ in 0..quarters {
                (to_file, to_rank) = (8 - to_rank, to_file);
            }
            board[8 - to_rank][to_file] = piece;
            file += 1;
        }
    }
    let rows: Vec<String> = board.iter().map(|row| row_text(row)).collect();
    let [side, stage] =
        [fields[1], fields[2]].map(|text| text.chars().map(letter).collect::<String>());
    format!("{} {side} {stage} {}", rows.join("/"), fields[3..].join(" "))
}

/// The text of a row: its pieces, and the numbers of empty places between them.
fn row_text(places: &[String]) -> String {
    let mut text = String::new();
    for group in places.chunk_by(|one, other| one.is_empty() && other.is_empty()) {
        match &*group[0] {
            "" => text += &group.len().to_string(),
            piece => text += piece,
        }
    }
    text
}

fn check_two<G: Playable>(rules: G::Rules) {
    check::<G>(rules, |fen| Some(turn_pacru(fen, 2, 1, 2)), |seat| 1 - seat);
}

fn check_four<G: Playable>(rules: G::Rules) {
    for seats in 1..4 {
        let turn = |fen: &str| Some(turn_pacru(fen, seats, seats, 4));
        check::<G>(rules, turn, |seat| (seat + 4 - seats) % 4);
    }
}

#[test]
fn turning_changes_no_value_in_pacru() {
    check_two::<Pacru<2>>(Meeting::Tournament);
    check_four::<Pacru<4>>(Meeting::Tournament);
}

#[test]
fn turning_changes_no_value_in_azacru() {
    check_two::<Azacru<2>>(());
    check_four::<Azacru<4>>(());
}

#[test]
fn turning_changes_no_value_in_shacru() {
    check_two::<Shacru<2>>(());
    check_four::<Shacru<4>>(());
}

/// A late position of a game between engines. The seating once changed its value by 95 centipawns.
#[test]
fn turning_changes_no_value_of_a_late_position_of_azacru() {
    const FEN: &str = "2R6*6/1rrB0*brR2*gG2*/W1*B0*1rrrrr1/w1bb1rbR4*1/1ww1bbW7*g1/B6*b1G6*gggw1/\
                       2bgwgw1W4*/1wwbwg3/G6*g7 g - 0 13";
    const TURNED: &str = "W0*2R0*1bB3*2/wb1rb1R2*g1/1br1br1gG0*/1rwW0*1rgR2*1/1bbwr1gr1/1wwwrggg1/\
                          2bwB1*rgG4*1/3bwG6*gw1/2B6*4W4*1 w - 0 13";
    assert_eq!(turn_pacru(FEN, 3, 3, 4), TURNED);
    let state = |fen| Azacru::<4>::from_fen((), fen).unwrap();
    let own = |fen| values(&EvalSource::BuiltIn, &state(fen))[state(fen).player().index()];
    assert_eq!(own(FEN), own(TURNED));
}

#[test]
fn turning_changes_no_value_in_pacific() {
    let turn = |fen: &str| Some(transform(fen, true, swap_colour));
    check::<PacificA>(TypeA, turn, |seat| 1 - seat);
    check::<PacificB>(TypeB, turn, |seat| 1 - seat);
}

/// A position of War-in-the-Pacific Chess with exchanged sides: the ranks come in reverse order. Returns `None` if a
/// player knows something about single squares.
fn mirror_warpac(fen: &str) -> Option<String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    let [board, side, phase, wings, subs, "-", counters @ ..] = &*fields else { return None };
    let ranks: Vec<String> = board.split('/').rev().map(swap_colour).collect();
    let side = if *side == "w" { "b" } else { "w" };
    let mut subs: Vec<String> = subs.split('/').map(mirror_squares).collect();
    subs.reverse();
    let (wings, subs) = (mirror_squares(wings), subs.join("/"));
    Some(format!("{} {side} {phase} {wings} {subs} - {}", ranks.join("/"), counters.join(" ")))
}

/// Replaces every rank R in a text of squares by 17 - R.
fn mirror_squares(text: &str) -> String {
    let mut mirrored = String::new();
    for part in text.split_inclusive(|sign: char| !sign.is_ascii_digit()) {
        let rank: String = part.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(rank) = rank.parse::<u32>() {
            mirrored += &(17 - rank).to_string();
        }
        mirrored.extend(part.chars().skip(rank.len()));
    }
    mirrored
}

#[test]
fn changing_sides_changes_no_value_in_war_in_the_pacific() {
    check::<Surface>(Standard::ALWAYS, mirror_warpac, |seat| 1 - seat);
    check::<Submarines>(Standard::ALWAYS, mirror_warpac, |seat| 1 - seat);
}
