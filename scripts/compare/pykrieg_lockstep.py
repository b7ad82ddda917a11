"""Plays random games of A Game of War in lock step with the package pykrieg, and compares every
position: units, arsenals, units online, moves, sums, attacks and what they do, retreats, the end.

    pip install pykrieg==0.3.0
    python scripts/compare/pykrieg_lockstep.py --engine target/release/strategos --games 100

The engine plays the variant of `scripts/variants/pykrieg.toml`, and `Board` of the package is asked
the same. Armies seldom meet in random games from the start. So most games begin with scattered
armies that stand close to each other. One game in twenty begins at the start.

It prints how much was compared. For each kind of difference it prints the number of positions that
show it, with examples. The file's comments name the kinds that begin with `known`. With any other
kind the status is 1.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product, takewhile
from pathlib import Path
from typing import Any

from pykrieg import Board, Fen
from pykrieg.combat import CombatOutcome
from pykrieg.constants import DIRECTIONS
from pykrieg.victory import check_victory_conditions

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS))
from strategos_client import SimpleEngine

FILE = SCRIPTS / "variants" / "pykrieg.toml"
FILES = "abcdefghijklmnopqrstuvwxy"
RANKS = 20
MOVE = re.compile(r"([a-y]\d+)([a-y]\d+)")
LETTERS = {
    "INFANTRY": "i",
    "CAVALRY": "c",
    "CANNON": "k",
    "SWIFT_CANNON": "w",
    "RELAY": "r",
    "SWIFT_RELAY": "x",
}
ARMY = "iiiiiiiiicccckwrx"
COMBAT_UNITS = 15
ENDS = {"none": "ONGOING", "draw": "DRAW", "p1win": "SOUTH_WINS", "p2win": "NORTH_WINS"}
SIDES = {"w": "SOUTH", "b": "NORTH"}

# One game of this many begins at the start.
SET_UPS_A_GAME = 20
MOST_ACTIONS = 40
# Scattered armies stand at most this many squares from an arsenal or from any square.
SCATTER = 4
# How many ranks behind the middle an army reaches: armies that face each other, or a crowd.
OVERLAPS = (1, SCATTER)
# No unit goes farther than two squares; one more shows moves that are too long.
REACH = 3
# How likely an action of a kind is, if there is one. Attacks that force a retreat, and moves onto
# arsenals, are rare.
ATTACK_CHANCE = 0.25
END_CHANCE = 0.05
RARE_CHANCE = 0.5
# What charging cavalry adds, and where a row of it ends.
CHARGE = 3
LONGEST_ROW = 4
CAVALRY_ATTACK = 4
CAVALRY_RANGE = 2

DARK = "known: {}, because a relay that a line reaches lights none there"

Square = tuple[int, int]
"""Row and column as the package counts them, from a20."""


def name_of(square: Square) -> str:
    row, column = square
    return f"{FILES[column]}{RANKS - row}"


def square_of(name: str) -> Square:
    return RANKS - int(name[1:]), FILES.index(name[0])


def is_on_board(square: Square) -> bool:
    return 0 <= square[0] < RANKS and 0 <= square[1] < len(FILES)


def names_of(listed: str) -> set[str]:
    """The squares of a field of a FEN."""
    return set() if listed == "-" else set(listed.split(","))


def units_of(board: str) -> dict[str, str]:
    """The units of a board of a FEN; capitals are South's."""
    units = {}
    for row, line in enumerate(board.split("/")):
        column = 0
        for part in re.findall(r"\d+|[A-Z]", line, re.IGNORECASE):
            if part.isdigit():
                column += int(part)
            else:
                units[name_of((row, column))] = part
                column += 1
    return units


def board_of(units: dict[str, str]) -> str:
    """The board of a FEN."""
    lines = []
    for row in range(RANKS):
        cells = "".join(units.get(name_of((row, column)), " ") for column in range(len(FILES)))
        lines.append(re.sub(" +", lambda run: str(len(run.group())), cells))
    return "/".join(lines)


