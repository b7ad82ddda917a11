"""An engine for the tests: `fake_engine.py BEHAVIOUR`.

It plays a take-away game. The players take 1 to 3 counters in turn, and the player who takes the
last one wins. If the last move takes 3, the game is a draw. `nim3` and `nim4` have more players. In
`blind` the players cannot see the pile. In `twice` a turn has two actions, which are one token.

With the argument `analysis` it is an analysis server, and with `spsa` at the end it prints its
parameters. Some behaviours:

- `hang`: the server does not answer one request. `picky`: it refuses the second turn of a list.
  `nameless`: its errors have no id.
- `tunable`: it plays best if its option `care` is 80; its option `idle` does nothing.
- `valued`: it takes a network. A pile of a million has the value 0, and each counter more adds 1.
- `spaced`: blanks around its lines. `doubled`: each move twice. `wary`: an error for each search.
  `refusing`: an error for a position, and no move.
- `pondering`: it names the expected reply, and searches until `ponderhit`, `stop` or a new
  position.
"""

from __future__ import annotations

import copy
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

START_PILE = 21
TUNABLES = {"care": 40, "idle": 50}
BEST_CARE = 80
TAKEN = "last counter taken"
PLAYERS = {"nim": 2, "blind": 2, "nim3": 3, "nim4": 4, "twice": 2}
LAST_SEED = 999
TURN_ACTIONS = {"twice": 2}


class TakeAway:
    """The pile, the player to move, and the result. A turn has `turn` actions; `left` of them are
    still to be made."""

    def __init__(self, pile: int, player: int, players: int = 2, turn: int = 1) -> None:
        self.pile, self.player, self.players = pile, player, players
        self.turn = self.left = turn
        self.result = "none"

    def moves(self) -> list[str]:
        """Legal actions."""
        if self.result != "none":
            return []
        return [f"t{n}" for n in (1, 2, 3) if n <= self.pile]

    def play(self, move: str) -> None:
        """Makes a legal move."""
        taken = int(move[1:])
        self.pile -= taken
        if self.pile == 0:
            self.result = "draw" if taken == 3 else f"p{self.player}win"
        self.left -= 1
        if self.left == 0:
            self.player = self.player % self.players + 1
            self.left = self.turn

    def refusal(self, token: str, is_strict: bool = True) -> str:
        """Makes the actions of a token; returns the error of the first illegal one."""
        for place, action in enumerate(token.split(",")):
            if action not in self.moves():
                return f"illegal move {action}"
            if place and self.left == self.turn and is_strict:
                return f"illegal move {token}: {action} is another turn"
            self.play(action)
        return ""

    def ranking(self) -> str:
        """The places; all except the winner share the second one."""
        if self.result == "none":
            return " ".join("-" * self.players)
        if self.result == "draw":
            return " ".join("1" * self.players)
        winner = int(self.result[1])
        return " ".join("1" if p == winner else "2" for p in range(1, self.players + 1))


