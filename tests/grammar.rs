//! The grammar: a written command reads as the same command, and no bytes cause a panic. An error names the token,
//! its column and the expected text.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use proptest::{prop_assert, prop_assert_eq};
use strategos::protocol::{
    Anything, BenchArguments, Command, DepthArgument, GenFens, Go, Position, Query, SetOption,
    Start, Switch, Tokens, Topic, complete, declarations, parse,
};

fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

// --- Every command ------------------------------------------------------------------------------

/// A token of any game: a move, a drop, a report, or a turn of joined actions.
fn token() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9?=+,:/<>~-]{1,20}".prop_filter("a word of the grammar", |word| !is_reserved(word))
}

/// A word that ends a list of tokens, or has a meaning of its own where a token may stand.
fn is_reserved(word: &str) -> bool {
    const WORDS: [&str; 7] = ["moves", "value", "view", "depth", "--depth", "name", "fen"];
    WORDS.contains(&word) || complete("go ").contains(&word)
}

fn text() -> impl Strategy<Value = String> {
    vec("[a-zA-Z0-9_.<>äß/-]{1,12}", 1..4)
        .prop_filter("a word of the grammar", |words| !words.iter().any(|word| is_reserved(word)))
        .prop_map(|words| words.join(" "))
}

fn start() -> impl Strategy<Value = Start> {
    let fen = vec(token(), 1..6).prop_map(|words| Start::Fen(words.join(" ")));
    let foreign = ("x[a-z]{1,6}", vec("[a-zA-Z0-9_/(){},-]{1,12}", 0..4))
        .prop_map(|(format, words)| Start::Foreign(format, words.join(" ")));
    prop_oneof![Just(Start::StartPos), Just(Start::Deploy), fen, foreign]
}

fn position() -> impl Strategy<Value = Position> {
    (option::of(1..=4usize), start(), vec(token(), 0..8))
        .prop_map(|(view, start, moves)| Position { view, start, moves })
}

fn four_times() -> impl Strategy<Value = [Option<i64>; 4]> {
    [(); 4].map(|()| option::of(any::<i64>()))
}

fn go() -> impl Strategy<Value = Go> {
    let counts = [(); 4].map(|()| option::of(any::<u64>()));
    let switches = (any::<bool>(), any::<bool>());
    let clocks = (option::of(any::<i64>()), four_times(), four_times());
    (counts, switches, clocks, vec(token(), 0..5)).prop_map(
        |(counts, (infinite, ponder), (movetime, time, increment), searchmoves)| {
            let [depth, nodes, movestogo, mate] = counts;
            let faults = Vec::new();
            Go {
                depth,
                nodes,
                movetime,
                time,
                increment,
                movestogo,
                mate,
                infinite,
                ponder,
                searchmoves,
                faults,
            }
        },
    )
}

fn query() -> impl Strategy<Value = Query> {
    let own_name =
        token().prop_filter("a known query", |name| !complete("query ").contains(&name.as_str()));
    prop_oneof![
        Just(Query::Player),
        Just(Query::P1Turn),
        Just(Query::GameOver),
        Just(Query::Result),
        Just(Query::LegalMoves),
        token().prop_map(Query::IsLegal),
        vec(token(), 1..4).prop_map(|turns| Query::Effects(Tokens(turns))),
        Just(Query::Fen),
        Just(Query::StartPos),
        Just(Query::Players),
        Just(Query::Ranking),
        Just(Query::Key),
        Just(Query::Belief),
        (1..=4usize).prop_map(Query::View),
        (1..=4usize).prop_map(Query::Record),
        (own_name, vec(token(), 0..3)).prop_map(|(name, words)| Query::Own(name, words)),
    ]
}

