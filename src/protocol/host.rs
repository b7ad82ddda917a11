//! The engine of one variant, as the session sees it: a position with its record, and the threads
//! that search it. [`Engine`] is the boundary between text and generic code, one virtual call a
//! command.

use super::command::{Go, Position, Query, Start};
use super::error::CommandError;
use super::genfens::genfens;
use super::output::Output;
use super::record::Record;
use super::report::{Format, NOTHING_SEARCHED, Printer, tokens};
use super::session::Event;
use super::show::{divide, terminal_charset, terms_table};
use super::watch::Watch;
use crate::game::{Charset, Outcome, Played, Player, Score};
use crate::games::{Playable, Variant, Visitor};
use crate::search::{Clock, Control, Limits, Pool, Style, Task, TranspositionTable};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// A command that works beside the session: it prints, polls the flag, and returns.
pub type Tool = Box<dyn FnOnce(&Output, &AtomicBool) + Send>;

/// All that a search needs besides the position.
pub struct Order {
    /// What was asked for.
    pub go: Go,
    /// Kept back from time limits.
    pub overhead: Duration,
    /// Lines, skill and seed.
    pub style: Style,
    /// How to print.
    pub format: Format,
    /// Ends it from outside.
    pub control: Arc<Control>,
    /// The table.
    pub table: Arc<TranspositionTable>,
    /// Where the results go.
    pub output: Arc<Output>,
    /// Where the end is announced.
    pub events: Sender<Event>,
}

/// The engine of one variant.
pub trait Engine: Send {
    /// The number of the player to move if the position is what another one knows, and that one's.
    fn bystander(&self) -> Option<[usize; 2]>;
    /// Goes to another position; nothing changes if it is refused.
    fn set_position(&mut self, position: &Position) -> Result<(), CommandError>;
    /// Goes to the starting position and forgets what was learnt.
    fn new_game(&mut self);
    /// Makes moves on top of the present position.
    fn play(&mut self, tokens: &[String]) -> Result<(), CommandError>;
    /// Takes back the last action.
    fn undo(&mut self) -> Result<(), CommandError>;
    /// The words behind `response`.
    fn answer(&self, query: &Query) -> Result<String, CommandError>;
    /// The diagram and what goes with it.
    fn display(&self) -> String;
    /// The static evaluation with its terms.
    fn evaluation(&self) -> String;
    /// The legal actions for people.
    fn moves(&self) -> String;
    /// Starts or replaces the search threads.
    fn set_threads(&mut self, count: usize) -> Result<(), CommandError>;
    /// Forgets what the threads have learnt.
    fn clear(&self);
    /// Starts a search and returns; errors about parts of `go` that are left out are printed.
    fn go(&mut self, order: Order);
    /// Counts actions from the present position.
    fn perft(&self, depth: u32) -> Tool;
    /// Prints varied openings.
    fn genfens(&self, count: u32, seed: u64) -> Tool;
}

/// The engine for `variant`, without search threads as yet.
pub fn engine(variant: Variant) -> Box<dyn Engine> {
    struct Make(Variant);
    impl Visitor for Make {
        type Output = Box<dyn Engine>;
        fn visit<G: Playable>(self, rules: G::Rules) -> Box<dyn Engine> {
            Box::new(Host::<G>::new(self.0, rules))
        }
    }
    variant.visit(Make(variant))
}

struct Host<G: Playable> {
    variant: Variant,
    rules: G::Rules,
    /// Of a watched game whose record was not full, the last one that was.
    record: Record<G>,
    /// What one player knows, where that is all that is asked for.
    watch: Option<Watch<G>>,
    /// The player as whom the position was given, and who therefore alone may search it.
    viewer: Option<Player>,
    pool: Option<Pool<G>>,
}

impl<G: Playable> Host<G> {
    fn new(variant: Variant, rules: G::Rules) -> Self {
        let record = Record::new(Start::StartPos, G::start(rules));
        Self { variant, rules, record, watch: None, viewer: None, pool: None }
    }

