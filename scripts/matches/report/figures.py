"""The plots of a match as plain data: `charts` draws them as SVG, `png` as files."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..records.game_record import GameRecord
from ..statistics.standing import Standing

CHECKPOINTS = 40
LENGTH_BINS = 24
# Larger errors are left out, because they would flatten the plot.
LARGEST_ERROR = 1000.0


@dataclass(frozen=True, slots=True)
class Point:
    """A value and the half-width of its interval."""

    x: float
    y: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Line:
    """A named series of points."""

    name: str
    points: list[Point]


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot: either `lines` or `bars` (label and count)."""

    name: str
    title: str
    x_label: str
    y_label: str
    lines: list[Line] = field(default_factory=list)
    bars: list[tuple[str, float]] = field(default_factory=list)


def figures(records: Sequence[GameRecord]) -> list[Figure]:
    """All plots of a match; none without games."""
    counted = [record for record in records if not record.void]
    if not counted:
        return []
    variants = sorted({record.variant for record in counted})
    ratings = [
        ratings_over_time(
            [record for record in counted if record.variant == variant],
            f"-{variant}" if len(variants) > 1 else "",
        )
        for variant in variants
    ]
    return [*ratings, lengths(counted), outcomes(counted), endings(counted)]


def ratings_over_time(records: Sequence[GameRecord], suffix: str = "") -> Figure:
    """Each engine's rating over the games of one variant, in the order of their ends."""
    names = sorted({name for record in records for name in record.engines})
    standing = Standing(tuple(names))
    lines = [Line(name, []) for name in names]
    step = max(math.ceil(len(records) / CHECKPOINTS), 1)
    for count, record in enumerate(records, 1):
        standing.add(record)
        if count % step and count != len(records):
            continue
        ratings = standing.ratings()
        for line in lines:
            rating = ratings[line.name]
            if rating.error < LARGEST_ERROR:
                line.points.append(Point(count, rating.elo, rating.error))
    title = f"Ratings over time{suffix.replace('-', ', ', 1)}"
    scale = "Elo" if len(names) == 2 else "Elo against the mean"
    return Figure(f"ratings{suffix}", title, "games", scale, lines)


def lengths(records: Sequence[GameRecord]) -> Figure:
    """A histogram of the lengths of games, in tokens."""
    sizes = [len(record.moves) for record in records]
    width = max(math.ceil((max(sizes) + 1) / LENGTH_BINS), 1)
    counts = Counter(size // width for size in sizes)
    bars = [
        (f"{index * width}", float(counts[index])) for index in range(min(counts), max(counts) + 1)
    ]
    return Figure("lengths", "Length of games", "tokens", "games", bars=bars)


def outcomes(records: Sequence[GameRecord]) -> Figure:
    """The wins of each seat."""
    counts = Counter(record.result for record in records)
    bars = [(result, float(count)) for result, count in sorted(counts.items())]
    return Figure("outcomes", "Results by seat", "result", "games", bars=bars)


def endings(records: Sequence[GameRecord]) -> Figure:
    """Why the games ended."""
    counts = Counter(record.ending for record in records)
    bars = [(reason, float(count)) for reason, count in counts.most_common()]
    return Figure("endings", "Reasons of the end", "reason", "games", bars=bars)