fn plain() -> impl Strategy<Value = Command> {
    prop_oneof![
        Just(Command::Uci),
        Just(Command::Ugi),
        Just(Command::IsReady),
        Just(Command::NewGame),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Display),
        Just(Command::Eval),
        Just(Command::Belief),
        Just(Command::Moves),
        Just(Command::Undo),
        Just(Command::Wait),
        Just(Command::Ignored(Anything)),
        Just(Command::Quit),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    let set_option = (text(), option::of(text()))
        .prop_map(|(name, value)| Command::SetOption(SetOption { name, value }));
    let bench = (option::of(token()), option::of(1..=200u32))
        .prop_map(|(variant, depth)| Command::Bench(BenchArguments { variant, depth }));
    let extra = vec("[a-z0-9=]{1,12}", 0..3)
        .prop_filter("no variant", |words| !words.iter().any(|word| word.starts_with("variant")));
    let gen_fens = (1..=1_000_000u32, any::<u64>(), option::of(token()), extra).prop_map(
        |(count, seed, variant, extra)| Command::GenFens(GenFens { count, seed, variant, extra }),
    );
    prop_oneof![
        plain(),
        set_option,
        position().prop_map(Command::Position),
        go().prop_map(Command::Go),
        (0..=200u32).prop_map(|depth| Command::Perft(DepthArgument(depth))),
        query().prop_map(Command::Query),
        vec(token(), 1..6).prop_map(|tokens| Command::Move(Tokens(tokens))),
        any::<bool>().prop_map(|on| Command::Debug(Switch(on))),
        vec(token(), 0..3).prop_map(|words| Command::Help(Topic(words.join(" ")))),
        vec(token(), 0..2).prop_map(|words| Command::Rules(Topic(words.join(" ")))),
        bench,
        gen_fens,
    ]
}

/// Every command of the table is among the tried commands. A new command must be added here.
#[test]
fn every_command_is_tried() {
    let mut untried = complete("");
    let mut random = runner(1);
    for _ in 0..2_000 {
        let command = command().new_tree(&mut random).unwrap().current();
        let line = command.to_string();
        untried.retain(|name| line.split(' ').next() != Some(name));
    }
    // These are other spellings of tried commands.
    assert_eq!(untried, ["uginewgame", "copyprotection"]);
}

