"""The programs of `scripts/` as commands of an installed copy.

Their packages are installed inside this one, so that common names such as `arena` are not taken
from other projects; the commands make them importable by the names that they have in the checkout.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = str(Path(__file__).resolve().parent)


def _run(package: str) -> int:
    if HERE not in sys.path:
        sys.path.insert(0, HERE)
    return int(importlib.import_module(f"{package}.cli").main())


def analyse() -> int:
    """`strategos-analyse`."""
    return _run("analysis")


def board() -> int:
    """`strategos-board`."""
    return _run("liveboard")


def make_openings() -> int:
    """`strategos-openings`."""
    return _run("bookmaking")


def match() -> int:
    """`strategos-match`."""
    return _run("arena")


def report() -> int:
    """`strategos-report`."""
    return _run("drawing")


def tune() -> int:
    """`strategos-tune`."""
    return _run("tuning")
