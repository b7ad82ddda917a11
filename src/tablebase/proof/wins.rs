//! The search for a win: depth-first proof-number search (df-pn; Nagai 2002).
//!
//! The *proof number* of a position is a lower bound of the positions that still have to be shown to be wins of the
//! attacker, its *disproof number* of those that have to be shown to be none. The search always goes on where least is
//! missing. So a short win is found even where other lines have no end.
//!
//! - A line that comes back to one of its positions wins nothing, nor does one of [`MOST_PLIES`] plies. What follows from
//!   that is kept for other lines, where it may be wrong. So a position may be given up that is won; what is found to be
//!   won is won. What else there is to know is left to the search for safety.
//! - Many lines come to the same positions, so numbers are not added up: of several positions that are all needed, the
//!   greatest number counts, and one for each of the others (weak proof-number search; Ueda and others 2008).
//! - Positions are told apart without their draw clock, as in the search for safety.

use super::certificate::Claim;
use super::leaves::Leaves;
use super::prove::{Found, Moves, Question, TOLD_EVERY};
use crate::game::{Distance, Player};
use crate::games::Playable;
use std::collections::{HashMap, HashSet};

/// The longest line.
const MOST_PLIES: usize = 300;
/// A number that nothing can make good.
const NEVER: u32 = u32::MAX / 2;

/// The proof and disproof number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const NEW: Self = Self { proof: 1, disproof: 1 };
    const WON: Self = Self { proof: 0, disproof: NEVER };
    const NOT_WON: Self = Self { proof: NEVER, disproof: 0 };

    /// The numbers from the view of the player to move: what is missing for him, and for the other.
    const fn seen(self, is_attackers: bool) -> Self {
        let Self { proof, disproof } = self;
        if is_attackers { self } else { Self { proof: disproof, disproof: proof } }
    }

    const fn is_below(self, limits: Self) -> bool {
        self.proof < limits.proof && self.disproof < limits.disproof
    }
}

/// What is kept of a position.
#[derive(Clone, Copy)]
struct Entry {
    numbers: Numbers,
    /// When the numbers were kept. A position is proven with positions whose numbers were kept before.
    time: u32,
}

/// A position after an action.
struct Child<G> {
    game: G,
    key: u64,
    /// If no search is needed or possible.
    fixed: Option<Numbers>,
}

/// The search. It can be interrupted and continued.
pub(super) struct WinSearch<'a, G: Playable> {
    leaves: &'a Leaves<G>,
    attacker: Player,
    root: G,
    entries: HashMap<u64, Entry>,
    /// The positions of the present line.
    line: HashSet<u64>,
    /// How often a position was expanded.
    positions: usize,
    /// How often one may be.
    most: usize,
    /// How often numbers were kept.
    kept: u32,
}

impl<'a, G: Playable> WinSearch<'a, G> {
    /// Asks whether `attacker` wins from `root`.
    pub fn new(leaves: &'a Leaves<G>, root: G, attacker: Player) -> Self {
        let (entries, line) = (HashMap::new(), HashSet::new());
        Self { leaves, attacker, root, entries, line, positions: 0, most: 0, kept: 0 }
    }

    /// Positions searched so far. One counts each time the search comes to it.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Searches on, until the attacker is proven to win or `most` positions were searched. Says whether he wins.
    pub fn run(&mut self, most: usize, tell: &mut dyn FnMut(usize)) -> bool {
        self.most = most;
        let root = self.child(self.root.clone());
        let open = Numbers { proof: NEVER, disproof: NEVER };
        while self.positions < most && self.numbers(&root).is_below(open) {
            self.search(&root, open, tell);
        }
        self.numbers(&root) == Numbers::WON
    }

    fn child(&self, game: G) -> Child<G> {
        let key = game.key();
        let is_open = self.entries.contains_key(&key);
        let known = if is_open { None } else { self.leaves.of(&game, self.attacker) };
        let fixed = known.map(|distance| match distance {
            Distance::Win(_) => Numbers::WON,
            Distance::Loss(_) | Distance::Draw => Numbers::NOT_WON,
        });
        Child { game, key, fixed }
    }

    fn numbers(&self, child: &Child<G>) -> Numbers {
        if let Some(fixed) = child.fixed {
            return fixed;
        }
        if self.line.contains(&child.key) {
            return Numbers::NOT_WON;
        }
        self.entries.get(&child.key).map_or(Numbers::NEW, |entry| entry.numbers)
    }