@dataclass
class Tally:
    """What was compared, and in how many positions a kind of difference was found."""

    counts: dict[str, int] = field(default_factory=dict)
    differences: dict[str, dict[str, Any]] = field(default_factory=dict)
    fen: str = ""
    here: set[str] = field(default_factory=set)

    def add(self, what: str, count: int = 1) -> None:
        self.counts[what] = self.counts.get(what, 0) + count

    def begin(self, fen: str) -> None:
        """The next position."""
        self.fen, self.here = fen, set()
        self.add("positions")

    def differ(self, kind: str, detail: object = "") -> None:
        if kind in self.here:
            return
        self.here.add(kind)
        found = self.differences.setdefault(kind, {"positions": 0, "examples": []})
        found["positions"] += 1
        if found["positions"] <= 3:
            found["examples"].append(f"{self.fen} {detail}".strip())

    def is_explained(self) -> bool:
        return all(kind.startswith("known: ") for kind in self.differences)


@dataclass(frozen=True)
class Report:
    """What the engine says of a position."""

    fen: str
    units: dict[str, str]
    arsenals: set[str]
    moved: set[str]
    side: str
    result: str
    retreat: str
    online: set[str]
    legal: set[str]
    sums: dict[str, tuple[int, int]]
    """Of every unit: the attack on it, and its defence."""
    effects: dict[str, str]
    """What each attack does."""

    def enemies(self) -> list[str]:
        """The squares of the units of the other side."""
        return [name for name in self.units if owner_of(self.units[name]) != self.side]


def letter_of(unit: Any) -> str:
    """The letter of a unit of the package."""
    letter = LETTERS[unit.unit_type]
    return letter.upper() if unit.owner == "SOUTH" else letter


def owner_of(letter: str) -> str:
    return "SOUTH" if letter.isupper() else "NORTH"


def report_of(engine: SimpleEngine, fen: str) -> Report:
    """Asks the engine about a position."""
    board, side, arsenals, moved = fen.split()[:4]
    units = units_of(board)
    engine.set_position(f"fen {fen}")
    asked = ["result", "retreat", "online", "legalmoves", *(f"combat {name}" for name in units)]
    answers = engine.ask([f"query {question}" for question in asked])
    if answers.errors:
        raise ValueError(f"{fen}: {answers.errors[0]}")
    (result,), (retreat,), online, legal, *sums = answers.responses
    targets = [token[1:] for token in legal if token[0] == "x" and not MOVE.fullmatch(token)]
    return Report(
        fen=fen,
        units=units,
        arsenals=names_of(arsenals),
        moved=names_of(moved),
        side=SIDES[side],
        result=result,
        retreat=retreat,
        online=set(online),
        legal=set(legal),
        sums=dict(zip(units, map(sums_of, sums), strict=True)),
        effects=effects_of(engine, fen, targets),
    )


def sums_of(words: list[str]) -> tuple[int, int]:
    """The sums in an answer `attack A defence D`."""
    return int(words[1]), int(words[3])


def after(engine: SimpleEngine, fen: str, token: str) -> str:
    """The FEN of the position after an action."""
    engine.set_position(f"fen {fen} moves {token}")
    return engine.fen()


def effects_of(engine: SimpleEngine, fen: str, targets: list[str]) -> dict[str, str]:
    """What each attack does in the engine."""
    asked = [(f"position fen {fen} moves x{target}", "query fen") for target in targets]
    answers = engine.ask([line for lines in asked for line in lines])
    return {
        target: effect_of(target, words)
        for target, words in zip(targets, answers.responses, strict=True)
    }


def effect_of(target: str, fen: list[str]) -> str:
    """What an attack has done, by the FEN after it."""
    board, retreat = fen[0], fen[4]
    if target not in units_of(board):
        return "destroyed"
    return "retreat" if retreat == target else "nothing"


def offline_charge(board: Board, target: Square) -> int:
    """How much larger an attack is by the rule that cavalry charges offline, too."""
    if board.get_terrain(*target) in ("FORTRESS", "MOUNTAIN_PASS"):
        return 0
    rows = (list(cavalry_row(board, target, step)) for step in DIRECTIONS)
    return sum(charge_there(row) - charge_here(row) for row in rows)


def cavalry_row(board: Board, target: Square, step: Square) -> Iterator[bool]:
    """The unbroken row of enemy cavalry next to a target: whether each is online."""
    owner = board.get_unit_owner(*target)
    for distance in range(1, LONGEST_ROW + 1):
        row, column = target[0] + distance * step[0], target[1] + distance * step[1]
        unit = board.get_unit(row, column) if board.is_valid_square(row, column) else None
        if unit is None or unit.owner == owner or unit.unit_type != "CAVALRY":
            return
        yield (row, column) in board.get_online_units(unit.owner)


def charge_there(row: list[bool]) -> int:
    return sum(CAVALRY_ATTACK * is_online + CHARGE for is_online in row)


