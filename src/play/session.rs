//! The course of a game: a host of a table for people at one terminal.

use super::board::Board;
use super::command::{self, TypedLine};
use super::input::{Input, Typed};
use super::people::Strength;
use super::screen::Screen;
use super::words::{Thought, seats, side};
use super::{Settings, file, moves};
use crate::engine::EngineError;
use crate::game::Player;
use crate::table::{Level, Order, PvLine, Table, TableEvent, TableState};
use crate::table_host::SearchThreads;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// The viewer at the terminal.
pub(super) const VIEWER: &str = "terminal";

/// What the game waits for.
enum PlayEvent {
    Typed(Typed),
    Search(TableEvent),
}

/// What a person has to confirm.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doubt {
    Leaving,
    Resigning,
}

/// A table with the screen and the input of its players.
pub struct PlaySession {
    pub(super) table: Table,
    pub(super) searches: SearchThreads,
    incoming: Receiver<PlayEvent>,
    pub(super) screen: Screen,
    input: Input,
    pub(super) strength: Strength,
    /// Whether people have the seats.
    pub(super) people: Vec<bool>,
    pub(super) state: Option<TableState>,
    /// The search for the move under way, and its player.
    pub(super) searching: Option<(u64, Player)>,
    /// The last move that an engine made, and the level at which it thought.
    pub(super) thought: Option<Thought>,
    pub(super) thought_level: Level,
    /// The hint or the file that the table has answered with.
    pub(super) hint: Option<(String, Option<PvLine>)>,
    pub(super) saved: Option<String>,
    pub(super) is_turned: bool,
    /// Whether something has happened since the board was last shown.
    pub(super) is_stale: bool,
    pub(super) has_told_end: bool,
    pub(super) is_leaving: bool,
    doubt: Option<Doubt>,
    /// Whether the screen says that an engine thinks.
    pub(super) has_told_thinking: bool,
    /// What was last shown, by seat.
    pub(super) shown: Vec<Shown>,
    /// Actions of the turn under way that cannot be played yet, because others come before them.
    pub(super) draft: Vec<String>,
    /// Whether somebody has looked at the screen in this game.
    has_looked: bool,
}

#[derive(Clone, Default)]
pub(super) struct Shown {
    pub(super) board: Option<Board>,
    /// Number of turns that the player has been told of.
    pub(super) turns: usize,
    /// Number of sentences about turns that the player has been told.
    pub(super) sentences: usize,
}

impl PlaySession {
    pub fn new(settings: &Settings) -> Result<Self, EngineError> {
        let Settings { variant, people, strength, deploy, .. } = settings;
        let (sender, incoming) = channel();
        let typed = sender.clone();
        let screen = Screen::new();
        // Without a receiver the game has ended.
        let input = Input::new(screen.is_terminal(), screen.columns(), move |line| {
            let _ = typed.send(PlayEvent::Typed(line));
        });
        let report = move |event| {
            let _ = sender.send(PlayEvent::Search(event));
        };
        let mut session = Self {
            table: Table::new(*variant, strength.seed)?,
            searches: SearchThreads::new(Arc::new(report)),
            incoming,
            screen,
            input,
            strength: strength.clone(),
            people: Vec::new(),
            state: None,
            searching: None,
            thought: None,
            thought_level: strength.level,
            hint: None,
            saved: None,
            is_turned: false,
            is_stale: true,
            has_told_end: false,
            is_leaving: false,
            doubt: None,
            has_told_thinking: false,
            shown: Vec::new(),
            draft: Vec::new(),
            has_looked: false,
        };
        let stranger = |number| {
            let players = variant.players();
            EngineError::new(format!("{variant} has {players} players ({number})"))
        };
        session.people = people.among(variant.players()).map_err(stranger)?;
        match &settings.file {
            Some(path) => file::load(&mut session, Path::new(path), None)?,
            None => session.begin_game(*variant, *deploy)?,
        }
        session.begin();
        Ok(session)
    }

    /// Plays until `quit` or the end of the input.
    pub fn run(&mut self) {
        self.greet();
        while !self.is_leaving && !self.screen.is_gone() {
            self.step();
        }
        self.searches.stop_all();
    }

