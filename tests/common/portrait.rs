//! The visible facts of a state, and the invariants of every state.

use strategos::game::{Charset, Game, Outcome, Score};
use strategos::games::Playable;

/// All that is visible of a state from outside. States with equal portraits are equal.
#[derive(Debug, PartialEq)]
pub struct Portrait {
    fen: String,
    keys: [u64; 2],
    player: usize,
    turn_start: bool,
    outcome: Option<Outcome>,
    reason: Option<&'static str>,
    count: u64,
    tokens: Vec<String>,
    forced: bool,
    has_noisy: bool,
    may_stand_pat: bool,
    value: Option<Score>,
    diagram: String,
}

impl Portrait {
    pub fn of<G: Playable>(game: &G) -> Self {
        let outcome = game.outcome();
        Self {
            fen: game.fen(),
            keys: [game.key(), game.table_key()],
            player: game.player().index(),
            turn_start: game.turn_start(),
            outcome,
            reason: game.reason(),
            count: game.count_actions(),
            tokens: tokens(game),
            forced: game.is_forced(),
            has_noisy: game.has_noisy(),
            may_stand_pat: game.may_stand_pat(),
            value: outcome.is_none().then(|| game.evaluate()),
            diagram: game.diagram(Charset::Unicode),
        }
    }
}

pub fn actions<G: Game>(game: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions
}

/// At most eight of the legal actions, spread evenly.
pub fn some_actions<G: Game>(game: &G) -> impl Iterator<Item = G::Action> {
    const MANY: usize = 8;
    let all = actions(game);
    let step = all.len().div_ceil(MANY).max(1);
    let first = (game.key() % step as u64) as usize;
    all.into_iter().skip(first).step_by(step)
}

/// The tokens of all legal actions, sorted.
pub fn tokens<G: Playable>(game: &G) -> Vec<String> {
    let mut tokens: Vec<String> =
        actions(game).into_iter().map(|action| game.action_token(action)).collect();
    tokens.sort();
    tokens
}

/// Fails unless the state is whole. Its FEN must give it back. Its legal actions must be counted, distinguished from
/// illegal actions, and read by their tokens. Undoing an action must leave no trace. The FEN of the next state must
/// give that state back.
pub fn check_whole<G: Playable>(rules: G::Rules, game: &G) {
    check_fen(rules, game);
    let portrait = Portrait::of(game);
    let legal = actions(game);
    let fen = &portrait.fen;
    assert_eq!(portrait.outcome.is_some(), portrait.reason.is_some(), "{fen}");
    assert_eq!(portrait.outcome.is_none(), !legal.is_empty(), "{fen}");
    assert_eq!(portrait.count, legal.len() as u64, "{fen}");
    assert!(portrait.tokens.windows(2).all(|pair| pair[0] != pair[1]), "{:?}", portrait.tokens);
    assert!(legal.iter().all(|action| game.is_legal(*action)), "{fen}");
    if portrait.outcome.is_none() {
        let mut parts = Vec::new();
        game.noisy(&mut parts);
        game.quiet(&mut parts);
        assert_eq!(parts.len(), legal.len(), "{fen}");
    }
    for action in some_actions(game) {
        let token = game.action_token(action);
        assert_eq!(game.parse_action(&token).ok(), Some(action), "{token} in {fen}");
        let mut child = game.clone();
        let undo = child.make(action);
        check_fen(rules, &child);
        child.unmake(undo);
        assert!(child == *game, "{token} leaves a trace in {fen}");
    }
}

/// Fails unless the FEN of the state gives the state back.
pub fn check_fen<G: Playable>(rules: G::Rules, game: &G) {
    let portrait = Portrait::of(game);
    assert_eq!(Portrait::of(&read::<G>(rules, &portrait.fen)), portrait, "read from its fen");
}

fn read<G: Playable>(rules: G::Rules, fen: &str) -> G {
    match G::from_fen(rules, fen) {
        Ok(game) => game,
        Err(error) => panic!("{fen}: {error}"),
    }
}
