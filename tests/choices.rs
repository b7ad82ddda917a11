//! Choices of a player: a token holds one turn at most, and its legality depends only on the mover's view.
//!
//! `STRATEGOS_GAMES=N` plays N games. By default a test plays a few.

use crate::common::{Random, games, hiding};
use strategos::engine::{Answer, Engine, GameState, Position, Request, Start};
use strategos::games::Variant;

/// The error for a token that is longer than a turn.
const BEYOND: &str = "the turn ends before it, and a token holds actions of one turn";

fn at(variant: Variant, position: &Position) -> Box<dyn GameState> {
    let mut game = variant.new_game();
    game.set_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    game
}

/// Plays a random whole turn and returns it, or `None` if the game is over.
fn random_turn(game: &mut dyn GameState, random: &mut Random) -> Option<String> {
    let mut turn = Vec::new();
    while game.outcome().is_none() && (turn.is_empty() || !game.turn_start()) {
        let legal = game.legal_moves();
        // Turns of many actions end early now and then.
        let end = legal.iter().find(|token| *token == "end");
        let end = end.filter(|_| !turn.is_empty() && random.below(3) == 0);
        let token = end.unwrap_or_else(|| random.pick(&legal)).clone();
        game.choose(&token).unwrap();
        turn.push(token);
    }
    (!turn.is_empty()).then(|| turn.join(","))
}

// --- One turn a token -----------------------------------------------------------------------------------

#[test]
fn a_token_holds_no_more_than_one_turn() {
    for variant in Variant::ALL {
        let mut random = Random::new(7);
        let mut game = variant.new_game();
        let mut position = Position::from_start(Start::StartPos);
        for _ in 0..12 {
            let before = at(*variant, &position);
            let Some(turn) = random_turn(&mut *game, &mut random) else { break };
            assert!(before.is_legal(&turn), "{} {turn}", variant.name());
            let Some(next) = game.legal_moves().first().cloned() else { break };
            let long = format!("{turn},{next}");
            assert!(!before.is_legal(&long), "{} {long}", variant.name());
            refuses(before, &position, &long, &next);
            position.moves.push(turn);
        }
        assert!(position.moves.len() > 4, "{}", variant.name());
    }
}

/// Every command that takes a token refuses it, and names the superfluous action.
#[track_caller]
fn refuses(mut game: Box<dyn GameState>, position: &Position, long: &str, extra: &str) {
    let number = position.moves.len() + 1;
    let fault = format!("illegal move {extra}: {BEYOND} (in ");
    let (fen, tokens) = (game.fen(), [long.to_string()]);
    let chosen = game.choose(long).unwrap_err().to_string();
    let played = game.play(&tokens).unwrap_err().to_string();
    assert!(chosen.starts_with(&fault) && played.starts_with(&fault), "{chosen}\n{played}");
    let moves = [&position.moves[..], &tokens].concat();
    for view in [None, Some(1)] {
        let longer = Position { view, moves: moves.clone(), ..position.clone() };
        let placed = game.set_position(&longer).unwrap_err().to_string();
        let place = format!("number {number} of the list)");
        // A view may lack the report of the attack before the token.
        let is_blind = view.is_some() && placed.contains("needs its report");
        assert!(is_blind || placed.starts_with(&fault) && placed.ends_with(&place), "{placed}");
    }
    assert_eq!(game.fen(), fen);
}

/// If one side has no submarines, its opponent has two turns in a row. They are still two turns.
#[test]
fn two_turns_of_one_player_are_two_tokens() {
    let fen = "15k/16/16/16/16/16/16/16/16/16/16/16/16/2N13/16/K15 b s - m13/- - 0 20";
    let start = Start::Fen(fen.to_string());
    let mut game = at(Variant::WARPAC_SUBS, &Position::from_start(start.clone()));
    game.play(&["p16p15".to_string(), "m13m12".to_string()]).unwrap();
    assert_eq!(game.player().number(), 1);
    let position = Position { moves: vec!["p16p15".to_string()], ..Position::from_start(start) };
    refuses(at(Variant::WARPAC_SUBS, &position), &position, "m13m12,c3d5", "c3d5");
}

