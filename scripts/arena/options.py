"""The command line of `match.py`: what it accepts, and the plan that it stands for."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from strategos_client import Dialect, EngineConfig

from . import cluster
from .openings import read_openings
from .plan import (
    Adjudication,
    Contestant,
    Control,
    MatchError,
    OpeningSource,
    Plan,
    Rules,
    Sprt,
)

EPILOG = """\
An engine is name=A,cmd=PATH[,args=WORDS][,option.NAME=VALUE]... and may have tc=, movetime=,
nodes= or depth= of its own, and dialect=uci if it does not know ugi.

A clean interrupt (Ctrl-C) and a killed runner alike are taken up again by the same command with
--resume: games that are in the record file are not played again, all others are.
"""
LIMIT_KEYS = ("tc", "movetime", "nodes", "depth")


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = argparse.ArgumentParser(
        description="Plays a match or a tournament between engines.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_players(parser)
    _add_limits(parser)
    _add_openings(parser)
    _add_endings(parser)
    _add_outputs(parser)
    cluster.add_arguments(parser)
    return parser


def _add_players(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--engine", action="append", required=True, metavar="SPEC", help="give two or more")
    add("--each", default="", metavar="SPEC", help="keys for every engine, as option.Hash=64")
    add("--referee", metavar="SPEC", help="default: the first engine's command")
    add("--variant", default="pacific-a", help="UCI_Variant (default %(default)s)")
    add(
        "--format", choices=("duel", "gauntlet", "round-robin"), default=None,
        help="gauntlet: the first engine against all others (default: duel or round-robin)",
    )  # fmt: skip
    add("--games", type=int, default=100, help="in all, rounded up to whole rotations of the seats")
    add("--concurrency", type=int, default=1, help="games at a time on this machine")
    add(
        "--information", choices=("auto", "full", "own"), default="auto",
        help="send players the whole game, what they may know, or that only in hidden games",
    )  # fmt: skip


def _add_limits(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--tc", metavar="S+S", help="clock and increment, in seconds")
    add("--movetime", type=int, metavar="MS", help="time a move")
    add("--nodes", type=int, help="nodes a move")
    add("--depth", type=int, help="depth a move")
    add("--margin-ms", type=float, default=50.0, help="forgiven on the clock")
    add("--silence-s", type=float, default=60.0, help="longest move without a clock")


def _add_openings(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--openings", type=Path, metavar="FILE", help="a line: startpos, deploy or FEN, moves ...")
    add("--genfens", action="store_true", help="openings from the referee's genfens")
    add("--random-plies", type=int, default=0, metavar="N", help="random openings")
    add("--seed", type=int, default=1, help="of openings and engines")


def _add_endings(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--sprt", metavar="ELO0,ELO1", help="stop when one is accepted")
    add("--resign", metavar="CP,MOVES", help="lost when both sides say so for so many moves")
    add("--draw", metavar="CP,MOVES,FROM", help="drawn when both sides say so, from token FROM on")
    add("--max-tokens", type=int, default=0, metavar="N", help="drawn after so many; 0: never")


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--out", type=Path, metavar="FILE", help="records, one JSON line a game")
    add("--resume", action="store_true", help="go on with the match in --out")
    add("--html", type=Path, metavar="FILE", help="a report with every game as a board")
    add("--pgn", type=Path, metavar="FILE", help="the games as text with tags and comments")
    add("--plots", type=Path, metavar="FOLDER", help="PNG plots (needs matplotlib)")
    add("--log", type=Path, metavar="FILE", help="write all traffic")
    add("--report-every", type=int, default=10, metavar="N", help="games, where no table is shown")


def plan_from(options: argparse.Namespace) -> Plan:
    """Checks the command line; raises ValueError, OSError or MatchError."""
    common = common_control(options)
    contestants = tuple(
        parse_engine(f"{text},{options.each}".rstrip(","), common) for text in options.engine
    )
    names = [contestant.name for contestant in contestants]
    if len(contestants) < 2:
        raise ValueError("at least two engines are needed")
    if len(set(names)) < len(names):
        raise ValueError("the engines need different names")
    if any(contestant.control.is_empty() for contestant in contestants):
        raise ValueError("one of --tc, --movetime, --nodes, --depth is needed")
    if min(options.games, options.concurrency, options.report_every) < 1:
        raise ValueError("--games, --concurrency and --report-every are at least 1")
    if options.sprt and len(contestants) != 2:
        raise ValueError("--sprt needs two engines")
    referee = replace(contestants[0].config, name="referee", options={})
    if options.referee:
        referee = replace(parse_engine(options.referee, common).config, name="referee")
    return Plan(
        contestants=contestants,
        referee=referee,
        rules=_rules(options),
        games=options.games,
        format=options.format or ("duel" if len(contestants) == 2 else "round-robin"),
        openings=_openings(options),
        sprt=_sprt(options.sprt),
    )


def common_control(options: argparse.Namespace) -> Control:
    """The limits that hold for engines without limits of their own."""
    limits = {key: str(value) for key in LIMIT_KEYS if (value := getattr(options, key)) is not None}
    return override(Control(), limits)


def _rules(options: argparse.Namespace) -> Rules:
    resign_cp, resign_moves = _numbers(options.resign, 2, "--resign")
    draw_cp, draw_moves, draw_from = _numbers(options.draw, 3, "--draw")
    return Rules(
        variant=options.variant,
        margin_ms=options.margin_ms,
        silence_s=options.silence_s,
        information=options.information,
        seed=options.seed,
        adjudication=Adjudication(
            resign_cp, resign_moves, draw_cp, draw_moves, draw_from, options.max_tokens
        ),
    )


def _numbers(text: str | None, count: int, name: str) -> list[int]:
    if not text:
        return [0] * count
    found = [int(word) for word in text.split(",")]
    if len(found) != count or min(found) < 0:
        raise ValueError(f"{name} takes {count} numbers that are not negative")
    return found


def _openings(options: argparse.Namespace) -> OpeningSource:
    listed = read_openings(options.openings) if options.openings else []
    if options.genfens and (listed or options.random_plies):
        raise MatchError("--genfens goes with neither --openings nor --random-plies")
    return OpeningSource(
        tuple(opening for _, opening in listed), options.genfens, options.random_plies
    )


def _sprt(text: str | None) -> Sprt | None:
    if not text:
        return None
    elo0, elo1 = (float(word) for word in text.split(","))
    if elo0 >= elo1:
        raise ValueError("--sprt needs ELO0 below ELO1")
    return Sprt(elo0, elo1)


def parse_clock(text: str) -> tuple[float, float]:
    """`1+0.01` in seconds, as milliseconds."""
    base, _, increment = text.partition("+")
    try:
        return 1000.0 * float(base), 1000.0 * float(increment or 0.0)
    except ValueError:
        raise ValueError(f"'{text}' is no clock such as 1+0.01, in seconds") from None


def override(control: Control, limits: Mapping[str, str]) -> Control:
    """Limits of an engine's own take the place of all common ones."""
    if not limits:
        return control
    base: float | None = None
    increment = 0.0
    if "tc" in limits:
        base, increment = parse_clock(limits["tc"])
    whole = {name: int(value) for name, value in limits.items() if name != "tc"}
    return Control(base, increment, whole.get("movetime"), whole.get("nodes"), whole.get("depth"))


def parse_engine(text: str, common: Control) -> Contestant:
    """Reads `name=A,cmd=PATH,args=...,option.Hash=16,nodes=1000`. Of a key that is given twice
    the first holds."""
    fields: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"'{part}' is not KEY=VALUE")
        fields.setdefault(key.strip(), value)
    if not fields.get("cmd"):
        raise ValueError(f"cmd=PATH is missing in '{text}'")
    program = fields.pop("cmd")
    if "/" in program:
        program = str(Path(program).absolute())
    command = (program, *shlex.split(fields.pop("args", "")))
    name = fields.pop("name", Path(program).name)
    options = {
        key.removeprefix("option."): fields.pop(key)
        for key in list(fields)
        if key.startswith("option.")
    }
    limits = {key: fields.pop(key) for key in LIMIT_KEYS if key in fields}
    dialect = _dialect(fields.pop("dialect", "ugi"))
    if fields:
        raise ValueError(f"unknown key '{next(iter(fields))}'")
    return Contestant(EngineConfig(name, command, options, dialect), override(common, limits))


def _dialect(text: str) -> Dialect:
    if text == "ugi" or text == "uci":
        return text  # type: ignore[return-value, unused-ignore]
    raise ValueError(f"dialect is ugi or uci, not '{text}'")
