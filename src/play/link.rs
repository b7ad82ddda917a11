//! What the session orders at the table, and what the table answers.

use super::session::{PlaySession, VIEWER};
use super::words::{Thought, side};
use crate::engine::{EngineError, GameState};
use crate::game::Player;
use crate::games::Variant;
use crate::table::{
    HostRequest, Order, Purpose, Seat, TableEvent, TableOutput, TableState, ViewerMessage,
};

impl PlaySession {
    /// Gives an order to the table.
    pub(super) fn order(&mut self, order: Order) -> Result<(), EngineError> {
        let done = self.table.obey(VIEWER, order, 0);
        self.heed();
        done.map_err(|error| EngineError(without_order_name(&error.0)))
    }

    /// Does what the table asks for, and keeps what it says.
    fn heed(&mut self) {
        for output in self.table.outputs() {
            match output {
                TableOutput::ToHost(HostRequest::Search(request)) => {
                    if request.purpose == Purpose::Move {
                        if let Seat::Engine(engine) = &request.seat {
                            self.thought_level = engine.level;
                        }
                        self.searching = Some((request.search, Player::new(request.player - 1)));
                    }
                    self.searches.start(*request);
                }
                TableOutput::ToHost(HostRequest::Stop { search }) => self.searches.stop(search),
                TableOutput::ToHost(HostRequest::Error { text }) => self.screen.wrong(text),
                TableOutput::ToHost(_) => {}
                TableOutput::ToViewer { message, .. } => self.take_message(message),
            }
        }
    }

    fn take_message(&mut self, message: ViewerMessage) {
        match message {
            ViewerMessage::State(state) => self.state = Some(*state),
            ViewerMessage::Hint { token, line } => self.hint = Some((token, line)),
            ViewerMessage::File { text, .. } => self.saved = Some(text),
            ViewerMessage::Error { text } | ViewerMessage::Notice { text } => {
                self.screen.wrong(text)
            }
            _ => {}
        }
    }

    /// Takes in what a search has found.
    pub(super) fn take_event(&mut self, event: TableEvent) {
        let thought = match &event {
            TableEvent::Found { search, token, line } => {
                let player = self.searching.filter(|(running, _)| running == search);
                player.map(|(_, player)| Thought {
                    player,
                    token: token.clone(),
                    line: line.clone(),
                })
            }
            _ => None,
        };
        let before = self.state().player;
        let is_move = thought.is_some() && self.state().thinking;
        if matches!(event, TableEvent::Failed { .. }) {
            self.stop_telling_thinking();
        }
        let done = self.table.take_in(event, 0);
        self.heed();
        if is_move || done.is_err() {
            self.stop_telling_thinking();
        }
        match done {
            Ok(()) if is_move => {
                let name = side(self.variant(), Player::new(before - 1));
                let told = thought.as_ref().map(|thought| thought.token.clone());
                if let Some(token) = told.filter(|_| self.tells_engine_moves(before - 1)) {
                    self.screen.line(format_args!("{name}: {token}"));
                }
                self.thought = thought;
                self.is_stale = true;
            }
            Ok(()) => {}
            Err(error) => self.screen.wrong(error),
        }
    }

    /// Removes the line that says that an engine thinks.
    pub(super) fn stop_telling_thinking(&mut self) {
        if std::mem::take(&mut self.has_told_thinking) {
            self.screen.passed();
        }
    }

    /// Whether a move of an engine is told at once: a move for a person, and every move if engines have all seats.
    fn tells_engine_moves(&self, player: usize) -> bool {
        let seats = &self.state().seats;
        seats[player].is_person() || !seats.iter().any(Seat::is_person)
    }

    /// The present state.
    pub(super) fn state(&self) -> &TableState {
        static NOTHING: std::sync::OnceLock<TableState> = std::sync::OnceLock::new();
        self.state.as_ref().unwrap_or_else(|| NOTHING.get_or_init(TableState::default))
    }

    pub(super) fn variant(&self) -> Variant {
        self.table.variant()
    }

    pub(super) fn mover(&self) -> Player {
        Player::new(self.state().player.saturating_sub(1))
    }

    /// The game as the person at the screen knows it.
    pub(super) fn seen(&self) -> Result<Box<dyn GameState>, EngineError> {
        self.table.seen(VIEWER)
    }

    pub(super) fn legal_moves(&self) -> Vec<String> {
        self.state().board.as_ref().map(|board| board.legal.clone()).unwrap_or_default()
    }

    pub(super) fn may_save(&self) -> bool {
        self.table.may_save(VIEWER)
    }

    /// The text of the game in one of the table's forms.
    pub(super) fn saved(&mut self, form: &str) -> Result<String, EngineError> {
        self.order(Order::Save { form: form.to_string() })?;
        self.saved.take().ok_or_else(|| EngineError::new("the game was not saved"))
    }

    /// Seats for a game with this number of players. If the number changes, one person sits in the first seat.
    pub(super) fn seats_for(&mut self, players: usize) -> Vec<Seat> {
        if players != self.people.len() {
            self.people = (0..players).map(|seat| seat == 0).collect();
        }
        self.strength.seats(&self.people)
    }

    /// Puts a new game on the table.
    pub(super) fn begin_game(&mut self, variant: Variant, deploy: bool) -> Result<(), EngineError> {
        let people = self.people.clone();
        let seats = self.seats_for(variant.players());
        let start = Some(if deploy { "deploy" } else { "startpos" }.to_string());
        let (name, clock, open) = (variant.to_string(), None, false);
        let done = self.order(Order::New { variant: name, start, seats, clock, open });
        done.inspect_err(|_| self.people = people)
    }
}

/// The text of an error without the name of the order in parentheses, which people do not type.
fn without_order_name(text: &str) -> String {
    let named = Order::NAMES.iter().find_map(|name| text.strip_suffix(&format!(" ({name})")));
    named.unwrap_or(text).to_string()
}
