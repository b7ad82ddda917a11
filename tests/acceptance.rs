//! Checks that the real program meets what every client relies on, in every game.
//! Each `go` gets exactly one answer. Answers keep their order, moves are legal, limits are exact, and the program
//! ends cleanly. Time limits are generous: they only have to tell an answer from none.
//!
//! `STRATEGOS_GAMES=N` plays N games of each variant. By default a test plays a few.

use crate::common;
use common::answers::{
    AT_ONCE, Answer, Info, LATE, after, beginning, check_answer, count, engine, for_every_engine,
    play_token, position, search, timeless,
};
use common::engine::Engine;
use common::{Random, games, random_game};
use std::collections::HashSet;
use std::time::{Duration, Instant};
use strategos::game::Played;
use strategos::games::Variant;
use strategos::protocol::{Command, parse};

// --- All through a game -------------------------------------------------------------------------

for_every_engine! {
    fn searched_lines_are_legal_all_through_a_game<G>(variant, rules) {
        let mut random = Random::new(12);
        let mut engine = engine(variant);
        engine.send("setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true");
        for round in 0..games(10) {
            let (moves, root) = beginning::<G>(rules, &mut random, 70);
            let go = "go depth 5 nodes 30000";
            let answer = search(&mut engine, &format!("{}\n{go}", position(&moves)));
            check_answer(&root, &answer);
            if root.outcome().is_some() {
                continue;
            }
            let lines = root.actions().len().min(3);
            let last = &answer.infos[answer.infos.len() - lines..];
            let firsts: HashSet<&String> = last.iter().map(|info| &info.pv[0]).collect();
            assert!(lines < 3 || firsts.len() > 1, "{last:?}");
            for (index, info) in last.iter().enumerate() {
                assert_eq!(info.multipv, index as u64 + 1);
                assert!(info.wdl.is_some());
            }
            // An interrupted iteration prints its lines before those of the previous iteration.
            for pair in last.windows(2).filter(|pair| pair[0].depth == pair[1].depth) {
                assert!(value(&pair[0]) >= value(&pair[1]), "best first: {last:?}");
            }
            // The engine itself plays its own line.
            let line = [&moves[..], last[0].sure_line()].concat();
            engine.send(&position(&line));
            let expected = after(&root, last[0].sure_line());
            let result = common::result_text(expected.outcome());
            assert_eq!(engine.query("result"), result, "round {round}");
            assert_eq!(engine.query("fen"), expected.state().fen());
        }
        engine.finish();
    }

    fn queries_agree_with_the_rules_all_through_a_game<G>(variant, rules) {
        let mut engine = engine(variant);
        let mut moves: Vec<String> = Vec::new();
        let game = random_game::<G>(rules, &mut Random::new(13), 400);
        for (index, played) in game.iter().enumerate() {
            let state = played.state();
            engine.send(&position(&moves));
            assert_eq!(engine.query("fen"), state.fen());
            assert_eq!(engine.query("player"), state.player().number().to_string());
            assert_eq!(engine.query("p1turn"), (state.player().number() == 1).to_string());
            assert_eq!(engine.query("gameover"), played.outcome().is_some().to_string());
            assert_eq!(engine.query("result"), common::result_text(played.outcome()));
            assert_eq!(engine.query("key"), format!("{:016x}", state.key()));
            let mut legal: Vec<String> =
                played.actions().iter().map(|action| state.action_token(*action)).collect();
            legal.sort();
            assert_eq!(engine.query("legalmoves"), legal.join(" "));
            if let Some(next) = game.get(index + 1) {
                let key = next.state().key();
                let made = played.actions().into_iter().find(|action| {
                    let mut child = state.clone();
                    child.make(*action);
                    child.key() == key
                });
                moves.push(state.action_token(made.unwrap()));
            }
        }
        engine.finish();
    }
}

/// Orders scores: mates exceed all other scores, and a shorter mate is better for the winner.
fn value(info: &Info) -> i64 {
    match info.kind.as_str() {
        "mate" => info.score.signum() * 1_000_000 - info.score,
        _ => info.score,
    }
}

