//! Checks lines against the JSON Schema in the repository. It knows the keywords that this schema uses, and no others.

use serde_json::{Map, Value, json};
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../src/protocol/analysis/schema.json");

static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(TEXT).unwrap());

/// Checks a line of output.
pub fn check_answer(answer: &Value) {
    let faults = faults("Answer", answer);
    assert!(faults.is_empty(), "{answer}\nis no answer by the schema: {faults:#?}");
}

/// What is wrong with a line, by one of the schemas of the document.
pub fn faults(name: &str, line: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let schema = json!({"$ref": format!("#/$defs/{name}")});
    check(schema.as_object().unwrap(), line, "line", &mut faults);
    faults
}

fn holds(schema: &Value, value: &Value) -> bool {
    let mut faults = Vec::new();
    check(schema.as_object().unwrap(), value, "", &mut faults);
    faults.is_empty()
}

fn check(schema: &Map<String, Value>, value: &Value, at: &str, faults: &mut Vec<String>) {
    for (keyword, wanted) in schema {
        let is_right = match keyword.as_str() {
            "$ref" => {
                let pointer = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                let target = DOCUMENT.pointer(pointer).unwrap().as_object().unwrap();
                check(target, value, at, faults);
                true
            }
            "anyOf" => wanted.as_array().unwrap().iter().any(|schema| holds(schema, value)),
            "oneOf" => {
                wanted.as_array().unwrap().iter().filter(|one| holds(one, value)).count() == 1
            }
            "type" => match wanted.as_array() {
                Some(types) => types.iter().any(|kind| is_of(kind, value)),
                None => is_of(wanted, value),
            },
            "const" => value == wanted,
            "enum" => wanted.as_array().unwrap().contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= wanted.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= wanted.as_f64().unwrap()),
            "minItems" => {
                value.as_array().is_none_or(|all| all.len() as u64 >= wanted.as_u64().unwrap())
            }
            "maxItems" => {
                value.as_array().is_none_or(|all| all.len() as u64 <= wanted.as_u64().unwrap())
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(wanted.as_object().unwrap(), item, &format!("{at}[{index}]"), faults);
                }
                true
            }
            "required" => value.as_object().is_none_or(|object| {
                wanted
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|key| object.contains_key(key.as_str().unwrap()))
            }),
            "properties" => {
                for (key, item) in value.as_object().into_iter().flatten() {
                    match wanted.get(key) {
                        Some(schema) => {
                            check(
                                schema.as_object().unwrap(),
                                item,
                                &format!("{at}.{key}"),
                                faults,
                            );
                        }
                        None => assert_eq!(schema["additionalProperties"], json!(false)),
                    }
                }
                true
            }
            "additionalProperties" => {
                assert_eq!(wanted, &json!(false));
                let properties = schema["properties"].as_object().unwrap();
                value
                    .as_object()
                    .is_none_or(|object| object.keys().all(|key| properties.contains_key(key)))
            }
            "description" | "format" | "default" | "title" => true,
            _ => panic!("this test does not know the keyword {keyword}"),
        };
        if !is_right {
            faults.push(format!("{at}: {keyword} {wanted}"));
        }
    }
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("there is no type {other}"),
    }
}

#[test]
fn the_schema_tells_right_from_wrong() {
    for right in [
        json!({"id": 1, "variant": "pacru", "depth": 3, "options": {"Seed": 3}}),
        json!({"id": "x", "variant": "pacru", "query": ["fen"], "positions": ["startpos"]}),
        json!({"id": "x", "variant": "pacru", "raw": true}),
        json!({"id": "x", "action": "terminate", "target": 3}),
        json!({"id": "x", "action": "query_version"}),
    ] {
        assert_eq!(faults("Request", &right), Vec::<String>::new(), "{right}");
    }
    for wrong in [
        json!({"variant": "pacru", "depth": 3}),
        json!({"id": 1, "depth": 3}),
        json!({"id": 1, "variant": "pacru"}),
        json!({"id": 1, "variant": "pacru", "depth": null}),
        json!({"id": 1, "variant": "pacru", "dept": 3}),
        json!({"id": 1, "variant": "pacrux", "depth": 3}),
        json!({"id": 1, "variant": "pacru", "depth": 3, "multipv": 257}),
        json!({"id": 1, "variant": "pacru", "depth": 3, "options": {"Hash": 3}}),
        json!({"id": 1, "variant": "pacru", "depth": 3, "query": ["fen"]}),
        json!({"id": 1, "variant": "pacru", "query": ["fens"]}),
        json!({"id": 1, "action": "terminate"}),
        json!({"id": 1, "action": "stop"}),
    ] {
        assert_ne!(faults("Request", &wrong), Vec::<String>::new(), "{wrong}");
    }
    assert_ne!(faults("Answer", &json!({"id": 1, "error": 3})), Vec::<String>::new());
}

#[test]
fn the_program_prints_it() {
    let mut program = crate::common::engine::Engine::start_with(&["analysis", "--schema"]);
    let lines = program.finish();
    assert_eq!(lines, TEXT.lines().collect::<Vec<_>>());
}
