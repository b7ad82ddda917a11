"""`measure_board.py`: frame times of the board's animation, and the opening of a large report."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from matches.records.archive import load
from matches.report.page import write_report

from .screenshots import ENGINE, play, served

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A variant of each family, and the start of its game.
GAMES = (
    ("pacific-a", "startpos"), ("azacru4", "startpos"), ("gameofwar", "startpos"),
    ("warpac-subs", "startpos"),
)  # fmt: skip
STEPS = 12
# Without these a frame lasts as long as the screen's, however soon it is ready.
UNLIMITED = ("--no-sandbox", "--disable-frame-rate-limit", "--disable-gpu-vsync")


def main(description: str | None = None) -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--engine", default=str(ENGINE), metavar="PATH")
    parser.add_argument("--games", type=int, default=2000, help="games of the report")
    options = parser.parse_args()
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        chromium = playwright.chromium.launch(executable_path=browser, args=UNLIMITED)
        folder = Path(name)
        found = [play(options.engine, variant, start, folder) for variant, start in GAMES]
        for records in found:
            page = chromium.new_page(viewport={"width": 1400, "height": 900})
            with served(options.engine, records) as address:
                frames, busy = frames_of(page, address)
                say_frames(records.stem, frames, busy)
            page.close()
        page = chromium.new_page(viewport={"width": 1400, "height": 900})
        report = large_report(found, options.games, folder)
        size = report.stat().st_size / 1e6
        opened, busy = open_report(page, report)
        print(
            f"report of {options.games} games, {size:.1f} MB: open after {opened:.0f} ms, "
            f"{busy:.0f} ms of them processor time"
        )
        chromium.close()
    return 0


class PageTime:
    """The processor time of a page's main thread: of scripts, styles, layout and painting."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._begin = self._now()

    def _now(self) -> float:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    def passed(self) -> float:
        """Milliseconds since the beginning."""
        return 1000 * (self._now() - self._begin)


def frames_of(page: Page, address: str) -> tuple[list[float], float]:
    """Milliseconds of all frames while turns of a game are shown one after the other, and the
    processor time of all of them."""
    page.goto(address)
    page.wait_for_selector(f"#moves li:nth-child({STEPS + 2})")
    page.select_option("#speed", "normal")
    page.click("#first")
    page.wait_for_selector("#moves:not(:has(li.now))")
    page.wait_for_timeout(500)
    time = PageTime(page)
    found: list[float] = page.evaluate(FRAMES, STEPS)
    return found, time.passed()


def say_frames(variant: str, frames: list[float], busy: float) -> None:
    """The middle one, the one that 95 % do not exceed, and the longest."""
    ordered = sorted(frames)
    most = ordered[int(0.95 * (len(ordered) - 1))]
    print(
        f"{variant}: {len(frames)} frames, median {statistics.median(frames):.1f} ms, "
        f"95 % up to {most:.1f} ms, longest {ordered[-1]:.1f} ms; "
        f"processor time {busy / len(frames):.1f} ms a frame"
    )


def large_report(found: list[Path], games: int, folder: Path) -> Path:
    """A report of this number of games: the games of the records, repeated."""
    texts = [line for path in found for line in path.read_text().splitlines()]
    many = folder / "many.jsonl"
    many.write_text("".join(f"{line}\n" for line in numbered(texts, games)))
    records, problems = load(many)
    if problems:
        raise ValueError(problems)
    report = folder / "many.html"
    write_report(records, report)
    return report


def numbered(texts: list[str], games: int) -> Iterator[str]:
    """Records with numbers of their own."""
    for number in range(games):
        yield json.dumps({**json.loads(texts[number % len(texts)]), "game": number + 1})


def open_report(page: Page, report: Path) -> tuple[float, float]:
    """Milliseconds from the navigation until the first game is drawn, and the processor time."""
    page.goto("about:blank")
    time = PageTime(page)
    page.goto(report.as_uri(), wait_until="commit")
    page.wait_for_selector("#board use", state="attached")
    opened = float(page.evaluate(DRAWN))
    return opened, time.passed()


# Steps through the game. A frame is the time between two callbacks of the browser while pieces go.
FRAMES = """async (steps) => {
  const { page } = await import("/web/live.js");
  const frames = [];
  const next = () => new Promise((done) => requestAnimationFrame(done));
  for (let step = 0; step < steps; step += 1) {
    const before = page.board.at;
    document.querySelector("#next").click();
    while (page.board.at === before) await new Promise((done) => setTimeout(done, 5));
    let last = await next();
    const running = () => page.view.svg.getAnimations({ subtree: true })
      .some((one) => one.playState === "running");
    while (running()) {
      const now = await next();
      frames.push(now - last);
      last = now;
    }
  }
  return frames;
}"""
# Two frames later the picture of the board is painted.
DRAWN = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(
  () => done(performance.now()))))"""
