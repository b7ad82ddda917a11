//! Where the games by lines are kept.

use crate::sealed::{SealedError, SealedGame};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the names of games begin with. A number follows.
const NAME: &str = "game-";

/// Keeps the files of a person's games. A file is replaced as a whole, and holds secrets.
pub trait GameFiles: Send {
    /// The names of all games, the newest first.
    fn names(&self) -> Vec<String>;

    /// Keeps a new game, and returns its name.
    ///
    /// # Errors
    /// If it cannot be kept.
    fn create(&mut self, game: SealedGame) -> Result<String, SealedError>;

    /// Looks at a game, and keeps what `act` has changed in it, also if that has failed.
    ///
    /// # Errors
    /// Those of `act`, or if the game cannot be read or kept.
    fn visit(&mut self, name: &str, act: &mut Act<'_>) -> Result<(), SealedError>;

    /// The text of the player's file.
    ///
    /// # Errors
    /// If it cannot be read.
    fn text(&self, name: &str) -> Result<String, SealedError>;

    /// Deletes a game.
    ///
    /// # Errors
    /// If it cannot be deleted.
    fn remove(&mut self, name: &str) -> Result<(), SealedError>;

    /// Takes in what the host has kept, or what another window has changed.
    ///
    /// # Errors
    /// If these files are not the host's.
    fn take(&mut self, kept: KeptGame) -> Result<(), SealedError> {
        Err(SealedError::new(format!("games by lines are kept in a folder ({})", kept.game)))
    }

    /// What the host is to keep since the last call.
    fn changes(&mut self) -> Vec<KeptGame> {
        Vec::new()
    }
}

/// What is done with a game.
pub type Act<'a> = dyn FnMut(&mut SealedGame) -> Result<(), SealedError> + 'a;

/// A game that a host keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "keep", rename_all = "lowercase")]
pub struct KeptGame {
    /// Its name.
    pub game: String,
    /// The player's file; `None` if the game is deleted.
    pub text: Option<String>,
}

/// The number in the name of a game.
pub(crate) fn number_of(name: &str) -> Option<u64> {
    let number = name.strip_prefix(NAME)?;
    number.parse().ok().filter(|parsed: &u64| parsed.to_string() == number)
}

/// The names of games among names of files, the newest first.
pub(crate) fn newest_first(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut found: Vec<(u64, String)> =
        names.into_iter().filter_map(|name| Some((number_of(&name)?, name))).collect();
    found.sort_unstable_by(|one, other| other.cmp(one));
    found.into_iter().map(|(_, name)| name).collect()
}

/// The error for a game that is not kept.
pub(super) fn missing(name: &str) -> SealedError {
    SealedError::new(format!("there is no game {name:.40}"))
}

/// The name of a game after those that are there.
pub(crate) fn name_after(names: &[String]) -> String {
    let last = names.iter().filter_map(|name| number_of(name)).max().unwrap_or(0);
    format!("{NAME}{}", last.saturating_add(1))
}

/// Files in memory, for a host that keeps them in its own way, such as a page. The host is told of every change by
/// [`GameFiles::changes`].
#[derive(Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, MemoryFile>,
    changes: Vec<KeptGame>,
}

/// A file, and the game in it once it was read.
struct MemoryFile {
    text: String,
    game: Option<SealedGame>,
}

impl MemoryFiles {
    fn write(&mut self, name: &str, game: SealedGame) {
        let text = game.to_text();
        let kept = KeptGame { game: name.to_string(), text: Some(text.clone()) };
        self.files.insert(name.to_string(), MemoryFile { text, game: Some(game) });
        self.changes.push(kept);
    }
}

impl GameFiles for MemoryFiles {
    fn names(&self) -> Vec<String> {
        newest_first(self.files.keys().cloned())
    }

    fn create(&mut self, game: SealedGame) -> Result<String, SealedError> {
        let name = name_after(&self.names());
        self.write(&name, game);
        Ok(name)
    }

    fn visit(&mut self, name: &str, act: &mut Act<'_>) -> Result<(), SealedError> {
        let file = self.files.get_mut(name).ok_or_else(|| missing(name))?;
        let mut game = match file.game.take() {
            Some(game) => game,
            None => SealedGame::from_text(&file.text)?,
        };
        let before = extent(&game);
        let done = act(&mut game);
        match extent(&game) == before {
            true => file.game = Some(game),
            false => self.write(name, game),
        }
        done
    }

    fn text(&self, name: &str) -> Result<String, SealedError> {
        let file = self.files.get(name).ok_or_else(|| missing(name))?;
        Ok(file.text.clone())
    }

    fn remove(&mut self, name: &str) -> Result<(), SealedError> {
        self.files.remove(name).ok_or_else(|| missing(name))?;
        self.changes.push(KeptGame { game: name.to_string(), text: None });
        Ok(())
    }

    fn take(&mut self, kept: KeptGame) -> Result<(), SealedError> {
        if number_of(&kept.game).is_none() {
            return Err(SealedError::new(format!("this is no name of a game ({:.40})", kept.game)));
        }
        match kept.text {
            Some(text) => drop(self.files.insert(kept.game, MemoryFile { text, game: None })),
            None => drop(self.files.remove(&kept.game)),
        }
        Ok(())
    }

    fn changes(&mut self) -> Vec<KeptGame> {
        std::mem::take(&mut self.changes)
    }
}

/// What grows whenever a game changes.
pub(crate) fn extent(game: &SealedGame) -> (usize, usize) {
    (game.lines().len(), game.evidence().len())
}
