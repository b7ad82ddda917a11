"""A player's file, which only `strategos sealed` reads and writes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class SealedError(Exception):
    """`strategos sealed` refuses a move or a line, with its reason."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What A proposes. An empty `start` is the deployment, if the game has one, else its start."""

    variant: str
    start: str = ""
    a_is_first: bool | None = None

    def words(self) -> list[str]:
        """The options of `strategos sealed new`."""
        words = [f"--variant={self.variant}"]
        if self.start:
            words += [f"--start={self.start}"]
        if self.a_is_first is not None:
            words += ["--first", "me" if self.a_is_first else "other"]
        return words


class SealedFile:
    """The file of one player. Each call is a run of the program, so a killed host loses nothing."""

    def __init__(self, program: Sequence[str], path: Path) -> None:
        self._program = tuple(program)
        self._path = str(path)

    async def propose(self, name: str, terms: Terms) -> str:
        """Makes the file of A. Returns the first line."""
        return await self._run("new", self._path, f"--as={name}", *terms.words())

    async def join(self, name: str, line: str) -> str:
        """Makes the file of B. Returns the second line."""
        words = ("new", self._path, f"--as={name}", "--join", "-")
        return await self._run(*words, given=line)

    async def status(self) -> dict[str, Any]:
        """The object of `strategos sealed status --json`."""
        found = json.loads(await self._run("status", self._path, "--json"))
        assert isinstance(found, dict)
        return found

    async def move(self, token: str) -> str:
        """Makes a turn. Returns its line."""
        # An engine may answer anything, also what looks like an option.
        return await self._run("move", self._path, "--", token)

    async def receive(self, lines: str) -> str:
        """Takes in lines of the other player. Returns those that answer them."""
        return await self._run("receive", self._path, given=lines)

    async def open(self) -> str:
        """Opens at the end. Returns the line."""
        return await self._run("open", self._path)

    async def _run(self, *words: str, given: str = "") -> str:
        status, output, errors = await run((*self._program, "sealed", *words), given)
        if status:
            raise SealedError(errors.strip().removeprefix("error: "))
        return output


async def audit(program: Sequence[str], files: Sequence[Path]) -> dict[str, Any]:
    """The object of `strategos sealed audit --json`. Raises `SealedError` if there is none."""
    words = ("sealed", "audit", *map(str, files), "--json")
    _, output, errors = await run((*program, *words))
    try:
        found = json.loads(output)
    except ValueError:
        raise SealedError(errors.strip() or output.strip()) from None
    assert isinstance(found, dict)
    return found


async def run(command: Sequence[str], given: str = "") -> tuple[int, str, str]:
    """Runs a program to its end. Returns its status, its output and its errors."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        output, errors = await process.communicate(given.encode())
    except BaseException:
        if process.returncode is None:
            process.kill()
            await process.wait()
        raise
    return process.returncode or 0, output.decode(), errors.decode(errors="replace")
