"""What connects the pages, the table, and other programs that play."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .kept_game import KeptGame
from .pages import Page
from .programs import Programs
from .table_process import MOST_DEATHS, Message, TableFault, TableProcess

# An order is flat, except for its seats and its clock.
MOST_LEVELS = 6
# The name of the command line at the table.
FILE = "file"
# What the hub itself orders for a page.
OWN_ORDERS = ("join", "leave")


class Hub:
    """The pages by their names, and what is passed on between them and the table."""

    def __init__(self, command: list[str], kept: KeptGame, programs: Programs) -> None:
        self.table = TableProcess(command, self._hear, self._died)
        self._kept = kept
        self._programs = programs
        programs.report = self.table.tell
        programs.log = self._log
        self._pages: dict[str, Page] = {}
        # The pages that show the traffic of programs.
        self._loggers: set[str] = set()
        self._count = 0
        self._asks_for_snapshot = False
        # The games of the file that was opened by the command line.
        self._library: Message | None = None

    async def start(self) -> None:
        """Starts the table, with the game that was kept; raises `TableFault`."""
        await self.table.start()
        self._restore()

    def _restore(self) -> None:
        if self._kept.snapshot:
            self.table.tell({"do": "restore", "text": self._kept.snapshot})

    async def open_file(self, name: str, text: str) -> None:
        """Opens the games of a file, before any page is there; raises ValueError and
        `TableFault`."""
        self.table.tell({"viewer": FILE, "do": "load", "text": text})
        answer = await self._answer("library", "error")
        if answer["type"] == "error":
            raise ValueError(f"{name}: {answer['text']}")
        if len(answer["games"]) > 1:
            self._library = answer
            self.table.tell({"viewer": FILE, "do": "pick", "index": 0})
        self.table.tell({"viewer": FILE, "do": "leave"})

    async def _answer(self, *types: str) -> Message:
        """The table's answer to the command line; raises `TableFault`."""
        while True:
            message = await self.table.read()
            if message is None:
                raise TableFault("the table's program has died")
            if message.get("viewer") == FILE and message["type"] in types:
                return message
            self._hear(message)

    async def close(self) -> None:
        """Ends the table and all programs."""
        await self._programs.close()
        await self.table.close()

    # --- The pages ---

    def join(self, page: Page) -> str:
        """Adds a page, and returns its name at the table."""
        self._count += 1
        name = f"page {self._count}"
        self._pages[name] = page
        page.put(self._greeting())
        if self._library is not None:
            page.put(json.dumps(self._library))
        self.table.tell({"viewer": name, "do": "join"})
        return name

    def _greeting(self) -> str:
        """What a page is told first, and when the table's process was replaced."""
        greeting = {
            "type": "hello", "variants": self.table.variants, "programs": self._programs.names,
            "tables": self.table.has_tables, "lines": self.table.has_lines,
        }  # fmt: skip
        if self.table.parents:
            greeting["parents"] = self.table.parents
        return json.dumps(greeting)

    def leave(self, name: str) -> None:
        """Removes a page."""
        self._loggers.discard(name)
        if self._pages.pop(name, None) is not None:
            self.table.tell({"viewer": name, "do": "leave"})

    def obey(self, name: str, text: str) -> None:
        """Passes the order of a page on. What is no order is answered with an error."""
        try:
            words = order_of(text)
            if words.get("do") == "log":
                self._choose_log(name, words)
            else:
                self.table.tell({**words, "viewer": name})
        except ValueError as error:
            self._pages[name].put(json.dumps({"type": "error", "text": f"no order: {error}"}))

    def _choose_log(self, name: str, order: Mapping[str, Any]) -> None:
        """A page wants to see the traffic of programs, or does no more; raises ValueError."""
        if order.keys() != {"do", "on"} or not isinstance(order["on"], bool):
            raise ValueError("log has the key on, true or false")
        (self._loggers.add if order["on"] else self._loggers.discard)(name)

    def _log(self, line: str) -> None:
        """A line of the traffic with a program, for the pages that want it."""
        for name in self._loggers:
            self._pages[name].put(json.dumps({"type": "traffic", "line": line}))

    def notice(self, text: str) -> None:
        """Tells all pages about something that has happened."""
        for page in self._pages.values():
            page.put(json.dumps({"type": "notice", "text": text}))

    # --- The table ---

    def _hear(self, message: Message) -> None:
        viewer = message.pop("viewer", None)
        if viewer is not None:
            page = self._pages.get(viewer)
            if page is not None:
                page.put(json.dumps(message))
            return
        match message["type"]:
            case "search":
                self._programs.search(message)
            case "stop":
                self._programs.stop(message["search"])
            case "changed" if not self._asks_for_snapshot:
                self._asks_for_snapshot = True
                self.table.tell({"do": "snapshot"})
            case "snapshot":
                self._asks_for_snapshot = False
                self._keep(message["text"])

    def _keep(self, snapshot: str) -> None:
        self._kept.keep(snapshot)
        if self._kept.problem:
            self.notice(self._kept.problem)
            self._kept.problem = ""

    def _died(self, deaths: int) -> None:
        """Goes on with another process of the table."""
        self._programs.stop_all()
        self._asks_for_snapshot = False
        if deaths >= MOST_DEATHS:
            self._kept.snapshot = ""
        self._restore()
        for name, page in self._pages.items():
            self.table.tell({"viewer": name, "do": "join"})
            # The page goes on with its game by lines.
            page.put(self._greeting())
        goes_on = "the game goes on from its last move" if self._kept.snapshot else "a game begins"
        self.notice(f"The table's program has died. It was started again, and {goes_on}.")


def order_of(text: str) -> Mapping[str, Any]:
    """The order in the text of a page; raises ValueError."""
    try:
        words = json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(words, dict):
        raise ValueError("an object is expected")
    if words.get("do") in OWN_ORDERS:
        raise ValueError(f"a page cannot order this ({words['do']})")
    if _levels(words) > MOST_LEVELS:
        raise ValueError("it is nested too deeply")
    # Refuses half characters and numbers that are none, which have no place in a line of JSON.
    json.dumps(words, ensure_ascii=False, allow_nan=False).encode()
    return words


def _levels(value: object) -> int:
    """How deeply a value is nested."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_levels, parts), default=0)
