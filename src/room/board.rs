//! A game by lines as a board shows it: states and moves, in the words of a table.

use crate::engine::{GameState, Position};
use crate::games::Variant;
use crate::sealed::{Author, Next, Phase, SealedError, SealedGame};
use crate::table::{
    BoardState, EngineSeat, NodeState, Note, OutsideSeat, Seat, TableState, TreeMessage,
    settings_of,
};

/// The positions of a game as its player knows them.
pub struct Followed {
    variant: Variant,
    /// The record so far.
    position: Position,
    /// The positions from the start to the present one.
    seen: Vec<SeenPosition>,
    /// The present position.
    game: Box<dyn GameState>,
}

/// A position that can be looked at again.
#[derive(Clone)]
struct SeenPosition {
    fen: String,
    mover: usize,
}

impl SeenPosition {
    fn of(game: &dyn GameState) -> Self {
        Self { fen: game.fen(), mover: game.player().number() }
    }

    /// The number of the round, the last field of a FEN.
    fn round(&self) -> u32 {
        self.fen.rsplit(' ').next().and_then(|round| round.parse().ok()).unwrap_or(0)
    }
}

impl Followed {
    /// Follows a game by its record; `before` is what was followed so far.
    ///
    /// # Errors
    /// If the record cannot be played.
    pub fn new(game: &SealedGame, before: Option<Self>) -> Result<Self, SealedError> {
        let proposal = game.proposal().ok_or_else(|| SealedError::new("no game has begun"))?;
        let variant = proposal.variant;
        // Before the sides are known there is only the start.
        let undecided = || Position::from_start(proposal.start.clone());
        let position = game.position().unwrap_or_else(|_| undecided());
        let mut followed = match before.filter(|before| before.leads_to(variant, &position)) {
            Some(before) => before,
            None => Self::start(variant, &position)?,
        };
        for token in &position.moves[followed.position.moves.len()..] {
            followed.game.play(std::slice::from_ref(token)).map_err(SealedError::new)?;
            followed.seen.push(SeenPosition::of(&*followed.game));
        }
        Ok(Self { position, ..followed })
    }

    fn start(variant: Variant, position: &Position) -> Result<Self, SealedError> {
        let position = Position { moves: Vec::new(), ..position.clone() };
        let mut game = variant.new_game();
        game.set_position(&position).map_err(SealedError::new)?;
        Ok(Self { variant, seen: vec![SeenPosition::of(&*game)], position, game })
    }

    /// Whether the record of a game goes on from here.
    fn leads_to(&self, variant: Variant, position: &Position) -> bool {
        let own = &self.position;
        self.variant == variant
            && (own.view, &own.start) == (position.view, &position.start)
            && position.moves.starts_with(&own.moves)
    }

    /// The present position, before the actions of a turn that is not complete.
    pub fn game(&self) -> &dyn GameState {
        &*self.game
    }

    /// Whether the game has begun and nothing of it is hidden from anybody.
    pub fn is_open(&self, sealed: &SealedGame) -> bool {
        let has_begun = matches!(
            sealed.phase(),
            Phase::Turn | Phase::Report(_) | Phase::Open(_) | Phase::Finished
        );
        has_begun && self.game.bystander().is_none() && self.game.is_open()
    }

    /// The position after these actions of a turn.
    ///
    /// # Errors
    /// If they cannot be played.
    pub fn after(&self, part: &[String]) -> Result<Box<dyn GameState>, SealedError> {
        let mut game = self.game.boxed();
        if !part.is_empty() {
            game.play(&[part.join(",")]).map_err(SealedError::new)?;
        }
        Ok(game)
    }

    /// The record with the actions of a turn that is not complete, as the text behind `position`.
    pub fn position(&self, part: &[String]) -> String {
        let mut position = self.position.clone();
        if !part.is_empty() {
            position.moves.push(part.join(","));
        }
        position.to_string()
    }

