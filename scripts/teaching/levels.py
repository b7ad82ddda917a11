"""The range of strengths that was measured for each variant: its lowest and its highest Elo."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable


def ranges_of(engine: str, variants: Iterable[str]) -> dict[str, tuple[int, int]]:
    """The ranges as `strategos levels` prints them. Raises OSError and ValueError."""
    return {variant: _range(engine, variant) for variant in variants}


def _range(engine: str, variant: str) -> tuple[int, int]:
    done = subprocess.run(
        [engine, "levels", variant], capture_output=True, text=True, timeout=60, check=False
    )
    elos = [int(line.split()[0]) for line in done.stdout.splitlines()]
    if done.returncode or not elos:
        raise ValueError(f"levels {variant}: {done.stderr.strip() or 'no levels'}")
    return min(elos), max(elos)
