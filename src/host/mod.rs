//! What the library asks of the machine: the time, the signals of other threads, and files that are replaced whole.
//!
//! Natively both come from the standard library. A WebAssembly module has neither clock nor threads, so the program
//! that runs the module supplies them, see `attach` on that target. There a search runs in the thread that asks for
//! it ([`Lead::Caller`](crate::search::Lead)), and nothing else ever starts a thread.

mod files;
#[cfg(not(target_family = "wasm"))]
mod system;
#[cfg(any(target_family = "wasm", test))]
#[cfg_attr(not(target_family = "wasm"), allow(dead_code, reason = "natively only tests use it"))]
mod wasm;

pub(crate) use files::replace_file;
#[cfg(not(target_family = "wasm"))]
pub(crate) use system::{Instant, is_set, wait};
#[cfg(target_family = "wasm")]
pub use wasm::{Host, attach};
#[cfg(target_family = "wasm")]
pub(crate) use wasm::{Instant, is_set, wait};

/// Whether the library may start threads.
pub(crate) const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));
