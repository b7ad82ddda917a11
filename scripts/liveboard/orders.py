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
from .desk import Desk
from .game import MAX_LEVEL, Game, Note, Seat
from .picture import seen, undo_to
from .rules import Refused

MAX_LINES = 8
MAX_MS = 24 * 3600 * 1000
Answer = dict[str, Any] | None
Words = Mapping[str, Any]


async def obey(desk: Desk, text: str) -> Answer:
    """Does what a page requests. The answer, if any, is for that page alone."""
    try:
        words = json.loads(text)
        if not isinstance(words, dict):
            raise ValueError("an object is expected")
        order = ORDERS.get(str(words.get("do")))
        if order is None:
            raise ValueError(f"there is no order '{words.get('do')}'")
        async with desk.lock:
            return await order(desk, words)
    except (Refused, ValueError) as error:
        return {"type": "error", "text": str(error)}
    except EngineError as error:
        return {"type": "error", "text": f"An engine failed{desk.details(str(error))}"}
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


async def _new(desk: Desk, words: Words) -> Answer:
    start = _start(_text(words, "start", "startpos"))
    game = await desk.new_game(
        _text(words, "variant"), start, _seats(words), words.get("open", False) is True
    )
    await desk.begin(game, _clock(words, len(game.seats)))
    return None


async def _open(desk: Desk, words: Words) -> Answer:
    """Opens a game for viewing."""
    start = _start(_text(words, "start", "startpos"))
    game = await desk.new_game(_text(words, "variant"), start, [])
    names = _texts_of_names(words)
    game.seats = [Seat(name=names[at] if at < len(names) else "") for at in range(len(game.seats))]
    await _fill(desk, game, _texts(words, "moves"))
    ply = _number(words, "ply", len(game.steps), 0, 10**6)
    await desk.begin(game, at=ply)
    return None


def _texts_of_names(words: Words) -> list[str]:
    names = words.get("names", [])
    return [str(name)[:60] for name in names] if isinstance(names, list) else []


async def _fill(desk: Desk, game: Game, moves: list[str]) -> None:
    """Plays moves in a game that is not on the board yet. Each move is a step. If one goes beyond
    its turn, as in old records, each turn is a step."""
    game.steps = list(moves)
    try:
        game.movers, _ = await desk.rules.walk(game)
    except Refused:
        game.steps = await desk.rules.turn_by_turn(game)
        game.movers, _ = await desk.rules.walk(game)
    game.notes = [Note() for _ in game.steps]


async def _setup(desk: Desk, words: Words) -> Answer:
    """Sets up a position for viewing."""
    game = await desk.new_game(
        _text(words, "variant", desk.game.variant), _start(_text(words, "fen")), []
    )
    await desk.begin(game)
    return None


async def _play(desk: Desk, words: Words) -> Answer:
    if not desk.may_play():
        raise Refused("the person at the screen cannot play here")
    token = _texts({"token": [words.get("token")]}, "token")[0]
    await desk.play(token)
    return None


async def _go_to(desk: Desk, words: Words) -> Answer:
    if desk.viewer is None:
        raise Refused("the screen is handed over")
    desk.at = _number(words, "ply", 0, 0, seen(desk)[1])
    await desk.settle()
    return None


async def _undo(desk: Desk, _: Words) -> Answer:
    steps = undo_to(desk)
    if steps is None:
        raise Refused("nothing can be taken back here")
    await desk.rest()
    desk.game.cut(steps)
    desk.at = steps
    await desk.settle()
    return None


async def _return(desk: Desk, _: Words) -> Answer:
    """Returns to the game that the user left."""
    if desk.left is None:
        raise Refused("no game was left")
    at = min(desk.at, len(desk.left.steps))
    await desk.begin(desk.left, desk.clock, at)
    return None


async def _resign(desk: Desk, _: Words) -> Answer:
    game, player = desk.game, desk.tip.player
    if desk.over:
        raise Refused("the game is over")
    persons = game.persons()
    # The person at the screen resigns, if there is exactly one.
    loser = next((one for one in (desk.viewer, player, *persons) if one in persons), player)
    two = len(game.seats) == 2
    await desk.finish(f"p{3 - loser}win" if two else f"p{loser}loss", "resignation")
    return None


async def _pause(desk: Desk, words: Words) -> Answer:
    desk.paused = words.get("on") is True
    if desk.paused:
        await desk.rest()
    await desk.settle()
    return None


