"""Tests of the match runner: `python3 -m unittest scripts/test_match.py`.

They need no engine. This file, run with `--fake-engine BEHAVIOUR`, is one: it
plays a take-away game, in which two players take 1 to 3 counters in turn and
who takes the last one wins; but taking 3 as the last move makes a draw.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import match  # noqa: E402
import strategos_client as client  # noqa: E402

START_PILE = 21
# Marks the processes that this run of the tests started.
TAG = f"test-{os.getpid()}"


# --- The fake engine --------------------------------------------------------


class TakeAway:
    """The pile, the player to move, and the result."""

    def __init__(self, pile: int, player: int) -> None:
        self.pile, self.player, self.result = pile, player, "none"

    def moves(self) -> list[str]:
        """Legal actions."""
        if self.result != "none":
            return []
        return [f"t{n}" for n in (1, 2, 3) if n <= self.pile]

    def play(self, move: str) -> None:
        """Makes a legal move."""
        taken = int(move[1:])
        self.pile -= taken
        if self.pile == 0:
            self.result = "draw" if taken == 3 else f"p{self.player}win"
        self.player = 3 - self.player


class FakeEngine:
    """Speaks the protocol; `behaviour` says how it goes wrong in the middle of a game."""

    def __init__(self, behaviour: str) -> None:
        self.behaviour = behaviour
        self.game = TakeAway(START_PILE, 1)
        self.rng = random.Random(0)
        self.stuck = False

    def say(self, text: str) -> None:
        """Prints a line."""
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    def run(self) -> None:
        """Reads commands until `quit` or the end of input."""
        for line in sys.stdin:
            words = line.split()
            if words[0] == "quit" and self.behaviour != "deaf":
                return
            handler = getattr(self, f"on_{words[0]}", None)
            if handler is not None:
                handler(words[1:])

    def on_ugi(self, _: list[str]) -> None:
        self.say(
            "id name Fake Engine\noption name Hash type spin default 16 min 1 max 64"
        )
        self.say("option name UCI_Variant type combo default nim var nim\nugiok")

    def on_isready(self, _: list[str]) -> None:
        self.say("readyok")

    def on_setoption(self, words: list[str]) -> None:
        if words[1] not in ("Hash", "UCI_Variant"):
            self.say(f"info string error: unknown option ({words[1]})")

    def on_genfens(self, words: list[str]) -> None:
        for number in range(int(words[0])):
            self.say(f"info string genfens {20 + number % 3} 1")

    def on_position(self, words: list[str]) -> None:
        if words[0] == "view":
            words = words[2:]
        cut = words.index("moves") if "moves" in words else len(words)
        pile, player = words[1:3] if words[0] == "fen" else (START_PILE, 1)
        game = TakeAway(int(pile), int(player))
        for move in words[cut + 1 :]:
            if move not in game.moves():
                self.say(f"info string error: illegal move {move}")
                return
            game.play(move)
        self.game, self.line = game, " ".join(words)

    def on_query(self, words: list[str]) -> None:
        game = self.game
        answers = {
            "result": game.result,
            "player": str(game.player),
            "players": "2",
            "fen": f"{game.pile} {game.player}",
            "legalmoves": " ".join(game.moves()),
            "islegal": str(words[-1] in game.moves()).lower(),
            "record": f"view {words[-1]} {getattr(self, 'line', 'startpos')}",
        }
        self.say(f"response {answers[words[0]]}".rstrip())

    def on_stop(self, _: list[str]) -> None:
        if self.stuck and self.behaviour == "slow":
            self.stuck = False
            self.say("bestmove t1")

    def on_go(self, _: list[str]) -> None:
        if self.game.pile < 12 and self.misbehave():
            return
        best = self.game.pile % 4 if self.behaviour == "strong" else 0
        move = f"t{best}" if best else self.rng.choice(self.game.moves())
        self.say("info depth 1 score cp 3 nodes 10 nps 1000 time 10 pv t1")
        self.say(f"info depth 2 score cp 7 nodes 20 nps 1000 time 20 pv {move} t1")
        self.say(f"bestmove {move}")

    def misbehave(self) -> bool:
        """True if there is nothing more to say."""
        if self.behaviour == "illegal":
            self.say("bestmove t9")
        elif self.behaviour == "crash":
            os._exit(3)
        elif self.behaviour == "garbage":
            self.say("info depth 1 score cp 0.5 pv t1\nbestmove t1")
        elif self.behaviour in ("hang", "slow", "deaf"):
            self.stuck = True
        else:
            return False
        return True


# --- Helpers ----------------------------------------------------------------


def command(behaviour: str) -> tuple[str, ...]:
    return (
        sys.executable,
        str(Path(__file__).resolve()),
        "--fake-engine",
        behaviour,
        TAG,
    )


def contestant(name: str, behaviour: str, **control: Any) -> match.Contestant:
    limits = control or {"depth": 1}
    config = client.EngineConfig(name, command(behaviour))
    return match.Contestant(config, match.Control(**limits))


def make_plan(
    first: match.Contestant, second: match.Contestant, games: int, **more: Any
) -> match.Plan:
    rules = more.pop("rules", match.Rules("nim", silence_s=5.0))
    referee = client.EngineConfig("referee", command("normal"))
    return match.Plan((first, second), referee, rules, games, **more)


def play(plan: match.Plan) -> tuple[match.Score, list[dict[str, Any]], list[str]]:
    """Runs a match; returns score, game records and what was said."""
    out = io.StringIO()
    said: list[str] = []
    contest = match.Match(plan, out, None, said.append)
    asyncio.run(contest.run())
    records = [json.loads(line) for line in out.getvalue().splitlines()]
    return contest.score, records, said


def running() -> list[str]:
    """Fake engines of this run of the tests that are still there."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_text().split("\0")
            if TAG in words:
                found.append(" ".join(words))
    return found


