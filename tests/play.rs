//! `strategos play` without a terminal: plain lines in and plain lines out.

use crate::common::program::Folder;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use strategos::games::Variant;

/// The output of a game with these arguments and typed lines.
fn play(arguments: &[&str], lines: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_strategos"))
        .arg("play")
        .args(arguments)
        .args(["--time", "5", "--seed", "1"])
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = program.stdin.take().unwrap();
    // A finished game reads no more input.
    let _ = stdin.write_all((lines.join("\n") + "\n").as_bytes());
    drop(stdin);
    program.wait_with_output().unwrap()
}

/// The output text of a game that ends with success.
fn told(arguments: &[&str], lines: &[&str]) -> String {
    let output = play(arguments, lines);
    assert!(output.status.success(), "{arguments:?}: {lines:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('\x1b'), "colours without a terminal: {text}");
    text
}

#[track_caller]
fn holds(text: &str, wanted: &[&str]) {
    for words in wanted {
        assert!(text.contains(words), "{words} is not in:\n{text}");
    }
}

#[test]
fn every_variant_is_played_against_the_engine_and_given_up() {
    for variant in Variant::ALL {
        let text = told(&[variant.name(), "--level", "1"], &["go", "moves", "resign", "quit"]);
        let sides = variant.sides();
        let (first, last) = (sides[0], sides[sides.len() - 1]);
        holds(&text, &[&format!("A game of {}", variant.name()), "Legal moves: ", "Changed: "]);
        holds(&text, &[&format!("{first}: "), &format!("{last} (engine): ")]);
        let end = match sides {
            [_, other] => format!("{other} (engine) has won: {first} resigns."),
            _ => format!("{first} resigns, the others share the first place."),
        };
        holds(&text, &[&end]);
    }
}

#[test]
fn every_variant_is_played_to_its_end_by_the_engine_alone() {
    for variant in [Variant::PACIFIC_B, Variant::SHACRU3, Variant::AZACRU] {
        let text = told(&[variant.name(), "--seat", "none", "--level", "0"], &["why", "quit"]);
        holds(&text, &["The game is over, ", "White: ", "actions deep"]);
        let reasons = ["third occurrence", "left", "round played", "change", "reach", "moves"];
        let end = text.lines().find(|line| line.starts_with("The game is over")).unwrap();
        assert!(reasons.iter().any(|reason| end.contains(reason)), "{end}");
        assert_eq!(text.contains("\nPlaces: White "), variant.sides().len() > 2);
    }
}

#[test]
fn moves_are_taken_in_any_case_with_spaces_and_hyphens() {
    for typed in ["a3b4@b6", "A3B4@B6", "a3 b4 @b6", "a3-b4@B6", "  a3b4 @ b6 "] {
        let text = told(&["pacru", "--seat", "all"], &[typed, "quit"]);
        holds(&text, &["White: a3b4@b6", "Changed: a3 b4 b6"]);
    }
    // The actions of a turn come one after the other.
    let text = told(&["gameofwar", "--seat", "all"], &["c7b7 d7d6 end", "quit"]);
    holds(&text, &["South: c7b7,d7d6,end", "* North"]);
    let text = told(&["gameofwar", "--deploy"], &["i@C5", "undo", "moves i@c5", "quit"]);
    holds(&text, &["Legal moves: 1\nI@c5"]);
}

#[test]
fn what_is_no_move_is_explained() {
    let text = told(&["pacific-a"], &["c3d5", "c3", "hnt", "e2e4", "b6c5", "quit"]);
    holds(
        &text,
        &[
            "d5 is no point of the board: did you mean c3d4?",
            "Moves of c3: c3b4 c3d4",
            "did you mean hint?",
            "e2 is no point of the board",
            "no piece of the side to move stands on b6",
        ],
    );
    assert!(!text.contains("(engine): "), "nothing was played: {text}");
}

#[test]
fn undo_takes_back_the_last_move_of_a_person() {
    let text = told(&["pacific-a"], &["undo", "c3d4", "undo", "moves", "quit"]);
    holds(&text, &["there is no move of yours to take back", "Legal moves: 7\n"]);
    // An action of a turn, a resignation, and a move that follows a move of the engine.
    let lines = ["c7b7", "d7d6", "undo", "moves d7d6", "resign", "undo", "end", "quit"];
    let text = told(&["gameofwar", "--seat", "1"], &lines);
    holds(&text, &["North (engine): ", "South resigns", "Legal moves: 1\nd7d6"]);
    let text = told(&["pacific-a", "--seat", "2"], &["undo", "go", "undo", "moves", "quit"]);
    holds(
        &text,
        &["there is no move of yours to take back", "White (engine): ", "Legal moves: 7\n"],
    );
}

#[test]
fn hint_and_why_tell_what_the_engine_thinks() {
    let text = told(&["pacru"], &["why", "hint", "go", "why", "resign", "hint", "quit"]);
    holds(
        &text,
        &[
            "The engine has not moved yet.",
            "White might play ",
            "value for White, who is to move: ",
            "Black played ",
            " actions deep, ",
            "the game is over: use undo, new or load",
        ],
    );
}

#[test]
fn the_board_is_turned() {
    let text = told(&["pacific-a"], &["flip", "quit"]);
    holds(
        &text,
        &["      a   b   c   d   e   f   g   h\n", "      h   g   f   e   d   c   b   a\n"],
    );
    holds(&text, &["  1   .   C4  .   C3  .   C2  .   C1    White, upper case, moves down"]);
}

#[test]
fn settings_are_changed_in_the_middle_of_a_game_and_wrong_ones_refused() {
    let lines = [
        "level 3",
        "level 1400",
        "level 3",
        "level 21",
        "level x",
        "time 7",
        "time 0",
        "seat 2",
        "seat 3",
        "seat x",
        "new pacur",
        "new azacru3",
        "new gameofwar deploy",
        "new pacru deploy",
        "quit",
    ];
    let text = told(&["pacru"], &lines);
    holds(
        &text,
        &[
            "The engine plays at level 3 (Elo 852).",
            "The engine plays at Elo 1400.",
            "expected a level, 0 to 20, or an Elo, 600 to 2200 (21)",
            "expected a level, 0 to 20, or an Elo, 600 to 2200 (x)",
            "The engine thinks 7 ms about a move.",
            "expected milliseconds, 1 to 86400000 (0)",
            "White engine, Black person",
            "pacru has 2 players (3)",
            "expected players such as 1 or 1,3, or all, or none (x)",
            "there is no variant pacur: did you mean pacru?",
            "A game of azacru3: White person, Black engine, Red engine; level 3 (Elo 852), 7 ms a move.",
            "A game of gameofwar: South person, North engine",
            "The deployment is on.",
            "pacru has no deployment (deploy)",
        ],
    );
}

#[test]
fn a_game_is_saved_and_goes_on() {
    let folder = Folder::new("saved");
    let file = folder.file("game");
    let save = format!("save {file}");
    let told_first = told(&["azacru", "--seat", "all"], &["a3b2", "c1b2", "i7h6", &save, "quit"]);
    holds(&told_first, &["illegal move c1b2", &format!("Saved: {file}")]);
    let saved = std::fs::read_to_string(&file).unwrap();
    holds(&saved, &["value azacru\n", "position startpos moves a3b2 i7h6\n", "The game goes on."]);
    // The game is loaded by the argument and by the command. It may be saved over its own file, but over no other
    // file.
    let load = format!("load {file}");
    for (arguments, lines) in [
        (vec!["--seat", "all", "--load", &file], vec![save.as_str(), "quit"]),
        (vec!["warpac", "--seat", "all"], vec![load.as_str(), &save, "quit"]),
    ] {
        let text = told(&arguments, &lines);
        holds(&text, &["A game of azacru: White person, Black person", "Saved: ", "W5"]);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), saved);
    }
    let other = folder.file("other");
    std::fs::write(&other, "mine\n").unwrap();
    let lines = [format!("save {other}"), format!("load {other}")];
    let text = told(&["pacru"], &[&lines[0], &lines[1], "load /no/such/file", "save", "quit"]);
    holds(
        &text,
        &[
            "there is a file of that name that is no game",
            "there is no game in this file",
            "cannot load /no/such/file: ",
            "expected the name of a file (save)",
        ],
    );
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "mine\n");
    let output = play(&["--load", "/no/such/file"], &[]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_end_is_told_with_its_reason() {
    let folder = Folder::new("played");
    for (variant, position, last, end) in [
        (
            "pacific-a",
            "fen 2c2c1/1p22/4/1p12/1P32/2C31/4/4 w 0 1",
            "d4b6d8",
            "The game is over, White (you) has won: no aircraft left.",
        ),
        (
            "pacru",
            "fen B48/9/9/9/4W04/9/9/9/9 w - 99 30",
            "e5e6",
            "The game is over, a draw: 100 turns without change.",
        ),
        (
            "pacru3",
            "fen wwwwwwwww/wwwwwwwww/wwwwwwwww/9/9/9/1W06B0/9/8R0 w - 0 30",
            "b3b4@b4",
            "The game is over, White (you) has won: 28 markers reached.\nPlaces: White 1, Black 2, Red 2.",
        ),
        (
            "gameofwar",
            "fen 7r6C10/25/25/25/6I18/7i17/25/25/2R3X18/25/25/25/25/25/25/25/2I22/25/25/25 w c1,w1,h17 - - - - 0 20",
            "g16h17",
            "The game is over, South (you) has won: both arsenals destroyed.",
        ),
        (
            "warpac-subs",
            "fen 15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w s - -/- - 399 9",
            "a1a2",
            "The game is over, a draw: 400 turns without a loss.",
        ),
    ] {
        let text = format!("setoption name UCI_Variant value {variant}\nposition {position}\n");
        let file = folder.file(variant);
        std::fs::write(&file, text).unwrap();
        let text = told(&["--load", &file], &[last, "a1a2", "quit"]);
        holds(&text, &[end, "the game is over"]);
    }
}

#[test]
fn three_and_four_seats_are_mixed_at_will() {
    let text = told(&["pacru4", "--seat", "1,3", "--level", "0"], &["go", "go", "quit"]);
    holds(&text, &["White person, Black engine, Red person, Green engine"]);
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
    assert!(at("White: ") < at("Black (engine): ") && at("Red: ") < at("Green (engine): "));
}

/// The ranks of a diagram of War-in-the-Pacific Chess.
fn ranks(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.contains(" | ") && line.ends_with('|'))
}

