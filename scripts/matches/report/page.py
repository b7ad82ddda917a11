"""The report of a match: one HTML file that needs no network.

The modules of `scripts/web` draw the boards; the page contains them. The page has a short entry for
each game. The moves are in another element, which is parsed when the game is opened. So a page with
thousands of games opens as fast as one.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from runtime.files import write_whole

from ..networks import Networks
from ..records.game_record import GameRecord
from ..statistics.standing import Standing, standings
from ..statistics.tables import COLUMNS, rows, summary_lines
from .annotations import Annotations, Finding
from .beliefs import Belief
from .charts import chart
from .figures import figures
from .modules import WEB, import_map

ENTRY = "report.js"


def write_report(
    records: Sequence[GameRecord],
    path: Path,
    annotations: Annotations | None = None,
    beliefs: Sequence[Belief] = (),
    networks: Sequence[Networks] = (),
) -> None:
    """Writes the page; raises OSError."""
    write_whole(path, report(records, annotations, beliefs, networks))


def report(
    records: Sequence[GameRecord],
    annotations: Annotations | None = None,
    beliefs: Sequence[Belief] = (),
    networks: Sequence[Networks] = (),
) -> str:
    """The whole page. `beliefs` and `networks` have those of each record, if an engine was asked
    for them."""
    ordered = in_order(records)
    found = annotations or Annotations()
    believed = dict(zip(map(id, records), beliefs, strict=bool(beliefs)))
    connected = dict(zip(map(id, records), networks, strict=bool(networks)))
    variants = sorted({record.variant for record in ordered})
    bodies = (
        _body(record, found.of(record), believed.get(id(record), []), connected.get(id(record), []))
        for record in ordered
    )
    parts = {
        "TITLE": escape(f"Match: {', '.join(variants) or 'no games'}"),
        "STYLE": (WEB / "page.css").read_text(encoding="utf-8"),
        "STANDING": _standing(ordered),
        "CHARTS": "".join(map(chart, figures(records))),
        "MODULES": _script_safe(import_map(ENTRY)),
        "DATA": _json({"games": _heads(ordered)}),
        # The games come last, so that no placeholder is replaced inside them.
        "BODIES": "".join(
            f'<script id="game-{index}" type="application/json">{_json(body)}</script>\n'
            for index, body in enumerate(bodies)
        ),
    }
    page = (WEB / "report.html").read_text(encoding="utf-8")
    for name, text in parts.items():
        page = page.replace(f"<!--{name}-->", text)
    return page


def in_order(records: Sequence[GameRecord]) -> list[GameRecord]:
    """The records by number, match after match."""
    matches = {name: place for place, name in enumerate(dict.fromkeys(r.match for r in records))}
    return sorted(records, key=lambda record: (matches[record.match], record.game))


def numbers(records: Sequence[GameRecord]) -> list[int]:
    """The numbers of games in the page: their own, or 1, 2, ... if games of several matches have
    the same numbers."""
    own = [record.game for record in records]
    return own if len(set(own)) == len(own) else list(range(1, len(own) + 1))


def _json(data: Any) -> str:
    return _script_safe(json.dumps(data, separators=(",", ":")))


def _script_safe(text: str) -> str:
    """The data as text that cannot end its script element."""
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


def _heads(records: Sequence[GameRecord]) -> list[dict[str, Any]]:
    named = zip(numbers(records), records, strict=True)
    return [_head(index, number, record) for index, (number, record) in enumerate(named)]


def _head(index: int, number: int, record: GameRecord) -> dict[str, Any]:
    """The entry of a game in the list."""
    return {
        "index": index,
        "number": number,
        "variant": record.variant,
        "engines": record.engines,
        "controls": list(dict.fromkeys(record.controls)),
        "result": record.result,
        "reason": record.reason,
        "fault": record.fault,
        "detail": record.detail,
        "start": record.start,
        "plies": len(record.opening) + len(record.moves),
    }


def _body(
    record: GameRecord, findings: Sequence[Finding], belief: Belief, networks: Networks
) -> dict[str, Any]:
    """The part of a game that is parsed when it is opened."""
    opening = len(record.opening)
    return {
        "tokens": record.opening + record.moves,
        "opening": opening,
        "players": record.players,
        "scores": record.scores,
        "depths": [entry.depth for entry in record.entries],
        "times": [entry.time_ms for entry in record.entries],
        "fens": changes(record.fens),
        "networks": changes(networks),
        "beliefs": belief,
        "findings": {str(opening + index): found for index, found in enumerate(findings)},
    }


def changes(texts: Sequence[str]) -> list[str | int]:
    """The first text, and each other text as a difference to the text before it: the lengths of the
    common prefix and suffix, and the part between."""
    found: list[str | int] = list(texts[:1])
    for before, text in itertools.pairwise(texts):
        head = _shared(before, text)
        tail = _shared(before[head:][::-1], text[head:][::-1])
        found += [head, tail, text[head : len(text) - tail]]
    return found


def _shared(first: str, second: str) -> int:
    """The length of the common prefix of two texts, by bisection."""
    least, most = 0, min(len(first), len(second))
    while least < most:
        middle = (least + most + 1) // 2
        if first[least:middle] == second[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least