# --- Tests ------------------------------------------------------------------


class StatisticsTest(unittest.TestCase):
    def test_elo_and_score_are_inverse(self) -> None:
        self.assertAlmostEqual(match.elo_from_score(0.75), 190.8485, places=4)
        self.assertAlmostEqual(match.score_from_elo(400.0), 10.0 / 11.0)
        self.assertEqual(match.elo_from_score(0.5), 0.0)
        self.assertEqual(match.elo_from_score(1.0), math.inf)
        self.assertEqual(match.elo_from_score(0.0), -math.inf)

    def test_estimate_against_hand_computed_numbers(self) -> None:
        # 10 pairs: mean (2*0.25 + 4*0.5 + 4*0.75) / 10 = 0.55,
        # variance (2*0.09 + 4*0.0025 + 4*0.04) / 10 = 0.035,
        # deviation sqrt(0.0035) = 0.0591608.
        pairs = [0, 2, 4, 4, 0]
        mean, variance = match.mean_and_variance(pairs)
        self.assertAlmostEqual(mean, 0.55)
        self.assertAlmostEqual(variance, 0.035)
        found = match.estimate(pairs)
        self.assertAlmostEqual(found.elo, 34.860, places=3)
        # Normal distribution function at 0.05 / 0.0591608 = 0.845154.
        self.assertAlmostEqual(found.los, 0.80099, places=4)

    def test_error_bar(self) -> None:
        # 100 pairs, half 1/2 point and half 3/2: mean 0.5, variance 1/16,
        # deviation 0.025, bounds 0.5 +/- 0.048999, that is 34.16 Elo.
        found = match.estimate([0, 50, 0, 50, 0])
        self.assertAlmostEqual(found.elo, 0.0)
        self.assertAlmostEqual(found.error, 34.16, places=2)
        self.assertAlmostEqual(found.los, 0.5)

    def test_log_likelihood_ratio(self) -> None:
        # s0 = 0.5, s1 = 1/(1+10^(-0.025)) = 0.5143871; mean 0.5, variance 1/16:
        # 400 * 0.0143871 * (1 - 1.0143871) / (2/16) = -0.66236.
        llr = match.log_likelihood_ratio([0, 200, 0, 200, 0], 0.0, 10.0)
        self.assertAlmostEqual(llr, -0.6624, places=3)
        self.assertAlmostEqual(match.SPRT_BOUND, 2.944, places=3)

    def test_sprt_decides_both_ways_but_not_at_once(self) -> None:
        sprt = match.Sprt(0.0, 20.0)
        self.assertEqual(sprt.verdict([0, 0, 0, 0, 4]), "")
        self.assertEqual(sprt.verdict([0, 20, 100, 300, 50]), "H1")
        self.assertEqual(sprt.verdict([50, 300, 100, 20, 0]), "H0")
        self.assertEqual(sprt.verdict([0, 0, 0, 0, 0]), "")

    def test_empty_and_one_sided_scores_can_be_printed(self) -> None:
        score = match.Score(("A", "B"))
        self.assertIn("of 0", score.table(match.Sprt(0, 5)))
        score.add_game(1.0, "rules")
        score.add_game(1.0, "rules")
        score.add_pair([1.0, 1.0])
        self.assertIn("+2 =0 -0 of 2, 100.00%, Elo +inf", score.table(None))


