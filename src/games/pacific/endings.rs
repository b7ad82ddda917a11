//! The numbers of endings, for endgame tables: all positions without planes, and those with planes of few pieces.
//!
//! The position is seen by the player to move, who moves up the board: if Black is to move, the board is turned by 180
//! degrees. The points are numbered from 0, row by row from the bottom, from left to right. Eight groups of pieces are
//! placed one after the other, of each kind those of the player to move and then those of the opponent:
//! 1. carriers that have planes, one at most for each player;
//! 2. carriers without planes;
//! 3. planes;
//! 4. Kamikazes.
//!
//! A group is a set of the points that are still free, counted from 0 in order. The set `p1 < p2 < ... < pn` has the
//! rank `C(p1, 1) + C(p2, 2) + ... + C(pn, n)`, where `C(a, b)` is a binomial coefficient. The number of the position
//! is `((r1 * s2 + r2) * s3 + r3) ... * s8 + r8` with the ranks `r` and the numbers of sets `s` of the groups. An empty
//! group has one set, so positions without planes have the groups of kinds 2 and 4 only. Numbers with a plane on its
//! far row, where there is none, are not used.
//!
//! A class is named by the pieces of both players: `C` for carriers, `P` for planes, `K` for Kamikazes. In `CCPvK` one
//! of the two carriers has the plane.
//!
//! A slice is a placing of all pieces but the Kamikazes. Its stage is the number of rows that they have still to go.

use super::board::{Direction, ENEMY_BACK_ROW, Point, Points};
use super::{
    CARRIERS, KAMIKAZE_KIND, KAMIKAZES, PLANES, Pacific, PacificAction, PacificRules,
    PacificSettings, Victims,
};
use crate::game::{Endings, Game, Material, Player};

/// The endings that have tables.
pub(super) struct PacificEndings;

/// To be raised when the rules or the numbering change.
const EDITION: u32 = 1;
const MOST_CARRIERS: u32 = 4;
const MOST_KAMIKAZES: u32 = 8;
/// The planes of a carrier.
const MOST_PLANES: u32 = 2;
/// Pieces of a position with planes, at most. With more pieces a player could have planes of two carriers.
const MOST_PIECES_WITH_PLANES: u32 = 4;
const POINTS: u32 = 32;
/// Planes of carrier 1, see [`Pacific::kind_of`].
const PLANE_KIND: usize = 4;

/// The pieces of one player. One carrier has all the planes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Forces {
    carriers: u32,
    planes: u32,
    kamikazes: u32,
}

impl Forces {
    /// The half of a [`Material`] for these forces. More pieces make it greater, then more Kamikazes, then more
    /// planes.
    fn code(self) -> u32 {
        self.pieces() << 8 | self.kamikazes << 4 | self.planes
    }

    fn from_code(code: u32) -> Self {
        let [pieces, kamikazes, planes] = [code >> 8 & 15, code >> 4 & 15, code & 15];
        Self { carriers: pieces.saturating_sub(kamikazes + planes), planes, kamikazes }
    }

    fn pieces(self) -> u32 {
        self.carriers + self.planes + self.kamikazes
    }

    /// Carriers with planes: 1 or 0.
    fn loaded(self) -> u32 {
        self.planes.min(1)
    }

    fn name(self) -> String {
        [("C", self.carriers), ("P", self.planes), ("K", self.kamikazes)]
            .map(|(letter, count)| letter.repeat(count as usize))
            .concat()
    }

    /// The forces with at most these pieces, with a plane or a Kamikaze, and with a carrier for the planes.
    fn within(self) -> impl Iterator<Item = Self> {
        let planes = move |carriers| (0..=self.planes).map(move |planes| (carriers, planes));
        let all = (0..=self.carriers).flat_map(planes).flat_map(move |(carriers, planes)| {
            (0..=self.kamikazes).map(move |kamikazes| Self { carriers, planes, kamikazes })
        });
        all.filter(|forces| forces.loaded() <= forces.carriers)
            .filter(|forces| forces.planes + forces.kamikazes > 0)
    }

