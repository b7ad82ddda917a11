"""Games as text in the form of PGN: writing and reading.

Tags and layout are those of chess, so that programs which read tags and comments accept them. The
moves are the engine's tokens, one for each turn.

>>> game = GameTree.new("pacru")
>>> game.end().add_variation("i9i8").add_variation("a1a2").comment = "as expected"
>>> print(game)
[Event "pacru game"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[Variant "pacru"]
<BLANKLINE>
1. i9i8 a1a2 {as expected} *
<BLANKLINE>
<BLANKLINE>
>>> read_game(str(game)).position
'startpos moves i9i8 a1a2'
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from .games import RESULTS, GameNode, GameTree, MoveNote
from .scores import MATE_CP

WIDTH = 100
# The marks that `$1` to `$6` stand for.
MARKS = ("", "!", "?", "!!", "??", "!?", "?!")
# Control characters, which a line must not have.
_CONTROLS = dict.fromkeys((*range(32), *range(127, 160)), " ")
# Scores beyond this are mates.
MATE_MARGIN = MATE_CP - 10_000

_TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_MOVE_NUMBER = re.compile(r"\d+\.+|\.+")
_NUMBERED = re.compile(r"\d+\.+(?=[^.])")
_ENDS = (*RESULTS.values(), "*")
# A comment, a line comment, a parenthesis, or a word.
_PART = re.compile(r"\{([^}]*)\}|;([^\n]*)|([()])|([^\s{}();]+)|([{}])")
_TOKEN = re.compile(r"[A-Za-z0-9@~>=?,]+")
_QUOTED = 40


# --- Writing ----------------------------------------------------------------


def write_game(game: GameTree) -> str:
    """A game with all its variations, and an empty line at its end."""
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in game.tags.items()]
    text = textwrap.fill(
        " ".join(_movetext(game)), WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join([*lines, "", text, "", ""])


def _movetext(game: GameTree) -> list[str]:
    words = [f"{{{_commented(text)}}}" for text in game.comments]
    words += _line(game, _first_place(game), is_numbered=True)
    words.append(game.tags.get("Result", "*"))
    return words


def _line(node: GameNode, place: int, is_numbered: bool) -> Iterator[str]:
    """The main line after a node, and its variations."""
    at: GameNode | None = node
    while at is not None and at.variations:
        main, *others = at.variations
        yield from _move(main, place, is_numbered)
        for other in others:
            yield "("
            yield from _move(other, place, is_numbered=True)
            yield from _line(other, place + 1, is_numbered=False)
            yield ")"
        is_numbered = bool(others)
        at, place = main, place + 1


def _move(node: GameNode, place: int, is_numbered: bool) -> Iterator[str]:
    number, half = divmod(place, 2)
    if half == 0 or is_numbered:
        yield f"{number}{'...' if half else '.'}"
    yield f"{node.token}{node.mark}"
    note = "" if node.note is None else note_text(node.note)
    first = " ".join(filter(None, (note, *node.comments[:1])))
    for text in filter(None, (first, *node.comments[1:])):
        yield f"{{{_commented(text)}}}"


def _first_place(game: GameTree) -> int:
    """Twice the number of the first move in the FEN, plus one if Black makes it."""
    if game.players != 2:
        return 2
    fields = game.tags.get("FEN", "").split()
    last = fields[-1] if fields else ""
    number = int(last) if len(fields) > 2 and last.isdecimal() and int(last) else 1
    first = game.variations[0].player if game.variations else None
    return 2 * number + (fields[1:2] == ["b"] or first == 2)


def note_text(note: MoveNote) -> str:
    """`+0.35/9 0.020s, n=100, nps=5000, tl=1.500s, pv="..."`, as fastchess writes it."""
    parts = []
    ms = note.time_ms
    if note.score is not None:
        depth = f"/{note.depth}" if note.depth is not None else ""
        parts.append(score_text(note.score) + depth)
    if ms:
        parts.append(f"{ms / 1000:.3f}s")
    found = [" ".join(parts)] if parts else []
    if note.nodes is not None:
        found.append(f"n={note.nodes}")
        if ms:
            found.append(f"nps={1000 * note.nodes / ms:.0f}")
    if note.clock_ms is not None:
        found.append(f"tl={note.clock_ms / 1000:.3f}s")
    if note.pv:
        found.append(f'pv="{note.pv}"')
    return ", ".join(found)


def score_text(score: float) -> str:
    """`+0.35`, or `M3` and `-M3` for mates."""
    if abs(score) >= MATE_MARGIN:
        return f"{'-' if score < 0 else ''}M{MATE_CP - abs(score)}"
    return f"{score / 100:+.2f}"


def _commented(text: str) -> str:
    return text.replace("}", ")")


def _quoted(value: str) -> str:
    """The value of a tag, on one line."""
    line = " ".join(value.splitlines()).translate(_CONTROLS)
    return line.replace("\\", "\\\\").replace('"', '\\"')


# --- Reading ----------------------------------------------------------------


class PgnError(ValueError):
    """A text is no game. `line` is the number of the first line of the game, from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def read_game(text: str) -> GameTree:
    """The first game of a text. Raises `PgnError`."""
    for _, game in read_games(text):
        return game
    raise PgnError(1, "there is no game that begins with tags")