    /// Starts again after a new game or a takeback: what was shown before no longer counts.
    pub(super) fn begin(&mut self) {
        self.shown = vec![Shown::default(); self.variant().players()];
        let turns = self.table.turns(VIEWER);
        let sentences = turns.iter().map(|turn| turn.told.len()).sum();
        for shown in &mut self.shown {
            (shown.turns, shown.sentences) = (turns.len(), sentences);
        }
        self.draft.clear();
        (self.is_stale, self.has_told_end) = (true, false);
    }

    /// Forgets what belongs to the game before.
    pub(super) fn forget(&mut self) {
        (self.thought, self.has_looked) = (None, false);
        self.begin();
    }

    pub(super) fn greet(&self) {
        let variant = self.variant();
        self.screen.words(format_args!(
            "A game of {variant}: {}; {}, {} ms a move.\n\
             Type a move, or help; legend says how the game goes, `strategos rules {variant}` all of it.",
            seats(variant, &self.state().seats),
            self.strength.level,
            self.strength.milliseconds()
        ));
    }

    /// One step of the game: a move of an engine, or a line that a person types.
    fn step(&mut self) {
        if self.state().over {
            if !self.has_told_end {
                self.show_end();
            }
            self.ask(if self.doubt.is_some() { "y/n> " } else { "game over> " });
        } else if self.state().thinking {
            // Lines of a pipe wait until a person is to move. At a terminal they are heard at once.
            if self.screen.is_terminal() {
                if !std::mem::replace(&mut self.has_told_thinking, true) {
                    let name = side(self.variant(), self.mover());
                    self.screen.passing(&format!("{name} thinks ... "));
                }
                self.input.listen();
            }
        } else {
            let mover = self.mover();
            let is_persons = self.state().seats[mover.index()].is_person();
            if is_persons && !self.draw_curtain(mover) {
                return;
            }
            if self.is_stale {
                let is_open = self.state().board.as_ref().is_some_and(|board| board.sees == 0);
                self.show(Some(mover).filter(|_| is_persons || !is_open));
            }
            self.ask(&self.prompt(mover));
        }
        self.wait();
    }

    fn prompt(&self, mover: Player) -> String {
        let name = side(self.variant(), mover);
        let is_midway = self.state().board.as_ref().is_some_and(|board| !board.turn);
        match (self.doubt, self.state().paused, is_midway) {
            (Some(_), ..) => "y/n> ".to_string(),
            (None, true, _) => "the game rests> ".to_string(),
            (None, false, true) => format!("{name}, the turn goes on> "),
            (None, false, false) => format!("{name}> "),
        }
    }

    fn ask(&mut self, prompt: &str) {
        let legal = self.legal_moves();
        self.input.ask(prompt, legal);
    }

    /// Waits until something happens.
    fn wait(&mut self) {
        match self.incoming.recv() {
            Ok(PlayEvent::Search(event)) => self.take_event(event),
            Ok(PlayEvent::Typed(typed)) => self.take_typed(typed),
            Err(_) => self.is_leaving = true,
        }
    }

    /// Waits for the next line alone.
    fn wait_for_line(&mut self) -> Option<String> {
        self.ask("");
        loop {
            match self.incoming.recv().ok()? {
                PlayEvent::Search(event) => self.take_event(event),
                PlayEvent::Typed(typed) => {
                    self.input.heard(&typed);
                    match typed {
                        Typed::Answer(line) => return Some(line),
                        Typed::NoAnswer => return Some(String::new()),
                        Typed::End => return None,
                        Typed::Line(_) | Typed::Interrupt => {}
                    }
                }
            }
        }
    }

    /// Hides the screen between two people, so that neither sees the other's view. `false` if the input has ended.
    fn draw_curtain(&mut self, mover: Player) -> bool {
        let state = self.state();
        if state.curtain.is_none() && state.handover.is_none() {
            self.has_looked = true;
            return true;
        }
        if std::mem::replace(&mut self.has_looked, true) {
            self.screen.clear();
            self.input.forget();
            let name = side(self.variant(), mover);
            self.screen
                .line(format_args!("{name} is to move. Press Enter when nobody else looks."));
            if self.wait_for_line().is_none() {
                self.is_leaving = true;
                return false;
            }
        }
        if let Err(error) = self.order(Order::Uncover { player: mover.number() }) {
            self.screen.wrong(error);
        }
        self.is_stale = true;
        true
    }

