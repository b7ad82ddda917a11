"""The report of a match: one HTML file that needs no network.

Each game is sent as the differences between its positions, in items that `boards` made of the
engine's FENs; the script in `page.js` only puts symbols where these items say.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from arena.record import GameRecord
from arena.standing import Standing, standings
from arena.tables import COLUMNS, rows, summary_lines

from .boards import Board, Item, board_of
from .boards.grid import definitions
from .charts import chart
from .figures import figures

HERE = Path(__file__).parent


def write_report(records: Sequence[GameRecord], path: Path) -> None:
    """Writes the page; raises OSError."""
    path.write_text(report(records), encoding="utf-8")


def report(records: Sequence[GameRecord]) -> str:
    """The whole page."""
    variants = sorted({record.variant for record in records})
    title = f"Match: {', '.join(variants) or 'no games'}"
    boards = {name: board for name in variants if (board := board_of(name))}
    parts = {
        "TITLE": escape(title),
        "STYLE": (HERE / "page.css").read_text(),
        "STANDING": _standing(records),
        "CHARTS": "".join(map(chart, figures(records))),
        "SYMBOLS": "".join(_symbols(boards)),
        "DATA": _script_safe(json.dumps(_data(records, boards), separators=(",", ":"))),
        "SCRIPT": (HERE / "page.js").read_text(),
    }
    page = (HERE / "page.html").read_text()
    for name, text in parts.items():
        page = page.replace(f"<!--{name}-->", text)
    return page


def _script_safe(text: str) -> str:
    """Nothing in the data may end the script element that holds it."""
    return text.replace("<", "\\u003c")


def _standing(records: Sequence[GameRecord]) -> str:
    """A table for each variant."""
    found = standings(records)
    heads = {name: f"<h3>{escape(name)}</h3>" if len(found) > 1 else "" for name in found}
    return "".join(heads[name] + _table(standing) for name, standing in found.items())


def _table(standing: Standing) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in COLUMNS)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows(standing)
    )
    lines = "".join(f"<p>{escape(line)}</p>" for line in summary_lines(standing, None))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{lines}"


def _symbols(boards: dict[str, Board]) -> list[str]:
    """The symbols of each kind of board once."""
    return [definitions(board) for board in {b.name: b for b in boards.values()}.values()]


def _data(records: Sequence[GameRecord], boards: dict[str, Board]) -> dict[str, Any]:
    """What the script shows. All items of all games are in one list, and games name them by
    their numbers."""
    numbers: dict[Item, int] = {}
    games = [_game(record, boards.get(record.variant), numbers) for record in records]
    used = {board.name: board for board in boards.values()}
    return {
        "boards": {
            name: {"width": b.width, "height": b.height, "background": b.background()}
            for name, b in used.items()
        },
        "items": list(map(str, numbers)),
        "games": games,
    }


def _game(record: GameRecord, board: Board | None, numbers: dict[Item, int]) -> dict[str, Any]:
    tokens = record.opening + record.moves
    return {
        "number": record.game,
        "engines": record.engines,
        "result": record.result,
        "reason": f"{record.ending} {record.detail}".strip(),
        "variant": record.variant,
        "tokens": tokens,
        "opening": len(record.opening),
        "players": record.players,
        "scores": record.scores,
        "depths": record.depths,
        "times": record.times_ms,
        "fens": record.fens,
        "board": board.name if board else "",
        "marks": [_marks(board, token) for token in tokens] if board else [],
        "captions": [_caption(board, fen) for fen in record.fens] if board else [],
        "steps": _steps(board, record.fens, numbers) if board else [],
    }


def _marks(board: Board, token: str) -> list[list[float]]:
    return [list(board.centre(square)) for square in board.squares_of(token)]


def _caption(board: Board, fen: str) -> str:
    try:
        return board.caption(fen)
    except (ValueError, KeyError, IndexError):
        return fen


def _steps(board: Board, fens: Sequence[str], numbers: dict[Item, int]) -> list[list[int]]:
    """For each position what changes: n for an item that comes, -n-1 for one that goes."""
    steps: list[list[int]] = []
    before: list[int] = []
    for fen in fens:
        try:
            items = board.items(fen)
        except ValueError:
            items = []
        now = [numbers.setdefault(item, len(numbers)) for item in items]
        gone = set(before) - set(now)
        come = set(now) - set(before)
        steps.append([-n - 1 for n in before if n in gone] + [n for n in now if n in come])
        before = now
    return steps
