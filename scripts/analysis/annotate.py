"""Analyses the moves of a game: how much expected score each move lost."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from matches.records.game_record import GameRecord
from matches.records.pgn import to_pgn
from strategos_client import Limits, SearchInfo, SearchResult, score_text

Searcher = Callable[[str, Limits], Awaitable[SearchResult]]

# The loss of expected score (0..1) for each mark.
MARKS = ((0.30, "??"), (0.20, "?"), (0.10, "?!"))
# Without a win-draw-loss model: the centipawns for an expected score of 1 / (1 + 1/e).
CP_PER_UNIT = 100.0


async def annotate(record: GameRecord, limits: Limits, search: Searcher) -> dict[str, Any]:
    """Analyses the position before each move, and the played move if it is not the best one."""
    tokens, movers = record.moves, record.players
    count = len(tokens)
    positions = [record.position(len(record.opening) + index) for index in range(count)]
    best = await asyncio.gather(*(search(position, limits) for position in positions))

    async def assess(index: int) -> SearchResult:
        token = tokens[index]
        if best[index].bestmove == token:
            return best[index]
        return await search(positions[index], replace(limits, searchmoves=(token,)))

    played = await asyncio.gather(*(assess(index) for index in range(count)))
    moves = [
        _move(index, movers[index], tokens[index], best[index], played[index])
        for index in range(count)
    ]
    swings = sorted((m for m in moves if m["mark"]), key=lambda m: -m["drop"])
    return {
        "game": record.game,
        "variant": record.variant,
        "engines": record.engines,
        "result": record.result,
        "moves": moves,
        "swings": [move["ply"] for move in swings],
        "pgn": to_pgn(record, [_comment(move) for move in moves]),
    }


def _move(
    index: int, player: int, token: str, best: SearchResult, played: SearchResult
) -> dict[str, Any]:
    before, after = expected(best.info), expected(played.info)
    drop = round(max(before - after, 0.0), 3)
    return {
        "ply": index + 1,
        "player": player,
        "move": token,
        "score": played.info.value,
        "best": best.bestmove,
        "best_score": best.info.value,
        "depth": best.info.depth,
        "nodes": best.info.nodes,
        "pv": list(best.info.pv),
        "expected": round(after, 3),
        "drop": drop,
        "mark": next((mark for least, mark in MARKS if drop >= least), ""),
    }


def expected(info: SearchInfo) -> float:
    """The mover's expected score, 0 to 1."""
    if info.wdl is not None:
        return info.wdl.expectation()
    score = info.value or 0
    return 1.0 / (1.0 + math.exp(-max(-2000.0, min(2000.0, score)) / CP_PER_UNIT))


def _comment(move: dict[str, Any]) -> str:
    score = move["score"]
    text = f"[{score_text(score)}]" if score is not None else ""
    if move["mark"]:
        better = move["best_score"]
        shown = f" {score_text(better)}" if better is not None else ""
        text += f" {move['mark']} better {move['best']}{shown}"
    return text.strip()