/// A FEN may set up parts of both fleets. The rest of Black's fleet is still a turn of another player.
#[test]
fn a_deployment_ends_with_its_player() {
    let fleet = "K@a1,K@b2,Q@a2>b2,Q@b1>a1,R@a3,R@b3,R@c3,R@d3,B@a4,B@b4,B@c4,B@d4,N@a5,N@b5,N@c5,\
                 N@d5,N@e5,N@f5,N@g5,end";
    let start = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 w d - - 25/25 0 1";
    let position = Position::from_start(Start::Fen(start.to_string()));
    let game = at(Variant::WARPAC, &position);
    assert!(game.is_legal(fleet));
    refuses(game, &position, &format!("{fleet},K@a16"), "K@a16");
}

// --- What is hidden ---------------------------------------------------------------------------------------

/// Single tokens of all kinds. Most of them are illegal here.
fn strangers(games: [&dyn GameState; 2], random: &mut Random) -> Vec<String> {
    let square = |random: &mut Random| {
        format!("{}{}", (b'a' + random.below(16) as u8) as char, 1 + random.below(16))
    };
    let mut tokens: Vec<String> = ["?", "S@?", "end", "", "x"].map(str::to_string).to_vec();
    for _ in 0..12 {
        let (one, other) = (square(random), square(random));
        tokens.extend([format!("s{one}"), format!("x{one}"), format!("{one}{other}")]);
        tokens.extend([format!("S@{one}"), format!("K@{one}"), format!("I@{one}")]);
    }
    for game in games {
        let legal = game.legal_moves();
        tokens.extend((0..20).filter(|_| !legal.is_empty()).map(|_| random.pick(&legal).clone()));
    }
    tokens
}

/// `islegal` agrees with `legalmoves` for a single action, and is false for an action with a report.
fn check_legality(game: &dyn GameState, strangers: &[String], what: &str) {
    let legal = game.legal_moves();
    for token in legal.iter().chain(strangers) {
        assert_eq!(game.is_legal(token), legal.contains(token), "{token} in {what}");
        for report in ["=0", "=0c", "=1", "=1c"] {
            assert!(!game.is_legal(&format!("{token}{report}")), "{token}{report} in {what}");
        }
    }
}

/// A game as a referee and its players hold it: the full record, each player's view of it, and each player's own
/// record.
fn sights(referee: &dyn GameState) -> Vec<Position> {
    let full = referee.position();
    let seen = (1..=2).map(|view| Position { view: Some(view), ..full.clone() });
    let own = (1..=2).map(|number| referee.record(number).unwrap());
    let all: Vec<Position> = seen.chain(own).collect();
    std::iter::once(full).chain(all).collect()
}

#[test]
fn a_single_action_is_legal_if_it_is_listed_whoever_looks() {
    let mut looks = 0;
    for variant in hiding() {
        for seed in 0..games(2) {
            let mut random = Random::new(seed);
            let start = if seed % 2 == 0 { Start::Deploy } else { Start::StartPos };
            let mut referee = at(variant, &Position::from_start(start));
            for _ in 0..60 {
                if random.below(5) == 0 || referee.position().moves.len() < 2 {
                    let sights = sights(&*referee);
                    let games: Vec<Box<dyn GameState>> =
                        sights.iter().map(|position| at(variant, position)).collect();
                    let strangers = strangers([&*games[1], &*games[2]], &mut random);
                    for (game, position) in games.iter().zip(&sights) {
                        check_legality(
                            &**game,
                            &strangers,
                            &format!("{} {position}", variant.name()),
                        );
                        looks += 1;
                    }
                }
                let legal = referee.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let token: &String = random.pick(&legal);
                referee.choose(token).unwrap();
            }
        }
    }
    assert!(looks > 200, "{looks}");
}

/// Plays the tokens up to the first unknown report. Each token must be legal before it is played.
fn replay(mut game: Box<dyn GameState>, pv: &[String], what: &str) {
    for (index, token) in pv.iter().enumerate() {
        assert!(game.is_legal(token), "{token}, number {index} of {pv:?} in {what}");
        if let Err(error) = game.choose(token) {
            // After its own attack in a view, the engine needs the report to go on.
            let is_blind = error.0.contains("needs its report") && index + 1 == pv.len();
            assert!(is_blind, "{error}: {pv:?} in {what}");
        }
    }
}

