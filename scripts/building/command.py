"""The command lines of the programs that build something, and how they end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from runtime.arguments import OneLineParser, program

TOP = Path(__file__).resolve().parent.parent.parent
DONE, FAILED, UNAVAILABLE = 0, 1, 77
# How a build leaves out the optimisation over the whole program, which takes most of the time.
QUICK = {
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "1",
}


class Unavailable(Exception):
    """Something cannot be built here, and why."""


class Failed(Exception):
    """A build has failed, and why."""


def builder(description: str | None, out: Path) -> OneLineParser:
    """A parser with the options of every build: `--quick`, and `--out` for the folder of the
    product."""
    parser = OneLineParser(description=description or "")
    parser.add_argument("--quick", action="store_true", help="build in less time what is slower")
    shown = out.relative_to(TOP)
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=out,
        help=f"put it into this folder (default: {shown})",
    )  # fmt: skip
    return parser


def finish(product: str, build: Callable[[], None]) -> int:
    """Builds, and returns the exit status. A product that cannot be had here is one line and status
    77; a failure is one line and status 1."""
    try:
        build()
    except Unavailable as reason:
        sys.stderr.write(f"{program()}: skipped, {product} cannot be built here: {reason}\n")
        return UNAVAILABLE
    except Failed as reason:
        sys.stderr.write(f"{program()}: {reason}\n")
        return FAILED
    return DONE


def some_of_all(products: Sequence[str], build: Callable[[str], Path]) -> list[Path]:
    """Builds all products. One that cannot be had here is one line on the error output. Raises
    `Unavailable` if none can be had."""
    made = []
    for name in products:
        try:
            made.append(build(name))
        except Unavailable as reason:
            sys.stderr.write(f"{program()}: {name} is left out: {reason}\n")
            continue
        print(f"{made[-1]}: {made[-1].stat().st_size / 1e6:.2f} MB", flush=True)
    if not made:
        raise Unavailable("none of the systems can be had")
    return made
