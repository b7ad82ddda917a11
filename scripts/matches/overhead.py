"""`measure_overhead.py`: the runner's time for each token, apart from the engines'."""

from __future__ import annotations

import asyncio
import io
import time
from pathlib import Path

from runtime.arguments import DONE, OneLineParser
from runtime.variants import add_variants
from strategos_client import EngineConfig

from .plan import Contestant, Control, OpeningSource, Plan, Rules, Seating
from .records.archive import Archive
from .records.game_record import GameRecord
from .statistics.standing import Standing
from .tournament import Match


class Listener:
    """Keeps the records."""

    def __init__(self) -> None:
        self.records: list[GameRecord] = []

    def begin(self, total: int, standing: Standing) -> None:
        """Nothing."""

    def started(self, seating: Seating) -> None:
        """Nothing."""

    def finished(self, record: GameRecord, standing: Standing) -> None:
        """Keeps it."""
        self.records.append(record)

    def left(self, seating: Seating) -> None:
        """Nothing."""


def plan_of(engine: Path, variant: str, games: int) -> Plan:
    """A match of an engine with itself at depth 1."""
    command = (str(engine.resolve()),)
    players = tuple(
        Contestant(EngineConfig(name, command, {"Hash": "1"}), Control(depth=1)) for name in "AB"
    )
    return Plan(
        players,
        rules=Rules(variant),
        referee=EngineConfig("referee", command),
        openings=OpeningSource(random_plies=4),
        games=games,
    )


def main(description: str | None = None) -> int:
    """Prints the figures."""
    parser = OneLineParser(description=description or "")
    add_variants(parser)
    parser.add_argument("--engine", type=Path, required=True)
    parser.add_argument("--variant", default="pacific-a")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    listener = Listener()
    plan = plan_of(options.engine, options.variant, options.games)
    started = time.perf_counter()
    asyncio.run(Match(plan, Archive(io.BytesIO()), listener).run())
    passed_ms = 1000.0 * (time.perf_counter() - started)
    times_ms = [entry.time_ms for record in listener.records for entry in record.entries]
    tokens = max(len(times_ms), 1)
    beside = (passed_ms - sum(times_ms)) / tokens
    games = len(listener.records)
    print(f"{games} games, {tokens} tokens: {passed_ms / tokens:.2f} ms each, {beside:.2f} beside")
    return DONE
