//! The evaluator with a network. It uses the hand-made evaluation if the game has no network or the
//! options select it.

use super::eval_cache::EvalCache;
use super::file::HAND_PART_ONE;
use super::layers::{Block, add, blocks, subtract};
use super::network_in_use::NetworkInUse;
use super::output::network_values;
use super::piece_values::piece_values;
use super::{EvalSource, ExtractFeatures, FeatureSet, Inputs, Network, NetworkSupport, Supported};
use crate::game::{Player, Score};
use crate::search::evaluation::evaluator::{
    Evaluator, MOST_PLAYERS, MultiPlayerEvaluator, TurnEvaluator, of_two,
};

/// An evaluator with a network. `H` is the hand-made evaluation.
///
/// For every ply it keeps the features and first-layer sums (the accumulator) of the position that
/// was last evaluated there. A new position differs in a few features from its parent or, if the
/// parent was not evaluated, from its sibling. The difference of the two sets updates the sums. So
/// make and unmake cost nothing, and neither do positions that are never evaluated. In two-player
/// games it caches recent values, if positions with equal keys have equal values.
pub struct NetworkEvaluator<G: Inputs, H> {
    hand: H,
    in_use: NetworkInUse,
    /// Whether the hand-made evaluation follows make and unmake.
    follows: bool,
    accumulators: AccumulatorStack<G>,
    eval_cache: EvalCache,
}

/// A power of two, so that a mask keeps indices in range.
const PLIES: usize = 256;
/// Number of words that are compared at a time; one bit is kept for each word.
const WORDS_AT_ONCE: usize = u64::BITS as usize;

/// The accumulators by ply.
struct AccumulatorStack<G: Inputs> {
    /// Ply of the present position.
    ply: usize,
    sets: Vec<G::Set>,
    /// First-layer sums, by ply and seat.
    sums: Vec<Block>,
    /// By ply: whether the sums belong to the present line.
    is_present: Vec<bool>,
    /// Blocks of `sums` for each ply.
    width: usize,
    changes: Changes,
}

