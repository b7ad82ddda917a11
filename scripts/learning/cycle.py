"""`learn_cycle.py`: games, training and a match, one after the other, each by its own program. With
a recipe, several generations of games and training."""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from runtime.arguments import BAD_USAGE, BROKEN_OFF, DONE, INTERRUPTED, OneLineParser
from runtime.cluster import add_arguments
from runtime.output import say

from .checkpoint import CHECKPOINT
from .cli import between
from .recipes import Generation, Recipe, RecipeError

SCRIPTS = Path(__file__).resolve().parent.parent
EPILOG = """\
The folder --out gets VARIANT.data (games), VARIANT.smp and VARIANT.fens (samples), network/ (the
run of learn.py, with VARIANT.net) and match.jsonl (records of match.py). In the match the new
network plays the network of the games. A cluster plays only the training games.

With --recipe the folder has a folder for each generation, and in the last one the network. In the
match it plays the network of the engine. Recipes are in scripts/learning/recipes.
"""


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 when a step failed, 2 for bad usage, 130 when interrupted."""
    parser = arguments()
    options = parser.parse_args(words)
    if not options.engine.is_file():
        parser.error(f"--engine: there is no file {options.engine}")
    if (options.variant is None) == (options.recipe is None):
        parser.error("a variant or --recipe is wanted")
    if options.recipe and (options.network or options.learn):
        parser.error("--network and --learn are for a cycle without --recipe")
    try:
        options.out.mkdir(parents=True, exist_ok=True)
        steps = (Course if options.recipe else Cycle).of(options).steps()
    except (OSError, ValueError, RecipeError) as error:
        parser.error(str(error))
    try:
        return run(steps)
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
    add("variant", metavar="VARIANT", nargs="?")
    add("--recipe", type=Path, metavar="FILE", help="make the network of this recipe from nothing")
    add(
        "--share",
        type=between(0.0, 1.0),
        default=1.0,
        metavar="S",
        help="with --recipe: the share of its games that are played (default %(default)s)",
    )
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


Step = tuple[str, list[str]]


def run(steps: Iterable[Step]) -> int:
    """Runs every step in order, until one fails."""
    for title, words in steps:
        say(f"== {title}: {shlex.join(words)}")
        status = subprocess.run(words, check=False).returncode
        if status:
            sys.stderr.write(f"learn_cycle.py: {title} ended with status {status}\n")
            return BAD_USAGE if status == BAD_USAGE else BROKEN_OFF
    return DONE


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

    def steps(self) -> list[Step]:
        """Title and command of each step. Each continues after an interruption."""
        data, samples, fens = (self._file(end) for end in ("data", "smp", "fens"))
        network = self.folder / "network"
        found = network / f"{self.variant}.net"
        threads = ["--threads", str(self.threads)]
        engine, learn = str(self.engine), script("learn.py")
        games = ["--out", data, *self.games]
        games += ["--network", str(self.teacher)] if self.teacher else []
        if self.cluster:
            spread = [*script("datagen.py"), self.variant, "--engine", engine]
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
        words = [*script("match.py"), "--variant", self.variant, "--out", str(records)]
        words += ["--engine", f"name=new,cmd={self.engine},option.EvalFile={network.resolve()}"]
        words += ["--engine", f"name=old,cmd={self.engine}{old}", *self.match]
        return [*words, "--resume"] if records.exists() else words

    def _file(self, end: str) -> str:
        return str(self.folder / f"{self.variant}.{end}")


def script(name: str) -> list[str]:
    """The words that start a script."""
    return [sys.executable, str(SCRIPTS / name)]


@dataclass(frozen=True, slots=True)
class Course:
    """A recipe that is followed. Every step continues after an interruption."""

    recipe: Recipe
    engine: str
    folder: Path
    threads: list[str]
    share: float

    @classmethod
    def of(cls, options: argparse.Namespace) -> Course:
        """By the command line; `RecipeError` for a recipe that cannot be used."""
        return cls(
            Recipe.read(options.recipe), str(options.engine.resolve()), options.out,
            ["--threads", str(options.threads)], options.share,
        )  # fmt: skip

    def steps(self) -> Iterator[Step]:
        """Title and command of each step, in order."""
        for number, generation in enumerate(self.recipe.generations, 1):
            yield from self._generation(number, generation)
        last = len(self.recipe.generations)
        if self.recipe.policy is not None:
            choices, policy = self._file(last, "cho"), self._file(last, "rnk")
            words = [self.engine, "samples", "--choices", self._file(last, "data"), "--out"]
            yield "choices", [*words, choices]
            words = [*script("learn_ranker.py"), choices, "--out", policy]
            yield "policy", words + shlex.split(self.recipe.policy)
        yield "match", self._match(self._network(last))

    def _generation(self, number: int, generation: Generation) -> Iterator[Step]:
        self._folder(number).mkdir(parents=True, exist_ok=True)
        data, samples, fens = (self._file(number, end) for end in ("data", "smp", "fens"))
        games = [self.engine, "datagen", self.recipe.variant, "--out", data, *self.threads]
        games += generation.datagen(self.share)
        games += ["--network", self._network(number - 1)] if number > 1 else ["--hand"]
        yield f"games {number}", games
        words = [self.engine, "samples", data, "--out", samples, "--fens", fens]
        yield f"samples {number}", words
        learn, out = script("learn.py"), str(self._folder(number) / "network")
        first = max(number - generation.keep, 1)
        training = [*learn, *(self._file(each, "smp") for each in range(first, number + 1))]
        training += ["--out", out, *self.threads, *shlex.split(self.recipe.learn)]
        training += shlex.split(generation.learn)
        training += ["--begin", self._network(number - 1)] if generation.begin else []
        training += ["--resume"] if Path(out, CHECKPOINT).exists() else []
        yield f"training {number}", training
        check = [*learn, samples, "--out", out, "--check", self.engine, "--fens", fens]
        yield f"check {number}", check

    def _match(self, network: str) -> list[str]:
        records = self.folder / "match.jsonl"
        words = [*script("match.py"), "--variant", self.recipe.variant, "--out", str(records)]
        new = f"name=new,cmd={self.engine},option.EvalFile={Path(network).resolve()}"
        words += ["--engine", new, "--engine", f"name=old,cmd={self.engine}"]
        words += shlex.split(self.recipe.match)
        return [*words, "--resume"] if records.exists() else words

    def _folder(self, number: int) -> Path:
        return self.folder / f"generation-{number}"

    def _file(self, number: int, end: str) -> str:
        return str(self._folder(number) / f"{self.recipe.variant}.{end}")

    def _network(self, number: int) -> str:
        return str(self._folder(number) / "network" / f"{self.recipe.variant}.net")
