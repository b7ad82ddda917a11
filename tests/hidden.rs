//! Games with hidden information: views and beliefs in whole games, the referee's loop for every variant, and limits
//! of searches. `secrecy.rs` checks that hidden information makes no difference.
//!
//! `STRATEGOS_GAMES=N` plays N games. By default a test plays a few.

use crate::common;
use common::engine::Engine;
use common::{Random, deploys, games, hiding, lively_action, tokens};
use strategos::game::{Knowledge, Player};
use strategos::games::warpac::{Standard, Submarines};
use strategos::games::{Playable, Variant, Visitor};

const PLAYERS: [Player; 2] = [Player::ONE, Player::TWO];
const RULES: Standard<true> = Standard::ALWAYS;

// --- Views and beliefs ----------------------------------------------------------------------------

/// The starting position of a game.
#[derive(Clone, Copy)]
enum Beginning {
    StartPos,
    Deploy,
}

impl Beginning {
    fn state<G: Playable>(self, rules: G::Rules) -> G {
        match self {
            Self::StartPos => G::start(rules),
            Self::Deploy => G::deploy(rules).unwrap(),
        }
    }

    fn knowledge<G: Playable>(self, rules: G::Rules, player: Player) -> Box<dyn Knowledge<G>> {
        match self {
            Self::StartPos => G::knowledge_at_start(rules, player).unwrap(),
            Self::Deploy => G::deploy(rules).unwrap().knowledge(player).unwrap(),
        }
    }
}

/// A game as its players follow it by the tokens that they are shown.
struct Followed<G: Playable> {
    rules: G::Rules,
    beginning: Beginning,
    first: G,
    game: G,
    actions: Vec<G::Action>,
    /// The tokens shown to each player, and the knowledge that follows from them.
    told: [Vec<String>; 2],
    minds: [Box<dyn Knowledge<G>>; 2],
}

impl<G: Playable> Followed<G> {
    fn new(rules: G::Rules, beginning: Beginning) -> Self {
        let first: G = beginning.state(rules);
        let minds = PLAYERS.map(|player| beginning.knowledge(rules, player));
        let (game, actions, told) = (first.clone(), Vec::new(), Default::default());
        Self { rules, beginning, first, game, actions, told, minds }
    }

    fn play(&mut self, action: G::Action) {
        self.game.make(action);
        self.actions.push(action);
        for (index, player) in PLAYERS.into_iter().enumerate() {
            let told = self.first.tokens_seen(&self.actions, Some(player)).unwrap();
            let mut new = told.strip_prefix(&self.told[index][..]);
            if new.is_none() {
                // A hidden part of a deployment has been shown, or a turn has become longer.
                self.minds[index] = self.beginning.knowledge(self.rules, player);
                new = Some(&told);
            }
            for part in new.into_iter().flatten().flat_map(|token| token.split(',')) {
                self.minds[index].observe(part).unwrap_or_else(|error| panic!("{part}: {error}"));
            }
            self.told[index] = told;
        }
    }

    /// Checks each player's view against the position. The view must admit the true position, and its samples must
    /// look the same to the player.
    fn check(&mut self, samples: u64) {
        for (mind, player) in self.minds.iter_mut().zip(PLAYERS) {
            let view = |state: &G| state.knowledge(player).unwrap().fen();
            let place = || format!("player {} in {}", player.number(), self.game.fen());
            let is_his_turn = self.game.player() == player;
            if !is_his_turn && !self.game.turn_start() {
                // The record holds whole turns only, but the view shows even a turn that has just begun.
                continue;
            }
            assert_eq!(mind.fen(), view(&self.game));
            assert!(mind.admits(&self.game), "{}", place());
            let mut known = if is_his_turn { mind.tokens() } else { Vec::new() };
            known.sort();
            assert!(!is_his_turn || known == tokens(&self.game), "{}", place());
            for number in 0..samples {
                let sample = mind.sample(number);
                assert_eq!(view(&sample), mind.fen());
                assert!(mind.admits(&sample), "{}: sample {}", place(), sample.fen());
                assert!(!is_his_turn || known == tokens(&sample), "{}", place());
            }
        }
    }
}

