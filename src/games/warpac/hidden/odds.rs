//! The probability of each square for each of the other side's submarines (rules.md 5).
//!
//! Each submarine has its own distribution, independent of the others. Bayes' rule weighs in what is seen or told.
//! After that the submarines are taken as independent again (assumed density filtering: Maybeck, 1979). So no
//! knowledge is lost by chance, as it would be if a few hundred samples had to represent all squares of five
//! submarines.
//!
//! A hidden turn is weighed by a simple model of the opponent, see [`Odds::pass`].

use crate::game::Rng;
use crate::games::warpac::WarpacSettings;
use crate::games::warpac::board::{ALL_AROUND, AREA, SQUARES, Square, Squares};
use crate::games::warpac::underwater::ChargeReport;

// The model of an opponent that thinks little. Of the values tried these have the least loss, as compared by
// `scripts/measure_beliefs.py` (`scripts/laboratory/hidden.md`).

/// The factor by which a hidden turn is rarer if a ship could have been sunk.
const MISSED_SHOT_FACTOR: f64 = 0.25;
/// The share of hidden turns that leave everything in place. Few do, but many moves go to and fro.
const NO_CHANGE_SHARE: f64 = 0.2;
/// The share of hidden turns that are the first action a search lists: the submarine on the lowest square moves a
/// step along its rank. A weak player plays it if it finds nothing better. The engine itself plays a mixture.
const FIRST_ACTION_SHARE: f64 = 0.25;
/// The factor by which a dive that brings a ship into range is likelier. All other hidden turns may be any dive, so
/// that no possible turn is ruled out.
const ATTACK_FACTOR: f64 = 2.0;

/// A probability for each square.
pub(super) type Distribution = [f64; SQUARES];

/// The probabilities of all submarines.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    submarines: Vec<Distribution>,
    /// A set of squares that contains at least one of them. It is not yet weighed in, because until the next move it
    /// ties the submarines together.
    clue: Option<Squares>,
}

impl Odds {
    /// The odds of submarines on known squares.
    pub fn public(submarines: Squares) -> Self {
        let known = |square: Square| uniform([square].into_iter().collect());
        Self { submarines: submarines.into_iter().map(known).collect(), clue: None }
    }

    /// The odds of `count` submarines with the same probabilities.
    pub fn alike(count: usize, density: Distribution) -> Self {
        Self { submarines: vec![density; count], clue: None }
    }

    /// Takes in a hidden turn of the other side, which could have sunk a ship from the squares of `firing`.
    pub fn pass(&mut self, settings: &WarpacSettings, firing: Squares) {
        self.apply_clue();
        self.condition(firing, MISSED_SHOT_FACTOR, 1.0);
        let first = self.firsts();
        let dives = DiveWeights::to(settings.submarine_squares as i32, firing);
        let others =
            (1.0 - NO_CHANGE_SHARE - FIRST_ACTION_SHARE) / self.submarines.len().max(1) as f64;
        for (density, first) in self.submarines.iter_mut().zip(first) {
            *density = dived(density, &first, others, &dives);
        }
    }

    /// Takes in that at least one of the submarines is in `place`.
    pub fn one_in(&mut self, place: Squares) {
        self.apply_clue();
        self.clue = Some(place);
    }

    /// Takes in the report of the viewer's depth charges on the area at `corner`.
    pub fn charged(&mut self, settings: &WarpacSettings, corner: Square, report: ChargeReport) {
        self.apply_clue();
        let (area, ring) = (AREA[corner.index()], settings.contact_ring(corner));
        let gone = if report.contact { Squares::NONE } else { ring };
        for density in &mut self.submarines {
            clear(density, gone);
        }
        self.lose(area, report.sunk as usize);
        if report.contact {
            self.clue = Some(ring);
        }
    }

    /// Takes in that `sunk` submarines in `area` were sunk.
    fn lose(&mut self, area: Squares, sunk: usize) {
        let shares: Vec<f64> = self.submarines.iter().map(|all| share_in(all, area)).collect();
        let survival = survivals(&shares, sunk);
        let mut left: Vec<(f64, Distribution)> =
            survival.into_iter().zip(self.submarines.drain(..)).collect();
        for (_, density) in &mut left {
            clear(density, area);
            normalise(density, !area);
        }
        left.sort_by(|one, other| other.0.total_cmp(&one.0));
        let lost = left.split_off(left.len().saturating_sub(sunk));
        if lost.is_empty() {
            self.submarines = left.into_iter().map(|(_, density)| density).collect();
            return;
        }
        // The distribution of a submarine believed sunk that in fact survived is spread over the remaining
        // submarines.
        let mut rest = [0.0; SQUARES];
        lost.iter().for_each(|(survival, density)| add(&mut rest, density, *survival));
        normalise(&mut rest, !area);
        for (survival, density) in &mut left {
            density.iter_mut().for_each(|share| *share *= *survival);
            add(density, &rest, 1.0 - *survival);
        }
        self.submarines = left.into_iter().map(|(_, density)| density).collect();
    }

