//! Games in numbers: ids of actions, masks, planes, returns, beliefs, and many games at once.
//!
//! `STRATEGOS_GAMES=N` plays N games of every variant. By default a test plays a few.

use crate::common;
use common::{Random, beginnings, deploys, for_every_variant, games, lively_action};
use std::collections::HashSet;
use strategos::engine::{Position, Start};
use strategos::environment::{Batch, Environment};
use strategos::game::{Played, Player};
use strategos::games::{Playable, Variant};
use strategos::protocol::parse_position;

/// The longest random game, in steps.
const LONGEST: usize = 400;

fn starts(variant: Variant) -> Vec<Position> {
    let mut starts = vec![Start::StartPos];
    starts.extend(deploys(variant).then_some(Start::Deploy));
    let (bench, _) = variant.bench();
    starts.extend(bench.iter().map(|fen| Start::Fen(fen.to_string())));
    starts.into_iter().map(Position::from_start).collect()
}

fn random_start(variant: Variant, random: &mut Random) -> Box<dyn Environment> {
    // Half of the games begin at the start, or with a deployment.
    let starts = starts(variant);
    let few = if random.below(2) == 0 { 1 + usize::from(deploys(variant)) } else { starts.len() };
    variant.new_environment(&starts[random.below(few)]).unwrap()
}

/// Calls `check` with the environments of every step of `few` random games of each variant.
fn in_random_games(few: u64, mut check: impl FnMut(&dyn Environment, &mut Random)) {
    for variant in Variant::ALL {
        let mut random = Random::new(70);
        let mut count = 0;
        for _ in 0..games(few) {
            let mut environment = random_start(*variant, &mut random);
            for _ in 0..LONGEST {
                check(&*environment, &mut random);
                count += 1;
                if environment.is_over() {
                    break;
                }
                let id = *random.pick(environment.legal());
                environment.step(id).unwrap();
            }
        }
        eprintln!("{count} positions of {variant}");
    }
}

/// The ids of the steps of an action.
fn ids<G: Playable>(state: &G, action: G::Action) -> Vec<usize> {
    let ids: Vec<_> = (0..).map_while(|step| state.step_id(action, step)).collect();
    assert_eq!(ids.first(), Some(&state.action_id(action)));
    assert!(G::HAS_STEPS || ids.len() == 1);
    ids
}

for_every_variant! {
    fn no_two_legal_actions_share_their_ids<G>(rules) {
        let mut random = Random::new(7);
        let mut firsts = beginnings::<G>(rules);
        firsts.extend(G::deploy(rules));
        for _ in 0..games(6) {
            let mut played = Played::new(random.pick(&firsts).clone());
            for _ in 0..LONGEST {
                let state = played.state();
                let found: Vec<_> =
                    played.actions().iter().map(|action| ids(state, *action)).collect();
                assert!(found.iter().flatten().all(|id| *id < G::ACTION_IDS), "{}", state.fen());
                for (index, one) in found.iter().enumerate() {
                    let clash = found[..index].iter().find(|other| {
                        one.starts_with(other.as_slice()) || other.starts_with(one)
                    });
                    assert_eq!(clash, None, "{one:?} in {}", state.fen());
                }
                let Some(action) = lively_action(state, &mut random) else { break };
                if played.outcome().is_some() {
                    break;
                }
                played.play(action);
            }
        }
    }
}

#[test]
fn an_id_gives_a_token_that_gives_the_id() {
    in_random_games(3, |environment, random| {
        let count = environment.variant().shape().actions as u32;
        let legal: HashSet<u32> = environment.legal().iter().copied().collect();
        assert_eq!(legal.len(), environment.legal().len());
        assert!(legal.iter().all(|id| *id < count));
        assert_eq!(legal.is_empty(), environment.is_over());
        for id in &legal {
            let token = environment.token(*id).unwrap();
            assert_eq!(environment.id(&token), Ok(*id), "{token}");
        }
        let other = random.below(count as usize + 2) as u32;
        if !legal.contains(&other) {
            let mut copy = environment.boxed();
            assert_eq!(copy.token(other), copy.step(other).map(|()| String::new()));
            assert_eq!(copy.legal(), environment.legal());
        }
        assert!(environment.id("nonsense").is_err());
    });
}

