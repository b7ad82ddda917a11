//! Lines of communication (rules.md 3): the units that are online.
//!
//! A side has four sources: its two arsenals and its two relays. [`Communications`] stores how far each
//! source sees in every direction, and the units of its side that it sees. Both are stored for offline sources too.
//!
//! Updates are cheap, because an action changes few of these values. Own units stop no line, so a move changes one
//! bit for each source. An enemy unit changes only the sources whose lines it blocked or now blocks. The flood fill
//! from unit to unit works on bits.

use super::board::{INDICES, Rows, Square, bearing, direction_of, distance_of};
use super::settings::{Blockers, Neighbours, RelaysLight};
use super::units::{COMBAT, FIRST_RELAY, RELAYS, UNITS, Units, each};
use super::{GameOfWarRules, War};

/// Two arsenals, then two relays.
const SOURCES: usize = 4;
const FIRST_RELAY_SOURCE: usize = 2;

/// The lines of one side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Communications {
    /// By source and direction, the distance of the first square that the source does not light. Not updated for lost
    /// relays and destroyed arsenals.
    sight: [[u8; 8]; SOURCES],
    /// The units lit by each source, if it is active.
    seen: [Units; SOURCES],
    /// The neighbours of each unit.
    near: [Units; UNITS],
    /// Units that are online.
    pub online: Units,
}

impl<R: GameOfWarRules> War<R> {
    /// The square of a source of `side`.
    #[inline(always)]
    fn source(&self, side: usize, source: usize) -> Square {
        if source < FIRST_RELAY_SOURCE {
            self.rules.arsenals()[2 * side + source]
        } else {
            self.now.squares[side][FIRST_RELAY + source - FIRST_RELAY_SOURCE]
        }
    }

    /// The units that stop the lines of the other side, as far as their numbers tell.
    #[inline(always)]
    fn blockers(&self) -> Units {
        match self.settings().line_blockers {
            Blockers::Combat | Blockers::OnlineCombat => COMBAT,
            Blockers::All => COMBAT | RELAYS,
            Blockers::Nothing => 0,
        }
    }

    /// Computes from scratch which squares and units a source lights.
    #[inline]
    fn light(&mut self, side: usize, source: usize) {
        self.light_against(side, source, self.blockers());
    }

    /// The same, with these enemy units as the only ones that stop lines.
    #[inline(always)]
    fn light_against(&mut self, side: usize, source: usize, blockers: Units) {
        let from = self.source(side, source);
        if from == Square::NOWHERE {
            return;
        }
        let mut sight = self.terrain().lines.stops[from.index() % INDICES];
        let last = if blockers & RELAYS == 0 { FIRST_RELAY } else { UNITS };
        for unit in 0..last {
            if blockers & COMBAT != COMBAT && blockers >> unit & 1 == 0 {
                continue;
            }
            let there = bearing(from, self.now.squares[1 - side][unit]);
            let limit = &mut sight[direction_of(there)];
            *limit = (*limit).min(distance_of(there));
        }
        let mut seen = 0;
        for unit in 0..UNITS {
            let there = bearing(from, self.now.squares[side][unit]);
            seen |= Units::from(distance_of(there) < sight[direction_of(there)]) << unit;
        }
        let communications = &mut self.now.communications[side];
        communications.sight[source] = sight;
        communications.seen[source] = seen;
    }

    /// Computes the lines of both sides from scratch.
    pub(super) fn rebuild_communications(&mut self) {
        for side in 0..2 {
            for source in 0..SOURCES {
                self.light(side, source);
            }
            for unit in 0..UNITS {
                let alive = self.now.alive[side] >> unit & 1 == 1;
                let square = self.now.squares[side][unit];
                let near = if alive { self.neighbours(side, square) } else { 0 };
                self.now.communications[side].near[unit] = near;
            }
        }
        self.connect(0);
        self.connect(1);
        if self.lines_depend_on_units_online() {
            self.settle_lines();
        }
    }

    /// Finds the units online where lines are stopped by the units online of the other side. If all combat units stop
    /// lines, too few units are online. With these as the only blockers there are too many, and so on in turn, until
    /// nothing changes. Units that cut each other off are left: they stop lines and are offline.
    fn settle_lines(&mut self) {
        loop {
            let few = [0, 1].map(|side| self.now.communications[side].online);
            self.light_all(few);
            let many = [0, 1].map(|side| self.now.communications[side].online);
            self.light_all(many);
            if few == [0, 1].map(|side| self.now.communications[side].online) {
                return;
            }
        }
    }