    /// Draws squares for all submarines, `count` times, in proportion to their probabilities. Two submarines may be
    /// on the same square.
    pub fn draw(&self, count: usize, rng: &mut Rng) -> Vec<Squares> {
        let mut drawn = vec![Squares::NONE; count];
        let (mut begin, mut sum) = (0, 0.0);
        for (share, place) in self.cases() {
            sum += share;
            let end = ((sum * count as f64).round() as usize).clamp(begin, count);
            for (density, place) in self.submarines.iter().zip(place) {
                let squares = spread(density, place, end - begin, rng);
                for (squares, square) in drawn[begin..end].iter_mut().zip(squares) {
                    squares.insert(square);
                }
            }
            begin = end;
        }
        drawn.truncate(begin);
        drawn
    }

    /// The cases in which the clue can hold, by the first submarine in its place. Returns the share of each case, and
    /// where each submarine is in it.
    fn cases(&self) -> Vec<(f64, Vec<Squares>)> {
        let anywhere = vec![Squares::ALL; self.submarines.len()];
        let Some(clue) = self.clue else { return vec![(1.0, anywhere)] };
        let mut places = anywhere.clone();
        let (mut cases, mut left) = (Vec::new(), 1.0);
        for (index, density) in self.submarines.iter().enumerate() {
            let share = share_in(density, clue);
            places[index] = clue;
            cases.push((left * share, places.clone()));
            places[index] = !clue;
            left *= 1.0 - share;
        }
        let sum: f64 = cases.iter().map(|(share, _)| share).sum();
        if sum <= 0.0 {
            return vec![(1.0, anywhere)];
        }
        cases.iter_mut().for_each(|(share, _)| *share /= sum);
        cases
    }

    /// Weighs the clue in.
    fn apply_clue(&mut self) {
        if let Some(clue) = self.clue.take() {
            self.condition(clue, 1.0, 0.0);
        }
    }

    /// Weighs in an observation. Its likelihood is `some` if a submarine is in `place`, and `none` if there is none.
    fn condition(&mut self, place: Squares, some: f64, none: f64) {
        let outside: Vec<f64> =
            self.submarines.iter().map(|density| 1.0 - share_in(density, place)).collect();
        for (index, density) in self.submarines.iter_mut().enumerate() {
            let others = outside.iter().enumerate().filter(|(other, _)| *other != index);
            let none_of_them: f64 = others.map(|(_, share)| share).product();
            let elsewhere = none_of_them * none + (1.0 - none_of_them) * some;
            for (square, share) in (0..=u8::MAX).map(Square).zip(density.iter_mut()) {
                *share *= if place.has(square) { some } else { elsewhere };
            }
            normalise(density, if some > none { place } else { !place });
        }
    }

    /// For each submarine and square, the probability that all others are on higher squares.
    fn firsts(&self) -> Vec<Distribution> {
        let above = |density: &Distribution| {
            let mut above = [0.0; SQUARES];
            for index in (0..SQUARES - 1).rev() {
                above[index] = above[index + 1] + density[index + 1];
            }
            above
        };
        let above: Vec<Distribution> = self.submarines.iter().map(above).collect();
        let first = |index| {
            let others = above.iter().enumerate().filter(|(other, _)| *other != index);
            let mut first = [1.0; SQUARES];
            for (_, above) in others {
                first.iter_mut().zip(above).for_each(|(first, above)| *first *= above);
            }
            first
        };
        (0..above.len()).map(first).collect()
    }
}

/// The dives of a submarine when any dive is possible.
struct DiveWeights {
    /// The longest dive.
    squares: i32,
    /// The relative weight of a dive to each square.
    weights: Distribution,
    /// The sum of the weights over all dives from each square.
    sums: Distribution,
}

impl DiveWeights {
    fn to(squares: i32, firing: Squares) -> Self {
        let weight = |square| if firing.has(square) { ATTACK_FACTOR } else { 1.0 };
        let weights: Distribution = std::array::from_fn(|index| weight(Square(index as u8)));
        let sums = std::array::from_fn(|index| around(squares, index).map(|to| weights[to]).sum());
        Self { squares, weights, sums }
    }
}

