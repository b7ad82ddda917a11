"""Tests of the package `strategos`, to run where it is installed: `python in_process.py`.

They need neither the checkout nor another package. `test_installed.py` runs them in an empty
environment, in which the wheel `STRATEGOS_WHEEL` is installed.
"""

from __future__ import annotations

import copy
import doctest
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import strategos
from strategos import (
    Engine,
    Environment,
    Game,
    GameTree,
    Limits,
    SearchInfo,
    StrategosError,
    load_variants,
    read_game,
    rules,
    variants,
)
from strategos_client import SimpleEngine

MOST_ACTIONS = 60
PATIENCE_S = 60.0
# A variant of a file, which the programs that the tests start know, too.
OF_FILE = "pacific-of-file"
FOLDER = tempfile.TemporaryDirectory()
FILE = Path(FOLDER.name, "variants.toml")
FILE.write_text(f'[{OF_FILE}]\nextends = "pacific-a"\nadvance_rows = 5\nattack_rows = 4\n')
os.environ["STRATEGOS_VARIANTS"] = str(FILE)


def random_game(variant: str, position: str, seed: int, actions: int = MOST_ACTIONS) -> Game:
    """A game after random actions, up to this number of them."""
    chance = random.Random(seed)
    game = Game(variant, position)
    for _ in range(chance.randrange(actions)):
        legal = game.legal_moves()
        if not legal:
            break
        game.play(chance.choice(legal))
    return game


def second_deployment(variant: str) -> Game:
    """A game whose second player has begun to set up, and knows nothing of the first one's
    pieces."""
    game = Game(variant, "deploy")
    chance = random.Random(1)
    for _ in range(3):
        while game.player == 1:
            game.play(chance.choice(game.legal_moves()))
        game.play(chance.choice(game.legal_moves()))
    return game


def starts(variant: str) -> list[str]:
    """Where games of a variant begin."""
    hidden = variant.startswith(("warpac", "gameofwar"))
    return ["startpos", "deploy"] if hidden else ["startpos"]


def facts(game: Game) -> list[object]:
    """All that can be asked of a position."""
    players = range(1, game.players + 1)
    return [
        game.fen(), game.key(), game.player, game.result(), game.reason(), game.ranking(),
        game.legal_moves(), [game.view(player) for player in players],
        [game.record(player) for player in players], game.position, game.diagram(),
    ]  # fmt: skip


class DocumentationTest(unittest.TestCase):
    def test_examples(self) -> None:
        for module in (strategos, sys.modules["strategos.engine"]):
            found = doctest.testmod(module)
            self.assertEqual((found.failed, found.attempted > 2), (0, True), module)
        stubs = Path(strategos.__file__).with_name("_native.pyi").read_text()
        examples = doctest.DocTestParser().get_doctest(stubs, {}, "stubs", None, 0)
        self.assertEqual(doctest.DocTestRunner().run(examples), (0, len(examples.examples)))
        self.assertGreater(len(examples.examples), 3)

    def test_everything_is_described(self) -> None:
        for name in strategos.__all__:
            self.assertTrue(hasattr(strategos, name), name)
        self.assertEqual((variants()[0], variants().index(OF_FILE)), ("pacific-a", 19))
        for variant in variants():
            self.assertIn("#", rules(variant))


