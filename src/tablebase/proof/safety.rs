//! The search for safety: does a player, the *holder*, stay unbeaten?
//!
//! This is a safety game. The search explores all actions of the opponent, and one action of the holder at a time. A
//! position that is lost for the holder makes every position lost from which the opponent leads there; where the holder
//! has chosen it, the next of his actions is tried. In the end either the root is lost, or the positions that are left are
//! a set which the holder need not leave. So the answer is a proof either way.
//!
//! Positions are told apart without their draw clock. A clock only makes draws, so it takes no safety away. Whether it
//! takes a win away is left to the check of the proof.

use super::certificate::Claim;
use super::leaves::Leaves;
use super::prove::{Found, Moves, Question, TOLD_EVERY};
use crate::game::{Distance, Player};
use crate::games::Playable;
use std::collections::HashMap;

/// A position of the search.
struct Node<G: Playable> {
    game: G,
    /// Actions of the holder that were not tried yet, the best one last.
    choices: Vec<G::Action>,
    /// The holder's present action, or the opponent's that shows that the position is lost.
    chosen: Option<G::Action>,
    /// Where the holder's present action leads, if that is not safe at once.
    next: Option<u32>,
    /// The positions from which actions lead here, with these actions.
    parents: Vec<(u32, G::Action)>,
    is_expanded: bool,
    is_lost: bool,
}

/// What a position is for the holder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Safe,
    Lost,
    Open,
}

/// The search. It can be interrupted and continued.
pub(super) struct SafetySearch<'a, G: Playable> {
    leaves: &'a Leaves<G>,
    holder: Player,
    /// The positions found so far. The first one is the root.
    nodes: Vec<Node<G>>,
    numbers: HashMap<u64, u32>,
    /// Positions to expand, the next one last.
    pending: Vec<u32>,
}

impl<'a, G: Playable> SafetySearch<'a, G> {
    /// Asks whether `holder` stays unbeaten from `root`.
    pub fn new(leaves: &'a Leaves<G>, root: G, holder: Player) -> Self {
        let (nodes, numbers, pending) = (Vec::new(), HashMap::new(), Vec::new());
        let mut search = Self { leaves, holder, nodes, numbers, pending };
        let known = search.known(&root);
        let root = search.number(root);
        search.node(root).is_lost = known == Known::Lost;
        if known == Known::Open {
            search.pending.push(root);
        }
        search
    }

    /// Positions found so far.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// Searches on, until the answer is found or there are more than `most` positions: whether the holder stays unbeaten.
    pub fn run(&mut self, most: usize, tell: &mut dyn FnMut(usize)) -> Option<bool> {
        let mut told = self.nodes.len();
        while let Some(number) = self.pending.pop() {
            if self.is_wanted(number) {
                self.expand(number);
            }
            if self.nodes[0].is_lost {
                break;
            }
            let positions = self.nodes.len();
            if positions > most {
                return None;
            }
            if positions >= told + TOLD_EVERY {
                told = positions;
                tell(positions);
            }
        }
        Some(!self.nodes[0].is_lost)
    }

    fn known(&self, game: &G) -> Known {
        match self.leaves.of(game, self.holder) {
            None => Known::Open,
            Some(Distance::Loss(_)) => Known::Lost,
            Some(Distance::Win(_) | Distance::Draw) => Known::Safe,
        }
    }

    /// The number of a position, which may be new.
    fn number(&mut self, game: G) -> u32 {
        let fresh = self.nodes.len() as u32;
        let number = *self.numbers.entry(game.key()).or_insert(fresh);
        if number == fresh {
            self.nodes.push(Node {
                game,
                choices: Vec::new(),
                chosen: None,
                next: None,
                parents: Vec::new(),
                is_expanded: false,
                is_lost: false,
            });
        }
        number
    }

    fn node(&mut self, number: u32) -> &mut Node<G> {
        &mut self.nodes[number as usize]
    }

    fn is_holders(&self, number: u32) -> bool {
        self.nodes[number as usize].game.player() == self.holder
    }

    /// Whether a position is to be expanded: it can still arise, and its result is open.
    fn is_wanted(&self, number: u32) -> bool {
        let node = &self.nodes[number as usize];
        let arises = |(parent, _): &(u32, G::Action)| {
            let from = &self.nodes[*parent as usize];
            !from.is_lost && (!self.is_holders(*parent) || from.next == Some(number))
        };
        !node.is_lost && !node.is_expanded && (number == 0 || node.parents.iter().any(arises))
    }