#[test]
fn a_person_sees_his_own_part_only() {
    let lines = ["go", "go", "go", "go", "why", "moves", "board", "quit"];
    let text = told(&["warpac-subs", "--deploy", "--level", "2"], &lines);
    holds(&text, &["5 submarines unseen", "S@?,S@?,S@?,S@?,S@?,end"]);
    holds(&text, &["What the other side thought is told when the game is over."]);
    assert!(ranks(&text).any(|rank| rank.contains('S')), "his own are shown");
    assert!(ranks(&text).all(|rank| !rank.contains('s')), "the other's are not: {text}");
    // South's units are hidden from North while North sets up his own units.
    let text = told(&["gameofwar", "--deploy", "--seat", "2"], &["board", "quit"]);
    holds(&text, &["South: units unknown"]);
    assert!(!text.contains("I@"), "{text}");
}

#[test]
fn two_people_at_one_screen_look_one_after_the_other() {
    let lines = ["e2e3", "", "e15e14", "", "c6c7", "", "quit"];
    // A start by its FEN is not public.
    let folder = Folder::new("shared");
    let start = Variant::WARPAC_SUBS.start_fen();
    let file = file_of(&folder, "warpac-subs", &format!("fen {start}"));
    let text = told(&["--load", &file, "--seat", "all"], &lines);
    let parts: Vec<&str> = text.split("Press Enter when nobody else looks.").collect();
    assert_eq!(parts.len(), 4, "{text}");
    holds(parts[3], &["White: a turn that is hidden"]);
    assert!(!text.contains("White: c6c7"), "{text}");
    for (part, own) in parts.iter().zip(["S", "s", "S", "s"]) {
        let hidden = if own == "S" { 's' } else { 'S' };
        assert!(ranks(part).any(|rank| rank.contains(own)), "{part}");
        assert!(ranks(part).all(|rank| !rank.contains(hidden)), "{part}");
    }
}

