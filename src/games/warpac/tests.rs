//! Tests of sets of squares, lines, keys, deployments and turns of War-in-the-Pacific Chess.

use super::board::{AREA, RING, SURROUNDINGS, Square, Squares, TORPEDO_RANGE};
use super::lines::{EVERY, Lines};
use super::{Phase, Standard, Submarines, Surface, WarpacAction, WarpacRules};
use crate::game::zobrist::splitmix64;
use crate::game::{Charset, Game, Notation, Player};
use crate::games::Playable;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

pub(super) fn square(name: &str) -> Square {
    Square::parse(name).unwrap()
}

pub(super) fn all() -> impl Iterator<Item = Square> {
    (0..=u8::MAX).map(Square)
}

pub(super) fn read(fen: &str) -> Submarines {
    Submarines::from_fen(Standard::ALWAYS, fen).unwrap()
}

#[test]
fn only_square_names_are_read() {
    assert!(all().all(|square| Square::parse(&square.name()) == Some(square)));
    for text in ["", "a", "a0", "a01", "a17", "q1", "A1", "1a", "a1 ", "a1b", "é1", "a+1"] {
        assert_eq!(Square::parse(text), None, "{text}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn sets_are_shifted_square_by_square() {
    let mut random = 1;
    for _ in 0..200 {
        let set = Squares(std::array::from_fn(|_| {
            let (next, value) = splitmix64(random);
            random = next;
            value
        }));
        for (files, ranks) in (-3..=3).flat_map(|files| (-2..=2).map(move |ranks| (files, ranks))) {
            let expected =
                set.into_iter().filter_map(|square| square.offset(files, ranks)).collect();
            assert_eq!(set.shifted(files, ranks), expected, "{files} {ranks}");
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn areas_within_two_squares_are_in_reach() {
    let distance = |square: Square, corner: Square| {
        let area = AREA[corner.index()].into_iter();
        area.map(|member| member.distance(square)).min().unwrap()
    };
    for square in all() {
        let set: Squares = [square].into_iter().collect();
        let near = Squares::AREAS.into_iter().filter(|corner| distance(square, *corner) <= 2);
        assert_eq!(set.areas_in_reach(), near.collect(), "{}", square.name());
    }
    assert_eq!(Squares::AREAS.count(), 225);
}

#[test]
fn rings_and_torpedo_ranges_have_the_right_sizes() {
    assert_eq!(AREA[square("d4").index()].count(), 4);
    assert_eq!(RING[square("d4").index()].count(), 12);
    assert_eq!(RING[square("a1").index()].count(), 5);
    assert_eq!(TORPEDO_RANGE[square("h8").index()].count(), 16);
    assert_eq!(TORPEDO_RANGE[square("a1").index()].count(), 5);
}

/// Walks along a line square by square: the free squares and the enemies at its ends.
fn walk(pieces: &HashMap<u8, usize>, from: Square, (files, ranks): (i32, i32)) -> [Vec<Square>; 2] {
    let (mut free, mut enemies) = (Vec::new(), Vec::new());
    for sign in [-1, 1] {
        let mut at = from;
        while let Some(next) = at.offset(sign * files, sign * ranks) {
            at = next;
            match pieces.get(&at.0) {
                None => free.push(at),
                Some(0) => break,
                Some(_) => {
                    enemies.push(at);
                    break;
                }
            }
        }
    }
    free.sort();
    enemies.sort();
    [free, enemies]
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn lines_agree_with_square_by_square_walks() {
    let mut random = 2;
    for density in [0, 8, 40, 120] {
        let mut lines = Lines::NONE;
        let mut pieces = HashMap::new();
        for _ in 0..density {
            let (next, value) = splitmix64(random);
            random = next;
            let side = (value >> 8 & 1) as usize;
            if let Entry::Vacant(place) = pieces.entry(value as u8) {
                place.insert(side);
                lines.toggle(side, Square(value as u8));
            }
        }
        for from in all() {
            for (kind, step) in EVERY.into_iter().zip([(1, 0), (0, 1), (1, 1), (1, -1)]) {
                let view = lines.view(0, from, kind);
                let mut free: Vec<Square> = view.free_squares(from).into_iter().flatten().collect();
                let mut enemies = Vec::new();
                enemies.extend(view.enemies(from));
                free.sort();
                enemies.sort();
                assert_eq!([free, enemies], walk(&pieces, from, step), "{} {kind}", from.name());
                let counts = [view.free(), view.enemy_count()].map(|count| count as usize);
                assert_eq!(counts, walk(&pieces, from, step).map(|squares| squares.len()));
            }
        }
    }
}

#[test]
fn the_key_tells_which_squadron_belongs_to_which_carrier() {
    let key = |wings: &str| {
        let board = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/QQ14/KK14";
        read(&format!("{board} w s {wings} -/- - 0 1")).key()
    };
    let wings = ["a2>a1,b2>b1", "a2>b1,b2>a1", "a2^a1,b2>b1", "a2^b1,b2^a1", "a2>a1,b2^b1"];
    let keys: Vec<u64> = wings.iter().map(|wings| key(wings)).collect();
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key), "{}", wings[index]);
    }
}

#[test]
fn the_key_tells_whether_a_squadron_may_still_jump() {
    let key = |wing: &str| {
        let board = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/Q15/K15";
        let fen = format!("{board} w s {wing} -/- - 0 1");
        Submarines::from_fen(Standard::ONCE, &fen).unwrap().key()
    };
    assert_ne!(key("a2^a1"), key("a2^a1n"));
}

#[test]
fn the_key_tells_whose_a_submarine_is() {
    let key = |submarines: &str| {
        let board = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15";
        read(&format!("{board} w s - {submarines} - 0 1")).key()
    };
    assert_ne!(key("a5/p1"), key("p1/a5"));
}

#[test]
fn a_refused_torpedo_names_what_is_missing() {
    let board = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15";
    let game = read(&format!("{board} w u - c3/p1 - 0 1"));
    for (token, reason) in
        [("xd4", "no enemy ship is on d4"), ("xp16", "no own submarine is at distance 2 from p16")]
    {
        let error = game.parse_action(token).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn stored_results_near_the_draw_belong_to_one_clock() {
    let key = |quiet: u32| {
        let board = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15";
        read(&format!("{board} w s - -/- - {quiet} 500")).table_key()
    };
    assert_eq!(key(0), key(300));
    assert_ne!(key(398), key(399));
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn surroundings_are_the_squares_up_to_a_distance() {
    for (square, distance) in all().flat_map(|square| (0..16).map(move |far| (square, far))) {
        let near = all().filter(|other| square.distance(*other) <= distance);
        let within = SURROUNDINGS.within(square, distance as usize);
        assert_eq!(within, near.collect(), "{} {distance}", square.name());
    }
}

#[test]
fn a_diagram_tells_where_submarines_are() {
    let diagram = Submarines::start(Standard::ALWAYS).diagram(Charset::Ascii);
    assert!(diagram.contains("submarines c6,h6,n6,f7,k7"), "{diagram}");
}

/// Checks in a random game that after every action the key equals that of the position read anew.
fn keys_are_kept_up<R: WarpacRules>(rules: R, seed: u64) {
    let mut game = super::Warpac::<R>::start(rules);
    let mut random = seed;
    for _ in 0..400 {
        let mut actions: Vec<WarpacAction> = Vec::new();
        game.actions(&mut actions);
        if actions.is_empty() {
            break;
        }
        let (next, value) = splitmix64(random);
        random = next;
        game.make(actions[(value % actions.len() as u64) as usize]);
        let again = super::Warpac::<R>::from_fen(rules, &game.fen()).unwrap();
        assert_eq!(again, game, "{}", game.fen());
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn a_reread_position_is_equal_in_every_field() {
    for seed in 0..4 {
        keys_are_kept_up(Standard::<false>::ALWAYS, seed);
        keys_are_kept_up(Standard::<true>::ONCE, seed);
    }
}

#[test]
fn a_side_without_submarines_has_no_underwater_turn() {
    let mut game = read("15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w u - h8/h9 - 3 7");
    game.make(game.parse_action("sh9").unwrap());
    assert_eq!((game.phase, game.player().number()), (Phase::Surface, 1));
    assert_eq!(game.fen().split(' ').skip(6).collect::<Vec<_>>(), ["0", "8"]);
}

#[test]
fn one_knight_move_spends_it_for_the_rest_of_the_game() {
    let fen = "15k/16/16/16/16/16/16/16/16/16/16/4Q11/4K11/16/16/16 w s e5>e4 - - 0 1";
    let once = Surface::from_fen(Standard::ONCE, fen).unwrap();
    let mut leapt = once.clone();
    leapt.make(once.parse_action("e5f7").unwrap());
    assert!(leapt.fen().contains("f7^e4n"));
    let always = Surface::from_fen(Standard::ALWAYS, fen).unwrap();
    assert_eq!(always.count_actions(), once.count_actions());
    let later = Surface::from_fen(Standard::ONCE, &leapt.fen().replace(" b s", " w s")).unwrap();
    assert!(later.parse_action("f7g9").is_err() && later.parse_action("f7g8").is_ok());
}

/// Checks that the plan completes every stage of random deployments, and of the engine's own.
fn plans_are_whole<R: WarpacRules>(rules: R) {
    let mut random = 3;
    let mut draw = |below: usize| {
        let (next, value) = splitmix64(random);
        random = next;
        (value % below as u64) as usize
    };
    for seed in 0..40 {
        let mut game = super::Warpac::<R>::deploy(rules).unwrap();
        while game.phase == Phase::Deployment {
            let plan = game.plan(seed).unwrap();
            let mut planned = game.clone();
            for action in &plan {
                assert!(planned.is_legal(*action), "{action:?} in {}", planned.fen());
                planned.make(*action);
            }
            assert_ne!((planned.phase, planned.player()), (game.phase, game.player()));
            let mut legal = Vec::new();
            game.actions(&mut legal);
            // Even seeds follow the plan, which must stay the same; the others leave it.
            let action = if seed % 2 == 0 { plan[0] } else { legal[draw(legal.len())] };
            game.make(action);
            if seed % 2 == 0 && plan.len() > 1 {
                assert_eq!(game.plan(seed).unwrap(), plan[1..]);
            }
        }
        assert!(game.plan(seed).is_none());
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn own_deployments_are_legal_and_keep_placed_pieces() {
    plans_are_whole(Standard::<false>::ALWAYS);
    plans_are_whole(Standard::<true>::ALWAYS);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn seeds_draw_different_fleets() {
    let fleet = |seed: u64| {
        let mut game = Submarines::deploy(Standard::ALWAYS).unwrap();
        for action in game.plan(seed).unwrap() {
            game.make(action);
        }
        assert_eq!(game.player(), Player::TWO);
        game.fen()
    };
    let mut fleets: Vec<String> = (0..60).map(fleet).collect();
    assert_eq!(fleets[7], fleet(7));
    fleets.sort();
    fleets.dedup();
    assert!(fleets.len() >= 50, "only {} fleets of 60 seeds differ", fleets.len());
}
