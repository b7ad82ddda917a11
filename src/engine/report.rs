//! Results of a search, with tokens instead of actions.

use super::EngineError;
use crate::game::{Game, Knowledge, Outcome, Played, Score};
use crate::games::Playable;
use crate::search::{self, Depth, Objective, RootVisits, WdlModel};
use std::fmt;
use std::time::Duration;

/// The result of an iteration.
#[derive(Clone, Debug)]
pub struct Info {
    /// Best first. The lines differ in their first action.
    pub lines: Vec<Line>,
    /// Number of actions made so far by all threads.
    pub nodes: u64,
    /// Number of positions so far whose exact value was known without search.
    pub hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Per mille of the transposition table in use.
    pub hashfull: u32,
    /// Number of determinizations; 0 if the mover sees everything.
    pub samples: usize,
}

/// Formats the info for the log: the iteration and its best line.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, time, hashfull, lines, .. } = self;
        if let Some(Line { depth, score, pv, .. }) = lines.first() {
            write!(f, "depth {depth}, {score}, {}; ", pv.join(" "))?;
        }
        write!(f, "{nodes} nodes, {} ms, table {hashfull} per mille", time.as_millis())
    }
}

/// A principal variation and its score.
#[derive(Clone, Debug)]
pub struct Line {
    /// The iteration that found it, in actions.
    pub depth: Depth,
    /// Selective depth, in actions.
    pub seldepth: usize,
    /// From the view of the player to move.
    pub score: Score,
    /// Expected win, draw (shared win) and loss of the player to move, in per mille.
    pub wdl: [u32; 3],
    /// The principal variation, as far as the player to move can foresee it.
    pub pv: Vec<String>,
    /// What the tree of a Monte Carlo search holds of the line's first action; `None` for other searches.
    pub tried: Option<RootVisits>,
    /// The expected share of the win of each player, in per mille, in seat order. Empty unless the search works out
    /// those of all players: Monte Carlo tree search for three and four with the objective `win`.
    pub shares: Vec<u32>,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The token to play, and the expected reply.
    Move(String, Option<String>),
    /// A planned deployment: the token to play now, and the rest.
    Deployment(String, Vec<String>),
    /// Nothing to play, although the player does not know that the game is over.
    Nothing,
    /// The game is over; `true` if the player to move has won.
    Over(Outcome, bool),
}

/// An event of one search. The last one is an `Answer`; there is none if the search could not be started or broke
/// down.
#[derive(Clone, Debug)]
pub enum SearchEvent {
    /// A part of the request is invalid and ignored. It comes before all other events.
    LeftOut(EngineError),
    /// An iteration is finished, or the search is about to end.
    Info(Info),
    /// The search is over.
    Answer(Answer),
}

/// Receives the events of one search, in the search's thread. It is dropped after the last one.
pub type Listener = Box<dyn Fn(SearchEvent) + Send + Sync>;

/// Formats the results of a game's search for a listener.
pub(super) struct InfoFormatter<G: Playable> {
    /// The searched position.
    pub root: Played<G>,
    /// Actions with which every line begins, before those that are searched.
    pub common: Vec<G::Action>,
    /// The mover's knowledge, if it is not complete.
    pub knowledge: Option<Box<dyn Knowledge<G>>>,
    /// Whether a token is one action, instead of one turn.
    pub by_action: bool,
    /// Objective of the players.
    pub objective: Objective,
    /// From scores to win, draw and loss.
    pub wdl: WdlModel,
    pub listener: Listener,
}

impl<G: Playable> InfoFormatter<G> {
    fn tokens(&self, actions: &[G::Action]) -> Vec<String> {
        let actions = [&self.common[..], actions].concat();
        tokens(self.root.state(), &actions[..self.told(&actions)], self.by_action)
    }