    /// Computes the lines of both sides with these combat units as the only ones that stop the other side's lines.
    fn light_all(&mut self, blockers: [Units; 2]) {
        for side in 0..2 {
            for source in 0..SOURCES {
                self.light_against(side, source, blockers[1 - side] & COMBAT);
            }
            self.connect(side);
        }
    }

    /// Whether an action may change lines otherwise than by the squares that units leave and enter.
    #[inline(always)]
    fn lines_depend_on_units_online(&self) -> bool {
        self.settings().line_blockers == Blockers::OnlineCombat
    }

    /// Updates the lines of both sides after a unit of `side` moved; `destroyed` says whether the move destroyed an
    /// enemy arsenal.
    #[inline]
    pub(super) fn follow_move(
        &mut self,
        side: usize,
        unit: usize,
        [from, to]: [Square; 2],
        destroyed: bool,
    ) {
        if self.lines_depend_on_units_online() {
            return self.rebuild_communications();
        }
        let bit = 1 << unit;
        let near = self.neighbours(side, to);
        let communications = &mut self.now.communications[side];
        for other in each(communications.near[unit] & !near) {
            communications.near[other] &= !bit;
        }
        for other in each(near & !communications.near[unit]) {
            communications.near[other] |= bit;
        }
        communications.near[unit] = near;
        for source in 0..SOURCES {
            let there = bearing(self.source(side, source), to);
            let communications = &mut self.now.communications[side];
            let lit = distance_of(there) < communications.sight[source][direction_of(there)];
            communications.seen[source] =
                communications.seen[source] & !bit | Units::from(lit) << unit;
        }
        if unit >= FIRST_RELAY {
            self.light(side, unit - FIRST_RELAY + FIRST_RELAY_SOURCE);
        }
        self.connect(side);
        let touched = bit & self.blockers() != 0 && self.relight(1 - side, [from, to]);
        if touched || destroyed {
            self.connect(1 - side);
        }
    }

    /// Updates the lines of both sides after the unit on `square` was lost.
    pub(super) fn follow_loss(&mut self, side: usize, unit: usize, square: Square) {
        if self.lines_depend_on_units_online() {
            return self.rebuild_communications();
        }
        let bit = 1 << unit;
        let communications = &mut self.now.communications[side];
        for other in each(communications.near[unit]) {
            communications.near[other] &= !bit;
        }
        communications.near[unit] = 0;
        for seen in &mut communications.seen {
            *seen &= !bit;
        }
        self.connect(side);
        if bit & self.blockers() != 0 && self.relight(1 - side, [square, square]) {
            self.connect(1 - side);
        }
    }

    /// Updates the sources of `side` whose line an enemy combat unit stopped on the first square, or stops on the
    /// second. Returns whether there were any.
    #[inline]
    fn relight(&mut self, side: usize, [left, entered]: [Square; 2]) -> bool {
        let mut touched = false;
        for source in 0..SOURCES {
            let from = self.source(side, source);
            let sight = &self.now.communications[side].sight[source];
            let [left, entered] = [left, entered].map(|square| bearing(from, square));
            let was_stop = distance_of(left) == sight[direction_of(left)];
            let is_stop = distance_of(entered) < sight[direction_of(entered)];
            if was_stop || is_stop {
                self.light(side, source);
                touched = true;
            }
        }
        touched
    }

    /// Finds the units online by a flood fill from the arsenals through units and relays.
    #[inline]
    fn connect(&mut self, side: usize) {
        let settings = self.settings();
        if settings.relays_light != RelaysLight::Online || settings.neighbours != Neighbours::Chain
        {
            self.now.communications[side].online = self.connected(side).1;
            return;
        }
        let arsenals = self.now.arsenals >> (2 * side);
        let communications = &mut self.now.communications[side];
        let mut online = 0;
        for source in 0..FIRST_RELAY_SOURCE {
            if arsenals >> source & 1 == 1 {
                online |= communications.seen[source];
            }
        }
        let mut todo = online;
        while todo != 0 {
            let unit = todo.trailing_zeros() as usize % 32;
            todo &= todo - 1;
            let mut more = communications.near[unit % UNITS];
            if unit >= FIRST_RELAY {
                more |= communications.seen[(unit - FIRST_RELAY + FIRST_RELAY_SOURCE) % SOURCES];
            }
            more &= !online;
            online |= more;
            todo |= more;
        }
        communications.online = online;
    }

