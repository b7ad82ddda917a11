"""Ends games early, if the engines' scores meet the conditions of the user."""

from __future__ import annotations

from collections.abc import Sequence

from .plan import Adjudication

Verdict = tuple[str, str]


def adjudicate(
    rules: Adjudication, players: Sequence[int], scores: Sequence[int | None], seats: int
) -> Verdict | None:
    """Result and reason, or None while the game goes on. `players` and `scores` have one entry
    for each token: the mover and his score in centipawns."""
    if seats == 2:
        if rules.resign_moves and (loser := _resigning(rules, players, scores)):
            return f"p{3 - loser}win", "resignation"
        if rules.draw_moves and _drawn(rules, scores):
            return "draw", "draw by score"
    if 0 < rules.max_tokens <= len(players):
        return "draw", "length"
    return None


def _resigning(
    rules: Adjudication, players: Sequence[int], scores: Sequence[int | None]
) -> int | None:
    """The player who resigns: his scores say that he is lost, and those of his opponent agree
    unless one side is enough."""

    def agree(player: int, sign: int) -> bool:
        found = _last_scores(rules.resign_moves, player, players, scores)
        return len(found) == rules.resign_moves and all(
            score is not None and sign * score >= rules.resign_cp for score in found
        )

    for player in (1, 2):
        if agree(player, -1) and (rules.resign_one_sided or agree(3 - player, 1)):
            return player
    return None


def _last_scores(
    count: int, player: int, players: Sequence[int], scores: Sequence[int | None]
) -> list[int | None]:
    found: list[int | None] = []
    for mover, score in zip(reversed(players), reversed(scores), strict=True):
        if mover == player:
            found.append(score)
            if len(found) == count:
                break
    return found


def _drawn(rules: Adjudication, scores: Sequence[int | None]) -> bool:
    window = 2 * rules.draw_moves
    if len(scores) < max(rules.draw_from, window):
        return False
    return all(score is not None and abs(score) <= rules.draw_cp for score in scores[-window:])
