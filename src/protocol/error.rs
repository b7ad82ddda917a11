//! Errors of commands, as they appear after `info string error: `.

use crate::engine::EngineError;
use crate::engine::closest;
use crate::games::Variant;
use std::fmt;

/// An error in a line, with its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The wrong token, shortened if it is long; empty at the end of the line.
    pub token: String,
    /// Column where the token begins, in bytes from 1.
    pub column: usize,
    /// What was expected.
    pub expected: &'static str,
    /// The name that was probably meant.
    pub hint: Option<&'static str>,
    /// Whether the line was a `query`, which always gets a response.
    pub in_query: bool,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { token, column, expected, hint, .. } = self;
        if token.is_empty() {
            write!(f, "expected {expected} at the end of the line (column {column})")?;
        } else {
            write!(f, "expected {expected} ({token}, column {column})")?;
        }
        hint.iter().try_for_each(|hint| f.write_str(&did_you_mean(hint)))
    }
}

impl std::error::Error for ParseError {}

/// The error for an unknown name. It suggests the most similar of `names`: `unknown option (Hush):
/// did you mean Hash?`
pub fn unknown<'a>(
    what: &str,
    given: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> EngineError {
    or_rather(EngineError::new(format!("unknown {what} ({given})")), given, names)
}

/// The variant with this name.
///
/// # Errors
/// If there is none. The error suggests the most similar name.
pub fn variant_of(name: &str) -> Result<Variant, EngineError> {
    let stranger = || unknown("variant", name, Variant::names().iter().copied());
    Variant::from_name(name).ok_or_else(stranger)
}

/// The variant of a record, which may have a hash of the rules beside the name.
///
/// # Errors
/// As [`variant_of`], and if the variant has other rules here.
pub fn variant_of_record(name: &str, rules: Option<&str>) -> Result<Variant, EngineError> {
    let variant = variant_of(name)?;
    variant.check_rules(rules).map_err(EngineError::new)?;
    Ok(variant)
}

/// The variant that a record calls so: its name, with the hash of its rules behind an `@` if it is not built in.
///
/// # Errors
/// As [`variant_of_record`].
pub fn variant_of_record_name(name: &str) -> Result<Variant, EngineError> {
    match name.split_once('@') {
        Some((name, rules)) => variant_of_record(name, Some(rules)),
        None => variant_of(name),
    }
}

/// The same error with a suggestion: the one of `names` that `given` probably means.
pub fn or_rather<'a>(
    error: EngineError,
    given: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> EngineError {
    let hint = closest(given, names).map(did_you_mean);
    EngineError(error.0 + &hint.unwrap_or_default())
}

fn did_you_mean(name: &str) -> String {
    format!(": did you mean {name}?")
}
