"""The standing as text."""

from __future__ import annotations

from .elo import SPRT_BOUND, log_likelihood_ratio
from .plan import Sprt
from .standing import Standing

COLUMNS = (
    "engine", "games", "points", "%", "rating", "won", "drawn", "lost", "faults", "ms/move",
    "slowest", "depth", "nodes/s",
)  # fmt: skip


def rows(standing: Standing) -> list[tuple[str, ...]]:
    """One row of `COLUMNS` for each engine, best first."""
    ratings = standing.ratings()
    found: list[tuple[str, ...]] = []
    for name in standing.order():
        tally, rating = standing.tallies[name], ratings[name]
        found.append((
            name, str(tally.seats), f"{tally.points:.1f}", f"{tally.percent:.2f}",
            f"{rating.elo:+.1f} ± {rating.error:.1f}",
            str(tally.wins), str(tally.draws), str(tally.losses), str(tally.faults),
            f"{tally.ms_a_move:.2f}", f"{tally.slowest_ms:.0f}", f"{tally.depth:.2f}",
            f"{tally.nps:,.0f}",
        ))  # fmt: skip
    return found


def summary_lines(standing: Standing, sprt: Sprt | None) -> list[str]:
    """What matters of the results, beside the table."""
    lines = []
    if len(standing.names) == 2:
        lines.append(elo_line(standing, sprt))
        lines.append(f"pairs (0, 1/2, 1, 3/2, 2 points): {standing.pairs}")
        if sprt is not None:
            lines.append(f"SPRT: {standing.verdict(sprt) or 'no decision'}")
    ends = ", ".join(f"{reason} {count}" for reason, count in standing.reasons.most_common())
    lines.append(f"ends: {ends or 'none'}")
    if standing.void:
        lines.append(f"void games, not counted: {standing.void}")
    return lines


def elo_line(standing: Standing, sprt: Sprt | None) -> str:
    """Two engines: score, Elo and SPRT on one line."""
    first, second = standing.names
    found = standing.estimate()
    lost, drawn, won = standing.duel
    percent = 100.0 * (won + drawn / 2.0) / max(standing.games, 1)
    text = (
        f"{first} - {second}: +{won} ={drawn} -{lost} of {standing.games}, "
        f"{percent:.2f}%, Elo {found.elo:+.1f} ± {found.error:.1f}, "
        f"LOS {100.0 * found.los:.1f}%"
    )
    if sprt is not None:
        llr = log_likelihood_ratio(standing.pairs, sprt)
        text += f", LLR {llr:.2f} of ±{SPRT_BOUND:.2f} [{sprt.elo0:g}, {sprt.elo1:g}]"
    return text


def as_text(standing: Standing, sprt: Sprt | None) -> str:
    """The whole report at the end of a match."""
    table = [COLUMNS, *rows(standing)]
    widths = [max(len(row[i]) for row in table) for i in range(len(COLUMNS))]
    lines = [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
    return "\n".join([*lines, *summary_lines(standing, sprt)])
