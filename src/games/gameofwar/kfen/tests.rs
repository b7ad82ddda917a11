//! Tests of KFEN: texts and files of pykrieg that are read, written and refused.

use crate::game::{Game, Notation};
use crate::games::Playable;
use crate::games::gameofwar::{GameOfWar, Standard};

const START: &str = "_________________________/_______f______A__________/_________mmmm____________/\
     _______A_m_______________/_________m_______________/______CXI(I)_______________/\
     _____WCI_m_________IRC___/_________m__II_____I[K]C___/_________m__[I]I___________/\
     _________________________/_________________________/_____________i[i]_____iiwc_/\
     __[i]ik__________i_____i_c_/__cc______mmmmmm_________/__x____________(i)_r____f__/\
     _______________m_________/_______________m_________/_______________m_________/\
     _________________________/__a___________________a__";

#[track_caller]
fn read(kfen: &str) -> (GameOfWar, Option<String>) {
    GameOfWar::from_format(Standard, "kfen", kfen)
        .unwrap()
        .unwrap_or_else(|error| panic!("{error}: {kfen}"))
}

#[track_caller]
fn refusal(kfen: &str) -> String {
    let refused = GameOfWar::from_format(Standard, "kfen", kfen).unwrap().err();
    refused.unwrap_or_else(|| panic!("taken: {kfen}")).to_string()
}

fn written(game: &GameOfWar) -> String {
    game.game_query("kfen", &[]).unwrap().unwrap()
}

/// A file in pykrieg's format with this board and these other parts.
fn file(board: &str, rest: &str) -> String {
    format!(
        r#"{{"kfen_version":"1.0","board_info":{{"rows":20,"cols":25,"fen":"{board}"}}{rest}}}"#
    )
}

fn end_turn(game: &mut GameOfWar) {
    let end = game.parse_action("end").unwrap();
    let _ = game.make(end);
}

/// The fields of the game's FEN after the board.
fn rest_of_fen(game: &GameOfWar) -> String {
    game.fen().split_once(' ').unwrap().1.to_string()
}

#[test]
fn the_number_counts_single_turns_whoever_begins() {
    let mut game = GameOfWar::start(Standard);
    for number in 1..=5 {
        let side = if number % 2 == 1 { "S" } else { "N" };
        assert!(written(&game).ends_with(&format!("/{side}/M/[]/{number}/[]")), "{number}");
        end_turn(&mut game);
    }
    for (side, first) in [("N", 1), ("S", 2), ("S", 1), ("N", 2), ("N", 7), ("S", 84)] {
        let kfen = format!("{START}/{side}/M/[]/{first}/[]");
        let (mut game, _) = read(&kfen);
        assert_eq!(written(&game), kfen);
        for number in first + 1..first + 5 {
            end_turn(&mut game);
            assert!(written(&game).ends_with(&format!("/M/[]/{number}/[]")), "{kfen}: {number}");
        }
    }
    // A FEN does not tell which side began, so the position is the same.
    let (game, _) = read(&format!("{START}/N/M/[]/7/[]"));
    assert!(GameOfWar::from_fen(Standard, &game.fen()).unwrap() == game);
}

#[test]
fn boards_without_numbers_and_boards_alone_are_read() {
    let arsenals = "c1,w1,h17,o19";
    for (kfen, rest) in [
        (START.to_string(), format!("b {arsenals} - - - - 0 1")),
        (format!("{START}/S/M/[]"), format!("w {arsenals} - - - - 0 1")),
        // Places in the list of moves may be left empty.
        (format!("{START}/N/M/[(9E,9F),,,(7E,7F),]"), format!("b {arsenals} g15,i15 - - - 0 1")),
        (format!("{START}/S/M/[]/8/[]"), format!("w {arsenals} - - - - 0 5")),
    ] {
        for text in [kfen.clone(), file(&kfen, ""), file(&kfen.replace('/', "/\\n    "), "")] {
            let (game, remark) = read(&text);
            assert_eq!((rest_of_fen(&game), remark), (rest.clone(), None), "{text}");
        }
    }
    for parts in ["/S", "/S/M", "/S/M/[]/1", "/S/M/[]/1/[]/x"] {
        let reason = refusal(&format!("{START}{parts}"));
        assert!(reason.contains("expected 20, 23 or 25 parts"), "{parts}: {reason}");
    }
}

