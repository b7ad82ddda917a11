//! The knowledge of one player (rules.md 7): everything except the other side's set-up during the deployment.

use super::deployment::Hand;
use super::tokens::write_action;
use super::units::each;
use super::{GameOfWarAction, GameOfWarRules, War};
use crate::game::{
    ActionError, Charset, ExpectedGain, FenError, Game, Glyph, Hidden, HiddenPiece, Knowledge,
    Notation, Outcome, PayoffMatrix, Player, read_turn,
};

/// The token of the other side's whole deployment.
const UNSEEN: &str = "?";

/// The knowledge of one player: a state without what the player does not see.
#[derive(Clone)]
pub(super) struct View<R: GameOfWarRules> {
    state: War<R>,
    viewer: Player,
}

impl<R: GameOfWarRules> View<R> {
    pub fn of(full: &War<R>, viewer: Player) -> Self {
        let other = viewer.opponent().index();
        let mut state = full.clone();
        let is_untouched = full.now.hands[other] == Hand::full(full.army());
        if full.now.deploying && full.settings().deployment_is_hidden && !is_untouched {
            for unit in each(full.now.alive[other]) {
                state.take_off(other, unit);
            }
            let mut hands = full.now.hands;
            hands[other] = Hand::unseen();
            state.set_hands(hands);
            // The lines of unseen units would reveal their squares.
            state.rebuild_communications();
        }
        Self { state, viewer }
    }

    /// What the viewer sees, as a state.
    pub fn seen(&self) -> &War<R> {
        &self.state
    }

    /// The state without any part of the other side's set-up. The FEN of a deployment cannot express partial
    /// knowledge of the other side.
    fn untold(&self) -> War<R> {
        Self::of(&self.state, self.viewer).state
    }
}

impl<R: GameOfWarRules> Knowledge<War<R>> for View<R> {
    fn boxed(&self) -> Box<dyn Knowledge<War<R>>> {
        Box::new(self.clone())
    }

    fn viewer(&self) -> Player {
        self.viewer
    }

    fn player(&self) -> Player {
        self.state.player()
    }

    fn turn_start(&self) -> bool {
        self.state.turn_start()
    }

    fn is_deploying(&self) -> bool {
        self.state.now.deploying
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    fn reason(&self) -> Option<&'static str> {
        self.state.reason()
    }

    fn tokens(&self) -> Vec<String> {
        let state = self.untold();
        let mut actions = Vec::new();
        state.actions(&mut actions);
        if self.viewer != state.player() && state.may_be_unseen() {
            actions.push(GameOfWarAction::UNSEEN);
        }
        actions.into_iter().map(write_action).collect()
    }

    fn knows_legal_actions(&self) -> bool {
        !self.state.hides_parts() || self.viewer == self.state.player()
    }

    fn observe(&mut self, token: &str) -> Result<(), ActionError> {
        let action = self.state.read_action(token)?;
        self.state.make(action);
        Ok(())
    }

    fn effects(&self, turn: &[&str]) -> Result<Vec<String>, ActionError> {
        read_turn(&self.state, turn).map(|actions| self.state.effects_of(&actions))
    }

    fn fen(&self) -> String {
        self.untold().fen()
    }

    fn key(&self) -> u64 {
        self.untold().key()
    }

    fn diagram(&self, charset: Charset) -> String {
        self.state.draw(charset)
    }

    fn state(&self) -> Option<War<R>> {
        Some(self.state.clone())
    }

    fn is_complete(&self) -> bool {
        !self.state.hides_parts()
    }

    /// If South has set up unseen, its units stand as in one of the set-ups of the book.
    fn sample(&mut self, number: u64) -> War<R> {
        let mut state = self.state.clone();
        if state.now.hands[0].unseen && self.viewer == Player::TWO {
            state.sample_south(number);
        }
        state
    }

    fn admits(&self, state: &War<R>) -> bool {
        Self::of(state, self.viewer).fen() == self.fen()
    }

    fn hidden_pieces(&self, imagined: &War<R>) -> Vec<HiddenPiece> {
        let other = self.viewer.opponent().index();
        let unseen = |unit: usize| {
            let square = imagined.now.squares[other][unit];
            let letter = imagined.letter_on(square)?;
            let (rank, file) = (square.rank() as u8, square.file() as u8);
            Some(HiddenPiece { rank, file, letter })
        };
        each(imagined.now.alive[other] & !self.state.now.alive[other]).filter_map(unseen).collect()
    }

