"""Tests of recipes for networks, and of `learn_cycle.py --recipe`."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from learning.recipes import Generation, Recipe, RecipeError
from tests.browser import engine
from tests.helpers import SCRIPTS

RECIPES = SCRIPTS / "learning" / "recipes"
SMALL = """
variant = "{variant}"
learn = "--epochs 1 --hidden 32 --batch 512"
match = "--nodes 50 --games 2 --genfens"
{more}
[[generations]]
games = 120
nodes = 50
seed = 1

[[generations]]
games = 120
nodes = 60
seed = 2
stray = 10
keep = 1
begin = true
learn = "--rate 0.001"
"""


class ReadingTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.path = Path(folder, "a.toml")

    def read(self, text: str) -> Recipe:
        self.path.write_text(text)
        return Recipe.read(self.path)

    def test_the_recipes_of_the_project(self) -> None:
        paths = sorted(RECIPES.glob("*.toml"))
        self.assertTrue(paths)
        for path in paths:
            self.assertEqual(Recipe.read(path).variant, path.stem)

    def test_a_whole_recipe(self) -> None:
        recipe = self.read(SMALL.format(variant="pacru3", more='policy = "--epochs 2"'))
        self.assertEqual((recipe.variant, recipe.policy), ("pacru3", "--epochs 2"))
        first, second = recipe.generations
        self.assertEqual(first, Generation(120, 50, 1))
        self.assertEqual(second, Generation(120, 60, 2, 10, 1, True, "--rate 0.001"))
        words = ["--games", "12", "--nodes", "60", "--seed", "2", "--stray", "10"]
        self.assertEqual(second.datagen(0.1), words)
        self.assertEqual(Generation(5, 1, 0).datagen(0.0)[:2], ["--games", "1"])

    def test_what_is_no_recipe(self) -> None:
        whole = 'variant = "pacru"\n[[generations]]\ngames = 1\nnodes = 1\nseed = 1\n'
        self.read(whole)
        for text, reason in (
            ("variant =", "no TOML: "),
            ('variant = "pacru"', r"generations: at least one"),
            ("generations = []", r"generations: at least one"),
            ("generations = [1]", "variant is missing"),
            ('variant = "pacru"\ngenerations = [1]', "generations 1: no table"),
            (whole.replace("variant", "game"), "game: no such key; there are variant, learn"),
            (whole.replace('"pacru"', "1"), "variant: 1 is no text"),
            (whole + "steps = 1", "generations 1: steps: no such key; there are games, nodes"),
            (whole.replace("seed = 1", ""), "generations 1: seed is missing"),
            (whole.replace("nodes = 1", "nodes = true"), "nodes: True is no whole number"),
            (whole + "begin = 1", "generations 1: begin: 1 is no true or false"),
            (whole + "begin = true", "generations 1: begin: there is no network before it"),
            (whole + "stray = 101", "generations 1: stray: 101 is not in 0 to 100"),
            (whole.replace("games = 1", "games = 0"), "games: 0 is not in 1 to "),
            (whole + 'learn = "--out \'a"', "generations 1: learn: No closing quotation"),
        ):
            with self.assertRaisesRegex(RecipeError, f"a.toml: .*{reason}"):
                self.read(text)
        self.path.write_bytes(b"\xff")
        with self.assertRaisesRegex(RecipeError, "a.toml: no TOML"):
            Recipe.read(self.path)


@unittest.skipIf(
    any(importlib.util.find_spec(name) is None for name in ("numba", "numpy")),
    "needs the packages of requirements-learn.txt",
)
class CourseTest(unittest.TestCase):
    """Two generations with the real engine."""

    def setUp(self) -> None:
        found = engine()
        if found is None:
            self.skipTest("there is no build of the engine")
        self.engine = found
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def follow(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(SCRIPTS / "learn_cycle.py"), *words]
        command += ["--engine", self.engine, "--out", str(self.folder / "out")]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def recipe(self, variant: str, more: str = "") -> str:
        path = self.folder / "recipe.toml"
        path.write_text(SMALL.format(variant=variant, more=more))
        return str(path)

    def test_a_recipe_is_followed_and_gone_on_with(self) -> None:
        recipe = self.recipe("shacru3", 'policy = "--epochs 1"')
        done = self.follow("--recipe", recipe, "--share", "0.5")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        steps = [line.split(":")[0] for line in done.stdout.splitlines() if line.startswith("== ")]
        one = ["games", "samples", "training", "check"]
        wanted = [f"== {step} {number}" for number in (1, 2) for step in one]
        self.assertEqual(steps, [*wanted, "== choices", "== policy", "== match"])
        self.assertIn("datagen shacru3", done.stdout)
        second = self.folder / "out" / "generation-2"
        self.assertTrue((second / "network" / "shacru3.net").exists())
        self.assertTrue((second / "shacru3.rnk").exists())
        network = (second / "network" / "shacru3.net").read_bytes()
        done = self.follow("--recipe", recipe, "--share", "0.5")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("1 of 1 epochs were done before", done.stdout)
        self.assertIn("2 of 2 games were played before", done.stdout)
        self.assertEqual((second / "network" / "shacru3.net").read_bytes(), network)

    def test_bad_usage(self) -> None:
        recipe = self.recipe("pacific-a")
        for words, reason in (
            ([], "a variant or --recipe is wanted"),
            (["pacific-a", "--recipe", recipe], "a variant or --recipe is wanted"),
            (["--recipe", recipe, "--learn", "--epochs 2"], "--network and --learn are for"),
            (["--recipe", recipe, "--share", "2"], "no number from 0 to 1: 2"),
            (["--recipe", "nowhere.toml"], "nowhere.toml"),
            (["--recipe", self.recipe("chess")], "games 1 ended with status"),
        ):
            done = self.follow(*words)
            self.assertIn(reason, done.stderr)
            self.assertNotEqual(done.returncode, 0)
            self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
