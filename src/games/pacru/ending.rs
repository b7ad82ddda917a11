//! The end of a game: wins, players who leave, counting, and Shacru's live chevrons (rules.md 7 to 10).

use super::board::Fields;
use super::flood::{Flood, FloodStep};
use super::{Cru, Family, GameKind, StoppedGame, TurnStage};
use crate::game::{Outcome, Player};

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// The outcome of the current position, without regard to repetition. With `last_player`, the position follows a
    /// turn of that player. Without it, the position may be any.
    #[inline(always)]
    pub(super) fn find_outcome(&self, last_player: Option<Player>) -> Option<Outcome> {
        let decided = match self.kind() {
            GameKind::Pacru => {
                let winner = last_player.map_or_else(
                    || self.pacru_winner(),
                    |last_player| self.winner_after(last_player),
                );
                winner.map(Outcome::Win)
            }
            GameKind::Azacru => self.is_last_round_over().then(|| self.most_markers()),
            GameKind::Shacru => self.is_exhausted().then(|| self.most_markers()),
        };
        if decided.is_some() {
            return decided;
        }
        let is_turn_start = matches!(self.stage, TurnStage::Turn | TurnStage::LastRound(_));
        if self.halfmove < self.settings().stop_turns || !is_turn_start {
            return None;
        }
        Some(self.stopped_outcome())
    }

    /// The outcome of a game that is stopped (rules.md 10).
    pub(super) fn stopped_outcome(&self) -> Outcome {
        match self.settings().stopped_game {
            StoppedGame::Drawn => Outcome::Draw,
            StoppedGame::Counted => self.most_markers(),
        }
    }

    /// Azacru: whether every player has had the last turn.
    #[inline(always)]
    fn is_last_round_over(&self) -> bool {
        match self.stage {
            TurnStage::LastRound(first) => first == self.side || !self.settings().last_round,
            _ => false,
        }
    }

    /// Turns without a change that are left until they end the game.
    pub(super) fn turns_to_stop(&self) -> u32 {
        self.settings().stop_turns.saturating_sub(self.halfmove)
    }

    /// Why the game is over, checked in the order of [`Cru::find_outcome`].
    pub(super) fn why_over(&self) -> Option<&'static str> {
        self.outcome?;
        let decided = match self.kind() {
            GameKind::Pacru => self.pacru_winner().map(|_| self.why_won()),
            GameKind::Azacru => {
                let reason = match self.settings().last_round {
                    true => "last round played",
                    false => "a player cannot move",
                };
                self.is_last_round_over().then_some(reason)
            }
            GameKind::Shacru => self.is_exhausted().then(|| self.why_exhausted()),
        };
        Some(decided.unwrap_or(match self.settings().stop_turns {
            100 => "100 turns without change",
            _ => "too many turns without change",
        }))
    }

    /// Pacru: the reason for the result of [`Cru::pacru_winner`].
    fn why_won(&self) -> &'static str {
        let reached = match self.settings().markers_to_win {
            42 => "42 markers reached",
            28 => "28 markers reached",
            24 => "24 markers reached",
            _ => "enough markers reached",
        };
        let is_full =
            self.markers.iter().any(|markers| markers.count() >= self.settings().markers_to_win);
        if is_full { reached } else { "all others out" }
    }

    /// Shacru: the reason for the result of [`Cru::is_exhausted`].
    fn why_exhausted(&self) -> &'static str {
        let is_stuck = !(0..PLAYERS).any(|player| self.can_move(player));
        if is_stuck { "no action left" } else { "no bare field within reach" }
    }

    /// Pacru: the player who has reached the target or is the only one with chevrons.
    #[inline(always)]
    fn pacru_winner(&self) -> Option<Player> {
        let winner = Self::players()
            .find(|player| self.markers[player.index()].count() >= self.settings().markers_to_win);
        winner.or_else(|| self.last_alive())
    }

    /// The winner after a turn of `last_player`, in which no other player has gained a marker.
    #[inline(always)]
    pub(super) fn winner_after(&self, last_player: Player) -> Option<Player> {
        if self.markers[last_player.index()].count() >= self.settings().markers_to_win {
            return Some(last_player);
        }
        self.last_alive()
    }

    /// The only player with a chevron left.
    #[inline(always)]
    fn last_alive(&self) -> Option<Player> {
        let mut alive = Self::players().filter(|player| self.chevrons[player.index()].any());
        match (alive.next(), alive.next()) {
            (Some(last), None) => Some(last),
            _ => None,
        }
    }

    /// A win of the player with the most markers, or a draw if several have the most.
    pub(super) fn most_markers(&self) -> Outcome {
        let count = |player: &Player| self.markers[player.index()].count();
        let most = Self::players().map(|player| count(&player)).max().unwrap_or(0);
        let mut leaders = Self::players().filter(|player| count(player) == most);
        match (leaders.next(), leaders.next()) {
            (Some(winner), None) => Outcome::Win(winner),
            _ => Outcome::Draw,
        }
    }

    /// Pacru: the next player to move. Removes players who cannot move from the game. The player to move has a
    /// chevron, which bounds both loops.
    #[inline(always)]
    pub(super) fn next_to_move(&mut self) -> Player {
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

    /// Shacru: whether no player who can move has a live chevron (rules.md 9).
    #[inline(always)]
    fn is_exhausted(&self) -> bool {
        let mut undecided = [false; PLAYERS];
        for (player, is_open) in undecided.iter_mut().enumerate() {
            let board = self.player_board(player);
            let (mut steps, mut prospects) = (Fields::NONE, Fields::NONE);
            for from in board.friends {
                let near = from.near(self.facing(from));
                steps |= near & board.landable;
                prospects |= near & board.bare;
                // In most positions some live chevron is one step from a bare field, which decides the question.
                if steps.any() && prospects.any() {
                    return false;
                }
            }
            *is_open = steps.any();
        }
        !(undecided.contains(&true) && self.reaches_bare_field(undecided))
    }

    /// Whether a chevron of these players could reach a bare field over its owner's markers if all other chevrons
    /// were gone. The floods of all players advance together, because the first to arrive decides.
    #[inline(never)]
    pub(super) fn reaches_bare_field(&self, mut going_on: [bool; PLAYERS]) -> bool {
        let bare = Fields::BOARD & !self.marked();
        let mut floods: [Flood; PLAYERS] = std::array::from_fn(|player| {
            let twists = self.settings().twists;
            Flood::of(
                self.chevrons[player],
                |at| self.facing(at),
                bare,
                self.markers[player],
                twists,
            )
        });
        while going_on.contains(&true) {
            for (flood, goes_on) in floods.iter_mut().zip(&mut going_on) {
                match if *goes_on { flood.step() } else { FloodStep::Nowhere } {
                    FloodStep::ToBareField => return true,
                    FloodStep::Elsewhere => {}
                    FloodStep::Nowhere => *goes_on = false,
                }
            }
        }
        false
    }
}
