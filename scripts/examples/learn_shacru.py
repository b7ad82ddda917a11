"""Learns Shacru from nothing but games against itself, and shows how it does against random play.

    python learn_shacru.py [SECONDS] [GAMES AT ONCE]

It needs NumPy and the package `strategos` (`pip install ./scripts numpy`). The player looks at the
7 x 7 fields around each of its chevrons, and weighs each way to move that chevron by a linear
function of what it sees there: the weights are the same for all chevrons and fields. Where a player
gains markers, his last moves become likelier, and where he loses some, less likely; so does the
result of a game (policy gradient with a fading trace).
"""

from __future__ import annotations

import sys
import time

import numpy as np
import numpy.typing as npt

from strategos.vector import VectorEnvironment

Floats = npt.NDArray[np.float32]
# Markers and chevrons, own and the enemy's, and the board itself.
PLANES, RADIUS, CHEVRONS = 5, 3, 4
SEEN = PLANES * (2 * RADIUS + 1) ** 2
# Eight directions, each straight on or with one of two twists.
WAYS = 24
FIELDS = 81
PASS = FIELDS * WAYS
TEMPO, FADING, WIN, REPORT_S = 0.1, 0.9, 5.0, 60.0
random = np.random.default_rng(1)


def look(games: VectorEnvironment) -> tuple[Floats, npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """By game and own chevron: what is around it, its legal ways to move, and its field."""
    count = games.count
    board = np.ones((count, PLANES, 9, 9), np.uint8)
    board[:, :4] = games.observations[:, :4]
    edge = (RADIUS, RADIUS)
    board = np.pad(board, ((0, 0), (0, 0), edge, edge))
    windows = np.lib.stride_tricks.sliding_window_view(board, (7, 7), axis=(2, 3))
    game, rank, file = games.observations[:, 2].nonzero()
    slot = np.arange(len(game)) - np.searchsorted(game, game)
    seen = np.zeros((count, CHEVRONS, SEEN), np.float32)
    seen[game, slot] = windows[game, :, rank, file].reshape(-1, SEEN)
    fields = np.zeros((count, CHEVRONS), np.int64)
    fields[game, slot] = 9 * rank + file
    legal = np.zeros((count, CHEVRONS, WAYS), np.bool_)
    ways = games.masks[:, :PASS].reshape(count, FIELDS, WAYS)
    legal[game, slot] = ways[game, fields[game, slot]]
    return seen, legal, fields


def choose(
    weights: Floats, games: VectorEnvironment
) -> tuple[npt.NDArray[np.int64], Floats, Floats]:
    """An action in each game, what was seen, and by how much each way was chosen more often than
    was likely: the gradient of the logarithm of the choice's probability."""
    seen, legal, fields = look(games)
    wishes = np.where(legal, seen @ weights, -np.inf).reshape(games.count, -1)
    best = wishes.max(axis=1, keepdims=True, initial=-1e9)
    likely = np.exp(wishes - best)
    likely /= np.maximum(likely.sum(axis=1, keepdims=True), 1e-9)
    chosen = (wishes + random.gumbel(size=wishes.shape)).argmax(axis=1)
    rows = np.arange(games.count)
    more = -likely
    more[rows, chosen] += 1
    actions = fields[rows, chosen // WAYS] * WAYS + chosen % WAYS
    must_pass = games.masks[:, PASS]
    more[must_pass] = 0
    return np.where(must_pass, PASS, actions), seen, more.reshape(legal.shape)


def share_against_random(weights: Floats, count: int) -> float:
    """The share of points in games against random play, half of them in each seat."""
    games = VectorEnvironment("shacru", count, threads=2)
    mine = np.arange(count) % 2
    points = np.full(count, np.nan)
    while np.isnan(points).any():
        any_legal = np.where(games.masks, random.random(games.masks.shape), -1).argmax(axis=1)
        games.step(np.where(games.seats == mine, choose(weights, games)[0], any_legal))
        ended = games.ends & np.isnan(points)
        points[ended] = (1 + games.rewards[ended, mine[ended]]) / 2
    return float(points.mean())


def lead(games: VectorEnvironment) -> Floats:
    """By game and seat, how many markers more than the other player."""
    own, enemy = games.observations[:, :2].sum(axis=(2, 3), dtype=np.float32).T
    first = np.where(games.seats == 0, own - enemy, enemy - own)
    return np.stack([first, -first], axis=1)


def learn(seconds: float, count: int) -> Floats:
    """Plays and learns for some seconds, and returns the weights."""
    weights = np.zeros((SEEN, WAYS), np.float32)
    games = VectorEnvironment("shacru", count, threads=2)
    # By game and seat, the gradients of the choices so far, older ones less.
    trace = np.zeros((count, games.players, SEEN, WAYS), np.float32)
    rows, played, start, report = np.arange(count), 0, time.monotonic(), 0.0
    while True:
        if (passed := time.monotonic() - start) >= report or passed >= seconds:
            share = 100 * share_against_random(weights, 200)
            print(f"{passed:4.0f} s, {played} games: {share:.0f} % of the points", flush=True)
            report += REPORT_S
        if passed >= seconds:
            return weights
        seats, before = games.seats.astype(np.int64), lead(games)
        actions, seen, more = choose(weights, games)
        trace[rows, seats] = FADING * trace[rows, seats] + seen.transpose(0, 2, 1) @ more
        games.step(actions)
        gain = np.where(games.ends[:, None], WIN * games.rewards, lead(games) - before)
        weights += TEMPO * np.tensordot(gain, trace, axes=2) / count
        trace[games.ends] = 0
        played += int(games.ends.sum())


if __name__ == "__main__":
    words = sys.argv[1:] + ["600", "256"][len(sys.argv) - 1 :]
    learn(float(words[0]), int(words[1]))
