"""Games of the engine against three kinds of opponents, in a file of JSON lines."""

from __future__ import annotations

import argparse
import contextlib
import json
import random
from dataclasses import asdict, dataclass
from pathlib import Path

from runtime.files import LineFile
from strategos_client import Engine, EngineConfig, Limits
from strategos_client.model import NO_MOVE

VARIANT = "warpac-subs"
KINDS = ("engine", "weak", "random")
WEAK_ELO = 1000
# A weak level sets its own limit.
NO_LIMIT = 10_000_000
# The tokens that deploy both fleets.
DEPLOYMENTS = 2
TIMEOUT_S = 60.0


@dataclass(frozen=True)
class Game:
    """A game of the engine against an opponent of a kind, who plays as `opponent` (1 or 2)."""

    kind: str
    opponent: int
    moves: tuple[str, ...]


async def play(engines: dict[str, Engine], number: int, options: argparse.Namespace) -> Game:
    """The game with this number."""
    kind, opponent = KINDS[number % len(KINDS)], 1 + number // len(KINDS) % 2
    chance = random.Random(number)
    for engine in engines.values():
        await engine.new_game()
        await engine.set_options({"Seed": str(number)})
    moves: list[str] = []
    while len(moves) < options.turns:
        position = f"deploy moves {' '.join(moves)}"
        referee = engines["engine"]
        referee.set_position(position)
        is_opponents = int((await referee.query("player"))[0]) == opponent
        if kind == "random" and is_opponents and len(moves) >= DEPLOYMENTS:
            move = chance.choice(await referee.legal_moves() or [NO_MOVE])
        else:
            is_weak = kind == "weak" and is_opponents
            limits = Limits(nodes=NO_LIMIT if is_weak else options.nodes)
            mover = engines["weak" if is_weak else "engine"]
            move = (await mover.go(position, limits, TIMEOUT_S)).bestmove
        if move == NO_MOVE:
            break
        moves.append(move)
    return Game(kind, opponent, tuple(moves))


async def play_all(options: argparse.Namespace) -> None:
    """Plays the games that the file lacks."""
    strong = {"UCI_Variant": VARIANT, "Hash": "4"}
    weak = strong | {"UCI_LimitStrength": "true", "UCI_Elo": str(WEAK_ELO)}
    engines = {
        name: await Engine.start(EngineConfig(name, (str(options.engine),), wanted))
        for name, wanted in (("engine", strong), ("weak", weak))
    }
    with contextlib.closing(LineFile.open(options.games_file)) as file:
        file.mend(is_game, b'{"kind":')
        done = len(read(options.games_file))
        for number in range(done, options.games * len(KINDS)):
            game = await play(engines, number, options)
            file.add(json.dumps(asdict(game)).encode())
    for engine in engines.values():
        await engine.quit()


def is_game(line: bytes) -> bool:
    """Whether a line was written completely."""
    try:
        Game(**json.loads(line))
    except (ValueError, TypeError):
        return False
    return True


def read(path: Path) -> list[Game]:
    """The games of a file."""
    games = [Game(**json.loads(line)) for line in path.read_text(encoding="utf-8-sig").splitlines()]
    return [Game(game.kind, game.opponent, tuple(game.moves)) for game in games]
