//! Hosts of a [`Table`](crate::table::Table) or a [`Room`]: time, threads and transport for it.
//!
//! - `searches.rs`: engines in threads, for any host;
//! - this file: `strategos table`, the table by lines of JSON. `protocol.md` specifies them.

mod searches;

pub use searches::{Reporter, SearchThreads};

use crate::engine::Engine;
use crate::games::Variant;
use crate::protocol::{Event as InputEvent, Output, read_lines};
use crate::room::{Room, RoomOutput};
use crate::search::TableNotice;
use crate::table::{
    EndingsLookup, HostRequest, Millis, SearchRequest, Seat, TableEvent, TableOutput,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What comes to the server.
enum ServerEvent {
    Input(InputEvent),
    Search(TableEvent),
}

/// The line that ends the server.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
enum End {
    Quit {},
}

/// What the server says, beside the table.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum ServerReply<'a> {
    /// The first line: the program's version and its variants.
    Hello {
        version: &'a str,
        variants: &'a [&'a str],
        /// The built-in variants behind those of files, by name.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        parents: BTreeMap<String, String>,
        /// Whether there are endgame tables.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        tables: bool,
        /// Whether viewers can play by lines.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        lines: bool,
    },
}

/// Serves a table by lines of JSON, until `quit` or the end of the input. `tables` are folders with endgame tables,
/// as in the option `TablePath`; an empty text means none.
pub fn serve(input: impl BufRead + Send + 'static, output: &Output, mut room: Room, tables: &str) {
    if !tables.is_empty() {
        room.table().use_endings(endings_in(tables));
    }
    let (sender, queue) = channel();
    let reports = sender.clone();
    let report = Arc::new(move |event| {
        // Without a receiver the server has ended.
        let _ = reports.send(ServerEvent::Search(event));
    });
    std::thread::spawn(move || {
        let (lines, incoming) = channel();
        std::thread::spawn(move || read_lines(input, &lines));
        for line in incoming {
            if sender.send(ServerEvent::Input(line)).is_err() {
                return;
            }
        }
    });
    let lines = room.has_games_by_lines();
    let mut server = Server {
        room,
        searches: SearchThreads::new(report).with_tables(tables),
        output,
        start: Instant::now(),
        wakes_at: None,
    };
    let (version, variants) = (env!("CARGO_PKG_VERSION"), Variant::names());
    let of_files = Variant::all().into_iter().filter(|variant| variant.origin().is_some());
    let parents =
        of_files.map(|variant| (variant.to_string(), variant.parent().to_string())).collect();
    let tables = !tables.is_empty();
    say(output, &ServerReply::Hello { version, variants, parents, tables, lines });
    server.run(&queue);
    server.searches.stop_all();
}

/// Answers from the endgame tables in these folders, by an engine of its own for the variant that was asked for last.
fn endings_in(tables: &str) -> EndingsLookup {
    let tables = tables.to_string();
    let kept: Mutex<Option<Engine>> = Mutex::new(None);
    Box::new(move |game| {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let variant = game.variant();
        if kept.as_ref().is_none_or(|engine| engine.variant() != variant) {
            let mut engine = Engine::idle(variant);
            engine.set_table_path(&tables, Arc::new(log_tables));
            *kept = Some(engine);
        }
        kept.as_ref().map_or(Ok(String::new()), |engine| engine.table_moves_line(game))
    })
}

/// Logs what was found in a folder of endgame tables.
fn log_tables(notice: TableNotice<'_>) {
    match notice {
        TableNotice::Opened(line) => log::info!("{line}"),
        TableNotice::Fault(line) => log::warn!("{line}"),
    }
}

struct Server<'a> {
    room: Room,
    searches: SearchThreads,
    output: &'a Output,
    start: Instant,
    wakes_at: Option<Millis>,
}

impl Server<'_> {
    fn now(&self) -> Millis {
        self.start.elapsed().as_millis() as Millis
    }

    fn run(&mut self, queue: &Receiver<ServerEvent>) {
        loop {
            let incoming = match self.wakes_at {
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(at) => {
                    queue.recv_timeout(Duration::from_millis(at.saturating_sub(self.now())))
                }
            };
            let goes_on = match incoming {
                Ok(ServerEvent::Input(InputEvent::Line(line))) => self.take_line(&line),
                Ok(ServerEvent::Input(_)) | Err(RecvTimeoutError::Disconnected) => false,
                Ok(ServerEvent::Search(event)) => self.take_event(event),
                Err(RecvTimeoutError::Timeout) => self.take_event(TableEvent::Tick {}),
            };
            self.speak();
            if !goes_on {
                return;
            }
        }
    }

    fn take_event(&mut self, event: TableEvent) -> bool {
        let now = self.now();
        if let Err(error) = self.room.take_in(event, now) {
            log::warn!("{error}");
        }
        true
    }

    /// Obeys a line. Returns whether the server goes on.
    fn take_line(&mut self, line: &[u8]) -> bool {
        let is_blank = line.iter().all(u8::is_ascii_whitespace);
        let is_end = serde_json::from_slice::<End>(line).is_ok();
        if !is_blank && !is_end {
            let now = self.now();
            self.room.take_line(line, now);
        }
        !is_end
    }

    /// Passes on what the table has to say, and does what it asks for.
    fn speak(&mut self) {
        for output in self.room.outputs() {
            match output {
                RoomOutput::Table(TableOutput::ToHost(HostRequest::Search(request)))
                    if !is_outside(&request) =>
                {
                    self.searches.start(*request);
                }
                RoomOutput::Table(TableOutput::ToHost(HostRequest::Wake { at })) => {
                    self.wakes_at = at
                }
                RoomOutput::Table(TableOutput::ToHost(HostRequest::Stop { search })) => {
                    self.searches.stop(search);
                    say(self.output, &output);
                }
                output => say(self.output, &output),
            }
        }
    }
}

/// Whether a program outside plays there, which the host's own host runs.
fn is_outside(request: &SearchRequest) -> bool {
    matches!(request.seat, Seat::Outside(_))
}

fn say(output: &Output, message: &impl Serialize) {
    // Serialization fails for maps without text keys alone, and there are none.
    output.line(serde_json::to_string(message).unwrap_or_default());
}
