"""`learn.py` from the command line to the exit code."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from runtime.arguments import BAD_USAGE, BROKEN_OFF, DONE, INTERRUPTED, OneLineParser
from runtime.interrupts import noted
from runtime.output import say
from strategos_client import EngineError

from . import kernels
from .check import CheckError, compare
from .checkpoint import CHECKPOINT, RunError
from .growing import read_merge
from .headers import SamplesError
from .network import NetworkError
from .plots import write_plot
from .samples import Samples
from .trainer import Settings, Trainer

PLOT = "loss.png"
EPILOG = """\
FILEs are written by `strategos samples`. The folder --out gets the network VARIANT.net, a log
(log.jsonl), a plot (loss.png) and a checkpoint. The same command with --resume continues from it.
"""


def main(words: Sequence[str] | None = None) -> int:
    """0 when done, 1 after a failure, 2 if it could not begin, 130 when interrupted."""
    options = arguments().parse_args(words)
    try:
        kernels.use_threads(options.threads)
        if options.check:
            return _check(options)
        return _learn(options)
    except (SamplesError, RunError, NetworkError) as error:
        return _failed(str(error), BAD_USAGE)
    except (CheckError, EngineError, OSError) as error:
        return _failed(str(error), BROKEN_OFF)
    except KeyboardInterrupt:
        say("Interrupted; continue with --resume.")
        return INTERRUPTED


def _failed(message: str, code: int) -> int:
    sys.stderr.write(f"learn.py: {message}\n")
    return code


def arguments() -> argparse.ArgumentParser:
    """All options of the command line."""
    parser = OneLineParser(
        prog="learn.py",
        description="Trains a network on positions of the engine's games.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("samples", nargs="+", type=Path, metavar="FILE", help="samples of one variant")
    add("--out", type=Path, required=True, metavar="FOLDER", help="for all output")
    add("--resume", action="store_true", help="continue the run in --out")
    add("--hidden", type=whole(1, 1024), default=64, metavar="N",
        help="width of the hidden layer (default %(default)s)")  # fmt: skip
    add("--epochs", type=whole(1, 10_000), default=20, metavar="N", help="(default %(default)s)")
    add("--batch", type=whole(1, 1 << 20), default=4096, metavar="N",
        help="positions in each step (default %(default)s)")  # fmt: skip
    add("--rate", type=between(0.0, 1.0), default=0.004, metavar="R",
        help="rate of the first step; it falls to a fiftieth (default %(default)s)")  # fmt: skip
    add("--result-weight", type=between(0.0, 1.0), default=0.4, metavar="W",
        help="weight of the result in the target; the search's score has the rest "
        "(default %(default)s)")  # fmt: skip
    add("--lambda", "--trace", dest="td_lambda", type=between(0.0, 1.0), default=1.0, metavar="L",
        help="use TD(lambda) returns instead of results: the weights of later searches fall by "
        "this factor, and the result has the rest (default %(default)s: the result)")  # fmt: skip
    add("--residual", "--skip", action=argparse.BooleanOptionalAction, default=False,
        help="add a learnt multiple of the hand-made evaluation to the output")  # fmt: skip
    add("--scale", type=whole(1, 1_000_000), metavar="CP",
        help="centipawns for which the odds of a win grow by e, for two players")  # fmt: skip
    add("--decay", type=between(0.0, 100.0), default=0.01, metavar="D",
        help="weight decay: this times the rate in each step (default %(default)s)")  # fmt: skip
    add("--loss", choices=("squared", "entropy"), default="squared",
        help="squared error or cross-entropy (default %(default)s)")  # fmt: skip
    add("--threads", type=whole(1, 1024), default=os.cpu_count() or 1, metavar="N",
        help="(default: all, %(default)s)")  # fmt: skip
    add("--limit", type=whole(0, 1 << 40), default=0, metavar="N",
        help="use at most this number of positions, in proportion from each file")  # fmt: skip
    add("--seed", type=whole(0, 2**31 - 1), default=0, metavar="S",
        help="of all random numbers (default %(default)s)")  # fmt: skip
    add_growing(parser, "other blocks of inputs and fewer hidden units")
    add("--check", metavar="ENGINE",
        help="do not train: compare values of the network in --out with ENGINE's")  # fmt: skip
    add("--fens", type=Path, metavar="FILE", help="with --check: the positions of the first FILE")
    add("--positions", type=whole(1, 1 << 30), default=1000, metavar="N",
        help="with --check: how many, spread over the file (default %(default)s)")  # fmt: skip
    return parser


def add_growing(parser: argparse.ArgumentParser, others: str) -> None:
    """The options of a run that begins with a network. A network that grows may have `others`."""
    add = parser.add_argument
    add("--begin", type=Path, metavar="FILE", help="begin with the weights of this network")
    add("--grow", action="store_true", help=f"with --begin: the network may have {others}")
    add("--merge", type=_merge, action="append", default=[], metavar="NEW=OLD+OLD...",
        help="with --grow: a new block gets the mean weights of old ones")  # fmt: skip


def growing_fault(options: argparse.Namespace) -> str:
    """What is wrong with these options together; empty if nothing is."""
    if options.grow and options.begin is None:
        return "--grow needs --begin, the network that grows"
    if options.merge and not options.grow:
        return "--merge is for --grow"
    return ""


def _merge(text: str) -> str:
    """Checks NEW=OLD+OLD."""
    name, sources = read_merge(text)
    if " " in text or not name or not all(sources):
        raise argparse.ArgumentTypeError(f"NEW=OLD+OLD is wanted, with names of blocks: {text}")
    return text


class _Parser(Protocol):
    def __call__(self, text: str) -> float: ...


def whole(least: int, greatest: int) -> _Parser:
    """A parser of whole numbers in this range."""

    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= greatest:
            raise argparse.ArgumentTypeError(f"no whole number from {least} to {greatest}: {text}")
        return int(text)

    return parse


def between(least: float, greatest: float) -> _Parser:
    """A parser of numbers in this range."""

    def parse(text: str) -> float:
        with contextlib.suppress(ValueError):
            if least <= float(text) <= greatest:
                return float(text)
        raise argparse.ArgumentTypeError(f"no number from {least:g} to {greatest:g}: {text}")

    return parse


def _check(options: argparse.Namespace) -> int:
    if options.fens is None:
        return _failed("--check needs --fens, the positions of the samples", BAD_USAGE)
    say(compare(options.check, options.samples[0], options.fens, options.out, options.positions))
    return DONE


def _learn(options: argparse.Namespace) -> int:
    if options.fens is not None:
        return _failed("--fens is for --check", BAD_USAGE)
    if fault := growing_fault(options):
        return _failed(fault, BAD_USAGE)
    begun = (options.out / CHECKPOINT).exists()
    if begun and not options.resume:
        raise RunError(f"{options.out} holds a run already: --resume, or name another folder")
    samples = Samples(options.samples, options.scale)
    settings = Settings(
        options.hidden, options.epochs, options.batch, options.rate, options.result_weight,
        options.td_lambda, options.residual, options.decay, options.loss, options.seed,
        options.limit, str(options.begin or ""), options.grow, " ".join(options.merge),
    )  # fmt: skip
    trainer = Trainer(samples, settings, options.out)
    options.out.mkdir(parents=True, exist_ok=True)
    if begun:
        trainer.resume()
    header, shape = samples.header, trainer.shape
    say(
        f"{header.variant}: {len(trainer.training)} positions to train with, "
        f"{len(trainer.validation)} to validate with; {shape.rows} inputs, {shape.hidden} hidden, "
        f"{shape.buckets} buckets"
    )
    if begun:
        say(f"{trainer.state.epochs} of {settings.epochs} epochs were done before.")
    with noted() as obey:
        while trainer.state.epochs < settings.epochs:
            _epoch(trainer, obey)
            obey()
    return _finish(trainer, options.out)


def _epoch(trainer: Trainer, obey: Callable[[], None]) -> None:
    number, epochs = trainer.state.epochs + 1, trainer.settings.epochs
    with _progress(f"epoch {number}", len(trainer.training)) as shown:

        def heard(positions: int, loss: float) -> None:
            obey()
            shown(positions, loss)

        done = trainer.epoch(heard)
    say(
        f"epoch {number}/{epochs}: training {done.training:.6f}, validation "
        f"{done.validation:.6f}, rate {done.rate:.6f}, {done.positions_a_second} positions/s"
    )


class _Shown(Protocol):
    def __call__(self, done: int, loss: float) -> None: ...


@contextlib.contextmanager
def _progress(title: str, total: int) -> Iterator[_Shown]:
    """A progress bar on a terminal, if `rich` is installed."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.progress import TimeRemainingColumn as Left
    except ImportError:
        yield lambda done, loss: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Left(),
               TextColumn("loss {task.fields[loss]:.6f}"))  # fmt: skip
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(title, total=total, loss=0.0)
        yield lambda done, loss: bar.update(task, completed=done, loss=loss)


def _finish(trainer: Trainer, folder: Path) -> int:
    network = trainer.network()
    path = folder / f"{network.variant}.net"
    data = network.to_bytes()
    path.write_bytes(data)
    losses = trainer.losses()
    say(
        f"validation: hand-made {losses.hand:.6f}, network {losses.floats:.6f}, quantised "
        f"{losses.quantised:.6f} (epoch {trainer.state.best_epoch})"
    )
    say(
        f"by results alone: hand-made {losses.hand_by_results:.6f}, quantised "
        f"{losses.quantised_by_results:.6f}"
    )
    say(f"{path}: {len(data)} bytes")
    try:
        write_plot(trainer.log, losses.hand, folder / PLOT)
    except ImportError as error:
        say(f"no plot: {error}")
    return DONE
