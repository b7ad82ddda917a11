//! Honest games: the record that follows from the lines is the referee's.

use super::{Chance, Pair, agreed, public, random_turn};
use crate::common::{Random, games, hiding};
use std::time::Instant;
use strategos::engine::{GameState, Position, Start};
use strategos::game::Outcome;
use strategos::games::Variant;
use strategos::sealed::{Author, Phase, SealedGame, Sides, Terms, Verdict, audit};

/// Compares what both hosts know with what the referee may tell them.
fn compare(pair: &Pair, referee: &dyn GameState) {
    for host in &pair.hosts {
        let player = host.player(host.me()).unwrap();
        let told = referee.record(player).unwrap().to_string();
        assert_eq!(host.position().unwrap().to_string(), told);
    }
}

/// How long lines and audits take, and how long games are.
#[derive(Default)]
struct Figures {
    games: usize,
    lines: usize,
    bytes: usize,
    playing: f64,
    auditing: f64,
}

/// A random game of at most so many turns. At the end everything is as the referee has it.
fn play(variant: Variant, seed: u64, most: usize, figures: &mut Figures) {
    let mut random = Random::new(seed);
    let mut referee = variant.new_game();
    let terms = Terms::of(variant);
    referee.set_position(&Position::from_start(terms.start.clone())).unwrap();
    let begun = Instant::now();
    let mut choosing = 0.0;
    let mut pair = Pair::new(&terms, seed);
    let mut repetition = None;
    for turn in 0.. {
        let Some(mover) = pair.mover() else { break };
        if turn == most || repetition.is_some() {
            pair.play("resign");
            break;
        }
        let chosen = Instant::now();
        let token = random_turn(pair.hosts[mover].game().unwrap(), &mut random);
        choosing += chosen.elapsed().as_secs_f64();
        let (line, token) = pair.play(&token);
        let compared = Instant::now();
        let token = token.split('=').next().unwrap().to_string();
        referee.play(&[token]).unwrap();
        match referee.reason() {
            Some("third occurrence") => repetition = Some(line),
            Some(_) => {}
            None => compare(&pair, &*referee),
        }
        choosing += compared.elapsed().as_secs_f64();
    }
    pair.open();
    figures.playing += begun.elapsed().as_secs_f64() - choosing;
    check_end(&pair, &*referee, repetition, figures);
}

fn check_end(pair: &Pair, referee: &dyn GameState, repetition: Option<u32>, figures: &mut Figures) {
    let lines = pair.lines();
    let [first, second] = pair.transcripts();
    let begun = Instant::now();
    let proven = audit(&first, Some(&second)).unwrap();
    figures.auditing += begun.elapsed().as_secs_f64();
    figures.games += 1;
    figures.lines += lines.len();
    figures.bytes += lines.iter().map(|line| line.len() + 1).sum::<usize>();
    assert!(proven.is_clean() && proven.proven, "{proven}");
    assert_eq!(proven.repetition, repetition);
    let resigned = pair.hosts[0].resigned();
    let expected = match (resigned, referee.outcome()) {
        (_, Some(Outcome::Draw)) => "draw".to_string(),
        (_, Some(Outcome::Win(player))) => format!("p{}win", player.number()),
        (Some(author), None) => {
            format!("p{}win", pair.hosts[0].player(author.other()).unwrap())
        }
        (None, None) => panic!("the game has no end"),
    };
    assert_eq!(proven.result, expected);
    for alone in [&first, &second, &public(&lines)] {
        let alone = audit(alone, None).unwrap();
        assert_eq!((alone.verdict, alone.standing()), (Verdict::Clean, "consistent"));
        assert_eq!((alone.result, alone.repetition), (expected.clone(), repetition));
    }
    for host in &pair.hosts {
        assert_eq!((host.phase(), host.due()), (Phase::Finished, None));
        let player = host.player(host.me()).unwrap();
        let full = match referee.outcome() {
            Some(_) => referee.record(player).unwrap(),
            None => Position { view: Some(player), ..referee.position() },
        };
        assert_eq!(host.position().unwrap().to_string(), full.to_string());
    }
}

#[test]
fn records_from_lines_are_those_of_a_referee() {
    const MOST_TURNS: usize = 160;
    for variant in hiding() {
        let mut figures = Figures::default();
        for seed in 0..games(4) {
            let most = Random::new(seed ^ 99).below(MOST_TURNS);
            play(variant, seed, most, &mut figures);
        }
        let Figures { games, lines, bytes, playing, auditing } = figures;
        let per_game = |sum: usize| sum / games;
        eprintln!(
            "{variant}: {games} games, {} lines and {} bytes a game, {:.3} ms a line, {:.2} ms an audit",
            per_game(lines),
            per_game(bytes),
            1000.0 * playing / lines as f64,
            1000.0 * auditing / games as f64
        );
    }
}

