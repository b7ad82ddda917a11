"""`learn_cycle.py`: games, training and a match, one after the other, each by its own program."""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from runtime.arguments import BAD_USAGE, BROKEN_OFF, DONE, INTERRUPTED, OneLineParser
from runtime.cluster import add_arguments
from runtime.output import say

from .checkpoint import CHECKPOINT

SCRIPTS = Path(__file__).resolve().parent.parent
EPILOG = """\
The folder --out gets VARIANT.data (games), VARIANT.smp and VARIANT.fens (samples), network/ (the
run of learn.py, with VARIANT.net) and match.jsonl (records of match.py). In the match the new
network plays the network of the games. A cluster plays only the training games.
"""


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 when a step failed, 2 for bad usage, 130 when interrupted."""
    parser = arguments()
    options = parser.parse_args(words)
    if not options.engine.is_file():
        parser.error(f"--engine: there is no file {options.engine}")
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        cycle = Cycle.of(options)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    try:
        return cycle.turn()
    except KeyboardInterrupt:
        say("Interrupted; the same command continues.")
        return INTERRUPTED


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = OneLineParser(
        prog="learn_cycle.py",
        description="Plays games, trains a network on them, and plays a match with it.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("variant", metavar="VARIANT")
    add("--engine", type=Path, required=True, metavar="PATH", help="the program")
    add("--out", type=Path, required=True, metavar="FOLDER", help="for all output")
    add("--games", type=int, default=20_000, metavar="N", help="(default %(default)s)")
    add("--nodes", type=int, default=1_000, metavar="N", help="for each turn (default %(default)s)")
    add(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="concurrent games, and threads of training",
    )
    add("--seed", type=int, default=1, metavar="S", help="of the games (default %(default)s)")
    add("--network", type=Path, metavar="FILE",
        help="the network that plays these games (default: the engine's own)")  # fmt: skip
    add("--learn", default="", metavar="WORDS", help="further words for learn.py")
    add("--match", default="--nodes 2000 --games 200 --genfens", metavar="WORDS",
        help='further words for match.py (default "%(default)s")')  # fmt: skip
    add_arguments(parser)
    return parser


@dataclass(frozen=True, slots=True)
class Cycle:
    """The settings of a cycle."""

    variant: str
    engine: Path
    folder: Path
    teacher: Path | None
    threads: int
    games: list[str]
    learn: list[str]
    match: list[str]
    cluster: list[str]

    @classmethod
    def of(cls, options: argparse.Namespace) -> Cycle:
        """By the command line; `ValueError` for words with an open quote."""
        games = ["--games", options.games, "--nodes", options.nodes, "--seed", options.seed]
        cluster = [("--scheduler", options.scheduler), ("--workers", options.workers)]
        return cls(
            options.variant, options.engine.resolve(), options.out, options.network,
            options.threads, [str(word) for word in games], shlex.split(options.learn),
            shlex.split(options.match),
            [str(word) for option in cluster if option[1] for word in option],
        )  # fmt: skip

    def turn(self) -> int:
        """Runs every step in order, until one fails."""
        for title, words in self.steps():
            say(f"== {title}: {shlex.join(words)}")
            status = subprocess.run(words, check=False).returncode
            if status:
                sys.stderr.write(f"learn_cycle.py: {title} ended with status {status}\n")
                return BAD_USAGE if status == BAD_USAGE else BROKEN_OFF
        return DONE

    def steps(self) -> list[tuple[str, list[str]]]:
        """Title and command of each step. Each continues after an interruption."""
        data, samples, fens = (self._file(end) for end in ("data", "smp", "fens"))
        network = self.folder / "network"
        found = network / f"{self.variant}.net"
        threads = ["--threads", str(self.threads)]
        engine, learn = str(self.engine), self._script("learn.py")
        games = ["--out", data, *self.games]
        games += ["--network", str(self.teacher)] if self.teacher else []
        if self.cluster:
            spread = [*self._script("datagen.py"), self.variant, "--engine", engine]
            games = [*spread, *games, *self.cluster]
        else:
            games = [engine, "datagen", self.variant, *games, *threads]
        training = [*learn, samples, "--out", str(network), *threads, *self.learn]
        training += ["--resume"] if (network / CHECKPOINT).exists() else []
        check = [*learn, samples, "--out", str(network), "--check", engine, "--fens", fens]
        played = self.cluster and Path(data).exists()
        return [
            *([] if played else [("games", games)]),
            ("samples", [engine, "samples", data, "--out", samples, "--fens", fens]),
            ("training", training),
            ("check", check),
            ("match", self._match(found)),
        ]

    def _match(self, network: Path) -> list[str]:
        records = self.folder / "match.jsonl"
        old = f",option.EvalFile={self.teacher.resolve()}" if self.teacher else ""
        words = [*self._script("match.py"), "--variant", self.variant, "--out", str(records)]
        words += ["--engine", f"name=new,cmd={self.engine},option.EvalFile={network.resolve()}"]
        words += ["--engine", f"name=old,cmd={self.engine}{old}", *self.match]
        return [*words, "--resume"] if records.exists() else words

    def _file(self, end: str) -> str:
        return str(self.folder / f"{self.variant}.{end}")

    @staticmethod
    def _script(name: str) -> list[str]:
        return [sys.executable, str(SCRIPTS / name)]
