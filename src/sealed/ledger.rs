//! The public lines in their order: chain, signatures, commitments and openings, without any board.

use super::commitment::{Commitment, Kind, Place};
use super::hash::{Bytes32, plain_hash};
use super::line::{Author, Line};
use super::payload::{Opening, Payload, Proposal, Sides, check_name};
use super::time::Time;
use crate::games::Variant;
use ed25519_dalek::VerifyingKey;
use std::collections::HashMap;

/// What the next line must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The proposal.
    Propose,
    /// The acceptance.
    Join,
    /// A commitment of the toss.
    Toss(Author),
    /// An opening of the toss.
    Number(Author),
    /// The commitments to a deployment.
    Deploy(Author),
    /// The shown part of a deployment.
    Show(Author),
    /// A turn, or giving up. Whose turn it is follows from the board.
    Turn,
    /// A report on the attack in the last line.
    Report(Author),
    /// All that the author has not opened yet.
    Open(Author),
    /// No line: the game is complete.
    Finished,
}

/// The hash of the rules of a variant.
pub(super) fn rules_hash(variant: Variant) -> Bytes32 {
    plain_hash(variant.rules().as_bytes())
}

/// The lines so far.
#[derive(Clone, Default)]
pub(super) struct Ledger {
    lines: Vec<Line>,
    hashes: Vec<Bytes32>,
    keys: [Option<VerifyingKey>; 2],
    names: [String; 2],
    times: [Option<Time>; 2],
    commitments: [Vec<Commitment>; 2],
    /// The numbers of the lines that gave hashes and salts, which may not come again.
    given: HashMap<Bytes32, u32>,
    numbers: [Option<u64>; 2],
    first: Option<Author>,
    resigned: Option<Author>,
    phase: Option<Phase>,
    /// Whether no board is followed, so that a turn may await a report and may be the last one.
    is_blind: bool,
}

impl Ledger {
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The terms, once they have been proposed.
    pub fn proposal(&self) -> Option<&Proposal> {
        match &self.lines.first()?.payload {
            Payload::Game(proposal) => Some(proposal),
            _ => None,
        }
    }

    pub fn phase(&self) -> Phase {
        self.phase.unwrap_or(Phase::Propose)
    }

    /// Player 1, once this has been decided.
    pub fn first(&self) -> Option<Author> {
        self.first
    }

    /// The number of the player whom an author plays, once this has been decided.
    pub fn player(&self, author: Author) -> Option<usize> {
        Some(if self.first? == author { 1 } else { 2 })
    }

    /// The author who plays this player, from 1.
    pub fn author(&self, player: usize) -> Option<Author> {
        let first = self.first?;
        Some(if player == 1 { first } else { first.other() })
    }

    pub fn name(&self, author: Author) -> &str {
        &self.names[author.index()]
    }

    pub fn key(&self, author: Author) -> Option<&VerifyingKey> {
        self.keys[author.index()].as_ref()
    }

    pub fn resigned(&self) -> Option<Author> {
        self.resigned
    }

    pub fn next_number(&self) -> u32 {
        self.lines.len() as u32 + 1
    }

    /// The hash of the last line.
    pub fn head(&self) -> Bytes32 {
        self.hashes.last().copied().unwrap_or(Bytes32::ZERO)
    }

    /// The time of the last line of an author.
    pub fn time(&self, author: Author) -> Option<Time> {
        self.times[author.index()]
    }

    pub fn commitments(&self, author: Author) -> &[Commitment] {
        &self.commitments[author.index()]
    }

    /// Where the next commitment of an author stands.
    pub fn place(&self, author: Author, kind: Kind) -> Option<Place> {
        let before = self.commitments(author);
        Some(Place {
            kind,
            game: *self.hashes.get(1)?,
            rules: self.proposal()?.rules,
            author,
            number: before.len() as u32 + 1,
            before: before.last().map_or(Bytes32::ZERO, |commitment| commitment.hash),
        })
    }

