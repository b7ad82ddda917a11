"""`measure_rules.py`: the speed of requests about rules."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from runtime.arguments import DONE, OneLineParser, program, text_of
from runtime.variants import add_variants

VARIANTS = ("pacific-a", "pacru", "azacru4", "shacru4", "warpac", "warpac-subs", "gameofwar")
QUERY = ["legalmoves", "player", "result"]
GAMES, LONGEST = 8, 40


@dataclass(frozen=True)
class Speed:
    """Answers a second, by the clock and by the processor time of the server."""

    by_clock: float
    by_processor: float | None


def main(description: str | None = None, words: Sequence[str] | None = None) -> int:
    """Measures, and returns the exit status."""
    parser = OneLineParser(description=description or "")
    add_variants(parser)
    parser.add_argument("--engine", required=True, metavar="PATH", help="the engine's program")
    parser.add_argument("--variant", choices=VARIANTS, nargs="+", default=VARIANTS)
    parser.add_argument(
        "--requests", type=int, default=20_000, metavar="N", help="of each variant (default: 20000)"
    )
    options = parser.parse_args(words)
    try:
        for variant in options.variant:
            positions = positions_of(options.engine, variant)
            speed = measure(options.engine, variant, positions, options.requests)
            processor = "" if speed.by_processor is None else f", {speed.by_processor:,.0f}"
            processor += " a second of processor time" if processor else ""
            print(f"{variant}: {speed.by_clock:,.0f} requests a second{processor}", flush=True)
    except (OSError, ValueError, KeyError) as error:
        sys.stderr.write(f"{program()}: {text_of(error)}\n")
        return 1
    return DONE


def positions_of(engine: str, variant: str) -> list[str]:
    """Positions of random games, each with its moves."""
    choice = random.Random(1)
    found: list[str] = []
    with server(engine) as process:
        for _ in range(GAMES):
            moves: list[str] = []
            while len(moves) < LONGEST:
                text = " ".join(["startpos", *(["moves", *moves] if moves else [])])
                legal = ask(process, variant, text)["legalmoves"]
                found.append(text)
                if not legal:
                    break
                moves.append(choice.choice(legal))
    choice.shuffle(found)
    return found


def measure(engine: str, variant: str, positions: Sequence[str], count: int) -> Speed:
    """The speed over `count` requests, which are sent without waiting for answers."""
    requests = [request(number, variant, text) for number, text in enumerate(positions)]
    lines = [requests[number % len(requests)] for number in range(count)]
    with server(engine) as process:
        assert process.stdin is not None and process.stdout is not None
        # The first answer comes after the start of the server.
        ask(process, variant, positions[0])
        used = processor_seconds(process.pid)
        begun = time.perf_counter()
        writer = Thread(target=write, args=(process, lines))
        writer.start()
        answers = sum("legalmoves" in process.stdout.readline() for _ in range(count))
        seconds = time.perf_counter() - begun
        now = processor_seconds(process.pid)
        writer.join()
    if answers != count:
        raise ValueError(f"{variant}: {count - answers} of {count} answers are wrong")
    busy = None if used is None or now is None or now <= used else count / (now - used)
    return Speed(count / seconds, busy)


def server(engine: str) -> subprocess.Popen[str]:
    """A server that handles one request after the other."""
    return subprocess.Popen(
        [engine, "analysis"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def write(process: subprocess.Popen[str], lines: Sequence[str]) -> None:
    """Sends all requests."""
    assert process.stdin is not None
    process.stdin.write("".join(lines))
    process.stdin.flush()


def request(number: int, variant: str, position: str) -> str:
    """A request as a line."""
    words = {"id": number, "variant": variant, "query": QUERY, "position": position}
    return json.dumps(words) + "\n"


def ask(process: subprocess.Popen[str], variant: str, position: str) -> dict[str, Any]:
    """The facts of one position."""
    write(process, [request(0, variant, position)])
    assert process.stdout is not None
    facts: dict[str, Any] = json.loads(process.stdout.readline())["positions"][0]
    return facts


def processor_seconds(pid: int) -> float | None:
    """The processor time of a process so far; None where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return None
