"""The log loss of an engine's beliefs about unseen submarines, in nats for each submarine.

It is the mean of -ln of the probability that a random unseen submarine is on its true square.
Half a determinization is added to each square, so no loss is infinite. Without any knowledge the
loss is ln 256 = 5.55.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections import defaultdict
from collections.abc import Sequence

from strategos_client import Engine, EngineConfig

from .games import DEPLOYMENTS, VARIANT, Game, read

SQUARES = 256
# The determinizations behind an answer of the engine (protocol.md, section 10).
STATES = 512
# Turns are grouped into spans of this length.
SPAN = 50
# Mean losses in games, by the kind of game and the first turn of a span, -1 for all turns.
Table = dict[tuple[str, int], list[float]]


def hidden_squares(fen: str, side: int) -> list[str]:
    """Where the submarines of a side are, by a full FEN."""
    squares = fen.split()[4].split("/")[side - 1]
    return [] if squares == "-" else squares.split(",")


def loss(words: Sequence[str], truth: Sequence[str]) -> float:
    """The log loss of an answer to `query belief`, in nats for each submarine."""
    pairs = zip(words[::3], words[2::3], strict=True)
    counts = {square: float(share) * STATES for square, share in pairs}
    total = len(truth) * STATES + SQUARES / 2
    return statistics.fmean(-math.log((counts.get(at, 0) + 0.5) / total) for at in truth)


async def losses(engine: Engine, game: Game) -> list[tuple[int, float]]:
    """The number and the loss of each turn after which something is hidden."""
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


def means(found: Sequence[tuple[int, float]]) -> dict[int, float]:
    """The mean loss in a game, over all turns and for each span."""
    spans = defaultdict(list)
    for turn, value in found:
        for first in (-1, turn // SPAN * SPAN):
            spans[first].append(value)
    return {first: statistics.fmean(values) for first, values in spans.items()}


def mean_and_error(values: Sequence[float]) -> str:
    """The mean with its standard error."""
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
