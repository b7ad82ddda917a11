//! The check of a whole game: the first fault by line, and what the game ends in.

use super::error::{Fault, SealedError};
use super::file::Transcript;
use super::ledger::{Ledger, Phase};
use super::line::{Author, Line};
use super::payload::{Opening, Payload};
use super::replay::{Replay, Secrets, Viewpoint};
use crate::game::Outcome;
use serde_json::{Value, json};
use std::fmt;

/// What an audit has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game is complete, opened and without a fault.
    Clean,
    /// A line breaks the rules.
    Faulty,
    /// Lines are missing at the end.
    Abandoned,
}

impl Verdict {
    /// The word in the text and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Faulty => "faulty",
            Self::Abandoned => "abandoned",
        }
    }
}

/// How the board was followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// All hidden tokens are known.
    Full,
    /// As far as one player knows the game.
    View(Author),
    /// Only the lines themselves: chain, signatures, commitments.
    Lines,
}

/// The result of an audit.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The verdict.
    pub verdict: Verdict,
    /// Whether the files of both players agree. Of one file alone a game can only be consistent.
    pub proven: bool,
    /// The first fault, by line.
    pub fault: Option<Fault>,
    /// What is missing at the end, and the author who owes it if that can be told.
    pub missing: Option<(Option<Author>, String)>,
    /// The result: `p1win`, `p2win`, `draw`, or `none` if it is open.
    pub result: String,
    /// Why.
    pub reason: String,
    /// The line at which the third occurrence of a position made the game a draw.
    pub repetition: Option<u32>,
    /// The number of lines.
    pub lines: usize,
    /// The names of A and B.
    pub names: [String; 2],
    /// The author who is player 1, if it is decided.
    pub first: Option<Author>,
    /// The full game, as far as it is known, as the text after the command `position`.
    pub position: Option<String>,
    depth: Depth,
}

/// Checks a game by the file of one player, by the files of both, or by its public lines.
///
/// # Errors
/// If the files are of two different games, or hold no line.
pub fn audit(first: &Transcript, second: Option<&Transcript>) -> Result<Audit, SealedError> {
    let files: Vec<&Transcript> = std::iter::once(first).chain(second).collect();
    let shared = second.map(|second| common_lines(first, second)).transpose()?;
    let longest = files.iter().max_by_key(|file| file.lines.len()).map(|file| &file.lines);
    let texts = longest.filter(|lines| !lines.is_empty());
    let texts = texts.ok_or_else(|| SealedError::new("there are no lines"))?;
    let mut case = Case::of(texts);
    if let (Some(second), Some(shared)) = (second, shared) {
        case.compare([first, second], shared);
    }
    for file in &files {
        file.evidence.iter().for_each(|text| case.hear(text));
    }
    Ok(case.decide(&files))
}

/// The number of lines with which both files begin.
fn common_lines(first: &Transcript, second: &Transcript) -> Result<usize, SealedError> {
    let pairs = first.lines.iter().zip(&second.lines);
    let shared = pairs.take_while(|(one, other)| one == other).count();
    let least = first.lines.len().min(second.lines.len()).min(2);
    match shared < least {
        true => {
            Err(SealedError::in_line(shared as u32 + 1, "the files are of two different games"))
        }
        false => Ok(shared),
    }
}

/// The tokens that lines have opened, by their commitments. The lines have been checked.
pub(super) fn opened(lines: &[Line]) -> Secrets {
    let (mut ledger, mut secrets) = (Ledger::default(), Secrets::new());
    for line in lines {
        let openings: &[Opening] = match &line.payload {
            Payload::Number(opening) | Payload::Show(opening) => std::slice::from_ref(opening),
            Payload::Open(openings) => openings,
            _ => &[],
        };
        let closed = ledger.closed(line.author).into_iter();
        for opening in openings {
            let fits =
                |known: &&super::commitment::Commitment| known.place.commit(opening) == known.hash;
            if let Some(commitment) = closed.clone().find(fits) {
                secrets.insert(commitment.hash, opening.clone());
            }
        }
        ledger.push(line.clone());
    }
    secrets
}

/// The lines of a game and the faults found in them.
struct Case {
    /// The public lines, followed without a board up to the first fault.
    public: Replay,
    /// A line that a player keeps as evidence and that would come next.
    next: Option<Line>,
    faults: Vec<Fault>,
    lines: usize,
}

