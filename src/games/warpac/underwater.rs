//! Submarines, torpedoes and depth charges (rules.md 5).

use super::actions::ActionKind;
use super::board::{ALL_AROUND, AREA, Square, Squares};
use super::pieces::PieceKind;
use super::{Phase, Warpac, WarpacAction, WarpacRules, WarpacSettings};

/// The report of a depth-charge attack, which both players see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChargeReport {
    pub sunk: u32,
    pub contact: bool,
}

impl ChargeReport {
    /// The report of an attack on the area at `corner` against these submarines.
    pub fn on(settings: &WarpacSettings, corner: Square, submarines: Squares) -> Self {
        Self {
            sunk: (submarines & AREA[corner.index()]).count(),
            contact: (submarines & settings.contact_ring(corner)).any(),
        }
    }

    /// Reads a report such as `0` or `2c`.
    pub fn parse(text: &str) -> Option<Self> {
        let (number, contact) = match text.strip_suffix('c') {
            Some(number) => (number, true),
            None => (text, false),
        };
        let &[digit @ b'0'..=b'4'] = number.as_bytes() else { return None };
        Some(Self { sunk: u32::from(digit - b'0'), contact })
    }

    /// The report with the `=` before it.
    pub fn text(self) -> String {
        format!("={}{}", self.sunk, if self.contact { "c" } else { "" })
    }
}

impl<R: WarpacRules> Warpac<R> {
    pub(super) fn list_underwater<const NOISY: bool, const QUIET: bool>(
        &self,
        out: &mut Vec<WarpacAction>,
    ) {
        let mine = self.subs[self.me()];
        let targets = self.torpedo_targets();
        let first = self.first_of(targets);
        if NOISY {
            out.extend(first.map(WarpacAction::torpedo));
        }
        if QUIET {
            let others = targets.into_iter().filter(|target| Some(*target) != first);
            out.extend(others.map(WarpacAction::torpedo));
        }
        self.list_depth_charges::<NOISY, QUIET>(mine, out);
        if QUIET {
            for from in mine {
                out.extend(self.dives_from(from).map(|to| WarpacAction::dive(from, to)));
            }
            out.push(WarpacAction::END);
        }
    }

    /// Appends depth charges from any of these ships or submarines. Those that hit are noisy.
    pub(super) fn list_depth_charges<const NOISY: bool, const QUIET: bool>(
        &self,
        sources: Squares,
        out: &mut Vec<WarpacAction>,
    ) {
        let reach = self.areas_in_reach(sources);
        let hits = reach & self.hitting_areas();
        let wanted = match (NOISY, QUIET) {
            (true, true) => reach,
            (true, false) => hits,
            _ => reach & !hits,
        };
        out.extend(wanted.into_iter().map(WarpacAction::depth_charge));
    }

    /// The areas that these ships or submarines can attack.
    #[inline(always)]
    pub(super) fn areas_in_reach(&self, sources: Squares) -> Squares {
        match self.is_determinization {
            true => Squares::NONE,
            false => self.settings().areas_in_reach(sources),
        }
    }

    /// The areas that hold an enemy submarine.
    pub(super) fn hitting_areas(&self) -> Squares {
        let theirs = self.subs[self.me() ^ 1];
        let pair = theirs | theirs.shifted(-1, 0);
        (pair | pair.shifted(0, -1)) & Squares::AREAS
    }

    /// The enemy pieces that a submarine of the side to move can sink.
    pub(super) fn torpedo_targets(&self) -> Squares {
        // Not the settings but where they are: so they are constants in the closure, too.
        let (rules, mine) = (self.rules, self.subs[self.me()].into_iter());
        let range =
            mine.fold(Squares::NONE, |all, square| all | rules.numbers().torpedo_range(square));
        range & self.torpedo_prey(self.me() ^ 1)
    }

    /// The target that is listed first, and the only noisy one.
    pub(super) fn first_target(&self) -> Option<Square> {
        self.first_of(self.torpedo_targets())
    }

    fn first_of(&self, targets: Squares) -> Option<Square> {
        targets.into_iter().max_by_key(|target| self.rank_of_target(*target))
    }

    /// The rank by which targets are listed, highest first: carriers with their squadrons, then by kind.
    fn rank_of_target(&self, target: Square) -> u8 {
        match self.cell(target).kind() {
            PieceKind::Carrier if self.squadron_at_stake(target).is_some() => 6,
            PieceKind::Squadron => 5,
            PieceKind::Battleship => 4,
            PieceKind::Cruiser => 3,
            PieceKind::Carrier => 2,
            PieceKind::Destroyer => 1,
        }
    }

    /// The destinations of the submarine on `from`. Only submarines of its own side block it.
    fn dives_from(&self, from: Square) -> impl Iterator<Item = Square> {
        let (rules, mine) = (self.rules, self.subs[self.me()]);
        ALL_AROUND.into_iter().flat_map(move |(files, ranks)| {
            (1..=longest_dive(rules))
                .map_while(move |length| from.offset(length * files, length * ranks))
                .take_while(move |to| !mine.has(*to))
        })
    }

    /// Whether [`Self::dives_from`] `from` contains `to`.
    fn is_dive(&self, from: Square, to: Square) -> bool {
        let mine = self.subs[self.me()];
        let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
        let length = files.abs().max(ranks.abs());
        let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let is_free = |step: i32| {
            let square = from.offset(step * files.signum(), step * ranks.signum());
            square.is_some_and(|square| !mine.has(square))
        };
        is_line && (1..=longest_dive(self.rules)).contains(&length) && (1..=length).all(is_free)
    }

    pub(super) fn count_underwater(&self) -> u64 {
        let mine = self.subs[self.me()];
        let dives: usize = mine.into_iter().map(|from| self.dives_from(from).count()).sum();
        let attacks = self.torpedo_targets().count() + self.areas_in_reach(mine).count();
        dives as u64 + u64::from(attacks) + 1
    }

    pub(super) fn is_legal_underwater(&self, action: WarpacAction) -> bool {
        let (from, to) = (action.from(), action.to());
        let mine = self.subs[self.me()];
        match action.kind() {
            ActionKind::End => action == WarpacAction::END,
            ActionKind::Dive => {
                action == WarpacAction::dive(from, to) && mine.has(from) && self.is_dive(from, to)
            }
            ActionKind::Torpedo => {
                action == WarpacAction::torpedo(from) && self.torpedo_targets().has(from)
            }
            ActionKind::DepthCharge => {
                action == WarpacAction::depth_charge(from) && self.areas_in_reach(mine).has(from)
            }
            ActionKind::Move | ActionKind::Drop => false,
        }
    }

    /// The report of a depth-charge attack; `None` for other actions.
    pub(super) fn report(&self, action: WarpacAction) -> Option<ChargeReport> {
        let is_attack = action.kind() == ActionKind::DepthCharge && self.phase != Phase::Deployment;
        is_attack
            .then(|| ChargeReport::on(self.settings(), action.from(), self.subs[self.me() ^ 1]))
    }
}

/// The longest move of a submarine in a turn.
#[inline(always)]
fn longest_dive<R: WarpacRules>(rules: R) -> i32 {
    rules.numbers().submarine_squares as i32
}
