//! Converts games into training data for a policy network: for every position the features, the legal actions, and
//! the action played.
//!
//! All numbers are little-endian. A file has these parts:
//! 1. The magic `STRGCHO1`.
//! 2. A JSON header behind its length (u32): `variant`, `rows` (input rows of a seat), `most` (greatest number of
//!    features of a position), `parts` (most features of an action) and `part_rows` (number of
//!    action features).
//! 3. The samples. Each has the number of the game (u32), then three u16: the numbers of features and of actions, and
//!    the index of the action played. Then follow the features as rows for the mover (u16), then the features of each
//!    action (u16 each, 0xFFFF for none).

use super::file::DataError;
use super::record::GameRecord;
use super::replay::{replay, variant_of};
use super::sink::{Sink, must_be_apart};
use crate::game::Played;
use crate::games::{Playable, Variant, Visitor};
use crate::search::{MAX_ACTION_FEATURES, PolicySupport};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"STRGCHO1";

/// Writes the policy samples of the games in `paths` to `out` and returns their number.
///
/// # Errors
/// `out` is left unchanged in each of these cases:
/// - A file cannot be read or written, or it is damaged or truncated.
/// - A file has games of another variant than the first file.
/// - `out` is one of `paths`.
/// - The game has no policy network.
pub fn policy_samples(paths: &[PathBuf], out: &Path) -> Result<u64, DataError> {
    struct Write<'a>(Variant, &'a [PathBuf], &'a Path);
    impl Visitor for Write<'_> {
        type Output = Result<u64, DataError>;
        fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
            let Self(variant, paths, out) = self;
            let policy = G::POLICY.ok_or_else(|| {
                DataError::new(format!("{} has no policy network", variant.name()))
            })?;
            let mut sink = Sink::headed(out, MAGIC, &header(variant, policy))?;
            let samples = |number, game: &GameRecord| samples_of(rules, policy, number, game);
            let count = replay(variant, paths, samples, |sample| sink.put(sample))?;
            sink.end()?;
            Ok(count)
        }
    }
    let variant = variant_of(paths)?;
    must_be_apart(paths, &[out])?;
    variant.visit(Write(variant, paths, out))
}

fn header<G: Playable>(variant: Variant, policy: &dyn PolicySupport<G>) -> String {
    let shape = policy.shape();
    format!(
        "{{\"variant\":\"{}\",\"rows\":{},\"most\":{},\"parts\":{MAX_ACTION_FEATURES},\"part_rows\":{},\"layout\":\"{}\"}}",
        variant.name(),
        shape.rows,
        shape.max_active_features,
        policy.action_feature_count(),
        policy.policy_layout(),
    )
}

/// The samples of one game.
///
/// # Errors
/// Says what is wrong with the game.
fn samples_of<G: Playable>(
    rules: G::Rules,
    policy: &dyn PolicySupport<G>,
    number: u32,
    game: &GameRecord,
) -> Result<Vec<Vec<u8>>, String> {
    let first = G::from_fen(rules, &game.fen).map_err(|error| error.to_string())?;
    let mut played = Played::new(first);
    let mut samples = Vec::new();
    let mut possible = Vec::new();
    for (index, turn) in game.turns.iter().enumerate() {
        let mover = played.state().player();
        for (part, token) in turn.token.split(',').enumerate() {
            let action = played.state().parse_in_turn(token, mover, part == 0);
            let action = action.map_err(|error| format!("turn {}: {error}", index + 1))?;
            possible.clear();
            played.state().actions(&mut possible);
            let chosen = possible.iter().position(|other| *other == action);
            if let Some(chosen) = chosen.filter(|_| possible.len() > 1) {
                samples.push(sample(policy, played.state(), number, &possible, chosen));
            }
            played.play(action);
        }
    }
    Ok(samples)
}

fn sample<G: Playable>(
    policy: &dyn PolicySupport<G>,
    state: &G,
    number: u32,
    possible: &[G::Action],
    chosen: usize,
) -> Vec<u8> {
    let seat = state.player().index();
    let rows: Vec<u16> = policy
        .policy_features(state)
        .into_iter()
        .filter_map(|feature| policy.row(seat, feature))
        .map(|row| row as u16)
        .collect();
    let mut bytes = number.to_le_bytes().to_vec();
    let counts = [rows.len(), possible.len(), chosen];
    bytes.extend(counts.iter().flat_map(|count| (*count as u16).to_le_bytes()));
    bytes.extend(rows.iter().flat_map(|row| row.to_le_bytes()));
    let action_features = possible.iter().flat_map(|action| policy.action_features(state, *action));
    bytes.extend(action_features.flat_map(u16::to_le_bytes));
    bytes
}
