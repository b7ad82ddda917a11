//! A player's belief about the other side's submarines (rules.md 5 and 9).
//!
//! - *Tracks* (`tracks.rs`) hold everything that is possible.
//! - *Odds* (`odds.rs`) hold what is likely.
//! - *Particles* are whole sets of squares with equal probability, drawn by the odds as far as the tracks allow.

use super::odds::{Distribution, Odds, add, uniform};
use super::tracks::Tracks;
use crate::game::Rng;
use crate::games::warpac::actions::ActionKind;
use crate::games::warpac::board::{SQUARES, Square, Squares};
use crate::games::warpac::submarine_placement::placement_odds;
use crate::games::warpac::underwater::ChargeReport;
use crate::games::warpac::{WarpacAction, WarpacSettings};

/// The number of particles. A power of two, see [`Belief::particle`].
const PARTICLES: usize = 512;
/// Attempts to draw particles that the tracks allow.
const ROUNDS: usize = 4;
/// The seed of all randomness in a belief, so that the same record gives the same belief.
const SEED: u64 = 0x6265_6c69_6566;
/// The probability that an enemy submarine starts where this engine places its own.
const OWN_PLACEMENT_SHARE: f64 = 0.9;

/// The belief about the other side's submarines.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    settings: &'static WarpacSettings,
    tracks: Tracks,
    odds: Odds,
    /// The area in which at least one submarine was last reported.
    place: Squares,
    /// Empty until they are needed.
    particles: Vec<Squares>,
}

impl Belief {
    /// A belief about submarines on known squares.
    pub fn public(settings: &'static WarpacSettings, submarines: Squares) -> Self {
        Self::new(settings, Tracks::public(submarines), Odds::public(submarines))
    }

    /// A belief about `count` submarines anywhere.
    pub fn anywhere(settings: &'static WarpacSettings, count: u32) -> Self {
        let odds = Odds::alike(count as usize, uniform(Squares::ALL));
        Self::new(settings, Tracks::anywhere(count), odds)
    }

    /// A belief about `side`'s submarines after its deployment.
    pub fn deployed(settings: &'static WarpacSettings, side: usize, count: u32) -> Self {
        let abroad = settings.submarines_abroad;
        let waters = Squares::WATERS[side & 1];
        let share_abroad = f64::from(abroad.min(count)) / f64::from(count.max(1));
        let mut density: Distribution = [0.0; SQUARES];
        for (square, share) in placement_odds(settings, side) {
            density[square.index()] += OWN_PLACEMENT_SHARE * share;
        }
        add(&mut density, &uniform(Squares::ALL), (1.0 - OWN_PLACEMENT_SHARE) * share_abroad);
        add(&mut density, &uniform(waters), (1.0 - OWN_PLACEMENT_SHARE) * (1.0 - share_abroad));
        let tracks = Tracks::deployed(waters, count, abroad);
        Self::new(settings, tracks, Odds::alike(count as usize, density))
    }

    fn new(settings: &'static WarpacSettings, tracks: Tracks, odds: Odds) -> Self {
        Self { settings, tracks, odds, place: Squares::ALL, particles: Vec::new() }
    }

    /// Whether the submarines can be on these squares.
    pub fn allows(&self, submarines: Squares) -> bool {
        self.tracks.allow(submarines)
    }

    /// Takes in an underwater turn of the side that has the submarines. `told` is what the viewer is told of it, if
    /// anything. `targets` are the ships that the side would like to sink.
    pub fn turn(&mut self, told: Option<WarpacAction>, targets: Squares) {
        match told {
            None => self.pass(targets),
            Some(action) if action.kind() == ActionKind::DepthCharge => self.charge(action.from()),
            Some(action) => self.torpedo(action.from()),
        }
    }

    /// Takes in a hidden turn of the other side, which would like to sink a ship of `targets`.
    pub fn pass(&mut self, targets: Squares) {
        let ranges = targets.into_iter().map(|ship| self.settings.torpedo_range(ship));
        self.tracks.pass(self.settings);
        self.odds.pass(self.settings, ranges.fold(Squares::NONE, |all, range| all | range));
        self.turn_to(Squares::ALL);
    }

    /// Takes in that at least one submarine is in `place`, because it has fired from there.
    pub fn seen_in(&mut self, place: Squares) {
        self.tracks.narrow(place);
        self.odds.one_in(place);
        self.turn_to(place);
    }

    /// Takes in that a torpedo has hit a ship on `target`.
    fn torpedo(&mut self, target: Square) {
        self.seen_in(self.settings.torpedo_range(target));
    }

    /// Takes in that a submarine has dropped depth charges on the area at `corner`.
    fn charge(&mut self, corner: Square) {
        self.seen_in(self.settings.charge_sources(corner));
    }

    /// Takes in the report of the viewer's depth charges on the area at `corner`.
    pub fn charged(&mut self, corner: Square, report: ChargeReport) {
        self.tracks.charged(self.settings, corner, report);
        self.odds.charged(self.settings, corner, report);
        let ring = self.settings.contact_ring(corner);
        self.turn_to(if report.contact { ring } else { Squares::ALL });
    }

    /// The particle numbered `number`. Consecutive numbers give different particles as long as there are any.
    pub fn particle(&mut self, number: u64) -> Squares {
        // Odd, so that consecutive numbers visit all particles.
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

    /// Stores the last reported area and discards the particles, which are out of date.
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
        // If the odds exclude everything that is possible, the rest is drawn by the tracks alone.
        particles.resize_with(PARTICLES, || self.tracks.draw(self.place, &mut rng));
        rng.shuffle(&mut particles);
        particles
    }
}
