//! Proofs: the exact value of a position that no table holds, by search to positions that tables hold.
//!
//! - `prover.rs`: the search; `leaves.rs`: what is known of a position without search.
//! - `certificate.rs`: the proof as a text that another program can check.
//! - `verify.rs`: the check, which knows nothing of the search.
//!
//! `strategos prove` is the command; protocol.md describes the text.

mod certificate;
mod leaves;
mod prover;
mod verify;

pub use certificate::{Certificate, Claim};
pub use prover::{Progress, ProofSettings, Proven, prove};
pub use verify::{Verified, verify};

#[cfg(test)]
mod tests;
