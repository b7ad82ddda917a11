//! The keys of requests: each kind of request is a struct, which `request_fields!` declares together with its
//! reader. The values read themselves from JSON, with errors that say what was expected.

use super::json::Pairs;
use crate::engine::{EngineError, Position, quote};
use crate::games::Variant;
use crate::protocol::command::parse_position;
use crate::protocol::error::{unknown, variant_of};
use crate::protocol::options::{Kind, Options, Scope, declarations};
use serde_json::Value;
use std::collections::HashSet;
use std::time::Duration;

/// An error in a request, and the key that caused it, if known.
pub struct Wrong(pub String, pub Option<String>);

impl Wrong {
    /// The error as one of the key `field`.
    pub fn in_field(field: &str) -> impl FnOnce(EngineError) -> Self + '_ {
        move |error| Self(error.to_string(), Some(quote(field)))
    }
}

/// The value of a key.
pub trait FieldValue: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// Says what was expected.
    fn read(value: &Value) -> Result<Self, EngineError>;
}

/// Declares a kind of request: a struct with an optional value for each key, and its reader.
macro_rules! request_fields {
    ($(#[$doc:meta])* $name:ident { $($(#[$note:meta])* $field:ident: $type:ty = $key:tt,)* }) => {
        #[derive(Default)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        $(#[$doc])*
        pub struct $name {
            $($(#[$note])* #[cfg_attr(test, schemars(rename = $key))] pub $field: Option<$type>,)*
        }

        impl $name {
            /// The keys, in the order of the declaration.
            pub const KEYS: &'static [&'static str] = &[$($key),*];

            /// Reads the values of all known keys.
            pub fn read(
                pairs: &$crate::protocol::analysis::json::Pairs,
            ) -> Result<Self, $crate::protocol::analysis::fields::Wrong> {
                use $crate::protocol::analysis::fields::{FieldValue, Wrong};
                let mut fields = Self::default();
                for (key, value) in pairs {
                    match key.as_str() {
                        $($key => {
                            let read = FieldValue::read(value).map_err(Wrong::in_field(key))?;
                            fields.$field = Some(read);
                        })*
                        _ => {}
                    }
                }
                Ok(fields)
            }
        }
    };
}
pub(super) use request_fields;

/// Checks that every key is one of `known` and occurs once. `stranger` explains a key that is not known; by default
/// the error suggests the most similar one.
pub fn check_keys(
    pairs: &Pairs,
    known: &[&str],
    stranger: impl Fn(&str) -> Option<EngineError>,
) -> Result<(), Wrong> {
    let mut seen = HashSet::new();
    for (key, _) in pairs {
        let fault = if !known.contains(&key.as_str()) {
            stranger(key).unwrap_or_else(|| unknown("key", key, known.iter().copied()))
        } else if !seen.insert(key) {
            EngineError::new(format!("the key stands there twice ({key})"))
        } else {
            continue;
        };
        return Err(Wrong::in_field(key)(fault));
    }
    Ok(())
}

/// The error that something else was expected.
pub fn expected(what: &str, value: &Value) -> EngineError {
    EngineError::new(format!("expected {what} ({value})"))
}

/// A text.
pub fn text(value: &Value) -> Result<&str, EngineError> {
    value.as_str().ok_or_else(|| expected("a text", value))
}

/// Reads a list without duplicates. `what` names an element in the error.
pub fn different<T: PartialEq>(
    what: &str,
    values: Vec<T>,
    name: impl Fn(&T) -> String,
) -> Result<Vec<T>, EngineError> {
    for (index, value) in values.iter().enumerate() {
        if values[..index].contains(value) {
            let name = name(value);
            return Err(EngineError::new(format!("the {what} stands there twice ({name})")));
        }
    }
    Ok(values)
}

impl FieldValue for String {
    fn read(value: &Value) -> Result<Self, EngineError> {
        text(value).map(str::to_string)
    }
}

impl FieldValue for bool {
    fn read(value: &Value) -> Result<Self, EngineError> {
        value.as_bool().ok_or_else(|| expected("true or false", value))
    }
}

impl FieldValue for i64 {
    fn read(value: &Value) -> Result<Self, EngineError> {
        value.as_i64().ok_or_else(|| expected("a whole number", value))
    }
}

impl FieldValue for u64 {
    fn read(value: &Value) -> Result<Self, EngineError> {
        value.as_u64().ok_or_else(|| expected("a whole number that is not negative", value))
    }
}

impl FieldValue for usize {
    fn read(value: &Value) -> Result<Self, EngineError> {
        u64::read(value).map(|number| Self::try_from(number).unwrap_or(Self::MAX))
    }
}

impl<T: FieldValue> FieldValue for Vec<T> {
    fn read(value: &Value) -> Result<Self, EngineError> {
        let values = value.as_array().ok_or_else(|| expected("a list", value))?;
        values.iter().map(T::read).collect()
    }
}

impl FieldValue for Variant {
    fn read(value: &Value) -> Result<Self, EngineError> {
        variant_of(text(value)?)
    }
}

impl FieldValue for Position {
    fn read(value: &Value) -> Result<Self, EngineError> {
        position(text(value)?)
    }
}

/// The position that follows the command `position`.
pub fn position(text: &str) -> Result<Position, EngineError> {
    parse_position(text.as_bytes()).map_err(|error| EngineError(error.to_string()))
}

/// A time in milliseconds.
#[derive(Clone, Copy)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(transparent))]
pub struct Milliseconds(pub u64);

impl FieldValue for Milliseconds {
    fn read(value: &Value) -> Result<Self, EngineError> {
        u64::read(value).map(Self)
    }
}

impl Milliseconds {
    /// The interval of this length; `None` for 0.
    pub fn interval(self) -> Option<Duration> {
        (self.0 > 0).then(|| Duration::from_millis(self.0))
    }
}

/// The number of lines, in the range of the option `MultiPV`.
pub struct LineCount(pub usize);

impl FieldValue for LineCount {
    fn read(value: &Value) -> Result<Self, EngineError> {
        let mut options = Options::default();
        set_option(&mut options, "MultiPV", value)?;
        Ok(Self(options.multipv))
    }
}

/// The options of a search.
pub struct SearchOptionValues(pub Options);

impl FieldValue for SearchOptionValues {
    fn read(value: &Value) -> Result<Self, EngineError> {
        let object = value.as_object().ok_or_else(|| expected("an object", value))?;
        let mut options = Options::default();
        for (name, value) in object {
            set_search_option(&mut options, name, value)?;
        }
        Ok(Self(options))
    }
}

/// Sets an option that concerns searches, by its name in the protocol.
fn set_search_option(options: &mut Options, name: &str, value: &Value) -> Result<(), EngineError> {
    let of_searches = || declarations().filter(|declaration| declaration.scope == Scope::Search);
    if of_searches().any(|declaration| declaration.name.eq_ignore_ascii_case(name)) {
        return set_option(options, name, value);
    }
    if declarations().any(|declaration| declaration.name.eq_ignore_ascii_case(name)) {
        let text = format!("option {name} cannot be set by a request");
        return Err(EngineError::new(text));
    }
    Err(unknown("option", name, of_searches().map(|declaration| declaration.name)))
}

/// Sets an option from a JSON value, which must have the option's type.
pub fn set_option(options: &mut Options, name: &str, value: &Value) -> Result<(), EngineError> {
    let mut known = declarations();
    let named = known.find(|declaration| declaration.name.eq_ignore_ascii_case(name));
    let declaration =
        named.ok_or_else(|| unknown("option", name, declarations().map(|known| known.name)))?;
    let text = match (declaration.kind, value) {
        (Kind::Check(_), Value::Bool(flag)) => flag.to_string(),
        (Kind::Spin(..), Value::Number(number)) => number.to_string(),
        (Kind::Combo(_) | Kind::Text, Value::String(text)) => text.clone(),
        _ => return Err(declaration.fault(&value.to_string())),
    };
    options.set(name, Some(&text)).map(drop)
}