#[test]
fn infinite_and_stop_in_one_write_give_one_bestmove() {
    let mut engine = Engine::start();
    for _ in 0..30 {
        search(&mut engine, "go infinite\nstop");
    }
    engine.send("stop\nstop\nisready");
    assert_eq!(engine.line(), "readyok", "a stop that finds nothing is no answer");
    let answer = search(&mut engine, "stop\nstop\ngo depth 4");
    assert_eq!(answer.last().depth, 4, "an early stop must not end a later search");
    assert!(engine.finish().is_empty());
}

#[test]
fn stop_position_and_go_in_one_write_search_both_positions() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until("info");
    engine.send("stop\nposition startpos moves a3b4\ngo depth 3");
    let first = Answer::read(&engine.until("bestmove"));
    let second = Answer::read(&engine.until("bestmove"));
    engine.send("position startpos");
    assert_eq!(engine.query(&format!("islegal {}", first.best)), "true");
    engine.send("position startpos moves a3b4");
    assert_eq!(engine.query(&format!("islegal {}", second.best)), "true");
    assert_eq!(second.last().depth, 3);
    assert!(engine.finish().is_empty());
}

#[test]
fn a_running_search_answers_isready_at_once_each_time() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send(&["isready"; 100].join("\n"));
    let mut answers = 0;
    while answers < 100 {
        let line = engine.line();
        assert!(!line.starts_with("bestmove"), "the search went on");
        answers += usize::from(line == "readyok");
    }
    engine.send("stop");
    let lines = engine.until("bestmove");
    assert_eq!(count(&lines, "readyok"), 0);
    engine.finish();
}

#[test]
fn an_option_waits_for_the_end_of_the_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until("info");
    engine.send("setoption name Hash value 64\nsetoption name Hash value 0\nisready");
    let before = engine.until("readyok");
    assert!(!before.iter().any(|line| line.contains("error")), "{before:?}");
    engine.send("stop");
    engine.until("bestmove");
    assert!(engine.line().starts_with("info string error: option Hash"));
    assert_eq!(engine.ask("isready"), "readyok");
    engine.finish();
}

#[test]
fn a_query_during_a_search_speaks_of_its_root() {
    let mut engine = Engine::start();
    engine.send("position startpos moves a3b4\ngo infinite\nquery player");
    let lines = engine.until("response");
    assert_eq!(lines.last().unwrap(), "response 2");
    assert_eq!(count(&lines, "bestmove"), 0);
    engine.send("stop");
    engine.until("bestmove");
    assert!(engine.finish().is_empty());
}

#[test]
fn an_infinite_search_waits_for_stop_even_if_all_is_known() {
    let mut engine = Engine::start();
    for (fen, go) in [
        // One legal move, an immediate win, and a finished game.
        ("3c1/4/4/2p11/1P22/4/1C22/4 w 0 1", "go infinite"),
        ("2c2c1/1p22/4/1p12/1P32/2C31/4/4 w 0 1", "go infinite"),
        ("2c2c1/1p22/4/1p12/1P32/2C31/4/4 w 0 1", "go ponder wtime 5 btime 5"),
        ("4/k3/4/2P11/4/2c1c2/2C11/4 w 0 1", "go infinite"),
        ("4/k3/4/2P11/4/2c1c2/2C11/4 w 0 1", "go ponder depth 1"),
    ] {
        engine.send(&format!("position fen {fen}\n{go}"));
        for _ in 0..50 {
            let lines = {
                engine.send("isready");
                engine.until("readyok")
            };
            assert_eq!(count(&lines, "bestmove"), 0, "{go} in {fen}");
        }
        engine.send("stop");
        engine.until("bestmove");
    }
    assert!(engine.finish().is_empty());
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut engine = Engine::start();
    for go in ["go ponder wtime 60 btime 60", "go ponder movetime 30", "go ponder depth 3"] {
        engine.send(go);
        for _ in 0..20 {
            engine.send("isready");
            assert_eq!(count(&engine.until("readyok"), "bestmove"), 0, "{go}");
        }
        let begun = engine.begin();
        engine.send("ponderhit");
        engine.until("bestmove");
        assert!(engine.taken(&begun) < AT_ONCE, "{go}");
    }
    assert!(engine.finish().is_empty());
}