#[test]
fn the_steps_are_those_of_the_game() {
    in_random_games(1, |environment, random| {
        if random.below(20) > 0 || !environment.begun().is_empty() {
            return;
        }
        let game = environment.game();
        assert_eq!(game.player(), environment.player());
        assert_eq!(game.outcome(), environment.outcome());
        assert_eq!(game.ranking(), environment.ranking());
        let has_steps = environment.variant().name().starts_with("pacific");
        let mut tokens: Vec<String> =
            environment.legal().iter().map(|id| environment.token(*id).unwrap()).collect();
        tokens.sort();
        let moves = game.legal_moves();
        if !has_steps {
            assert_eq!(tokens, moves);
        } else {
            let begins = |token: &String| moves.iter().any(|text| text.starts_with(token.as_str()));
            assert!(tokens.iter().all(begins), "{tokens:?} {moves:?}");
        }
        let same = environment.variant().new_environment(&game.position()).unwrap();
        assert_eq!(same.game().fen(), game.fen());
        assert_eq!(same.legal(), environment.legal());
    });
}

#[test]
fn returns_add_up_to_nothing_and_follow_the_ranking() {
    for variant in Variant::ALL {
        let start = Position::from_start(Start::StartPos);
        for seed in 0..games(4) {
            let mut environment = variant.new_environment(&start).unwrap();
            environment.roll_out(seed, LONGEST);
            assert!(environment.is_over() || environment.returns().iter().all(|gain| *gain == 0.0));
            environment.roll_out(seed, 1_000_000);
            let (gains, places) = (environment.returns(), environment.ranking().unwrap());
            assert!(gains.iter().sum::<f64>().abs() < 1e-9, "{gains:?}");
            for (gain, place) in gains.iter().zip(&places) {
                for (other_gain, other_place) in gains.iter().zip(&places) {
                    assert_eq!(gain.partial_cmp(other_gain), Some(other_place.cmp(place)));
                }
            }
        }
    }
}

fn planes(environment: &dyn Environment, player: usize) -> Vec<u8> {
    let mut bytes = vec![9; environment.variant().shape().observation()];
    environment.observe(Player::new(player), &mut bytes);
    bytes
}

/// Planes that random games hardly use. [`what_planes_hold`] looks at them.
const RARE: [&str; 2] = ["a bonus marker is due", "earlier occurrences of the position"];

/// The squares of a plane that are not 0, with their values.
fn squares(environment: &dyn Environment, player: usize, plane: &str) -> Vec<(usize, u8)> {
    let variant = environment.variant();
    let number = variant.plane_names().iter().position(|name| name.starts_with(plane)).unwrap();
    let size = variant.shape().planes[1..].iter().product();
    let bytes = planes(environment, player);
    let plane = bytes.chunks(size).nth(number).unwrap();
    plane.iter().copied().enumerate().filter(|(_, byte)| *byte > 0).collect()
}

fn at(variant: Variant, position: &str) -> Box<dyn Environment> {
    let position = parse_position(position.as_bytes()).unwrap();
    variant.new_environment(&position).unwrap()
}

#[test]
fn what_planes_hold() {
    let start = "fen 3k/4/4/4/1K2/4/4/4 w 0 1";
    let mut game = at(Variant::PACIFIC_A, start);
    assert_eq!(squares(&*game, 0, "own Kamikazes"), [(27, 1)]);
    assert_eq!(squares(&*game, 1, "own Kamikazes"), [(63, 1)]);
    assert_eq!(squares(&*game, 1, "enemy Kamikazes"), [(27, 1)]);
    assert_eq!(squares(&*game, 0, "the observer is to move").len(), 64);
    assert_eq!(squares(&*game, 1, "the next player is to move").len(), 64);
    assert_eq!(squares(&*game, 1, "the observer is player 2").len(), 64);
    assert_eq!(squares(&*game, 0, "plies until the draw")[5], (5, 100));
    assert_eq!(squares(&*game, 0, "earlier occurrences"), []);
    for token in ["d4c3", "h8g7", "c3d4", "g7h8"] {
        game.step(game.id(token).unwrap()).unwrap();
    }
    assert_eq!(squares(&*game, 0, "earlier occurrences")[0], (0, 1));
    assert_eq!(squares(&*game, 0, "plies until the draw")[5], (5, 96));

    // An attack of two jumps, e3g5e7.
    let mut game = at(Variant::PACIFIC_A, "fen 4/4/2k1/4/2k1/2K1/4/4 w 0 1");
    let before = game.game().fen();
    assert_eq!(game.token(game.legal()[0]).unwrap(), "e3g5", "{before}");
    game.step(game.legal()[0]).unwrap();
    assert_eq!(squares(&*game, 0, "start of the attack"), [(20, 1)]);
    assert_eq!(squares(&*game, 0, "pieces jumped"), [(29, 1)]);
    assert_eq!(squares(&*game, 1, "the attacker's point"), [(38, 1)]);
    assert_eq!(game.game().fen(), before);

    let mut game = at(Variant::WARPAC_SUBS, "startpos");
    let mut random = Random::new(1);
    let own = "place and report of the observer's last attack";
    while squares(&*game, 0, own).is_empty() {
        let charge =
            game.legal().iter().copied().find(|id| game.token(*id).unwrap().starts_with('s'));
        let id = charge.unwrap_or_else(|| *random.pick(game.legal()));
        game.step(id).unwrap();
    }
    let attack = squares(&*game, 0, own);
    assert_eq!(attack, squares(&*game, 1, "place and report of the last attack 1 seats on"));
    let (corner, value) = attack[0];
    assert_eq!(attack, [0, 1, 16, 17].map(|step| (corner + step, value)));
    let record = game.game().record(1).unwrap().to_string();
    let report = &record[record.rfind('=').unwrap() + 1..];
    let sunk: u8 = report[..1].parse().unwrap();
    assert_eq!(value, 2 + 2 * sunk + u8::from(report[1..].starts_with('c')), "{record}");
    let same = at(Variant::WARPAC_SUBS, &game.game().position().to_string());
    assert_eq!(squares(&*same, 0, own), attack);

    let game = at(Variant::PACRU, "fen 8B4/6W4*2/6W0*2/9/9/9/bbb6/bbb6/bbb6 w m 0 10");
    assert_eq!(squares(&*game, 0, "a bonus marker is due").len(), 81);
    assert_eq!(squares(&*game, 0, "chevrons of the next player"), [(80, 1)]);
    assert_eq!(squares(&*game, 1, "own chevrons"), [(80, 1)]);
    assert_eq!(squares(&*game, 0, "own chevrons"), [(60, 1), (69, 1)]);
    assert_eq!(squares(&*game, 0, "chevrons that face 0"), [(60, 1)]);
    assert_eq!(squares(&*game, 1, "own markers")[..4], [(0, 1), (1, 1), (2, 1), (9, 1)]);
    assert_eq!(game.token(game.id("@g5").unwrap()).unwrap(), "@g5");
}

