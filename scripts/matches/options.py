"""The command line of `match.py`, and the plan that follows from it."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from runtime import cluster
from runtime.arguments import OneLineParser, text_of
from runtime.variants import add_variants

from . import affinity, points, settings_file
from .opening_files import Placed, choose, heading_of, parse_choice
from .plan import Adjudication, Contestant, Control, MatchError, OpeningSource, Plan, Rules
from .specs import (
    LIMIT_KEYS,
    control_from,
    engine_from,
    fields_of,
    parse_resign,
    parse_sprt,
    whole_numbers,
)

T = TypeVar("T")

EPILOG = """\
An engine is name=A,cmd=PATH[,args=WORDS][,option.NAME=VALUE]... and may have tc=, movetime=,
nodes= or depth= of its own, and dialect=uci if it does not know ugi.

--config FILE reads a TOML file whose keys are these options without their dashes; each engine is
a table [[engine]] with the keys above. The command line overrides the file.

Everything is checked before the first game. After Ctrl-C or a kill, the same command with --resume
plays the games that the record file lacks.
"""
# The value of --second-referee for a match without one.
NO_SECOND = "none"


class Refused(Exception):
    """The match cannot begin. Each problem is a line."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = list(problems)


@dataclass(frozen=True, slots=True)
class Setup:
    """A plan, the places of its openings, the comment in the first line of their file, and the
    processors of each concurrent game."""

    plan: Plan
    placed: list[Placed] = field(default_factory=list)
    heading: str = ""
    processors: list[frozenset[int]] = field(default_factory=list)


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = OneLineParser(
        description="Plays a match or a tournament between engines.",
        epilog=EPILOG,
    )
    add_variants(parser)
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file of options")
    _add_players(parser)
    _add_sealed(parser)
    add_limits(parser)
    add_openings(parser)
    add_endings(parser)
    _add_test(parser)
    _add_outputs(parser)
    add_places(parser)
    return parser


def add_places(parser: argparse.ArgumentParser) -> None:
    """Options for the machines and the number of concurrent games."""
    add = parser.add_argument
    add("--concurrency", type=int, default=1, help="concurrent games on this machine")
    add(
        "--affinity", nargs="?", const=affinity.ALL, metavar="LIST",
        help="give each game its own processors, of those in LIST, as 0-3,6",
    )  # fmt: skip
    cluster.add_arguments(parser)


def _format(text: str) -> str:
    """The name of a format; fastchess writes `roundrobin`."""
    return "round-robin" if text == "roundrobin" else text


def _add_players(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--engine", action="append", default=[], metavar="SPEC", help="give two or more")
    add("--each", default="", metavar="SPEC", help="keys for all engines, as option.Hash=64")
    add("--referee", metavar="SPEC",
        help="default: the program in STRATEGOS_ENGINE, the installed strategos, or the first "
        "engine's")  # fmt: skip
    add("--second-referee", metavar="SPEC",
        help="checks each result (default: an engine's program that is not the referee's, if the "
        "engines are different programs); none: plays without")  # fmt: skip
    add("--variant", default="pacific-a", help="UCI_Variant (default %(default)s)")
    add(
        "--format", choices=("duel", "gauntlet", "round-robin"), default=None, type=_format,
        help="gauntlet: the first engine against all others (default: duel or round-robin)",
    )  # fmt: skip
    add(
        "--fields", choices=("all", "lone", "even"), default="all",
        help="how two engines share three or four seats. lone: one engine alone against copies of "
        "the other, both ways round; even: two seats each; all: every way (default %(default)s)",
    )  # fmt: skip
    add("--games", type=int, default=100, help="number, rounded up to whole rotations of the seats")
    add(
        "--information", choices=("auto", "full", "own"), default="auto",
        help="what players get. full: the whole game; own: their view; auto: their view in games "
        "with hidden information",
    )  # fmt: skip


def _add_sealed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sealed", nargs="?", const="", metavar="DIR",
        help="play without a referee: each engine has a process and a folder of its own, and they "
        "exchange public lines; every game is audited. DIR keeps the files of the games",
    )  # fmt: skip


