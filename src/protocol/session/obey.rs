//! What each command does.

use super::Session;
use crate::engine::{EngineError, GameState, Position, openings, quote};
use crate::protocol::command::{Command, GenFens};
use crate::protocol::error::variant_of;
use crate::protocol::help::help;
use crate::protocol::options::declarations;
use crate::protocol::show;

impl Session {
    /// Executes a command. The match is exhaustive, so that no command can be forgotten.
    pub(super) fn obey(&mut self, command: Command) {
        log::debug!("obeys: {}", quote(&command.to_string()));
        let mut result = Ok(());
        match command {
            Command::Uci => self.introduce("uciok"),
            Command::Ugi => self.introduce("ugiok"),
            Command::IsReady => self.ready(),
            Command::SetOption(option) => {
                result = self.set_option(&option.name, option.value.as_deref());
            }
            Command::NewGame => result = self.new_game(),
            Command::Position(position) => result = self.set_position(&position),
            Command::Go(go) => self.go(go),
            Command::Perft(depth) => result = self.perft(depth.0),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponderhit(),
            Command::Query(query) => self.query(&query),
            Command::Display => self.output.line(show::display(&*self.game)),
            Command::Eval => self.output.line(show::evaluation(&self.engine, &*self.game)),
            Command::Belief => {
                let shown = show::belief(&*self.game, self.options.seed);
                result = shown.map(|text| self.output.line(text));
            }
            Command::Moves => self.output.line(show::moves(&*self.game)),
            Command::Move(tokens) => result = self.change(|game| game.play(&tokens.0)),
            Command::Undo => result = self.change(|game| game.undo()),
            Command::Bench(bench) => result = self.bench(&bench),
            Command::GenFens(wanted) => result = self.generate_fens(&wanted),
            Command::Debug(switch) => self.debug = switch.0,
            // A barrier in the queue; nothing to do.
            Command::Wait => {}
            Command::Ignored(_) => {}
            Command::Help(topic) => result = help(&topic.0).map(|text| self.output.line(text)),
            Command::Rules(variant) => {
                result = self.rulebook(&variant.0).map(|text| self.output.line(text));
            }
            Command::Quit => self.quit(),
        }
        if let Err(error) = result {
            self.output.error(error);
        }
    }

    /// The rulebook of the named variant, or of the present one.
    fn rulebook(&self, name: &str) -> Result<&'static str, EngineError> {
        let variant = match name {
            "" => self.engine.variant(),
            name => variant_of(name)?,
        };
        Ok(variant.rules().trim_end())
    }

    /// Prints openings of the present variant, or of the named one. The present variant does not
    /// change.
    fn generate_fens(&mut self, wanted: &GenFens) -> Result<(), EngineError> {
        let variant = match &wanted.variant {
            None => self.engine.variant(),
            Some(name) => variant_of(name)?,
        };
        let find = openings(variant, wanted.count, wanted.seed);
        if !wanted.extra.is_empty() {
            let words = quote(&wanted.extra.join(" "));
            self.output.warning(format_args!("genfens ignores what it does not know ({words})"));
        }
        self.start_tool(show::openings(find, wanted.count));
        Ok(())
    }

    fn introduce(&self, end: &str) {
        let version = env!("CARGO_PKG_VERSION");
        let options: String = declarations().map(|option| format!("{option}\n")).collect();
        self.output.line(format_args!(
            "id name Strategos {version}\nid author the Strategos developers\n{options}{end}"
        ));
    }

    /// Prints `readyok`, even if there is no memory for the table. A running search already has
    /// what it needs.
    fn ready(&mut self) {
        if self.work.is_none()
            && let Err(error) = self.engine.prepare()
        {
            self.output.error(error);
        }
        self.output.line("readyok");
    }

    fn new_game(&mut self) -> Result<(), EngineError> {
        log::info!("new game");
        self.refused = false;
        self.game = self.engine.variant().new_game();
        self.engine.prepare()?;
        self.engine.clear();
        Ok(())
    }

    /// Makes or unmakes an action. The new position may be searched, even after a refused
    /// `position`.
    fn change(
        &mut self,
        how: impl FnOnce(&mut dyn GameState) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        how(&mut *self.game)?;
        self.refused = false;
        Ok(())
    }

    fn set_position(&mut self, position: &Position) -> Result<(), EngineError> {
        let result = self.game.set_position(position);
        self.refused = result.is_err();
        result?;
        if let Some(remark) = self.game.remark_on(&position.start) {
            self.output.warning(remark);
        }
        log::info!(
            "position: {}, {} moves: {}",
            quote(&position.start.to_string()),
            position.moves.len(),
            self.game.fen()
        );
        self.engine.prepare()
    }
}