    fn glyphs(&self, charset: Charset) -> Vec<Vec<Glyph>> {
        self.state.glyphs(charset)
    }

    fn expected_gains(
        &mut self,
        actions: &[GameOfWarAction],
        _: &[War<R>],
    ) -> Vec<Option<ExpectedGain>> {
        vec![None; actions.len()]
    }

    fn payoff_matrix(&mut self, _: &[GameOfWarAction]) -> Option<PayoffMatrix> {
        None
    }
}

/// Hidden information by [`View`].
pub(super) struct ByView;

impl<R: GameOfWarRules> Hidden<War<R>> for ByView {
    fn knowledge(&self, state: &War<R>, player: Player) -> Box<dyn Knowledge<War<R>>> {
        Box::new(View::of(state, player))
    }

    fn knowledge_at_start(&self, rules: R, player: Player) -> Box<dyn Knowledge<War<R>>> {
        Box::new(View::of(&War::start(rules), player))
    }

    fn knowledge_from_fen(
        &self,
        rules: R,
        fen: &str,
        player: Option<Player>,
    ) -> Result<Box<dyn Knowledge<War<R>>>, FenError> {
        War::from_fen(rules, fen).map(|state| -> Box<dyn Knowledge<War<R>>> {
            let seeing = if state.now.hands[0].unseen { Player::TWO } else { Player::ONE };
            Box::new(View::of(&state, player.unwrap_or(seeing)))
        })
    }

    fn tokens_seen(
        &self,
        first: &War<R>,
        actions: &[GameOfWarAction],
        player: Option<Player>,
    ) -> Vec<String> {
        first.turns_seen(actions, player)
    }

    fn start_seen(
        &self,
        first: &War<R>,
        actions: &[GameOfWarAction],
        player: Player,
    ) -> Option<String> {
        first.seen_from(actions, player)
    }

    /// After the deployment nothing is hidden.
    fn mask_hidden(&self, _: &mut War<R>) {}
}

impl<R: GameOfWarRules> War<R> {
    /// Whether a player may not know all of this state: the other side's units in a hidden deployment.
    fn hides_parts(&self) -> bool {
        self.now.deploying && self.settings().deployment_is_hidden
    }

    /// The tokens of `actions`, made from here, as a player sees them, one for each turn. They are complete without a
    /// player, and after the deployment.
    pub(super) fn turns_seen(
        &self,
        actions: &[GameOfWarAction],
        player: Option<Player>,
    ) -> Vec<String> {
        let (mut turns, last) = self.turns(actions);
        let Some(player) = player.filter(|_| last.hides_parts()) else { return turns };
        if self.now.hands != [Hand::full(self.army()); 2] {
            // The player's view of the current position holds everything, see `seen_from`.
            turns.clear();
        } else if player == Player::ONE {
            turns.truncate(1);
        } else if last.now.side == Player::ONE {
            turns.clear();
        } else if let Some(first) = turns.first_mut() {
            *first = UNSEEN.to_string();
        }
        turns
    }

    /// The FEN from which [`GameOfWar::turns_seen`] continues: the position after `actions`. `None` if this state has
    /// full hands or the deployment is over; the tokens then continue from this state.
    pub(super) fn seen_from(&self, actions: &[GameOfWarAction], player: Player) -> Option<String> {
        let (_, last) = self.turns(actions);
        let is_open = last.hides_parts() && self.now.hands != [Hand::full(self.army()); 2];
        is_open.then(|| View::of(&last, player).fen())
    }

    /// The tokens of whole turns, and the position after them.
    fn turns(&self, actions: &[GameOfWarAction]) -> (Vec<String>, Self) {
        let mut game = self.clone();
        let mut turns: Vec<String> = Vec::new();
        for action in actions {
            let token = write_action(*action);
            match turns.last_mut().filter(|_| !game.turn_start()) {
                Some(turn) => *turn = format!("{turn},{token}"),
                None => turns.push(token),
            }
            game.make(*action);
        }
        (turns, game)
    }
}
