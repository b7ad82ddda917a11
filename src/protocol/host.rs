//! The engine of one variant, as the session sees it: a position with its record, and the threads
//! that search it. [`Engine`] is the boundary between text and generic code, one virtual call a
//! command.

use super::command::{Go, Position, Query, Start};
use super::error::CommandError;
use super::genfens::genfens;
use super::output::Output;
use super::report::{Format, Printer, tokens};
use super::session::Event;
use crate::game::{Aborted, Charset, Game, Played, Player, Score, perft};
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

/// The longest action sequence that one `position` or `move` may build up.
const MOST_ACTIONS: usize = 1_000_000;

/// A first position and what was played from it.
#[derive(Clone)]
struct Record<G: Game> {
    start: Start,
    first: G,
    actions: Vec<G::Action>,
    /// The tokens of the `position` command as they came, to recognise a longer list.
    words: Vec<String>,
    played: Played<G>,
}

struct Host<G: Playable> {
    variant: Variant,
    rules: G::Rules,
    record: Record<G>,
    pool: Option<Pool<G>>,
}

impl<G: Playable> Record<G> {
    fn new(start: Start, first: G) -> Self {
        let played = Played::new(first.clone());
        Self { start, first, actions: Vec::new(), words: Vec::new(), played }
    }

    /// Plays the actions of one token, the `number`th of its list.
    fn play(&mut self, token: &str, number: usize) -> Result<(), CommandError> {
        for part in &self.played.state().split_token(token) {
            let fault = |reason: String| {
                CommandError::new(if part == token {
                    format!("{reason} (number {number} of the list)")
                } else {
                    format!("{reason} (in {token}, number {number} of the list)")
                })
            };
            if self.actions.len() >= MOST_ACTIONS {
                return Err(fault(format!("more than {MOST_ACTIONS} actions")));
            }
            if self.played.state().outcome().is_none() && self.played.outcome().is_some() {
                return Err(fault(format!("illegal move {part}: the game is over by repetition")));
            }
            let parsed = self.played.state().parse_action(part);
            let action = parsed.map_err(|error| fault(error.to_string()))?;
            self.played.play(action);
            self.actions.push(action);
        }
        Ok(())
    }
}

impl<G: Playable> Host<G> {
    fn new(variant: Variant, rules: G::Rules) -> Self {
        let record = Record::new(Start::StartPos, G::start(rules));
        Self { variant, rules, record, pool: None }
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

    fn result(&self) -> String {
        self.record.played.outcome().map_or("none".to_string(), |outcome| outcome.to_string())
    }

    /// Places by player; `-` while the game goes on.
    fn ranking(&self) -> String {
        let places = match self.record.played.ranking() {
            Some(places) => places.iter().map(usize::to_string).collect(),
            None => vec!["-".to_string(); G::PLAYERS],
        };
        places.join(" ")
    }

    /// The legal actions' tokens, sorted.
    fn legal_tokens(&self) -> Vec<String> {
        let actions = self.record.played.actions();
        let mut tokens: Vec<String> =
            actions.into_iter().map(|action| self.state().action_token(action)).collect();
        tokens.sort();
        tokens
    }

    /// What the player of that number may know of the game so far.
    fn known_record(&self, number: usize) -> Position {
        let player = Player::new(number - 1);
        let Record { start, first, actions, .. } = &self.record;
        let turns = tokens(first, actions, false);
        let view = Some(number);
        match self.state().known_turns(first, player, turns) {
            Some(moves) => Position { view, start: start.clone(), moves },
            None => {
                let start = Start::Fen(self.state().view(player));
                Position { view, start, moves: Vec::new() }
            }
        }
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
        let mover = self.state().player().index();
        let times = &go.time[..];
        let time = times[mover].or_else(|| times.iter().flatten().copied().min())?;
        let increment = go.increment[mover].unwrap_or(0);
        let turns_to_go = go.movestogo.map(|turns| turns.min(1_000) as u32);
        let (time, increment) = (milliseconds(time), milliseconds(increment));
        Some(Clock { time, increment, turns_to_go })
    }

    /// The root actions that `searchmoves` allows, with errors for what it cannot mean.
    fn searchmoves(&self, tokens: &[String]) -> (Vec<G::Action>, Vec<CommandError>) {
        let mut actions = Vec::new();
        let mut errors = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            let parts = self.state().split_token(token);
            let first = parts.first().map_or(token.as_str(), String::as_str);
            let mut trial = self.record.clone();
            match (trial.play(token, index + 1), self.state().parse_action(first)) {
                (Ok(()), Ok(action)) => actions.push(action),
                (Err(error), _) => errors.push(CommandError::new(format!("searchmoves: {error}"))),
                (_, Err(error)) => errors.push(CommandError::new(error.to_string())),
            }
        }
        (actions, errors)
    }
}

/// Nothing left is nothing left, however far below zero.
fn milliseconds(number: i64) -> Duration {
    // A year is as good as for ever, and cannot overflow.
    const LONGEST_MS: u64 = 1000 * 60 * 60 * 24 * 365;
    Duration::from_millis(u64::try_from(number).unwrap_or(0).min(LONGEST_MS))
}

impl<G: Playable> Engine for Host<G> {
    fn set_position(&mut self, position: &Position) -> Result<(), CommandError> {
        if let Some(player) = position.view {
            self.player(player)?;
        }
        let mut record = match self.continued(position) {
            Some(record) => record,
            None => Record::new(position.start.clone(), self.first(&position.start)?),
        };
        for (index, token) in position.moves.iter().enumerate().skip(record.words.len()) {
            record.play(token, index + 1)?;
        }
        record.words.clone_from(&position.moves);
        self.record = record;
        Ok(())
    }

