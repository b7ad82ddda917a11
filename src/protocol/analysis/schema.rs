//! Makes the JSON Schema of requests and answers from their types. `schema.json` is a copy of it, which the program
//! prints; a test compares the two. So no program is built with the crate that makes schemas.

use super::answer::{AnalysisAnswer, Done, RequestError};
use super::fields::{LineCount, SearchOptionValues};
use super::request::ServerAction;
use super::rule_answer::RuleAnswer;
use super::rule_request::{RAW_OPTION, RawOptions, RuleFields};
use super::search_request::SearchFields;
use crate::engine::Position;
use crate::games::Variant;
use crate::protocol::options::{Declaration, Kind, OptionId, Scope, declarations};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// A type with a schema of its own.
macro_rules! schema_of {
    ($type:ty, $name:literal, $schema:expr) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

schema_of!(Variant, "Variant", json_schema!({"enum": Variant::NAMES}));
schema_of!(Position, "Position", json_schema!({"type": "string"}));
schema_of!(LineCount, "LineCount", {
    let found = declarations().find(|option| option.id == OptionId::MultiPv);
    option(&found.unwrap_or_else(|| unreachable!()))
});
schema_of!(SearchOptionValues, "SearchOptions", {
    options(declarations().filter(|option| option.scope == Scope::Search))
});
schema_of!(RawOptions, "RawOptions", {
    options(declarations().filter(|option| option.name == RAW_OPTION))
});

fn options(declarations: impl Iterator<Item = Declaration>) -> Schema {
    let properties: Map<String, Value> = declarations
        .map(|declaration| (declaration.name.to_string(), option(&declaration).into()))
        .collect();
    json_schema!({"type": "object", "properties": properties})
}

fn option(declaration: &Declaration) -> Schema {
    let mut schema = match declaration.kind {
        Kind::Check(default) => json_schema!({"type": "boolean", "default": default}),
        Kind::Spin(default, least, greatest) => json_schema!({
            "type": "integer", "default": default, "minimum": least, "maximum": greatest,
        }),
        Kind::Combo(values) => json_schema!({"enum": values, "default": values[0]}),
        Kind::Text | Kind::Button => json_schema!({"type": "string"}),
    };
    schema.insert("description".to_string(), declaration.purpose.into());
    schema
}

/// The whole schema.
fn document() -> Value {
    let mut requests = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    requests.subschema_for::<SearchFields>();
    requests.subschema_for::<RuleFields>();
    requests.subschema_for::<ServerAction>();
    let mut defs = requests.take_definitions(true);
    let id = json!({"$ref": "#/$defs/Id"});
    for (name, needed) in [
        ("SearchRequest", &["id", "variant"][..]),
        ("RuleRequest", &["id", "variant"]),
        ("ActionRequest", &["id"]),
    ] {
        add_id(&mut defs[name], &id, needed);
    }
    defs["SearchRequest"]["anyOf"] = one_of_these(&["depth", "nodes", "movetime", "mate"]);
    defs["RuleRequest"]["anyOf"] = one_of_these(&["query", "raw"]);
    let mut answers = SchemaSettings::draft2020_12().for_serialize().into_generator();
    answers.subschema_for::<AnalysisAnswer<'_>>();
    answers.subschema_for::<RuleAnswer<'_>>();
    answers.subschema_for::<Done<'_>>();
    answers.subschema_for::<RequestError>();
    for (name, schema) in answers.take_definitions(true) {
        let known = defs.insert(name.clone(), schema.clone());
        assert!(known.is_none_or(|known| known == schema), "two types are called {name}");
    }
    defs.values_mut().for_each(make_strict);
    let any = |names: &[&str]| {
        let refs = names.iter().map(|name| json!({"$ref": format!("#/$defs/{name}")}));
        json!({"anyOf": refs.collect::<Vec<_>>()})
    };
    defs.insert("Request".into(), any(&["SearchRequest", "RuleRequest", "ActionRequest"]));
    let answers = ["SearchAnswer", "RuleAnswer", "ActionAnswer", "ErrorAnswer"];
    defs.insert("Answer".into(), any(&answers));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Lines of the analysis server of Strategos",
        "description": "A line of input is a Request, a line of output an Answer. protocol.md explains them.",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Answer"}],
        "$defs": defs,
    })
}

