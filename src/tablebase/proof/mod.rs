//! Proofs: the exact value of a position that no table holds, by search to positions that tables hold.
//!
//! - `prove.rs`: the questions and their order. `wins.rs`: the search for a win; `safety.rs`: the search for safety.
//! - `leaves.rs`: what is known of a position without search.
//! - `certificate.rs`: the proof as a text that another program can check.
//! - `verify.rs`: the check, which knows nothing of the search.
//!
//! `strategos prove` is the command; protocol.md describes the text.

mod certificate;
mod leaves;
mod prove;
mod safety;
mod verify;
mod wins;

pub use certificate::{Certificate, Claim};
pub use prove::{Progress, ProofSettings, Proven, Question, prove};
pub use verify::{Verified, verify};

#[cfg(test)]
mod tests;
