//! The program's own information: version and commit, completions, manual pages.

use crate::build;
use std::path::Path;
use std::process::{Command, Output};
use strategos::games::Variant;

fn strategos(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_strategos")).args(arguments).output().unwrap()
}

/// The program's output for these arguments, if it succeeds.
fn printed(arguments: &[&str]) -> String {
    let output = strategos(arguments);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_version_names_commit_and_processor() {
    let commit = match cfg!(debug_assertions) {
        true => "development".to_string(),
        false => build::commit(Path::new(env!("CARGO_MANIFEST_DIR"))),
    };
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(printed(&["-V"]), format!("strategos {version} ({commit})\n"));
    let long = printed(&["--version"]);
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[..2], [format!("strategos {version}"), format!("commit {commit}")]);
    assert!(lines[2].starts_with(&format!("built for {}", std::env::consts::ARCH)), "{long}");
    if let [.., built, there] = lines[2..] {
        let built = built.split_once(" with ").unwrap().1;
        // The processor has all extensions of the build. Otherwise the program would not have started.
        assert!(
            built == "no extension" || built.split(' ').all(|name| there.contains(name)),
            "{long}"
        );
    }
}

#[test]
fn the_commit_is_known_in_a_package_and_unknown_elsewhere() {
    let folder = std::env::temp_dir().join(format!("strategos-package-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    assert_eq!(build::commit(&folder), "unknown");
    let digits = "0123456789abcdef0123456789abcdef01234567";
    let note = format!(
        "{{\n  \"git\": {{\n    \"sha1\": \"{digits}\"\n  }},\n  \"path_in_vcs\": \"\"\n}}"
    );
    std::fs::write(folder.join(".cargo_vcs_info.json"), note).unwrap();
    assert_eq!(build::commit(&folder), "0123456789");
    std::fs::write(folder.join(".cargo_vcs_info.json"), "{").unwrap();
    assert_eq!(build::commit(&folder), "unknown");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn help_is_an_option_and_misspelt_commands_get_a_hint() {
    assert!(printed(&["--help"]).contains("Usage: strategos"));
    assert!(printed(&["-h"]).contains("Usage: strategos"));
    let output = strategos(&["postion"]);
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("did you mean position?"));
}

#[test]
fn help_for_what_is_no_subcommand_is_that_of_the_protocol() {
    assert!(printed(&["help", "perft"]).contains("Usage: strategos perft"));
    let summary = printed(&["help", "pacru"]);
    assert_eq!(summary.trim_end(), Variant::from_name("pacru").unwrap().summary().trim_end());
    assert!(printed(&["help", "setoption"]).starts_with("setoption name NAME"), "a command");
    let output = strategos(&["help", "pacur"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("did you mean pacru?"));
}

#[test]
fn perft_of_a_position_that_is_refused_counts_nothing() {
    let output = strategos(&["perft", "pacific-a", "2", "x"]);
    let lines = String::from_utf8(output.stdout).unwrap();
    assert!(lines.contains("bad fen") && !lines.contains("Nodes"), "{lines}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn completions_know_commands_options_and_variants() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        for word in ["strategos", "variant", "bench", "rules", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The other shells complete no values.
        let has_values = ["bash", "fish", "zsh"].contains(&shell);
        assert!(!has_values || Variant::NAMES.iter().all(|name| script.contains(name)), "{shell}");
    }
    assert_eq!(strategos(&["completions", "cmd"]).status.code(), Some(2));
}

#[test]
fn there_is_a_manual_page_for_the_program_and_for_each_command() {
    let page = printed(&["man"]);
    assert!(page.contains(".TH strategos 1") && page.contains("strategos\\-perft(1)"), "{page}");
    for name in ["bench", "perft", "rules", "completions", "man"] {
        let page = printed(&["man", name]);
        assert!(page.contains(&format!(".TH strategos-{name} 1")), "{page}");
    }
    let output = strategos(&["man", "joho"]);
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true));
}

#[test]
fn variants_are_taken_in_any_case_and_misspelt_ones_get_a_hint() {
    assert_eq!(printed(&["--variant", "PACRU3", "query", "players"]), "response 3\n");
    for arguments in
        [&["--variant", "pacur", "d"][..], &["rules", "pacur"], &["perft", "pacur", "1"]]
    {
        let output = strategos(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("similar") && message.contains("'pacru'"), "{message}");
        assert_eq!(output.status.code(), Some(2));
    }
}

/// The status and the stderr text of a program whose stdout is on a full disk.
#[cfg(target_os = "linux")]
fn on_a_full_disk(arguments: &[&str]) -> (Option<i32>, String) {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_strategos"));
    let output = command.args(arguments).env_remove("PAGER").stdout(full).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_printed_is_said_once_and_ends_with_status_1() {
    for arguments in [
        &["go depth 3"][..],
        &["bench", "pacific-a", "--depth", "2"],
        &["perft", "pacific-a", "2"],
        &["genfens 3", "quit"],
        &["levels", "pacru"],
        &["spsa", "pacru"],
        &["rules", "pacru"],
        &["man"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
        &["help", "go"],
    ] {
        let (status, told) = on_a_full_disk(arguments);
        assert_eq!(status, Some(1), "{arguments:?}: {told}");
        let wanted = "strategos: cannot write to standard output: No space left on device";
        assert!(told.lines().count() == 1 && told.starts_with(wanted), "{arguments:?}: {told}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_log_on_a_full_disk_is_said_once_and_the_game_goes_on() {
    let log = "setoption name Debug Log File value /dev/full";
    let output = strategos(&[log, "position startpos", "go depth 2", "query player"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    let errors: Vec<&str> = text.lines().filter(|line| line.contains("error")).collect();
    let wanted = "info string error: cannot write log file /dev/full: No space left on device";
    assert!(matches!(errors[..], [error] if error.starts_with(wanted)), "{text}");
    assert!(text.lines().any(|line| line.starts_with("bestmove ")), "{text}");
    assert!(text.ends_with("response 1\n"), "{text}");
}

/// The log file may have one block of 1024 bytes, as on a full disk.
#[test]
#[cfg(target_os = "linux")]
fn a_log_that_is_cut_short_ends_with_a_whole_line() {
    let log = std::env::temp_dir().join(format!("strategos-log-{}", std::process::id()));
    let _ = std::fs::remove_file(&log);
    // The script ignores the signal of the file size limit, so that writing fails as on a full disk.
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
    let set = format!("setoption name Debug Log File value {}", log.display());
    let mut command = Command::new("bash");
    command.args([
        "-c",
        script,
        env!("CARGO_BIN_EXE_strategos"),
        &set,
        "go depth 10",
        "query player",
    ]);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let written = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("cannot write log file") && text.ends_with("response 1\n"), "{text}");
    assert!(written.len() > 500 && written.ends_with('\n'), "{written}");
}

/// Runs `strategos tables` where a file of more than 8 to 16 KiB, by the shell's unit, cannot be written.
#[cfg(target_os = "linux")]
fn tables_with_little_room(folder: &Path) -> Output {
    let script = r#"trap '' XFSZ; ulimit -f 16; exec "$0" tables pacific-a --pieces 3 --out "$1""#;
    let program = env!("CARGO_BIN_EXE_strategos");
    Command::new("sh").args(["-c", script, program]).arg(folder).output().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_loses_no_table_that_is_finished() {
    let folder = std::env::temp_dir().join(format!("strategos-full-{}", std::process::id()));
    let output = tables_with_little_room(&folder);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("pacific-a.CKvK.ending: File too large"), "{told}");
    let names = |folder| -> Vec<String> {
        let files = std::fs::read_dir(folder).unwrap();
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    };
    assert_eq!(names(&folder), ["pacific-a.KvK.ending"]);

    let place = folder.to_str().unwrap();
    let made = printed(&["tables", "pacific-a", "--pieces", "3", "--out", place]);
    let begins = |line: &str, start| line.starts_with(start);
    assert!(
        made.lines().zip(["KvK: kept", "CKvK: 59520", "KKvK: 29760"]).all(|(l, s)| begins(l, s))
    );
    assert_eq!(printed(&["tables", "--check", place]).lines().count(), 4);
    std::fs::remove_dir_all(&folder).unwrap();
}
