"""What each seat may expect from what came after a position: the searches of the rest of its game,
the nearer the more, and last its result (TD(lambda), Sutton 1988).

A result is one throw of the dice for all positions of a game, and a network that is shown it a
hundred times learns the game by heart. Searches some turns later know nearly as much of the
position, and are not all alike.
"""

from __future__ import annotations

from typing import Any, cast

import numba
import numpy as np

from .samples import CHUNK, Header, Records, Samples
from .targets import Floats, by_result, by_search

# Who expects all but this has all: nobody has a part of the rest to keep.
NO_REST = np.float32(1e-6)


def outlooks(samples: Samples, trace: float) -> Floats | None:
    """By number of the record and seat, shares of the game; each search that follows leaves the
    part `trace` to those after it. None where all is left to the result, which records hold."""
    if trace == 1.0:
        return None
    return np.concatenate([_of_file(file.records, samples.header, trace) for file in samples.files])


def _of_file(records: Records, header: Header, trace: float) -> Floats:
    parts = range(0, len(records), CHUNK)
    found = [by_search(np.asarray(records[first : first + CHUNK]), header) for first in parts]
    outlook = by_result(records, header)
    look_back(
        np.asarray(records["game"]), np.asarray(records["mover"]), np.asarray(records["alive"]),
        np.concatenate(found), np.float32(trace), outlook,
    )  # fmt: skip
    return outlook


def _plain(game: Any, mover: Any, alive: Any, score: Any, trace: Any, outlook: Any) -> None:
    """From the last record to the first: the outlook of a position is that of the next one of its
    game, into which the search of that one is mixed. What the mover gains the others lose, each in
    proportion to what he had."""
    one = np.float32(1.0)
    seats = np.arange(outlook.shape[1])
    ahead = outlook[-1].copy()
    for record in range(len(game) - 1, -1, -1):
        if record + 1 == len(game) or game[record + 1] != game[record]:
            ahead[:] = outlook[record]
        outlook[record] = ahead
        me = mover[record]
        mine = trace * ahead[me] + (one - trace) * score[record]
        rest = one - ahead[me]
        if rest > NO_REST:
            ahead *= (one - mine) / rest
        else:
            others = (alive[record] >> seats & 1) * (seats != me)
            ahead[:] = others * (one - mine) / max(others.sum(), 1)
        ahead[me] = mine


look_back = cast(Any, numba.njit(cache=True)(_plain))