class GameTest(unittest.TestCase):
    def test_undo_and_copy(self) -> None:
        for variant in variants():
            for start in starts(variant):
                game = Game(variant, start)
                chance = random.Random(variant)
                before = []
                for _ in range(30):
                    before.append(facts(game))
                    game.play(chance.choice(game.legal_moves()))
                other = game.copy()
                for twin in (
                    copy.copy(game),
                    copy.deepcopy(game),
                    pickle.loads(pickle.dumps(game)),
                ):
                    self.assertEqual(facts(twin), facts(game), variant)
                while before:
                    game.undo()
                    self.assertEqual(facts(game), before.pop(), variant)
                with self.assertRaises(StrategosError):
                    game.undo()
                self.assertGreater(len(other.moves), 0)

    def test_a_copy_knows_of_repetitions(self) -> None:
        game = Game("warpac")
        first = game.legal_moves()[0]
        game.play(first)
        second = game.legal_moves()[0]
        back = [re.sub(r"([a-z]\d+)([a-z]\d+)", r"\2\1", token) for token in (first, second)]
        tokens = [second, *back, *[first, second, *back] * 9]
        while not game.is_game_over():
            game = game.copy()
            game.play(tokens.pop(0))
        self.assertEqual((game.result(), game.winner(), game.legal_moves()), ("draw", None, []))
        self.assertEqual(game.ranking(), [1, 1])
        self.assertIn("occurrence", game.reason())

    def test_positions(self) -> None:
        game = Game("pacific-a")
        again = Game.from_fen("pacific-a", game.fen())
        self.assertEqual((again.fen(), again.legal_moves()), (game.fen(), game.legal_moves()))
        tree = GameTree.new("pacific-a")
        tree.add_main_line(*game.legal_moves()[:1])
        self.assertEqual(Game("pacific-a", tree.position).moves, tree.end().moves)
        game.set_position(tree.position)
        self.assertEqual(game.player, 2)
        self.assertEqual(repr(game), f"Game('pacific-a', '{tree.position}')")
        self.assertEqual(str(game), game.diagram())
        self.assertNotEqual(game.diagram(unicode=True), "")
        self.assertEqual(Game("warpac").query("material").split()[0].isdecimal(), True)
        self.assertEqual(Game("pacru").perft(2), 734)

    def test_hidden_parts(self) -> None:
        for variant in ("warpac-subs", "gameofwar"):
            game = second_deployment(variant)
            mine = Game(variant, game.record(game.player))
            self.assertEqual(mine.fen(), game.view(game.player))
            self.assertEqual(mine.legal_moves(), game.legal_moves())
            self.assertNotEqual(mine.fen(), game.fen(), variant)
        with self.assertRaisesRegex(StrategosError, "what player 1 knows is not known here"):
            Game("warpac-subs", second_deployment("warpac-subs").record(2)).view(1)

    def test_errors(self) -> None:
        game = Game("pacru")
        before = facts(game)
        for call, words in (
            (lambda: Game("pacrU2"), "unknown variant .*did you mean pacru"),
            (lambda: Game("pacru", "nonsense"), "expected .*nonsense, column 1.*position"),
            (lambda: Game.from_fen("pacru", "9/9 b"), "FEN|row|expected"),
            (lambda: Game("pacru", "startpos moves i9i8 i9i8"), "i9i8.*number 2 of the list"),
            (lambda: Game("pacru", "deploy"), "pacru has no deployment"),
            (lambda: game.play("i9i8,a1a2"), "a1a2"),
            (lambda: game.play("i9\0"), "i9"),
            (lambda: game.follow("i9i8", "x"), "x"),
            (lambda: game.view(3), "3"),
            (lambda: game.record(0), "0"),
            (lambda: game.query("nonsense"), "unknown query"),
            (lambda: game.set_position("fen"), "expected"),
            (lambda: rules("chess"), "unknown variant"),
        ):
            with self.assertRaisesRegex(StrategosError, words):
                call()
            self.assertEqual(facts(game), before)
        self.assertTrue(issubclass(StrategosError, ValueError))


class AgreementTest(unittest.TestCase):
    """What the module says is what the engine says in text."""

    def test_random_games_of_all_variants(self) -> None:
        with SimpleEngine.popen() as engine:
            for variant in variants():
                engine.set_options({"UCI_Variant": variant})
                for seed, start in enumerate(starts(variant) * 3):
                    self.check(engine, random_game(variant, start, seed))

    def check(self, engine: SimpleEngine, game: Game) -> None:
        """Compares all answers in one position."""
        engine.set_position(game.position)
        players = range(1, game.players + 1)
        told: list[object] = [
            engine.legal_moves(), engine.fen(), engine.result(), engine.reason(),
            engine.ranking(), [" ".join(engine.query(f"view {player}")) for player in players],
            [" ".join(engine.query(f"record {player}")) for player in players],
        ]  # fmt: skip
        found = [
            game.legal_moves(), game.fen(), game.result(), game.reason(), game.ranking(),
            [game.view(player) for player in players],
            [game.record(player) for player in players],
        ]  # fmt: skip
        self.assertEqual(found, told, repr(game))