#[test]
fn every_plane_is_used() {
    for variant in Variant::ALL {
        let shape = variant.shape();
        let names = variant.plane_names();
        assert_eq!(names.len(), shape.planes[0]);
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        let squares = shape.planes[1] * shape.planes[2];
        let (mut random, mut unused) = (Random::new(3), vec![true; names.len()]);
        for _ in 0..60 {
            let mut environment = random_start(*variant, &mut random);
            for _ in 0..LONGEST {
                for player in 0..shape.players {
                    let bytes = planes(&*environment, player);
                    let used =
                        bytes.chunks(squares).map(|plane| plane.iter().any(|byte| *byte > 0));
                    unused.iter_mut().zip(used).for_each(|(unused, used)| *unused &= !used);
                }
                if environment.is_over() || !unused.contains(&true) {
                    break;
                }
                let id = *random.pick(environment.legal());
                environment.step(id).unwrap();
            }
        }
        let is_once = variant.name().ends_with("-once");
        let is_rare = |name: &str| {
            let spent = name.starts_with("squadrons that have used") && !is_once;
            spent || RARE.iter().any(|rare| name.starts_with(rare))
        };
        let left = names.iter().zip(unused).filter(|(name, unused)| *unused && !is_rare(name));
        assert_eq!(left.collect::<Vec<_>>(), [], "{variant}");
    }
}

/// Every state that a player believes possible looks the same to the player.
#[test]
fn sampled_states_look_like_the_truth() {
    in_random_games(1, |environment, random| {
        if random.below(12) > 0 || environment.is_over() {
            return;
        }
        let player = environment.player();
        let mut belief = environment.belief(player);
        let seen = planes(environment, player.index());
        for number in 0..3 {
            let sample = belief.sample(number);
            assert_eq!(planes(&*sample, player.index()), seen, "{}", environment.game().position());
            let sorted = |environment: &dyn Environment| {
                let mut ids = environment.legal().to_vec();
                ids.sort_unstable();
                ids
            };
            assert_eq!(sorted(&*sample), sorted(environment));
            let view = |environment: &dyn Environment| environment.game().view(player.number());
            assert_eq!(view(&*sample), view(environment));
            assert_eq!(belief.sample(number).game().fen(), sample.game().fen());
        }
    });
}

