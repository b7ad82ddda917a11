//! All tests that use the library and the program from outside, in one program. Generic code is compiled once for
//! each game here, not once for each file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

mod acceptance;
mod analysis;
mod bench;
mod books;
#[allow(dead_code)]
#[path = "../src/build.rs"]
mod build;
mod byte_order_mark;
mod choices;
mod command_line;
mod common;
mod conformance;
mod cross_builds;
mod effects;
mod endings;
mod environment;
mod fuzz;
mod grammar;
mod hidden;
mod levels;
mod library;
mod lines;
mod networks;
mod play;
mod policy;
mod proofs;
mod properties;
mod protocol;
mod puzzles;
mod random_rules;
mod resources;
mod rulebooks;
mod rules;
mod rules_warpac;
#[path = "sealed/mod.rs"]
mod sealed_games;
#[path = "search.rs"]
mod search_tests;
mod secrecy;
mod storm;
mod table;
mod tables;
#[allow(dead_code)]
#[path = "../src/games/template/mod.rs"]
mod template;
mod turning;
mod variant_files;
mod variant_records;
mod war_variants;
mod warpac_files;

// For the template game: in its files `crate` is the library.
use strategos::{game, games, search};
