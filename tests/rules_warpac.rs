//! War-in-the-Pacific Chess: draws, and cases that no line of `tests/vectors` shows.

use crate::common;
use common::{Random, for_games, random_game, tokens};
use std::sync::atomic::AtomicBool;
use strategos::game::{Game, Notation, Outcome, Played, Player, perft};
use strategos::games::Playable;
use strategos::games::warpac::{Standard, Submarines, Surface};

#[test]
fn perft_three_of_both_starts() {
    let stop = AtomicBool::new(false);
    assert_eq!(perft(&mut Surface::start(Standard::ALWAYS), 3, &stop), Ok(8_429_612));
    assert_eq!(perft(&mut Submarines::start(Standard::ALWAYS), 3, &stop), Ok(18_422_420));
}

fn play<G: Playable>(played: &mut Played<G>, tokens: &str) {
    for token in tokens.split(' ') {
        let action = played.state().parse_action(token).unwrap();
        played.play(action);
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut played = Played::new(Surface::start(Standard::ALWAYS));
    let lap = "b4a6 b13a11 a6b4 a11b13";
    play(&mut played, lap);
    assert_eq!(played.outcome(), None);
    play(&mut played, lap);
    assert_eq!(played.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_depth_charge_attack_clears_the_history() {
    let fen = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w s - -/- - 0 1";
    let mut played = Played::new(Submarines::from_fen(Standard::ALWAYS, fen).unwrap());
    let lap = "a1a2 p16p15 a2a1 p15p16";
    play(&mut played, lap);
    play(&mut played, "sa1 p16p15 a1a2 p15o16 a2a1 o16p16");
    assert_eq!(played.outcome(), None, "the third time, but the second after the attack");
    play(&mut played, lap);
    play(&mut played, lap);
    assert_eq!(played.outcome(), Some(Outcome::Draw));
}

#[test]
fn random_deployments_have_the_basic_fleet_and_are_paid_for() {
    let mut random = Random::new(1);
    for _ in 0..20 {
        let mut played = Played::new(Surface::deploy(Standard::ALWAYS).unwrap());
        while played.state().player() == Player::ONE {
            let actions = played.actions();
            let end = played.state().parse_action("end").ok();
            let action = end.unwrap_or_else(|| *random.pick(&actions));
            played.play(action);
        }
        let fen = played.state().fen();
        let count = |letter| fen.split(' ').next().unwrap().matches(letter).count() as i32;
        let extra = [("K", 2, 10), ("Q", 2, 10), ("R", 4, 5), ("B", 4, 4), ("N", 7, 3)]
            .map(|(letter, basic, points)| (count(letter) - basic, points));
        assert!(extra.iter().all(|(extra, _)| *extra >= 0), "{fen}");
        let spent: i32 = extra.iter().map(|(extra, points)| extra * points).sum();
        assert!(fen.contains(&format!(" {}/25 ", 25 - spent)), "{fen}");
        assert!(played.state().turn_start());
    }
}

for_games! {
    [Surface: Standard::<false>::ALWAYS, Surface: Standard::<false>::ONCE,
     Submarines: Standard::<true>::ALWAYS, Submarines: Standard::<true>::ONCE]

    fn what_a_player_is_shown_is_what_he_needs_to_follow<G>(rules) {
        let mut random = Random::new(7);
        for _ in 0..3 {
            let game = random_game::<G>(rules, &mut random, 60);
            for player in [Player::ONE, Player::TWO] {
                follow(&game, player);
            }
        }
    }
}

/// Follows a random game by the tokens shown to `player`. The player always knows his view and his own legal actions.
fn follow<G: Playable>(game: &[Played<G>], player: Player) {
    let first = game[0].state();
    let mut known = first.knowledge(player).unwrap();
    let mut actions = Vec::new();
    for pair in game.windows(2) {
        let (before, after) = (pair[0].state(), pair[1].state());
        let legal = pair[0].actions();
        let action = legal.into_iter().find(|action| {
            let mut child = before.clone();
            child.make(*action);
            child.fen() == after.fen()
        });
        actions.extend(action);
        if before.player() == player {
            let mut own = known.tokens();
            own.sort();
            assert_eq!(own, tokens(before));
        }
        let shown = first.tokens_seen(&actions, Some(player)).unwrap();
        known.observe(shown.last().unwrap()).unwrap();
        assert_eq!(known.fen(), after.knowledge(player).unwrap().fen());
        assert_eq!(known.player(), after.player());
    }
}
