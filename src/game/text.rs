//! What the FENs of several games have in common.

use super::FenError;

/// Counters above this are refused, so that counting on cannot overflow.
pub const GREATEST_COUNTER: u32 = 1_000_000_000;

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
