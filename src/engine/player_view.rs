//! A player's view: a position as one player knows it. `position view N` sets it up.

use super::error::EngineError;
use super::position::{Position, Start};
use super::record::Record;
use crate::game::text::in_usual_case;
use crate::game::{ActionError, Knowledge, Outcome, Played, Player};
use crate::games::Playable;

/// The knowledge of one player, with the record that the engine was given.
pub struct PlayerView<G: Playable> {
    /// Start and tokens as given.
    position: Position,
    pub knowledge: Box<dyn Knowledge<G>>,
    /// Whether the record was a full one, so that the engine knows everything.
    pub is_full: bool,
    /// The game since nothing has been hidden from the player any more.
    open: Option<Played<G>>,
}

impl<G: Playable> Clone for PlayerView<G> {
    fn clone(&self) -> Self {
        let Self { position, knowledge, is_full, open } = self;
        let (position, knowledge, open) = (position.clone(), knowledge.boxed(), open.clone());
        Self { position, knowledge, is_full: *is_full, open }
    }
}

impl<G: Playable> PlayerView<G> {
    /// The knowledge that results from `position`.
    pub fn new(position: &Position, knowledge: Box<dyn Knowledge<G>>) -> Self {
        let mut view = Self { position: position.clone(), knowledge, is_full: false, open: None };
        view.look_up();
        view
    }

    /// Follows `position`, which may have hidden parts. `None` if it cannot have any. If it
    /// continues one of `others`, only the new tokens are followed.
    pub fn follow<'a>(
        rules: G::Rules,
        position: &Position,
        mut others: impl Iterator<Item = &'a Self>,
    ) -> Option<Result<Self, EngineError>> {
        if let Some(known) = others.find(|known| known.leads_to(position)) {
            let mut view = known.clone();
            let new = &position.moves[view.position.moves.len()..];
            return Some(view.observe(new).map(|()| view));
        }
        let viewer = position.view.map(|number| Player::new(number - 1));
        let knowledge = match (&position.start, viewer) {
            (Start::StartPos, Some(viewer)) => Ok(G::knowledge_at_start(rules, viewer)?),
            (Start::Deploy, Some(viewer)) => Ok(G::deploy(rules)?.knowledge(viewer)?),
            (Start::Fen(fen), _) if viewer.is_some() || fen.contains('?') => {
                G::knowledge_from_fen(rules, fen, viewer)?
            }
            _ => return None,
        };
        Some(knowledge.map_err(EngineError::from).and_then(|knowledge| {
            let start = Position { moves: Vec::new(), ..position.clone() };
            let mut view = Self::new(&start, knowledge);
            view.observe(&position.moves).map(|()| view)
        }))
    }

    /// The viewer's knowledge, computed from a state of a full record.
    pub fn of_full(state: &G, position: &Position) -> Option<Self> {
        let viewer = Player::new(position.view? - 1);
        let knowledge = state.knowledge(viewer)?;
        Some(Self { position: position.clone(), knowledge, is_full: true, open: None })
    }

    fn leads_to(&self, position: &Position) -> bool {
        let known = &self.position;
        !self.is_full
            && known.view == position.view
            && known.start == position.start
            && position.moves.starts_with(&known.moves)
    }

    /// Follows more tokens. If a token is refused, earlier ones may already have been followed.
    pub fn observe(&mut self, tokens: &[String]) -> Result<(), EngineError> {
        for token in tokens {
            let number = self.position.moves.len() + 1;
            let token = in_usual_case(token);
            let mover = self.knowledge.player();
            for (index, part) in token.split(',').enumerate() {
                let goes_on = self.knowledge.player() == mover && !self.knowledge.turn_start();
                let is_beyond = index > 0 && !goes_on;
                let taken = match is_beyond {
                    true => Err(ActionError::beyond_turn(part)),
                    false => self.take_in(part),
                };
                taken.map_err(|error| EngineError::in_list(error, part, &token, number))?;
            }
            self.position.moves.push(token.into_owned());
        }
        Ok(())
    }

    fn take_in(&mut self, token: &str) -> Result<(), ActionError> {
        let open = self.open.as_ref();
        let action = open.and_then(|played| played.state().parse_action(token).ok());
        self.knowledge.observe(token)?;
        match (&mut self.open, action) {
            (Some(played), Some(action)) => played.play(action),
            _ => self.look_up(),
        }
        Ok(())
    }

    /// Whether the player to move can choose this token, or the viewer can see it from another player. Only the
    /// viewer's knowledge decides.
    pub fn allows(&self, token: &str) -> bool {
        let is_own = self.knowledge.player() == self.viewer();
        let open = self.knowledge.state().filter(|_| is_own || self.knowledge.is_complete());
        match open {
            Some(state) => Record::after(Played::new(state)).choose(token, 1).is_ok(),
            None if !token.contains(',') => {
                self.knowledge.tokens().contains(&in_usual_case(token).into_owned())
            }
            None => !token.contains('=') && self.clone().observe(&[token.to_string()]).is_ok(),
        }
    }

    /// Switches to the open game if nothing is hidden any more.
    fn look_up(&mut self) {
        let state = self.knowledge.is_complete().then(|| self.knowledge.state()).flatten();
        self.open = state.map(Played::new);
    }

    /// The state, if no hidden part matters. An end by repetition is left to the referee.
    pub fn known(&self) -> Option<Played<G>> {
        let open = self.open.as_ref();
        let goes_on = open.filter(|played| played.outcome() == played.state().outcome());
        goes_on.cloned().or_else(|| self.knowledge.state().map(Played::new))
    }

    /// The record without its last token; `None` if it is empty.
    pub fn shortened(&self) -> Option<Position> {
        let (_, moves) = self.position.moves.split_last()?;
        Some(Position { moves: moves.to_vec(), ..self.position.clone() })
    }

    pub fn viewer(&self) -> Player {
        self.knowledge.viewer()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.knowledge.outcome()
    }

    pub fn reason(&self) -> Option<&'static str> {
        self.knowledge.reason()
    }

    /// The position that gives this knowledge, as an argument of the command `position`.
    pub fn record(&self) -> Position {
        let view = Some(self.viewer().number());
        Position { view, ..self.position.clone() }
    }
}