    fn state(&self) -> &G {
        self.record.played.state()
    }

    fn first(&self, start: &Start) -> Result<G, CommandError> {
        match start {
            Start::StartPos => Ok(G::start(self.rules)),
            Start::Fen(fen) => Ok(G::from_fen(self.rules, fen)?),
            Start::Foreign(format, text) => {
                let unknown = || {
                    let variant = self.variant.name();
                    CommandError::new(format!(
                        "{variant} has no positions in this format ({format})"
                    ))
                };
                Ok(G::from_format(self.rules, format, text).ok_or_else(unknown)??)
            }
            Start::Deploy => G::deploy(self.rules).ok_or_else(|| {
                CommandError::new(format!("{} has no deployment (deploy)", self.variant.name()))
            }),
        }
    }

    /// The present record if `position` continues it, so that only new moves need be played.
    fn continued(&self, position: &Position) -> Option<Record<G>> {
        let known = &self.record.words;
        let continues = position.start == self.record.start
            && self.record.words.len() <= position.moves.len()
            && position.moves[..known.len()] == known[..]
            && !known.is_empty();
        continues.then(|| self.record.clone())
    }

    fn player(&self, number: usize) -> Result<(), CommandError> {
        if number <= G::PLAYERS {
            return Ok(());
        }
        let players = G::PLAYERS;
        Err(CommandError::new(format!("expected a player, 1 to {players} ({number})")))
    }

    /// The game that a full list of moves tells.
    fn full_record(&self, position: &Position) -> Result<Record<G>, CommandError> {
        let mut record = match self.continued(position) {
            Some(record) => record,
            None => Record::new(position.start.clone(), self.first(&position.start)?),
        };
        for (index, token) in position.moves.iter().enumerate().skip(record.words.len()) {
            record.play(token, index + 1)?;
        }
        record.words.clone_from(&position.moves);
        Ok(record)
    }

    /// Goes to the position of a full record, still as seen by the same player.
    fn take_full(&mut self, record: Record<G>) {
        let view = self.viewer.map(Player::number);
        let (start, moves) = (record.start.clone(), record.words.clone());
        self.watch = Watch::of_full(record.played.state(), &Position { view, start, moves });
        self.record = record;
    }

    /// The position with its past, where the engine knows all that matters of it.
    fn known(&self) -> Result<Played<G>, CommandError> {
        match self.watch.as_ref().filter(|watch| !watch.is_full) {
            None => Ok(self.record.played.clone()),
            Some(watch) => watch.knowledge.state().map(Played::new).ok_or_else(|| {
                let viewer = watch.viewer().number();
                CommandError::new(format!("player {viewer} does not know the whole position"))
            }),
        }
    }

    fn mover(&self) -> Player {
        self.watch.as_ref().map_or(self.state().player(), |watch| watch.knowledge.player())
    }

    fn turn_start(&self) -> bool {
        self.watch.as_ref().map_or(self.state().turn_start(), |watch| watch.knowledge.turn_start())
    }

    fn fen(&self) -> String {
        self.watch.as_ref().map_or_else(|| self.state().fen(), |watch| watch.knowledge.fen())
    }

    fn key(&self) -> u64 {
        self.watch.as_ref().map_or_else(|| self.state().key(), |watch| watch.knowledge.key())
    }

