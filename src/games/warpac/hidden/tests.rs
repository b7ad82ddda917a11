//! Tests of tracks and beliefs in isolation. `tests/hidden.rs` compares them with games.

use super::SUBMARINE_CP;
use super::belief::Belief;
use super::expectation::expectations;
use super::odds::{Odds, survivals, uniform};
use super::tracks::Tracks;
use super::view::{View, tokens_seen};
use crate::game::{Game, Knowledge, Notation, Player, Rng};
use crate::games::Playable;
use crate::games::warpac::board::{AREA, RING, SOURCES, Square, Squares};
use crate::games::warpac::submarine_placement::placement_odds;
use crate::games::warpac::underwater::ChargeReport;
use crate::games::warpac::{Standard, Submarines, WarpacAction, WarpacSettings};

const SETTINGS: &WarpacSettings = &WarpacSettings::SUBMARINES;

fn squares(names: &str) -> Squares {
    names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
}

#[test]
fn tracks_grow_by_the_reach_of_submarines() {
    let mut tracks = Tracks::public(squares("h8"));
    assert!(tracks.allow(squares("h8")) && !tracks.allow(squares("h9")));
    tracks.pass(SETTINGS);
    let places = |tracks: &Tracks| {
        let all = (0..=u8::MAX).map(Square);
        all.filter(|square| tracks.allow([*square].into_iter().collect())).count()
    };
    // Three squares in eight directions, and the starting square.
    assert_eq!(places(&tracks), 25);
    // A ship on k8 is sunk: three of the squares at distance 2 from it can have been reached.
    tracks.narrow(squares("i8 i6 i7 i9 i10"));
    assert_eq!(places(&tracks), 3);
    tracks.charged(SETTINGS, Square::parse("i8").unwrap(), ChargeReport { sunk: 0, contact: true });
    assert!(!tracks.allow(squares("i8")) && tracks.allow(squares("i7")));
    tracks.charged(
        SETTINGS,
        Square::parse("h6").unwrap(),
        ChargeReport { sunk: 1, contact: false },
    );
    assert!(tracks.allow(Squares::NONE));
}

