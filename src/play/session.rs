//! The course of a game: turns, boards for each viewer, and messages.

use super::board::Board;
use super::command::{self, Order};
use super::file;
use super::input::Input;
use super::screen::{Screen, Tint};
use super::table::Table;
use super::words::{end, seats, side, who};
use super::{Settings, moves};
use crate::engine::{EngineError, Position, Start};
use crate::game::Player;
use crate::protocol::terminal_charset;

/// The token of a turn that is hidden from a player.
const HIDDEN_TURN: &str = "?";

/// A table with the screen and input of its players.
pub struct PlaySession {
    pub(super) table: Table,
    pub(super) screen: Screen,
    input: Input,
    pub(super) is_turned: bool,
    /// Whether something has happened since the board was last shown.
    pub(super) is_stale: bool,
    has_told_end: bool,
    pub(super) is_leaving: bool,
    /// What was last shown to each player, by seat.
    shown: Vec<Shown>,
    /// The player at the screen, if several people play a game with hidden parts.
    looking: Option<Player>,
}

#[derive(Clone, Default)]
struct Shown {
    board: Option<Board>,
    /// Number of turns that the player has been told of.
    turns: usize,
}

impl PlaySession {
    pub fn new(settings: &Settings) -> Result<Self, EngineError> {
        let Settings { variant, people, strength, .. } = settings;
        let mut table = Table::new(*variant, people, strength.clone())?;
        let (variant, position) = match &settings.file {
            Some(path) => file::load(path, *variant)?,
            None => {
                let start = if settings.deploy { Start::Deploy } else { Start::StartPos };
                (*variant, Position::from_start(start))
            }
        };
        table.set_up(variant, &position)?;
        let screen = Screen::new();
        let mut session = Self {
            input: Input::new(screen.is_terminal()),
            table,
            screen,
            is_turned: false,
            is_stale: true,
            has_told_end: false,
            is_leaving: false,
            shown: Vec::new(),
            looking: None,
        };
        session.begin();
        Ok(session)
    }

    /// Starts again after a new game or a takeback: what was shown before no longer counts.
    pub(super) fn begin(&mut self) {
        self.shown = vec![Shown::default(); self.table.variant().players()];
        let turns = self.table.movers().len();
        self.shown.iter_mut().for_each(|shown| shown.turns = turns);
        (self.is_stale, self.has_told_end) = (true, false);
    }

    pub fn greet(&self) {
        let variant = self.table.variant();
        let strength = &self.table.strength;
        self.screen.line(format_args!(
            "A game of {variant}: {}; {}, {} ms a move.\n\
             Type a move, or help; legend says how the game goes, `strategos rules {variant}` all of it.",
            seats(&self.table),
            strength.level,
            strength.time.as_millis()
        ));
    }

    pub fn goes_on(&self) -> bool {
        !self.is_leaving && !self.screen.is_gone()
    }

    /// One step of the game: a move of the engine, or a line that a person types.
    pub fn step(&mut self) {
        let mover = self.table.mover();
        if self.table.is_over() {
            if !self.has_told_end {
                self.show_end();
            }
            self.ask("game over> ", Vec::new());
        } else if self.table.is_person(mover) {
            self.let_person_move(mover);
        } else if let Err(error) = self.let_engine_move(mover) {
            self.screen.wrong(error);
            self.is_leaving = true;
        }
    }

    fn let_engine_move(&mut self, mover: Player) -> Result<(), EngineError> {
        self.screen.passing(&format!("{} thinks ...", side(&self.table, mover)));
        let thought = self.table.think();
        self.screen.passed();
        let thought = thought?;
        if self.table.persons().is_empty() {
            self.screen.line(format_args!("{}: {}", side(&self.table, mover), thought.token));
        }
        self.table.thought = Some(thought);
        self.is_stale = true;
        Ok(())
    }

    fn let_person_move(&mut self, mover: Player) {
        if !self.draw_curtain(mover) {
            return;
        }
        if self.is_stale {
            self.show(Some(mover));
        }
        let name = side(&self.table, mover);
        let goes_on = if self.table.game().turn_start() { "" } else { ", the turn goes on" };
        let legal = self.table.game().legal_moves();
        self.ask(&format!("{name}{goes_on}> "), legal);
    }