    fn diagram(&self, charset: Charset) -> String {
        match &self.watch {
            Some(watch) => watch.knowledge.diagram(charset),
            None => self.state().diagram(charset),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.watch.as_ref().filter(|watch| !watch.is_full) {
            Some(watch) => watch.outcome(),
            None => self.record.played.outcome(),
        }
    }

    fn result(&self) -> String {
        self.outcome().map_or("none".to_string(), |outcome| outcome.to_string())
    }

    /// Places by player; `-` while the game goes on.
    fn ranking(&self) -> String {
        let places = match self.watch.as_ref().filter(|watch| !watch.is_full) {
            Some(watch) => watch.outcome().map(|outcome| {
                let place = |seat| if outcome == Outcome::Win(Player::new(seat)) { 1 } else { 2 };
                let is_draw = outcome == Outcome::Draw;
                (0..G::PLAYERS).map(|seat| if is_draw { 1 } else { place(seat) }).collect()
            }),
            None => self.record.played.ranking(),
        };
        let places = match places {
            Some(places) => places.iter().map(usize::to_string).collect(),
            None => vec!["-".to_string(); G::PLAYERS],
        };
        places.join(" ")
    }

    /// The legal actions' tokens, sorted.
    fn legal_tokens(&self) -> Vec<String> {
        let mut tokens = match &self.watch {
            _ if self.outcome().is_some() => Vec::new(),
            Some(watch) => watch.knowledge.tokens(),
            None => {
                let actions = self.record.played.actions().into_iter();
                actions.map(|action| self.state().action_token(action)).collect()
            }
        };
        tokens.sort();
        tokens
    }

    fn is_legal(&self, token: &str) -> bool {
        match self.watch.as_ref().filter(|watch| !watch.is_full) {
            Some(watch) => watch.clone().observe(&[token.to_string()]).is_ok(),
            None => self.record.clone().play(token, 1).is_ok(),
        }
    }

    /// What a player knows of the present position.
    fn view_of(&self, number: usize) -> Result<String, CommandError> {
        self.player(number)?;
        let player = Player::new(number - 1);
        if let Some(watch) = self.watch.as_ref().filter(|watch| !watch.is_full) {
            return if watch.viewer() == player { Ok(self.fen()) } else { Err(not_seen(number)) };
        }
        let knowledge = self.state().knowledge(player);
        Ok(knowledge.map_or_else(|| self.state().fen(), |knowledge| knowledge.fen()))
    }

    /// What follows `position` in the command that tells a player all that he may know; after the end
    /// that is everything.
    fn record_of(&self, number: usize) -> Result<String, CommandError> {
        self.player(number)?;
        let player = Player::new(number - 1);
        if let Some(watch) = self.watch.as_ref().filter(|watch| !watch.is_full) {
            return if watch.viewer() == player {
                Ok(watch.record())
            } else {
                Err(not_seen(number))
            };
        }
        let Record { start, first, actions, .. } = &self.record;
        let is_over = self.outcome().is_some();
        let seen = first.tokens_seen(actions, (!is_over).then_some(player));
        let moves = seen.unwrap_or_else(|| tokens(first, actions, false));
        let start = match (start, first.start_seen(actions, player)) {
            (Start::Fen(_) | Start::Foreign(..), Some(fen)) if !is_over => Start::Fen(fen),
            _ => start.clone(),
        };
        Ok(Position { view: Some(number), start, moves }.to_string())
    }

    fn limits(&self, order: &Order) -> Limits {
        let go = &order.go;
        let only_faults = go.has_no_limit() && !go.is_unbounded();
        Limits {
            depth: go.depth.map(|depth| depth.min(1_000) as i32).or(only_faults.then_some(1)),
            nodes: go.nodes,
            movetime: go.movetime.map(milliseconds),
            clock: self.clock(go),
            mate: go.mate.map(|turns| turns.min(1_000) as u32),
            infinite: go.is_unbounded(),
            overhead: order.overhead,
        }
    }

    /// The mover's clock; if only others are given, the one with the least time.
    fn clock(&self, go: &Go) -> Option<Clock> {
        let mover = self.mover().index();
        let times = &go.time[..];
        let time = times[mover].or_else(|| times.iter().flatten().copied().min())?;
        let increment = go.increment[mover].unwrap_or(0);
        let turns_to_go = go.movestogo.map(|turns| turns.min(1_000) as u32);
        let (time, increment) = (milliseconds(time), milliseconds(increment));
        Some(Clock { time, increment, turns_to_go })
    }

    /// The root actions that `searchmoves` allows, with errors for what it cannot mean.
    fn searchmoves(
        &self,
        root: &Played<G>,
        tokens: &[String],
    ) -> (Vec<G::Action>, Vec<CommandError>) {
        let mut actions = Vec::new();
        let mut errors = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let parts = root.state().split_token(token);
            let first = parts.first().map_or(token.as_str(), String::as_str);
            let mut trial = Record::after(root.clone());
            match (trial.play(token, index + 1), root.state().parse_action(first)) {
                (Ok(()), Ok(action)) => actions.push(action),
                (Err(error), _) => errors.push(CommandError::new(format!("searchmoves: {error}"))),
                (_, Err(error)) => errors.push(CommandError::new(error.to_string())),
            }
        }
        (actions, errors)
    }
}

