//! Turns that the engine chooses.

use super::store::Machine;
use crate::engine::{Engine, EngineError};
use crate::protocol::{Command, Options, parse};
use crate::sealed::{SealedError, SealedGame, Surroundings};
use clap::Args;

/// How the engine chooses.
#[derive(Args, Debug)]
pub struct Chooser {
    /// Let the engine choose, within these limits of the command `go`, such as depth 8 or movetime 500; one second if
    /// there are none
    #[arg(long, num_args = 0.., value_name = "LIMITS")]
    engine: Option<Vec<String>>,
    /// Memory of the engine's table, in MiB
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Threads of the engine
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Seed of the engine. By default it is random, because an opponent who knows it can tell the deployment
    #[arg(long)]
    seed: Option<u64>,
}

impl Chooser {
    /// The turn that the engine chooses.
    pub fn choose(&self, game: &SealedGame) -> Result<String, SealedError> {
        let known = game.game().ok_or_else(|| SealedError::new("no game has begun"))?;
        if game.next() != crate::sealed::Next::Move {
            return Err(SealedError::new(format!("no move is due here: {}", game.expectation())));
        }
        let seed = match self.seed {
            Some(seed) => seed,
            None => {
                let [a, b, c, d, ..] = Machine.random()?;
                u64::from(u32::from_be_bytes([a, b, c, d]))
            }
        };
        let best = self.search(known, seed).map_err(SealedError::new)?;
        best.ok_or_else(|| SealedError::new("the engine finds no move"))
    }

    fn search(
        &self,
        game: &dyn crate::engine::GameState,
        seed: u64,
    ) -> Result<Option<String>, EngineError> {
        let limits = match self.engine.as_deref().unwrap_or_default() {
            [] => "movetime 1000".to_string(),
            words => words.join(" "),
        };
        let command = parse(format!("go {limits}").as_bytes());
        let command = command.map_err(|error| EngineError::new(error.to_string()))?;
        let Some(Command::Go(go)) = command else {
            return Err(EngineError::new(format!("expected limits of the command go ({limits})")));
        };
        if let Some(fault) = go.faults.first() {
            return Err(EngineError::new(fault.to_string()));
        }
        if go.is_unbounded() || go.ponder {
            return Err(EngineError::new(format!("this search would not end ({limits})")));
        }
        let options = Options { seed, ..Options::default() };
        let mut engine = Engine::idle(game.variant());
        engine.set_hash(self.hash as usize)?;
        engine.set_threads(usize::from(self.threads))?;
        let request = go.request(&options, game.player());
        engine.search(game, &request)?.best()
    }
}