class VariantFilesTest(unittest.TestCase):
    """Variants of files. Most other tests play `OF_FILE` as well, like all variants."""

    def test_names_of_the_environment_and_of_a_call(self) -> None:
        self.assertEqual(load_variants(FILE), [OF_FILE])
        other = FILE.with_name("other.toml")
        second, third = "pacific-second", "pacific-third"
        other.write_text(
            f'[{third}]\nextends = "{second}"\ndraw_plies = 4\n[{second}]\nextends = "{OF_FILE}"\n'
        )
        self.assertEqual(load_variants(str(other)), [third, second])
        self.assertIn("`draw_plies` is `4` instead of `100`", rules(third))
        self.assertIn("`advance_rows` is `5` instead of `3`", rules(third))

    def test_its_rules_are_played(self) -> None:
        fen = "c4c3c2c1/p4p3p2p1/4/2P31/4/4/P1P21P4/C1C2C3C4 w 0 1"
        steps = {name: Game.from_fen(name, fen).legal_moves() for name in ("pacific-a", OF_FILE)}
        self.assertLess(set(steps["pacific-a"]), set(steps[OF_FILE]))
        game = Game(OF_FILE)
        game.play(Engine(OF_FILE).play(game, Limits(nodes=500)).bestmove)
        self.assertEqual(len(game.moves), 1)

    def test_errors(self) -> None:
        wrong = FILE.with_name("wrong.toml")
        wrong.write_text('[pacific-wrong]\nextends = "chess"\n[other-wrong]\nrows = 5\n')
        before = variants()
        for path, words in (
            (wrong, "(?s)wrong.toml:2: .*chess.*\n.*wrong.toml:3: .*extends"),
            (FILE.with_name("missing.toml"), "missing.toml"),
            (FILE.parent, "is no file"),
        ):
            with self.assertRaisesRegex(StrategosError, words):
                load_variants(path)
        with self.assertRaises(TypeError):
            load_variants(5)  # type: ignore[arg-type]
        self.assertEqual(variants(), before)

    def test_a_wrong_file_of_the_environment_is_told_with_an_unknown_name(self) -> None:
        wrong = FILE.with_name("environment.toml")
        wrong.write_text("[a]\n")
        text = "from strategos import *; print(len(variants())); Game('shacru'); Game('a')"
        environment = os.environ | {"STRATEGOS_VARIANTS": str(wrong)}
        done = subprocess.run(
            [sys.executable, "-c", text], env=environment, capture_output=True, text=True,
            timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stdout), (1, "19\n"))
        self.assertRegex(done.stderr, r"unknown variant \(a\).*\n.*environment.toml:1: ")


class EnvironmentTest(unittest.TestCase):
    def test_what_an_environment_tells(self) -> None:
        for variant in variants():
            for start in starts(variant):
                game, chance = Environment(variant, start), random.Random(variant)
                planes, ranks, files = game.observation_shape
                self.assertEqual(len(game.plane_names), planes)
                for _ in range(40):
                    legal = game.legal_actions()
                    self.assertEqual(
                        legal, [action for action, one in enumerate(game.legal_mask()) if one]
                    )
                    self.assertEqual(len(game.legal_mask()), game.action_count)
                    if not legal:
                        break
                    action = chance.choice(legal)
                    self.assertEqual(game.action_id(game.action_token(action)), action)
                    self.assertEqual(game.observation(), game.observation(game.player))
                    for player in range(1, game.players + 1):
                        seen = game.observation(player)
                        self.assertEqual(len(seen), planes * ranks * files)
                    game.step(action)
                for twin in (
                    copy.copy(game),
                    copy.deepcopy(game),
                    pickle.loads(pickle.dumps(game)),
                ):
                    self.assertEqual(twin.steps, game.steps, variant)
                    self.assertEqual(twin.position, game.position)
                    self.assertEqual(twin.observation(), game.observation())
                self.assertEqual(game.game().position, game.position)
                sample = game.belief().sample(3)
                self.assertEqual(sample.observation(game.player), game.observation())
                first, second = game.copy(), game.copy()
                first.roll_out(9)
                second.roll_out(9)
                self.assertEqual(first.position, second.position)
                self.assertTrue(first.is_game_over())
                self.assertAlmostEqual(sum(first.returns()), 0, places=5)
                self.assertEqual(first.ranking(), first.game().ranking())
                self.assertEqual(first.result(), first.game().result())
                self.assertEqual(first.winner(), first.game().winner())

    def test_jumps(self) -> None:
        game = Environment("pacific-a", "fen 4/4/2k1/4/2k1/2K1/4/4 w 0 1")
        self.assertEqual([game.action_token(game.legal_actions()[0])], ["e3g5"])
        game.step(game.action_id("e3g5"))
        self.assertEqual((len(game.steps), game.position), (1, "fen 4/4/2k1/4/2k1/2K1/4/4 w 0 1"))
        tokens = [game.action_token(action) for action in game.legal_actions()]
        self.assertEqual(tokens, ["g5e7"])
        game.step(game.legal_actions()[0])
        self.assertEqual((game.steps, game.game().moves), ([], ["e3g5e7"]))
        self.assertTrue(game.is_game_over())

    def test_errors(self) -> None:
        game = Environment("shacru3")
        for call, words in (
            (lambda: Environment("chess"), "unknown variant"),
            (lambda: Environment("pacru", "view 1 startpos"), "expected no view"),
            (lambda: Environment("pacru", "fen x"), "fen"),
            (lambda: Environment("pacru", steps=[0]), "illegal action 0 of pacru"),
            (lambda: game.step(99_999), "no action 99999: expected 0 to 1944"),
            (lambda: game.step(0), "illegal action 0 of shacru3"),
            (lambda: game.action_token(0), "illegal action 0"),
            (lambda: game.action_id("e9e1"), "illegal action e9e1"),
            (lambda: game.observation(4), "expected a player, 1 to 3"),
            (lambda: game.belief(0), "expected a player"),
        ):
            with self.assertRaisesRegex(StrategosError, words):
                call()
        with self.assertRaises(OverflowError):
            game.step(-1)
        game.roll_out(1)
        with self.assertRaisesRegex(StrategosError, "illegal action 0: the game is over"):
            game.step(0)


