"""`learn_ranker.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from learning.cli import add_growing, between, growing_fault, whole
from learning.headers import SamplesError
from learning.network import NetworkError
from runtime.arguments import BAD_USAGE, BROKEN_OFF, DONE, INTERRUPTED, OneLineParser
from runtime.output import say

from .choices import Choices
from .learner import Learner, Settings

# The width of the engine's hidden layer.
HIDDEN = 32
EPILOG = "FILEs are written by `strategos samples --choices`."


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 after a failure, 2 if it could not begin, 130 when interrupted."""
    options = _arguments().parse_args(words)
    try:
        return _learn(options)
    except (SamplesError, NetworkError) as error:
        return _failed(str(error), BAD_USAGE)
    except OSError as error:
        return _failed(str(error), BROKEN_OFF)
    except KeyboardInterrupt:
        say("Interrupted.")
        return INTERRUPTED


def _failed(message: str, code: int) -> int:
    sys.stderr.write(f"learn_ranker.py: {message}\n")
    return code


def _arguments() -> argparse.ArgumentParser:
    parser = OneLineParser(
        prog="learn_ranker.py",
        description="Trains a policy network on the actions of games.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("choices", nargs="+", type=Path, metavar="FILE", help="choices of one variant")
    add("--out", type=Path, required=True, metavar="FILE", help="the network")
    add("--epochs", type=whole(1, 1 << 20), default=3, metavar="N", help="(default %(default)s)")
    add("--batch", type=whole(1, 1 << 20), default=4096, metavar="N",
        help="choices in each step (default %(default)s)")  # fmt: skip
    add("--rate", type=between(0.0, 1.0), default=0.003, metavar="R",
        help="learning rate of the first step; it falls to a fiftieth (default %(default)s)",
    )  # fmt: skip
    add("--decay", type=between(0.0, 1.0), default=0.01, metavar="D",
        help="weight decay: this times the rate in each step (default %(default)s)")  # fmt: skip
    add("--seed", type=int, default=0, metavar="S",
        help="of all random numbers (default %(default)s)")  # fmt: skip
    add_growing(parser, "other blocks of inputs and of action parts")
    return parser


def _learn(options: argparse.Namespace) -> int:
    if fault := growing_fault(options):
        return _failed(fault, BAD_USAGE)
    settings = Settings(
        HIDDEN, options.epochs, options.batch, options.rate, options.decay, options.seed,
        options.begin, options.grow, " ".join(options.merge),
    )  # fmt: skip
    choices = Choices(options.choices)
    learner = Learner(choices, settings)
    say(
        f"{choices.header.variant}: {len(choices.training)} choices to train with, "
        f"{len(choices.validation)} to validate with"
    )
    for number in range(1, settings.epochs + 1):
        done = learner.epoch()
        say(
            f"epoch {number}/{settings.epochs}: training {done.training.loss:.4f}, validation "
            f"{done.validation.loss:.4f} with {done.validation.hits:.1%} foreseen, "
            f"{done.choices_a_second} choices/s"
        )
    data = learner.to_bytes()
    options.out.write_bytes(data)
    say(f"{options.out}: {len(data)} bytes")
    return DONE
