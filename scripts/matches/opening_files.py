"""Files of openings: lines of text, EPD, or games as the runner writes them (PGN)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from strategos_client import GameTree, PgnError, is_tag, read_games

from .plan import MatchError, Opening

_STARTS = ("startpos", "deploy")
# An operation of EPD begins with a word such as `ce` or `id`. No field of a FEN looks like that.
_OPCODE = re.compile(r"[A-Za-z][A-Za-z_]+")
# The variant in the comment that `make_openings.py` writes.
_OF_VARIANT = re.compile(r"\bvariant ([\w-]+)")
# The runner's comment after the last move of an opening.
OPENING_ENDS = "opening"
_SETTINGS = ("order", "start", "plies")


@dataclass(frozen=True, slots=True)
class Placed:
    """An opening and its place, as FILE:LINE."""

    place: str
    opening: Opening


@dataclass(frozen=True, slots=True)
class BookChoice:
    """Which openings of a file are played. The first one is number `start`, and the earlier ones
    come last. `plies` is the number of moves at most; None means all."""

    path: Path
    shuffled: bool = False
    start: int = 1
    plies: int | None = None


def parse_choice(words: Sequence[str]) -> BookChoice:
    """Reads `FILE order=random start=3 plies=8`, with spaces or commas between."""
    path, *settings = words
    while "," in path and path.rpartition(",")[2].partition("=")[0] in _SETTINGS:
        path, _, last = path.rpartition(",")
        settings.append(last)
    given: dict[str, str] = {}
    for word in (part for setting in settings for part in setting.split(",")):
        key, _, value = word.partition("=")
        if key not in _SETTINGS or key in given:
            raise ValueError(f"--openings: '{word}' is none of order=, start=, plies=")
        given[key] = value
    if given.get("order", "random") not in ("random", "sequential"):
        raise ValueError(f"--openings: order is random or sequential, not '{given['order']}'")
    numbers = {key: _whole(key, given[key]) for key in ("start", "plies") if key in given}
    if numbers.get("start") == 0:
        raise ValueError("--openings: start counts from 1")
    shuffled = given.get("order") == "random"
    return BookChoice(Path(path), shuffled, numbers.get("start", 1), numbers.get("plies"))


def _whole(key: str, text: str) -> int:
    if not text.isdigit():
        raise ValueError(f"--openings: {key} takes a whole number, not '{text}'")
    return int(text)


def choose(choice: BookChoice, seed: int, variant: str = "") -> list[Placed]:
    """The openings in the order of play. Raises `MatchError` or OSError, also if the file names
    another variant than a given one."""
    found = read_openings(choice.path, choice.plies, variant)
    if choice.start > len(found):
        raise MatchError(f"{choice.path}: there is no opening {choice.start}, only {len(found)}")
    if choice.shuffled:
        random.Random(f"{seed}/openings").shuffle(found)
    return found[choice.start - 1 :] + found[: choice.start - 1]


def heading_of(path: Path) -> str:
    """The comment in the first line of a file, or an empty text; raises OSError."""
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        first = file.readline().strip()
    return first if first.startswith("#") else ""


def read_openings(path: Path, plies: int | None = None, variant: str = "") -> list[Placed]:
    """All openings of a file. Raises OSError, or `MatchError` with file and line, also if the file
    names another variant than a given one."""
    named = _OF_VARIANT.search(heading_of(path))
    if named and variant not in ("", named[1]):
        raise MatchError(f"{path}:1: these are openings of {named[1]}, not of {variant}")
    lines = path.read_text(encoding="utf-8-sig", errors="replace").splitlines()
    is_games = path.suffix == ".pgn" or any(map(is_tag, lines))
    found: list[Placed] = []
    seen: set[Opening] = set()
    for number, opening in _in_file(path, lines, is_games, plies, variant):
        if plies is not None:
            opening = replace(opening, moves=opening.moves[:plies])
        # A match plays each opening from every seat.
        if not is_games or opening not in seen:
            found.append(Placed(f"{path}:{number}", opening))
            seen.add(opening)
    if not found:
        wanted = "game that begins with tags" if is_games else "opening"
        raise MatchError(f"{path}: no {wanted} in this file")
    return found


def _in_file(
    path: Path, lines: Sequence[str], is_games: bool, plies: int | None, variant: str
) -> Iterator[tuple[int, Opening]]:
    """The openings of a file and their line numbers."""
    number = 1
    try:
        if is_games:
            for number, game in read_games(lines):
                yield number, _game_opening(game, plies, variant)
        else:
            for number, text in _positions(lines):
                yield number, parse_opening(text)
    except PgnError as error:
        raise MatchError(f"{path}:{error.line}: {error.reason}") from None
    except ValueError as error:
        raise MatchError(f"{path}:{number}: {error}") from None


def _positions(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Lines and their numbers; `#` begins a comment line."""
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line


def parse_opening(text: str) -> Opening:
    """Reads `startpos`, `deploy`, a FEN or `fen F`, and perhaps `moves a b c`; or EPD, a FEN and
    operations that end with semicolons."""
    words = (_without_operations(text) if ";" in text else text).split()
    cut = words.index("moves") if "moves" in words else len(words)
    head = words[:cut]
    if head and head[0] == "fen":
        head = head[1:]
    if not head:
        raise ValueError("a position is missing")
    if head[0] in _STARTS:
        if len(head) > 1:
            raise ValueError(f"'moves' is expected after '{head[0]}', not '{head[1]}'")
        start = head[0]
    elif head[0].startswith("[") or ("/" not in head[0] and len(head) < 2):
        raise ValueError(f"'{head[0]}' is no position: startpos, deploy or a FEN is expected")
    else:
        start = f"fen {' '.join(head)}"
    return Opening(start, tuple(words[cut + 1 :]))


def _without_operations(text: str) -> str:
    """The position in a line of EPD. The counters of a FEN may be among the operations."""
    first, *rest = text.split(";")
    words = first.split()
    begin = _first_opcode(words)
    operations = [" ".join(words[begin:]), *rest]
    parts = (operation.split(maxsplit=1) for operation in operations)
    given = {part[0]: part[1].strip() for part in parts if len(part) == 2}
    position = words[:begin]
    if "hmvc" in given and "fmvn" in given:
        position += [given["hmvc"], given["fmvn"]]
    return " ".join(position)


def _first_opcode(words: Sequence[str]) -> int:
    """The index of the first operation. The first word is the board or a keyword; all words after
    `moves` are moves."""
    for place, word in enumerate(words[1:], 1):
        if word == "moves":
            break
        quoted = place + 1 < len(words) and words[place + 1].startswith('"')
        if _OPCODE.fullmatch(word) or quoted:
            return place
    return len(words)


def _game_opening(game: GameTree, plies: int | None, variant: str) -> Opening:
    """The start of a game and its opening moves. The opening ends at its mark, or after `plies`
    moves. Raises ValueError."""
    if variant and (game.variant or variant) != variant:
        raise ValueError(f"this is a game of {game.variant}, not of {variant}")
    line = list(game.main_line())
    tokens = [node.token for node in line]
    marks = [count for count, node in enumerate(line, 1) if OPENING_ENDS in node.comments]
    if plies is None and marks:
        tokens = tokens[: marks[0]]
    elif plies is None and (game.result != "none" or "Ranking" in game.tags):
        tokens = []
    return Opening(game.start, tuple(tokens))
