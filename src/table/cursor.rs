//! A place in the tree, with the game that leads to it.

use super::tree::{ROOT, Tree};
use crate::engine::{EngineError, GameState};

/// A node and its game. Going to another node undoes and plays only what differs.
#[derive(Clone)]
pub struct Cursor {
    node: usize,
    game: Box<dyn GameState>,
}

impl Cursor {
    /// A cursor at the first position, which is that of `game`.
    pub fn new(game: Box<dyn GameState>) -> Self {
        Self { node: ROOT, game }
    }

    pub fn node(&self) -> usize {
        self.node
    }

    /// The full record of the game up to this node.
    pub fn game(&self) -> &dyn GameState {
        &*self.game
    }

    /// Goes to another node.
    ///
    /// # Errors
    /// If there is no such node. The cursor stays.
    pub fn go_to(&mut self, tree: &Tree, node: usize) -> Result<(), EngineError> {
        if tree.get(node).is_none() {
            return Err(EngineError::new(format!("there is no node {node}")));
        }
        while !tree.leads_to(self.node, node) {
            self.game.undo()?;
            self.node = tree.get(self.node).map_or(ROOT, |node| node.parent);
        }
        let mut ahead = Vec::new();
        let mut at = node;
        while at != self.node {
            let Some(node) = tree.get(at) else { break };
            ahead.push(at);
            at = node.parent;
        }
        for at in ahead.into_iter().rev() {
            if let Some(node) = tree.get(at) {
                self.game.play(std::slice::from_ref(&node.token))?;
                self.node = at;
            }
        }
        Ok(())
    }

    /// Plays a token of one or more actions of one turn. Each action becomes a node, unless it is there already.
    ///
    /// # Errors
    /// Says why the token is refused. The cursor stays.
    pub fn play(
        &mut self,
        tree: &mut Tree,
        token: &str,
        owner: Option<&str>,
    ) -> Result<(), EngineError> {
        let (player, mut begins_turn) = (self.game.player().number(), self.game.turn_start());
        let round = round_of(&self.game.fen());
        for action in self.game.play_by_action(token)? {
            self.node = tree.add(self.node, &action.token, player, begins_turn, round, owner);
            tree.tell(self.node, action.told);
            begins_turn = false;
        }
        Ok(())
    }
}

/// The number of the round: the last field of every FEN.
fn round_of(fen: &str) -> u32 {
    fen.rsplit(' ').next().and_then(|field| field.parse().ok()).unwrap_or_default()
}
