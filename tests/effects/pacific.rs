//! Pacific: what is taken and lost, limits, Kamikazes, compulsion.

use super::{Names, Told, random_games};
use std::collections::BTreeMap;

/// Pieces by point: letter and number.
fn pieces(fen: &str) -> BTreeMap<String, (char, Option<u32>)> {
    let mut found = BTreeMap::new();
    let board = fen.split(' ').next().unwrap();
    for (row, text) in (1..=8).rev().zip(board.split('/')) {
        let mut column = 0;
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            if let Some(run) = sign.to_digit(10) {
                column += run;
                continue;
            }
            let is_numbered = !sign.eq_ignore_ascii_case(&'k');
            let number = if is_numbered { signs.next().unwrap().to_digit(10) } else { None };
            let file = (b'a' + (2 * column + (row + 1) % 2) as u8) as char;
            found.insert(format!("{file}{row}"), (sign, number));
            column += 1;
        }
    }
    found
}

fn row(square: &str) -> i32 {
    square[1..].parse().unwrap()
}

/// The planes of a side that are three rows or more ahead of their carrier.
fn at_limit(fen: &str, is_white: bool) -> Names {
    let all = pieces(fen);
    let (plane, carrier) = if is_white { ('P', 'C') } else { ('p', 'c') };
    let ahead = |square: &str, number: Option<u32>| {
        let home = all.iter().find(|(_, piece)| **piece == (carrier, number)).unwrap().0;
        (row(square) - row(home)) * if is_white { 1 } else { -1 }
    };
    let waits = |square: &String| ahead(square, all[square].1) >= 3;
    let planes = all.keys().filter(|square| all[*square].0 == plane);
    planes.filter(|square| waits(square)).cloned().collect()
}

fn check(told: &Told) {
    let (before, after) = (pieces(&told.before), pieces(&told.after));
    let is_white = told.before.contains(" w ");
    let is_own = |sign: char| sign.is_ascii_uppercase() == is_white;
    let (from, to) = (&told.token[..2], &told.token[told.token.len() - 2..]);
    let gone = before.iter().filter(|(square, piece)| {
        !is_own(piece.0) && after.get(*square).is_none_or(|now| is_own(now.0))
    });
    let gone: Names = gone.map(|(square, _)| square.clone()).collect();
    told.same("takes", &told.squares("takes"), &gone);

    let lands = after.get(to).filter(|piece| is_own(piece.0));
    let says = |phrase: &str| !told.with(phrase).is_empty();
    assert_eq!(says("is lost with the carrier"), lands.is_none(), "{told}");
    let was_plane = before[from].0.eq_ignore_ascii_case(&'p');
    let is_kamikaze = lands.is_some_and(|piece| piece.0.eq_ignore_ascii_case(&'k'));
    assert_eq!(says("becomes a Kamikaze"), was_plane && is_kamikaze, "{told}");
    let (waited, waits) = (at_limit(&told.before, is_white), at_limit(&told.after, is_white));
    assert_eq!(says("it is at its limit"), waits.contains(to), "{told}");
    let freed = waited.difference(&waits).filter(|square| after.contains_key(*square));
    let freed: Names = freed.filter(|square| *square != from).cloned().collect();
    told.same("at the limit no more", &told.squares("at the limit no more"), &freed);
    let is_home =
        before[from].0.eq_ignore_ascii_case(&'c') && row(to) == if is_white { 8 } else { 1 };
    assert_eq!(says("can be taken no more"), is_home, "{told}");

    let jumps = |token: &String| (row(&token[..2]) - row(&token[2..4])).abs() == 2;
    let must = !told.replies.is_empty() && told.replies.iter().all(jumps);
    assert_eq!(says("must attack now"), must, "{told}");
    assert_eq!(says(" wins: ") || says("is drawn"), told.replies.is_empty(), "{told}");
}

#[test]
fn sentences_agree_with_positions() {
    for variant in ["pacific-a", "pacific-b"] {
        let kinds = random_games(variant, "startpos", 60, check);
        assert!(kinds["now"] > 100 && kinds["more"] > 20 && kinds["left"] > 5, "{kinds:?}");
        assert_eq!(kinds.contains_key("destroys"), variant == "pacific-b", "{kinds:?}");
    }
}
