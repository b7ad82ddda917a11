"""Parses lines of an engine. Every error is an `EngineFault` that quotes the line."""

from __future__ import annotations

from itertools import pairwise

from .errors import EngineFault
from .model import Option, SearchInfo
from .scores import Wdl

_INTEGER_FIELDS = {
    "depth": "depth",
    "seldepth": "seldepth",
    "multipv": "multipv",
    "nodes": "nodes",
    "nps": "nps",
    "hashfull": "hashfull",
    "tbhits": "tbhits",
    "time": "time_ms",
    "samples": "samples",
    "cp": "cp",
    "mate": "mate",
}
_OPTION_WORDS = ("name", "type", "default", "min", "max", "var")


def parse_info(line: str) -> SearchInfo:
    """Parses an `info` line; unknown fields are skipped."""
    words = line.split()
    # After these all words are moves, or free text.
    cut = next((at for at, word in enumerate(words) if word in ("pv", "string")), len(words))
    head = words[:cut]
    pv = tuple(words[cut + 1 :]) if words[cut : cut + 1] == ["pv"] else ()
    after = dict(pairwise(head))
    found = {
        field: _integer(after[word], line)
        for word, field in _INTEGER_FIELDS.items()
        if word in after
    }
    bound = next((word for word in ("lowerbound", "upperbound") if word in head), "")
    return SearchInfo(
        depth=found.get("depth"),
        seldepth=found.get("seldepth"),
        multipv=found.get("multipv", 1),
        cp=found.get("cp"),
        mate=found.get("mate"),
        bound=bound,
        wdl=_wdl(head, line),
        nodes=found.get("nodes"),
        nps=found.get("nps"),
        hashfull=found.get("hashfull"),
        tbhits=found.get("tbhits"),
        time_ms=found.get("time_ms"),
        samples=found.get("samples"),
        pv=pv,
    )


def parse_option(line: str) -> Option:
    """Parses an `option name ... type ...` line; names and defaults may contain spaces."""
    values: dict[str, list[str]] = {}
    choices: list[str] = []
    key = ""
    for word in line.split()[1:]:
        if word in _OPTION_WORDS:
            key = word
            if key == "var":
                choices.append("")
        elif key == "var":
            choices[-1] = f"{choices[-1]} {word}".strip()
        elif key:
            values.setdefault(key, []).append(word)
    text = {name: " ".join(parts) for name, parts in values.items()}
    return Option(
        name=text.get("name", ""),
        kind=text.get("type", ""),
        default=text.get("default", ""),
        minimum=_integer(text["min"], line) if "min" in text else None,
        maximum=_integer(text["max"], line) if "max" in text else None,
        choices=tuple(choices),
    )


def parse_bestmove(line: str) -> tuple[str, str]:
    """The move, and the expected reply or an empty text."""
    words = line.split()
    if len(words) < 2 or words[0] != "bestmove":
        raise EngineFault(f"bad line: {line}")
    ponder = words[3] if len(words) >= 4 and words[2] == "ponder" else ""
    return words[1], ponder


def _wdl(head: list[str], line: str) -> Wdl | None:
    if "wdl" not in head:
        return None
    start = head.index("wdl") + 1
    values = [_integer(word, line) for word in head[start : start + 3]]
    if len(values) != 3:
        raise EngineFault(f"three numbers must follow 'wdl' in: {line}")
    return Wdl(*values)


def _integer(text: str, line: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise EngineFault(f"'{text}' is not an integer in: {line}") from None
