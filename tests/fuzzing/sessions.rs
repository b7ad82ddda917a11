//! Whole sessions: any lines at any time. Every `go` gets one `bestmove`, every `isready` and every `query` gets its
//! line, and the session ends.

use std::io::Write;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use strategos::protocol::{Command, Event, Go, Output, Session, parse};

/// The maximum number of lines that are sent from one input.
const MOST_LINES: usize = 60;
/// A line that begins with this byte is a pause, not a command. It lasts 1 ms for each of its bytes, at most 5 ms.
const PAUSE: u8 = b'~';

/// Sends the lines of `data`, shortened so that each command takes milliseconds.
pub fn run(data: &[u8]) {
    let lines: Vec<&[u8]> = data.split(|byte| *byte == b'\n').take(MOST_LINES).collect();
    let written = Written::default();
    let (events, queue) = channel();
    let session = Session::new(Arc::new(Output::new(written.clone())), events.clone());
    let mut expected = Expected::default();
    let _ = events.send(Event::Line(b"setoption name Hash value 1".to_vec()));
    let sent: Vec<Vec<u8>> = lines.iter().filter_map(|line| tame(line, &mut expected)).collect();
    let sender = std::thread::spawn(move || {
        for line in sent {
            if line.first() == Some(&PAUSE) {
                std::thread::sleep(Duration::from_millis(line.len().min(5) as u64));
            } else if events.send(Event::Line(line)).is_err() {
                return;
            }
        }
        let _ = events.send(Event::EndOfInput);
    });
    session.run(&queue);
    // This is not a thread scope: a scope ends before the memory of its threads is released.
    assert!(sender.join().is_ok());
    expected.check(&written.text());
}

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The numbers of answers that must come.
#[derive(Debug, Default)]
struct Expected {
    bestmoves: usize,
    readies: usize,
    responses: usize,
    /// A `quit` may come before some of the answers.
    quits: bool,
}

impl Expected {
    fn check(&self, text: &str) {
        let count =
            |first: &str| text.lines().filter(|line| line.split(' ').next() == Some(first)).count();
        let found = [count("bestmove"), count("readyok"), count("response")];
        let wanted = [self.bestmoves, self.readies, self.responses];
        let is_right = found
            .iter()
            .zip(wanted)
            .all(|(found, wanted)| if self.quits { *found <= wanted } else { *found == wanted });
        assert!(is_right, "{self:?} but {found:?}\n{text}");
    }
}

/// The line to send, with small limits, or `None` if it would take long, use much memory or write files.
fn tame(line: &[u8], expected: &mut Expected) -> Option<Vec<u8>> {
    if line.first() == Some(&PAUSE) {
        return Some(line.to_vec());
    }
    let command = match parse(line) {
        Ok(Some(command)) => command,
        Ok(None) => return Some(line.to_vec()),
        Err(error) => {
            expected.responses += usize::from(error.in_query && !expected.quits);
            return Some(line.to_vec());
        }
    };
    let line = match &command {
        Command::Bench { .. } => None,
        Command::Perft(depth) => (depth.0 < 3).then(|| line.to_vec()),
        Command::GenFens(wanted) => (wanted.count < 3).then(|| line.to_vec()),
        Command::SetOption(option) => {
            is_small(&option.name, option.value.as_deref()).then(|| line.to_vec())
        }
        Command::Go(go) => {
            let small = small_go(go);
            Some(if small == *go {
                line.to_vec()
            } else {
                Command::Go(small).to_string().into_bytes()
            })
        }
        _ => Some(line.to_vec()),
    };
    if line.is_some() {
        // If a `quit` is held back, an `isready` after it is answered too.
        expected.readies += usize::from(matches!(command, Command::IsReady));
    }
    if line.is_some() && !expected.quits {
        expected.bestmoves += usize::from(matches!(command, Command::Go(_)));
        expected.responses += usize::from(matches!(command, Command::Query(_)));
        expected.quits |= matches!(command, Command::Quit);
    }
    line
}

fn is_small(name: &str, value: Option<&str>) -> bool {
    let most = match name.to_ascii_lowercase().as_str() {
        "hash" | "threads" => 2,
        "multipv" => 5,
        "debug log file" => return false,
        _ => return true,
    };
    // A value that is not a number is refused, so it may be sent.
    value.is_none_or(|value| value.parse::<i64>().map_or(true, |number| number <= most))
}

/// The same limits, each cut to a short one.
fn small_go(go: &Go) -> Go {
    let needs_nodes = go.depth.is_some() || go.mate.is_some() || !go.is_unbounded();
    let is_timed = go.movetime.is_some() || go.time.iter().any(Option::is_some);
    let most_nodes = (needs_nodes && !is_timed && go.faults.is_empty()).then_some(2_000);
    Go {
        depth: go.depth.map(|depth| depth.min(8)),
        nodes: go.nodes.or(most_nodes).map(|nodes| nodes.min(2_000)),
        mate: go.mate.map(|turns| turns.min(2)),
        movetime: go.movetime.map(|time| time.min(5)),
        time: go.time.map(|time| time.map(|time| time.min(30))),
        increment: go.increment.map(|time| time.map(|time| time.min(5))),
        ..go.clone()
    }
}
