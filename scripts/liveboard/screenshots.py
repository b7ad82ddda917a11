"""`screenshots.py`: plays a game of each family and takes pictures of its report and board.

With `--all` it takes the board in all its uses, at three sizes of the window, light and dark.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from matches.records.archive import load

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCRIPTS = Path(__file__).resolve().parents[1]
ENGINE = SCRIPTS.parent / "target" / "release" / "strategos"
# A variant of each family, the start of its game, and the turn in the pictures.
GAMES = (
    ("pacific-a", "startpos", 14), ("pacru3", "startpos", 40), ("azacru4", "startpos", 30),
    ("shacru", "startpos", 30), ("gameofwar", "deploy", 14), ("warpac-subs", "deploy", 30),
)  # fmt: skip
TURNS = 60
SIZE = "1200x800"
SIZES = ("1400x900", "1280x720", "390x844")
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
COLOURS = 48


def main() -> int:
    """0 when done."""
    parser = argparse.ArgumentParser(description="Takes pictures of all boards.")
    parser.add_argument("--engine", default=str(ENGINE), metavar="PATH")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--size", default=SIZE, type=size_of, metavar="WIDTHxHEIGHT")
    parser.add_argument("--dark", action="store_true", help="in dark colours")
    parser.add_argument(
        "--all", action="store_true",
        help=f"every use of the board at {', '.join(SIZES)}, light and dark",
    )  # fmt: skip
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for variant, start, turn in GAMES:
            records = play(options.engine, variant, start, options.out)
            for folder, size, theme in settings(options):
                width, height = size
                page = chromium.new_page(
                    viewport={"width": width, "height": height}, color_scheme=theme
                )
                shoot_report(page, records, folder / f"{variant}-report.png", turn)
                with served(options.engine, records) as address:
                    shoot_board(page, address, folder / variant, turn)
                    if options.all:
                        shoot_uses(page, folder / variant)
                page.close()
        chromium.close()
    return 0


def settings(options: argparse.Namespace) -> list[tuple[Path, tuple[int, int], Theme]]:
    """The folders of pictures, with the size and the colours of the window."""
    if not options.all:
        return [(options.out, options.size, "dark" if options.dark else "light")]
    found: list[tuple[Path, tuple[int, int], Theme]] = []
    for size in SIZES:
        for theme in THEMES:
            folder = options.out / f"{size}-{theme}"
            folder.mkdir(exist_ok=True)
            found.append((folder, size_of(size), theme))
    return found


def size_of(text: str) -> tuple[int, int]:
    """The size of a window; raises ValueError."""
    width, height = text.split("x")
    return int(width), int(height)


def play(engine: str, variant: str, start: str, folder: Path) -> Path:
    """Two engines play a game; its record and its report."""
    records, openings = folder / f"{variant}.jsonl", folder / "openings.txt"
    records.unlink(missing_ok=True)
    openings.write_text(f"{start}\n")
    command = [
        sys.executable, str(SCRIPTS / "match.py"), "--variant", variant, "--games", "2",
        "--engine", f"name=first,cmd={engine},nodes=3000",
        "--engine", f"name=second,cmd={engine},nodes=20000",
        "--openings", str(openings), "--max-tokens", str(TURNS), "--out", str(records),
        "--html", str(records.with_suffix(".html")),
    ]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    found, problems = load(records)
    if problems or not found:
        raise ValueError(f"no games of {variant}: {problems}")
    return records


def shoot(page: Page, picture: Path) -> None:
    """A picture of a page, with few colours for a small file."""
    from PIL import Image

    page.screenshot(path=picture)
    with Image.open(picture) as image:
        small = image.convert("RGB").quantize(COLOURS)
    small.save(picture, optimize=True)


def shoot_report(page: Page, records: Path, picture: Path, turn: int) -> None:
    """The report at a turn of the first game."""
    page.goto(f"{records.with_suffix('.html').absolute().as_uri()}#game=1&ply={turn}")
    page.wait_for_selector("#board use")
    shoot(page, picture)


@contextmanager
def served(engine: str, records: Path) -> Iterator[str]:
    """A live board with these games; its address."""
    command = [
        sys.executable, str(SCRIPTS / "board.py"), str(records), "--no-browser", "--port", "0",
        "--engine", engine, "--keep", str(records.with_suffix(".game")),
    ]  # fmt: skip
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield next(word for word in server.stdout.readline().split() if "//" in word)
    finally:
        server.terminate()
        server.communicate()


def shoot_board(page: Page, address: str, name: Path, turn: int) -> None:
    """The live board with an analysis and the reasons for its best line, and the board alone."""
    page.goto(address)
    page.wait_for_selector(f"#moves li:nth-child({turn})")
    page.click(f"#moves li:nth-child({turn})")
    page.wait_for_selector(f"#moves li:nth-child({turn}).now")
    page.click("#analyse")
    page.wait_for_selector("#analysis li:nth-child(3)")
    page.click("#why:enabled")
    page.wait_for_selector("#advice:not([hidden]) li")
    # The sentences come from the table.
    page.wait_for_timeout(500)
    shoot(page, name.with_name(f"{name.name}-board.png"))
    page.click("#analyse[aria-pressed=true]")
    page.wait_for_selector("#analyse[aria-pressed=false]")
    with page.expect_download() as still:
        page.click("#picture")
    still.value.save_as(name.with_suffix(".svg"))


def shoot_uses(page: Page, name: Path) -> None:
    """The board in its other uses: a review, a position of the book, a puzzle, a lesson, the rules,
    the dialog of a new game, a piece that is chosen, and a deployment."""

    def take(use: str) -> None:
        page.wait_for_timeout(300)
        shoot(page, name.with_name(f"{name.name}-{use}.png"))

    page.click("#review")
    page.wait_for_selector("#review-box:not([hidden])", timeout=120_000)
    take("review")
    page.click("#show-openings")
    page.click("#first")
    page.wait_for_selector("#openings p:not(:empty)")
    take("openings")
    page.click("#show-openings")
    page.click("#show-puzzles")
    page.wait_for_selector("#puzzle-title:not(:empty)")
    take("puzzle")
    page.click("#puzzles-close")
    page.click("#learn")
    page.wait_for_selector("#lesson-title:not(:empty)")
    take("lesson")
    page.click("#lessons-close")
    page.click("#show-rules")
    page.wait_for_selector("#rules-text use", state="attached")
    take("rules")
    page.click("#rules-close")
    page.click("#new")
    take("dialog")
    begin(page, "startpos")
    page.click("#hint")
    page.wait_for_selector("#advice:not([hidden]) li")
    page.evaluate(CHOOSE)
    take("play")
    page.click("#new")
    if page.locator("#new-start option[value=deploy]").count():
        begin(page, "deploy")
        page.wait_for_selector("#tray button")
        take("deploy")


def begin(page: Page, start: str) -> None:
    """A new game against engines, by the dialog that is open."""
    page.select_option("#new-start", start)
    page.select_option("#new-clock", "600,5")
    page.select_option("#seat-0", "person")
    page.click("#new-go")
    page.wait_for_selector("#dialog:not([open])", state="attached")
    page.wait_for_selector("#hint:enabled, #tray button")


# Chooses the piece of the first legal action.
CHOOSE = """async () => {
  const { page } = await import("/web/live.js");
  const begins = page.picker.actions.find(({ path }) => path.length > 0);
  if (begins) page.clicked(begins.path[0]);
}"""
