//! Tells the program from which commit it is built, as `STRATEGOS_COMMIT`: the one that a package names, else
//! the last one of the checkout, else `unknown`. Debug builds name none: they would have to be built anew after
//! every commit.

// This is how Cargo is told.
#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Cargo's note in a package of where it came from.
const PACKAGE_NOTE: &str = ".cargo_vcs_info.json";
/// Where git keeps branches that have no file of their own. The log of the branch tells of the next commit to it.
const PACKED: [&str; 2] = ["packed-refs", "reftable"];
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
    for path in watched(Path::new(".")) {
        println!("cargo::rerun-if-changed={}", path.display());
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

/// The files that git touches when another commit is made or checked out, and not when it stashes or
/// fetches. All of them exist: Cargo would build anew every time.
pub fn watched(folder: &Path) -> Vec<PathBuf> {
    let path =
        |name: &str| git(folder, &["rev-parse", "--git-path", name]).map(|path| folder.join(path));
    let mut all: Vec<PathBuf> = path("HEAD").into_iter().collect();
    if let Some(branch) = git(folder, &["symbolic-ref", "--quiet", "HEAD"]) {
        let file = path(&branch).filter(|file| file.exists());
        let is_packed = file.is_none();
        all.extend(file);
        if is_packed {
            all.extend(PACKED.iter().filter_map(|name| path(name)));
            all.extend(path(&format!("logs/{branch}")));
        }
    }
    all.retain(|path| path.exists());
    all
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    /// Runs git in a folder, without the settings of the user.
    fn run(folder: &Path, words: &[&str]) {
        let mut command = Command::new("git");
        for (name, value) in [("NAME", "a"), ("EMAIL", "a@b")] {
            command.env(format!("GIT_AUTHOR_{name}"), value);
            command.env(format!("GIT_COMMITTER_{name}"), value);
        }
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        let output = command.args(words).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
    }

    /// When each watched file was touched.
    fn touched(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
        let time = |path: &PathBuf| path.metadata().unwrap().modified().unwrap();
        watched(folder).into_iter().map(|path| (path.clone(), time(&path))).collect()
    }

    #[test]
    fn a_commit_touches_what_is_watched_and_a_stash_does_not() {
        let folder = std::env::temp_dir().join(format!("strategos-build-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        assert!(watched(&folder).is_empty());
        let write = |text: &str| std::fs::write(folder.join("file"), text).unwrap();
        run(&folder, &["init", "--quiet", "--initial-branch", "team/main"]);
        write("1");
        run(&folder, &["add", "file"]);
        run(&folder, &["commit", "--quiet", "--message", "1"]);
        for pack in [false, true] {
            if pack {
                run(&folder, &["pack-refs", "--all"]);
            }
            let before = touched(&folder);
            assert!(before.len() > 1, "{before:?}");
            write(&format!("changed {pack}"));
            run(&folder, &["stash", "--quiet"]);
            assert_eq!(touched(&folder), before);
            write(&format!("committed {pack}"));
            run(&folder, &["commit", "--quiet", "--all", "--message", "2"]);
            assert_ne!(touched(&folder), before);
            let before = touched(&folder);
            run(&folder, &["checkout", "--quiet", "--detach", "HEAD~1"]);
            assert_ne!(touched(&folder), before);
            run(&folder, &["checkout", "--quiet", "team/main"]);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