def charge_here(row: list[bool]) -> int:
    """Cavalry that is offline breaks the row; behind it cavalry counts as other units."""
    length = len(list(takewhile(bool, row)))
    behind = sum(row[length:CAVALRY_RANGE])
    return length * (CAVALRY_ATTACK + CHARGE) + behind * CAVALRY_ATTACK


def covered(board: Board) -> set[tuple[int, int, str]]:
    """The squares that the package counts as online, for each side."""
    every = product(range(RANKS), range(len(FILES)), SIDES.values())
    return {square for square in every if board.is_unit_online(*square)}


def light_all_lines(board: Board) -> bool:
    """Adds the lines of relays that the package forgets. Returns whether they light anything. The
    board's `enable_networks` takes them away."""
    first = covered(board)
    before: set[tuple[int, int, str]] = set()
    while before != (now := covered(board)):
        before = now
        for side in SIDES.values():
            for row, column in board.get_network_active_relays(side):
                for step in DIRECTIONS:
                    board._cast_ray(row, column, *step, side, source_is_arsenal=False)
            board._proximity_checked.clear()
            board._step3_proximity_propagation(side)
    return before != first


@dataclass(frozen=True)
class Actions:
    """What the package says of the units of a position, as `Report` has it."""

    online: set[str]
    moves: set[str]
    sums: dict[str, tuple[int, int]]
    effects: dict[str, str | None]
    """What an attack on each enemy does; None if it is not allowed."""
    charges: dict[str, int]
    """How much larger the attack on each unit is because cavalry charges offline."""


def actions_of(board: Board, report: Report) -> Actions:
    """What the package allows in the position of a report."""
    own = report.units.keys() - set(report.enemies())
    active = board.get_online_units("NORTH") | board.get_online_units("SOUTH")
    combats = {name: combat_of(board, name) for name in report.units}
    powers = ("attack_power", "defense_power")
    return Actions(
        online={name for name in report.units if square_of(name) in active},
        moves={token for name in own for token in moves_of(board, name)},
        sums={name: (combat[powers[0]], combat[powers[1]]) for name, combat in combats.items()},
        effects={name: allowed_effect(board, name, combats[name]) for name in report.enemies()},
        charges={name: offline_charge(board, square_of(name)) for name in report.units},
    )


def moves_of(board: Board, name: str) -> Iterator[str]:
    """The moves of a unit in the package."""
    row, column = square_of(name)
    for to_row in range(row - REACH, row + REACH + 1):
        for to_column in range(column - REACH, column + REACH + 1):
            if board.validate_move(row, column, to_row, to_column):
                yield name + name_of((to_row, to_column))


def combat_of(board: Board, name: str) -> dict[str, Any]:
    """What the package says of an attack on a unit."""
    owner = board.get_unit_owner(*square_of(name))
    attacker = "NORTH" if owner == "SOUTH" else "SOUTH"
    combat: dict[str, Any] = board.calculate_combat(*square_of(name), attacker, owner)
    return combat


def allowed_effect(board: Board, name: str, combat: dict[str, Any]) -> str | None:
    """What an attack does in the package, or None if it is not allowed."""
    square = square_of(name)
    board.current_phase = "B"
    is_allowed = board.validate_attack(*square)
    board.current_phase = "M"
    if not is_allowed:
        return None
    if combat["outcome"] == CombatOutcome.FAIL:
        return "nothing"
    can_retreat = bool(board.get_valid_retreat_positions(*square))
    is_retreat = combat["outcome"] == CombatOutcome.RETREAT and can_retreat
    return "retreat" if is_retreat else "destroyed"


