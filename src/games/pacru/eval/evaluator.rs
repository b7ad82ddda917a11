//! The hand-made evaluation of Pacru, Azacru and Shacru.
//!
//! The evaluation is linear: counts of [`FEATURES`] times weights. Each game has a row of weights in `weights.rs`.
//! `scripts/tune_weights.py` fits them to games, through the same counts by `query features`.

use super::influence::{Influence, Influences, Marked};
use super::weights::{AZACRU, PACRU, SHACRU};
use crate::game::{Game, Player, PlayerElimination, Score};
use crate::games::pacru::board::Fields;
use crate::games::pacru::{Cru, CruAction, Family, GameKind, TurnStage};
use crate::search::{Evaluator, ExtractFeatures, Inputs, MOST_PLAYERS, MultiPlayerEvaluator};

/// The features of a player.
pub(super) const FEATURES: [&str; 17] = [
    "markers",
    "markers squared / 16",
    "chevrons",
    "power",
    "destinations",
    "destinations over a border",
    "chevrons blocked",
    "chevrons nearly blocked",
    "close to going out",
    "connections in reach",
    "markers to be connected",
    "chevrons attacked",
    "pincers if to move",
    "pincers if not to move",
    "territory in reach first",
    "territory in reach together",
    "to move",
];
const MARKERS: usize = 0;
const MARKERS_SQUARED: usize = 1;
const CHEVRONS: usize = 2;
const POWER: usize = 3;
const DESTINATIONS: usize = 4;
const CROSSINGS: usize = 5;
const BLOCKED: usize = 6;
const NEARLY_BLOCKED: usize = 7;
const CLOSE_TO_OUT: usize = 8;
const CONNECTIONS: usize = 9;
const CONNECTABLE: usize = 10;
const ATTACKED: usize = 11;
const PINCERS_TO_MOVE: usize = 12;
const PINCERS_WAITING: usize = 13;
const TERRITORY: usize = 14;
const SHARED_TERRITORY: usize = 15;
const TO_MOVE: usize = 16;

/// Counts of [`FEATURES`].
type Counts = [i32; FEATURES.len()];

const MOST_USEFUL_POWER: usize = 5;
/// A chevron with at most this many destinations is nearly blocked.
const FEW_DESTINATIONS: u32 = 2;
/// A player with at most this many destinations may soon have none.
const LAST_DESTINATIONS: i32 = 4;

/// The hand-made evaluation. It keeps the influences of the last position evaluated, because networks use them as
/// inputs.
pub struct HandMade {
    influences: Influences,
}

impl HandMade {
    /// The value of each player, in units of the weights.
    #[inline(always)]
    fn player_values<F: Family, const PLAYERS: usize>(
        &mut self,
        game: &Cru<F, PLAYERS>,
    ) -> [i32; PLAYERS] {
        let (counts, influences) = game.features();
        self.influences = influences;
        counts.map(|counts| {
            let weighed = counts.iter().zip(game.weights());
            weighed.map(|(count, weight)| count * weight).sum()
        })
    }
}

impl<F: Family, const PLAYERS: usize> Evaluator<Cru<F, PLAYERS>> for HandMade {
    fn new(_: &Cru<F, PLAYERS>) -> Self {
        Self { influences: [Influence::NOTHING; MOST_PLAYERS] }
    }

    #[inline(always)]
    fn make_midway(&mut self, game: &mut Cru<F, PLAYERS>, action: CruAction) {
        game.make_midway(action);
    }

    #[inline(always)]
    fn value_within(&mut self, game: &Cru<F, PLAYERS>, _: [Score; 2]) -> Score {
        game.against_opponents(&self.player_values(game), game.side)
    }

    #[inline(always)]
    fn values(&mut self, game: &Cru<F, PLAYERS>) -> [Score; MOST_PLAYERS] {
        let values = self.player_values(game);
        std::array::from_fn(|seat| match seat < PLAYERS {
            true => game.against_opponents(&values, Player::new(seat)),
            false => Score::DRAW,
        })
    }

    fn terms(game: &Cru<F, PLAYERS>) -> Vec<(&'static str, Vec<i32>)> {
        let weights = game.weights();
        let (counts, _) = game.features();
        let term = |(index, name): (usize, &&'static str)| {
            let value = |counts: &Counts| counts[index] * weights[index] / game.units_a_cp();
            (*name, counts.iter().map(value).collect())
        };
        let is_used = |(index, _): &(usize, _)| weights[*index] != 0;
        FEATURES.iter().enumerate().filter(is_used).map(term).collect()
    }

    /// The counts of each player, in the order of seats.
    fn features(game: &Cru<F, PLAYERS>) -> Vec<i32> {
        game.features().0.as_flattened().to_vec()
    }
}

impl<F: Family, const PLAYERS: usize> ExtractFeatures<Cru<F, PLAYERS>> for HandMade {
    #[inline(always)]
    fn extract_features(
        &self,
        game: &Cru<F, PLAYERS>,
        is_valued: bool,
        set: &mut <Cru<F, PLAYERS> as Inputs>::Set,
    ) {
        debug_assert!(!is_valued || self.influences == game.influences());
        let influences = if is_valued { self.influences } else { game.influences() };
        game.put_features(&influences, set);
        game.put_leads(&influences, set);
    }
}

