use super::board::{AREA, RING, Square, Squares, TORPEDO_RANGE};
use super::eval::VALUES_CP;
use super::fleets::lair;
use super::lines::{EVERY, Lines};
use super::pieces::Kind;
use super::{KnightMoves, Phase, Submarines, Surface, WarAction};
use crate::game::zobrist::splitmix64;
use crate::game::{Chance, Game, Notation, Player, Tactics};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

fn square(name: &str) -> Square {
    Square::parse(name).unwrap()
}

fn all() -> impl Iterator<Item = Square> {
    (0..=u8::MAX).map(Square)
}

fn read(fen: &str) -> Submarines {
    Submarines::from_fen(KnightMoves::Always, fen).unwrap()
}

#[test]
fn square_names_are_read_back_and_nothing_else_is() {
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
fn rings_and_torpedoes_have_their_sizes() {
    assert_eq!(AREA[square("d4").index()].count(), 4);
    assert_eq!(RING[square("d4").index()].count(), 12);
    assert_eq!(RING[square("a1").index()].count(), 5);
    assert_eq!(TORPEDO_RANGE[square("h8").index()].count(), 16);
    assert_eq!(TORPEDO_RANGE[square("a1").index()].count(), 5);
}

/// Goes along a line square by square: the free squares and the enemies at its ends.
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
fn lines_show_what_a_walk_along_them_finds() {
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

/// A game played at random: after every action the key is that of the position read anew.
fn keys_are_kept_up<const SUBS: bool>(rules: KnightMoves, seed: u64) {
    let mut game = super::Warpac::<SUBS>::start(rules);
    let mut random = seed;
    for _ in 0..400 {
        let mut actions: Vec<WarAction> = Vec::new();
        game.actions(&mut actions);
        if actions.is_empty() {
            break;
        }
        let (next, value) = splitmix64(random);
        random = next;
        game.make(actions[(value % actions.len() as u64) as usize]);
        let again = super::Warpac::<SUBS>::from_fen(rules, &game.fen()).unwrap();
        assert_eq!(again, game, "{}", game.fen());
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn a_position_read_anew_is_the_same_in_every_part() {
    for seed in 0..4 {
        keys_are_kept_up::<false>(KnightMoves::Always, seed);
        keys_are_kept_up::<true>(KnightMoves::Once, seed);
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
    let once = Surface::from_fen(KnightMoves::Once, fen).unwrap();
    let mut leapt = once.clone();
    leapt.make(once.parse_action("e5f7").unwrap());
    assert!(leapt.fen().contains("f7^e4n"));
    let always = Surface::from_fen(KnightMoves::Always, fen).unwrap();
    assert_eq!(always.count_actions(), once.count_actions());
    let later = Surface::from_fen(KnightMoves::Once, &leapt.fen().replace(" b s", " w s")).unwrap();
    assert!(later.parse_action("f7g9").is_err() && later.parse_action("f7g8").is_ok());
}

/// From every stage of a deployment made at random, and of the engine's own, the plan leads to its end.
fn plans_are_whole<const SUBS: bool>() {
    let mut random = 3;
    let mut draw = |below: usize| {
        let (next, value) = splitmix64(random);
        random = next;
        (value % below as u64) as usize
    };
    for seed in 0..40 {
        let mut game = super::Warpac::<SUBS>::deploy(KnightMoves::Always).unwrap();
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
fn the_engines_deployments_are_legal_and_keep_to_what_stands_already() {
    plans_are_whole::<false>();
    plans_are_whole::<true>();
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn seeds_draw_different_fleets() {
    let fleet = |seed: u64| {
        let mut game = Submarines::deploy(KnightMoves::Always).unwrap();
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

/// Nobody can learn where to look for the submarines of a fleet: no square holds one much more often than others do.
#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn lairs_are_legal_and_of_very_many_kinds() {
    for side in 0..2 {
        let mut chance = Chance::new(1);
        let lairs: Vec<Squares> = (0..2000).map(|_| lair(side, &mut chance)).collect();
        let abroad = |lair: &Squares| (*lair & !Squares::WATERS[side]).count();
        assert!(lairs.iter().all(|lair| lair.count() == 5 && abroad(lair) <= 2));
        assert!((0..=2).all(|count| lairs.iter().any(|lair| abroad(lair) == count)));
        let often = |square: Square| lairs.iter().filter(|lair| lair.has(square)).count();
        let most = all().map(often).max().unwrap();
        assert!(most < lairs.len() / 6, "{most}");
        let names = |lair: &Squares| lair.into_iter().map(Square::name).collect::<String>();
        let different: HashSet<String> = lairs.iter().map(names).collect();
        assert!(different.len() > 1900, "{}", different.len());
    }
}

#[test]
fn exchanges_know_that_a_carrier_takes_its_squadron_along() {
    let cp = |fen: &str, from: &str, to: &str| {
        let game = Surface::from_fen(KnightMoves::Always, fen).unwrap();
        game.exchange_cp(square(from), square(to))
    };
    let [carrier, squadron, battleship, _, destroyer] = VALUES_CP;
    // A battleship takes a carrier that a destroyer covers: with a squadron it pays, without one it does not.
    let board =
        |squadron: &str| format!("15k/{squadron}/16/16/16/16/16/16/16/3n12/16/4k11/16/16/16/K3R11");
    let alone = format!("{} w s - - - 0 1", board("16"));
    let wing = format!("{} w s p15^e5 - - 0 1", board("15q"));
    assert!(cp(&alone, "e1", "e5") < 0, "{}", cp(&alone, "e1", "e5"));
    assert!(cp(&wing, "e1", "e5") > 0, "{}", cp(&wing, "e1", "e5"));
    // The squadron would take back, but it is lost with its carrier.
    let covered = "15k/16/16/16/16/4q11/16/16/16/16/16/4k11/16/16/16/K3R11 w s e11^e5 - - 0 1";
    assert_eq!(cp(covered, "e1", "e5"), carrier + squadron);
    // Behind the battleship stands another one.
    let doubled = "15k/16/16/16/16/16/16/16/16/3n12/16/4n11/16/16/4R11/K3R11 w s - - - 0 1";
    assert_eq!(cp(doubled, "e2", "e5"), destroyer - battleship + destroyer);
}

/// The first piece that is not in `gone` from `to` on in one direction.
fn first_along(game: &Surface, to: Square, step: (i32, i32), gone: Squares) -> Option<Square> {
    let mut next = to.offset(step.0, step.1);
    while let Some(square) = next {
        if game.occupied().has(square) && !gone.has(square) {
            return Some(square);
        }
        next = square.offset(step.0, step.1);
    }
    None
}

/// The cheapest piece of a side that can take on `to`, by going along all directions.
fn cheapest_captor(game: &Surface, side: usize, to: Square, gone: Squares) -> Option<Square> {
    let is_a = |square: &Square, kind: Kind| (game.pieces(side, kind) & !gone).has(*square);
    let near = |kind: Kind, around: fn(Square, Square) -> bool| {
        all().find(|square| is_a(square, kind) && around(*square, to))
    };
    let slide = |kind: Kind, steps: &[(i32, i32)]| {
        let ends = steps.iter().filter_map(|step| first_along(game, to, *step, gone));
        ends.into_iter().find(|square| is_a(square, kind))
    };
    let diagonal = [(-1, -1), (1, 1), (-1, 1), (1, -1)];
    let straight = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    near(Kind::Destroyer, Square::is_knight_step)
        .or_else(|| slide(Kind::Cruiser, &diagonal))
        .or_else(|| slide(Kind::Battleship, &straight))
        .or_else(|| slide(Kind::Squadron, &[diagonal, straight].concat()))
        .or_else(|| near(Kind::Squadron, Square::is_knight_step))
        .or_else(|| near(Kind::Carrier, |square, to| square.distance(to) == 1))
}

/// The squadron that is lost with the piece on `square`, or that piece.
fn with_wing(game: &Surface, square: Square) -> Square {
    let is_carrier = game.cell(square).kind() == Kind::Carrier;
    game.partner(square).filter(|_| is_carrier).unwrap_or(square)
}

/// What `side` wins by taking back on `to`, where `attacker` has come to stand.
fn take_back(game: &Surface, side: usize, to: Square, attacker: Square, mut gone: Squares) -> i32 {
    let Some(captor) = cheapest_captor(game, side, to, gone) else { return 0 };
    gone.insert(captor);
    gone.insert(with_wing(game, attacker));
    (game.loss_cp(attacker) - take_back(game, side ^ 1, to, captor, gone)).max(0)
}

/// Visits the positions of random games, in which captures are made often, with the captures of each.
fn for_captures(seed: u64, mut visit: impl FnMut(&Surface, &[WarAction])) {
    let mut chance = Chance::new(seed);
    for _ in 0..30 {
        let mut game = Surface::start(KnightMoves::Always);
        while game.outcome().is_none() && game.fullmove < 150 {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            let captures: Vec<WarAction> =
                actions.iter().copied().filter(|action| game.is_noisy(*action)).collect();
            visit(&game, &captures);
            let among =
                if chance.below(2) == 0 && !captures.is_empty() { &captures } else { &actions };
            game.make(among[chance.below(among.len())]);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn exchanges_come_to_what_taking_by_turns_comes_to() {
    let mut asked = 0;
    for_captures(5, |game, captures| {
        for action in captures {
            let (from, to) = (action.from(), action.to());
            let value = game.exchange_cp(from, to);
            let gone = [from, to, with_wing(game, to)].into_iter().collect();
            let answer = take_back(game, game.me() ^ 1, to, from, gone);
            assert_eq!(value, game.loss_cp(to) - answer, "{game:?}");
            for least in [value - 200, value, value + 1, value + 200, 0] {
                assert_eq!(game.exchange_wins(from, to, least), value >= least, "{game:?}");
                asked += 1;
            }
        }
    });
    assert!(asked > 5_000, "{asked}");
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn captures_that_win_enough_are_listed_once() {
    for_captures(6, |game, captures| {
        for least in [i32::MIN, 300, 700, 1000, 1500, 2000] {
            let mut listed = Vec::new();
            game.noisy_winning(least, &mut listed);
            for action in captures {
                let to = action.to();
                let times = listed.iter().filter(|other| *other == action).count();
                let wins = game.loss_cp(to) >= least;
                // Carriers are listed as if all had their squadrons.
                let may_be_either = game.cell(to).kind() == Kind::Carrier && least < 2000;
                assert!(times == usize::from(wins) || may_be_either && times < 2, "{game:?}");
            }
            assert!(listed.iter().all(|action| captures.contains(action)), "{game:?}");
        }
    });
}

/// What White's hunt of beaten ships is worth to him.
fn hunt(board: &str) -> i32 {
    let game = Surface::from_fen(KnightMoves::Always, &format!("{board} b s - - - 0 1")).unwrap();
    game.hunt_cp(0, 2000)
}

#[test]
fn a_wall_of_two_files_shuts_a_destroyer_in() {
    let wall = hunt("16/16/16/16/16/16/16/16/n15/16/16/16/16/16/16/K1RR12");
    let gate = hunt("16/16/16/16/16/16/16/16/n15/16/16/16/16/16/16/K1R4R8");
    assert!(wall > gate + 300, "{wall} {gate}");
}

#[test]
fn every_ship_of_the_beaten_that_is_sunk_is_progress() {
    let [three, two, one] = ["n6n4n3", "n6n8", "n15"]
        .map(|rank| hunt(&format!("16/16/16/16/16/16/16/16/{rank}/16/16/16/16/16/16/K1R4R4R3")));
    assert!(three < two && two < one, "{three} {two} {one}");
    // The ship that is harder to catch is the better prey.
    let [destroyer, battleship] = ["n15", "7r8"]
        .map(|rank| hunt(&format!("16/16/16/16/16/16/16/16/{rank}/16/16/16/16/16/16/K1R4R4R3")));
    assert!(battleship < destroyer, "{battleship} {destroyer}");
}

/// Who trades all he can is left with too few hunters.
#[test]
fn a_ship_sunk_for_nothing_is_more_progress_than_a_traded_one() {
    let prey = |rank: &str, hunters: &str| {
        hunt(&format!("16/16/16/16/16/16/16/16/{rank}/16/16/16/16/16/16/{hunters}"))
    };
    let before = prey("r3r3r3n3", "KRRRRRRRRNNN4");
    let traded = prey("r3r3n7", "KRRRRRRRNNN5");
    let sunk = prey("r3r3n7", "KRRRRRRRRNNN4");
    assert!(before < traded && traded < sunk, "{before} {traded} {sunk}");
}

#[test]
fn a_last_ship_that_has_nowhere_to_go_is_lost() {
    let shut = hunt("n15/1K14/16/16/16/16/16/16/16/16/16/16/16/16/16/2R13");
    let open = hunt("n15/16/16/2K13/16/16/16/16/16/16/16/16/16/16/16/2R13");
    assert!(shut > open + 1000, "{shut} {open}");
}

/// Black is to move: whether his last ship has hardly a way out, and whether he may pass in thought.
fn compulsion(fen: &str) -> [bool; 2] {
    let mut game = Surface::from_fen(KnightMoves::Always, fen).unwrap();
    [game.is_cornered(), game.pass().is_some()]
}

#[test]
fn only_a_last_ship_is_compelled_to_move() {
    let shut = "n15/1K14/16/16/16/16/16/16/16/16/16/16/16/16/16/2R13 b s - - - 0 1";
    let open = "16/16/16/16/5n10/16/16/2K13/16/16/16/16/16/16/16/2R13 b s - - - 0 1";
    let with_another = "n15/1K14/16/16/16/16/16/16/16/16/16/16/16/16/15n/2R13 b s - - - 0 1";
    assert_eq!(compulsion(shut), [true, false]);
    assert_eq!(compulsion(open), [false, false]);
    assert_eq!(compulsion(with_another), [false, true]);
    // With submarines there are other turns to make.
    let dives = "n15/1K14/16/16/16/16/16/16/16/16/16/16/16/16/16/2R13 b s - -/p8 - 0 1";
    let mut game = read(dives);
    assert!(!game.is_cornered() && game.pass().is_some());
}
