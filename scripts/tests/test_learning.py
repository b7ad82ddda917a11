"""Tests of `learn.py`: the arithmetic, the files, whole runs, and the check with an engine."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import signal
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import Any

if any(importlib.util.find_spec(name) is None for name in ("numba", "numpy")):
    raise unittest.SkipTest("needs the packages of requirements-learn.txt")

import numpy as np
from numpy.typing import NDArray

from learning import kernels
from learning.check import of_movers
from learning.checkpoint import RunError
from learning.cli import arguments
from learning.headers import SamplesError
from learning.lambda_returns import look_back
from learning.network import (
    QA,
    QB,
    NetworkError,
    Quantised,
    Shape,
    checksum,
    confine,
    limits,
    repeats,
)
from learning.samples import NOTHING, Header, Records, Samples, is_for_validation
from learning.targets import LOSSES, Batch, Floats, Loss, batch_of, expected, loss_sum
from learning.trainer import Settings, Trainer
from runtime.interrupts import noted
from tests import synthetic
from tests.helpers import FAKE, SCRIPTS, TAG, running

SMALL = Settings(
    hidden=32, epochs=4, batch=500, rate=0.01, result_weight=0.3, td_lambda=1.0, residual=False,
    decay=0.01, loss="squared", seed=7, limit=0,
)  # fmt: skip
# The fake engine's pile is the value plus this.
PILE_OF_ZERO = 1_000_000


class FolderTest(unittest.TestCase):
    """A test with a temporary folder."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, head: Header, count: int = 3000, name: str = "a.smp", seed: int = 1) -> Path:
        """A file of samples."""
        synthetic.write(self.folder / name, head, count, seed)
        return self.folder / name


def some_weights(shape: Shape, seed: int) -> NDArray[np.float32]:
    """Weights with accumulators that are partly clipped at both ends."""
    rng = np.random.default_rng(seed)
    scale = shape.row(0.4, 0.3, 0.5, 0.4, 0.2)
    return np.asarray(rng.normal(0.0, 1.0, shape.total()) * scale, np.float32)


def wide_values(
    weights: NDArray[Any], shape: Shape, seats_map: NDArray[np.uint16], batch: Batch
) -> NDArray[np.float64]:
    """The formula of the network, position by position, in double precision."""
    w0, b0, w1, residual, bias = shape.parts(weights.astype(np.float64))
    found = np.zeros((len(batch), shape.players))
    for i, bucket in enumerate(batch.bucket):
        rows = seats_map[:, batch.features[i, : batch.count[i]]]
        views = [b0 + w0[own[own != NOTHING]].sum(axis=0) for own in rows]
        acts = [np.clip(view, 0.0, 1.0) ** 2 for view in views]
        for seat in range(shape.players):
            order = [acts[(seat + view) % shape.players] for view in range(shape.players)]
            found[i, seat] = np.concatenate(order) @ w1[bucket] + bias[bucket]
            found[i, seat] += residual[bucket] * batch.hand[i, seat]
    return np.where(batch.valued, found, 0.0)


def towards_zero(value: int, by: int) -> int:
    """The engine's division."""
    return abs(value) // by * (1 if value >= 0 else -1)


def whole_value(network: Quantised, seats_map: NDArray[np.uint16], record: Any, seat: int) -> int:
    """The value of a position for a seat, in Python's integers."""
    players, hidden = network.shape.players, network.shape.hidden
    features = [int(feature) for feature in record["features"][: record["count"]]]
    bucket, total = int(record["bucket"]), 0
    for view in range(players):
        own = seats_map[(seat + view) % players]
        rows = [int(own[feature]) for feature in features if own[feature] != NOTHING]
        for h in range(hidden):
            reached = int(network.b0[h]) + sum(int(network.w0[row, h]) for row in rows)
            total += min(max(reached, 0), QA) ** 2 * int(network.w1[bucket, view * hidden + h])
    out = towards_zero(total, QA) + int(network.bias[bucket])
    by_hand = towards_zero(int(record["hand_cp"][seat]) * int(network.residual[bucket]), 256)
    return towards_zero(out * network.scale_cp, QA * QB) + by_hand


