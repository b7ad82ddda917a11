//! Lines of input: no line panics, each error names its place, and a written command reads as the same command.

use strategos::protocol::{Command, ParseError, parse};

/// Reads every line of `data`.
pub fn run(data: &[u8]) {
    for line in data.split(|byte| *byte == b'\n') {
        read(line);
    }
}

fn read(line: &[u8]) {
    match parse(line) {
        Ok(None) => {}
        Ok(Some(Command::Go(go))) if !go.faults.is_empty() => {
            go.faults.iter().for_each(|fault| check_error(fault, line));
        }
        Ok(Some(command)) => {
            let text = command.to_string();
            assert_eq!(parse(text.as_bytes()), Ok(Some(command)), "written as {text:?}");
        }
        Err(error) => check_error(&error, line),
    }
}

fn check_error(error: &ParseError, line: &[u8]) {
    assert!((1..=line.len() + 1).contains(&error.column), "{error:?}");
    let text = error.to_string();
    assert!(text.len() < 1_000 && !text.contains(char::is_control), "{text:?}");
}
