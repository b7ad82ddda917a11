"""Tests of settings: TOML files, engines, tests, processors, points, endgame tables."""

from __future__ import annotations

import asyncio
import contextlib
import io
import math
import os
import random
import subprocess
import tempfile
import unittest
from functools import partial
from pathlib import Path
from unittest import mock

from matches import affinity, points
from matches.clock import Clock
from matches.local_slot import LocalSlot
from matches.options import Refused, parse, setup_from
from matches.plan import Adjudication, Control, Opening, OpeningSource, Rules, Sprt
from matches.referee import Referee
from matches.specs import control_from, parse_clock, parse_engine, parse_resign, parse_sprt
from matches.statistics import sprt
from strategos_client import EngineConfig, EngineError
from tests.browser import engine as newest_engine
from tests.helpers import contestant, make_plan, play

ENGINE = newest_engine()
ENGINES = ["--engine", "cmd=a", "--engine", "cmd=b"]


class SpecTest(unittest.TestCase):
    def test_clocks(self) -> None:
        self.assertEqual(parse_clock("1+0.01"), Control(1000.0, 10.0))
        self.assertEqual(parse_clock("40/10+0.1"), Control(10_000.0, 100.0, moves_to_go=40))
        self.assertEqual(parse_clock("3"), Control(3000.0))
        self.assertEqual(str(parse_clock("40/10+0.1")), "40/10+0.1")
        self.assertEqual(parse_clock("0+0.1"), Control(0.0, 100.0))
        self.assertEqual(parse_clock("40/0+0.001"), Control(0.0, 1.0, moves_to_go=40))
        for bad in ("0", "0+0", "0.0", "40/0", "0.0009", "0+0.0005"):
            with self.assertRaisesRegex(ValueError, "leaves no time to move in"):
                parse_clock(bad)
        for bad in ("9" * 400, "1+" + "9" * 30, "9" * 30 + "/1"):
            with self.assertRaisesRegex(ValueError, "is a clock without end"):
                parse_clock(bad)
        for bad in ("soon", "0/10", "00/10", "1+", "-1", "nan", "inf+1", "40/", "1e3"):
            with self.assertRaisesRegex(ValueError, f"'{bad}' is no clock".replace("+", r"\+")):
                parse_clock(bad)

    def test_a_clock_of_increments_alone_begins_with_the_first_one(self) -> None:
        clock = Clock((parse_clock("0+0.1"), parse_clock("0+0.2")), margin_ms=0.0)
        self.assertEqual(clock.limits(1).command(), "go p1time 100 p2time 200 p1inc 100 p2inc 200")
        self.assertAlmostEqual(clock.allowance_s(1, 60.0), 0.1)
        self.assertEqual(clock.spend(1, 0.04), 160)

    def test_extreme_tests(self) -> None:
        for bad in (
            "0,1000000,model=logistic", "-1000000,0,model=logistic", "0,1e308,model=logistic",
            "0,1001,model=logistic", "0,201", "0,1e300", "0,1e-300", "5,5.000001",
            "0,5,alpha=1e-320", "0,5,beta=1e-7", "0,5,alpha=0", "0,5,beta=0.5",
        ):  # fmt: skip
            with self.assertRaisesRegex(ValueError, "--sprt"):
                parse_sprt(bad)
        # The rest has figures for all games played.
        chance = random.Random(1)
        for text in (
            "-1000,1000,model=logistic", "999.9,1000,model=logistic",
            "-1000,-999.9,model=logistic", "-200,200", "199.9,200", "-200,-199.9",
            "0,0.01,alpha=0.000001,beta=0.000001",
        ):  # fmt: skip
            test = parse_sprt(text)
            assert test is not None
            for _ in range(60):
                size = 10 ** chance.randrange(5)
                pairs = [chance.choice((0, 0, 1, chance.randrange(size + 1))) for _ in range(5)]
                self.assertTrue(math.isfinite(sprt.log_likelihood_ratio(pairs, test)), pairs)
                self.assertIn(sprt.verdict(pairs, test), ("", "H0", "H1"))

    def test_limits_beyond_all_bounds(self) -> None:
        for key in ("movetime", "nodes", "depth"):
            with self.assertRaisesRegex(ValueError, f"{key} takes 1000000000000000 at most"):
                control_from({key: "9" * 40})
            with self.assertRaisesRegex(ValueError, f"{key} takes a whole number"):
                control_from({key: "²"})

    def test_times_have_an_end(self) -> None:
        for words in (
            ("--margin-ms", "inf"), ("--margin-ms", "nan"), ("--silence-s", "0"),
            ("--silence-s", "inf"), ("--silence-s", "nan"),
        ):  # fmt: skip
            with self.assertRaisesRegex(Refused, words[0]):
                setup_from(parse([*ENGINES, "--depth", "1", *words]))

    def test_fastchess_spelling(self) -> None:
        for word in ("round-robin", "roundrobin"):
            options = parse([*ENGINES, "--depth", "1", "--format", word])
            self.assertEqual(setup_from(options).plan.format, "round-robin")

    def test_a_name_is_one_line(self) -> None:
        engine = parse_engine("name=A\nB\tC,cmd=x", Control(depth=1))
        self.assertEqual(engine.name, "A B C")
        with self.assertRaisesRegex(ValueError, "name= of the engine x is empty"):
            parse_engine("name= \n,cmd=x", Control(depth=1))

    def test_sprt(self) -> None:
        self.assertEqual(parse_sprt("0,5"), Sprt(0, 5, 0.05, 0.05, "normalized", False))
        self.assertEqual(
            parse_sprt("elo0=-3,elo1=1,alpha=0.1,beta=0.02,model=logistic,count=points"),
            Sprt(-3, 1, 0.1, 0.02, "logistic", True),
        )
        self.assertEqual(parse_sprt("0,300,model=logistic"), Sprt(0, 300, model="logistic"))
        self.assertIsNone(parse_sprt(None))
        for bad in (
            "0", "5,0", "0,x", "0,5,model=bayesian", "0,5,alpha=0.7", "0,5,6", "0,5,elo0=1",
            "0,300", "0,5,count=wins", "0,5,gamma=1", "nan,nan",
        ):  # fmt: skip
            with self.assertRaisesRegex(ValueError, "--sprt"):
                parse_sprt(bad)

    def test_resign(self) -> None:
        self.assertEqual(parse_resign("600,4"), (600, 4, False))
        self.assertEqual(parse_resign("600,4,two-sided"), (600, 4, False))
        self.assertEqual(parse_resign("600,4,one-sided"), (600, 4, True))
        self.assertEqual(parse_resign(None), (0, 0, False))
        for bad in ("600", "600,x", "600,4,never", "one-sided"):
            with self.assertRaisesRegex(ValueError, "--resign"):
                parse_resign(bad)


class FileTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name, "match.toml")

    def test_a_file_says_what_the_command_line_can_say(self) -> None:
        book = self.path.with_name("book")
        book.write_text("startpos moves a b\nstartpos moves c d\n")
        self.path.write_text(f"""
            variant = "warpac"
            games = 12
            tc = "40/10+0.1"
            openings = ["{book}", "start=2", "plies=1"]
            sprt = "0,5,model=logistic"
            random_plies = 3
            verbose = 2
            adjudicate = "points=7"
            resume = true
            each = {{ option.Hash = 16, nodes = 5 }}
            referee = "cmd=r"
            [[engine]]
            name = "NEW, really"
            cmd = "x/new"
            args = ["-a", "b"]
            [[engine]]
            name = "OLD"
            cmd = "old"
            movetime = 20
            option = {{ Hash = 8, Ponder = false }}
        """)
        options = parse(["--config", str(self.path), "--games", "30"])
        plan = setup_from(options).plan
        first, second = plan.contestants
        self.assertEqual((plan.games, plan.rules.variant), (30, "warpac"))
        self.assertEqual(first.name, "NEW, really")
        self.assertEqual(first.config.command, (str(Path("x/new").absolute()), "-a", "b"))
        self.assertEqual(first.config.options, {"Hash": "16"})
        self.assertEqual(first.control, Control(nodes=5))
        self.assertEqual(second.config.options, {"Hash": "8", "Ponder": "false"})
        self.assertEqual(second.control, Control(nodes=5, movetime_ms=20))
        self.assertEqual(plan.referee.command, ("r",))
        self.assertEqual(plan.sprt, Sprt(0, 5, model="logistic"))
        listed = (Opening("startpos", ("c",)), Opening("startpos", ("a",)))
        self.assertEqual(plan.openings, OpeningSource(listed, random_plies=3))
        self.assertEqual(plan.rules.adjudication.points_lead, 7)
        self.assertEqual((options.verbose, options.resume), (2, True))

    def test_the_command_line_goes_before(self) -> None:
        self.path.write_text("""
            depth = 3
            [[engine]]
            cmd = "a"
            [[engine]]
            cmd = "b"
        """)
        options = parse(["--config", str(self.path), "--engine", "cmd=c", "--engine", "cmd=d"])
        self.assertEqual(setup_from(options).plan.names, ("c", "d"))
        with_another = parse(["--config", str(self.path), "--depth", "5"])
        self.assertEqual(setup_from(with_another).plan.contestants[0].control, Control(depth=5))

    def test_what_is_wrong_with_a_file_is_one_line_that_names_it(self) -> None:
        for text, message in (
            ("games = ", "Invalid value"),
            ("colour = 3", "unknown key 'colour'"),
            ("config = 'x'", "unknown key 'config'"),
            ('games = "many"', "argument --games: invalid int value: 'many'"),
            ("genfens = 1", "'genfens' is true or false"),
            ("games = true", "'games' takes a value, not true"),
            ("engine = 3", "'engine' is a text or a table"),
            ("tc = { a = 1 }", "'tc' is no table"),
            ("format = 'ladder'", "argument --format: invalid choice: 'ladder'"),
        ):
            self.path.write_text(text)
            errors = io.StringIO()
            with contextlib.redirect_stderr(errors), self.assertRaises(SystemExit) as ended:
                parse(["--config", str(self.path)])
            self.assertEqual(ended.exception.code, 2)
            self.assertIn(f"{self.path}: ", errors.getvalue())
            self.assertIn(message, errors.getvalue())
            self.assertEqual(errors.getvalue().count("\n"), 1)


