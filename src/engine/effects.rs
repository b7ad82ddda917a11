//! What turns do, in sentences for people.

use super::error::EngineError;
use super::record::Record;
use crate::game::text::{as_choice, in_usual_case};
use crate::game::{ActionError, Knowledge, Outcome, Played};
use crate::games::Playable;

/// What turns do that follow each other from a position.
///
/// # Errors
/// Names the token that cannot be chosen.
pub fn effects_of<G: Playable>(
    played: Played<G>,
    turns: &[String],
) -> Result<Vec<Vec<String>>, EngineError> {
    let mut record = Record::after(played);
    let mut told = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        let before = record.played().state().clone();
        let length = record.actions().len();
        record.choose(turn, index + 1)?;
        let mut sentences = before.effects(&record.actions()[length..]);
        let now = record.played();
        sentences.extend(ending_text::<G>(now.outcome(), now.reason()));
        told.push(sentences);
    }
    Ok(told)
}

/// The same, as far as the player with this knowledge can know.
///
/// # Errors
/// Names the token that cannot be chosen, or that the player would not see.
pub fn effects_seen<G: Playable>(
    mut knowledge: Box<dyn Knowledge<G>>,
    turns: &[String],
) -> Result<Vec<Vec<String>>, EngineError> {
    let mut told = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        let fault = |error: ActionError| EngineError::in_list(error, turn, turn, index + 1);
        as_choice(turn).map_err(fault)?;
        let usual = in_usual_case(turn);
        let parts: Vec<&str> = usual.split(',').collect();
        told.push(knowledge.effects(&parts).map_err(fault)?);
        let is_last = index + 1 == turns.len();
        match parts.iter().try_for_each(|part| knowledge.observe(part)) {
            // What follows may depend on a report that the player does not have yet.
            Err(error) if !is_last => return Err(fault(error)),
            Err(_) => {}
            Ok(()) => told[index].extend(ending_text::<G>(knowledge.outcome(), knowledge.reason())),
        }
    }
    Ok(told)
}

/// What turns do, in one line: sentences behind each other, and turns separated by slashes.
pub fn effects_line(turns: &[Vec<String>]) -> String {
    let turns: Vec<String> = turns.iter().map(|sentences| sentences.join(" ")).collect();
    turns.join(" / ")
}

/// How a game has ended.
fn ending_text<G: Playable>(outcome: Option<Outcome>, reason: Option<&str>) -> Option<String> {
    let reason = reason.unwrap_or_default();
    Some(match outcome? {
        Outcome::Win(winner) => format!("{} wins: {reason}.", G::SIDES[winner.index()]),
        Outcome::Draw => format!("The game is drawn: {reason}."),
    })
}
