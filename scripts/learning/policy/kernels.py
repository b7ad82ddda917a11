"""The arithmetic of policy networks, in loops that numba compiles.

Indices are not checked: `choices` has checked all of them. A batch is divided into slices with
their own gradients, so results are the same for any number of threads."""

from __future__ import annotations

from typing import Any, cast

import numba
import numpy as np

from .choices import FIXED_WORDS, MOST_ACTIONS, NO_PART

SLICES = 4
ZERO, ONE, TWO = np.float32(0.0), np.float32(1.0), np.float32(2.0)


def _plain(
    words: Any, batch: Any, parts: int, w0: Any, b0: Any, w1: Any, b1: Any, gradients: Any
) -> Any:
    """The loss of a batch in nats, the number of choices in which the likeliest action was played,
    and, if there is room for them, the gradients of each slice."""
    hidden = b0.shape[0]
    learns = len(gradients) > 0
    losses, hits = np.zeros(SLICES), np.zeros(SLICES)
    for part in numba.prange(SLICES):
        if learns:
            gradients[part] = ZERO
        sums, active = np.zeros(hidden, np.float32), np.zeros(hidden, np.float32)
        pull = np.zeros(hidden, np.float32)
        logits = np.zeros(MOST_ACTIONS, np.float32)
        for number in range(part, len(batch), SLICES):
            place = batch[number]
            features, actions = words[place + 2], words[place + 3]
            chosen = words[place + 4]
            first = place + FIXED_WORDS
            behind = first + features
            sums[:] = b0
            for index in range(first, behind):
                row = w0[words[index]]
                for h in range(hidden):
                    sums[h] += row[h]
            for h in range(hidden):
                clipped = min(max(sums[h], ZERO), ONE)
                active[h] = clipped * clipped
            highest, best = np.float32(-1e30), 0
            for action in range(actions):
                logit = ZERO
                for index in range(behind + action * parts, behind + (action + 1) * parts):
                    row_number = words[index]
                    if row_number != NO_PART:
                        row = w1[row_number]
                        logit += b1[row_number]
                        for h in range(hidden):
                            logit += active[h] * row[h]
                logits[action] = logit
                if logit > highest:
                    highest, best = logit, action
            total = ZERO
            for action in range(actions):
                total += np.exp(logits[action] - highest)
            losses[part] += np.log(total) + highest - logits[chosen]
            hits[part] += best == chosen
            if not learns:
                continue
            mine = gradients[part]
            g0 = mine[: w0.size].reshape(w0.shape)
            gb0 = mine[w0.size : w0.size + hidden]
            g1 = mine[w0.size + hidden : w0.size + hidden + w1.size].reshape(w1.shape)
            gb1 = mine[w0.size + hidden + w1.size :]
            pull[:] = ZERO
            for action in range(actions):
                slope = np.exp(logits[action] - highest) / total
                if action == chosen:
                    slope -= ONE
                if abs(slope) < np.float32(1e-4):
                    continue
                for index in range(behind + action * parts, behind + (action + 1) * parts):
                    row_number = words[index]
                    if row_number != NO_PART:
                        row, into = w1[row_number], g1[row_number]
                        gb1[row_number] += slope
                        for h in range(hidden):
                            pull[h] += slope * row[h]
                            into[h] += slope * active[h]
            for h in range(hidden):
                clipped = min(max(sums[h], ZERO), ONE)
                inside = ZERO < sums[h] < ONE
                pull[h] = pull[h] * TWO * clipped if inside else ZERO
                gb0[h] += pull[h]
            for index in range(first, behind):
                into = g0[words[index]]
                for h in range(hidden):
                    into[h] += pull[h]
    return losses.sum(), hits.sum()


look_at = cast(Any, numba.njit(fastmath=True, cache=True, parallel=True)(_plain))
