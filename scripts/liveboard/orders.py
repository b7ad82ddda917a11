"""The requests of pages: JSON objects with `do` and its arguments."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from matches.opening_files import parse_opening
from matches.records.game_record import GameRecord
from strategos_client import EngineError

from . import files
from .clock import Clock
from .game import MAX_LEVEL, Game, Note, Seat
from .page_state import seen, undo_to
from .rules import Refused
from .session import BoardSession

MAX_LINES = 8
MAX_MS = 24 * 3600 * 1000
Answer = dict[str, Any] | None
Words = Mapping[str, Any]


async def obey(session: BoardSession, text: str) -> Answer:
    """Does what a page requests. The answer, if any, is for that page alone."""
    try:
        words = json.loads(text)
        if not isinstance(words, dict):
            raise ValueError("an object is expected")
        order = ORDERS.get(str(words.get("do")))
        if order is None:
            raise ValueError(f"there is no order '{words.get('do')}'")
        async with session.lock:
            return await order(session, words)
    except (Refused, ValueError) as error:
        return {"type": "error", "text": str(error)}
    except EngineError as error:
        return {"type": "error", "text": f"An engine failed{session.details(str(error))}"}
    except RecursionError:
        return {"type": "error", "text": "the order is nested too deeply"}


# --- Reading orders ---


def _text(words: Words, name: str, default: str = "") -> str:
    value = words.get(name, default)
    if not isinstance(value, str):
        raise ValueError(f"'{name}' must be a text")
    return value


def _number(words: Words, name: str, default: int, least: int, most: int) -> int:
    value = words.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"'{name}' must be a whole number from {least} to {most}")
    return value


def _texts(words: Words, name: str) -> list[str]:
    value = words.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError(f"'{name}' must be a list of texts")
    if any(not one or any(letter.isspace() for letter in one) for one in value):
        raise ValueError(f"'{name}' must hold words without spaces")
    return value


def _seats(words: Words) -> list[Seat]:
    value = words.get("seats", [])
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise ValueError("'seats' must be a list of objects")
    found = []
    for one in value:
        kind = one.get("kind", "person")
        if kind not in ("person", "engine"):
            raise ValueError("'kind' must be 'person' or 'engine'")
        level = _number(one, "level", MAX_LEVEL, 0, MAX_LEVEL)
        found.append(Seat(kind, level, _number(one, "movetime", 1000, 1, MAX_MS)))
    return found


def _clock(words: Words, players: int) -> Clock | None:
    value = words.get("clock")
    if value is None:
        return None
    if not isinstance(value, dict):
        raise ValueError("'clock' must be an object")
    base = _number(value, "base", 300_000, 1, MAX_MS)
    return Clock(base, _number(value, "increment", 0, 0, MAX_MS), players)


def _start(text: str) -> str:
    """A start in the engine's form."""
    if text.split()[:1] == ["view"] or "\n" in text:
        raise ValueError("a start is 'startpos', 'deploy' or a FEN, on one line")
    opening = parse_opening(text)
    if opening.moves:
        raise ValueError("a start has no moves")
    return opening.start


# --- Games ---


async def _new(session: BoardSession, words: Words) -> Answer:
    start = _start(_text(words, "start", "startpos"))
    game = await session.new_game(
        _text(words, "variant"), start, _seats(words), words.get("open", False) is True
    )
    await session.begin(game, _clock(words, len(game.seats)))
    return None


async def _open(session: BoardSession, words: Words) -> Answer:
    """Opens a game for viewing."""
    start = _start(_text(words, "start", "startpos"))
    game = await session.new_game(_text(words, "variant"), start, [])
    names = _texts_of_names(words)
    game.seats = [Seat(name=names[at] if at < len(names) else "") for at in range(len(game.seats))]
    await _fill(session, game, _texts(words, "moves"))
    ply = _number(words, "ply", len(game.steps), 0, 10**6)
    await session.begin(game, at=ply)
    return None


def _texts_of_names(words: Words) -> list[str]:
    names = words.get("names", [])
    return [str(name)[:60] for name in names] if isinstance(names, list) else []


async def _fill(session: BoardSession, game: Game, moves: list[str]) -> None:
    """Plays moves in a game that is not on the board yet. Each move is a step. If one goes beyond
    its turn, as in old records, each turn is a step."""
    game.steps = list(moves)
    try:
        game.movers, _ = await session.rules.walk(game)
    except Refused:
        game.steps = await session.rules.turn_by_turn(game)
        game.movers, _ = await session.rules.walk(game)
    game.notes = [Note() for _ in game.steps]


async def _setup(session: BoardSession, words: Words) -> Answer:
    """Sets up a position for viewing."""
    game = await session.new_game(
        _text(words, "variant", session.game.variant), _start(_text(words, "fen")), []
    )
    await session.begin(game)
    return None


async def _play(session: BoardSession, words: Words) -> Answer:
    if not session.may_play():
        raise Refused("the person at the screen cannot play here")
    token = _texts({"token": [words.get("token")]}, "token")[0]
    await session.play(token)
    return None


async def _go_to(session: BoardSession, words: Words) -> Answer:
    if session.viewer is None:
        raise Refused("the screen is handed over")
    session.at = _number(words, "ply", 0, 0, seen(session)[1])
    await session.settle()
    return None


