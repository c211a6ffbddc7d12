"""A review as one HTML page that works offline."""

from __future__ import annotations

from html import escape
from typing import Final, cast

from schatzkammer.arena import html
from schatzkammer.cli.review_text import COLUMNS, ReviewText
from schatzkammer.core.game import Json

WIDTH: Final = 960
HEIGHT: Final = 160
COLOURS: Final = ("#b5532a", "#2f7f86", "#8a6d1d", "#6b4fa0", "#4d7a3a")


def review_page(words: ReviewText) -> str:
    """The whole document."""
    texts = words.texts
    head = [texts.text("review.column.term")]
    for entry in words.seats:
        head += [words.seat(entry), texts.text("review.column.win")]
    columns = [words.terms(entry) for entry in words.seats]
    rows = [
        [words.column(name), *[cell for column in columns for cell in column[row][1:]]]
        for row, name in enumerate(COLUMNS)
    ]
    skills = "".join(f"<p>{escape(words.skill(entry))}</p>" for entry in words.seats)
    errors = "".join(
        f"<p><b>{cast(int, decision['ply']) + 1}. {escape(played)}</b><br>{escape(wrong)}</p>"
        for decision, played, wrong in words.errors()
    )
    sections = [
        html.section(texts.text("review.sums"), texts.text("review.about_sums"), html.table(head, rows)),
        html.section(texts.text("review.shares"), texts.text("review.about_shares"), html.plot(_shares(words))),
        html.section(texts.text("review.decisions"), texts.text("review.about_decisions"), skills, errors),
    ]
    foot = texts.text("review.foot", seed=words.data["seed"])
    return html.page(words.lang, words.heading, texts.text("review.lead"), sections, foot)


def _shares(words: ReviewText) -> str:
    """Everybody's share of the win along the game, as stacked areas."""
    shares = cast("list[list[float]]", words.data["shares"])
    step = WIDTH / max(1, len(shares) - 1)
    layers = []
    for seat in range(cast(int, words.data["players"])):
        over = [sum(share[: seat + 1]) for share in shares]
        under = [sum(share[:seat]) for share in shares]
        points = [f"{at * step:.1f},{HEIGHT * top:.1f}" for at, top in enumerate(over)]
        points += [f"{at * step:.1f},{HEIGHT * low:.1f}" for at, low in reversed(list(enumerate(under)))]
        name = escape(words.seat({"seat": seat}))
        layers.append(f'<polygon points="{" ".join(points)}" fill="{COLOURS[seat]}"><title>{name}</title></polygon>')
    ticks = [
        f'<line x1="{(ply + 1) * step:.1f}" x2="{(ply + 1) * step:.1f}" y1="{HEIGHT}" y2="{HEIGHT + 8}" class="base"/>'
        for entry in words.seats
        for ply in [cast(int, decision["ply"]) for decision in _decisions(entry) if decision["mark"]]
    ]
    legend = " ".join(
        f'<tspan fill="{COLOURS[seat]}">■</tspan> {escape(words.seat({"seat": seat}))}'
        for seat in range(cast(int, words.data["players"]))
    )
    label = f'<text x="0" y="{HEIGHT + 24}" class="start">{legend}</text>'
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT + 36}" role="img">{"".join(layers)}{"".join(ticks)}{label}</svg>'


def _decisions(entry: Json) -> list[Json]:
    return cast("list[Json]", entry["decisions"])
