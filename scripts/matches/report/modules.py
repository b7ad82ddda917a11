"""The JavaScript of `scripts/web` in a page that needs no server.

The live board serves these modules as they are. The page of a report has them in its import map,
each as a `data:` address. Relative imports become names of that map.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from urllib.parse import quote

WEB = Path(__file__).resolve().parents[2] / "web"
PREFIX = "strategos/"
_IMPORT = re.compile(
    r'^(import [^;]*? from |export \{[^}]*\} from |import )"(\.[^"]+)";', re.MULTILINE
)


def import_map(entry: str) -> str:
    """The import map of `entry` and all its imports, as JSON; raises OSError."""
    found: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        text = (WEB / name).read_text(encoding="utf-8")
        folder = posixpath.dirname(name)
        waiting += [_beside(folder, path) for _, path in _IMPORT.findall(text)]
        found[name] = _absolute(text, folder)
    imports = {
        PREFIX + name: f"data:text/javascript;charset=utf-8,{quote(text)}"
        for name, text in sorted(found.items())
    }
    return json.dumps({"imports": imports})


def _absolute(text: str, folder: str) -> str:
    """The source with names of the import map instead of relative imports, because a `data:`
    address has no folder."""
    return _IMPORT.sub(
        lambda found: f'{found.group(1)}"{PREFIX}{_beside(folder, found.group(2))}";', text
    )


def _beside(folder: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(folder, path))