    /// Checks everything about a line that does not depend on the board.
    pub fn check(&self, line: &Line) -> Result<(), String> {
        self.check_place(line)?;
        self.check_phase(line)?;
        self.check_signature(line)?;
        self.check_hashes(line)
    }

    /// Checks number, chain and time.
    pub fn check_place(&self, line: &Line) -> Result<(), String> {
        if line.number != self.next_number() {
            return Err(format!("expected line {}", self.next_number()));
        }
        if line.before != self.head() {
            return Err(match self.lines.len() {
                0 => "the first line carries zeros as the hash of the line before".to_string(),
                before => format!(
                    "it does not follow line {before}: a line is from another game, or altered"
                ),
            });
        }
        match self.time(line.author).filter(|time| *time > line.time) {
            Some(time) => {
                Err(format!("it is earlier than the line before it by {}, of {time}", line.author))
            }
            None => Ok(()),
        }
    }

    /// Checks that the author signed the line.
    pub fn check_signature(&self, line: &Line) -> Result<(), String> {
        let given = match &line.payload {
            Payload::Game(proposal) => Some(proposal.key),
            Payload::Join { key, .. } => Some(*key),
            _ => None,
        };
        let given = match given {
            Some(key) => {
                let unreadable = || "the key is not a point of the curve".to_string();
                let key = VerifyingKey::from_bytes(&key.0).map_err(|_| unreadable())?;
                Some(key).filter(|key| !key.is_weak()).ok_or("the key is weak")?.into()
            }
            None => self.key(line.author).copied(),
        };
        let has_signed = given.is_some_and(|key: VerifyingKey| line.is_signed_by(&key));
        has_signed.then_some(()).ok_or_else(|| format!("it is not signed by {}", line.author))
    }

    /// Checks that this kind of line of this author comes next.
    fn check_phase(&self, line: &Line) -> Result<(), String> {
        let is_next = match (self.phase(), &line.payload) {
            (Phase::Propose, Payload::Game(_)) => line.author == Author::A,
            (Phase::Join, Payload::Join { .. }) => line.author == Author::B,
            (Phase::Toss(author), Payload::Toss(_))
            | (Phase::Number(author), Payload::Number(_))
            | (Phase::Deploy(author), Payload::Deploy(..) | Payload::Resign)
            | (Phase::Show(author), Payload::Show(_))
            | (Phase::Report(author), Payload::Report(_))
            | (Phase::Open(author), Payload::Open(_)) => line.author == author,
            (Phase::Turn, Payload::Turn(_) | Payload::Sealed(_) | Payload::Resign) => true,
            (Phase::Turn, Payload::Report(_)) if self.is_blind => self.may_report(line.author),
            (Phase::Turn, Payload::Open(_)) if self.is_blind => self.first == Some(line.author),
            _ => false,
        };
        match is_next {
            true => Ok(()),
            false => Err(format!("expected {}", self.expectation())),
        }
    }

    /// Whether the last line is a turn of the other author.
    fn may_report(&self, author: Author) -> bool {
        let last = self.lines.last().filter(|last| last.author != author);
        last.is_some_and(|last| matches!(last.payload, Payload::Turn(_)))
    }

    /// From here on no board is followed.
    pub fn follow_blindly(&mut self) {
        self.is_blind = true;
    }

    /// What comes next, in words.
    pub fn expectation(&self) -> String {
        match self.phase() {
            Phase::Propose => "the proposal of a game by A (game)".to_string(),
            Phase::Join => "B to join (join)".to_string(),
            Phase::Toss(author) => format!("{author}'s commitment for the toss (toss)"),
            Phase::Number(author) => format!("{author}'s number of the toss (number)"),
            Phase::Deploy(author) => format!("{author}'s deployment (deploy)"),
            Phase::Show(author) => format!("{author}'s shown deployment (show)"),
            Phase::Turn => "a turn (turn, sealed, resign)".to_string(),
            Phase::Report(author) => format!("{author}'s report (report)"),
            Phase::Open(author) => format!("{author}'s opening (open)"),
            Phase::Finished => "no further line: the game is complete".to_string(),
        }
    }

