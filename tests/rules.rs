//! Checks the rules against counts and positions from other sources: the vectors of an independent implementation,
//! published perft counts, and the worked examples of the rules.

use crate::common;
use common::{for_every_variant, tokens};
use std::sync::atomic::AtomicBool;
use strategos::game::{FenError, Game, Notation, Outcome, Played, Player, perft};
use strategos::games::Playable;
use strategos::games::pacific::{PacificA, PacificB, TypeA, TypeB};

/// Depths with more lines than this are not counted line by line.
const MOST_LINES: u64 = 30_000;

const PACIFIC_START: &str = "c4c3c2c1/p4p3p2p1/p4p3p2p1/4/4/P1P2P3P4/P1P2P3P4/C1C2C3C4 w 0 1";

fn count<G: Playable>(game: &G, depth: u32) -> u64 {
    perft(&mut game.clone(), depth, &AtomicBool::new(false)).unwrap()
}

fn read<G: Playable>(rules: G::Rules, fen: &str) -> G {
    G::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn read_a(fen: &str) -> PacificA {
    read(TypeA, fen)
}

fn read_b(fen: &str) -> PacificB {
    read(TypeB, fen)
}

/// `game` after the action with this token.
fn after<G: Playable>(game: &G, token: &str) -> G {
    let mut next = game.clone();
    let action = game.parse_action(token).unwrap_or_else(|error| panic!("{token}: {error}"));
    next.make(action);
    next
}

// --- The shared vectors -------------------------------------------------------------------------

#[test]
fn every_line_of_the_vectors_holds() {
    for (name, lines) in common::vectors::files() {
        assert!(common::vectors::check(&lines) > 100, "{name}");
    }
}

// --- Perft --------------------------------------------------------------------------------------

#[test]
fn perft_of_the_start_of_pacific() {
    const SHALLOW: [u64; 9] = [1, 7, 49, 301, 1849, 11_223, 68_121, 401_700, 2_349_372];
    let (a, b) = (read_a(PACIFIC_START), read_b(PACIFIC_START));
    for (depth, leaves) in SHALLOW.into_iter().enumerate() {
        assert_eq!(count(&a, depth as u32), leaves, "type A, depth {depth}");
        assert_eq!(count(&b, depth as u32), leaves, "type B, depth {depth}");
    }
}

// The two types first differ at depth 10.

#[test]
fn perft_ten_of_pacific_a() {
    assert_eq!(count(&read_a(PACIFIC_START), 10), 68_123_028);
}

#[test]
fn perft_ten_of_pacific_b() {
    assert_eq!(count(&read_b(PACIFIC_START), 10), 68_121_716);
}

for_every_variant! {
    fn perft_is_the_number_of_lines_counted_one_by_one<G>(rules) {
        fn lines<G: Playable>(game: &G, depth: u32) -> u64 {
            if depth == 0 {
                return 1;
            }
            let children = tokens(game).into_iter().map(|token| after(game, &token));
            children.map(|child| lines(&child, depth - 1)).sum()
        }
        let start = G::start(rules);
        for depth in 0..=4 {
            let leaves = count(&start, depth);
            if leaves > MOST_LINES {
                break;
            }
            assert_eq!(leaves, lines(&start, depth), "depth {depth}");
        }
    }

    fn a_raised_flag_ends_perft<G>(rules) {
        let mut start = G::start(rules);
        let fen = start.fen();
        assert!(perft(&mut start, 30, &AtomicBool::new(true)).is_err());
        assert!(fen.len() > 3);
    }
}

// --- Worked examples of src/games/pacific/rules.md, section 9 ---------------------------------------------

fn assert_moves<G: Playable>(game: &G, expected: &[&str]) {
    assert_eq!(tokens(game), expected, "{}", game.fen());
}

#[test]
fn example_1_a_plane_at_its_limit_cannot_move() {
    assert_moves(&read_a("4/k3/4/4/1P22/4/4/1C22 w 0 1"), &["c1b2", "c1d2"]);
}

#[test]
fn example_2_a_plane_at_its_limit_cannot_attack() {
    assert_moves(&read_a("3c1/4/4/2p11/1P22/4/4/1C22 w 0 1"), &["c1b2", "c1d2"]);
    assert_moves(&read_a("3c1/4/4/2p11/1P22/4/1C22/4 w 0 1"), &["d4f6"]);
}

#[test]
fn example_3_a_chain_makes_a_kamikaze_and_wins() {
    let game = read_a("2c2c1/1p22/4/1p12/1P32/2C31/4/4 w 0 1");
    assert_moves(&game, &["d4b6d8"]);
    let won = after(&game, "d4b6d8");
    assert_eq!(won.fen(), "1Kc2c1/4/4/4/4/2C31/4/4 b 0 1");
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::ONE)));
    assert_moves(&won, &[]);
}

