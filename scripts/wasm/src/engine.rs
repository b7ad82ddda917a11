//! An engine that obeys the text protocol of `protocol.md`.

use crate::handles::Handles;
use crate::host::tell;
use std::cell::RefCell;
use std::io::{Result, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use strategos::protocol::{Event, Output, Session};

thread_local! {
    /// The engines of the module.
    pub static ENGINES: RefCell<Handles<Engine>> = const { RefCell::new(Handles::new()) };
}

/// An engine: a session of the protocol, whose searches run in the thread that calls it.
pub struct Engine {
    session: Session,
    events: Sender<Event>,
    queue: Receiver<Event>,
}

impl Engine {
    /// An engine whose output goes to the host under this number.
    pub fn new(number: u32) -> Self {
        let (events, queue) = channel();
        let output = Arc::new(Output::new(HostWriter(number)));
        Self { session: Session::new(output, events.clone()), events, queue }
    }

    /// Obeys commands, one a line. Returns whether it obeys more.
    pub fn obey(&mut self, commands: &[u8]) -> bool {
        commands.split_inclusive(|byte| *byte == b'\n').all(|line| {
            let _ = self.events.send(Event::Line(line.to_vec()));
            self.session.run_queued(&self.queue)
        })
    }
}

/// Writes to the host.
struct HostWriter(u32);

impl Write for HostWriter {
    fn write(&mut self, text: &[u8]) -> Result<usize> {
        tell(self.0, text);
        Ok(text.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}
