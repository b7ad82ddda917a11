#!/usr/bin/env python3
"""Measures how well the engine guesses where submarines are that it does not see.

    scripts/measure_beliefs.py play --engine target/release/strategos --games 40 games.jsonl
    scripts/measure_beliefs.py measure --engine target/release/strategos games.jsonl

`play` writes games of warpac-subs, from the deployment on, of the engine against three kinds of
opponent in turn: the engine itself, a weak level of it, and one that plays any legal action. A file
that is there already is gone on with. `measure` asks an engine after every turn of such games what
the side that is not the opponent's believes (`query belief`), and looks up the truth.

What is printed is the log loss, in nats a submarine: the mean of -ln of the probability that one of
the unseen submarines, taken at random, is where it truly is. Each square counts as if half an
imagined position more had a submarine there, so that no loss is without end; ln 256 = 5.55 is what
one who knows nothing gets. Two engines are compared by the same games: `--against` another one
prints the mean difference, with an error from the means of the games.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from needs import need

need()

from runtime.arguments import text_of
from runtime.files import LineFile
from strategos_client import Engine, EngineConfig, Limits
from strategos_client.model import NO_MOVE

VARIANT = "warpac-subs"
KINDS = ("engine", "weak", "random")
WEAK_ELO = 1000
# A weak level sets its own limit.
NO_LIMIT = 10_000_000
SQUARES = 256
# As many positions as the engine imagines for its answer (protocol.md, section 10).
STATES = 512
# How many tokens deploy both fleets.
DEPLOYMENTS = 2
# Turns are told apart by so many.
SPAN = 50
PATIENCE_S = 60.0


@dataclass(frozen=True)
class Game:
    """A game of the engine against an opponent of a kind, who plays as `opponent` (1 or 2)."""

    kind: str
    opponent: int
    moves: tuple[str, ...]


# --- Games ----------------------------------------------------------------------------------------


async def play(engines: dict[str, Engine], number: int, options: argparse.Namespace) -> Game:
    """The game of that number."""
    kind, opponent = KINDS[number % len(KINDS)], 1 + number // len(KINDS) % 2
    chance = random.Random(number)
    for engine in engines.values():
        await engine.new_game()
        await engine.set_options({"Seed": str(number)})
    moves: list[str] = []
    while len(moves) < options.turns:
        position = f"deploy moves {' '.join(moves)}"
        referee = engines["engine"]
        referee.set_position(position)
        is_opponents = int((await referee.query("player"))[0]) == opponent
        if kind == "random" and is_opponents and len(moves) >= DEPLOYMENTS:
            move = chance.choice(await referee.legal_moves() or [NO_MOVE])
        else:
            is_weak = kind == "weak" and is_opponents
            limits = Limits(nodes=NO_LIMIT if is_weak else options.nodes)
            mover = engines["weak" if is_weak else "engine"]
            move = (await mover.go(position, limits, PATIENCE_S)).bestmove
        if move == NO_MOVE:
            break
        moves.append(move)
    return Game(kind, opponent, tuple(moves))


async def play_all(options: argparse.Namespace) -> None:
    strong = {"UCI_Variant": VARIANT, "Hash": "4"}
    weak = strong | {"UCI_LimitStrength": "true", "UCI_Elo": str(WEAK_ELO)}
    engines = {
        name: await Engine.start(EngineConfig(name, (str(options.engine),), wanted))
        for name, wanted in (("engine", strong), ("weak", weak))
    }
    with contextlib.closing(LineFile.open(options.games_file)) as file:
        file.mend(is_game, b'{"kind":')
        done = len(read(options.games_file))
        for number in range(done, options.games * len(KINDS)):
            game = await play(engines, number, options)
            file.add(json.dumps(asdict(game)).encode())
    for engine in engines.values():
        await engine.quit()


def is_game(line: bytes) -> bool:
    """Whether a line was written whole."""
    try:
        Game(**json.loads(line))
    except (ValueError, TypeError):
        return False
    return True


def read(path: Path) -> list[Game]:
    """The games of a file."""
    games = [Game(**json.loads(line)) for line in path.read_text(encoding="utf-8-sig").splitlines()]
    return [Game(game.kind, game.opponent, tuple(game.moves)) for game in games]


# --- Losses ---------------------------------------------------------------------------------------


def hidden_squares(fen: str, side: int) -> list[str]:
    """Where the submarines of a side are, by a full FEN."""
    squares = fen.split()[4].split("/")[side - 1]
    return [] if squares == "-" else squares.split(",")


def loss(words: Sequence[str], truth: Sequence[str]) -> float:
    """The log loss of an answer to `query belief`, in nats a submarine."""
    pairs = zip(words[::3], words[2::3], strict=True)
    counts = {square: float(share) * STATES for square, share in pairs}
    total = len(truth) * STATES + SQUARES / 2
    return statistics.fmean(-math.log((counts.get(at, 0) + 0.5) / total) for at in truth)


async def losses(engine: Engine, game: Game) -> list[tuple[int, float]]:
    """The loss after each turn at which something is hidden, with the number of the turn."""
    viewer = 3 - game.opponent
    found = []
    for turn in range(DEPLOYMENTS, len(game.moves) + 1):
        position = f"deploy moves {' '.join(game.moves[:turn])}"
        engine.set_position(position)
        truth = hidden_squares(await engine.fen(), game.opponent)
        engine.set_position(f"view {viewer} {position}")
        words = await engine.query("belief")
        if truth and words:
            found.append((turn, loss(words, truth)))
    return found


# Mean losses in games, by the kind of game and the first turn of a span, -1 for all turns.
Table = dict[tuple[str, int], list[float]]


def means(found: Sequence[tuple[int, float]]) -> dict[int, float]:
    """The mean loss in a game, over all turns and by their spans."""
    spans = defaultdict(list)
    for turn, value in found:
        for first in (-1, turn // SPAN * SPAN):
            spans[first].append(value)
    return {first: statistics.fmean(values) for first, values in spans.items()}


def mean_and_error(values: Sequence[float]) -> str:
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    return f"{statistics.fmean(values):7.3f} ± {error:.3f}"


def line(kind: str, first: int, values: Sequence[float], others: Sequence[float]) -> str:
    """A line of the table; `others` are the losses of another engine in the same games, if any."""
    span = "all turns" if first < 0 else f"turns {first} to {first + SPAN - 1}"
    text = f"{kind:<8}{span:<18}{len(values):5} games {mean_and_error(values)}"
    if not others:
        return text
    gains = [value - other for value, other in zip(values, others, strict=True)]
    change = sum(gains) / sum(others)
    return f"{text}, against {mean_and_error(others)}: {mean_and_error(gains)}, {change:+.1%}"


async def measure(options: argparse.Namespace) -> None:
    """Prints the table."""
    paths = [options.engine, *([options.against] if options.against else [])]
    engines = [
        await Engine.start(EngineConfig(str(path), (str(path),), {"UCI_Variant": VARIANT}))
        for path in paths
    ]
    columns: list[Table] = [defaultdict(list) for _ in engines]
    for game in read(options.games_file):
        for engine, column in zip(engines, columns, strict=True):
            for first, mean in means(await losses(engine, game)).items():
                column[game.kind, first].append(mean)
    for engine in engines:
        await engine.quit()
    for (kind, first), values in sorted(columns[0].items()):
        others = columns[1][kind, first] if options.against else []
        print(line(kind, first, values, others))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, purpose in (("play", "plays games"), ("measure", "measures losses in them")):
        command = commands.add_parser(name, help=purpose)
        command.add_argument("games_file", type=Path)
        command.add_argument("--engine", type=Path, required=True)
    commands.choices["play"].add_argument("--games", type=int, default=40, help="of each kind")
    commands.choices["play"].add_argument("--nodes", type=int, default=1000, help="a turn")
    commands.choices["play"].add_argument("--turns", type=int, default=300, help="of a game")
    commands.choices["measure"].add_argument("--against", type=Path, help="another engine")
    options = parser.parse_args()
    if options.command == "measure" and not options.games_file.exists():
        sys.exit(f"{options.games_file}: no such file")
    try:
        asyncio.run(play_all(options) if options.command == "play" else measure(options))
    except OSError as error:
        sys.exit(text_of(error))


if __name__ == "__main__":
    main()
