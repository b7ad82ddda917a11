//! The content of a line: a search or an action. Every key of a request is declared once, in
//! [`FIELDS`].

use super::answer::RequestError;
use super::json::{self, Pairs};
use crate::engine::{EngineError, Position, Start, quote};
use crate::games::Variant;
use crate::protocol::command::{Go, parse_position};
use crate::protocol::error::{unknown, variant_of};
use crate::protocol::options::{Kind, Options, Scope, declarations};
use serde::Serialize;
use serde_json::{Number, Value};
use std::collections::HashSet;
use std::time::Duration;

/// The id that a client gives to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Id {
    Text(String),
    Number(Number),
}

/// A request to search one or more positions.
#[derive(Debug)]
pub struct AnalysisRequest {
    pub id: Id,
    pub variant: Variant,
    /// The position, with all of its moves.
    pub position: Position,
    /// Limits and `searchmoves`.
    pub go: Go,
    pub options: Options,
    /// Requests with a higher priority are searched first.
    pub priority: i64,
    /// Numbers of tokens after which the position is searched; `None` for all tokens.
    pub turns: Option<Vec<usize>>,
    /// Interval of partial results, if requested.
    pub report_every: Option<Duration>,
    /// Whether the answer has what endgame tables say.
    pub tables: bool,
    /// Length of the line in bytes.
    pub bytes: usize,
}

/// An action, executed at once.
#[derive(Debug, PartialEq, Eq)]
pub enum ServerAction {
    /// Terminate the searches with this id.
    Terminate(Id),
    TerminateAll,
    ClearCache,
    QueryVersion,
    QueryVariants,
}

impl ServerAction {
    const NAMES: [&str; 5] =
        ["terminate", "terminate_all", "clear_cache", "query_version", "query_variants"];

    /// Its name in a request.
    pub fn name(&self) -> &'static str {
        Self::NAMES[match self {
            Self::Terminate(_) => 0,
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
    Act(Id, ServerAction),
}

/// An error in a request, and the key that caused it, if known.
struct Wrong(String, Option<String>);

impl Wrong {
    fn in_field(field: &str) -> impl FnOnce(EngineError) -> Self + '_ {
        move |error| Self(error.to_string(), Some(quote(field)))
    }
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
    let read = match pairs.iter().any(|(key, _)| key == "action") {
        true => read_action(&pairs).map(|action| Message::Act(id.clone(), action)),
        false => read_search(&pairs, id.clone(), line.len())
            .map(|request| Message::Search(Box::new(request))),
    };
    read.map_err(|Wrong(error, field)| RequestError::of(Some(id), error, field.as_deref()))
}

fn find_id(pairs: &Pairs) -> Result<Id, EngineError> {
    let value = pairs.iter().find(|(key, _)| key == "id").map(|(_, value)| value);
    let value = value.ok_or_else(|| EngineError::new("an id is missing"))?;
    Id::read(value).ok_or_else(|| expected("a text or a number", value))
}

impl Id {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Number(number) => Some(Self::Number(number.clone())),
            _ => None,
        }
    }
}

// --- Searches ---------------------------------------------------------------------------------------

/// A partially parsed request.
struct Draft {
    variant: Option<Variant>,
    position: Position,
    go: Go,
    options: Options,
    priority: i64,
    turns: Option<Vec<usize>>,
    report_every: Option<Duration>,
    tables: bool,
}

/// Reads the value of one key.
type ReadField = fn(&mut Draft, &Value) -> Result<(), EngineError>;

/// The keys of a request, except its id.
const FIELDS: &[(&str, ReadField)] = &[
    ("variant", |draft, value| {
        draft.variant = Some(variant_of(text(value)?)?);
        Ok(())
    }),
    ("position", |draft, value| {
        let read = parse_position(text(value)?.as_bytes());
        draft.position = read.map_err(|error| EngineError(error.to_string()))?;
        Ok(())
    }),
    ("depth", |draft, value| keep(&mut draft.go.depth, count(value)?)),
    ("nodes", |draft, value| keep(&mut draft.go.nodes, count(value)?)),
    ("mate", |draft, value| keep(&mut draft.go.mate, count(value)?)),
    ("movetime", |draft, value| keep(&mut draft.go.movetime, milliseconds(value)?)),
    ("searchmoves", |draft, value| {
        draft.go.searchmoves = list(value, token)?;
        Ok(())
    }),
    ("multipv", |draft, value| set_option(&mut draft.options, "MultiPV", value)),
    ("options", |draft, value| {
        let object = value.as_object().ok_or_else(|| expected("an object", value))?;
        object.iter().try_for_each(|(name, value)| set_search_option(draft, name, value))
    }),
    ("priority", |draft, value| {
        draft.priority = value.as_i64().ok_or_else(|| expected("a whole number", value))?;
        Ok(())
    }),
    ("analyseTurns", |draft, value| keep(&mut draft.turns, list(value, turn)?)),
    ("reportEvery", |draft, value| {
        let every = Some(milliseconds(value)?).filter(|every| *every > 0);
        let every = every.ok_or_else(|| expected("a number of milliseconds above 0", value))?;
        keep(&mut draft.report_every, Duration::from_millis(every as u64))
    }),
    ("tables", |draft, value| {
        draft.tables = value.as_bool().ok_or_else(|| expected("true or false", value))?;
        Ok(())
    }),
];

