"""Tests of whole matches between fake engines."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import tempfile
import unittest
from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, cast
from unittest import mock

from matches import local_slot, referees
from matches.adjudicate import adjudicate
from matches.clock import Clock
from matches.local_slot import LocalSlot
from matches.opening_book import variety_warning
from matches.plan import (
    Adjudication,
    Contestant,
    Control,
    MatchError,
    Opening,
    OpeningSource,
    Plan,
    Rules,
    Seating,
    Sprt,
)
from matches.records.archive import Archive
from matches.records.game_record import GameRecord
from matches.records.replay import differences
from matches.referee import Referee
from matches.remote_slot import RemoteSlot
from matches.schedule import openings_needed
from matches.statistics import sprt
from matches.tournament import Match
from strategos_client import Engine, EngineConfig, Limits, SearchResult
from tests.fake_engine import LAST_SEED, PLAYERS, TAKEN, TakeAway
from tests.helpers import FAKE, TAG, Silent, config, contestant, make_plan, play, running


def two(first: str = "normal", second: str = "normal") -> tuple[Contestant, Contestant]:
    return contestant("A", first), contestant("B", second)


class ClockTest(unittest.TestCase):
    def test_time_runs_and_increments(self) -> None:
        clock = Clock((Control(1000.0, 10.0), Control(500.0, 0.0)), margin_ms=50.0)
        self.assertAlmostEqual(clock.allowance_s(1, 60.0), 1.05)
        self.assertEqual(clock.spend(1, 0.25), 760)
        self.assertEqual(clock.spend(2, 0.52), 0)
        self.assertEqual(clock.limits(1).clocks_ms, (760, 0))
        self.assertEqual(clock.limits(1).increments_ms, (10, 0))
        self.assertAlmostEqual(clock.allowance_s(2, 60.0), 0.05)

    def test_moves_at_a_time(self) -> None:
        control = Control(1000.0, 100.0, moves_to_go=2)
        clock = Clock((control, control), margin_ms=0.0)
        found = []
        for _ in range(4):
            found.append(clock.limits(1).movestogo)
            clock.spend(1, 0.5)
        self.assertEqual(found, [2, 1, 2, 1])
        # 1000 - 4 * 500 + 4 * 100, and 1000 more after the second and the fourth move.
        self.assertEqual(clock.limits(1).clocks_ms, (1400, 1000))
        self.assertIn("movestogo 2 p1time 1400 p2time 1000", clock.limits(1).command())
        self.assertEqual(str(control), "2/1+0.1")

    def test_without_a_clock(self) -> None:
        clock = Clock((Control(depth=3), Control(movetime_ms=20)), 50.0)
        self.assertEqual(clock.allowance_s(1, 60.0), 60.0)
        self.assertAlmostEqual(clock.allowance_s(2, 60.0), 0.07)
        self.assertEqual(clock.limits(1).clocks_ms, ())
        self.assertIsNone(clock.spend(1, 3.0))


class AdjudicationTest(unittest.TestCase):
    def test_resignation_needs_both_sides(self) -> None:
        rules = Adjudication(resign_cp=500, resign_moves=2)
        players = [1, 2, 1, 2]
        self.assertEqual(
            adjudicate(rules, players, [600, -600, 700, -500], 2), ("p1win", "resignation")
        )
        self.assertEqual(
            adjudicate(rules, players, [-600, 600, -700, 500], 2), ("p2win", "resignation")
        )
        self.assertIsNone(adjudicate(rules, players, [600, -600, 400, -600], 2))
        self.assertIsNone(adjudicate(rules, players, [None, -600, 700, -600], 2))
        self.assertIsNone(adjudicate(rules, players[:3], [600, -600, 700], 2))
        self.assertIsNone(adjudicate(rules, players, [600, -600, 700, -600], 3))

    def test_resignation_of_one_side(self) -> None:
        rules = Adjudication(resign_cp=500, resign_moves=2, resign_one_sided=True)
        players = [1, 2, 1, 2]
        self.assertEqual(
            adjudicate(rules, players, [0, -600, 10, -500], 2), ("p1win", "resignation")
        )
        self.assertIsNone(adjudicate(rules, players, [600, -400, 700, -600], 2))

    def test_draw_and_length(self) -> None:
        rules = Adjudication(draw_cp=10, draw_moves=2, draw_from=5, max_tokens=8)
        players = [1, 2] * 4
        self.assertIsNone(adjudicate(rules, players[:4], [0] * 4, 2))
        self.assertEqual(adjudicate(rules, players[:5], [99, 5, -10, 0, 9], 2),
                         ("draw", "draw by score"))  # fmt: skip
        self.assertIsNone(adjudicate(rules, players[:5], [0, 5, -11, 0, 9], 2))
        self.assertEqual(adjudicate(rules, players, [99] * 8, 2), ("draw", "length"))
        self.assertIsNone(adjudicate(Adjudication(), players, [0] * 8, 2))


class MatchTest(unittest.TestCase):
    def test_full_match(self) -> None:
        # Five plies give ten different games, so no game is repeated in any process.
        plan = make_plan(*two("strong"), games=20, openings=OpeningSource(random_plies=5))
        standing, records = play(plan, concurrency=2)
        self.assertEqual((standing.games, standing.void, sum(standing.duel.pairs)), (20, 0, 10))
        self.assertGreater(standing.duel.games[2], standing.duel.games[0])
        self.assertEqual(sorted(r.game for r in records), list(range(1, 21)))
        for record in records:
            self.check_record(record)
        by_game = {record.game: record for record in records}
        for odd in range(1, 21, 2):
            one, other = by_game[odd], by_game[odd + 1]
            self.assertEqual((one.opening, one.pair), (other.opening, other.pair))
            self.assertEqual(one.engines, other.engines[::-1])
        self.assertEqual(running(), [])

    def check_record(self, record: GameRecord) -> None:
        """Replays a game."""
        pile, player = map(int, record.fen.split())
        game = TakeAway(pile, player, PLAYERS[record.variant])
        fens = [record.fen]
        for index, move in enumerate(record.opening + record.moves):
            if index >= len(record.opening):
                self.assertEqual(record.players[index - len(record.opening)], game.player)
            self.assertIn(move, game.moves())
            game.play(move)
            fens.append(f"{game.pile} {game.player}")
        self.assertEqual((record.result, record.reason), (game.result, TAKEN))
        self.assertEqual(record.fens, fens)
        self.assertEqual(" ".join(map(str, record.ranking)), game.ranking())
        self.assertEqual({(entry.depth, entry.nodes) for entry in record.entries}, {(2, 20)})

    def test_the_games_of_a_pair_have_one_seed(self) -> None:
        plan = make_plan(*two(), games=6, rules=Rules("nim", seed=40))
        log, file = StringIO(), BytesIO()
        asyncio.run(Match(plan, Archive(file), Silent(), log=log).run())
        records = [GameRecord.from_json(line.decode()) for line in file.getvalue().splitlines()]
        expected = [41, 41, 42, 42, 43, 43]
        self.assertEqual([record.seed for record in records], expected)
        told = re.findall(r"\b([AB]) < setoption name Seed value (\d+)", log.getvalue())
        for name in "AB":
            self.assertEqual([int(seed) for to, seed in told if to == name], expected)

    def test_three_and_four_players(self) -> None:
        for variant, players, games in (("nim3", 3, 6), ("nim4", 4, 24)):
            names = ("strong", "normal", "normal", "normal")[:players]
            engines = [contestant(f"E{i}", name) for i, name in enumerate(names)]
            plan = make_plan(*engines, games=games, rules=Rules(variant), format="round-robin")
            standing, records = play(plan)
            self.assertEqual(standing.games, games)
            for record in records:
                self.check_record(record)
            seats = {(r.engines.index("E0"), r.opening_number) for r in records}
            self.assertEqual(len(seats), games)

    def test_two_engines_on_three_seats(self) -> None:
        standing, records = play(make_plan(*two(), games=6, rules=Rules("nim3")))
        self.assertEqual(len({tuple(record.engines) for record in records}), 6)
        self.assertEqual((sum(standing.duel.games), sum(standing.duel.pairs)), (6, 3))

    def test_each_engine_alone_against_a_field(self) -> None:
        plan = make_plan(*two(), games=8, rules=Rules("nim4"))
        standing, records = play(replace(plan, fields="lone"))
        self.assertEqual({record.engines.count("A") for record in records}, {1, 3})
        self.assertEqual([standing.alone[name].games for name in "AB"], [4, 4])
        self.assertEqual(sum(standing.evenly.games), 0)

    def test_openings_do_not_depend_on_concurrency(self) -> None:
        played = []
        for concurrency in (1, 3):
            source = OpeningSource(random_plies=4)
            _, records = play(make_plan(*two(), games=8, openings=source), concurrency)
            played.append({r.game: r.opening for r in records})
        self.assertEqual(played[0], played[1])
        self.assertGreater(len({tuple(moves) for moves in played[0].values()}), 1)

    def test_openings_from_list_and_genfens(self) -> None:
        listed = (Opening("fen 9 2"), Opening("startpos", ("t2",)))
        _, records = play(make_plan(*two(), games=4, openings=OpeningSource(listed)))
        starts = [(r.fen, r.opening) for r in records]
        self.assertEqual(starts, [("9 2", [])] * 2 + [("21 1", ["t2"])] * 2)
        _, records = play(make_plan(*two(), games=4, openings=OpeningSource(genfens=True)))
        self.assertEqual([r.fen for r in records], ["20 1", "20 1", "21 1", "21 1"])

    def test_resume_plays_only_what_is_missing(self) -> None:
        plan = make_plan(*two("strong"), games=10, openings=OpeningSource(random_plies=2))
        _, whole = play(plan)
        kept = [record for record in whole if record.game in (1, 2, 5, 8)]
        standing, rest = play(plan, done=kept)
        self.assertEqual(sorted(r.game for r in rest), [3, 4, 6, 7, 9, 10])
        self.assertEqual((standing.games, sum(standing.duel.pairs)), (10, 5))
        openings = {record.game: record.opening for record in whole}
        self.assertTrue(all(record.opening == openings[record.game] for record in rest))

    def test_views_are_handed_out_where_a_game_hides_something(self) -> None:
        for variant, information, hidden in (
            ("nim", "auto", False),
            ("blind", "auto", True),
            ("nim", "own", True),
            ("blind", "full", False),
        ):
            rules = Rules(variant, information=information)  # type: ignore[arg-type]
            self.assertEqual(self.sent_views(rules), {hidden}, (variant, information))

    def sent_views(self, rules: Rules) -> set[bool]:
        """Whether the positions that the players of two games got were views."""
        sent: list[str] = []
        original = Engine.go

        async def go(
            engine: Engine, position: str, limits: Limits, timeout: float | None = None
        ) -> SearchResult:
            sent.append(position)
            return await original(engine, position, limits, timeout)

        with mock.patch.object(Engine, "go", go):
            standing, _ = play(make_plan(*two(), games=2, rules=rules))
        self.assertEqual(standing.reasons, {TAKEN: 2})
        return {position.startswith("view ") for position in sent}

    def test_sprt_ends_the_match_early(self) -> None:
        plan = make_plan(
            *two("strong", "illegal"), games=400, sprt=Sprt(0.0, 90.0),
            openings=OpeningSource(random_plies=7),
        )  # fmt: skip
        standing, _ = play(plan)
        self.assertEqual(standing.verdict(plan.sprt), "H1")
        self.assertTrue(2 * sprt.MIN_PAIRS <= standing.games < 200, standing.games)

    def test_sprt_does_not_count_a_repeated_game(self) -> None:
        """Two distinct games of two engines from one start are never enough."""
        source = OpeningSource((Opening("fen 9 1"),))
        players = two("first", "illegal")
        plan = make_plan(*players, games=80, sprt=Sprt(0.0, 50.0), openings=source)
        with self.assertLogs("matches", "WARNING") as logged:
            standing, _ = play(plan)
        self.assertEqual((standing.games, standing.repeated), (80, 78))
        self.assertEqual((standing.verdict(plan.sprt), sum(standing.duel.pairs)), ("", 1))
        self.assertIn("1 different openings for 40 to be played", logged.output[0])

    def test_games_without_openings_are_warned_of(self) -> None:
        source = OpeningSource(random_plies=2)
        for plan, warned in (
            (make_plan(*two(), games=4), True),
            (make_plan(*two(), games=2), False),
            (make_plan(*two(), games=4, openings=source), False),
            (make_plan(*two(), games=4, openings=OpeningSource(genfens=True)), False),
        ):
            warning = variety_warning(plan, openings_needed(2, 2, plan.format, plan.games))
            self.assertEqual("from the same position" in warning, warned, warning)

    def test_length_and_resignation(self) -> None:
        rules = Rules("nim", adjudication=Adjudication(max_tokens=3))
        standing, records = play(make_plan(*two(), games=2, rules=rules))
        self.assertEqual((standing.duel.games, standing.reasons), ([0, 2, 0], {"length": 2}))
        self.assertEqual([len(r.moves) for r in records], [3, 3])
        rules = Rules("nim", adjudication=Adjudication(resign_cp=800, resign_moves=2))
        standing, _ = play(make_plan(*two("proud", "humble"), games=2, rules=rules))
        self.assertEqual((standing.duel.games, standing.reasons), ([0, 0, 2], {"resignation": 2}))


class ReplayTest(unittest.TestCase):
    def test_what_was_played_is_found_again_and_what_was_not_is_named(self) -> None:
        _, records = play(make_plan(*two("strong"), games=5, rules=Rules("nim3")))
        self.assertEqual(asyncio.run(differences(records, config("normal"))), [])
        records[0].result = "p1win" if records[0].result != "p1win" else "p2win"
        records[1].entries[0].move = "t9"
        records[2].entries[1].player = 1
        records[3].fens[2] = "7 7"
        records[4].reason = "third occurrence"
        found = asyncio.run(differences(records, config("normal")))
        for text, problem in zip(
            ("game 1, nim3: the result is", "move 1, t9, is illegal", "is player 2's, not 1's",
             "position 2 is", "it ended by 'last counter taken', not 'third occurrence'"),
            found, strict=True,
        ):  # fmt: skip
            self.assertIn(text, problem)

    def test_an_end_without_words_is_one_by_the_rules(self) -> None:
        """A referee without reasons, an older record, and a runner."""
        _, records = play(make_plan(*two(), games=2, referee=config("wordless", "referee")))
        self.assertEqual([record.reason for record in records], ["rules", "rules"])
        for engine in ("normal", "wordless"):
            self.assertEqual(asyncio.run(differences(records, config(engine))), [])
        records[0].reason = "resignation"
        (found,) = asyncio.run(differences(records, config("normal")))
        self.assertIn("before its end by resignation", found)


class TurnTest(unittest.TestCase):
    """A turn of `twice` has two actions."""

    def test_one_token_a_turn(self) -> None:
        for behaviour in ("first", "stepwise"):
            plan = make_plan(*two("first", behaviour), games=2, rules=Rules("twice"))
            standing, records = play(plan)
            self.assertEqual(standing.reasons, {TAKEN: 2}, behaviour)
            for record in records:
                self.assertTrue(all(m.count(",") == 1 for m in record.moves[:-1]), record.moves)
                self.assertEqual(record.players, [1, 2] * 5 + [1])
                self.assertEqual(len(record.fens), len(record.moves) + 1)
                self.assertEqual(asyncio.run(differences([record], config("normal"))), [])
            own = records[0].engines.index("B")
            self.assertEqual(records[0].entries[own].nodes, 20 if behaviour == "first" else 40)

    def test_a_turn_in_parts_has_one_increment(self) -> None:
        control = Control(1000.0, 100.0, moves_to_go=2)
        clock = Clock((control, control), margin_ms=0.0)
        found = [clock.spend(1, 0.2), clock.spend(1, 0.2, joined=True), clock.spend(1, 0.2)]
        # 1000 more after the second turn.
        self.assertEqual(found, [900, 700, 1600])

    def test_a_referee_that_takes_two_turns_for_one_joins_nothing(self) -> None:
        referee = config("lenient", "referee")
        plan = make_plan(*two("first", "stepwise"), games=1, rules=Rules("twice"), referee=referee)
        _, (record, *_) = play(plan)
        self.assertEqual(record.result, "p1win")
        self.assertEqual(record.moves[:4], ["t1,t1", "t1", "t1", "t1,t1"])

    def test_older_openings_may_hold_several_turns_in_one_token(self) -> None:
        plan = make_plan(*two("first", "first"), games=1, rules=Rules("twice"))
        _, (record, *_) = play(plan)
        record.opening = [",".join(record.moves[:2])]
        del record.entries[:2]
        del record.fens[1]
        self.assertEqual(asyncio.run(differences([record], config("normal"))), [])
        first, *others = record.entries
        long = replace(first, move=",".join(record.moves[:2]))
        joined = replace(record, entries=[long, *others])
        (problem,) = asyncio.run(differences([joined], config("normal")))
        self.assertIn("is illegal or more than a turn", problem)


class SecondRefereeTest(unittest.TestCase):
    def test_a_game_over_which_the_referees_disagree_is_void(self) -> None:
        players = two("first", "first")
        plan = make_plan(*players, games=4, second=config("biased", "second referee"))
        for referee, second in (("normal", "biased"), ("biased", "normal")):
            changed = replace(
                plan, referee=config(referee, "referee"), second=config(second, "second referee"),
                openings=OpeningSource((Opening("fen 21 1"), Opening("fen 20 1"))),
            )  # fmt: skip
            standing, records = play(changed)
            # From 20 player 2 takes the last counter, also with a biased referee.
            self.assertEqual((standing.games, standing.void), (2, 2))
            for record in records[2:]:
                self.assertRegex(record.detail, "the referees disagree: last counter taken, but "
                                 "the result is p[12]win, not p[12]win")  # fmt: skip

    def test_a_move_that_only_one_of_them_refuses(self) -> None:
        """A lenient referee accepts a token of more than a turn, but the runner refuses it."""
        second = config("lenient", "second referee")
        standing, _ = play(make_plan(*two("first", "greedy"), games=2, second=second))
        self.assertEqual(standing.reasons, {"illegal move by B": 2})

    def test_games_of_other_machines_are_checked_here(self) -> None:
        plan = make_plan(*two("first", "first"), games=2, rules=Rules("nim"))
        plan = replace(plan, second=config("biased", "second referee"))
        seating, opening = Seating(1, 1, 1, (0, 1)), Opening("fen 20 1")

        class Elsewhere:
            async def call(self, play_here: object, plan: Plan, *rest: Any) -> str:
                slot = LocalSlot(plan)
                record = await slot.play(*rest)
                await slot.close()
                return record.to_json()

        async def run() -> list[GameRecord]:
            judge = LocalSlot(plan)
            try:
                slots = [RemoteSlot(cast(Any, Elsewhere()), plan, who) for who in (None, judge)]
                return [await slot.play(seating, opening) for slot in slots]
            finally:
                await judge.close()

        unchecked, checked = asyncio.run(run())
        self.assertEqual((unchecked.result, checked.result), ("p2win", "void"))
        self.assertIn("the result is p1win, not p2win", checked.detail)
        self.assertEqual(running(), [])

    def test_one_that_fails_breaks_the_match_off(self) -> None:
        second = EngineConfig("second referee", ("/no/such/engine",))
        with self.assertRaisesRegex(MatchError, "the second referee fails .*cannot start"):
            play(make_plan(*two(), games=2, second=second))
        self.assertEqual(running(), [])


class AppointmentTest(unittest.TestCase):
    def appointed(self, *behaviours: str, own: str = "", named: bool = False) -> tuple[str, str]:
        """The behaviours of both referees. `own` is the program in `STRATEGOS_ENGINE`."""
        players = (contestant(name, name) for name in behaviours)
        plan = make_plan(*players, games=2, referee=config(behaviours[0], "referee"))
        others = [config(own)] if own else []
        with mock.patch.object(referees, "independent", lambda: others):
            plan = asyncio.run(referees.appointed(plan, named, True))
        second = "" if plan.second is None else plan.second.command[3]
        return plan.referee.command[3], second

    def test_the_independent_one_and_a_second_one(self) -> None:
        self.assertEqual(self.appointed("strong", "normal"), ("strong", "normal"))
        self.assertEqual(self.appointed("strong", "normal", own="first"), ("first", "strong"))
        self.assertEqual(
            self.appointed("strong", "normal", own="first", named=True), ("strong", "first")
        )
        self.assertEqual(self.appointed("strong", "strong"), ("strong", ""))
        self.assertEqual(self.appointed("strong", "strong", own="first"), ("first", ""))

    def test_a_program_that_is_no_referee_is_passed_over(self) -> None:
        with mock.patch.object(referees, "_PATIENCE_S", 1.0):
            self.assertEqual(self.appointed("strong", "mute", own="mute"), ("strong", ""))
        self.assertEqual(running(), [])

    def test_programs_of_this_machine(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            installed = Path(folder, "strategos")
            installed.touch(mode=0o755)
            found = referees.independent({"STRATEGOS_ENGINE": "here/x", "PATH": folder})
            commands = [candidate.command for candidate in found]
            self.assertEqual(commands, [(str(Path("here/x").absolute()),), (str(installed),)])
            self.assertEqual(referees.independent({"PATH": "/no/such"}), [])


class FaultTest(unittest.TestCase):
    def check_forfeit(self, behaviour: str, reason: str, **control: object) -> None:
        """The faulty engine loses all games; the match is played to its end."""
        bad = contestant("B", behaviour, **control)
        plan = make_plan(contestant("A", "strong"), bad, games=4)
        standing, records = play(plan)
        self.assertEqual((standing.duel.games, standing.void), ([0, 0, 4], 0))
        self.assertEqual(standing.reasons, {f"{reason} by B": 4})
        self.assertEqual([r.result for r in records], ["p1win", "p2win"] * 2)
        self.assertEqual({r.fault for r in records}, {"B"})
        self.assertTrue(all(r.detail for r in records))
        self.assertEqual(running(), [])

    def test_illegal_move(self) -> None:
        self.check_forfeit("illegal", "illegal move")

    def test_crash(self) -> None:
        self.check_forfeit("crash", "crash")

    def test_unreadable_score(self) -> None:
        self.check_forfeit("garbage", "protocol")

    def test_a_position_that_the_engine_refuses(self) -> None:
        self.check_forfeit("refusing", "protocol")

    def test_silence(self) -> None:
        with mock.patch.object(local_slot, "STOP_GRACE_S", 0.1):
            self.check_forfeit("hang", "silence", movetime_ms=500)

    def test_late_but_obedient_engine_loses_on_time(self) -> None:
        self.check_forfeit("slow", "time", base_ms=200.0)

    def test_a_move_that_reaches_beyond_the_turn(self) -> None:
        """Also with a referee that accepts it."""
        for referee in ("normal", "lenient"):
            plan = make_plan(*two("strong", "greedy"), games=2, referee=config(referee, "referee"))
            standing, records = play(plan)
            self.assertEqual(standing.reasons, {"illegal move by B": 2}, referee)
            self.assertTrue(all("," in record.detail for record in records))
            self.assertFalse(any("," in move for record in records for move in record.moves))

    def test_a_token_without_end_is_refused_at_once(self) -> None:
        async def run() -> list[object]:
            referee = await Referee.start(config("normal"), "nim", None)
            try:
                await referee.begin(Opening())
                tokens = (",".join(["t1"] * 50_000), "t1,", ",t1", ",", "t1,,t1", "t1,t1")
                return [await referee.play(token) for token in tokens]
            finally:
                await referee.quit()

        self.assertEqual(asyncio.run(run()), [None] * 6)

    def test_a_bestmove_that_comes_twice(self) -> None:
        """Immediately, or at the next request for a move."""
        for behaviour in ("doubled", "late-doubled"):
            plan = make_plan(*two("first", behaviour), games=2)
            standing, records = play(plan)
            self.assertEqual(standing.reasons, {"protocol by B": 2}, behaviour)
            for record in records:
                self.assertIn("answered by two lines 'bestmove'", record.detail)

    def test_an_engine_that_cannot_be_started_again_breaks_the_match_off(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "fake_engine.py")
            program.write_bytes(FAKE.read_bytes())
            command = (sys.executable, "-S", str(program), "last-crash", TAG)
            bad = Contestant(EngineConfig("B", command), Control(depth=1))
            plan = make_plan(contestant("A", "strong"), bad, games=40)
            file, watcher = BytesIO(), Silent()
            match = Match(plan, Archive(file), watcher)
            said = self.assertRaisesRegex(MatchError, "B cannot be started, tried 3 times: ")
            with mock.patch.object(local_slot, "START_PAUSE_S", 0.01), said:
                asyncio.run(match.run())
        (record,) = map(GameRecord.from_json, file.getvalue().decode().splitlines())
        self.assertEqual((record.game, record.ending), (1, "crash by B"))
        self.assertEqual((match.standing.games, watcher.ended), (1, [1]))
        self.assertEqual(running(), [])

    def test_a_seed_that_is_refused_is_no_crash(self) -> None:
        rules = Rules("nim", silence_s=20.0, seed=LAST_SEED)
        standing, _ = play(make_plan(*two(), games=2, rules=rules))
        self.assertEqual(standing.reasons, {"protocol by A": 2})

    def test_fault_among_three(self) -> None:
        plan = make_plan(
            contestant("A", "strong"), contestant("B", "crash"), contestant("C", "normal"),
            games=3, rules=Rules("nim3"), format="round-robin",
        )  # fmt: skip
        standing, records = play(plan)
        self.assertEqual(standing.tallies["B"].points, 0.0)
        self.assertEqual(standing.tallies["A"].points, 3 * 0.75)
        for record in records:
            seat = record.engines.index("B")
            self.assertEqual((record.result, record.ranking[seat]), (f"p{seat + 1}loss", 3))

    def test_broken_opening_makes_void_games_and_ends_the_match(self) -> None:
        source = OpeningSource((Opening("startpos", ("t9",)),))
        with self.assertRaisesRegex(MatchError, "void games in a row.*illegal move t9"):
            play(make_plan(*two(), games=40, openings=source))

    def test_game_is_played_again_after_the_referees_death(self) -> None:
        """The first two referees die in their first game; the third one does not."""
        plan = make_plan(*two(), games=1)
        started = iter(["failing-referee", "failing-referee", "normal"])

        async def run() -> GameRecord:
            slot = LocalSlot(plan)
            original = Referee.start

            async def start(_: EngineConfig, *rest: object) -> object:
                return await original(config(next(started)), *rest)  # type: ignore[arg-type]

            with mock.patch.object(Referee, "start", start):
                record = await slot.play(Seating(1, 1, 1, (0, 1)), Opening())
            await slot.close()
            return record

        record = asyncio.run(run())
        self.assertEqual((record.reason, list(started)), (TAKEN, []))
        MatchTest().check_record(record)

    def test_killed_processes_lose_no_game(self) -> None:
        """Engines and referees are killed repeatedly during a match."""
        plan = make_plan(*two("thinking", "thinking"), games=30, rules=Rules("nim", silence_s=5.0))

        async def run(match: Match) -> None:
            task = asyncio.create_task(match.run(concurrency=2))
            await watcher.first.wait()
            # No game can lose its referee more often than the limit of tries.
            for number in range(local_slot.REFEREE_TRIES - 1):
                await asyncio.sleep(0.15)
                for pid in _children()[number % 3 :: 3]:
                    os.kill(pid, signal.SIGKILL)
            await task

        watcher = Silent()
        match = Match(plan, Archive(), watcher)
        asyncio.run(run(match))
        self.assertEqual(sorted(watcher.ended), list(range(1, 31)))
        self.assertEqual(match.standing.games, 30)
        self.assertGreater(match.standing.reasons[TAKEN], 0)
        self.assertEqual(running(), [])

    def test_bad_referee_stops_the_match_at_once(self) -> None:
        with self.assertRaisesRegex(MatchError, "unknown option or value"):
            play(make_plan(*two(), games=4, rules=Rules("chess")))

    def test_cancelled_match_ends_its_processes(self) -> None:
        plan = make_plan(*two("thinking", "deaf"), games=100)
        watcher = Silent()

        async def run() -> None:
            task = asyncio.create_task(Match(plan, Archive(), watcher).run(concurrency=2))
            await watcher.first.wait()
            await asyncio.sleep(0.1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task

        with mock.patch("strategos_client.engine.QUIT_TIMEOUT_S", 0.2):
            asyncio.run(run())
        self.assertEqual(sorted(watcher.begun), sorted(watcher.ended + watcher.broken_off))
        self.assertEqual(running(), [])


class OverheadTest(unittest.TestCase):
    def test_no_wait_runs_out(self) -> None:
        """The runner waits for answers and for nothing else: no timer of its loop comes due. (How
        long a token takes is measured by `measure_overhead.py`.)"""
        due: list[object] = []
        call_at = asyncio.BaseEventLoop.call_at

        def noted(
            loop: asyncio.BaseEventLoop, when: float, callback: Any, *args: Any, **more: Any
        ) -> asyncio.TimerHandle:
            def run(*args: Any) -> None:
                due.append(callback)
                callback(*args)

            return call_at(loop, when, run, *args, **more)

        with mock.patch.object(asyncio.BaseEventLoop, "call_at", noted):
            standing, _ = play(make_plan(*two(), games=6))
        self.assertEqual((standing.games, due), (6, []))

    def test_fingerprint(self) -> None:
        plan = make_plan(*two(), games=20)
        self.assertEqual(plan.fingerprint(), replace(plan, games=40).fingerprint())
        other = replace(plan, rules=Rules("nim", seed=2))
        self.assertNotEqual(plan.fingerprint(), other.fingerprint())
        self.assertNotEqual(plan.fingerprint(), replace(plan, fields="lone").fingerprint())


def _children() -> list[int]:
    """The child processes of this process."""
    with open(f"/proc/self/task/{os.getpid()}/children") as file:  # noqa: PTH123
        return [int(word) for word in file.read().split()]


if __name__ == "__main__":
    unittest.main()
