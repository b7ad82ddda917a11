"""The schedule: which engines meet, from which seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, count, permutations

from .plan import Fields, Format, MatchError, Seating

Seats = tuple[int, ...]


def schedule(
    engines: int, players: int, kind: Format, games: int, fields: Fields = "all"
) -> Iterator[Seating]:
    """At least `games` games, to the end of a set. A set is a line-up in all its rotations, or for
    two engines a pair of games with exchanged seats. Every line-up plays an opening from every
    seat before the next opening."""
    number = 0
    pair = 0
    for opening in count(1):
        for group in round_of(engines, players, kind, opening - 1, fields):
            if number >= games:
                return
            pair += 1
            for seats in group:
                number += 1
                yield Seating(number, opening, pair, seats)


def openings_needed(
    engines: int, players: int, kind: Format, games: int, fields: Fields = "all"
) -> int:
    """The number of openings for these games."""
    games_of = schedule(engines, players, kind, games, fields)
    return max(seating.opening for seating in games_of)


def round_of(
    engines: int, players: int, kind: Format, number: int, fields: Fields = "all"
) -> list[list[Seats]]:
    """The sets that play one opening. `number` cycles through the orders of seats. `fields` chooses
    among the ways in which two engines share the seats."""
    if engines < 2:
        raise MatchError("at least two engines are needed")
    if kind == "duel" and engines != 2:
        raise MatchError(f"a duel has two engines, not {engines}; use --format")
    if engines == 2:
        ways = [way for way in shared_seats(players) if is_wanted(way, fields)]
        if not ways:
            raise MatchError(f"{players} players cannot be shared out evenly between two engines")
        return [[way, tuple(1 - index for index in way)] for way in ways]
    sets = []
    for lineup in line_ups(engines, players, kind):
        orders = circular_orders(lineup)
        sets.append(rotations(orders[number % len(orders)]))
    return sets


def shared_seats(players: int) -> list[Seats]:
    """The ways in which contestants 0 and 1 share the seats, without those that differ by a swap.
    Contestant 0 has at most half of the seats."""
    ways = [
        tuple(0 if seat in mine else 1 for seat in range(players))
        for size in range(1, players // 2 + 1)
        for mine in combinations(range(players), size)
    ]
    return [way for way in ways if 2 * way.count(0) < players or way[0] == 0]


def is_wanted(way: Seats, fields: Fields) -> bool:
    """Whether a way to share the seats belongs to `fields`: one contestant alone, both with equally
    many seats, or any."""
    fewest = min(way.count(0), way.count(1))
    wanted = {"all": True, "lone": fewest == 1, "even": 2 * fewest == len(way)}
    return wanted[fields]


def line_ups(engines: int, players: int, kind: Format) -> list[Seats]:
    """The engines of each set of games. With fewer engines than seats all play, some of them on
    several seats."""
    if engines >= players:
        found = list(combinations(range(engines), players))
    else:
        found = [
            lineup
            for lineup in combinations_with_replacement(range(engines), players)
            if len(set(lineup)) == engines
        ]
    if kind == "gauntlet":
        found = [lineup for lineup in found if 0 in lineup]
    return found


def circular_orders(lineup: Sequence[int]) -> list[Seats]:
    """The orders of seats, without those that differ by a rotation."""
    found: list[Seats] = []
    for rest in permutations(lineup[1:]):
        order = (lineup[0], *rest)
        if not any(turned in found for turned in rotations(order)):
            found.append(order)
    return found


def rotations(order: Seats) -> list[Seats]:
    """The different rotations of an order of seats."""
    turned = [order[shift:] + order[:shift] for shift in range(len(order))]
    return list(dict.fromkeys(turned))