    /// What an action of the player makes of these forces, apart from nothing: a plane becomes a Kamikaze, or, in
    /// type B, a Kamikaze is lost with the carrier that it destroys.
    fn after_action(self, is_type_b: bool) -> impl Iterator<Item = Self> {
        let promoted = (self.planes > 0).then(|| Self {
            planes: self.planes - 1,
            kamikazes: self.kamikazes + 1,
            ..self
        });
        let has_more = self.planes + self.kamikazes > 1;
        let spent = (is_type_b && self.kamikazes > 0 && has_more)
            .then(|| Self { kamikazes: self.kamikazes - 1, ..self });
        promoted.into_iter().chain(spent)
    }
}

fn material(mover: Forces, other: Forces) -> Material {
    Material(mover.code() << 12 | other.code())
}

/// The forces of the player to move and of the opponent.
fn forces(material: Material) -> [Forces; 2] {
    [Forces::from_code(material.0 >> 12), Forces::from_code(material.0)]
}

/// Binomial coefficients: `CHOOSE[n][k]` is the number of sets of `k` out of `n` points.
const CHOOSE: [[u64; MOST_KAMIKAZES as usize + 1]; POINTS as usize + 1] = {
    let mut table = [[0; MOST_KAMIKAZES as usize + 1]; POINTS as usize + 1];
    let mut n = 0;
    while n < table.len() {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < table[n].len() {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

fn choose(n: u32, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// The number of each point, row by row, seen by White. The number seen by Black is 31 less this number.
const NUMBERS: [u32; POINTS as usize] = {
    let mut table = [0; POINTS as usize];
    let mut number = 0;
    while number < POINTS {
        table[numbered(number).index()] = number;
        number += 1;
    }
    table
};

/// The point with a number, seen by White.
const fn numbered(number: u32) -> Point {
    let row = number / 4;
    match Point::at(2 * (number % 4) + row % 2, row) {
        Some(point) => point,
        None => unreachable!(),
    }
}

/// The numbers of a set of points, one bit each.
fn numbers(points: Points, is_turned: bool) -> u32 {
    let numbers = points.fold(0, |set: u32, point| set | 1 << NUMBERS[point.index()]);
    if is_turned { numbers.reverse_bits() } else { numbers }
}

/// The rank of `group` among the sets of free points.
fn rank(mut group: u32, taken: u32) -> u64 {
    let (mut rank, mut count) = (0, 0);
    while group != 0 {
        let number = group.trailing_zeros();
        let below = (taken & ((1 << number) - 1)).count_ones();
        count += 1;
        rank += choose(number - below, count);
        group &= group - 1;
    }
    rank
}

/// The set of `count` free points with a rank: the inverse of [`rank`].
fn unrank(mut rank: u64, count: u32, taken: u32) -> u32 {
    let mut group = 0;
    let mut place = POINTS;
    for left in (1..=count).rev() {
        place -= 1;
        while choose(place, left) > rank {
            place -= 1;
        }
        rank -= choose(place, left);
        group |= 1 << free_number(place, taken);
    }
    group
}

/// The number of the free point that has `place` free points below it.
fn free_number(place: u32, mut taken: u32) -> u32 {
    let mut number = place;
    while taken != 0 && taken.trailing_zeros() <= number {
        number += 1;
        taken &= taken - 1;
    }
    number
}

/// The number of groups.
const GROUPS: usize = 8;
/// The first group of each kind, see the module.
const LOADED: usize = 0;
const BARE: usize = 2;
const PLANE_GROUP: usize = 4;
const KAMIKAZE_GROUP: usize = 6;

/// The groups of a position.
fn sets<R: PacificRules>(game: &Pacific<R>) -> [Points; GROUPS] {
    let loaded = loaded_carriers(game);
    let kinds = [loaded, game.sets[CARRIERS] & !loaded, game.sets[PLANES], game.sets[KAMIKAZES]];
    let [mine, theirs] = [game.own(), game.enemy()];
    std::array::from_fn(|group| kinds[group / 2] & if group % 2 == 0 { mine } else { theirs })
}

/// The carriers that have planes.
fn loaded_carriers<R: PacificRules>(game: &Pacific<R>) -> Points {
    let planes = game.sets[PLANES];
    if planes.is_empty() {
        return Points::NONE;
    }
    [Player::ONE, Player::TWO].into_iter().fold(Points::NONE, |loaded, player| {
        let own = game.sets[player.index()];
        let numbers = game.numbers().into_iter().filter(|points| (*points & own & planes).any());
        numbers.fold(loaded, |loaded, points| loaded | points & own & game.sets[CARRIERS])
    })
}

/// The sizes of the groups and the number of sets of each.
fn groups(material: Material) -> [(u32, u64); GROUPS] {
    let forces = forces(material);
    let mut free = POINTS;
    std::array::from_fn(|group| {
        let Forces { carriers, planes, kamikazes } = forces[group % 2];
        let loaded = forces[group % 2].loaded();
        let count = [loaded, carriers - loaded, planes, kamikazes][group / 2];
        let sets = choose(free, count);
        free -= count;
        (count, sets)
    })
}

/// The groups as sets of numbers.
fn place(material: Material, index: u64) -> [u32; GROUPS] {
    let groups = groups(material);
    let mut ranks = [0; GROUPS];
    let mut rest = index;
    for (rank, (_, sets)) in ranks.iter_mut().zip(groups).rev() {
        *rank = rest % sets;
        rest /= sets;
    }
    let mut taken = 0;
    let mut placed = [0; GROUPS];
    for ((group, rank), (count, _)) in placed.iter_mut().zip(ranks).zip(groups) {
        *group = unrank(rank, count, taken);
        taken |= *group;
    }
    placed
}

/// The rows from a number to the far row, by player: the player to move goes up.
fn rows_left(number: u32, player: usize) -> u32 {
    if player == 0 { 7 - number / 4 } else { number / 4 }
}

fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros();
        let bit = (set != 0).then_some(number);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl<R: PacificRules> Endings<Pacific<R>> for PacificEndings {
    fn edition(&self) -> u32 {
        EDITION
    }

    fn limit_plies(&self) -> u32 {
        PacificSettings::TYPE_A.draw_plies
    }

    fn clock_plies(&self, game: &Pacific<R>) -> u32 {
        game.halfmove
    }

    fn at_clock(&self, game: &Pacific<R>, plies: u32) -> Pacific<R> {
        Pacific { halfmove: plies, ply: 2 + game.ply % 2, ..*game }
    }

    fn classes(&self, _: R, pieces: u32) -> Vec<Material> {
        let most =
            Forces { carriers: MOST_CARRIERS, planes: MOST_PLANES, kamikazes: MOST_KAMIKAZES };
        let pairs = most.within().flat_map(|mover| most.within().map(move |other| (mover, other)));
        let is_wanted = |mover: &Forces, other: &Forces| {
            let has_planes = mover.planes + other.planes > 0;
            let most = if has_planes { pieces.min(MOST_PIECES_WITH_PLANES) } else { pieces };
            mover.code() >= other.code() && mover.pieces() + other.pieces() <= most
        };
        let mut classes: Vec<Material> = pairs
            .filter(|(mover, other)| is_wanted(mover, other))
            .map(|(mover, other)| material(mover, other))
            .collect();
        classes.sort_by_key(|class| {
            let [mover, other] = forces(*class);
            (mover.pieces() + other.pieces(), mover.planes + other.planes, *class)
        });
        classes
    }

    fn turned(&self, class: Material) -> Material {
        let [mover, other] = forces(class);
        material(other, mover)
    }

    fn name(&self, class: Material) -> String {
        let [mover, other] = forces(class);
        format!("{}v{}", mover.name(), other.name())
    }

    fn pieces(&self, class: Material) -> u32 {
        forces(class).into_iter().map(Forces::pieces).sum()
    }

    fn leads_to(&self, rules: R, class: Material) -> Vec<Material> {
        let [mover, other] = forces(class);
        let mut classes = Vec::new();
        for left in other.within() {
            let is_carrier_lost = left.carriers < other.carriers;
            let may_be = |after: &Forces| after.pieces() == mover.pieces() || is_carrier_lost;
            let afters = mover
                .after_action(rules.get().kamikaze_lost_with == Victims::Carriers)
                .filter(may_be);
            let same = (left != other).then_some(mover);
            classes.extend(same.into_iter().chain(afters).map(|after| material(left, after)));
        }
        classes
    }

    fn slices(&self, class: Material) -> u64 {
        groups(class)[..KAMIKAZE_GROUP].iter().map(|(_, sets)| sets).product()
    }

    fn slice_size(&self, class: Material) -> u64 {
        groups(class)[KAMIKAZE_GROUP..].iter().map(|(_, sets)| sets).product()
    }

    fn stage(&self, class: Material, slice: u64) -> u32 {
        let size = Endings::<Pacific<R>>::slice_size(self, class);
        let placed = place(class, slice * size);
        let groups = placed[..KAMIKAZE_GROUP].iter().enumerate();
        let rows = |(group, set): (usize, &u32)| -> u32 {
            bits(*set).map(|number| rows_left(number, group % 2)).sum()
        };
        groups.map(rows).sum()
    }

    #[inline]
    fn class(&self, game: &Pacific<R>) -> Option<Material> {
        let has_planes = game.sets[PLANES].any();
        if has_planes && (game.own() | game.enemy()).count() > MOST_PIECES_WITH_PLANES {
            return None;
        }
        let [mover, other] = [game.own(), game.enemy()].map(|own| Forces {
            carriers: (own & game.sets[CARRIERS]).count(),
            planes: (own & game.sets[PLANES]).count(),
            kamikazes: (own & game.sets[KAMIKAZES]).count(),
        });
        let flies = |forces: Forces| forces.planes + forces.kamikazes > 0;
        (flies(mover) && flies(other)).then(|| material(mover, other))
    }

    fn number(&self, game: &Pacific<R>) -> u64 {
        let is_turned = game.side() == Player::TWO;
        let (mut index, mut taken, mut free) = (0, 0, POINTS);
        for set in sets(game) {
            let group = numbers(set, is_turned);
            index = index * choose(free, set.count()) + rank(group, taken);
            taken |= group;
            free -= set.count();
        }
        index
    }

    fn position(&self, rules: R, class: Material, index: u64) -> Option<Pacific<R>> {
        let placed = place(class, index);
        let mut game = Pacific::empty(rules);
        let mut put = |player, kind, number| game.put(player, kind, numbered(number), &mut |_| {});
        for (seat, player) in [Player::ONE, Player::TWO].into_iter().enumerate() {
            let set = |group: usize| bits(placed[group + seat]);
            // The carrier with planes is number 1, which is kind 0. Its planes are of the kind 4. The numbers of
            // carriers without planes do not matter.
            let carriers = set(LOADED).chain(set(BARE)).enumerate();
            carriers.for_each(|(kind, number)| put(player, kind, number));
            set(PLANE_GROUP).for_each(|number| put(player, PLANE_KIND, number));
            set(KAMIKAZE_GROUP).for_each(|number| put(player, KAMIKAZE_KIND, number));
        }
        let far = |player: Player| game.sets[player.index()] & ENEMY_BACK_ROW[player.index()];
        if ((far(Player::ONE) | far(Player::TWO)) & game.sets[PLANES]).any() {
            return None;
        }
        game.find_waiting();
        Some(game)
    }

    fn resets(&self, game: &Pacific<R>, action: PacificAction) -> bool {
        game.clears_history(action)
    }

    fn stays(&self, game: &Pacific<R>, action: PacificAction) -> bool {
        if game.clears_history(action) {
            return false;
        }
        let mut after = *game;
        after.make(action);
        after.outcome().is_none()
    }

    /// A Kamikaze goes back as it came, unless an attack was compulsory where it stood.
    fn predecessors(&self, rules: R, class: Material, index: u64, out: &mut Vec<u64>) {
        let Some(game) = Endings::<Pacific<R>>::position(self, rules, class, index) else { return };
        let mover = game.side().opponent();
        let empty = !(game.own() | game.enemy());
        for direction in Direction::ALL {
            let stood = game.kamikazes(mover).step(direction) & empty;
            for from in stood {
                let mut before = game;
                before.change_sides();
                before.make_step(from.step(direction.reverse()), from, &mut |_| {});
                if !before.must_attack() {
                    out.push(self.number(&before));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
