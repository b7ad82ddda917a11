//! The numbers of positions without planes, for endgame tables.
//!
//! The position is seen by the player to move, who moves up the board: if Black is to move, the board is turned by 180
//! degrees. The points are numbered from 0, row by row from the bottom, from left to right. Four groups of pieces are
//! placed one after the other: the carriers of the player to move, those of the opponent, the Kamikazes of the player
//! to move, those of the opponent. A group is a set of the points that are still free, counted from 0 in order. The
//! set `p1 < p2 < ... < pn` has the rank `C(p1, 1) + C(p2, 2) + ... + C(pn, n)`, where `C(a, b)` is a binomial
//! coefficient. The number of the position is `((r1 * s2 + r2) * s3 + r3) * s4 + r4` with the ranks `r` and the numbers
//! of sets `s` of the groups.
//!
//! A slice is a placing of the carriers. Its stage is the number of rows that the carriers have still to go.

use super::board::{Direction, Point, Points};
use super::{CARRIERS, CLOCK_LIMIT_PLIES, KAMIKAZE_KIND, PLANES, Pacific, PacificAction};
use crate::game::{Endings, Game, Material, Player};

/// The endings without planes.
pub(super) struct PlanelessEndings;

/// To be raised when the rules or the numbering change.
const EDITION: u32 = 1;
const MOST_CARRIERS: u32 = 4;
const MOST_KAMIKAZES: u32 = 8;
const POINTS: u32 = 32;

/// The pieces of one player.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Forces {
    carriers: u32,
    kamikazes: u32,
}

impl Forces {
    /// The byte of these forces in a [`Material`]. More pieces make it greater, and so do more Kamikazes.
    fn code(self) -> u32 {
        self.pieces() << 4 | self.kamikazes
    }

    fn from_code(code: u32) -> Self {
        let (pieces, kamikazes) = (code >> 4 & 15, code & 15);
        Self { carriers: pieces.saturating_sub(kamikazes), kamikazes }
    }

    fn pieces(self) -> u32 {
        self.carriers + self.kamikazes
    }

    fn name(self) -> String {
        "C".repeat(self.carriers as usize) + &"K".repeat(self.kamikazes as usize)
    }

    /// The forces with at most these pieces and at least one Kamikaze.
    fn within(self) -> impl Iterator<Item = Self> {
        (0..=self.carriers).flat_map(move |carriers| {
            (1..=self.kamikazes).map(move |kamikazes| Self { carriers, kamikazes })
        })
    }
}

fn material(mover: Forces, other: Forces) -> Material {
    Material(mover.code() << 8 | other.code())
}