#[test]
fn stop_ends_any_search_at_once() {
    let mut engine = Engine::start();
    for go in
        ["go infinite", "go depth 200", "go nodes 99999999999", "go movetime 9999999", "go mate 50"]
    {
        engine.send(go);
        let begun = engine.begin();
        engine.send("stop");
        engine.until("bestmove");
        assert!(engine.taken(&begun) < AT_ONCE, "{go}");
    }
    let begun = engine.begin();
    engine.send("go perft 60\nstop\nisready");
    engine.until("readyok");
    engine.send("bench --depth 50\nstop\nisready");
    engine.until("readyok");
    assert!(engine.taken(&begun) < AT_ONCE);
    engine.finish();
}

// --- Limits -------------------------------------------------------------------------------------

#[test]
fn no_time_means_move_now() {
    let mut engine = Engine::start();
    for limit in [
        "wtime 0 btime 0",
        "wtime -5 btime -5",
        "wtime -9223372036854775808",
        "wtime 0 winc 0 movestogo 1",
        "wtime 0 winc 1000",
        "btime 0",
        "movetime 0",
        "movetime -5",
        "nodes 0",
        "depth 0",
        "mate 0",
        "depth x",
        "depth",
        "foo 3",
        "movetime soon",
    ] {
        let begun = engine.begin();
        search(&mut engine, &format!("go {limit}"));
        assert!(engine.taken(&begun) < AT_ONCE, "go {limit}");
    }
    engine.finish();
}

#[test]
fn enormous_limits_are_taken_as_they_are() {
    let mut engine = Engine::start();
    for limit in [
        "depth 18446744073709551615",
        "nodes 18446744073709551615",
        "movetime 9223372036854775807",
        "wtime 9223372036854775807 winc 9223372036854775807",
        "mate 18446744073709551615",
        "wtime 9223372036854775807 movestogo 18446744073709551615",
    ] {
        search(&mut engine, &format!("go {limit}\nstop"));
    }
    engine.finish();
}

#[test]
fn a_limit_does_not_leak_into_the_next_search() {
    let mut engine = Engine::start();
    let expected = search(&mut engine, "go depth 6").last().depth;
    for go in
        ["go nodes 5", "go movetime 0", "go depth 1", "go mate 1", "go searchmoves a3b4 depth 1"]
    {
        search(&mut engine, go);
        let answer = search(&mut engine, "ucinewgame\ngo depth 6");
        assert_eq!(answer.last().depth, expected, "after {go}");
        assert!(answer.last().nodes > 100, "after {go}");
    }
    engine.finish();
}

