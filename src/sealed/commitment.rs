//! Commitments: hashes that bind a player to a token without showing it.

use super::hash::{Bytes32, hash};
use super::line::Author;
use super::payload::Opening;

const TAG: &[u8] = b"strategos sealed 1 commitment";

/// What a commitment is to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number of the toss.
    Toss,
    /// The shown part of a deployment.
    Deployment,
    /// The hidden part of a deployment.
    Hidden,
    /// A hidden turn.
    Turn,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Toss => "toss",
            Self::Deployment => "deployment",
            Self::Hidden => "hidden",
            Self::Turn => "turn",
        }
    }
}

/// Everything that a commitment depends on beside salt and token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// What it is to.
    pub kind: Kind,
    /// The game: the hash of its second line.
    pub game: Bytes32,
    /// The hash of its rules.
    pub rules: Bytes32,
    /// Who commits.
    pub author: Author,
    /// The number of the commitment among those of its author, from 1.
    pub number: u32,
    /// The author's commitment before it, or zeros.
    pub before: Bytes32,
}

impl Place {
    /// The commitment to an opening at this place.
    pub fn commit(&self, opening: &Opening) -> Bytes32 {
        hash(&[
            TAG,
            self.kind.name().as_bytes(),
            &self.game.0,
            &self.rules.0,
            self.author.letter().as_bytes(),
            &u64::from(self.number).to_be_bytes(),
            &self.before.0,
            &opening.salt.0,
            opening.token.as_bytes(),
        ])
    }
}

/// A commitment in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Commitment {
    /// What it depends on beside salt and token.
    pub place: Place,
    pub hash: Bytes32,
    /// The number of its line.
    pub line: u32,
    /// Whether a later line has opened it.
    pub is_open: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_changes_the_commitment() {
        let place = Place {
            kind: Kind::Turn,
            game: Bytes32([1; 32]),
            rules: Bytes32([2; 32]),
            author: Author::A,
            number: 3,
            before: Bytes32([4; 32]),
        };
        let opening = Opening { salt: Bytes32([5; 32]), token: "c6c7".to_string() };
        let other = Bytes32([9; 32]);
        let hashes = [
            place.commit(&opening),
            Place { kind: Kind::Hidden, ..place }.commit(&opening),
            Place { game: other, ..place }.commit(&opening),
            Place { rules: other, ..place }.commit(&opening),
            Place { author: Author::B, ..place }.commit(&opening),
            Place { number: 4, ..place }.commit(&opening),
            Place { before: other, ..place }.commit(&opening),
            place.commit(&Opening { salt: other, ..opening.clone() }),
            place.commit(&Opening { token: "c6c8".to_string(), ..opening }),
        ];
        let distinct: std::collections::HashSet<_> = hashes.iter().collect();
        assert_eq!(distinct.len(), hashes.len());
    }
}
