"""Tests that a person at the live board learns nothing of hidden information. Each test compares
two games that look the same to him, or requests what he must not get."""

from __future__ import annotations

import asyncio
import json
import unittest
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from unittest.mock import patch

from liveboard.orders import obey
from liveboard.session import BoardSession
from strategos_client import EngineFault
from tests.browser import Adviser, engine, needs_board

Orders = list[dict[str, Any]]
PEOPLE: Orders = [{}, {}]
# White's submarine is on c6, and Black's are somewhere.
HUNT = "15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/{} - 0 20"
GUESSES = ("sa1=1", "sa1=1c", "sa1=2", "sa1=0", "sa1=0c", "sa2=1", "SA1=1", "sb2=0c", "sm4=1")
# Tokens that are always refused, in any game.
NEVER = ("", "?", "S@?", "end,?", "sa1=", "=", "c3d5=0", "a1\0a2", "c3d5\u00a0", "c3d5,", ",c3d5")


class Page:
    """A board with a page, and all messages to the page."""

    def __init__(self, session: BoardSession) -> None:
        self.session = session
        self.heard: list[dict[str, Any]] = []
        session.join(self, self._hear)

    async def _hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)

    async def ask(self, **words: Any) -> dict[str, Any] | None:
        """Sends a request; returns its answer."""
        return await obey(self.session, json.dumps(words))

    async def do(self, **words: Any) -> None:
        """Sends a request that must succeed."""
        answer = await self.ask(**words)
        assert answer is None, (words, answer)

    async def play(self, *tokens: str) -> None:
        """The player to move takes the screen and plays."""
        for token in tokens:
            if self.session.viewer not in (0, self.session.tip.player):
                await self.do(do="cover")
                await self.do(do="uncover", player=self.session.tip.player)
            await self.do(do="play", token=token)

    async def sit_down(self, player: int) -> None:
        """This player takes the screen. Earlier messages are not for him."""
        await self.do(do="cover")
        self.heard.clear()
        await self.do(do="uncover", player=player)

    @property
    def state(self) -> dict[str, Any]:
        """The last state sent."""
        return [message for message in self.heard if message["type"] == "state"][-1]


