"""The board of A Game of War draws the map of its variant."""

from __future__ import annotations

import json
import shutil
import subprocess
import unittest

from tests.helpers import SCRIPTS

WEB = SCRIPTS / "web"
# A wall on rank 12 with a pass on m12, a fortress on m7, arsenals on c4, u4, c18 and u18.
MAP = (
    "25/25/2a17a4/25/25/25/25/25/^^^^^^^^^^^^=^^^^^^^^^^^^/25/25/25/25/12#12/25/25/2A17A4/25/25/25"
)
FEN = "25/25/25/25/25/25/7i17/25/25/25/25/25/25/7I17/25/25/25/25/25/25 w c4,u4,c18,u18 - - - - 0 1"
DRAW = f"""
import {{ boardOf, knowParents, svgOf }} from {json.dumps((WEB / "boards" / "index.js").as_uri())};
import {{ knowSettings }} from {json.dumps((WEB / "boards" / "settings.js").as_uri())};
const [map, fen] = JSON.parse(process.argv[1]);
knowParents({{ walled: "gameofwar" }});
knowSettings("walled", {{ map }});
const board = boardOf("walled");
let refusal = "";
try {{ board.put(fen, "a12", "I"); }} catch (error) {{ refusal = error.message; }}
const arsenals = board.items(fen).filter(({{ symbol }}) => symbol.endsWith("A"));
const usual = svgOf("gameofwar", fen.replace("c4,u4,c18,u18", "c1,w1,h17,o19"));
console.log(JSON.stringify({{
  mountains: [...board.mountains].length, passes: board.passes, fortresses: board.fortresses,
  arsenals: arsenals.map(({{ square }}) => square), refusal,
  differs: svgOf("walled", fen).length !== usual.length, usual: boardOf("gameofwar").passes,
}}));
"""


@unittest.skipIf(shutil.which("node") is None, "needs Node.js")
class Maps(unittest.TestCase):
    def test_the_map_of_the_variant_is_drawn(self) -> None:
        done = subprocess.run(
            ["node", "--input-type=module", "--eval", DRAW, json.dumps([MAP, FEN])],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        told = json.loads(done.stdout)
        self.assertEqual(told["mountains"], 24)
        self.assertEqual((told["passes"], told["fortresses"]), (["m12"], ["m7"]))
        self.assertEqual(sorted(told["arsenals"]), ["c18", "c4", "u18", "u4"])
        self.assertEqual(told["refusal"], "a12 is a mountain")
        self.assertTrue(told["differs"])
        self.assertEqual(sorted(told["usual"]), ["j15", "p6"])