/// At least one of these keys.
fn one_of_these(keys: &[&str]) -> Value {
    keys.iter().map(|key| json!({"required": [key]})).collect()
}

/// Adds the key `id` to the objects of a request, and makes keys mandatory.
fn add_id(schema: &mut Value, id: &Value, needed: &[&str]) {
    if let Some(branches) = schema.get_mut("oneOf").and_then(Value::as_array_mut) {
        return branches.iter_mut().for_each(|branch| add_id(branch, id, needed));
    }
    schema["properties"]["id"] = id.clone();
    let more = needed.iter().map(|key| json!(key));
    let before = schema["required"].as_array().cloned().unwrap_or_default();
    schema["required"] = before.into_iter().chain(more).collect();
}

/// Refuses unknown keys of objects, and `null` for keys that may be left out: the server writes no such `null`, and
/// reads none.
fn make_strict(schema: &mut Value) {
    if let Some(object) = schema.as_object_mut() {
        if let Some(properties) = object.get("properties").cloned() {
            object.insert("additionalProperties".into(), json!(false));
            let required = object.get("required").cloned().unwrap_or_default();
            let is_required =
                |key: &String| required.as_array().is_some_and(|all| all.contains(&json!(key)));
            let kept = properties.as_object().cloned().unwrap_or_default().into_iter();
            let strict = kept.map(|(key, value)| {
                let value = if is_required(&key) { value } else { without_null(value) };
                (key, value)
            });
            object.insert("properties".into(), Value::Object(strict.collect()));
        }
        object.values_mut().for_each(make_strict);
    } else if let Some(values) = schema.as_array_mut() {
        values.iter_mut().for_each(make_strict);
    }
}

/// The same schema without the type `null`.
fn without_null(mut schema: Value) -> Value {
    if let Some(types) = schema.get_mut("type").and_then(Value::as_array_mut) {
        types.retain(|kind| kind != "null");
        if let [kind] = &types[..] {
            schema["type"] = kind.clone();
        }
    }
    if let Some(branches) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        branches.retain(|branch| branch["type"] != "null");
        if let [Value::Object(only)] = &branches[..] {
            let only = only.clone();
            let Value::Object(mut object) = schema else { return schema };
            object.remove("anyOf");
            object.extend(only);
            return Value::Object(object);
        }
    }
    schema
}

/// Where the copy is.
const COPY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/protocol/analysis/schema.json");
/// If set, the test writes the copy.
const WRITE: &str = "STRATEGOS_WRITE_SCHEMA";

#[test]
fn the_copy_is_what_the_types_say() {
    let made = format!("{:#}\n", document());
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(COPY, &made).unwrap_or_else(|error| unreachable!("{error}"));
    }
    let copy = std::fs::read_to_string(COPY).unwrap_or_default();
    assert!(made == copy, "types have changed: {WRITE}=1 cargo test --lib schema writes {COPY}");
}

#[test]
fn a_key_that_may_be_left_out_is_never_null() {
    let schema = json!({"type": "object", "required": ["a"], "properties": {
        "a": {"type": ["string", "null"]},
        "b": {"type": ["string", "null"]},
        "c": {"description": "c", "anyOf": [{"$ref": "#/$defs/C"}, {"type": "null"}]},
    }});
    let mut strict = schema.clone();
    make_strict(&mut strict);
    let mut expected = schema;
    expected["additionalProperties"] = json!(false);
    expected["properties"]["b"] = json!({"type": "string"});
    expected["properties"]["c"] = json!({"description": "c", "$ref": "#/$defs/C"});
    assert_eq!(strict, expected);
}
