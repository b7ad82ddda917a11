//! Retrograde analysis of one material class.
//!
//! The slices are solved by stage, so that every action that leaves a slice leads to values that are known. The actions
//! that stay in the slice are followed backwards, one ply of distance at a time:
//! a predecessor of a loss is a win, and a position all of whose actions lead to wins is a loss. What remains is
//! drawn. The order in which threads visit the positions of one distance changes nothing.

use super::checkpoint::Checkpoint;
use super::class::{Family, Known, value_of};
use super::file::{Codes, TableError};
use super::value::Value;
use super::work::each;
use crate::game::{Distance, Game, Material, Notation};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering::Relaxed};

/// The mark of a cell whose value is not final. The rest of the cell is the value of the best action that leaves the
/// slice.
const OPEN: u16 = 1 << 15;

/// Bytes of memory for each position.
pub const BYTES_A_POSITION: u64 = 4;
/// Additional bytes for each position of a stage while it is solved.
pub const BYTES_A_STAGE_POSITION: u64 = 2;

/// One of the two distances of all positions.
struct Measure {
    cells: Vec<AtomicU16>,
    /// Actions within the slice that are not known to lose, by the place of a position in the present stage.
    open_actions: Vec<AtomicU8>,
    /// The greatest distance so far in this stage.
    furthest: AtomicU32,
}

impl Measure {
    fn new(entries: u64, stage_entries: u64) -> Self {
        let [entries, stage_entries] = [entries, stage_entries].map(|count| count as usize);
        Self {
            cells: std::iter::repeat_with(AtomicU16::default).take(entries).collect(),
            open_actions: std::iter::repeat_with(AtomicU8::default).take(stage_entries).collect(),
            furthest: AtomicU32::new(0),
        }
    }

    /// The code of a cell, and whether it is open.
    fn cell(&self, entry: u64) -> (bool, Distance) {
        let cell = self.cells[entry as usize].load(Relaxed);
        (cell & OPEN != 0, Distance::from_code(cell & !OPEN))
    }

    fn reach(&self, distance: Distance) {
        self.furthest.fetch_max(u32::from(distance.plies()), Relaxed);
    }

    fn decide(&self, entry: u64, distance: Distance) {
        self.cells[entry as usize].store(distance.code(), Relaxed);
        self.reach(distance);
    }

    /// Sets the value of the best action that leaves the slice, and the number of the other actions.
    fn begin(&self, entry: u64, place: u64, exit: Distance, inner: u8) {
        if inner == 0 {
            return self.decide(entry, exit);
        }
        self.cells[entry as usize].store(OPEN | exit.code(), Relaxed);
        self.open_actions[place as usize].store(inner, Relaxed);
        if matches!(exit, Distance::Win(_)) {
            self.reach(exit);
        }
    }

    /// Records that an action leads to a loss of the opponent in `plies`.
    fn offer_win(&self, entry: u64, plies: u16) {
        let won = Distance::Win(plies + 1);
        let improve = |cell: u16| {
            let exit = Distance::from_code(cell & !OPEN);
            (cell & OPEN != 0 && exit.better(won) == won && exit != won).then_some(won.code())
        };
        if self.cells[entry as usize].fetch_update(Relaxed, Relaxed, improve).is_ok() {
            self.reach(won);
        }
    }

    /// Records that an action leads to a win of the opponent in `plies`. Distances come in rising order.
    fn close_action(&self, entry: u64, place: u64, plies: u16) {
        if self.open_actions[place as usize].fetch_sub(1, Relaxed) > 1 {
            return;
        }
        if let (true, exit @ Distance::Loss(_)) = self.cell(entry) {
            self.decide(entry, exit.better(Distance::Loss(plies + 1)));
        }
    }

    /// Whether the value of a position is final at the distance `plies`, and not before. Makes an open win final.
    fn comes_up(&self, entry: u64, plies: u16) -> Option<Distance> {
        match self.cell(entry) {
            (true, exit @ Distance::Win(found)) if found == plies => {
                self.decide(entry, exit);
                Some(exit)
            }
            (false, found @ (Distance::Win(_) | Distance::Loss(_))) if found.plies() == plies => {
                Some(found)
            }
            _ => None,
        }
    }
}

/// A class that is being solved.
pub struct Solver<'a, G: Notation> {
    family: &'a Family<'a, G>,
    class: Material,
    known: &'a Known,
    threads: usize,
    /// By slice, with either player to move, its number among those of its stage.
    slots: Vec<u32>,
    end: Measure,
    reset: Measure,
}

/// Lists that a thread uses again and again.
struct Scratch<G: Game> {
    actions: Vec<G::Action>,
    numbers: Vec<u64>,
}

impl<G: Game> Scratch<G> {
    fn new() -> Self {
        Self { actions: Vec::new(), numbers: Vec::new() }
    }
}

