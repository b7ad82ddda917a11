//! The text of a player's file: what is secret, apart from what is public.

use super::error::SealedError;
use super::game::SealedGame;
use super::hash::Bytes32;
use super::line::Author;
use super::payload::Opening;
use super::replay::Secrets;
use ed25519_dalek::SigningKey;
use std::fmt::Write;

const FIRST_LINE: &str = "strategos sealed game 1";
const SECRET: &str = "[secret]";
const PUBLIC: &str = "[public]";
const EVIDENCE: &str = "[evidence]";

/// The contents of a player's file, or of a file with the public lines alone.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    /// The player whose file it is, with the key; `None` if it holds public lines alone.
    pub(super) owner: Option<(Author, Bytes32)>,
    /// The secrets, by their commitments.
    pub(super) secrets: Secrets,
    /// The public lines.
    pub lines: Vec<String>,
    /// Lines that the other player signed and that break the rules.
    pub evidence: Vec<String>,
}

impl Transcript {
    /// Reads a file of a player, or public lines.
    ///
    /// # Errors
    /// Names the line of the file that is wrong.
    pub fn parse(text: &str) -> Result<Self, SealedError> {
        let mut transcript = Self::default();
        let mut section = PUBLIC;
        for (index, line) in text.lines().enumerate() {
            let fault = |reason: &str| {
                SealedError::new(format!("line {} of the file: {reason}", index + 1))
            };
            match line {
                FIRST_LINE if index == 0 => {}
                "" => {}
                SECRET | PUBLIC | EVIDENCE => {
                    section = [SECRET, PUBLIC, EVIDENCE]
                        .into_iter()
                        .find(|name| *name == line)
                        .unwrap_or(PUBLIC);
                }
                _ if section == SECRET => transcript.read_secret(line).map_err(fault)?,
                _ if section == EVIDENCE => transcript.evidence.push(line.to_string()),
                _ => transcript.lines.push(line.to_string()),
            }
        }
        Ok(transcript)
    }

    fn read_secret(&mut self, line: &str) -> Result<(), &'static str> {
        let words: Vec<&str> = line.split(' ').collect();
        let bytes = |text: &str| Bytes32::parse(text).ok_or("expected 64 hexadecimal digits");
        match words[..] {
            ["key", author, key] => {
                let author = Author::parse(author).ok_or("expected A or B")?;
                self.owner = Some((author, bytes(key)?));
            }
            [commitment, salt, token] => {
                let opening = Opening { salt: bytes(salt)?, token: token.to_string() };
                self.secrets.insert(bytes(commitment)?, opening);
            }
            _ => return Err("expected a key, or a commitment with salt and token"),
        }
        Ok(())
    }
}

impl SealedGame {
    /// The text of the player's file. It holds everything that the game needs.
    pub fn to_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n{SECRET}\n");
        let key = Bytes32(self.key.to_bytes());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "key {} {key}", self.me);
        let secrets = self.replay.secrets();
        for commitment in self.replay.ledger().commitments(self.me) {
            let Some(opening) = secrets.get(&commitment.hash) else { continue };
            let commitment = commitment.hash;
            let _ = writeln!(text, "{commitment} {opening}");
        }
        let _ = writeln!(text, "{PUBLIC}");
        for line in self.lines() {
            let _ = writeln!(text, "{line}");
        }
        if !self.evidence.is_empty() {
            let _ = writeln!(text, "{EVIDENCE}\n{}", self.evidence.join("\n"));
        }
        text
    }

    /// The game in a player's file.
    ///
    /// # Errors
    /// Names the line of the file or of the game that is wrong.
    pub fn from_text(text: &str) -> Result<Self, SealedError> {
        let Transcript { owner, secrets, lines, evidence } = Transcript::parse(text)?;
        let nobody = || SealedError::new(format!("this is no player's file: it has no {SECRET}"));
        let (me, key) = owner.ok_or_else(nobody)?;
        Self::restore(me, SigningKey::from_bytes(&key.0), secrets, &lines, evidence)
    }
}
