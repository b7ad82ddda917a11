"""Tests of networks that grow: by blocks of inputs, and by hidden units."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import tempfile
import unittest
from pathlib import Path

if importlib.util.find_spec("numpy") is None or importlib.util.find_spec("numba") is None:
    raise unittest.SkipTest("needs the packages of requirements-learn.txt")

import numpy as np
from numpy.typing import NDArray

from learning import kernels
from learning.cli import main
from learning.growing import blocks, grown, merges_of
from learning.network import NetworkError, Quantised, Shape
from learning.samples import NOTHING, Records
from tests import synthetic

OLD = "squared-clipped ships:12 planes:8 mines:4"
SHAPE = Shape(2, 24, 32, 2)


def network(layout: str = OLD, seed: int = 5) -> Quantised:
    """A network with weights of chance."""
    rng = np.random.default_rng(seed)
    scale = SHAPE.row(0.4, 0.3, 0.5, 0.0, 0.2)
    weights = np.asarray(rng.normal(0.0, 1.0, SHAPE.total()) * scale, np.float32)
    return Quantised.of(weights, SHAPE, "nim", layout, 80)


def grow(layout: str, shape: Shape, merges: str = "") -> Quantised:
    """The network, grown."""
    old = network()
    weights = grown(old, layout, shape, merges_of(merges), 0)
    return Quantised.of(weights, shape, old.variant, layout, old.scale_cp)


def seats_map(features: int) -> NDArray[np.uint16]:
    """Both seats see all features alike."""
    return np.tile(np.arange(features, dtype=np.uint16), (2, 1))


def positions(features: NDArray[np.int64]) -> Records:
    """Positions with these features."""
    found = np.zeros(len(features), synthetic.header().dtype())
    found["features"] = NOTHING
    found["features"][:, : features.shape[1]] = features
    found["count"] = features.shape[1]
    found["alive"] = 3
    found["bucket"] = np.arange(len(features)) % 2
    return found


class GrowingTest(unittest.TestCase):
    def setUp(self) -> None:
        kernels.use_threads(1)
        rng = np.random.default_rng(1)
        self.known = rng.permuted(np.tile(np.arange(24), (50, 1)), axis=1)[:, :4]

    def values(self, of: Quantised, features: NDArray[np.int64]) -> list[list[int]]:
        """Centipawns by position and seat."""
        return list(kernels.centipawns(of, seats_map(of.shape.rows), positions(features)).tolist())

    def test_new_rows_and_units_change_no_value(self) -> None:
        wanted = self.values(network(), self.known)
        self.assertGreater(len({value for values in wanted for value in values}), 20)
        wider = "squared-clipped ships:12 planes:8 mines:4 tracks:5"
        for hidden in (32, 64):
            found = grow(wider, Shape(2, 29, hidden, 2))
            self.assertEqual(found.layout, wider)
            self.assertEqual(self.values(found, self.known), wanted, hidden)
        # Where the new features are there, too, the rows have no weights yet.
        found = grow(wider, Shape(2, 29, 32, 2))
        extra = 24 + self.known[:, :1] % 5
        self.assertEqual(self.values(found, np.hstack([self.known, extra])), wanted)

    def test_blocks_keep_their_weights_in_another_order(self) -> None:
        found = grow("squared-clipped mines:4 tracks:5 ships:12 planes:8", Shape(2, 29, 32, 2))
        moved = np.where(self.known < 20, self.known + 9, self.known - 20)
        self.assertEqual(self.values(found, moved), self.values(network(), self.known))

    def test_blocks_that_are_gone_are_left_out(self) -> None:
        found = grow("squared-clipped ships:12 mines:4", Shape(2, 16, 32, 2))
        self.assertEqual(found.w0[:12].tolist(), network().w0[:12].tolist())
        self.assertEqual(found.w0[12:].tolist(), network().w0[20:].tolist())

    def test_a_block_in_the_place_of_two_has_their_mean(self) -> None:
        old = network("squared-clipped left:12 right:12")
        layout, shape = "squared-clipped both:12", Shape(2, 12, 32, 2)
        weights = grown(old, layout, shape, merges_of("both=left+right"), 0)
        w0 = shape.parts(weights)[0]
        both = (old.w0[:12].astype(int) + old.w0[12:]) / (2 * 255)
        self.assertLess(np.abs(w0 - both).max(), 1e-6)

    def test_new_units_can_learn(self) -> None:
        shape = Shape(2, 24, 64, 2)
        w0, _, w1, _, _ = shape.parts(grown(network(), OLD, shape, {}, 0))
        self.assertTrue((w0[:, 32:] != 0).any())
        self.assertFalse(w1.reshape(2, 2, 64)[:, :, 32:].any())

    def test_what_cannot_be(self) -> None:
        for layout, shape, merges, reason in (
            (OLD, Shape(3, 24, 32, 2), "", "2 players and 2 buckets cannot become 3 and 2"),
            (OLD, Shape(2, 24, 32, 8), "", "2 players and 2 buckets cannot become 2 and 8"),
            ("relu ships:24", SHAPE, "", "another activation"),
            ("squared-clipped ships:24", SHAPE, "", "12 rows of ships cannot become 24 of ships"),
            (OLD, SHAPE, "boats=ships", "no block boats in ships planes mines"),
            (OLD, SHAPE, "ships=boats", "no block boats in ships planes mines"),
        ):
            with self.assertRaisesRegex(NetworkError, reason):
                grown(network(), layout, shape, merges_of(merges), 0)
        with self.assertRaisesRegex(NetworkError, "32 hidden units cannot become 16"):
            grown(network(), OLD, Shape(2, 24, 16, 2), {}, 0)
        with self.assertRaisesRegex(NetworkError, "version 1 has no layout"):
            grown(network(""), OLD, SHAPE, {}, 0)
        for layout in ("squared-clipped a", "squared-clipped a:1 a:2", "squared-clipped a:-1"):
            with self.assertRaisesRegex(NetworkError, "a layout with the block a"):
                blocks(layout)


class CommandTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        synthetic.write(self.folder / "a.smp", synthetic.header(), 3000)

    def learn(self, *words: str) -> tuple[int, str]:
        """The exit status and what was said on stderr."""
        said = io.StringIO()
        run = [str(self.folder / "a.smp"), "--threads", "1", "--batch", "256", *words]
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            return main(run), said.getvalue()

    def test_a_run_begins_with_a_network_of_other_inputs(self) -> None:
        path = self.folder / "old.net"
        path.write_bytes(network().to_bytes())
        out = str(self.folder / "out")
        begin = ["--out", out, "--begin", str(path), "--epochs", "1", "--hidden", "64"]
        status, said = self.learn(*begin)
        self.assertEqual(status, 2)
        self.assertIn("part 2 of the layout is ships:12, where all:24 is wanted", said)
        status, said = self.learn(*begin, "--grow", "--merge", "all=ships")
        self.assertEqual((status, said.count("\n")), (2, 1))
        self.assertIn("old.net: 12 rows of ships cannot become 24 of all", said)
        self.assertEqual(self.learn(*begin, "--grow"), (0, ""))
        made = Path(out, "nim.net")
        found = Quantised.from_bytes(made.read_bytes(), made)
        self.assertEqual((found.layout, found.shape.hidden), (synthetic.LAYOUT, 64))
        # The same command goes on.
        self.assertEqual(self.learn(*begin, "--grow", "--resume"), (0, ""))

    def test_bad_usage(self) -> None:
        out = ["--out", str(self.folder / "out")]
        self.assertIn("--grow needs --begin", self.learn(*out, "--grow")[1])
        self.assertIn("--merge is for --grow", self.learn(*out, "--merge", "a=b")[1])
        run = [str(self.folder / "a.smp"), *out]
        for text in ("a", "=b", "a=", "a=b+", "a=b c=d", ""):
            said = io.StringIO()
            with contextlib.redirect_stderr(said), self.assertRaises(SystemExit) as left:
                main([*run, "--merge", text])
            self.assertEqual(left.exception.code, 2, text)
            self.assertIn(f"NEW=OLD+OLD is wanted, with names of blocks: {text}", said.getvalue())


if __name__ == "__main__":
    unittest.main()
