//! The engine of one variant, as the session sees it: a position with its record, and the threads
//! that search it. [`Engine`] is the boundary between text and generic code, one virtual call a
//! command.

use super::answer::Debt;
use super::command::{Go, Position, Query, Start};
use super::error::CommandError;
use super::genfens::genfens;
use super::output::Output;
use super::record::Record;
use super::report::{Format, tokens};
use super::show::{divide, terminal_charset, terms_table};
use super::watch::Watch;
use crate::game::{Charset, Outcome, Player};
use crate::games::{Playable, Variant, Visitor};
use crate::search::{Control, Evaluator, Pool, Style, TranspositionTable};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
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
    /// Use all that the record tells, not only what the mover knows.
    pub full_information: bool,
    /// How many states the mover takes into account where he does not know the present one.
    pub samples: usize,
    /// Ends it from outside.
    pub control: Arc<Control>,
    /// The table.
    pub table: Arc<TranspositionTable>,
    /// Where the results go.
    pub output: Arc<Output>,
    /// The answer that is owed for it.
    pub debt: Debt,
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

pub(super) struct Host<G: Playable> {
    variant: Variant,
    pub(super) rules: G::Rules,
    /// Of a watched game whose record was not full, the last one that was.
    pub(super) record: Record<G>,
    /// What one player knows, where that is all that is asked for.
    pub(super) watch: Option<Watch<G>>,
    /// What the players know of a game whose record is full, as far as it was asked for.
    pub(super) minds: Vec<Watch<G>>,
    /// The player as whom the position was given, and who therefore alone may search it.
    viewer: Option<Player>,
    pub(super) pool: Option<Pool<G>>,
}

impl<G: Playable> Host<G> {
    fn new(variant: Variant, rules: G::Rules) -> Self {
        let record = Record::new(Start::StartPos, G::start(rules));
        Self { variant, rules, record, watch: None, minds: Vec::new(), viewer: None, pool: None }
    }

    pub(super) fn state(&self) -> &G {
        self.record.played.state()
    }

    fn first(&self, start: &Start) -> Result<G, CommandError> {
        match start {
            Start::StartPos => Ok(G::start(self.rules)),
            Start::Fen(fen) => Ok(G::from_fen(self.rules, fen)?),
            Start::Foreign(name, text) => {
                let unknown = || {
                    let variant = self.variant.name();
                    CommandError::new(format!("{variant} has no positions in this format ({name})"))
                };
                Ok(G::from_format(name, text).ok_or_else(unknown)??)
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

    pub(super) fn player(&self, number: usize) -> Result<(), CommandError> {
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

    pub(super) fn mover(&self) -> Player {
        self.watch.as_ref().map_or(self.state().player(), |watch| watch.knowledge.player())
    }

    fn turn_start(&self) -> bool {
        self.watch.as_ref().map_or(self.state().turn_start(), |watch| watch.knowledge.turn_start())
    }

    pub(super) fn fen(&self) -> String {
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

    pub(super) fn outcome(&self) -> Option<Outcome> {
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
        let Record { first, actions, .. } = &self.record;
        let places = self.outcome().map(|outcome| first.ranking(actions, outcome));
        let places: Vec<String> = match places {
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

    /// The answer to a query that not every game has.
    fn own_answer(&self, name: &str, arguments: &[&str]) -> Result<String, CommandError> {
        let known = self.known()?;
        if name == "features" {
            return match arguments {
                [] => Ok(G::Evaluator::features(known.state())),
                [extra, ..] => Err(CommandError::new(format!("expected no argument ({extra})"))),
            };
        }
        let answer = known.state().own_query(name, arguments);
        answer.ok_or_else(|| Query::unknown(name))?.map_err(CommandError::new)
    }

    fn is_legal(&self, token: &str) -> bool {
        match self.watch.as_ref().filter(|watch| !watch.is_full) {
            Some(watch) => watch.clone().observe(&[token.to_string()]).is_ok(),
            None => self.record.clone().play(token, 1).is_ok(),
        }
    }
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
        match self.full_record(position) {
            Ok(record) => {
                self.watch = Watch::of_full(record.played.state(), position);
                self.viewer = position.view.map(|number| Player::new(number - 1));
                self.record = record;
            }
            Err(error) => {
                let watch = self.follow(position).ok_or(error)??;
                self.viewer = Some(watch.viewer());
                self.watch = Some(watch);
            }
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.record = Record::new(Start::StartPos, G::start(self.rules));
        (self.watch, self.viewer) = (None, None);
        self.minds.clear();
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
                self.own_answer(name, &arguments)?
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
        let value = state.evaluate();
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
        self.launch(order);
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