    /// Checks keys, names, commitments and openings.
    fn check_hashes(&self, line: &Line) -> Result<(), String> {
        match &line.payload {
            Payload::Game(proposal) => {
                check_name(&proposal.name)?;
                let rules = rules_hash(proposal.variant);
                match proposal.rules == rules {
                    true => Ok(()),
                    false => Err(format!("other rules: the rulebook here has the hash {rules}")),
                }
            }
            Payload::Join { key, name } => {
                check_name(name)?;
                match self.proposal().is_some_and(|proposal| proposal.key == *key) {
                    true => Err("both players have one key".to_string()),
                    false => Ok(()),
                }
            }
            Payload::Toss(commitment) | Payload::Sealed(commitment) => self.check_new(*commitment),
            Payload::Deploy(shown, hidden) => {
                self.check_new(*shown)?;
                match hidden {
                    Some(hidden) if hidden == shown => Err("two equal commitments".to_string()),
                    Some(hidden) => self.check_new(*hidden),
                    None => Ok(()),
                }
            }
            Payload::Number(opening) => {
                number_of(&opening.token)?;
                self.check_openings(line.author, Kind::Toss, std::slice::from_ref(opening))
            }
            Payload::Show(opening) => {
                self.check_openings(line.author, Kind::Deployment, std::slice::from_ref(opening))
            }
            Payload::Open(openings) => self.check_all_opened(line.author, openings),
            Payload::Turn(_) | Payload::Report(_) | Payload::Resign => Ok(()),
        }
    }

    /// Refuses hashes and salts that stand in an earlier line.
    fn check_new(&self, hash: Bytes32) -> Result<(), String> {
        match self.given.get(&hash) {
            Some(line) => Err(format!("it is copied: line {line} has the same commitment or salt")),
            None => Ok(()),
        }
    }

    fn check_openings(
        &self,
        author: Author,
        kind: Kind,
        openings: &[Opening],
    ) -> Result<(), String> {
        let closed = self.commitments(author).iter().filter(|commitment| !commitment.is_open);
        let of_kind = closed.filter(|commitment| commitment.place.kind == kind);
        self.check_pairs(&of_kind.collect::<Vec<_>>(), openings)
    }

    fn check_all_opened(&self, author: Author, openings: &[Opening]) -> Result<(), String> {
        self.check_pairs(&self.closed(author), openings)
    }

    /// The commitments of an author that are not opened.
    pub fn closed(&self, author: Author) -> Vec<&Commitment> {
        self.commitments(author).iter().filter(|commitment| !commitment.is_open).collect()
    }

    fn check_pairs(&self, closed: &[&Commitment], openings: &[Opening]) -> Result<(), String> {
        if closed.len() != openings.len() {
            let (expected, given) = (closed.len(), openings.len());
            return Err(format!("expected {expected} openings, and there are {given}"));
        }
        let mut salts: HashMap<Bytes32, u32> = HashMap::new();
        for (commitment, opening) in closed.iter().zip(openings) {
            let line = commitment.line;
            if commitment.place.commit(opening) != commitment.hash {
                return Err(format!("it does not open the commitment in line {line}"));
            }
            self.check_new(opening.salt)
                .map_err(|_| format!("the salt of line {line} was used before"))?;
            if let Some(other) = salts.insert(opening.salt, line) {
                return Err(format!("lines {other} and {line} have the same salt"));
            }
        }
        Ok(())
    }

