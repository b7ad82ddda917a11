"""Adds the engine's module, which is in Rust, to what `pyproject.toml` installs."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any

from setuptools import setup

# Set to anything, it leaves the engine out.
WITHOUT_ENGINE = "STRATEGOS_WITHOUT_ENGINE"
# Names the systems that the wheel is for; `build_wheel.py` sets it.
PLATFORM = "STRATEGOS_WHEEL_PLATFORM"
# The oldest Python that the module runs on.
TAG = "cp311"


def with_module() -> dict[str, Any]:
    """The arguments of `setup` for the module."""
    if os.environ.get(WITHOUT_ENGINE):
        return {}
    if shutil.which("cargo") is None:
        sys.exit(
            "strategos needs Rust 1.89 or later to build its engine (https://rustup.rs); "
            f"{WITHOUT_ENGINE}=1 installs the programs without it"
        )
    from setuptools_rust import Binding, RustExtension

    module = RustExtension(
        "strategos._native", path="python/Cargo.toml", args=["--locked"], binding=Binding.PyO3,
        debug=False,
    )  # fmt: skip
    wheel = {"py_limited_api": TAG}
    if PLATFORM in os.environ:
        wheel["plat_name"] = os.environ[PLATFORM]
    return {"rust_extensions": [module], "options": {"bdist_wheel": wheel}}


setup(**with_module())
