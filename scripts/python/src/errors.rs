//! The exception of the module.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

create_exception!(
    strategos,
    StrategosError,
    PyValueError,
    "What cannot be done, in the engine's words. Nothing has changed."
);

/// The exception with the text of an error.
pub fn fault(error: impl Display) -> PyErr {
    StrategosError::new_err(error.to_string())
}

/// A result whose error is the exception.
pub fn told<T>(result: Result<T, impl Display>) -> PyResult<T> {
    result.map_err(fault)
}
