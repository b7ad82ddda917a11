//! Proofs against tables that hold the position, and proofs that are wrong.

use super::super::generate::{TableSettings, family_of, generate};
use super::super::tests::{Folder, make, settings};
use super::*;
use crate::game::{Distance, Notation, Outcome, Player, Rng};
use crate::games::pacific::{PacificA, PacificB, TypeA, TypeB};
use crate::games::{Playable, Variant};
use crate::search::TableListener;
use std::sync::Arc;

const MOST: usize = 300_000;

fn proven(variant: Variant, folder: &Folder, fen: &str, most_positions: usize) -> Proven {
    let tables = folder.0.to_str().unwrap().to_string();
    let settings = ProofSettings { fen: fen.to_string(), tables, most_positions };
    prove(variant, &settings, &mut |_| {}).unwrap()
}

fn verified(certificate: &Certificate, folder: &Folder) -> Result<Verified, String> {
    verify(certificate, folder.0.to_str().unwrap()).map_err(|error| error.to_string())
}

/// Proves random positions of these classes of four pieces from tables of three, and compares the tables of the classes.
fn compare<G: Playable>(variant: Variant, rules: G::Rules, classes: &[&str]) {
    let few = Folder::new(&format!("proof-{variant}-few"));
    let more = Folder::new(&format!("proof-{variant}-more"));
    make(variant, 3, &few.0, 1);
    let classes = classes.iter().map(ToString::to_string).collect();
    let all = TableSettings { classes, ..settings(4, &more.0, 1) };
    generate(variant, &all, &mut |_| {}).unwrap();
    let listener: TableListener = Arc::new(|_| {});
    let tables =
        super::super::open::<G>(variant, rules, more.0.to_str().unwrap(), &listener).unwrap();
    let family = family_of::<G>(&variant, rules).unwrap();
    let mut random = Rng::new(5);
    let mut results = [0; 3];
    for class in &all.classes {
        let listed = family.endings.classes(rules, 4);
        let material = listed.into_iter().find(|one| family.endings.name(*one) == *class).unwrap();
        let count = family.positions(material);
        let mut done = 0;
        while done < 6 {
            let Some(game) = family.position(material, random.number() % count) else { continue };
            let Some(expected) = tables.result(&game) else { continue };
            done += 1;
            let player = game.player();
            let expected = match expected {
                Distance::Draw => Outcome::Draw,
                Distance::Win(_) => Outcome::Win(player),
                Distance::Loss(_) => Outcome::Win(player.opponent()),
            };
            let found = proven(variant, &few, &game.fen(), MOST);
            assert_eq!(found.outcome, Some(expected), "{}", game.fen());
            results[match expected {
                Outcome::Draw => 0,
                Outcome::Win(player) => 1 + player.index(),
            }] += 1;
            for certificate in &found.certificates {
                let text = certificate.to_string();
                assert_eq!(Certificate::parse(&text).unwrap(), *certificate);
                verified(certificate, &few).unwrap();
            }
        }
    }
    assert!(results.iter().all(|count| *count > 0), "{results:?}");
}

#[test]
fn results_of_type_a_are_those_of_tables() {
    compare::<PacificA>(Variant::PACIFIC_A, TypeA, &["KKvKK", "CKvCK", "CPvCP"]);
}

#[test]
fn results_of_type_b_are_those_of_tables() {
    compare::<PacificB>(Variant::PACIFIC_B, TypeB, &["KKvKK", "CKvCK", "CPvCP"]);
}

/// A win of the player to move in 35 plies.
const WON: &str = "4/3k/4/4/2K1/4/2kK/4 w 0 1";

fn tables_of_three(name: &str) -> Folder {
    let folder = Folder::new(name);
    make(Variant::PACIFIC_A, 3, &folder.0, 1);
    folder
}

#[test]
fn a_proof_that_is_wrong_is_refused_where_it_is() {
    let folder = tables_of_three("proof-wrong");
    let found = proven(Variant::PACIFIC_A, &folder, WON, MOST);
    assert_eq!(found.outcome, Some(Outcome::Win(Player::ONE)));
    let [right] = &found.certificates[..] else { panic!("{found:?}") };
    assert_eq!((right.player, right.claim), (Player::ONE, Claim::Wins));
    let plies = verified(right, &folder).unwrap().plies.unwrap();
    assert_eq!(plies, 35);

    // Each move is needed.
    for position in right.moves.keys().step_by(20) {
        let mut wrong = right.clone();
        wrong.moves.remove(position);
        let error = verified(&wrong, &folder).unwrap_err();
        assert_eq!(error, format!("{position}: the proof has no move here"));
        wrong.moves.insert(position.clone(), "a1a1".to_string());
        let error = verified(&wrong, &folder).unwrap_err();
        assert_eq!(error, format!("{position}: the move of the proof is not legal (a1a1)"));
    }
    // What is claimed of the other player is not true.
    for claim in [Claim::Wins, Claim::Holds] {
        let wrong = Certificate { player: Player::TWO, claim, ..right.clone() };
        assert!(verified(&wrong, &folder).is_err(), "{claim}");
    }
    let holds = Certificate { claim: Claim::Holds, ..right.clone() };
    assert_eq!(verified(&holds, &folder).unwrap().plies, None);
    let stranger = Certificate { variant: "chess".to_string(), ..right.clone() };
    assert_eq!(verified(&stranger, &folder).unwrap_err(), "there is no variant chess");
}

