//! Where the other side's submarines are believed to be (rules.md 5 and 9).
//!
//! *Tracks* (`tracks.rs`) hold all that is possible. *Particles* are whole sets of squares, as likely as each
//! other: every hidden turn moves them as a player might, everything that is told weeds out those that
//! contradict it, and survivors are doubled in their place (a bootstrap particle filter: Gordon, Salmond and
//! Smith, 1993). Where hardly any survive, new ones are drawn from the tracks.

use super::tracks::Tracks;
use crate::game::Chance;
use crate::games::warpac::board::{
    ALL_AROUND, AREA, RING, SOURCES, Square, Squares, TORPEDO_RANGE,
};
use crate::games::warpac::mind::lair;
use crate::games::warpac::underwater::{LONGEST_DIVE, Report};

/// How many particles there are. A power of two, see [`Belief::particle`].
const PARTICLES: usize = 512;
/// With fewer survivors so many new particles are drawn from the tracks.
const FEW: usize = PARTICLES / 32;
/// All chance in a belief comes from here: the same record gives the same belief.
const SEED: u64 = 0x6265_6c69_6566;
/// A submarine that could have sunk a ship and did not is believed in so many per cent of the cases.
const PATIENCE_PERCENT: usize = 10;
/// So often a hidden turn is believed to be unused.
const REST_PERCENT: usize = 20;
/// Of so many moves that come to mind the first that brings a ship into range is believed in.
const MOVES_CONSIDERED: usize = 4;
/// So many per cent of the enemy's submarines are believed to start from lairs that the engine uses itself.
const LAIR_PERCENT: usize = 60;

/// What is believed of the other side's submarines.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    tracks: Tracks,
    /// Empty as long as nothing has happened since the beginning.
    particles: Vec<Squares>,
    /// The side, of whose deployment nothing is known yet but the rules; `None` where the tracks say it all.
    newcomer: Option<usize>,
    chance: Chance,
}

impl Belief {
    /// Of submarines on known squares.
    pub fn public(submarines: Squares) -> Self {
        Self::new(Tracks::public(submarines), None)
    }

    /// Of so many submarines anywhere.
    pub fn anywhere(count: u32) -> Self {
        Self::new(Tracks::anywhere(count), None)
    }

    /// Of `side`'s submarines after its deployment.
    pub fn deployed(side: usize, count: u32, abroad: u32) -> Self {
        Self::new(Tracks::deployed(Squares::WATERS[side & 1], count, abroad), Some(side))
    }

    fn new(tracks: Tracks, newcomer: Option<usize>) -> Self {
        Self { tracks, particles: Vec::new(), newcomer, chance: Chance::new(SEED) }
    }

    /// Whether these can be the submarines.
    pub fn allows(&self, submarines: Squares) -> bool {
        self.tracks.allow(submarines)
    }

    /// A hidden turn of the other side, which would have liked to sink one of `prey`.
    pub fn pass(&mut self, prey: Squares) {
        self.begin();
        self.tracks.pass();
        let firing =
            prey.into_iter().fold(Squares::NONE, |all, ship| all | TORPEDO_RANGE[ship.index()]);
        let mut chance = self.chance.clone();
        let mut waiting = self.particles.clone();
        waiting
            .retain(|particle| (*particle & firing).is_empty() || chance.happens(PATIENCE_PERCENT));
        // Who hardly ever waits may have waited this time.
        if waiting.len() >= FEW {
            self.particles = waiting;
        }
        for particle in &mut self.particles {
            if !chance.happens(REST_PERCENT) {
                *particle = moved(*particle, firing, &mut chance);
            }
        }
        self.chance = chance;
        self.refill(Squares::ALL);
    }

    /// One of the submarines, at least, is in `place`: it has fired from there.
    pub fn seen_in(&mut self, place: Squares) {
        self.begin();
        self.tracks.narrow(place);
        self.particles.retain(|particle| (*particle & place).any());
        self.refill(place);
    }

    /// A torpedo has hit a ship there.
    pub fn torpedo(&mut self, target: Square) {
        self.seen_in(TORPEDO_RANGE[target.index()]);
    }

    /// Depth charges came from below on the area at `corner`.
    pub fn charge(&mut self, corner: Square) {
        self.seen_in(SOURCES[corner.index()]);
    }

    /// The viewer's depth charges on the area at `corner` had this report.
    pub fn charged(&mut self, corner: Square, report: Report) {
        self.begin();
        self.tracks.charged(corner, report);
        self.particles.retain(|particle| Report::on(corner, *particle) == report);
        for particle in &mut self.particles {
            *particle &= !AREA[corner.index()];
        }
        self.refill(if report.contact { RING[corner.index()] } else { Squares::ALL });
    }

    /// The particle of that number; numbers that follow one another give particles of all ancestries.
    pub fn particle(&mut self, number: u64) -> Squares {
        // Odd, so that all come in turn.
        const STEP: u64 = 317;
        self.begin();
        self.particles[(number.wrapping_mul(STEP) % PARTICLES as u64) as usize]
    }

    /// All particles.
    pub fn particles(&mut self) -> &[Squares] {
        self.begin();
        &self.particles
    }

    fn begin(&mut self) {
        if !self.particles.is_empty() {
            return;
        }
        let mut chance = self.chance.clone();
        self.particles = (0..PARTICLES).map(|_| self.newborn(&mut chance)).collect();
        self.chance = chance;
    }

    /// A particle of the beginning.
    fn newborn(&self, chance: &mut Chance) -> Squares {
        if let Some(side) = self.newcomer.filter(|_| chance.happens(LAIR_PERCENT)) {
            let lair = lair(side, chance);
            if self.tracks.allow(lair) {
                return lair;
            }
        }
        self.tracks.draw(Squares::ALL, chance)
    }

    /// Makes the particles as many as before: from those left, and, where these are few, from the tracks with
    /// a submarine in `need`.
    fn refill(&mut self, need: Squares) {
        let survivors = self.particles.len();
        if survivors < FEW {
            let drawn = PARTICLES * (FEW - survivors) / FEW;
            for _ in 0..drawn {
                let particle = self.tracks.draw(need, &mut self.chance);
                self.particles.push(particle);
            }
        }
        while self.particles.len() < PARTICLES {
            let copied = self.particles[self.chance.below(survivors.max(1))];
            self.particles.push(copied);
        }
    }
}

/// One of the submarines makes a move.
fn moved(particle: Squares, firing: Squares, chance: &mut Chance) -> Squares {
    let mut after = particle;
    for _ in 0..MOVES_CONSIDERED {
        let from = particle.pick(chance);
        let (files, ranks) = ALL_AROUND[chance.below(ALL_AROUND.len())];
        let length = 1 + chance.below(LONGEST_DIVE as usize) as i32;
        let way = |length: i32| from.offset(length * files, length * ranks);
        let is_free = (1..=length).all(|length| way(length).is_some_and(|at| !particle.has(at)));
        let Some(to) = way(length).filter(|_| is_free && particle.has(from)) else { continue };
        after = particle;
        after.remove(from);
        after.insert(to);
        if firing.has(to) {
            break;
        }
    }
    after
}
