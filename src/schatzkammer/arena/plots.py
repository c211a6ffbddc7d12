"""Plots for reports: plain SVG, coloured by the page's style; every mark has a label or a tooltip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, isclose, log10
from statistics import fmean, median

from schatzkammer.arena.statistics import Estimate

WIDTH = 760
LETTER = 8.2  # width of a letter, to fit the column of names
LONGEST_NAME = 24
EDGE = 18
NUMBERS = 190  # width of the column of figures
ROW = 34
RIDGE = 66
AXIS = 30
TICKS = 6
BINS = 36

Format = Callable[[float], str]


def forest(
    title: str,
    rows: Sequence[tuple[str, Estimate, str]],
    format_value: Format,
    ends: tuple[float | None, float | None] = (None, None),
    reference: float | None = None,
) -> str:
    """A forest plot: for each row a dot for the mean, a bar for the interval, and the figures.

    `ends` fixes the ends of the axis; the data determine an end that is None. `reference` draws a dashed line.
    """
    values = [edge for _, found, _ in rows for edge in (found.mean, found.low, found.high) if edge is not None]
    values += [] if reference is None else [reference]
    left = _names_width([label for label, _, _ in rows])
    scale = Scale(values, ends, left, WIDTH - NUMBERS)
    height = ROW * len(rows)
    parts = [scale.axis(height, format_value)]
    if reference is not None:
        parts.append(_line("reference", scale.position(reference), 0, scale.position(reference), height))
    for row, (label, found, figures) in enumerate(rows):
        middle = ROW * row + ROW / 2
        parts.append(_text("label", 0, middle, _short(label), tooltip=label))
        if found.low is not None and found.high is not None:
            parts.append(_line("interval", scale.position(found.low), middle, scale.position(found.high), middle))
        parts.append(f'<circle class="dot" cx="{scale.position(found.mean):.1f}" cy="{middle:.1f}" r="5.5"/>')
        parts.append(_text("figure", WIDTH, middle, figures))
    return _svg(title, height + AXIS, parts)


def ridges(title: str, rows: Sequence[tuple[str, Sequence[float], str]], format_value: Format) -> str:
    """A histogram for each row on a common axis and scale, with a line at the median."""
    left = _names_width([label for label, _, _ in rows])
    scale = Scale([value for _, values, _ in rows for value in values], (None, None), left, WIDTH - NUMBERS)
    heights = [_histogram(values, scale) for _, values, _ in rows]
    tallest = max(share for bars in heights for share in bars)
    parts = [scale.axis(RIDGE * len(rows), format_value)]
    for row, (label, values, figures) in enumerate(rows):
        bottom = RIDGE * (row + 1) - 1
        parts.append(_text("label", 0, bottom - 14, _short(label), tooltip=label))
        parts += _bars(heights[row], scale, bottom, (RIDGE - 12) / tallest, format_value)
        parts.append(_line("base", left, bottom, WIDTH - NUMBERS, bottom))
        middle = scale.position(median(values))
        parts.append(_line("median", middle, bottom, middle, bottom - RIDGE + 12))
        parts.append(_text("figure", WIDTH, bottom - 14, figures))
    return _svg(title, RIDGE * len(rows) + AXIS, parts)


def histogram(title: str, values: Sequence[float], format_value: Format, label: str) -> str:
    """One histogram over the whole width, with a line at the mean."""
    height = 170
    scale = Scale(values, (None, None), EDGE, WIDTH - EDGE)
    bars = _histogram(values, scale)
    mean = scale.position(fmean(values))
    side = ("figure", mean - 8) if mean > WIDTH / 2 else ("figure start", mean + 8)
    parts = [
        scale.axis(height, format_value),
        *_bars(bars, scale, height - 1, (height - 30) / max(bars), format_value),
        _line("base", EDGE, height - 1, WIDTH - EDGE, height - 1),
        _line("median", mean, height - 1, mean, 6),
        _text(side[0], side[1], 14, label),
    ]
    return _svg(title, height + AXIS, parts)


class Scale:
    """A horizontal axis with round ticks."""

    def __init__(
        self, values: Sequence[float], ends: tuple[float | None, float | None], left: float, right: float
    ) -> None:
        low = min(values) if ends[0] is None else ends[0]
        high = max(values) if ends[1] is None else ends[1]
        if isclose(low, high):
            low, high = low - 1, high + 1
        self.step = _round_step((high - low) / TICKS)
        self.low = floor(low / self.step) * self.step if ends[0] is None else low
        self.high = ceil(high / self.step) * self.step if ends[1] is None else high
        self._left = left
        self._right = right

    def position(self, value: float) -> float:
        """The x coordinate of a value."""
        return self._left + (value - self.low) / (self.high - self.low) * (self._right - self._left)

    def axis(self, height: float, format_value: Format) -> str:
        """Grid lines, and the numbers below them."""
        parts = []
        for number in range(ceil(self.low / self.step - 1e-9), floor(self.high / self.step + 1e-9) + 1):
            x = self.position(number * self.step)
            parts.append(_line("grid", x, 0, x, height))
            parts.append(_text("tick", x, height + 18, format_value(number * self.step)))
        return "".join(parts)


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5 times a power of ten that is not below `least`."""
    power: float = 10.0 ** floor(log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * 0.999)


def _histogram(values: Sequence[float], scale: Scale) -> list[float]:
    """The share of values in each of equal bins over the whole axis, each a whole number wide."""
    width = scale.high - scale.low
    bins = max(1, round(width / max(1.0, ceil(width / BINS))))
    counts = [0] * bins
    for value in values:
        counts[min(int((value - scale.low) / width * bins), bins - 1)] += 1
    return [count / len(values) for count in counts]


def _bars(shares: Sequence[float], scale: Scale, bottom: float, stretch: float, format_value: Format) -> list[str]:
    width = (scale.high - scale.low) / len(shares)
    parts = []
    for number, share in enumerate(shares):
        if share:
            low, high = scale.low + number * width, scale.low + (number + 1) * width
            left, right = scale.position(low), scale.position(high)
            tooltip = f"{format_value(low)}–{format_value(high)}: {100 * share:.1f} %"
            parts.append(
                f'<rect class="bar" x="{left + 0.75:.1f}" y="{bottom - share * stretch:.1f}"'
                f' width="{max(1.0, right - left - 1.5):.1f}" height="{share * stretch:.1f}">'
                f"<title>{escape(tooltip)}</title></rect>"
            )
    return parts


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _text(kind: str, x: float, y: float, text: str, tooltip: str = "") -> str:
    title = f"<title>{escape(tooltip)}</title>" if tooltip and tooltip != text else ""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}{title}</text>'


def _short(label: str) -> str:
    return label if len(label) <= LONGEST_NAME else f"{label[: LONGEST_NAME - 1]}…"


def _names_width(labels: Sequence[str]) -> float:
    """The width of the column of names."""
    return 28 + LETTER * max(len(_short(label)) for label in labels)


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title, quote=True)}">'
        f"{''.join(parts)}</svg>"
    )