    /// Takes in a line that has passed [`Ledger::check`].
    pub fn push(&mut self, line: Line) {
        let (number, author) = (line.number, line.author);
        self.hashes.push(line.hash());
        self.times[author.index()] = Some(line.time);
        match &line.payload {
            Payload::Game(proposal) => self.meet(author, proposal.key, &proposal.name),
            Payload::Join { key, name } => self.meet(author, *key, name),
            Payload::Toss(hash) => self.commit(author, Kind::Toss, *hash, number),
            Payload::Sealed(hash) => self.commit(author, Kind::Turn, *hash, number),
            Payload::Deploy(shown, hidden) => {
                self.commit(author, Kind::Deployment, *shown, number);
                if let Some(hidden) = hidden {
                    self.commit(author, Kind::Hidden, *hidden, number);
                }
            }
            Payload::Number(opening) => {
                self.numbers[author.index()] = number_of(&opening.token).ok();
                self.open(author, |kind| kind == Kind::Toss, opening, number);
            }
            Payload::Show(opening) => {
                self.open(author, |kind| kind == Kind::Deployment, opening, number);
            }
            Payload::Open(openings) => {
                for opening in openings {
                    self.open(author, |_| true, opening, number);
                }
            }
            Payload::Resign => self.resigned = Some(author),
            Payload::Turn(_) | Payload::Report(_) => {}
        }
        self.lines.push(line);
        self.phase = Some(self.next_phase());
    }

    fn meet(&mut self, author: Author, key: Bytes32, name: &str) {
        self.keys[author.index()] = VerifyingKey::from_bytes(&key.0).ok();
        self.names[author.index()] = name.to_string();
    }

    fn commit(&mut self, author: Author, kind: Kind, hash: Bytes32, line: u32) {
        self.given.insert(hash, line);
        if let Some(place) = self.place(author, kind) {
            let commitment = Commitment { place, hash, line, is_open: false };
            self.commitments[author.index()].push(commitment);
        }
    }

    /// Marks the first closed commitment of such a kind as opened.
    fn open(&mut self, author: Author, is_kind: fn(Kind) -> bool, opening: &Opening, line: u32) {
        self.given.insert(opening.salt, line);
        let mut all = self.commitments[author.index()].iter_mut();
        if let Some(commitment) = all.find(|known| !known.is_open && is_kind(known.place.kind)) {
            commitment.is_open = true;
        }
    }

    /// The phase after the last line, as far as it does not depend on the board.
    fn next_phase(&mut self) -> Phase {
        let Some((line, proposal)) = self.lines.last().zip(self.proposal()) else {
            return Phase::Propose;
        };
        let (author, sides, deploys) =
            (line.author, proposal.sides, proposal.start == crate::engine::Start::Deploy);
        match line.payload {
            Payload::Game(_) => Phase::Join,
            Payload::Join { .. } => match sides {
                Sides::Toss => Phase::Toss(Author::A),
                Sides::Agreed(first) => self.begin(first, deploys),
            },
            Payload::Toss(_) if author == Author::A => Phase::Toss(Author::B),
            Payload::Toss(_) => Phase::Number(Author::A),
            Payload::Number(_) if author == Author::A => Phase::Number(Author::B),
            Payload::Number(_) => {
                let sum: u64 = self.numbers.iter().flatten().sum();
                self.begin(Author::ALL[(sum % 2) as usize], deploys)
            }
            Payload::Deploy(..) if self.first == Some(author) => Phase::Deploy(author.other()),
            Payload::Deploy(..) => Phase::Show(author.other()),
            Payload::Show(_) if self.first == Some(author) => Phase::Show(author.other()),
            Payload::Resign => Phase::Open(self.first.unwrap_or(author)),
            Payload::Open(_) if self.first == Some(author) => Phase::Open(author.other()),
            Payload::Open(_) => Phase::Finished,
            Payload::Show(_) | Payload::Turn(_) | Payload::Sealed(_) | Payload::Report(_) => {
                Phase::Turn
            }
        }
    }

    fn begin(&mut self, first: Author, deploys: bool) -> Phase {
        self.first = Some(first);
        if deploys { Phase::Deploy(first) } else { Phase::Turn }
    }

    /// What the board says about the phase after a turn.
    pub fn set_phase(&mut self, phase: Phase) {
        self.phase = Some(phase);
    }
}

/// A number of the toss: decimal, below 2^32, without leading zeros.
fn number_of(text: &str) -> Result<u64, String> {
    let number = text.parse::<u32>().ok().filter(|number| number.to_string() == text);
    number.map(u64::from).ok_or_else(|| format!("expected a number below 2^32 ({text:.20})"))
}
