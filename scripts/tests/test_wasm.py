"""Tests of the engine in WebAssembly: its interface, and its searches against the native engine.

`build_wasm.py` builds the module, and `STRATEGOS_ENGINE` is the native engine.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
import unittest
from collections.abc import Sequence

from tests.helpers import SCRIPTS
from wasm.build import MODULE

NODE = shutil.which("node")
NATIVE = os.environ.get("STRATEGOS_ENGINE")
HIDDEN = ("warpac-subs", "warpac-subs-once", "gameofwar")
# Depths in actions that take less than a second.
DEPTH, BENCH_DEPTH = 7, 5


def in_node() -> list[str]:
    """The command of the engine in WebAssembly."""
    assert NODE is not None
    return [NODE, str(SCRIPTS / "wasm" / "node.js"), str(MODULE)]


def answers(command: Sequence[str], lines: Sequence[str]) -> list[str]:
    """What an engine answers to these lines, without times."""
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, check=True, timeout=300
    )
    return [re.sub(r" (nps|time) \d+|,? \d+ nps$", "", line) for line in done.stdout.splitlines()]


def commands(variant: str) -> list[str]:
    """Commands whose answers are the same on every machine."""
    hidden = ["position deploy", "go depth 1", "position startpos"] if variant in HIDDEN else []
    return [
        f"setoption name UCI_Variant value {variant}",
        *hidden,
        "query legalmoves",
        "query key",
        "setoption name MultiPV value 2",
        "go depth 3",
        "setoption name MultiPV value 1",
        f"go depth {DEPTH}",
        "ucinewgame",
        "go nodes 5000",
        "setoption name UCI_LimitStrength value true",
        "go depth 4",
        "setoption name UCI_LimitStrength value false",
        f"bench {variant} --depth {BENCH_DEPTH}",
    ]


@unittest.skipUnless(NODE, "needs node")
@unittest.skipUnless(MODULE.exists(), f"needs {MODULE}: scripts/build_wasm.py")
class WasmTest(unittest.TestCase):
    maxDiff = None

    def test_the_interface(self) -> None:
        assert NODE is not None
        done = subprocess.run(
            [NODE, str(SCRIPTS / "tests" / "wasm_interface.js"), str(MODULE)],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        self.assertEqual((done.stdout, done.stderr), ("done\n", ""))

    @unittest.skipUnless(NATIVE, "needs STRATEGOS_ENGINE")
    def test_all_variants_are_searched_as_natively(self) -> None:
        assert NATIVE is not None
        listed = next(line for line in answers([NATIVE], ["uci"]) if "UCI_Variant" in line)
        variants = re.findall(r" var (\S+)", listed)
        self.assertGreaterEqual(len(variants), 19)
        for variant in variants:
            with self.subTest(variant):
                lines = commands(variant)
                native = answers([NATIVE], lines)
                self.assertGreater(len(native), DEPTH)
                self.assertEqual(answers(in_node(), lines), native)

    def test_a_search_is_stopped_from_another_thread(self) -> None:
        with subprocess.Popen(
            in_node(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as engine:
            assert engine.stdin is not None and engine.stdout is not None
            engine.stdin.write("go infinite\n")
            engine.stdin.flush()
            for line in engine.stdout:
                if line.startswith("info depth 5 "):
                    break
            start = time.monotonic()
            engine.stdin.write("stop\ngo depth 2\nquit\n")
            engine.stdin.flush()
            rest = engine.stdout.read().splitlines()
            self.assertLess(time.monotonic() - start, 20.0)
        best = [line for line in rest if line.startswith("bestmove ")]
        self.assertEqual(len(best), 2, "the stop does not reach the later search")
        self.assertEqual(engine.returncode, 0)


if __name__ == "__main__":
    unittest.main()
