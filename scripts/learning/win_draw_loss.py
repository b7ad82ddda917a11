"""`fit_wdl.py`: the win-draw-loss model of scores, fitted to games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from runtime.arguments import BAD_USAGE, OneLineParser
from runtime.output import say

from .headers import SamplesError
from .samples import CHUNK, WHOLE, Samples

DONE = 0
Reals = NDArray[np.float64]
# Larger scores are almost certain and carry no information about the slope.
MOST_CP = 3000
NEWTON_STEPS = 50
BANDS = 10


@dataclass(frozen=True, slots=True)
class Chance:
    """The probability `1 / (1 + exp((even_cp - score) / scale_cp))`."""

    even_cp: float
    scale_cp: float

    def of(self, score: Reals) -> Reals:
        """The probabilities for scores in centipawns."""
        odds = np.exp(np.clip((self.even_cp - score) / self.scale_cp, -60.0, 60.0))
        return np.asarray(1.0 / (1.0 + odds))


def fitted(score: Reals, happened: Reals) -> Chance:
    """The fit of greatest likelihood (Newton's method); `ValueError` if there is none."""
    columns = np.stack([score / 100.0, np.ones_like(score)])
    weights = np.array([1.0, 0.0])
    for _ in range(NEWTON_STEPS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(weights @ columns, -30.0, 30.0)))
        gradient = columns @ (happened - chance)
        curvature = (columns * (chance * (1.0 - chance))) @ columns.T
        try:
            step = np.linalg.solve(curvature, gradient)
        except np.linalg.LinAlgError:
            raise ValueError("the scores say nothing about the results") from None
        weights = weights + np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < 1e-9:
            break
    if weights[0] <= 1e-3:
        raise ValueError("the scores say nothing about the results")
    scale = 100.0 / float(weights[0])
    return Chance(-float(weights[1]) * scale, scale)


@dataclass(frozen=True, slots=True)
class Chances:
    """The probabilities of a win (the whole game) and of a loss (nothing). The rest is shared
    games."""

    win: Chance
    loss: Chance

    def shares(self, score: Reals, shared: float) -> Reals:
        """The expected share of the game, if shared games give `shared` on average."""
        win, loss = self.win.of(score), self.loss.of(-score)
        return np.asarray(win + shared * np.maximum(1.0 - win - loss, 0.0))


def results_of(samples: Samples) -> tuple[Reals, Reals]:
    """Scores in centipawns and the movers' shares of their games, for all positions. With two
    players each position also counts from the opponent's view."""
    scores, shares = [], []
    for records in samples.files:
        for begin in range(0, len(records.records), CHUNK):
            part = records.records[begin : begin + CHUNK]
            points = part["points"][np.arange(len(part)), part["mover"]]
            scores.append(part["score_cp"].astype(np.float64))
            shares.append(points / WHOLE)
    score, share = np.concatenate(scores), np.concatenate(shares)
    near = np.abs(score) <= MOST_CP
    score, share = score[near], share[near]
    if samples.header.players == 2:
        score, share = np.concatenate([score, -score]), np.concatenate([share, 1.0 - share])
    return score, share


def chances_of(score: Reals, share: Reals) -> Chances:
    """The model for scores and shares."""
    return Chances(
        fitted(score, (share >= 1.0).astype(np.float64)),
        fitted(-score, (share <= 0.0).astype(np.float64)),
    )


def bands(score: Reals, share: Reals, chances: Chances) -> list[tuple[float, float, float, float]]:
    """Mean score, and expected, observed and missed share in percent, in bands of equal numbers."""
    between = (share > 0.0) & (share < 1.0)
    shared = float(share[between].mean()) if between.any() else 0.0
    expected = chances.shares(score, shared)
    found = []
    for band in np.array_split(np.argsort(score, kind="stable"), BANDS):
        should, does = 100.0 * expected[band].mean(), 100.0 * share[band].mean()
        found.append((float(score[band].mean()), float(should), float(does), float(does - should)))
    return found


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 2 if a file cannot be used."""
    parser = OneLineParser(
        prog="fit_wdl.py", description="Fits the win-draw-loss model to results of games."
    )
    parser.add_argument(
        "samples", nargs="+", type=Path, metavar="FILE", help="samples of one variant"
    )
    options = parser.parse_args(words)
    try:
        samples = Samples(options.samples)
        score, share = results_of(samples)
        chances = chances_of(score, share)
    except (SamplesError, OSError, ValueError) as error:
        sys.stderr.write(f"{parser.prog}: {error}\n")
        return BAD_USAGE
    _show(samples.header.variant, score, share, chances)
    return DONE


def _show(variant: str, score: Reals, share: Reals, chances: Chances) -> None:
    say(f"{variant}: {len(score)} positions")
    for name, chance in (("win", chances.win), ("loss", chances.loss)):
        say(f"{name}: even at {chance.even_cp:.0f} cp, odds grow by e a {chance.scale_cp:.0f} cp")
    say("mean score  expected  observed  missed")
    for mean, should, does, missed in bands(score, share, chances):
        say(f"{mean:10.0f}  {should:7.1f}%  {does:7.1f}%  {missed:+6.1f}")
