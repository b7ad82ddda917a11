"""Samples of a made-up game with a linear evaluation, for tests of learning."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learning.samples import NOTHING, WHOLE, Header, Records

SCALE_CP = 80
POSITIONS_A_GAME = 10
LAYOUT = "squared-clipped all:24"


def header(players: int = 2, rows: int = 24, most: int = 6, buckets: int = 2) -> Header:
    """Every seat has its own features, and every seat sees all features."""
    record = 24 + 2 * most
    variant = "nim" if players == 2 else f"nim{players}"
    return Header(variant, LAYOUT, players, rows, rows, most, buckets, record, SCALE_CP)


def seats_map(head: Header) -> NDArray[np.uint16]:
    """A seat's own features are first in its view, those of the next seat second. Only the first
    seat sees the last feature."""
    share = head.features // head.players
    features = np.arange(head.features)
    seats = [
        np.where(
            features < share * head.players, (features - seat * share) % (share * head.players),
            features,
        )
        for seat in range(head.players)
    ]  # fmt: skip
    found = np.array(seats, np.uint16)
    found[1:, -1] = NOTHING
    return found


def records(head: Header, count: int, seed: int = 1) -> Records:
    """Positions with random features. Each feature adds its number to the value of its seat."""
    rng = np.random.default_rng(seed)
    found = np.zeros(count, head.dtype())
    order = np.argsort(rng.random((count, head.features)), axis=1)[:, : head.most]
    counts = rng.integers(1, head.most + 1, count)
    used = np.arange(head.most) < counts[:, None]
    share = head.features // head.players
    owner, worth = order // share, 40.0 + 10.0 * (order % share)
    seats = np.arange(head.players)
    values = ((owner[:, :, None] == seats) * (worth * used)[:, :, None]).sum(axis=1)
    values -= values.mean(axis=1, keepdims=True)
    if head.players == 2:
        values *= 2.0
    found["game"] = np.arange(count) // POSITIONS_A_GAME
    found["ply"] = np.arange(count) % POSITIONS_A_GAME
    found["mover"] = rng.integers(0, head.players, count)
    found["bucket"] = counts % head.buckets
    found["alive"] = _living(rng, head.players, found["mover"])
    found["count"] = counts & 0xFF
    found["score_cp"] = np.rint(values[np.arange(count), found["mover"]])
    found["features"] = np.where(used, order, NOTHING)
    found["hand_cp"][:, : head.players] = np.rint(0.5 * values)
    lives = (found["alive"][:, None] >> seats & 1) == 1
    found["points"][:, : head.players] = _points(np.where(lives, values, -np.inf))
    return found


def _points(values: NDArray[Any]) -> NDArray[np.int64]:
    """The expected points of values, as integers. The rest of rounding goes to the greatest."""
    shift = 1.0 if values.shape[1] > 2 else 0.5
    odds = np.exp(shift * (values - values.max(axis=1, keepdims=True)) / SCALE_CP)
    found: NDArray[np.int64] = np.rint(WHOLE * odds / odds.sum(axis=1, keepdims=True)).astype(int)
    found[np.arange(len(found)), values.argmax(axis=1)] += WHOLE - found.sum(axis=1)
    return found


def _living(rng: np.random.Generator, players: int, mover: NDArray[Any]) -> NDArray[np.uint8]:
    everyone = (1 << players) - 1
    if players == 2:
        return np.full(len(mover), everyone, np.uint8)
    out = np.left_shift(1, rng.integers(0, players, len(mover)))
    own = np.left_shift(1, mover.astype(np.int64))
    gone = np.where((rng.random(len(mover)) < 0.3) & (out != own), out, 0)
    return (everyone & ~gone).astype(np.uint8)


def to_bytes(head: Header, body: Records, **changed: Any) -> bytes:
    """The file."""
    data = asdict(head) | changed
    text = json.dumps(data).encode()
    start = b"STRGSMP1" + len(text).to_bytes(4, "little") + text
    return start + seats_map(head).astype("<u2").tobytes() + body.tobytes()


def write(path: Path, head: Header, count: int, seed: int = 1) -> Records:
    """Writes a file and returns its records."""
    body = records(head, count, seed)
    path.write_bytes(to_bytes(head, body))
    return body
