//! Reads bytes as a game: the variant, the starting position, then tokens and choices among the legal actions.

use strategos::games::{Playable, Variant};

/// The maximum number of steps of one input.
const MOST_STEPS: usize = 120;

/// The next step that the bytes ask for.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// The legal action with this number, modulo the number of legal actions.
    Choice(usize),
    /// This text as a token.
    Token(&'a str),
}

/// The variant of a byte.
pub fn variant(byte: u8) -> Variant {
    Variant::ALL[usize::from(byte) % Variant::ALL.len()]
}

/// The byte of a variant: a capital letter.
pub fn variant_byte(variant: Variant) -> u8 {
    let index = Variant::ALL.iter().position(|one| *one == variant).unwrap_or_default();
    let length = Variant::ALL.len();
    (usize::from(b'A')..).find(|byte| byte % length == index).unwrap_or_default() as u8
}

/// The position of a byte: the start position, the deployment, or a position of the bench.
pub fn beginning<G: Playable>(rules: G::Rules, byte: u8) -> G {
    let others = G::deploy(rules).into_iter();
    let bench = G::BENCH.iter().filter_map(|fen| G::from_fen(rules, fen).ok());
    let mut all: Vec<G> = std::iter::once(G::start(rules)).chain(others).chain(bench).collect();
    all.swap_remove(usize::from(byte) % all.len())
}

/// Reads bytes from 128 on as choices, and the words between them as tokens.
pub fn steps(bytes: &[u8]) -> Vec<Step<'_>> {
    let groups = bytes.chunk_by(|a, b| a.is_ascii() && b.is_ascii());
    let steps = groups.flat_map(|group| match group {
        [byte] if !byte.is_ascii() => vec![Step::Choice(usize::from(byte & 0x7F))],
        text => str::from_utf8(text)
            .unwrap_or_default()
            .split_ascii_whitespace()
            .map(Step::Token)
            .collect(),
    });
    steps.take(MOST_STEPS).collect()
}