@needs_board
class SecretsTest(unittest.TestCase):
    """Boards with the engine's rules."""

    def on_boards(self, count: int, work: Callable[..., Awaitable[None]]) -> None:
        """Does something with several boards of one seed."""

        async def run() -> None:
            command = engine()
            assert command is not None
            sessions = [await BoardSession.start((command,), "pacific-a", 5) for _ in range(count)]
            try:
                await asyncio.wait_for(work(*map(Page, sessions)), 120)
            finally:
                for session in sessions:
                    await session.close()

        asyncio.run(run())

    async def compare(self, pages: Sequence[Page], orders: Sequence[dict[str, Any]]) -> None:
        """The same requests have the same answers and messages on all boards."""
        for order in orders:
            answers = [await page.ask(**order) for page in pages]
            for answer in answers[1:]:
                self.assertEqual(answer, answers[0], order)
            told = [page.heard for page in pages]
            for heard in told[1:]:
                self.assertEqual(heard, told[0], order)

    # --- A token is a turn of one player ---

    def test_nobody_plays_for_the_other(self) -> None:
        async def work(page: Page) -> None:
            async def new(variant: str, start: str, is_open: bool) -> None:
                await page.do(do="new", variant=variant, start=start, seats=PEOPLE, open=is_open)
                if page.session.viewer is None:
                    await page.do(do="uncover", player=page.session.tip.player)

            for variant, start in (
                ("pacific-a", "startpos"), ("pacru", "startpos"), ("azacru", "startpos"),
                ("warpac", "startpos"), ("gameofwar", "startpos"),
                ("warpac-subs", f"fen {HUNT.format('a3,n5')}"),
                ("warpac-subs", f"fen {HUNT.format('-')}"),
            ):  # fmt: skip
                for is_open in (True, False):
                    # Turns of one action: the player's own, and the next one.
                    await new(variant, start, True)
                    own = "end" if variant == "gameofwar" else page.session.here.legal[-1]
                    await page.do(do="play", token=own)
                    glued = [f"{own},{next_one}" for next_one in page.session.here.legal[:3]]
                    await new(variant, start, is_open)
                    before = page.state
                    for token in (*glued, glued[0].upper(), *NEVER):
                        answer = await page.ask(do="play", token=token)
                        self.assertEqual(answer and answer["type"], "error", (variant, token))
                    self.assertEqual(page.state, before, variant)
                    await page.do(do="play", token=own.upper())
            await page.do(do="new", variant="gameofwar", seats=PEOPLE)
            for token in ("c8c9,end,end", "c8c9,d8d9,end,c15c14"):
                self.assertIsNotNone(await page.ask(do="play", token=token))
            for token in ("c8c9,d8d9", "e8e9,end", "end"):
                await page.do(do="play", token=token)

        self.on_boards(1, work)

    def test_an_engine_that_glues_the_others_move_is_stopped(self) -> None:
        async def work(page: Page) -> None:
            await page.do(do="new", variant="pacific-a", seats=PEOPLE)
            with self.assertRaisesRegex(Exception, "not legal"):
                await page.session.play("g3h4,b6a5,h2g3")
            self.assertEqual(page.session.game.steps, [])

        self.on_boards(1, work)

    def test_old_records_are_divided_into_turns(self) -> None:
        async def work(page: Page) -> None:
            for variant, moves, turns in (
                ("pacific-a", ["g3h4,b6a5", "h2g3"], ["g3h4", "b6a5", "h2g3"]),
                ("gameofwar", ["c8c9,d8d9,end,end", "end"], ["c8c9,d8d9,end", "end", "end"]),
            ):
                await page.do(do="open", variant=variant, moves=moves)
                self.assertEqual([turn["token"] for turn in page.state["turns"]], turns)
                answer = await page.ask(do="open", variant=variant, moves=[*moves, "a1a2"])
                self.assertIn("a1a2", str(answer and answer["text"]))

        self.on_boards(1, work)

    # --- Submarines ---

    def test_submarines_cannot_be_probed(self) -> None:
        places = ("a3,n5", "m12,n5", "a1,b1", "d7,c6")

        async def work(*pages: Page) -> None:
            for page, place in zip(pages, places, strict=True):
                start = f"fen {HUNT.format(place)}"
                await page.do(do="new", variant="warpac-subs", start=start, seats=PEOPLE)
                await page.sit_down(1)
            tokens = [*GUESSES, *NEVER, "sa1,sa1", "sm10,c6d8", "xc6", "c6d7", "sp16", "sp15=0"]
            orders: Orders = [{"do": "play", "token": token} for token in tokens]
            orders += [{"do": "go", "ply": ply} for ply in (0, 1, 2)]
            orders += [
                {"do": name} for name in ("save", "undo", "return", "combat", "cover", "suggest")
            ]
            orders += [{"do": "uncover", "player": 2}, {"do": "uncover", "player": 1}]
            orders += [{"do": "combat", "square": square} for square in ("a3", "m12", "n5")]
            orders += [{"do": "save", "form": "pgn"}, {"do": "play", "token": "c3d5"}]
            orders += [{"do": name} for name in ("save", "undo", "cover")]
            await self.compare(pages, orders)
            # The screen of the other player shows more.
            for page in pages:
                await page.sit_down(1 if page.session.tip.player == 1 else 2)

        self.on_boards(len(places), work)

    def test_hidden_turns_are_all_alike(self) -> None:
        games = (("end", "a3b4"), ("end", "n5n6"), ("end", "end"))

        async def work(*pages: Page) -> None:
            for page, turns in zip(pages, games, strict=True):
                start = f"fen {HUNT.format('a3,n5')}"
                await page.do(do="new", variant="warpac-subs", start=start, seats=PEOPLE)
                await page.play("c3d5", "c6d8", turns[0], turns[1])
                self.assertEqual(page.session.tip.player, 1)
                await page.sit_down(1)
            orders: Orders = [{"do": "go", "ply": ply} for ply in range(6)]
            orders += [{"do": "save"}, {"do": "undo"}, {"do": "play", "token": "sb3=1"}]
            await self.compare(pages, orders)

        self.on_boards(len(games), work)

    # --- Deployments ---

    def deployment(self, variant: str, seed: int, position: str = "deploy") -> list[str]:
        """A whole deployment."""
        adviser = Adviser(variant, f"setoption name Seed value {seed}")
        self.addCleanup(adviser.close)
        return adviser.best(position).split(",")

    def set_up_otherwise(self, variant: str) -> None:
        """Two set-ups, made as a whole or drop by drop, look the same to the other side."""
        one, other = (self.deployment(variant, seed) for seed in (1, 2))
        self.assertNotEqual(one, other)
        ways = ([",".join(one)], one, [",".join(one[:5]), *one[5:]], [",".join(other)], other)

        async def work(*pages: Page) -> None:
            for page, tokens in zip(pages, ways, strict=True):
                await page.do(do="new", variant=variant, start="deploy", seats=PEOPLE)
                await page.play(*tokens)
                await page.sit_down(2)
                self.assertEqual((page.state["tip"], len(page.state["turns"])), (1, 1))
            orders: Orders = [{"do": "go", "ply": ply} for ply in (0, 1, 2, 17)]
            orders += [{"do": "combat", "square": drop[2:]} for drop in (one[0], other[0])]
            orders += [{"do": "play", "token": token} for token in (*NEVER, one[0], "sa1=1")]
            orders += [{"do": name} for name in ("save", "undo", "cover")]
            orders += [{"do": "go", "ply": ply} for ply in (0, 1, 17)]
            orders += [{"do": name} for name in ("undo", "suggest", "combat", "play")]
            orders += [{"do": "uncover", "player": 1}, {"do": "uncover", "player": 2}]
            await self.compare(pages, orders)

        self.on_boards(len(ways), work)

    def test_how_south_sets_up_is_not_told(self) -> None:
        self.set_up_otherwise("gameofwar")

    def test_how_a_fleet_is_set_up_is_not_told(self) -> None:
        self.set_up_otherwise("warpac")

    def test_how_submarines_are_set_up_is_not_told(self) -> None:
        self.set_up_otherwise("warpac-subs")

    def test_a_clock_gives_one_increment_a_deployment(self) -> None:
        drops = self.deployment("warpac", 1)
        clock = {"base": 3_600_000, "increment": 60_000}

        async def work(page: Page) -> None:
            await page.do(do="new", variant="warpac", start="deploy", seats=PEOPLE, clock=clock)
            await page.play(*drops)
            assert page.session.clock is not None
            left = page.session.clock.left_ms()[0]
            self.assertTrue(3_600_000 < left <= 3_660_000, left)

        self.on_boards(1, work)

    def test_when_all_is_seen_the_way_there_is_not(self) -> None:
        south, north = (
            self.deployment("gameofwar", 1),
            self.deployment("gameofwar", 2, "view 2 deploy moves ?"),
        )

        ways = ([",".join(south)], south, [",".join(south[::-1])])

        async def work(*pages: Page) -> None:
            for page, tokens in zip(pages, ways, strict=True):
                await page.do(do="new", variant="gameofwar", start="deploy", seats=PEOPLE)
                await page.play(*tokens, ",".join(north))
                self.assertEqual((page.session.viewer, page.state["tip"]), (0, 2))
                page.heard.clear()
            orders: Orders = [{"do": "undo"}, {"do": "go", "ply": 1}, {"do": "go", "ply": 2}]
            orders += [{"do": "play", "token": "end"}, {"do": "undo"}, {"do": "undo"}]
            await self.compare(pages, orders)

        self.on_boards(len(ways), work)

    def test_a_deployment_that_goes_on_is_its_makers_alone(self) -> None:
        drops = self.deployment("warpac-subs", 1)

        async def work(*pages: Page) -> None:
            for page, made in zip(pages, (0, 1, 9), strict=True):
                await page.do(do="new", variant="warpac-subs", start="deploy", seats=PEOPLE)
                await page.play(*drops[:made])
                await page.do(do="cover")
                page.heard.clear()
            orders: Orders = [{"do": "undo"}, {"do": "go", "ply": 3}, {"do": "save"}]
            orders += [{"do": "uncover", "player": 2}, {"do": "analyse", "lines": 2}]
            orders += [{"do": "draft", "tokens": ["K@e15"]}, {"do": "play", "token": "K@e15"}]
            await self.compare(pages, orders)
            # The player himself can take back anything.
            page = pages[2]
            await page.do(do="uncover", player=1)
            self.assertEqual((page.state["tip"], page.state["undo"]), (9, True))
            await page.do(do="undo")
            self.assertEqual(page.state["turns"][0]["token"], ",".join(drops[:8]))

        self.on_boards(3, work)

    def test_squares_of_the_other_side_are_not_asked_about(self) -> None:
        south = self.deployment("gameofwar", 1)

        async def work(page: Page) -> None:
            await page.do(do="new", variant="gameofwar", start="deploy", seats=PEOPLE)
            await page.play(",".join(south))
            await page.sit_down(2)
            said = set()
            for square in [*(drop.partition("@")[2] for drop in south), "a1", "e5", "j9"]:
                answer = await page.ask(do="combat", square=square)
                said.add(str(answer and answer["text"]).replace(square, "SQUARE"))
            self.assertEqual(len(said), 1, said)

        self.on_boards(1, work)

    # --- Engines and their faults ---

    def test_what_an_engine_says_of_a_fault_is_told_where_nothing_is_hidden(self) -> None:
        async def work(page: Page) -> None:
            await page.do(do="new", variant="warpac-subs", seats=PEOPLE)
            await page.do(do="uncover", player=1)
            page.session._died("it was asked for position deploy moves K@e2")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            texts = [message["text"] for message in page.heard if message["type"] == "notice"]
            self.assertEqual(texts, ["An engine died"])

        self.on_boards(1, work)

    def test_an_order_that_an_engine_fails_is_no_window(self) -> None:
        async def work(page: Page) -> None:
            await page.do(do="new", variant="warpac-subs", seats=PEOPLE)
            secret = EngineFault("the referee: illegal move K@e2")
            with patch.object(page.session.rules, "look", side_effect=secret):
                for order in ({"do": "go", "ply": 0}, {"do": "uncover", "player": 1}):
                    answer = await page.ask(**order)
                    self.assertNotIn("K@e2", str(answer and answer["text"]))
                page.session.game.open = True
                answer = await page.ask(do="uncover", player=1)
                self.assertEqual(answer and answer["text"], f"An engine failed: {secret}")

        self.on_boards(1, work)

    @patch("liveboard.thinking.REPORT_EVERY_S", 0.0)
    def test_an_analysis_knows_nothing_of_the_other_persons(self) -> None:
        async def work(*pages: Page) -> None:
            found = []
            for page, looks in zip(pages, (False, True), strict=True):
                start = f"fen {HUNT.format('a3,n5')}"
                await page.do(do="new", variant="warpac-subs", start=start, seats=PEOPLE)
                await page.sit_down(1)
                if looks:
                    await page.do(do="analyse", lines=1)
                    await self.reports(page, 9)
                    await page.do(do="analyse", lines=0)
                await page.play("c3d5", "c6d8", "c6d7")
                await page.sit_down(2)
                await page.do(do="analyse", lines=1)
                found.append(await self.reports(page, 6))
                await page.do(do="analyse", lines=0)
            self.assertEqual(found[0], found[1])

        self.on_boards(2, work)

    async def reports(self, page: Page, depth: int) -> dict[int, tuple[Any, ...]]:
        """The results of an analysis up to a depth: nodes and scores by depth."""
        while True:
            lines = [one["lines"][0] for one in page.heard if one["type"] == "analysis"]
            found = {
                line["depth"]: (line["nodes"], line["score"], tuple(line["pv"])) for line in lines
            }
            if found and max(found) >= depth:
                return {one: found[one] for one in found if one <= depth}
            await asyncio.sleep(0.02)


if __name__ == "__main__":
    unittest.main()
