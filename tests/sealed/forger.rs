//! Lines, commitments and signatures made by the text of protocol.md alone, without the library's code, so that tests
//! can cheat, and so that the two agree.

use ed25519_dalek::{Signer, SigningKey};
use sha2::{Digest, Sha256};

/// Each field behind its length in four bytes.
pub fn fields(parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend(u32::try_from(part.len()).unwrap().to_be_bytes());
        bytes.extend_from_slice(part);
    }
    bytes
}

pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub fn bytes(hex: &str) -> [u8; 32] {
    let digits: Vec<u8> = (0..hex.len() / 2)
        .map(|index| u8::from_str_radix(&hex[2 * index..2 * index + 2], 16).unwrap())
        .collect();
    digits.try_into().unwrap()
}

/// The hash of a line.
pub fn hash(line: &str) -> [u8; 32] {
    sha256(&fields(&[b"strategos sealed 1 line", line.as_bytes()]))
}

pub fn signed(key: &SigningKey, unsigned: &str) -> String {
    let message = fields(&[b"strategos sealed 1 signature", unsigned.as_bytes()]);
    format!("{unsigned} {}", hex(&key.sign(&message).to_bytes()))
}

/// What a commitment depends on.
#[derive(Clone)]
pub struct Commitment<'a> {
    pub kind: &'a str,
    pub game: [u8; 32],
    pub rules: [u8; 32],
    pub author: &'a str,
    pub number: u64,
    pub before: [u8; 32],
    pub salt: [u8; 32],
    pub token: &'a str,
}

impl Commitment<'_> {
    pub fn hash(&self) -> [u8; 32] {
        sha256(&fields(&[
            b"strategos sealed 1 commitment",
            self.kind.as_bytes(),
            &self.game,
            &self.rules,
            self.author.as_bytes(),
            &self.number.to_be_bytes(),
            &self.before,
            &self.salt,
            self.token.as_bytes(),
        ]))
    }
}

/// A player A who signs whatever it likes.
pub struct Forger {
    pub key: SigningKey,
    rules: [u8; 32],
    /// The lines as this player tells them.
    pub lines: Vec<String>,
    commitments: Vec<[u8; 32]>,
    /// Salts and tokens of the commitments.
    pub secrets: Vec<(String, String)>,
    salts: u8,
}

impl Forger {
    /// Proposes a game in which A is player 1.
    pub fn propose(variant: &str, start: &str) -> Self {
        let game = strategos::games::Variant::from_name(variant).unwrap();
        let rules = sha256(game.rules().as_bytes());
        let key = SigningKey::from_bytes(&[7; 32]);
        let public = hex(&key.verifying_key().to_bytes());
        let mut forger = Self {
            key,
            rules,
            lines: Vec::new(),
            commitments: Vec::new(),
            secrets: Vec::new(),
            salts: 0,
        };
        let rules = hex(&rules);
        forger.say(&format!("game 1 {variant} {rules} {public} A Mallory {start}"));
        forger
    }

    /// Writes and keeps the next line.
    pub fn say(&mut self, payload: &str) -> String {
        let line = self.version(payload);
        self.lines.push(line.clone());
        line
    }

    /// A next line that is not kept.
    pub fn version(&self, payload: &str) -> String {
        let before = self.lines.last().map_or([0; 32], |line| hash(line));
        let number = self.lines.len() + 1;
        let text = format!("{number} A 2026-11-30T12:00:00Z {} {payload}", hex(&before));
        signed(&self.key, &text)
    }

    pub fn salt(&mut self) -> [u8; 32] {
        self.salts += 1;
        [self.salts; 32]
    }

    /// A commitment as it should be.
    pub fn commit(&mut self, kind: &str, token: &str) -> String {
        let salt = self.salt();
        self.commit_with(kind, token, salt)
    }

    pub fn commit_with(&mut self, kind: &str, token: &str, salt: [u8; 32]) -> String {
        let commitment = Commitment {
            kind,
            game: hash(&self.lines[1]),
            rules: self.rules,
            author: "A",
            number: self.commitments.len() as u64 + 1,
            before: self.commitments.last().copied().unwrap_or_default(),
            salt,
            token,
        };
        let hash = commitment.hash();
        self.commitments.push(hash);
        self.secrets.push((hex(&salt), token.to_string()));
        hex(&hash)
    }

    /// The payload that opens everything.
    pub fn opening(&self) -> String {
        let pairs: Vec<String> =
            self.secrets.iter().map(|(salt, token)| format!(" {salt} {token}")).collect();
        format!("open{}", pairs.concat())
    }

    /// The file of this player, with the secrets as they are.
    pub fn file(&self) -> String {
        let key = hex(&self.key.to_bytes());
        let secrets: Vec<String> = self
            .commitments
            .iter()
            .zip(&self.secrets)
            .map(|(hash, (salt, token))| format!("{} {salt} {token}\n", hex(hash)))
            .collect();
        format!(
            "strategos sealed game 1\n[secret]\nkey A {key}\n{}[public]\n{}\n",
            secrets.concat(),
            self.lines.join("\n")
        )
    }
}
