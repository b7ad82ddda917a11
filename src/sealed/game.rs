//! A sealed game as one of its players plays it: the public lines, the own key and the own secrets.

use super::board::{Board, split_deployment};
use super::commitment::Kind;
use super::error::SealedError;
use super::hash::Bytes32;
use super::ledger::{Ledger, Phase, rules_hash};
use super::line::{Author, Line};
use super::payload::{Opening, Payload, Proposal, Sides, check_name};
use super::replay::{Replay, Secrets, Viewpoint};
use super::time::Time;
use crate::engine::{GameState, Position, Start};
use crate::games::Variant;
use crate::protocol::parse_position;
use ed25519_dalek::SigningKey;

/// What the host of a game supplies: chance and the time.
pub trait Surroundings: Send {
    /// 32 bytes that nobody can guess.
    ///
    /// # Errors
    /// Says why there are none.
    fn random(&mut self) -> Result<[u8; 32], SealedError>;

    /// The present time.
    fn now(&mut self) -> Time;
}

/// The terms that a player proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The variant.
    pub variant: Variant,
    /// Where the game begins.
    pub start: Start,
    /// Who is player 1.
    pub sides: Sides,
}

impl Terms {
    /// A variant from its deployment, or from its start if it has none. A toss decides the sides.
    pub fn of(variant: Variant) -> Self {
        let mut game = variant.new_game();
        let can_deploy = game.set_position(&Position::from_start(Start::Deploy)).is_ok();
        let start = if can_deploy { Start::Deploy } else { Start::StartPos };
        Self { variant, start, sides: Sides::Toss }
    }

    /// A variant from a start, as the command `position` reads it, or as [`Terms::of`] without one.
    ///
    /// # Errors
    /// If the text is no start.
    pub fn from_start(variant: Variant, start: Option<&str>) -> Result<Self, SealedError> {
        let terms = Self::of(variant);
        let Some(start) = start else { return Ok(terms) };
        let position = parse_position(start.as_bytes()).map_err(SealedError::new)?;
        match position.view.is_some() || !position.moves.is_empty() {
            true => Err(SealedError::new("a game begins without a view and moves")),
            false => Ok(Self { start: position.start, ..terms }),
        }
    }
}

/// One player's game.
pub struct SealedGame {
    pub(super) me: Author,
    pub(super) key: SigningKey,
    pub(super) replay: Replay,
    /// Lines that the other player signed and that break the rules.
    pub(super) evidence: Vec<String>,
}

/// What there is to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Wait for a line of the other player.
    Wait,
    /// Choose a turn or a deployment.
    Move,
    /// Open what is still sealed.
    Open,
    /// Nothing: the game is complete.
    Nothing,
}

impl Next {
    /// The word in `status`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::Move => "move",
            Self::Open => "open",
            Self::Nothing => "nothing",
        }
    }
}

impl SealedGame {
    /// Proposes a game. Its first line is for the other player.
    ///
    /// # Errors
    /// If no game can begin under these terms, or there is no chance.
    pub fn propose(
        terms: &Terms,
        name: &str,
        around: &mut dyn Surroundings,
    ) -> Result<Self, SealedError> {
        check_name(name).map_err(SealedError::new)?;
        let mut game = Self::new(Author::A, around)?;
        let proposal = Proposal {
            variant: terms.variant,
            rules: rules_hash(terms.variant),
            key: game.public_key(),
            sides: terms.sides,
            name: name.to_string(),
            start: terms.start.clone(),
        };
        game.write(Payload::Game(Box::new(proposal)), around)?;
        Ok(game)
    }

    /// Joins the game that the other player's first line proposes. The second line is the answer.
    ///
    /// # Errors
    /// If the line is no proposal, or one that cannot be accepted.
    pub fn join(
        first: &str,
        name: &str,
        around: &mut dyn Surroundings,
    ) -> Result<Self, SealedError> {
        check_name(name).map_err(SealedError::new)?;
        let mut game = Self::new(Author::B, around)?;
        game.take_in(first)?;
        let key = game.public_key();
        game.write(Payload::Join { key, name: name.to_string() }, around)?;
        Ok(game)
    }