/// Plays random games and checks the views of both players. Every other game begins with a deployment.
pub fn follow_random_games<G: Playable>(rules: G::Rules, games: u64, length: usize) {
    for seed in 0..games {
        let mut random = Random::new(seed);
        let beginning = if seed % 2 == 0 { Beginning::StartPos } else { Beginning::Deploy };
        let mut followed = Followed::<G>::new(rules, beginning);
        followed.check(2);
        // Some deployments come from the engine. They begin differently from random deployments.
        if seed % 4 == 1 {
            for seed in [seed, seed + 1] {
                for action in followed.game.plan(seed).unwrap() {
                    followed.play(action);
                }
            }
        }
        for ply in 0..length {
            let Some(action) = lively_action(&followed.game, &mut random) else { break };
            followed.play(action);
            followed.check(if ply % 8 == 0 { 2 } else { 0 });
        }
    }
}

#[test]
fn views_and_beliefs_hold_the_truth_in_random_games() {
    struct Follow;
    impl Visitor for Follow {
        type Output = ();
        fn visit<G: Playable>(self, rules: G::Rules) {
            follow_random_games::<G>(rules, games(1), 60);
        }
    }
    hiding().into_iter().for_each(|variant| variant.visit(Follow));
    follow_random_games::<Submarines>(RULES, games(10), 300);
}

/// The engine plays against itself. It gets full records, but searches without the hidden information.
fn follow_engine_games<G: Playable>(rules: G::Rules, variant: &str, games: u64, turns: usize) {
    let mut engine = engine_for(variant);
    for seed in 0..games {
        engine.send(&format!("ucinewgame\nsetoption name Seed value {seed}"));
        let mut followed = Followed::<G>::new(rules, Beginning::Deploy);
        let mut moves = Vec::new();
        for turn in 0..turns {
            engine.send(&format!("position deploy moves {}", moves.join(" ")));
            let best = engine.search(&format!("go nodes {}", 100 + seed)).pop().unwrap();
            let token = best.split(' ').nth(1).unwrap().to_string();
            if token == "(none)" {
                break;
            }
            for part in followed.game.split_token(&token) {
                let action = followed.game.parse_action(&part).unwrap();
                followed.play(action);
            }
            followed.check(if turn % 8 == 0 { 2 } else { 0 });
            moves.push(token);
        }
        engine.send(&format!("position deploy moves {}", moves.join(" ")));
        for player in 1..=2 {
            let told = followed.told[player - 1].join(" ");
            let record = engine.query(&format!("record {player}"));
            let is_over = engine.query("gameover") == "true";
            assert!(is_over || record == format!("view {player} deploy moves {told}"));
        }
    }
    engine.finish();
}

#[test]
fn views_and_beliefs_hold_the_truth_in_games_of_the_engine() {
    struct Follow(Variant);
    impl Visitor for Follow {
        type Output = ();
        fn visit<G: Playable>(self, rules: G::Rules) {
            follow_engine_games::<G>(rules, self.0.name(), games(1), 4);
        }
    }
    hiding().into_iter().for_each(|variant| variant.visit(Follow(variant)));
    follow_engine_games::<Submarines>(RULES, "warpac-subs", games(1), 300);
}

// --- The referee's loop -----------------------------------------------------------------------------

fn engine_for(variant: &str) -> Engine {
    let mut engine = Engine::start();
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    engine
}

/// The referee gives the mover's record. The player follows it to the same view and the same legal moves. The player
/// answers with a move that the referee accepts.
#[test]
fn one_loop_serves_every_variant() {
    let (mut referee, mut player) = (Engine::start(), Engine::start());
    for variant in Variant::ALL {
        let option = format!("setoption name UCI_Variant value {}", variant.name());
        referee.send(&option);
        player.send(&option);
        for start in ["startpos", "deploy"].into_iter().take(1 + usize::from(deploys(*variant))) {
            let mut moves: Vec<String> = Vec::new();
            for _ in 0..9 {
                referee.send(&format!("position {start} moves {}", moves.join(" ")));
                let mover = referee.query("player");
                let record = referee.query(&format!("record {mover}"));
                assert!(record.starts_with(&format!("view {mover} {start}")), "{record}");
                player.send(&format!("position {record}"));
                for query in [&format!("view {mover}"), "legalmoves", "player"] {
                    assert_eq!(referee.query(query), player.query(query), "{variant:?} {record}");
                }
                let answer = player.search("go nodes 300");
                let best = answer.last().unwrap().strip_prefix("bestmove ").unwrap().to_string();
                assert_eq!(referee.query(&format!("islegal {best}")), "true", "{variant:?} {best}");
                moves.push(best);
            }
        }
    }
}

