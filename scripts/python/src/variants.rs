//! The variants: those that are built in, and those of files.

use crate::errors::{fault, told};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::OnceLock;
use strategos::games::Variant;
use strategos::protocol::variant_of;
use strategos::variants::{FileFault, VARIABLE, load, load_all};

/// What is wrong with the files that the environment names. They are loaded at the first call.
fn environment_faults() -> &'static str {
    static FAULTS: OnceLock<String> = OnceLock::new();
    FAULTS.get_or_init(|| {
        let paths = std::env::var_os(VARIABLE).unwrap_or_default();
        load_all(&paths.to_string_lossy()).err().map_or(String::new(), |faults| lines(&faults))
    })
}

fn lines(faults: &[FileFault]) -> String {
    let lines: Vec<String> = faults.iter().map(FileFault::to_string).collect();
    lines.join("\n")
}

/// The variant of this name. For an unknown one the error also tells what is wrong with the files of the environment.
pub fn variant_named(name: &str) -> PyResult<Variant> {
    let faults = environment_faults();
    variant_of(name).map_err(|error| match faults {
        "" => fault(error),
        faults => fault(format!("{error}\n{faults}")),
    })
}

/// The names of all variants, the default one first.
#[pyfunction]
pub fn variants() -> Vec<&'static str> {
    environment_faults();
    Variant::names().to_vec()
}

/// The rules of a variant's game, in Markdown.
#[pyfunction]
pub fn rules(variant: &str) -> PyResult<&'static str> {
    Ok(variant_named(variant)?.rules())
}

/// Adds the variants of a file, and returns their names.
#[pyfunction]
pub fn load_variants(path: PathBuf) -> PyResult<Vec<String>> {
    environment_faults();
    let added = told(load(&path).map_err(|faults| lines(&faults)))?;
    Ok(added.iter().map(|variant| variant.name().to_string()).collect())
}
