"""Tests of games without a referee: the relay, hosts as processes, matches with their audits."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import unittest
from io import BytesIO
from pathlib import Path

from matches.options import Refused, parse, setup_from
from matches.plan import Contestant, Control, MatchError, Opening, OpeningSource, Plan, Rules
from matches.records.archive import Archive
from matches.records.game_record import GameRecord
from matches.records.replay import differences
from matches.sealed.figures import Cost, measure, row
from matches.sealed.host import GAME
from matches.sealed.relay import Relay
from matches.sealed.sealed_file import SealedError, SealedFile, Terms, audit
from matches.sealed.slot import SealedSlot, spec_of
from matches.specs import parse_engine
from matches.tournament import Match
from strategos_client import EngineConfig
from tests.browser import engine
from tests.helpers import SCRIPTS, Silent, config, contestant, make_plan

# One ship against a carrier, near the end of the turns without a loss.
SHORT = "fen 15k/16/16/16/16/16/16/16/16/16/16/16/16/2N13/16/K15 w s - m13/c5 - 390 216"


async def said(reader: asyncio.StreamReader) -> str:
    """The next line."""
    return (await asyncio.wait_for(reader.readline(), 20)).decode()


class RelayTest(unittest.IsolatedAsyncioTestCase):
    """A relay on the loopback interface, with plain sockets."""

    async def seat(
        self, relay: Relay, hello: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", relay.port, limit=2 << 20)
        writer.write(f"{hello}\n".encode())
        self.addCleanup(writer.close)
        return reader, writer

    async def test_lines_pass_as_they_are_and_games_stay_apart(self) -> None:
        async with await Relay.start() as relay:
            first, to_first = await self.seat(relay, "one A")
            to_first.write(b"before the other is there\n")
            second, to_second = await self.seat(relay, "one B")
            _, to_other = await self.seat(relay, "two A")
            fourth, _ = await self.seat(relay, "two B")
            self.assertEqual(await said(second), "before the other is there\n")
            long = "x" * (1 << 20)
            to_second.write(f"{long}\n".encode())
            self.assertEqual(await said(first), f"{long}\n")
            to_other.write(b"hello\n")
            self.assertEqual(await said(fourth), "hello\n")
            self.assertEqual(relay.lines("two"), ["hello"])
            to_second.close()
            self.assertEqual(await said(first), "")

    async def test_a_seat_that_is_taken_or_unknown(self) -> None:
        async with await Relay.start() as relay:
            await self.seat(relay, "one A")
            for hello in ("one A", "one C", "", "A"):
                reader, _ = await self.seat(relay, hello)
                if hello != "A":
                    self.assertIn("a free seat", await said(reader))


class WithEngine(unittest.IsolatedAsyncioTestCase):
    """Tests that need a build of the engine with `strategos sealed`."""

    def setUp(self) -> None:
        found = engine()
        if found is None:
            self.skipTest("there is no build of the engine")
        self.program = found
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def contestants(self) -> tuple[Contestant, Contestant]:
        config = {name: EngineConfig(name, (self.program,), {"Hash": "1"}) for name in "XY"}
        control = Control(nodes=60)
        return Contestant(config["X"], control), Contestant(config["Y"], control)

    def plan(self, variant: str, start: str = "", **more: object) -> Plan:
        listed = (Opening(start),) if start else ()
        referee = EngineConfig("referee", (self.program,))
        return make_plan(
            *self.contestants(), games=2, sealed=True, rules=Rules(variant, silence_s=60.0),
            referee=referee, openings=OpeningSource(listed), **more,
        )  # fmt: skip

    async def played(self, plan: Plan, folder: Path | None = None) -> list[GameRecord]:
        file = BytesIO()
        match = Match(plan, Archive(file), Silent())
        await match.run([SealedSlot(plan, folder)])
        return [GameRecord.from_json(line.decode()) for line in file.getvalue().splitlines()]


class MatchTest(WithEngine):
    """Matches by public lines alone."""

    async def test_whole_games_are_audited_and_give_ordinary_records(self) -> None:
        plan = self.plan("warpac-subs", SHORT)
        records = await self.played(plan, self.folder / "kept")
        self.assertEqual([record.engines for record in records], [["X", "Y"], ["Y", "X"]])
        for record in records:
            self.assertEqual(record.audit, "clean, proven", record.detail)
            self.assertTrue(record.by_rules and record.entries and record.ranking)
            self.assertEqual(len(record.fens), len(record.entries) + 1)
            self.assertTrue(all(entry.nodes for entry in record.entries))
        self.assertEqual(await differences(records, plan.referee), [])
        kept = sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob(GAME))
        expected = [f"kept/game-0000{game}/{seat}/game" for game in (1, 2) for seat in "AB"]
        self.assertEqual(kept, expected)

    async def test_no_host_has_the_others_secrets(self) -> None:
        await self.played(self.plan("warpac-subs", SHORT), self.folder)
        for base in self.folder.iterdir():
            secrets, texts = [], []
            for seat in "AB":
                text = (base / seat / GAME).read_text()
                secret = text.split("[public]")[0].split()
                secrets.append({word for word in secret if len(word) == 64})
                texts.append("".join(path.read_text() for path in (base / seat).iterdir()))
            for own, other in ((0, 1), (1, 0)):
                lines = texts[own].split("[public]")[1]
                opened = {word for line in lines.splitlines() for word in line.split()}
                unopened = secrets[other] - opened
                # The key never leaves its host.
                self.assertTrue(unopened)
                self.assertFalse([word for word in unopened if word in texts[own]])

    async def test_a_game_begins_with_the_deployment_if_it_has_one(self) -> None:
        for variant, expected in (("gameofwar", "deploy"), ("pacific-a", "startpos")):
            slot = SealedSlot(self.plan(variant))
            try:
                referee = await slot._replayer()
                self.assertEqual((await slot._deployed(referee, Opening())).start, expected)
            finally:
                await slot.close()

    async def test_who_breaks_off_is_named(self) -> None:
        x, _ = self.contestants()
        plan = self.plan("warpac-subs", SHORT)
        broken = contestant("broken", "crash", nodes=5)
        plan = make_plan(
            x, broken, games=2, sealed=True, rules=plan.rules, referee=plan.referee,
            openings=plan.openings,
        )  # fmt: skip
        for record in await self.played(plan):
            self.assertEqual((record.audit, record.reason), ("abandoned, proven", "crash"))
            self.assertEqual(record.fault, "broken", record.detail)
            winner = record.engines.index("X") + 1
            self.assertEqual(record.result, f"p{winner}win")

    def test_the_program_itself(self) -> None:
        out = self.folder / "games.jsonl"
        engines = [f"--engine=name={name},cmd={self.program},option.Hash=1" for name in "XY"]
        openings = self.folder / "openings"
        openings.write_text(SHORT + "\n")
        words = ["--variant", "warpac-subs", "--sealed", "--games", "2", "--nodes", "50"]
        words += [
            "--openings",
            str(openings),
            "--out",
            str(out),
            "--referee",
            f"cmd={self.program}",
        ]
        command = [sys.executable, str(SCRIPTS / "match.py"), *engines, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("without a referee: every game is audited", done.stdout)
        audits = [json.loads(line)["audit"] for line in out.read_text().splitlines()]
        self.assertEqual(audits, ["clean, proven"] * 2)


class FiguresTest(WithEngine):
    """`measure_sealed.py`."""

    def test_a_random_game_is_measured(self) -> None:
        for variant in ("gameofwar", "warpac-subs"):
            cost = measure(self.program, variant, random.Random(6), most_turns=12)
            self.assertGreater(cost.lines, 8)
            self.assertGreater(cost.bytes, 200 * cost.lines)

    def test_means_of_several_games(self) -> None:
        costs = [Cost(10, 2_000, 0.002, 0.004), Cost(30, 8_000, 0.006, 0.008)]
        self.assertEqual(row("warpac", costs), "| warpac | 2 | 20 | 5,000 | 0.20 | 6 |")


class HostTest(WithEngine):
    """`sealed.py` on two machines, here on the loopback interface."""

    async def test_two_hosts_and_a_relay(self) -> None:
        async with await Relay.start() as relay:
            common = ["--relay", f"127.0.0.1:{relay.port}", "--game", "our game"]
            common += ["--program", self.program]
            hosts = [
                await asyncio.create_subprocess_exec(
                    sys.executable, str(SCRIPTS / "sealed.py"), "host", *common,
                    "--folder", str(self.folder / name), *more,
                    "--engine", f"name={name},cmd={self.program},option.Hash=1,nodes=50",
                )
                for name, more in (
                    ("Ann", ["--variant", "warpac-subs", "--start", SHORT]),
                    ("Bob", ["--join"]),
                )
            ]  # fmt: skip
            ended = await asyncio.wait_for(asyncio.gather(*(host.wait() for host in hosts)), 120)
            lines = relay.lines("our game")
        self.assertEqual(ended, [0, 0])
        files = [self.folder / name / GAME for name in ("Ann", "Bob")]
        found = await audit([self.program], files)
        self.assertEqual((found["verdict"], found["standing"]), ("clean", "proven"))
        self.assertEqual(found["names"], {"A": "Ann", "B": "Bob"})
        # Nothing but the public lines has passed.
        public = files[0].read_text().split("[public]\n")[1].splitlines()
        self.assertEqual(lines, public)

    async def test_refusals_are_exceptions(self) -> None:
        file = SealedFile([self.program], self.folder / "a")
        line = await file.propose("--Ann", Terms("warpac", "startpos", True))
        for token in ("d4e6", "--engine"):
            with self.assertRaisesRegex(SealedError, "no move is due here"):
                await file.move(token)
        with self.assertRaisesRegex(SealedError, "line 1: it is signed as A"):
            await file.receive(line)
        with self.assertRaisesRegex(SealedError, "cannot read"):
            await audit([self.program], [self.folder / "nothing"])

    def test_bad_usage(self) -> None:
        spec = f"name=A,cmd={self.program}"
        host = ["host", "--relay", "127.0.0.1:1", "--game", "g", "--folder", str(self.folder)]
        for more, status, text in (
            (["--engine", spec, "--variant", "warpac"], 2, "one of movetime, nodes, depth"),
            (["--engine", f"{spec},tc=1", "--variant", "warpac"], 2, "there is no clock"),
            (["--engine", f"{spec},nodes=1"], 2, "either --variant proposes"),
            (["--engine", f"{spec},nodes=1", "--join"], 1, "sealed.py: "),
        ):
            command = [sys.executable, str(SCRIPTS / "sealed.py"), *host, *more]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(text, done.stderr)


class OptionsTest(unittest.TestCase):
    """What a match without a referee refuses, and what it passes on."""

    def problems(self, *words: str) -> list[str]:
        engines = [f"--engine=name={name},cmd=e" for name in "XY"]
        try:
            setup_from(parse([*engines, "--sealed", *words]))
        except Refused as refused:
            return refused.problems
        return []

    def test_what_only_a_referee_can_do(self) -> None:
        self.assertEqual(self.problems("--nodes", "5"), [])
        for words, text in (
            (("--tc", "1+1"), "there is no clock"),
            (("--nodes", "5", "--draw", "10,8,40"), "only a referee can end games"),
            (("--nodes", "5", "--max-tokens", "9"), "only a referee can end games"),
            (("--nodes", "5", "--random-plies", "4"), "without moves"),
            (("--nodes", "5", "--information", "full"), "the whole game"),
            (("--nodes", "5", "--workers", "2"), "for this machine"),
        ):
            found = self.problems(*words)
            self.assertEqual(len(found), 1, found)
            self.assertIn(text, found[0])

    def test_a_sealed_match_is_another_match(self) -> None:
        players = contestant("A", "normal"), contestant("B", "normal")
        plans = [make_plan(*players, games=2, sealed=sealed) for sealed in (False, True)]
        self.assertNotEqual(plans[0].fingerprint(), plans[1].fingerprint())

    def test_an_engine_is_passed_on_whole(self) -> None:
        text = "name=A B,cmd=/bin/e,args=-x 'a b',option.Hash=4,option.Seed=7,nodes=5,depth=3"
        given = parse_engine(text, Control())
        self.assertEqual(parse_engine(spec_of(given), Control()), given)
        odd = Contestant(config("normal", "odd"), Control(nodes=1))
        odd.config.options["Path"] = "a,b"  # type: ignore[index]
        with contextlib.suppress(TypeError), self.assertRaises(MatchError):
            spec_of(odd)
