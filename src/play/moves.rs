//! Reads moves as people type them: in any case, with spaces or hyphens, actions of a turn in
//! sequence.

use super::session::PlaySession;
use crate::engine::EngineError;
use crate::game::text::in_usual_case;
use crate::protocol::closest;
use crate::table::Order;

/// Largest number of moves in a list of moves with a given beginning.
const MOST_LISTED: usize = 24;

/// Makes the typed move.
///
/// # Errors
/// Says why the move is refused, and which legal move is most similar.
pub fn play(session: &mut PlaySession, typed: &str) -> Result<(), EngineError> {
    let mut errors = Vec::new();
    for token in readings(typed) {
        let played = match session.waits_for_order(&token) {
            true => session.put_off(&token),
            false => session
                .order(Order::Play { token: token.clone() })
                .or_else(|error| session.put_off(&token).map_err(|_| error)),
        };
        match played {
            Ok(()) => return Ok(()),
            Err(error) => errors.push(plainly(&error)),
        }
    }
    // Prefer the error of a readable token: it is closer to what the person meant.
    let is_read = |error: &&String| !error.starts_with("unreadable");
    let error = errors.iter().find(is_read).or(errors.first());
    let error = error.map_or("this is no move", String::as_str);
    let hint = hint(&session.legal_moves(), typed).unwrap_or_default();
    Err(EngineError(format!("{error}{hint}")))
}

/// The moves of a square, if nothing but the name of a square was typed: those that begin there, and those that drop,
/// attack or place something there.
pub fn of_square<'a>(legal: &'a [String], typed: &str) -> Option<Vec<&'a str>> {
    let typed = bare(typed.trim());
    let square = first_square(&typed).filter(|square| *square == typed)?;
    let is_there = |token: &&str| first_square(token) == Some(square);
    Some(legal.iter().map(String::as_str).filter(is_there).collect())
}

/// The first square that a token names: a letter and a number.
fn first_square(token: &str) -> Option<&str> {
    let bytes = token.as_bytes();
    let is_start = |at: &usize| {
        bytes[*at].is_ascii_lowercase() && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
    };
    let start = (0..bytes.len()).find(is_start)?;
    let digits = bytes[start + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    token.get(start..=start + digits)
}

/// Possible tokens for the words of a line: one action, or several actions joined by commas.
fn readings(typed: &str) -> Vec<String> {
    let words: Vec<String> = typed.split_whitespace().map(bare).collect();
    let mut readings = vec![words.concat()];
    if words.len() > 1 {
        readings.push(words.join(","));
    }
    readings.retain(|token| !token.is_empty());
    readings
}

/// A word in its usual case and without hyphens.
fn bare(word: &str) -> String {
    in_usual_case(word).replace('-', "")
}

/// An error without the position in the list, if the list has one token.
fn plainly(error: &EngineError) -> String {
    error.0.trim_end_matches(" (number 1 of the list)").to_string()
}

/// The legal moves that begin with the typed text, or else the most similar legal move.
fn hint(legal: &[String], typed: &str) -> Option<String> {
    let typed = readings(typed).into_iter().next()?;
    let begun = beginning_with(legal, &typed);
    if begun == [typed.as_str()] {
        return None;
    }
    if !begun.is_empty() {
        return Some(format!("; moves starting with {typed}: {}", listed(&begun)));
    }
    let meant = closest(&typed, legal.iter().map(String::as_str))?;
    Some(format!(": did you mean {meant}?"))
}

/// The tokens that begin with `beginning`, in upper or lower case.
pub fn beginning_with<'a>(legal: &'a [String], beginning: &str) -> Vec<&'a str> {
    let begins = |token: &&str| {
        token.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
    };
    legal.iter().map(String::as_str).filter(begins).collect()
}

/// Tokens as a list of limited length.
pub fn listed(tokens: &[&str]) -> String {
    let shown = &tokens[..tokens.len().min(MOST_LISTED)];
    let rest = tokens.len() - shown.len();
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    shown.join(" ") + &more
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_square_has_its_own_moves_alone() {
        let legal = ["a1a2", "a1b2@b3", "a10a11", "I@a1", "Q@h3>h2", "xa1", "sa1", "x5y6", "end"];
        let legal = legal.map(str::to_string);
        assert_eq!(of_square(&legal, "A1").unwrap(), ["a1a2", "a1b2@b3", "I@a1", "xa1", "sa1"]);
        assert_eq!(of_square(&legal, " a10 ").unwrap(), ["a10a11"]);
        assert_eq!(of_square(&legal, "h3").unwrap(), ["Q@h3>h2"]);
        assert_eq!(of_square(&legal, "x5").unwrap(), ["x5y6"]);
        assert_eq!(of_square(&legal, "b9").unwrap(), [""; 0]);
        for typed in ["a1a2", "xa1", "end", "", "1", "a"] {
            assert_eq!(of_square(&legal, typed), None, "{typed}");
        }
    }
}