@unittest.skipUnless(hasattr(os, "sched_getaffinity"), "this system has no affinity")
class AffinityTest(unittest.TestCase):
    def test_lists(self) -> None:
        with mock.patch("os.sched_getaffinity", return_value={0, 1, 2, 3, 5}):
            self.assertEqual(affinity.parse_processors("all"), [0, 1, 2, 3, 5])
            self.assertEqual(affinity.parse_processors("5,1-3"), [5, 1, 2, 3])
            for bad in ("4", "1-9", "x", "", "1-", "2,,3"):
                with self.assertRaisesRegex(ValueError, "--affinity"):
                    affinity.parse_processors(bad)

    def test_each_game_gets_as_many_as_its_engines_have_threads(self) -> None:
        options = parse([*ENGINES, "--depth", "1", "--each", "option.threads=2"])
        plan = setup_from(options).plan
        found = affinity.shared_out([0, 2, 4, 6, 8], 2, plan)
        self.assertEqual(found, [frozenset({0, 2}), frozenset({4, 6})])
        with self.assertRaisesRegex(ValueError, "3 concurrent games with 2 threads each need 6"):
            affinity.shared_out([0, 1, 2, 3, 4], 3, plan)

    def test_engines_run_where_their_table_is(self) -> None:
        here = sorted(os.sched_getaffinity(0))
        plan = make_plan(contestant("A", "normal"), contestant("B", "normal"), games=2)

        async def run() -> set[int]:
            slot = LocalSlot(plan, processors=frozenset(here[-1:]))
            try:
                return os.sched_getaffinity((await slot.engine(0)).pid)
            finally:
                await slot.close()

        self.assertEqual(asyncio.run(run()), set(here[-1:]))
        self.assertEqual(sorted(os.sched_getaffinity(0)), here)


