"""A game by lines: the other player is far away, and public lines go back and forth by hand.

The person's file is in a folder of this machine. `strategos sealed` reads and writes it. An engine
is asked only in the view of the person, so nothing here knows more than the person does."""

from __future__ import annotations

import asyncio
import contextlib
import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from matches.sealed.sealed_file import SealedError, SealedFile, Terms, audit, run
from strategos_client import Engine, EngineConfig, EngineError, Limits

Message = dict[str, Any]

_DROP = re.compile(r"[A-Z]@")
_NAME = re.compile(r"game-(\d+)")
HINT_MS = 1000
# The question what turns do; their tokens hold these signs alone.
EFFECTS = re.compile(r"effects( [A-Za-z0-9@~>=?,]+)+")
# Digits of a hash that a page shows.
_SHOWN = 12


class LinesGame:
    """The games by lines of one page: at most one is on its board. `put` sends to the page."""

    def __init__(self, program: str, folder: Path, put: Callable[[Message], None]) -> None:
        self._program = (program,)
        self._folder = folder
        self._put = put
        self._orders: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._engine: Engine | None = None
        self._path: Path | None = None
        self._status: Message = {}
        self._lines: list[str] = []
        # The FEN and the mover of each position of the record, and the tokens that lead there.
        self._start = ""
        self._moves: list[str] = []
        self._seen: list[tuple[str, int]] = []
        # The actions of a turn that is not complete, and the position that is shown.
        self._part: list[str] = []
        self._legal: list[str] = []
        self._at: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether a game is on the board of the page."""
        return self._path is not None

    async def idle(self) -> None:
        """Waits until all orders are obeyed."""
        await self._orders.join()

    def order(self, words: Mapping[str, Any]) -> None:
        """Obeys an order after all earlier ones."""
        if self._task is None:
            self._task = asyncio.create_task(self._obey_all())
        self._orders.put_nowait(words)

    async def close(self) -> None:
        """Ends the engine."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await self._leave()

    def leave(self) -> None:
        """Takes the game from the board. Its file stays."""
        self._path = None

    async def _obey_all(self) -> None:
        while True:
            words = await self._orders.get()
            try:
                await self._obey(words)
            except (SealedError, EngineError, OSError, ValueError) as error:
                self._put({"type": "error", "text": str(error)})
            finally:
                self._orders.task_done()

    async def _obey(self, words: Mapping[str, Any]) -> None:
        if words.get("do") == "lines":
            await self._by_lines(words)
        elif self._path is None:
            return
        elif words.get("do") == "play":
            await self._play(str(words.get("token", "")))
        elif words.get("do") == "undo" and self._part:
            self._part.pop()
            await self._tell()
        elif words.get("do") == "resign":
            await self._file().move("resign")
            await self._look()
        elif words.get("do") == "step":
            self._step(words.get("to"))
        elif words.get("do") == "hint":
            await self._hint()
        elif words.get("do") == "ask" and EFFECTS.fullmatch(str(words.get("query"))):
            await self._ask(str(words["query"]))
        else:
            raise ValueError("this cannot be done in a game by lines")

    async def _by_lines(self, words: Mapping[str, Any]) -> None:
        match words.get("act"):
            case "list":
                self._put({"type": "lines", "games": self._games()})
            case "propose":
                await self._propose(words)
            case "join":
                await self._begin(self._new_path(), str(words.get("line", "")).strip(), words)
            case "resume":
                self._resume(str(words.get("game", "")))
                await self._look()
            case "receive":
                # The page may paste a whole game again.
                await self._file().receive_new(str(words.get("text", "")))
                await self._look()
            case "open":
                await self._file().open()
                await self._look()
            case "audit":
                await self._audit(str(words.get("text", "")))
            case _:
                raise ValueError("there is no such order in a game by lines")

    # --- Files ---

    def _games(self) -> list[str]:
        """The names of the games in the folder, the newest first."""
        found = {int(match[1]) for path in self._names() if (match := _NAME.fullmatch(path))}
        return [f"game-{number}" for number in sorted(found, reverse=True)]

    def _names(self) -> list[str]:
        return [path.name for path in self._folder.iterdir()] if self._folder.is_dir() else []

    def _new_path(self) -> Path:
        self._folder.mkdir(parents=True, exist_ok=True)
        numbers = [int(name.removeprefix("game-")) for name in self._games()]
        return self._folder / f"game-{max(numbers, default=0) + 1}"

    def _file(self) -> SealedFile:
        if self._path is None:
            raise ValueError("no game by lines is on the board")
        return SealedFile(self._program, self._path)

    async def _propose(self, words: Mapping[str, Any]) -> None:
        first = {"me": True, "other": False}.get(str(words.get("first", "")))
        terms = Terms(str(words.get("variant", "")), str(words.get("start", "")), first)
        await self._begin(self._new_path(), terms, words)

    async def _begin(self, path: Path, given: Terms | str, words: Mapping[str, Any]) -> None:
        file, name = SealedFile(self._program, path), str(words.get("name", ""))
        if isinstance(given, Terms):
            await file.propose(name, given)
        else:
            await file.join(name, given)
        self._path = path
        await self._look()

    def _resume(self, name: str) -> None:
        if name not in self._games():
            raise ValueError(f"there is no game {name}")
        self._path = self._folder / name

    async def _audit(self, other: str) -> None:
        """Audits the file alone, or with the other player's file or lines."""
        assert self._path is not None
        files = [self._path]
        # A name that is no game, so that it is never listed.
        foreign = self._path.with_name(f"{self._path.name}.other")
        try:
            if other.strip():
                foreign.write_text(other, encoding="utf-8")
                files.append(foreign)
            found = await audit(self._program, files)
            words = ("sealed", "audit", *map(str, files))
            _, text, _ = await run((*self._program, *words))
        finally:
            foreign.unlink(missing_ok=True)
        self._put({"type": "lines", "audit": {**found, "text": text.strip()}})

    # --- The board ---

    async def _look(self) -> None:
        """Reads the file again, and tells the page."""
        self._part, self._at = [], None
        self._status = await self._file().status()
        self._lines = await self._file().lines()
        await self._tell()

    async def _rules(self) -> Engine:
        """An engine of the variant of this game."""
        variant = self._status["variant"]
        if self._engine is None or self._engine.config.options["UCI_Variant"] != variant:
            await self._leave()
            options = {"UCI_Variant": variant, "Hash": "1"}
            config = EngineConfig("rules", self._program, options)
            self._engine = await Engine.start(config)
            self._start, self._moves, self._seen = "", [], []
        return self._engine

    async def _leave(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.quit()

    async def _follow(self) -> None:
        """Asks for the positions of the record that are new."""
        engine = await self._rules()
        start, _, moves = (self._status["position"] or self._before()).partition(" moves ")
        tokens = moves.split()
        shared = 0
        if start == self._start:
            pairs = zip(tokens, self._moves, strict=False)
            shared = next(
                (at for at, (new, old) in enumerate(pairs) if new != old),
                min(len(tokens), len(self._moves)),
            )
        del self._seen[shared + 1 if start == self._start else 0 :]
        self._start, self._moves = start, tokens
        for count in range(len(self._seen), len(tokens) + 1):
            position = f"{start} moves {' '.join(tokens[:count])}" if count else start
            fen, (player,) = await asked(
                engine, f"position {position}", "query fen", "query player"
            )
            self._seen.append((" ".join(fen), int(player)))

    def _before(self) -> str:
        """The position before the sides are known."""
        return str(self._status["start"])

    def _position(self) -> str:
        tokens = [*self._moves, *([",".join(self._part)] if self._part else [])]
        return f"{self._start} moves {' '.join(tokens)}" if tokens else self._start

    async def _play(self, token: str) -> None:
        """Plays a turn or a part of one. A whole turn becomes a line."""
        if self._status.get("next") != "move":
            raise ValueError("it is not your turn")
        part = [*self._part, *token.split(",")]
        engine, whole = await self._rules(), ",".join(part)
        here = self._start + (f" moves {' '.join(self._moves)}" if self._moves else "")
        answers = await engine.ask([f"position {here}", f"query told {whole}"])
        if not answers.errors:
            await self._file().move(whole)
            await self._look()
            return
        legal = await engine.ask([f"position {here}", f"query islegal {whole}"])
        if legal.responses != [["true"]]:
            raise ValueError(answers.errors[0].removeprefix("info string error: "))
        self._part = part
        await self._tell()

    async def _hint(self) -> None:
        """What the engine would play here. It draws a deployment by chance, as an opponent with the
        same engine could otherwise guess it."""
        if self._status.get("next") != "move":
            raise ValueError("it is not your turn")
        engine = await self._rules()
        await engine.set_options({"Seed": str(secrets.randbelow(2**31))})
        result = await engine.go(self._position(), Limits(movetime_ms=HINT_MS))
        self._put({"type": "hint", "token": result.bestmove})

    async def _ask(self, query: str) -> None:
        """What turns do, as far as the person can know."""
        engine = await self._rules()
        (text,) = await asked(engine, f"position {self._position()}", f"query {query}")
        self._put({"type": "answer", "query": query, "text": " ".join(text)})

    def _step(self, to: object) -> None:
        last = len(self._moves) + len(self._part)
        at = to if isinstance(to, int) else last
        self._at = None if at >= last else max(at, 0)
        self._put(self._state(*self._shown()))

    def _shown(self) -> tuple[str, int]:
        """The FEN and the mover that are shown while a step back is looked at."""
        at = len(self._moves) if self._at is None else min(self._at, len(self._moves))
        return self._seen[at]

    async def _tell(self) -> None:
        """Tells the page the tree, the state, and the lines."""
        await self._follow()
        engine = await self._rules()
        fen, (player,), legal = await asked(
            engine, f"position {self._position()}", "query fen", "query player", "query legalmoves"
        )
        can_move = self._status["next"] == "move"
        self._legal = legal if can_move else []
        self._put({"type": "tree", "reset": True, "nodes": self._nodes()})
        self._put(self._state(" ".join(fen), int(player)))
        self._put({"type": "lines", "game": self._sheet()})

    def _nodes(self) -> list[Message]:
        known = zip(self._moves, self._seen[:-1], strict=True)
        turns = [(token, player, True, fen) for token, (fen, player) in known]
        fen, mover = self._seen[-1]
        parts = [(token, mover, index == 0, fen) for index, token in enumerate(self._part)]
        return [
            {
                "id": number,
                "parent": number - 1,
                "token": token,
                "player": player,
                "turn": begins,
                "round": int(before.split()[-1]),
            }
            for number, (token, player, begins, before) in enumerate([*turns, *parts], 1)
        ]

    def _seats(self) -> list[Message]:
        status = self._status
        me, names = status["me"], status["names"]
        other = "B" if me == "A" else "A"
        seats = [
            {"kind": "person", "name": names[me]},
            {"kind": "far", "name": f"{names[other] or 'the other player'}, far away"},
        ]
        is_second = status["players"][me] == 2 or (status["players"][me] is None and me == "B")
        return seats[::-1] if is_second else seats

    def _state(self, fen: str, player: int) -> Message:
        status, live = self._status, len(self._moves) + len(self._part)
        at = live if self._at is None else self._at
        mine = status["players"][status["me"]] or 0
        legal = self._legal if at == live else []
        result = status["result"] or "none"
        if status["resigned"]:
            result = f"p{3 - status['players'][status['resigned']]}win"
        return {
            "type": "state", "variant": status["variant"], "seats": self._seats(), "open": False,
            "player": player, "over": status["over"], "result": result,
            "reason": "resignation" if status["resigned"] else status["reason"] or "none",
            "paused": False, "thinking": False,
            "board": {
                "fen": fen, "mover": player, "turn": not self._part, "legal": legal,
                "deploying": bool(legal) and all(is_drop(token) for token in legal),
                "at": at, "live": live, "sees": mine, "variation": at != live,
                "undo": bool(self._part), "redo": False, "lines": 0, "analysable": False,
            },
        }  # fmt: skip

    def _sheet(self) -> Message:
        """What the page shows beside the board: what there is to do, lines and promises."""
        status = self._status
        return {
            "name": self._path.name if self._path else "", "me": status["me"],
            "next": status["next"], "expected": status["expected"], "count": len(self._lines),
            "send": unsent(self._lines, status["me"]), "lines": self._lines,
            "promises": promises(self._lines, status["me"], status["secrets"]),
            "evidence": status["evidence"],
        }  # fmt: skip


async def asked(engine: Engine, *commands: str) -> list[list[str]]:
    """The responses to commands; raises ValueError if the engine refuses one."""
    answers = await engine.ask(list(commands))
    if answers.errors:
        raise ValueError(answers.errors[0])
    return answers.responses


def is_drop(token: str) -> bool:
    """Whether an action belongs to a deployment."""
    return token == "end" or _DROP.match(token) is not None


def unsent(lines: list[str], me: str) -> list[str]:
    """The own lines after the last one of the other player, who may not have them yet."""
    count = 0
    while count < len(lines) and lines[-1 - count].split(" ")[1] == me:
        count += 1
    return lines[len(lines) - count :]


def promises(lines: list[str], me: str, own: list[str]) -> list[Message]:
    """The commitments of both players in the order of the lines, with the tokens that are opened
    or the person's own."""
    found: list[Message] = []
    closed: dict[str, list[Message]] = {"A": [], "B": []}
    for line in lines:
        number, author, _, _, what, *words = line.split(" ")[:-1]
        kinds = {"toss": ["toss"], "sealed": ["turn"], "deploy": ["deployment", "hidden part"]}
        for kind, commitment in zip(kinds.get(what, []), words, strict=False):
            promise = {
                "line": int(number), "by": author, "what": kind, "hash": commitment[:_SHOWN],
                "token": "", "opened": 0,
            }  # fmt: skip
            found.append(promise)
            closed[author].append(promise)
        if what in ("number", "show", "open"):
            for token in words[1::2]:
                with contextlib.suppress(IndexError):
                    promise = closed[author].pop(0)
                    promise["token"], promise["opened"] = token, int(number)
    for promise, token in zip(closed[me], own, strict=False):
        promise["token"] = token
    return found
