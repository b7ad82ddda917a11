//! The hand-made evaluation of Pacific.
//!
//! The evaluation is linear. Each feature is the player's count less the opponent's. Its weight shifts from opening
//! to ending with the number of aircraft.
//!
//! Most games end because a player has no move. So the weights mostly measure which player runs out of moves first.
//! They count rows still to go, planes that wait for their carrier, and Kamikazes, which never run out of moves.
//!
//! The weights in `weights.rs` come from `scripts/tune_weights.py`, which reads the same features through `query
//! features`.

use super::weights::{PLACEMENT, WEIGHTS};
use crate::game::{Player, Score};
use crate::games::pacific::board::{Direction, Point, Points};
use crate::games::pacific::{
    CARRIERS, Change, KAMIKAZE_KIND, KINDS_A_PLAYER, PLANES, Pacific, PacificAction, PacificRules,
    Undo, WAITING, WHITE,
};
use crate::search::{Accumulators, Evaluator, ExtractFeatures, Inputs};
use std::ops::{AddAssign, SubAssign};

/// A value in centipawns for the opening (all aircraft on the board) and for the ending (none).
///
/// One word holds both, so that one addition adds both. The ending is in the high half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TaperedValue(i32);

impl TaperedValue {
    pub const ZERO: Self = Self(0);

    /// A value from weights as the script writes them.
    const fn new([opening, ending]: [i32; 2]) -> Self {
        Self((ending << 16) + opening)
    }

    const fn times(self, count: i32) -> Self {
        Self(self.0 * count)
    }

    const fn opening(self) -> i32 {
        self.0 as i16 as i32
    }

    const fn ending(self) -> i32 {
        // The low half borrows from the high one when it is negative.
        (self.0 - self.opening()) >> 16
    }

    /// The value with `aircraft` planes and Kamikazes on the board.
    const fn at(self, aircraft: i32) -> i32 {
        (self.opening() * aircraft + self.ending() * (MOST_AIRCRAFT - aircraft)) / MOST_AIRCRAFT
    }
}

impl AddAssign for TaperedValue {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for TaperedValue {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

/// Planes and Kamikazes of both sides at the start.
const MOST_AIRCRAFT: i32 = 16;
/// Carriers, planes, Kamikazes.
const KINDS: usize = 3;

/// Features besides the placement of the pieces, in the order of [`WEIGHTS`].
const FEATURES: [&str; 7] = [
    "planes at their limit",
    "steps open",
    "carriers blocked",
    "carriers without a plane",
    "carriers with one plane",
    "any Kamikaze",
    "attacks open if to move",
];

/// The row of [`PLACEMENT`] for a kind of piece (see [`Pacific::kind_of`]): carriers, planes, Kamikazes.
const fn row_of(kind: usize) -> usize {
    match kind {
        0..4 => 0,
        4..KAMIKAZE_KIND => 1,
        _ => 2,
    }
}

/// The value of a piece of the kind (see [`Pacific::kind_of`]) on a point, for White.
const fn placement(player: usize, kind: usize, point: usize) -> TaperedValue {
    let row = row_of(kind);
    if player == WHITE {
        TaperedValue::new(PLACEMENT[row][point])
    } else {
        TaperedValue::new(PLACEMENT[row][turned(point)]).times(-1)
    }
}

/// The value of a piece on a point, for White. Each kind of each player has a row, see [`Pacific::kind_of`].
static PLACED: [[TaperedValue; 32]; 2 * KINDS_A_PLAYER] = {
    let mut table = [[TaperedValue::ZERO; 32]; 2 * KINDS_A_PLAYER];
    let mut index = 0;
    while index < 2 * KINDS_A_PLAYER * 32 {
        let (row, point) = (index / 32, index % 32);
        table[row][point] = placement(row / KINDS_A_PLAYER, row % KINDS_A_PLAYER, point);
        index += 1;
    }
    table
};

/// See [`PLACED`].
#[inline(always)]
fn placed(player: Player, kind: usize, point: Point) -> TaperedValue {
    PLACED[(KINDS_A_PLAYER * player.index() + kind) % PLACED.len()][point.index()]
}

/// The point to which a turn of the board by 180 degrees moves `point`.
pub(super) const fn turned(point: usize) -> usize {
    (11 + 32 - point) % 32
}

impl<R: PacificRules> Pacific<R> {
    /// Counts of [`FEATURES`] for a player.
    fn features(&self, player: Player) -> [i32; FEATURES.len()] {
        if player == Player::ONE { self.features_of::<true>() } else { self.features_of::<false>() }
    }

    /// Counts of [`FEATURES`] for White or Black. `WHITE` is a constant so that the directions are constants too.
    #[inline(always)]
    fn features_of<const WHITE: bool>(&self) -> [i32; FEATURES.len()] {
        let own = self.sets[!WHITE as usize];
        let empty = !(self.sets[0] | self.sets[1]);
        let carriers = own & self.sets[CARRIERS];
        let [left, right] = Direction::forward(WHITE);
        let way_ahead = empty.step(left.reverse()) | empty.step(right.reverse());
        let wings = self.wing_sizes(own);
        let targets = self.targets_of::<WHITE>();
        let sum = |sets: [Points; 4]| sets.iter().map(|set| set.count() as i32).sum();
        let count = |set: Points| set.count() as i32;
        [
            count(own & self.sets[WAITING]),
            sum(targets.steps),
            count(carriers & !way_ahead),
            wings[0],
            wings[1],
            i32::from((own & !(self.sets[CARRIERS] | self.sets[PLANES])).any()),
            sum(targets.jumps),
        ]
    }

