"""Draws a calibration: what a value said across, what was won upwards, with 95 % error bars; on the line it is right.

`python -m schatzkammer.train.plot SVG GAME|FILE [BLOCKS] [SEED]` plays, prints the same table as `calibration`, and
writes the drawing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from schatzkammer.train.calibration import Row, main

SIDE = 360  # of the square from 0 to 100 %
EDGE = 48  # for the labels
INK, FAINT, MARK = "#444", "#bbb", "#0a6c74"
LEAST, MOST = 2.0, 9.0  # radius of the mark of a tenth with few seats, and with the most


def drawing(rows: Iterable[Row], title: str) -> str:
    """The calibration as an SVG; the area of a mark says how many seats stand for it."""
    tenths = list(rows)
    most = max(row.seats for row in tenths)
    whole = SIDE + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}">',
        '<g font-family="sans-serif" font-size="13">',
        f"<title>{title}</title>",
        f'<rect width="{whole}" height="{whole}" fill="#fff"/>',
        f'<path d="M{_across(0)} {_up(0)}L{_across(1)} {_up(1)}" stroke="{FAINT}"/>',
    ]
    for tick in range(0, 11, 2):
        share = tick / 10
        parts.append(
            f'<text x="{_across(share)}" y="{_up(0) + 18}" text-anchor="middle" fill="{INK}">{10 * tick}</text>'
        )
        parts.append(
            f'<text x="{_across(0) - 8}" y="{_up(share) + 4}" text-anchor="end" fill="{INK}">{10 * tick}</text>'
        )
    for row in tenths:
        across, low, high = (
            _across(row.said),
            max(0.0, row.won - 1.96 * row.error),
            min(1.0, row.won + 1.96 * row.error),
        )
        radius = max(LEAST, MOST * (row.seats / most) ** 0.5)
        parts.append(f'<path d="M{across} {_up(low)}V{_up(high)}" stroke="{MARK}"/>')
        parts.append(f'<circle cx="{across}" cy="{_up(row.won)}" r="{radius:.1f}" fill="{MARK}"/>')
    parts.append(f'<text x="{_across(0.5)}" y="{whole - 6}" text-anchor="middle" fill="{INK}">said, %</text>')
    parts.append(f'<text x="{_across(0)}" y="{_up(1) - 14}" fill="{INK}">won, %: {title}</text>')
    return "\n".join([*parts, "</g></svg>", ""])


def _across(share: float) -> float:
    return round(EDGE + SIDE * share, 1)


def _up(share: float) -> float:
    return round(EDGE + SIDE * (1.0 - share), 1)


if __name__ == "__main__":
    target, name, blocks, seed = sys.argv[1:] + ["50", "1"][len(sys.argv) - 3 :]
    Path(target).write_text(drawing(main(name, int(blocks), seed).rows, Path(name).stem))