async def _hurry(desk: Desk, _: Words) -> Answer:
    await desk.hurry()
    return None


async def _analyse(desk: Desk, words: Words) -> Answer:
    desk.lines = _number(words, "lines", 1, 0, MAX_LINES)
    await desk.settle()
    return None


async def _combat(desk: Desk, words: Words) -> Answer:
    """The sums of an attack of A Game of War."""
    (square,) = _texts({"square": [words.get("square")]}, "square")
    if not desk.may_play():
        raise Refused("there is no attack here")
    sums = await desk.rules.ask_about(desk.game.variant, desk.told(), f"combat {square}")
    return {"type": "notice", "text": f"{square}: {sums}"}


# --- Hidden games ---


async def _uncover(desk: Desk, words: Words) -> Answer:
    """A person sits down at the screen."""
    player = _number(words, "player", 0, 1, len(desk.game.seats))
    if player not in desk.game.persons() or player != desk.tip.player:
        raise Refused("it is another player's turn")
    desk.at_screen = player
    desk.at = len(desk.game.steps)
    await desk.settle()
    return None


async def _cover(desk: Desk, _: Words) -> Answer:
    """Hands the screen over: it shows nothing until the next person confirms."""
    desk.at_screen = None
    desk.at = len(desk.game.steps)
    await desk.settle()
    return None


async def _draft(desk: Desk, words: Words) -> Answer:
    """A deployment, piece by piece. It is played as a whole."""
    if not desk.may_play():
        raise Refused("there is no deployment here")
    desk.drafts[desk.here.player] = _texts(words, "tokens")
    await desk.show()
    return None


async def _suggest(desk: Desk, _: Words) -> Answer:
    if not desk.may_play():
        raise Refused("there is no deployment here")
    player = desk.here.player
    desk.drafts[player] = await desk.suggest(player)
    await desk.settle()
    return None


# --- Files ---


async def _load(desk: Desk, words: Words) -> Answer:
    desk.library = files.read_games(_text(words, "text"))
    if len(desk.library) == 1:
        await _show_record(desk, desk.library[0])
    return {"type": "library", "games": [_entry(record) for record in desk.library]}


async def _pick(desk: Desk, words: Words) -> Answer:
    index = _number(words, "index", 0, 0, max(len(desk.library) - 1, 0))
    if not desk.library:
        raise Refused("no file was opened")
    await _show_record(desk, desk.library[index])
    return None


def _entry(record: GameRecord) -> dict[str, Any]:
    return {
        "number": record.game, "variant": record.variant, "engines": record.engines,
        "result": record.result, "reason": record.reason,
    }  # fmt: skip


async def _show_record(desk: Desk, record: GameRecord) -> None:
    game = await desk.new_game(record.variant, _start(record.start), [])
    names = record.engines
    game.seats = [Seat(name=names[at] if at < len(names) else "") for at in range(len(game.seats))]
    await _fill(desk, game, record.opening + record.moves)
    opening = len(record.opening)
    # Notes of moves that were divided belong to none of the parts.
    if len(game.steps) == opening + len(record.entries):
        for at, entry in enumerate(record.entries, opening):
            game.notes[at] = Note(entry.score, entry.depth, entry.nodes, entry.time_ms)
    look = await desk.rules.look(game)
    if not look.over and record.result not in ("void", "none"):
        game.result, game.reason = record.result, record.ending
    await desk.begin(game, at=0)


async def _save(desk: Desk, words: Words) -> Answer:
    if desk.viewer != 0:
        raise Refused("a game with hidden parts can be saved when it is over")
    game = desk.game
    _, fens = await desk.rules.walk(game)
    record = files.record_of(
        game, desk.turns, desk.ends, fens, game.result or desk.tip.result, desk.tip.ranking,
        desk.tip.reason,
    )  # fmt: skip
    name, text = files.as_file(record, _text(words, "form", "record"))
    return {"type": "file", "name": name, "text": text}


ORDERS: dict[str, Callable[[Desk, Words], Awaitable[Answer]]] = {
    "new": _new, "open": _open, "setup": _setup, "play": _play, "go": _go_to, "undo": _undo,
    "return": _return, "resign": _resign, "pause": _pause, "hurry": _hurry, "analyse": _analyse,
    "combat": _combat, "uncover": _uncover, "cover": _cover, "draft": _draft, "suggest": _suggest,
    "load": _load, "pick": _pick, "save": _save,
}  # fmt: skip
