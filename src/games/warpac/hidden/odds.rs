//! How likely each of the other side's submarines is to be on each square (rules.md 5).
//!
//! Each submarine has probabilities of its own, taken to be independent of the others', and what is seen or told is
//! weighed into them by Bayes' rule; then they are independent again (assumed density filtering: Maybeck, 1979). So
//! nothing that has been learnt is lost by chance, as it is where a few hundred guesses have to stand for all
//! places of five submarines. A hidden turn is weighed by what a quick player in the other's place might have
//! played, see [`Odds::pass`].

use crate::game::Rng;
use crate::games::warpac::board::{ALL_AROUND, AREA, RING, SQUARES, Square, Squares};
use crate::games::warpac::underwater::{LONGEST_DIVE, Report};

// A player in the other's place, who thinks little: of the numbers that were tried these lose least, as
// `scripts/measure_beliefs.py` compares them (`scripts/laboratory/hidden.md`).

/// How much rarer a hidden turn is where a ship could have been sunk.
const PATIENCE: f64 = 0.25;
/// Of hidden turns so many are believed to leave everything in its place. Few do; but many moves go to and fro.
const REST: f64 = 0.2;
/// So many are believed to be what a search lists first and plays if it finds nothing better: the submarine on the lowest
/// square goes a step along its rank. A weak player's are; the engine itself mixes what is not seen.
const HABIT: f64 = 0.25;
/// All others may be any dive, so that nothing possible is ruled out; one that brings a ship into range is so much
/// likelier.
const ATTACKING: f64 = 2.0;

/// A probability for each square.
pub(super) type Density = [f64; SQUARES];

/// See above.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    submarines: Vec<Density>,
    /// At least one of them is here; not weighed in as yet, for till something moves it ties them together.
    clue: Option<Squares>,
}

impl Odds {
    /// Of submarines on known squares.
    pub fn public(submarines: Squares) -> Self {
        let known = |square: Square| uniform([square].into_iter().collect());
        Self { submarines: submarines.into_iter().map(known).collect(), clue: None }
    }

    /// Of so many submarines with the same probabilities.
    pub fn alike(count: usize, density: Density) -> Self {
        Self { submarines: vec![density; count], clue: None }
    }

    /// A hidden turn of the other side, which could have sunk a ship from the squares of `firing`.
    pub fn pass(&mut self, firing: Squares) {
        self.settle();
        self.condition(firing, PATIENCE, 1.0);
        let first = self.firsts();
        let ways = Ways::to(firing);
        let others = (1.0 - REST - HABIT) / self.submarines.len().max(1) as f64;
        for (density, first) in self.submarines.iter_mut().zip(first) {
            *density = dived(density, &first, others, &ways);
        }
    }

    /// At least one of the submarines is in `place`.
    pub fn one_in(&mut self, place: Squares) {
        self.settle();
        self.clue = Some(place);
    }

    /// Depth charges on the area at `corner` had this report.
    pub fn charged(&mut self, corner: Square, report: Report) {
        self.settle();
        let (area, ring) = (AREA[corner.index()], RING[corner.index()]);
        let gone = if report.contact { Squares::NONE } else { ring };
        for density in &mut self.submarines {
            clear(density, gone);
        }
        self.lose(area, report.sunk as usize);
        if report.contact {
            self.clue = Some(ring);
        }
    }

    /// So many of the submarines were in `area`, and are no more.
    fn lose(&mut self, area: Squares, sunk: usize) {
        let shares: Vec<f64> = self.submarines.iter().map(|all| share_in(all, area)).collect();
        let survival = survivals(&shares, sunk);
        let mut left: Vec<(f64, Density)> =
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
        // What is believed to have been sunk, and was not, is one of the others.
        let mut rest = [0.0; SQUARES];
        lost.iter().for_each(|(survival, density)| add(&mut rest, density, *survival));
        normalise(&mut rest, !area);
        for (survival, density) in &mut left {
            density.iter_mut().for_each(|share| *share *= *survival);
            add(density, &rest, 1.0 - *survival);
        }
        self.submarines = left.into_iter().map(|(_, density)| density).collect();
    }

    /// Squares for all submarines, so many times: each in proportion to what is likely. Two submarines may be on
    /// the same square.
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