    fn new_game(&mut self) {
        self.record = Record::new(Start::StartPos, G::start(self.rules));
        self.clear();
    }

    fn play(&mut self, tokens: &[String]) -> Result<(), CommandError> {
        let mut record = self.record.clone();
        for (index, token) in tokens.iter().enumerate() {
            record.play(token, index + 1)?;
        }
        record.words.extend_from_slice(tokens);
        self.record = record;
        Ok(())
    }

    fn undo(&mut self) -> Result<(), CommandError> {
        let Some((_, kept)) = self.record.actions.split_last() else {
            return Err(CommandError::new("there is no move to take back"));
        };
        let mut record = Record::new(self.record.start.clone(), self.record.first.clone());
        kept.iter().for_each(|action| record.played.play(*action));
        record.actions = kept.to_vec();
        // One token an action: a list that goes on from here is recognised all the same.
        record.words = tokens(&record.first, kept, true);
        self.record = record;
        Ok(())
    }

    fn answer(&self, query: &Query) -> Result<String, CommandError> {
        let state = self.state();
        Ok(match query {
            Query::Player => state.player().number().to_string(),
            Query::P1Turn => (state.player() == Player::ONE).to_string(),
            Query::GameOver => self.record.played.outcome().is_some().to_string(),
            Query::Result => self.result(),
            Query::LegalMoves => self.legal_tokens().join(" "),
            Query::IsLegal(token) => self.record.clone().play(token, 1).is_ok().to_string(),
            Query::Fen => state.fen(),
            Query::StartPos => G::start(self.rules).fen(),
            Query::Players => G::PLAYERS.to_string(),
            Query::Ranking => self.ranking(),
            Query::Key => format!("{:016x}", state.key()),
            Query::View(player) => {
                self.player(*player)?;
                state.view(Player::new(player - 1))
            }
            Query::Record(player) => {
                self.player(*player)?;
                self.known_record(*player).to_string()
            }
            Query::Own(name, arguments) => {
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                let answer = state.own_query(name, &arguments);
                let unknown = || CommandError::new(format!("unknown query ({name})"));
                answer.ok_or_else(unknown)?.map_err(CommandError::new)?
            }
        })
    }

    fn display(&self) -> String {
        let state = self.state();
        let mut text = format!("\n{}\n", state.diagram(terminal_charset()));
        let turn = if state.turn_start() { "to move" } else { "to go on with the turn" };
        let _ = writeln!(text, "Variant: {}", self.variant.name());
        let _ = writeln!(text, "Fen: {}", state.fen());
        let _ = writeln!(text, "Key: {:016x}", state.key());
        let _ = writeln!(text, "Player: {} {turn}", state.player().number());
        let _ = write!(text, "Result: {}", self.result());
        text
    }

    fn evaluation(&self) -> String {
        let state = self.state();
        if self.record.played.outcome().is_some() {
            return format!("the game is over: {}", self.result());
        }
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
        let (root_actions, errors) = self.searchmoves(&order.go.searchmoves);
        let root = self.record.played.clone();
        let Order { style, format, control, table, output, events, .. } = order;
        for error in &errors {
            output.error(error);
        }
        let printer = Box::new(Printer { root: root.clone(), format, output, events });
        if let Some(pool) = &self.pool {
            pool.go(Task::new(root, &root_actions, limits, style, control, table, printer));
        }
    }

    fn perft(&self, depth: u32) -> Tool {
        let root = self.record.played.clone();
        Box::new(move |output, stop| {
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

/// What the terminal can show, by the variables that say so in the order of their rank.
fn terminal_charset() -> Charset {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let values = names.iter().filter_map(|name| std::env::var(name).ok());
    let locale = values.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let encoding = locale.to_ascii_lowercase().replace('-', "");
    if encoding.contains("utf8") { Charset::Unicode } else { Charset::Ascii }
}

/// The terms of the evaluation, a column for each player; with two of them also what is between them.
fn terms_table<G: Playable>(terms: &[(&'static str, Vec<i32>)]) -> String {
    let mut text = format!("{:<24}", "term");
    for number in 1..=G::PLAYERS {
        let _ = write!(text, "{:>10}", format!("player {number}"));
    }
    text.push_str(if G::PLAYERS == 2 { "   balance\n" } else { "\n" });
    for (name, values) in terms {
        let _ = write!(text, "{name:<24}");
        for value in values {
            let _ = write!(text, "{value:>10}");
        }
        if let [one, two] = values[..] {
            let _ = write!(text, "{:>10}", one - two);
        }
        text.push('\n');
    }
    text
}

/// Perft by root action, in the order of the tokens, printing each count.
fn divide<G: Playable>(
    root: &Played<G>,
    depth: u32,
    output: &Output,
    stop: &AtomicBool,
) -> Result<u64, Aborted> {
    if depth == 0 {
        return Ok(1);
    }
    let mut actions: Vec<(String, G::Action)> = root
        .actions()
        .into_iter()
        .map(|action| (root.state().action_token(action), action))
        .collect();
    actions.sort_by(|a, b| a.0.cmp(&b.0));
    let mut total = 0;
    for (token, action) in actions {
        let mut child = root.state().clone();
        child.make(action);
        let leaves = perft(&mut child, depth - 1, stop)?;
        output.line(format_args!("{token}: {leaves}"));
        total += leaves;
    }
    Ok(total)
}
