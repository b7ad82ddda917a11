"""Books of set-ups that grow by best responses to their mixed strategy, and their results."""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from strategos_client import Engine, Limits

from .book import WHOLE, Book
from .games import Games, Result
from .matrix import Matrix, Solution, gains, parts, solve
from .table import Table

# Of the rivals of a candidate, those drawn from the mixture; the rest from the whole book.
SHARE_OF_MIXTURE = 0.7
# Parents that are drawn from the mixture; the rest from the whole book.
SHARE_OF_HEAVY_PARENTS = 0.6
# While a book grows, games of each pair of set-ups that both have weight.
GAMES_OF_HEAVY = 4
# The table is written after this number of games.
CHUNK = 400
# The number of seeds for the engine's own set-ups.
OWN_SEEDS = 64
_SEEDS = 2**31


class Kind(Protocol):
    """The set-ups of a game."""

    variant: str
    # One book serves both sides.
    is_symmetric: bool
    letters: tuple[str, str]
    # The value that the mixed strategies may lose to be more even.
    slack: float
    # The numbers of candidates and of games for each, in the rounds of a search for new set-ups.
    stages: tuple[tuple[int, int], ...]
    # The least distance between set-ups of a book, in units.
    least_distance: int

    def own(self, token: str, side: int) -> str: ...

    def varied(self, token: str, other: str, side: int, chance: random.Random) -> str: ...

    def distance(self, one: str, other: str) -> int: ...

    async def is_sound(self, engine: Engine, token: str, side: int) -> bool: ...

    def deployments(self, first: str, second: str, chance: random.Random) -> tuple[str, str]: ...

    def value(self, result: Result) -> float: ...


@dataclass
class Files:
    """The files of the books and the table."""

    books: tuple[Path, Path]
    table: Path


