//! The layout of a network's inputs, as text: the activation, then the named blocks of rows in their order. Network
//! files and training data hold it, so that a file for other inputs is refused even if it has the same size.

use super::{Inputs, NetworkError, PolicyInputs};
use std::fmt::Write;

/// The activation of the hidden layer.
const ACTIVATION: &str = "squared-clipped";
/// Separates the rows of the first layer from the features of actions.
const ACTIONS: &str = "actions";

/// A named block of successive rows of the first layer, or of successive action features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputBlock {
    /// What the rows stand for, in small letters, digits and hyphens.
    pub name: String,
    /// The number of rows.
    pub rows: usize,
}

impl InputBlock {
    /// A block.
    pub fn new(name: impl Into<String>, rows: usize) -> Self {
        Self { name: name.into(), rows }
    }
}

/// The layout of an evaluation network.
pub(super) fn layout<G: Inputs>() -> String {
    written(&G::blocks())
}

/// The layout of a policy network.
pub(super) fn policy_layout<G: PolicyInputs>() -> String {
    let actions = G::action_blocks();
    format!("{} {ACTIONS}{}", written(&G::blocks()), listed(&actions))
}

fn written(blocks: &[InputBlock]) -> String {
    format!("{ACTIVATION}{}", listed(blocks))
}

fn listed(blocks: &[InputBlock]) -> String {
    blocks.iter().fold(String::new(), |mut text, InputBlock { name, rows }| {
        let _ = write!(text, " {name}:{rows}");
        text
    })
}

/// Compares the layout of a file with that of the game.
///
/// # Errors
/// Names the first difference.
pub(super) fn check_layout(found: &str, wanted: &str) -> Result<(), NetworkError> {
    if found == wanted {
        return Ok(());
    }
    let (mut has, mut wants) = (found.split(' '), wanted.split(' '));
    for number in 1.. {
        let (one, other) = (has.next(), wants.next());
        if one != other || one.is_none() {
            let [one, other] = [one, other].map(|word| word.unwrap_or("its end"));
            let at = format!("part {number} of the layout is {one:.60}, where {other} is wanted");
            return Err(super::file::error(format!("a network for other inputs: {at}")));
        }
    }
    Ok(())
}