/// Whatever depends on the other side's pieces is an error in a view that does not show them: a side that is not seen
/// yet must not look like an empty one. A view of the full record says no more than a view of the player's own record.
#[test]
fn queries_about_hidden_pieces_are_errors_in_a_view() {
    const ERROR: &str = "does not know the whole position";
    for variant in hiding() {
        let mut engine = engine_for(variant.name());
        let mut queries = variant.game_queries();
        assert!(!queries.is_empty(), "{variant}");
        queries.push("features");
        let deployment = first_deployment(&mut engine);
        let mut hidden = vec![
            "view 1 deploy".to_string(),
            "view 2 deploy moves ?".to_string(),
            format!("view 2 deploy moves {deployment}"),
            format!("view 1 deploy moves {deployment}"),
        ];
        if variant.name().contains("subs") {
            hidden.push("view 1 startpos".to_string());
        }
        for position in &hidden {
            engine.send(&format!("position {position}"));
            for query in &queries {
                engine.send(&format!("query {query}"));
                let [error, response] = [engine.line(), engine.line()];
                assert!(error.starts_with("info string error: "), "{position}: {query}: {error}");
                assert!(error.ends_with(ERROR), "{position}: {query}: {error}");
                assert_eq!(response, "response error", "{position}: {query}");
            }
            engine.send("eval");
            assert!(engine.line().ends_with(ERROR), "{position}: eval");
        }
        engine.send(&format!("position deploy moves {deployment}"));
        assert!(!engine.query("features").is_empty(), "the holder of the record is told");
        engine.finish();
    }
}

/// The first player's deployment, as the engine chooses it.
fn first_deployment(engine: &mut Engine) -> String {
    engine.send("position deploy");
    let answer = engine.search("go depth 1");
    answer.last().unwrap().strip_prefix("bestmove ").unwrap().to_string()
}

// --- Searches ---------------------------------------------------------------------------------------

#[test]
fn full_information_is_used_only_on_demand() {
    let mut engine = engine_for("warpac-subs");
    // The destroyer first knows only that there is a submarine somewhere, and then sees it.
    let position =
        "position fen 15k/16/16/16/16/16/16/16/16/16/16/16/16/2N13/16/K15 w s - -/c4 - 0 20";
    engine.send(position);
    let blind = engine.search("go depth 2");
    assert!(blind.iter().any(|line| line.contains(" samples ")), "{blind:?}");
    engine.send("setoption name Full Information value true");
    let seeing = engine.search("go depth 2");
    assert!(!seeing.iter().any(|line| line.contains(" samples ")), "{seeing:?}");
    let hits = ["sb3", "sb4", "sc3", "sc4"].map(|token| format!("bestmove {token}"));
    assert!(hits.contains(seeing.last().unwrap()), "{seeing:?}");
    engine.finish();
}

#[test]
fn every_limit_is_kept_where_not_all_is_seen() {
    let mut engine = engine_for("warpac-subs");
    engine.send("position startpos moves h4j6 c13j6 c6d6 f10f9");
    let position = engine.query("record 1");
    engine.send(&format!("position {position}"));
    for limit in [
        "nodes 0",
        "nodes 1",
        "nodes 5000",
        "depth 3",
        "movetime 20",
        "movetime 0",
        "mate 2 nodes 20000",
    ] {
        let lines = engine.search(&format!("go {limit}"));
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_string();
        assert_eq!(engine.query(&format!("islegal {best}")), "true", "{limit}");
        let info = &lines[lines.len() - 2];
        assert!(info.contains(&format!(" pv {best}")), "{info}");
    }
    let nodes = engine.search("go nodes 5000");
    assert!(nodes[nodes.len() - 2].contains(" nodes 5000 "), "{nodes:?}");
    engine.send("go infinite");
    engine.until("info");
    engine.send("stop");
    engine.until("bestmove");
    engine.send("setoption name MultiPV value 4");
    let lines = engine.search("go depth 2");
    assert_eq!(lines.iter().filter(|line| line.contains("depth 2 ")).count(), 4);
    let only = engine.search("go depth 2 searchmoves g4f6");
    assert_eq!(only.last().unwrap(), "bestmove g4f6");
    engine.finish();
}

