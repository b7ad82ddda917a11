//! The search for a proof: does a player, the *holder*, stay unbeaten?
//!
//! This is a safety game. The search explores all actions of the opponent, and one action of the holder at a time. A
//! position that is lost for the holder makes every position lost from which the opponent leads there; where the holder
//! has chosen it, the next of his actions is tried. In the end either the root is lost, or the positions that are left are
//! a set which the holder need not leave. So the answer is a proof either way.
//!
//! Positions are told apart without their draw clock. A clock only makes draws, so it takes no safety away. Whether it
//! takes a win away is left to the check of the proof.

use super::super::TableError;
use super::super::generate::no_endings;
use super::certificate::{Certificate, Claim};
use super::leaves::{Leaves, without_counters};
use crate::game::{Distance, Outcome, Player};
use crate::games::{Playable, Variant, Visitor};
use std::collections::{BTreeMap, HashMap};

/// After how many positions progress is told.
const TOLD_EVERY: usize = 1 << 16;

/// What is to be proven, and how much may be spent.
#[derive(Clone, Debug)]
pub struct ProofSettings {
    /// The FEN of the position.
    pub fen: String,
    /// The folders of endgame tables, separated like those of `TablePath`.
    pub tables: String,
    /// The most positions that are kept for one question. One takes about half a kilobyte.
    pub most_positions: usize,
}

/// How far a question is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Who is tried to stay unbeaten.
    pub holder: Player,
    /// Positions found so far.
    pub positions: usize,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Proven {
    /// The result under best play; `None` if there were more positions than allowed.
    pub outcome: Option<Outcome>,
    /// What could be proven. A win has one proof. Otherwise each player who holds has a proof of that.
    pub certificates: Vec<Certificate>,
    /// Positions found for each question, in order: does player 1 hold, does player 2 hold?
    pub positions: Vec<usize>,
}

/// Proves the result of a position.
///
/// # Errors
/// If the game has no endgame tables, the FEN is refused, or a table cannot be read.
pub fn prove(
    variant: Variant,
    settings: &ProofSettings,
    tell: &mut dyn FnMut(Progress),
) -> Result<Proven, TableError> {
    variant.visit(Prove { variant, settings, tell })
}

struct Prove<'a> {
    variant: Variant,
    settings: &'a ProofSettings,
    tell: &'a mut dyn FnMut(Progress),
}

impl Visitor for Prove<'_> {
    type Output = Result<Proven, TableError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
        if const { G::CAPABILITIES.endings.is_none() } {
            return Err(no_endings(&self.variant));
        }
        let leaves = Leaves::<G>::open(self.variant, rules, &self.settings.tables)?;
        let fault = |error| TableError::new(format!("{error} (fen {})", self.settings.fen));
        let root = G::from_fen(rules, &self.settings.fen).map_err(fault)?;
        let root = leaves.at_clock(&root, 0)?;
        let mut proven = Proven { outcome: None, certificates: Vec::new(), positions: Vec::new() };
        let mut held = Vec::new();
        for holder in [Player::ONE, Player::TWO] {
            let mut prover = Prover::new(&leaves, holder);
            let holds = prover.run(root.clone(), self.settings.most_positions, self.tell)?;
            proven.positions.push(prover.nodes.len());
            let Some(holds) = holds else { continue };
            held.push(holds);
            let (player, claim) =
                if holds { (holder, Claim::Holds) } else { (holder.opponent(), Claim::Wins) };
            let moves = prover.moves(player)?;
            let (variant, start) = (self.variant.record_name(), root.fen());
            proven.certificates.push(Certificate { variant, start, player, claim, moves });
            if !holds {
                proven.outcome = Some(Outcome::Win(player));
                proven.certificates.drain(..proven.certificates.len() - 1);
                break;
            }
        }
        if held == [true, true] {
            proven.outcome = Some(Outcome::Draw);
        }
        Ok(proven)
    }
}

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

struct Prover<'a, G: Playable> {
    leaves: &'a Leaves<G>,
    holder: Player,
    nodes: Vec<Node<G>>,
    numbers: HashMap<u64, u32>,
    /// Positions to expand, the next one last.
    pending: Vec<u32>,
}

