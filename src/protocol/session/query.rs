//! Answers to queries.

use super::Session;
use crate::engine::{EngineError, distance_text, effects_line};
use crate::game::Player;
use crate::protocol::command::Query;
use crate::protocol::show::result;

impl Session {
    pub(super) fn query(&self, query: &Query) {
        match self.response(query) {
            Ok(response) => self.output.line(format!("response {response}").trim_end()),
            Err(error) => {
                self.output.error(error);
                self.output.line("response error");
            }
        }
    }

    /// The text after `response`.
    fn response(&self, query: &Query) -> Result<String, EngineError> {
        let game = &*self.game;
        Ok(match query {
            Query::Player => game.player().number().to_string(),
            Query::P1Turn => (game.player() == Player::ONE).to_string(),
            Query::GameOver => game.outcome().is_some().to_string(),
            Query::Result => result(game),
            Query::Reason => game.reason().unwrap_or("none").to_string(),
            Query::LegalMoves => game.legal_moves().join(" "),
            Query::IsLegal(token) => game.is_legal(token).to_string(),
            Query::Effects(turns) => effects_line(&game.effects(&turns.0)?),
            Query::Fen => game.fen(),
            Query::StartPos => game.variant().start_fen(),
            Query::Players => game.variant().players().to_string(),
            Query::Ranking => self.places(),
            Query::Key => format!("{:016x}", game.key()),
            Query::Belief => game.beliefs(self.options.seed)?.to_string(),
            Query::Table => distance_text(self.engine.table_result(game)?),
            Query::TableMoves => self.engine.table_moves_line(game)?,
            Query::Report(token) => game.report(token)?,
            Query::Told(token) => game.turn_told(token)?.shown,
            Query::Rules => game.variant().rules_hash().unwrap_or("none".to_string()),
            Query::Changes => game.variant().changes_in_words().join(" "),
            Query::View(player) => game.view(*player)?,
            Query::Record(player) => game.record(*player)?.to_string(),
            Query::Own(name, words) => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                self.own_response(name, &words)?
            }
        })
    }

    /// Places by player; `-` while the game goes on.
    fn places(&self) -> String {
        let places = match self.game.ranking() {
            Some(places) => places.iter().map(usize::to_string).collect(),
            None => vec!["-".to_string(); self.game.variant().players()],
        };
        places.join(" ")
    }

    /// The answer to a query that only some games have.
    fn own_response(&self, name: &str, words: &[&str]) -> Result<String, EngineError> {
        match (name, words) {
            ("features", []) => {
                let counts = self.engine.features(&*self.game)?;
                Ok(counts.iter().map(i32::to_string).collect::<Vec<_>>().join(" "))
            }
            ("features", [extra, ..]) => {
                Err(EngineError::new(format!("expected no argument ({extra})")))
            }
            _ => {
                let unknown = || Query::unknown(name, self.game.variant());
                self.game.game_query(name, words)?.ok_or_else(unknown)
            }
        }
    }
}