class PointsTest(unittest.TestCase):
    def test_winner_and_stop(self) -> None:
        self.assertEqual(points.winner([20, 10], 10), "p1win")
        self.assertEqual(points.winner([10, 20], 10), "p2win")
        self.assertEqual(points.winner([19, 10], 10), "")
        self.assertTrue(points.is_stopped("200 turns without a loss"))
        self.assertFalse(points.is_stopped("third occurrence"))

    def test_options(self) -> None:
        def lead(*words: str) -> int:
            plan = setup_from(parse([*ENGINES, "--depth", "1", *words])).plan
            return plan.rules.adjudication.points_lead

        self.assertEqual(lead("--variant", "warpac"), 0)
        self.assertEqual(lead("--variant", "warpac", "--adjudicate", "points"), 10)
        self.assertEqual(lead("--variant", "warpac-subs", "--adjudicate", "points=3"), 3)
        for words in (
            ("--variant", "warpac", "--adjudicate", "points=0"),
            ("--variant", "warpac", "--adjudicate", "stones"),
            ("--variant", "pacific-a", "--adjudicate", "tables="),
            ("--variant", "pacific-a", "--adjudicate", "tables=x", "--sprt", "0,5,count=points"),
            ("--variant", "warpac", "--sprt", "0,5,count=points"),
        ):
            with self.assertRaises(Refused):
                lead(*words)

    def test_games_that_are_cut_short_or_stop_are_decided_beside_the_draw(self) -> None:
        """The test gives White a lead of 12 points in every position."""
        ahead = mock.patch.object(Referee, "points", mock.AsyncMock(return_value=[12, 0]))
        going_on = mock.patch.object(points, "is_stopped", return_value=False)
        stopped = mock.patch.object(points, "is_stopped", return_value=True)
        rules = Rules("nim", adjudication=Adjudication(max_tokens=5, points_lead=10))
        players = contestant("A", "first"), contestant("B", "first")
        with ahead, going_on:
            standing, records = play(make_plan(*players, games=2, rules=rules))
        self.assertEqual([r.result for r in records], ["draw", "draw"])
        self.assertEqual([r.on_points for r in records], ["p1win", "p1win"])
        self.assertEqual([r.material for r in records], [[12, 0]] * 2)
        self.assertEqual(standing.duel.games, [0, 2, 0])
        self.assertEqual(standing.on_points.games, [1, 0, 1])

        by_rules = Rules("nim", adjudication=Adjudication(points_lead=10))
        drawn = OpeningSource((Opening("fen 3 1"),))
        takes_three = contestant("A", "last"), contestant("B", "last")
        for end, won in ((stopped, "p1win"), (going_on, "")):
            with ahead, end:
                plan = make_plan(*takes_three, games=2, rules=by_rules, openings=drawn)
                standing, records = play(plan)
            self.assertEqual([r.result for r in records], ["draw", "draw"])
            self.assertEqual([r.on_points for r in records], [won] * 2)
        with ahead, stopped:
            standing, records = play(make_plan(*players, games=2, rules=by_rules))
        self.assertEqual([(r.result, r.on_points) for r in records], [(records[0].result, "")] * 2)
        self.assertNotEqual(records[0].result, "draw")


class TableTest(unittest.IsolatedAsyncioTestCase):
    def test_a_game_ends_where_the_tables_know_its_result(self) -> None:
        answers = [*[""] * 2, "p2win", *[""] * 3, "draw"]
        known = mock.patch.object(Referee, "exact_result", mock.AsyncMock(side_effect=answers))
        asked = mock.patch.object(Referee, "use_tables", mock.AsyncMock())
        rules = Rules("nim", adjudication=Adjudication(tables="a folder"))
        players = contestant("A", "first"), contestant("B", "first")
        with known, asked as use_tables:
            standing, records = play(make_plan(*players, games=2, rules=rules))
        use_tables.assert_awaited_with("a folder")
        ends = [(r.result, r.reason, len(r.entries)) for r in records]
        self.assertEqual(ends, [("p2win", "endgame tables", 3), ("draw", "endgame tables", 4)])
        self.assertFalse(any(record.by_rules for record in records))
        self.assertEqual(standing.duel.games, [1, 1, 0])

    @unittest.skipUnless(ENGINE, "needs a build of the engine")
    async def test_the_referee_reads_tables(self) -> None:
        config = EngineConfig("referee", (str(ENGINE),))
        with tempfile.TemporaryDirectory() as folder:
            command = [str(ENGINE), "tables", "pacific-a", "--pieces", "2", "--out", folder]
            make = partial(subprocess.run, command, check=True, capture_output=True)
            await asyncio.to_thread(make)
            referee = await Referee.start(config, "pacific-a", None)
            try:
                await referee.use_tables(folder)
            except EngineError:
                self.skipTest("the build is older than the option TablePath")
            for fen, result in (
                ("3k/4/4/4/4/4/4/K3 w 0 1", "p1win"),
                ("3k/4/4/4/4/4/4/K3 b 0 1", "p2win"),
                ("3k/4/4/4/4/4/K3/4 w 0 1", "draw"),
                ("3k/4/4/4/4/4/K3/K3 w 0 1", ""),
            ):
                await referee.begin(Opening(f"fen {fen}"))
                self.assertEqual(await referee.exact_result(), result, fen)
            await referee.begin(Opening("fen 3k/4/4/4/4/4/4/K3 w 0 1"))
            await referee.play("a1b2")
            self.assertEqual(await referee.exact_result(), "p1win")
            await referee.quit()


if __name__ == "__main__":
    unittest.main()
