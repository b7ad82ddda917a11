//! From the text of a file to definitions of variants. It knows the form of the file, and no game.

use super::FileFault;
use crate::game::SwitchValue;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Longest text of a value, in bytes.
const MOST_TEXT_BYTES: usize = 1000;

/// A variant as the file has it.
#[derive(Debug)]
pub(super) struct Definition {
    pub name: String,
    /// The line of its name, from 1.
    pub line: usize,
    pub entries: Vec<Entry>,
}

/// A key and its value.
#[derive(Debug)]
pub(super) struct Entry {
    pub key: String,
    pub value: SwitchValue,
    /// The line of the key, from 1.
    pub line: usize,
}

/// The definitions that could be read, and what is wrong with the others.
pub(super) struct Reading {
    pub definitions: Vec<Definition>,
    /// Where the text is no TOML.
    pub syntax: Vec<FileFault>,
    pub faults: Vec<FileFault>,
}

/// Reads the tables of a file, in their order.
pub(super) fn definitions(path: &Path, text: &str) -> Reading {
    let mut reader = Reader { path, text, faults: Vec::new() };
    let (document, errors) = DeTable::parse_recoverable(text);
    let syntax = errors.iter().map(|error| FileFault {
        path: path.to_path_buf(),
        line: error.span().map(|span| reader.line_of(span.start)),
        reason: error.message().lines().collect::<Vec<_>>().join(" "),
    });
    let syntax = syntax.collect();
    let mut definitions = Vec::new();
    for (name, line, value) in reader.in_order(document.get_ref()) {
        match value.get_ref() {
            DeValue::Table(table) => {
                let entries = reader.entries(name, table);
                definitions.push(Definition { name: name.to_string(), line, entries });
            }
            other => {
                let found = other.type_str();
                let what = format!("{name}: expected a table [NAME] of a variant ({found})");
                reader.fault(line, what);
            }
        }
    }
    Reading { definitions, syntax, faults: reader.faults }
}

struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    faults: Vec<FileFault>,
}

impl Reader<'_> {
    fn fault(&mut self, line: usize, reason: String) {
        self.faults.push(FileFault::at(self.path, line, reason));
    }

    /// The line of a byte, from 1.
    fn line_of(&self, byte: usize) -> usize {
        let before = &self.text.as_bytes()[..byte.min(self.text.len())];
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    /// The keys of a table with their lines and values, in the order of the file.
    fn in_order<'t, 'i>(
        &self,
        table: &'t DeTable<'i>,
    ) -> Vec<(&'t str, usize, &'t Spanned<DeValue<'i>>)> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&'t Spanned<_>, _)| {
            let name: &'t std::borrow::Cow<'i, str> = key.get_ref();
            (name.as_ref(), self.line_of(key.span().start), value)
        };
        entries.into_iter().map(entry).collect()
    }

    fn entries(&mut self, name: &str, table: &DeTable<'_>) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (key, line, value) in self.in_order(table) {
            match switch_value(value.get_ref()) {
                Ok(value) => entries.push(Entry { key: key.to_string(), value, line }),
                Err(reason) => self.fault(line, format!("variant {name}: key {key}: {reason}")),
            }
        }
        entries
    }
}

/// A value that a switch may have.
fn switch_value(value: &DeValue<'_>) -> Result<SwitchValue, String> {
    match value {
        DeValue::Integer(number) => {
            let read = i64::from_str_radix(number.as_str(), number.radix());
            read.map(SwitchValue::Number).map_err(|_| format!("is too great ({number})"))
        }
        DeValue::Boolean(flag) => Ok(SwitchValue::Flag(*flag)),
        DeValue::String(text) if text.len() > MOST_TEXT_BYTES => {
            Err(format!("has {} bytes, and {MOST_TEXT_BYTES} is the most", text.len()))
        }
        DeValue::String(text) if text.chars().any(char::is_control) => {
            Err("expected text of one line without tabs".to_string())
        }
        DeValue::String(text) => Ok(SwitchValue::Text(text.to_string())),
        other => {
            let found = other.type_str();
            Err(format!(
                "expected a whole number, true or false, or text (a value of type {found})"
            ))
        }
    }
}