/// The belief of player `number` at the end of a record: square, letter and probability.
fn believed(engine: &mut Engine, number: usize, record: &str) -> Vec<(String, String, f64)> {
    engine.send(&format!("position view {number} {record}"));
    let answer = engine.query("belief");
    let words: Vec<&str> = answer.split_whitespace().collect();
    let share =
        |words: &[&str]| (words[0].to_string(), words[1].to_string(), words[2].parse().unwrap());
    words.chunks(3).map(share).collect()
}

#[test]
fn what_is_believed_adds_up_and_asking_for_it_changes_nothing() {
    let (mut asked, mut unasked) = (engine_for("warpac-subs"), engine_for("warpac-subs"));
    let mut moves: Vec<String> = Vec::new();
    let mut doubts = 0;
    for _ in 0..60 {
        let record = format!("deploy moves {}", moves.join(" "));
        for number in 1..=2 {
            let shares = believed(&mut asked, number, &record);
            let letter = ["S", "s"][2 - number];
            let submarines = shares.iter().filter(|(_, name, _)| name == letter);
            let sum: f64 = submarines.map(|(.., share)| share).sum();
            let view = asked.query(&format!("view {number}"));
            if moves.len() > 1 {
                let hidden: f64 = view.split(['?', ' ']).nth(5).unwrap()[..1].parse().unwrap();
                // Each share is rounded.
                assert!((sum - hidden).abs() < 0.0006 * shares.len() as f64, "{view}: {sum}");
                doubts += usize::from(shares.len() > 5);
            }
        }
        let position = format!("position {record}");
        let [one, other] = [&mut asked, &mut unasked].map(|engine| {
            engine.send(&position);
            engine.search("go nodes 300").pop().unwrap()
        });
        assert_eq!(one, other, "{record}");
        moves.push(one.split(' ').nth(1).unwrap().to_string());
    }
    assert!(doubts > 60, "{doubts}");
}

/// Checks the mean log loss in nats for each submarine, as `scripts/measure_beliefs.py` computes it. A player without
/// knowledge has ln 256 = 5.55. The script measured 4.4 for the first 50 turns. Too much confidence in a wrong belief
/// raises the loss.
#[test]
fn what_is_believed_is_better_than_to_know_nothing() {
    let mut engine = engine_for("warpac-subs");
    let mut losses = Vec::new();
    for seed in 0..games(3) {
        engine.send(&format!("ucinewgame\nsetoption name Seed value {seed}"));
        let mut moves: Vec<String> = Vec::new();
        for turn in 0..60 {
            let record = format!("deploy moves {}", moves.join(" "));
            for number in 1..=2 {
                if turn > 1 {
                    let shares = believed(&mut engine, number, &record);
                    engine.send(&format!("position {record}"));
                    let fen = engine.query("fen");
                    let truth = fen.split([' ', '/']).nth(21 - number).unwrap();
                    let left = truth.split(',').filter(|square| *square != "-");
                    losses.extend(left.map(|square| loss(&shares, truth, square)));
                }
            }
            engine.send(&format!("position {record}"));
            let best = engine.search("go nodes 300").pop().unwrap();
            moves.push(best.split(' ').nth(1).unwrap().to_string());
        }
    }
    let mean = losses.iter().sum::<f64>() / losses.len() as f64;
    assert!(mean < 4.9 && losses.len() > 500, "{mean} of {}", losses.len());
}

/// The loss for one of the submarines, which are on the squares of `truth`.
fn loss(shares: &[(String, String, f64)], truth: &str, square: &str) -> f64 {
    const STATES: f64 = 512.0;
    let of_square = shares.iter().find(|(name, ..)| name == square);
    let count = of_square.map_or(0.0, |(.., share)| share * STATES);
    let total = truth.split(',').count() as f64 * STATES + 128.0;
    -((count + 0.5) / total).ln()
}
