"""The standing as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..plan import Sprt
from ..records.game_record import OF_TIME, GameRecord
from . import sprt as sequential
from .standing import Duel, Standing, standings

COLUMNS = (
    "engine", "games", "points", "%", "Elo", "won", "drawn", "lost", "faults", "ms/move",
    "slowest", "depth", "nodes/s",
)  # fmt: skip


def rows(standing: Standing) -> list[tuple[str, ...]]:
    """One row of `COLUMNS` for each engine, best first."""
    ratings = standing.ratings()
    found: list[tuple[str, ...]] = []
    for name in standing.order():
        tally = standing.tallies[name]
        found.append((
            name, str(tally.seats), f"{tally.points:.1f}", f"{tally.percent:.2f}",
            str(ratings[name]),
            str(tally.wins), str(tally.draws), str(tally.losses), str(tally.faults),
            f"{tally.ms_a_move:.2f}", f"{tally.slowest_ms:.0f}", f"{tally.depth:.2f}",
            f"{tally.nps:,.0f}",
        ))  # fmt: skip
    return found


def summary_lines(standing: Standing, sprt: Sprt | None) -> list[str]:
    """The results below the table."""
    lines = []
    if len(standing.names) == 2:
        lines.append(elo_line(standing, sprt))
        lines.append(_pairs_line(standing.duel))
        if standing.points_wins:
            lines += [_points_line(standing), _pairs_line(standing.on_points)]
        lines += _field_lines(standing)
        if sprt is not None:
            verdict = standing.verdict(sprt) or "no decision"
            lines.append(f"SPRT: {verdict}{_if_late(standing)}")
    lines += _repetition_lines(standing)
    lines += _fault_lines(standing)
    ends = ", ".join(f"{reason} {count}" for reason, count in standing.reasons.most_common())
    lines.append(f"ends: {ends or 'none'}")
    if standing.void:
        lines.append(f"void games, not counted: {standing.void}")
    return lines


def elo_line(standing: Standing, sprt: Sprt | None) -> str:
    """Two engines: score, Elo and SPRT on one line."""
    text = _score(standing, standing.duel) + _if_late(standing)
    if sprt is None:
        return text
    ratio = sequential.log_likelihood_ratio(standing.tested(sprt), sprt)
    low, high = sequential.bounds(sprt)
    model = f"{sprt.model}{', on points' if sprt.on_points else ''}"
    return (
        f"{text}, LLR {ratio:.2f} of {low:.2f} to {high:.2f} [{sprt.elo0:g}, {sprt.elo1:g}] {model}"
    )


def _score(standing: Standing, duel: Duel) -> str:
    first, second = standing.names
    found = duel.estimate()
    lost, drawn, won = duel.games
    games = lost + drawn + won
    percent = 100.0 * (won + drawn / 2.0) / max(games, 1)
    return (
        f"{first} - {second}: +{won} ={drawn} -{lost} of {games}, {percent:.2f}%, "
        f"Elo {found.elo}, LOS {100.0 * found.los:.1f}%"
    )


def _field_lines(standing: Standing) -> list[str]:
    """Two engines on more than two seats: a line for each way to share them."""
    lines = []
    for name, other in (standing.names, standing.names[::-1]):
        if name not in standing.alone:
            continue
        alone = standing.alone[name]
        low, high = (100.0 * bound for bound in alone.interval())
        lines.append(
            f"{name} alone against {alone.players - 1} {other}: {alone.points:.4g} of "
            f"{alone.games} points, {100.0 * alone.share:.1f}% ({low:.1f} to {high:.1f}), "
            f"even share {100.0 / alone.players:.1f}%; left behind {100.0 * alone.behind:.1f}% "
            "of the others"
        )
    if sum(standing.evenly.games):
        lines.append(f"as many seats each: {_score(standing, standing.evenly)}")
    return lines


def _points_line(standing: Standing) -> str:
    return (
        f"{standing.points_wins} of the draws decided on points: "
        f"{_score(standing, standing.on_points)}"
    )


def _pairs_line(duel: Duel) -> str:
    return (
        f"pairs (0, 1/2, 1, 3/2, 2 points): {duel.pairs}, "
        f"normalised Elo {duel.estimate().normalised}"
    )


def _repetition_lines(standing: Standing) -> list[str]:
    """Lines about repeated games, which are no evidence."""
    if standing.distinct == standing.games:
        return []
    lines = [f"distinct games: {standing.distinct} of {standing.games}"]
    if standing.repeated:
        lines.append(f"{standing.repeated} games repeat earlier ones: Elo and SPRT leave them out")
    return lines


def _if_late(standing: Standing) -> str:
    """The remark after figures that faults of time have influenced."""
    return f" ({standing.late} of {standing.games} games by time)" if standing.late else ""


def _fault_lines(standing: Standing) -> list[str]:
    """Lines about games that faults decided. They are no evidence of strength."""
    late = {fault: count for fault, count in standing.faults.items() if fault[0] in OF_TIME}
    other = {fault: count for fault, count in standing.faults.items() if fault not in late}
    lines = []
    if late:
        lines.append(
            f"{_decided(standing, late)}: Elo, LOS and SPRT say how the engines kept their time on "
            "this machine, not who plays better. It may have had too little time for all: play "
            "fewer concurrent games, give more time or --margin-ms, or play by --nodes"
        )
    if other:
        lines.append(f"{_decided(standing, other)}: Elo, LOS and SPRT count them as losses")
    return lines


def _decided(standing: Standing, faults: Mapping[tuple[str, str], int]) -> str:
    """`3 of 10 games were decided by faults (time by A 1, time by B 2)`."""
    count = sum(faults.values())
    made = ", ".join(
        f"{reason} by {name} {number}" for (reason, name), number in sorted(faults.items())
    )
    verb = "was" if count == 1 else "were"
    kind = "faults of time" if all(reason in OF_TIME for reason, _ in faults) else "faults"
    return f"{count} of {standing.games} games {verb} decided by {kind} ({made})"


def crosstable(standing: Standing) -> list[str]:
    """Each engine's points against each other one, with wins, draws and losses; best first."""
    names = standing.order()
    table = [["", *(str(number) for number in range(1, len(names) + 1))]]
    for number, name in enumerate(names, 1):
        table.append([f"{number} {name}", *(_cell(standing, name, other) for other in names)])
    return aligned(table)


def _cell(standing: Standing, name: str, other: str) -> str:
    won, drawn, lost = (standing.crosstable[name, other, outcome] for outcome in "+=-")
    if not won + drawn + lost:
        return "."
    return f"{won + drawn / 2:g} (+{won} ={drawn} -{lost})"


def aligned(table: Sequence[Sequence[str]]) -> list[str]:
    """Lines with aligned columns. The first column is left-aligned, all others right-aligned."""
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    return [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def as_text(standing: Standing, sprt: Sprt | None) -> str:
    """The whole report at the end of a match."""
    lines = aligned([COLUMNS, *rows(standing)])
    if len(standing.names) > 2:
        lines += ["", *crosstable(standing), ""]
    return "\n".join([*lines, *summary_lines(standing, sprt)])


def records_as_text(records: Sequence[GameRecord]) -> str:
    """The report on any records, variant by variant."""
    found = standings(records)
    if len(found) == 1:
        return as_text(next(iter(found.values())), None)
    parts = [f"{variant}:\n{as_text(standing, None)}" for variant, standing in found.items()]
    return "\n\n".join(parts) or "no games"