for_every_engine! {
    fn nodes_are_counted_exactly<G>(variant, rules) {
        let mut random = Random::new(14);
        let mut engine = engine(variant);
        for nodes in [1, 2, 7, 100, 511, 512, 513, 1000, 12_345] {
            let (mut moves, mut root) = beginning::<G>(rules, &mut random, 12);
            if nodes < 100 {
                (moves, root) = (Vec::new(), Played::new(G::start(rules)));
            }
            let go = format!("{}\ngo nodes {nodes}", position(&moves));
            let answer = search(&mut engine, &go);
            check_answer(&root, &answer);
            assert_eq!(answer.last().nodes, nodes, "{go}");
        }
        engine.finish();
    }

    fn depth_is_reached_and_not_passed<G>(variant, rules) {
        let mut engine = engine(variant);
        for depth in 1..=6 {
            let answer = search(&mut engine, &format!("go depth {depth}"));
            let depths: Vec<u64> = answer.infos.iter().map(|info| info.depth).collect();
            assert_eq!(depths.last(), Some(&depth));
            assert!(depths.is_sorted(), "{depths:?}");
            check_answer(&Played::new(G::start(rules)), &answer);
        }
        engine.finish();
    }

    fn searchmoves_bind_the_search<G>(variant, rules) {
        let mut engine = engine(variant);
        let start = Played::new(G::start(rules));
        for action in start.actions() {
            let token = start.state().action_token(action);
            let answer = search(&mut engine, &format!("go depth 3 searchmoves {token}"));
            let first = answer.best.split(',').next();
            assert_eq!(first, Some(token.as_str()));
        }
        engine.finish();
    }

    fn a_move_comes_before_its_time_is_over<G>(variant, rules) {
        let mut engine = engine(variant);
        let mut random = Random::new(15);
        for _ in 0..games(3) {
            let (moves, root) = beginning::<G>(rules, &mut random, 30);
            let begun = engine.begin();
            let answer = search(&mut engine, &format!("{}\ngo movetime 30", position(&moves)));
            let taken = engine.taken(&begun);
            assert!(taken < Duration::from_millis(30) + LATE, "{taken:?}");
            check_answer(&root, &answer);
        }
        engine.finish();
    }

    fn fast_games_end_without_a_loss_on_time<G>(variant, rules) {
        let mut random = Random::new(16);
        for _ in 0..games(1) {
            let mut engines: Vec<Engine> = (0..G::PLAYERS).map(|_| engine(variant)).collect();
            let (mut moves, mut played) = beginning::<G>(rules, &mut random, 8);
            let mut clocks = [Duration::from_millis(100); 4];
            for engine in &mut engines {
                assert_eq!(engine.ask("isready"), "readyok");
            }
            // With submarines a game may take thousands of turns.
            while played.outcome().is_none() && moves.len() < 1_000 {
                let mover = played.state().player().index();
                let engine = &mut engines[mover];
                engine.send(&position(&moves));
                assert_eq!(engine.query("gameover"), "false");
                let times: Vec<String> = (1..=G::PLAYERS)
                    .map(|player| format!("p{player}time {}", clocks[player - 1].as_millis()))
                    .collect();
                let (start, begun) = (Instant::now(), engine.begin());
                engine.send(&format!("go {} p1inc 1 p2inc 1 p3inc 1 p4inc 1", times.join(" ")));
                let mut lines = Vec::new();
                let end = loop {
                    let (when, line) = engine.timed_line().unwrap();
                    lines.push(line);
                    if lines.last().unwrap().starts_with("bestmove ") {
                        break when;
                    }
                };
                let spent = end - start;
                let taken = engine.taken(&begun).min(spent);
                assert!(taken < clocks[mover] + LATE, "{taken:?} of {:?}", clocks[mover]);
                clocks[mover] = clocks[mover].saturating_sub(spent) + Duration::from_millis(1);
                let answer = Answer::read(&lines);
                check_answer(&played, &answer);
                assert!(play_token(&mut played, &answer.best));
                moves.push(answer.best);
            }
            for engine in &mut engines {
                engine.send(&position(&moves));
                assert_eq!(engine.query("result"), common::result_text(played.outcome()));
                engine.finish();
            }
        }
    }
}

// --- The same every time ------------------------------------------------------------------------

const SCRIPT: &str = "\
go depth 7 nodes 10000
setoption name MultiPV value 3
go depth 5 nodes 10000
setoption name MultiPV value 1
go nodes 5000
setoption name Skill Level value 3
setoption name Seed value 99
go nodes 3000
setoption name Skill Level value 20
go mate 2 nodes 20000
position startpos
go depth 4
genfens 5 seed 3 book None
go perft 3
d
eval
setoption name Seed value 0
";

/// The lines without the figures that depend on the clock.
fn timeless_lines(lines: &[String]) -> Vec<String> {
    let lines = lines.iter().map(|line| timeless(line));
    lines.filter(|line| !line.starts_with("Time:")).collect()
}