#[test]
fn what_a_file_says_beside_the_board_is_read() {
    let state = |player: &str, number: u32| {
        format!(
            r#","game_state":{{"turn_number":{number},"current_player":"{player}","current_phase":"M","pending_retreats":[]}}"#
        )
    };
    let (game, _) = read(&file(START, &state("SOUTH", 4)));
    assert!(written(&game).ends_with("/S/M/[]/4/[]"), "{}", written(&game));
    // The file's `game_state` takes precedence over the fields after the board.
    let (game, _) = read(&file(&format!("{START}/N/M/[]/9/[]"), &state("SOUTH", 4)));
    assert!(written(&game).ends_with("/S/M/[]/4/[]"), "{}", written(&game));
    // The current turn is the last of the history. A move that was taken back has left no unit on its target square.
    let history = r#","turn_history":[{"turn_number":3,"player":"NORTH","phase":"M","moves":[{"from":{"row":4,"col":8},"to":{"row":5,"col":8}}],"attack":null,"end_turn":{"captured_units":[]}},
        {"turn_number":4,"player":"SOUTH","phase":"M","moves":[{"from":{"row":13,"col":3},"to":{"row":13,"col":2},"unit_type":"CAVALRY","unit_id":140161163715152,"was_retreat":true},
        {"from":{"row":13,"col":5},"to":{"row":13,"col":6}}],"attack":null,"end_turn":null}]"#;
    let (game, _) = read(&file(START, &(state("SOUTH", 4) + history)));
    assert_eq!(rest_of_fen(&game), "w c1,w1,h17,o19 c7 c7 - - 0 3");
    let (game, _) = read(&file(START, &(state("NORTH", 5) + history)));
    assert_eq!(rest_of_fen(&game), "b c1,w1,h17,o19 - - - - 0 3");
    let retreat = state("SOUTH", 4).replace("[]", r#"[{"row":11,"col":13}]"#);
    let (game, _) = read(&file(START, &retreat));
    assert_eq!(rest_of_fen(&game), "w c1,w1,h17,o19 - n9 - - 0 3");
    for (text, wanted) in [
        ("{}".to_string(), "missing field `board_info`"),
        (file("x", ""), "expected 20, 23 or 25 parts"),
        (file(START, &state("EAST", 4)), "current_player field `EAST`: expected NORTH or SOUTH"),
        (file(START, &state("SOUTH", 0)), "turn_number field `0`"),
        (file(START, &state("SOUTH", 4).replace("\"M\"", "\"B\"")), "only the phase of moves"),
        (file(START, &retreat.replace("11", "77")), "`77,13`: no row and column"),
    ] {
        let reason = refusal(&text);
        assert!(reason.contains(wanted), "{text}: {reason}");
    }
}

#[test]
fn terrain_that_differs_is_named_and_no_fault() {
    let [mut k7, mut o9] = [START.to_string(), START.to_string()];
    k7 = k7.replace("__cc______mmmmmm", "__cc_______mmmmm");
    o9 = o9.replace("i[i]_____iiwc_", "ii_____iiwc_");
    let (start, _) = read(START);
    for (kfen, words) in [
        (k7.clone(), "k7 mountain and not open ground"),
        (o9, "o9 fortress and not open ground"),
        (
            k7.replace("_mmmm", "pmmmm").replace("r____f__", "r____p__"),
            "w6 fortress and not pass; k7 mountain and not pass; i18 open ground and not pass",
        ),
        (START.replacen("_______f", "_A_____f", 1), "b19 open ground and not North's arsenal"),
    ] {
        let (game, remark) = read(&kfen);
        let remark = remark.unwrap();
        let (_, said) = remark.split_once("this board's is used: ").unwrap();
        let sorted = |text: &str| {
            let mut parts: Vec<String> = text.split("; ").map(str::to_string).collect();
            parts.sort();
            parts
        };
        assert_eq!(sorted(said), sorted(words), "{kfen}");
        assert!(game == start, "{kfen}");
    }
    // An arsenal of the wrong side is ignored, and the missing arsenal is gone.
    let (game, remark) = read(&START.replacen("______A__________", "______a__________", 1));
    assert_eq!(rest_of_fen(&game), "b c1,w1,h17 - - - - 0 1");
    assert!(remark.unwrap().contains("o19 open ground and not South's arsenal"));
    let reason = refusal(&k7.replace("__cc_______m", "__cc______im").replace("(i)_r", "p_r"));
    assert_eq!(reason, "bad fen: board field `k7`: a unit is on a mountain");
}

#[test]
fn a_board_that_names_no_terrain_has_this_one_with_its_arsenals() {
    let bare: String = START.chars().filter(|letter| !"()[]".contains(*letter)).collect::<String>();
    let bare = bare.replace(['m', 'p', 'f', 'A', 'a'], "_");
    let (game, remark) = read(&format!("{bare}/S/M/[]"));
    assert!(remark.unwrap().starts_with("no terrain is named"));
    assert!(game == GameOfWar::start(Standard));
    let mut ranks: Vec<String> = bare.split('/').map(str::to_string).collect();
    // North's cavalry stands on c1.
    ranks[5] = ranks[5].replacen('C', "_", 1);
    ranks[19] = "__C______________________".to_string();
    let (game, _) = read(&ranks.join("/"));
    assert_eq!(rest_of_fen(&game), "b w1,h17,o19 - - - - 0 1");
}
