"""Games without a referee: two host processes, a relay between them, an audit at the end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from strategos_client import EngineError, EngineFault, ranking_of

from ..local_slot import blank_record
from ..plan import Contestant, Control, MatchError, Opening, Plan, Seating
from ..records.game_record import VOID, Entry, GameRecord
from ..referee import Referee
from .host import GAME, searches_in
from .relay import SEATS, Relay
from .sealed_file import SealedError, audit

# Time for the second host to end after the first one has.
_GRACE_S = 30.0
_CLEAN, _FAULTY = "clean", "faulty"


@dataclass(frozen=True, slots=True)
class _End:
    """How a host ended: its status, and what it wrote about it."""

    status: int
    text: str

    @property
    def reason(self) -> str:
        """The reason of its failure, as game records name it."""
        return self.text.partition(":")[0] if self.status else ""


class SealedSlot:
    """Plays one game at a time. Each player is a process of its own with a folder of its own; only
    public lines pass between them. Afterwards both files are audited. `folder` keeps them; without
    one they are removed."""

    def __init__(self, plan: Plan, folder: Path | None = None) -> None:
        self._plan = plan
        self._folder = folder
        self._referee: Referee | None = None

    async def close(self) -> None:
        """Ends the process that replays the games."""
        referee, self._referee = self._referee, None
        if referee is not None:
            await referee.quit()

    async def play(self, seating: Seating, opening: Opening) -> GameRecord:
        """Plays a game. Its record has the audit's verdict."""
        try:
            referee = await self._replayer()
            opening = await self._deployed(referee, opening)
            record = blank_record(self._plan, seating, opening)
            with self._folders(seating.number) as folders:
                ends = await self._host(record, seating, opening, folders)
                await self._judge(record, folders, ends)
        except (EngineError, SealedError, OSError) as error:
            raise MatchError(str(error)) from error
        return record

    async def _replayer(self) -> Referee:
        """The engine that replays audited games for their records."""
        if self._referee is None:
            plan = self._plan
            self._referee = await Referee.start(plan.referee, plan.rules.variant, None)
        return self._referee

    async def _deployed(self, referee: Referee, opening: Opening) -> Opening:
        """Without other openings a game begins with the deployment, if it has one."""
        source = self._plan.openings
        if source.listed or source.genfens or opening != Opening():
            return opening
        deployment = Opening("deploy")
        try:
            await referee.begin(deployment)
        except EngineFault:
            return opening
        return deployment

    @contextlib.contextmanager
    def _folders(self, number: int) -> Iterator[list[Path]]:
        """A folder for each player of a game."""
        with contextlib.ExitStack() as stack:
            if self._folder is None:
                made = stack.enter_context(tempfile.TemporaryDirectory(prefix="sealed-"))
                base = Path(made)
            else:
                base = self._folder / f"game-{number:05}"
                # What an interrupted game has left is of no use.
                shutil.rmtree(base, ignore_errors=True)
            folders = [base / seat for seat in SEATS]
            for folder in folders:
                folder.mkdir(parents=True)
            yield folders

    async def _host(
        self, record: GameRecord, seating: Seating, opening: Opening, folders: Sequence[Path]
    ) -> list[_End]:
        """Lets two processes play. A is player 1."""
        async with await Relay.start() as relay:
            common = ["host", "--relay", f"127.0.0.1:{relay.port}", "--game", f"{record.game}"]
            common += ["--program", self._plan.referee.command[0], "--seed", str(record.seed)]
            common += ["--silence-s", str(self._plan.rules.silence_s)]
            terms = ["--variant", record.variant, "--start", opening.start, "--first", "me"]
            hosts: list[asyncio.Task[_End]] = []
            for index, more in zip(seating.seats, (terms, ["--join"]), strict=True):
                contestant = self._plan.contestants[index]
                folder = folders[len(hosts)]
                words = [*common, "--folder", str(folder), "--engine", spec_of(contestant), *more]
                hosts.append(asyncio.create_task(_run_host(words)))
            try:
                return await _ends_of(hosts)
            finally:
                for host in hosts:
                    host.cancel()
                await asyncio.gather(*hosts, return_exceptions=True)

    async def _judge(
        self, record: GameRecord, folders: Sequence[Path], ends: Sequence[_End]
    ) -> None:
        """Fills in the record by the audit of both files."""
        files = [folder / GAME for folder in folders]
        there = [file for file in files if file.exists()]
        referee = await self._replayer()
        record.fens = [(await referee.begin(Opening(record.start))).fen]
        record.fen = record.fens[0]
        if not there:
            record.result = record.reason = VOID
            record.detail = "; ".join(end.text for end in ends if end.text)
            return
        found = await audit(self._plan.referee.command, there)
        record.audit = f"{found['verdict']}, {found['standing']}"
        record.result, record.reason = found["result"], found["reason"]
        await self._replay(record, found, folders, referee)
        if found["verdict"] != _CLEAN:
            self._blame(record, found, ends)
        elif record.result == "none":
            record.result = VOID
        if record.result != VOID:
            record.ranking = ranking_of(record.result, 2)

    async def _replay(
        self, record: GameRecord, found: dict[str, Any], folders: Sequence[Path], referee: Referee
    ) -> None:
        """The moves of a game that is known in full, with what the hosts have kept of each."""
        position = found["position"] or ""
        _, _, moves = position.partition(" moves ")
        searches = [searches_in(folder) for folder in folders]
        state = await referee.begin(Opening(record.start))
        for move in moves.split():
            player = state.player
            following = await referee.play(move)
            if following is None:
                raise MatchError(f"the audited move {move} is refused in {state.fen}")
            kept = searches[player - 1]
            entry = kept.pop(0) if kept else Entry(move)
            entry.move, entry.player = move, player
            record.entries.append(entry)
            record.fens.append(following.fen)
            state = following

    def _blame(self, record: GameRecord, found: dict[str, Any], ends: Sequence[_End]) -> None:
        """The reason of a game that was broken off or has a fault."""
        what = found["fault"] or f"missing: {found['missing']}"
        line = f"line {found['line']}: " if found["line"] else ""
        record.detail = "; ".join([line + what, *(end.text for end in ends if end.text)])
        failed = [end.reason for end in ends if end.reason not in ("", "not finished")]
        is_faulty = found["verdict"] == _FAULTY
        record.reason = "protocol" if is_faulty else (failed or ["not finished"])[0]
        if found["by"] is None or record.result == "none":
            record.result = record.reason = VOID
            return
        record.fault = record.engines[SEATS.index(found["by"])]


