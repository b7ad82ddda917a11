"""`strategos play` at a pseudo-terminal: what is typed while an engine thinks, and Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from tests.browser import engine as newest_engine

ENGINE = newest_engine()
# Far more than is needed, for busy machines.
PATIENCE_S = 60.0
CTRL_C = "\x03"
# The sequences by which a program moves the cursor and sets colours.
_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class Terminal:
    """A command of the engine at a pseudo-terminal."""

    def __init__(self, *arguments: str, columns: int = 200) -> None:
        import fcntl
        import pty
        import struct
        import termios

        def control() -> None:
            """Makes the terminal the one whose Ctrl-C the program hears."""
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        environment = {**os.environ, "LC_ALL": "C", "TERM": "xterm", "PAGER": ""}
        environment.pop("NO_COLOR", None)
        self._program = subprocess.Popen(
            [str(ENGINE), *arguments], stdin=theirs, stdout=theirs, stderr=theirs,
            env=environment, start_new_session=True, preexec_fn=control,
        )  # fmt: skip
        os.close(theirs)
        self.shown = ""

    def types(self, line: str) -> None:
        """Types a line, and Enter."""
        os.write(self._ours, (line + "\r").encode())

    def presses(self, key: str) -> None:
        """Presses a key."""
        os.write(self._ours, key.encode())

    def until(self, words: str) -> str:
        """Reads until these words are shown. Returns what was shown since the last call."""
        end = time.monotonic() + PATIENCE_S
        while words not in self.shown:
            if time.monotonic() > end or not self._read(end - time.monotonic()):
                raise AssertionError(f"'{words}' is not shown: {self.shown}")
        text, _, self.shown = self.shown.partition(words)
        return text + words

    def _read(self, seconds: float) -> bool:
        if not select.select([self._ours], [], [], max(seconds, 0.0))[0]:
            return False
        try:
            read = os.read(self._ours, 65536).decode(errors="replace")
        except OSError:
            return False
        # A sequence may come in two parts.
        self.shown = _SEQUENCE.sub("", self.shown + read)
        return bool(read)

    def end(self) -> int:
        """Waits until the program has ended. Returns its status."""
        end = time.monotonic() + PATIENCE_S
        while self._program.poll() is None and time.monotonic() < end:
            self._read(0.1)
        while self._read(0.0):
            pass
        return self._program.wait(timeout=1.0)

    def close(self) -> None:
        """Ends the program if it still runs."""
        if self._program.poll() is None:
            os.killpg(self._program.pid, signal.SIGKILL)
            self._program.wait()
        with contextlib.suppress(OSError):
            os.close(self._ours)


@unittest.skipUnless(ENGINE, "needs a build of the engine")
@unittest.skipIf(sys.platform == "win32", "needs pseudo-terminals")
class PlayTerminalTest(unittest.TestCase):
    def start(self, *arguments: str, columns: int = 200) -> Terminal:
        """A game that ends with the test."""
        terminal = Terminal("play", *arguments, "--seed", "1", columns=columns)
        self.addCleanup(terminal.close)
        return terminal

    def test_a_search_is_interrupted_and_goes_on(self) -> None:
        game = self.start("pacific-a", "--time", "3600000")
        game.until("White> ")
        game.types("g3f4")
        game.until("Black thinks ...")
        game.presses(CTRL_C)
        game.until("The game rests")
        game.until("the game rests> ")
        # The game rests: what is typed is obeyed.
        game.types("undo")
        game.until("the game rests> ")
        game.types("redo")
        game.until("the game rests> ")
        game.types("go")
        game.until("Black thinks ...")
        game.types("stop")
        game.until("Black (engine): ")
        game.until("White> ")
        game.types("quit")
        self.assertEqual(game.end(), 0)

    def test_the_engine_is_left_while_it_thinks(self) -> None:
        for key in ("quit\r", "\x04"):
            game = self.start("pacru", "--time", "3600000", "--seat", "2")
            game.until("White thinks ...")
            game.presses(key)
            self.assertEqual(game.end(), 0)

    def test_ctrl_c_at_the_prompt_asks_before_it_leaves(self) -> None:
        game = self.start("shacru")
        game.until("White> ")
        game.presses(CTRL_C)
        game.until("Leave the game?")
        game.until("y/n> ")
        game.types("n")
        game.until("White> ")
        game.types("resign")
        game.until("Give the game up?")
        game.until("y/n> ")
        game.types("no")
        game.until("White> ")
        game.presses(CTRL_C)
        game.until("y/n> ")
        game.types("y")
        self.assertEqual(game.end(), 0)

    def test_a_turn_of_a_game_of_war_is_played_action_by_action(self) -> None:
        game = self.start("gameofwar", "--time", "30")
        game.until("South> ")
        game.types("c7")
        game.until("Moves of c7: c7")
        game.types("c7b7")
        game.until("Changed: b7 c7")
        game.until("4 moves left and an attack; end ends the turn.")
        game.until("South, the turn goes on> ")
        game.types("d7d6")
        game.until("3 moves left and an attack; end ends the turn.")
        game.until("the turn goes on> ")
        game.types("undo")
        game.until("4 moves left and an attack; end ends the turn.")
        game.until("the turn goes on> ")
        game.types("d7d6")
        game.until("3 moves left")
        game.until("the turn goes on> ")
        game.types("end")
        game.until("North (engine): ")
        game.until("South> ")
        game.types("history")
        game.until("South: c7b7,d7d6,end")
        game.types("quit")
        self.assertEqual(game.end(), 0)

    def test_a_hidden_deployment(self) -> None:
        game = self.start("warpac-subs", "--deploy", "--time", "30")
        game.until("White> ")
        game.types("k@a1")
        game.until("the turn goes on> ")
        game.types("go")
        shown = game.until("White> ")
        self.assertIn("5 submarines unseen", shown)
        self.assertNotIn("S@a", shown.split("Black (engine): ")[-1])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.pgn"
            game.types(f"save {path}")
            game.until("the file would show what is hidden")
            self.assertFalse(path.exists())
        game.types("belief")
        game.until("imagined positions")
        game.types("quit")
        self.assertEqual(game.end(), 0)

    def test_a_hidden_deployment_in_any_order(self) -> None:
        game = self.start("gameofwar", "--deploy", "--time", "30")
        game.until("Still to do: 9 infantry, 4 cavalry, a cannon")
        game.until("South> ")
        game.types("x@c6")
        shown = game.until("Still to do: 9 infantry")
        self.assertIn("Waiting for the rest of the turn: X@c6", shown)
        self.assertRegex(shown, r"(?m)^ +6 .* X ")
        game.until("> ")
        game.types("i@n9")
        shown = game.until("Still to do: 8 infantry")
        self.assertIn("Waiting for the rest of the turn: X@c6", shown)
        game.until("the turn goes on> ")
        game.types("i@d8")
        game.until("Still to do: 7 infantry")
        game.until("the turn goes on> ")
        game.types("go")
        game.until("undo what waits for its turn first: X@c6")
        game.until("the turn goes on> ")
        game.types("undo")
        game.until("Still to do: 7 infantry")
        game.until("the turn goes on> ")
        game.types("go")
        game.until("North (engine): I@")
        game.until("South> ")
        game.types("history")
        game.until("South: I@d8,")
        game.types("quit")
        self.assertEqual(game.end(), 0)

    def test_a_whole_game_is_played(self) -> None:
        game = self.start("pacific-a", "--time", "5", "--level", "0")
        shown = ""
        for _ in range(200):
            shown = game.until("> ")
            if shown.endswith("game over> "):
                break
            game.types("go")
        self.assertIn("The game is over, ", shown)
        game.types("history")
        game.until("White: ")
        game.types("quit")
        self.assertEqual(game.end(), 0)

    def test_a_terminal_that_is_too_narrow_is_told_so(self) -> None:
        game = self.start("warpac", columns=60)
        game.until("This board is 71 columns wide, and the terminal has 60")
        game.types("quit")
        self.assertEqual(game.end(), 0)
        game = self.start("gameofwar", columns=80)
        shown = game.until("South> ")
        self.assertNotIn("columns wide", shown)
        self.assertLessEqual(max(map(len, shown.splitlines())), 80)
        game.types("quit")
        self.assertEqual(game.end(), 0)

    def test_the_rules_are_laid_out_for_the_terminal(self) -> None:
        for columns in (60, 100):
            rules = Terminal("rules", "shacru", columns=columns)
            self.addCleanup(rules.close)
            self.assertEqual(rules.end(), 0)
            shown = rules.shown
            for mark in ("**", "```", "## ", "startpos\r", "|---"):
                self.assertNotIn(mark, shown)
            own, other = shown.index("9. Shacru"), shown.index("5. Pacru: what a move brings")
            self.assertLess(own, other)
            wide = [line for line in shown.splitlines() if len(line) > columns and line[0] != " "]
            self.assertEqual(wide, [])