#[test]
fn a_script_gives_the_same_again_in_another_process_and_after_a_new_game() {
    for variant in Variant::ALL {
        let fresh = |()| {
            let mut engine = engine(*variant);
            engine.send(SCRIPT);
            timeless_lines(&engine.finish())
        };
        let first = fresh(());
        assert_eq!(count(&first, "bestmove"), 6, "{first:?}");
        assert_eq!(fresh(()), first, "in another process");
        let mut engine = engine(*variant);
        engine.send("position startpos\ngo nodes 6000\nwait\nposition startpos\ngo movetime 20");
        engine.settle();
        for _ in 0..2 {
            engine.send(&format!("ucinewgame\n{SCRIPT}"));
            assert_eq!(timeless_lines(&engine.settle()), first, "after a new game");
        }
        engine.finish();
    }
}

// --- Any input ----------------------------------------------------------------------------------

/// Whether a random line may be sent. A line must not take long, end the engine or write files.
fn is_harmless(line: &[u8]) -> bool {
    match parse(line) {
        Ok(Some(Command::Quit | Command::Bench { .. })) => false,
        Ok(Some(Command::Perft(depth))) => depth.0 < 4,
        Ok(Some(Command::GenFens(wanted))) => wanted.count < 3,
        Ok(Some(Command::SetOption(option))) => {
            let name = option.name.to_lowercase();
            !["hash", "threads", "debug log file"].contains(&name.as_str())
        }
        _ => true,
    }
}

#[test]
fn ten_thousand_random_and_mutated_lines_do_no_harm() {
    const SEEDS: [&str; 18] = [
        "position startpos moves a3b4 b6c5",
        "position fen 4/k3/4/4/1P22/4/4/1C22 w 0 1 moves c1b2",
        "position view 1 startpos moves a3b4 b6c5",
        "position deploy",
        "go depth 3 nodes 50 searchmoves a3b4",
        "go wtime 10 btime 10 winc 1 binc 1 movestogo 3",
        "go infinite",
        "go perft 2",
        "setoption name MultiPV value 3",
        "setoption name UCI_Variant value pacific-b",
        "query islegal a3b4",
        "query record 1",
        "uci",
        "ucinewgame",
        "d",
        "moves",
        "move a3b4",
        "genfens 1 seed 4 book None",
    ];
    let mut random = Random::new(17);
    let mut engine = Engine::start();
    let mut batch = Vec::new();
    for number in 0..10_000 {
        let mut line = random.pick(&SEEDS).as_bytes().to_vec();
        for _ in 0..random.below(4) {
            let at = random.below(line.len().max(1)).min(line.len());
            match random.below(4) {
                0 => line.insert(at, random.next() as u8),
                1 => line.truncate(at),
                2 if at < line.len() => line[at] = random.next() as u8,
                _ => line.splice(at..at, random.pick(&SEEDS).bytes()).for_each(drop),
            }
        }
        if random.below(10) == 0 {
            line = (0..random.below(40)).map(|_| random.next() as u8).collect();
        }
        line.retain(|byte| *byte != b'\n');
        if is_harmless(&line) {
            batch.extend_from_slice(&line);
            batch.extend_from_slice(b"\nstop\n");
        }
        if number % 500 == 499 {
            engine.send_bytes(&std::mem::take(&mut batch));
            engine.settle();
        }
    }
    let answer = search(&mut engine, "ucinewgame\nposition startpos\ngo depth 3");
    assert_eq!(answer.last().depth, 3);
    engine.finish();
}

// --- The end ------------------------------------------------------------------------------------

#[test]
fn nothing_is_said_unasked() {
    assert!(Engine::start().finish().is_empty());
    let mut engine = Engine::start();
    engine.send(
        "position startpos moves a3b4\nsetoption name Hash value 4\nucinewgame\nstop\ndebug on",
    );
    assert!(engine.finish().is_empty());
}

