//! Runs of the program by its command line, and files for it.

use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder that is removed at the end of the test.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the folder among the temporary files. `name` must be unique.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("strategos-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A file that is deleted in the end.
pub struct TempFile(PathBuf);

impl TempFile {
    /// A file of this text, whose name ends in `name`. Names of tests that run at the same time must differ.
    pub fn new(name: &str, text: &str) -> Self {
        let name = format!("strategos-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        Self(path)
    }

    /// Where it is.
    pub fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Runs the program to its end.
pub fn strategos(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_strategos")).args(arguments).output().unwrap()
}

/// The output of the program, which must succeed.
pub fn told(arguments: &[&str]) -> String {
    let output = strategos(arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{arguments:?}: {text}");
    text
}

/// The output of the program, which must fail.
pub fn refused(arguments: &[&str]) -> String {
    let output = strategos(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}