def _add_test(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--sprt", metavar="ELO0,ELO1[,KEY=VALUE]...",
        help="stop when a hypothesis is accepted; alpha=0.05, beta=0.05, model=normalized "
        "(default) or logistic, count=points",
    )  # fmt: skip


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Options for the limits of a move."""
    add = parser.add_argument
    add("--tc", metavar="[N/]S[+S]", help="clock for N moves, and increment, in seconds")
    add("--movetime", metavar="MS", help="time for each move")
    add("--nodes", metavar="N", help="nodes for each move")
    add("--depth", metavar="N", help="depth of each move")
    add(
        "--margin-ms",
        type=float,
        default=50.0,
        metavar="MS",
        help="milliseconds by which a move may exceed the clock",
    )
    add("--silence-s", type=float, default=60.0, metavar="S", help="longest move without a clock")


def add_openings(parser: argparse.ArgumentParser) -> None:
    """Options for the positions from which games begin."""
    add = parser.add_argument
    add(
        "--openings", nargs="+", metavar="WORD",
        help="FILE [order=random|sequential] [start=N] [plies=N]: a line is startpos, deploy or a "
        "FEN, perhaps with moves ..., or EPD; or games in the runner's own PGN",
    )  # fmt: skip
    add("--genfens", action="store_true", help="openings from the referee's genfens")
    add("--random-plies", type=int, default=0, metavar="N", help="random openings")
    add("--seed", type=int, default=1, help="of openings and engines")


def add_endings(parser: argparse.ArgumentParser) -> None:
    """Options for games that end before the rules end them."""
    add = parser.add_argument
    add(
        "--resign",
        metavar="CP,MOVES[,one-sided]",
        help="lost at -CP for MOVES moves, by the scores of both sides or of the loser alone",
    )
    add(
        "--draw",
        metavar="CP,MOVES,FROM",
        help="drawn at scores within CP for MOVES moves, from token FROM on",
    )
    add("--max-tokens", type=int, default=0, metavar="N", help="drawn after N tokens; 0: never")
    add(
        "--adjudicate", metavar="points[=LEAD]|tables=DIR",
        help="War-in-the-Pacific Chess: count games without progress or at --max-tokens also as "
        f"won on points, with a lead of {points.DEFAULT_LEAD} or LEAD; tables: end games whose "
        "result the endgame tables in DIR know",
    )  # fmt: skip


def _add_outputs(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--out", type=Path, metavar="FILE", help="records, one JSON line a game")
    add("--resume", action="store_true", help="continue the match in --out")
    add("--html", type=Path, metavar="FILE", help="a report with every game as a board")
    add("--pgn", type=Path, metavar="FILE", help="the games as text with tags and comments")
    add("--plots", type=Path, metavar="FOLDER", help="PNG plots (needs matplotlib)")
    add("--log", type=Path, metavar="FILE", help="write all traffic")
    add(
        "-v", "--verbose", action="count", default=0,
        help="log games to standard error; -vv: moves and processes too; -vvv: all traffic",
    )  # fmt: skip
    add(
        "--report-every",
        type=int,
        default=10,
        metavar="N",
        help="print a line every N games without a live table",
    )


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line and the settings file together; ends the program on bad usage."""
    parser = arguments()
    given = sys.argv[1:] if words is None else list(words)
    options = parser.parse_args(given)
    if options.config is None:
        return options
    try:
        settings = settings_file.read_settings(options.config)
        prefix = f"{options.config}: "
        before = _words_of(settings, parser, prefix)
        engines = _engines_of(settings, prefix)
    except (ValueError, OSError) as error:
        parser.error(text_of(error))
    assert isinstance(parser, OneLineParser)
    parser.source = prefix
    parser.parse_args(before)
    parser.source = ""
    options = parser.parse_args([*before, *given])
    options.engine = options.engine or engines
    for name in settings_file.SINGLE_KEYS:
        attribute = name.replace("-", "_")
        if name in settings and not getattr(options, attribute):
            setattr(options, attribute, settings_file.engine_fields(settings[name], name))
    return options