#[test]
fn bounded_work_is_finished_after_the_end_of_the_input() {
    for (script, last) in [
        ("go depth 7", 7),
        ("position startpos moves a3b4\ngo depth 5\nquery player", 5),
        ("go depth 3\ngo depth 4\nwait\ngo depth 6", 6),
    ] {
        let mut engine = Engine::start();
        engine.send(script);
        let lines = engine.finish();
        assert_eq!(count(&lines, "bestmove"), script.matches("go ").count(), "{script}");
        let depth = lines.iter().filter_map(|line| Info::read(line)).next_back().unwrap().depth;
        assert_eq!(depth, last, "{script}");
    }
    let mut engine = Engine::start();
    engine.send("go nodes 30000");
    let lines = engine.finish();
    assert_eq!(lines.iter().filter_map(|line| Info::read(line)).next_back().unwrap().nodes, 30_000);

    let mut engine = Engine::start();
    engine.send("go perft 7");
    assert!(engine.finish().contains(&"Nodes searched: 401700".to_string()));

    let mut engine = Engine::start();
    engine.send("bench --depth 3");
    assert!(engine.finish().last().unwrap().ends_with(" nps"));

    for go in ["go movetime 30", "go mate 1"] {
        let mut engine = Engine::start();
        engine.send(go);
        assert_eq!(count(&engine.finish(), "bestmove"), 1, "{go}");
    }
}

#[test]
fn unbounded_work_is_stopped_at_the_end_of_the_input() {
    for (script, answers) in [
        ("go infinite", 1),
        ("go", 1),
        ("go infinite depth 3", 1),
        ("go ponder", 1),
        ("go ponder depth 3", 1),
        ("go wtime 360000000 btime 360000000", 1),
        ("go wtime 360000000 depth 150", 1),
        ("go infinite\nwait", 1),
        ("go infinite\nwait\ngo depth 2", 2),
        ("go infinite\nwait\ngo infinite", 2),
        ("go depth 2\ngo infinite\nsetoption name Hash value 2\nquery fen", 2),
    ] {
        let mut engine = Engine::start();
        engine.send(script);
        let lines = engine.finish();
        assert_eq!(count(&lines, "bestmove"), answers, "{script}: {lines:?}");
    }
}

#[test]
fn the_input_may_end_anywhere() {
    let script =
        b"uci\nposition startpos moves a3b4\r\ngo depth 2\nquery fen\nisready\n\0\xFF\nd\n";
    for end in 0..script.len() {
        let mut engine = Engine::start();
        engine.send_bytes(&script[..end]);
        engine.finish();
    }
}

#[test]
fn quit_ends_at_once_while_stdin_stays_open() {
    for script in [
        "quit",
        "go infinite\nquit",
        "go depth 200\nquit",
        "go perft 60\nquit",
        "bench --depth 50\nquit",
        "genfens 1000000\nquit",
        "go ponder\ngo depth 100\nposition startpos\nquit",
    ] {
        let mut engine = Engine::start();
        engine.send(script);
        let (lines, status) = engine.rest();
        assert!(status.success(), "{script}: {status}");
        assert!(lines.len() < 1_000_000, "{script} ran to its end");
        let most = script.matches("go ").count() - script.matches("perft").count();
        assert!(count(&lines, "bestmove") <= most, "{script}: {lines:?}");
        if script == "go infinite\nquit" {
            assert_eq!(count(&lines, "bestmove"), 1, "{lines:?}");
        }
    }
}

#[test]
fn the_engine_ends_when_nobody_hears_it() {
    for script in ["uci", "isready", "go infinite", "go perft 6", "bench --depth 4", "nonsense"] {
        let mut engine = Engine::start_unheard();
        engine.send(script);
        let status = engine.wait();
        assert!(status.success(), "{script}: {status}");
    }
}

#[test]
fn several_threads_answer_like_one() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 3\nisready");
    engine.until("readyok");
    for script in
        ["go depth 6", "go nodes 20000", "go movetime 30", "go infinite\nstop", "go mate 1"]
    {
        let answer = search(&mut engine, script);
        assert_eq!(engine.query(&format!("islegal {}", answer.best)), "true", "{script}");
    }
    let nodes = search(&mut engine, "go nodes 200000").last().nodes;
    assert!((200_000..400_000).contains(&nodes), "three threads made {nodes}");
    engine.send("setoption name Threads value 1");
    search(&mut engine, "go depth 3");
    engine.send("setoption name Threads value 2\ngo infinite");
    engine.until("info");
    assert_eq!(count(&engine.finish(), "bestmove"), 1);
}
