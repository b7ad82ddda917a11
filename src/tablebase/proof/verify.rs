//! The check of a proof. It plays the proof's moves against all moves of the opponent.

use super::super::TableError;
use super::super::generate::no_endings;
use super::certificate::{Certificate, Claim};
use super::leaves::{Leaves, without_counters};
use crate::game::Distance;
use crate::games::{Playable, Variant, Visitor};
use std::collections::HashMap;
use std::fmt;

/// What a check has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Positions with either player to move, without those that tables hold.
    pub positions: usize,
    /// Positions that tables hold, and ends of games.
    pub leaves: usize,
    /// The most plies to the end, for a proof of a win.
    pub plies: Option<u32>,
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, leaves, plies } = self;
        write!(f, "{positions} positions, {leaves} ends and positions of tables")?;
        plies.map_or(Ok(()), |plies| write!(f, ", at most {plies} plies"))
    }
}

/// Checks a proof with the endgame tables in `folders`.
///
/// # Errors
/// Names the position in which the proof is wrong or says nothing.
pub fn verify(certificate: &Certificate, folders: &str) -> Result<Verified, TableError> {
    let variant = Variant::from_record(&certificate.variant).map_err(TableError::new)?;
    variant.visit(Verify { variant, certificate, folders })
}

struct Verify<'a> {
    variant: Variant,
    certificate: &'a Certificate,
    folders: &'a str,
}

impl Visitor for Verify<'_> {
    type Output = Result<Verified, TableError>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
        if const { G::CAPABILITIES.endings.is_none() } {
            return Err(no_endings(&self.variant));
        }
        let leaves = Leaves::<G>::open(self.variant, rules, self.folders)?;
        let mut check =
            Check { leaves, certificate: self.certificate, numbers: HashMap::new(), nodes: vec![] };
        let found = check.run();
        check.leaves.check()?;
        found
    }
}

/// A position that can arise.
struct Node<G> {
    game: G,
    /// The positions after it, and whether the draw clock is reset on the way.
    next: Vec<(usize, bool)>,
    /// From the view of the player of the proof.
    leaf: Option<Distance>,
}

struct Check<'a, G: Playable> {
    leaves: Leaves<G>,
    certificate: &'a Certificate,
    /// By FEN without counters.
    numbers: HashMap<String, usize>,
    nodes: Vec<Node<G>>,
}

impl<G: Playable> Check<'_, G> {
    fn run(&mut self) -> Result<Verified, TableError> {
        let start = &self.certificate.start;
        let fault = |error| TableError::new(format!("{error} (start {start})"));
        let start = G::from_fen(self.leaves.rules(), start).map_err(fault)?;
        let start = self.leaves.at_clock(&start, 0);
        self.add(start)?;
        let mut number = 0;
        while number < self.nodes.len() {
            self.follow(number)?;
            number += 1;
        }
        let leaves = self.nodes.iter().filter(|node| node.leaf.is_some()).count();
        let plies = match self.certificate.claim {
            Claim::Holds => None,
            Claim::Wins => Some(self.plies()?),
        };
        Ok(Verified { positions: self.nodes.len() - leaves, leaves, plies })
    }

    /// The number of a position, which may be new. A leaf has to be right.
    fn add(&mut self, game: G) -> Result<usize, TableError> {
        let Certificate { player, claim, .. } = self.certificate;
        let fen = game.fen();
        let position = without_counters(&fen);
        if let Some(number) = self.numbers.get(position) {
            return Ok(*number);
        }
        let leaf = self.leaves.of(&game, *player);
        let is_right = match leaf {
            None | Some(Distance::Win(_)) => true,
            Some(Distance::Draw) => *claim == Claim::Holds,
            Some(Distance::Loss(_)) => false,
        };
        if !is_right {
            let number = player.number();
            let reason = format!("it is not true here that player {number} {claim}");
            return Err(TableError::new(format!("{position}: {reason}")));
        }
        self.numbers.insert(position.to_string(), self.nodes.len());
        self.nodes.push(Node { game, next: Vec::new(), leaf });
        Ok(self.nodes.len() - 1)
    }

    /// Adds what follows on a position.
    fn follow(&mut self, number: usize) -> Result<(), TableError> {
        let node = &self.nodes[number];
        if node.leaf.is_some() {
            return Ok(());
        }
        let game = node.game.clone();
        let mut actions = Vec::new();
        game.actions(&mut actions);
        if game.player() == self.certificate.player {
            let action = self.proposed(&game)?;
            actions.retain(|legal| *legal == action);
        }
        for action in actions {
            let after = self.leaves.after(&game, action);
            let next = (self.add(after)?, self.leaves.resets(&game, action));
            self.nodes[number].next.push(next);
        }
        Ok(())
    }

    /// The move of the proof.
    fn proposed(&self, game: &G) -> Result<G::Action, TableError> {
        let fen = game.fen();
        let position = without_counters(&fen);
        let fault = |reason: String| TableError::new(format!("{position}: {reason}"));
        let token = self.certificate.moves.get(position);
        let token = token.ok_or_else(|| fault("the proof has no move here".to_string()))?;
        let action = game.parse_action(token).ok().filter(|action| game.is_legal(*action));
        action.ok_or_else(|| fault(format!("the move of the proof is not legal ({token:.40})")))
    }

    /// The most plies to the end of a game that is won. No line may come back to a position, and the draw clock may not
    /// run out on any line.
    fn plies(&self) -> Result<u32, TableError> {
        let order = self.order()?;
        let mut clocks = vec![0; self.nodes.len()];
        let mut depths = vec![0; self.nodes.len()];
        let mut most = 0;
        for number in order {
            let node = &self.nodes[number];
            let end = self.end_at(node, clocks[number])?;
            most = most.max(depths[number] + end);
            for (next, resets) in &node.next {
                let clock = if *resets { 0 } else { clocks[number] + 1 };
                clocks[*next] = clock.max(clocks[*next]);
                depths[*next] = depths[*next].max(depths[number] + 1);
            }
        }
        Ok(most)
    }

    /// The plies from a leaf to the end, with the draw clock at `clock_plies`; 0 for other positions.
    fn end_at(&self, node: &Node<G>, clock_plies: u32) -> Result<u32, TableError> {
        let game = self.leaves.at_clock(&node.game, clock_plies);
        match (node.leaf, self.leaves.of(&game, self.certificate.player)) {
            (None, None) => Ok(0),
            (Some(_), Some(Distance::Win(plies))) => Ok(u32::from(plies)),
            _ => Err(TableError::new(format!("{}: the draw clock spoils the win", game.fen()))),
        }
    }

    /// The positions, each after all that lead to it.
    fn order(&self) -> Result<Vec<usize>, TableError> {
        let mut before = vec![0u32; self.nodes.len()];
        for node in &self.nodes {
            node.next.iter().for_each(|(next, _)| before[*next] += 1);
        }
        let mut order: Vec<usize> =
            before.iter().position(|count| *count == 0).into_iter().collect();
        let mut done = 0;
        while let Some(number) = order.get(done).copied() {
            done += 1;
            for (next, _) in &self.nodes[number].next {
                before[*next] -= 1;
                if before[*next] == 0 {
                    order.push(*next);
                }
            }
        }
        match order.len() == self.nodes.len() {
            true => Ok(order),
            false => Err(TableError::new("a line of the proof comes back to a position")),
        }
    }
}
