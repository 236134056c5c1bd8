"""Small SVG plots for a page: rates with intervals, lines by round, and their shared parts."""

import math
from collections.abc import Sequence
from html import escape as escaped
from typing import Final

from game.lab.figures import Mean, Rate
from game.printable import printable
from game.wording import percent

DASHES: Final = ("", "7 5", "2 4", "11 4 2 4")
"""The dash patterns for the lines of the first to fourth player."""
SIGNS: Final = (
    (),
    ((-4.5, -4.5), (4.5, -4.5), (4.5, 4.5), (-4.5, 4.5)),
    ((0, -6.5), (6.5, 0), (0, 6.5), (-6.5, 0)),
    ((0, -6), (6, 5), (-6, 5)),
)
"""The corners of the first to fourth player's signs, namely a disc (no corners), square, diamond and triangle."""


def escape(text: str) -> str:
    """Return a text escaped for HTML."""
    return escaped(printable(text))


def svg_text(x: float, y: float, words: str, style: str) -> str:
    """Return text at a spot of an SVG; `style` has further attributes."""
    return f'<text x="{x}" y="{y}" {style}>{escape(words)}</text>'


def svg_sign(place: int, x: float, y: float, colour: str) -> str:
    """Return sign number `place` at a spot of an SVG."""
    points = " ".join(f"{round(x + dx, 1)},{round(y + dy, 1)}" for dx, dy in SIGNS[place])
    if not points:
        return f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'
    return f'<polygon points="{points}" fill="{colour}"/>'


def stacked(levels: Sequence[float], step: float, lowest: float) -> list[float]:
    """Return heights for labels near these levels: at least a step apart, in this order, none below the lowest.

    Like all heights in an SVG they grow downwards.
    """
    places = list[float]()
    for level in levels:
        places.append(max(level, places[-1] + step) if places else level)
    for place in reversed(range(len(places))):
        places[place] = min(places[place], lowest)
        lowest = places[place] - step
    return places


WIDTH: Final = 720
COLOURS: Final = ("#1f5fa8", "#b4552d", "#3d7a3a", "#7a4a9e", "#8a6d1d", "#4a5a6a")
"""The colours of lines; signs and dashes distinguish the lines too."""
QUIET: Final = 'fill="#68707c" font-size="13"'
GRID: Final = 'stroke="#d8d4ca"'
TICKS: Final = tuple(step * 10**power for power in range(7) for step in (1, 2, 5))
"""The possible distances between the horizontal lines behind a plot, in units of the values."""


def rate_plot(rates: Sequence[Rate], title: str) -> str:
    """Return a plot with a row for each rate: its label, a point with its interval in percent, and its figures."""
    left, right, step = 250, WIDTH - 190, 26
    height = 26 + step * len(rates)

    def x_of(share: float) -> float:
        return round(left + share * (right - left), 1)

    parts = [_opening_tag(height, title)]
    for tenth in (0.0, 0.25, 0.5, 0.75, 1.0):
        x = x_of(tenth)
        parts.append(f'<line x1="{x}" y1="4" x2="{x}" y2="{height - 20}" {GRID}/>')
        parts.append(svg_text(x, height - 5, percent(tenth), f'text-anchor="middle" {QUIET}'))
    for row, rate in enumerate(rates):
        y = 16 + row * step
        low, high = x_of(rate.low), x_of(rate.high)
        parts.append(svg_text(left - 12, y + 5, _shorten(rate.label), 'text-anchor="end" font-size="14"'))
        parts.append(f'<line x1="{low}" y1="{y}" x2="{high}" y2="{y}" stroke="{COLOURS[0]}" stroke-width="4"/>')
        parts.append(svg_sign(0, x_of(rate.share), y, COLOURS[0]))
        parts.append(svg_text(right + 12, y + 5, rate.text, QUIET))
    return "".join([*parts, "</svg>"])


def line_plot(lines: Sequence[tuple[str, Sequence[Mean]]], columns: Sequence[str], title: str) -> str:
    """Return a plot with a line for each series of means; `columns` are the labels below."""
    left, right, top, bottom = 48, WIDTH - 190, 14, 270
    all_means = [mean for _name, means in lines for mean in means]
    low, high = min(0.0, *(mean.low for mean in all_means)), max(1.0, *(mean.high for mean in all_means))
    tick = next(tick for tick in TICKS if (high - low) / tick <= 6)
    step = (right - left) / max(1, len(columns) - 1)

    def y_of(value: float) -> float:
        return round(bottom - (value - low) / (high - low) * (bottom - top), 1)

    parts = [_opening_tag(bottom + 30, title)]
    for value in range(math.ceil(low / tick) * tick, math.floor(high) + 1, tick):
        parts.append(f'<line x1="{left}" y1="{y_of(value)}" x2="{right}" y2="{y_of(value)}" {GRID}/>')
        parts.append(svg_text(left - 8, y_of(value) + 5, str(value), f'text-anchor="end" {QUIET}'))
    for place, column in enumerate(columns):
        parts.append(svg_text(left + step * place, bottom + 22, column, f'text-anchor="middle" {QUIET}'))
    ranked = sorted(enumerate(lines), key=lambda line: -line[1][1][-1].value)
    heights = stacked([y_of(means[-1].value) for _number, (_name, means) in ranked], 20, bottom)
    for (number, (name, means)), label_y in zip(ranked, heights, strict=True):
        colour, sign_number = COLOURS[number % len(COLOURS)], number % len(SIGNS)
        spots = [(round(left + step * place, 1), mean) for place, mean in enumerate(means)]
        path = " ".join(f"{x},{y_of(mean.value)}" for x, mean in spots)
        stroke = f'stroke="{colour}" stroke-width="2.5" stroke-dasharray="{DASHES[sign_number]}"'
        parts.append(f'<polyline points="{path}" fill="none" {stroke}/>')
        for x, mean in spots:
            parts.append(f'<line x1="{x}" y1="{y_of(mean.low)}" x2="{x}" y2="{y_of(mean.high)}" stroke="{colour}"/>')
            parts.append(svg_sign(sign_number, x, y_of(mean.value), colour))
        words = f"{_shorten(name, 14)} {means[-1].text}"
        parts.append(svg_text(right + 12, label_y + 5, words, 'font-size="14"'))
    return "".join([*parts, "</svg>"])


def _opening_tag(height: int, title: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}" style="max-width:{WIDTH}px">'


def _shorten(words: str, most: int = 34) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"