/// A carrier with two planes on each side. The search for safety alone has no answer within 1.5 million positions.
const CARRIERS: &str = "c13/p13/p13/4/4/P13/P13/C13 w 0 1";

#[test]
fn a_short_win_among_lines_without_end_is_found() {
    let folder = tables_of_three("proof-short");
    let found = proven(Variant::PACIFIC_A, &folder, CARRIERS, 20_000);
    assert_eq!(found.outcome, Some(Outcome::Win(Player::TWO)), "{found:?}");
    let plies = verified(&found.certificates[0], &folder).unwrap().plies.unwrap();
    assert!(plies < 40, "{plies}");
}

/// Two Kamikazes that go to and fro prove no win, although they lose nothing.
#[test]
fn a_line_that_comes_back_is_no_proof_of_a_win() {
    let folder = tables_of_three("proof-circle");
    let found = proven(Variant::PACIFIC_A, &folder, "k2k/4/4/4/4/4/4/K2K w 0 1", MOST);
    assert_eq!((found.outcome, found.certificates.len()), (Some(Outcome::Draw), 2));
    for certificate in found.certificates {
        let wins = Certificate { claim: Claim::Wins, ..certificate };
        let error = verified(&wins, &folder).unwrap_err();
        let is_named = error.contains("comes back") || error.contains("it is not true here");
        assert!(is_named, "{error}");
    }
}

#[test]
fn too_many_positions_are_no_answer() {
    let folder = tables_of_three("proof-many");
    let start = Variant::PACIFIC_A.new_game().position().start.to_string();
    let fen = start.trim_start_matches("fen ").to_string();
    let fen = if fen == "startpos" { PacificA::start(TypeA).fen() } else { fen };
    let found = proven(Variant::PACIFIC_A, &folder, &fen, 1_000);
    assert_eq!((found.outcome, found.certificates.len()), (None, 0));
    assert!((4_000..5_000).contains(&found.positions), "four questions: {found:?}");
}

#[test]
fn texts_that_are_no_proofs_are_refused_by_line() {
    let moves = [("k3/4/4/4/4/4/4/K3 w".to_string(), "a1a2".to_string())];
    let certificate = Certificate {
        variant: "pacific-a".to_string(),
        start: "k3/4/4/4/4/4/4/K3 w 0 1".to_string(),
        player: Player::TWO,
        claim: Claim::Holds,
        moves: moves.into_iter().collect(),
    };
    let text = certificate.to_string();
    assert_eq!(Certificate::parse(&text).unwrap(), certificate);
    let faults = [
        ("strategos proof 1", "strategos proof 2", "line 1: expected strategos proof 1"),
        ("variant ", "game ", "line 2: expected variant NAME"),
        ("start ", "start", "line 3: expected start FEN"),
        ("player 2 holds", "player 3 holds", "line 4: expected claim player N wins|holds"),
        ("moves 1", "moves 2", "line 7: expected TOKEN POSITION"),
        ("moves 1", "moves x", "line 5: expected a number of moves"),
        ("moves 1", "moves 99999999999999999999", "line 5: expected a number of moves"),
        ("\nend", "", "line 7: the file ends too early"),
    ];
    for (old, new, reason) in faults {
        let wrong = text.replacen(old, new, 1);
        let error = Certificate::parse(&wrong).unwrap_err().to_string();
        assert!(error.starts_with(reason), "{error}");
    }
    for length in 0..text.len() - 1 {
        assert!(Certificate::parse(&text[..length]).is_err(), "{length}");
    }
}

#[test]
fn games_without_tables_are_refused() {
    let settings = |tables: &str| ProofSettings {
        fen: WON.to_string(),
        tables: tables.to_string(),
        most_positions: 10,
    };
    let refused = |variant, tables: &str| {
        prove(variant, &settings(tables), &mut |_| {}).unwrap_err().to_string()
    };
    assert_eq!(refused(Variant::PACRU, "x"), "there are no endgame tables for pacru");
    assert!(refused(Variant::PACIFIC_A, "/no/such/folder").starts_with("/no/such/folder: "));
}
