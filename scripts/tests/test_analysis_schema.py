"""Lines of the analysis server are what its JSON Schema says, by the package `jsonschema`."""

from __future__ import annotations

import importlib.util
import json
import random
import subprocess
import unittest
from typing import Any

from tests.browser import engine
from tests.helpers import SCRIPTS

SCHEMA = SCRIPTS.parent / "src" / "protocol" / "analysis" / "schema.json"
QUERIES = [
    "player", "result", "reason", "legalmoves", "fen", "ranking", "key", "view", "record",
]  # fmt: skip
# Games and the ends of their rules: hidden deployments, three and four players, hidden submarines.
VARIANTS = {
    "pacific-a": "startpos moves a3b4 b6a5",
    "pacru3": "fen B07R0/9/9/9/9/9/9/9/4W04 w - 0 1 moves e1e2",
    "shacru4": "startpos",
    "warpac-subs": "startpos",
    "gameofwar": "deploy",
}
WRONG: list[dict[str, Any]] = [
    {"variant": "pacru", "depth": 1},
    {"id": 1, "variant": "pacru"},
    {"id": 1, "variant": "pacru", "depth": -1},
    {"id": 1, "variant": "pacru", "depth": None},
    {"id": 1, "variant": "pacru", "depth": 1, "avoidMoves": "i9i8"},
    {"id": 1, "variant": "pacru", "depth": 1, "options": {"Seed": "3"}},
    {"id": 1, "variant": "pacru", "query": ["fens"]},
    {"id": 1, "variant": "pacru", "query": ["fen"], "depth": 1},
    {"id": 1, "variant": "pacru", "raw": 1},
    {"id": 1, "action": "terminate"},
    {"id": 1, "action": "stop"},
]


def requests() -> list[dict[str, Any]]:
    """Requests of every kind, all of them right."""
    found: list[dict[str, Any]] = [
        {"id": "version", "action": "query_version"},
        {"id": "variants", "action": "query_variants"},
        {"id": "clear", "action": "clear_cache"},
        {"id": "end", "action": "terminate", "target": "nothing"},
        {"id": "tables", "variant": "pacific-a", "nodes": 50, "tables": True},
        {"id": "avoid", "variant": "pacific-a", "nodes": 50, "avoidMoves": ["a3b4"]},
    ]
    for variant, position in VARIANTS.items():
        game = {"id": variant, "variant": variant, "position": position}
        found += [
            game | {"query": QUERIES},
            game | {"query": ["player"], "raw": True},
            {"id": 7, "variant": variant, "query": QUERIES, "positions": [position, "fen x", ""]},
            game | {"nodes": 300, "multipv": 3, "key": True, "reportEvery": 1},
            game | {"nodes": 50, "analyseTurns": [0], "priorities": [3]},
            game | {"depth": 2, "options": {"Turn Mode": "action", "Seed": 3, "Samples": 2}},
        ]
    return found


@unittest.skipIf(engine() is None, "needs a build of the engine")
@unittest.skipIf(importlib.util.find_spec("jsonschema") is None, "needs the package jsonschema")
class SchemaTest(unittest.TestCase):
    def setUp(self) -> None:
        from jsonschema import Draft202012Validator

        document = json.loads(SCHEMA.read_text())
        Draft202012Validator.check_schema(document)
        self.request, self.answer = (
            Draft202012Validator(document | {"anyOf": [{"$ref": f"#/$defs/{name}"}]})
            for name in ("Request", "Answer")
        )

    def answers(self, lines: list[str]) -> list[Any]:
        """What the server answers to lines."""
        done = subprocess.run(
            [str(engine()), "analysis"], input="\n".join(lines) + "\n", capture_output=True,
            text=True, check=True, timeout=300,
        )  # fmt: skip
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_the_program_prints_the_schema(self) -> None:
        command = [str(engine()), "analysis", "--schema"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        self.assertEqual(done.stdout, SCHEMA.read_text())

    def test_right_requests_and_their_answers(self) -> None:
        asked = requests()
        for request in asked:
            self.request.validate(request)
        answers = self.answers([json.dumps(request) for request in asked])
        for answer in answers:
            self.answer.validate(answer)
            self.assertNotIn("error", answer)
        self.assertGreaterEqual(len(answers), len(asked))
        keys = set().union(*answers)
        self.assertLessEqual({"positions", "lines", "tables", "key", "result", "version"}, keys)

    def test_wrong_requests_are_wrong_by_the_schema_and_for_the_server(self) -> None:
        for request in WRONG:
            self.assertFalse(self.request.is_valid(request), request)
        lines = [json.dumps(request) for request in WRONG] + ["{", "[]", "\x01"]
        answers = self.answers(lines)
        self.assertEqual(len(answers), len(lines))
        for answer in answers:
            self.answer.validate(answer)
            self.assertIn("error", answer)

    def test_what_the_schema_refuses_is_refused_by_the_server(self) -> None:
        """And what it takes has no fault that names a type."""
        choice = random.Random(4)
        values: list[Any] = [None, True, -1, 0, 3, 1.5, "x", "startpos", [], ["a3b4"], [0], {}]
        asked = []
        for number in range(400):
            request = choice.choice(requests()) | {"id": number}
            key = choice.choice([*request, "depth", "multipv", "priority", "raw", "tables"])
            if key not in ("id", "nodes", "depth", "action", "reportEvery"):
                request[key] = choice.choice(values)
            asked.append(request)
        refused = {
            answer["id"]: answer
            for answer in self.answers([json.dumps(request) for request in asked])
            if "error" in answer
        }
        for request in asked:
            if not self.request.is_valid(request):
                self.assertIn(request["id"], refused, request)
        self.assertGreater(len(refused), 100)


if __name__ == "__main__":
    unittest.main()
