//! `strategos sealed`: hidden games without a referee, by public lines.

mod engine;
mod folder;
mod store;

pub use folder::FolderFiles;
pub use store::Machine;

use super::variant;
use crate::games::Variant;
use crate::protocol::Output;
use crate::sealed::{
    Author, Next, SealedError, SealedGame, Sides, Terms, Transcript, audit as audit_files,
};
use clap::{Args, Subcommand};
use engine::Chooser;
use serde_json::{Value, json};
use std::io::{BufRead, Read, Write, stderr, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::OpenFile;

/// Play a hidden game without a referee: two players exchange public lines, and everybody can check the game
/// afterwards, see protocol.md
///
/// Each player has a file, with secrets in it, and shows it to nobody before the game is over. Lines for the other
/// player go to stdout, errors to stderr
#[derive(Args, Debug)]
pub struct Sealed {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    New(New),
    /// Tell what there is to do next
    Status {
        /// The player's file
        file: PathBuf,
        /// One JSON object
        #[arg(long)]
        json: bool,
        /// Print the public lines instead, from this number on
        #[arg(long, value_name = "FROM", num_args = 0..=1, default_missing_value = "1", conflicts_with = "json")]
        lines: Option<usize>,
    },
    Move(Move),
    /// Take in lines of the other player, and print those that answer them without a choice: the toss, what is shown
    /// of a deployment, reports
    Receive {
        /// The player's file
        file: PathBuf,
        /// A file with the lines; standard input if left out
        lines: Option<PathBuf>,
        /// Pass over lines that are here already, byte for byte, so that a whole game can be handed over again
        #[arg(long)]
        skip_known: bool,
    },
    /// Open at the end all that is still sealed
    Open {
        /// The player's file
        file: PathBuf,
    },
    Host(Host),
    /// Check a whole game. The exit status is 0 only if it is complete, opened and without a fault
    Audit {
        /// The file of a player, or one with the public lines
        first: PathBuf,
        /// The file of the other player
        second: Option<PathBuf>,
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Propose a game, or join one
#[derive(Args, Debug)]
struct New {
    /// The file to be made for this player
    file: PathBuf,
    /// The variant
    #[arg(long, value_parser = variant(), ignore_case = true, required_unless_present = "join")]
    variant: Option<Variant>,
    /// The name of the player
    #[arg(long = "as", value_name = "NAME")]
    name: String,
    /// Begin here, as behind the command `position`. Otherwise with the deployment, if the game has one
    #[arg(long, value_name = "POSITION", conflicts_with = "join")]
    start: Option<String>,
    /// Who is player 1; otherwise a toss decides
    #[arg(long, value_enum, conflicts_with = "join")]
    first: Option<Whose>,
    /// Join the game of these lines: a file, or - for standard input
    #[arg(long, value_name = "LINES")]
    join: Option<PathBuf>,
}

/// A player, as the proposer of a game names him.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Whose {
    Me,
    Other,
}

/// Make a turn or a deployment, and print its line
#[derive(Args, Debug)]
struct Move {
    /// The player's file
    file: PathBuf,
    /// The turn, or `resign`
    #[arg(required_unless_present = "engine", conflicts_with = "engine")]
    token: Option<String>,
    #[command(flatten)]
    chooser: Chooser,
}

/// Let the engine play the whole game: lines of the other player on stdin, lines for the other player on stdout
#[derive(Args, Debug)]
struct Host {
    /// The player's file
    file: PathBuf,
    #[command(flatten)]
    chooser: Chooser,
}

impl Sealed {
    /// Runs the command.
    pub fn run(self) -> ExitCode {
        let output = Output::new(stdout());
        match self.action.run(&output) {
            Ok(code) => code,
            Err(error) => {
                // The lines on stdout must stay clean. Nothing can be done if stderr is closed.
                let _ = writeln!(stderr(), "error: {error}");
                ExitCode::FAILURE
            }
        }
    }
}

impl Action {
    fn run(self, output: &Output) -> Result<ExitCode, SealedError> {
        match self {
            Self::New(new) => new.run(output)?,
            Self::Status { file, json, lines } => status(&file, json, lines, output)?,
            Self::Move(action) => action.run(output)?,
            Self::Receive { file, lines, skip_known } => {
                receive(&file, lines.as_deref(), skip_known, output)?;
            }
            Self::Open { file } => {
                let mut open = OpenFile::open(&file)?;
                let line = open.game.open(&mut Machine)?;
                open.save()?;
                output.line(line);
            }
            Self::Host(host) => host.run(output)?,
            Self::Audit { first, second, json } => {
                return audit(&first, second.as_deref(), json, output);
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl New {
    fn run(&self, output: &Output) -> Result<(), SealedError> {
        let game = match &self.join {
            Some(path) => self.join(path)?,
            None => SealedGame::propose(&self.terms()?, &self.name, &mut Machine)?,
        };
        store::create(&self.file, &game.to_text())?;
        let last = game.lines().last();
        last.into_iter().for_each(|line| output.line(line));
        Ok(())
    }

    fn join(&self, path: &Path) -> Result<SealedGame, SealedError> {
        let text = if path == Path::new("-") { first_line()? } else { store::read(path)? };
        let first = text.lines().next().unwrap_or_default();
        let game = SealedGame::join(first, &self.name, &mut Machine)?;
        let proposed = game.proposal().map(|proposal| proposal.variant);
        match self.variant.filter(|wanted| Some(*wanted) != proposed) {
            None => Ok(game),
            Some(wanted) => {
                let proposed = proposed.map(|variant| variant.to_string()).unwrap_or_default();
                Err(SealedError::new(format!("the game is {proposed}, not {wanted}")))
            }
        }
    }

    fn terms(&self) -> Result<Terms, SealedError> {
        let variant = self.variant.ok_or_else(|| SealedError::new("expected --variant"))?;
        let terms = Terms::from_start(variant, self.start.as_deref())?;
        let sides = match self.first {
            None => Sides::Toss,
            Some(Whose::Me) => Sides::Agreed(Author::A),
            Some(Whose::Other) => Sides::Agreed(Author::B),
        };
        Ok(Terms { sides, ..terms })
    }
}

/// The first line of standard input. What follows is not read, so that the other player need not close the pipe.
fn first_line() -> Result<String, SealedError> {
    let mut line = String::new();
    stdin().lock().read_line(&mut line).map_err(SealedError::new)?;
    Ok(line)
}

impl Move {
    fn run(&self, output: &Output) -> Result<(), SealedError> {
        let mut open = OpenFile::open(&self.file)?;
        let token = match &self.token {
            Some(token) => token.clone(),
            None => self.chooser.choose(&open.game)?,
        };
        let line = open.game.play(&token, &mut Machine)?;
        open.save()?;
        output.line(line);
        Ok(())
    }
}

fn receive(
    file: &Path,
    lines: Option<&Path>,
    skip_known: bool,
    output: &Output,
) -> Result<(), SealedError> {
    let text = match lines {
        Some(path) => store::read(path)?,
        None => {
            let mut text = String::new();
            stdin().lock().read_to_string(&mut text).map_err(SealedError::new)?;
            text
        }
    };
    let mut open = OpenFile::open(file)?;
    for line in text.lines().filter(|line| !line.is_empty()) {
        if skip_known && open.game.knows(line) {
            continue;
        }
        open.take(line, output)?;
    }
    Ok(())
}

impl Host {
    fn run(&self, output: &Output) -> Result<(), SealedError> {
        self.go_on(output)?;
        for line in stdin().lock().lines() {
            let line = line.map_err(SealedError::new)?;
            let mut open = OpenFile::open(&self.file)?;
            if !line.is_empty() && !open.game.knows(&line) {
                open.take(&line, output)?;
            }
            drop(open);
            if self.go_on(output)? == Next::Nothing {
                return Ok(());
            }
        }
        Err(SealedError::new("the lines ended before the game"))
    }

    /// Moves or opens as long as this player is due.
    fn go_on(&self, output: &Output) -> Result<Next, SealedError> {
        loop {
            let mut open = OpenFile::open(&self.file)?;
            let line = match open.game.next() {
                Next::Move => {
                    let token = self.chooser.choose(&open.game)?;
                    open.game.play(&token, &mut Machine)?
                }
                Next::Open => open.game.open(&mut Machine)?,
                next => return Ok(next),
            };
            open.save()?;
            output.line(line);
        }
    }
}

fn audit(
    first: &Path,
    second: Option<&Path>,
    json: bool,
    output: &Output,
) -> Result<ExitCode, SealedError> {
    let read = |path: &Path| Transcript::parse(&store::read(path)?);
    let (first, second) = (read(first)?, second.map(read).transpose()?);
    let audit = audit_files(&first, second.as_ref())?;
    if json {
        output.line(audit.json())
    } else {
        output.line(&audit)
    }
    Ok(if audit.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn status(
    file: &Path,
    json: bool,
    lines: Option<usize>,
    output: &Output,
) -> Result<(), SealedError> {
    let game = SealedGame::from_text(&store::read(file)?)?;
    if let Some(from) = lines {
        game.lines().iter().skip(from.saturating_sub(1)).for_each(|line| output.line(line));
    } else if json {
        output.line(status_json(&game));
    } else {
        output.line(status_text(&game));
    }
    Ok(())
}

fn status_json(game: &SealedGame) -> Value {
    let me = game.me();
    let proposal = game.proposal();
    let known = game.game();
    let of_both =
        |value: &dyn Fn(Author) -> Value| json!({"A": value(Author::A), "B": value(Author::B)});
    json!({
        "me": me.letter(),
        "next": game.next().word(),
        "due": game.due().map(Author::letter),
        "expected": game.expectation(),
        "variant": proposal.map(|proposal| proposal.variant.name()),
        "start": proposal.map(|proposal| proposal.start.to_string()),
        "names": of_both(&|author| json!(game.name(author))),
        "players": of_both(&|author| json!(game.player(author))),
        "committed": of_both(&|author| json!(game.committed(author))),
        "closed": of_both(&|author| json!(game.closed(author))),
        "lines": game.lines().len(),
        "evidence": game.evidence(),
        "secrets": game.secrets(),
        "position": game.position().ok().map(|position| position.to_string()),
        "fen": known.map(|known| known.fen()),
        "over": known.is_some_and(|known| known.outcome().is_some()) || game.resigned().is_some(),
        "result": known.and_then(|known| known.outcome()).map(|outcome| outcome.to_string()),
        "reason": known.and_then(|known| known.reason()),
        "resigned": game.resigned().map(Author::letter),
    })
}

fn status_text(game: &SealedGame) -> String {
    let (me, other) = (game.me(), game.me().other());
    let named = |author: Author| match game.name(author) {
        "" => author.to_string(),
        name => format!("{author} ({name})"),
    };
    let mut lines = Vec::new();
    if let Some(proposal) = game.proposal() {
        let (variant, start) = (proposal.variant, &proposal.start);
        lines.push(format!("{variant} from {start}: {} against {}", named(me), named(other)));
    }
    if let Some(player) = game.player(me) {
        lines.push(format!("this file is that of {me}, player {player}"));
    }
    lines.push(format!(
        "{} lines; sealed: {} of {me}, {} of {other}",
        game.lines().len(),
        game.closed(me),
        game.closed(other)
    ));
    if let Ok(position) = game.position() {
        lines.push(format!("position {position}"));
    }
    if !game.evidence().is_empty() {
        lines.push(format!("{other} broke the rules: audit this file"));
    }
    lines.push(format!("next: {} ({})", game.next().word(), game.expectation()));
    lines.join("\n")
}
