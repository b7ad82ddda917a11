"""The client's types: plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from .scores import PovScore, Score, Wdl, score_of

Dialect = Literal["ugi", "uci"]
# None and an empty text send no value: that presses a button.
OptionValue = str | int | bool | None

# The move of `bestmove` if there is none.
NO_MOVE = "(none)"


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """How to start an engine. `command` is the program and its arguments. `dialect` is the first
    word of the handshake; the commands for new games and clocks depend on it."""

    name: str
    command: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    dialect: Dialect = "ugi"

    def __post_init__(self) -> None:
        # Numbers and booleans are allowed too, as in `Engine.set_options`.
        texts = {name: option_text(value) for name, value in self.options.items()}
        object.__setattr__(self, "options", texts)

    def at(self, variant: str) -> EngineConfig:
        """The same with a variant, which is set first because options may depend on it."""
        first = {"UCI_Variant": variant}
        return replace(self, options=first | dict(self.options) | first)


def option_text(value: OptionValue) -> str:
    """The value of an option in the protocol; empty if there is none."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Option:
    """An option as the engine declares it; `default` is empty for a button."""

    name: str
    kind: str
    default: str = ""
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one `go`. `clocks_ms` and `increments_ms` have one entry for each player.
    Without limits the search runs until it is stopped. With `ponder` it runs until `ponderhit`, and
    the limits hold from then on."""

    depth: int | None = None
    nodes: int | None = None
    movetime_ms: int | None = None
    clocks_ms: tuple[int, ...] = ()
    increments_ms: tuple[int, ...] = ()
    mate: int | None = None
    searchmoves: tuple[str, ...] = ()
    movestogo: int | None = None
    ponder: bool = False

    def command(self, dialect: Dialect = "ugi") -> str:
        """The `go` line."""
        words = ["go"]
        for word, value in (
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("movetime", self.movetime_ms),
            ("mate", self.mate),
            ("movestogo", self.movestogo),
        ):
            if value is not None:
                words += [word, str(value)]
        for kind, values in (("time", self.clocks_ms), ("inc", self.increments_ms)):
            for player, value in enumerate(values, 1):
                words += [_clock_word(kind, player, dialect), str(value)]
        if self.ponder:
            words.insert(1, "ponder")
        elif len(words) == 1:
            words.append("infinite")
        if self.searchmoves:
            words += ["searchmoves", *self.searchmoves]
        return " ".join(words)


def _clock_word(kind: str, player: int, dialect: Dialect) -> str:
    if dialect == "uci" and player <= 2:
        return "wb"[player - 1] + kind
    return f"p{player}{kind}"


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """An `info` line with a score. Missing fields are None. `bound` is `lowerbound` or `upperbound`
    if the score is only a bound. `samples` is the number of determinizations, in positions with
    hidden information. `player` is the player to move, of `players`, if the client asked. `visits`
    and `prior` are of a line's first action, in a Monte Carlo search of an analysis server or of
    the package `strategos`."""

    depth: int | None = None
    seldepth: int | None = None
    multipv: int = 1
    cp: int | None = None
    mate: int | None = None
    bound: str = ""
    wdl: Wdl | None = None
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    tbhits: int | None = None
    time_ms: int | None = None
    samples: int | None = None
    pv: tuple[str, ...] = ()
    player: int | None = None
    players: int | None = None
    visits: int | None = None
    prior: float | None = None

    @property
    def score(self) -> Score | None:
        """The score of the player to move: `Cp` or `Mate`."""
        return score_of(self.cp, self.mate)

    @property
    def value(self) -> int | None:
        """The score as one number: centipawns for the player to move. A mate in y turns is
        `MATE_CP - y` or its negative."""
        score = self.score
        return None if score is None else score.value

    @property
    def pov(self) -> PovScore | None:
        """The score with its player, whose opponents' view it can give too. Raises ValueError if
        the player is not known: see `Engine.analyse`."""
        score = self.score
        if score is None:
            return None
        if self.player is None:
            raise ValueError("the line does not say who is to move: `Engine.analyse` asks for it")
        return PovScore(score, self.player, self.players or 2, self.wdl)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of one `go`. `lines` has the last info line of each MultiPV line, best first.
    `seconds` is the client's time from the write to `bestmove`. `errors` has the engine's error
    lines. `result` is the result of the game, if an analysis server gives it."""

    bestmove: str
    lines: tuple[SearchInfo, ...]
    seconds: float
    ponder: str = ""
    errors: tuple[str, ...] = ()
    result: str = ""

    @property
    def info(self) -> SearchInfo:
        """The info line of the best move, or an empty one if there is none."""
        return self.lines[0] if self.lines else SearchInfo()


def with_moves(position: str, *tokens: str) -> str:
    """A position after more moves: the arguments of `position` with more tokens."""
    if not tokens:
        return position
    joint = " " if "moves" in position.split() else " moves "
    return f"{position}{joint}{' '.join(tokens)}"


@dataclass(frozen=True, slots=True)
class Answers:
    """The `response` lines to several commands, and the error lines among them."""

    responses: list[list[str]]
    errors: list[str]
