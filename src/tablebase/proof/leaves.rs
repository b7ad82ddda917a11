//! What is known of a position without search: finished games, and positions of endgame tables.

use super::super::generate::no_endings;
use super::super::{TableError, Value};
use crate::game::{Distance, Endings, Player};
use crate::games::{Playable, Variant};
use crate::search::{EndgameTables, TableListener, TableNotice};
use std::sync::{Arc, Mutex};

/// Endgame tables and the end of a game.
pub(super) struct Leaves<G: Playable> {
    rules: G::Rules,
    endings: &'static dyn Endings<G>,
    tables: Arc<dyn EndgameTables<G>>,
    faults: Arc<Mutex<Vec<String>>>,
}

impl<G: Playable> Leaves<G> {
    /// Opens the tables of a variant in the folders of a search path.
    ///
    /// # Errors
    /// If there are none, or if one of them cannot be used.
    pub fn open(variant: Variant, rules: G::Rules, folders: &str) -> Result<Self, TableError> {
        let endings = G::CAPABILITIES.endings.ok_or_else(|| no_endings(&variant))?;
        let owner = variant.tables_of().ok_or_else(|| no_endings(&variant))?;
        let faults = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&faults);
        let listener: TableListener = Arc::new(move |notice: TableNotice<'_>| {
            if let (TableNotice::Fault(fault), Ok(mut heard)) = (notice, heard.lock()) {
                heard.push(fault.to_string());
            }
        });
        let tables = super::super::open(owner, rules, folders, &listener);
        let tables = tables.ok_or_else(|| TableError::new(first_of(&faults)))?;
        let leaves = Self { rules, endings, tables, faults };
        leaves.check().map(|()| leaves)
    }

    /// An error if a table could not be read since.
    pub fn check(&self) -> Result<(), TableError> {
        match first_of(&self.faults) {
            fault if fault.is_empty() => Ok(()),
            fault => Err(TableError::new(fault)),
        }
    }

    /// The result from the view of `player`, with the plies to the end; `None` if only a search can tell.
    pub fn of(&self, game: &G, player: Player) -> Option<Distance> {
        if let Some(outcome) = game.outcome() {
            return Some(Value::of_outcome(outcome, player).end);
        }
        let found = self.tables.result(game)?;
        Some(match found {
            Distance::Win(plies) if game.player() != player => Distance::Loss(plies),
            Distance::Loss(plies) if game.player() != player => Distance::Win(plies),
            _ => found,
        })
    }

    /// The position with its draw clock at `clock_plies`, in turn 1.
    pub fn at_clock(&self, game: &G, clock_plies: u32) -> G {
        self.endings.at_clock(game, clock_plies)
    }

    /// The position after an action, with its draw clock at 0. A finished game stays as it is.
    pub fn after(&self, game: &G, action: G::Action) -> G {
        let mut after = game.clone();
        after.make(action);
        if after.outcome().is_some() { after } else { self.at_clock(&after, 0) }
    }

    /// Whether an action resets the draw clock.
    pub fn resets(&self, game: &G, action: G::Action) -> bool {
        self.endings.resets(game, action)
    }

    /// The rules of the game.
    pub fn rules(&self) -> G::Rules {
        self.rules
    }
}

fn first_of(faults: &Mutex<Vec<String>>) -> String {
    faults.lock().ok().and_then(|faults| faults.first().cloned()).unwrap_or_default()
}

/// A FEN without its last two fields, the counters.
pub(super) fn without_counters(fen: &str) -> &str {
    let cut = |text: &'_ str| text.rfind(' ').unwrap_or(text.len());
    let without_turn = &fen[..cut(fen)];
    &fen[..cut(without_turn)]
}
