//! What is printed for people, and perft by root action.

use super::output::Output;
use crate::game::{Aborted, Charset, Played, perft};
use crate::games::Playable;
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

/// What the terminal can show, by the variables that say so in the order of their rank.
pub fn terminal_charset() -> Charset {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let values = names.iter().filter_map(|name| std::env::var(name).ok());
    let locale = values.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let encoding = locale.to_ascii_lowercase().replace('-', "");
    if encoding.contains("utf8") { Charset::Unicode } else { Charset::Ascii }
}

/// The terms of the evaluation, a column for each player; with two of them also what is between them.
pub fn terms_table<G: Playable>(terms: &[(&'static str, Vec<i32>)]) -> String {
    let mut text = format!("{:<24}", "term");
    for number in 1..=G::PLAYERS {
        let _ = write!(text, "{:>10}", format!("player {number}"));
    }
    text.push_str(if G::PLAYERS == 2 { "   balance\n" } else { "\n" });
    for (name, values) in terms {
        let _ = write!(text, "{name:<24}");
        for value in values {
            let _ = write!(text, "{value:>10}");
        }
        if let [one, two] = values[..] {
            let _ = write!(text, "{:>10}", one - two);
        }
        text.push('\n');
    }
    text
}

/// Perft by root action, in the order of the tokens, printing each count.
pub fn divide<G: Playable>(
    root: &Played<G>,
    depth: u32,
    output: &Output,
    stop: &AtomicBool,
) -> Result<u64, Aborted> {
    if depth == 0 {
        return Ok(1);
    }
    let mut actions: Vec<(String, G::Action)> = root
        .actions()
        .into_iter()
        .map(|action| (root.state().action_token(action), action))
        .collect();
    actions.sort_by(|a, b| a.0.cmp(&b.0));
    let mut total = 0;
    for (token, action) in actions {
        let mut child = root.state().clone();
        child.make(action);
        let leaves = perft(&mut child, depth - 1, stop)?;
        output.line(format_args!("{token}: {leaves}"));
        total += leaves;
    }
    Ok(total)
}
