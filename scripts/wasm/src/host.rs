//! The functions of the host.

use serde_json::{Value, json};
use std::panic::{PanicHookInfo, set_hook};
use std::time::Duration;
use strategos::host::{Host, attach as attach_library};
#[cfg(feature = "lines")]
use strategos::sealed::{SealedError, Surroundings, Time};

#[link(wasm_import_module = "strategos")]
// SAFETY: the host's functions have these types. They read and write no more than the bytes that they are shown.
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// 1 if the running search must stop, else 0. It may take this many milliseconds to find out.
    safe fn must_stop(patience: f64) -> i32;
    /// Milliseconds since the beginning of 1970.
    #[cfg(feature = "lines")]
    safe fn date() -> f64;
    /// Writes unpredictable random bytes.
    #[cfg(feature = "lines")]
    fn random(bytes: *mut u8, length: usize);
    /// Receives one or more lines of text in UTF-8: of the engine with this number, or of the module itself (0).
    safe fn line(engine: u32, text: *const u8, length: usize);
}

/// Attaches the library to the host.
pub fn attach() {
    attach_library(Host {
        now: || milliseconds(now()),
        must_stop: |patience| must_stop(patience.as_secs_f64() * 1e3) != 0,
    });
    set_hook(Box::new(report));
}

/// The host's chance and its time of day.
#[cfg(feature = "lines")]
pub struct Outside;

#[cfg(feature = "lines")]
impl Surroundings for Outside {
    fn random(&mut self) -> Result<[u8; 32], SealedError> {
        let mut bytes = [0; 32];
        // SAFETY: the host writes these bytes and no others.
        unsafe { random(bytes.as_mut_ptr(), bytes.len()) };
        // If the host writes nothing, the bytes stay zero, and keys made of them would be known to everybody.
        match bytes == [0; 32] {
            true => Err(SealedError::new("the host gives no random bytes")),
            false => Ok(bytes),
        }
    }

    fn now(&mut self) -> Time {
        Time::from_seconds(milliseconds(date()).as_secs())
    }
}

/// A time that the host tells. What is no time counts as 0.
fn milliseconds(time: f64) -> Duration {
    Duration::try_from_secs_f64(time / 1e3).unwrap_or_default()
}

/// Shows text to the host.
pub fn tell(engine: u32, text: &[u8]) {
    line(engine, text.as_ptr(), text.len());
}

/// Tells the host of the module itself, as one line of JSON.
pub fn reply(message: &Value) {
    tell(0, format!("{message}\n").as_bytes());
}

/// Tells of a broken invariant, before the module traps.
fn report(fault: &PanicHookInfo<'_>) {
    reply(&json!({ "error": format!("the engine has broken down: {fault}") }));
}
