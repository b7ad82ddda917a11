#!/usr/bin/env python3
"""Measures what a token costs the match runner, beside the time of the engine that makes it.

    scripts/measure_overhead.py --engine target/release/strategos

The engine plays itself to depth 1, one game at a time. What is printed is the mean time of a token
in milliseconds: all of it, and the part in which no engine was asked for a move. That part holds
the referee's answers, the records, and the start of the processes.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import time
from pathlib import Path

from needs import need

need()

from matches.plan import Contestant, Control, OpeningSource, Plan, Rules, Seating
from matches.records.archive import Archive
from matches.records.game_record import GameRecord
from matches.statistics.standing import Standing
from matches.tournament import Match
from strategos_client import EngineConfig


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
    """A match of an engine with itself in which hardly anything is thought about."""
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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--engine", type=Path, required=True)
    parser.add_argument("--variant", default="pacific-a")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    listener = Listener()
    plan = plan_of(options.engine, options.variant, options.games)
    started = time.perf_counter()
    asyncio.run(Match(plan, Archive(io.BytesIO()), listener).run())
    passed_ms = 1000.0 * (time.perf_counter() - started)
    times_ms = [spent for record in listener.records for spent in record.times_ms]
    tokens = max(len(times_ms), 1)
    beside = (passed_ms - sum(times_ms)) / tokens
    games = len(listener.records)
    print(f"{games} games, {tokens} tokens: {passed_ms / tokens:.2f} ms each, {beside:.2f} beside")


if __name__ == "__main__":
    main()