class Comparison:
    """One position in both programs."""

    def __init__(self, report: Report, board: Board, tally: Tally) -> None:
        self.report = report
        self.board = board
        self.tally = tally
        self.moves: list[str] = []
        """What both allow."""
        self.attacks: list[str] = []
        """The targets of the attacks that both allow, and that do the same in both."""

    def run(self) -> bool:
        """Compares everything. Returns whether the game goes on in both."""
        if not self.compare_state() or not self.compare_end():
            return False
        theirs = actions_of(self.board, self.report)
        is_dark = light_all_lines(self.board)
        self.compare_actions(theirs, DARK if is_dark else "{}")
        if is_dark:
            # With all lines nothing else may differ.
            self.compare_actions(actions_of(self.board, self.report), "{}")
        self.board.enable_networks()
        self.compare_turn_end()
        self.count(theirs)
        return True

    def differ(self, kind: str, ours: object, theirs: object) -> None:
        self.tally.differ(kind, f"here {ours}, there {theirs}")

    def count(self, theirs: Actions) -> None:
        """Counts what was compared, and keeps what both allow."""
        report, tally = self.report, self.tally
        tally.add("units", len(report.units))
        tally.add("units online", len(theirs.online))
        tally.add("moves", len(theirs.moves))
        tally.add("sums", len(theirs.sums))
        tally.add("targets", len(theirs.effects))
        for effect in report.effects.values():
            tally.add(f"attacks: {effect}")
        self.moves = sorted(report.legal & theirs.moves)
        effects = report.effects.items()
        self.attacks = [name for name, effect in effects if theirs.effects[name] == effect]

    def compare_state(self) -> bool:
        """Compares what the position consists of."""
        report, board = self.report, self.board
        theirs = {name_of(square): letter_of(it) for square, it in board.get_all_units().items()}
        arsenals = {
            name_of((row, column))
            for row in range(RANKS)
            for column in range(len(FILES))
            if board.get_arsenal_owner(row, column)
        }
        retreats = [name_of(square) for square in board.get_units_must_retreat()] or ["-"]
        pairs = {
            "units": (report.units, theirs),
            "arsenals": (report.arsenals, arsenals),
            "the side to move": (report.side, board.turn),
            "the number of moves": (len(report.moved), board.get_moves_this_turn()),
            "the unit that must retreat": ([report.retreat], retreats),
        }
        for kind, (here, there) in pairs.items():
            if here != there:
                self.differ(kind, here, there)
        return all(here == there for here, there in pairs.values())

    def compare_end(self) -> bool:
        """Compares the end. Returns whether the game goes on in both."""
        here, there = ENDS[self.report.result], self.board.game_state
        if here == there == "ONGOING":
            return True
        would_be = check_victory_conditions(self.board).game_state.value
        is_late = there == "ONGOING" and self.report.moved and would_be == here
        if is_late:
            self.differ("known: the end is looked for at the end of a turn there", here, there)
        elif here != there:
            self.differ("the end", here, there)
        else:
            self.tally.add("ends")
        return False

    def compare_actions(self, theirs: Actions, named: str) -> None:
        """Compares all that depends on lines; `named` makes the name of a difference."""
        report = self.report
        moves = {token for token in report.legal if MOVE.fullmatch(token)}
        pairs = {"units online": (report.online, theirs.online), "moves": (moves, theirs.moves)}
        for kind, (here, there) in pairs.items():
            if here != there:
                self.differ(named.format(kind), here - there, there - here)
        for name in report.units:
            self.compare_sums(name, theirs, named)
        for name in report.enemies():
            self.compare_attack(name, theirs, named)

    def compare_sums(self, name: str, theirs: Actions, named: str) -> None:
        here, there = self.report.sums[name], theirs.sums[name]
        if here == there:
            return
        is_known = (here[0] + theirs.charges[name], here[1]) == there
        kind = "known: cavalry that is offline charges there" if is_known else named.format("sums")
        self.differ(kind, f"{name} {here}", there)

    def compare_attack(self, name: str, theirs: Actions, named: str) -> None:
        """Compares whether a unit can be attacked, and with what effect."""
        here, there = self.report.effects.get(name), theirs.effects[name]
        if here == there:
            return
        is_idle = here is None and there == "nothing" and self.report.sums[name][0] == 0
        if theirs.charges[name] and there is not None:
            kind = "known: an attack does something else, because cavalry charges offline there"
        elif is_idle:
            kind = "known: an attack may be named without a unit in range there"
        else:
            kind = named.format("attacks")
        self.differ(kind, f"{name} {here}", there)

    def compare_turn_end(self) -> None:
        """The package lets a turn end at any time."""
        if "end" in self.report.legal:
            return
        is_due = self.report.retreat != "-"
        known = "known: a turn may end without the retreat that is due there"
        self.differ(known if is_due else "the end of a turn", "no", "yes")

    def chosen(self, dice: random.Random) -> str | None:
        """An action that both allow."""
        effects = self.report.effects
        attacks = [f"x{name}" for name in self.attacks]
        rare = [f"x{name}" for name in self.attacks if effects[name] == "retreat"]
        rare += [token for token in self.moves if self.is_storm(token)]
        if rare and dice.random() < RARE_CHANCE:
            return dice.choice(rare)
        roll = dice.random()
        if attacks and roll < ATTACK_CHANCE:
            return dice.choice(attacks)
        if "end" in self.report.legal and (roll > 1 - END_CHANCE or not self.moves):
            return "end"
        return dice.choice(self.moves) if self.moves else None

    def is_storm(self, token: str) -> bool:
        """Whether a move enters an arsenal of the other side."""
        _, to = parts_of(token)
        return self.board.get_arsenal_owner(*square_of(to)) not in (None, self.board.turn)


