//! SHA-256 over length-prefixed fields, and bytes as hexadecimal text.

use sha2::{Digest as _, Sha256};
use std::fmt;

/// 32 bytes, written as 64 lower-case hexadecimal digits: a hash, a salt or a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bytes32(pub [u8; 32]);

impl Bytes32 {
    /// What stands for the hash of a line or commitment before the first one.
    pub const ZERO: Self = Self([0; 32]);

    /// Reads 64 lower-case hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        hex_bytes(text).map(Self)
    }
}

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(&self.0, f)
    }
}

/// Writes bytes as lower-case hexadecimal digits.
pub(super) fn write_hex(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Reads N bytes from exactly 2 N lower-case hexadecimal digits.
pub(super) fn hex_bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    if text.len() != 2 * N {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

/// The fields one after the other, each behind its length in bytes as 4 bytes, highest byte first.
pub(super) fn joined(fields: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for field in fields {
        bytes.extend((field.len() as u32).to_be_bytes());
        bytes.extend(*field);
    }
    bytes
}

/// SHA-256 over length-prefixed fields.
pub(super) fn hash(fields: &[&[u8]]) -> Bytes32 {
    plain_hash(&joined(fields))
}

/// SHA-256 over bytes as they are.
pub(super) fn plain_hash(bytes: &[u8]) -> Bytes32 {
    Bytes32(Sha256::digest(bytes).into())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn sha_256_of_the_standard_example() {
        let text = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(plain_hash(b"abc").to_string(), text);
        assert_eq!(Bytes32::parse(text), Some(plain_hash(b"abc")));
    }

    #[test]
    fn fields_cannot_be_shifted_into_each_other() {
        assert_eq!(joined(&[b"ab", b""]), [0, 0, 0, 2, b'a', b'b', 0, 0, 0, 0]);
        assert_ne!(hash(&[b"ab", b"c"]), hash(&[b"a", b"bc"]));
    }

    #[test]
    fn only_lower_case_of_the_right_length_is_read() {
        assert_eq!(hex_bytes::<2>("0fa0"), Some([15, 160]));
        for wrong in ["0FA0", "0fa", "0fa00", "0fg0", "+1+1", "é0"] {
            assert_eq!(hex_bytes::<2>(wrong), None, "{wrong}");
        }
    }
}
