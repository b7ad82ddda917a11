//! Executes the commands.

use super::command::{self, CommandName};
use super::moves::beginning_with;
use super::session::PlaySession;
use super::table::{Level, People};
use super::{file, words};
use crate::engine::{EngineError, Position, Start};
use crate::games::Variant;
use crate::protocol::{closest, evaluation};
use std::path::Path;
use std::time::Duration;

/// Longest time for a move, in milliseconds.
const LONGEST_MS: u64 = 24 * 3600 * 1000;

impl PlaySession {
    /// Executes a command.
    pub(super) fn obey(&mut self, name: CommandName, rest: &str) -> Result<(), EngineError> {
        match name {
            CommandName::Board => self.is_stale = true,
            CommandName::Moves => self.list_moves(rest),
            CommandName::Hint => return self.hint(),
            CommandName::Why => return self.why(),
            CommandName::Go => return self.move_for_person(),
            CommandName::Undo => return self.undo(),
            CommandName::Resign => return self.resign(),
            CommandName::Flip => {
                self.is_turned = !self.is_turned;
                self.is_stale = true;
            }
            CommandName::Level => return self.set_level(rest),
            CommandName::Time => return self.set_time(rest),
            CommandName::Seat => return self.set_seats(rest),
            CommandName::New => return self.new_game(rest),
            CommandName::Save => return self.save(rest),
            CommandName::Load => return self.load(rest),
            CommandName::Legend => self.screen.line(self.table.variant().summary().trim_end()),
            CommandName::Help => self.screen.line(format_args!(
                "A move is typed as in `moves`, in any case; its parts may be apart.\n{}",
                command::help()
            )),
            CommandName::Quit => self.is_leaving = true,
        }
        if self.is_stale && self.table.is_over() {
            self.show(None);
        }
        Ok(())
    }

    fn list_moves(&self, beginning: &str) {
        let legal = self.table.game().legal_moves();
        let found = beginning_with(&legal, beginning);
        let rows: Vec<String> = found.chunks(8).map(|row| row.join("  ")).collect();
        self.screen.line(format_args!("Legal moves: {}\n{}", found.len(), rows.join("\n")));
    }

    fn refuse_after_end(&self) -> Result<(), EngineError> {
        match self.table.is_over() {
            true => Err(EngineError::new("the game is over: use undo, new or load")),
            false => Ok(()),
        }
    }

    fn hint(&mut self) -> Result<(), EngineError> {
        self.refuse_after_end()?;
        self.screen.passing("thinking ...");
        let thought = self.table.advise();
        self.screen.passed();
        self.screen.words(words::thought(&self.table, &thought?, "might play"));
        Ok(())
    }

    /// Shows the engine's last thought and its view of the position that the person sees.
    fn why(&mut self) -> Result<(), EngineError> {
        let is_open = self.table.is_over() || !self.table.hides();
        match &self.table.thought {
            Some(_) if !is_open => {
                self.screen.line("What the other side thought is told when the game is over.");
            }
            Some(thought) => self.screen.words(words::thought(&self.table, thought, "played")),
            None => self.screen.line("The engine has not moved yet."),
        }
        if !self.table.is_over() {
            let seen = self.table.seen_by(self.table.mover())?;
            self.screen.line(evaluation(self.table.engine(), &*seen));
        }
        Ok(())
    }

    fn move_for_person(&mut self) -> Result<(), EngineError> {
        self.refuse_after_end()?;
        let thought = self.table.think()?;
        let name = words::side(&self.table, thought.player);
        self.screen.line(format_args!("{name}: {}", thought.token));
        self.is_stale = true;
        Ok(())
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        self.table.undo()?;
        self.begin();
        Ok(())
    }

    fn resign(&mut self) -> Result<(), EngineError> {
        self.refuse_after_end()?;
        self.table.resign(self.table.mover());
        Ok(())
    }

    fn set_level(&mut self, text: &str) -> Result<(), EngineError> {
        let level = Level::parse(text).map_err(EngineError::new)?;
        self.table.strength.level = level;
        self.screen.line(format_args!("The engine plays at {level}."));
        Ok(())
    }

    fn set_time(&mut self, text: &str) -> Result<(), EngineError> {
        let time = text.parse().ok().filter(|time| (1..=LONGEST_MS).contains(time));
        let fault =
            || EngineError::new(format!("expected milliseconds, 1 to {LONGEST_MS} ({text})"));
        self.table.strength.time = Duration::from_millis(time.ok_or_else(fault)?);
        self.screen.line(format_args!("The engine thinks {text} ms about a move."));
        Ok(())
    }

    fn set_seats(&mut self, text: &str) -> Result<(), EngineError> {
        self.table.seat(&People::parse(text).map_err(EngineError::new)?)?;
        self.screen.line(words::seats(&self.table));
        self.is_stale = true;
        Ok(())
    }

    fn new_game(&mut self, text: &str) -> Result<(), EngineError> {
        let (mut variant, mut start) = (self.table.variant(), Start::StartPos);
        for word in text.split_whitespace() {
            match Variant::from_name(word) {
                Some(found) => variant = found,
                None if word.eq_ignore_ascii_case("deploy") => start = Start::Deploy,
                None => {
                    let meant = closest(word, Variant::NAMES.iter().copied());
                    let hint = meant.map(|name| format!(": did you mean {name}?"));
                    let hint = hint.unwrap_or_default();
                    return Err(EngineError::new(format!("there is no variant {word}{hint}")));
                }
            }
        }
        self.table.set_up(variant, &Position::from_start(start))?;
        // A new seed, because the last game may have revealed the engine's deployment.
        self.table.strength.seed = self.table.strength.seed.wrapping_add(1);
        self.begin();
        self.greet();
        Ok(())
    }

    fn save(&self, path: &str) -> Result<(), EngineError> {
        if path.is_empty() {
            return Err(EngineError::new("expected the name of a file (save)"));
        }
        file::save(&self.table, Path::new(path))?;
        self.screen.line(format_args!("Saved: {path}"));
        Ok(())
    }

    fn load(&mut self, path: &str) -> Result<(), EngineError> {
        if path.is_empty() {
            return Err(EngineError::new("expected the name of a file (load)"));
        }
        let (variant, position) = file::load(Path::new(path), self.table.variant())?;
        self.table.set_up(variant, &position)?;
        self.begin();
        self.greet();
        Ok(())
    }
}
