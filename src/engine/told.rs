//! What players tell each other of a turn: its token as the others are shown it, and reports on attacks.

use super::error::EngineError;
use super::game_state::{GameState, ToldTurn};
use super::record::Record;
use super::typed_game::TypedGame;
use crate::game::text::in_usual_case;
use crate::game::{Knowledge, Played, Player};
use crate::games::Playable;

/// The seed of the deployments and samples that stand for what is not known. They do not change what is told.
const ANY_SEED: u64 = 0;

impl<G: Playable> TypedGame<G> {
    /// See [`GameState::report`].
    pub(super) fn report_on(&self, attack: &str) -> Result<String, EngineError> {
        let attack = in_usual_case(attack);
        if self.outcome().is_some() {
            return Err(EngineError::new(format!("the game is over ({attack})")));
        }
        let report = match self.knowledge() {
            Some(knowledge) => knowledge.report(&attack),
            None => match self.defender() {
                Some(knowledge) => knowledge.report(&attack),
                None => return Err(self.hides_nothing(&attack)),
            },
        };
        report.map_err(|error| EngineError::new(error.to_string()))
    }

    /// What the opponent of the player to move knows.
    fn defender(&self) -> Option<Box<dyn Knowledge<G>>> {
        let is_defended = G::PLAYERS == 2;
        is_defended.then(|| self.state().knowledge(self.state().player().opponent())).flatten()
    }

    fn hides_nothing(&self, token: &str) -> EngineError {
        EngineError::new(format!("nothing is hidden in {} ({token})", self.variant()))
    }

    /// See [`GameState::turn_told`].
    pub(super) fn told(&self, token: &str) -> Result<ToldTurn, EngineError> {
        let mut record = Record::after(Played::new(self.possible_state()?));
        record.choose(token, 1)?;
        let state = record.played().state();
        if !state.turn_start() && state.outcome().is_none() {
            return Err(EngineError::new(format!("the turn is not complete ({token})")));
        }
        let own = record.turns().concat();
        let Some(other) = (0..G::PLAYERS).map(Player::new).find(|other| *other != self.player())
        else {
            return Ok(ToldTurn { shown: own.clone(), token: own });
        };
        finish_deployment(&mut record)?;
        let seen = record.first().tokens_seen(record.actions(), Some(other));
        let shown = seen.and_then(|tokens| tokens.into_iter().next());
        let shown = shown.map_or_else(|| own.clone(), |token| without_report(&token));
        Ok(ToldTurn { token: own, shown })
    }

    /// A state in which the player to move has the same choices as here.
    fn possible_state(&self) -> Result<G, EngineError> {
        if let Some([mover, viewer]) = self.bystander() {
            return Err(EngineError::new(format!(
                "this is the view of player {viewer}, and player {mover} is to move"
            )));
        }
        Ok(match &self.partial {
            None => self.state().clone(),
            Some(view) => match view.known() {
                Some(known) => known.state().clone(),
                None => view.knowledge().boxed().sample(ANY_SEED),
            },
        })
    }
}

/// Deploys for those who have not deployed yet, because a deployment is shown only after the last one.
fn finish_deployment<G: Playable>(record: &mut Record<G>) -> Result<(), EngineError> {
    let Some(deployment) = G::CAPABILITIES.deployment else { return Ok(()) };
    loop {
        let plan = deployment.plan(record.played().state(), ANY_SEED).unwrap_or_default();
        // Where the first deployment is not known here, the second one leaves nothing to deploy.
        if plan.is_empty() {
            return Ok(());
        }
        for action in plan {
            let token = record.played().state().action_token(action);
            record.play(&[token])?;
        }
    }
}

/// The token with `=?` instead of a report, which is not the mover's to give.
fn without_report(token: &str) -> String {
    token.split_once('=').map_or_else(|| token.to_string(), |(attack, _)| format!("{attack}=?"))
}
