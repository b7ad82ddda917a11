//! Orders about the tree of variations: stepping through it, and editing it.

use super::obey::{Reply, refuse};
use super::sight::Visibility;
use super::tree::ROOT;
use super::{Cursor, Table, Viewer};
use crate::engine::EngineError;

impl Table {
    pub(super) fn step(&mut self, viewer: &mut Viewer, to: usize) -> Reply {
        let Some(node) = self.node_meant(viewer, to) else {
            return refuse(format!("there is no node {to} (step)"));
        };
        if node == self.game.live.node() {
            viewer.place = None;
            return Ok(None);
        }
        let mut cursor = viewer.place.take().unwrap_or_else(|| self.game.live.clone());
        let done = cursor.go_to(&self.game.tree, node);
        viewer.place = Some(cursor).filter(|cursor| cursor.node() != self.game.live.node());
        done.map(|()| None)
    }

    /// Changes a node of the tree, if this viewer may.
    pub(super) fn edit(
        &mut self,
        viewer: &mut Viewer,
        node: usize,
        change: impl FnOnce(&mut Self) -> Result<(), EngineError>,
    ) -> Reply {
        if self.sight(&viewer.screen) != Visibility::All {
            return refuse("while something is hidden the moves cannot be edited");
        }
        if node == ROOT || !self.is_visible(node, &viewer.screen) {
            return refuse(format!("there is no node {node}"));
        }
        let done = self.command(viewer, change);
        let is_gone = |node: usize| self.game.tree.get(node).is_none();
        if viewer.place.as_ref().is_some_and(|place| is_gone(place.node())) {
            viewer.place = None;
        }
        done
    }

    pub(super) fn delete(&mut self, node: usize) -> Result<(), EngineError> {
        if self.game.tree.leads_to(node, self.game.live.node()) {
            return Err(EngineError::new("the moves of the game cannot be deleted (delete)"));
        }
        self.game.tree.delete(node);
        self.game.undone.clear();
        for viewer in self.viewers.values_mut() {
            let place = viewer.place.as_ref().map(Cursor::node);
            if place.is_some_and(|place| self.game.tree.get(place).is_none()) {
                viewer.place = None;
            }
        }
        Ok(())
    }
}
