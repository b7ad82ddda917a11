"""Many short games between set-ups, played by `strategos datagen` in one process."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from runtime.files import LineFile
from strategos_client import Engine, EngineConfig, Limits
from strategos_client.model import NO_MOVE

# The number for a whole point in a file of games.
_WHOLE_POINTS = 12
PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class Result:
    """The points of the first player if the game was finished, and his lead at the end, by the last
    scores of both sides."""

    points: float
    lead_cp: float
    is_over: bool


class Games(Protocol):
    """Plays each pair of deployments of the first and the second player. `seed` determines all."""

    async def play(self, pairs: Sequence[tuple[str, str]], seed: int) -> list[Result]: ...


class OpenGames:
    """Games with all pieces visible after the deployment. A resumed run does not repeat games."""

    def __init__(
        self, engine: Engine, command: Path, variant: str, folder: Path, nodes: int, turns: int
    ) -> None:
        self._engine = engine
        self._command = command
        self._variant = variant
        self._folder = folder
        self._turns = turns
        self._limits = ("--nodes", str(nodes), "--turns", str(turns))

    async def play(self, pairs: Sequence[tuple[str, str]], seed: int) -> list[Result]:
        fens = "\n".join([await self._fen(*pair) for pair in pairs] + [""])
        name = hashlib.sha256(" ".join([fens, *self._limits, str(seed)]).encode()).hexdigest()[:16]
        openings, data = self._folder / f"{name}.fens", self._folder / f"{name}.data"
        openings.write_text(fens, encoding="utf-8")
        await self._run(
            self._variant, *self._limits, "--games", str(len(pairs)), "--seed", str(seed),
            "--openings", str(openings), "--out", str(data),
        )  # fmt: skip
        shown = await self._run("--show", str(data), "--games", str(len(pairs)))
        results = read_games(shown, self._turns)
        openings.unlink()
        data.unlink()
        return results

    async def _fen(self, first: str, second: str) -> str:
        self._engine.set_position(f"deploy moves {first} {second}")
        return await self._engine.fen()

    async def _run(self, *words: str) -> str:
        process = await asyncio.create_subprocess_exec(
            str(self._command), "datagen", *words, stdout=asyncio.subprocess.PIPE
        )
        told, _ = await process.communicate()
        if process.returncode:
            raise RuntimeError(f"datagen {' '.join(words)}: {told.decode()[-300:]}")
        return told.decode()


class HiddenGames:
    """Games with hidden pieces, in which each side searches its view. They end after a number of
    turns. A journal has the games that are finished, for a resumed run."""

    def __init__(self, engine: Engine, folder: Path, nodes: int, turns: int) -> None:
        self._engine = engine
        self._folder = folder
        self._nodes = nodes
        self._turns = turns

    async def play(self, pairs: Sequence[tuple[str, str]], seed: int) -> list[Result]:
        what = " ".join(
            ["/".join(pair) for pair in pairs] + [f"{self._nodes} {self._turns} {seed}"]
        )
        journal = self._folder / f"{hashlib.sha256(what.encode()).hexdigest()[:16]}.leads"
        with contextlib.closing(LineFile.open(journal)) as file:
            # An incomplete number would look like another number.
            file.mend(lambda _: False)
            leads = journal.read_text("utf-8").split()
            for number, pair in enumerate(pairs[len(leads) :], start=len(leads)):
                leads.append(f"{await self._lead(pair, seed + number):.1f}")
                file.add(leads[-1].encode())
        journal.unlink()
        return [Result(0.5, float(lead), False) for lead in leads]

    async def _lead(self, pair: tuple[str, str], seed: int) -> float:
        """The lead of the first player at the end, by the last scores of both."""
        await self._engine.new_game()
        await self._engine.set_options({"Seed": str(seed)})
        turns = [*pair]
        said: list[float] = [0.0, 0.0]
        for turn in range(self._turns):
            position = f"deploy moves {' '.join(turns)}"
            answer = await self._engine.go(position, Limits(nodes=self._nodes), PATIENCE_S)
            if answer.bestmove == NO_MOVE:
                break
            said[turn % 2] = (answer.info.value or 0) * (1 - turn % 2 * 2)
            turns.append(answer.bestmove)
        return statistics.fmean(said)


def read_games(text: str, most_turns: int) -> list[Result]:
    """Parses the output of `datagen --show`, up to a number of turns."""
    results: list[Result] = []
    points = 0.0
    said: list[int] = []

    def finish() -> None:
        lead = statistics.fmean(said[-2:]) if said else 0.0
        results.append(Result(points, lead, len(said) < most_turns))

    for words in (line.split() for line in text.splitlines()[1:]):
        if words[0] == "game":
            if words[1] != "1":
                finish()
            points, said = int(words[3]) / _WHOLE_POINTS, []
            mover = 1 if _first_moves(words) else -1
        else:
            said.append(mover * int(words[2]))
            mover = -mover
    finish()
    return results


def _first_moves(words: list[str]) -> bool:
    """Whether the first player moves first in the FEN at the end of a game's line."""
    return words[words.index("fen") + 2] == "w"


async def start(command: Path, variant: str) -> Engine:
    """An engine for FENs and checks of set-ups."""
    engine = await Engine.start(EngineConfig("set-ups", (str(command),)))
    await engine.set_options({"UCI_Variant": variant, "Hash": "4"})
    return engine
