//! A Game of War: losses, units that are cut off or connected again, and who takes part in a combat.

use super::{Names, Told, game_at, random_games, squares_in, way};
use crate::common::Random;
use std::collections::BTreeMap;

const FIGHT: &str = "fen 25/9r11x3/25/25/25/13ii1c8/11iiiicwc7/13Iiiki7/12I1I10/11ICI1I1I7/14I1WIC6/14X2K1C5/25/16R8/25/25/25/25/25/25 w w1,h17,o19 - - - - 1 43";

/// Units by square.
fn units(fen: &str) -> BTreeMap<String, char> {
    let mut found = BTreeMap::new();
    for (rank, text) in (1..=20).rev().zip(fen.split(' ').next().unwrap().split('/')) {
        let mut file = 0u8;
        let mut run = 0u8;
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

fn online(fen: &str) -> Names {
    let game = game_at("gameofwar", &format!("fen {fen}")).unwrap();
    squares_in(&game.game_query("online", &[]).unwrap().unwrap())
}

fn check(told: &Told) {
    let (before, after) = (units(&told.before), units(&told.after));
    let (was_on, is_on) = (online(&told.before), online(&told.after));
    // Where each unit that is still there stood.
    let moved = way(&told.token);
    let was_at = |square: &String| match moved {
        Some((from, to)) if to == square => from.to_string(),
        _ => square.clone(),
    };
    let changed = |lost: bool| -> Names {
        let differs = |square: &&String| {
            was_on.contains(&was_at(square)) == lost && is_on.contains(*square) != lost
        };
        after.keys().filter(differs).cloned().collect()
    };
    told.same("cut off", &told.squares("cut off"), &changed(true));
    told.same("connected again", &told.squares("connected again"), &changed(false));
    if let Some(target) = told.token.strip_prefix('x').filter(|_| moved.is_none()) {
        let is_gone = !after.contains_key(target);
        assert_eq!(told.with("is destroyed.").len(), usize::from(is_gone), "{told}");
        assert!(told.squares(" attacks ").contains(target), "{told}");
    }
    let retreats = told.before.split(' ').nth(4).unwrap() != "-" && before.len() == after.len();
    assert!(told.with(" retreats ").is_empty() || retreats, "{told}");
}

#[test]
fn sentences_agree_with_positions() {
    let kinds = random_games("gameofwar", FIGHT, 40, check);
    assert!(kinds["off"] > 50 && kinds["again"] > 20 && kinds["destroyed"] > 20, "{kinds:?}");
}

/// The units in a half of the answer to `combatants`, and the sum of what they add.
fn sum(half: &str) -> (Names, i32) {
    let words: Vec<&str> = half.split(' ').skip(1).collect();
    let pairs = words.chunks(2);
    let added = pairs.clone().map(|pair| pair[1].parse::<i32>().unwrap()).sum();
    (pairs.map(|pair| pair[0].to_string()).collect(), added)
}

#[test]
fn combatants_add_up_to_the_sums_of_the_combat() {
    let (mut charges, mut combats) = (0, 0);
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut game = game_at("gameofwar", FIGHT).unwrap();
        for _ in 0..60 {
            let moves = game.legal_moves();
            let Some(token) = (!moves.is_empty()).then(|| super::choose(&moves, &mut random))
            else {
                break;
            };
            let all = units(&game.fen());
            for (square, unit) in &all {
                let ask = |name: &str| game.game_query(name, &[square]).unwrap().unwrap();
                let answer = ask("combatants");
                let (attack, defence) = answer.split_once(" / ").unwrap();
                let ((attackers, power), (defenders, cover)) = (sum(attack), sum(defence));
                assert_eq!(
                    ask("combat"),
                    format!("attack {power} defence {cover}"),
                    "{square} {}",
                    game.fen()
                );
                let is_south = unit.is_ascii_uppercase();
                assert!(attackers.iter().all(|at| all[at].is_ascii_uppercase() != is_south));
                assert!(defenders.iter().all(|at| all[at].is_ascii_uppercase() == is_south));
                charges += usize::from(attack.contains(" 7"));
                combats += usize::from(power > 0);
            }
            game.play(&[token]).unwrap();
        }
    }
    assert!(charges > 20 && combats > 1000, "{charges} {combats}");
}
