"""`build_teaching.py`: writes the data, or checks that it is up to date."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from runtime.arguments import BROKEN_OFF, DONE, OneLineParser, program, text_of
from strategos_client import EngineError, SimpleEngine

from . import DATA, FAMILIES, rulebook_of
from .lessons import lessons_of
from .levels import ranges_of
from .puzzles import puzzles_of, sets
from .referee import Referee
from .rulebook import diagrams_of


def main(description: str) -> int:
    """Runs the program, and returns the exit status."""
    parser = OneLineParser(description)
    parser.add_argument("--engine", required=True, type=Path, help="the engine's program")
    parser.add_argument("--check", action="store_true", help="write nothing, name old files")
    options = parser.parse_args()
    try:
        command = str(options.engine.absolute())
        with SimpleEngine.popen([command]) as engine:
            files = built(Referee(engine))
            ranges = ranges_of(command, engine.options["UCI_Variant"].choices)
            files["levels.json"] = json_object(ranges)
        old = [name for name, text in files.items() if not _has(DATA / name, text)]
        if not options.check:
            DATA.mkdir(exist_ok=True)
            for name in old:
                (DATA / name).write_text(files[name], encoding="utf-8", newline="\n")
    except (OSError, ValueError, EngineError) as error:
        sys.stderr.write(f"{program()}: {text_of(error)}\n")
        return BROKEN_OFF
    for name in old:
        print(f"{name} {'is old' if options.check else 'is new'}")
    return BROKEN_OFF if old and options.check else DONE


def _has(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


def built(referee: Referee) -> dict[str, str]:
    """The files by their names. Raises OSError and ValueError."""
    files = {}
    for family in FAMILIES:
        rules = rulebook_of(family).read_text(encoding="utf-8")
        files[f"{family}.md"] = rules
        diagrams, lessons = diagrams_of(rules, referee), lessons_of(family, referee)
        files[f"{family}.json"] = json_text({"diagrams": diagrams, "lessons": lessons})
    counts = {}
    for variant, path in sets().items():
        puzzles = puzzles_of(path, referee)
        counts[variant] = len(puzzles)
        files[f"puzzles-{variant}.json"] = json_text({"puzzles": puzzles})
    files["puzzles.json"] = json_object(counts)
    return files


def json_text(data: dict[str, list[Any]]) -> str:
    """JSON with a line for each entry of its lists."""
    lists = []
    for name, entries in data.items():
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
        lists.append(f"{json.dumps(name)}: [\n{lines}\n]")
    return "{\n" + ",\n".join(lists) + "\n}\n"


def json_object(data: dict[str, Any]) -> str:
    """JSON with a line for each key."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in data.items())
    return f"{{\n{lines}\n}}\n"