class FakeEngine:
    """An engine; `behaviour` is its fault in the middle of a game."""

    def __init__(self, behaviour: str) -> None:
        self.behaviour = behaviour
        self.variant = "nim"
        self.line = "startpos"
        self.game = TakeAway(START_PILE, 1)
        self.rng = random.Random(0)
        self.stuck = False
        self.multipv = 1
        self.values = dict(TUNABLES)
        self.is_network = False
        self.owed = ""

    def new_game(self, pile: int, player: int) -> TakeAway:
        """A game of the variant."""
        return TakeAway(pile, player, PLAYERS[self.variant], TURN_ACTIONS.get(self.variant, 1))

    def say(self, text: str) -> None:
        """Prints a line."""
        if self.behaviour == "spaced":
            text = "".join(f" \t{line} \r\n" for line in text.splitlines()).removesuffix("\n")
        try:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()
        except BrokenPipeError:
            os._exit(0)

    def run(self) -> None:
        """Reads commands until `quit` or the end of input."""
        for line in sys.stdin:
            words = line.split()
            if words[0] == "quit" and self.behaviour != "deaf":
                return
            handler = getattr(self, f"on_{words[0]}", None)
            if handler is not None:
                handler(words[1:])

    def on_ugi(self, _: list[str]) -> None:
        if self.behaviour == "mute":
            time.sleep(60)
        self.introduce()
        self.say("ugiok")

    def on_uci(self, _: list[str]) -> None:
        self.introduce()
        self.say("uciok")

    def introduce(self) -> None:
        """Name and options."""
        self.say("id name Fake Engine\noption name Hash type spin default 16 min 1 max 64")
        self.say(f"option name Seed type spin default 0 min 0 max {LAST_SEED}")
        self.say("option name MultiPV type spin default 1 min 1 max 9")
        if self.behaviour == "pondering":
            self.say("option name Ponder type check default false")
        if self.behaviour == "tunable":
            for name, value in TUNABLES.items():
                self.say(f"option name {name} type spin default {value} min 0 max 100")
        variants = " ".join(f"var {name}" for name in PLAYERS)
        self.say(f"option name UCI_Variant type combo default nim {variants}")

    def on_isready(self, _: list[str]) -> None:
        self.say("readyok")

    def on_setoption(self, words: list[str]) -> None:
        if words[1] == "UCI_Variant" and words[3] in PLAYERS:
            self.variant = words[3]
            self.game = self.new_game(START_PILE, 1)
        elif words[1] == "MultiPV":
            self.multipv = int(words[3])
        elif self.behaviour == "tunable" and words[1] in self.values:
            self.values[words[1]] = int(words[3])
        elif self.behaviour == "valued" and words[1] == "EvalFile":
            self.is_network = Path(words[3]).read_bytes().startswith(b"STRGNET")
        elif words[1] == "Seed" and not 0 <= int(words[3]) <= LAST_SEED:
            self.say(f"info string error: Seed takes 0 to {LAST_SEED} ({words[3]})")
        elif words[1] not in ("Hash", "Seed", "Ponder"):
            self.say(f"info string error: unknown option or value ({words[1]})")

    def on_eval(self, _: list[str]) -> None:
        if self.is_network:
            value = self.game.pile - 1_000_000
            self.say(f"value for player {self.game.player}, who is to move: cp {value}")

    def on_genfens(self, words: list[str]) -> None:
        for number in range(int(words[0])):
            self.say(f"info string genfens {20 + number % 3} 1")

    def on_position(self, words: list[str]) -> None:
        self.on_stop(words)
        if words[0] == "view":
            words = words[2:]
        cut = words.index("moves") if "moves" in words else len(words)
        pile, player = words[1:3] if words[0] == "fen" else (START_PILE, 1)
        if not str(pile).isdigit():
            self.say(f"info string error: bad position ({pile})")
            return
        game = self.new_game(int(pile), int(player))
        for move in words[cut + 1 :]:
            if refusal := game.refusal(move, self.behaviour != "lenient"):
                self.say(f"info string error: {refusal}")
                return
        self.game, self.line = game, " ".join(words)

    def on_query(self, words: list[str]) -> None:
        game = self.game
        fen = f"{game.pile} {game.player}"
        answers = {
            "result": game.result,
            "player": str(game.player),
            "p1turn": str(game.player == 1).lower(),
            "gameover": str(game.result != "none").lower(),
            "startpos": f"{START_PILE} 1",
            "players": str(game.players),
            "fen": fen,
            "key": fen.replace(" ", "-"),
            "reason": "none" if game.result == "none" else TAKEN,
            "ranking": game.ranking(),
            "legalmoves": " ".join(game.moves()),
            "islegal": str(self.is_legal(words[-1])).lower(),
            "view": f"? {game.player}" if self.variant == "blind" else fen,
            "record": f"view {words[-1]} {self.line}",
        }
        if words[0] not in answers or (self.behaviour == "wordless" and words[0] == "reason"):
            self.say(f"info string error: unknown query ({words[0]})\nresponse error")
            return
        if self.behaviour == "biased" and words[0] == "result" and game.result != "none":
            answers["result"] = "p1win"
        self.say(f"response {answers[words[0]]}".rstrip())
        if self.behaviour == "failing-referee" and words[0] == "fen" and game.pile < 9:
            self.behaviour = "normal"
            os._exit(3)

    def is_legal(self, token: str) -> bool:
        """Whether a token is legal. A lenient engine accepts tokens of more than a turn."""
        return not copy.copy(self.game).refusal(token, self.behaviour != "lenient")

    def on_stop(self, _: list[str]) -> None:
        if self.stuck and self.behaviour in ("slow", "normal", "pondering"):
            self.stuck = False
            self.say("bestmove t1")

    def on_ponderhit(self, words: list[str]) -> None:
        if self.stuck:
            self.on_stop(words)

    def on_go(self, words: list[str]) -> None:
        if self.game.pile < 12 and self.misbehave():
            return
        if self.behaviour == "thinking":
            time.sleep(0.01)
        if not self.game.moves():
            self.say("info depth 0 score mate 0\nbestmove (none)")
            return
        self.say("info depth 1 score cp 3 nodes 10 nps 1000 time 10 pv t1")
        if "infinite" in words or "ponder" in words:
            self.stuck = True
            return
        move = self.choice(words)
        score = self.score(move)
        if self.behaviour != "stepwise":
            move = self.completed(move)
        if self.owed:
            self.say(self.owed)
        self.say(f"info depth 2 score cp {score} wdl 500 300 200 nodes 20 time 20 pv {move} t1")
        for number in range(2, self.multipv + 1):
            self.say(f"info depth 2 multipv {number} score cp {score - number} nodes 20 pv t1")
        if self.behaviour == "wary":
            self.say("info string error: the book is gone")
        ponder = " ponder t1" if self.behaviour == "pondering" else ""
        # Both lines in one write, so that they arrive together however busy the machine is.
        twice = f"\nbestmove {move}" if self.behaviour == "doubled" else ""
        self.say(f"bestmove {move}{ponder}{twice}")
        if self.behaviour == "late-doubled":
            self.owed = f"bestmove {move}"

    def completed(self, move: str) -> str:
        """The token of a whole turn after its first action. A greedy engine adds turns of
        others."""
        game = copy.copy(self.game)
        game.play(move)
        joined = [move]
        while game.moves() and (game.left != game.turn or self.behaviour == "greedy"):
            joined.append(game.moves()[0])
            game.play(joined[-1])
        return ",".join(joined)

    def choice(self, words: list[str]) -> str:
        """The move; a strong engine leaves a multiple of four."""
        if "searchmoves" in words:
            return words[words.index("searchmoves") + 1]
        if self.behaviour in ("first", "last", "stepwise"):
            return self.game.moves()[-1 if self.behaviour == "last" else 0]
        careful = self.behaviour in ("strong", "thinking")
        if self.behaviour == "tunable":
            careful = self.rng.random() < 1.0 - abs(self.values["care"] - BEST_CARE) / 50.0
        best = self.game.pile % 4 if careful else 0
        return f"t{best}" if best else self.rng.choice(self.game.moves())

    def score(self, move: str) -> int:
        """The score of the engine's move."""
        if self.behaviour == "proud":
            return 900
        if self.behaviour == "humble":
            return -900
        return 7 if (self.game.pile - int(move[1:])) % 4 == 0 else -50

    def misbehave(self) -> bool:
        """Does the fault; true if the engine then sends nothing more."""
        if self.behaviour == "illegal":
            self.say("bestmove t9")
        elif self.behaviour == "refusing":
            self.say("info string error: no such position\nbestmove (none)")
        elif self.behaviour == "crash":
            os._exit(3)
        elif self.behaviour == "last-crash":
            # It cannot be started again.
            Path(__file__).unlink()
            os._exit(3)
        elif self.behaviour == "garbage":
            self.say("info depth 1 score cp 0.5 pv t1\nbestmove t1")
        elif self.behaviour in ("hang", "slow", "deaf"):
            self.stuck = True
        else:
            return False
        return True