    fn new(me: Author, around: &mut dyn Surroundings) -> Result<Self, SealedError> {
        let key = SigningKey::from_bytes(&around.random()?);
        let replay = Replay::new(Viewpoint::Author(me), Secrets::new());
        Ok(Self { me, key, replay, evidence: Vec::new() })
    }

    /// The game from its parts, as a file holds them.
    pub(super) fn restore(
        me: Author,
        key: SigningKey,
        secrets: Secrets,
        lines: &[String],
        evidence: Vec<String>,
    ) -> Result<Self, SealedError> {
        let mut replay = Replay::new(Viewpoint::Author(me), secrets);
        for text in lines {
            let line = Line::parse(text)?;
            replay.follow(&line).map_err(|reason| SealedError::in_line(line.number, reason))?;
        }
        let game = Self { me, key, replay, evidence };
        match game.ledger().key(me) {
            Some(key) if *key == game.key.verifying_key() => Ok(game),
            _ => Err(SealedError::new("the key does not belong to these lines")),
        }
    }

    fn public_key(&self) -> Bytes32 {
        Bytes32(self.key.verifying_key().to_bytes())
    }

    fn ledger(&self) -> &Ledger {
        self.replay.ledger()
    }

    /// Whether the player is A or B.
    pub fn me(&self) -> Author {
        self.me
    }

    /// The number of the player whom an author plays, once the sides are decided.
    pub fn player(&self, author: Author) -> Option<usize> {
        self.ledger().player(author)
    }

    /// The name of an author; empty before B has joined.
    pub fn name(&self, author: Author) -> &str {
        self.ledger().name(author)
    }

    /// The terms.
    pub fn proposal(&self) -> Option<&Proposal> {
        self.ledger().proposal()
    }

    /// The public lines.
    pub fn lines(&self) -> &[Line] {
        self.ledger().lines()
    }

    /// Lines that the other player signed and that break the rules.
    pub fn evidence(&self) -> &[String] {
        &self.evidence
    }

    /// What the next line must be.
    pub fn phase(&self) -> Phase {
        self.ledger().phase()
    }

    /// The author of the next line.
    pub fn due(&self) -> Option<Author> {
        self.replay.due()
    }

    /// Who has given up.
    pub fn resigned(&self) -> Option<Author> {
        self.ledger().resigned()
    }

    /// How many commitments of an author are not opened.
    pub fn closed(&self, author: Author) -> usize {
        self.ledger().closed(author).len()
    }

    /// How many commitments an author has made.
    pub fn committed(&self, author: Author) -> usize {
        self.ledger().commitments(author).len()
    }

    /// The own tokens that are not opened yet, in the order in which they were committed to.
    pub fn secrets(&self) -> Vec<String> {
        self.own_openings().into_iter().map(|opening| opening.token).collect()
    }

    /// What there is to do next.
    pub fn next(&self) -> Next {
        match (self.due(), self.phase()) {
            (None, _) => Next::Nothing,
            (Some(author), _) if author != self.me => Next::Wait,
            (_, Phase::Open(_)) => Next::Open,
            _ => Next::Move,
        }
    }

    /// The game as this player knows it, once the sides are decided.
    pub fn game(&self) -> Option<&dyn GameState> {
        self.replay.board().map(Board::game)
    }

    /// What follows `position` in the command that tells this player's engine all that the player knows. After both
    /// openings it is the whole game.
    ///
    /// # Errors
    /// If the sides are not decided yet.
    pub fn position(&self) -> Result<Position, SealedError> {
        let undecided = || SealedError::new("the sides are not decided yet");
        let player = self.player(self.me).ok_or_else(undecided)?;
        if self.phase() == Phase::Finished
            && let Some(full) = self.opened_position(player)
        {
            return Ok(Position { view: Some(player), ..full });
        }
        let board = self.replay.board().ok_or_else(undecided)?;
        board.record(player).map_err(SealedError::new)
    }

