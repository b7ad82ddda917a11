"""A game as a tree of moves. It is text: engines know the rules, see `pgn` for its form in files.

>>> game = GameTree.new("pacru", names=("me", "you"))
>>> move = game.add_main_line("i9i8", "a1a2")
>>> _ = game.variations[0].add_variation("a1b2", mark="?")
>>> move.position
'startpos moves i9i8 a1a2'
>>> [node.token for node in game.main_line()]
['i9i8', 'a1a2']
>>> game.set_result("p1win", reason="no moves left")
>>> print(game.record()["ranking"], game.tags["Result"])
[1, 2] 1-0
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from .model import SearchResult

COLOURS = ("White", "Black", "Red", "Green")
RESULTS = {"p1win": "1-0", "p2win": "0-1", "draw": "1/2-1/2"}
_WINNERS = {word: result for result, word in RESULTS.items()}
_SEAT_RESULT = re.compile(r"p(\d+)(win|loss)")


@dataclass(frozen=True, slots=True)
class MoveNote:
    """What is known of the search behind a move. `score` is the mover's, in centipawns or as a
    mate, see `Score.value`. Times are in milliseconds; `clock_ms` is the time left."""

    score: float | None = None
    depth: int | None = None
    nodes: int | None = None
    time_ms: float = 0.0
    clock_ms: int | None = None
    pv: str = ""

    @classmethod
    def of(cls, result: SearchResult, clock_ms: int | None = None) -> MoveNote:
        """The note of a search that chose its best move."""
        info = result.info
        seconds = round(1000.0 * result.seconds, 1)
        return cls(info.value, info.depth, info.nodes, seconds, clock_ms, " ".join(info.pv))


class GameNode:
    """A move, and what follows it. `variations` has the moves after it, the main line first. `mark`
    is empty or one of `!`, `?`, `!!`, `??`, `!?`, `?!`. `player`: who made it, from 1, if known."""

    def __init__(
        self,
        parent: GameNode | None,
        token: str,
        *,
        player: int | None = None,
        mark: str = "",
        note: MoveNote | None = None,
    ) -> None:
        self.parent = parent
        self.token = token
        self.player = player
        self.mark = mark
        self.note = note
        self.comments: list[str] = []
        self.variations: list[GameNode] = []

    @property
    def comment(self) -> str:
        """All comments as one text. Setting it replaces them."""
        return " ".join(self.comments)

    @comment.setter
    def comment(self, text: str) -> None:
        self.comments = [text] if text else []

    def add_variation(
        self,
        token: str,
        *,
        player: int | None = None,
        mark: str = "",
        note: MoveNote | None = None,
    ) -> GameNode:
        """Adds a move after this one, behind those that are there, and returns its node. The same
        move twice is one node."""
        for node in self.variations:
            if node.token == token:
                return node
        node = GameNode(self, token, player=player, mark=mark, note=note)
        self.variations.append(node)
        return node

    def add_main_line(self, *tokens: str) -> GameNode:
        """Adds moves after this one, each as the main move, and returns the last node."""
        node: GameNode = self
        for token in tokens:
            node = node.add_variation(token)
            node.promote_to_main()
        return node

    def remove_variation(self, token: str) -> None:
        """Removes a move with all that follows it. Raises KeyError if there is none."""
        self.variations.remove(self[token])

    def promote_to_main(self) -> None:
        """Makes this move the main one among its siblings."""
        if self.parent is not None:
            self.parent.variations.remove(self)
            self.parent.variations.insert(0, self)

    def __getitem__(self, token: str) -> GameNode:
        for node in self.variations:
            if node.token == token:
                return node
        raise KeyError(f"no move {token} after '{self.token or 'the start'}'")

    def __contains__(self, token: object) -> bool:
        return any(node.token == token for node in self.variations)

    def next(self) -> GameNode | None:
        """The main move after this one."""
        return self.variations[0] if self.variations else None

    def end(self) -> GameNode:
        """The last node of the main line after this one."""
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def main_line(self) -> Iterator[GameNode]:
        """The moves of the main line after this one."""
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
            yield node

    def path(self) -> list[GameNode]:
        """The moves from the start to this one."""
        node: GameNode = self
        found = []
        while node.parent is not None:
            found.append(node)
            node = node.parent
        return found[::-1]

    def game(self) -> GameTree:
        """The game of this move."""
        node: GameNode = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, GameTree)
        return node

    @property
    def moves(self) -> list[str]:
        """The tokens from the start to this move."""
        return [node.token for node in self.path()]

    @property
    def position(self) -> str:
        """The position after this move, as engines take it: `startpos moves ...`."""
        moves = self.moves
        return f"{self.game().start} moves {' '.join(moves)}" if moves else self.game().start

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.position!r}>"


class GameTree(GameNode):
    """A game: its tags, as PGN has them, and the moves. `str(game)` is its PGN. `position` is the
    end of the main line; `start` is where it begins."""

    def __init__(self, tags: Mapping[str, str]) -> None:
        super().__init__(None, "")
        self.tags = dict(tags)
        self.result = _WINNERS.get(self.tags.get("Result", "*"), "none")

    @classmethod
    def new(
        cls,
        variant: str,
        start: str = "startpos",
        *,
        fen: str = "",
        names: Sequence[str] = ("?", "?"),
    ) -> Self:
        """A game without moves. `start` is `startpos`, `deploy` or `fen F`; `names` has one name
        for each player, of two to four."""
        if not 2 <= len(names) <= len(COLOURS):
            raise ValueError(f"2 to {len(COLOURS)} names are expected, not {len(names)}")
        tags = {"Event": f"{variant} game", "Site": "?", "Date": "????.??.??", "Round": "?"}
        tags |= dict(zip(COLOURS, names, strict=False))
        tags |= {"Result": "*", "Variant": variant}
        fen = fen or (start.removeprefix("fen ") if start.startswith("fen ") else "")
        if start == "deploy":
            tags["Start"] = start
        elif fen:
            tags |= {"SetUp": "1", "FEN": fen}
        return cls(tags)

    @property
    def variant(self) -> str:
        """The variant; empty if no tag tells it."""
        return self.tags.get("Variant", "")

    @property
    def start(self) -> str:
        """The first position, as engines take it: `startpos`, `deploy` or `fen F`."""
        if self.tags.get("Start") == "deploy":
            return "deploy"
        return f"fen {self.tags['FEN']}" if "FEN" in self.tags else "startpos"

    @property
    def names(self) -> list[str]:
        """The names of the players."""
        return [self.tags[colour] for colour in COLOURS if colour in self.tags]

    @property
    def players(self) -> int:
        """The number of players, two at least."""
        return max(len(self.names), 2)

    @property
    def position(self) -> str:
        """The position at the end of the main line."""
        end = self.end()
        return self.start if end is self else end.position

    @property
    def ranking(self) -> list[int]:
        """The place of each player; empty while the game goes on."""
        if "Ranking" in self.tags:
            words = self.tags["Ranking"].split()
            return [int(word) for word in words if word.isdecimal()]
        return ranking_of(self.result, self.players)

    def set_result(self, result: str, ranking: Sequence[int] = (), reason: str = "") -> None:
        """Ends the game. `result` is `draw`, `p1win` .. `p4win`, or `none`; PGN has no result of
        three or four players, so that they get the tag `Ranking`."""
        if result != "none" and not ranking_of(result, self.players):
            raise ValueError(f"'{result}' is no result of {self.players} players")
        self.result = result
        self.tags["Result"] = RESULTS.get(result, "*") if self.players == 2 else "*"
        places = list(ranking) or ranking_of(result, self.players)
        if self.players > 2 and places:
            self.tags["Ranking"] = " ".join(map(str, places))
        if reason:
            self.tags["Termination"] = reason

    def record(self) -> dict[str, Any]:
        """The main line in the form of the match runner's records, one JSON object for each
        game."""
        line = list(self.main_line())
        notes = [node.note or MoveNote() for node in line]
        return {
            "variant": self.variant, "engines": self.names or ["?"] * self.players,
            "start": self.start, "fen": self.tags.get("FEN", ""),
            "moves": [node.token for node in line],
            "players": [node.player or 0 for node in line],
            "scores": [note.score for note in notes], "depths": [note.depth for note in notes],
            "nodes": [note.nodes for note in notes], "times_ms": [note.time_ms for note in notes],
            "clocks_ms": [note.clock_ms for note in notes], "pvs": [note.pv for note in notes],
            "result": self.result if self.result != "none" else "void",
            "ranking": self.ranking, "reason": self.tags.get("Termination", ""),
        }  # fmt: skip

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The game of a record. Raises KeyError if `variant`, `engines`, `moves` or `result` is
        missing, and ValueError if a list is too short."""
        fen = str(record.get("fen", ""))
        start = str(record.get("start", f"fen {fen}" if fen else "startpos"))
        names = [str(name) for name in record["engines"]]
        game = cls.new(str(record["variant"]), start, fen=fen, names=names)
        node: GameNode = game
        for token in record.get("opening", ()):
            node = node.add_variation(str(token))
        moves = record["moves"]
        columns = [
            record.get(name, [default] * len(moves))
            for name, default in (
                ("players", 0), ("scores", None), ("depths", None), ("nodes", None),
                ("times_ms", 0.0), ("clocks_ms", None), ("pvs", ""),
            )
        ]  # fmt: skip
        for token, player, *note in zip(moves, *columns, strict=True):
            node = node.add_variation(str(token), player=player or None, note=MoveNote(*note))
        result = str(record["result"])
        if ranking_of(result, game.players):
            game.set_result(result, record.get("ranking", ()), str(record.get("reason", "")))
        return game

    def __str__(self) -> str:
        from .pgn import write_game

        return write_game(self)


def ranking_of(result: str, players: int) -> list[int]:
    """The places that follow from a result: `draw`, `p1win` .. `p4win`, or `p1loss` .. `p4loss`,
    after which all others share the first place. Empty for anything else."""
    if result == "draw":
        return [1] * players
    found = _SEAT_RESULT.fullmatch(result)
    if found and 1 <= int(found[1]) <= players:
        seat, won = int(found[1]), found[2] == "win"
        last = 2 if won else players
        return [1 if (player == seat) == won else last for player in range(1, players + 1)]
    return []