    /// The number of the last node.
    pub fn live(&self, part: &[String]) -> usize {
        self.position.moves.len() + part.len()
    }

    /// The turns, and the actions of one that is not complete.
    pub fn tree(&self, part: &[String]) -> TreeMessage {
        let turns =
            self.position.moves.iter().zip(&self.seen).map(|(token, seen)| (token, seen, true));
        let last = &self.seen[self.seen.len() - 1];
        let parts = part.iter().enumerate().map(|(index, token)| (token, last, index == 0));
        let nodes =
            turns.chain(parts).enumerate().map(|(index, (token, before, turn))| NodeState {
                id: index + 1,
                parent: index,
                token: token.clone(),
                told: Vec::new(),
                player: before.mover,
                turn,
                round: before.round(),
                note: Note::default(),
                comment: String::new(),
                mark: String::new(),
                private: false,
            });
        TreeMessage { reset: true, nodes: nodes.collect() }
    }

    /// What the viewer sees. `at` is the node that is looked at, if it is not the last one.
    ///
    /// # Errors
    /// If the actions of the turn cannot be played.
    pub fn state(
        &self,
        sealed: &SealedGame,
        part: &[String],
        at: Option<usize>,
    ) -> Result<TableState, SealedError> {
        let live = self.live(part);
        let now = self.after(part)?;
        let at = at.filter(|at| *at < live);
        let shown = match at {
            Some(at) => self.seen[at.min(self.seen.len() - 1)].clone(),
            None => SeenPosition::of(&*now),
        };
        let plays = at.is_none() && sealed.next() == Next::Move;
        let legal = if plays { now.legal_moves() } else { Vec::new() };
        let (result, reason) = end_of(sealed);
        let board = BoardState {
            sees: sealed.player(sealed.me()).unwrap_or(0),
            at: at.unwrap_or(live),
            live,
            mover: shown.mover,
            fen: shown.fen,
            turn: part.is_empty(),
            due: if plays { now.due() } else { Vec::new() },
            deploying: plays && now.is_deploying(),
            legal,
            variation: at.is_some(),
            undo: !part.is_empty(),
            redo: false,
            lines: 0,
            analysable: false,
        };
        Ok(TableState {
            variant: self.variant.to_string(),
            changes: self.variant.changes_in_words(),
            settings: settings_of(self.variant),
            seats: seats(sealed),
            player: now.player().number(),
            over: result != "none",
            result,
            reason,
            board: Some(board),
            ..TableState::default()
        })
    }
}

/// The result on the board, and why.
fn end_of(sealed: &SealedGame) -> (String, String) {
    let winner = sealed.resigned().and_then(|loser| sealed.player(loser.other()));
    if let Some(winner) = winner {
        return (format!("p{winner}win"), "resignation".to_string());
    }
    let game = sealed.game();
    let result = game.and_then(|game| game.outcome()).map(|outcome| outcome.to_string());
    let reason = game.and_then(|game| game.reason()).unwrap_or_default();
    (result.unwrap_or_else(|| "none".to_string()), reason.to_string())
}

/// The person at this screen, and the player far away.
fn seats(sealed: &SealedGame) -> Vec<Seat> {
    let (me, other) = (sealed.me(), sealed.me().other());
    let person = Seat::Person { name: sealed.name(me).to_string(), screen: String::new() };
    let name = match sealed.name(other) {
        "" => "the other player",
        name => name,
    };
    let name = format!("{name}, far away");
    let outside = Seat::Outside(OutsideSeat { name, ..OutsideSeat::default() });
    // Before the sides are decided, A's name stands first.
    let is_second = sealed.player(me).map_or(me == Author::B, |player| player == 2);
    if is_second { vec![outside, person] } else { vec![person, outside] }
}

/// The seat of an engine that gives advice.
pub fn adviser() -> Seat {
    Seat::Engine(EngineSeat::default())
}
