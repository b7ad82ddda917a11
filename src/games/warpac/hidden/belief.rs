//! Where the other side's submarines are believed to be (rules.md 5 and 9).
//!
//! *Tracks* (`tracks.rs`) hold all that is possible, *odds* (`odds.rs`) what is likely. *Particles* are whole sets of
//! squares, as likely as each other: drawn by the odds, as far as the tracks allow.

use super::odds::{Density, Odds, add, uniform};
use super::tracks::Tracks;
use crate::game::Rng;
use crate::games::warpac::WarAction;
use crate::games::warpac::actions::ActionKind;
use crate::games::warpac::board::{RING, SOURCES, SQUARES, Square, Squares, TORPEDO_RANGE};
use crate::games::warpac::eval::lair_odds;
use crate::games::warpac::underwater::Report;

/// How many particles there are. A power of two, see [`Belief::particle`].
const PARTICLES: usize = 512;
/// What the tracks do not allow is drawn anew so often.
const ROUNDS: usize = 4;
/// All chance in a belief comes from here: the same record gives the same belief.
const SEED: u64 = 0x6265_6c69_6566;
/// So much of the enemy's submarines is believed to start from lairs that the engine uses itself.
const LAIR_SHARE: f64 = 0.9;

/// What is believed of the other side's submarines.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    tracks: Tracks,
    odds: Odds,
    /// Where one submarine, at least, was told to be last.
    place: Squares,
    /// Empty till they are asked for.
    particles: Vec<Squares>,
}

impl Belief {
    /// Of submarines on known squares.
    pub fn public(submarines: Squares) -> Self {
        Self::new(Tracks::public(submarines), Odds::public(submarines))
    }

    /// Of so many submarines anywhere.
    pub fn anywhere(count: u32) -> Self {
        let odds = Odds::alike(count as usize, uniform(Squares::ALL));
        Self::new(Tracks::anywhere(count), odds)
    }

    /// Of `side`'s submarines after its deployment.
    pub fn deployed(side: usize, count: u32, abroad: u32) -> Self {
        let waters = Squares::WATERS[side & 1];
        let share_abroad = f64::from(abroad.min(count)) / f64::from(count.max(1));
        let mut density: Density = [0.0; SQUARES];
        for (square, share) in lair_odds(side) {
            density[square.index()] += LAIR_SHARE * share;
        }
        add(&mut density, &uniform(Squares::ALL), (1.0 - LAIR_SHARE) * share_abroad);
        add(&mut density, &uniform(waters), (1.0 - LAIR_SHARE) * (1.0 - share_abroad));
        let tracks = Tracks::deployed(waters, count, abroad);
        Self::new(tracks, Odds::alike(count as usize, density))
    }

    fn new(tracks: Tracks, odds: Odds) -> Self {
        Self { tracks, odds, place: Squares::ALL, particles: Vec::new() }
    }

    /// Whether these can be the submarines.
    pub fn allows(&self, submarines: Squares) -> bool {
        self.tracks.allow(submarines)
    }

    /// An underwater turn of the side that has the submarines: what is told of it, if anything. It would have liked to
    /// sink one of `prey`.
    pub fn turn(&mut self, told: Option<WarAction>, prey: Squares) {
        match told {
            None => self.pass(prey),
            Some(action) if action.kind() == ActionKind::DepthCharge => self.charge(action.from()),
            Some(action) => self.torpedo(action.from()),
        }
    }

    /// A hidden turn of the other side, which would have liked to sink one of `prey`.
    pub fn pass(&mut self, prey: Squares) {
        let ranges = prey.into_iter().map(|ship| TORPEDO_RANGE[ship.index()]);
        self.tracks.pass();
        self.odds.pass(ranges.fold(Squares::NONE, |all, range| all | range));
        self.turn_to(Squares::ALL);
    }

    /// One of the submarines, at least, is in `place`: it has fired from there.
    pub fn seen_in(&mut self, place: Squares) {
        self.tracks.narrow(place);
        self.odds.one_in(place);
        self.turn_to(place);
    }

    /// A torpedo has hit a ship there.
    fn torpedo(&mut self, target: Square) {
        self.seen_in(TORPEDO_RANGE[target.index()]);
    }

    /// Depth charges came from below on the area at `corner`.
    fn charge(&mut self, corner: Square) {
        self.seen_in(SOURCES[corner.index()]);
    }

    /// The viewer's depth charges on the area at `corner` had this report.
    pub fn charged(&mut self, corner: Square, report: Report) {
        self.tracks.charged(corner, report);
        self.odds.charged(corner, report);
        self.turn_to(if report.contact { RING[corner.index()] } else { Squares::ALL });
    }

    /// The particle of that number; numbers that follow one another give different ones as far as there are any.
    pub fn particle(&mut self, number: u64) -> Squares {
        // Odd, so that all come in turn.
        const STEP: u64 = 317;
        self.particles()[(number.wrapping_mul(STEP) % PARTICLES as u64) as usize]
    }

    /// All particles.
    pub fn particles(&mut self) -> &[Squares] {
        if self.particles.is_empty() {
            self.particles = self.drawn();
        }
        &self.particles
    }

    /// What was drawn before holds no more.
    fn turn_to(&mut self, place: Squares) {
        self.place = place;
        self.particles.clear();
    }

    fn drawn(&self) -> Vec<Squares> {
        let mut rng = Rng::new(SEED);
        let mut particles = Vec::with_capacity(PARTICLES);
        for _ in 0..ROUNDS {
            let new = self.odds.draw(PARTICLES - particles.len(), &mut rng);
            particles.extend(new.into_iter().filter(|squares| self.tracks.allow(*squares)));
        }
        // Where the odds have left what is possible, that has to do.
        particles.resize_with(PARTICLES, || self.tracks.draw(self.place, &mut rng));
        rng.shuffle(&mut particles);
        particles
    }
}