class EngineTest(unittest.TestCase):
    def test_searches_are_those_of_the_program(self) -> None:
        with SimpleEngine.popen() as program:
            for variant, position in (
                ("pacific-a", "startpos"), ("shacru3", "startpos"), ("warpac", "startpos"),
                ("gameofwar", "deploy"), ("warpac-subs", "deploy"),
            ):  # fmt: skip
                program.set_options({"UCI_Variant": variant, "MultiPV": 2, "UCI_ShowWDL": True})
                limits = Limits(nodes=2000)
                theirs = program.go(position, limits)
                mine = Engine(variant, {"MultiPV": 2}).play(Game(variant, position), limits)
                self.assertEqual(mine.bestmove, theirs.bestmove, variant)
                self.assertEqual(
                    [(line.score, line.pv, line.depth) for line in mine.lines],
                    [(line.score, line.pv, line.depth) for line in theirs.lines],
                )

    def test_lines_of_a_monte_carlo_search_tell_of_its_tree(self) -> None:
        info = Engine("shacru4", {"Hash": 1}).play(Game("shacru4"), Limits(nodes=200)).info
        assert info.visits is not None and info.prior is not None
        self.assertGreater(info.visits, 10)
        self.assertTrue(0 < info.prior <= 1)
        self.assertIsNone(
            Engine("pacru", {"Hash": 1}).play(Game("pacru"), Limits(depth=2)).info.prior
        )

    def test_what_an_info_has(self) -> None:
        engine = Engine("pacru", {"Hash": 1, "Threads": 1})
        game = Game("pacru")
        search = engine.search(game, Limits(depth=4))
        infos = list(search)
        self.assertEqual([info.depth for info in infos][-1], 4)
        last = infos[-1]
        self.assertIsInstance(last, SearchInfo)
        self.assertEqual(last.pv[0], search.result.bestmove)
        self.assertEqual((last.player, last.players, last.multipv), (1, 2, 1))
        assert last.pov is not None and last.wdl is not None and last.score is not None
        self.assertEqual(last.pov.pov(2), -last.score)
        self.assertEqual(search.result.info, last)
        self.assertGreater(search.result.seconds, 0)
        self.assertEqual(len(engine.analyse(game, Limits(depth=2), multipv=3).lines), 3)
        self.assertEqual(len(engine.play(game, Limits(depth=2)).lines), 1)
        only = game.legal_moves()[3]
        found = engine.play(game, Limits(depth=2, searchmoves=(only,)))
        self.assertEqual(found.bestmove, only)
        value = engine.evaluate(game)
        self.assertTrue(value.terms and all(len(part) == 2 for part in value.terms.values()))
        engine.clear()
        self.assertEqual(engine.variant, "pacru")

    def test_a_game_that_is_over(self) -> None:
        game = random_game("shacru", "startpos", 1, 2)
        engine = Engine("shacru")
        while not game.is_game_over():
            game.play(engine.play(game, Limits(nodes=50)).bestmove)
        result = engine.play(game, Limits(nodes=50))
        self.assertEqual((result.bestmove, result.lines), (strategos.NO_MOVE, ()))
        text = GameTree.new("shacru")
        text.add_main_line(*game.moves)
        text.set_result(game.result(), game.ranking(), game.reason())
        self.assertEqual(Game("shacru", read_game(str(text)).position).fen(), game.fen())

    def test_stops(self) -> None:
        engine, game = Engine("pacific-a"), Game("pacific-a")
        search = engine.search(game)
        with self.assertRaises(RuntimeError):
            _ = search.result
        threading.Timer(0.1, search.stop).start()
        self.assertTrue(game.is_legal(search.wait().bestmove))
        with engine.search(game) as search:
            next(search)
        self.assertTrue(game.is_legal(search.result.bestmove))
        with self.assertRaises(KeyError), engine.search(game) as search:
            raise KeyError
        self.assertEqual(list(Engine("pacru").search(Game("pacru"), Limits(depth=5)))[-1].depth, 5)
        # One that is forgotten ends, and a change of an option ends one.
        forgotten = engine.search(game)
        del forgotten
        endless = engine.search(game)
        engine.set_options({"Threads": 2})
        self.assertTrue(game.is_legal(endless.wait().bestmove))

    def test_the_lock_is_released(self) -> None:
        """Threads of Python run while others search, each with its own engine."""
        ticks = []
        game = Game("pacru")
        with ThreadPoolExecutor(2) as pool:
            limits = Limits(movetime_ms=300)
            found = [pool.submit(lambda: Engine("pacru").play(game, limits)) for _ in range(2)]
            while not all(search.done() for search in found):
                ticks.append(time.perf_counter())
                time.sleep(0.01)
        self.assertGreater(len(ticks), 3)
        self.assertTrue(all(game.is_legal(search.result().bestmove) for search in found))

    @unittest.skipIf(sys.platform == "win32", "signals are not sent there")
    def test_ctrl_c(self) -> None:
        engine, game = Engine("pacific-a"), Game("pacific-a")
        for call in (lambda: engine.play(game, Limits()), lambda: game.perft(60)):
            timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                call()
            timer.join()
        self.assertTrue(game.is_legal(engine.play(game, Limits(nodes=100)).bestmove))

    def test_errors(self) -> None:
        engine, game = Engine("pacru"), Game("pacru")
        other = Game("warpac-subs", second_deployment("warpac-subs").record(1))
        for call, words in (
            (lambda: Engine("chess"), "unknown variant"),
            (lambda: Engine("pacru", {"Hush": 1}), "did you mean Hash"),
            (lambda: engine.set_options({"Hash": 0}), "Hash: expected a whole number from 1"),
            (lambda: engine.set_options({"UCI_Variant": "shacru"}), "keeps its variant"),
            (lambda: engine.set_options({"EvalFile": "/nowhere"}), "/nowhere"),
            (lambda: Engine("pacific-a", {"TablePath": "/nowhere"}), "TablePath: .*nowhere"),
            (lambda: engine.search(Game("shacru")), "the engine plays pacru"),
            (lambda: engine.play(game, Limits(searchmoves=("x",))), "x"),
            (lambda: engine.play(game, Limits(nodes=-1)), "limits"),
            (lambda: engine.play(game, Limits(nodes=9, ponder=True)), "does not ponder"),
            (lambda: engine.play(game, Limits(searchmoves=("a\ngo",))), "."),
            (lambda: Engine("warpac-subs").search(other, Limits(depth=1)), "view of player"),
            (lambda: engine.evaluate(Game("shacru")), "the engine plays pacru"),
        ):
            with self.assertRaisesRegex(StrategosError, words):
                call()
        self.assertTrue(game.is_legal(engine.play(game, Limits(nodes=100)).bestmove))


class CommandTest(unittest.TestCase):
    """The command `strategos` of the package."""

    def run_command(self, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "strategos", *words], input=text, capture_output=True,
            text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip

    def test_status_and_output(self) -> None:
        done = self.run_command("perft", "pacru", "2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Nodes searched: 734", done.stdout)
        self.assertEqual(self.run_command("--nonsense").returncode, 2)
        self.assertEqual(self.run_command("position fen x", "d").returncode, 1)
        done = self.run_command(text="uci\ngo depth 2\n")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"(?s)uciok.*bestmove \S+\n$")

    @unittest.skipIf(sys.platform == "win32", "signals are not sent there")
    def test_ctrl_c_ends_it(self) -> None:
        with subprocess.Popen(
            [sys.executable, "-m", "strategos"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        ) as process:  # fmt: skip
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write("isready\n")
            process.stdin.flush()
            self.assertEqual(process.stdout.readline(), "readyok\n")
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(PATIENCE_S), -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