// --- What is hidden stays hidden ------------------------------------------------------------------------

/// White's destroyer is near two of Black's submarines. White knows only their number.
const PROBE: &str =
    "fen 15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20";

/// Writes a game that continues from a position to a file.
fn file_of(folder: &Folder, variant: &str, position: &str) -> String {
    let file = folder.file(variant);
    let text = format!("setoption name UCI_Variant value {variant}\nposition {position}\n");
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_person_plays_one_turn_and_gives_no_report() {
    let text = told(&["pacific-a"], &["a3b4,b6a5", "a3b4 b6a5", "quit"]);
    holds(&text, &["illegal move b6a5: the turn ends before it"]);
    assert!(!text.contains("(engine): "), "nothing was played: {text}");
    let folder = Folder::new("probed");
    let file = file_of(&folder, "warpac-subs", PROBE);
    // Right and wrong guesses get the same error.
    for guess in ["sa1=0c", "sa1=1", "sa2=1", "sa2=0", "sa2=1c", "s a2 = 1"] {
        let text = told(&["--load", &file], &[guess, "quit"]);
        holds(&text, &["the report is not the mover's to give: expected sa"]);
        assert!(!text.contains("contradicts") && !text.contains("(engine): "), "{text}");
    }
    for glued in ["c3b1,sa2", "sa2,c6d8", "sa2,c6d8=0", "?"] {
        let text = told(&["--load", &file], &[glued, "quit"]);
        assert!(!text.contains("(engine): "), "nothing was played: {text}");
    }
    let text = told(&["gameofwar", "--deploy"], &["i@?", "?", "quit"]);
    holds(&text, &["? stands in records only", "A move is typed as in `moves`"]);
}

#[test]
fn what_is_hidden_is_not_saved_before_the_end() {
    let folder = Folder::new("sealed");
    let save = format!("save {}", folder.file("game"));
    let refused = "the file would show what is hidden: wait for the end of the game";
    for arguments in [&["warpac", "--deploy"][..], &["warpac-subs", "--deploy"]] {
        // The engine deploys first. Its fleet is hidden while the person sets up his own fleet.
        let text = told(&[arguments, &["--seat", "2"]].concat(), &[&save, "quit"]);
        holds(&text, &[refused]);
        assert!(!std::path::Path::new(&folder.file("game")).exists());
    }
    // After both deployments, submarines are still hidden, and so are their turns.
    let text = told(&["warpac-subs", "--deploy"], &["go", "go", &save, "resign", &save, "quit"]);
    holds(&text, &[refused, "Saved: "]);
    // A person may save his own part, and everything that all players see.
    let own = format!("save {}", folder.file("own"));
    let text = told(&["gameofwar", "--deploy"], &["i@c5", &own, "quit"]);
    holds(&text, &["Saved: "]);
    let both = format!("save {}", folder.file("both"));
    let text = told(&["gameofwar", "--deploy", "--seat", "all"], &["i@c5", &both, "quit"]);
    holds(&text, &[refused]);
    let text = told(&["warpac"], &["go", &own, "quit"]);
    holds(&text, &["Saved: "]);
}

#[test]
fn nothing_that_has_told_something_is_taken_back() {
    let folder = Folder::new("undone");
    let file = file_of(&folder, "warpac-subs", PROBE);
    let kept = "only the actions of your own unfinished turn are taken back";
    let text = told(&["--load", &file], &["sa2", "undo", "resign", "undo", "quit"]);
    holds(&text, &[kept, "(you): sa2=1", "the game was given up, and what was hidden is shown"]);
    // The other fleet has been shown, so the person cannot return to his own deployment.
    let text = told(&["warpac", "--deploy"], &["go", "undo", "quit"]);
    holds(&text, &[kept]);
    // Drops of an unfinished deployment can be taken back, and so can moves without hidden information.
    let text = told(&["warpac", "--deploy"], &["k@a1", "undo", "moves k@a1", "quit"]);
    holds(&text, &["Legal moves: 1\nK@a1"]);
    let text = told(&["warpac"], &["b4a6", "undo", "resign", "undo", "moves b4a6", "quit"]);
    holds(&text, &["Legal moves: 1\nb4a6"]);
}

#[test]
fn nobody_takes_the_seat_of_the_engine_to_see_its_part() {
    let refused = "while something is hidden nobody new takes a seat";
    let text = told(&["warpac-subs"], &["go", "seat 2", "seat all", "seat none", "quit"]);
    holds(&text, &[refused]);
    let text = told(&["warpac-subs"], &["seat all", "quit"]);
    assert!(!text.contains(refused), "at the start the seats are open: {text}");
    let text = told(&["warpac"], &["go", "seat all", "quit"]);
    holds(&text, &["White person, Black person"]);
}

/// The deployment that the engine chose in one game need not be that of the next game.
#[test]
fn the_next_game_draws_another_set_up() {
    let lines = ["go", "new warpac deploy"].repeat(6);
    let text = told(&["warpac", "--deploy"], &lines);
    let fleets: Vec<&str> =
        text.lines().filter(|line| line.starts_with("Black (engine): K@")).collect();
    assert_eq!(fleets.len(), 6, "{text}");
    assert!(fleets.iter().any(|fleet| *fleet != fleets[0]), "{text}");
}

#[test]
fn the_input_may_end_anywhere_and_hold_anything() {
    let lines =
        ["", "\u{fffd}\u{1}", "moves zz", "a3 b4 c5 d6", "@@@,,,", "save", "end", "legend", "help"];
    for length in 0..lines.len() {
        told(&["azacru4", "--level", "0"], &lines[..length]);
    }
    let text = told(&["azacru4", "--level", "0"], &lines);
    holds(&text, &["Goal: most markers at the end.", "lets the engine move for you"]);
}

#[test]
fn arguments_are_checked() {
    for wrong in [&["chess"][..], &["--level", "21"], &["--seat", "5"], &["--time", "0"]] {
        assert_eq!(play(wrong, &[]).status.code(), Some(2), "{wrong:?}");
    }
    for wrong in [&["pacru", "--deploy"][..], &["pacru", "--seat", "3"]] {
        assert_eq!(play(wrong, &[]).status.code(), Some(1), "{wrong:?}");
    }
}

// --- What is told of turns ------------------------------------------------------------------------------

#[test]
fn players_are_called_by_the_names_of_their_seats() {
    for variant in Variant::ALL {
        let lines = ["go", "board", "why", "legend", "help", "history", "belief", "resign"];
        let text = told(&[variant.name(), "--level", "1"], &lines);
        let numbered: Vec<&str> = text
            .lines()
            .filter(|line| line.contains("player 1") || line.contains("player 2"))
            .collect();
        assert!(numbered.is_empty(), "{variant:?}: {numbered:?}");
    }
}

#[test]
fn an_attack_is_told_with_its_sums_and_the_retreat_is_due() {
    let folder = Folder::new("attacked");
    let fen = "fen 25/25/14i10/25/25/7i17/7C17/25/25/25/25/25/25/25/7R17/25/25/25/2I22/25 w c1,w1,h17,o19 - - - - 0 20";
    let file = file_of(&folder, "gameofwar", fen);
    let text = told(&["--load", &file, "--seat", "all"], &["c2d2", "xh15", "h15g15", "end"]);
    holds(
        &text,
        &[
            "\n4 moves left and an attack; end ends the turn.\n",
            "South attacks the infantry on h15, 7 against 6: it must retreat.",
            "Still to do: a retreat. 4 moves left and an attack.",
        ],
    );
}

#[test]
fn depth_charges_and_losses_are_told() {
    let folder = Folder::new("charged");
    let file = file_of(&folder, "warpac-subs", PROBE);
    let text = told(&["--load", &file, "--seat", "all"], &["sa2", "", "c6d8", "", "quit"]);
    let sentence = "White drops depth charges on a2 to b3: 1 submarine is sunk";
    // Both players are told, each when he looks at the screen.
    assert_eq!(text.matches(sentence).count(), 2, "{text}");
}

#[test]
fn markers_are_paid_in_any_order() {
    let folder = Folder::new("paid");
    let file = file_of(&folder, "pacru", "fen 8B5/9/9/wwww5/1W2*b1w4/9/9/9/9 w - 0 1");
    let lines = ["b5r4", "xd6", "xa6", "xd6", "undo", "xc6", "xb6", "xa6", "quit"];
    let text = told(&["--load", &file, "--seat", "all"], &lines);
    holds(
        &text,
        &[
            "Still to do: 4 markers to pay.",
            "Waiting for the rest of the turn: xd6",
            "Still to do: 3 markers to pay.",
            "Waiting for the rest of the turn: xd6 xa6",
            "no free marker of the side to move is on d6",
            "Still to do: a marker to pay.",
            "White: b5r4,xa6,xb6,xc6,xd6",
        ],
    );
}

#[test]
fn a_deployment_is_typed_in_any_order() {
    let drops = "X@c6 R@r6 W@w9 K@e8 C@x9 C@x8 C@d7 C@c7 I@v9 I@u9 I@o9 I@n9 I@v8 I@p8 I@d8 I@c8";
    let mut lines: Vec<&str> = drops.split(' ').collect();
    lines.extend(["I@p7", "go", "I@p6", "history", "quit"]);
    let text = told(&["gameofwar", "--deploy", "--level", "0"], &lines);
    holds(
        &text,
        &[
            "Still to do: 9 infantry, 4 cavalry, a cannon, a swift cannon, a relay and a swift relay.",
            "Waiting for the rest of the turn: X@c6",
            "Still to do: 9 infantry, 4 cavalry, a cannon, a swift cannon and a relay.",
            "p7 is a mountain",
            "undo what waits for its turn first: X@c6 R@r6",
            "South: I@p6,I@c8,I@d8,I@p8,I@v8,I@n9,I@o9,I@u9,I@v9,C@c7,C@d7,C@x8,C@x9,K@e8,W@w9,R@r6,X@c6",
        ],
    );
    // The board shows at once what is put off, and no longer when it is undone.
    let text = told(&["gameofwar", "--deploy"], &["X@c6", "undo", "quit"]);
    let boards: Vec<bool> = text
        .lines()
        .filter(|line| line.starts_with("  6 "))
        .map(|line| line.contains('X'))
        .collect();
    assert_eq!(boards, [false, true, false]);
    let text = told(&["warpac-subs", "--deploy"], &["N@b1", "S@c6", "K@a1", "board", "quit"]);
    holds(
        &text,
        &["Waiting for the rest of the turn: N@b1 S@c6", "Still to do: a carrier, 2 squadrons"],
    );
}

#[test]
fn the_public_submarines_of_the_start_are_shown_until_they_may_have_moved() {
    let lines = ["e2e3", "", "e15e14", "", "c6c7", "", "quit"];
    let text = told(&["warpac-subs", "--seat", "all"], &lines);
    let parts: Vec<&str> = text.split("Press Enter when nobody else looks.").collect();
    let [before @ .., after] = &parts[..] else { panic!("{text}") };
    assert_eq!(before.len(), 3, "{text}");
    for part in before {
        holds(part, &["submarines c6,h6,n6,f7,k7", "submarines f10,k10,c11,h11,n11"]);
        for letter in ["S", "s"] {
            assert_eq!(ranks(part).filter(|rank| rank.contains(letter)).count(), 2, "{part}");
        }
    }
    holds(after, &["White: a turn that is hidden", "wings m2>l2 d3>e3, 5 submarines unseen"]);
    holds(after, &["submarines f10,k10,c11,h11,n11"]);
    assert!(ranks(after).all(|rank| !rank.contains('S')), "{after}");
}

#[test]
fn advice_is_at_full_strength_at_every_level() {
    let text = told(&["pacru", "--level", "3"], &["go", "why", "quit"]);
    holds(&text, &["(at level 3 (Elo 852))", "White might play ", "(at full strength)"]);
}