class ArithmeticTest(unittest.TestCase):
    def setUp(self) -> None:
        kernels.use_threads(2)

    def case(self, players: int, count: int) -> tuple[Header, Shape, Records]:
        """A small network and positions for it."""
        head = synthetic.header(players, rows=13, most=5, buckets=3)
        return (
            head,
            Shape(players, head.rows, 4, head.buckets),
            synthetic.records(head, count, seed=players),
        )

    def test_gradients_are_those_of_finite_differences(self) -> None:
        for players in (2, 3, 4):
            for loss in LOSSES:
                with self.subTest(players=players, loss=loss):
                    self.compare_gradients(players, loss)

    def compare_gradients(self, players: int, loss: Loss) -> None:
        """Compares gradients with differences of the plain formula for a small change of each
        weight."""
        head, shape, records = self.case(players, 40)
        seats_map = synthetic.seats_map(head)
        batch = batch_of(records, head, 0.3)
        weights = some_weights(shape, players)
        slices = np.empty((kernels.SLICES, shape.total()), np.float32)
        found = kernels.gradients(weights, shape, seats_map, batch, loss, slices)
        plain = loss_sum(wide_values(weights, shape, seats_map, batch), batch, loss)
        self.assertAlmostEqual(found, plain, delta=1e-4 * plain)
        gradient, step = slices.sum(axis=0), 1e-6
        for index in range(shape.total()):
            losses = []
            for sign in (step, -step):
                moved = weights.astype(np.float64)
                moved[index] += sign
                losses.append(loss_sum(wide_values(moved, shape, seats_map, batch), batch, loss))
            slope = (losses[0] - losses[1]) / (2 * step)
            self.assertAlmostEqual(slope, gradient[index], delta=1e-4 + 1e-3 * abs(slope))

    def test_values_are_those_of_the_formula(self) -> None:
        for players in (2, 3, 4):
            head, shape, records = self.case(players, 60)
            weights, seats_map = some_weights(shape, 5), synthetic.seats_map(head)
            batch = batch_of(records, head, 0.3)
            found = kernels.values(weights, shape, seats_map, batch)
            plain = wide_values(weights, shape, seats_map, batch)
            self.assertLess(np.abs(found - plain).max(), 1e-4)

    def test_whole_values_are_exactly_those_of_the_formula(self) -> None:
        for players in (2, 3, 4):
            head, shape, records = self.case(players, 80)
            seats_map = synthetic.seats_map(head)
            network = Quantised.of(some_weights(shape, 6) * 2, shape, head.variant, head.layout, 83)
            found = kernels.centipawns(network, seats_map, records)
            plain = [
                [whole_value(network, seats_map, record, seat) for seat in range(players)]
                for record in records
            ]
            self.assertEqual(found.tolist(), plain)
            self.assertLess(found.min(), 0)

    def test_whole_values_are_nearly_those_of_the_floats(self) -> None:
        for players in (2, 3, 4):
            head, shape, records = self.case(players, 80)
            seats_map, weights = synthetic.seats_map(head), some_weights(shape, 6)
            network = Quantised.of(weights, shape, head.variant, head.layout, head.scale_cp)
            found = kernels.centipawns(network, seats_map, records) / head.scale_cp
            batch = batch_of(records, head, 0.3)
            floats = kernels.values(weights, shape, seats_map, batch)
            off = np.abs(np.where(batch.valued, found - floats, 0.0)).max()
            self.assertTrue(0.0 < off < 0.1, off)

    def test_a_step_of_adam(self) -> None:
        """The length of the first step is the rate, for any gradient. Limits hold."""
        adam = kernels.Adam(4)
        weights = np.array([0.5, -0.5, 1.0, 0.0], np.float32)
        gradients = np.array([[1, 0, -3, 0], [1, -1e-3, 1, 0]], np.float32)
        bounds = np.array([9, 9, 1.05, 9], np.float32)
        adam.step(weights, gradients, 2, 0.1, bounds, np.array([0, 1, 0, 1], np.float32))
        np.testing.assert_allclose(weights, [0.4, -0.35, 1.05, 0.0], atol=1e-4)


