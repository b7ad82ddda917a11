//! Invariants for any bytes, one module for each fuzz target. `tests/fuzz.rs` runs the same targets on fixed inputs,
//! so that nothing here needs a fuzzer.

pub mod fens;
pub mod grammar;
pub mod moves;
#[path = "../common/portrait.rs"]
pub mod portrait;
pub mod records;
pub mod sessions;
pub mod steps;

/// The name of a target and the function that runs it on bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("grammar", grammar::run),
    ("fens", fens::run),
    ("moves", moves::run),
    ("records", records::run),
    ("sessions", sessions::run),
];
