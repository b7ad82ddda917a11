//! The evaluator that asks a network, or the hand-made evaluation where there is none or none is wanted.

use super::file::{HAND_PART_ONE, NO_ROW};
use super::layers::change;
use super::places::worths;
use super::shares::against_others;
use super::{FeatureSet, Inputs, Judgement, Network};
use crate::game::{Player, Score};
use crate::search::mind::{EvaluateSeats, EvaluateTurns, Evaluator, MOST_PLAYERS, of_two};
use std::sync::Arc;

/// See the module. `H` is the hand-made evaluation.
///
/// Of every ply it keeps the features of the position that was valued last there, and the sums of the first layer for
/// them. A new position differs by a few features from the one before it in its line or, if that was not valued, from
/// its sister; they are found by comparing two sets. So makes and unmakes cost nothing, and neither does a position that
/// is never valued.
pub struct Learned<G: Inputs, H> {
    hand: H,
    chosen: Chosen,
    /// Whether the hand-made evaluation follows the line.
    follows: bool,
    seen: Seen<G>,
}

/// A power of two, so that a mask keeps inside.
const PLIES: usize = 256;

/// What was seen last at each ply.
struct Seen<G: Inputs> {
    /// How far the present position is from the root.
    ply: usize,
    sets: Vec<G::Set>,
    /// By ply and seat, as many as there are hidden units.
    sums: Vec<i16>,
    /// Whether what was seen is the position of the present line.
    is_present: Vec<bool>,
    /// Numbers in `sums` of each ply.
    width: usize,
}

impl<G: Inputs> Seen<G> {
    fn by(network: Option<&Network>) -> Self {
        let sums = network.map_or(Vec::new(), |network| network.first_bias.repeat(G::PLAYERS));
        let plies = if network.is_some() { PLIES } else { 0 };
        Self {
            ply: 0,
            sets: vec![G::Set::EMPTY; plies],
            sums: sums.repeat(plies),
            is_present: vec![false; PLIES],
            width: sums.len(),
        }
    }

    #[inline(always)]
    fn enter(&mut self) {
        self.ply += 1;
        self.is_present[self.ply % PLIES] = false;
    }

    #[inline(always)]
    fn leave(&mut self) {
        self.ply -= 1;
    }

    /// The sums of this position, which is the present one.
    #[inline(always)]
    fn update(&mut self, network: &Network, game: &G) -> &[i16] {
        match network.hidden {
            32 => self.update_of::<32>(network, game),
            _ => self.update_of::<64>(network, game),
        }
    }

    #[inline(always)]
    fn update_of<const HIDDEN: usize>(&mut self, network: &Network, game: &G) -> &[i16] {
        let (ply, before) = (self.ply % PLIES, self.ply.wrapping_sub(1) % PLIES);
        let width = self.width;
        let base = if self.ply > 0 && self.is_present[before] { before } else { ply };
        if base != ply {
            self.sums.copy_within(base * width..(base + 1) * width, ply * width);
        }
        let mut now = G::Set::EMPTY;
        game.features(&mut now);
        let sums = &mut self.sums[ply * width..(ply + 1) * width];
        let (old, new) = (self.sets[base].as_ref(), now.as_ref());
        for word in 0..G::FEATURES.div_ceil(64) {
            let mut changed = old[word] ^ new[word];
            while changed != 0 {
                let bit = changed & changed.wrapping_neg();
                let feature = 64 * word + changed.trailing_zeros() as usize;
                move_feature::<G, HIDDEN>(network, sums, feature, new[word] & bit != 0);
                changed ^= bit;
            }
        }
        self.sets[ply] = now;
        self.is_present[ply] = true;
        sums
    }
}

/// The network that is asked.
pub(super) enum Chosen {
    HandMade,
    BuiltIn(&'static Network),
    File(Arc<Network>),
}

impl Chosen {
    pub(super) fn by<G: Inputs>(judgement: &Judgement) -> Self {
        match judgement {
            Judgement::HandMade => Self::HandMade,
            Judgement::File(network) => Self::File(Arc::clone(network)),
            Judgement::BuiltIn => G::built_in().map_or(Self::HandMade, Self::BuiltIn),
        }
    }

    #[inline(always)]
    pub(super) fn network(&self) -> Option<&Network> {
        match self {
            Self::HandMade => None,
            Self::BuiltIn(network) => Some(network),
            Self::File(network) => Some(network),
        }
    }
}

impl<G: Inputs, H> Learned<G, H> {
    /// The network with the sums of this position.
    #[inline(always)]
    fn look(&mut self, game: &G) -> Option<(&Network, &[i16])> {
        let network = self.chosen.network()?;
        Some((network, self.seen.update(network, game)))
    }
}

/// A feature has come or gone.
#[inline(always)]
fn move_feature<G: Inputs, const HIDDEN: usize>(
    network: &Network,
    sums: &mut [i16],
    feature: usize,
    comes: bool,
) {
    for (seat, sums) in sums.chunks_exact_mut(HIDDEN).enumerate() {
        let start = network.rows[seat * G::FEATURES + feature];
        if start != NO_ROW {
            change::<HIDDEN>(sums, &network.first[start as usize..], comes);
        }
    }
}

/// Adds all `features` to the sums of all seats.
pub(super) fn add_features<G: Inputs>(network: &Network, sums: &mut [i16], features: &[usize]) {
    for feature in features {
        match network.hidden {
            32 => move_feature::<G, 32>(network, sums, *feature, true),
            _ => move_feature::<G, 64>(network, sums, *feature, true),
        }
    }
}

/// What the network says for the player in each seat when it has these sums, together with its part of the hand-made
/// values.
#[inline(always)]
pub(super) fn said_by<G: Inputs>(
    network: &Network,
    sums: &[i16],
    game: &G,
    by_hand: [Score; MOST_PLAYERS],
) -> [Score; MOST_PLAYERS] {
    let bucket = game.bucket();
    let part = network.hand_parts[bucket];
    let mut said = [0; MOST_PLAYERS];
    for (seat, said) in said.iter_mut().enumerate().take(G::PLAYERS) {
        let learned = network.output(sums, G::PLAYERS, seat, bucket);
        let learned = if G::PLAYERS == 2 { game.faded(learned) } else { learned };
        *said = learned + by_hand[seat].raw() * part / HAND_PART_ONE;
    }
    let said = &said[..G::PLAYERS];
    std::array::from_fn(|seat| match seat {
        _ if seat >= G::PLAYERS => Score::DRAW,
        _ if G::PLAYERS == 2 => Score::cp(said[seat]),
        _ => Score::cp(against_others(said, seat, |other| game.is_in(other))),
    })
}

impl<G: Inputs, H: Evaluator<G>> Learned<G, H> {
    fn judging_by(judgement: &Judgement, game: &G) -> Self {
        let chosen = Chosen::by::<G>(judgement);
        let seen = Seen::by(chosen.network());
        let follows = chosen.network().is_none_or(Network::needs_hand);
        Self { hand: H::new(game), chosen, follows, seen }
    }

