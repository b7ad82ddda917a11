//! The content of a line: a search, a request about rules, or an action.

use super::answer::RequestError;
use super::fields::{FieldValue, Wrong, check_keys, expected, text};
use super::json::{self, Pairs};
use super::rule_request::{self, RuleRequest};
use super::search_request::{self, AnalysisRequest};
use crate::engine::EngineError;
use crate::protocol::error::unknown;
use serde::Serialize;
use serde_json::{Number, Value};

/// The id that a client gives to a request. It stands in every answer to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Id {
    Text(String),
    Number(Number),
}

impl FieldValue for Id {
    fn read(value: &Value) -> Result<Self, EngineError> {
        match value {
            Value::String(text) => Ok(Self::Text(text.clone())),
            Value::Number(number) => Ok(Self::Number(number.clone())),
            _ => Err(expected("a text or a number", value)),
        }
    }
}

/// An action, executed at once.
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(
    test,
    derive(schemars::JsonSchema),
    schemars(rename = "ActionRequest", tag = "action", rename_all = "snake_case")
)]
pub enum ServerAction {
    /// Terminates the searches of all requests with this id.
    Terminate {
        /// The id of these requests.
        target: Id,
    },
    /// Terminates all searches.
    TerminateAll,
    /// Forgets everything that was searched.
    ClearCache,
    /// Asks for the engine's version.
    QueryVersion,
    /// Asks for the names of the variants.
    QueryVariants,
}

impl ServerAction {
    const NAMES: [&str; 5] =
        ["terminate", "terminate_all", "clear_cache", "query_version", "query_variants"];

    /// Its name in a request.
    pub fn name(&self) -> &'static str {
        Self::NAMES[match self {
            Self::Terminate { .. } => 0,
            Self::TerminateAll => 1,
            Self::ClearCache => 2,
            Self::QueryVersion => 3,
            Self::QueryVariants => 4,
        }]
    }
}

/// A parsed line.
pub enum Message {
    Search(Box<AnalysisRequest>),
    Rules(Box<RuleRequest>),
    Act(Id, ServerAction),
}

/// Parses a line.
///
/// # Errors
/// Names the first key with an error. The error carries the line's id if it can be read.
pub fn read(line: &[u8]) -> Result<Message, RequestError> {
    let (pairs, fault) = json::read(line);
    let id = find_id(&pairs);
    if let Some(fault) = fault {
        return Err(RequestError::broken(id.ok(), fault));
    }
    let id = id.map_err(|error| RequestError::of(None, error, Some("id")))?;
    let has = |wanted: &str| pairs.iter().any(|(key, _)| key == wanted);
    let read = if has("action") {
        read_action(&pairs).map(|action| Message::Act(id.clone(), action))
    } else if has("query") || has("raw") {
        rule_request::read(&pairs, id.clone()).map(|request| Message::Rules(Box::new(request)))
    } else {
        search_request::read(&pairs, id.clone(), line.len())
            .map(|request| Message::Search(Box::new(request)))
    };
    read.map_err(|Wrong(error, field)| RequestError::of(Some(id), error, field.as_deref()))
}

fn find_id(pairs: &Pairs) -> Result<Id, EngineError> {
    let value = pairs.iter().find(|(key, _)| key == "id").map(|(_, value)| value);
    let value = value.ok_or_else(|| EngineError::new("an id is missing"))?;
    Id::read(value)
}

fn read_action(pairs: &Pairs) -> Result<ServerAction, Wrong> {
    let value = |wanted| pairs.iter().find(|(key, _)| key == wanted).map(|(_, value)| value);
    let in_action = || Wrong::in_field("action");
    let name = text(value("action").unwrap_or(&Value::Null)).map_err(in_action())?;
    let has_target = name == "terminate";
    let action = match name {
        "terminate" => ServerAction::Terminate { target: target(value("target"))? },
        "terminate_all" => ServerAction::TerminateAll,
        "clear_cache" => ServerAction::ClearCache,
        "query_version" => ServerAction::QueryVersion,
        "query_variants" => ServerAction::QueryVariants,
        _ => return Err(in_action()(unknown("action", name, ServerAction::NAMES))),
    };
    let known = ["id", "action", "target"];
    check_keys(pairs, if has_target { &known } else { &known[..2] }, |_| None)?;
    Ok(action)
}

fn target(value: Option<&Value>) -> Result<Id, Wrong> {
    let missing = || EngineError::new("the id of what is to be terminated is missing");
    let read = value.ok_or_else(missing).and_then(|value| {
        Id::read(value).map_err(|_| expected("an id, a text or a number", value))
    });
    read.map_err(Wrong::in_field("target"))
}