    /// The number of carriers without a plane, and of carriers with one plane.
    #[inline(always)]
    fn wing_sizes(&self, own: Points) -> [i32; 2] {
        let planes = own & self.sets[PLANES];
        let carriers = own & self.sets[CARRIERS];
        let mut sizes = [0; 2];
        for number in self.numbers() {
            let is_afloat = i32::from((carriers & number).any());
            let wing = (planes & number).count();
            sizes[0] += is_afloat & i32::from(wing == 0);
            sizes[1] += is_afloat & i32::from(wing == 1);
        }
        sizes
    }

    /// The value of all features except placement, for White.
    #[inline(always)]
    fn balance(&self) -> TaperedValue {
        let (white, black) = (self.features_of::<true>(), self.features_of::<false>());
        let mut value = TaperedValue::ZERO;
        for (index, weight) in WEIGHTS.iter().enumerate() {
            value += TaperedValue::new(*weight).times(white[index] - black[index]);
        }
        value
    }

    #[inline(always)]
    fn aircraft_count(&self) -> i32 {
        let aircraft = self.aircraft(Player::ONE) | self.aircraft(Player::TWO);
        aircraft.count() as i32
    }

    /// All features: the number of aircraft, then White's counts less Black's, by kind and point and then by
    /// [`FEATURES`].
    fn all_features(&self) -> Vec<i32> {
        let mut counts = [0; KINDS * 32];
        for (player, sign) in [(Player::ONE, 1), (Player::TWO, -1)] {
            for point in self.sets[player.index()] {
                let row = row_of(self.kind_of(point));
                let index = point.index();
                let seen = if player == Player::ONE { index } else { turned(index) };
                counts[32 * row + seen] += sign;
            }
        }
        let [white, black] = [Player::ONE, Player::TWO].map(|player| self.features(player));
        let rest = white.iter().zip(black).map(|(white, black)| white - black);
        std::iter::once(self.aircraft_count()).chain(counts).chain(rest).collect()
    }
}

impl<R: PacificRules> Pacific<R> {
    /// The sum of the placement values of a player's pieces, for White.
    fn placement_of(&self, player: Player) -> TaperedValue {
        let mut sum = TaperedValue::ZERO;
        for point in self.sets[player.index()] {
            sum += placed(player, self.kind_of(point), point);
        }
        sum
    }

    /// The placement values of both players, White's less Black's.
    fn placement(&self) -> TaperedValue {
        let mut sum = self.placement_of(Player::ONE);
        sum += self.placement_of(Player::TWO);
        sum
    }
}

/// The hand-made evaluation. The placement value, White's less Black's, is updated incrementally: the game reports
/// every piece that comes or goes.
pub struct HandMade(Accumulators<TaperedValue>);

impl<R: PacificRules> ExtractFeatures<Pacific<R>> for HandMade {
    #[inline(always)]
    fn extract_features(&self, game: &Pacific<R>, _: bool, set: &mut <Pacific<R> as Inputs>::Set) {
        Inputs::features(game, set);
    }
}

impl<R: PacificRules> Evaluator<Pacific<R>> for HandMade {
    fn new(root: &Pacific<R>) -> Self {
        Self(Accumulators::new(root.placement()))
    }

    fn restart(&mut self, root: &Pacific<R>) {
        self.0.restart(root.placement());
    }

    #[inline]
    fn make(&mut self, game: &mut Pacific<R>, action: PacificAction) -> Undo {
        let mut sum = self.0.present();
        let undo =
            game.make_with(action, &mut |Change { player, kind, point, arrives }| match arrives {
                true => sum += placed(player, kind, point),
                false => sum -= placed(player, kind, point),
            });
        self.0.push(sum);
        undo
    }

    /// A pass does not move any piece.
    fn on_make(&mut self, _: &Pacific<R>) {
        self.0.push(self.0.present());
    }

    #[inline(always)]
    fn on_unmake(&mut self) {
        self.0.pop();
    }

    #[inline(always)]
    fn value_within(&mut self, game: &Pacific<R>, _: [Score; 2]) -> Score {
        let mut value = self.0.present();
        value += game.balance();
        let white = value.at(game.aircraft_count());
        Score::cp(if game.side() == Player::ONE { white } else { -white })
    }

    fn terms(game: &Pacific<R>) -> Vec<(&'static str, Vec<i32>)> {
        let aircraft = game.aircraft_count();
        let placed = [Player::ONE, Player::TWO].map(|player| game.placement_of(player));
        let placed = vec![placed[0].at(aircraft), -placed[1].at(aircraft)];
        let features = [Player::ONE, Player::TWO].map(|player| game.features(player));
        let rest = FEATURES.iter().zip(WEIGHTS).enumerate().map(|(index, (name, weight))| {
            let weight = TaperedValue::new(weight);
            (*name, features.map(|counts| weight.times(counts[index]).at(aircraft)).to_vec())
        });
        std::iter::once(("pieces and their points", placed)).chain(rest).collect()
    }

    fn features(game: &Pacific<R>) -> Vec<i32> {
        game.all_features()
    }
}