    fn expand(&mut self, number: u32) {
        let game = self.nodes[number as usize].game.clone();
        let mut actions = Vec::new();
        game.actions(&mut actions);
        self.node(number).is_expanded = true;
        if self.is_holders(number) {
            self.node(number).choices = self.ordered(&game, actions);
            let mut lost = Vec::new();
            self.choose(number, &mut lost);
            return self.lose(lost);
        }
        self.expand_opponents(number, &game, actions)
    }

    /// Looks at all actions of the opponent. The most dangerous one is searched first.
    fn expand_opponents(&mut self, number: u32, game: &G, actions: Vec<G::Action>) {
        let mut open = Vec::new();
        for action in actions {
            let after = self.leaves.after(game, action);
            match self.known(&after) {
                Known::Safe => {}
                Known::Lost => return self.lose(vec![(number, Some(action))]),
                Known::Open => open.push((after.evaluate().raw(), action, after)),
            }
        }
        // The value is that of the holder, who is to move there.
        open.sort_by_key(|(value, ..)| -value);
        for (_, action, after) in open {
            let child = self.number(after);
            if self.node(child).is_lost {
                return self.lose(vec![(number, Some(action))]);
            }
            self.link(number, action, child);
        }
    }

    /// The holder's actions that are not lost, the best one last: those that are safe at once, those to positions that the
    /// search knows, those with the best evaluation.
    fn ordered(&self, game: &G, actions: Vec<G::Action>) -> Vec<G::Action> {
        let mut ordered = Vec::new();
        for action in actions {
            let after = self.leaves.after(game, action);
            let seen = self.numbers.get(&after.key()).map(|child| &self.nodes[*child as usize]);
            // The value is that of the opponent, who is to move there.
            let rank = match (self.known(&after), seen) {
                (Known::Lost, _) => continue,
                (Known::Safe, _) => (2, 0),
                (Known::Open, Some(node)) if node.is_lost => continue,
                (Known::Open, Some(node)) if node.is_expanded => (1, 0),
                (Known::Open, _) => (0, -after.evaluate().raw()),
            };
            ordered.push((rank, action));
        }
        ordered.sort_by_key(|(rank, _)| *rank);
        ordered.into_iter().map(|(_, action)| action).collect()
    }

    /// Notes that an action leads from one position to another, which is searched if need be.
    fn link(&mut self, parent: u32, action: G::Action, child: u32) {
        let node = self.node(child);
        node.parents.push((parent, action));
        if !node.is_expanded {
            self.pending.push(child);
        }
    }

    /// Chooses the holder's next action. If there is none, the position is added to `lost`.
    fn choose(&mut self, number: u32, lost: &mut Vec<(u32, Option<G::Action>)>) {
        while let Some(action) = self.node(number).choices.pop() {
            let node = &mut self.nodes[number as usize];
            (node.chosen, node.next) = (Some(action), None);
            let after = self.leaves.after(&node.game, action);
            if self.known(&after) == Known::Safe {
                return;
            }
            let child = self.number(after);
            if !self.node(child).is_lost {
                self.node(number).next = Some(child);
                self.link(number, action, child);
                return;
            }
        }
        lost.push((number, None));
    }

    /// Notes that positions are lost, each with the opponent's action that shows it, and what follows from it.
    fn lose(&mut self, mut lost: Vec<(u32, Option<G::Action>)>) {
        while let Some((number, chosen)) = lost.pop() {
            let node = self.node(number);
            if node.is_lost {
                continue;
            }
            (node.is_lost, node.chosen, node.next) = (true, chosen, None);
            for (parent, action) in std::mem::take(&mut node.parents) {
                if self.nodes[parent as usize].is_lost {
                    continue;
                }
                if !self.is_holders(parent) {
                    lost.push((parent, Some(action)));
                } else if self.nodes[parent as usize].next == Some(number) {
                    self.choose(parent, &mut lost);
                }
            }
        }
    }

    /// What is proven of the player who is right: his moves in all positions that can arise from them.
    pub fn found(&self) -> Found {
        let is_held = !self.nodes[0].is_lost;
        let player = if is_held { self.holder } else { self.holder.opponent() };
        let mut moves = Moves::default();
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![0];
        while let Some(number) = stack.pop() {
            let node = &self.nodes[number as usize];
            let is_leaf = self.known(&node.game) != Known::Open;
            if std::mem::replace(&mut seen[number as usize], true) || is_leaf {
                continue;
            }
            let mut actions = Vec::new();
            if node.game.player() == player {
                actions.extend(node.chosen);
                node.chosen.inspect(|action| moves.add(&node.game, *action));
            } else {
                node.game.actions(&mut actions);
            }
            for action in actions {
                let after = self.leaves.after(&node.game, action);
                stack.extend(self.numbers.get(&after.key()));
            }
        }
        let claim = if is_held { Claim::Holds } else { Claim::Wins };
        Found { question: Question { player, claim }, moves }
    }
}
