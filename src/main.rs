//! Process entry: memory, the arguments, the engine.

use std::process::ExitCode;

fn main() -> ExitCode {
    give_memory_back();
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    strategos::cli::main(&arguments)
}

/// Sees to it that large blocks go back to the system as soon as they are freed. Left to itself glibc keeps
/// ever larger ones, and with them tens of mebibytes of tables and threads that have been replaced.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn give_memory_back() {
    const LARGE_BYTES: libc::c_int = 128 << 10;
    // SAFETY: the process has no other thread yet, and the call changes a limit of the allocator, no
    // memory. The storms of `tests/storm.rs` exercise it.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BYTES) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_memory_back() {}
