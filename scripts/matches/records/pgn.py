"""Games of a match in the form of PGN. A comment has what is known of the search behind a move, and
remarks of an analysis."""

from __future__ import annotations

from collections.abc import Sequence

from strategos_client import COLOURS, RESULTS, GameNode, GameTree, MoveNote

from ..opening_files import OPENING_ENDS
from .game_record import GameRecord


def to_pgn(record: GameRecord, comments: Sequence[str] = ()) -> str:
    """One game. `comments`, one for each move, follow those of the record."""
    game = GameTree(dict(tags(record)))
    node: GameNode = game
    for token in record.opening:
        node = node.add_variation(token)
    if record.opening:
        node.comment = OPENING_ENDS
    for index, entry in enumerate(record.entries):
        note = MoveNote(
            entry.score, entry.depth, entry.nodes, entry.time_ms, entry.clock_ms, entry.pv
        )
        node = node.add_variation(entry.move, player=entry.player or None, note=note)
        if index < len(comments):
            node.comment = comments[index]
    return str(game)


def tags(record: GameRecord) -> list[tuple[str, str]]:
    """The tags: the seven standard ones, then ours."""
    date = record.date[:10].replace("-", ".") or "????.??.??"
    found = [
        ("Event", f"{record.variant} match"), ("Site", "?"), ("Date", date),
        ("Round", f"{record.opening_number}.{record.game}"),
    ]  # fmt: skip
    found += list(zip(COLOURS, record.engines, strict=False))
    found += [("Result", result_word(record)), ("Variant", record.variant)]
    if record.rules:
        found.append(("Rules", record.rules))
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
