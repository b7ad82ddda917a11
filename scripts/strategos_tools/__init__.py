"""The programs of `scripts/` as commands of an installed copy.

Their packages are installed inside this one, so that common names such as `matches` are not taken
from other projects. The commands make them importable by the names that they have in the checkout.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = str(Path(__file__).resolve().parent)


def _make_importable() -> None:
    if HERE not in sys.path:
        sys.path.insert(0, HERE)


def analyse() -> int:
    """`strategos-analyse`."""
    _make_importable()
    from analysis.cli import main

    return main()


def board() -> int:
    """`strategos-board`."""
    _make_importable()
    from liveboard.cli import main

    return main()


def make_openings() -> int:
    """`strategos-openings`."""
    _make_importable()
    from opening_books.cli import main

    return main()


def match() -> int:
    """`strategos-match`."""
    _make_importable()
    from matches.cli import main

    return main()


def report() -> int:
    """`strategos-report`."""
    _make_importable()
    from matches.report.cli import main

    return main()


def tune() -> int:
    """`strategos-tune`."""
    _make_importable()
    from tuning.cli import main

    return main()
