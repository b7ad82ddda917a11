//! Converts games into training data for a value network: for every quiet position the features, the score, the
//! result of the game and the hand-made evaluation.
//!
//! All numbers are little-endian. A file has these parts:
//! 1. The magic `STRGSMP1`.
//! 2. A JSON header behind its length (u32): `variant`, `players`, `features`, `rows`, `most`, `buckets`, `record`
//!    (bytes of a sample), `scale_cp` and `layout` (`src/search/evaluation/network/layout.rs`).
//! 3. For each seat and feature the input row for that seat (u16, 0xFFFF for none).
//! 4. The samples.
//!
//! A sample has these fields:
//! - number of the game (u32) and turn (u16);
//! - mover, bucket, seats still in the game (one bit each) and number of features (u8 each);
//! - score for the mover (i16);
//! - points of four seats in twelfths (u8 each);
//! - hand-made values of four seats (i16 each);
//! - features (u16 each), padded with 0xFFFF.

use super::file::DataError;
use super::record::{GameRecord, RecordedTurn};
use super::replay::{play_turn, replay, variant_of};
use super::sink::{Sink, must_be_apart};
use crate::game::Played;
use crate::games::{Playable, Variant, Visitor};
use crate::search::{EvalSource, Evaluator, MOST_PLAYERS, NetworkSupport};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"STRGSMP1";
const NOTHING: u16 = u16::MAX;
/// Bytes of a sample before its features.
const FIXED_BYTES: usize = 24;
/// Centipawns by which the odds of a win grow by the factor e.
const SCALE_CP: i32 = 100;

/// Writes the samples of the games in `paths` to `out`, and returns their number. If `fens` is given, writes the FENs
/// of the positions there, one a line.
///
/// # Errors
/// The files to write are left unchanged in each of these cases:
/// - A file cannot be read or written, or it is damaged or truncated.
/// - A file has games of another variant than the first file.
/// - A file to write is another of these files.
/// - The game has no network.
pub fn samples(paths: &[PathBuf], out: &Path, fens: Option<&Path>) -> Result<u64, DataError> {
    struct Write<'a>(Variant, &'a [PathBuf], &'a Path, Option<&'a Path>);
    impl Visitor for Write<'_> {
        type Output = Result<u64, DataError>;
        fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
            let Self(variant, paths, out, fens) = self;
            let network = G::network().ok_or_else(|| DataError::no_network(variant))?;
            let mut out = begin::<G>(variant, network, out)?;
            let mut fens = fens.map(Sink::create).transpose()?;
            let samples = |number, game: &GameRecord| samples_of::<G>(rules, network, number, game);
            let count = replay(variant, paths, samples, |sample| {
                out.put(&sample.bytes)?;
                let fen =
                    |sink: &mut Sink| sink.put(format!("{}\n", sample.state.fen()).as_bytes());
                fens.as_mut().map_or(Ok(()), fen)
            })?;
            out.end()?;
            fens.map_or(Ok(()), Sink::end)?;
            Ok(count)
        }
    }
    let variant = variant_of(paths)?;
    let written: Vec<&Path> = [out].into_iter().chain(fens).collect();
    must_be_apart(paths, &written)?;
    variant.visit(Write(variant, paths, out, fens))
}

/// Creates a file with everything that comes before the samples.
fn begin<G: Playable>(
    variant: Variant,
    network: &dyn NetworkSupport<G>,
    path: &Path,
) -> Result<Sink, DataError> {
    let shape = network.shape();
    let header = format!(
        "{{\"variant\":\"{}\",\"players\":{},\"features\":{},\"rows\":{},\"most\":{},\"buckets\":{},\"record\":{},\"scale_cp\":{SCALE_CP},\"layout\":\"{}\"}}",
        variant.name(),
        G::PLAYERS,
        shape.features,
        shape.rows,
        shape.max_active_features,
        shape.buckets,
        FIXED_BYTES + 2 * shape.max_active_features,
        network.layout(),
    );
    let mut out = Sink::headed(path, MAGIC, &header)?;
    for seat in 0..G::PLAYERS {
        for feature in 0..shape.features {
            let row = network.row(seat, feature).map_or(NOTHING, |row| row as u16);
            out.put(&row.to_le_bytes())?;
        }
    }
    Ok(out)
}

/// A position and its sample.
struct Sample<G> {
    state: G,
    bytes: Vec<u8>,
}

/// The samples of one game.
///
/// # Errors
/// Says what is wrong with the game.
fn samples_of<G: Playable>(
    rules: G::Rules,
    network: &dyn NetworkSupport<G>,
    number: u32,
    game: &GameRecord,
) -> Result<Vec<Sample<G>>, String> {
    let first = G::from_fen(rules, &game.fen).map_err(|error| error.to_string())?;
    if game.points.len() != G::PLAYERS {
        return Err(format!("points of {} players", game.points.len()));
    }
    let mut played = Played::new(first);
    let mut samples = Vec::new();
    for (index, turn) in game.turns.iter().enumerate() {
        let at = |reason| format!("turn {}: {reason}", index + 1);
        if turn.quiet {
            let mut bytes = number.to_le_bytes().to_vec();
            bytes.extend((index.min(usize::from(u16::MAX)) as u16).to_le_bytes());
            bytes.extend(fields_of(network, played.state(), turn, &game.points).map_err(at)?);
            samples.push(Sample { state: played.state().clone(), bytes });
        }
        play_turn(&mut played, turn).map_err(at)?;
    }
    Ok(samples)
}

/// The fields of a sample after the numbers of its game and turn.
fn fields_of<G: Playable>(
    network: &dyn NetworkSupport<G>,
    state: &G,
    turn: &RecordedTurn,
    points: &[u8],
) -> Result<Vec<u8>, String> {
    let features = network.features(state);
    let (count, most) = (features.len(), network.shape().max_active_features);
    if count > most {
        return Err(format!("{count} features, {most} at most"));
    }
    let is_playing = |seat: &usize| network.is_playing(state, *seat);
    let alive: usize = (0..G::PLAYERS).filter(is_playing).map(|seat| 1 << seat).sum();
    let by_hand = G::Evaluator::values_of(&EvalSource::HandMade, state);
    let mut bytes: Vec<u8> =
        [state.player().index(), network.bucket(state), alive, count].map(|n| n as u8).to_vec();
    bytes.extend(turn.score.to_le_bytes());
    bytes.extend((0..MOST_PLAYERS).map(|seat| points.get(seat).copied().unwrap_or(0)));
    bytes.extend(by_hand.iter().flat_map(|score| (score.raw() as i16).to_le_bytes()));
    let rest = std::iter::repeat_n(NOTHING, most - count);
    let features = features.into_iter().map(|feature| feature as u16).chain(rest);
    bytes.extend(features.flat_map(u16::to_le_bytes));
    Ok(bytes)
}
