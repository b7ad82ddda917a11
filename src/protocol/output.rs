//! The one way to stdout.

use crate::engine::quote;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Writes whole lines, flushed, from any thread; and copies all traffic to a log file on demand.
pub struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    log: Mutex<Option<File>>,
    start: Instant,
    has_erred: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Output {
    /// Output to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Self {
        Self {
            writer: Mutex::new(Box::new(writer)),
            log: Mutex::new(None),
            start: Instant::now(),
            has_erred: AtomicBool::new(false),
        }
    }

    /// Writes `text`, one or more lines, as a whole. When nobody reads any more the process ends: it
    /// has nothing left to do, and a broken pipe is no fault of its own.
    pub fn line(&self, text: impl Display) {
        let text = format!("{text}\n");
        self.log("<", text.as_bytes());
        let mut writer = lock(&self.writer);
        if writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).is_err() {
            std::process::exit(0);
        }
    }

    /// Reports an error to the client.
    pub fn error(&self, error: impl Display) {
        log::warn!("refused: {error}");
        self.has_erred.store(true, Ordering::Relaxed);
        self.line(format_args!("info string error: {error}"));
    }

    /// Whether an error has been reported.
    pub fn has_erred(&self) -> bool {
        self.has_erred.load(Ordering::Relaxed)
    }

    /// Notes a line of input in the log.
    pub fn log_input(&self, line: &[u8]) {
        self.log(">", line);
    }

    /// Copies all traffic to the file at `path` from now on, or to none if `path` is empty.
    ///
    /// # Errors
    /// If the file cannot be opened; the old one stays.
    pub fn log_to(&self, path: &str) -> Result<(), String> {
        let file = if path.is_empty() {
            None
        } else {
            let mut options = File::options();
            options.create(true).append(true);
            // A pipe that nobody reads must not hold up the engine, when it is opened or later.
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
            let opened = options.open(path);
            Some(opened.map_err(|error| quote(&format!("cannot open log file {path}: {error}")))?)
        };
        *lock(&self.log) = file;
        Ok(())
    }

    /// A full disk must not disturb the game: what cannot be logged is dropped.
    fn log(&self, mark: &str, lines: &[u8]) {
        if let Some(file) = lock(&self.log).as_mut() {
            let elapsed = self.start.elapsed().as_millis();
            for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                let line = String::from_utf8_lossy(line);
                let _ = writeln!(file, "{elapsed:>8} {mark} {}", line.trim_end());
            }
        }
    }
}
