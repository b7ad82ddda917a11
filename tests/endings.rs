//! Every end of every game has a name. Each end is reached here, and no game ends without a name.

use crate::common;
use common::{Random, for_every_variant, random_game};
use std::collections::BTreeSet;
use strategos::engine::{GameState, Position, Start};
use strategos::games::Variant;

/// Variant, FEN (or `startpos`), moves that end the game, result and reason.
const ENDS: &[[&str; 5]] = &[
    ["pacific-a", "2c2c1/1p22/4/1p12/1P32/2C31/4/4 w 0 1", "d4b6d8", "p1win", "no aircraft left"],
    ["pacific-a", "4/k3/4/2P11/4/2c1c2/2C11/4 w 0 1", "", "p2win", "no action left"],
    [
        "pacific-a",
        "3k/4/4/4/4/1K2/4/4 w 99 30",
        "c3d4",
        "draw",
        "100 plies of plain Kamikaze moves",
    ],
    [
        "pacific-a",
        "3k/4/4/4/1K2/4/4/4 w 0 1",
        "d4c3 h8g7 c3d4 g7h8 d4c3 h8g7 c3d4 g7h8",
        "draw",
        "third occurrence",
    ],
    // The mover loses its last Kamikaze by a capture, and has no plane.
    ["pacific-b", "3c1/4/3p1/4/4/4/4/C13 b 0 30", "", "p2win", "no aircraft left"],
    [
        "pacru",
        "wwwwwwwww/wwwwwwwww/wwwwwwwww/wwwwwwwww/wwwww4/9/1W06B0/9/9 w - 0 30",
        "b3b4@b4",
        "p1win",
        "42 markers reached",
    ],
    [
        "pacru3",
        "wwwwwwwww/wwwwwwwww/wwwwwwwww/w8/9/9/8B0/8R0/W08 b - 0 30",
        "",
        "p1win",
        "28 markers reached",
    ],
    [
        "pacru4-classic",
        "rrrrrrrrr/rrrrrrrrr/rrrrrr3/9/9/9/8B0/8R0/W08 w - 0 30",
        "",
        "p3win",
        "24 markers reached",
    ],
    ["pacru", "9/9/9/9/4W04/9/9/9/9 w - 0 30", "", "p1win", "all others out"],
    ["pacru", "B48/9/9/9/4W04/9/9/9/9 w - 99 30", "e5e6", "draw", "100 turns without change"],
    ["azacru", "B08/9/9/9/4W04/9/9/9/9 b - 0 5", "end e5e6", "p1win", "last round played"],
    ["azacru", "B48/9/9/9/4W0*4/9/9/9/9 w - 100 30", "", "p1win", "100 turns without change"],
    ["shacru", "B08/9/9/9/9/9/9/9/8W4 w - 0 9", "", "draw", "no action left"],
    [
        "shacru",
        "B0*wwwwwwww/wwwwwwwww/wwwwwwwww/wwwwwwwww/wwwwwwwww/wwwwwwwww/wwwwwwwww/wwwwwwwww/wwwwwwW2*1w w - 0 33",
        "g1h1",
        "p1win",
        "no bare field within reach",
    ],
    [
        "gameofwar",
        "7r6C10/25/25/25/6I18/7i17/25/25/2R3X18/25/25/25/25/25/25/25/2I22/25/25/25 w c1,w1,h17 - - - - 0 20",
        "g16h17",
        "p1win",
        "both arsenals destroyed",
    ],
    [
        "gameofwar",
        "25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/2I22/25/25/7r17 w c1,w1,h17 - - - - 0 20",
        "",
        "p1win",
        "no combat unit left",
    ],
    [
        "gameofwar",
        "25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/2I22/25/25/i24 b c1,w1,h17 - - - - 0 20",
        "",
        "p1win",
        "no relay left and no unit online",
    ],
    [
        "gameofwar",
        "25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/2I22/25/25/7r16i w c1,w1,h17 - - - - 99 20",
        "end",
        "draw",
        "100 turns without a destruction",
    ],
    [
        "warpac",
        "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 w s - - - 0 9",
        "",
        "p2win",
        "all ships sunk",
    ],
    [
        "warpac",
        "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w s - - - 199 9",
        "a1a2",
        "draw",
        "200 turns without a loss",
    ],
    [
        "warpac-subs",
        "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w s - -/- - 399 9",
        "a1a2",
        "draw",
        "400 turns without a loss",
    ],
];

/// The game after the moves of one row of [`ENDS`].
fn reach([name, start, moves, ..]: &[&str; 5]) -> Box<dyn GameState> {
    let mut game = Variant::from_name(name).unwrap().new_game();
    let moves = moves.split_whitespace().map(str::to_string).collect();
    let start = Start::Fen(start.to_string());
    game.set_position(&Position { view: None, start, moves }).unwrap();
    game
}

#[test]
fn every_end_is_reached_and_has_its_name() {
    for end in ENDS {
        let game = reach(end);
        let result = game.outcome().map(|outcome| outcome.to_string());
        let [.., want_result, want_reason] = end;
        assert_eq!(result.as_deref(), Some(*want_result), "{end:?}");
        assert_eq!(game.reason(), Some(*want_reason), "{end:?}");
    }
}

#[test]
fn the_move_before_an_end_has_no_reason() {
    for end in ENDS.iter().filter(|end| !end[2].is_empty()) {
        let mut game = reach(end);
        game.undo().unwrap();
        assert_eq!((game.outcome(), game.reason()), (None, None), "{end:?}");
    }
}

#[test]
fn the_protocol_lists_every_reason_and_no_other() {
    let page = include_str!("../protocol.md");
    let (_, list) = page.split_once("`query reason` says").unwrap();
    let (list, _) = list.split_once("Queries of one game").unwrap();
    let rows = list.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let listed: BTreeSet<&str> = rows
        .flat_map(|row| row.rsplit('|').nth(1).unwrap().split('`').skip(1).step_by(2))
        .collect();
    assert_eq!(listed, ENDS.iter().map(|end| end[4]).collect());
}

for_every_variant! {
    /// Checked at every position of random games, including ends by repetition.
    fn a_game_has_a_reason_as_soon_as_it_is_over<G>(rules) {
        const LONGEST: usize = 600;
        let mut random = Random::new(11);
        let named: BTreeSet<&str> = ENDS.iter().map(|end| end[4]).collect();
        for _ in 0..common::games(3) {
            for played in random_game::<G>(rules, &mut random, LONGEST) {
                let reason = played.reason();
                let fen = played.state().fen();
                assert_eq!(reason.is_some(), played.outcome().is_some(), "{fen}");
                assert!(reason.is_none_or(|reason| named.contains(reason)), "{reason:?} in {fen}");
            }
        }
    }
}