async def _undo(session: BoardSession, _: Words) -> Answer:
    steps = undo_to(session)
    if steps is None:
        raise Refused("nothing can be taken back here")
    await session.rest()
    session.game.cut(steps)
    session.at = steps
    await session.settle()
    return None


async def _return(session: BoardSession, _: Words) -> Answer:
    """Returns to the game that the user left."""
    if session.left is None:
        raise Refused("no game was left")
    at = min(session.at, len(session.left.steps))
    await session.begin(session.left, session.clock, at)
    return None


async def _resign(session: BoardSession, _: Words) -> Answer:
    game, player = session.game, session.tip.player
    if session.over:
        raise Refused("the game is over")
    persons = game.persons()
    # The person at the screen resigns, if there is exactly one.
    loser = next((one for one in (session.viewer, player, *persons) if one in persons), player)
    two = len(game.seats) == 2
    await session.finish(f"p{3 - loser}win" if two else f"p{loser}loss", "resignation")
    return None


async def _pause(session: BoardSession, words: Words) -> Answer:
    session.paused = words.get("on") is True
    if session.paused:
        await session.rest()
    await session.settle()
    return None


async def _hurry(session: BoardSession, _: Words) -> Answer:
    await session.hurry()
    return None


async def _analyse(session: BoardSession, words: Words) -> Answer:
    session.lines = _number(words, "lines", 1, 0, MAX_LINES)
    await session.settle()
    return None


async def _combat(session: BoardSession, words: Words) -> Answer:
    """The sums of an attack of A Game of War."""
    (square,) = _texts({"square": [words.get("square")]}, "square")
    if not session.may_play():
        raise Refused("there is no attack here")
    sums = await session.rules.ask_about(session.game.variant, session.told(), f"combat {square}")
    return {"type": "notice", "text": f"{square}: {sums}"}


# --- Hidden games ---


async def _uncover(session: BoardSession, words: Words) -> Answer:
    """A person sits down at the screen."""
    player = _number(words, "player", 0, 1, len(session.game.seats))
    if player not in session.game.persons() or player != session.tip.player:
        raise Refused("it is another player's turn")
    session.at_screen = player
    session.at = len(session.game.steps)
    await session.settle()
    return None


async def _cover(session: BoardSession, _: Words) -> Answer:
    """Hands the screen over: it shows nothing until the next person confirms."""
    session.at_screen = None
    session.at = len(session.game.steps)
    await session.settle()
    return None


async def _draft(session: BoardSession, words: Words) -> Answer:
    """A deployment, piece by piece. It is played as a whole."""
    if not session.may_play():
        raise Refused("there is no deployment here")
    session.drafts[session.here.player] = _texts(words, "tokens")
    await session.show()
    return None


async def _suggest(session: BoardSession, _: Words) -> Answer:
    if not session.may_play():
        raise Refused("there is no deployment here")
    player = session.here.player
    session.drafts[player] = await session.suggest(player)
    await session.settle()
    return None


# --- Files ---


async def _load(session: BoardSession, words: Words) -> Answer:
    session.library = files.read_games(_text(words, "text"))
    if len(session.library) == 1:
        await _show_record(session, session.library[0])
    return {"type": "library", "games": [_entry(record) for record in session.library]}


async def _pick(session: BoardSession, words: Words) -> Answer:
    index = _number(words, "index", 0, 0, max(len(session.library) - 1, 0))
    if not session.library:
        raise Refused("no file was opened")
    await _show_record(session, session.library[index])
    return None


def _entry(record: GameRecord) -> dict[str, Any]:
    return {
        "number": record.game, "variant": record.variant, "engines": record.engines,
        "result": record.result, "reason": record.reason,
    }  # fmt: skip


async def _show_record(session: BoardSession, record: GameRecord) -> None:
    game = await session.new_game(record.variant, _start(record.start), [])
    names = record.engines
    game.seats = [Seat(name=names[at] if at < len(names) else "") for at in range(len(game.seats))]
    await _fill(session, game, record.opening + record.moves)
    opening = len(record.opening)
    # Notes of moves that were divided belong to none of the parts.
    if len(game.steps) == opening + len(record.entries):
        for at, entry in enumerate(record.entries, opening):
            game.notes[at] = Note(entry.score, entry.depth, entry.nodes, entry.time_ms)
    look = await session.rules.look(game)
    if not look.over and record.result not in ("void", "none"):
        game.result, game.reason = record.result, record.ending
    await session.begin(game, at=0)


async def _save(session: BoardSession, words: Words) -> Answer:
    if session.viewer != 0:
        raise Refused("a game with hidden parts can be saved when it is over")
    game = session.game
    _, fens = await session.rules.walk(game)
    record = files.record_of(
        game, session.turns, session.ends, fens, game.result or session.tip.result,
        session.tip.ranking, session.tip.reason,
    )  # fmt: skip
    name, text = files.as_file(record, _text(words, "form", "record"))
    return {"type": "file", "name": name, "text": text}


ORDERS: dict[str, Callable[[BoardSession, Words], Awaitable[Answer]]] = {
    "new": _new, "open": _open, "setup": _setup, "play": _play, "go": _go_to, "undo": _undo,
    "return": _return, "resign": _resign, "pause": _pause, "hurry": _hurry, "analyse": _analyse,
    "combat": _combat, "uncover": _uncover, "cover": _cover, "draft": _draft, "suggest": _suggest,
    "load": _load, "pick": _pick, "save": _save,
}  # fmt: skip
