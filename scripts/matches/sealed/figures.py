"""What sealed games cost: random games of two players with files of their own."""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from strategos_client import EngineConfig, EngineError, Limits, SimpleEngine, with_moves

VARIANTS = ("warpac", "warpac-once", "warpac-subs", "warpac-subs-once", "gameofwar")
MOST_TURNS = 160
# A turn has at most this number of actions, if it is no deployment.
MOST_ACTIONS = 40
# Each time is the mean of this number of runs.
RUNS = 5


def main(description: str | None = None) -> int:
    """Prints a row of a table for each variant."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--engine", default="target/release/strategos", metavar="PATH")
    parser.add_argument("--games", type=int, default=8, metavar="N", help="a variant")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", action="append", choices=VARIANTS, dest="variants")
    options = parser.parse_args()
    program = str(Path(options.engine).absolute())
    print("| variant | games | lines a game | bytes a game | ms a line | ms an audit |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    for variant in options.variants or VARIANTS:
        chance = random.Random(f"{options.seed} {variant}")
        try:
            costs = [measure(program, variant, chance) for _ in range(options.games)]
        except (subprocess.CalledProcessError, EngineError) as error:
            words = error.stderr if isinstance(error, subprocess.CalledProcessError) else error
            print(f"measure_sealed.py: {words}", file=sys.stderr)
            return 1
        print(row(variant, costs), flush=True)
    return 0


@dataclass(frozen=True)
class Cost:
    """What a game took: its lines, and processor time in seconds."""

    lines: int
    bytes: int
    following: float
    audit: float


def row(variant: str, costs: list[Cost]) -> str:
    """The means of some games as a row of a table."""
    games, lines = len(costs), sum(cost.lines for cost in costs)
    line_ms = 1000 * sum(cost.following for cost in costs) / lines
    audit_ms = 1000 * sum(cost.audit for cost in costs) / games
    size = sum(cost.bytes for cost in costs) / games
    words = (variant, str(games), f"{lines / games:.0f}", f"{size:,.0f}")
    return f"| {' | '.join(words)} | {line_ms:.2f} | {audit_ms:.0f} |"


def measure(
    program: str, variant: str, chance: random.Random, most_turns: int = MOST_TURNS
) -> Cost:
    """Plays a game and measures it; raises CalledProcessError and EngineError."""
    options = {"UCI_Variant": variant, "Hash": "1", "Seed": str(chance.randrange(2**31))}
    config = EngineConfig("rules", (program,), options)
    with tempfile.TemporaryDirectory() as folder, SimpleEngine.start(config) as rules:
        pair = Pair(program, Path(folder), variant)
        started = seconds(lambda: pair.run("status", pair.files[0]))
        pair.play(rules, chance, most_turns)
        lines = pair.run("status", pair.files[0], "--lines")
        following = seconds(lambda: pair.run("status", pair.files[0])) - started
        audit = seconds(lambda: pair.run("audit", *pair.files)) - started
        return Cost(lines.count("\n"), len(lines), following, audit)


def seconds(act: Callable[[], object]) -> float:
    """The processor time of the programs that `act` runs."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(RUNS):
        act()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / RUNS


class Pair:
    """Two players who see nothing but each other's lines."""

    def __init__(self, program: str, folder: Path, variant: str) -> None:
        self._program = program
        self.files = [str(folder / name) for name in ("ann", "bob")]
        terms = ("--variant", variant, "--first", "me", "--as", "Ann")
        first = self.run("new", self.files[0], *terms)
        self._send(1, self.run("new", self.files[1], "--as", "Bob", "--join", "-", given=first))

    def run(self, *words: str, given: str = "") -> str:
        """What `strategos sealed` prints; raises CalledProcessError."""
        command = (self._program, "sealed", *words)
        done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
        return done.stdout

    def _send(self, giver: int, lines: str) -> None:
        """Hands lines to the other player, then the answers, until there are none."""
        while lines:
            giver = 1 - giver
            lines = self.run("receive", self.files[giver], given=lines)

    def _status(self, player: int) -> dict[str, Any]:
        return dict(json.loads(self.run("status", self.files[player], "--json")))

    def play(self, rules: SimpleEngine, chance: random.Random, most_turns: int) -> None:
        """A random game to its end, or to a random turn in which a player gives up."""
        most, turns = chance.randrange(2, most_turns), 0
        while True:
            states = [self._status(player) for player in (0, 1)]
            wanted = [state["next"] for state in states]
            if "move" in wanted:
                mover = wanted.index("move")
                token = "resign" if turns >= most else turn(rules, states[mover], chance)
                line = self.run("move", self.files[mover], "--", token)
                turns += 1
            elif "open" in wanted:
                mover = wanted.index("open")
                line = self.run("open", self.files[mover])
            else:
                return
            self._send(mover, line)


def turn(rules: SimpleEngine, state: dict[str, Any], chance: random.Random) -> str:
    """A whole random turn; a deployment is drawn by the engine."""
    position = str(state["position"])
    if "deployment" in state["expected"]:
        return rules.go(position, Limits(nodes=1)).bestmove
    part: list[str] = []
    for _ in range(MOST_ACTIONS):
        rules.set_position(with_moves(position, *([",".join(part)] if part else [])))
        part.append(chance.choice(rules.legal_moves()))
        rules.set_position(position)
        if not rules.ask([f"query told {','.join(part)}"]).errors:
            return ",".join(part)
    raise EngineError(f"no turn ends in {state['variant']}")
