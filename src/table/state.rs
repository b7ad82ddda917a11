//! What viewers are told: states and moves, when they have changed.

use super::clock::{GameClock, Millis};
use super::message::{
    BoardState, ClockState, NodeState, TableState, TreeMessage, ViewerMessage, settings_of,
};
use super::sight::Visibility;
use super::{Table, Viewer, to};

/// What was sent to a viewer last.
#[derive(Default)]
pub struct Sent {
    /// The state without its clock.
    state: Option<TableState>,
    clock: Option<GameClock>,
    tree: SentTree,
}

impl Sent {
    /// Forgets the moves that were sent, because another game has begun.
    pub fn forget_tree(&mut self) {
        self.tree = SentTree::Nothing;
    }
}

/// The moves that were sent to a viewer.
#[derive(Default, PartialEq)]
enum SentTree {
    #[default]
    Nothing,
    /// The tree, in this edition with so many changes.
    Tree(u64, usize),
    /// The turns that a player knows of.
    Turns(Vec<NodeState>),
}

impl Table {
    /// Sends to each viewer what has changed for him.
    pub(super) fn show(&mut self, now: Millis) {
        let mut viewers = std::mem::take(&mut self.viewers);
        for (name, viewer) in &mut viewers {
            if let Some(message) = self.tree_for(viewer) {
                self.outputs.push(to(name, ViewerMessage::Tree(message)));
            }
            if let Some(state) = self.state_for(viewer, now) {
                self.outputs.push(to(name, ViewerMessage::State(Box::new(state))));
            }
        }
        self.viewers = viewers;
    }

    /// The state of a viewer, if it differs from the one that was sent. A clock that runs on is no difference.
    fn state_for(&self, viewer: &mut Viewer, now: Millis) -> Option<TableState> {
        let state = self.state(viewer);
        if viewer.sent.state.as_ref() == Some(&state) && viewer.sent.clock == self.game.clock {
            return None;
        }
        viewer.sent.state = Some(state.clone());
        viewer.sent.clock.clone_from(&self.game.clock);
        let clock = self.game.clock.as_ref().map(|clock| ClockState {
            left: clock.left(now),
            running: clock.running().map_or(0, |player| player + 1),
        });
        Some(TableState { clock, ..state })
    }

    /// What a viewer sees, without the clocks.
    fn state(&self, viewer: &Viewer) -> TableState {
        let game = &self.game;
        let mover = game.mover().index();
        let sight = self.sight(&viewer.screen);
        let is_handed_over = !game.is_over()
            && matches!(sight, Visibility::Player(player) if player != mover)
            && game.seats[mover].is_at(&viewer.screen);
        TableState {
            variant: game.variant().to_string(),
            changes: game.variant().changes_in_words(),
            settings: settings_of(game.variant()),
            seats: game.seats.clone(),
            open: game.open,
            player: mover + 1,
            over: game.is_over(),
            result: game.result(),
            reason: game.reason(),
            ranking: game.ranking(),
            paused: game.paused,
            thinking: self.searches.is_moving(),
            clock: None,
            curtain: (sight == Visibility::Curtain).then_some(mover + 1),
            handover: is_handed_over.then_some(mover + 1),
            board: self.board(viewer, sight),
        }
    }

    fn board(&self, viewer: &Viewer, sight: Visibility) -> Option<BoardState> {
        let cursor = self.cursor(viewer);
        let game = cursor.game();
        let (sees, at, live) = match sight {
            Visibility::Curtain => return None,
            Visibility::All => (0, cursor.node(), self.game.live.node()),
            Visibility::Player(player) => {
                let turns = self.known_turns(player);
                let at = self.place_among(&turns, viewer);
                (player + 1, at, turns.len())
            }
        };
        let fen = match sight {
            Visibility::Player(player) => game.view(player + 1).unwrap_or_default(),
            _ => game.fen(),
        };
        let plays = self.may_play(viewer);
        let (legal, due) = match sight {
            _ if !plays => Default::default(),
            Visibility::Player(player) => self
                .known_to(cursor, player)
                .map(|known| (known.legal_moves(), known.due()))
                .unwrap_or_default(),
            _ => (game.legal_moves(), game.due()),
        };
        let may_command = self.may_command(&viewer.screen);
        Some(BoardState {
            sees,
            at,
            live,
            fen,
            mover: game.player().number(),
            // How far another player's turn has come is his own.
            turn: game.turn_start() || sees > 0 && sees != game.player().number(),
            legal,
            due,
            deploying: plays && game.is_deploying(),
            variation: self.is_variation(viewer),
            undo: may_command && self.game.undo_target(&viewer.screen).is_some(),
            redo: may_command && !self.game.undone.is_empty() && !self.is_guarded,
            lines: viewer.lines,
            analysable: self.may_analyse(viewer),
        })
    }

    /// Whether the position that a viewer looks at can be analysed for him.
    pub(super) fn may_analyse(&self, viewer: &Viewer) -> bool {
        let game = self.cursor(viewer).game();
        game.outcome().is_none()
            && match self.sight(&viewer.screen) {
                Visibility::Curtain => false,
                Visibility::All => true,
                Visibility::Player(player) => player == game.player().index(),
            }
    }

    /// The moves for a viewer, if they differ from those that were sent.
    fn tree_for(&self, viewer: &mut Viewer) -> Option<TreeMessage> {
        let message = match self.sight(&viewer.screen) {
            Visibility::All => self.tree_changes(viewer)?,
            Visibility::Curtain => self.known_turns_message(viewer, Vec::new())?,
            Visibility::Player(player) => {
                let turns = self.known_turns(player).into_iter().map(|turn| turn.state).collect();
                self.known_turns_message(viewer, turns)?
            }
        };
        Some(message)
    }

    fn known_turns_message(
        &self,
        viewer: &mut Viewer,
        nodes: Vec<NodeState>,
    ) -> Option<TreeMessage> {
        if matches!(&viewer.sent.tree, SentTree::Turns(sent) if *sent == nodes) {
            return None;
        }
        viewer.sent.tree = SentTree::Turns(nodes.clone());
        Some(TreeMessage { reset: true, nodes })
    }

    fn tree_changes(&self, viewer: &mut Viewer) -> Option<TreeMessage> {
        let tree = &self.game.tree;
        let (edition, count) = tree.version();
        let (reset, nodes) = match viewer.sent.tree {
            SentTree::Tree(sent, told) if sent == edition => (false, tree.changed_since(told)),
            _ => (true, tree.in_order()),
        };
        viewer.sent.tree = SentTree::Tree(edition, count);
        let is_seen = |node: &usize| self.is_visible(*node, &viewer.screen);
        let nodes: Vec<NodeState> =
            nodes.into_iter().filter(is_seen).filter_map(|node| self.node_state(node)).collect();
        (reset || !nodes.is_empty()).then_some(TreeMessage { reset, nodes })
    }

    fn node_state(&self, id: usize) -> Option<NodeState> {
        let node = self.game.tree.get(id)?;
        Some(NodeState {
            id,
            parent: node.parent,
            token: node.token.clone(),
            told: node.told.iter().cloned().collect(),
            player: node.player,
            turn: node.begins_turn,
            round: node.round,
            note: node.note.clone(),
            comment: node.comment.clone(),
            mark: node.mark.clone(),
            private: node.owner.is_some(),
        })
    }
}