def read_games(text: str | Iterable[str]) -> Iterator[tuple[int, GameTree]]:
    """The games of a text or of a file's lines, each with the number of its first line. Moves are
    not checked against the rules. Raises `PgnError` for a text that is no game."""
    lines = text.splitlines() if isinstance(text, str) else text
    for number, game in _games(lines):
        try:
            yield number, _parsed(game)
        except ValueError as error:
            raise PgnError(number, str(error)) from None


def is_tag(line: str) -> bool:
    """Whether a line is a tag, such as `[White "me"]`."""
    return _TAG.fullmatch(line.strip()) is not None


def _games(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The lines of each game. A tag after moves begins the next game. Lines that begin with % are
    comments."""
    begin, game, moves, in_comment = 1, list[str](), False, False
    for number, full in enumerate(lines, 1):
        line = full.rstrip("\r\n")
        if not in_comment and (line.startswith("%") or not (game or line.strip())):
            continue
        tag = not in_comment and is_tag(line)
        if tag and moves:
            yield begin, game
            game, moves = [], False
        if not game:
            begin = number
        game.append(line)
        if not tag:
            moves = moves or bool(line.strip())
            in_comment = _ends_in_comment(line, in_comment)
    if game:
        yield begin, game


def _ends_in_comment(line: str, in_comment: bool) -> bool:
    """Whether a comment in braces goes on after this line."""
    for sign in line:
        if sign == ";" and not in_comment:
            return False
        in_comment = (in_comment or sign == "{") and sign != "}"
    return in_comment


def _parsed(lines: Sequence[str]) -> GameTree:
    """A game. Raises ValueError."""
    count = next((at for at, line in enumerate(lines) if line.strip() and not is_tag(line)), None)
    heads = [line.strip() for line in lines[:count] if line.strip()]
    if not heads:
        raise ValueError(f"a game begins with tags, not with '{lines[0].strip()[:_QUOTED]}'")
    if count is None:
        raise ValueError("these are tags without a game: moves or a result are expected")
    found = (_TAG.fullmatch(head) for head in heads)
    tags = {tag[1]: re.sub(r"\\(.)", r"\1", tag[2]) for tag in found if tag}
    game = GameTree(tags)
    _read_moves(game, "\n".join(lines[count:]))
    return game


def _read_moves(game: GameTree, text: str) -> None:
    """Moves, with variations in parentheses, comments and marks. Raises ValueError."""
    at: GameNode = game
    waiting: list[GameNode] = []
    for part in _PART.finditer(text):
        comment, line_comment, bracket, word, brace = part.groups()
        if comment is not None or line_comment is not None:
            at.comments.append(" ".join((comment or line_comment or "").split()))
        elif bracket == "(":
            if at.parent is None:
                raise ValueError("a variation has no move before it")
            waiting.append(at)
            at = at.parent
        elif bracket == ")":
            if not waiting:
                raise ValueError("a variation ends that has not begun")
            at = waiting.pop()
        elif brace:
            raise ValueError("a comment does not end" if brace == "{" else "'}' ends no comment")
        else:
            at = _take_word(at, word)
    if waiting:
        raise ValueError("a variation does not end")


def _take_word(at: GameNode, word: str) -> GameNode:
    """A word of the moves: a move, a number, a result, or a mark. Returns the node after it."""
    if word in _ENDS or _MOVE_NUMBER.fullmatch(word):
        return at
    if word.startswith("$") and word[1:].isdecimal():
        number = int(word[1:])
        if number < len(MARKS):
            at.mark = MARKS[number]
        return at
    word = _NUMBERED.sub("", word, count=1)
    bare = word.rstrip("!?") or word
    mark = word[len(bare) :]
    if not _TOKEN.fullmatch(bare):
        raise ValueError(f"'{word[:_QUOTED]}' is no move")
    return at.add_variation(bare, mark=mark if mark in MARKS else "")