    /// Hides the screen between two people, so that neither sees the other's view. `false` if the
    /// input has ended.
    fn draw_curtain(&mut self, mover: Player) -> bool {
        let has_changed = self.looking.is_some_and(|looking| looking != mover);
        let is_needed = has_changed && self.table.persons().len() > 1 && self.table.hides();
        if is_needed {
            self.screen.clear();
            self.input.forget();
            let name = side(&self.table, mover);
            self.screen
                .line(format_args!("{name} is to move. Press Enter when nobody else looks."));
            if self.input.line("", Vec::new()).is_none() {
                self.is_leaving = true;
                return false;
            }
            self.is_stale = true;
        }
        self.looking = Some(mover);
        true
    }

    fn ask(&mut self, prompt: &str, legal: Vec<String>) {
        let Some(line) = self.input.line(prompt, legal) else {
            self.is_leaving = true;
            return;
        };
        let result = match command::read(&line) {
            Order::Nothing => Ok(()),
            Order::Command(name, rest) => self.obey(name, &rest),
            Order::Move(_) if self.table.is_over() => Err(EngineError::new("the game is over")),
            Order::Move(typed) => self.play(&typed),
        };
        if let Err(error) = result {
            self.screen.wrong(error);
        }
    }

    fn play(&mut self, typed: &str) -> Result<(), EngineError> {
        match moves::play(&mut self.table, typed) {
            Ok(()) => {
                self.is_stale = self.table.game().turn_start() || self.table.is_over();
                Ok(())
            }
            Err(error) => {
                let meant = command::meant(typed).filter(|_| !error.0.contains("did you mean"));
                let hint = meant.map(|name| format!(": did you mean {name}?"));
                Err(EngineError(error.0 + &hint.unwrap_or_default()))
            }
        }
    }

    fn show_end(&mut self) {
        // After a resignation the whole position is shown.
        self.show(match self.table.persons()[..] {
            [person] if self.table.resigned().is_none() => Some(person),
            _ => None,
        });
        self.screen.line(self.screen.tinted(Tint::Strong, &end(&self.table)));
        self.has_told_end = true;
    }

    /// Prints the moves played and the board, as `viewer` knows them; `None` shows everything.
    pub(super) fn show(&mut self, viewer: Option<Player>) {
        let seen = match viewer {
            Some(player) => self.table.seen_by(player).map(|seen| seen.diagram(terminal_charset())),
            None => Ok(self.table.game().diagram(terminal_charset())),
        };
        match seen {
            Ok(diagram) => {
                self.tell_turns(viewer);
                self.show_board(&Board::read(&diagram), viewer);
            }
            Err(error) => self.screen.wrong(error),
        }
        self.is_stale = false;
    }

    /// Index in `shown` for this viewer. Games without hidden parts use one index for all.
    fn place(&self, viewer: Option<Player>) -> usize {
        viewer.filter(|_| self.table.hides()).map_or(0, Player::index)
    }

    fn show_board(&mut self, board: &Board, viewer: Option<Player>) {
        let place = self.place(viewer);
        let shown = &mut self.shown[place];
        let before = shown.board.replace(board.clone());
        let changes = before.map(|before| board.changes(&before)).unwrap_or_default();
        let turned = if self.is_turned { board.turned() } else { board.clone() };
        self.screen.line("");
        self.screen.line(turned.painted(&changes, self.table.variant(), &self.screen));
        if !changes.is_empty() {
            self.screen.words(format_args!("Changed: {}", changes.join(" ")));
        }
    }

    /// Prints the turns since the viewer was last told, as far as the viewer may know them.
    fn tell_turns(&mut self, viewer: Option<Player>) {
        let told = match viewer {
            Some(player) => self.table.game().record(player.number()),
            None => Ok(self.table.game().position()),
        };
        let turns = told.map(|position| position.moves).unwrap_or_default();
        let place = self.place(viewer);
        let movers = self.table.movers();
        let shown = &mut self.shown[place];
        let from = shown.turns.min(movers.len());
        shown.turns = movers.len();
        // While a deployment is hidden, the record has no turn for it.
        if turns.len() != movers.len() {
            return;
        }
        for (mover, token) in movers[from..].iter().zip(&turns[from..]) {
            let is_own = viewer == Some(*mover) && !token.contains('=');
            if !is_own {
                let token = if token == HIDDEN_TURN { "a turn that is hidden" } else { token };
                self.screen.line(format_args!("{}: {token}", who(&self.table, *mover)));
            }
        }
    }
}