impl Case {
    fn of(texts: &[String]) -> Self {
        let public = Replay::new(Viewpoint::Public, Secrets::new());
        let mut case = Self { public, next: None, faults: Vec::new(), lines: texts.len() };
        for (index, text) in texts.iter().enumerate() {
            let number = index as u32 + 1;
            match Line::parse(text) {
                Ok(line) => {
                    if let Err(reason) = case.public.follow(&line) {
                        let is_signed = case.public.ledger().check_signature(&line).is_ok();
                        let author = Some(line.author).filter(|_| is_signed);
                        case.accuse(number, author, reason);
                        break;
                    }
                }
                Err(error) => {
                    case.accuse(number, None, error.reason);
                    break;
                }
            }
        }
        case
    }

    fn accuse(&mut self, line: u32, author: Option<Author>, reason: impl Into<String>) {
        self.faults.push(Fault { line, author, reason: reason.into() });
    }

    fn signed(&self, text: &str) -> Option<Line> {
        let line = Line::parse(text).ok()?;
        let key = self.public.ledger().key(line.author)?;
        line.is_signed_by(key).then_some(line)
    }

    /// Compares the first lines in which the files of both players differ.
    fn compare(&mut self, files: [&Transcript; 2], shared: usize) {
        let [Some(one), Some(other)] = files.map(|file| file.lines.get(shared)) else { return };
        let number = shared as u32 + 1;
        match [one, other].map(|text| self.signed(text)) {
            [Some(one), Some(other)] if one.author == other.author => {
                self.accuse(number, Some(one.author), TWO_VERSIONS);
            }
            signed => {
                let index = usize::from(signed[0].is_some());
                let whose = match &files[index].owner {
                    Some((author, _)) => format!("the file of {author}"),
                    None => ["the first file", "the second file"][index].to_string(),
                };
                self.accuse(number, None, format!("the line was altered in {whose}"));
            }
        }
    }

    /// Takes a line that a player keeps as evidence.
    fn hear(&mut self, text: &str) {
        let Some(line) = self.signed(text) else { return };
        let known = self.public.ledger().lines();
        match known.get(line.number as usize - 1) {
            Some(known) if known.author == line.author && *known != line => {
                self.accuse(line.number, Some(line.author), TWO_VERSIONS);
            }
            None if line.number as usize == known.len() + 1 => self.next = Some(line),
            _ => {}
        }
    }

    /// The secrets that are opened or stand in files, if they belong to the commitments.
    fn secrets(&self, files: &[&Transcript]) -> Secrets {
        let ledger = self.public.ledger();
        let mut secrets = opened(ledger.lines());
        for commitment in Author::ALL.iter().flat_map(|author| ledger.commitments(*author)) {
            let mut known = files.iter().filter_map(|file| file.secrets.get(&commitment.hash));
            if let Some(opening) =
                known.find(|known| commitment.place.commit(known) == commitment.hash)
            {
                secrets.insert(commitment.hash, opening.clone());
            }
        }
        secrets
    }

    /// Follows the board as far as it is known.
    fn decide(mut self, files: &[&Transcript]) -> Audit {
        let secrets = self.secrets(files);
        let knows = |author: &Author| {
            let commitments = self.public.ledger().commitments(*author);
            commitments.iter().all(|commitment| secrets.contains_key(&commitment.hash))
        };
        let (viewpoint, depth) = match Author::ALL.into_iter().filter(knows).collect::<Vec<_>>()[..]
        {
            [_, _] => (Viewpoint::Referee, Depth::Full),
            [one] => (Viewpoint::Author(one), Depth::View(one)),
            _ => (Viewpoint::Public, Depth::Lines),
        };
        let mut replay = Replay::new(viewpoint, secrets);
        let lines: Vec<Line> = self.public.ledger().lines().to_vec();
        for line in lines.iter().chain(self.next.clone().as_ref()) {
            if let Err(reason) = replay.follow(line) {
                self.accuse(line.number, Some(line.author), reason);
                break;
            }
        }
        let first_fault = self.faults.iter().min_by_key(|fault| fault.line).cloned();
        self.report(&replay, depth, first_fault, files.len() == 2)
    }

