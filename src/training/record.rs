//! The stored form of one game: first position, turns, scores and result.
//!
//! Actions are stored as tokens. They take a few bytes more than numbers, but later versions of the engine still
//! understand them.

/// The points of a won game. Twelfths can be shared evenly by two, three and four players.
pub const WHOLE_POINTS: u8 = 12;

/// A turn of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedTurn {
    /// The actions of the turn, joined by commas.
    pub token: String,
    /// The score of the search before the turn, in centipawns for the mover.
    pub score: i16,
    /// Whether the position before the turn is suitable for training: no capture pending, not proven.
    pub quiet: bool,
}

/// A stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The FEN of the first position.
    pub fen: String,
    /// The points of each seat, in twelfths of a won game.
    pub points: Vec<u8>,
    /// The turns played.
    pub turns: Vec<RecordedTurn>,
}

impl GameRecord {
    /// The bytes of the game: FEN, points and turns, each list behind its length.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_text(&mut bytes, &self.fen);
        bytes.push(self.points.len() as u8);
        bytes.extend(&self.points);
        bytes.extend((self.turns.len() as u32).to_le_bytes());
        for turn in &self.turns {
            put_text(&mut bytes, &turn.token);
            bytes.extend(turn.score.to_le_bytes());
            bytes.push(u8::from(turn.quiet));
        }
        bytes
    }

    /// The inverse of [`GameRecord::encode`]; `None` if the bytes are not a game.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let fen = take_text(&mut rest)?;
        let [seats] = take(&mut rest)?;
        let (points, after) = rest.split_at_checked(usize::from(seats))?;
        rest = after;
        let count = u32::from_le_bytes(take(&mut rest)?);
        let turns = (0..count).map(|_| take_turn(&mut rest)).collect::<Option<Vec<_>>>()?;
        rest.is_empty().then(|| Self { fen, points: points.to_vec(), turns })
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
}

fn take<const COUNT: usize>(rest: &mut &[u8]) -> Option<[u8; COUNT]> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*first)
}

fn take_text(rest: &mut &[u8]) -> Option<String> {
    let length = u16::from_le_bytes(take(rest)?);
    let (text, after) = rest.split_at_checked(usize::from(length))?;
    *rest = after;
    String::from_utf8(text.to_vec()).ok()
}

fn take_turn(rest: &mut &[u8]) -> Option<RecordedTurn> {
    let token = take_text(rest)?;
    let score = i16::from_le_bytes(take(rest)?);
    let [quiet] = take(rest)?;
    Some(RecordedTurn { token, score, quiet: quiet != 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> GameRecord {
        let turn =
            |token: &str, score, quiet| RecordedTurn { token: token.to_string(), score, quiet };
        let turns = vec![turn("a3b4", -31, true), turn("b6a5", 30_500, false)];
        GameRecord { fen: "8/8 w".to_string(), points: vec![12, 0], turns }
    }

    #[test]
    fn decodes_what_was_encoded() {
        assert_eq!(GameRecord::decode(&game().encode()), Some(game()));
    }

    #[test]
    fn refuses_all_other_bytes() {
        let bytes = game().encode();
        for length in 0..bytes.len() {
            assert_eq!(GameRecord::decode(&bytes[..length]), None, "cut to {length}");
        }
        assert_eq!(GameRecord::decode(&[bytes, vec![0]].concat()), None);
    }
}
