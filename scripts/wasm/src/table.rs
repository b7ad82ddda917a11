//! A table: a game with seats, clocks and variations, by lines of JSON (section 16 of `protocol.md`), and games by lines
//! beside it (section 20).

use crate::handles::Handles;
use crate::host::tell;
use serde_json::{Value, json};
use std::cell::RefCell;
use strategos::games::Variant;
use strategos::room::Room;
use strategos::table::Table;

thread_local! {
    /// The tables of the module.
    pub static TABLES: RefCell<Handles<Room>> = const { RefCell::new(Handles::new()) };
}

/// Makes a table with the start of a variant. Tells its number.
pub fn new(variant: &[u8], seed: f64) -> Result<Value, String> {
    let name = String::from_utf8_lossy(variant);
    let variant = Variant::from_name(&name).ok_or_else(|| format!("unknown variant ({name})"))?;
    let table = Table::new(variant, seed as u64).map_err(|error| error.to_string())?;
    let room = room_with(table);
    let number = TABLES.with_borrow_mut(|tables| tables.reserve());
    TABLES.with_borrow_mut(|tables| tables.put(number, room));
    Ok(json!({ "table": number }))
}

/// A room with games by lines, if the module has them.
fn room_with(table: Table) -> Room {
    let room = Room::new(table);
    #[cfg(feature = "lines")]
    let room = {
        use crate::host::Outside;
        use strategos::room::MemoryFiles;
        room.with_games_by_lines(Box::<MemoryFiles>::default(), Box::new(Outside))
    };
    room
}

/// Takes in a line at a time in milliseconds. All that the table says goes to the host, one JSON object a line.
pub fn take_line(room: &mut Room, line: &[u8], now: f64) {
    room.take_line(line, now as u64);
    for output in room.outputs() {
        let mut text = serde_json::to_vec(&output).unwrap_or_default();
        text.push(b'\n');
        tell(0, &text);
    }
}
