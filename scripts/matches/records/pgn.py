"""Games as text in the form of PGN.

Tags and layout are those of chess, so that programs which read tags and comments accept them. The
moves are the engine's tokens. A comment has score, depth, time, nodes, speed, time left, principal
variation, and remarks of an analysis.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from strategos_client import MATE_CP

from ..opening_files import OPENING_ENDS
from .game_record import Entry, GameRecord

COLOURS = ("White", "Black", "Red", "Green")
RESULTS = {"p1win": "1-0", "p2win": "0-1", "draw": "1/2-1/2"}
WIDTH = 100
# Control characters, which a line must not have.
_CONTROLS = dict.fromkeys((*range(32), *range(127, 160)), " ")
# Scores beyond this are mates.
MATE_MARGIN = MATE_CP - 10_000


def to_pgn(record: GameRecord, comments: Sequence[str] = ()) -> str:
    """One game. `comments`, one for each move, follow those of the record."""
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags(record)]
    words = _movetext(record, comments)
    text = textwrap.fill(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", text, "", ""])


def tags(record: GameRecord) -> list[tuple[str, str]]:
    """The tags: the seven standard ones, then ours."""
    date = record.date[:10].replace("-", ".") or "????.??.??"
    found = [
        ("Event", f"{record.variant} match"), ("Site", "?"), ("Date", date),
        ("Round", f"{record.opening_number}.{record.game}"),
    ]  # fmt: skip
    found += list(zip(COLOURS, record.engines, strict=False))
    found += [("Result", result_word(record)), ("Variant", record.variant)]
    if record.fen:
        found += [("SetUp", "1"), ("FEN", record.fen)]
    if len(record.engines) > 2:
        found.append(("Ranking", " ".join(map(str, record.ranking))))
    found.append(("PlyCount", str(len(record.opening) + len(record.moves))))
    found.append(("TimeControl", "; ".join(dict.fromkeys(record.controls))))
    ending = f"{record.ending}: {record.detail}" if record.detail else record.ending
    found.append(("Termination", ending))
    if record.material:
        ahead = f" {record.on_points}" if record.on_points else ""
        found.append(("Points", f"{' '.join(map(str, record.material))}{ahead}"))
    return found


def result_word(record: GameRecord) -> str:
    """The result for PGN. It is `*` for three and four players: PGN knows White and Black only, and
    readers would take a shared first place for a draw."""
    return RESULTS.get(record.result, "*") if len(record.engines) == 2 else "*"


def _movetext(record: GameRecord, comments: Sequence[str]) -> list[str]:
    words: list[str] = []
    opening = len(record.opening)
    first = _first_place(record)
    for index, token in enumerate(record.opening + record.moves):
        number, half = divmod(first + index, 2)
        if half == 0 or index == 0:
            words.append(f"{number}{'...' if half else '.'}")
        words.append(token)
        if index == opening - 1:
            words.append(OPENING_ENDS)
        elif index >= opening:
            extra = comments[index - opening] if index - opening < len(comments) else ""
            comment = f"{_note(record.entries[index - opening])} {extra}".strip()
            if comment:
                words.append("{" + comment.replace("}", ")") + "}")
    words.append(result_word(record))
    return words


def _first_place(record: GameRecord) -> int:
    """Twice the number of the first move in the FEN, plus one if Black makes it."""
    if len(record.engines) != 2:
        return 2
    fields = record.fen.split()
    last = fields[-1] if fields else ""
    number = int(last) if len(fields) > 2 and last.isdecimal() and int(last) else 1
    is_blacks = fields[1:2] == ["b"] or (not record.opening and record.players[:1] == [2])
    return 2 * number + is_blacks


def _note(entry: Entry) -> str:
    """`+0.35/9 0.020s, n=100, nps=5000, tl=1.500s, pv="..."`, as fastchess writes it."""
    parts = []
    ms = entry.time_ms
    if entry.score is not None:
        depth = f"/{entry.depth}" if entry.depth is not None else ""
        parts.append(score_text(entry.score) + depth)
    if ms:
        parts.append(f"{ms / 1000:.3f}s")
    found = [" ".join(parts)] if parts else []
    if entry.nodes is not None:
        found.append(f"n={entry.nodes}")
        if ms:
            found.append(f"nps={1000 * entry.nodes / ms:.0f}")
    if entry.clock_ms is not None:
        found.append(f"tl={entry.clock_ms / 1000:.3f}s")
    if entry.pv:
        found.append(f'pv="{entry.pv}"')
    return ", ".join(found)


def score_text(score: int) -> str:
    """`+0.35`, or `M3` and `-M3` for mates."""
    if abs(score) >= MATE_MARGIN:
        return f"{'-' if score < 0 else ''}M{MATE_CP - abs(score)}"
    return f"{score / 100:+.2f}"


def _quoted(value: str) -> str:
    """The value of a tag, on one line."""
    line = " ".join(value.splitlines()).translate(_CONTROLS)
    return line.replace("\\", "\\\\").replace('"', '\\"')
