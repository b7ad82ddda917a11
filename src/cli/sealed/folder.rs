//! The games of a person in a folder, for the board.

use super::store::{self, OpenFile};
use crate::room::{Act, GameFiles, extent, name_after, newest_first};
use crate::sealed::{SealedError, SealedGame};
use std::fs;
use std::path::PathBuf;

/// Files of games in a folder. Other programs may read and change them meanwhile.
pub struct FolderFiles {
    folder: PathBuf,
}

impl FolderFiles {
    /// The games in a folder, which is made for the first one.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }
}

impl GameFiles for FolderFiles {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        newest_first(entries.filter_map(|entry| entry.file_name().into_string().ok()))
    }

    fn create(&mut self, game: SealedGame) -> Result<String, SealedError> {
        let fault =
            |error| SealedError::new(format!("cannot make {}: {error}", self.folder.display()));
        fs::create_dir_all(&self.folder).map_err(fault)?;
        let name = name_after(&self.names());
        store::create(&self.folder.join(&name), &game.to_text())?;
        Ok(name)
    }

    fn visit(&mut self, name: &str, act: &mut Act<'_>) -> Result<(), SealedError> {
        let mut open = OpenFile::open(&self.folder.join(name))?;
        let before = extent(&open.game);
        let done = act(&mut open.game);
        if extent(&open.game) != before {
            open.save()?;
        }
        done
    }

    fn text(&self, name: &str) -> Result<String, SealedError> {
        store::read(&self.folder.join(name))
    }

    fn remove(&mut self, name: &str) -> Result<(), SealedError> {
        let path = self.folder.join(name);
        let fault = |error| SealedError::new(format!("cannot delete {}: {error}", path.display()));
        fs::remove_file(&path).map_err(fault)
    }
}