    /// The value for the player to move, of two.
    #[inline(always)]
    fn value_of_two(&mut self, game: &G) -> Score {
        let by_hand = if self.follows { self.hand.value(game) } else { Score::DRAW };
        let Some((learned, part)) = self.learned(game, game.player()) else { return by_hand };
        Score::cp(learned + by_hand.raw() * part / HAND_PART_ONE)
    }

    /// What the network says for one of two players who is to begin a turn, and what part of the hand-made value it
    /// asks for.
    #[inline(always)]
    fn learned(&mut self, game: &G, player: Player) -> Option<(i32, i32)> {
        let bucket = game.bucket();
        let (network, sums) = self.look(game)?;
        let learned = game.faded(network.output(sums, 2, player.index(), bucket));
        Some((learned, network.hand_parts[bucket]))
    }

    /// The values of all players of three or four, if a network is asked.
    #[inline(always)]
    fn values_of_many(&mut self, game: &G) -> Option<[Score; MOST_PLAYERS]> {
        let by_hand =
            if self.follows { self.hand.values(game) } else { [Score::DRAW; MOST_PLAYERS] };
        let (network, sums) = self.look(game)?;
        Some(said_by(network, sums, game, by_hand))
    }
}

impl<G: Inputs, H: Evaluator<G>> Evaluator<G> for Learned<G, H> {
    fn new(root: &G) -> Self {
        Self::judging_by(&Judgement::BuiltIn, root)
    }

    fn judging(judgement: &Judgement, root: &G) -> Self {
        Self::judging_by(judgement, root)
    }

    fn restart(&mut self, root: &G) {
        self.seen.ply = 0;
        self.seen.is_present[0] = false;
        if self.follows {
            self.hand.restart(root);
        }
    }

    #[inline(always)]
    fn make(&mut self, game: &mut G, action: G::Action) -> G::Undo {
        self.seen.enter();
        if self.follows { self.hand.make(game, action) } else { game.make(action) }
    }

    #[inline(always)]
    fn made(&mut self, game: &G) {
        self.seen.enter();
        if self.follows {
            self.hand.made(game);
        }
    }

    #[inline(always)]
    fn unmade(&mut self) {
        self.seen.leave();
        if self.follows {
            self.hand.unmade();
        }
    }

    #[inline(always)]
    fn value_within(&mut self, game: &G, window: [Score; 2]) -> Score {
        if self.chosen.network().is_none() {
            return self.hand.value_within(game, window);
        }
        if G::PLAYERS == 2 {
            return self.value_of_two(game);
        }
        let values = self.values_of_many(game);
        values.map_or(Score::DRAW, |values| values[game.player().index()])
    }

    #[inline(always)]
    fn values(&mut self, game: &G) -> [Score; MOST_PLAYERS] {
        let many = if G::PLAYERS > 2 { self.values_of_many(game) } else { None };
        match many {
            Some(values) => values,
            None if self.chosen.network().is_none() => self.hand.values(game),
            None => of_two(game.player(), self.value(game)),
        }
    }

    fn terms(game: &G) -> Vec<(&'static str, Vec<i32>)> {
        H::terms(game)
    }

    fn features(game: &G) -> Vec<i32> {
        H::features(game)
    }

    fn worths(judgement: &Judgement, game: &G) -> Vec<(String, i32)> {
        worths::<G, H>(judgement, game)
    }
}

impl<G: Inputs, H: EvaluateSeats<G>> EvaluateSeats<G> for Learned<G, H> {
    #[inline(always)]
    fn value_for(&mut self, game: &G, player: Player) -> Score {
        match self.values_of_many(game) {
            Some(values) => values[player.index()],
            None => self.hand.value_for(game, player),
        }
    }
}

/// For games whose turns are chosen as a whole.
impl<G: Inputs, H: EvaluateTurns<G>> EvaluateTurns<G> for Learned<G, H> {
    #[inline(always)]
    fn prospects(&mut self, game: &G) -> [Score; 2] {
        let by_hand = self.hand.prospects(game);
        // It has learnt from positions in which a turn begins, and here the next one is the opponent's.
        let learned = self.learned(game, game.player().opponent());
        let Some((learned, part)) = learned else { return by_hand };
        by_hand.map(|value| Score::cp(value.raw() * part / HAND_PART_ONE - learned))
    }
}
