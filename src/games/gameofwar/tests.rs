//! Tests beyond those that all games share: incremental lines of communication, sums, set-ups, KFEN.

use super::actions::{DecodedAction, GameOfWarAction};
use super::bench::POSITIONS;
use super::board::Square;
use super::{GameOfWar, Standard};
use crate::game::zobrist::splitmix64;
use crate::game::{Action, Game, Notation, Played, Player, perft};
use crate::games::Playable;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

fn game(fen: &str) -> GameOfWar {
    GameOfWar::from_fen(Standard, fen).unwrap()
}

/// All positions of random games from the positions of `bench`.
fn positions() -> impl Iterator<Item = GameOfWar> {
    (0..4 * POSITIONS.len() as u64).flat_map(|seed| {
        let mut random = seed;
        let mut played = Played::new(game(POSITIONS[seed as usize % POSITIONS.len()]));
        let mut found = Vec::new();
        for _ in 0..200 {
            found.push(played.state().clone());
            let actions = played.actions();
            if actions.is_empty() {
                break;
            }
            let (next, value) = splitmix64(random);
            random = next;
            // Mostly random moves, so that turns are long. Now and then the first action, which is an attack if an
            // attack is legal.
            let index = (value % actions.len() as u64) as usize;
            played.play(if value >> 60 == 0 { actions[0] } else { actions[index] });
        }
        found
    })
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn incremental_communications_equal_rebuilt_ones() {
    let mut offline = 0;
    for position in positions() {
        let mut fresh = position.clone();
        fresh.rebuild_communications();
        for side in 0..2 {
            let fen = position.fen();
            assert_eq!(
                position.now.communications[side].online, fresh.now.communications[side].online,
                "{fen} side {side}"
            );
            assert_eq!(position.lit(side), fresh.lit(side), "{fen} side {side}");
            assert_eq!(position.contacts(side), fresh.contacts(side), "{fen} side {side}");
            offline +=
                (position.now.alive[side] & !fresh.now.communications[side].online).count_ones();
        }
    }
    assert!(offline > 1_000, "{offline}");
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn units_by_square_agree_with_the_lists() {
    for position in positions() {
        for number in 0..500 {
            let square = Square::at(number % 25, number / 25).unwrap();
            let listed = (0..2).find_map(|side| {
                let unit = position.now.squares[side].iter().position(|at| *at == square)?;
                Some((side, unit))
            });
            assert_eq!(position.unit_on(square), listed, "{square:?} in {}", position.fen());
        }
    }
}

#[test]
fn the_key_tells_arsenals_and_retreats_apart() {
    let start = GameOfWar::start(Standard).fen();
    let key = |arsenals: &str, retreat: &str| {
        let fields = format!("{arsenals} - {retreat} - -");
        let fen = start.replace("c1,w1,h17,o19 - - - -", &fields);
        assert_eq!(game(&fen).fen(), fen);
        game(&fen).key()
    };
    let mut keys = HashSet::new();
    for (arsenals, retreat) in [
        ("c1,w1,h17,o19", "-"),
        ("c1,w1,h17,o19", "n9"),
        ("c1,w1,h17,o19", "o9"),
        ("w1,h17,o19", "-"),
        ("c1,h17,o19", "-"),
        ("c1,w1,o19", "-"),
        ("c1,w1,h17", "-"),
    ] {
        assert!(keys.insert(key(arsenals, retreat)), "{arsenals} {retreat}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn just_losses_clear_the_history() {
    let (mut losses, mut others) = (0, 0);
    for position in positions() {
        let mut actions = Vec::new();
        position.actions(&mut actions);
        let fights = |action: &GameOfWarAction| !matches!(action.decoded(), DecodedAction::End);
        for action in actions.into_iter().filter(fights) {
            let left = |state: &GameOfWar| (state.now.alive, state.now.arsenals);
            let mut after = position.clone();
            after.make(action);
            let is_loss = left(&after) != left(&position);
            assert_eq!(position.clears_history(action), is_loss, "{action:?} {}", position.fen());
            *(if is_loss { &mut losses } else { &mut others }) += 1;
        }
    }
    assert!(losses > 100 && others > 100_000, "{losses} {others}");
}

#[test]
fn other_bits_are_no_action_of_a_deployment() {
    let state = GameOfWar::deploy(Standard).unwrap();
    let mut actions = Vec::new();
    state.actions(&mut actions);
    let known: HashSet<u32> = actions.iter().map(|action| action.bits()).collect();
    let mut random = 1;
    for _ in 0..100_000 {
        let (next, value) = splitmix64(random);
        random = next;
        let action = GameOfWarAction::from_bits((value >> 32) as u32 >> (value % 16));
        let is_known = known.contains(&action.bits()) || action == GameOfWarAction::UNSEEN;
        assert_eq!(state.is_legal(action), is_known, "{action:?}");
    }
}

#[test]
fn sums_equal_the_worked_examples() {
    const ARMS: &str = "w c1,w1,h17,o19 - - - - 0 20";
    // Ranks 18 to 9 are left out: they hold only what keeps both sides in the game.
    let board = |ranks: [&str; 8]| {
        format!("14r10/25/25/25/25/25/25/25/25/25/25/25/{} {ARMS}", ranks.join("/"))
    };
    let empty = "25";
    let relay = "2R22";
    let sums = |fen: &str, square: &str| {
        let position = game(fen);
        position.game_query("combat", &[square]).unwrap().unwrap()
    };
    // Ranks 8 to 1. No arsenal of its own lights the enemy unit on c7: defence 0.
    let column = board([empty, "2i22", "2C22", "2C22", empty, empty, relay, empty]);
    assert_eq!(sums(&column, "c7"), "attack 14 defence 0");
    let infantry = board([empty, "2i22", "2C22", "2I22", empty, empty, relay, empty]);
    assert_eq!(sums(&infantry, "c7"), "attack 11 defence 0");
    let gap = board([empty, "2i22", "2C22", empty, "2C22", empty, relay, empty]);
    assert_eq!(sums(&gap, "c7"), "attack 7 defence 0");
    let fortress = board(["2i22", "2C22", "2C22", "2C22", empty, empty, relay, empty]);
    assert_eq!(sums(&fortress, "c8"), "attack 8 defence 0");
    // Ranks 14 to 10. Cavalry in the fortress on m12 does not charge, and ends the series of charging units.
    let north = |ranks: [&str; 5]| {
        format!("25/25/25/25/25/25/{}/25/25/25/25/25/25/25/25/25 {ARMS}", ranks.join("/"))
    };
    let out = north([empty, "12i12", "12C12", "12R12", empty]);
    assert_eq!(sums(&out, "m13"), "attack 4 defence 0");
    let first_of_two = north([empty, "12i12", "12C12", "12C12", "12R12"]);
    assert_eq!(sums(&first_of_two, "m13"), "attack 8 defence 0");
    let second_of_two = north(["12i12", "12C12", "12C12", "12R12", empty]);
    assert_eq!(sums(&second_of_two, "m14"), "attack 11 defence 0");
    // From the recorded game, South's 42nd turn.
    let recorded = "25/9r11x3/25/25/25/13ii1c8/11iiiicwc7/13Iiiki7/12I1I10/11ICI1I1I7/14I1WIC6/\
                    14X2K1C5/25/16R8/25/25/25/25/25/25 w w1,h17,o19 - - - - 1 43";
    let mut position = game(recorded);
    for token in ["m11k13", "l11l12", "m12l13", "n13m13", "o12n12"] {
        let action = position.parse_action(token).unwrap();
        position.make(action);
    }
    assert_eq!(sums(&position.fen(), "l14"), "attack 23 defence 18");
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn perft_of_the_starting_positions() {
    let leaves = |mut position: GameOfWar, depth| {
        perft(&mut position, depth, &AtomicBool::new(false)).unwrap()
    };
    let counts = [1, 2, 3].map(|depth| leaves(GameOfWar::start(Standard), depth));
    assert_eq!(counts, [152, 21352, 2770874]);
    let counts = [1, 2].map(|depth| leaves(GameOfWar::deploy(Standard).unwrap(), depth));
    assert_eq!(counts, [233, 27261]);
}

fn set_up(position: &mut GameOfWar, plan: &[GameOfWarAction]) {
    for action in plan {
        assert!(position.is_legal(*action), "{action:?} in {}", position.fen());
        position.make(*action);
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn planned_deployments_are_whole_legal_and_online() {
    let mut seen = HashSet::new();
    for seed in 0..40 {
        let mut position = GameOfWar::deploy(Standard).unwrap();
        for player in [Player::ONE, Player::TWO] {
            assert_eq!(position.player(), player);
            let plan = position.plan(seed).unwrap();
            assert_eq!(plan.len(), 17);
            set_up(&mut position, &plan);
        }
        assert!(position.plan(seed).is_none() && position.outcome().is_none());
        let online = [0, 1].map(|side| position.now.communications[side].online.count_ones());
        assert_eq!(online, [17, 17], "{}", position.fen());
        seen.insert(position.fen());
    }
    assert!(seen.len() > 4, "{}", seen.len());
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn a_plan_completes_a_partial_deployment() {
    for seed in 0..40 {
        let mut position = GameOfWar::deploy(Standard).unwrap();
        let plan = position.plan(seed).unwrap();
        for (made, action) in plan.iter().enumerate() {
            // Another seed must not contradict the units already placed.
            assert_eq!(position.plan(seed).unwrap().len(), 17 - made);
            position.make(*action);
        }
        // A beginning that is in no book is completed too.
        let mut position = GameOfWar::deploy(Standard).unwrap();
        let actions = Played::new(position.clone()).actions();
        position.make(actions[seed as usize * 5]);
        let plan = position.plan(seed).unwrap();
        assert_eq!(plan.len(), 16);
        set_up(&mut position, &plan);
        assert_eq!(position.player(), Player::TWO);
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes")]
fn kfen_keeps_all_that_it_can_express() {
    for position in positions().filter(|position| !position.now.attacked) {
        let kfen = position.game_query("kfen", &[]).unwrap().unwrap();
        let (again, remark) = GameOfWar::from_format(Standard, "kfen", &kfen).unwrap().unwrap();
        assert_eq!(remark, None, "{kfen}");
        assert_eq!(again.game_query("kfen", &[]).unwrap().unwrap(), kfen);
        let fields = |position: &GameOfWar| {
            let fen = position.fen();
            let words: Vec<String> = fen.split(' ').map(str::to_string).collect();
            [0, 1, 2, 3, 8].map(|index| words[index].clone())
        };
        assert_eq!(fields(&again), fields(&position), "{kfen}");
        assert_eq!(again.pending_retreat().count_ones(), position.pending_retreat().count_ones());
    }
}
