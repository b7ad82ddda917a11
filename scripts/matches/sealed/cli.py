"""`sealed.py`: a relay, or one player's host."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from runtime.arguments import BAD_USAGE, BROKEN_OFF, DONE, INTERRUPTED, OneLineParser, text_of
from runtime.variants import add_variants
from strategos_client import EngineError
from strategos_client.installed import installed_engine

from ..plan import Contestant
from ..specs import LIMIT_KEYS, control_from, parse_engine
from .host import Host, HostError, Player, RelayLink
from .relay import Relay
from .sealed_file import Terms

EPILOG = """\
On the machine of the relay: scripts/sealed.py relay --listen 0.0.0.0:7777
On that of Ann: scripts/sealed.py host --relay HOST:7777 --game ours --folder ann \\
    --variant warpac-subs --engine name=Ann,cmd=target/release/strategos,movetime=500
On that of Bob: the same with --join instead of --variant.

Each host has its file in its folder, and sees only public lines. Afterwards `strategos sealed audit
ann/game` checks the game, and with both files it proves the result.
"""


def arguments() -> argparse.ArgumentParser:
    """All options."""
    parser = OneLineParser("Plays a hidden game without a referee, over a socket.", EPILOG)
    actions = parser.add_subparsers(dest="action", required=True, parser_class=_Quiet)
    relay = actions.add_parser("relay", help="pass the public lines on")
    relay.add_argument("--listen", type=address, default=("127.0.0.1", 7777), metavar="HOST:PORT")
    host = actions.add_parser("host", help="play for one player")
    add_variants(host)
    add = host.add_argument
    add("--relay", type=address, required=True, metavar="HOST:PORT")
    add("--game", required=True, metavar="NAME", help="the name of the game at the relay")
    add("--folder", type=Path, required=True, metavar="DIR", help="made for this player")
    add("--engine", required=True, metavar="SPEC", help="as in match.py, with limits")
    add("--program", metavar="PATH", help="of `strategos sealed` (default: the installed one)")
    add("--variant", default="", help="propose a game of this variant")
    add("--join", action="store_true", help="join the game instead")
    add("--start", default="", help="startpos, deploy or a FEN")
    add("--first", choices=("me", "other"), help="player 1; otherwise a toss decides")
    add("--seed", type=int, help="of the engine (default: random)")
    add("--silence-s", type=float, default=60.0, metavar="S", help="longest move")
    return parser


class _Quiet(OneLineParser):
    """The parser of an action; argparse gives it more arguments than it needs."""

    def __init__(self, **given: object) -> None:
        super().__init__(str(given.get("description") or ""), prog=str(given.get("prog") or ""))


def address(text: str) -> tuple[str, int]:
    """HOST:PORT."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal():
        raise argparse.ArgumentTypeError(f"expected HOST:PORT, not '{text}'")
    return host, int(port)


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 if the game broke off, 2 on bad usage, 130 when interrupted."""
    options = arguments().parse_args(words)
    try:
        if options.action == "relay":
            asyncio.run(_relay(*options.listen))
            return DONE
        return asyncio.run(_host(options, _player(options)))
    except ValueError as error:
        sys.stderr.write(f"sealed.py: {error}\n")
        return BAD_USAGE
    except (OSError, EngineError) as error:
        sys.stderr.write(f"sealed.py: {text_of(error)}\n")
        return BROKEN_OFF
    except KeyboardInterrupt:
        return INTERRUPTED


async def _relay(host: str, port: int) -> None:
    async with await Relay.start(host, port) as relay:
        sys.stderr.write(f"listening on port {relay.port}\n")
        await relay.forever()


def _player(options: argparse.Namespace) -> Player:
    if options.join == bool(options.variant):
        raise ValueError("either --variant proposes a game, or --join joins one")
    contestant = parse_engine(options.engine, control_from({}))
    check_control(contestant)
    first = None if options.first is None else options.first == "me"
    terms = None if options.join else Terms(options.variant, options.start, first)
    program = options.program or installed_engine()
    options.folder.mkdir(parents=True, exist_ok=True)
    return Player(
        contestant, options.folder, (program,), terms, options.seed, options.silence_s,
    )  # fmt: skip


def check_control(contestant: Contestant) -> None:
    """Refuses limits that no host can keep by itself; raises ValueError."""
    control = contestant.control
    if control.base_ms is not None:
        raise ValueError(f"{contestant.name}: there is no clock without a referee; use {LIMITS}")
    if control.is_empty():
        raise ValueError(f"{contestant.name}: one of {LIMITS} is needed")


LIMITS = ", ".join(LIMIT_KEYS[1:])


async def _host(options: argparse.Namespace, player: Player) -> int:
    seat = "B" if options.join else "A"
    server, port = options.relay
    link = await RelayLink.connect(server, port, options.game, seat)
    try:
        await Host(player, link).play()
    except HostError as error:
        sys.stderr.write(f"{error.reason}: {error}\n")
        return BROKEN_OFF
    finally:
        await link.close()
    return DONE