class TargetsTest(unittest.TestCase):
    def record(self, head: Header, **fields: Any) -> Records:
        """One position."""
        found = np.zeros(1, head.dtype())
        found["features"] = NOTHING
        for name, value in fields.items():
            found[name] = value
        return found

    def test_two_players(self) -> None:
        head = synthetic.header(2)
        records = self.record(head, mover=1, alive=3, points=[3, 9, 0, 0], score_cp=80)
        batch = batch_of(records, head, 0.25)
        wanted = 0.25 * 0.75 + 0.75 / (1 + np.exp(-1))
        np.testing.assert_allclose(batch.target, [[0.0, wanted]], rtol=1e-6)
        self.assertEqual(batch.valued.tolist(), [[False, True]])
        even = np.zeros((1, 2))
        np.testing.assert_allclose(loss_sum(even, batch, "squared"), (0.5 - wanted) ** 2, rtol=1e-6)
        np.testing.assert_allclose(loss_sum(even, batch, "entropy"), np.log(2), rtol=1e-6)

    def test_shares_of_several_players(self) -> None:
        head = synthetic.header(4, rows=24)
        for points, alive, score, weight, wanted in (
            ([12, 0, 0, 0], 0b1111, 0, 1.0, [1, 0, 0, 0]),
            ([12, 0, 0, 0], 0b1111, 0, 0.0, [0.75, 0.25, 0, 0]),
            ([12, 0, 0, 0], 0b1111, 0, 0.5, [0.875, 0.125, 0, 0]),
            ([6, 0, 3, 3], 0b1111, 0, 0.0, [0.375, 0.25, 0.1875, 0.1875]),
            # Seats without a share of the result share evenly.
            ([0, 12, 0, 0], 0b1111, 0, 0.0, [0.25] * 4),
            # An eliminated player has no expected share.
            ([0, 12, 0, 0], 0b0011, 0, 0.0, [0.5, 0.5, 0, 0]),
            ([6, 0, 0, 6], 0b0111, 0, 1.0, [1, 0, 0, 0]),
            ([0, 0, 0, 12], 0b0110, 0, 1.0, [0, 0.5, 0.5, 0]),
            ([0, 12, 0, 0], 0b0010, -500, 0.5, [0, 1, 0, 0]),
            ([0, 12, 0, 0], 0b0011, 80, 0.0, [1 / (1 + np.e), np.e / (1 + np.e), 0, 0]),
        ):  # fmt: skip
            records = self.record(head, mover=1, alive=alive, points=points, score_cp=score)
            batch = batch_of(records, head, weight)
            np.testing.assert_allclose(batch.target, [wanted], atol=1e-6, err_msg=str(points))
            lives = [bool(alive >> seat & 1) for seat in range(4)]
            self.assertEqual(batch.valued.tolist(), [lives])

    def test_expected_shares_and_their_loss(self) -> None:
        valued = np.array([[True, True, False]])
        values = np.array([[np.log(3.0), 0.0, 50.0]])
        np.testing.assert_allclose(expected(values, valued), [[0.75, 0.25, 0.0]])
        head = synthetic.header(3)
        records = self.record(head, mover=0, alive=0b011, points=[6, 6, 0, 0])
        batch = batch_of(records, head, 1.0)
        self.assertAlmostEqual(loss_sum(values, batch, "squared"), 0.0625)
        self.assertAlmostEqual(loss_sum(values, batch, "entropy"), -0.5 * np.log(0.75 * 0.25))


class LambdaReturnsTest(unittest.TestCase):
    """TD(lambda) returns of two games, of three turns and of one turn."""

    def returns(self, alive: list[int], scores: list[float], td_lambda: float) -> Floats:
        results = np.array([[0, 1, 0]] * 3 + [[0, 0, 1]], np.float32)
        game, mover = np.array([7, 7, 7, 8]), np.array([0, 1, 2, 0])
        promised = np.array(scores, np.float32)
        look_back(game, mover, np.array(alive), promised, np.float32(td_lambda), results)
        return results

    def check(self, found: Floats, *wanted: Sequence[float]) -> None:
        np.testing.assert_allclose(found, np.array(wanted, np.float32), atol=1e-6)

    def test_results_alone_where_searches_leave_all_to_them(self) -> None:
        found = self.returns([7] * 4, [0.9, 0.1, 0.3, 0.8], 1.0)
        self.check(found, *[[0, 1, 0]] * 3, [0, 0, 1])

    def test_the_next_search_alone_where_it_leaves_nothing(self) -> None:
        """The others share evenly if the result gives them nothing."""
        found = self.returns([7] * 4, [0.9, 0.4, 0.3, 0.8], 0.0)
        self.check(found, [0, 0.4, 0.6], [0, 0.7, 0.3], [0, 1, 0], [0, 0, 1])

    def test_searches_are_mixed_from_the_end(self) -> None:
        found = self.returns([7] * 4, [0.9, 0.4, 0.3, 0.8], 0.5)
        # The third search gives .85 to the second player; his own search gives .4. The mean counts.
        self.check(found, [0, 0.625, 0.375], [0, 0.85, 0.15], [0, 1, 0], [0, 0, 1])

    def test_what_a_sure_winner_may_lose_goes_to_all_who_live(self) -> None:
        found = self.returns([7, 0b110, 7, 7], [0.9, 0.4, 0.0, 0.8], 0.5)
        self.check(found[:1], [0, 0.7, 0.3])

    def test_every_position_shares_out_one_game(self) -> None:
        chance = np.random.default_rng(3)
        count, players = 500, 4
        results = np.zeros((count, players), np.float32)
        results[np.arange(count), chance.integers(players, size=count)] = 1
        game = np.sort(chance.integers(9, size=count))
        scores = chance.random(count, np.float32)
        mover, alive = np.arange(count) % players, np.full(count, 15)
        look_back(game, mover, alive, scores, np.float32(0.8), results)
        self.assertLess(np.abs(results.sum(axis=1) - 1.0).max(), 1e-5)
        self.assertTrue(((results > 0) & (results < 1)).any())