#[test]
fn at_most_two_submarines_lie_outside_own_waters_at_first() {
    let tracks = Tracks::deployed(Squares::WATERS[0], 5, 2);
    assert!(tracks.allow(squares("a1 b1 c1 a9 b9")));
    assert!(!tracks.allow(squares("a1 b1 a9 b9 c9")));
    assert!(!tracks.allow(squares("a1 b1 c1 d1")));
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn a_belief_survives_unlikely_events() {
    // Far from all likely squares, but possible after four turns.
    let mut belief = Belief::public(SETTINGS, squares("a1 p1"));
    for _ in 0..5 {
        belief.pass(Squares::NONE);
    }
    let far = squares("a16");
    belief.seen_in(far);
    assert!(belief.particles().iter().all(|particle| (*particle & far).any()));
    assert!(belief.particles().iter().all(|particle| particle.count() == 2));
    // A record that no game can have: the only submarine is on an impossible square.
    let mut belief = Belief::public(SETTINGS, squares("a1"));
    belief.seen_in(squares("p16"));
    assert!(belief.particles().iter().all(|particle| particle.count() == 1));
}

#[test]
fn an_unseen_fleet_is_imagined_by_the_rules() {
    let rules = Standard::ALWAYS;
    let mut view = View::of(&Submarines::deploy(rules).unwrap(), Player::TWO);
    view.observe("?").unwrap();
    let mut fleets = std::collections::HashSet::new();
    for number in 0..20 {
        let sample = view.sample(number);
        assert_eq!(View::of(&sample, Player::TWO).fen(), view.fen());
        assert_eq!(Submarines::from_fen(rules, &sample.fen()), Ok(sample.clone()));
        assert!(sample.ships(0).any() && sample.subs[0].count() == 5);
        fleets.insert(sample.fen());
    }
    assert!(fleets.len() > 3);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn depth_charges_tell_where_submarines_are() {
    let corner = Square::parse("d4").unwrap();
    let mut belief = Belief::anywhere(SETTINGS, 2);
    belief.turn(Some(WarpacAction::depth_charge(corner)), Squares::NONE);
    let near = SOURCES[corner.index()];
    assert!(belief.particles().iter().all(|particle| (*particle & near).any()));
    let mut belief = Belief::anywhere(SETTINGS, 2);
    belief.charged(corner, ChargeReport { sunk: 1, contact: false });
    let empty = AREA[corner.index()] | RING[corner.index()];
    for particle in belief.particles() {
        assert!(particle.count() == 1 && (*particle & empty).is_empty(), "{particle:?}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn submarines_are_believed_where_the_engine_places_its_own() {
    for side in [0, 1] {
        let own: Squares = placement_odds(SETTINGS, side).map(|(square, _)| square).collect();
        let mut belief = Belief::deployed(SETTINGS, side, 5);
        let (mut inside, mut all) = (0, 0);
        for particle in belief.particles() {
            inside += (*particle & own).count();
            all += particle.count();
        }
        // Nine in ten, and by chance some of the others.
        assert!(100 * inside > 88 * all && 100 * inside < 98 * all, "{inside} of {all}");
    }
}

#[test]
fn attacks_gain_what_they_sink_and_what_their_reports_tell() {
    // In half of the particles the submarines are on d4 and p16, in the others one is on f5.
    let particles = [squares("d4 p16"), squares("f5")].repeat(10);
    let charge = |name| WarpacAction::depth_charge(Square::parse(name).unwrap());
    let actions = [charge("d4"), charge("f5"), charge("o15"), charge("a1"), WarpacAction::END];
    // Each of three attacks sinks a submarine in ten particles of twenty. A report on d4 or o15 tells the cases apart,
    // so that the next attack sinks ten more. Four of these ten count. The attack on a1 tells nothing.
    let gains = expectations(SETTINGS, &particles, &actions);
    assert_eq!(gains, [Some(175), Some(125), Some(175), Some(0), None]);
}

#[test]
fn gains_are_averages_over_the_samples() {
    let fen = |submarine: &str| {
        format!("15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w s - -/{submarine} - 0 1")
    };
    let samples = ["b2", "p1"].map(|name| Submarines::from_fen(Standard::ALWAYS, &fen(name)));
    let samples = samples.map(Result::unwrap);
    let charge = WarpacAction::depth_charge(Square::parse("b2").unwrap());
    let mut view = View::of_public(&samples[0], Player::ONE);
    let [Some(gain), None] = view.expected_gains(&[charge, WarpacAction::END], &samples)[..] else {
        panic!("only depth charges have an expected gain")
    };
    assert_eq!((gain.by_belief, gain.by_samples), (SUBMARINE_CP, SUBMARINE_CP / 2));
}

#[test]
fn views_of_different_positions_have_different_keys() {
    let key = |fen: &str| {
        let view = View::<Standard<true>>::from_fen(Standard::ALWAYS, fen, Some(Player::ONE));
        view.unwrap().key()
    };
    let one = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w s - a5/?1 - 0 1";
    let others = [one.replace("?1", "?2"), one.replace("a5", "a6"), one.replace("K15", "1K14")];
    for other in others {
        assert_ne!(key(one), key(&other), "{other}");
    }
}

/// The number of draws, out of a thousand, that give these squares.
fn drawn(odds: &Odds, names: &str) -> usize {
    let draws = odds.draw(1000, &mut Rng::new(1));
    draws.into_iter().filter(|draw| *draw == squares(names)).count()
}

#[test]
fn a_clue_ties_submarines_together() {
    // Each of two submarines is on a1 or b1. One of the four cases has no submarine on a1.
    let mut odds = Odds::alike(2, uniform(squares("a1 b1")));
    assert!(drawn(&odds, "b1").abs_diff(250) < 50);
    odds.one_in(squares("a1"));
    let shares = [drawn(&odds, "b1"), drawn(&odds, "a1"), drawn(&odds, "a1 b1")];
    assert_eq!(shares[0], 0);
    assert!(shares[1].abs_diff(333) < 50 && shares[2].abs_diff(667) < 50, "{shares:?}");
    // After the clue is weighed in, each is on a1 with probability two thirds.
    odds.one_in(Squares::ALL);
    assert!(drawn(&odds, "b1").abs_diff(111) < 40, "{}", drawn(&odds, "b1"));
}

#[test]
fn reports_are_weighed_in_exactly() {
    let corner = Square::parse("a1").unwrap();
    let three = || Odds::alike(3, uniform(squares("a1 c1 h8")));
    let charged = |sunk, contact| {
        let mut odds = three();
        odds.charged(SETTINGS, corner, ChargeReport { sunk, contact });
        odds
    };
    assert_eq!(drawn(&charged(0, false), "h8"), 1000);
    assert_eq!(drawn(&charged(1, false), "h8"), 1000);
    assert_eq!(drawn(&charged(3, false), ""), 1000);
    // Two submarines are left, and at least one is on c1. One case has both there, and two cases have one.
    let left = charged(1, true);
    assert!(drawn(&left, "c1").abs_diff(333) < 50 && drawn(&left, "h8") == 0);
    // The sunk submarine has probability nine tenths or one tenth to be there. The odds are 81 to 1.
    let [surely, hardly] = survivals(&[0.9, 0.1], 1)[..] else { panic!("two shares") };
    assert!((surely - 1.0 / 82.0).abs() < 1e-9 && (hardly - 81.0 / 82.0).abs() < 1e-9);
}

#[test]
fn the_others_keep_their_places_when_one_is_sunk() {
    let mut odds = Odds::public(squares("c3 h8 n14"));
    odds.charged(SETTINGS, Square::parse("h8").unwrap(), ChargeReport { sunk: 1, contact: false });
    assert_eq!(drawn(&odds, "c3 n14"), 1000);
    // No submarine can have been there, but one was sunk. Some submarines are left all the same.
    odds.charged(SETTINGS, Square::parse("a16").unwrap(), ChargeReport { sunk: 1, contact: false });
    assert_eq!(odds.draw(10, &mut Rng::new(1)).len(), 10);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn hidden_turns_follow_the_opponent_model() {
    let share = |odds: &Odds, name: &str| {
        let square = squares(name);
        let draws = odds.draw(1000, &mut Rng::new(1));
        draws.into_iter().filter(|draw| (*draw & square).any()).count()
    };
    let start = Odds::public(squares("c3 h8"));
    let mut odds = start.clone();
    odds.pass(SETTINGS, Squares::NONE);
    // The first submarine steps along its rank more often than the other submarine moves, or than it goes elsewhere.
    assert!(share(&odds, "d3") > 250 && share(&odds, "i8") < 50 && share(&odds, "b3") < 50);
    assert!(share(&odds, "h8") > 700);
    // On the last file it steps back.
    let mut odds = Odds::public(squares("p3"));
    odds.pass(SETTINGS, Squares::NONE);
    assert!(share(&odds, "o3") > 250);
    // A square from which a ship can be sunk attracts a submarine. A submarine that was already there is unlikely.
    let mut odds = start.clone();
    odds.pass(SETTINGS, squares("h9"));
    assert!(share(&odds, "h9") >= 2 * share(&odds, "h7"));
    let mut odds = Odds::alike(1, uniform(squares("c3 h8")));
    odds.pass(SETTINGS, squares("c3"));
    let near = |odds: &Odds, name: &str| {
        let mut tracks = Tracks::public(squares(name));
        tracks.pass(SETTINGS);
        let draws = odds.draw(1000, &mut Rng::new(1));
        draws.into_iter().filter(|draw| tracks.allow(*draw)).count()
    };
    assert!(near(&odds, "c3").abs_diff(200) < 50, "{}", near(&odds, "c3"));
    assert!(near(&odds, "h8").abs_diff(800) < 50, "{}", near(&odds, "h8"));
}

/// The view of `player` after these actions.
fn view_after(
    first: &Submarines,
    actions: &[WarpacAction],
    player: Player,
) -> View<Standard<true>> {
    let mut view = View::of(first, player);
    for token in tokens_seen(first, actions, Some(player)) {
        token.split(',').for_each(|part| view.observe(part).unwrap());
    }
    view
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn a_player_knows_the_opponents_belief() {
    let first = Submarines::deploy(Standard::ALWAYS).unwrap();
    let mut rng = Rng::new(7);
    let (mut game, mut actions, mut attacks) = (first.clone(), Vec::new(), 0);
    for seed in [1, 2] {
        for action in game.plan(seed).unwrap() {
            game.make(action);
            actions.push(action);
        }
    }
    for turn in 0..60 {
        let mut legal = Vec::new();
        game.actions(&mut legal);
        // Half of the turns are attacks, if there are any.
        let is_attack = |action: &WarpacAction| action.kind().is_told();
        let fierce: Vec<WarpacAction> = legal.iter().copied().filter(is_attack).collect();
        let chosen = if turn % 2 == 0 && !fierce.is_empty() { fierce } else { legal };
        let action = chosen[rng.below(chosen.len())];
        attacks += u32::from(is_attack(&action));
        game.make(action);
        actions.push(action);
        if game.outcome().is_some() {
            break;
        }
        let mut views =
            [Player::ONE, Player::TWO].map(|player| view_after(&first, &actions, player));
        for (own, other) in [(0, 1), (1, 0)] {
            assert_eq!(
                views[own].opponent_belief.particles().to_vec(),
                views[other].belief.particles(),
                "{turn}"
            );
        }
    }
    assert!(attacks > 10, "{attacks}");
}

#[test]
fn losses_count_depth_charges_within_reach() {
    // White's submarine is known to be on h8, in reach of the destroyer on h11. The submarine on c3 is out of reach.
    let fen = "15k/16/16/16/16/7n8/16/16/16/16/16/16/16/16/16/K15 w u - c3,h8/p1 - 0 1";
    let state = Submarines::from_fen(Standard::ALWAYS, fen).unwrap();
    let mut actions = Vec::new();
    state.actions(&mut actions);
    let payoff_matrix = View::of_public(&state, Player::ONE).payoff_matrix(&actions).unwrap();
    let worst = |token: &str| {
        let action = state.parse_action(token).unwrap();
        let index = actions.iter().position(|other| *other == action).unwrap();
        let worst = payoff_matrix.losses[index].iter().max().copied().unwrap();
        (payoff_matrix.is_unseen[index], worst)
    };
    assert_eq!(worst("end"), (true, SUBMARINE_CP));
    assert_eq!(worst("c3d3"), (true, SUBMARINE_CP));
    // A submarine on h5 is out of the destroyer's reach. Depth charges are seen, and leave the submarine on h8 in
    // reach.
    assert_eq!(worst("h8h5"), (true, 0));
    assert_eq!(worst("sd4"), (false, SUBMARINE_CP));
    let most = payoff_matrix.believed[0];
    assert!(most > SUBMARINE_CP / 2 && most <= 2 * SUBMARINE_CP, "{most}");
    // No ship of Black is near n2, but the submarine on p1 is.
    let fen = fen.replace("h8/p1", "n2/p1");
    let state = Submarines::from_fen(Standard::ALWAYS, &fen).unwrap();
    let payoff_matrix = View::of_public(&state, Player::ONE).payoff_matrix(&[WarpacAction::END]);
    assert_eq!(payoff_matrix.unwrap().losses[0].iter().max(), Some(&SUBMARINE_CP));
    // On the surface no action is unseen.
    let state = Submarines::from_fen(Standard::ALWAYS, &fen.replace(" u ", " s ")).unwrap();
    assert_eq!(View::of_public(&state, Player::ONE).payoff_matrix(&actions), None);
}
