//! A game as a tree of variations: one node for each action.

use super::message::Note;
use std::collections::HashSet;

/// The node of the first position.
pub const ROOT: usize = 0;

/// An action in the tree, and the position after it.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The position before.
    pub parent: usize,
    /// The actions played from here. The first is the main line.
    pub children: Vec<usize>,
    /// The action as a full record writes it.
    pub token: String,
    /// What it did beyond what the token says, in a sentence. All players are told.
    pub told: Option<String>,
    /// The number of the player who acts.
    pub player: usize,
    /// Whether a turn begins with this action.
    pub begins_turn: bool,
    /// The number of the round in which it is played, as in the FEN before it.
    pub round: u32,
    /// Number of actions from the root.
    pub depth: usize,
    /// What a search says about the action.
    pub note: Note,
    pub comment: String,
    /// A mark such as `!?`.
    pub mark: String,
    /// The screen that alone sees this variation until the game is over; `None` if all see it.
    pub owner: Option<String>,
}

impl TreeNode {
    /// Whether a screen sees this node.
    pub fn is_seen_at(&self, screen: &str) -> bool {
        self.owner.as_ref().is_none_or(|owner| owner == screen)
    }
}

/// A tree of variations. The root has no action.
#[derive(Clone, Debug)]
pub struct Tree {
    /// `None` for nodes that were deleted.
    nodes: Vec<Option<TreeNode>>,
    /// Every change of a node, in order.
    changes: Vec<usize>,
    /// Raised when a list of changes no longer tells what has happened.
    edition: u64,
}

impl Tree {
    pub fn new() -> Self {
        let root = TreeNode {
            parent: ROOT,
            children: Vec::new(),
            token: String::new(),
            told: None,
            player: 0,
            begins_turn: false,
            round: 0,
            depth: 0,
            note: Note::default(),
            comment: String::new(),
            mark: String::new(),
            owner: None,
        };
        Self { nodes: vec![Some(root)], changes: Vec::new(), edition: 0 }
    }

    /// The node with this number.
    pub fn get(&self, node: usize) -> Option<&TreeNode> {
        self.nodes.get(node)?.as_ref()
    }

    /// The node with this number, for a change that viewers are told of.
    pub fn change(&mut self, node: usize) -> Option<&mut TreeNode> {
        let found = self.nodes.get_mut(node)?.as_mut()?;
        self.changes.push(node);
        Some(found)
    }

    /// The edition, and the changes in it so far.
    pub fn version(&self) -> (u64, usize) {
        (self.edition, self.changes.len())
    }

    /// The nodes that have changed since `count` changes, parents first.
    pub fn changed_since(&self, count: usize) -> Vec<usize> {
        let changed: HashSet<usize> = self.changes.iter().skip(count).copied().collect();
        let mut nodes: Vec<usize> =
            changed.into_iter().filter(|node| self.get(*node).is_some()).collect();
        nodes.sort_unstable();
        nodes
    }

    /// Makes every viewer get the whole tree again.
    pub fn start_edition(&mut self) {
        self.edition += 1;
        self.changes.clear();
    }

    /// The node that this action leads to: the one that is there already, or a new one.
    pub fn add(
        &mut self,
        parent: usize,
        token: &str,
        player: usize,
        begins_turn: bool,
        round: u32,
        owner: Option<&str>,
    ) -> usize {
        if let Some(known) = self.child(parent, token) {
            return known;
        }
        let node = self.nodes.len();
        let depth = self.get(parent).map_or(0, |node| node.depth) + 1;
        self.nodes.push(Some(TreeNode {
            parent,
            children: Vec::new(),
            token: token.to_string(),
            told: None,
            player,
            begins_turn,
            round,
            depth,
            note: Note::default(),
            comment: String::new(),
            mark: String::new(),
            owner: owner.map(str::to_string),
        }));
        if let Some(Some(parent)) = self.nodes.get_mut(parent) {
            parent.children.push(node);
        }
        self.changes.push(node);
        node
    }

    /// Notes what the action of a node did.
    pub fn tell(&mut self, node: usize, told: Option<String>) {
        if let Some(Some(node)) = self.nodes.get_mut(node) {
            node.told = told;
        }
    }

    /// The child that this action leads to.
    pub fn child(&self, parent: usize, token: &str) -> Option<usize> {
        let children = &self.get(parent)?.children;
        children.iter().copied().find(|child| self.get(*child).is_some_and(|c| c.token == token))
    }