    fn take_typed(&mut self, typed: Typed) {
        self.input.heard(&typed);
        let line = match typed {
            Typed::Answer(line) => line,
            Typed::Line(line) => {
                self.has_told_thinking = false;
                line
            }
            Typed::NoAnswer | Typed::Interrupt => return self.interrupt(),
            Typed::End => {
                self.is_leaving = true;
                return;
            }
        };
        if let Some(doubt) = self.doubt.take() {
            return self.settle_doubt(doubt, &line);
        }
        let result = match command::read(&line) {
            TypedLine::Nothing => Ok(()),
            TypedLine::Command(name, rest) => self.obey(name, &rest),
            TypedLine::Move(_) if self.state().over => Err(EngineError::new("the game is over")),
            TypedLine::Move(typed) => self.play(&typed),
        };
        if let Err(error) = result {
            self.screen.wrong(error);
        }
    }

    /// Ctrl-C ends a search, and the game rests. Elsewhere it asks before it ends the program.
    fn interrupt(&mut self) {
        if self.state().thinking {
            self.stop_telling_thinking();
            let rests = self.order(Order::Pause {});
            self.screen.line("The game rests; go goes on with it.");
            if let Err(error) = rests {
                self.screen.wrong(error);
            }
        } else if self.doubt == Some(Doubt::Leaving) {
            self.is_leaving = true;
        } else {
            self.doubt = Some(Doubt::Leaving);
            self.screen.line("Leave the game?");
        }
    }

    fn settle_doubt(&mut self, doubt: Doubt, line: &str) {
        if !matches!(line.trim().to_ascii_lowercase().as_str(), "y" | "yes") {
            return;
        }
        match doubt {
            Doubt::Leaving => self.is_leaving = true,
            Doubt::Resigning => {
                if let Err(error) = self.order(Order::Resign { player: None }) {
                    self.screen.wrong(error);
                }
            }
        }
    }

    /// Resigns for the person to move. At a terminal it asks before.
    pub(super) fn resign(&mut self) -> Result<(), EngineError> {
        if self.state().over {
            return Err(EngineError::new("the game is over: use undo, new or load"));
        }
        if self.screen.is_terminal() {
            self.doubt = Some(Doubt::Resigning);
            self.screen.line("Give the game up?");
            return Ok(());
        }
        self.order(Order::Resign { player: None })
    }

    /// The engine's advice at full strength; `None` if its search failed, which the table has said.
    pub(super) fn advice(&mut self) -> Result<Option<Thought>, EngineError> {
        let player = self.mover();
        self.hint = None;
        self.screen.passing("thinking ... ");
        self.order(Order::Hint { movetime: self.strength.milliseconds() })?;
        while self.hint.is_none() {
            match self.incoming.recv() {
                Ok(PlayEvent::Search(event)) => {
                    let has_failed = matches!(event, TableEvent::Failed { .. });
                    let is_end = has_failed || matches!(event, TableEvent::Found { .. });
                    self.take_event(event);
                    if has_failed {
                        return Ok(None);
                    }
                    if is_end {
                        break;
                    }
                }
                Ok(PlayEvent::Typed(typed)) => {
                    self.input.heard(&typed);
                    break;
                }
                Err(_) => break,
            }
        }
        self.screen.passed();
        let (token, line) =
            self.hint.take().ok_or_else(|| EngineError::new("the engine has no advice"))?;
        Ok(Some(Thought { player, token, line }))
    }

    fn play(&mut self, typed: &str) -> Result<(), EngineError> {
        if let Some(found) = moves::of_square(&self.legal_moves(), typed) {
            let square = typed.trim().to_ascii_lowercase();
            let text = match found.len() {
                0 => format!("No move of {square}."),
                _ => format!("Moves of {square}: {}", moves::listed(&found)),
            };
            self.screen.words(text);
            return Ok(());
        }
        match moves::play(self, typed) {
            Ok(()) => {
                self.is_stale = true;
                Ok(())
            }
            Err(error) => {
                let meant = command::meant(typed).filter(|_| !error.0.contains("did you mean"));
                let hint = meant.map(|name| format!(": did you mean {name}?"));
                Err(EngineError(error.0 + &hint.unwrap_or_default()))
            }
        }
    }
}
