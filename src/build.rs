//! Tells the program from which commit it is built, as `STRATEGOS_COMMIT`: the one that a package names, else
//! the last one of the checkout, else `unknown`. Debug builds name none: they would have to be built anew after
//! every commit.

// This is how Cargo is told.
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::process::Command;

/// Cargo's note in a package of where it came from.
const PACKAGE_NOTE: &str = ".cargo_vcs_info.json";
/// What a commit or a change of branch touches, as git calls it.
const TOUCHED: [&str; 2] = ["HEAD", "logs/HEAD"];
/// Digits that are shown of a commit.
const DIGITS: usize = 10;
/// What `.cargo/config.toml` asks for where a machine builds for itself.
const NATIVE: &str = "target-cpu=native";

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    if is_native_for_others() {
        println!(
            "cargo::warning=built for the processor at hand, though for another target: the program may not run \
             there. RUSTFLAGS= makes a portable build"
        );
    }
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        println!("cargo::rustc-env=STRATEGOS_COMMIT=development");
        return;
    }
    for name in TOUCHED {
        if let Some(path) = git(Path::new("."), &["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    println!("cargo::rustc-env=STRATEGOS_COMMIT={}", commit(Path::new(".")));
}

/// Whether a cross build is made for the processor of the machine that builds.
fn is_native_for_others() -> bool {
    let variable = |name| std::env::var(name).unwrap_or_default();
    variable("HOST") != variable("TARGET") && variable("CARGO_ENCODED_RUSTFLAGS").contains(NATIVE)
}

/// The commit of the sources in a folder.
pub fn commit(folder: &Path) -> String {
    let commit = of_package(folder).or_else(|| git(folder, &["rev-parse", "HEAD"]));
    commit.as_deref().and_then(|commit| commit.get(..DIGITS)).unwrap_or("unknown").to_string()
}

/// The commit in Cargo's note: no other word in quotation marks is so long and made of such digits.
fn of_package(folder: &Path) -> Option<String> {
    let note = std::fs::read_to_string(folder.join(PACKAGE_NOTE)).ok()?;
    let is_commit =
        |word: &&str| word.len() >= 40 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    note.split('"').find(is_commit).map(str::to_string)
}

/// What git says, if the folder is the top of a checkout: one that merely lies within the checkout of something
/// else has nothing to do with its commits.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    if !folder.join(".git").exists() {
        return None;
    }
    let output = Command::new("git").args(arguments).current_dir(folder).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}
