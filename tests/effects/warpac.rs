//! War-in-the-Pacific Chess: losses, launches, attacks that a move makes possible; what a view does not tell.

use super::{Names, Told, game_at, moves_of, random_games, way, with_fields};
use std::collections::BTreeMap;

/// Surface pieces by square.
fn pieces(fen: &str) -> BTreeMap<String, char> {
    let mut found = BTreeMap::new();
    for (rank, text) in (1..=16).rev().zip(fen.split(' ').next().unwrap().split('/')) {
        let (mut file, mut run) = (0u8, 0u8);
        for sign in text.chars() {
            match sign.to_digit(10) {
                Some(digit) => run = 10 * run + digit as u8,
                None => {
                    file += std::mem::take(&mut run);
                    found.insert(format!("{}{rank}", (b'a' + file) as char), sign);
                    file += 1;
                }
            }
        }
    }
    found
}

fn check(variant: &str, told: &Told) {
    let (before, after) = (pieces(&told.before), pieces(&told.after));
    let fields: Vec<&str> = told.before.split(' ').collect();
    let (me, phase) = (fields[1], fields[2]);
    let is_enemy = |sign: &char| sign.is_ascii_uppercase() != (me == "w");
    let gone = before
        .iter()
        .filter(|(at, sign)| is_enemy(sign) && after.get(*at).is_none_or(|now| !is_enemy(now)));
    let gone: Names = gone.map(|(at, _)| at.clone()).collect();
    told.same(" sinks ", &told.squares(" sinks "), &gone);
    let Some((from, to)) = way(&told.token).filter(|_| !told.replies.is_empty()) else { return };
    if phase == "u" {
        let reach = |fen: &str| -> Names {
            let moves = moves_of(variant, &with_fields(fen, &[(1, me), (2, "u")]));
            moves.iter().filter_map(|token| token.strip_prefix('x')).map(str::to_string).collect()
        };
        let new: Names = reach(&told.after).difference(&reach(&told.before)).cloned().collect();
        told.same("torpedoes reach", &told.squares("torpedoes reach"), &new);
        return;
    }
    let turn = |side: &str| moves_of(variant, &with_fields(&told.after, &[(1, side), (2, "s")]));
    let ways = turn(me);
    let attacked = ways
        .iter()
        .filter_map(|token| way(token))
        .filter(|(start, end)| *start == to && after.contains_key(*end));
    let mut attacked: Names = attacked.map(|(_, end)| end.to_string()).collect();
    // A carrier may enter the square of its own squadron.
    attacked.retain(|at| is_enemy(&after[at]));
    let mut said = told.squares("it attacks");
    said.remove(to);
    told.same("it attacks", &said, &attacked);
    let replies = turn(if me == "w" { "b" } else { "w" });
    let takers = replies.iter().filter_map(|token| way(token)).filter(|(_, end)| *end == to);
    let takers: Names = takers.map(|(start, _)| start.to_string()).collect();
    told.same("be taken there", &told.squares("be taken there"), &takers);
    let docked = |fen: &str| fen.split(' ').nth(3).unwrap().contains(&format!("{from}>"));
    assert_eq!(!told.with("launched").is_empty(), docked(&told.before), "{told}");
}

#[test]
fn sentences_agree_with_positions() {
    for variant in ["warpac", "warpac-once", "warpac-subs", "warpac-subs-once"] {
        let kinds = random_games(variant, "startpos", 12, |told| check(variant, told));
        assert!(kinds["launched"] > 5, "{variant}: {kinds:?}");
    }
}

#[test]
fn a_view_tells_what_is_seen_and_no_report() {
    let mut seen = game_at("warpac-subs", "view 1 startpos").unwrap();
    let told = |game: &dyn strategos::engine::GameState, turn: &str| {
        game.effects(&[turn.to_string()]).unwrap().remove(0).join(" ")
    };
    let charges =
        told(&*seen, seen.legal_moves().iter().find(|turn| turn.starts_with('s')).unwrap());
    assert!(charges.contains("Both sides hear what they hit"), "{charges}");
    assert!(!charges.contains("nothing") && !charges.contains("contact"), "{charges}");
    seen.play(&["d4e6".to_string(), "d13e11".to_string()]).unwrap();
    let full = game_at("warpac-subs", "startpos moves d4e6 d13e11").unwrap();
    for turn in seen.legal_moves().iter().filter(|turn| !turn.starts_with('s')) {
        assert_eq!(told(&*seen, turn), told(&*full, turn), "{turn}");
    }
}
