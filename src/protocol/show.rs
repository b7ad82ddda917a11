//! Output for people: board, evaluation, legal actions, perft, openings.

use super::output::Output;
use super::report::per_second;
use crate::engine::{Engine, EngineError, GameState, Openings, Perft};
use crate::game::Charset;
use crate::host::Instant;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// A command that runs beside the session. It prints, polls the flag, and returns.
pub type BackgroundTool = Box<dyn FnOnce(&Output, &AtomicBool) + Send>;

/// The charset of the terminal, by `LC_ALL`, `LC_CTYPE` and `LANG` in this order.
pub fn terminal_charset() -> Charset {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let values = names.iter().filter_map(|name| std::env::var(name).ok());
    let locale = values.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let encoding = locale.to_ascii_lowercase().replace('-', "");
    if encoding.contains("utf8") { Charset::Unicode } else { Charset::Ascii }
}

/// The result, as in `query result`.
pub fn result(game: &dyn GameState) -> String {
    game.outcome().map_or("none".to_string(), |outcome| outcome.to_string())
}

/// The diagram with FEN, key, player and result.
pub fn display(game: &dyn GameState) -> String {
    let mut text = format!("\n{}\n", game.diagram(terminal_charset()));
    let turn = if game.turn_start() { "to move" } else { "to go on with the turn" };
    let _ = writeln!(text, "Variant: {}", game.variant().name());
    let names = game.variant().sides().iter().zip(1..);
    let names: Vec<String> = names.map(|(name, number)| format!("{number} {name}")).collect();
    let _ = writeln!(text, "Players: {}", names.join(", "));
    let _ = writeln!(text, "Fen: {}", game.fen());
    let _ = writeln!(text, "Key: {:016x}", game.key());
    let _ = writeln!(text, "Player: {} {turn}", game.player().number());
    let _ = write!(text, "Result: {}", result(game));
    if let Some(reason) = game.reason() {
        let _ = write!(text, "\nReason: {reason}");
    }
    text
}

/// The static evaluation with its terms. The players are called by their numbers.
pub fn evaluation(engine: &Engine, game: &dyn GameState) -> String {
    let numbers = 1..=game.variant().players();
    let names: Vec<String> = numbers.map(|number| format!("player {number}")).collect();
    named_evaluation(engine, game, &names)
}

/// The static evaluation with its terms. The players are called by these names.
pub fn named_evaluation(engine: &Engine, game: &dyn GameState, names: &[String]) -> String {
    if game.outcome().is_some() {
        return format!("the game is over: {}", result(game));
    }
    match engine.evaluation(game) {
        Ok(evaluation) => {
            let table = terms_table(names, &evaluation.terms);
            let worths = worths_table(&evaluation.worths);
            let name = names.get(evaluation.player.index()).map_or("", String::as_str);
            format!("{table}{worths}value for {name}, who is to move: {}", evaluation.value)
        }
        Err(error) => error.to_string(),
    }
}

/// The terms of the evaluation, a column for each player; with two players also the difference.
fn terms_table(names: &[String], terms: &[(&'static str, Vec<i32>)]) -> String {
    let mut text = format!("{:<24}", "term");
    for name in names {
        let _ = write!(text, "{name:>10}");
    }
    text.push_str(if names.len() == 2 { "   balance\n" } else { "\n" });
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

/// The network's value of each piece, in rows.
fn worths_table(worths: &[(String, i32)]) -> String {
    if worths.is_empty() {
        return String::new();
    }
    let mut text = "what the value would lose without each piece, by the network:\n".to_string();
    for row in worths.chunks(8) {
        let cells: Vec<String> =
            row.iter().map(|(place, worth)| format!("{place:>4} {worth:>+5}")).collect();
        let _ = writeln!(text, "{}", cells.join("  "));
    }
    text
}

/// The mover's beliefs about hidden parts, on the board.
///
/// # Errors
/// If the variant hides nothing.
pub fn belief(game: &dyn GameState, seed: u64) -> Result<String, EngineError> {
    game.belief_diagram(seed, terminal_charset())
}

/// The legal actions.
pub fn moves(game: &dyn GameState) -> String {
    let tokens = game.legal_moves();
    let rows: Vec<String> = tokens.chunks(8).map(|row| row.join("  ")).collect();
    format!("{} legal actions\n{}", tokens.len(), rows.join("\n")).trim_end().to_string()
}

/// Prints the counts of perft.
pub fn perft(count: Result<Perft, EngineError>) -> BackgroundTool {
    Box::new(move |output, stop| {
        let count = match count {
            Ok(count) => count,
            Err(error) => return output.error(error),
        };
        let start = Instant::now();
        let mut told = |token: &str, leaves: u64| output.line(format_args!("{token}: {leaves}"));
        if let Ok(total) = count(stop, &mut told) {
            let time = start.elapsed();
            let (nps, time) = (per_second(total, time), time.as_millis());
            output.line(format_args!("\nNodes searched: {total}\nTime: {time} ms, {nps} nps"));
        } else {
            output.error("perft was stopped");
        }
    })
}

/// Prints `count` openings in OpenBench's form.
pub fn openings(find: Openings, count: u32) -> BackgroundTool {
    Box::new(move |output, stop| {
        let mut found = |fen: &str| output.line(format_args!("info string genfens {fen}"));
        match find(stop, &mut found) {
            Err(error) => output.error(error),
            Ok(_) if stop.load(Ordering::Relaxed) => output.error("genfens was stopped"),
            Ok(few) if few < count => {
                output.error(format_args!("genfens found only {few} different openings"));
            }
            Ok(_) => {}
        }
    })
}
