//! A game with people and engines at it: seats, clocks, variations, takebacks, views, analysis, saved games.
//!
//! A [`Table`] is a state machine. It takes orders of viewers and events from its host, each with the present time, and
//! says what viewers see now and what it needs from the host. It starts no thread, reads no clock, opens no file, and
//! knows no transport. Its host brings those. So a terminal, a server and a browser play at the same table.
//!
//! - A *viewer* looks on and gives orders. He has a place in the game of his own, and an analysis.
//! - A *screen* is where people sit. Viewers of one screen see the same. While something is hidden, two people at one
//!   screen hand it over behind a curtain.
//! - A *seat* is who plays for a player: a person at a screen, this program, or somebody outside.
//!
//! ```
//! use strategos::games::Variant;
//! use strategos::table::{ViewerMessage, Order, TableOutput, Table};
//!
//! let mut table = Table::new(Variant::PACRU, 0)?;
//! table.obey("me", Order::Play { token: "a3b4@b6".to_string() }, 0)?;
//! let states = table.outputs().into_iter().filter_map(|output| match output {
//!     TableOutput::ToViewer { message: ViewerMessage::State(state), .. } => Some(state),
//!     _ => None,
//! });
//! assert_eq!(states.last().map(|state| state.player), Some(2));
//! # Ok::<(), strategos::engine::EngineError>(())
//! ```
//!
//! Where to look:
//! - `order.rs`, `message.rs`: what goes in and out; `events.rs`: what events do;
//! - `obey.rs`: what orders do; `moves.rs`, `editing.rs`, `saving.rs`: those about moves, the tree and files;
//! - `json.rs`: lines of JSON;
//! - `game.rs`: the game, its seats and its end; `tree.rs`, `cursor.rs`: variations; `clock.rs`; `seat.rs`;
//! - `sight.rs`: what each screen may see; `state.rs`: what viewers are told;
//! - `searches.rs`: what the host is asked to search; `files/`: saved games.

mod clock;
mod cursor;
mod editing;
mod events;
mod files;
mod game;
mod json;
mod message;
mod moves;
mod obey;
mod order;
mod saving;
mod searches;
mod seat;
mod sight;
mod state;
mod tree;

pub use clock::{ClockLimits, GameClock, Millis, TimeControl};
pub use files::main_lines;
pub use game::End;
pub use message::{
    BoardState, ClockState, HostRequest, LibraryEntry, NodeState, Note, Purpose, PvLine, ScoreText,
    SearchLimits, SearchRequest, TableOutput, TableState, TreeMessage, ViewerMessage, settings_of,
};
pub use order::{Order, TableEvent};
pub use seat::{EngineSeat, Level, OutsideSeat, Seat};

use crate::engine::{EngineError, GameState, Start};
use crate::games::Variant;
use cursor::Cursor;
use files::SavedGame;
use game::TableGame;
use searches::PendingSearches;
use sight::Visibility;
use state::Sent;
use std::collections::BTreeMap;

/// The largest number of viewers.
const MOST_VIEWERS: usize = 64;

/// How far the seeds of two games are apart. Each position of a game has a seed of its own.
const GAME_SEEDS: u64 = 10_007;

/// The exact results of the legal moves of a position, as `query tablemoves` gives them.
pub type EndingsLookup = Box<dyn Fn(&dyn GameState) -> Result<String, EngineError> + Send>;

/// A table with one game.
pub struct Table {
    game: TableGame,
    viewers: BTreeMap<String, Viewer>,
    /// The index of the player who looks at a screen with several people.
    at_screen: BTreeMap<String, usize>,
    searches: PendingSearches,
    /// The games of the file that was loaded last.
    library: Vec<SavedGame>,
    /// The seed of what engines choose at random.
    seed: u64,
    /// Answers from endgame tables, if the host has any.
    endings: Option<EndingsLookup>,
    /// Whether something is hidden from somebody.
    is_guarded: bool,
    /// When the host was asked to wake the table.
    wakes_at: Option<Millis>,
    /// What has to be said.
    outputs: Vec<TableOutput>,
}

