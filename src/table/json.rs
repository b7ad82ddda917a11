//! Lines of JSON: orders of viewers and events of the host, as protocol.md specifies them.

use super::clock::Millis;
use super::message::{HostRequest, TableOutput, ViewerMessage};
use super::order::{Order, TableEvent};
use super::seat::Seat;
use super::{Table, to};
use crate::engine::EngineError;
use crate::game::text::without_mark;
use serde_json::{Map, Value};

/// The longest line that is read, in bytes: the records of a long match.
const MOST_LINE_BYTES: usize = 256 << 20;

impl Table {
    /// Takes in a line: an order if it has the key `viewer`, else an event of the host. An error is among the outputs,
    /// for the viewer or the host that has sent the line.
    pub fn take_line(&mut self, line: &[u8], now: Millis) {
        let read = object(line);
        let refused = read.and_then(|mut object| match object.remove("viewer") {
            Some(Value::String(viewer)) => {
                self.take_order(&viewer, object, now);
                Ok(())
            }
            Some(other) => Err(EngineError::new(format!("expected a text (viewer {other})"))),
            None => self.take_event(object, now),
        });
        if let Err(error) = refused {
            self.outputs.push(TableOutput::ToHost(HostRequest::Error { text: error.0 }));
        }
    }

    fn take_order(&mut self, viewer: &str, object: Map<String, Value>, now: Millis) {
        let order = Order::read(object).and_then(without_files);
        if let Err(error) = order.and_then(|order| self.obey(viewer, order, now)) {
            self.outputs.push(to(viewer, ViewerMessage::Error { text: error.0 }));
        }
    }

    fn take_event(&mut self, object: Map<String, Value>, now: Millis) -> Result<(), EngineError> {
        let event = TableEvent::read(object)?;
        self.take_in(event, now)
    }
}

fn object(line: &[u8]) -> Result<Map<String, Value>, EngineError> {
    if line.len() > MOST_LINE_BYTES {
        return Err(EngineError::new(format!("a line has at most {MOST_LINE_BYTES} bytes")));
    }
    let read = serde_json::from_slice(without_mark(line));
    read.map_err(|error| EngineError::new(format!("no JSON object: {error}")))
}

/// Refuses paths of files in the orders of viewers: a page must not read files of the machine.
fn without_files(order: Order) -> Result<Order, EngineError> {
    let seats = match &order {
        Order::New { seats, .. }
        | Order::Open { seats, .. }
        | Order::Load { seats, .. }
        | Order::Pick { seats, .. } => &seats[..],
        Order::Seat { seat, .. } => std::slice::from_ref(seat),
        _ => &[],
    };
    let names_file =
        |seat: &Seat| matches!(seat, Seat::Engine(engine) if !engine.evalfile.is_empty());
    let is_asked = matches!(&order, Order::Go { engine } if !engine.evalfile.is_empty());
    match is_asked || seats.iter().any(names_file) {
        true => Err(EngineError::new("a viewer cannot name a file of the machine (evalfile)")),
        false => Ok(order),
    }
}