    fn children(&self, game: &G) -> Vec<Child<G>> {
        let mut actions = Vec::new();
        game.actions(&mut actions);
        actions.into_iter().map(|action| self.child(self.leaves.after(game, action))).collect()
    }

    /// Searches a position that is not on the line until one of its numbers reaches its limit, or too many were searched.
    fn search(&mut self, node: &Child<G>, limits: Numbers, tell: &mut dyn FnMut(usize)) {
        self.positions += 1;
        if self.positions.is_multiple_of(TOLD_EVERY) {
            tell(self.positions);
        }
        let is_attackers = node.game.player() == self.attacker;
        let limits = limits.seen(is_attackers);
        let children = self.children(&node.game);
        self.line.insert(node.key);
        let numbers = loop {
            let choice = self.choice(&children, is_attackers);
            let numbers = choice.numbers;
            let is_over = !numbers.is_below(limits) || self.positions >= self.most;
            let Some(best) = choice.best.filter(|_| !is_over) else { break numbers };
            if self.line.len() >= MOST_PLIES {
                break Numbers::NOT_WON.seen(is_attackers);
            }
            // A quarter more than the next best one, so that the search does not go to and fro.
            let enough = choice.second.saturating_add(choice.second / 4 + 1);
            let limits = Numbers {
                proof: limits.proof.min(enough),
                disproof: limits.disproof.saturating_sub(choice.others),
            };
            self.search(&children[best], limits.seen(is_attackers), tell);
        };
        self.line.remove(&node.key);
        self.keep(node.key, numbers.seen(is_attackers));
    }

    fn keep(&mut self, key: u64, numbers: Numbers) {
        self.kept = self.kept.saturating_add(1);
        self.entries.insert(key, Entry { numbers, time: self.kept });
    }

    /// What the children say of a position, from the view of the player to move.
    fn choice(&self, children: &[Child<G>], is_attackers: bool) -> Choice {
        let mut choice = Choice {
            numbers: Numbers { proof: NEVER, disproof: 0 },
            best: None,
            second: NEVER,
            others: 0,
        };
        let mut open = 0;
        for (index, child) in children.iter().enumerate() {
            let numbers = self.numbers(child).seen(is_attackers);
            if numbers.proof < choice.numbers.proof {
                choice.second = choice.numbers.proof;
                (choice.numbers.proof, choice.best) = (numbers.proof, Some(index));
            } else {
                choice.second = choice.second.min(numbers.proof);
            }
            choice.numbers.disproof = choice.numbers.disproof.max(numbers.disproof);
            open += u32::from(numbers.disproof > 0);
        }
        choice.others = open.saturating_sub(1);
        if choice.numbers.proof == 0 {
            choice.numbers.disproof = NEVER;
        } else {
            choice.numbers.disproof = (choice.numbers.disproof + choice.others).min(NEVER);
        }
        choice
    }

    /// The proof, if the attacker was proven to win: his moves in all positions that can arise from them.
    pub fn found(&self) -> Found {
        let mut moves = Moves::default();
        let mut seen = HashSet::new();
        let mut stack = vec![self.child(self.root.clone())];
        while let Some(node) = stack.pop() {
            if node.fixed.is_some() || !seen.insert(node.key) {
                continue;
            }
            if node.game.player() != self.attacker {
                stack.extend(self.children(&node.game));
                continue;
            }
            let mut actions = Vec::new();
            node.game.actions(&mut actions);
            let after = actions
                .into_iter()
                .map(|action| (action, self.child(self.leaves.after(&node.game, action))));
            let won = after.filter(|(_, child)| self.numbers(child) == Numbers::WON);
            let first = won.min_by_key(|(_, child)| self.time(child));
            let Some((action, child)) = first else { continue };
            moves.add(&node.game, action);
            stack.push(child);
        }
        Found { question: Question { player: self.attacker, claim: Claim::Wins }, moves }
    }

    /// When a position was proven; 0 for one that needs no search.
    fn time(&self, child: &Child<G>) -> u32 {
        let entry = self.entries.get(&child.key).filter(|_| child.fixed.is_none());
        entry.map_or(0, |entry| entry.time)
    }
}

/// The child to search, and when to stop.
struct Choice {
    numbers: Numbers,
    /// The child with the least proof number, seen by the player to move.
    best: Option<usize>,
    /// The least proof number of the others.
    second: u32,
    /// What the others add to the disproof number.
    others: u32,
}