#[test]
fn a_command_written_and_read_is_the_same_command() {
    let result = runner(4_000).run(&command(), |command| {
        let line = command.to_string();
        prop_assert_eq!(parse(line.as_bytes()), Ok(Some(command)), "{}", line);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn white_space_of_any_kind_only_separates() {
    let space = "[ \t\u{b}\u{c}]{1,3}";
    let result = runner(1_500).run(&(command(), space, space), |(command, outer, inner)| {
        let line = command.to_string().replace(' ', &inner);
        // White space inside the value of an option is kept.
        if !matches!(command, Command::SetOption(SetOption { value: Some(_), .. })) {
            let padded = format!("{outer}{line}{outer}\r\n");
            prop_assert_eq!(parse(padded.as_bytes()), Ok(Some(command)), "{:?}", padded);
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

// --- Anything at all ----------------------------------------------------------------------------

#[test]
fn no_bytes_panic() {
    let result = runner(5_000).run(&vec(any::<u8>(), 0..120), |bytes| {
        let _ = parse(&bytes);
        Ok(())
    });
    result.unwrap();
}

#[test]
fn no_mixture_of_the_words_of_the_grammar_panics() {
    let words = "uci|ugi|setoption|name|value|position|startpos|deploy|fen|view|moves|go|depth|nodes|\
                 movetime|wtime|btime|winc|p3inc|movestogo|mate|infinite|ponder|searchmoves|perft|query|\
                 islegal|record|bench|--depth|genfens|seed|book|None|move|debug|on|register|#|x|-1|7|\
                 99999999999999999999";
    let result = runner(6_000).run(&vec(words, 0..12), |words| {
        let line = words.join(" ");
        match parse(line.as_bytes()) {
            Ok(None) => prop_assert!(line.is_empty() || line.starts_with('#')),
            Ok(Some(Command::Go(go))) => {
                for fault in go.faults {
                    prop_assert!((1..=line.len() + 1).contains(&fault.column), "{}", line);
                }
            }
            Ok(Some(command)) => {
                let again = parse(command.to_string().as_bytes());
                prop_assert_eq!(again, Ok(Some(command)), "{}", line);
            }
            Err(error) => {
                prop_assert!((1..=line.len() + 1).contains(&error.column), "{}", line);
                let rest = line.get(error.column - 1..).unwrap_or_default();
                prop_assert!(rest.starts_with(&error.token), "{}: {}", line, error);
                prop_assert_eq!(error.in_query, words[0] == "query", "{}", line);
            }
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn an_error_is_one_short_line_however_long_its_token() {
    for length in [1, 59, 60, 61, 255, 256, 257, 10_000, 1_000_000] {
        for letter in ["q", "\x07", "ß", "\u{2028}"] {
            let line = letter.repeat(length) + " \x07";
            let error = parse(line.as_bytes()).unwrap_err().to_string();
            assert!(error.len() < 1_000 && !error.contains(['\n', '\x07']), "{length}: {error}");
        }
    }
    let error = parse(b"\xFF\xFE go").unwrap_err();
    assert_eq!((error.column, error.expected), (1, "a command; `help` lists them"));
}

#[test]
fn empty_lines_and_comments_are_no_commands() {
    for line in ["", " ", "\r\n", "\n", "\0", "#", "# go depth 3", "  #quit"] {
        assert_eq!(parse(line.as_bytes()), Ok(None), "{line:?}");
    }
}

// --- Errors -------------------------------------------------------------------------------------

/// Line, the token at fault, its column, and what was expected.
const ERRORS: &[(&str, &str, usize, &str)] = &[
    ("joho", "joho", 1, "a command; `help` lists them"),
    ("  joho debug on", "joho", 3, "a command; `help` lists them"),
    ("UCI", "UCI", 1, "a command; `help` lists them"),
    ("uci uci", "uci", 5, "the end of the line"),
    ("isready now", "now", 9, "the end of the line"),
    ("quit now", "now", 6, "the end of the line"),
    ("debug", "", 6, "on or off"),
    ("debug maybe", "maybe", 7, "on or off"),
    ("setoption", "", 10, "name"),
    ("setoption Hash value 3", "Hash", 11, "name"),
    ("setoption name", "", 15, "the name of an option"),
    ("setoption name value 3", "value", 16, "the name of an option"),
    ("position", "", 9, "startpos, deploy, fen or view"),
    ("position start", "start", 10, "startpos, deploy, fen or view"),
    ("position fen", "", 13, "a fen"),
    ("position fen moves a3b4", "moves", 14, "a fen"),
    ("position startpos a3b4", "a3b4", 19, "the end of the line"),
    ("position view", "", 14, "a player, 1 to 4"),
    ("position view 5 startpos", "5", 15, "a player, 1 to 4"),
    ("position view 0 startpos", "0", 15, "a player, 1 to 4"),
    ("position view 1", "", 16, "startpos, deploy, fen or view"),
    ("position kfen \"foo", "\"foo", 15, "a second quotation mark after this one"),
    ("position kfen \"a b moves x", "\"a", 15, "a second quotation mark after this one"),
    ("position kfen foo", "kfen", 10, "startpos, deploy, fen or view"),
    ("go perft", "", 9, "a depth, 0 to 200"),
    ("go perft x", "x", 10, "a depth, 0 to 200"),
    ("go perft 201", "201", 10, "a depth, 0 to 200"),
    ("perft -1", "-1", 7, "a depth, 0 to 200"),
    ("perft 3 3", "3", 9, "the end of the line"),
    ("query", "", 6, "the name of a query"),
    ("query islegal", "", 14, "a move"),
    ("query player 1", "1", 14, "the end of the line"),
    ("query view", "", 11, "a player, 1 to 4"),
    ("query view x", "x", 12, "a player, 1 to 4"),
    ("query record 9", "9", 14, "a player, 1 to 4"),
    ("move", "", 5, "a move"),
    ("undo 3", "3", 6, "the end of the line"),
    ("bench pacific-a --depth", "", 24, "a depth, 1 to 200"),
    ("bench --depth 0", "0", 15, "a depth, 1 to 200"),
    ("bench pacific-a 3", "3", 17, "the end of the line"),
    ("genfens", "", 8, "a number of positions, 1 to 1000000"),
    ("genfens some", "some", 9, "a number of positions, 1 to 1000000"),
    ("genfens 0", "0", 9, "a number of positions, 1 to 1000000"),
    ("genfens 1000001", "1000001", 9, "a number of positions, 1 to 1000000"),
    ("genfens 3 seed x", "x", 16, "a seed"),
    ("genfens 3 seed 4 book x.epd", "x.epd", 23, "None"),
];

#[test]
fn an_error_names_token_column_and_what_was_expected() {
    for (line, token, column, expected) in ERRORS {
        let error = parse(line.as_bytes()).expect_err(line);
        let found = (error.token.as_str(), error.column, error.expected);
        assert_eq!(found, (*token, *column, *expected), "{line}");
        assert_eq!(error.in_query, line.starts_with("query"), "{line}");
        assert!(error.to_string().contains(expected), "{line}: {error}");
    }
}

/// A line, and the token and column of each part that cannot be read.
const FAULTS: &[(&str, &[(&str, usize)])] = &[
    ("go depth x", &[("x", 10)]),
    ("go depth", &[("", 9)]),
    ("go depth -1", &[("-1", 10)]),
    ("go nodes 1.5 depth 3", &[("1.5", 10)]),
    ("go foo 3", &[("foo", 4)]),
    ("go foo 3 depth y nodes 5", &[("foo", 4), ("y", 16)]),
    ("go wtime soon btime 5", &[("soon", 10)]),
    ("go movetime 99999999999999999999", &[("99999999999999999999", 13)]),
    ("go depth infinite", &[("infinite", 10)]),
];

#[test]
fn a_bad_limit_of_go_is_noted_and_the_others_hold() {
    for (line, faults) in FAULTS {
        let Ok(Some(Command::Go(go))) = parse(line.as_bytes()) else { panic!("{line}") };
        let found: Vec<(&str, usize)> =
            go.faults.iter().map(|fault| (fault.token.as_str(), fault.column)).collect();
        assert_eq!(found, *faults, "{line}");
    }
    let Ok(Some(Command::Go(go))) = parse(b"go foo 3 depth y nodes 5 btime 7") else { panic!() };
    assert_eq!((go.depth, go.nodes, go.time), (None, Some(5), [None, Some(7), None, None]));
    let Ok(Some(Command::Go(go))) = parse(b"go depth infinite") else { panic!() };
    assert!(go.infinite, "the limit after the missing number still counts");
}

#[test]
fn a_slip_gets_a_hint() {
    for (line, hint) in [
        ("isredy", Some("isready")),
        ("UCI", Some("uci")),
        ("positon startpos", Some("position")),
        ("posi", Some("position")),
        ("joho", None),
        ("debug onn", None),
    ] {
        let error = parse(line.as_bytes()).unwrap_err();
        assert_eq!(error.hint, hint, "{line}");
        let shown = hint.map_or(String::new(), |hint| format!(": did you mean {hint}?"));
        assert!(
            error.to_string().ends_with(&format!("column 1){shown}")) || hint.is_none(),
            "{error}"
        );
    }
    for (line, hint) in [("go nods 3", Some("nodes")), ("go foo 3", None), ("go nodes three", None)]
    {
        let Ok(Some(Command::Go(go))) = parse(line.as_bytes()) else { panic!("{line}") };
        assert_eq!(go.faults[0].hint, hint, "{line}");
    }
}

// --- Completion ---------------------------------------------------------------------------------

#[test]
fn a_line_is_completed_from_the_tables() {
    let cases: [(&str, &[&str]); 22] = [
        ("uc", &["uci", "ucinewgame"]),
        ("MOV", &["moves", "move"]),
        ("xyz", &[]),
        ("xyz ", &[]),
        ("go mo", &["movestogo", "movetime"]),
        (
            "go p",
            &[
                "p1time", "p1inc", "p2time", "p2inc", "p3time", "p3inc", "p4time", "p4inc",
                "ponder", "perft",
            ],
        ),
        ("go depth 3 per", &[]),
        ("query p1", &["p1turn"]),
        ("query view ", &["1", "2", "3", "4"]),
        ("debug ", &["on", "off"]),
        ("position ", &["startpos", "deploy", "fen", "view"]),
        ("position view 1 s", &["startpos"]),
        ("position startpos m", &["moves"]),
        ("position startpos moves a3b4 m", &[]),
        ("setoption ", &["name"]),
        ("setoption name mul", &["MultiPV", "Multiplayer Search"]),
        ("setoption name Move Ov", &["Overhead"]),
        ("setoption name Hash ", &["value"]),
        ("setoption name Turn Mode value ", &["turn", "action"]),
        ("setoption name uci_variant value warpac-o", &["warpac-once"]),
        ("genfens 3 ", &["seed", "book"]),
        ("help isl", &["islegal"]),
    ];
    for (line, expected) in cases {
        let mut found = complete(line);
        let mut expected = expected.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{line}");
    }
    assert!(complete("bench pac").contains(&"pacru3-classic"));
    assert_eq!(complete("setoption name ").len(), declarations().count());
    for name in complete("") {
        assert!(complete("help ").contains(&name), "{name}");
    }
}

/// Any typed line: words of the grammar and any letters.
#[test]
fn no_line_panics_when_it_is_completed() {
    let words =
        "setoption|name|value|Move|Clear|Hash|go|perft|help|query|view|position|\\PC{0,6}|ß|é";
    let result = runner(3_000).run(&vec(words, 0..6), |words| {
        let line = words.join(" ");
        for (end, _) in line.char_indices() {
            let _ = complete(&line[..end]);
        }
        Ok(())
    });
    result.unwrap();
}

// --- Meaning ------------------------------------------------------------------------------------

#[test]
fn both_spellings_of_the_clocks_mean_the_same() {
    let uci = parse(b"go wtime 1 winc 2 btime 3 binc 4").unwrap();
    let ugi = parse(b"go p1time 1 p1inc 2 p2time 3 p2inc 4").unwrap();
    assert_eq!(uci, ugi);
}

#[test]
fn searchmoves_end_at_the_next_limit() {
    let Ok(Some(Command::Go(go))) = parse(b"go searchmoves a3b4 c3d4,x depth 3 searchmoves e3f4")
    else {
        panic!()
    };
    assert_eq!(go.searchmoves, ["a3b4", "c3d4,x", "e3f4"]);
    assert_eq!(go.depth, Some(3));
}

#[test]
fn moves_with_nothing_after_it_is_a_position() {
    let bare = parse(b"position startpos").unwrap();
    assert_eq!(parse(b"position startpos moves").unwrap(), bare);
}

#[test]
fn names_and_values_of_options_may_have_spaces() {
    let expected = Command::SetOption(SetOption {
        name: "Debug Log File".to_string(),
        value: Some("/some place/a  file".to_string()),
    });
    let line = b"setoption name  Debug   Log File value  /some place/a  file \r\n";
    assert_eq!(parse(line), Ok(Some(expected)));
    let Ok(Some(Command::SetOption(option))) = parse(b"setoption name X value") else { panic!() };
    assert_eq!(option.value.as_deref(), Some(""));
}

#[test]
fn perft_has_two_spellings() {
    assert_eq!(parse(b"perft 3"), parse(b"go perft 3"));
    assert_eq!(parse(b"bench depth 3"), parse(b"bench --depth 3"));
}
