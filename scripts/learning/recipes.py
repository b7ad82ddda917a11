"""Recipes: how a network is made from nothing, generation by generation, as a file of TOML.

The games of the first generation are played by the hand-made evaluation, those of a later one by
the network before it. A network learns from the games of its generation and of some before it.
"""

from __future__ import annotations

import math
import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class RecipeError(Exception):
    """A recipe cannot be used. The message has file, key and reason."""


@dataclass(frozen=True, slots=True)
class Generation:
    """The games and the training of one generation."""

    games: int
    nodes: int
    """For each turn."""
    seed: int
    """Of the games."""
    stray: int = 0
    """How many of a hundred turns have a random action."""
    keep: int = 0
    """How many generations before it are learnt from again."""
    begin: bool = False
    """Whether the network goes on from the one before."""
    learn: str = ""
    """Further words for `learn.py`."""

    def datagen(self, share: float) -> list[str]:
        """Words for `strategos datagen`, for a share of the games."""
        games = max(math.ceil(share * self.games), 1)
        words = ["--games", games, "--nodes", self.nodes, "--seed", self.seed]
        words += ["--stray", self.stray] if self.stray else []
        return [str(word) for word in words]


@dataclass(frozen=True, slots=True)
class Recipe:
    """A whole recipe."""

    variant: str
    generations: tuple[Generation, ...]
    learn: str = ""
    """Words for `learn.py` in every generation."""
    policy: str | None = None
    """Words for `learn_ranker.py`, if the last games also make a policy network."""
    match: str = "--nodes 2000 --games 200 --genfens"
    """Words for `match.py`, for the match against the network of the engine."""

    @classmethod
    def read(cls, path: Path) -> Recipe:
        """Reads a file; raises `RecipeError` or OSError."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise RecipeError(f"{path}: no TOML: {error}") from None
        parts = data.pop("generations", None)
        if not isinstance(parts, list) or not parts:
            raise RecipeError(f"{path}: generations: at least one [[generations]] is wanted")
        words = fields(path, "", data, {"variant": str}, RECIPE)
        generations = tuple(
            generation(path, f"generations {number}: ", part)
            for number, part in enumerate(parts, 1)
        )
        if generations[0].begin:
            raise RecipeError(f"{path}: generations 1: begin: there is no network before it")
        return cls(generations=generations, **words)


RECIPE: dict[str, type] = {"learn": str, "policy": str, "match": str}
WANTED: dict[str, type] = {"games": int, "nodes": int, "seed": int}
GENERATION: dict[str, type] = {"stray": int, "keep": int, "begin": bool, "learn": str}
LEAST = {"games": 1, "nodes": 1}
GREATEST = {"stray": 100, "games": 10**9, "nodes": 10**9, "keep": 100, "seed": 2**32 - 1}


def generation(path: Path, place: str, data: Any) -> Generation:
    """One generation; raises `RecipeError`."""
    if not isinstance(data, dict):
        raise RecipeError(f"{path}: {place}no table")
    found = fields(path, place, data, WANTED, GENERATION)
    for name, value in found.items():
        least, greatest = LEAST.get(name, 0), GREATEST.get(name)
        if greatest is not None and not least <= value <= greatest:
            raise RecipeError(f"{path}: {place}{name}: {value} is not in {least} to {greatest}")
    return Generation(**found)


def fields(
    path: Path,
    place: str,
    data: Mapping[str, Any],
    wanted: Mapping[str, type],
    allowed: Mapping[str, type],
) -> dict[str, Any]:
    """The fields of a table, each of its type; raises `RecipeError`."""
    known = {**wanted, **allowed}
    for name, value in data.items():
        if name not in known:
            raise RecipeError(f"{path}: {place}{name}: no such key; there are {', '.join(known)}")
        if type(value) is not known[name]:
            raise RecipeError(f"{path}: {place}{name}: {value!r} is no {KINDS[known[name]]}")
        if known[name] is str:
            _split(path, place + name, str(value))
    for name in wanted:
        if name not in data:
            raise RecipeError(f"{path}: {place}{name} is missing")
    return dict(data)


KINDS = {int: "whole number", bool: "true or false", str: "text"}


def _split(path: Path, place: str, words: str) -> None:
    try:
        shlex.split(words)
    except ValueError as error:
        raise RecipeError(f"{path}: {place}: {error}") from None