class ParsingTest(unittest.TestCase):
    def test_info(self) -> None:
        info = client.parse_info(
            "info depth 9 seldepth 12 score mate -3 nodes 5 nps 7 time 8 pv a,b depth"
        )
        self.assertEqual((info.depth, info.mate, info.cp), (9, -3, None))
        self.assertEqual((info.nodes, info.nps, info.time_ms), (5, 7, 8))
        self.assertEqual(info.pv, ("a,b", "depth"))
        with self.assertRaises(client.EngineFault):
            client.parse_info("info depth 1.5 score cp 1")

    def test_option(self) -> None:
        option = client.parse_option(
            "option name Turn Mode type combo default turn var turn var action"
        )
        self.assertEqual((option.name, option.kind), ("Turn Mode", "combo"))
        self.assertEqual(option.choices, ("turn", "action"))
        option = client.parse_option(
            "option name Hash type spin default 16 min 1 max 9"
        )
        self.assertEqual((option.minimum, option.maximum), (1, 9))

    def test_go_line(self) -> None:
        limits = client.Limits(nodes=5, clocks_ms=(10, 20), increments_ms=(1, 2))
        self.assertEqual(
            limits.command(), "go nodes 5 p1time 10 p2time 20 p1inc 1 p2inc 2"
        )

    def test_openings(self) -> None:
        text = "# comment\n\nstartpos\nstartpos moves a b\n21 1\nfen 20 2 moves c\n"
        self.assertEqual(
            match.parse_openings(text),
            [
                match.Opening("startpos"),
                match.Opening("startpos", ("a", "b")),
                match.Opening("fen 21 1"),
                match.Opening("fen 20 2", ("c",)),
            ],
        )

    def test_engine(self) -> None:
        common = match.Control(depth=8)
        found = match.parse_engine(
            "name=A,cmd=x/y,args=-a 'b c',option.Hash=16", common
        )
        self.assertEqual(found.config.command, ("x/y", "-a", "b c"))
        self.assertEqual(found.config.options, {"Hash": "16"})
        self.assertEqual(found.control, common)
        found = match.parse_engine("cmd=x/y,tc=1+0.01", common)
        self.assertEqual(found.config.name, "y")
        self.assertEqual(found.control, match.Control(1000.0, 10.0))
        for bad in ("name=A", "cmd", "cmd=x,colour=red", "cmd=x,nodes=many"):
            with self.assertRaises(ValueError):
                match.parse_engine(bad, common)

    def test_scores_of_mates(self) -> None:
        self.assertEqual(match.score_in_cp(client.SearchInfo(cp=12)), 12)
        self.assertEqual(match.score_in_cp(client.SearchInfo(mate=2)), 99_998)
        self.assertEqual(match.score_in_cp(client.SearchInfo(mate=-2)), -99_998)
        self.assertIsNone(match.score_in_cp(client.SearchInfo()))


class ClockTest(unittest.TestCase):
    def test_time_runs_and_increments(self) -> None:
        controls = (match.Control(1000.0, 10.0), match.Control(500.0, 0.0))
        clock = match.Clock(controls, margin_ms=50.0)
        self.assertAlmostEqual(clock.allowance_s(1, 60.0), 1.05)
        clock.spend(1, 0.25)
        clock.spend(2, 0.52)
        self.assertEqual(clock.limits(1).clocks_ms, (760, 0))
        self.assertEqual(clock.limits(1).increments_ms, (10, 0))
        self.assertAlmostEqual(clock.allowance_s(2, 60.0), 0.05)

    def test_without_a_clock(self) -> None:
        clock = match.Clock(
            (match.Control(depth=3), match.Control(movetime_ms=20)), 50.0
        )
        self.assertEqual(clock.allowance_s(1, 60.0), 60.0)
        self.assertAlmostEqual(clock.allowance_s(2, 60.0), 0.07)
        self.assertEqual(clock.limits(1).clocks_ms, ())