fn not_seen(number: usize) -> CommandError {
    CommandError::new(format!("what player {number} knows is not known here"))
}

/// Nothing left is nothing left, however far below zero.
fn milliseconds(number: i64) -> Duration {
    // A year is as good as for ever, and cannot overflow.
    const LONGEST_MS: u64 = 1000 * 60 * 60 * 24 * 365;
    Duration::from_millis(u64::try_from(number).unwrap_or(0).min(LONGEST_MS))
}

impl<G: Playable> Engine for Host<G> {
    fn bystander(&self) -> Option<[usize; 2]> {
        let mover = self.mover();
        self.viewer
            .filter(|viewer| *viewer != mover)
            .map(|viewer| [mover.number(), viewer.number()])
    }

    fn set_position(&mut self, position: &Position) -> Result<(), CommandError> {
        if let Some(player) = position.view {
            self.player(player)?;
        }
        match (self.full_record(position), Watch::follow(self.rules, position)) {
            (Ok(record), _) => {
                self.watch = Watch::of_full(record.played.state(), position);
                self.viewer = position.view.map(|number| Player::new(number - 1));
                self.record = record;
            }
            (Err(_), Some(watch)) => {
                let watch = watch?;
                self.viewer = Some(watch.viewer());
                self.watch = Some(watch);
            }
            (Err(error), None) => return Err(error),
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.record = Record::new(Start::StartPos, G::start(self.rules));
        (self.watch, self.viewer) = (None, None);
        self.clear();
    }

    fn play(&mut self, tokens: &[String]) -> Result<(), CommandError> {
        if let Some(watch) = self.watch.as_ref().filter(|watch| !watch.is_full) {
            let mut watch = watch.clone();
            watch.observe(tokens)?;
            self.watch = Some(watch);
            return Ok(());
        }
        let mut record = self.record.clone();
        for (index, token) in tokens.iter().enumerate() {
            record.play(token, index + 1)?;
        }
        record.words.extend_from_slice(tokens);
        self.take_full(record);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), CommandError> {
        let nothing = || CommandError::new("there is no move to take back");
        if let Some(watch) = self.watch.as_ref().filter(|watch| !watch.is_full) {
            let shorter = watch.shortened().ok_or_else(nothing)?;
            return self.set_position(&shorter);
        }
        let (_, kept) = self.record.actions.split_last().ok_or_else(nothing)?;
        let mut record = Record::new(self.record.start.clone(), self.record.first.clone());
        kept.iter().for_each(|action| record.played.play(*action));
        record.actions = kept.to_vec();
        // One token an action: a list that goes on from here is recognised all the same.
        record.words = tokens(&record.first, kept, true);
        self.take_full(record);
        Ok(())
    }

    fn answer(&self, query: &Query) -> Result<String, CommandError> {
        Ok(match query {
            Query::Player => self.mover().number().to_string(),
            Query::P1Turn => (self.mover() == Player::ONE).to_string(),
            Query::GameOver => self.outcome().is_some().to_string(),
            Query::Result => self.result(),
            Query::LegalMoves => self.legal_tokens().join(" "),
            Query::IsLegal(token) => self.is_legal(token).to_string(),
            Query::Fen => self.fen(),
            Query::StartPos => G::start(self.rules).fen(),
            Query::Players => G::PLAYERS.to_string(),
            Query::Ranking => self.ranking(),
            Query::Key => format!("{:016x}", self.key()),
            Query::View(player) => self.view_of(*player)?,
            Query::Record(player) => self.record_of(*player)?,
            Query::Own(name, arguments) => {
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                let answer = self.known()?.state().own_query(name, &arguments);
                let unknown = || CommandError::new(format!("unknown query ({name})"));
                answer.ok_or_else(unknown)?.map_err(CommandError::new)?
            }
        })
    }

    fn display(&self) -> String {
        let mut text = format!("\n{}\n", self.diagram(terminal_charset()));
        let turn = if self.turn_start() { "to move" } else { "to go on with the turn" };
        let _ = writeln!(text, "Variant: {}", self.variant.name());
        let _ = writeln!(text, "Fen: {}", self.fen());
        let _ = writeln!(text, "Key: {:016x}", self.key());
        let _ = writeln!(text, "Player: {} {turn}", self.mover().number());
        let _ = write!(text, "Result: {}", self.result());
        text
    }

    fn evaluation(&self) -> String {
        if self.outcome().is_some() {
            return format!("the game is over: {}", self.result());
        }
        let known = match self.known() {
            Ok(known) => known,
            Err(error) => return error.to_string(),
        };
        let state = known.state();
        let mut text = terms_table::<G>(&state.terms());
        let value: Score = state.evaluate();
        let _ =
            write!(text, "value for player {}, who is to move: {value}", state.player().number());
        text
    }

    fn moves(&self) -> String {
        let tokens = self.legal_tokens();
        let rows: Vec<String> = tokens.chunks(8).map(|row| row.join("  ")).collect();
        format!("{} legal actions\n{}", tokens.len(), rows.join("\n")).trim_end().to_string()
    }

    fn set_threads(&mut self, count: usize) -> Result<(), CommandError> {
        if self.pool.as_ref().is_some_and(|pool| pool.len() == count) {
            return Ok(());
        }
        let pool = Pool::new(count, &G::start(self.rules))
            .map_err(|error| CommandError::new(format!("{count} threads: {error}")))?;
        self.pool = Some(pool);
        Ok(())
    }

    fn clear(&self) {
        if let Some(pool) = &self.pool {
            pool.clear();
        }
    }

    fn go(&mut self, order: Order) {
        let limits = self.limits(&order);
        let Order { style, format, control, table, output, events, go, .. } = order;
        let (root, root_actions, errors) = match self.known() {
            Ok(root) => {
                let (actions, errors) = self.searchmoves(&root, &go.searchmoves);
                (root, actions, errors)
            }
            Err(error) => {
                output.error(error);
                let _ = events.send(Event::Answer(NOTHING_SEARCHED.to_string()));
                return;
            }
        };
        for error in &errors {
            output.error(error);
        }
        let printer = Box::new(Printer { root: root.clone(), format, output, events });
        if let Some(pool) = &self.pool {
            pool.go(Task::new(root, &root_actions, limits, style, control, table, printer));
        }
    }

    fn perft(&self, depth: u32) -> Tool {
        let root = self.known();
        Box::new(move |output, stop| {
            let root = match root {
                Ok(root) => root,
                Err(error) => return output.error(error),
            };
            let start = Instant::now();
            if let Ok(total) = divide(&root, depth, output, stop) {
                let micros = start.elapsed().as_micros().max(1);
                let nps = u128::from(total) * 1_000_000 / micros;
                let time = micros / 1000;
                output.line(format_args!("\nNodes searched: {total}\nTime: {time} ms, {nps} nps"));
            } else {
                output.error("perft was stopped");
            }
        })
    }

    fn genfens(&self, count: u32, seed: u64) -> Tool {
        let start = G::start(self.rules);
        Box::new(move |output, stop| genfens(&start, count, seed, output, stop))
    }
}