impl<G: Inputs> AccumulatorStack<G> {
    fn by(network: Option<&Network>) -> Self {
        let sums = network.map_or(Vec::new(), |network| network.first_bias.repeat(G::PLAYERS));
        let plies = if network.is_some() { PLIES } else { 0 };
        Self {
            ply: 0,
            sets: vec![G::Set::EMPTY; plies],
            sums: sums.repeat(plies),
            is_present: vec![false; PLIES],
            width: sums.len(),
            changes: Changes::of(if network.is_some() { G::FEATURES } else { 0 }),
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

    /// Updates the sums of the present position. `extract` adds its features to an empty set.
    #[inline(always)]
    fn update(&mut self, network: &Network, extract: impl FnOnce(&mut G::Set)) -> &[Block] {
        match network.blocks {
            1 => self.update_of::<1>(network, extract),
            _ => self.update_of::<2>(network, extract),
        }
    }

    #[inline(always)]
    fn update_of<const BLOCKS: usize>(
        &mut self,
        network: &Network,
        extract: impl FnOnce(&mut G::Set),
    ) -> &[Block] {
        let (ply, before) = (self.ply % PLIES, self.ply.wrapping_sub(1) % PLIES);
        let base = if self.ply > 0 && self.is_present[before] { before } else { ply };
        let mut now = G::Set::EMPTY;
        extract(&mut now);
        self.changes.find(self.sets[base].as_ref(), now.as_ref());
        let rows = network.first.as_chunks::<BLOCKS>().0;
        let (from, to) = (base * self.width, ply * self.width);
        for seat in 0..G::PLAYERS {
            let mut sums = *blocks(&self.sums, from + seat * BLOCKS);
            self.changes.apply(|feature| &rows[feature * G::PLAYERS + seat], &mut sums);
            self.sums[to + seat * BLOCKS..][..BLOCKS].copy_from_slice(&sums);
        }
        self.sets[ply] = now;
        self.is_present[ply] = true;
        &self.sums[to..to + self.width]
    }
}

/// The features that differ between two positions.
struct Changes {
    /// Room for all features that can appear, plus one, see below.
    comes: Vec<u16>,
    come: usize,
    goes: Vec<u16>,
    go: usize,
}

impl Changes {
    fn of(features: usize) -> Self {
        let room = vec![0; features + 1];
        Self { comes: room.clone(), come: 0, goes: room, go: 0 }
    }

    /// Compares two sets of any size.
    #[inline(always)]
    fn find(&mut self, old: &[u64], new: &[u64]) {
        (self.come, self.go) = (0, 0);
        let parts = old.chunks(WORDS_AT_ONCE).zip(new.chunks(WORDS_AT_ONCE));
        for (part, (old, new)) in parts.enumerate() {
            self.find_more(64 * WORDS_AT_ONCE * part, old, new);
        }
    }

    /// Compares a part of both sets, from feature `first` on. First it marks the words that differ, without a branch,
    /// because most do not. Then each differing feature is written to both lists, and only one list advances: a
    /// branch would be mispredicted half of the time.
    #[inline(always)]
    fn find_more(&mut self, first: usize, old: &[u64], new: &[u64]) {
        let (mut come, mut go) = (self.come, self.go);
        let mut words = 0_u64;
        for (word, (old, new)) in old.iter().zip(new).enumerate() {
            words |= u64::from(old != new) << word;
        }
        while words != 0 {
            let word = words.trailing_zeros() as usize;
            words &= words - 1;
            let (old, new) = (old[word], new[word]);
            let mut changed = old ^ new;
            while changed != 0 {
                let bit = changed & changed.wrapping_neg();
                let feature = (first + 64 * word) as u16 + changed.trailing_zeros() as u16;
                self.comes[come] = feature;
                self.goes[go] = feature;
                let comes = new & bit != 0;
                come += usize::from(comes);
                go += usize::from(!comes);
                changed ^= bit;
            }
        }
        (self.come, self.go) = (come, go);
    }

    /// Updates the sums of a seat. `row` maps features to rows.
    #[inline(always)]
    fn apply<'a, const BLOCKS: usize>(
        &self,
        row: impl Fn(usize) -> &'a [Block; BLOCKS],
        sums: &mut [Block; BLOCKS],
    ) {
        for feature in &self.comes[..self.come] {
            add(sums, row(usize::from(*feature)));
        }
        for feature in &self.goes[..self.go] {
            subtract(sums, row(usize::from(*feature)));
        }
    }
}

impl<G: Inputs, H: ExtractFeatures<G>> NetworkEvaluator<G, H> {
    /// The network with the sums of this position. If the hand-made evaluation follows the line, it
    /// has evaluated the position before.
    #[inline(always)]
    fn network_and_sums(&mut self, game: &G) -> Option<(&Network, &[Block])> {
        let network = self.in_use.network()?;
        let extract = |set: &mut G::Set| self.hand.extract_features(game, self.follows, set);
        Some((network, self.accumulators.update(network, extract)))
    }
}

impl<G: Inputs, H: ExtractFeatures<G>> NetworkEvaluator<G, H> {
    fn with_eval_source(eval_source: &EvalSource, game: &G) -> Self {
        let in_use = NetworkInUse::by::<G>(eval_source);
        let accumulators = AccumulatorStack::by(in_use.network());
        let follows = in_use.network().is_none_or(Network::needs_hand);
        let may_cache = G::PLAYERS == 2 && G::KEY_DECIDES && in_use.network().is_some();
        let eval_cache = EvalCache::new(may_cache);
        Self { hand: H::new(game), in_use, follows, accumulators, eval_cache }
    }

    /// The value for the player to move in a two-player game.
    #[inline(always)]
    fn value_of_two(&mut self, game: &G) -> Score {
        let key = game.table_key();
        if let Some(value) = self.eval_cache.get(key) {
            return Score::cp(value);
        }
        let value = self.computed_value(game);
        self.eval_cache.put(key, value.raw());
        value
    }

    /// The same value, computed from the accumulators.
    #[inline(always)]
    fn computed_value(&mut self, game: &G) -> Score {
        let by_hand = if self.follows { self.hand.value(game) } else { Score::DRAW };
        let Some((learned, part)) = self.learned(game, game.player()) else { return by_hand };
        Score::cp(learned + by_hand.raw() * part / HAND_PART_ONE)
    }

