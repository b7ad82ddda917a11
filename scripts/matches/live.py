"""Shows a match in progress: a live table on a terminal with `rich`, otherwise lines of text."""

from __future__ import annotations

import importlib.util
import sys
import time
from typing import Any

from runtime.output import duration, say

from .plan import Plan, Seating
from .records.game_record import GameRecord
from .statistics.standing import Standing
from .statistics.tables import COLUMNS, rows, summary_lines

REFRESH_PER_SECOND = 2
# A terminal of this width has room for all columns, a narrower one for the first ones.
WIDE = 132
NARROW_COLUMNS = 9


class TextWatcher:
    """A line for every `every` games, and one for each fault."""

    def __init__(self, plan: Plan, every: int) -> None:
        self._plan = plan
        self._every = every
        self._total = 0
        self._before = 0
        self._began = time.monotonic()

    def begin(self, total: int, standing: Standing) -> None:
        """Notes where the match stands."""
        self._total = total
        self._before = standing.games
        self._began = time.monotonic()
        if self._before:
            say(f"{self._before} of {total} games were played before.")

    def started(self, seating: Seating) -> None:
        """Nothing to show."""

    def left(self, seating: Seating) -> None:
        """Nothing to show."""

    def finished(self, record: GameRecord, standing: Standing) -> None:
        """Shows faults, and the standing from time to time."""
        if record.is_fault:
            say(f"game {record.game}: {record.result}, {record.ending}: {record.detail}")
        if standing.games % self._every == 0 and not record.void:
            say(f"{self.progress(standing)}  {self._scores(standing)}")

    def progress(self, standing: Standing) -> str:
        """Games played, time passed and time left."""
        played = standing.games - self._before
        seconds = time.monotonic() - self._began
        text = f"{standing.games}/{self._total} games"
        if standing.distinct != standing.games:
            text += f", {standing.distinct} distinct"
        text += f", {duration(seconds)}"
        if played and standing.games < self._total:
            left = seconds / played * (self._total - standing.games)
            text += f", {duration(left)} left"
        return text

    def _scores(self, standing: Standing) -> str:
        if len(standing.names) == 2:
            return summary_lines(standing, self._plan.sprt)[0]
        return ", ".join(
            f"{name} {standing.tallies[name].percent:.1f}%" for name in standing.order()
        )

    def __enter__(self) -> TextWatcher:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to end."""


class LiveWatcher(TextWatcher):
    """A table that is redrawn during the match. Needs `rich`."""

    def __init__(self, plan: Plan, every: int) -> None:
        super().__init__(plan, every)
        from rich.console import Console
        from rich.live import Live

        self._standing = Standing(plan.names)
        self._playing: dict[int, tuple[Seating, float]] = {}
        self._faults: list[str] = []
        self._cached: tuple[int, list[tuple[str, ...]]] = (-1, [])
        self._console = Console()
        self._live = Live(
            get_renderable=self._draw,
            console=self._console,
            refresh_per_second=REFRESH_PER_SECOND,
        )

    def begin(self, total: int, standing: Standing) -> None:
        """Shows what was played before."""
        super().begin(total, standing)
        self._standing = standing

    def started(self, seating: Seating) -> None:
        """Adds a game to those in progress."""
        self._playing[seating.number] = seating, time.monotonic()

    def left(self, seating: Seating) -> None:
        """Removes a game."""
        self._playing.pop(seating.number, None)

    def finished(self, record: GameRecord, standing: Standing) -> None:
        """Removes a game and keeps the last faults visible."""
        self._playing.pop(record.game, None)
        if record.is_fault:
            self._faults.append(f"game {record.game}: {record.ending}: {record.detail}")
            del self._faults[:-5]

    def _draw(self) -> Any:
        from rich.box import SIMPLE
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        table = Table(
            title=f"{self._plan.rules.variant}: {self.progress(self._standing)}",
            box=SIMPLE,
            pad_edge=False,
        )
        shown = len(COLUMNS) if self._console.width >= WIDE else NARROW_COLUMNS
        for i, column in enumerate(COLUMNS[:shown]):
            table.add_column(column, justify="left" if i == 0 else "right", no_wrap=True)
        for row in self._rows():
            table.add_row(*map(Text, row[:shown]))
        lines = summary_lines(self._standing, self._plan.sprt)
        lines += [self._game_line(*item) for item in self._playing.values()]
        return Group(table, *map(Text, lines + self._faults))

    def _rows(self) -> list[tuple[str, ...]]:
        games = self._standing.games
        if self._cached[0] != games:
            self._cached = games, rows(self._standing)
        return self._cached[1]

    def _game_line(self, seating: Seating, began: float) -> str:
        names = " - ".join(self._plan.names[index] for index in seating.seats)
        return f"game {seating.number}, {names}, for {duration(time.monotonic() - began)}"

    def __enter__(self) -> LiveWatcher:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()


def watcher(plan: Plan, every: int, quiet: bool = True) -> TextWatcher:
    """The best way to show a match on this output. Lines of a log would destroy a live table."""
    if quiet and sys.stdout.isatty() and importlib.util.find_spec("rich"):
        return LiveWatcher(plan, every)
    return TextWatcher(plan, every)
