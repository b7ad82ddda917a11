"""The page by itself: a folder that any server of files can serve, with the engine inside."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
WEB = SCRIPTS / "web"
LIBRARY = SCRIPTS / "wasm"
# The modules where the page and its workers begin.
ENTRIES = (WEB / "live.js", WEB / "table_worker.js", LIBRARY / "worker.js")
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*"(\.[^"]+\.js)\"""")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)


def write(folder: Path, built: Path) -> None:
    """Puts the page together; `built` has the module and its networks. Raises OSError."""
    library = folder / LIBRARY.name
    shutil.rmtree(library, ignore_errors=True)
    for module in sorted(modules()):
        copy = folder / module.relative_to(SCRIPTS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, copy)
    (folder / "index.html").write_text(page(), encoding="utf-8")
    for style in WEB.glob("*.css"):
        shutil.copyfile(style, folder / WEB.name / style.name)
    for data in ("teaching", "books"):
        shutil.copytree(WEB / data, folder / WEB.name / data, dirs_exist_ok=True)
    shutil.copyfile(built / "strategos.wasm", library / "strategos.wasm")
    shutil.copytree(built / "networks", library / "networks")


def page() -> str:
    """The text of the page."""
    text = (WEB / "board.html").read_text(encoding="utf-8")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    return text.replace("<!--POLICY-->", policy).replace('data-table="server"', 'data-table="here"')


def modules() -> set[Path]:
    """The page's modules: those where it begins, and what they import."""
    found: set[Path] = set()
    waiting = list(ENTRIES)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += _imports(module)
    return found


def _imports(module: Path) -> Iterator[Path]:
    for name in IMPORT.findall(module.read_text(encoding="utf-8")):
        yield (module.parent / name).resolve()
