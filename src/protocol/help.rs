//! The text of `help`: commands, limits, queries and options, in columns.

use super::command::{Row, Section, TABLE};
use super::error::unknown;
use crate::engine::EngineError;
use crate::games::Variant;
use std::fmt::Write;

/// The answer to `help`, about one topic or, if that is empty, about everything.
///
/// # Errors
/// If nothing has this name or begins with it.
pub fn help(topic: &str) -> Result<String, EngineError> {
    if topic.is_empty() {
        return Ok(overview());
    }
    if let Some(variant) = Variant::from_name(topic) {
        return Ok(variant.summary().trim_end().to_string());
    }
    let is_topic = |name: &str| name.eq_ignore_ascii_case(topic);
    let begins =
        |name: &str| name.get(..topic.len()).is_some_and(|start| start.eq_ignore_ascii_case(topic));
    if let Some(entry) =
        TABLE.iter().find(|entry| entry.spellings.iter().any(|name| is_topic(name)))
    {
        let section = entry.section.map(|section| format!("\n\n{}", in_columns(&section)));
        return Ok(about(&[entry.row()]) + &section.unwrap_or_default());
    }
    for fits in [&is_topic as &dyn Fn(&str) -> bool, &begins] {
        let mut rows = every_row();
        rows.retain(|row| row.names.iter().any(|name| fits(name)));
        if !rows.is_empty() {
            return Ok(about(&rows));
        }
    }
    let rows = every_row();
    let names = rows.iter().flat_map(|row| row.names.iter().copied());
    let names = names.chain(Variant::names().iter().copied());
    Err(unknown("topic of help", topic, names))
}

fn commands() -> Section {
    Section { title: "Commands", rows: || TABLE.iter().map(|entry| entry.row()).collect() }
}

/// The sections: commands first, then their parts.
fn sections() -> Vec<Section> {
    let of_commands = TABLE.iter().filter_map(|entry| entry.section);
    std::iter::once(commands()).chain(of_commands).collect()
}

fn every_row() -> Vec<Row> {
    sections().iter().flat_map(|section| (section.rows)()).collect()
}

fn overview() -> String {
    let sections: Vec<String> = sections().iter().map(in_columns).collect();
    sections.join("\n\n")
}

/// A title, and a line for each row: its syntax, then its purpose, aligned.
fn in_columns(section: &Section) -> String {
    let rows = (section.rows)();
    let width = rows.iter().map(|row| row.usage.chars().count()).max().unwrap_or(0);
    let mut text = format!("{}:", section.title);
    for row in &rows {
        let _ = write!(text, "\n  {:<width$}  {}", row.usage, row.purpose);
    }
    text
}

/// Each row in full.
fn about(rows: &[Row]) -> String {
    let texts = rows.iter().map(|row| {
        let values = row.values.as_ref().map(|values| format!("\n  {values}"));
        format!("{}\n  {}{}", row.usage, row.purpose, values.unwrap_or_default())
    });
    texts.collect::<Vec<_>>().join("\n")
}