#[test]
fn what_the_engine_answers_can_be_replayed() {
    let mut lines = 0;
    for variant in hiding() {
        for seed in 0..games(2) {
            let mut random = Random::new(seed);
            let start = if seed % 2 == 0 { Start::Deploy } else { Start::StartPos };
            let mut engine = Engine::new(variant).unwrap();
            let mut referee = at(variant, &Position::from_start(start));
            for turn in 0..24 {
                if referee.outcome().is_some() {
                    break;
                }
                let mover = referee.player().number();
                let game = referee.position();
                let mut request = Request::to_nodes(150 + 50 * random.below(4) as u64);
                request.by_action = random.below(3) == 0;
                request.options.multipv = 1 + random.below(3);
                request.options.seed = seed;
                // The position comes as the full record, as the mover's view of it, and as the mover's own record.
                let seen = Position { view: Some(mover), ..game.clone() };
                for position in [seen, referee.record(mover).unwrap(), game] {
                    let what = format!("{} {position}", variant.name());
                    referee.set_position(&position).unwrap();
                    let (answer, last) =
                        engine.search(&*referee, &request).unwrap().finish().unwrap();
                    let best = match answer {
                        Answer::Move(best, _) => best,
                        Answer::Deployment(best, whole) => {
                            replay(at(variant, &position), &whole, &what);
                            best
                        }
                        other => panic!("{other:?} in {what}"),
                    };
                    assert!(at(variant, &position).is_legal(&best), "{best} in {what}");
                    for line in last.iter().flat_map(|info| &info.lines) {
                        replay(at(variant, &position), &line.pv, &what);
                        lines += 1;
                    }
                }
                // Half of the later turns are random, to reach positions that good play avoids.
                if turn > 1 && random.below(2) == 0 {
                    random_turn(&mut *referee, &mut random);
                } else {
                    request.by_action = false;
                    let best = engine.search(&*referee, &request).unwrap().best().unwrap().unwrap();
                    referee.choose(&best).unwrap();
                }
            }
        }
    }
    assert!(lines > 300, "{lines}");
}

/// Black may complete its fleet while White's fleet is unseen, and then waits for White.
#[test]
fn a_fleet_is_completed_behind_one_that_is_not_seen() {
    let start = Position { view: Some(2), ..Position::from_start(Start::Deploy) };
    let unseen = Position { moves: vec!["?".to_string()], ..start.clone() };
    for variant in hiding() {
        let mut engine = Engine::new(variant).unwrap();
        let mut game = at(variant, &unseen);
        let best = engine.search(&*game, &Request::to_depth(1)).unwrap().best().unwrap().unwrap();
        assert!(game.is_legal(&best), "{} {best}", variant.name());
        game.choose(&best).unwrap();
        assert_eq!(game.player().number(), 1, "{}", variant.name());
        assert_eq!(game.outcome(), None);
        assert!(engine.search(&*game, &Request::to_depth(1)).is_err());
        // The same action by action.
        game.set_position(&unseen).unwrap();
        for token in best.split(',') {
            assert!(game.is_legal(token), "{} {token}", variant.name());
            game.choose(token).unwrap();
        }
        assert_eq!(game.player().number(), 1, "{}", variant.name());
    }
}

#[test]
fn a_fleet_that_is_not_seen_stands_in_nobodys_way() {
    let abroad = "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/k15 w d - - 25/25 0 1";
    let error = Variant::WARPAC
        .new_game()
        .set_position(&Position::from_start(Start::Fen(abroad.to_string())))
        .unwrap_err();
    assert!(error.0.contains("a1 is outside own waters"), "{error}");
}

#[test]
fn a_report_is_refused_but_in_records() {
    let fen = "15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20";
    let start = Position::from_start(Start::Fen(fen.to_string()));
    let guesses = ["sa1=0", "sa1=0c", "sa1=1", "sa1=1c", "sa1=2", "sa2=1"];
    let heard: Vec<String> = guesses
        .iter()
        .map(|guess| {
            let mut game = at(Variant::WARPAC_SUBS, &start);
            assert!(!game.is_legal(guess));
            let error = game.choose(guess).unwrap_err();
            let request = Request { searchmoves: vec![guess.to_string()], ..Request::to_depth(1) };
            let mut engine = Engine::new(Variant::WARPAC_SUBS).unwrap();
            let searched = engine.search(&*game, &request).map(drop).unwrap_err();
            assert!(searched.0.contains(&error.0), "{searched}");
            error.0.replace(guess, "GUESS").replace(&guess[..3], "ATTACK")
        })
        .collect();
    // Every guess gets the same error.
    assert!(heard.iter().all(|error| error == &heard[0] && error.contains("expected ATTACK")));
    let mut game = at(Variant::WARPAC_SUBS, &start);
    assert!(game.is_legal("sa1"));
    game.play(&["sa1=1".to_string()]).unwrap_err();
    game.play(&["sa1=0c".to_string()]).unwrap();
}
