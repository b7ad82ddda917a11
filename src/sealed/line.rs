//! A line: number, author, time, hash of the line before, payload, signature.

use super::error::SealedError;
use super::hash::{Bytes32, hash, hex_bytes, joined, write_hex};
use super::payload::Payload;
use super::time::Time;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use std::fmt;

/// The longest line, in bytes.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;
const HASH_TAG: &[u8] = b"strategos sealed 1 line";
const SIGNATURE_TAG: &[u8] = b"strategos sealed 1 signature";

/// Who wrote a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Author {
    /// Who proposed the game.
    A,
    /// Who joined it.
    B,
}

impl Author {
    /// Both authors.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// The other author.
    pub fn other(self) -> Self {
        Self::ALL[1 - self.index()]
    }

    /// 0 for A, 1 for B.
    pub(super) fn index(self) -> usize {
        self as usize
    }

    /// The letter in lines and commitments.
    pub fn letter(self) -> &'static str {
        ["A", "B"][self.index()]
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|author| author.letter() == text)
    }
}

impl fmt::Display for Author {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

/// A line that has its only form. Neither signature nor place are checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub number: u32,
    /// Who wrote it.
    pub author: Author,
    /// When, by the author's clock.
    pub time: Time,
    /// The hash of the line before.
    pub before: Bytes32,
    /// What it says.
    pub payload: Payload,
    signature: [u8; 64],
}

impl Line {
    /// Writes and signs a line.
    pub(super) fn sign(
        number: u32,
        author: Author,
        time: Time,
        before: Bytes32,
        payload: Payload,
        key: &SigningKey,
    ) -> Self {
        let mut line = Self { number, author, time, before, payload, signature: [0; 64] };
        line.signature = key.sign(&line.signed_bytes()).to_bytes();
        line
    }

    /// Reads a line without its end of line.
    ///
    /// # Errors
    /// Names the part that is wrong.
    pub fn parse(text: &str) -> Result<Self, SealedError> {
        if text.len() > MAX_LINE_BYTES {
            return Err(SealedError::new(format!("a line of more than {MAX_LINE_BYTES} bytes")));
        }
        let words: Vec<&str> = text.split(' ').collect();
        let [number, author, time, before, payload @ .., signature] = &words[..] else {
            return Err(SealedError::new("too few words for a line of a sealed game"));
        };
        let Some(number) = number.parse().ok().filter(|number: &u32| *number > 0) else {
            return Err(SealedError::new(format!("expected the number of a line ({number:.20})")));
        };
        let fault = |what: &str| SealedError::in_line(number, format!("expected {what}"));
        let line = Self {
            number,
            author: Author::parse(author).ok_or_else(|| fault("A or B behind the number"))?,
            time: Time::parse(time).ok_or_else(|| fault("a time such as 2026-11-30T12:00:00Z"))?,
            before: Bytes32::parse(before).ok_or_else(|| fault("the hash of the line before"))?,
            payload: Payload::parse(payload)
                .map_err(|reason| SealedError::in_line(number, reason))?,
            signature: hex_bytes(signature).ok_or_else(|| fault("a signature at the end"))?,
        };
        // A line has one form only, so that its hash does not depend on its writer.
        if line.to_string() == text { Ok(line) } else { Err(fault("the only form of the line")) }
    }

    /// The hash that the next line carries.
    pub fn hash(&self) -> Bytes32 {
        hash(&[HASH_TAG, self.to_string().as_bytes()])
    }

    /// Whether the signature is that of a key.
    pub fn is_signed_by(&self, key: &VerifyingKey) -> bool {
        let signature = Signature::from_bytes(&self.signature);
        key.verify_strict(&self.signed_bytes(), &signature).is_ok()
    }

    fn signed_bytes(&self) -> Vec<u8> {
        joined(&[SIGNATURE_TAG, self.unsigned().as_bytes()])
    }

    fn unsigned(&self) -> String {
        let Self { number, author, time, before, payload, .. } = self;
        format!("{number} {author} {time} {before} {payload}")
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.unsigned())?;
        write_hex(&self.signature, f)
    }
}
