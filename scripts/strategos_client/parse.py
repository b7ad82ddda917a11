"""Reads the lines that an engine writes. Every fault is an `EngineFault` that quotes the line."""

from __future__ import annotations

from itertools import pairwise

from .errors import EngineFault
from .model import Option, SearchInfo, Wdl

_INTEGER_FIELDS = {
    "depth": "depth",
    "seldepth": "seldepth",
    "multipv": "multipv",
    "nodes": "nodes",
    "nps": "nps",
    "hashfull": "hashfull",
    "time": "time_ms",
    "cp": "cp",
    "mate": "mate",
}
_OPTION_WORDS = ("name", "type", "default", "min", "max", "var")


def parse_info(line: str) -> SearchInfo:
    """Reads an `info` line; unknown fields are skipped."""
    words = line.split()
    cut = words.index("pv") if "pv" in words else len(words)
    head, pv = words[:cut], tuple(words[cut + 1 :])
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
        time_ms=found.get("time_ms"),
        pv=pv,
    )


def parse_option(line: str) -> Option:
    """Reads an `option name ... type ...` line; names and defaults may hold spaces."""
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
