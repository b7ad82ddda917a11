//! Standard output. No other module writes to it.

use crate::engine::quote;
use crate::host::Instant;
use std::fmt::Display;
use std::fs::File;
use std::io::{Error, ErrorKind, Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Writes whole lines, flushed, from any thread. Copies all traffic to a log file on demand.
pub struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    log: Mutex<Option<Log>>,
    start: Instant,
    has_erred: AtomicBool,
    has_lost: AtomicBool,
}

/// The file that all traffic is copied to.
struct Log {
    path: String,
    file: File,
}

impl Log {
    /// Writes a whole line. If the disk is full, removes the part that was written.
    fn write(&mut self, line: &[u8]) -> Result<(), Error> {
        let mut rest = line;
        while !rest.is_empty() {
            match self.file.write(rest) {
                Ok(0) => {
                    return self.take_back(line.len() - rest.len(), ErrorKind::WriteZero.into());
                }
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return self.take_back(line.len() - rest.len(), error),
            }
        }
        Ok(())
    }

    /// Truncates the last `bytes` bytes, and returns the error.
    fn take_back(&self, bytes: usize, error: Error) -> Result<(), Error> {
        if bytes > 0
            && let Ok(metadata) = self.file.metadata()
        {
            // Only regular files can be truncated.
            let _ = self.file.set_len(metadata.len().saturating_sub(bytes as u64));
        }
        Err(error)
    }
}

/// Reports on stderr that stdout has failed, and returns the exit status. A closed pipe is no
/// error: nothing is reported, and the status is 0.
pub(crate) fn status_after(error: &Error) -> u8 {
    if error.kind() == ErrorKind::BrokenPipe {
        return 0;
    }
    let _ = writeln!(stderr(), "strategos: cannot write to standard output: {error}");
    1
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
            has_lost: AtomicBool::new(false),
        }
    }

    /// Writes `text`, one or more lines, as a whole. If that fails, the process exits: with status
    /// 0 if stdout is closed, else with status 1 and the reason on stderr.
    pub fn line(&self, text: impl Display) {
        let text = format!("{text}\n");
        self.log("<", text.as_bytes());
        let mut writer = lock(&self.writer);
        if let Err(error) = writer.write_all(text.as_bytes()).and_then(|()| writer.flush()) {
            std::process::exit(status_after(&error).into());
        }
    }

    /// Reports an error to the client.
    pub fn error(&self, error: impl Display) {
        log::warn!("refused: {error}");
        self.has_erred.store(true, Ordering::Relaxed);
        self.line(format_args!("info string error: {error}"));
    }

    /// Tells the client about something that it may not expect.
    pub fn warning(&self, text: impl Display) {
        log::warn!("{text}");
        self.line(format_args!("info string warning: {text}"));
    }

    /// Whether an error has been reported.
    pub fn has_erred(&self) -> bool {
        self.has_erred.load(Ordering::Relaxed)
    }

    /// Whether the log is incomplete because a write failed.
    pub fn has_lost(&self) -> bool {
        self.has_lost.load(Ordering::Relaxed)
    }

    /// Copies a line of input to the log file.
    pub fn log_input(&self, line: &[u8]) {
        self.log(">", line);
    }

    /// Copies all traffic to the file at `path` from now on; stops if `path` is empty.
    ///
    /// # Errors
    /// If the file cannot be opened. The old log file stays.
    pub fn log_to(&self, path: &str) -> Result<(), String> {
        let log = if path.is_empty() {
            None
        } else {
            let mut options = File::options();
            options.create(true).append(true);
            // A pipe without a reader must not block the engine.
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
            let opened = options.open(path);
            let file =
                opened.map_err(|error| quote(&format!("cannot open log file {path}: {error}")))?;
            Some(Log { path: path.to_string(), file })
        };
        *lock(&self.log) = log;
        Ok(())
    }

    /// Writes to the log. A full disk must not disturb the game: the engine reports the error once
    /// and ends the log.
    fn log(&self, mark: &str, lines: &[u8]) {
        let mut log = lock(&self.log);
        let Some(open) = log.as_mut() else { return };
        let elapsed = self.start.elapsed().as_millis();
        let written = lines
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .try_for_each(|line| {
                let line = String::from_utf8_lossy(line);
                open.write(format!("{elapsed:>8} {mark} {}\n", line.trim_end()).as_bytes())
            });
        if let Err(error) = written {
            let text = quote(&format!("cannot write log file {}: {error}", open.path));
            *log = None;
            drop(log);
            self.has_lost.store(true, Ordering::Relaxed);
            self.error(format_args!("{text}; it ends here"));
        }
    }
}
