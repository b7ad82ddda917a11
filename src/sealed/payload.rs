//! What lines say.

use super::hash::Bytes32;
use super::line::Author;
use crate::engine::Start;
use crate::games::Variant;
use std::fmt;

/// The version of the scheme.
const VERSION: &str = "1";
/// The longest name of a player, in bytes.
const MAX_NAME_BYTES: usize = 64;

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// A proposes a game.
    Game(Box<Proposal>),
    /// B joins it.
    Join {
        /// B's public key.
        key: Bytes32,
        /// B's name.
        name: String,
    },
    /// A commitment to a number of the toss.
    Toss(Bytes32),
    /// The number of the toss.
    Number(Opening),
    /// Commitments to a deployment and to its hidden part, if it has one.
    Deploy(Bytes32, Option<Bytes32>),
    /// The deployment without its hidden part.
    Show(Opening),
    /// A turn that both players see.
    Turn(String),
    /// A commitment to a hidden turn.
    Sealed(Bytes32),
    /// What an attack of the other player has hit.
    Report(String),
    /// The author gives up.
    Resign,
    /// All that the author has committed to and not opened yet, in the order of its numbers.
    Open(Vec<Opening>),
}

/// The terms of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The variant.
    pub variant: Variant,
    /// SHA-256 of the rulebook of the variant.
    pub rules: Bytes32,
    /// A's public key.
    pub key: Bytes32,
    /// How the sides are given.
    pub sides: Sides,
    /// A's name.
    pub name: String,
    /// Where the game begins.
    pub start: Start,
}

/// How it is decided who is player 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// By the toss.
    Toss,
    /// It is agreed to be this author.
    Agreed(Author),
}

/// A committed token and its salt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The salt.
    pub salt: Bytes32,
    /// The token.
    pub token: String,
}

impl Payload {
    /// Reads the words of a payload. The error says what is wrong.
    pub(super) fn parse(words: &[&str]) -> Result<Self, String> {
        let hash = |text: &str| {
            Bytes32::parse(text)
                .ok_or_else(|| format!("expected 64 lower-case hexadecimal digits ({text:.70})"))
        };
        Ok(match words {
            ["game", version, variant, rules, key, sides, name, start @ ..] => {
                if *version != VERSION {
                    return Err(format!(
                        "expected version {VERSION} of the scheme ({version:.20})"
                    ));
                }
                let known = Variant::from_name(variant).filter(|known| known.name() == *variant);
                Self::Game(Box::new(Proposal {
                    variant: known.ok_or_else(|| format!("unknown variant ({variant:.40})"))?,
                    rules: hash(rules)?,
                    key: hash(key)?,
                    sides: parse_sides(sides)?,
                    name: decode_name(name)?,
                    start: parse_start(start)?,
                }))
            }
            ["join", key, name] => Self::Join { key: hash(key)?, name: decode_name(name)? },
            ["toss", commitment] => Self::Toss(hash(commitment)?),
            ["number", salt, number] => Self::Number(parse_opening(salt, number)?),
            ["deploy", shown] => Self::Deploy(hash(shown)?, None),
            ["deploy", shown, hidden] => Self::Deploy(hash(shown)?, Some(hash(hidden)?)),
            ["show", salt, token] => Self::Show(parse_opening(salt, token)?),
            ["turn", token] => Self::Turn(parse_token(token)?),
            ["sealed", commitment] => Self::Sealed(hash(commitment)?),
            ["report", report] => Self::Report(parse_token(report)?),
            ["resign"] => Self::Resign,
            ["open", pairs @ ..] if pairs.len() % 2 == 0 => {
                let openings = pairs.chunks_exact(2).map(|pair| parse_opening(pair[0], pair[1]));
                Self::Open(openings.collect::<Result<_, _>>()?)
            }
            _ => {
                let name = words.first().unwrap_or(&"");
                return Err(format!("no such line, or a wrong number of words ({name:.20})"));
            }
        })
    }
}

impl fmt::Display for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(proposal) => {
                let Proposal { variant, rules, key, sides, name, start } = &**proposal;
                let (sides, name) = (sides_text(*sides), encode_name(name));
                write!(f, "game {VERSION} {variant} {rules} {key} {sides} {name} {start}")
            }
            Self::Join { key, name } => write!(f, "join {key} {}", encode_name(name)),
            Self::Toss(commitment) => write!(f, "toss {commitment}"),
            Self::Number(opening) => write!(f, "number {opening}"),
            Self::Deploy(shown, None) => write!(f, "deploy {shown}"),
            Self::Deploy(shown, Some(hidden)) => write!(f, "deploy {shown} {hidden}"),
            Self::Show(opening) => write!(f, "show {opening}"),
            Self::Turn(token) => write!(f, "turn {token}"),
            Self::Sealed(commitment) => write!(f, "sealed {commitment}"),
            Self::Report(report) => write!(f, "report {report}"),
            Self::Resign => f.write_str("resign"),
            Self::Open(openings) => {
                f.write_str("open")?;
                openings.iter().try_for_each(|opening| write!(f, " {opening}"))
            }
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.salt, self.token)
    }
}