class NetworkTest(FolderTest):
    def test_nothing_overflows(self) -> None:
        head = synthetic.header(2, rows=300, most=200)
        shape, seats_map = Shape(2, 300, 3, 2), synthetic.seats_map(head)
        weights = limits(shape, True)
        w0, b0, _, _, _ = shape.parts(weights)
        w0[:, 1] *= -1
        w0[:, 2] = 0.01
        b0[:] = [64, -64, 0.5]
        confine(weights, shape, head.most, repeats(seats_map, shape.rows))
        network = Quantised.of(weights, shape, head.variant, head.layout, 80)
        for h, sign in ((0, 1), (1, -1)):
            reach = np.sort(sign * network.w0[:, h].astype(int))[-head.most :].sum()
            self.assertTrue(30_000 < reach + sign * network.b0[h] <= 2**15 - 1)
        self.assertEqual(network.w0[0, 2], round(0.01 * QA))

    def test_rows_that_come_more_than_once(self) -> None:
        seats_map = np.array([[0, 0, 1, NOTHING], [0, 1, 1, 1]], np.uint16)
        self.assertEqual(repeats(seats_map, 3).tolist(), [2, 3, 0])

    def test_the_file(self) -> None:
        shape = Shape(3, 5, 4, 2)
        network = Quantised.of(some_weights(shape, 3), shape, "nim3", "squared-clipped a:3 b:2", 83)
        data = network.to_bytes()
        self.assertEqual(len(data), 65 + 2 * (5 * 4 + 4 + 2 * 12) + 4 * 4 + 4)
        head = (
            b"STRGNET2nim3"
            + bytes(12)
            + b"\x17\0squared-clipped a:3 b:2"
            + bytes([3, 2, 4, 0, 5, 0, 0, 0, 83, 0, 0, 0, 255, 0, 64, 0])
        )
        self.assertEqual(data[:65], head)
        path = self.folder / "nim3.net"
        read = Quantised.from_bytes(data, path)
        self.assertEqual(read.to_bytes(), data)
        for broken, reason in (
            (b"STRGNET3" + data[8:], "byte 0: no network of this version"),
            (data[:24], "byte 24: cut off in its header"),
            (data[:30], "byte 30: cut off in its header"),
            (data[:60], "byte 60: cut off in its header"),
            (data[:-1], f"byte {len(data) - 1}: {len(data)} bytes should be there"),
            (data + b"x", f"byte {len(data) + 1}: {len(data)} bytes should be there"),
            (data[:61] + b"\x01" + data[62:], r"byte 61: other units \(1, 64\)"),
            (data[:75] + bytes([data[75] ^ 1]) + data[76:], "the checksum is wrong"),
        ):
            with self.assertRaisesRegex(NetworkError, f"nim3.net: .*{reason}"):
                Quantised.from_bytes(broken, path)

    def test_a_file_without_a_layout(self) -> None:
        shape = Shape(3, 5, 4, 2)
        network = Quantised.of(some_weights(shape, 3), shape, "nim3", "squared-clipped a:5", 83)
        data = network.to_bytes()
        rest = b"STRGNET1" + data[8:24] + data[26 + len(network.layout) : -4]
        old = rest + checksum(rest).to_bytes(4, "little")
        read = Quantised.from_bytes(old, self.folder / "nim3.net")
        self.assertEqual(read.layout, "")
        self.assertEqual(read.weights().tolist(), network.weights().tolist())

    def test_what_an_engine_shows(self) -> None:
        values = np.array([[120, -40, 75, 10]] * 3)
        lives = np.array([[1, 1, 1, 1], [0, 1, 1, 0], [0, 0, 1, 0]], bool)
        found = of_movers(values, np.full(3, 2, np.uint8), lives, 100)
        others = np.exp(1.2) + np.exp(-0.4) + np.exp(0.1)
        self.assertEqual(found.tolist(), [round(100 * (0.75 - np.log(others / 3))), 115, 0])
        even = of_movers(np.full((2, 3), 37), np.array([0, 1], np.uint8), np.ones((2, 3), bool), 80)
        self.assertEqual(even.tolist(), [0, 0])
        two = of_movers(values[:, :2], np.array([0, 1, 1], np.uint8), lives[:, :2], 100)
        self.assertEqual(two.tolist(), [120, -40, -40])

    def test_units(self) -> None:
        shape = Shape(2, 1, 1, 1)
        network = Quantised.of(
            np.array([0.5, 0.25, 1.0, -1.0, 0.5, 2.0], np.float32), shape, "x", "", 80
        )
        self.assertEqual(
            [part.ravel().tolist() for part in (network.w0, network.b0, network.w1)],
            [[128], [64], [QB, -QB]],
        )
        self.assertEqual((network.residual.tolist(), network.bias.tolist()), ([128], [2 * QA * QB]))