/// The forces of the player to move and of the opponent.
fn forces(material: Material) -> [Forces; 2] {
    [Forces::from_code(material.0 >> 8), Forces::from_code(material.0)]
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

/// The four groups of a position.
fn sets<const B: bool>(game: &Pacific<B>) -> [Points; 4] {
    let (mine, theirs, carriers) = (game.own(), game.enemy(), game.sets[CARRIERS]);
    [mine & carriers, theirs & carriers, mine & !carriers, theirs & !carriers]
}

/// The sizes of the four groups and the number of sets of each.
fn groups(material: Material) -> [(u32, u64); 4] {
    let [mover, other] = forces(material);
    let mut free = POINTS;
    [mover.carriers, other.carriers, mover.kamikazes, other.kamikazes].map(|count| {
        let sets = choose(free, count);
        free -= count;
        (count, sets)
    })
}

/// The four groups as sets of numbers.
fn place(material: Material, index: u64) -> [u32; 4] {
    let groups = groups(material);
    let mut ranks = [0; 4];
    let mut rest = index;
    for (rank, (_, sets)) in ranks.iter_mut().zip(groups).rev() {
        *rank = rest % sets;
        rest /= sets;
    }
    let mut taken = 0;
    let mut placed = [0; 4];
    for ((group, rank), (count, _)) in placed.iter_mut().zip(ranks).zip(groups) {
        *group = unrank(rank, count, taken);
        taken |= *group;
    }
    placed
}

fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros();
        let bit = (set != 0).then_some(number);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl<const B: bool> Endings<Pacific<B>> for PlanelessEndings {
    fn edition(&self) -> u32 {
        EDITION
    }

    fn limit_plies(&self) -> u32 {
        CLOCK_LIMIT_PLIES
    }

    fn clock_plies(&self, game: &Pacific<B>) -> u32 {
        game.halfmove
    }

    fn classes(&self, pieces: u32) -> Vec<Material> {
        let most = Forces { carriers: MOST_CARRIERS, kamikazes: MOST_KAMIKAZES };
        let pairs = most.within().flat_map(|mover| most.within().map(move |other| (mover, other)));
        let mut classes: Vec<Material> = pairs
            .filter(|(mover, other)| mover.code() >= other.code())
            .filter(|(mover, other)| mover.pieces() + other.pieces() <= pieces)
            .map(|(mover, other)| material(mover, other))
            .collect();
        classes.sort_by_key(|class| {
            let [mover, other] = forces(*class);
            (mover.pieces() + other.pieces(), *class)
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

    fn leads_to(&self, class: Material) -> Vec<Material> {
        let [mover, other] = forces(class);
        let mut classes = Vec::new();
        for left in other.within().filter(|left| *left != other) {
            classes.push(material(left, mover));
            // Type B: the attack that destroys a carrier may cost the Kamikaze.
            if B && left.carriers < other.carriers && mover.kamikazes > 1 {
                let spent = Forces { kamikazes: mover.kamikazes - 1, ..mover };
                classes.push(material(left, spent));
            }
        }
        classes
    }

    fn slices(&self, class: Material) -> u64 {
        let [(_, mine), (_, other), ..] = groups(class);
        mine * other
    }

    fn slice_size(&self, class: Material) -> u64 {
        let [.., (_, mine), (_, other)] = groups(class);
        mine * other
    }

    fn stage(&self, class: Material, slice: u64) -> u32 {
        let size = Endings::<Pacific<B>>::slice_size(self, class);
        let [mine, other, ..] = place(class, slice * size);
        let rows_up: u32 = bits(mine).map(|number| 7 - number / 4).sum();
        rows_up + bits(other).map(|number| number / 4).sum::<u32>()
    }

    #[inline]
    fn class(&self, game: &Pacific<B>) -> Option<Material> {
        if game.sets[PLANES].any() {
            return None;
        }
        let sets = sets(game).map(Points::count);
        let forces =
            |carriers, kamikazes| Forces { carriers: sets[carriers], kamikazes: sets[kamikazes] };
        (sets[2] > 0 && sets[3] > 0).then(|| material(forces(0, 2), forces(1, 3)))
    }

    fn locate(&self, game: &Pacific<B>) -> Option<(Material, u64)> {
        let class = self.class(game)?;
        let is_turned = game.side() == Player::TWO;
        let (mut index, mut taken, mut free) = (0, 0, POINTS);
        for set in sets(game) {
            let group = numbers(set, is_turned);
            index = index * choose(free, set.count()) + rank(group, taken);
            taken |= group;
            free -= set.count();
        }
        Some((class, index))
    }

    fn position(&self, (): (), class: Material, index: u64) -> Option<Pacific<B>> {
        let [mine, other, my_kamikazes, other_kamikazes] = place(class, index);
        let mut game = Pacific::EMPTY;
        let mut put = |player, kind, number| game.put(player, kind, numbered(number), &mut |_| {});
        for (player, carriers) in [(Player::ONE, mine), (Player::TWO, other)] {
            // The numbers of carriers without planes do not matter.
            bits(carriers).enumerate().for_each(|(kind, number)| put(player, kind, number));
        }
        for (player, kamikazes) in [(Player::ONE, my_kamikazes), (Player::TWO, other_kamikazes)] {
            bits(kamikazes).for_each(|number| put(player, KAMIKAZE_KIND, number));
        }
        Some(game)
    }

    fn resets(&self, game: &Pacific<B>, action: PacificAction) -> bool {
        game.clears_history(action)
    }

    /// A Kamikaze goes back as it came, unless an attack was compulsory where it stood.
    fn predecessors(&self, game: &Pacific<B>, out: &mut Vec<Pacific<B>>) {
        let mover = game.side().opponent();
        let empty = !(game.own() | game.enemy());
        for direction in Direction::ALL {
            let stood = game.kamikazes(mover).step(direction) & empty;
            for from in stood {
                let mut before = *game;
                before.change_sides();
                before.make_step(from.step(direction.reverse()), from, &mut |_| {});
                before.halfmove = 0;
                if !before.must_attack() {
                    out.push(before);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