#[test]
fn example_4_the_choice_between_attacks_is_free_but_none_may_stop_early() {
    let game = read_a("c11c2c3/4/2p31/4/1p1p21/2P11/4/C13 w 0 1");
    assert_moves(&game, &["e3c5", "e3g5e7"]);
    assert!(game.parse_action("e3g5").is_err());
}

#[test]
fn example_5_a_plane_goes_on_as_a_kamikaze() {
    assert_moves(&read_a("3c1/1p1p11/2P11/3C1/4/4/4/4 w 0 1"), &["f6d8b6"]);
}

#[test]
fn example_6_planes_of_a_destroyed_carrier_leave_at_once() {
    assert_moves(&read_a("3c1/3p2/2p11/4/1c22/1P12/4/1C12 w 0 1"), &["c3e5g7"]);
    assert_moves(&read_a("3c1/p13/2p21/4/1c22/1P12/4/1C12 w 0 1"), &["c3e5"]);
}

#[test]
fn example_7_in_type_b_a_kamikaze_is_lost_with_the_carrier() {
    let fen = "p22c1/4/2p11/4/1c22/1K2/P13/C13 w 0 1";
    let game = read_b(fen);
    assert_moves(&game, &["c3e5"]);
    assert_eq!(after(&game, "c3e5").fen(), "3c1/4/2p11/4/4/4/P13/C13 b 0 1");
    assert_moves(&read_a(fen), &["c3e5g7"]);
}

#[test]
fn example_8_the_mover_of_the_last_exchange_wins() {
    let both_lose = after(&read_b("3c1/4/1c21p2/2K1/4/4/4/C13 w 0 1"), "e5c7");
    assert_eq!(both_lose.outcome(), Some(Outcome::Win(Player::ONE)));
    let one_survives = after(&read_b("3c1/4/1c21p1/2K1/4/4/4/C13 w 0 1"), "e5c7");
    assert_eq!(one_survives.outcome(), Some(Outcome::Win(Player::TWO)));
}

#[test]
fn example_9_a_side_without_a_move_has_lost() {
    let game = read_a("4/k3/4/2P11/4/2c1c2/2C11/4 w 0 1");
    assert_eq!(game.outcome(), Some(Outcome::Win(Player::TWO)));
    assert_moves(&game, &[]);
}

// --- Ends and repetition ------------------------------------------------------------------------

#[test]
fn a_board_that_occurs_for_the_third_time_is_a_draw() {
    let mut played = Played::new(read_a("3k/4/4/4/1K2/4/4/4 w 0 1"));
    let lap = ["d4c3", "h8g7", "c3d4", "g7h8"];
    for (index, token) in lap.iter().cycle().take(2 * lap.len()).enumerate() {
        assert_eq!(played.outcome(), None, "after {index} moves");
        played.play(played.state().parse_action(token).unwrap());
    }
    assert_eq!(played.outcome(), Some(Outcome::Draw));
    assert!(played.actions().is_empty());
    assert_eq!(played.state().outcome(), None, "the state alone knows no past");
}

#[test]
fn the_hundredth_plain_kamikaze_move_in_a_row_is_a_draw() {
    let game = read_a("3k/4/4/4/1K2/4/4/4 w 99 30");
    assert_eq!(game.outcome(), None);
    assert_eq!(after(&game, "d4c3").outcome(), Some(Outcome::Draw));
}

// --- FENs that are refused (src/games/pacific/rules.md 3) -------------------------------------------------