impl<'a, G: Notation> Solver<'a, G> {
    /// Solves a class, whose successors are `known`. Calls `tell` with the number of positions known so far, and how many
    /// of them were found in the checkpoint.
    ///
    /// # Errors
    /// If the checkpoint cannot be read or written.
    pub fn solve(
        family: &'a Family<'a, G>,
        class: Material,
        known: &'a Known,
        threads: usize,
        mut checkpoint: Option<&mut Checkpoint>,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, TableError> {
        let (entries, size) = (family.header(class).entries(), family.endings.slice_size(class));
        let stages = stages(family, class);
        let mut slots = vec![0; (entries / size) as usize];
        for slices in &stages {
            (0..).zip(slices).for_each(|(slot, first)| slots[(first / size) as usize] = slot);
        }
        let stage_entries = size * most_slices(&stages);
        let [end, reset] = [(); 2].map(|()| Measure::new(entries, stage_entries));
        let solver = Self { family, class, known, threads, slots, end, reset };
        let (mut done, mut restored) = (0, 0);
        for slices in &stages {
            let count = size * slices.len() as u64;
            let entry = |place: u64| slices[(place / size) as usize] + place % size;
            let is_known = match &mut checkpoint {
                Some(file) => {
                    file.restore(count, |place, codes| solver.set(entry(place), codes))?
                }
                None => false,
            };
            if is_known {
                restored += count;
            } else {
                solver.solve_stage(slices);
                if let Some(file) = &mut checkpoint {
                    file.append(count, |place| solver.codes(entry(place)))?;
                }
            }
            done += count;
            tell(done, restored);
        }
        Ok(solver)
    }

    /// The codes of an entry.
    pub fn codes(&self, entry: u64) -> Codes {
        [&self.end, &self.reset].map(|measure| measure.cells[entry as usize].load(Relaxed))
    }

    fn set(&self, entry: u64, codes: Codes) {
        for (measure, code) in [&self.end, &self.reset].into_iter().zip(codes) {
            measure.cells[entry as usize].store(code, Relaxed);
        }
    }

    /// The place of a position in its stage.
    fn place(&self, entry: u64) -> u64 {
        let size = self.family.endings.slice_size(self.class);
        u64::from(self.slots[(entry / size) as usize]) * size + entry % size
    }

    fn solve_stage(&self, slices: &[u64]) {
        let size = self.family.endings.slice_size(self.class);
        let count = size * slices.len() as u64;
        let visit = |act: &(dyn Fn(&mut Scratch<G>, u64, u64) + Sync)| {
            each(count, self.threads, Scratch::new, |scratch, place| {
                act(scratch, slices[(place / size) as usize] + place % size, place);
            });
        };
        let measures = [&self.end, &self.reset];
        measures.iter().for_each(|measure| measure.furthest.store(0, Relaxed));
        visit(&|scratch, entry, place| self.begin(scratch, entry, place));
        for measure in measures {
            // A finished game has the distance 0. The actions that lead to it are counted already.
            let mut plies = 1;
            while u32::from(plies) <= measure.furthest.load(Relaxed) {
                visit(&|scratch, entry, _| {
                    if let Some(found) = measure.comes_up(entry, plies) {
                        self.go_back(measure, scratch, entry, found);
                    }
                });
                plies += 1;
            }
            visit(&|_, entry, _| {
                if measure.cell(entry).0 {
                    measure.decide(entry, Distance::Draw);
                }
            });
        }
    }

    /// Looks at all actions of a position.
    fn begin(&self, scratch: &mut Scratch<G>, entry: u64, place: u64) {
        let decide = |value: Value| {
            self.end.decide(entry, value.end);
            self.reset.decide(entry, value.reset);
        };
        let Some(game) = self.family.position(self.class, entry) else {
            return decide(Value::DRAW);
        };
        if let Some(outcome) = game.outcome() {
            return decide(Value::of_outcome(outcome, game.player()));
        }
        scratch.actions.clear();
        game.actions(&mut scratch.actions);
        let (mut exit, mut inner) = (Value::WORST, 0);
        for action in &scratch.actions {
            if self.family.endings.stays(&game, *action) {
                inner += 1;
                continue;
            }
            let look_up = |class, entry| Some(self.look_up(class, entry));
            if let Some(value) = self.family.value_of_action(&game, *action, look_up) {
                exit = exit.better(value);
            }
        }
        self.end.begin(entry, place, exit.end, inner);
        self.reset.begin(entry, place, exit.reset, inner);
    }

    fn look_up(&self, class: Material, entry: u64) -> Value {
        if class == self.class {
            return value_of(self.codes(entry));
        }
        match self.known.get(&class) {
            Some(codes) => value_of(codes[entry as usize]),
            None => unreachable!("{} leads to a class that it does not list", self.class.0),
        }
    }

    /// Tells the predecessors of a position that its value is `found`.
    fn go_back(&self, measure: &Measure, scratch: &mut Scratch<G>, entry: u64, found: Distance) {
        let (endings, rules) = (self.family.endings, self.family.rules);
        let (mover, index) = self.family.mover_and_index(self.class, entry);
        scratch.numbers.clear();
        endings.predecessors(rules, mover, index, &mut scratch.numbers);
        let first = self.family.entry(endings.turned(mover), 0);
        for number in &scratch.numbers {
            let entry = first + number;
            match found {
                Distance::Loss(plies) => measure.offer_win(entry, plies),
                Distance::Win(plies) => measure.close_action(entry, self.place(entry), plies),
                Distance::Draw => {}
            }
        }
    }
}

/// The first entries of the slices of a class, with either player to move, by stage.
fn stages<G: Notation>(family: &Family<'_, G>, class: Material) -> Vec<Vec<u64>> {
    let endings = family.endings;
    let turned = endings.turned(class);
    let sides = if turned == class { vec![class] } else { vec![class, turned] };
    let mut stages: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for side in sides {
        for slice in 0..endings.slices(side) {
            let first = family.entry(side, slice * endings.slice_size(side));
            stages.entry(endings.stage(side, slice)).or_default().push(first);
        }
    }
    stages.into_values().collect()
}

fn most_slices(stages: &[Vec<u64>]) -> u64 {
    stages.iter().map(Vec::len).max().unwrap_or_default() as u64
}

/// The number of positions in the greatest stage of a class.
pub fn greatest_stage<G: Notation>(family: &Family<'_, G>, class: Material) -> u64 {
    family.endings.slice_size(class) * most_slices(&stages(family, class))
}
