//! Lines and board together: what every line must be, as one author knows the game, or a referee, or nobody.

use super::board::{Board, check_terms, join_deployment};
use super::hash::Bytes32;
use super::ledger::{Ledger, Phase};
use super::line::{Author, Line};
use super::payload::{Opening, Payload};
use std::collections::HashMap;

/// The reason of an end by repetition.
const REPETITION: &str = "third occurrence";

/// Whose knowledge decides what is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewpoint {
    /// One author's: the public lines and the author's own secrets.
    Author(Author),
    /// All secrets are known.
    Referee,
    /// Only the public lines are known, and no board is followed.
    Public,
}

/// Committed tokens with their salts, by their commitments.
pub(super) type Secrets = HashMap<Bytes32, Opening>;

/// The lines so far, followed from one viewpoint.
#[derive(Clone)]
pub(super) struct Replay {
    viewpoint: Viewpoint,
    secrets: Secrets,
    ledger: Ledger,
    board: Option<Board>,
    /// The line after which the position had occurred for the third time. What follows is void.
    repetition: Option<u32>,
}

impl Replay {
    pub fn new(viewpoint: Viewpoint, secrets: Secrets) -> Self {
        let mut ledger = Ledger::default();
        if viewpoint == Viewpoint::Public {
            ledger.follow_blindly();
        }
        Self { viewpoint, secrets, ledger, board: None, repetition: None }
    }

    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    pub fn repetition(&self) -> Option<u32> {
        self.repetition
    }

    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Adds a secret of the author who writes the next line.
    pub fn keep(&mut self, commitment: Bytes32, opening: Opening) {
        self.secrets.insert(commitment, opening);
    }

    /// The author of the next line, as far as it is known from this viewpoint.
    pub fn due(&self) -> Option<Author> {
        match self.ledger.phase() {
            Phase::Propose => Some(Author::A),
            Phase::Join => Some(Author::B),
            Phase::Toss(author)
            | Phase::Number(author)
            | Phase::Deploy(author)
            | Phase::Show(author)
            | Phase::Report(author)
            | Phase::Open(author) => Some(author),
            Phase::Turn => self.ledger.author(self.board.as_ref()?.mover()),
            Phase::Finished => None,
        }
    }

    /// Takes in a line.
    ///
    /// # Errors
    /// Says why the line is refused. Then nothing has changed.
    pub fn follow(&mut self, line: &Line) -> Result<(), String> {
        self.ledger.check(line)?;
        match &line.payload {
            Payload::Game(proposal) => check_terms(proposal.variant, &proposal.start)?,
            _ => self.play(line)?,
        }
        self.ledger.push(line.clone());
        self.begin()?;
        self.look(line);
        Ok(())
    }

    /// Sets up the board as soon as the sides are known.
    fn begin(&mut self) -> Result<(), String> {
        let (Some(proposal), Some(_), None) =
            (self.ledger.proposal(), self.ledger.first(), &self.board)
        else {
            return Ok(());
        };
        let viewer = match self.viewpoint {
            Viewpoint::Author(author) => self.ledger.player(author),
            Viewpoint::Referee => None,
            Viewpoint::Public => return Ok(()),
        };
        self.board = Some(Board::new(proposal.variant, &proposal.start, viewer)?);
        Ok(())
    }

    /// Lets the board decide what comes next.
    fn look(&mut self, line: &Line) {
        let Some(board) = self.board.as_ref().filter(|_| self.repetition.is_none()) else { return };
        let Some(first) = self.ledger.first() else { return };
        if board.attack().is_some() {
            self.ledger.set_phase(Phase::Report(line.author.other()));
        } else if self.ledger.phase() == Phase::Turn && board.is_over() {
            let is_repetition = board.game().reason() == Some(REPETITION);
            if is_repetition && self.viewpoint == Viewpoint::Referee {
                self.repetition = Some(line.number);
                self.ledger.follow_blindly();
            } else {
                self.ledger.set_phase(Phase::Open(first));
            }
        }
    }

    /// Plays on the board what the line says.
    fn play(&mut self, line: &Line) -> Result<(), String> {
        if self.board.is_none() || self.repetition.is_some() {
            return Ok(());
        }
        if let Some(due) = self.due().filter(|due| *due != line.author) {
            return Err(format!("{due} is to move"));
        }
        let secret = match &line.payload {
            Payload::Deploy(shown, hidden) => self.deployment(line.author, shown, *hidden)?,
            Payload::Sealed(commitment) => self.secret(line.author, commitment)?,
            _ => None,
        };
        let player = self.ledger.player(line.author).unwrap_or(1);
        let Some(board) = &mut self.board else { return Ok(()) };
        match &line.payload {
            Payload::Deploy(..) => board.deploy(player, secret.as_deref()),
            Payload::Show(opening) => board.show(player, &opening.token),
            Payload::Turn(token) => board.turn(token),
            Payload::Sealed(_) => board.hidden_turn(secret.as_deref()),
            Payload::Report(report) => board.report(report),
            _ => Ok(()),
        }
    }

    /// The committed token, if this viewpoint knows it.
    fn secret(&self, author: Author, commitment: &Bytes32) -> Result<Option<String>, String> {
        let is_known = match self.viewpoint {
            Viewpoint::Author(viewer) => viewer == author,
            Viewpoint::Referee => true,
            Viewpoint::Public => false,
        };
        match self.secrets.get(commitment) {
            _ if !is_known => Ok(None),
            Some(opening) => Ok(Some(opening.token.clone())),
            None => Err("the secret of this commitment is missing".to_string()),
        }
    }

    fn deployment(
        &self,
        author: Author,
        shown: &Bytes32,
        hidden: Option<Bytes32>,
    ) -> Result<Option<String>, String> {
        let hidden = hidden.map(|hidden| self.secret(author, &hidden)).transpose()?.flatten();
        let shown = self.secret(author, shown)?;
        shown.map(|shown| join_deployment(&shown, hidden.as_deref())).transpose()
    }
}
