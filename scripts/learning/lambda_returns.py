"""TD(lambda) returns (Sutton 1988): the expected share of each seat by later searches and the
result.

The result is the same for all positions of a game, and a network with only results as targets
memorises the games. Searches of later turns know nearly as much of a position, and differ.
"""

from __future__ import annotations

from typing import Any, cast

import numba
import numpy as np

from .samples import CHUNK, Header, Records, Samples
from .targets import Floats, by_result, by_search

# A share this close to 1 counts as 1: the others have nothing to divide.
NO_REST = np.float32(1e-6)


def lambda_returns(samples: Samples, td_lambda: float) -> Floats | None:
    """Shares of the game by record and seat. The weights of later searches fall by `td_lambda`.
    None if that is 1: then the return is the result, which records have."""
    if td_lambda == 1.0:
        return None
    return np.concatenate(
        [_of_file(file.records, samples.header, td_lambda) for file in samples.files]
    )


def _of_file(records: Records, header: Header, td_lambda: float) -> Floats:
    parts = range(0, len(records), CHUNK)
    found = [by_search(np.asarray(records[first : first + CHUNK]), header) for first in parts]
    returns = by_result(records, header)
    look_back(
        np.asarray(records["game"]), np.asarray(records["mover"]), np.asarray(records["alive"]),
        np.concatenate(found), np.float32(td_lambda), returns,
    )  # fmt: skip
    return returns


def _plain(game: Any, mover: Any, alive: Any, score: Any, td_lambda: Any, returns: Any) -> None:
    """Goes from the last record to the first. The return of a position is that of the next position
    mixed with its search. The gain of the mover is the loss of the others, in proportion to their
    shares."""
    one = np.float32(1.0)
    seats = np.arange(returns.shape[1])
    ahead = returns[-1].copy()
    for record in range(len(game) - 1, -1, -1):
        if record + 1 == len(game) or game[record + 1] != game[record]:
            ahead[:] = returns[record]
        returns[record] = ahead
        me = mover[record]
        mine = td_lambda * ahead[me] + (one - td_lambda) * score[record]
        rest = one - ahead[me]
        if rest > NO_REST:
            ahead *= (one - mine) / rest
        else:
            others = (alive[record] >> seats & 1) * (seats != me)
            ahead[:] = others * (one - mine) / max(others.sum(), 1)
        ahead[me] = mine


look_back = cast(Any, numba.njit(cache=True)(_plain))