    fn report(&self, replay: &Replay, depth: Depth, fault: Option<Fault>, proven: bool) -> Audit {
        let ledger = replay.ledger();
        let missing = (fault.is_none() && ledger.phase() != Phase::Finished).then(|| {
            let due = replay.due();
            match (ledger.phase(), due) {
                (Phase::Turn, Some(due)) => (Some(due), format!("{due}'s next turn")),
                (Phase::Turn, None) => (None, "the next turn".to_string()),
                _ => (due, ledger.expectation()),
            }
        });
        let verdict = match (&fault, &missing) {
            (Some(_), _) => Verdict::Faulty,
            (None, Some(_)) => Verdict::Abandoned,
            (None, None) => Verdict::Clean,
        };
        let (result, reason) = outcome(replay, fault.as_ref(), missing.as_ref());
        let game = replay.board().filter(|_| depth == Depth::Full).map(|board| board.game());
        Audit {
            verdict,
            proven,
            fault,
            missing,
            result,
            reason,
            repetition: replay.repetition(),
            lines: self.lines,
            names: Author::ALL.map(|author| ledger.name(author).to_string()),
            first: ledger.first(),
            position: game.map(|game| game.position().to_string()),
            depth,
        }
    }
}

const TWO_VERSIONS: &str = "two signed versions of the line exist";

/// The result of the game, and why.
fn outcome(
    replay: &Replay,
    fault: Option<&Fault>,
    missing: Option<&(Option<Author>, String)>,
) -> (String, String) {
    let ledger = replay.ledger();
    let lost = |author: Option<Author>, reason: &str| {
        let winner = author.and_then(|author| ledger.player(author.other()));
        let result = winner.map_or("none".to_string(), |winner| format!("p{winner}win"));
        (result, reason.to_string())
    };
    if let Some(fault) = fault {
        return lost(fault.author, "a fault");
    }
    if replay.repetition().is_some() {
        return ("draw".to_string(), "third occurrence".to_string());
    }
    if let Some((author, _)) = missing {
        return lost(*author, "a missing line");
    }
    if let Some(author) = ledger.resigned() {
        return lost(Some(author), "resignation");
    }
    let game = replay.board().map(|board| board.game());
    let reason = game.and_then(|game| game.reason()).unwrap_or("none").to_string();
    match game.and_then(|game| game.outcome()) {
        Some(Outcome::Win(player)) => (format!("p{}win", player.number()), reason),
        Some(Outcome::Draw) => ("draw".to_string(), reason),
        None => ("none".to_string(), reason),
    }
}

impl Audit {
    /// Whether the game is complete, opened and without a fault.
    pub fn is_clean(&self) -> bool {
        self.verdict == Verdict::Clean
    }

    fn checked(&self) -> String {
        match self.depth {
            Depth::Full => "everything: all secrets are known".to_string(),
            Depth::View(author) => format!("the lines, and the game as {author} knows it"),
            Depth::Lines => "the lines without the board: no secrets are known".to_string(),
        }
    }

    /// The audit for programs.
    pub fn json(&self) -> Value {
        let at_fault = self.fault.as_ref().and_then(|fault| fault.author);
        let owing = self.missing.as_ref().and_then(|missing| missing.0);
        let author = at_fault.or(owing);
        let player = |author: Author| self.first.map(|first| if first == author { 1 } else { 2 });
        json!({
            "verdict": self.verdict.word(),
            "standing": self.standing(),
            "line": self.fault.as_ref().map(|fault| fault.line),
            "by": author.map(Author::letter),
            "fault": self.fault.as_ref().map(|fault| &fault.reason),
            "missing": self.missing.as_ref().map(|missing| &missing.1),
            "result": self.result,
            "reason": self.reason,
            "repetition": self.repetition,
            "checked": self.checked(),
            "lines": self.lines,
            "names": {"A": self.names[0], "B": self.names[1]},
            "players": {"A": player(Author::A), "B": player(Author::B)},
            "position": self.position,
        })
    }

    /// `proven` by the files of both players, or `consistent`.
    pub fn standing(&self) -> &'static str {
        if self.proven { "proven" } else { "consistent" }
    }

    fn named(&self, author: Author) -> String {
        match self.names[author.index()].as_str() {
            "" => author.to_string(),
            name => format!("{author} ({name})"),
        }
    }
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.fault, &self.missing) {
            (Some(Fault { line, author, reason }), _) => {
                let by = author.map(|author| format!(", by {}", self.named(author)));
                writeln!(f, "faulty: line {line}{}: {reason}", by.unwrap_or_default())?;
            }
            (None, Some((author, what))) => {
                let by = author.map(|author| format!(", and {} owes it", self.named(author)));
                writeln!(f, "abandoned: missing: {what}{}", by.unwrap_or_default())?;
            }
            (None, None) => writeln!(f, "clean, {}", self.standing())?,
        }
        if let Some(line) = self.repetition {
            writeln!(f, "the third occurrence of a position made the game a draw in line {line}")?;
        }
        writeln!(f, "result: {} ({})", self.result, self.reason)?;
        write!(f, "checked: {}, {} lines", self.checked(), self.lines)
    }
}