    /// The whole game, when all is opened and all is true.
    fn opened_position(&self, player: usize) -> Option<Position> {
        let mut referee = Replay::new(Viewpoint::Referee, super::audit::opened(self.lines()));
        for line in self.lines() {
            referee.follow(line).ok()?;
        }
        let game = referee.board()?.game();
        match game.outcome() {
            Some(_) => game.record(player).ok(),
            None => Some(game.position()),
        }
    }

    /// Takes in a line of the other player. Returns the lines that answer it without a choice of one's own.
    ///
    /// # Errors
    /// Names the line and the reason. A line that the other player signed and that breaks the rules is kept as
    /// evidence; nothing else has changed.
    pub fn receive(
        &mut self,
        text: &str,
        around: &mut dyn Surroundings,
    ) -> Result<Vec<String>, SealedError> {
        self.take_in(text)?;
        self.answer(around)
    }

    /// Whether a line is one of the lines here, byte for byte.
    pub fn knows(&self, text: &str) -> bool {
        let number = Line::parse(text).map_or(0, |line| line.number as usize);
        number > 0 && self.lines().get(number - 1).is_some_and(|known| known.to_string() == text)
    }

    fn take_in(&mut self, text: &str) -> Result<(), SealedError> {
        let line = Line::parse(text)?;
        let refused = |reason: String| SealedError::in_line(line.number, reason);
        if line.author == self.me {
            return Err(refused(format!("it is signed as {}, who plays here", self.me)));
        }
        if let Some(known) = self.lines().get(line.number as usize - 1) {
            if known == &line {
                return Err(refused("received twice".to_string()));
            }
            let is_second =
                self.ledger().check_signature(&line).is_ok() && known.author == line.author;
            if is_second {
                self.accuse(text);
                return Err(refused(format!("{} has signed two versions of it", line.author)));
            }
            return Err(refused("another line of this number is known".to_string()));
        }
        if let Err(reason) = self.replay.follow(&line) {
            let ledger = self.ledger();
            if ledger.check_place(&line).is_ok() && ledger.check_signature(&line).is_ok() {
                self.accuse(text);
            }
            return Err(refused(reason));
        }
        Ok(())
    }

    /// Keeps a line as evidence against its author.
    fn accuse(&mut self, text: &str) {
        if self.lines().len() > 1 && !self.evidence.iter().any(|known| known == text) {
            self.evidence.push(text.to_string());
        }
    }

    /// Writes the lines that leave no choice: the toss, what is shown of a deployment, reports.
    fn answer(&mut self, around: &mut dyn Surroundings) -> Result<Vec<String>, SealedError> {
        let mut answers = Vec::new();
        while self.due() == Some(self.me) {
            let payload = match self.phase() {
                Phase::Toss(_) => {
                    let random = around.random()?;
                    let number = u32::from_be_bytes([random[0], random[1], random[2], random[3]]);
                    Payload::Toss(self.commit(Kind::Toss, number.to_string(), around)?)
                }
                Phase::Number(_) => Payload::Number(self.opening_of(Kind::Toss)?),
                Phase::Show(_) => Payload::Show(self.opening_of(Kind::Deployment)?),
                Phase::Report(_) => {
                    let truth = self.replay.board().and_then(Board::truth);
                    let unknown = || SealedError::new("what the attack has hit is not known here");
                    Payload::Report(truth.ok_or_else(unknown)?)
                }
                _ => break,
            };
            answers.push(self.write(payload, around)?);
        }
        Ok(answers)
    }

