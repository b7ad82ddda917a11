//! Variants and their switches as text.

use crate::games::{Setting, Variant};
use std::fmt::Write;

/// All variants, one a line: name, what it extends, description.
pub fn listed() -> String {
    let variants = Variant::all();
    let width = variants.iter().map(|variant| variant.name().len()).max().unwrap_or_default();
    let mut text = String::new();
    for variant in variants {
        let name = variant.name();
        let _ = match variant.origin() {
            None => writeln!(text, "{name:<width$}  built in"),
            Some(origin) => {
                let line = format!(
                    "{name:<width$}  extends {}  {}",
                    origin.parent(),
                    origin.description()
                );
                writeln!(text, "{}", line.trim_end())
            }
        };
    }
    text
}

/// A variant with all its switches: values, defaults, meanings and sources; which network and which tables are used.
pub fn described(variant: Variant) -> String {
    let mut text = match variant.origin() {
        None => format!("{variant}, built in\n"),
        Some(origin) => {
            let mut text = format!("{variant}, extends {}\n", origin.parent());
            if !origin.description().is_empty() {
                let _ = writeln!(text, "{}", origin.description());
            }
            let _ = writeln!(text, "Rules: {:016x}", origin.digest());
            text
        }
    };
    let _ = writeln!(text, "Evaluation: {}", variant.evaluation());
    if variant.origin().is_some() {
        let parent = variant.parent();
        let tables = match variant.tables_of() {
            Some(owner) => format!("those of {owner}"),
            None => format!("none; those of {parent} do not fit these rules"),
        };
        let _ = writeln!(text, "Endgame tables: {tables}");
        let _ = writeln!(text, "Levels: those of {parent}; they are not measured for these rules");
    }
    let settings = variant.settings();
    if settings.is_empty() {
        let _ = writeln!(text, "A file can set nothing in this game.");
        return text;
    }
    let defaults = variant.parent().settings();
    for (setting, default) in settings.iter().zip(&defaults) {
        let Setting { key, meaning, source, expected, value, .. } = setting;
        let _ = write!(text, "\n{key} = {value}\n");
        let _ = writeln!(text, "  {meaning} ({source})");
        let _ = writeln!(text, "  default {}; {expected}", default.value);
    }
    text
}

/// The switches of a game as a table in Markdown, with their values in `variants`.
pub fn switches_table(variants: &[Variant]) -> String {
    let names: Vec<String> = variants.iter().map(|variant| format!("`{variant}`")).collect();
    let mut text = format!("| key | values | {} | meaning | source |\n", names.join(" | "));
    text += &format!("|---|---|{}---|---|\n", "---|".repeat(variants.len()));
    let settings: Vec<Vec<Setting>> = variants.iter().map(|variant| variant.settings()).collect();
    let Some(first) = settings.first() else { return text };
    for (row, Setting { key, meaning, source, expected, .. }) in first.iter().enumerate() {
        let values: Vec<String> =
            settings.iter().map(|settings| format!("`{}`", settings[row].value)).collect();
        let _ = writeln!(
            text,
            "| `{key}` | {expected} | {} | {meaning} | {source} |",
            values.join(" | ")
        );
    }
    text
}