class SamplesTest(FolderTest):
    def test_whole_games_are_split_off(self) -> None:
        samples = Samples([self.written(synthetic.header())])
        training, validation = samples.split()
        self.assertEqual(sorted([*training, *validation]), list(range(3000)))
        games = [set(samples.take(part)["game"].tolist()) for part in (training, validation)]
        self.assertFalse(games[0] & games[1])
        self.assertTrue(all(is_for_validation(np.array(list(games[1]), np.uint32))))
        many = is_for_validation(np.arange(100_000, dtype=np.uint32)).mean()
        self.assertAlmostEqual(many, 0.05, delta=0.003)

    def test_several_files_are_one(self) -> None:
        head = synthetic.header()
        paths = [self.written(head, 1000 * n, f"{n}.smp", n) for n in (1, 2)]
        samples = Samples(paths)
        index = np.array([2999, 0, 1000, 999, 1000])
        found = samples.take(index)
        both = [Samples([path]).take(np.arange(1000 * n)) for n, path in enumerate(paths, 1)]
        wanted = [both[1][1999], both[0][0], both[1][0], both[0][999], both[1][0]]
        self.assertEqual(found.tobytes(), b"".join(record.tobytes() for record in wanted))
        training, validation = samples.split(limit=1500)
        used = np.sort(np.concatenate([training, validation]))
        self.assertEqual(used.tolist(), [*range(500), *range(1000, 2000)])

    def test_more_features_than_a_byte_counts(self) -> None:
        head = synthetic.header(rows=600, most=400)
        body = synthetic.write(self.folder / "a.smp", head, 50)
        samples = Samples([self.folder / "a.smp"])
        batch = batch_of(samples.take(np.arange(50)), samples.header, 0.0)
        self.assertGreater(batch.count.max(), 255)
        self.assertEqual((batch.count & 0xFF).tolist(), body["count"].tolist())

    def test_damaged_files(self) -> None:
        head = synthetic.header()
        body = synthetic.records(head, 10)
        data = synthetic.to_bytes(head, body)
        begin = len(data) - len(body.tobytes())
        record = head.record

        def place(number: int) -> int:
            return begin + (number - 1) * record

        def headed(**fields: Any) -> bytes:
            return synthetic.to_bytes(head, body, **fields)

        def changed(number: int, field: str, value: Any) -> bytes:
            other = body.copy()
            other[field][number - 1] = value
            return synthetic.to_bytes(head, other)

        other_feature = changed(3, "features", [24, *body["features"][2][1:]])
        for broken, reason in (
            (b"", "byte 0: cut off in its first bytes"),
            (data[:11], "byte 11: cut off in its first bytes"),
            (b"STRGSMP2" + data[8:], "byte 0: no samples of this version"),
            (data[::-1], "byte 0: no samples of this version"),
            (data[:40], "byte 40: cut off in its header"),
            (data[:8] + b"\xff" * 4 + data[12:], "byte 8: a header of 4294967295 bytes"),
            (data[:12] + b"[" + data[13:], "byte 12: the header is no JSON"),
            (headed(players=5), "byte 12: the header's players is no number"),
            (headed(rows="x"), "byte 12: the header's rows is no number"),
            (headed(most=200), "byte 12: records of 36 bytes are too short"),
            (headed(rows=23), f"byte {begin - 50}: the map gives seat 1 a row 23, of 23"),
            (headed(variant=3), "byte 12: the header names no variant"),
            (data[: begin - 1], f"byte {begin - 1}: cut off in its map"),
            (data[:begin], f"byte {begin}: no records"),
            (data[:-1], rf"byte {place(10)}: cut off in record 10 \({record - 1} bytes of it\)"),
            (changed(4, "mover", 2), f"byte {place(4)}: record 4 has a mover that"),
            (changed(5, "bucket", 2), f"byte {place(5)}: record 5 has a bucket that"),
            (changed(6, "alive", 4), f"byte {place(6)}: record 6 has seats that live that"),
            (changed(7, "count", 7), f"byte {place(7)}: record 7 has a number of features that"),
            (changed(8, "features", 24), f"byte {place(8)}: record 8 has a number of features"),
            (other_feature, f"byte {place(3)}: record 3 has features that"),
            (changed(9, "points", 5), f"byte {place(9)}: record 9 has points that"),
        ):  # fmt: skip
            path = self.folder / "broken.smp"
            path.write_bytes(broken)
            with (
                self.subTest(reason),
                self.assertRaisesRegex(SamplesError, f"broken.smp: {reason}"),
            ):
                Samples([path])

    def test_files_of_different_games(self) -> None:
        first = self.written(synthetic.header())
        other = self.written(synthetic.header(3), name="b.smp")
        with self.assertRaisesRegex(SamplesError, "b.smp: byte 12: the header's variant is nim3"):
            Samples([first, other])
        with self.assertRaisesRegex(SamplesError, "a.smp: too few games"):
            Samples([first]).split(limit=5)

    def test_another_scale(self) -> None:
        two = self.written(synthetic.header())
        self.assertEqual(Samples([two], 700).header.scale_cp, 700)
        three = self.written(synthetic.header(3), name="b.smp")
        with self.assertRaisesRegex(SamplesError, "b.smp: the scale is fixed for 3 players"):
            Samples([three], 700)


