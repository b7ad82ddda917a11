//! The table: orders, states, variations, clocks, files, and what stays hidden. `server.rs` runs the real program.

mod files;
mod orders;
mod properties;
mod secrecy;
mod server;

use crate::common::Random;
use serde_json::{Value, json};
use strategos::games::Variant;
use strategos::table::{Order, Table, TableEvent};

/// A table whose messages are read as JSON, as another program would.
pub struct Guest {
    pub table: Table,
    pub now: u64,
}

impl Guest {
    pub fn new(variant: Variant) -> Self {
        Self { table: Table::new(variant, 1).unwrap(), now: 0 }
    }

    /// All that the table says after an order of a viewer, or the error.
    pub fn order(&mut self, viewer: &str, order: &Value) -> Result<Vec<Value>, String> {
        let read = Order::read(order.as_object().unwrap().clone());
        let done = read.and_then(|order| self.table.obey(viewer, order, self.now));
        let told = self.told();
        done.map(|()| told).map_err(|error| error.to_string())
    }

    /// The same, for an order that is obeyed.
    #[track_caller]
    pub fn does(&mut self, viewer: &str, order: &Value) -> Vec<Value> {
        self.order(viewer, order).unwrap_or_else(|error| panic!("{order}: {error}"))
    }

    /// The error of an order that is refused.
    #[track_caller]
    pub fn refuses(&mut self, viewer: &str, order: &Value) -> String {
        self.order(viewer, order).expect_err(&order.to_string())
    }

    /// All that the table says after an event.
    pub fn event(&mut self, event: &Value) -> Result<Vec<Value>, String> {
        let read = TableEvent::read(event.as_object().unwrap().clone());
        let done = read.and_then(|event| self.table.take_in(event, self.now));
        let told = self.told();
        done.map(|()| told).map_err(|error| error.to_string())
    }

    fn told(&mut self) -> Vec<Value> {
        let outputs = self.table.outputs();
        outputs.iter().map(|output| serde_json::to_value(output).unwrap()).collect()
    }

    /// The present state of a viewer, whatever he was told before.
    pub fn state(&mut self, viewer: &str) -> Value {
        // A new viewer of the same screen is told everything.
        let screen = viewer.split('/').next().unwrap_or_default();
        let told = self.does("spy", &json!({"do": "join", "screen": screen}));
        self.does("spy", &json!({"do": "leave"}));
        last(&told, "spy", "state")
    }

    /// Plays moves on the board of a viewer.
    #[track_caller]
    pub fn plays(&mut self, viewer: &str, tokens: &[&str]) {
        for token in tokens {
            self.does(viewer, &json!({"do": "play", "token": token}));
        }
    }

    /// The text of a file that is saved for a viewer.
    #[track_caller]
    pub fn saved(&mut self, viewer: &str, form: &str) -> String {
        let told = self.does(viewer, &json!({"do": "save", "form": form}));
        last(&told, viewer, "file")["text"].as_str().unwrap().to_string()
    }
}

/// The messages of one type for a viewer.
pub fn messages(told: &[Value], viewer: &str, kind: &str) -> Vec<Value> {
    let is_wanted = |value: &&Value| value["viewer"] == viewer && value["type"] == kind;
    told.iter().filter(is_wanted).cloned().collect()
}

/// The last message of a type for a viewer.
#[track_caller]
pub fn last(told: &[Value], viewer: &str, kind: &str) -> Value {
    let found = messages(told, viewer, kind).pop();
    found.unwrap_or_else(|| panic!("no {kind} for {viewer} in {told:?}"))
}

/// The requests of one type to the host.
pub fn requests(told: &[Value], kind: &str) -> Vec<Value> {
    let is_wanted = |value: &&Value| value.get("viewer").is_none() && value["type"] == kind;
    told.iter().filter(is_wanted).cloned().collect()
}

/// A random legal action on the board of a viewer.
pub fn random_action(state: &Value, random: &mut Random) -> Option<String> {
    let legal = state["board"]["legal"].as_array()?;
    (!legal.is_empty()).then(|| random.pick(legal).as_str().unwrap().to_string())
}