    /// The nodes from the root, which is left out, to this node.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = node;
        while at != ROOT {
            let Some(node) = self.get(at) else { break };
            path.push(at);
            at = node.parent;
        }
        path.reverse();
        path
    }

    /// Whether `ancestor` is this node, or lies on the path to it.
    pub fn leads_to(&self, ancestor: usize, node: usize) -> bool {
        let Some(depth) = self.get(ancestor).map(|node| node.depth) else { return false };
        let mut at = node;
        while let Some(node) = self.get(at).filter(|node| node.depth > depth) {
            at = node.parent;
        }
        at == ancestor
    }

    /// Makes the line to this node the main line. Tells whether the order has changed.
    pub fn promote(&mut self, node: usize) -> bool {
        let mut has_changed = false;
        for at in self.path(node) {
            let parent = self.get(at).map_or(ROOT, |node| node.parent);
            let Some(Some(parent)) = self.nodes.get_mut(parent) else { continue };
            if let Some(place) = parent.children.iter().position(|child| *child == at)
                && place > 0
            {
                parent.children[..=place].rotate_right(1);
                has_changed = true;
            }
        }
        if has_changed {
            self.start_edition();
        }
        has_changed
    }

    /// Makes the line to this node visible to everyone.
    pub fn publish(&mut self, node: usize) {
        for at in self.path(node) {
            if self.get(at).is_some_and(|node| node.owner.is_some())
                && let Some(node) = self.change(at)
            {
                node.owner = None;
            }
        }
    }

    /// Makes all lines visible to everyone.
    pub fn publish_all(&mut self) {
        let mut has_changed = false;
        for node in self.nodes.iter_mut().flatten() {
            has_changed |= node.owner.take().is_some();
        }
        if has_changed {
            self.start_edition();
        }
    }

    /// Deletes a node with all that follows it.
    pub fn delete(&mut self, node: usize) {
        if node == ROOT {
            return;
        }
        let mut doomed = vec![node];
        if let Some(parent) = self.get(node).map(|node| node.parent)
            && let Some(Some(parent)) = self.nodes.get_mut(parent)
        {
            parent.children.retain(|child| *child != node);
        }
        while let Some(at) = doomed.pop() {
            if let Some(Some(node)) = self.nodes.get_mut(at).map(Option::take) {
                doomed.extend(node.children);
            }
        }
        self.start_edition();
    }

    /// All nodes but the root. Each comes after its parent, and the main line before its variations.
    pub fn in_order(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let later = |node: usize| self.get(node).into_iter().flat_map(|n| n.children.iter().rev());
        open.extend(later(ROOT));
        while let Some(node) = open.pop() {
            order.push(node);
            open.extend(later(node));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        let mut tree = Tree::new();
        let a = tree.add(ROOT, "a", 1, true, 1, None);
        let b = tree.add(a, "b", 2, true, 1, None);
        tree.add(a, "c", 2, true, 1, Some("one"));
        tree.add(b, "d", 1, true, 1, None);
        tree
    }

    #[test]
    fn an_action_that_is_there_is_not_doubled() {
        let mut tree = tree();
        assert_eq!(tree.add(1, "b", 2, true, 1, None), 2);
        assert_eq!(tree.in_order(), [1, 2, 4, 3]);
        assert_eq!(tree.path(4), [1, 2, 4]);
        assert!(tree.leads_to(1, 4) && tree.leads_to(4, 4) && !tree.leads_to(3, 4));
        assert!(tree.leads_to(ROOT, 4) && !tree.leads_to(4, 1));
    }

    #[test]
    fn a_promoted_line_comes_first_and_a_deleted_one_is_gone() {
        let mut tree = tree();
        assert!(tree.promote(3) && !tree.promote(3));
        assert_eq!(tree.in_order(), [1, 3, 2, 4]);
        tree.delete(2);
        assert_eq!(tree.in_order(), [1, 3]);
        assert!(tree.get(4).is_none());
        tree.publish_all();
        assert!(tree.get(3).is_some_and(|node| node.owner.is_none()));
    }

    #[test]
    fn changes_are_told_once_and_parents_first() {
        let mut tree = tree();
        let (edition, count) = tree.version();
        tree.add(4, "e", 2, true, 1, None);
        tree.change(1).into_iter().for_each(|node| node.comment = "good".to_string());
        assert_eq!(tree.changed_since(count), [1, 5]);
        assert_eq!(tree.version().0, edition);
    }
}