class RunTest(FolderTest):
    def trainer(self, name: str, rounds: int, resume: bool = False, **changed: Any) -> Trainer:
        """A run after a number of epochs."""
        samples = Samples([self.folder / "a.smp"])
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        trainer = Trainer(samples, dataclasses.replace(SMALL, **changed), folder)
        if resume:
            trainer.resume()
        for _ in range(rounds):
            trainer.epoch(lambda done, loss: None)
        return trainer

    def test_a_value_that_can_be_learnt_is_learnt(self) -> None:
        for players in (2, 3):
            head = synthetic.header(players, rows=12, most=4, buckets=1)
            self.written(head, 30_000)
            kernels.use_threads(2)
            trainer = self.trainer(str(players), 20, epochs=20, result_weight=1.0)
            losses = trainer.losses()
            self.assertLess(losses.floats, 0.1 * losses.hand, players)
            self.assertLess(losses.quantised, 1.1 * losses.floats + 1e-5)

    def test_it_begins_with_the_hand_made_value(self) -> None:
        self.written(synthetic.header())
        trainer = self.trainer("run", 0, result_weight=0.0, residual=True)
        trainer.state.weights[:] = trainer.shape.row(0.0, 0.0, 0.0, 1.0, 0.0)
        trainer.state.best[:] = trainer.state.weights
        losses = trainer.losses()
        self.assertAlmostEqual(losses.floats, losses.hand, places=7)
        self.assertAlmostEqual(losses.quantised, losses.hand, places=7)

    def test_it_begins_with_what_a_network_has_learnt(self) -> None:
        self.written(synthetic.header())
        first = self.trainer("first", 2)
        network = self.folder / "first.net"
        network.write_bytes(first.network().to_bytes())
        second = self.trainer("second", 0, begin=str(network))
        self.assertEqual(second.network().to_bytes(), network.read_bytes())
        self.assertAlmostEqual(second.state.best_loss, second.losses().floats, places=6)
        # Large steps make it worse, so the first network stays the best one.
        worse = self.trainer("worse", 1, begin=str(network), rate=1.0)
        self.assertEqual(worse.network().to_bytes(), network.read_bytes())
        other = dataclasses.replace(first.network(), layout="squared-clipped some:20 others:4")
        network.write_bytes(other.to_bytes())
        with self.assertRaisesRegex(NetworkError, "part 2 of the layout is some:20, where all:24"):
            self.trainer("third", 0, begin=str(network))
        network.write_bytes(dataclasses.replace(other, layout=synthetic.LAYOUT).to_bytes())
        with self.assertRaisesRegex(NetworkError, r"first.net: Shape\(.*hidden=32.* is wanted"):
            self.trainer("other", 0, begin=str(network), hidden=64)
        network.write_bytes(network.read_bytes()[:-9])
        with self.assertRaisesRegex(NetworkError, r"first.net: byte \d+: \d+ bytes should be"):
            self.trainer("cut", 0, begin=str(network))

    def test_what_the_engine_would_refuse(self) -> None:
        self.written(synthetic.header(3))
        for hidden in (8, 16, 48, 128):
            with self.assertRaisesRegex(NetworkError, f"--hidden {hidden}: one of 32 and 64"):
                self.trainer("run", 0, hidden=hidden)

    def test_runs_are_repeated_and_resumed_exactly(self) -> None:
        self.written(synthetic.header(3))
        kernels.use_threads(1)
        whole = self.trainer("whole", 4)
        kernels.use_threads(2)
        first = self.trainer("parts", 2)
        with (self.folder / "parts" / "log.jsonl").open("a") as log:
            log.write('{"epoch": 3, "ra')
        second = self.trainer("parts", 2, resume=True)
        self.assertEqual(second.network().to_bytes(), whole.network().to_bytes())
        self.assertNotEqual(first.network().to_bytes(), whole.network().to_bytes())
        logs = [
            [(e["epoch"], e["validation"]) for e in map(json.loads, path.read_text().splitlines())]
            for path in (self.folder / name / "log.jsonl" for name in ("whole", "parts"))
        ]
        self.assertEqual(logs[0], logs[1])
        self.assertEqual([number for number, _ in logs[0]], [1, 2, 3, 4])
        for name, change in (("other", {"seed": 8}), ("traced", {"td_lambda": 0.5})):
            other = self.trainer(name, 4, **change)
            self.assertNotEqual(other.network().to_bytes(), whole.network().to_bytes())

    def test_only_the_same_run_goes_on(self) -> None:
        self.written(synthetic.header())
        self.trainer("run", 1)
        with self.assertRaisesRegex(RunError, "another run: its rate is 0.01, not 0.02"):
            self.trainer("run", 1, resume=True, rate=0.02)
        checkpoint = self.folder / "run" / "checkpoint.npz"
        checkpoint.write_bytes(checkpoint.read_bytes()[:2000])
        with self.assertRaisesRegex(RunError, "checkpoint.npz is no checkpoint"):
            self.trainer("run", 1, resume=True)
        with self.assertRaisesRegex(RunError, "checkpoint.npz is no checkpoint"):
            self.trainer("empty", 1, resume=True)


