"""Games on a cluster: each is one task, with its own processes on the worker."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from runtime.cluster import Cluster

from .local_slot import LocalSlot
from .plan import Opening, Plan, Seating
from .records.game_record import GameRecord


def play_here(plan: Plan, seating: Seating, opening: Opening) -> str:
    """Plays one game on this machine and returns its record as a line."""
    return asyncio.run(_play(plan, seating, opening))


async def _play(plan: Plan, seating: Seating, opening: Opening) -> str:
    slot = LocalSlot(plan)
    try:
        return (await slot.play(seating, opening)).to_json()
    finally:
        await slot.close()


class RemoteSlot:
    """A slot on a cluster: any free worker plays the game. The second referee of a plan runs on
    this machine, in the slot `judge`."""

    def __init__(self, cluster: Cluster, plan: Plan, judge: LocalSlot | None = None) -> None:
        self._cluster = cluster
        self._plan = replace(plan, second=None)
        self._judge = judge

    async def play(self, seating: Seating, opening: Opening) -> GameRecord:
        """Plays a game to its record."""
        line = await self._cluster.call(play_here, self._plan, seating, opening)
        record = GameRecord.from_json(line)
        if self._judge is not None:
            await self._judge.check(record)
        return record

    async def close(self) -> None:
        """Nothing runs here between games."""
