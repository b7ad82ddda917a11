"""Shared by several tests: fake contestants, a plan, a match in memory."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from matches.plan import Contestant, Control, OpeningSource, Plan, Rules, Seating
from matches.records.archive import Archive
from matches.records.game_record import GameRecord
from matches.statistics.standing import Standing
from matches.tournament import Match
from strategos_client import EngineConfig

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE.parent
FAKE = HERE / "fake_engine.py"
# Marks the processes that this run of the tests started.
TAG = f"test-{os.getpid()}"


def command(behaviour: str) -> tuple[str, ...]:
    """Starts a fake engine."""
    return sys.executable, "-S", str(FAKE), behaviour, TAG


def config(behaviour: str, name: str = "fake") -> EngineConfig:
    """A fake engine."""
    return EngineConfig(name, command(behaviour))


def contestant(name: str, behaviour: str, **control: Any) -> Contestant:
    """A fake engine with limits, depth 1 if none are given."""
    return Contestant(config(behaviour, name), Control(**(control or {"depth": 1})))


def make_plan(*players: Contestant, games: int, **more: Any) -> Plan:
    """A match of the take-away game."""
    more.setdefault("rules", Rules("nim", silence_s=20.0))
    more.setdefault("referee", config("normal", "referee"))
    more.setdefault("openings", OpeningSource())
    return Plan(players, games=games, **more)


@dataclass
class Silent:
    """A watcher that only counts."""

    begun: list[int] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)
    broken_off: list[int] = field(default_factory=list)
    first: asyncio.Event = field(default_factory=asyncio.Event)

    def begin(self, total: int, standing: Standing) -> None:
        """Nothing."""

    def started(self, seating: Seating) -> None:
        """Notes the number."""
        self.begun.append(seating.number)
        self.first.set()

    def finished(self, record: GameRecord, standing: Standing) -> None:
        """Notes the number."""
        self.ended.append(record.game)

    def left(self, seating: Seating) -> None:
        """Notes the number."""
        self.broken_off.append(seating.number)


def play(
    plan: Plan, concurrency: int = 1, done: Sequence[GameRecord] = ()
) -> tuple[Standing, list[GameRecord]]:
    """Runs a match; returns its standing and the new records."""
    file = BytesIO()
    match = Match(plan, Archive(file), Silent(), done)
    asyncio.run(match.run(concurrency=concurrency))
    return match.standing, [
        GameRecord.from_json(line.decode()) for line in file.getvalue().splitlines()
    ]


def running() -> list[str]:
    """Fake engines of this test run that still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_text().split("\0")
            if TAG in words and "fake_engine" in " ".join(words):
                found.append(" ".join(words))
    return found
