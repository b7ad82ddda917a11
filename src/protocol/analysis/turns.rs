//! The list of turns in a request.

use crate::engine::EngineError;
use std::collections::HashSet;

/// Checks the numbers of tokens played in a game of `moves` tokens.
///
/// # Errors
/// If there is no number, a number is too large, or a number occurs twice.
pub fn check_turns(turns: &[usize], moves: usize) -> Result<(), EngineError> {
    if turns.is_empty() {
        return Err(EngineError::new("expected at least one number"));
    }
    let mut seen = HashSet::new();
    for turn in turns {
        if *turn > moves {
            let text = format!("expected a number of tokens played, 0 to {moves} ({turn})");
            return Err(EngineError::new(text));
        }
        if !seen.insert(turn) {
            return Err(EngineError::new(format!("the turn stands there twice ({turn})")));
        }
    }
    Ok(())
}
