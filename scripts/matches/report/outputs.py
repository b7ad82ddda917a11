"""Writes the outputs of a match apart from its records: report, PGN, plots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from runtime.files import write_whole

from ..networks import Networks
from ..records.game_record import GameRecord
from ..records.pgn import to_pgn
from .annotations import Annotations
from .beliefs import Belief
from .figures import figures
from .page import write_report
from .png import write_plots


def write_outputs(
    records: Sequence[GameRecord],
    html: Path | None,
    pgn: Path | None,
    plots: Path | None,
    annotations: Annotations | None = None,
    beliefs: Sequence[Belief] = (),
    networks: Sequence[Networks] = (),
) -> None:
    """Writes the outputs that have a path; raises OSError or ImportError."""
    if html:
        write_report(records, html, annotations, beliefs, networks)
    if pgn:
        write_whole(pgn, "".join(map(to_pgn, records)))
    if plots:
        write_plots(figures(records), plots)
