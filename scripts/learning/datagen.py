"""`datagen.py`: games of the engine against itself, in parts, by the workers of a cluster."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from runtime.arguments import BROKEN_OFF, DONE, INTERRUPTED, OneLineParser
from runtime.cluster import Cluster, ClusterError, add_arguments
from runtime.progress import Bar
from runtime.variants import add_variants

EPILOG = """\
The engine must lie at the same path on every worker; the network and the openings are sent. Until
all parts are finished they are kept in a folder with the name of the file. The games depend on the
options alone, not on the number of workers.
"""


class GamesError(Exception):
    """The engine's reason for not playing these games."""


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 when it failed, 2 for bad usage, 130 when interrupted."""
    parser = arguments()
    options = parser.parse_args(words)
    if not options.scheduler and not options.workers:
        parser.error("give --scheduler or --workers; `strategos datagen` needs neither")
    if options.games < 1 or options.part < 1:
        parser.error("--games and --part: at least 1")
    if not options.engine.is_file():
        parser.error(f"--engine: there is no file {options.engine}")
    if options.out.exists():
        parser.error(f"--out: {options.out} exists")
    try:
        work = Work.of(options)
        work.folder.mkdir(parents=True, exist_ok=True)
        asyncio.run(_gather(work, options))
        return _finish(work, options.out)
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted; the same command continues.\n")
        return INTERRUPTED
    except (GamesError, ClusterError, OSError) as error:
        sys.stderr.write(f"datagen.py: {error}\n")
        return BROKEN_OFF


def arguments() -> argparse.ArgumentParser:
    """All options of the command line; those of the games are named as `strategos datagen` does."""
    parser = OneLineParser(
        prog="datagen.py",
        description="Plays training games of the engine against itself on a cluster.",
        epilog=EPILOG,
    )
    add_variants(parser)
    add = parser.add_argument
    add("variant", metavar="VARIANT")
    add("--engine", type=Path, required=True, metavar="PATH", help="the program, on every worker")
    add("--out", type=Path, required=True, metavar="FILE", help="the games, in random order")
    add("--games", type=int, default=20_000, metavar="N", help="(default %(default)s)")
    add(
        "--part",
        type=int,
        default=200,
        metavar="N",
        help="games in each part (default %(default)s)",
    )
    add("--nodes", type=int, default=5_000, metavar="N", help="for each turn (default %(default)s)")
    add("--turns", type=int, default=1_000, metavar="N", help="longest game (default %(default)s)")
    add("--stray", type=int, default=0, metavar="PERCENT", help="turns with a random action")
    add("--seed", type=int, default=1, metavar="S", help="of all random numbers (default 1)")
    add("--openings", type=Path, metavar="FILE", help="begin from these positions in turn")
    judge = parser.add_mutually_exclusive_group()
    judge.add_argument("--network", type=Path, metavar="FILE", help="evaluate by this network")
    judge.add_argument("--hand", action="store_true", help="evaluate by the hand-made evaluation")
    add_arguments(parser)
    return parser


@dataclass(frozen=True, slots=True)
class Part:
    """Games that one worker plays as one task."""

    words: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]

    def play(self) -> bytes:
        """The content of the file of its games; raises `GamesError` with the engine's message."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            words = list(self.words)
            for option, content in self.files:
                (folder / option).write_bytes(content)
                words += [f"--{option}", str(folder / option)]
            games = folder / "games"
            try:
                done = subprocess.run(
                    [*words, "--out", str(games)], capture_output=True, text=True, check=False
                )
            except OSError as error:
                raise GamesError(f"{words[0]}: {error.strerror}") from None
            if done.returncode:
                said = (done.stdout + done.stderr).strip().splitlines()
                raise GamesError(said[-1] if said else f"{words[0]} ended {done.returncode}")
            return games.read_bytes()


@dataclass(frozen=True, slots=True)
class Work:
    """All parts."""

    engine: str
    games: int
    part: int
    seed: int
    words: tuple[str, ...]
    files: tuple[tuple[str, bytes], ...]
    folder: Path

    @classmethod
    def of(cls, options: argparse.Namespace) -> Work:
        """By the command line; `OSError` for files that cannot be read."""
        words = [options.variant, "--nodes", str(options.nodes), "--turns", str(options.turns)]
        words += ["--stray", str(options.stray)]
        words += ["--hand"] if options.hand else []
        given = [("network", options.network), ("openings", options.openings)]
        files = tuple((option, path.read_bytes()) for option, path in given if path)
        folder = options.out.with_name(f"{options.out.name}.parts")
        return cls(
            str(options.engine.resolve()),
            options.games,
            options.part,
            options.seed,
            tuple(words),
            files,
            folder,
        )

    def __len__(self) -> int:
        """The number of parts."""
        return -(-self.games // self.part)

    def path(self, number: int) -> Path:
        """The file of a part. Its name has a hash of the options, so parts with other options are
        not confused with it."""
        return self.folder / f"{number:06}-{self._seed(number):016x}"

    def todo(self) -> list[int]:
        """The parts without a file."""
        return [number for number in range(len(self)) if not self.path(number).exists()]

    def games_of(self, number: int) -> int:
        """The number of games of a part. The last part has the rest."""
        return min(self.part, self.games - number * self.part)

    def task(self, number: int) -> Part:
        """The task for a worker."""
        words = (self.engine, "datagen", *self.words, "--games", str(self.games_of(number)))
        return Part((*words, "--seed", str(self._seed(number))), self.files)

    def keep(self, number: int, games: bytes) -> None:
        """Writes a part, completely or not at all."""
        path = self.path(number)
        path.with_suffix(".new").write_bytes(games)
        path.with_suffix(".new").rename(path)

    def _seed(self, number: int) -> int:
        """A seed for each part and each set of options."""
        files = [(name, hashlib.sha256(content).hexdigest()) for name, content in self.files]
        said = json.dumps([self.words, files, self.seed, number, self.games_of(number)])
        return int.from_bytes(hashlib.sha256(said.encode()).digest()[:8], "big")


async def _gather(work: Work, options: argparse.Namespace) -> None:
    """Has all parts played that are not there yet."""
    todo = work.todo()
    if not todo:
        return
    cluster = await Cluster.connect(options.scheduler, options.workers)
    done = len(work) - len(todo)
    bar = Bar(len(work), done)
    left = iter(todo)

    async def play() -> None:
        nonlocal done
        for number in left:
            work.keep(number, await cluster.call(Part.play, work.task(number)))
            done += 1
            bar.show(done, " parts")

    places = [asyncio.create_task(play()) for _ in range(await cluster.slots())]
    try:
        await asyncio.gather(*places)
    finally:
        for place in places:
            place.cancel()
        await asyncio.gather(*places, return_exceptions=True)
        bar.end()
        await cluster.close()


def _finish(work: Work, out: Path) -> int:
    """Joins the parts into one file, by the engine of this machine."""
    parts = [str(work.path(number)) for number in range(len(work))]
    mixed = work.folder / "mixed"
    # After an interruption there may be an incomplete file.
    mixed.unlink(missing_ok=True)
    words = [work.engine, "datagen", "--seed", str(work.seed), "--out", str(mixed)]
    # The list of files must be the end of the command.
    if subprocess.run([*words, "--shuffle", *parts], check=False).returncode:
        return BROKEN_OFF
    mixed.rename(out)
    shutil.rmtree(work.folder)
    return DONE
