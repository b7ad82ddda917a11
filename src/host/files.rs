//! Files that are written at once or not at all.

use std::fs::{File, rename};
use std::io::{Result, Write};
use std::path::Path;

/// Writes a file beside the one at `path` and gives it that name once it is on disk. A killed program leaves the old
/// file.
///
/// # Errors
/// If the file cannot be written. The old one is still there then.
pub(crate) fn replace_file(path: &Path, text: &str) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    let mut file = File::create(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    rename(&new, path)
}