    /// Makes an own turn or deployment, or gives up by the token `resign`. Returns the line for the other player.
    ///
    /// # Errors
    /// If it is not this player's turn, or the token cannot be chosen.
    pub fn play(
        &mut self,
        token: &str,
        around: &mut dyn Surroundings,
    ) -> Result<String, SealedError> {
        if self.next() != Next::Move {
            return Err(SealedError::new(format!("no move is due here: {}", self.expectation())));
        }
        if token == "resign" {
            return self.write(Payload::Resign, around);
        }
        let board = self.replay.board().ok_or_else(|| SealedError::new("no game has begun"))?;
        let told = board.told(token).map_err(SealedError::new)?;
        let payload = if let Phase::Deploy(_) = self.phase() {
            let parts = split_deployment(&told);
            let shown = self.commit(Kind::Deployment, parts.shown, around)?;
            let hidden = parts.hidden.map(|hidden| self.commit_after(shown, hidden, around));
            Payload::Deploy(shown, hidden.transpose()?)
        } else if told.shown == "?" {
            Payload::Sealed(self.commit(Kind::Turn, told.token, around)?)
        } else {
            Payload::Turn(told.token)
        };
        self.write(payload, around)
    }

    /// Opens at the end all that is still sealed. Returns the line for the other player.
    ///
    /// # Errors
    /// If the game is not over, or the other player opens first.
    pub fn open(&mut self, around: &mut dyn Surroundings) -> Result<String, SealedError> {
        if self.next() != Next::Open {
            return Err(SealedError::new(format!(
                "nothing is to be opened now: {}",
                self.expectation()
            )));
        }
        self.write(Payload::Open(self.own_openings()), around)
    }

    /// What comes next, in words.
    pub fn expectation(&self) -> String {
        match (self.phase(), self.due()) {
            (Phase::Turn, Some(due)) => format!("{due} is to move"),
            _ => format!("expected {}", self.ledger().expectation()),
        }
    }

    /// The secrets behind the own commitments that are not opened.
    fn own_openings(&self) -> Vec<Opening> {
        let closed = self.ledger().closed(self.me);
        let secret = |hash: &Bytes32| self.replay.secrets().get(hash).cloned();
        closed.into_iter().filter_map(|commitment| secret(&commitment.hash)).collect()
    }

    /// The secret behind the own commitment of this kind that is not opened.
    fn opening_of(&self, kind: Kind) -> Result<Opening, SealedError> {
        let closed = self.ledger().closed(self.me);
        let commitment = closed.into_iter().find(|commitment| commitment.place.kind == kind);
        let secret = commitment.and_then(|known| self.replay.secrets().get(&known.hash));
        secret.cloned().ok_or_else(|| SealedError::new("the secret to be opened is missing"))
    }

    fn commit(
        &mut self,
        kind: Kind,
        token: String,
        around: &mut dyn Surroundings,
    ) -> Result<Bytes32, SealedError> {
        let place = self.ledger().place(self.me, kind);
        let place = place.ok_or_else(|| SealedError::new("the game has not begun"))?;
        let opening = Opening { salt: Bytes32(around.random()?), token };
        let commitment = place.commit(&opening);
        self.replay.keep(commitment, opening);
        Ok(commitment)
    }

    /// Commits to the hidden part of a deployment, right after its shown part.
    fn commit_after(
        &mut self,
        shown: Bytes32,
        token: String,
        around: &mut dyn Surroundings,
    ) -> Result<Bytes32, SealedError> {
        let place = self.ledger().place(self.me, Kind::Hidden);
        let mut place = place.ok_or_else(|| SealedError::new("the game has not begun"))?;
        (place.number, place.before) = (place.number + 1, shown);
        let opening = Opening { salt: Bytes32(around.random()?), token };
        let commitment = place.commit(&opening);
        self.replay.keep(commitment, opening);
        Ok(commitment)
    }

    /// Signs a line and takes it in.
    fn write(
        &mut self,
        payload: Payload,
        around: &mut dyn Surroundings,
    ) -> Result<String, SealedError> {
        let ledger = self.ledger();
        let now = around.now();
        // A clock that was set back must not make the line refusable.
        let time = ledger.time(self.me).map_or(now, |last| last.max(now));
        let (number, before) = (ledger.next_number(), ledger.head());
        let line = Line::sign(number, self.me, time, before, payload, &self.key);
        self.replay.follow(&line).map_err(|reason| SealedError::in_line(number, reason))?;
        Ok(line.to_string())
    }
}