impl<'a, G: Playable> Prover<'a, G> {
    fn new(leaves: &'a Leaves<G>, holder: Player) -> Self {
        Self { leaves, holder, nodes: Vec::new(), numbers: HashMap::new(), pending: Vec::new() }
    }

    /// Whether the holder stays unbeaten from `root`; `None` if that takes more than `most` positions.
    fn run(
        &mut self,
        root: G,
        most: usize,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Option<bool>, TableError> {
        let known = self.known(&root);
        let root = self.number(root) as usize;
        self.nodes[root].is_lost = known == Known::Lost;
        if known == Known::Open {
            self.pending.push(root as u32);
        }
        let mut told = 0;
        while let Some(number) = self.pending.pop() {
            if self.is_wanted(number) {
                self.expand(number)?;
            }
            if self.nodes[root].is_lost {
                break;
            }
            let positions = self.nodes.len();
            if positions > most {
                return self.leaves.check().map(|()| None);
            }
            if positions >= told + TOLD_EVERY {
                told = positions;
                tell(Progress { holder: self.holder, positions });
            }
        }
        self.leaves.check()?;
        Ok(Some(!self.nodes[root].is_lost))
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

    fn expand(&mut self, number: u32) -> Result<(), TableError> {
        let game = self.nodes[number as usize].game.clone();
        let mut actions = Vec::new();
        game.actions(&mut actions);
        self.node(number).is_expanded = true;
        if self.is_holders(number) {
            self.node(number).choices = self.ordered(&game, actions)?;
            let mut lost = Vec::new();
            self.choose(number, &mut lost)?;
            return self.lose(lost);
        }
        self.expand_opponents(number, &game, actions)
    }

    /// Looks at all actions of the opponent. The most dangerous one is searched first.
    fn expand_opponents(
        &mut self,
        number: u32,
        game: &G,
        actions: Vec<G::Action>,
    ) -> Result<(), TableError> {
        let mut open = Vec::new();
        for action in actions {
            let after = self.leaves.after(game, action)?;
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
        Ok(())
    }

    /// The holder's actions that are not lost, the best one last: those that are safe at once, those to positions that the
    /// search knows, those with the best evaluation.
    fn ordered(&self, game: &G, actions: Vec<G::Action>) -> Result<Vec<G::Action>, TableError> {
        let mut ordered = Vec::new();
        for action in actions {
            let after = self.leaves.after(game, action)?;
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
        Ok(ordered.into_iter().map(|(_, action)| action).collect())
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
    fn choose(
        &mut self,
        number: u32,
        lost: &mut Vec<(u32, Option<G::Action>)>,
    ) -> Result<(), TableError> {
        while let Some(action) = self.node(number).choices.pop() {
            let node = &mut self.nodes[number as usize];
            (node.chosen, node.next) = (Some(action), None);
            let after = self.leaves.after(&node.game, action)?;
            if self.known(&after) == Known::Safe {
                return Ok(());
            }
            let child = self.number(after);
            if !self.node(child).is_lost {
                self.node(number).next = Some(child);
                self.link(number, action, child);
                return Ok(());
            }
        }
        lost.push((number, None));
        Ok(())
    }

    /// Notes that positions are lost, each with the opponent's action that shows it, and what follows from it.
    fn lose(&mut self, mut lost: Vec<(u32, Option<G::Action>)>) -> Result<(), TableError> {
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
                    self.choose(parent, &mut lost)?;
                }
            }
        }
        Ok(())
    }

    /// The moves of `player`, who is proven right, in all positions that can arise from them.
    fn moves(&self, player: Player) -> Result<BTreeMap<String, String>, TableError> {
        let mut moves = BTreeMap::new();
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
                let tokens = node.chosen.map(|action| node.game.action_token(action));
                let fen = node.game.fen();
                moves.extend(tokens.map(|token| (without_counters(&fen).to_string(), token)));
            } else {
                node.game.actions(&mut actions);
            }
            for action in actions {
                let after = self.leaves.after(&node.game, action)?;
                stack.extend(self.numbers.get(&after.key()));
            }
        }
        Ok(moves)
    }
}
