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
from runtime.variants import add_variants

from .cli import between
from .recipes import Generation, Recipe, RecipeError
from .stage import Stage, Step, script

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
    add_variants(parser)
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
        stage = Stage(self.variant, str(self.engine), self.folder, self.threads)
        games = [*self.games, *(["--network", str(self.teacher)] if self.teacher else [])]
        if not self.cluster:
            play = [("games", stage.games(games))]
        elif Path(stage.file("data")).exists():
            play = []
        else:
            words = [*script("datagen.py"), self.variant, "--engine", stage.engine]
            play = [("games", [*words, "--out", stage.file("data"), *games, *self.cluster])]
        return [
            *play,
            ("samples", stage.samples()),
            ("training", stage.training([], self.learn)),
            ("check", stage.check()),
            ("match", stage.match(self.folder, self.teacher, self.match)),
        ]


@dataclass(frozen=True, slots=True)
class Course:
    """A recipe that is followed. Every step continues after an interruption."""

    recipe: Recipe
    engine: Path
    folder: Path
    threads: int
    share: float

    @classmethod
    def of(cls, options: argparse.Namespace) -> Course:
        """By the command line; `RecipeError` for a recipe that cannot be used."""
        recipe, engine = Recipe.read(options.recipe), options.engine.resolve()
        return cls(recipe, engine, options.out, options.threads, options.share)

    def steps(self) -> Iterator[Step]:
        """Title and command of each step, in order."""
        stages: list[Stage] = []
        for number, generation in enumerate(self.recipe.generations, 1):
            folder = self.folder / f"generation-{number}"
            folder.mkdir(parents=True, exist_ok=True)
            stage = Stage(self.recipe.variant, str(self.engine), folder, self.threads)
            yield from self._generation(number, generation, stage, stages)
            stages.append(stage)
        last = stages[-1]
        if self.recipe.policy is not None:
            choices, policy = last.file("cho"), last.file("rnk")
            words = [last.engine, "samples", "--choices", last.file("data"), "--out", choices]
            yield "choices", words
            words = [*script("learn_ranker.py"), choices, "--out", policy]
            yield "policy", words + shlex.split(self.recipe.policy)
        yield "match", last.match(self.folder, None, shlex.split(self.recipe.match))

    def _generation(
        self, number: int, generation: Generation, stage: Stage, before: Sequence[Stage]
    ) -> Iterator[Step]:
        player = ["--network", str(before[-1].network)] if before else ["--hand"]
        yield f"games {number}", stage.games([*generation.datagen(self.share), *player])
        yield f"samples {number}", stage.samples()
        words = [*shlex.split(self.recipe.learn), *shlex.split(generation.learn)]
        if generation.begin:
            words += ["--begin", str(before[-1].network)]
        kept = before[max(len(before) - generation.keep, 0) :]
        yield f"training {number}", stage.training(kept, words)
        yield f"check {number}", stage.check()