    /// The units of `side` on lit squares, and its units online, by all settings.
    fn connected(&self, side: usize) -> (Units, Units) {
        let settings = self.settings();
        let communications = &self.now.communications[side];
        let (mut lit, mut online): (Units, Units) = (0, 0);
        loop {
            let before = (lit, online);
            for source in 0..SOURCES {
                let shines = match source.checked_sub(FIRST_RELAY_SOURCE) {
                    None => self.now.arsenals >> (2 * side + source) & 1 == 1,
                    Some(relay) => {
                        let active = match settings.relays_light {
                            RelaysLight::Online => online,
                            RelaysLight::Lit => lit,
                        };
                        active >> (FIRST_RELAY + relay) & 1 == 1
                    }
                };
                lit |= if shines { communications.seen[source] } else { 0 };
            }
            let from = match settings.neighbours {
                Neighbours::Chain => lit | online,
                Neighbours::Once => lit,
                Neighbours::Never => 0,
            };
            online |= lit;
            for unit in each(from) {
                online |= communications.near[unit];
            }
            if before == (lit, online) {
                return (lit, online);
            }
        }
    }

    /// The squares in the network of `side`: those lit, and those of its units online and around them.
    pub(super) fn network(&self, side: usize) -> Rows {
        let mut rows = self.lit(side);
        for unit in each(self.now.communications[side].online) {
            let square = self.now.squares[side][unit];
            for row in &mut rows[square.row() - 1..=square.row() + 1] {
                *row |= square.bit() | square.bit() << 1 | square.bit() >> 1;
            }
        }
        rows
    }

    /// The squares lit by `side`.
    pub(super) fn lit(&self, side: usize) -> Rows {
        let mut rows = Rows::default();
        for source in 0..SOURCES {
            if !self.is_source(side, source) {
                continue;
            }
            let from = self.source(side, source);
            rows[from.row()] |= from.bit();
            for (direction, sight) in self.now.communications[side].sight[source].iter().enumerate()
            {
                let mut at = from;
                for _ in 1..*sight {
                    at = at.step(direction);
                    rows[at.row()] |= at.bit();
                }
            }
        }
        rows
    }

    /// The lines of communication of `side`, sorted: each from an active source to the last square that it lights in
    /// one direction.
    pub(super) fn lines(&self, side: usize) -> Vec<[Square; 2]> {
        let mut lines = Vec::new();
        for source in (0..SOURCES).filter(|source| self.is_source(side, *source)) {
            let from = self.source(side, source);
            for (direction, sight) in self.now.communications[side].sight[source].iter().enumerate()
            {
                let last = (1..*sight).fold(from, |at, _| at.step(direction));
                if last != from {
                    lines.push([from, last]);
                }
            }
        }
        lines.sort_unstable();
        lines
    }

    /// The units of `side` lit by more than one source.
    pub(super) fn lit_twice(&self, side: usize) -> Units {
        let communications = &self.now.communications[side];
        let (mut once, mut twice) = (0, 0);
        for source in 0..SOURCES {
            let seen = if self.is_source(side, source) { communications.seen[source] } else { 0 };
            twice |= once & seen;
            once |= seen;
        }
        twice
    }

    /// Contacts between neighbouring online combat units of `side`. Each pair counts twice, and each unit at most
    /// four times.
    pub(super) fn contacts(&self, side: usize) -> i32 {
        let communications = &self.now.communications[side];
        let fighting = communications.online & COMBAT;
        let count = |unit: usize| (communications.near[unit] & fighting).count_ones().min(4) as i32;
        each(fighting).map(count).sum()
    }

    /// Whether a source is active: an intact arsenal, or a relay online.
    fn is_source(&self, side: usize, source: usize) -> bool {
        match source.checked_sub(FIRST_RELAY_SOURCE) {
            Some(relay) => {
                let active = match self.settings().relays_light {
                    RelaysLight::Online => self.now.communications[side].online,
                    RelaysLight::Lit => self.connected(side).0,
                };
                active >> (FIRST_RELAY + relay) & 1 == 1
            }
            None => self.now.arsenals >> (2 * side + source) & 1 == 1,
        }
    }
}