class MatchTest(unittest.TestCase):
    def test_full_match(self) -> None:
        plan = make_plan(
            contestant("A", "strong"),
            contestant("B", "normal"),
            games=20,
            concurrency=2,
            random_plies=3,
        )
        score, records, said = play(plan)
        self.assertEqual((score.games, score.void, sum(score.pairs)), (20, 0, 10))
        self.assertGreater(score.wins, score.losses)
        self.assertEqual(sorted(r["game"] for r in records), list(range(1, 21)))
        self.assertTrue(any("of 10, " in line for line in said))
        for record in records:
            self.check_record(record)
        self.assertAlmostEqual(score.engines[0].depth / score.engines[0].searches, 2.0)
        self.assertIn("1,000 nps", score.engines[0].describe())
        by_game = {record["game"]: record for record in records}
        for odd in range(1, 21, 2):
            one, two = by_game[odd], by_game[odd + 1]
            self.assertEqual(one["opening"], two["opening"])
            self.assertEqual(one["engines"], two["engines"][::-1])

    def check_record(self, record: dict[str, Any]) -> None:
        """Replays a game."""
        pile, player = map(int, record["fen"].split())
        game = TakeAway(pile, player)
        for move in record["opening"]:
            game.play(move)
        for move, mover in zip(record["moves"], record["players"], strict=True):
            self.assertEqual(game.player, mover)
            self.assertIn(move, game.moves())
            game.play(move)
        self.assertEqual(record["result"], game.result)
        self.assertEqual(record["reason"], "rules")
        self.assertEqual(record["scores"], [7] * len(record["moves"]))
        self.assertEqual(record["depths"], [2] * len(record["moves"]))

    def test_openings_do_not_depend_on_concurrency(self) -> None:
        played = []
        for concurrency in (1, 3):
            plan = make_plan(
                contestant("A", "normal"),
                contestant("B", "normal"),
                games=8,
                concurrency=concurrency,
                random_plies=4,
            )
            _, records, _ = play(plan)
            played.append({r["game"]: r["opening"] for r in records})
        self.assertEqual(played[0], played[1])
        self.assertGreater(len({tuple(moves) for moves in played[0].values()}), 1)

    def test_openings_from_list_and_genfens(self) -> None:
        engines = contestant("A", "normal"), contestant("B", "normal")
        listed = (match.Opening("fen 9 2"), match.Opening("startpos", ("t2",)))
        _, records, _ = play(make_plan(*engines, games=4, openings=listed))
        starts = [(r["fen"], r["opening"]) for r in records]
        self.assertEqual(starts, [("9 2", [])] * 2 + [("21 1", ["t2"])] * 2)
        _, records, _ = play(make_plan(*engines, games=4, genfens=True))
        self.assertEqual([r["fen"] for r in records], ["20 1", "20 1", "21 1", "21 1"])

    def check_forfeit(self, behaviour: str, reason: str, **control: Any) -> None:
        """The misbehaving engine loses all games; the match goes on to its end."""
        plan = make_plan(
            contestant("A", "strong"),
            contestant("B", behaviour, **control),
            games=4,
            rules=match.Rules("nim", silence_s=0.2),
        )
        score, records, said = play(plan)
        self.assertEqual((score.wins, score.games, score.void), (4, 4, 0))
        self.assertEqual(score.reasons, {f"{reason} by B": 4})
        self.assertEqual({r["reason"] for r in records}, {reason})
        self.assertEqual([r["result"] for r in records], ["p1win", "p2win"] * 2)
        self.assertEqual(len(said), 4)

    def test_illegal_move(self) -> None:
        self.check_forfeit("illegal", "illegal move")

    def test_crash(self) -> None:
        self.check_forfeit("crash", "crash")

    def test_unreadable_score(self) -> None:
        self.check_forfeit("garbage", "protocol")

    def test_hang(self) -> None:
        match.STOP_GRACE_S, before = 0.1, match.STOP_GRACE_S
        try:
            self.check_forfeit("hang", "silence")
        finally:
            match.STOP_GRACE_S = before
        self.assertEqual(running(), [])

    def test_late_but_obedient_engine_loses_on_time(self) -> None:
        self.check_forfeit("slow", "time", base_ms=100.0)

    def test_ply_limit(self) -> None:
        plan = make_plan(
            contestant("A", "normal"),
            contestant("B", "normal"),
            games=2,
            rules=match.Rules("nim", max_plies=3, records=True),
        )
        score, records, _ = play(plan)
        self.assertEqual((score.draws, score.reasons), (2, {"ply limit": 2}))
        self.assertEqual([len(r["moves"]) for r in records], [3, 3])

    def test_records_are_sent(self) -> None:
        plan = make_plan(
            contestant("A", "normal"),
            contestant("B", "normal"),
            games=2,
            rules=match.Rules("nim", records=True),
        )
        score, _, _ = play(plan)
        self.assertEqual(score.reasons, {"rules": 2})

    def test_sprt_ends_the_match_early(self) -> None:
        plan = make_plan(
            contestant("A", "strong"),
            contestant("B", "illegal"),
            games=400,
            sprt=match.Sprt(0.0, 50.0),
        )
        score, _, _ = play(plan)
        self.assertEqual(score.games, 2 * match.MIN_SPRT_PAIRS)

    def test_broken_referee_makes_void_games_and_ends_the_match(self) -> None:
        plan = make_plan(
            contestant("A", "normal"),
            contestant("B", "normal"),
            games=40,
            openings=(match.Opening("startpos", ("t9",)),),
        )
        with self.assertRaisesRegex(match.MatchError, "void games"):
            play(plan)

    def test_bad_engine_stops_the_match_at_once(self) -> None:
        good = contestant("A", "normal")
        for config in (
            client.EngineConfig("B", ("/no/such/program",)),
            client.EngineConfig("B", command("normal"), {"Colour": "red"}),
        ):
            bad = match.Contestant(config, good.control)
            with self.assertRaises(match.MatchError):
                play(make_plan(good, bad, games=4))

    def test_overhead_is_small(self) -> None:
        plan = make_plan(
            contestant("A", "normal"),
            contestant("B", "normal"),
            games=20,
            openings=(match.Opening("fen 60 1"),),
        )
        started = time.perf_counter()
        _, records, _ = play(plan)
        moves = sum(len(record["moves"]) for record in records)
        # The bound is loose, for slow machines; it catches a wait gone wrong.
        self.assertLess((time.perf_counter() - started) / moves, 0.01)


