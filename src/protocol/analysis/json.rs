//! Reads a line as a JSON object. The readable pairs of a broken line are kept, so that the error
//! can carry the line's id. Duplicate keys are kept too.

use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// Keys and values of a line, in their order.
pub type Pairs = Vec<(String, Value)>;

/// Reads a line. Returns the readable pairs, and the error if the line is not an object.
pub fn read(line: &[u8]) -> (Pairs, Option<String>) {
    let mut pairs = Pairs::new();
    let line = line.trim_ascii_end();
    let mut json = serde_json::Deserializer::from_slice(line);
    let read = (&mut json).deserialize_map(Collector(&mut pairs)).and_then(|()| json.end());
    // A number at the end of a truncated line may be incomplete.
    if read.as_ref().is_err_and(serde_json::Error::is_eof)
        && line.last().is_some_and(u8::is_ascii_digit)
    {
        pairs.pop_if(|(_, value)| value.is_number());
    }
    let fault = read.err().map(|error| {
        let text = error.to_string();
        // The answer gives the line number, so it is removed here.
        let reason = text.rsplit_once(" at line ").map_or(&text[..], |(reason, _)| reason);
        format!("no JSON object: {reason} (column {})", error.column())
    });
    (pairs, fault)
}

/// Collects the pairs of an object in their order.
struct Collector<'a>(&'a mut Pairs);

impl<'de> Visitor<'de> for Collector<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        while let Some(pair) = object.next_entry()? {
            self.0.push(pair);
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn keys(line: &str) -> (Vec<String>, Option<String>) {
        let (pairs, fault) = read(line.as_bytes());
        (pairs.into_iter().map(|(key, _)| key).collect(), fault)
    }

    #[test]
    fn pairs_come_in_their_order_and_twice_where_they_stand_twice() {
        let (found, fault) = keys(" {\"b\": 1, \"a\": [2, {\"c\": 3}], \"b\": null} \r\n");
        assert_eq!((found, fault), (["b", "a", "b"].map(String::from).to_vec(), None));
    }

    #[test]
    fn of_a_broken_line_the_beginning_is_known() {
        for (line, expected, reason) in [
            ("{\"id\": 1, \"a\": tru", &["id"][..], "EOF while parsing a value (column 18)"),
            ("{\"a\": null, \"id\": 12", &["a"], "EOF while parsing an object (column 20)"),
            ("{\"id\": 12 ", &[], "EOF while parsing an object (column 9)"),
            ("{\"id\": 1}}", &["id"], "trailing characters (column 10)"),
            ("{\"id\": 1, \"a\": 1e999}", &["id"], "number out of range (column 20)"),
            ("[1]", &[], "invalid type: sequence, expected an object (column 0)"),
            ("", &[], "EOF while parsing a value (column 0)"),
            ("\u{1}", &[], "expected value (column 1)"),
        ] {
            let (found, fault) = keys(line);
            assert_eq!(
                (&found[..], fault),
                (
                    &expected.iter().map(|key| key.to_string()).collect::<Vec<_>>()[..],
                    Some(format!("no JSON object: {reason}"))
                ),
                "{line}"
            );
        }
        let (_, fault) = read(b"{\"id\": \"\xFF\"}");
        assert!(fault.unwrap().contains("unicode"));
    }

    #[test]
    fn no_depth_of_brackets_is_too_much() {
        let (_, fault) = keys(&format!("{{\"id\": {}", "[".repeat(1_000_000)));
        assert!(fault.unwrap().contains("recursion limit"));
    }
}