class FakeServer(FakeEngine):
    """An analysis server; `behaviour` is its fault with small piles."""

    def __init__(self, behaviour: str) -> None:
        super().__init__(behaviour)
        self.said: list[str] = []

    def say(self, text: str) -> None:
        """Stores a line of the engine."""
        self.said.append(text)

    def run(self) -> None:
        """Reads requests until the end of input."""
        for line in sys.stdin:
            request = json.loads(line)
            answers = [self.act(request)] if "action" in request else self.answers(request)
            for answer in answers:
                if answer is not None:
                    super().say(json.dumps({"id": request["id"], **answer}))

    def act(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """Answers an action. A hanging search is not terminated."""
        if self.behaviour == "mute":
            time.sleep(60)
        return {"action": request["action"], "version": "0"}

    def answers(self, request: dict[str, Any]) -> list[dict[str, Any] | None]:
        """One search or several."""
        turns = request.get("analyseTurns")
        if self.behaviour == "nameless":
            return [{"id": None, "line": request["id"], "error": "no JSON object"}]
        if turns is None:
            return self.reports(request, self.answer(request), 0)
        start, *moves = request["position"].split()
        moves = moves[1:]
        if max(turns) > len(moves):
            return [
                {"error": f"expected a number of tokens ({max(turns)})", "field": "analyseTurns"}
            ]
        found: list[dict[str, Any] | None] = []
        for turn in turns:
            if turn == 1 and self.behaviour == "picky":
                found.append({"error": "not this one", "turn": 1})
                continue
            part = request | {"position": f"{start} moves {' '.join(moves[:turn])}"}
            found += self.reports(request, self.answer(part), turn)
        return found

    @staticmethod
    def reports(
        request: dict[str, Any], answer: dict[str, Any] | None, turn: int
    ) -> list[dict[str, Any] | None]:
        """An answer, and reports before it if the request wants them."""
        if answer is None or "error" in answer:
            return [answer]
        before = [answer | {"turn": turn, "final": False}] if "reportEvery" in request else []
        return [*before, answer | {"turn": turn}]

    def answer(self, request: dict[str, Any]) -> dict[str, Any] | None:
        """One search."""
        self.said = []
        if request["variant"] not in PLAYERS:
            return {"error": f"unknown variant ({request['variant']})", "field": "variant"}
        self.variant = request["variant"]
        self.on_position(request["position"].split())
        if self.said:
            return {"error": self.said[0].removeprefix("info string error: "), "field": "position"}
        game = self.game
        answer = {"turn": 0, "final": True, "player": game.player, "nodes": 20, "time": 20}
        if not game.moves():
            return answer | {"bestmove": None, "lines": [], "result": game.result}
        if game.pile < 12 and self.misbehave():
            return None
        words = ["searchmoves", *request["searchmoves"]] if "searchmoves" in request else []
        move = self.choice(words)
        score = self.score(move)
        lines = [
            {
                "multipv": number, "depth": 2, "seldepth": 3, "wdl": [500, 300, 200],
                "score": {"cp": score if number == 1 else score - number},
                "pv": [move, "t1"] if number == 1 else ["t1"],
            }
            for number in range(1, request.get("multipv", 1) + 1)
        ]  # fmt: skip
        return answer | {"bestmove": move, "lines": lines}


def print_tunables() -> None:
    """In the form of OpenBench."""
    for name, value in TUNABLES.items():
        print(f"{name}, int, {value}, 0, 100, 5, 0.002")


if __name__ == "__main__":
    if "spsa" in sys.argv[2:]:
        if sys.argv[1] != "tunable":
            sys.exit("unknown command spsa")
        print_tunables()
    elif "analysis" in sys.argv[2:]:
        FakeServer(sys.argv[1]).run()
    else:
        FakeEngine(sys.argv[1]).run()