async def _ends_of(hosts: Sequence[asyncio.Task[_End]]) -> list[_End]:
    """Waits for both hosts, for the second one not for long."""
    await asyncio.wait(hosts, return_when=asyncio.FIRST_COMPLETED)
    done, _ = await asyncio.wait(hosts, timeout=_GRACE_S)
    return [
        host.result() if host in done else _End(1, "not finished: the host did not end")
        for host in hosts
    ]


async def _run_host(words: Sequence[str]) -> _End:
    """Runs a host process to its end. A cancelled one is killed with its engine."""
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(path for path in sys.path if path))
    command = (sys.executable, "-m", __name__.rpartition(".")[0], *words)
    pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *command, stdin=null, stdout=null, stderr=pipe, env=environment
    )
    try:
        _, errors = await process.communicate()
    except BaseException:
        if process.returncode is None:
            # Its end of input and its own handling of the signal end the engine.
            process.terminate()
            await process.wait()
        raise
    lines = errors.decode(errors="replace").strip().splitlines()
    return _End(process.returncode or 0, lines[-1] if lines else "")


def spec_of(contestant: Contestant) -> str:
    """The specification from which `parse_engine` reads the same contestant; raises `MatchError` if
    there is none."""
    config, control = contestant.config, contestant.control
    program, *arguments = config.command
    fields = {"name": config.name, "cmd": program, "dialect": config.dialect}
    if arguments:
        fields["args"] = shlex.join(arguments)
    fields |= {f"option.{name}": value for name, value in config.options.items()}
    fields |= limits_of(control)
    if any("," in value for value in fields.values()):
        raise MatchError(f"{config.name}: --sealed cannot pass on a value with a comma")
    return ",".join(f"{key}={value}" for key, value in fields.items())


def limits_of(control: Control) -> dict[str, str]:
    """The limits of a move by their keys."""
    given = {"movetime": control.movetime_ms, "nodes": control.nodes, "depth": control.depth}
    return {name: str(value) for name, value in given.items() if value is not None}
