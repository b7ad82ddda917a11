//! Pacru, Azacru, Shacru: markers, territories, captures, threats, chevrons without a move.

use super::{Names, Told, moves_of, random_games, with_fields};
use std::collections::{BTreeMap, BTreeSet};

const LETTERS: &str = "wbrg";
const SIDES: [&str; 4] = ["White", "Black", "Red", "Green"];

/// Markers and chevrons by player, from a FEN.
struct Board {
    markers: [Names; 4],
    chevrons: [Names; 4],
}

fn board(fen: &str) -> Board {
    let mut board = Board { markers: Default::default(), chevrons: Default::default() };
    for (rank, text) in (1..=9).rev().zip(fen.split(' ').next().unwrap().split('/')) {
        let mut file = b'a';
        let mut signs = text.chars().peekable();
        while let Some(sign) = signs.next() {
            if let Some(run) = sign.to_digit(10) {
                file += run as u8;
                continue;
            }
            let name = format!("{}{rank}", file as char);
            let player = LETTERS.find(sign.to_ascii_lowercase()).unwrap();
            if sign.is_ascii_uppercase() {
                signs.next();
                board.chevrons[player].insert(name.clone());
            }
            if sign.is_ascii_lowercase() || signs.next_if_eq(&'*').is_some() {
                board.markers[player].insert(name);
            }
            file += 1;
        }
    }
    board
}

fn mover(fen: &str) -> usize {
    LETTERS.find(fen.split(' ').nth(1).unwrap()).unwrap()
}

/// The borderland of a field, by its first and last field.
fn land(field: &str) -> String {
    let (file, rank) = (field.as_bytes()[0] - b'a', field.as_bytes()[1] - b'1');
    let corner =
        |part: u8| format!("{}{}", (b'a' + file / 3 * 3 + part) as char, rank / 3 * 3 + part + 1);
    format!("{} to {}", corner(0), corner(2))
}

/// The player with most markers in each borderland.
fn owners(board: &Board) -> BTreeMap<String, usize> {
    let lands: BTreeSet<String> = board.markers.iter().flatten().map(|field| land(field)).collect();
    let owner = |name: &String| {
        let count =
            |player: usize| board.markers[player].iter().filter(|at| land(at) == *name).count();
        let best = (0..4).max_by_key(|player| count(*player))?;
        (0..4).all(|other| other == best || count(other) < count(best)).then_some(best)
    };
    lands.iter().filter_map(|name| Some((name.clone(), owner(name)?))).collect()
}

/// The legal moves of `player`, as if a turn of his began.
fn turn_of(variant: &str, fen: &str, player: usize) -> Vec<String> {
    moves_of(variant, &with_fields(fen, &[(1, &LETTERS[player..=player]), (2, "-")]))
}

/// The enemy chevrons that `player` could capture.
fn captures(variant: &str, fen: &str, player: usize) -> Names {
    let chevrons = board(fen).chevrons;
    let enemies: Names =
        (0..4).filter(|other| *other != player).flat_map(|other| chevrons[other].clone()).collect();
    let moves = turn_of(variant, fen, player);
    let targets =
        moves.iter().filter(|token| token.len() >= 4).map(|token| token[2..4].to_string());
    targets.filter(|target| enemies.contains(target)).collect()
}

/// The fields of the chevrons of `player` that can move.
fn movable(variant: &str, fen: &str, player: usize) -> Names {
    let moves = turn_of(variant, fen, player);
    let moves = moves.iter().filter(|token| token.len() >= 4 && &token[2..3] != "r");
    moves.map(|token| token[..2].to_string()).collect()
}

fn check(variant: &str, told: &Told) {
    let (before, after) = (board(&told.before), board(&told.after));
    let me = mover(&told.before);
    let gained: Names = after.markers[me].difference(&before.markers[me]).cloned().collect();
    let given: Names = before.markers[me].difference(&after.markers[me]).cloned().collect();
    told.same(" gains ", &told.squares(" gains "), &gained);
    told.same(" gives up ", &told.squares(" gives up "), &given);
    for other in (0..4).filter(|other| *other != me) {
        let taken: Names = before.markers[other].intersection(&gained).cloned().collect();
        let phrase = format!(" {}'s.", SIDES[other]);
        told.same(&phrase, &told.squares(&phrase), &taken);
        let lost = before.chevrons[other]
            .contains(&told.token[2.min(told.token.len())..4.min(told.token.len())]);
        let phrase = format!("captures {}'s chevron", SIDES[other]);
        assert_eq!(!told.with(&phrase).is_empty(), lost && variant.starts_with("pacru"), "{told}");
        let is_out = !before.chevrons[other].is_empty() && after.chevrons[other].is_empty();
        let says = told.with("out of the game").iter().any(|text| text.contains(SIDES[other]));
        assert_eq!(says, is_out && variant.starts_with("pacru"), "{told}");
    }
    let (had, has) = (owners(&before), owners(&after));
    for name in had.keys().chain(has.keys()).collect::<BTreeSet<_>>() {
        let said = told.with(name);
        let is_new = has.get(name) != had.get(name);
        assert_eq!(
            said.iter().filter(|text| text.contains("has most markers")).count(),
            usize::from(is_new),
            "{told}"
        );
        if is_new {
            let (owner, end) = match has.get(name) {
                Some(owner) => (*owner, "now."),
                None => (had[name], "no more."),
            };
            assert!(said[0].starts_with(SIDES[owner]) && said[0].ends_with(end), "{told}");
        }
    }
    if !told.replies.is_empty() {
        check_threats(variant, told, me);
    }
}

fn check_threats(variant: &str, told: &Told, me: usize) {
    let threats = |fen: &str| captures(variant, fen, me);
    let new: Names = threats(&told.after).difference(&threats(&told.before)).cloned().collect();
    told.same("threatens", &told.squares("threatens"), &new);
    let still = board(&told.after).chevrons;
    let locked = (0..4).filter(|player| *player != me).flat_map(|player| {
        let lost = movable(variant, &told.before, player);
        let stays: Names = lost.intersection(&still[player]).cloned().collect();
        stays.difference(&movable(variant, &told.after, player)).cloned().collect::<Vec<_>>()
    });
    told.same("No move is left", &told.squares("No move is left"), &locked.collect());
}

#[test]
fn sentences_agree_with_positions() {
    for variant in ["pacru", "pacru3", "pacru4", "azacru", "azacru4", "shacru", "shacru3"] {
        let kinds = random_games(variant, "startpos", 12, |told| check(variant, told));
        assert!(kinds["now"] > 50, "{variant}: {kinds:?}");
    }
}

#[test]
fn connections_meetings_and_payments_are_told() {
    let told = |variant: &str, fen: &str, turn: &str| {
        let game = super::game_at(variant, &format!("fen {fen}")).unwrap();
        game.effects(&[turn.to_string()]).unwrap().remove(0).join(" ")
    };
    let paying = "W7b1W44B4/9/9/9/4B0*4/7b1/7b1/b8/2b6 b - 0 10";
    let text = told("pacru", paying, "e5r6,xa2,xb9,xc1,xh3");
    assert!(text.contains("Black gives up 4 markers: a2, b9, c1 and h3"), "{text}");
}
