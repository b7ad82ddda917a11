"""Guided first games: the engine plays every wanted turn, and what is said of it is checked."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from . import SCRIPTS
from .referee import Found, Referee
from .rulebook import drawn

SOURCES = SCRIPTS / "teaching" / "lessons"
# What is checked of a position after a wanted turn.
Lesson = dict[str, Any]


def lessons_of(family: str, referee: Referee) -> list[Lesson]:
    """The lessons of a family with their positions. Raises OSError and ValueError."""
    text = (SOURCES / f"{family}.json").read_text(encoding="utf-8")
    return [completed(lesson, referee) for lesson in json.loads(text)]


def completed(lesson: Lesson, referee: Referee) -> Lesson:
    """A lesson as the page needs it: without the facts, and with the positions and legal actions
    after each part of a wanted turn. Raises ValueError."""
    try:
        check(lesson, referee)
        kept = ("title", "variant", "text", "wanted", "right", "wrong", "reasons")
        return {
            **{name: lesson[name] for name in kept if name in lesson},
            "positions": {
                prefix: _known(lesson, prefix, referee) for prefix in prefixes(lesson["wanted"])
            },
        }
    except ValueError as error:
        raise ValueError(f"lesson '{lesson['title']}': {error}") from error


def prefixes(wanted: list[str]) -> list[str]:
    """The parts of turns up to each action, the empty one first."""
    turns = [turn.split(",") for turn in wanted]
    return list(
        dict.fromkeys(",".join(turn[:end]) for turn in turns for end in range(len(turn) + 1))
    )


def _look(lesson: Lesson, prefix: str, referee: Referee) -> Found:
    return referee.look(lesson["variant"], lesson["fen"], [prefix] if prefix else [])


def _known(lesson: Lesson, prefix: str, referee: Referee) -> dict[str, Any]:
    found = _look(lesson, prefix, referee)
    goes_on = prefix not in lesson["wanted"]
    return {**drawn(found), **({"legal": list(found.legal)} if goes_on else {})}


# --- Facts ---


def check(lesson: Lesson, referee: Referee) -> None:
    """Whether all that a lesson says is so. Raises ValueError."""
    facts = lesson["facts"]
    before = _look(lesson, "", referee)
    firsts = {turn.split(",")[0] for turn in lesson["wanted"]}
    others = [token for token in before.legal if token not in firsts]
    if before.fen != lesson["fen"]:
        raise ValueError(f"the engine writes the position as {before.fen}")
    for square, sums in facts.get("combat", {}).items():
        said = referee.answer(f"combat {square}")
        if said != sums:
            raise ValueError(f"combat {square}: {said}")
    if facts.get("only") and others:
        raise ValueError(f"there are other legal actions: {others}")
    if others and not lesson["wrong"]:
        _check_reasons(lesson, others)
    _check_patterns(lesson, referee)
    for token in facts.get("illegal", []):
        if token in before.legal:
            raise ValueError(f"{token} is legal")
    for turn in lesson["wanted"]:
        for fault in faults(facts, before, _look(lesson, turn, referee), turn):
            raise ValueError(f"{turn}: {fault}")
    if facts.get("unique") or "result" in facts:
        _check_uniqueness(lesson, before, others, referee)


def _check_reasons(lesson: Lesson, others: list[str]) -> None:
    for token in others:
        if not any(re.search(pattern, token) for pattern, _ in lesson.get("reasons", [])):
            raise ValueError(f"nothing says why {token} is wrong")


def _check_patterns(lesson: Lesson, referee: Referee) -> None:
    """Each reason must be said of some legal action that is not wanted."""
    parts = [prefix for prefix in prefixes(lesson["wanted"]) if prefix not in lesson["wanted"]]
    wrong = [
        token
        for prefix in parts
        for token in _look(lesson, prefix, referee).legal
        if f"{prefix},{token}".lstrip(",") not in prefixes(lesson["wanted"])
    ]
    for pattern, _ in lesson.get("reasons", []):
        if not any(re.search(pattern, token) for token in wrong):
            raise ValueError(f"no wrong action fits {pattern}")


def _check_uniqueness(lesson: Lesson, before: Found, others: list[str], referee: Referee) -> None:
    """No other action does the same."""
    for token in others:
        after = _look(lesson, token, referee)
        if not list(faults(lesson["facts"], before, after, token)):
            raise ValueError(f"{token} does the same")


def faults(facts: dict[str, Any], before: Found, after: Found, turn: str) -> list[str]:
    """The facts that are not so after a turn."""
    found = []
    for letter, numbers in facts.get("counts", {}).items():
        have = [_letters(position)[letter] for position in (before, after)]
        if have != numbers:
            found.append(f"{letter} went from {have[0]} to {have[1]}")
    for letter, number in facts.get("markers", {}).items():
        have_now = markers(after.fen, letter)
        if have_now != number:
            found.append(f"{have_now} markers of {letter}")
    for square, states in facts.get("online", {}).items():
        now = [square in position.network.split(";")[0].split() for position in (before, after)]
        if now != states:
            found.append(f"{square} was online: {now}")
    if facts.get("fens", {}).get(turn, "") not in after.fen:
        found.append(f"the position is {after.fen}")
    if facts.get("result", after.result) != after.result:
        found.append(f"the result is {after.result}")
    if facts.get("reason", after.reason) != after.reason:
        found.append(f"the reason is {after.reason}")
    return found


def _letters(position: Found) -> Counter[str]:
    return Counter(position.fen.split()[0])


def markers(fen: str, letter: str) -> int:
    """The markers of a player of Pacru, Azacru or Shacru, those under chevrons included."""
    board = fen.split()[0]
    return board.count(letter.lower()) + len(re.findall(rf"{letter}\d\*", board))
