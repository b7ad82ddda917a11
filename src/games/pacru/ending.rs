//! How a game ends: wins, players who leave, counting, and Shacru's live chevrons
//! (rules.md 7 to 10).

use super::board::Fields;
use super::flood::{Flood, Step};
use super::{Cru, Family, Kind, Stage};
use crate::game::{Outcome, Player};

/// Turns in a row without a change that stop a game (rules.md 10).
const NO_PROGRESS_LIMIT_TURNS: u32 = 100;

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// Markers that win a game of Pacru (rules.md 7).
    pub(super) const TARGET: u32 = match PLAYERS {
        2 => 42,
        3 => 28,
        _ => 24,
    };

    /// The outcome of the present position, repetition apart, at the end of a turn of `mover`, or of any position.
    #[inline(always)]
    pub(super) fn judge(&self, mover: Option<Player>) -> Option<Outcome> {
        let decided = match F::KIND {
            Kind::Pacru => {
                let winner =
                    mover.map_or_else(|| self.pacru_winner(), |mover| self.winner_after(mover));
                winner.map(Outcome::Win)
            }
            Kind::Azacru => {
                (self.stage == Stage::LastRound(self.side)).then(|| self.most_markers())
            }
            Kind::Shacru => self.is_exhausted().then(|| self.most_markers()),
        };
        if decided.is_some() {
            return decided;
        }
        let is_turn_start = matches!(self.stage, Stage::Turn | Stage::LastRound(_));
        if self.halfmove < NO_PROGRESS_LIMIT_TURNS || !is_turn_start {
            return None;
        }
        Some(if Self::IS_PACRU { Outcome::Draw } else { self.most_markers() })
    }

    /// Why the game is over, in the order in which [`Cru::judge`] looks.
    pub(super) fn why_over(&self) -> Option<&'static str> {
        self.outcome?;
        let decided = match F::KIND {
            Kind::Pacru => self.pacru_winner().map(|_| self.why_won()),
            Kind::Azacru => {
                (self.stage == Stage::LastRound(self.side)).then_some("last round played")
            }
            Kind::Shacru => self.is_exhausted().then(|| self.why_exhausted()),
        };
        Some(decided.unwrap_or("100 turns without change"))
    }

    /// Pacru: what [`Cru::pacru_winner`] has found.
    fn why_won(&self) -> &'static str {
        let reached = match PLAYERS {
            2 => "42 markers reached",
            3 => "28 markers reached",
            _ => "24 markers reached",
        };
        let is_full = self.markers.iter().any(|markers| markers.count() >= Self::TARGET);
        if is_full { reached } else { "all others out" }
    }

    /// Shacru: what [`Cru::is_exhausted`] has found.
    fn why_exhausted(&self) -> &'static str {
        let is_stuck = !(0..PLAYERS).any(|player| self.can_move(player));
        if is_stuck { "no action left" } else { "no bare field within reach" }
    }

    /// Whoever has reached the target, or is the only one with chevrons.
    #[inline(always)]
    fn pacru_winner(&self) -> Option<Player> {
        let winner =
            Self::players().find(|player| self.markers[player.index()].count() >= Self::TARGET);
        winner.or_else(|| self.last_alive())
    }

    /// The same after a turn of `mover`, in which nobody else has won a marker.
    #[inline(always)]
    pub(super) fn winner_after(&self, mover: Player) -> Option<Player> {
        if self.markers[mover.index()].count() >= Self::TARGET {
            return Some(mover);
        }
        self.last_alive()
    }

    /// The only player who has a chevron left.
    #[inline(always)]
    fn last_alive(&self) -> Option<Player> {
        let mut alive = Self::players().filter(|player| self.chevrons[player.index()].any());
        match (alive.next(), alive.next()) {
            (Some(last), None) => Some(last),
            _ => None,
        }
    }

    /// The player with the most markers wins; several of them draw.
    pub(super) fn most_markers(&self) -> Outcome {
        let count = |player: &Player| self.markers[player.index()].count();
        let most = Self::players().map(|player| count(&player)).max().unwrap_or(0);
        let mut leaders = Self::players().filter(|player| count(player) == most);
        match (leaders.next(), leaders.next()) {
            (Some(winner), None) => Outcome::Win(winner),
            _ => Outcome::Draw,
        }
    }

    /// Pacru: finds whose turn comes after the mover's, and takes out of the game those who cannot
    /// move. The mover himself has a chevron, which bounds both loops.
    #[inline(always)]
    pub(super) fn seat_next(&mut self) -> Player {
        let mut next = Self::next_seat(self.side);
        loop {
            while self.chevrons[next.index()].is_empty() && next != self.side {
                next = Self::next_seat(next);
            }
            if self.can_move(next.index()) || self.winner_after(self.side).is_some() {
                return next;
            }
            for field in self.chevrons[next.index()] {
                self.take_chevron(next.index(), field);
            }
            self.halfmove = 0;
            if next == self.side {
                return next;
            }
        }
    }

    /// Shacru: whether no player who can move owns a live chevron (rules.md 9).
    #[inline(always)]
    fn is_exhausted(&self) -> bool {
        let mut undecided = [false; PLAYERS];
        for (player, is_open) in undecided.iter_mut().enumerate() {
            let ground = self.ground(player);
            let (mut steps, mut prospects) = (Fields::NONE, Fields::NONE);
            for from in ground.friends {
                let near = from.near(self.facing(from));
                steps |= near & ground.landable;
                prospects |= near & ground.bare;
                // A live chevron that needs one step only decides most positions.
                if steps.any() && prospects.any() {
                    return false;
                }
            }
            *is_open = steps.any();
        }
        !(undecided.contains(&true) && self.reaches_bare_field(undecided))
    }

    /// Whether some chevron of these players could come to a bare field over its owner's markers if all other chevrons were
    /// away. All go on together, for whoever comes there first decides it.
    #[inline(never)]
    pub(super) fn reaches_bare_field(&self, mut going_on: [bool; PLAYERS]) -> bool {
        let bare = Fields::BOARD & !self.marked();
        let mut floods: [Flood; PLAYERS] = std::array::from_fn(|player| {
            Flood::of(self.chevrons[player], |at| self.facing(at), bare, self.markers[player])
        });
        while going_on.contains(&true) {
            for (flood, goes_on) in floods.iter_mut().zip(&mut going_on) {
                match if *goes_on { flood.step() } else { Step::Nowhere } {
                    Step::ToBareField => return true,
                    Step::Elsewhere => {}
                    Step::Nowhere => *goes_on = false,
                }
            }
        }
        false
    }
}
