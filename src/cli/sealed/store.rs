//! The file of a player on disk. It is replaced as a whole, so that a killed program loses nothing.

use crate::protocol::Output;
use crate::sealed::{SealedError, SealedGame, Surroundings, Time};
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The machine's source of chance and its clock.
pub struct Machine;

impl Surroundings for Machine {
    fn random(&mut self) -> Result<[u8; 32], SealedError> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| {
            SealedError::new(format!("the system gives no random bytes: {error}"))
        })?;
        Ok(bytes)
    }

    fn now(&mut self) -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Time::from_seconds(since.map_or(0, |since| since.as_secs()))
    }
}

/// A player's file that no other program changes meanwhile.
pub struct OpenFile {
    path: PathBuf,
    /// The file as it was opened, locked until this is dropped.
    _lock: File,
    /// The game in it.
    pub game: SealedGame,
}

impl OpenFile {
    /// Waits until no other program holds the file, and reads it.
    pub fn open(path: &Path) -> Result<Self, SealedError> {
        loop {
            let mut lock = File::open(path).map_err(|error| fault("read", path, error))?;
            lock.lock().map_err(|error| fault("lock", path, error))?;
            let mut text = String::new();
            lock.read_to_string(&mut text).map_err(|error| fault("read", path, error))?;
            if is_current(&text, path)? {
                let game = SealedGame::from_text(&text).map_err(|error| SealedError {
                    reason: format!("{}: {}", path.display(), error.reason),
                    ..error
                })?;
                return Ok(Self { path: path.to_path_buf(), _lock: lock, game });
            }
        }
    }

    /// Replaces the file by the present game.
    pub fn save(&self) -> Result<(), SealedError> {
        replace(&self.path, &self.game.to_text())
    }

    /// Takes in a line of the other player, saves, and prints the answers. Evidence is saved, too.
    pub fn take(&mut self, line: &str, output: &Output) -> Result<(), SealedError> {
        let answers = self.game.receive(line, &mut Machine);
        self.save()?;
        answers?.iter().for_each(|answer| output.line(answer));
        Ok(())
    }
}

/// Whether a file that was locked is still the one of this name. Another program may have replaced it meanwhile.
#[cfg(unix)]
fn is_current(text: &str, path: &Path) -> Result<bool, SealedError> {
    Ok(text == read(path)?)
}

/// Elsewhere an open file keeps its name, and a locked one cannot be read by another handle.
#[cfg(not(unix))]
fn is_current(_: &str, _: &Path) -> Result<bool, SealedError> {
    Ok(true)
}

fn fault(what: &str, path: &Path, error: impl Display) -> SealedError {
    SealedError::new(format!("cannot {what} {}: {error}", path.display()))
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, SealedError> {
    fs::read_to_string(path).map_err(|error| fault("read", path, error))
}

/// Makes a player's file, which must not be there yet.
pub fn create(path: &Path, text: &str) -> Result<(), SealedError> {
    let file = private(OpenOptions::new().write(true).create_new(true)).open(path);
    drop(file.map_err(|error| fault("make", path, error))?);
    replace(path, text).inspect_err(|_| drop(fs::remove_file(path)))
}

/// Writes a new file, and gives it the name of the old one once it is on disk.
fn replace(path: &Path, text: &str) -> Result<(), SealedError> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    let written = private(OpenOptions::new().write(true).create(true).truncate(true))
        .open(&new)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&new, path))
        .and_then(|()| sync_folder(path));
    written.map_err(|error| fault("write", path, error))
}

/// Lets nobody but the user read a new file.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// Sees to it that the new name is on disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}