#[test]
fn games_without_hidden_parts_are_played_by_lines_too() {
    let mut figures = Figures::default();
    for (seed, variant) in Variant::ALL.iter().filter(|variant| variant.players() == 2).enumerate()
    {
        play(*variant, seed as u64, 12, &mut figures);
    }
    assert!(figures.games > 5);
}

#[test]
fn players_go_on_past_a_repetition_that_they_cannot_see() {
    let fen = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w s - c6/a3,n5 - 0 20";
    let mut pair = Pair::new(&agreed("warpac-subs", Start::Fen(fen.to_string())), 1);
    let mut referee = Variant::from_name("warpac-subs").unwrap().new_game();
    referee.set_position(&Position::from_start(Start::Fen(fen.to_string()))).unwrap();
    let there = ["a1b1", "p16o16", "c6c7", "n5n6"];
    let back = ["b1a1", "o16p16", "c7c6", "n6n5"];
    let mut third = None;
    for token in [there, back].iter().cycle().take(6).flatten() {
        let (line, own) = pair.play(token);
        if third.is_none() {
            referee.play(&[own]).unwrap();
            third = (referee.reason() == Some("third occurrence")).then_some(line);
        }
    }
    pair.resign();
    let [first, second] = pair.transcripts();
    let audit = audit(&first, Some(&second)).unwrap();
    assert!(third.is_some_and(|line| line < 20), "{third:?}");
    assert_eq!((audit.verdict, audit.repetition), (Verdict::Clean, third));
    assert_eq!((audit.result.as_str(), audit.reason.as_str()), ("draw", "third occurrence"));
}

#[test]
fn where_nothing_is_hidden_a_repetition_ends_the_game_at_once() {
    let mut pair = Pair::new(&agreed("warpac", Start::StartPos), 1);
    for token in ["d4e6", "d13e11", "e6d4", "e11d13"].iter().cycle().take(8) {
        pair.play(token);
    }
    assert_eq!(pair.mover(), None);
    pair.open();
    let [first, second] = pair.transcripts();
    let audit = audit(&first, Some(&second)).unwrap();
    assert_eq!((audit.verdict, audit.repetition), (Verdict::Clean, Some(10)), "{audit}");
    assert_eq!((audit.result.as_str(), audit.lines), ("draw", 12));
    assert!(audit.to_string().contains("a draw in line 10"), "{audit}");
}

/// Variants of a file have a rulebook of their own, whose hash is in the first line.
#[test]
fn variants_of_files_are_played_by_lines_under_the_rules_of_both() {
    let text = "[sealed-fleet]\nextends = \"warpac-subs-once\"\nsubmarines = 5\nsubmarines_abroad = 5\n\
                basic_destroyers = 3\n[sealed-war]\nextends = \"gameofwar\"\nmoves_a_turn = 3\n";
    let added = strategos::variants::add("sealed.toml".as_ref(), text).unwrap();
    for variant in added {
        let mut figures = Figures::default();
        play(variant, 7, 60, &mut figures);
        let rules = |variant| {
            let terms = Terms { sides: Sides::Agreed(Author::A), ..Terms::of(variant) };
            let game = SealedGame::propose(&terms, "Ann", &mut Chance::new(1)).unwrap();
            game.lines()[0].to_string().split(' ').nth(7).unwrap().to_string()
        };
        assert_ne!(rules(variant), rules(variant.parent()));
    }
}

#[test]
fn the_toss_gives_either_side() {
    let mut sides = [0; 2];
    for seed in 0..40 {
        let pair = Pair::new(&Terms::of(Variant::from_name("warpac").unwrap()), seed);
        let player = pair.hosts[0].player(Author::A).unwrap();
        assert_eq!(pair.hosts[1].player(Author::A), Some(player));
        sides[player - 1] += 1;
    }
    assert!(sides.iter().all(|count| *count > 8), "{sides:?}");
}

#[test]
fn a_game_in_its_file_goes_on_where_it_was() {
    use strategos::sealed::SealedGame;
    let mut pair = Pair::new(&Terms::of(Variant::from_name("warpac-subs").unwrap()), 5);
    let mut random = Random::new(5);
    for _ in 0..30 {
        let mover = pair.mover().unwrap();
        let token = random_turn(pair.hosts[mover].game().unwrap(), &mut random);
        pair.play(&token);
        for host in &mut pair.hosts {
            let again = SealedGame::from_text(&host.to_text()).unwrap();
            assert_eq!(again.position(), host.position());
            assert_eq!((again.next(), again.to_text()), (host.next(), host.to_text()));
            *host = again;
        }
    }
    pair.resign();
    let [first, second] = pair.transcripts();
    assert!(audit(&first, Some(&second)).unwrap().is_clean());
}