fn read_search(pairs: &Pairs, id: Id, bytes: usize) -> Result<AnalysisRequest, Wrong> {
    let mut draft = Draft {
        variant: None,
        position: Position::from_start(Start::StartPos),
        go: Go::default(),
        options: Options::default(),
        priority: 0,
        turns: None,
        report_every: None,
        tables: false,
    };
    let fields = FIELDS.iter().map(|(name, _)| *name);
    check_keys(pairs, &fields.chain(["id", "action"]).collect::<Vec<_>>())?;
    for (key, value) in pairs {
        if let Some((_, read)) = FIELDS.iter().find(|(name, _)| name == key) {
            read(&mut draft, value).map_err(Wrong::in_field(key))?;
        }
    }
    let Draft { variant, position, go, options, priority, turns, report_every, tables } = draft;
    let missing = || EngineError::new("a variant is missing");
    let variant = variant.ok_or_else(missing).map_err(Wrong::in_field("variant"))?;
    if go.has_no_limit() {
        let error = "a limit is missing: depth, nodes, movetime or mate".to_string();
        return Err(Wrong(error, None));
    }
    if let Some(turns) = &turns {
        check_turns(turns, position.moves.len()).map_err(Wrong::in_field("analyseTurns"))?;
    }
    Ok(AnalysisRequest {
        id,
        variant,
        position,
        go,
        options,
        priority,
        turns,
        report_every,
        tables,
        bytes,
    })
}

/// Checks that every key is known and occurs once.
fn check_keys(pairs: &Pairs, known: &[&str]) -> Result<(), Wrong> {
    let mut seen = HashSet::new();
    for (key, _) in pairs {
        let fault = if !known.contains(&key.as_str()) {
            unknown("key", key, known.iter().copied())
        } else if !seen.insert(key) {
            EngineError::new(format!("the key stands there twice ({key})"))
        } else {
            continue;
        };
        return Err(Wrong::in_field(key)(fault));
    }
    Ok(())
}

fn check_turns(turns: &[usize], moves: usize) -> Result<(), EngineError> {
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

/// Sets an option that concerns searches, by its name in the protocol.
fn set_search_option(draft: &mut Draft, name: &str, value: &Value) -> Result<(), EngineError> {
    let of_searches = || declarations().filter(|declaration| declaration.scope == Scope::Search);
    if of_searches().any(|declaration| declaration.name.eq_ignore_ascii_case(name)) {
        return set_option(&mut draft.options, name, value);
    }
    if declarations().any(|declaration| declaration.name.eq_ignore_ascii_case(name)) {
        let text = format!("option {name} cannot be set by a request");
        return Err(EngineError::new(text));
    }
    Err(unknown("option", name, of_searches().map(|declaration| declaration.name)))
}

/// Sets an option from a JSON value, which must have the option's type.
fn set_option(options: &mut Options, name: &str, value: &Value) -> Result<(), EngineError> {
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

// --- Actions ----------------------------------------------------------------------------------------

fn read_action(pairs: &Pairs) -> Result<ServerAction, Wrong> {
    let value = |wanted| pairs.iter().find(|(key, _)| key == wanted).map(|(_, value)| value);
    let in_action = || Wrong::in_field("action");
    let name = text(value("action").unwrap_or(&Value::Null)).map_err(in_action())?;
    let has_target = name == "terminate";
    let action = match name {
        "terminate" => ServerAction::Terminate(target(value("target"))?),
        "terminate_all" => ServerAction::TerminateAll,
        "clear_cache" => ServerAction::ClearCache,
        "query_version" => ServerAction::QueryVersion,
        "query_variants" => ServerAction::QueryVariants,
        _ => return Err(in_action()(unknown("action", name, ServerAction::NAMES))),
    };
    let known = ["id", "action", "target"];
    check_keys(pairs, if has_target { &known } else { &known[..2] })?;
    Ok(action)
}

fn target(value: Option<&Value>) -> Result<Id, Wrong> {
    let missing = || EngineError::new("the id of what is to be terminated is missing");
    let read = value.ok_or_else(missing).and_then(|value| {
        Id::read(value).ok_or_else(|| expected("an id, a text or a number", value))
    });
    read.map_err(Wrong::in_field("target"))
}

// --- Values -----------------------------------------------------------------------------------------

fn expected(what: &str, value: &Value) -> EngineError {
    EngineError::new(format!("expected {what} ({value})"))
}

fn keep<T>(place: &mut Option<T>, value: T) -> Result<(), EngineError> {
    *place = Some(value);
    Ok(())
}

fn text(value: &Value) -> Result<&str, EngineError> {
    value.as_str().ok_or_else(|| expected("a text", value))
}

fn count(value: &Value) -> Result<u64, EngineError> {
    value.as_u64().ok_or_else(|| expected("a whole number that is not negative", value))
}

fn milliseconds(value: &Value) -> Result<i64, EngineError> {
    count(value).map(|number| i64::try_from(number).unwrap_or(i64::MAX))
}

fn token(value: &Value) -> Result<String, EngineError> {
    text(value).map(str::to_string)
}

fn turn(value: &Value) -> Result<usize, EngineError> {
    count(value).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
}

fn list<T>(
    value: &Value,
    read: fn(&Value) -> Result<T, EngineError>,
) -> Result<Vec<T>, EngineError> {
    let values = value.as_array().ok_or_else(|| expected("a list", value))?;
    values.iter().map(read).collect()
}