/// The squares to which a dive of at most `squares` leads. Blocking submarines are ignored.
fn around(squares: i32, index: usize) -> impl Iterator<Item = usize> {
    let from = Square(index as u8);
    ALL_AROUND.into_iter().flat_map(move |(files, ranks)| {
        let way = (1..=squares).map(move |length| from.offset(length * files, length * ranks));
        way.flatten().map(Square::index)
    })
}

/// The distribution of a submarine after a turn in which it may have dived. It dives by habit if it is the first, and
/// anywhere with probability `others`.
fn dived(
    before: &Distribution,
    first: &Distribution,
    others: f64,
    dives: &DiveWeights,
) -> Distribution {
    let mut after = [0.0; SQUARES];
    let flow: Distribution =
        std::array::from_fn(|index| before[index] * others / dives.sums[index]);
    for (index, square) in (0..SQUARES).zip((0..=u8::MAX).map(Square)) {
        let habit = before[index] * first[index] * FIRST_ACTION_SHARE;
        let step = square.offset(1, 0).or(square.offset(-1, 0)).unwrap_or(square);
        after[step.index()] += habit;
        after[index] += before[index] * (1.0 - others) - habit;
        let come: f64 = around(dives.squares, index).map(|from| flow[from]).sum();
        after[index] += come * dives.weights[index];
    }
    after
}

/// For each submarine, the probability that it survived, given that `sunk` submarines were sunk in an area. `shares`
/// are the probabilities that each was in the area.
pub(super) fn survivals(shares: &[f64], sunk: usize) -> Vec<f64> {
    // The probability that exactly `number` of these are in the area.
    let exactly = |number: usize, shares: &mut dyn Iterator<Item = f64>| {
        let mut odds = vec![0.0; number + 1];
        odds[0] = 1.0;
        for share in shares {
            for index in (0..=number).rev() {
                let one_more = if index > 0 { odds[index - 1] * share } else { 0.0 };
                odds[index] = odds[index] * (1.0 - share) + one_more;
            }
        }
        odds[number]
    };
    let all = exactly(sunk, &mut shares.iter().copied());
    let survival = |(index, share): (usize, &f64)| {
        let others = shares.iter().enumerate().filter(|(other, _)| *other != index);
        let rest = exactly(sunk, &mut others.map(|(_, share)| *share));
        // If the observation is impossible, all submarines are treated alike.
        if all > 0.0 { ((1.0 - share) * rest / all).clamp(0.0, 1.0) } else { 0.5 }
    };
    shares.iter().enumerate().map(survival).collect()
}

/// The same probability for all squares of a set.
pub(super) fn uniform(squares: Squares) -> Distribution {
    let mut density = [0.0; SQUARES];
    let share = 1.0 / f64::from(squares.count().max(1));
    squares.into_iter().for_each(|square| density[square.index()] = share);
    density
}

/// Adds another density, multiplied by `share`.
pub(super) fn add(density: &mut Distribution, other: &Distribution, share: f64) {
    density.iter_mut().zip(other).for_each(|(sum, other)| *sum += other * share);
}

fn clear(density: &mut Distribution, squares: Squares) {
    squares.into_iter().for_each(|square| density[square.index()] = 0.0);
}

fn share_in(density: &Distribution, squares: Squares) -> f64 {
    let sum: f64 = density.iter().sum();
    let inside: f64 = squares.into_iter().map(|square| density[square.index()]).sum();
    if sum > 0.0 { (inside / sum).min(1.0) } else { 0.0 }
}

/// Scales the sum to 1. If the sum is 0, all of `squares` become equally likely.
fn normalise(density: &mut Distribution, squares: Squares) {
    let sum: f64 = density.iter().sum();
    if sum > f64::MIN_POSITIVE {
        density.iter_mut().for_each(|share| *share /= sum);
    } else {
        *density = uniform(squares);
    }
}

/// Draws `count` squares of a set in proportion to their probabilities, in random order.
fn spread(density: &Distribution, place: Squares, count: usize, rng: &mut Rng) -> Vec<Square> {
    let sum: f64 = place.into_iter().map(|square| density[square.index()]).sum();
    let offset = rng.below(1 << 16) as f64 / 65536.0;
    let mut squares = Vec::with_capacity(count);
    let mut reached = 0.0;
    for square in place {
        reached += density[square.index()] / sum;
        while squares.len() < count && (squares.len() as f64 + offset) < reached * count as f64 {
            squares.push(square);
        }
    }
    let last = place.into_iter().filter(|square| density[square.index()] > 0.0).last();
    squares.resize(count, last.unwrap_or(Square(0)));
    rng.shuffle(&mut squares);
    squares
}
