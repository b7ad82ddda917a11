//! Moves as people type them: in any case, with spaces or hyphens, an action of a turn after the other.

use super::table::Table;
use crate::engine::EngineError;
use crate::game::text::in_usual_case;
use crate::protocol::closest;

/// So many moves are listed where a beginning was typed.
const MOST_LISTED: usize = 24;

/// Makes the move that was typed.
///
/// # Errors
/// Why it is none, and which one may have been meant.
pub fn play(table: &mut Table, typed: &str) -> Result<(), EngineError> {
    let mut errors = Vec::new();
    for token in readings(typed) {
        match table.play(&token) {
            Ok(()) => return Ok(()),
            Err(error) => errors.push(plainly(&error)),
        }
    }
    // What can be read is nearer to what was meant than what cannot.
    let is_read = |error: &&String| !error.starts_with("unreadable");
    let error = errors.iter().find(is_read).or(errors.first());
    let error = error.map_or("this is no move", String::as_str);
    let hint = hint(table, typed).unwrap_or_default();
    Err(EngineError(format!("{error}{hint}")))
}

/// What the words of a line may mean as a token: one action, or one after the other.
fn readings(typed: &str) -> Vec<String> {
    let words: Vec<String> = typed.split_whitespace().map(bare).collect();
    let mut readings = vec![words.concat()];
    if words.len() > 1 {
        readings.push(words.join(","));
    }
    readings.retain(|token| !token.is_empty());
    readings
}

/// A word without hyphens.
fn bare(word: &str) -> String {
    in_usual_case(word).replace('-', "")
}

/// An error without its place in a list of one.
fn plainly(error: &EngineError) -> String {
    error.0.trim_end_matches(" (number 1 of the list)").to_string()
}

/// The legal moves that begin as typed, or the one that was probably meant.
fn hint(table: &Table, typed: &str) -> Option<String> {
    let typed = readings(typed).into_iter().next()?;
    let legal = table.engine().legal_moves();
    let begun = beginning_with(&legal, &typed);
    if !begun.is_empty() {
        return Some(format!("; moves starting with {typed}: {}", listed(&begun)));
    }
    let meant = closest(&typed, legal.iter().map(String::as_str))?;
    Some(format!(": did you mean {meant}?"))
}

/// The tokens that begin so.
pub fn beginning_with<'a>(legal: &'a [String], beginning: &str) -> Vec<&'a str> {
    let begins = |token: &&str| {
        token.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
    };
    legal.iter().map(String::as_str).filter(begins).collect()
}

/// Tokens as a list, not too long.
pub fn listed(tokens: &[&str]) -> String {
    let shown = &tokens[..tokens.len().min(MOST_LISTED)];
    let rest = tokens.len() - shown.len();
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    shown.join(" ") + &more
}