/// A turn of the game, as a viewer knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableTurn {
    /// The number of the player.
    pub player: usize,
    /// Its actions, joined by commas; `?` where it is hidden.
    pub token: String,
    /// What its actions did beyond what their tokens say, such as the sums of an attack, in sentences.
    pub told: Vec<String>,
    /// Whether the turn has ended.
    pub is_finished: bool,
}

/// Somebody who looks on and gives orders.
struct Viewer {
    screen: String,
    /// The position that he looks at; `None` for the present position of the game.
    place: Option<Cursor>,
    /// Number of lines of his analysis.
    lines: usize,
    sent: Sent,
}

impl Table {
    /// A table with the start of a variant, and people at all seats. All that engines choose at random follows from
    /// `seed`.
    ///
    /// # Errors
    /// None for the variants that are built in.
    pub fn new(variant: Variant, seed: u64) -> Result<Self, EngineError> {
        Ok(Self {
            game: TableGame::new(variant, Start::StartPos, Vec::new())?,
            viewers: BTreeMap::new(),
            at_screen: BTreeMap::new(),
            searches: PendingSearches::default(),
            library: Vec::new(),
            seed,
            endings: None,
            is_guarded: false,
            wakes_at: None,
            outputs: Vec::new(),
        })
    }

    /// Answers questions about endgame tables from now on.
    pub fn use_endings(&mut self, lookup: EndingsLookup) {
        self.endings = Some(lookup);
    }

    /// Does what a viewer orders. A viewer who is not known yet joins the screen without a name. `now` never goes
    /// back.
    ///
    /// # Errors
    /// Says why the order is refused. Nothing has changed, except that a clock may have run down.
    pub fn obey(&mut self, viewer: &str, order: Order, now: Millis) -> Result<(), EngineError> {
        let is_late = self.drop_flag(now) && matches!(order, Order::Play { .. });
        let done = match is_late {
            true => Err(EngineError::new("the clock has run down (play)")),
            false => self.carry_out(viewer, order, now),
        };
        self.settle(now);
        let message = done?;
        self.outputs.extend(message.map(|message| to(viewer, message)));
        Ok(())
    }

    /// Takes in an event from the host.
    ///
    /// # Errors
    /// If the move of a player outside is refused, or a snapshot cannot be restored.
    pub fn take_in(&mut self, event: TableEvent, now: Millis) -> Result<(), EngineError> {
        self.drop_flag(now);
        let done = self.happen(event, now);
        self.settle(now);
        done
    }

    /// What the table has to say since the last call: the replies, states and requests in their order.
    pub fn outputs(&mut self) -> Vec<TableOutput> {
        std::mem::take(&mut self.outputs)
    }

    /// Tells a viewer everything anew, as if nothing had been told before.
    pub fn tell_anew(&mut self, viewer: &str, now: Millis) {
        if let Some(viewer) = self.viewers.get_mut(viewer) {
            (viewer.sent, viewer.place) = (Sent::default(), None);
        }
        self.settle(now);
    }

    /// All that restores the game by the event `restore`, for the host. While something is hidden, the moves are
    /// sealed against a glance.
    pub fn snapshot(&self) -> String {
        files::snapshot(&self.game)
    }

    /// The position on the board of a viewer, as far as he may know it.
    ///
    /// # Errors
    /// If there is no such viewer, or his screen is covered.
    pub fn seen(&self, viewer: &str) -> Result<Box<dyn GameState>, EngineError> {
        let unknown = || EngineError::new(format!("there is no viewer of that name ({viewer})"));
        let viewer = self.viewers.get(viewer).ok_or_else(unknown)?;
        let cursor = self.cursor(viewer);
        match self.sight(&viewer.screen) {
            Visibility::Curtain => Err(EngineError::new("the screen is covered")),
            Visibility::All => Ok(cursor.game().boxed()),
            Visibility::Player(player) => self.known_to(cursor, player),
        }
    }

