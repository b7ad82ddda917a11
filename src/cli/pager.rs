//! Shows long texts: page by page at a terminal, unchanged anywhere else.

use super::pages;
use std::io::{ErrorKind, IsTerminal, Write, stdout};
use std::process::{Command, ExitCode, Stdio};

/// The pager if `PAGER` is not set.
const PAGER: &str = "less -R";

/// Shows `text` on stdout. If stdout is a terminal and the pager can be run, the text goes through the command in
/// `PAGER` (`less -R` if it is not set). An empty `PAGER` turns paging off.
pub fn show(text: &str) -> ExitCode {
    if stdout().is_terminal() {
        let pager = std::env::var("PAGER").unwrap_or_else(|_| PAGER.to_string());
        if !pager.trim().is_empty() && page(text, &pager) {
            return ExitCode::SUCCESS;
        }
    }
    pages::print(text.as_bytes())
}

/// Passes `text` to `command` through the shell and waits until it ends. False if there is no such command and
/// nothing was shown.
fn page(text: &str, command: &str) -> bool {
    let mut shell = Command::new("sh");
    let Ok(mut child) = shell.args(["-c", command]).stdin(Stdio::piped()).spawn() else {
        return false;
    };
    if let Some(mut stdin) = child.stdin.take()
        && let Err(error) = stdin.write_all(text.as_bytes())
        && error.kind() != ErrorKind::BrokenPipe
    {
        log::warn!("pager `{command}`: {error}");
    }
    // The shell ends with 126 if the command cannot be run, and with 127 if it does not exist.
    child.wait().is_ok_and(|status| !matches!(status.code(), Some(126 | 127)))
}

#[cfg(all(test, unix, not(miri)))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::page;

    #[test]
    fn the_pager_is_given_the_whole_text() {
        let text = "a line\n".repeat(20_000);
        let file = std::env::temp_dir().join(format!("strategos-pager-{}", std::process::id()));
        assert!(page(&text, &format!("cat >'{}'", file.display())));
        let shown = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(shown, text);
    }

    #[test]
    fn a_pager_that_ends_early_is_no_fault() {
        assert!(page(&"a line\n".repeat(20_000), "head -n 1 >/dev/null"));
        assert!(page("a line\n", "exit 1"));
    }

    #[test]
    fn a_missing_pager_shows_nothing() {
        assert!(!page("a line\n", "exec strategos-has-no-such-pager 2>/dev/null"));
    }
}
