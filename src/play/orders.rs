//! Executes the commands.

use super::command::{self, CommandName};
use super::moves::{beginning_with, of_square};
use super::people::People;
use super::session::PlaySession;
use super::{file, words};
use crate::engine::{Engine, EngineError};
use crate::games::Variant;
use crate::protocol::{closest, named_evaluation, terminal_charset};
use crate::table::{Level, Order};
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
            CommandName::Hint => return self.tell_hint(),
            CommandName::Why => return self.why(),
            CommandName::Go => return self.go(),
            CommandName::Stop => return self.order(Order::Stop {}),
            CommandName::Pause => return self.order(Order::Pause {}),
            CommandName::Undo if !self.draft.is_empty() => {
                let kept = self.draft.len().saturating_sub(count(rest)?);
                self.draft.truncate(kept);
                self.is_stale = true;
            }
            CommandName::Undo => return self.go_back(Order::Undo { count: count(rest)? }),
            CommandName::Redo => return self.go_back(Order::Redo { count: count(rest)? }),
            CommandName::History => self.screen.line(self.history().join("\n")),
            CommandName::Fen => self.screen.line(self.seen()?.fen()),
            CommandName::Belief => return self.belief(),
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
            CommandName::Legend => self.screen.line(self.variant().summary().trim_end()),
            CommandName::Help => self.screen.line(format_args!(
                "A move is typed as in `moves`, in any case; its parts may be apart.\n{}",
                command::help()
            )),
            CommandName::Quit => self.is_leaving = true,
        }
        if self.is_stale && self.state().over {
            self.show(None);
        }
        Ok(())
    }

    fn list_moves(&self, beginning: &str) {
        let legal = self.legal_moves();
        let found =
            of_square(&legal, beginning).unwrap_or_else(|| beginning_with(&legal, beginning));
        let rows: Vec<String> = found.chunks(8).map(|row| row.join("  ")).collect();
        self.screen.line(format_args!("Legal moves: {}\n{}", found.len(), rows.join("\n")));
    }

    fn refuse_after_end(&self) -> Result<(), EngineError> {
        match self.state().over {
            true => Err(EngineError::new("the game is over: use undo, new or load")),
            false => Ok(()),
        }
    }

    fn tell_hint(&mut self) -> Result<(), EngineError> {
        self.refuse_after_end()?;
        if let Some(advice) = self.advice()? {
            let text = words::thought(self.variant(), &advice, "might play");
            self.screen.words(format_args!("{text} (at full strength)"));
        }
        Ok(())
    }

    /// Shows the engine's last thought, and how it sees the position of the person at full strength.
    fn why(&mut self) -> Result<(), EngineError> {
        let is_open = self.state().board.as_ref().is_some_and(|board| board.sees == 0);
        match &self.thought {
            Some(_) if !is_open => {
                self.screen.line("What the other side thought is told when the game is over.");
            }
            Some(thought) => {
                let text = words::thought(self.variant(), thought, "played");
                self.screen.words(format_args!("{text} (at {})", self.thought_level));
            }
            None => self.screen.line("The engine has not moved yet."),
        }
        if self.state().over {
            return Ok(());
        }
        if let Err(error) = self.tell_hint() {
            self.screen.wrong(error);
        }
        let seen = self.seen()?;
        let engine = Engine::idle(self.variant());
        if engine.evaluation(&*seen).is_ok() {
            let names: Vec<String> =
                self.variant().sides().iter().map(ToString::to_string).collect();
            self.screen.line(named_evaluation(&engine, &*seen, &names));
        } else {
            self.screen
                .line("Something is hidden from you, so the position has no value as a whole.");
        }
        Ok(())
    }

    fn go(&mut self) -> Result<(), EngineError> {
        self.refuse_after_end()?;
        self.refuse_with_draft()?;
        self.order(Order::Go { engine: self.strength.seat() })
    }

    fn go_back(&mut self, order: Order) -> Result<(), EngineError> {
        self.order(order)?;
        self.thought = None;
        self.begin();
        Ok(())
    }

    /// What the person at the screen may expect where he does not see.
    fn belief(&mut self) -> Result<(), EngineError> {
        let diagram = self.seen()?.belief_diagram(self.strength.seed, terminal_charset())?;
        self.screen.line(diagram);
        Ok(())
    }

    fn set_level(&mut self, text: &str) -> Result<(), EngineError> {
        if !text.is_empty() {
            self.strength.level = Level::parse(text).map_err(EngineError::new)?;
            self.change_engines()?;
        }
        self.screen.line(format_args!("The engine plays at {}.", self.strength.level));
        Ok(())
    }

    fn set_time(&mut self, text: &str) -> Result<(), EngineError> {
        if !text.is_empty() {
            let time = text.parse().ok().filter(|time| (1..=LONGEST_MS).contains(time));
            let fault =
                || EngineError::new(format!("expected milliseconds, 1 to {LONGEST_MS} ({text})"));
            self.strength.time = Duration::from_millis(time.ok_or_else(fault)?);
            self.change_engines()?;
        }
        let time = self.strength.milliseconds();
        self.screen.line(format_args!("The engine thinks {time} ms about a move."));
        Ok(())
    }

    /// Gives the engines at the table the present strength.
    fn change_engines(&mut self) -> Result<(), EngineError> {
        let seats = self.strength.seats(&self.people);
        for (index, seat) in seats.into_iter().enumerate() {
            if seat.is_engine() {
                self.order(Order::Seat { player: index + 1, seat })?;
            }
        }
        Ok(())
    }

    fn set_seats(&mut self, text: &str) -> Result<(), EngineError> {
        if !text.is_empty() {
            let variant = self.variant();
            let players = variant.players();
            let people = People::parse(text).map_err(EngineError::new)?;
            let people = people.among(players).map_err(|number| {
                EngineError::new(format!("{variant} has {players} players ({number})"))
            })?;
            self.take_seats(&people)?;
            self.is_stale = true;
        }
        self.screen.line(words::seats(self.variant(), &self.state().seats));
        Ok(())
    }

    /// Changes who has which seat: newcomers first, so that nothing changes if one of them is refused.
    fn take_seats(&mut self, people: &[bool]) -> Result<(), EngineError> {
        let seats = self.strength.seats(people);
        let before = self.state().seats.clone();
        let mut done: Vec<usize> = Vec::new();
        let order = |is_person: bool| {
            let wanted = move |index: &usize| people[*index] == is_person;
            (0..people.len()).filter(wanted).collect::<Vec<_>>()
        };
        for index in order(true).into_iter().chain(order(false)) {
            if before[index].is_person() == people[index] {
                continue;
            }
            let seat = seats[index].clone();
            if let Err(error) = self.order(Order::Seat { player: index + 1, seat }) {
                for index in done {
                    let seat = before[index].clone();
                    self.order(Order::Seat { player: index + 1, seat })?;
                }
                return Err(error);
            }
            done.push(index);
        }
        self.people = people.to_vec();
        Ok(())
    }

    fn new_game(&mut self, text: &str) -> Result<(), EngineError> {
        let (mut variant, mut deploy) = (self.variant(), false);
        for word in text.split_whitespace() {
            match Variant::from_name(word) {
                Some(found) => variant = found,
                None if word.eq_ignore_ascii_case("deploy") => deploy = true,
                None => {
                    let meant = closest(word, Variant::names().iter().copied());
                    let hint = meant.map(|name| format!(": did you mean {name}?"));
                    let hint = hint.unwrap_or_default();
                    return Err(EngineError::new(format!("there is no variant {word}{hint}")));
                }
            }
        }
        self.begin_game(variant, deploy)?;
        self.forget();
        self.greet();
        Ok(())
    }

    fn save(&mut self, path: &str) -> Result<(), EngineError> {
        if path.is_empty() {
            return Err(EngineError::new("expected the name of a file (save)"));
        }
        file::save(self, Path::new(path))?;
        self.screen.line(format_args!("Saved: {path}"));
        Ok(())
    }

    fn load(&mut self, text: &str) -> Result<(), EngineError> {
        if text.is_empty() {
            return Err(EngineError::new("expected the name of a file (load)"));
        }
        let numbered = text.rsplit_once(char::is_whitespace);
        let numbered = numbered.and_then(|(path, number)| Some((path, number.parse().ok()?)));
        match numbered.filter(|_| !Path::new(text).exists()) {
            Some((path, number)) => file::load(self, Path::new(path.trim_end()), Some(number))?,
            None => file::load(self, Path::new(text), None)?,
        }
        self.forget();
        self.greet();
        Ok(())
    }
}

/// How many moves: one if nothing is said.
fn count(text: &str) -> Result<usize, EngineError> {
    if text.is_empty() {
        return Ok(1);
    }
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| EngineError::new(format!("expected how many moves, 1 or more ({text})")))
}
