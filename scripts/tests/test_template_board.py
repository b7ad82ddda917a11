"""Tests of the template of a board, `scripts/web/boards/template.js`, which no page shows."""

from __future__ import annotations

import json
import shutil
import subprocess
import unittest

from tests.helpers import SCRIPTS

VECTORS = SCRIPTS.parent / "src" / "games" / "template" / "vectors.jsonl"
DRAW = """
import { Template } from "./web/boards/template.js";
import { THEMES } from "./web/boards/themes.js";
const board = new Template();
const drawn = JSON.parse(process.argv[1]).map((fen) => {
  const items = board.items(fen);
  return [items.filter(({ symbol }) => symbol === "coin").length,
    items.filter(({ symbol }) => symbol === "rock").length, board.caption(fen), board.facts(fen)];
});
const pictures = Object.values(THEMES).map((theme) => {
  board.theme = theme;
  return board.background() + Object.values(board.symbols()).join("");
});
console.log(JSON.stringify({ drawn, pictures }));
"""


class TemplateBoardTest(unittest.TestCase):
    @unittest.skipIf(shutil.which("node") is None, "needs Node.js")
    def test_every_position_of_the_vectors_is_drawn(self) -> None:
        vectors = map(json.loads, VECTORS.read_text().splitlines())
        fens = sorted({vector["fen"] for vector in vectors})
        self.assertGreater(len(fens), 15)
        done = subprocess.run(
            ["node", "--input-type=module", "--eval", DRAW, json.dumps(fens)],
            cwd=SCRIPTS, capture_output=True, text=True, check=True,
        )  # fmt: skip
        found = json.loads(done.stdout)
        # Each theme has its own colours.
        self.assertEqual(len(set(found["pictures"])), len(found["pictures"]))
        self.assertNotIn("undefined", "".join(found["pictures"]))
        for fen, (coins, rocks, caption, facts) in zip(fens, found["drawn"], strict=True):
            self.assertEqual(f"{coins}/{rocks}", fen.split()[0])
            side = "White" if fen.endswith("w") else "Black"
            self.assertTrue(caption.startswith(f"{side} to move"), caption)
            self.assertIn(f"{coins} coin", facts)


if __name__ == "__main__":
    unittest.main()
