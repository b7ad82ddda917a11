//! Seals the moves of a hidden game in a snapshot, so that a glance into the file tells nothing.
//!
//! This is no encryption: who reads this source can open the seal.

use crate::game::Rng;
use std::fmt::Write;

/// The text as hexadecimal digits that do not show it.
pub fn seal(text: &str, seed: u64) -> String {
    let mut sealed = String::with_capacity(2 * text.len());
    for byte in mixed(text.as_bytes(), seed) {
        let _ = write!(sealed, "{byte:02x}");
    }
    sealed
}

/// The text of a seal; `None` if it is not one.
pub fn open(sealed: &str, seed: u64) -> Option<String> {
    let digits = sealed.as_bytes();
    if !digits.is_ascii() || !digits.len().is_multiple_of(2) {
        return None;
    }
    let bytes: Option<Vec<u8>> = digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect();
    String::from_utf8(mixed(&bytes?, seed)).ok()
}

fn mixed(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    bytes.iter().map(|byte| byte ^ (rng.number() >> 32) as u8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_shows_nothing_and_opens() {
        let sealed = seal("S@c4,S@h2", 7);
        assert!(!sealed.contains("c4") && sealed.len() == 18);
        assert_eq!(open(&sealed, 7).as_deref(), Some("S@c4,S@h2"));
        assert_ne!(open(&sealed, 8).as_deref(), Some("S@c4,S@h2"));
        for wrong in ["0", "0g", "\u{e9}", "ff"] {
            assert!(open(wrong, 7).is_none_or(|text| text.is_empty() || wrong == "ff"), "{wrong}");
        }
    }
}