    /// The network's value for one of two players who is about to begin a turn, and the weight of
    /// the hand-made value.
    #[inline(always)]
    fn learned(&mut self, game: &G, player: Player) -> Option<(i32, i32)> {
        let bucket = game.bucket();
        let (network, sums) = self.network_and_sums(game)?;
        let learned = network.output(sums, 2, player.index(), bucket);
        Some((learned, network.hand_parts[bucket]))
    }

    /// The values of three or four players, if a network is in use.
    #[inline(always)]
    fn values_of_many(&mut self, game: &G) -> Option<[Score; MOST_PLAYERS]> {
        let by_hand =
            if self.follows { self.hand.values(game) } else { [Score::DRAW; MOST_PLAYERS] };
        let (network, sums) = self.network_and_sums(game)?;
        Some(network_values(network, sums, game, by_hand))
    }
}

impl<G: Inputs, H: ExtractFeatures<G>> Evaluator<G> for NetworkEvaluator<G, H> {
    const NETWORK: Option<&'static dyn NetworkSupport<G>> = Some(&Supported);

    fn new(root: &G) -> Self {
        Self::with_eval_source(&EvalSource::BuiltIn, root)
    }

    fn with_eval(eval_source: &EvalSource, root: &G) -> Self {
        Self::with_eval_source(eval_source, root)
    }

    fn restart(&mut self, root: &G) {
        self.accumulators.ply = 0;
        self.accumulators.is_present[0] = false;
        if self.follows {
            self.hand.restart(root);
        }
    }

    #[inline(always)]
    fn make(&mut self, game: &mut G, action: G::Action) -> G::Undo {
        self.accumulators.enter();
        if self.follows { self.hand.make(game, action) } else { game.make(action) }
    }

    #[inline(always)]
    fn make_midway(&mut self, game: &mut G, action: G::Action) {
        self.accumulators.enter();
        if self.follows { self.hand.make_midway(game, action) } else { game.make_midway(action) }
    }

    #[inline(always)]
    fn on_make(&mut self, game: &G) {
        self.accumulators.enter();
        if self.follows {
            self.hand.on_make(game);
        }
    }

    #[inline(always)]
    fn on_unmake(&mut self) {
        self.accumulators.leave();
        if self.follows {
            self.hand.on_unmake();
        }
    }

    #[inline(always)]
    fn expect(&self, key: u64) {
        self.eval_cache.prefetch(key);
    }

    #[inline(always)]
    fn value_within(&mut self, game: &G, window: [Score; 2]) -> Score {
        if self.in_use.network().is_none() {
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
            None if self.in_use.network().is_none() => self.hand.values(game),
            None => of_two(game.player(), self.value(game)),
        }
    }

    fn terms(game: &G) -> Vec<(&'static str, Vec<i32>)> {
        H::terms(game)
    }

    fn features(game: &G) -> Vec<i32> {
        H::features(game)
    }

    fn piece_values(eval_source: &EvalSource, game: &G) -> Vec<(String, i32)> {
        piece_values(eval_source, game, Self::values_of)
    }
}

impl<G: Inputs, H: ExtractFeatures<G> + MultiPlayerEvaluator<G>> MultiPlayerEvaluator<G>
    for NetworkEvaluator<G, H>
{
    #[inline(always)]
    fn value_for(&mut self, game: &G, player: Player) -> Score {
        match self.values_of_many(game) {
            Some(values) => values[player.index()],
            None => self.hand.value_for(game, player),
        }
    }
}

/// For games searched by whole turns. The search generates far more turns than the network has seen, and would select
/// turns that the network overrates. So the hand-made evaluation selects the turns, and the network scores the
/// resulting positions.
impl<G: Inputs, H: ExtractFeatures<G> + TurnEvaluator<G>> TurnEvaluator<G>
    for NetworkEvaluator<G, H>
{
    #[inline(always)]
    fn turn_values(&mut self, game: &G) -> [Score; 2] {
        self.hand.turn_values(game)
    }

    #[inline(always)]
    fn resting_value(&mut self, game: &G) -> Score {
        let by_hand = self.hand.resting_value(game);
        // The network was trained on positions at turn starts. Here the opponent's turn is next.
        let learned = self.learned(game, game.player().opponent());
        let Some((learned, part)) = learned else { return by_hand };
        Score::cp(by_hand.raw() * part / HAND_PART_ONE - learned)
    }
}