class Abandoned:
    """Interrupts the program when it is garbage-collected."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


class InterruptTest(unittest.TestCase):
    def test_one_that_comes_in_a_finaliser_is_not_lost(self) -> None:
        with noted() as obey:
            obey()
            Abandoned()
            with self.assertRaises(KeyboardInterrupt):
                obey()
            with self.assertRaises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_one_that_is_to_be_left_alone_is(self) -> None:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            with noted() as obey:
                signal.raise_signal(signal.SIGINT)
                obey()
            self.assertIs(signal.getsignal(signal.SIGINT), signal.SIG_IGN)
        finally:
            signal.signal(signal.SIGINT, before)


class ProgramTest(FolderTest):
    def command(self, *more: str) -> list[str]:
        """The program with existing samples."""
        return [
            sys.executable, str(SCRIPTS / "learn.py"), str(self.folder / "a.smp"),
            "--out", str(self.folder / "run"), "--hidden", "32", "--batch", "500",
            "--threads", "2", *more,
        ]  # fmt: skip

    def run_it(self, *more: str) -> subprocess.CompletedProcess[str]:
        """Runs it to the end."""
        return subprocess.run(self.command(*more), capture_output=True, text=True, timeout=300)

    def test_old_names_of_options_are_accepted(self) -> None:
        words = ["a.smp", "--out", "a"]
        new = arguments().parse_args([*words, "--lambda", "0.9", "--residual"])
        old = arguments().parse_args([*words, "--trace", "0.9", "--skip"])
        self.assertEqual((new.td_lambda, new.residual), (0.9, True))
        self.assertEqual(old, new)

    def test_from_samples_to_a_network(self) -> None:
        self.written(synthetic.header())
        words = ("--epochs", "2", "--scale", "300", "--lambda", "0.9")
        done = self.run_it(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, "(?m)^nim: 28[0-9]+ positions to train with, 1[0-9]+ to")
        self.assertRegex(done.stdout, "(?m)^epoch 2/2: training 0[.][0-9]+, validation 0[.]")
        self.assertRegex(done.stdout, "(?m)^validation: hand-made .* network .* quantised ")
        self.assertRegex(done.stdout, "(?m)^by results alone: hand-made 0[.].*, quantised 0[.]")
        out = self.folder / "run"
        network = Quantised.from_bytes((out / "nim.net").read_bytes(), out / "nim.net")
        self.assertEqual((network.shape, network.scale_cp), (Shape(2, 24, 32, 2), 300))
        self.assertEqual(len((out / "log.jsonl").read_text().splitlines()), 2)
        if importlib.util.find_spec("matplotlib"):
            self.assertEqual((out / "loss.png").read_bytes()[:4], b"\x89PNG")
        again = self.run_it("--epochs", "2")
        self.assertEqual(again.returncode, 2)
        self.assertIn("run holds a run already: --resume", again.stderr)
        before = (out / "nim.net").read_bytes()
        other = self.run_it("--epochs", "2", "--lambda", "0.9", "--resume")
        self.assertIn("its header is", other.stderr)
        resumed = self.run_it(*words, "--resume")
        self.assertEqual(resumed.returncode, 0)
        self.assertIn("2 of 2 epochs were done before.", resumed.stdout)
        self.assertEqual((out / "nim.net").read_bytes(), before)
        self.check_with_an_engine()

    def check_with_an_engine(self) -> None:
        """The value of a position in the fake engine is in its FEN."""
        samples, out = Samples([self.folder / "a.smp"]), self.folder / "run"
        network = Quantised.from_bytes((out / "nim.net").read_bytes(), out / "nim.net")
        records = samples.take(np.arange(len(samples)))
        values = kernels.centipawns(network, samples.map, records)
        own = values[np.arange(len(records)), records["mover"]].tolist()
        fens = self.folder / "a.fens"

        def check(values: Sequence[int], *more: str, behaviour: str = "valued") -> Any:
            fens.write_text("".join(f"{PILE_OF_ZERO + value} 1\n" for value in values))
            engine = f"{sys.executable} -S {FAKE} {behaviour} {TAG}"
            return self.run_it("--check", engine, "--fens", str(fens), *more)

        fine = check(own, "--positions", "200")
        self.assertEqual((fine.returncode, fine.stderr), (0, ""))
        self.assertRegex(fine.stdout, "^200 values are equal, from -[0-9]+ to [0-9]+ centipawns")
        wrong = check([own[0] + 1, *own[1:]], "--positions", "100")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("1 of 100 values differ", wrong.stderr)
        self.assertIn(f"a.fens:1: {own[0] + 1}, by the trainer {own[0]}: ", wrong.stderr)
        short = check(own[1:])
        self.assertEqual(short.returncode, 1)
        self.assertIn("a.fens: 2999 lines, but", short.stderr)
        without = check(own, behaviour="normal")
        self.assertEqual(without.returncode, 1)
        self.assertIn("unknown option or value (EvalFile)", without.stderr)
        self.written(synthetic.header(rows=20))
        other = check(own)
        self.assertEqual(other.returncode, 2)
        self.assertIn("nim.net: byte 8: it is not for the positions of", other.stderr)
        self.assertEqual(running(), [])

    def test_an_interrupted_run_goes_on(self) -> None:
        self.written(synthetic.header())
        learner = subprocess.Popen(
            self.command("--epochs", "10000"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert learner.stdout is not None
        for line in learner.stdout:
            if line.startswith("epoch 2/10000"):
                break
        learner.send_signal(signal.SIGINT)
        output, errors = learner.communicate(timeout=60)
        self.assertEqual((learner.returncode, errors), (130, ""))
        self.assertIn("Interrupted; continue with --resume.", output)
        refused = self.run_it("--epochs", "3", "--resume")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("its epochs is 10000, not 3", refused.stderr)

    def test_what_stands_against_a_run_is_said_before_it(self) -> None:
        path = self.written(synthetic.header())
        for more, message in (
            (("--epochs", "0"), "no whole number from 1 to 10000: 0"),
            (("--result-weight", "1.5"), "no number from 0 to 1: 1.5"),
            (("--lambda", "-1"), "no number from 0 to 1: -1"),
            (("--rate", "nan"), "no number from 0 to 1: nan"),
            (("--loss", "x"), "invalid choice"),
            (("--fens", "x"), "--fens is for --check"),
            (("--check", "x"), "--check needs --fens"),
        ):
            done = self.run_it(*more)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, f"^learn.py: .*{message}")
            self.assertFalse((self.folder / "run").exists())
        path.write_bytes(path.read_bytes()[:-7])
        done = self.run_it()
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^learn.py: .*a.smp: byte \d+: cut off in record 3000")
        path.unlink()
        self.assertRegex(self.run_it().stderr, "^learn.py: .*No such file or directory: '.*a.smp'")


if __name__ == "__main__":
    unittest.main()
