//! Greedy playout of Pacru and Azacru: who is ahead after a few rounds in which each player takes the largest
//! immediate gain. It has no randomness. Late games are mostly played like this.
//!
//! Ties go to the first action in the order of fields and seats. With four players the board is first turned so that
//! the player to move sits in the first seat. So the result does not depend on the seat.

use super::score_lead::{MOST_LEAD, score_leads};
use super::turned_board::{TURNED, quarter_turns, turned_facing};
use crate::game::{Game, Outcome, Player};
use crate::games::pacru::actions::first_of;
use crate::games::pacru::board::{BORDERLANDS, FIELDS, Facing, Field, Fields};
use crate::games::pacru::reach::{Attacks, ChevronReach, PlayerBoard};
use crate::games::pacru::{Cru, CruAction, Family, TurnStage};

/// Rounds of the playout.
pub(super) const ROUNDS: usize = 4;
/// With fewer markers on the board the playout says little about the end.
const LEAST_MARKERS: u32 = 24;

/// Immediate value of a move: for each marked field, for each of them taken from another player, for a captured
/// chevron, and minus the cost of an own chevron.
const MARKED: u32 = 4;
const TAKEN: u32 = 2;
const CAPTURE: u32 = 8;
const CHEVRON: u32 = 3;

/// The best action so far.
struct BestAction {
    action: CruAction,
    gain: Option<u32>,
}