class BookSearch:
    """Both sides' books. In a symmetric game they are one book, and each pair of set-ups plays with
    both colours."""

    def __init__(self, kind: Kind, engine: Engine, games: Games, files: Files, seed: int) -> None:
        self.kind = kind
        self._engine = engine
        self._games = games
        self._files = files
        self._seed = seed
        first = Book.read(files.books[0])
        self.books = (first, first if kind.is_symmetric else Book.read(files.books[1]))
        self.table = Table.read(files.table) if files.table.exists() else Table()
        self.table.extend(self.books[0].names, self.books[1].names)

    def payoff(self) -> Matrix:
        """The payoff matrix of the first book; in a symmetric game the mean of both colours."""
        return self.table.payoff_of(self.kind.is_symmetric)

    def mixtures(self) -> Solution:
        return solve(self.payoff(), self.kind.slack)

    def save(self) -> None:
        """Weighs the books by the table, and writes all."""
        found, payoff = self.mixtures(), self.payoff()
        worth = (payoff @ found.columns, -(found.rows @ payoff))
        for side in self._sides():
            book = self.books[side]
            book.weigh(parts((found.rows, found.columns)[side], WHOLE))
            book.write(self._files.books[side], [float(value) for value in worth[side]])
        self.table.write(self._files.table)

    def tell(self, text: str) -> None:
        found = self.mixtures()
        supports = [int((mix > 1e-6).sum()) for mix in (found.rows, found.columns)]
        gained = gains(self.payoff(), found.rows, found.columns)
        sys.stderr.write(
            f"{text}: {len(self.books[0].entries)} x {len(self.books[1].entries)} set-ups,"
            f" {int(self.table.games.sum())} games, value {found.value:.3f},"
            f" {supports[0]} and {supports[1]} with weight, a single one gains {max(gained):.2g},"
            f" one game's deviation {self.table.variance() ** 0.5:.3f}\n"
        )

    async def begin(self) -> None:
        """Fills empty books with the engine's own set-ups."""
        for side in self._sides():
            if not self.books[side].entries:
                for token in await self._own(side):
                    if self._is_new(token, side, []):
                        self.books[side].add(self.kind.letters[side], token)
        self._fit_table()

    async def _own(self, side: int) -> list[str]:
        found = set()
        for seed in range(OWN_SEEDS):
            await self._engine.set_options({"Seed": str(seed)})
            position = "deploy"
            for _ in range(side + 1):
                token = (await self._engine.go(position, Limits(depth=1))).bestmove
                position = f"deploy moves {token}"
            found.add(self.kind.own(token, side))
        return sorted(found)

    def _fit_table(self) -> None:
        self.table.extend(self.books[0].names, self.books[1].names)

    def _is_new(self, token: str, side: int, others: Sequence[str]) -> bool:
        known = [entry.token for entry in self.books[side].entries]
        least = self.kind.least_distance
        return all(self.kind.distance(token, other) >= least for other in [*known, *others])

    async def fill(self, least: int, *, only_heavy: bool = False, most: int | None = None) -> None:
        """Plays until each cell has the wanted games, or each cell of two set-ups with weight; or
        until the table has `most` games in total, in random cells."""
        while missing := self._missing(least, only_heavy=only_heavy):
            number = int(self.table.games.sum())
            chance = random.Random(f"{self._seed} fill {number}")
            room = CHUNK if most is None else min(CHUNK, most - number)
            if room <= 0:
                break
            if most is not None:
                chance.shuffle(missing)
            cells = missing[:room]
            pairs = [self._pair(row, column, chance) for row, column in cells]
            results = await self._games.play(pairs, chance.randrange(_SEEDS))
            for (row, column), result in zip(cells, results, strict=True):
                self.table.add(row, column, self.kind.value(result))
            self.save()
            self.tell(f"{len(missing) - len(cells)} games to go")

    def _missing(self, least: int, *, only_heavy: bool) -> list[tuple[int, int]]:
        """The cells with too few games, once for each missing game, in rounds."""
        wanted = np.full(self.table.games.shape, least)
        if only_heavy:
            found = self.mixtures()
            heavy = [mix > 1e-6 for mix in (found.rows, found.columns)]
            wanted = np.where(np.outer(*heavy), least, 0)
        short = wanted - self.table.games
        if self.kind.is_symmetric:
            short = np.triu(short - self.table.games.T, 1)
        rounds = range(int(short.max(initial=0)), 0, -1)
        cells = [
            (int(row), int(column), n) for n in rounds for row, column in np.argwhere(short >= n)
        ]
        # In a symmetric game the colours alternate.
        return [
            (column, row) if self.kind.is_symmetric and (row + column + n) % 2 else (row, column)
            for row, column, n in cells
        ]

    def _pair(self, row: int, column: int, chance: random.Random) -> tuple[str, str]:
        first, second = self.books[0].entries[row].token, self.books[1].entries[column].token
        return self.kind.deployments(first, second, chance)

    async def grow(self, count: int, at_once: int, least: int) -> None:
        """Adds the best of many variations until the books have the wanted number of set-ups."""
        await self.begin()
        await self.fill(least)
        while min(len(book.entries) for book in self.books) < count:
            found = self.mixtures()
            new = [await self._new(side, found, at_once) for side in self._sides()]
            for side, tokens in enumerate(new):
                for token in tokens[: max(count - len(self.books[side].entries), 0)]:
                    self.books[side].add(self.kind.letters[side], token)
            self._fit_table()
            await self.fill(least)
            await self.fill(GAMES_OF_HEAVY, only_heavy=True)

    def _sides(self) -> range:
        return range(1 if self.kind.is_symmetric else 2)

    async def _new(self, side: int, found: Solution, count: int) -> list[str]:
        """The best of many variations of the book, by games against the mixed strategy."""
        entries = [entry.token for entry in self.books[side].entries]
        chance = random.Random(f"{self._seed} grow {side} {len(entries)}")
        weights = (found.rows, found.columns)[side].tolist()
        tokens: list[str] = []
        while len(tokens) < self.kind.stages[0][0]:
            is_heavy = chance.random() < SHARE_OF_HEAVY_PARENTS
            parent = chance.choices(entries, weights if is_heavy else None)[0]
            child = self.kind.varied(parent, chance.choice(entries), side, chance)
            if self._is_new(child, side, tokens) and await self._is_sound(child, side):
                tokens.append(child)
        scores: dict[str, list[float]] = {token: [] for token in tokens}
        for most, games in self.kind.stages:
            tokens = sorted(tokens, key=lambda token: _mean(scores[token]), reverse=True)[:most]
            await self._try_out(tokens, side, games, found, SHARE_OF_MIXTURE, chance, scores)
        tokens.sort(key=lambda token: _mean(scores[token]), reverse=True)
        told = " ".join(f"{_mean(scores[token]):+.3f}" for token in tokens)
        sys.stderr.write(f"side {side + 1}: candidates {told}\n")
        return tokens[:count]

    async def _is_sound(self, token: str, side: int) -> bool:
        return await self.kind.is_sound(self._engine, token, side)

    async def _try_out(
        self,
        tokens: Sequence[str],
        side: int,
        games: int,
        found: Solution,
        share: float,
        chance: random.Random,
        scores: dict[str, list[float]],
    ) -> None:
        """Lets each candidate play: a share of its games against the other side's mixed strategy,
        the rest against all of its book."""
        rivals = [entry.token for entry in self.books[1 - side].entries]
        weights = (found.columns, found.rows)[side].tolist()
        pairs, whose = [], []
        for token in tokens:
            for game in range(games):
                is_mixed = chance.random() < share
                rival = chance.choices(rivals, weights if is_mixed else None)[0]
                # In a symmetric game candidates play both colours equally often.
                seat = game % 2 if self.kind.is_symmetric else side
                pair = (token, rival) if seat == 0 else (rival, token)
                pairs.append(self.kind.deployments(*pair, chance))
                whose.append((token, seat))
        results = await self._games.play(pairs, chance.randrange(_SEEDS))
        for (token, seat), result in zip(whose, results, strict=True):
            value = self.kind.value(result)
            scores[token].append(value if seat == 0 else -value)

    async def attack(self, side: int, generations: int, least: int) -> tuple[str, float, float]:
        """Looks for the best response to the other side's mixed strategy. Returns it with the mean
        and the error of at least `least` new games."""
        found = self.mixtures()
        chance = random.Random(f"{self._seed} attack {side}")
        best = (await self._climb(side, generations, found, chance))[:1]
        fresh: dict[str, list[float]] = {token: [] for token in best}
        await self._try_out(best, side, least, found, 1.0, chance, fresh)
        values = fresh[best[0]]
        return best[0], _mean(values), statistics.stdev(values) / len(values) ** 0.5

    async def answer(self, rounds: int, generations: int, at_once: int, least: int) -> None:
        """Adds best responses to the mixed strategies and weighs again, for some rounds. At the end
        this search finds no better response than the books have."""
        for _ in range(rounds):
            found = self.mixtures()
            new = []
            for side in self._sides():
                count = len(self.books[side].entries)
                chance = random.Random(f"{self._seed} answer {side} {count}")
                best = await self._climb(side, generations, found, chance)
                taken: list[str] = []
                for token in best:
                    if len(taken) < at_once and self._is_new(token, side, taken):
                        taken.append(token)
                new.append(taken)
            for side, tokens in enumerate(new):
                for token in tokens:
                    self.books[side].add(self.kind.letters[side], token)
            self._fit_table()
            await self.fill(least)
            await self.fill(GAMES_OF_HEAVY, only_heavy=True)

    async def _climb(
        self, side: int, generations: int, found: Solution, chance: random.Random
    ) -> list[str]:
        """The best set-ups against the other side's mixed strategy, the best first. Each generation
        has variations of the best so far."""
        weights = (found.rows, found.columns)[side].tolist()
        entries = [entry.token for entry in self.books[side].entries]
        kept = chance.choices(entries, weights, k=6)
        scores: dict[str, list[float]] = {token: [] for token in kept}
        for generation in range(generations):
            tokens = list(dict.fromkeys(kept))
            while len(tokens) < self.kind.stages[0][0]:
                child = self.kind.varied(chance.choice(kept), chance.choice(kept), side, chance)
                if child not in scores and await self._is_sound(child, side):
                    scores[child] = []
                    tokens.append(child)
            for most, games in self.kind.stages:
                tokens.sort(key=lambda token: _mean(scores[token]), reverse=True)
                tokens = tokens[:most]
                await self._try_out(tokens, side, games, found, 1.0, chance, scores)
            # Set-ups of earlier generations play more games, so luck averages out.
            kept = sorted(tokens, key=lambda token: _mean(scores[token]), reverse=True)
            best = scores[kept[0]]
            sys.stderr.write(
                f"attack {generation + 1}: best {_mean(best):+.3f} of {len(best)} games\n"
            )
        return kept

    async def compare(self, other: tuple[Book, Book], games: int) -> list[tuple[float, float]]:
        """Mean and error of the first player's payoff: our first side against their second side,
        then their first side against our second side."""
        outcome = []
        for side in (0, 1):
            chance = random.Random(f"{self._seed} compare {side}")
            mine, others = self.books[side], other[1 - side]
            pairs = []
            for _ in range(games):
                token, rival = _drawn(mine, chance), _drawn(others, chance)
                pair = (token, rival) if side == 0 else (rival, token)
                pairs.append(self.kind.deployments(*pair, chance))
            results = await self._games.play(pairs, chance.randrange(_SEEDS))
            values = [self.kind.value(result) for result in results]
            error = statistics.stdev(values) / len(values) ** 0.5
            outcome.append((statistics.fmean(values), error))
        return outcome


def _mean(values: Sequence[float]) -> float:
    return statistics.fmean(values) if values else float("-inf")


def _drawn(book: Book, chance: random.Random) -> str:
    weights = book.weights if any(book.weights) else None
    return chance.choices(book.entries, weights)[0].token
