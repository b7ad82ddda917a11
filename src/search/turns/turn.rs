//! A turn as a value: its actions, its score as a candidate, and a beam of partial turns.

use crate::game::{Action, Score};

/// The longest turn, in actions.
pub(super) const LONGEST_TURN: usize = 8;

/// The actions of a turn or of a partial turn.
///
/// Its size is the same where a pointer has 32 bits: the size of candidates decides how an unstable sort orders equal
/// ones, and a search makes the same nodes on every machine.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(8))]
pub(super) struct Turn<A> {
    pub actions: [Option<A>; LONGEST_TURN],
    pub length: usize,
}

impl<A: Action> Turn<A> {
    pub const EMPTY: Self = Self { actions: [None; LONGEST_TURN], length: 0 };

    pub fn with(mut self, action: A) -> Self {
        if let Some(place) = self.actions.get_mut(self.length) {
            *place = Some(action);
            self.length += 1;
        }
        self
    }

    pub fn iter(&self) -> impl Iterator<Item = A> + '_ {
        self.actions[..self.length].iter().filter_map(|action| *action)
    }

    pub fn first(&self) -> Option<A> {
        self.actions[0]
    }
}

/// A turn with its value.
#[derive(Clone, Copy)]
pub(super) struct Candidate<A> {
    pub turn: Turn<A>,
    /// Value for the player who makes the turn.
    pub value: Score,
    /// Key of the position after the turn.
    pub key: u64,
}

/// A beam of partial turns, with the data that another thread needs to extend them.
pub(super) struct BeamLevel<A> {
    pub beam: Vec<Candidate<A>>,
    /// The actions to try; empty for all.
    pub chosen: Vec<A>,
    /// The likeliest first actions, as bits, sorted.
    pub likely: Vec<u32>,
    pub possible: Vec<u32>,
}
