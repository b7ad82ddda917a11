//! Tracks and beliefs by themselves; `tests/hidden.rs` holds them against games.

use super::belief::Belief;
use super::tracks::Tracks;
use super::view::View;
use crate::game::{Knowledge, Notation, Player};
use crate::games::Playable;
use crate::games::warpac::board::{Square, Squares};
use crate::games::warpac::underwater::Report;
use crate::games::warpac::{KnightMoves, Submarines};

fn squares(names: &str) -> Squares {
    names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
}

#[test]
fn known_submarines_are_followed_as_far_as_they_can_have_come() {
    let mut tracks = Tracks::public(squares("h8"));
    assert!(tracks.allow(squares("h8")) && !tracks.allow(squares("h9")));
    tracks.pass();
    let places = |tracks: &Tracks| {
        let all = (0..=u8::MAX).map(Square);
        all.filter(|square| tracks.allow([*square].into_iter().collect())).count()
    };
    // Three squares in eight directions, and where it was.
    assert_eq!(places(&tracks), 25);
    // A ship on k8 is sunk: of the squares at distance 2 from it three can have been reached.
    tracks.narrow(squares("i8 i6 i7 i9 i10"));
    assert_eq!(places(&tracks), 3);
    tracks.charged(Square::parse("i8").unwrap(), Report { sunk: 0, contact: true });
    assert!(!tracks.allow(squares("i8")) && tracks.allow(squares("i7")));
    tracks.charged(Square::parse("h6").unwrap(), Report { sunk: 1, contact: false });
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
fn a_belief_survives_the_unlikely() {
    // Far from where anything is believed to be, but possible after four turns.
    let mut belief = Belief::public(squares("a1 p1"));
    for _ in 0..5 {
        belief.pass(Squares::NONE);
    }
    let far = squares("a16");
    belief.seen_in(far);
    assert!(belief.particles().iter().all(|particle| (*particle & far).any()));
    assert!(belief.particles().iter().all(|particle| particle.count() == 2));
    // A record of no game: the only submarine is where it cannot be.
    let mut belief = Belief::public(squares("a1"));
    belief.seen_in(squares("p16"));
    assert!(belief.particles().iter().all(|particle| particle.count() == 1));
}

#[test]
fn an_unseen_fleet_is_imagined_by_the_rules() {
    let rules = KnightMoves::Always;
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
