"""The steps of a book of set-ups, from the command line."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from runtime.variants import add_variants

from .armies import Armies
from .book import Book
from .book_search import BookSearch, Files, Kind
from .fleets import Fleets
from .games import Games, HiddenGames, OpenGames, start

GAMES = Path(__file__).resolve().parents[3] / "src" / "games"


def kind_and_files(name: str) -> tuple[Kind, Files]:
    if name == "gameofwar":
        folder = GAMES / "gameofwar" / "eval" / "set_ups"
        books = folder / "south.book", folder / "north.book"
        return Armies(), Files(books, folder / "results.table")
    folder = GAMES / "warpac" / "eval" / "fleets"
    book = folder / f"{name}.book"
    return Fleets(name), Files((book, book), folder / f"{name}.table")


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="find_set_ups.py")
    add_variants(parser)
    add = parser.add_argument
    add("--engine", type=Path, required=True, help="the engine that plays")
    add("--variant", choices=("gameofwar", "warpac", "warpac-subs"), default="gameofwar")
    add(
        "--nodes",
        type=int,
        default=400,
        help="nodes for each turn, up to twice as many (default %(default)s)",
    )
    add("--turns", type=int, default=40, help="turns in a game (default %(default)s)")
    add("--seed", type=int, default=1, help="of all random numbers (default %(default)s)")
    add("--work", type=Path, default=Path("target/set-ups"),
        help="a folder for unfinished games (default %(default)s)")  # fmt: skip
    steps = parser.add_subparsers(dest="step", required=True)
    grow = steps.add_parser("grow", help="find good responses to the mixed strategy, and add them")
    grow.add_argument(
        "--count", type=int, default=40, help="set-ups for each side (default %(default)s)"
    )
    grow.add_argument("--at-once", type=int, default=4, help="new set-ups between two solutions")
    grow.add_argument("--games", type=int, default=2, help="games in a cell (default %(default)s)")
    fill = steps.add_parser("fill", help="play until each cell of the table has enough games")
    fill.add_argument("--games", type=int, default=4, help="games in a cell (default %(default)s)")
    fill.add_argument("--heavy", action="store_true", help="only pairs of set-ups with weight")
    fill.add_argument("--most", type=int, help="play random pairs up to this number of games")
    steps.add_parser("weigh", help="solve the table, and write the weights")
    attack = steps.add_parser("attack", help="look for the best response to the mixed strategy")
    attack.add_argument("--side", type=int, choices=(1, 2), required=True)
    attack.add_argument("--generations", type=int, default=10)
    attack.add_argument("--games", type=int, default=400, help="in the last test")
    answer = steps.add_parser(
        "answer", help="add best responses to the mixed strategies, and weigh"
    )
    answer.add_argument("--rounds", type=int, default=4)
    answer.add_argument("--generations", type=int, default=4)
    answer.add_argument(
        "--at-once", type=int, default=3, help="new set-ups of a side in each round"
    )
    answer.add_argument(
        "--games", type=int, default=1, help="games in a cell (default %(default)s)"
    )
    compare = steps.add_parser(
        "compare", help="play against other books, by their mixed strategies"
    )
    compare.add_argument(
        "--books", type=Path, nargs="+", required=True, help="first and second side's"
    )
    compare.add_argument(
        "--games", type=int, default=400, help="with each side (default %(default)s)"
    )
    return parser


async def obey(options: argparse.Namespace) -> None:
    kind, files = kind_and_files(options.variant)
    options.work.mkdir(parents=True, exist_ok=True)
    engine = await start(options.engine, kind.variant)
    games: Games = OpenGames(
        engine, options.engine, kind.variant, options.work, options.nodes, options.turns
    )
    if kind.variant == "warpac-subs":
        games = HiddenGames(engine, options.work, options.nodes, options.turns)
    search = BookSearch(kind, engine, games, files, options.seed)
    match options.step:
        case "grow":
            await search.grow(options.count, options.at_once, options.games)
        case "fill":
            await search.fill(options.games, only_heavy=options.heavy, most=options.most)
        case "weigh":
            search.save()
        case "attack":
            token, mean, error = await search.attack(
                options.side - 1, options.generations, options.games
            )
            value = search.mixtures().value * (1 if options.side == 1 else -1)
            print(f"{mean:+.3f} +- {error:.3f} (the mixture {value:+.3f}): {token}")
        case "answer":
            await search.answer(options.rounds, options.generations, options.at_once, options.games)
        case "compare":
            books = [Book.read(path) for path in options.books]
            found = await search.compare((books[0], books[-1]), options.games)
            for title, (mean, error) in zip(("first", "second"), found, strict=True):
                print(f"as the {title} player: the first one gets {mean:+.3f} +- {error:.3f}")
    search.tell(options.step)
    await engine.quit()


def main() -> int:
    asyncio.run(obey(parser().parse_args()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
