//! Text helpers for the notations of several games: counters in FENs, the case of tokens, tokens of records.

use super::{ActionError, FenError, Player};
use std::borrow::Cow;

/// The greatest value of a counter in a FEN. It leaves room to count on without overflow.
pub const GREATEST_COUNTER: u32 = 1_000_000_000;

/// The byte order mark that some editors and shells write at the start of a UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The bytes of a text without a byte order mark at its start.
pub fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Reads a counter of a FEN: plain digits, from `least` to [`GREATEST_COUNTER`].
///
/// # Errors
/// Names `field` and the token.
pub fn read_counter(field: &'static str, token: &str, least: u32) -> Result<u32, FenError> {
    read_number(field, token, least, GREATEST_COUNTER)
}

/// Reads a number of a FEN: plain digits, from `least` to `most`.
///
/// # Errors
/// Names `field` and the token.
pub fn read_number(
    field: &'static str,
    token: &str,
    least: u32,
    most: u32,
) -> Result<u32, FenError> {
    let is_plain = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
    let value = token.parse::<u32>().ok().filter(|value| is_plain && *value <= most);
    match value {
        Some(value) if value >= least => Ok(value),
        _ if least == most => Err(FenError::new(field, token, format!("expected {least}"))),
        _ => Err(FenError::new(field, token, format!("expected a number from {least} to {most}"))),
    }
}

/// A counter of a FEN, raised by one if `is_raised`. It stops at [`GREATEST_COUNTER`], so that the FEN stays readable.
#[inline(always)]
pub const fn count_on(counter: u32, is_raised: bool) -> u32 {
    counter + (is_raised && counter < GREATEST_COUNTER) as u32
}

/// Refuses parts of a token that occur only in records: reports of attacks, and hidden turns. A move that a player
/// chooses contains neither.
///
/// # Errors
/// Names the action at fault.
pub fn as_choice(token: &str) -> Result<(), ActionError> {
    for part in token.split(',') {
        if let Some((attack, _)) = part.split_once('=') {
            let reason = format!("the report is not the mover's to give: expected {attack}");
            return Err(ActionError::illegal(part, reason));
        }
        if part.contains('?') {
            return Err(ActionError::illegal(part, "? stands in records only, for what is hidden"));
        }
    }
    Ok(())
}

/// Converts a token of moves to the usual case: lower case, except for the letter of a dropped piece, as in `K@h2`.
/// Case never changes the meaning of a token. The report after `=` stays as it is.
pub fn in_usual_case(token: &str) -> Cow<'_, str> {
    let bytes = token.as_bytes();
    // Most tokens are in their usual case already.
    if !bytes.contains(&b'@') && !bytes.iter().any(u8::is_ascii_uppercase) {
        return Cow::Borrowed(token);
    }
    let parts: Vec<String> = token.split(',').map(part_in_usual_case).collect();
    Cow::Owned(parts.join(","))
}

fn part_in_usual_case(part: &str) -> String {
    let (token, report) = part.split_at(part.find('=').unwrap_or(part.len()));
    let is_drop = token.as_bytes().get(1) == Some(&b'@');
    let (piece, place) = token.split_at(usize::from(is_drop));
    piece.to_ascii_uppercase() + &place.to_ascii_lowercase() + report
}

/// A number of things whose plural ends with s: `1 marker`, `2 markers`.
pub fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Things in a sentence: `a`, `a and b`, `a, b and c`.
pub fn listed<T: AsRef<str>>(things: &[T]) -> String {
    let mut text = String::new();
    for (index, thing) in things.iter().enumerate() {
        text.push_str(match index {
            0 => "",
            _ if index + 1 == things.len() => " and ",
            _ => ", ",
        });
        text.push_str(thing.as_ref());
    }
    text
}

/// `a` cut short after `most` things: `a, b and 3 more`.
pub fn listed_up_to<T: AsRef<str>>(most: usize, things: &[T]) -> String {
    if things.len() <= most {
        return listed(things);
    }
    let shown: Vec<&str> = things[..most].iter().map(AsRef::as_ref).collect();
    format!("{} and {} more", shown.join(", "), things.len() - most)
}

/// The owner of a piece letter: upper case is the first player's, lower case the second's.
pub fn owner_by_case(sign: char) -> Option<Player> {
    match sign {
        'A'..='Z' => Some(Player::ONE),
        'a'..='z' => Some(Player::TWO),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_listed_as_in_a_sentence() {
        let things = ["a", "b", "c", "d"];
        assert_eq!(listed(&things[..0]), "");
        assert_eq!(listed(&things[..1]), "a");
        assert_eq!(listed(&things[..2]), "a and b");
        assert_eq!(listed(&things), "a, b, c and d");
        assert_eq!(listed_up_to(4, &things), "a, b, c and d");
        assert_eq!(listed_up_to(2, &things), "a, b and 2 more");
    }

    #[test]
    fn the_usual_case_is_kept_and_any_other_is_changed() {
        let kept =
            ["e4e6", "e4e6@d7", "K@h2", "Q@h3>h2", "sd4=1c", "e5r6,xa2,xb9", "S@?", "?", "", ",,"];
        for token in kept {
            assert_eq!(in_usual_case(token), token);
        }
        for (token, usual) in [
            ("E4E6@D7", "e4e6@d7"),
            ("k@H2", "K@h2"),
            ("q@h3>H2,END", "Q@h3>h2,end"),
            ("SD4=1C", "sd4=1C"),
            ("@G5", "@g5"),
            ("s@?", "S@?"),
            ("\u{c9}@A", "\u{c9}@a"),
        ] {
            assert_eq!(in_usual_case(token), usual, "{token}");
        }
    }
}