class CommandLineTest(unittest.TestCase):
    def words(self, first: str, second: str) -> list[str]:
        script = Path(__file__).resolve()
        engine = f"cmd={sys.executable},args={script} --fake-engine"
        return [
            sys.executable, str(HERE / "match.py"), "--variant", "nim",
            "--engine", f"name=A,{engine} {first} {TAG}",
            "--engine", f"name=B,{engine} {second} {TAG}",
            "--referee", f"name=R,{engine} normal {TAG}",
        ]  # fmt: skip

    def test_whole_program(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            out, log = Path(folder, "games.jsonl"), Path(folder, "log")
            done = subprocess.run(
                self.words("strong", "normal")
                + ["--games", "6", "--tc", "5+0.01", "--random-plies", "2"]
                + ["--sprt", "0,5", "--out", str(out), "--log", str(log)],
                capture_output=True, text=True, timeout=60, check=False,
            )  # fmt: skip
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("SPRT: no decision", done.stdout)
            self.assertEqual(len(out.read_text().splitlines()), 6)
            self.assertIn("A < go p1time 5000 p2time 5000 p1inc 10", log.read_text())

    def test_bad_usage(self) -> None:
        done = subprocess.run(
            self.words("normal", "normal"), capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 2)
        self.assertIn("one of --tc", done.stderr)

    def test_ctrl_c_leaves_a_table_and_no_process(self) -> None:
        runner = subprocess.Popen(
            self.words("strong", "deaf") + ["--games", "50", "--concurrency", "2", "--depth", "1"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        deadline = time.monotonic() + 20.0
        while len(running()) < 6 and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.5)
        runner.send_signal(signal.SIGINT)
        runner.send_signal(signal.SIGINT)
        output, errors = runner.communicate(timeout=20)
        self.assertEqual((runner.returncode, errors), (130, ""))
        self.assertIn("Interrupted.", output)
        self.assertIn("A - B: +0", output)
        self.assertEqual(running(), [])


class SeatingTest(unittest.TestCase):
    """How two engines share the seats of more players."""

    def test_every_way_occurs_once_up_to_a_swap(self) -> None:
        for players, count in ((2, 1), (3, 3), (4, 7)):
            ways = match.seatings(players)
            swaps = [tuple(1 - index for index in way) for way in ways]
            self.assertEqual(len(ways), count)
            self.assertEqual(len(set(ways + swaps)), 2**players - 2)

    def test_the_point_goes_to_whose_seat_wins(self) -> None:
        record = match.GameRecord(1, 1, "pacru3", "", [], [], result="p3win")
        self.assertEqual(record.points((0, 1, 0)), 1.0)
        self.assertEqual(record.points((0, 0, 1)), 0.0)
        record.result = "draw"
        self.assertEqual(record.points((0, 1, 1)), 0.5)
        record.result = "void"
        self.assertIsNone(record.points((0, 1, 1)))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--fake-engine"]:
        FakeEngine(sys.argv[2]).run()
    else:
        unittest.main()