    /// Number of actions that the player can foresee: up to the first hidden action or unknown
    /// report.
    fn told(&self, actions: &[G::Action]) -> usize {
        let Some(knowledge) = &self.knowledge else { return actions.len() };
        let mut knowledge = knowledge.boxed();
        let mut game = self.root.state().clone();
        for (index, action) in actions.iter().enumerate() {
            if !knowledge.knows_legal_actions() {
                return index;
            }
            let is_own = knowledge.player() == knowledge.viewer();
            if knowledge.observe(&game.action_token(*action)).is_err() {
                return index + usize::from(is_own);
            }
            game.make(*action);
        }
        actions.len()
    }

    fn line(&self, line: &search::Line<G::Action>) -> Line {
        Line {
            depth: line.depth,
            seldepth: line.seldepth,
            score: line.score,
            wdl: match line.score.mate_turns() {
                Some(1..) => [1000, 0, 0],
                Some(_) => [0, 0, 1000],
                None if G::PLAYERS > 2 && self.objective == Objective::Place => {
                    let [before, behind] = Objective::left_behind(line.score);
                    [before, 0, behind]
                }
                None => self.wdl.of(line.score),
            },
            pv: self.tokens(&line.actions),
            tried: line.tried,
            shares: line.shares.map_or_else(Vec::new, |shares| {
                shares[..G::PLAYERS].iter().map(|share| u32::from(*share)).collect()
            }),
        }
    }
}

impl<G: Playable> InfoFormatter<G> {
    /// Tells the listener of an event.
    pub fn report(&self, event: search::SearchEvent<G::Action>) {
        (self.listener)(match event {
            search::SearchEvent::Info(info) => SearchEvent::Info(self.info(&info)),
            search::SearchEvent::Best(best) => SearchEvent::Answer(self.best(&best)),
            search::SearchEvent::NoAction => SearchEvent::Answer(Answer::Nothing),
            search::SearchEvent::Planned(actions) => SearchEvent::Answer(self.planned(&actions)),
            search::SearchEvent::GameOver(outcome) => {
                log::info!("no search: the game is over, {outcome}");
                let has_won = outcome == Outcome::Win(self.root.state().player());
                SearchEvent::Answer(Answer::Over(outcome, has_won))
            }
        });
    }

    fn info(&self, info: &search::Info<G::Action>) -> Info {
        let info = Info {
            lines: info.lines.iter().map(|line| self.line(line)).collect(),
            nodes: info.nodes,
            hits: info.hits,
            time: info.time,
            hashfull: info.hashfull,
            samples: info.samples,
        };
        log::debug!("{info}");
        info
    }

    fn best(&self, best: &search::Line<G::Action>) -> Answer {
        log::info!("searched to depth {}: {}", best.depth, best.score);
        let mut tokens = self.tokens(&best.actions).into_iter();
        match tokens.next() {
            Some(best) => Answer::Move(best, tokens.next()),
            None => Answer::Nothing,
        }
    }

    fn planned(&self, actions: &[G::Action]) -> Answer {
        log::info!("a deployment of {} drops", actions.len());
        let tokens = self.tokens(actions);
        match tokens.first().cloned() {
            Some(first) => Answer::Deployment(first, tokens),
            None => Answer::Nothing,
        }
    }
}

/// Tokens of successive actions: the actions of a turn joined by commas, or each action by itself.
pub(super) fn tokens<G: Playable>(root: &G, actions: &[G::Action], by_action: bool) -> Vec<String> {
    let mut game = root.clone();
    let mut tokens: Vec<String> = Vec::new();
    let mut turn_open = false;
    for &action in actions {
        debug_assert!(game.is_legal(action), "{action:?} in {}", game.fen());
        let token = game.action_token(action);
        match tokens.last_mut() {
            Some(turn) if turn_open && !by_action => {
                turn.push(',');
                turn.push_str(&token);
            }
            _ => tokens.push(token),
        }
        Game::make(&mut game, action);
        turn_open = !game.turn_start();
    }
    tokens
}
