"""Draws figures as SVG, with nothing but the standard library."""

from __future__ import annotations

import math
from html import escape

from .figures import Figure, Line, Point

WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, BOTTOM = 60, 14, 34, 46
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f")


def chart(figure: Figure) -> str:
    """A figure as an `svg` element."""
    body = _bars(figure) if figure.bars else _lines(figure)
    title = _text(WIDTH / 2, 18, figure.title, size=15, weight="bold")
    x_label = _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, figure.x_label)
    y_label = (
        f'<g transform="translate(14 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)">'
        f"{_text(0, 0, figure.y_label)}</g>"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'class="chart">{title}{x_label}{y_label}{body}</svg>'
    )


class Scale:
    """Maps values of one axis to the picture."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        if high <= low:
            low, high = low - 1.0, high + 1.0
        self.low, self.high = low, high
        self._start, self._factor = start, (end - start) / (high - low)

    def __call__(self, value: float) -> float:
        return round(self._start + (value - self.low) * self._factor, 1)

    def ticks(self) -> list[float]:
        """About five round values."""
        raw = (self.high - self.low) / 5
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw)
        first = math.ceil(self.low / step)
        return [step * index for index in range(first, math.floor(self.high / step) + 1)]


def _lines(figure: Figure) -> str:
    points = [point for line in figure.lines for point in line.points]
    if not points:
        return _text(WIDTH / 2, HEIGHT / 2, "too few games")
    x = Scale(0, max(point.x for point in points), LEFT, WIDTH - RIGHT)
    low = min(point.y - point.error for point in points)
    high = max(point.y + point.error for point in points)
    y = Scale(low, high, HEIGHT - BOTTOM, TOP)
    parts = [_axes(x.ticks(), x, y)]
    for index, line in enumerate(figure.lines):
        parts.append(_line(line, x, y, COLOURS[index % len(COLOURS)]))
        colour = COLOURS[index % len(COLOURS)]
        parts.append(_text(LEFT + 8, TOP + 14 + 15 * index, line.name, colour=colour, at="start"))
    return "".join(parts)


def _line(line: Line, x: Scale, y: Scale, colour: str) -> str:
    if not line.points:
        return ""
    upper = [(point, point.y + point.error) for point in line.points]
    lower = [(point, point.y - point.error) for point in reversed(line.points)]
    band = " ".join(f"{x(point.x)},{y(value)}" for point, value in upper + lower)
    path = " ".join(f"{x(point.x)},{y(point.y)}" for point in line.points)
    last: Point = line.points[-1]
    return (
        f'<polygon points="{band}" fill="{colour}" fill-opacity=".15"/>'
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<circle cx="{x(last.x)}" cy="{y(last.y)}" r="3" fill="{colour}"/>'
    )


def _bars(figure: Figure) -> str:
    count = len(figure.bars)
    slot = (WIDTH - LEFT - RIGHT) / count
    y = Scale(0, max(value for _, value in figure.bars), HEIGHT - BOTTOM, TOP)
    parts = [_axes([], Scale(0, count, LEFT, WIDTH - RIGHT), y)]
    every = math.ceil(count / 12)
    longest = max(int(every * slot / 6), 4)
    for index, (name, value) in enumerate(figure.bars):
        left = LEFT + index * slot
        height = HEIGHT - BOTTOM - y(value)
        parts.append(
            f'<rect x="{left + slot * 0.1:.1f}" y="{y(value)}" width="{slot * 0.8:.1f}" '
            f'height="{height:.1f}" fill="{COLOURS[0]}">'
            f"<title>{escape(name)}: {value:g}</title></rect>"
        )
        if index % every == 0:
            shown = name if len(name) <= longest else name[: longest - 1] + "…"
            parts.append(_text(left + slot / 2, HEIGHT - BOTTOM + 15, shown))
    return "".join(parts)


def _axes(x_ticks: list[float], x: Scale, y: Scale) -> str:
    bottom = HEIGHT - BOTTOM
    parts = []
    for value in y.ticks():
        parts.append(
            f'<path d="M{LEFT} {y(value)}H{WIDTH - RIGHT}" '
            'stroke="currentColor" stroke-opacity=".2"/>'
        )
        parts.append(_text(LEFT - 6, y(value) + 4, f"{value:g}", at="end"))
    parts += [_text(x(value), bottom + 15, f"{value:g}") for value in x_ticks]
    parts.append(
        f'<path d="M{LEFT} {TOP}V{bottom}H{WIDTH - RIGHT}" stroke="currentColor" fill="none"/>'
    )
    return "".join(parts)


def _text(
    x: float, y: float, text: str, size: int = 12, weight: str = "normal",
    colour: str = "currentColor", at: str = "middle",
) -> str:  # fmt: skip
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{colour}" '
        f'text-anchor="{at}" font-family="sans-serif">{escape(text)}</text>'
    )
