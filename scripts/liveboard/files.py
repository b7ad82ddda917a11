"""Reads and writes games: records and PGN."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime

from matches.records.game_record import Entry, GameRecord, ranking_of
from matches.records.pgn import COLOURS, RESULTS, to_pgn

from .game import Game, Note

_TAG = re.compile(r'^\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*$')
_COMMENT = re.compile(r"\{[^}]*\}|;[^\n]*")
_NUMBER = re.compile(r"^\d+\.+")
_RESULTS = {word: result for result, word in RESULTS.items()}


def read_games(text: str) -> list[GameRecord]:
    """The games of a file: lines of records, or PGN. Raises ValueError with place and reason."""
    text = text.removeprefix("\ufeff")
    first = text.lstrip()[:1]
    found = _records(text) if first == "{" else _pgn(text) if first == "[" else []
    if not found:
        raise ValueError("there is no game in this file: records or PGN are expected")
    return found


def _records(text: str) -> list[GameRecord]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(GameRecord.from_json(line))
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"line {number} is no record of a game: {error}") from None
    return found


def _pgn(text: str) -> list[GameRecord]:
    """Parses PGN, without comments."""
    found: list[GameRecord] = []
    tags: dict[str, str] = {}
    moves: list[str] = []
    for line in text.splitlines():
        tag = _TAG.match(line)
        if tag is None:
            moves.append(line)
            continue
        if any(words.strip() for words in moves):
            found.append(_pgn_game(tags, "\n".join(moves), len(found) + 1))
            tags, moves = {}, []
        tags[tag.group(1)] = re.sub(r"\\(.)", r"\1", tag.group(2))
    found.append(_pgn_game(tags, "\n".join(moves), len(found) + 1))
    return found


def _pgn_game(tags: dict[str, str], text: str, number: int) -> GameRecord:
    if "Variant" not in tags:
        raise ValueError(f"game {number} of the PGN has no tag 'Variant'")
    words = (_NUMBER.sub("", word) for word in _COMMENT.sub(" ", text).split())
    moves = [word for word in words if word and word not in (*_RESULTS, "*")]
    engines = [tags[colour] for colour in COLOURS if colour in tags] or ["?", "?"]
    result = _RESULTS.get(tags.get("Result", "*"), "none")
    record = {
        "variant": tags["Variant"], "engines": engines, "moves": moves, "game": number,
        "result": result, "reason": tags.get("Termination", ""), "fen": tags.get("FEN", ""),
        "ranking": [int(place) for place in tags.get("Ranking", "").split() if place.isdigit()]
        or ranking_of(result, len(engines)),
    }  # fmt: skip
    try:
        return GameRecord.from_json(json.dumps(record))
    except ValueError as error:
        raise ValueError(f"game {number} of the PGN: {error}") from None


def record_of(
    game: Game, turns: Sequence[str], ends: Sequence[int], fens: Sequence[str], result: str,
    ranking: Sequence[int], reason: str,
) -> GameRecord:  # fmt: skip
    """The record of a game. `fens` has the position after each step. `result`, `ranking` and
    `reason` are those of the rules, unless the game ended by time or resignation."""
    begins = [0, *ends][: len(ends)]
    notes = [_sum(game.notes[begin:end]) for begin, end in zip(begins, ends, strict=True)]
    return GameRecord(
        game=1, pair=1, opening_number=1, match="", variant=game.variant, seed=0,
        engines=[seat.called() for seat in game.seats],
        controls=[""] * len(game.seats),
        start=game.start,
        fen=fens[0],
        entries=[
            Entry(turn, game.movers[begin], note.score, note.depth, note.nodes, note.time_ms)
            for turn, begin, note in zip(turns, begins, notes, strict=True)
        ],
        fens=[fens[at] for at in [0, *ends]],
        result="void" if result == "none" else result,
        ranking=list(ranking) or ranking_of(result, len(game.seats)),
        reason=game.reason or ("not finished" if reason == "none" else reason),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
    )  # fmt: skip


def _sum(notes: Sequence[Note]) -> Note:
    """The note of a turn: that of its first step, with the time of all steps."""
    if not notes:
        return Note()
    first = notes[0]
    return Note(first.score, first.depth, first.nodes, sum(note.time_ms for note in notes))


def as_file(record: GameRecord, form: str) -> tuple[str, str]:
    """Name and text of a file."""
    stem = f"{record.variant}-{record.date[:10]}"
    if form == "pgn":
        return f"{stem}.pgn", to_pgn(record)
    return f"{stem}.jsonl", record.to_json() + "\n"