/// A player sees nothing of the other's deployment before both are complete.
#[test]
fn deployments_are_not_seen() {
    for variant in Variant::ALL.iter().filter(|variant| deploys(**variant)) {
        let mut random = Random::new(12);
        let mut games = [(); 2].map(|()| at(*variant, "deploy"));
        for game in &mut games {
            while game.player() == Player::ONE {
                let id = *random.pick(game.legal());
                game.step(id).unwrap();
            }
        }
        assert_ne!(games[0].game().fen(), games[1].game().fen());
        let seen = |games: &[Box<dyn Environment>; 2]| {
            [0, 1].map(|player| planes(&*games[0], player) == planes(&*games[1], player))
        };
        while games[0].game().is_deploying() {
            assert_eq!(seen(&games), [false, true], "{variant}");
            assert_eq!(games[0].legal(), games[1].legal());
            let id = *random.pick(games[0].legal());
            games.iter_mut().for_each(|game| game.step(id).unwrap());
        }
        assert_eq!(seen(&games), [false, false], "{variant}");
    }
}

#[test]
fn a_batch_is_many_environments() {
    for variant in [Variant::PACIFIC_A, Variant::SHACRU4, Variant::WARPAC_SUBS, Variant::PACRU3] {
        let start = Position::from_start(Start::StartPos);
        let shape = variant.shape();
        let mut batches = [1, 3].map(|threads| Batch::new(variant, &start, 7, threads).unwrap());
        let mut single: Vec<_> = (0..7).map(|_| variant.new_environment(&start).unwrap()).collect();
        let mut random = Random::new(5);
        let mut ended = 0;
        for _ in 0..600 {
            let ids: Vec<u32> = single.iter().map(|one| *random.pick(one.legal())).collect();
            batches.iter_mut().for_each(|batch| batch.step(&ids).unwrap());
            let outputs = batches[0].outputs();
            assert_eq!(outputs, batches[1].outputs());
            for (index, (one, id)) in single.iter_mut().zip(&ids).enumerate() {
                one.step(*id).unwrap();
                let rewards = &outputs.rewards[index * shape.players..][..shape.players];
                let gains: Vec<f32> = one.returns().iter().map(|gain| *gain as f32).collect();
                assert_eq!(rewards, gains);
                assert_eq!(outputs.ends[index] == 1, one.is_over());
                if one.is_over() {
                    ended += 1;
                    *one = variant.new_environment(&start).unwrap();
                }
                let player = one.player().index();
                assert_eq!(usize::from(outputs.players[index]), player);
                let seen = &outputs.observations[index * shape.observation()..];
                assert_eq!(seen[..shape.observation()], planes(&**one, player));
                let mask = &outputs.masks[index * shape.actions..][..shape.actions];
                let legal: Vec<u32> =
                    (0..).zip(mask).filter(|(_, one)| **one == 1).map(|(id, _)| id).collect();
                let mut wanted = one.legal().to_vec();
                wanted.sort_unstable();
                assert_eq!(legal, wanted);
            }
        }
        assert!(ended > 3 || variant == Variant::WARPAC_SUBS, "{variant}: {ended}");
        let before = batches[0].outputs().clone();
        for wrong in [vec![0; 6], vec![u32::MAX; 7], vec![shape.actions as u32 - 1; 7]] {
            assert!(batches[0].step(&wrong).is_err());
        }
        assert_eq!(batches[0].outputs(), &before);
        batches[0].reset();
        assert_eq!(batches[0].outputs(), Batch::new(variant, &start, 7, 2).unwrap().outputs());
    }
}

#[test]
fn what_an_environment_refuses() {
    let position = |view, start| Position { view, start, moves: Vec::new() };
    let refused = |variant: Variant, position: &Position| {
        variant.new_environment(position).err().unwrap().to_string()
    };
    let view = refused(Variant::PACRU, &position(Some(1), Start::StartPos));
    assert!(view.contains("expected no view"), "{view}");
    let fen = Start::Fen("x".to_string());
    assert!(refused(Variant::PACRU, &position(None, fen)).contains("fen"));
    let hidden = Variant::WARPAC_SUBS.new_game().view(1).unwrap();
    let hidden = refused(Variant::WARPAC_SUBS, &position(None, Start::Fen(hidden)));
    assert!(hidden.contains("does not know the whole position"), "{hidden}");
    let over = Position::from_start(Start::StartPos);
    let mut game = Variant::SHACRU.new_environment(&over).unwrap();
    game.roll_out(1, 1_000_000);
    let id = game.step(0).unwrap_err().to_string();
    assert!(id.starts_with("illegal action 0: the game is over"), "{id}");
    for (count, threads, words) in
        [(0, 1, "at least 1 game"), (1, 0, "1 to 256 threads (0)"), (usize::MAX, 1, "not memory")]
    {
        let error = Batch::new(Variant::SHACRU, &over, count, threads).err().unwrap().to_string();
        assert!(error.contains(words), "{error}");
    }
    let end = game.game().position();
    assert!(Batch::new(Variant::SHACRU, &end, 2, 1).err().unwrap().to_string().contains("is over"));
}