def _words_of(
    settings: Mapping[str, Any], parser: argparse.ArgumentParser, prefix: str
) -> list[str]:
    try:
        return settings_file.words_of(settings, parser)
    except ValueError as error:
        raise ValueError(f"{prefix}{error}") from None


def _engines_of(settings: Mapping[str, Any], prefix: str) -> list[dict[str, str] | str]:
    try:
        for name in settings_file.SINGLE_KEYS:
            settings_file.engine_fields(settings.get(name, ""), name)
        return settings_file.engines_of(settings)
    except ValueError as error:
        raise ValueError(f"{prefix}{error}") from None


class _Collector:
    """Runs checks, and collects their problems for one report."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def get(self, default: T, function: Callable[..., T], *arguments: Any) -> T:
        """The result of the function, or `default` if it fails."""
        try:
            return function(*arguments)
        except (ValueError, OSError, MatchError) as error:
            self.problems.append(text_of(error))
            return default

    def demand(self, condition: bool, problem: str) -> None:
        """Adds a problem unless the condition holds."""
        if not condition:
            self.problems.append(problem)


def setup_from(options: argparse.Namespace) -> Setup:
    """Checks the command line; raises `Refused` with all problems."""
    found = _Collector()
    contestants = _contestants(options, found)
    _check_numbers(options, found)
    sprt = found.get(None, parse_sprt, options.sprt)
    found.demand(sprt is None or len(options.engine) == 2, "--sprt needs two engines")
    found.demand(options.fields == "all" or len(options.engine) == 2, "--fields needs two engines")
    rules = found.get(Rules(options.variant), _rules, options)
    found.demand(
        sprt is None or not sprt.on_points or rules.adjudication.points_lead > 0,
        "--sprt with count=points needs --adjudicate points",
    )
    found.demand(
        not options.genfens or not (options.openings or options.random_plies),
        "--genfens goes with neither --openings nor --random-plies",
    )
    placed: list[Placed] = []
    placed = found.get(placed, _openings, options)
    referee = found.get(None, _referee, options, contestants)
    if found.problems or referee is None:
        raise Refused(found.problems)
    plan = Plan(
        contestants=tuple(contestants),
        referee=referee,
        rules=rules,
        games=options.games,
        format=options.format or ("duel" if len(contestants) == 2 else "round-robin"),
        openings=OpeningSource(
            tuple(item.opening for item in placed), options.genfens, options.random_plies
        ),
        sprt=sprt,
        fields=options.fields,
        second=found.get(None, _second, options),
        sealed=options.sealed is not None,
    )
    for problem in sealed_problems(plan, options) if plan.sealed else []:
        found.demand(False, problem)
    processors: list[frozenset[int]] = []
    processors = found.get(processors, _processors, options, plan)
    if found.problems:
        raise Refused(found.problems)
    heading = heading_of(parse_choice(options.openings).path) if options.openings else ""
    return Setup(plan, placed, heading, processors)


def sealed_problems(plan: Plan, options: argparse.Namespace) -> list[str]:
    """What a match without a referee cannot do."""
    problems = []
    if plan.rules.adjudication != Adjudication():
        problems.append("--sealed: only a referee can end games before the rules do")
    if any(contestant.control.base_ms is not None for contestant in plan.contestants):
        problems.append("--sealed: there is no clock without a referee; use movetime, nodes, depth")
    if plan.openings.random_plies or any(opening.moves for opening in plan.openings.listed):
        problems.append("--sealed: games begin from positions, without moves")
    if options.scheduler or options.workers:
        problems.append("--sealed is for this machine; scripts/sealed.py plays on two")
    if options.information == "full":
        problems.append("--sealed: no player gets the whole game (--information full)")
    return problems


def _contestants(options: argparse.Namespace, found: _Collector) -> list[Contestant]:
    common = found.get(Control(depth=1), common_control, options)
    nothing: Mapping[str, str] = {}
    each = found.get(nothing, _fields, options.each)
    contestants = []
    for given in options.engine:
        contestant = found.get(None, _contestant, given, each, common)
        if contestant is not None:
            contestants.append(contestant)
    names = [contestant.name for contestant in contestants]
    found.demand(len(options.engine) >= 2, "at least two engines are needed")
    found.demand(len(set(names)) == len(names), "the engines need different names")
    found.demand(
        not any(contestant.control.is_empty() for contestant in contestants),
        "one of --tc, --movetime, --nodes, --depth is needed",
    )
    return contestants


def _contestant(
    given: str | Mapping[str, str], each: Mapping[str, str], common: Control
) -> Contestant:
    return engine_from({**each, **_fields(given)}, common)


def _fields(given: str | Mapping[str, str]) -> Mapping[str, str]:
    if isinstance(given, str):
        return fields_of(given) if given else {}
    return given


def _referee(options: argparse.Namespace, contestants: Sequence[Contestant]) -> Any:
    if options.referee:
        return replace(engine_from(_fields(options.referee), Control()).config, name="referee")
    if not contestants:
        return None
    return replace(contestants[0].config, name="referee", options={})


def _second(options: argparse.Namespace) -> Any:
    """The second referee, if the command line names one."""
    if options.second_referee in (None, "", NO_SECOND):
        return None
    config = engine_from(_fields(options.second_referee), Control()).config
    return replace(config, name="second referee")


def _check_numbers(options: argparse.Namespace, found: _Collector) -> None:
    for name in ("games", "concurrency", "report_every"):
        found.demand(getattr(options, name) >= 1, f"--{name.replace('_', '-')} is at least 1")
    for name in ("random_plies", "max_tokens", "margin_ms", "seed"):
        found.demand(getattr(options, name) >= 0, f"--{name.replace('_', '-')} is not negative")
    found.demand(options.margin_ms < math.inf, "--margin-ms has an end")
    found.demand(0.0 < options.silence_s < math.inf, "--silence-s is above 0 and has an end")
    found.demand(options.workers is None or options.workers >= 1, "--workers is at least 1")
    found.demand(
        not (options.affinity and (options.scheduler or options.workers)),
        "--affinity is for games on this machine, without --scheduler and --workers",
    )


def common_control(options: argparse.Namespace) -> Control:
    """The limits of engines whose specification has none."""
    limits = {key: value for key in LIMIT_KEYS if (value := getattr(options, key)) is not None}
    return control_from(limits)


def _rules(options: argparse.Namespace) -> Rules:
    resign_cp, resign_moves, one_sided = parse_resign(options.resign)
    draw_cp, draw_moves, draw_from = whole_numbers(options.draw, 3, "--draw")
    return Rules(
        variant=options.variant,
        margin_ms=options.margin_ms,
        silence_s=options.silence_s,
        information=options.information,
        seed=options.seed,
        adjudication=Adjudication(
            resign_cp, resign_moves, draw_cp, draw_moves, draw_from, options.max_tokens,
            one_sided, *_adjudicators(options),
        ),
    )  # fmt: skip


def _adjudicators(options: argparse.Namespace) -> tuple[int, str]:
    """The lead that wins on points, and the folders of endgame tables."""
    given = options.adjudicate
    if given is None:
        return 0, ""
    what, equals, value = given.partition("=")
    if what == "points" and not equals:
        return points.DEFAULT_LEAD, ""
    if what == "points" and value.isdigit() and int(value):
        return int(value), ""
    if what == "tables" and value:
        return 0, value
    text = f"--adjudicate takes points, points=LEAD or tables=DIR, not '{given}'"
    raise ValueError(text)


def _openings(options: argparse.Namespace) -> list[Placed]:
    if not options.openings:
        return []
    return choose(parse_choice(options.openings), options.seed, options.variant)


def _processors(options: argparse.Namespace, plan: Plan) -> list[frozenset[int]]:
    if not options.affinity:
        return []
    processors = affinity.parse_processors(options.affinity)
    return affinity.shared_out(processors, options.concurrency, plan)