impl<F: Family, const PLAYERS: usize> MultiPlayerEvaluator<Cru<F, PLAYERS>> for HandMade {
    #[inline(always)]
    fn value_for(&mut self, game: &Cru<F, PLAYERS>, player: Player) -> Score {
        game.against_opponents(&self.player_values(game), player)
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    #[inline(always)]
    fn weights(&self) -> Counts {
        match self.kind() {
            GameKind::Pacru => PACRU,
            GameKind::Azacru => AZACRU,
            GameKind::Shacru => SHACRU,
        }
    }

    /// Units of the weights for each centipawn. `scripts/tune_weights.py` fits Pacru's weights with more digits than
    /// the others.
    #[inline(always)]
    fn units_a_cp(&self) -> i32 {
        match self.kind() {
            GameKind::Pacru => 4,
            GameKind::Azacru | GameKind::Shacru => 1,
        }
    }

    /// A player's value less the mean of two values: that of the strongest opponent, and the average of all
    /// opponents.
    #[inline(always)]
    fn against_opponents(&self, values: &[i32; PLAYERS], player: Player) -> Score {
        let mut strongest = i32::MIN;
        let (mut sum, mut count) = (0, 0);
        for (other, value) in values.iter().copied().enumerate() {
            if other != player.index() && !self.is_out(Player::new(other)) {
                (strongest, sum, count) = (strongest.max(value), sum + value, count + 1);
            }
        }
        let opponents = if count == 0 { 0 } else { (strongest + sum / count) / 2 };
        Score::cp((values[player.index()] - opponents) / self.units_a_cp())
    }

    /// The counts of [`FEATURES`] and the influences of each player.
    #[inline(always)]
    fn features(&self) -> ([Counts; PLAYERS], Influences) {
        let mut influences = [Influence::NOTHING; MOST_PLAYERS];
        let mut counts = [[0; FEATURES.len()]; PLAYERS];
        for (player, counts) in counts.iter_mut().enumerate() {
            influences[player] = self.count_features(player, counts);
        }
        if !self.is_pacru() {
            self.count_territory(&mut counts, &mut influences);
        }
        if self.has_mobility_features() {
            self.add_mobility(&mut influences);
        }
        (counts, influences)
    }

    /// Adds each player's territory to the counts and to the influences.
    #[inline(always)]
    fn count_territory(&self, counts: &mut [Counts; PLAYERS], influences: &mut Influences) {
        let found = self.territory();
        for ((territory, counts), influence) in found.iter().zip(counts).zip(influences) {
            counts[TERRITORY] = territory.own.count() as i32;
            counts[SHARED_TERRITORY] = territory.shared.count() as i32;
            if self.has_territory_features() {
                influence.territory = *territory;
            }
        }
    }

    /// Adds a player's counts of [`FEATURES`], except territory. Returns the other influences of the player.
    #[inline(always)]
    fn count_features(&self, player: usize, counts: &mut Counts) -> Influence {
        let board = self.player_board(player);
        let (mut attacked, mut pincered) = (Fields::NONE, Fields::NONE);
        let (mut marked, mut reached) = (Marked::NOTHING, Fields::NONE);
        for from in board.friends {
            let reach = self.reach(&board, player, from);
            pincered |= attacked & reach.attacked;
            attacked |= reach.attacked;
            reached |= reach.targets;
            let targets = reach.targets.count();
            counts[POWER] += self.power(player, from).min(MOST_USEFUL_POWER) as i32;
            counts[DESTINATIONS] += targets as i32;
            counts[CROSSINGS] += (reach.targets & !from.home()).count() as i32;
            counts[BLOCKED] += i32::from(targets == 0);
            counts[NEARLY_BLOCKED] += i32::from((1..=FEW_DESTINATIONS).contains(&targets));
            counts[CONNECTIONS] += reach.connections.count() as i32;
            self.add_marked(&mut marked, &board, from, &reach);
        }
        let is_to_move = self.side.index() == player;
        let pincers = if is_to_move { PINCERS_TO_MOVE } else { PINCERS_WAITING };
        counts[MARKERS] = self.marker_count(player);
        counts[MARKERS_SQUARED] = counts[MARKERS] * counts[MARKERS] / 16;
        counts[CHEVRONS] = board.friends.count() as i32;
        counts[CLOSE_TO_OUT] = i32::from(counts[DESTINATIONS] <= LAST_DESTINATIONS);
        counts[CONNECTABLE] = marked.connecting.count() as i32;
        counts[ATTACKED] = attacked.count() as i32;
        counts[pincers] = pincered.count() as i32;
        counts[TO_MOVE] = i32::from(is_to_move);
        let reached = reached | attacked;
        let destinations = if PLAYERS > 2 { counts[DESTINATIONS] as u8 } else { 0 };
        let influence = Influence { reached, destinations, ..Influence::NOTHING };
        if self.has_marked_features() {
            Influence { marked, capturable: pincered, ..influence }
        } else {
            influence
        }
    }

    /// The player's markers. Markers that the player owes or is owed within a turn are included.
    #[inline(always)]
    fn marker_count(&self, player: usize) -> i32 {
        let count = self.markers[player].count() as i32;
        match self.stage {
            TurnStage::Payment { left, .. } if self.side.index() == player => {
                count - i32::from(left)
            }
            TurnStage::Bonus { .. } if self.side.index() == player => count + 1,
            _ => count,
        }
    }
}