fn sides_text(sides: Sides) -> &'static str {
    match sides {
        Sides::Toss => "toss",
        Sides::Agreed(author) => author.letter(),
    }
}

fn parse_sides(text: &str) -> Result<Sides, String> {
    match (text, Author::parse(text)) {
        ("toss", _) => Ok(Sides::Toss),
        (_, Some(author)) => Ok(Sides::Agreed(author)),
        _ => Err(format!("expected toss, A or B for player 1 ({text:.20})")),
    }
}

fn parse_start(words: &[&str]) -> Result<Start, String> {
    match words {
        ["deploy"] => Ok(Start::Deploy),
        ["startpos"] => Ok(Start::StartPos),
        ["fen", fen @ ..] if !fen.is_empty() => {
            let words = fen.iter().map(|word| parse_token(word)).collect::<Result<Vec<_>, _>>()?;
            Ok(Start::Fen(words.join(" ")))
        }
        _ => Err("expected deploy, startpos or a FEN".to_string()),
    }
}

/// Tokens are printable ASCII without spaces.
fn parse_token(text: &str) -> Result<String, String> {
    match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        true => Ok(text.to_string()),
        false => Err("a token is printable ASCII".to_string()),
    }
}

fn parse_opening(salt: &str, token: &str) -> Result<Opening, String> {
    let salt = Bytes32::parse(salt).ok_or("expected a salt of 64 lower-case hexadecimal digits")?;
    Ok(Opening { salt, token: parse_token(token)? })
}

/// Refuses what is no name: it is 1 to 64 bytes without control characters.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    match !name.chars().any(char::is_control) && (1..=MAX_NAME_BYTES).contains(&name.len()) {
        true => Ok(()),
        false => Err(format!("a name has 1 to {MAX_NAME_BYTES} bytes and no control characters")),
    }
}

/// A name with all bytes but letters, digits, `.`, `_` and `-` as `%` and two upper-case hexadecimal digits.
fn encode_name(name: &str) -> String {
    let encoded = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'_' | b'-' => char::from(byte).into(),
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(encoded).collect()
}

fn decode_name(text: &str) -> Result<String, String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.ok_or("expected two hexadecimal digits behind % in a name")?);
        bytes.extend(&part.as_bytes()[2..]);
    }
    let name = String::from_utf8(bytes).map_err(|_| "a name is UTF-8".to_string())?;
    check_name(&name)?;
    match encode_name(&name) == text {
        true => Ok(name),
        false => Err("a name has letters, digits, . _ - and the rest as %XX".to_string()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["Ann", "Ann Lee", "Zoë", "100%", "a.b_c-d", "名"] {
            let text = encode_name(name);
            assert!(text.is_ascii() && !text.contains(' '), "{text}");
            assert_eq!(decode_name(&text).unwrap(), name);
        }
        for wrong in ["", "a b", "%", "%4", "%zz", "%41", "%c3%ab", "%0A", "%FF", "é", "%é"] {
            assert!(decode_name(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn payloads_with_missing_or_strange_words_are_refused() {
        let hash = Bytes32::ZERO.to_string();
        for wrong in [
            "",
            "toss",
            "toss 00",
            "resign now",
            "open",
            "game 2 warpac",
            "turn",
            "turn é",
            "deploy",
            "unknown 1",
        ] {
            let words: Vec<&str> = wrong.split(' ').collect();
            assert_eq!(Payload::parse(&words).is_ok(), wrong == "open", "{wrong}");
        }
        for wrong in [
            format!("open {hash}"),
            format!("game 2 warpac {hash} {hash} toss Ann deploy"),
            format!("game 1 chess {hash} {hash} toss Ann deploy"),
            format!("game 1 warpac {hash} {hash} C Ann deploy"),
            format!("game 1 warpac {hash} {hash} toss Ann fen"),
            format!("game 1 warpac {hash} {hash} toss Ann deploy now"),
        ] {
            assert!(Payload::parse(&wrong.split(' ').collect::<Vec<_>>()).is_err(), "{wrong}");
        }
    }
}
