"""A TOML file with the settings of the command line.

    variant = "pacific-a"
    games = 200
    tc = "1+0.01"
    genfens = true
    sprt = "0,5"
    each = { option.Hash = 16 }

    [[engine]]
    name = "NEW"
    cmd = "target/release/strategos"

    [[engine]]
    name = "OLD"
    cmd = "old/strategos"
    option = { Threads = 1 }

A key is an option without its dashes. The command line overrides the file. If it names engines, the
engines of the file are ignored.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# These may be tables: the keys of an engine, with a table of its options.
SINGLE_KEYS = ("each", "referee", "second-referee")
ENGINE_KEYS = ("engine", *SINGLE_KEYS)


def read_settings(path: Path) -> dict[str, Any]:
    """The keys of a file; raises ValueError naming it, or OSError."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None


def words_of(settings: Mapping[str, Any], parser: argparse.ArgumentParser) -> list[str]:
    """The same settings as words of a command line, without engines; raises ValueError."""
    flags = {
        word.removeprefix("--"): action
        for action in parser._actions
        for word in action.option_strings
        if word.startswith("--")
    }
    words: list[str] = []
    for key, value in settings.items():
        name = key.replace("_", "-")
        if name not in flags or name in ("help", "config"):
            raise ValueError(f"unknown key '{key}'")
        if name not in ENGINE_KEYS:
            words += _words(name, value, takes_value=flags[name].nargs != 0)
    return words


def _words(name: str, value: Any, takes_value: bool) -> list[str]:
    if isinstance(value, bool):
        if takes_value:
            raise ValueError(f"'{name}' takes a value, not {str(value).lower()}")
        return [f"--{name}"] if value else []
    if not takes_value:
        if name == "verbose" and isinstance(value, int):
            return ["--verbose"] * value
        raise ValueError(f"'{name}' is true or false")
    if isinstance(value, list):
        return [f"--{name}", *map(str, value)]
    if isinstance(value, dict):
        raise ValueError(f"'{name}' is no table")
    return [f"--{name}={value}"]


def engine_fields(value: Any, what: str) -> dict[str, str] | str:
    """An engine of the file: a text as on the command line, or a table."""
    if isinstance(value, str):
        return value
    if not isinstance(value, dict):
        raise ValueError(f"'{what}' is a text or a table")
    fields: dict[str, str] = {}
    for key, entry in value.items():
        if isinstance(entry, dict):
            fields |= {f"{key}.{name}": _text(text) for name, text in entry.items()}
        else:
            fields[key] = _text(entry)
    return fields


def engines_of(settings: Mapping[str, Any]) -> list[dict[str, str] | str]:
    """The engines of the file."""
    value = settings.get("engine", [])
    listed = value if isinstance(value, list) else [value]
    return [engine_fields(entry, "engine") for entry in listed]


def _text(value: Any) -> str:
    """A value in the form of the command line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value)