    /// How the clue may have come about: by the first of the submarines in its place. The share of each case, and
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
    fn settle(&mut self) {
        if let Some(clue) = self.clue.take() {
            self.condition(clue, 1.0, 0.0);
        }
    }

    /// Weighs in what was seen, which is so likely where some submarine is in `place`, and so where none is.
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

    /// For each submarine and square: how likely it is that all others are on higher squares.
    fn firsts(&self) -> Vec<Density> {
        let above = |density: &Density| {
            let mut above = [0.0; SQUARES];
            for index in (0..SQUARES - 1).rev() {
                above[index] = above[index + 1] + density[index + 1];
            }
            above
        };
        let above: Vec<Density> = self.submarines.iter().map(above).collect();
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

/// The moves of a submarine that may be any.
struct Ways {
    /// How much likelier than others a move to each square is.
    weights: Density,
    /// The sum of that over all moves from each square.
    sums: Density,
}

impl Ways {
    fn to(firing: Squares) -> Self {
        let weight = |square| if firing.has(square) { ATTACKING } else { 1.0 };
        let weights: Density = std::array::from_fn(|index| weight(Square(index as u8)));
        let sums = std::array::from_fn(|index| around(index).map(|to| weights[to]).sum());
        Self { weights, sums }
    }
}

/// The squares to which a dive leads; others in the way are left out of account.
fn around(index: usize) -> impl Iterator<Item = usize> {
    let from = Square(index as u8);
    ALL_AROUND.into_iter().flat_map(move |(files, ranks)| {
        let way = (1..=LONGEST_DIVE).map(move |length| from.offset(length * files, length * ranks));
        way.flatten().map(Square::index)
    })
}

/// Where a submarine is after a turn in which it may have dived: by habit as far as it is the first, or with the
/// probability `others` in any way.
fn dived(before: &Density, first: &Density, others: f64, ways: &Ways) -> Density {
    let mut after = [0.0; SQUARES];
    let flow: Density = std::array::from_fn(|index| before[index] * others / ways.sums[index]);
    for (index, square) in (0..SQUARES).zip((0..=u8::MAX).map(Square)) {
        let habit = before[index] * first[index] * HABIT;
        let step = square.offset(1, 0).or(square.offset(-1, 0)).unwrap_or(square);
        after[step.index()] += habit;
        after[index] += before[index] * (1.0 - others) - habit;
        let come: f64 = around(index).map(|from| flow[from]).sum();
        after[index] += come * ways.weights[index];
    }
    after
}

/// For each submarine with such a share in an area how likely it is not among so many of them that were sunk
/// there.
pub(super) fn survivals(shares: &[f64], sunk: usize) -> Vec<f64> {
    // How likely it is that so many of these are in the area.
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
        // Where it cannot have been so, all are alike.
        if all > 0.0 { ((1.0 - share) * rest / all).clamp(0.0, 1.0) } else { 0.5 }
    };
    shares.iter().enumerate().map(survival).collect()
}

/// All squares of a set alike.
pub(super) fn uniform(squares: Squares) -> Density {
    let mut density = [0.0; SQUARES];
    let share = 1.0 / f64::from(squares.count().max(1));
    squares.into_iter().for_each(|square| density[square.index()] = share);
    density
}

/// Adds so much of another density.
pub(super) fn add(density: &mut Density, other: &Density, share: f64) {
    density.iter_mut().zip(other).for_each(|(sum, other)| *sum += other * share);
}

fn clear(density: &mut Density, squares: Squares) {
    squares.into_iter().for_each(|square| density[square.index()] = 0.0);
}

fn share_in(density: &Density, squares: Squares) -> f64 {
    let sum: f64 = density.iter().sum();
    let inside: f64 = squares.into_iter().map(|square| density[square.index()]).sum();
    if sum > 0.0 { (inside / sum).min(1.0) } else { 0.0 }
}

/// Makes the sum 1; of nothing, the same for each of `squares`.
fn normalise(density: &mut Density, squares: Squares) {
    let sum: f64 = density.iter().sum();
    if sum > f64::MIN_POSITIVE {
        density.iter_mut().for_each(|share| *share /= sum);
    } else {
        *density = uniform(squares);
    }
}

/// So many squares of a set, each as often as it is likely, in random order.
fn spread(density: &Density, place: Squares, count: usize, rng: &mut Rng) -> Vec<Square> {
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