const REFUSED: &[(&str, &str, &str)] = &[
    ("no fen at all", "side", ""),
    ("a board alone", "side", "4/4/4/4/4/4/4/4"),
    ("a fifth field", "fifth", "4/k3/4/4/1P22/4/4/1C22 w 0 1 1"),
    ("seven rows", "board", "k3/4/4/1P22/4/4/1C22 w 0 1"),
    ("nine rows", "board", "4/4/k3/4/4/1P22/4/4/1C22 w 0 1"),
    ("a row of three points", "board", "4/k2/4/4/1P22/4/4/1C22 w 0 1"),
    ("a row of five points", "board", "4/k3k/4/4/1P22/4/4/1C22 w 0 1"),
    ("an empty row", "board", "4//4/4/1P22/4/4/1C22 w 0 1"),
    ("two runs side by side", "board", "4/k12/4/4/1P22/4/4/1C22 w 0 1"),
    ("a run of five", "board", "5/k3/4/4/1P22/4/4/1C22 w 0 1"),
    ("a run of none", "board", "40/k3/4/4/1P22/4/4/1C22 w 0 1"),
    ("an unknown piece", "board", "4/q3/4/4/1P22/4/4/1C22 w 0 1"),
    ("a carrier without a number", "board", "4/k3/4/4/4/4/4/3C w 0 1"),
    ("a plane of number five", "board", "4/k3/4/4/1P52/4/4/1C22 w 0 1"),
    ("a plane of number nought", "board", "4/k3/4/4/1P02/4/4/1C22 w 0 1"),
    ("a letter beyond ASCII", "board", "4/k3/4/4/1P22/4/4/1Ć22 w 0 1"),
    ("two carriers of one number", "board", "4/k3/4/4/1P22/4/4/C2C22 w 0 1"),
    ("two black carriers of one number", "board", "c1c12/k3/4/4/1P22/4/4/1C22 w 0 1"),
    ("three planes of one number", "board", "4/k3/4/P23/1P22/P23/4/1C22 w 0 1"),
    ("three black planes of one number", "board", "c13/p1p1p11/4/4/K3/4/4/4 w 0 1"),
    ("a plane without its carrier", "board", "4/k3/4/4/1P22/4/4/1C12 w 0 1"),
    ("a black plane without its carrier", "board", "C23/p23/4/4/4/K3/4/4 w 0 1"),
    ("a plane on the enemy back row", "board", "P23/k3/4/4/4/4/4/1C22 w 0 1"),
    ("a black plane on the enemy back row", "board", "c23/4/4/4/4/4/K3/p23 w 0 1"),
    ("nine Kamikazes on a side", "board", "4/k3/4/KKKK/KKKK/K3/4/4 w 0 1"),
    ("nine planes and Kamikazes on a side", "board", "4/k3/4/KKKK/KKKP2/K3/4/1C22 w 0 1"),
    ("nine black Kamikazes", "board", "4/K3/4/kkkk/kkkk/k3/4/4 w 0 1"),
    ("a side that is neither", "side", "4/k3/4/4/1P22/4/4/1C22 x 0 1"),
    ("a side in upper case", "side", "4/k3/4/4/1P22/4/4/1C22 W 0 1"),
    ("a halfmove that is no number", "halfmove", "4/k3/4/4/1P22/4/4/1C22 w x 1"),
    ("a negative halfmove", "halfmove", "4/k3/4/4/1P22/4/4/1C22 w -1 1"),
    ("a halfmove with a sign", "halfmove", "4/k3/4/4/1P22/4/4/1C22 w +1 1"),
    ("a halfmove too great", "halfmove", "4/k3/4/4/1P22/4/4/1C22 w 99999999999999999999 1"),
    ("a fullmove of nought", "fullmove", "4/k3/4/4/1P22/4/4/1C22 w 0 0"),
    ("a fullmove that is no number", "fullmove", "4/k3/4/4/1P22/4/4/1C22 w 0 -"),
    ("a fullmove too great", "fullmove", "4/k3/4/4/1P22/4/4/1C22 w 0 99999999999999999999"),
];

#[test]
fn a_fen_that_breaks_one_rule_is_refused_by_the_name_of_its_field() {
    for (rule, field, fen) in REFUSED {
        for error in [
            PacificA::from_fen_error(fen).unwrap_or_else(|| panic!("type A took {rule}: {fen}")),
            PacificB::from_fen_error(fen).unwrap_or_else(|| panic!("type B took {rule}: {fen}")),
        ] {
            assert_eq!(error.field, *field, "{rule}: {fen}: {error}");
            let text = error.to_string();
            assert!(text.contains(field) && !text.contains('\n'), "{rule}: {text}");
        }
    }
}

/// Returns the error alone, because a game need not be printable.
trait FromFenError: Playable<Rules: Default> {
    fn from_fen_error(fen: &str) -> Option<FenError> {
        Self::from_fen(Default::default(), fen).err()
    }
}

impl FromFenError for PacificA {}
impl FromFenError for PacificB {}

#[test]
fn positions_at_the_edge_of_what_is_possible_are_taken() {
    for fen in [
        "4/4/4/4/4/4/4/4 w 0 1",
        "4/k3/4/KKKK/KKKK/4/4/4 b 0 1",
        "4/k3/4/4/P2P22/4/4/1C22 w 0 1",
        "C1C2C3C4/4/4/4/4/4/4/c1c2c3c4 b 7 1000000000",
        "4/4/4/4/4/4/4/C1C2C3C4 w 100 1",
    ] {
        assert_eq!(read_a(fen).fen(), fen);
        assert_eq!(read_b(fen).fen(), fen);
    }
}

#[test]
fn a_fen_without_its_counters_gets_nought_and_one() {
    assert_eq!(read_a("4/k3/4/4/1P22/4/4/1C22 b").fen(), "4/k3/4/4/1P22/4/4/1C22 b 0 1");
    assert_eq!(read_a("4/k3/4/4/1P22/4/4/1C22 b 5").fen(), "4/k3/4/4/1P22/4/4/1C22 b 5 1");
}
