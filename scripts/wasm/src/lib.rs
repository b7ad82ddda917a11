//! Strategos as a WebAssembly module: bytes in, bytes out. `README.md` beside it describes the interface.
//!
//! - `buffers.rs`: bytes that come in; `host.rs`: the functions of the host, and text that goes out;
//! - `handles.rs`: what the host holds by a number; `engine.rs`: an engine that obeys the text protocol;
//! - `networks.rs`: the networks of the games, which the host supplies;
//! - `table.rs`: a game with seats, clocks and variations.
//!
//! A function that takes a buffer frees it. No argument of the host does harm: numbers of buffers and engines that do
//! not exist are refused.

mod buffers;
mod engine;
mod handles;
mod host;
mod networks;
mod table;

use buffers::{BUFFERS, take};
use engine::{ENGINES, Engine};
use serde_json::json;
use strategos::games::Variant;
use table::TABLES;

/// The call has done what it should.
const DONE: i32 = 0;
/// The engine has obeyed `quit` and is gone.
const OVER: i32 = 1;
/// There is no buffer at this address.
const NO_BUFFER: i32 = -1;
/// There is no engine or table of this number.
const NO_ENGINE: i32 = -2;
/// The call was refused, and a line of JSON has told why.
const REFUSED: i32 = -3;

/// Allocates a buffer of `length` bytes, all zero, and returns its address; 0 if there is no memory for it.
// SAFETY: no other function of the module has this name; so below.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_buffer_new(length: usize) -> usize {
    BUFFERS.with_borrow_mut(|buffers| buffers.allocate(length)).unwrap_or(0)
}

/// Frees a buffer that was passed to no other function.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_buffer_free(address: usize) -> i32 {
    take(address).map_or(NO_BUFFER, |_| DONE)
}

/// Makes an engine and returns its number, from 1.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_engine_new() -> u32 {
    host::attach();
    let number = ENGINES.with_borrow_mut(|engines| engines.reserve());
    ENGINES.with_borrow_mut(|engines| engines.put(number, Engine::new(number)));
    number
}

/// Frees an engine.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_engine_free(number: u32) -> i32 {
    ENGINES.with_borrow_mut(|engines| engines.take(number)).map_or(NO_ENGINE, |_| DONE)
}

/// Obeys commands of the text protocol, one a line. Returns when all are done, a search too.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_engine_command(number: u32, commands: usize) -> i32 {
    let Some(commands) = take(commands) else { return NO_BUFFER };
    // The engine is taken out meanwhile, so that a host that calls again from within its own functions is refused.
    let Some(mut engine) = ENGINES.with_borrow_mut(|engines| engines.take(number)) else {
        return NO_ENGINE;
    };
    if !engine.obey(&commands) {
        return OVER;
    }
    ENGINES.with_borrow_mut(|engines| engines.put(number, engine));
    DONE
}

/// Tells the host in a line of JSON the names of all variants.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_variants() -> i32 {
    host::attach();
    let names: Vec<_> = Variant::ALL.iter().map(|variant| variant.name()).collect();
    answered(Ok(json!({ "variants": names })))
}

/// Tells the host in a line of JSON which network files the variant with this name needs.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_networks(variant: usize) -> i32 {
    let Some(variant) = take(variant) else { return NO_BUFFER };
    answered(networks::files(&variant))
}

/// Takes the content of a network file of a variant. It must be there before an engine is told of the variant.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_network_supply(variant: usize, file: usize, content: usize) -> i32 {
    let [Some(variant), Some(file), Some(content)] = [variant, file, content].map(take) else {
        return NO_BUFFER;
    };
    answered(networks::supply(&variant, &file, &content))
}

/// Makes a table with the start of the variant with this name, and tells the host its number in a line of JSON. What
/// engines choose at random follows from the seed.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_table_new(variant: usize, seed: f64) -> i32 {
    let Some(variant) = take(variant) else { return NO_BUFFER };
    host::attach();
    answered(table::new(&variant, seed))
}

/// Frees a table.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_table_free(number: u32) -> i32 {
    TABLES.with_borrow_mut(|tables| tables.take(number)).map_or(NO_ENGINE, |_| DONE)
}

/// Gives a table a line of JSON, at a time in milliseconds. Its answers go to the host, one JSON object a line.
#[unsafe(no_mangle)]
pub extern "C" fn strategos_table_take(number: u32, line: usize, now: f64) -> i32 {
    let Some(line) = take(line) else { return NO_BUFFER };
    let Some(mut table) = TABLES.with_borrow_mut(|tables| tables.take(number)) else {
        return NO_ENGINE;
    };
    table::take_line(&mut table, &line, now);
    TABLES.with_borrow_mut(|tables| tables.put(number, table));
    DONE
}

/// Tells the host of an answer or an error, and returns the status.
fn answered(answer: Result<serde_json::Value, String>) -> i32 {
    match answer {
        Ok(answer) => {
            host::reply(&answer);
            DONE
        }
        Err(error) => {
            host::reply(&json!({ "error": error }));
            REFUSED
        }
    }
}
