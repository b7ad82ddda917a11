//! Orders that save and load games.

use super::message::{LibraryEntry, ViewerMessage};
use super::obey::{Reply, refuse};
use super::seat::Seat;
use super::sight::Visibility;
use super::{Table, Viewer, files};

impl Table {
    pub(super) fn save(&self, viewer: &Viewer, form: &str) -> Reply {
        let sight = match self.is_told_all(&viewer.screen) {
            true => Visibility::All,
            false => self.sight(&viewer.screen),
        };
        let variant = self.variant();
        if form == "position" {
            let text = self.told(self.cursor(viewer), sight);
            let Some(text) = text else { return refuse("the screen is covered (save)") };
            return Ok(Some(ViewerMessage::position_file(variant, text)));
        }
        if sight != Visibility::All {
            return refuse(
                "the file would show what is hidden: wait for the end of the game (save)",
            );
        }
        let (ending, text) = match form {
            "table" => ("json", files::saved(&self.game, &viewer.screen)),
            "record" => ("jsonl", files::record(&self.game)),
            "pgn" => ("pgn", files::pgn(&self.game, &viewer.screen)),
            _ => {
                let forms = "table, record, pgn or position";
                return refuse(format!("expected {forms} (save {form})"));
            }
        };
        Ok(Some(ViewerMessage::File { name: format!("{variant}.{ending}"), text }))
    }

    pub(super) fn load(&mut self, viewer: &mut Viewer, text: &str, seats: Vec<Seat>) -> Reply {
        let library = files::read(text)?;
        let entries = library.iter().enumerate();
        let games: Vec<LibraryEntry> = entries.map(|(index, game)| game.entry(index)).collect();
        if let [only] = &library[..] {
            let game = only.game(&viewer.screen)?;
            self.show_game(viewer, game, seats)?;
        }
        self.library = library;
        Ok(Some(ViewerMessage::Library { games }))
    }

    pub(super) fn pick(&mut self, viewer: &mut Viewer, index: usize, seats: Vec<Seat>) -> Reply {
        let Some(saved) = self.library.get(index) else {
            let count = self.library.len();
            return refuse(format!("the file that was loaded has {count} games (pick {index})"));
        };
        let game = saved.game(&viewer.screen)?;
        self.show_game(viewer, game, seats)
    }
}