impl BestAction {
    /// Keeps the first action with the highest value.
    #[inline(always)]
    fn offer(&mut self, action: CruAction, gain: u32) {
        if self.gain.is_none_or(|most| gain > most) {
            *self = Self { action, gain: Some(gain) };
        }
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// By round: by how many markers each player leads the best other player. `None` if it is too early to say. In
    /// Pacru the winner leads by the maximum.
    #[inline(always)]
    pub(super) fn leads_after_greedy_playout(&self) -> Option<[[i8; PLAYERS]; ROUNDS]> {
        if self.marked().count() < LEAST_MARKERS {
            return None;
        }
        let seats = self.seats_to_turn();
        let mut game = if seats == 0 { *self } else { self.turned(seats) };
        let first = game.side;
        Some(std::array::from_fn(|_| {
            game.play_round(first);
            let leads = match game.outcome {
                Some(Outcome::Win(winner)) if self.is_pacru() => std::array::from_fn(|player| {
                    if winner.index() == player { MOST_LEAD } else { -MOST_LEAD }
                }),
                _ => score_leads(game.markers.map(|markers| markers.count())),
            };
            std::array::from_fn(|player| leads[Self::seats_behind(seats, player)])
        }))
    }

    /// By how many seats the board is turned: with four players, so that the player to move sits in the first seat.
    /// Not during a payment, because markers are given up in the order of fields (rules.md 6).
    #[inline(always)]
    fn seats_to_turn(&self) -> usize {
        let is_turned = PLAYERS == 4 && !matches!(self.stage, TurnStage::Payment { .. });
        if is_turned { self.side.index() } else { 0 }
    }

    /// The position on a board turned so that the player in seat `seats` sits in the first one. The other players
    /// follow in order. The key stays that of this position.
    fn turned(&self, seats: usize) -> Self {
        let turns = quarter_turns(seats, PLAYERS);
        let at = |field: Field| TURNED[turns][field.index()];
        let turned_seat = |player: Player| Player::new(Self::seats_behind(seats, player.index()));
        let mut turned = *self;
        turned.facings = [Facing::default(); FIELDS];
        turned.counts = [[0; BORDERLANDS]; PLAYERS];
        for player in 0..PLAYERS {
            let seat = Self::seats_behind(seats, player);
            (turned.markers[seat], turned.chevrons[seat]) = (Fields::NONE, Fields::NONE);
            for field in self.markers[player].map(at) {
                turned.markers[seat] |= field.bit();
                turned.counts[seat][field.borderland()] += 1;
            }
            for from in self.chevrons[player] {
                turned.chevrons[seat] |= at(from).bit();
                turned.facings[at(from).index()] = turned_facing(self.facing(from), turns);
            }
        }
        turned.side = turned_seat(self.side);
        turned.stage = match self.stage {
            TurnStage::LastRound(player) => TurnStage::LastRound(turned_seat(player)),
            TurnStage::Bonus { barred } => TurnStage::Bonus { barred: barred.map(at) },
            stage => stage,
        };
        if let Some(Outcome::Win(winner)) = self.outcome {
            turned.outcome = Some(Outcome::Win(turned_seat(winner)));
        }
        turned
    }

    /// Plays until the turn comes back to `first`, or passes that player.
    #[inline(always)]
    fn play_round(&mut self, first: Player) {
        let mut behind = 0;
        while self.outcome.is_none() {
            self.make(self.greedy_action());
            if self.turn_start() {
                let now = Self::seats_behind(first.index(), self.side.index());
                if now <= behind {
                    return;
                }
                behind = now;
            }
        }
    }

    /// The action with the highest immediate value for the player to move.
    #[inline(always)]
    fn greedy_action(&self) -> CruAction {
        match self.stage {
            TurnStage::Turn | TurnStage::LastRound(_) => self.greedy_move(),
            TurnStage::Bonus { .. } => one_of(self.quiescent_bonus(), CruAction::bonus),
            TurnStage::Payment { left, last } => {
                one_of(self.quiescent_payment(left, last), CruAction::payment)
            }
        }
    }

    #[inline(always)]
    fn greedy_move(&self) -> CruAction {
        let me = self.side.index();
        let board = self.player_board(me);
        let mut best = BestAction { action: CruAction::END, gain: None };
        let mut attacks = Attacks::NONE;
        for from in board.friends {
            let reach = self.reach(&board, me, from);
            attacks.add(reach.attacked);
            if self.is_pacru() {
                self.offer_crossings(&board, from, &reach, &mut best);
            } else {
                self.offer_steps(&board, from, &reach, &mut best);
            }
            for to in reach.connections {
                let connection = CruAction::movement(from, to, from.facing_along(to)).connecting();
                best.offer(connection, self.gain_of_connection(from, to));
            }
        }
        if self.is_pacru() && attacks.pincered.any() {
            self.each_capture(&board, attacks.pincered, |action, options| {
                let (marked, action) = self.with_marker(action, options);
                best.offer(action, CAPTURE + self.gain_of(marked | action.to().bit()));
            });
        }
        best.action
    }

    /// Immediate value of marking these fields.
    #[inline(always)]
    fn gain_of(&self, fields: Fields) -> u32 {
        let marked = fields & !self.markers[self.side.index()];
        MARKED * marked.count() + TAKEN * (marked & self.marked()).count()
    }

    #[inline(always)]
    fn gain_of_connection(&self, from: Field, to: Field) -> u32 {
        let gap = from.between(to, from.facing_along(to));
        let cost = if self.costs_chevron(gap) { CHEVRON } else { 0 };
        self.gain_of(gap).saturating_sub(cost)
    }

    /// Azacru: a move to a bare field, or any move.
    #[inline(always)]
    fn offer_steps(
        &self,
        board: &PlayerBoard,
        from: Field,
        reach: &ChevronReach,
        best: &mut BestAction,
    ) {
        for to in first_of(reach.targets & board.bare, reach.targets) {
            let step = CruAction::movement(from, to, from.facing_along(to));
            let is_connection = reach.connections.has(to);
            best.offer(
                if is_connection { step.connecting() } else { step },
                self.gain_of(to.bit()),
            );
        }
    }

    /// Pacru: for each borderland in reach, a move that leaves a marker there or does nothing.
    #[inline(always)]
    fn offer_crossings(
        &self,
        board: &PlayerBoard,
        from: Field,
        reach: &ChevronReach,
        best: &mut BestAction,
    ) {
        let mut targets = reach.targets;
        while let Some(to) = targets.next() {
            let options = self.border_options(board, from, to);
            if options.is_empty() && reach.connections.has(to) {
                continue;
            }
            targets &= !to.home();
            let movement = CruAction::movement(from, to, from.facing_along(to));
            let (marked, action) = self.with_marker(movement, options);
            best.offer(action, self.gain_of(marked));
        }
    }

    /// Puts the marker for a border crossing on one of these fields, if there is one: under the chevron, or where it
    /// takes a marker from the player with most markers.
    #[inline(always)]
    fn with_marker(&self, action: CruAction, options: Fields) -> (Fields, CruAction) {
        let to = action.to();
        let field = if options.has(to) {
            Some(to)
        } else {
            let taken = self.markers.iter().filter(|markers| (**markers & options).any());
            let richest = taken.max_by_key(|markers| markers.count());
            richest.map_or(options, |markers| options & *markers).next()
        };
        field.map_or((Fields::NONE, action), |field| (field.bit(), action.placing(field)))
    }
}

/// The action on the first of these fields. There is one whenever a bonus or a payment is due.
#[inline(always)]
fn one_of(mut fields: Fields, action: impl Fn(Field) -> CruAction) -> CruAction {
    fields.next().map_or(CruAction::END, action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::pacru::{Azacru, Meeting, Pacru};

    /// The value of an action by its effect, computed by the rules of the game.
    fn gain_of<F: Family, const PLAYERS: usize>(game: &Cru<F, PLAYERS>, action: CruAction) -> u32 {
        let player = game.player().index();
        let mut after = *game;
        after.make(action);
        let marked = after.markers[player] & !game.markers[player];
        let taken = (marked & game.marked()).count();
        let has_lost = after.chevrons[player].count() < game.chevrons[player].count();
        let captures = game.is_pacru() && game.occupied().has(action.to());
        let gain = MARKED * marked.count() + TAKEN * taken + CAPTURE * u32::from(captures);
        gain - CHEVRON * u32::from(has_lost)
    }

    /// Leads after turns of all players in the game.
    fn leads_by_turns<F: Family, const PLAYERS: usize>(
        game: &Cru<F, PLAYERS>,
    ) -> [[i8; PLAYERS]; ROUNDS] {
        let mut game = *game;
        let mut leads = [[0; PLAYERS]; ROUNDS];
        let first = game.side.index();
        for leads in &mut leads {
            for seat in (first..first + PLAYERS).map(|seat| Player::new(seat % PLAYERS)) {
                while game.outcome.is_none() && game.side == seat {
                    game.make(game.greedy_action());
                    if game.turn_start() {
                        break;
                    }
                }
            }
            let counts = game.markers.map(|markers| markers.count() as i8);
            for (player, found) in leads.iter_mut().enumerate() {
                let others = (0..PLAYERS).filter(|other| *other != player);
                let lead = counts[player] - others.map(|other| counts[other]).max().unwrap();
                *found =
                    match game.outcome {
                        Some(Outcome::Win(winner)) if game.is_pacru() => {
                            if winner.index() == player { 12 } else { -12 }
                        }
                        _ => lead.clamp(-12, 12),
                    };
            }
        }
        leads
    }

    /// Plays a game of greedy actions. Every ninth action is drawn by `seed` instead. Calls back with each position
    /// and its actions.
    fn in_greedy_game<F: Family, const PLAYERS: usize>(
        mut game: Cru<F, PLAYERS>,
        seed: usize,
        mut show: impl FnMut(&Cru<F, PLAYERS>, &[CruAction]),
    ) {
        for ply in 0..300 {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            if actions.is_empty() {
                return;
            }
            show(&game, &actions);
            let any = actions[(seed + 7 * ply * ply) % actions.len()];
            game.make(if ply % 9 == 0 { any } else { game.greedy_action() });
        }
    }

    fn check<F: Family, const PLAYERS: usize>(start: Cru<F, PLAYERS>) {
        let (mut late, mut captures, mut in_turn) = (0, 0, 0);
        for seed in 0..16 {
            in_greedy_game(start, seed, |game, actions| {
                let leads = game.leads_after_greedy_playout();
                assert_eq!(leads.is_some(), game.marked().count() >= LEAST_MARKERS);
                let seats = game.seats_to_turn();
                let played_out = leads_by_turns(&game.turned(seats));
                for (leads, played_out) in leads.iter().flatten().zip(played_out) {
                    for (player, lead) in leads.iter().enumerate() {
                        let seat = (player + PLAYERS - seats) % PLAYERS;
                        assert_eq!(*lead, played_out[seat], "{game:?}");
                    }
                }
                late += u32::from(leads.is_some());
                let greedy_action = game.greedy_action();
                assert!(actions.contains(&greedy_action), "{game:?} {greedy_action:?}");
                if game.turn_start() {
                    let moves = actions.iter().filter(|action| !action.is_rotation());
                    let most = moves.map(|action| gain_of(game, *action)).max();
                    assert_eq!(
                        Some(gain_of(game, greedy_action)),
                        most,
                        "{game:?} {greedy_action:?}"
                    );
                    let is_capture =
                        greedy_action.is_move() && game.occupied().has(greedy_action.to());
                    captures += u32::from(is_capture);
                } else {
                    in_turn += 1;
                }
            });
        }
        assert!(late > 50, "only {late} late positions");
        if start.is_pacru() {
            assert!(captures > 3 && in_turn > 10, "{captures} captures, {in_turn} in mid turn");
        }
    }

    #[test]
    fn playout_leads_agree_with_greedy_play() {
        check(Azacru::<3>::start(()));
        check(Azacru::<4>::start(()));
        check(Pacru::<3>::start(Meeting::Tournament));
        check(Pacru::<4>::start(Meeting::Tournament));
    }
}