    /// The turns of the game, as far as a viewer knows them; none for one who is not known.
    pub fn turns(&self, viewer: &str) -> Vec<TableTurn> {
        let sight = self.viewers.get(viewer).map(|viewer| self.sight(&viewer.screen));
        self.turns_seen(sight.unwrap_or(Visibility::Curtain))
    }

    /// Whether a viewer may save the whole game.
    pub fn may_save(&self, viewer: &str) -> bool {
        self.viewers.get(viewer).is_some_and(|viewer| {
            self.is_told_all(&viewer.screen) || self.sight(&viewer.screen) == Visibility::All
        })
    }

    /// The variant of the present game.
    pub fn variant(&self) -> Variant {
        self.game.variant()
    }

    /// Puts a game on the table, in place of the present one.
    fn begin(&mut self, game: TableGame) {
        self.game = game;
        // Another game draws other deployments.
        self.seed = self.seed.wrapping_add(GAME_SEEDS);
        self.at_screen.clear();
        self.is_guarded = self.game.hides();
        self.game.has_hidden |= self.is_guarded;
        for viewer in self.viewers.values_mut() {
            viewer.place = None;
            viewer.sent.forget_tree();
        }
        self.searches.forget_ended();
    }

    /// After every change: looks after clocks, searches and viewers.
    fn settle(&mut self, now: Millis) {
        let is_guarded = self.game.hides();
        if is_guarded != self.is_guarded {
            self.is_guarded = is_guarded;
            self.game.has_hidden |= is_guarded;
            self.viewers.values_mut().for_each(|viewer| viewer.place = None);
            self.game.tree.start_edition();
        }
        if self.game.is_over() {
            self.game.tree.publish_all();
        }
        self.wind(now);
        self.ask_for_moves(now);
        self.ask_for_analyses();
        self.show(now);
        self.ask_to_be_woken(now);
    }

    /// Runs the clock of the player to move, unless the game rests or the player cannot see the board.
    fn wind(&mut self, now: Millis) {
        let mover = self.game.mover().index();
        let waits = self.game.is_over() || self.game.paused || self.is_behind_curtain(mover);
        match &mut self.game.clock {
            Some(clock) if waits => clock.stop(now),
            Some(clock) => clock.run(mover, now),
            None => {}
        }
    }

    /// Ends the game if the clock of the player to move has run down. Tells whether it has.
    fn drop_flag(&mut self, now: Millis) -> bool {
        let flagged = self.game.clock.as_ref().and_then(|clock| clock.flagged(now));
        let Some(loser) = flagged.filter(|_| !self.game.is_over()) else { return false };
        self.game.lose(loser, "time");
        self.outputs.push(TableOutput::ToHost(HostRequest::Changed {}));
        true
    }

    fn ask_to_be_woken(&mut self, now: Millis) {
        let at = self.game.clock.as_ref().and_then(|clock| clock.runs_down_at(now));
        if at != self.wakes_at {
            self.wakes_at = at;
            self.outputs.push(TableOutput::ToHost(HostRequest::Wake { at }));
        }
    }

    /// Tells all viewers about something that has happened.
    fn notify(&mut self, text: &str) {
        let names: Vec<String> = self.viewers.keys().cloned().collect();
        let notice = |name: &String| to(name, ViewerMessage::Notice { text: text.to_string() });
        self.outputs.extend(names.iter().map(notice));
    }
}

/// The games of a file in any form that a table reads.
///
/// # Errors
/// Names the line or the game at fault.
pub fn games_of(text: &str) -> Result<Vec<LibraryEntry>, EngineError> {
    let games = files::read(text)?;
    Ok(games.iter().enumerate().map(|(index, game)| game.entry(index)).collect())
}

/// A message for a viewer.
fn to(viewer: &str, message: ViewerMessage) -> TableOutput {
    TableOutput::ToViewer { viewer: viewer.to_string(), message }
}