def parts_of(token: str) -> tuple[str, str]:
    """The two squares of a move."""
    found = MOVE.fullmatch(token)
    if found is None:
        raise ValueError(f"no move: {token}")
    return found.group(1), found.group(2)


def act(board: Board, token: str) -> None:
    """Carries an action out in the package."""
    if MOVE.fullmatch(token):
        start, end = parts_of(token)
        board.make_turn_move(*square_of(start), *square_of(end))
        return
    if token != "end":
        board.switch_to_battle_phase()
        board.make_turn_attack(*square_of(token[1:]))
    board.end_turn()


def scattered(start: str, terrain: set[str], dice: random.Random) -> str:
    """A position of scattered armies, with some of the arsenals of the start's FEN. They stand on
    none of the squares `terrain`."""
    arsenals = start.split()[2].split(",")
    fallen = [dice.choice(pair) for pair in (arsenals[:2], arsenals[2:]) if dice.random() < 0.25]
    standing = [name for name in arsenals if name not in fallen]
    anywhere = dice.randrange(RANKS), dice.randrange(len(FILES))
    row, column = square_of(dice.choice(arsenals)) if dice.random() < 0.5 else anywhere
    overlap = dice.choice(OVERLAPS)
    banned, units = terrain | set(arsenals), {}
    for army, rows in (
        (ARMY, range(row - SCATTER, row + overlap + 1)),
        (ARMY.upper(), range(row - overlap, row + SCATTER + 1)),
    ):
        columns = range(column - SCATTER, column + SCATTER + 1)
        squares = [name_of(it) for it in product(rows, columns) if is_on_board(it)]
        bare = [name for name in squares if name not in banned and name not in units]
        first, share = dice.randrange(COMBAT_UNITS), dice.random()
        for index, letter in enumerate(army):
            if bare and (index == first or dice.random() < share):
                units[bare.pop(dice.randrange(len(bare)))] = letter
    listed = ",".join(standing)
    return f"{board_of(units)} {dice.choice('wb')} {listed} - - - - 0 1"


def mountains_of(map_text: str) -> set[str]:
    """The mountains of the engine's map."""
    mountains = set()
    for row, line in enumerate(map_text.split("/")):
        column = 0
        for count, sign in re.findall(r"(\d+)|([^\d])", line):
            if sign == "^":
                mountains.add(name_of((row, column)))
            column += int(count) if count else 1
    return mountains


def board_there(engine: SimpleEngine, fen: str) -> Board:
    """The package's board of a position, which it reads in its own notation."""
    engine.set_position(f"fen {fen}")
    board = Fen.fen_to_board(engine.query("kfen")[0])
    board.enable_networks()
    return board


def play(engine: SimpleEngine, fen: str, dice: random.Random, tally: Tally) -> None:
    """One game, from a position to its end or to a difference that parts the programs."""
    board = board_there(engine, fen)
    tally.add("games")
    for _ in range(MOST_ACTIONS):
        tally.begin(fen)
        comparison = Comparison(report_of(engine, fen), board, tally)
        token = comparison.chosen(dice) if comparison.run() else None
        if token is None:
            return
        act(board, token)
        fen = after(engine, fen, token)


def compare(engine: SimpleEngine, games: int, seed: int) -> Tally:
    dice, tally = random.Random(seed), Tally()
    start = " ".join(engine.query("startpos"))
    mountains = mountains_of(engine.query("map")[0])
    for game in range(games):
        is_start = game % SET_UPS_A_GAME == 0
        play(engine, start if is_start else scattered(start, mountains, dice), dice, tally)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--engine", default="target/release/strategos", help="the engine")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    command = [options.engine, "--variants", str(FILE)]
    with SimpleEngine.popen(command, {"UCI_Variant": "pykrieg"}) as engine:
        tally = compare(engine, options.games, options.seed)
    print(json.dumps({"compared": tally.counts, "differences": tally.differences}, indent=2))
    return 0 if tally.is_explained() else 1


if __name__ == "__main__":
    sys.exit(main())
