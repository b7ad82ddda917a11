#!/usr/bin/env python3
"""Measures how strong the levels are in a variant, and prints what belongs into the source.

    scripts/calibrate.py --engine target/release/strategos --variant pacru --out levels
    scripts/calibrate.py --engine target/release/strategos --variant pacru --out levels --check

A tournament: each rung of the ladder (`strategos levels VARIANT`, or --rungs) plays those next to
it, and some of them a plain search of 4000 nodes, which is the anchor: its Elo is 2000 in every
variant. The ratings are those of greatest likelihood (Bradley and Terry; Plackett and Luce for more
than two players) over all games, from openings of the engine's `genfens`. They go into `levels.rs`
of the game. In War-in-the-Pacific Chess, where nearly all games are drawn, points decide draws.

With --check levels 200 Elo apart play each other instead, who should score 76 %: 1 / (1 + 10 **
-0.5). Then it prints the ladder with its distances mended by that, see `mended`.

The games of each pair are kept in a file under --out. The same command goes on where it was broken
off, and other rungs, or more games, are added to those that are there.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite, log
from pathlib import Path

from needs import need

need()

from matches.records.archive import load
from matches.records.game_record import GameRecord
from matches.statistics.elo import EloInterval
from matches.statistics.plackett_luce import ratings

ANCHOR_ELO = 2000
ANCHOR_NODES = 4000
# Rungs play the anchor where it searches at most so many times their nodes and they err by at most
# this, in centipawns: others would lose nearly all games.
ANCHOR_TIMES = 4
ANCHOR_ERROR_CP = 20
# The range of UCI_Elo, and the steps of --check.
LEAST_ELO, MOST_ELO, STEP = 600, 2200, 200
# The standard deviation of a distance of 200 in a ladder, before levels have played each other.
STEP_ERROR = 60
# Where log odds change by 1, the Elo changes by this.
ELO_SLOPE = 400 / log(10)
# Levels set limits of their own, which are lower.
NO_LIMIT = 10_000_000
MATCH = Path(__file__).with_name("match.py")


@dataclass(frozen=True)
class Player:
    """An engine of a match: its name there, and what its specification says besides."""

    name: str
    words: str


@dataclass(frozen=True)
class Rung:
    """A weak player: the nodes for a move, and the standard deviation of errors in centipawns."""

    nodes: int
    error_cp: int

    @classmethod
    def read(cls, text: str) -> Rung:
        """From NODES:ERROR."""
        nodes, error_cp = text.split(":")
        return cls(int(nodes), int(error_cp))

    @property
    def player(self) -> Player:
        """The engine that plays so. An error of a centipawn makes it search as levels do: with
        one thread, by alpha-beta, and with nothing of earlier searches."""
        error = f"option.Evaluation Error={max(1, self.error_cp)}"
        return Player(f"n{self.nodes}e{self.error_cp}", f"{error},nodes={self.nodes}")

    @property
    def plays_anchor(self) -> bool:
        """Whether games against the anchor would say something."""
        is_near = ANCHOR_TIMES * self.nodes >= ANCHOR_NODES
        return is_near and self.error_cp <= ANCHOR_ERROR_CP


ANCHOR = Player("plain", f"nodes={ANCHOR_NODES}")


def level(elo: int) -> Player:
    """The engine at a level."""
    limit = f"option.UCI_LimitStrength=true,option.UCI_Elo={elo}"
    return Player(f"elo{elo}", f"{limit},nodes={NO_LIMIT}")


def ladder(engine: str, variant: str) -> list[tuple[int, Rung]]:
    """The rungs in the engine, from the weakest on, with their Elo."""
    done = subprocess.run(
        [engine, "levels", variant], capture_output=True, text=True, check=True, timeout=60
    )
    lines = [[int(word) for word in line.split()] for line in done.stdout.splitlines()]
    return [(elo, Rung(nodes, error_cp)) for elo, nodes, error_cp in lines]


def pairs_of(rungs: Sequence[Rung]) -> list[tuple[Player, Player]]:
    """Who plays whom: neighbours, next but ones, and the anchor."""
    players = [rung.player for rung in rungs]
    pairs = [*pairwise(players), *zip(players, players[2:], strict=False)]
    return pairs + [(rung.player, ANCHOR) for rung in rungs if rung.plays_anchor]


def play(words: argparse.Namespace, pair: tuple[Player, Player]) -> list[GameRecord]:
    """The games of two: those that are in their file, and as many more as are asked for."""
    low, high = pair
    path = words.out / words.variant / f"{low.name}-{high.name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or len(load(path)[0]) < words.games:
        command = [
            sys.executable, str(MATCH), "--variant", words.variant, "--games", str(words.games),
            "--genfens", "--seed", "1", "--out", str(path), "--report-every", "1000000",
        ]  # fmt: skip
        for player in pair:
            command += ["--engine", f"name={player.name},cmd={words.engine},{player.words}"]
        if path.exists():
            command.append("--resume")
        if words.variant.startswith("warpac"):
            command += ["--adjudicate", "points"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{MATCH.name}: {done.stderr.strip() or done.stdout.strip()}")
    return [record for record in load(path)[0] if not record.void]


def places(game: GameRecord) -> list[int]:
    """Of the seats; a draw that was won on points counts as won."""
    if game.on_points:
        return [1, 2] if game.on_points == "p1win" else [2, 1]
    return game.ranking


def rated(names: list[str], games: Iterable[GameRecord]) -> dict[str, EloInterval]:
    """The ratings of all of them."""
    results = [([names.index(name) for name in game.engines], places(game)) for game in games]
    return dict(zip(names, ratings(len(names), results), strict=True))


def score(name: str, games: Iterable[GameRecord]) -> float:
    """The share of the opponents that the engine of that name left behind."""
    points = []
    for game in games:
        seats = list(zip(places(game), game.engines, strict=True))
        own = [place for place, engine in seats if engine == name]
        others = [place for place, engine in seats if engine != name]
        points += [(p < q) + (p == q) / 2 for p in own for q in others]
    return sum(points) / len(points)


def rising(rungs: Sequence[tuple[int, Rung]]) -> list[tuple[int, Rung]]:
    """Those of them, from the weakest on, that are stronger than all before: others could not be
    told apart. Of those below the range of `UCI_Elo` one is enough, and so it is above."""
    kept: list[tuple[int, Rung]] = []
    for elo, rung in rungs:
        if kept and elo <= kept[-1][0]:
            continue
        if kept and elo <= LEAST_ELO:
            kept.pop()
        kept.append((elo, rung))
        if elo >= MOST_ELO:
            break
    return kept


@dataclass(frozen=True)
class Step:
    """How the stronger of two levels did, the weaker of which has this Elo."""

    low: int
    share: float
    games: int

    @property
    def distance(self) -> int:
        """The likeliest one between the two, in Elo, if before the games it is normally distributed
        around 200; the order of the rungs stays."""

        def rises(distance: float) -> bool:
            """Whether greater distances are likelier: the slope of the log likelihood."""
            expected = 1 / (1 + 10 ** (-distance / 400))
            by_games = self.games * (self.share - expected) / ELO_SLOPE
            return by_games > (distance - STEP) / STEP_ERROR**2

        return next(distance for distance in range(1, 10 * STEP) if not rises(distance))


def mended(rungs: Sequence[tuple[int, Rung]], steps: Sequence[Step]) -> list[tuple[int, Rung]]:
    """The ladder after levels have played each other: between them its distances become theirs,
    and beyond the last ones as at these. The anchor's Elo stays."""
    distances = {step.low: step.distance for step in steps}

    def stretch(elo: int) -> float:
        """How much longer distances become there."""
        return distances[min(max(elo // STEP * STEP, steps[0].low), steps[-1].low)] / STEP

    def moved(elo: int) -> int:
        low, high = sorted((elo, ANCHOR_ELO))
        distance = sum(stretch(point) for point in range(low, high))
        return round(ANCHOR_ELO + (distance if elo > ANCHOR_ELO else -distance))

    return [(moved(elo), rung) for elo, rung in rungs]


def show(rungs: Iterable[tuple[int, Rung]]) -> None:
    """Prints a ladder as it stands in the source."""
    for elo, rung in rungs:
        print(f"({elo}, {rung.nodes}, {rung.error_cp}),")


def measure(words: argparse.Namespace) -> None:
    """Prints the rating of every rung."""
    rungs = words.rungs or [rung for _, rung in ladder(words.engine, words.variant)]
    games = []
    for pair in pairs_of(rungs):
        found = play(words, pair)
        print(f"{pair[0].name} - {pair[1].name}: {score(pair[0].name, found):.1%} of {len(found)}")
        sys.stdout.flush()
        games += found
    elos = rated([rung.player.name for rung in rungs] + [ANCHOR.name], games)
    to_anchor = ANCHOR_ELO - elos[ANCHOR.name].elo
    measured = []
    for rung in rungs:
        found_elo = elos[rung.player.name]
        elo = found_elo.elo + to_anchor
        # Who won or lost all his games has no rating, and without the anchor's nobody has one.
        if isfinite(elo):
            print(f"{rung.player.name}: {elo:.0f} ± {found_elo.error:.0f}")
            measured.append((round(elo), rung))
        else:
            print(f"{rung.player.name}: no rating, all games are one-sided")
    print(f"{words.variant}, {len(games)} games:")
    show(rising(measured))


def check(words: argparse.Namespace) -> None:
    """Prints how levels do against those 200 Elo below, where the ladder has both."""
    rungs = ladder(words.engine, words.variant)
    lowest, highest = rungs[0][0], rungs[-1][0]
    elos = [elo for elo in range(LEAST_ELO, MOST_ELO + 1, STEP) if lowest <= elo <= highest]
    steps = []
    for low, high in pairwise(elos):
        found = play(words, (level(low), level(high)))
        steps.append(Step(low, score(level(high).name, found), len(found)))
        print(f"{words.variant}: {high} - {low}: {steps[-1].share:.1%} of {len(found)} games")
        sys.stdout.flush()
    if not steps:
        sys.exit(f"{words.variant}: the ladder does not reach over {STEP} Elo")
    print(f"{words.variant}: {sum(step.share for step in steps) / len(steps):.1%} on average")
    show(rising(mended(rungs, steps)))


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description="Measures the engine's levels.")
    parser.add_argument("--engine", required=True, help="the program")
    parser.add_argument("--variant", default="pacific-a")
    parser.add_argument("--games", type=int, default=200, help="of each pair (default 200)")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="for the games")
    parser.add_argument("--check", action="store_true", help="play levels 200 Elo apart")
    parser.add_argument(
        "--rungs", type=Rung.read, nargs="+", metavar="NODES:ERROR",
        help="measure these, from the weakest on, instead of what the engine has",
    )  # fmt: skip
    words = parser.parse_args()
    if words.check:
        check(words)
    else:
        measure(words)


if __name__ == "__main__":
    main()
