"""HTML of the reports: one file without scripts or external resources, light or dark as the reader prefers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Self

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf6; --card: #ffffff; --ink: #1f1b14; --soft: #6a6455; --rule: #e4dfd2;
  --gold: #9a6400; --veil: #e9cf94; --teal: #0f6e68; --chip: #f3eee1; }
@media (prefers-color-scheme: dark) { :root { --paper: #14120d; --card: #1c1913; --ink: #efe9dc; --soft: #a59d8b;
  --rule: #363126; --gold: #e3b04b; --veil: #6b5424; --teal: #5cc9bf; --chip: #2a261c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font: 600 2rem/1.2 ui-serif, Georgia, serif; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font: 600 1.2rem/1.3 ui-serif, Georgia, serif; margin: 0 0 .25rem; }
p { margin: .25rem 0 1rem; max-width: 46rem; }
.lead { font-size: 1.08rem; }
.about, footer { color: var(--soft); font-size: .92rem; }
section { background: var(--card); border: 1px solid var(--rule); border-radius: 14px; padding: 1.25rem 1.5rem 1rem;
  margin-top: 1.25rem; }
.scroll { overflow-x: auto; margin: .5rem 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .95rem; }
th, td { padding: .4rem .6rem; text-align: right; border-bottom: 1px solid var(--rule); }
th { color: var(--soft); font-weight: 500; font-size: .86rem; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td small { display: block; font-weight: 400; color: var(--soft); min-width: 11rem; }
tr:has(small) td { vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
tbody tr:last-child td { border-bottom: 0; }
td:first-child { font-weight: 600; }
td span { white-space: nowrap; font-size: .87em; }
td.clear { color: var(--gold); font-weight: 600; }
svg { display: block; width: 100%; height: auto; margin: .75rem 0 .25rem; overflow: visible; font-size: 13px;
  font-variant-numeric: tabular-nums; }
svg text { fill: var(--ink); dominant-baseline: central; }
.figure { text-anchor: end; } .start { text-anchor: start; }
.label { font-weight: 600; } .tick { text-anchor: middle; } svg .tick { fill: var(--soft); font-size: 12px; }
.grid { stroke: var(--rule); } .base { stroke: var(--soft); } .bar { fill: var(--veil); }
.reference { stroke: var(--teal); stroke-width: 1.5; stroke-dasharray: 4 4; }
.interval { stroke: var(--gold); stroke-width: 3; stroke-linecap: round; opacity: .55; }
.dot { fill: var(--gold); stroke: var(--card); stroke-width: 2; } .median { stroke: var(--gold); stroke-width: 2; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.5rem; margin: .5rem 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
code { font: .9em ui-monospace, monospace; background: var(--chip); border-radius: 5px; padding: .1em .35em; }
footer { margin-top: 2rem; }
@media (max-width: 40rem) { section { padding: 1rem; } main { padding-top: 1.5rem; }
  .scroll.wide svg { min-width: 34rem; } }
@media print { section { break-inside: avoid; border: 0; padding: 0; } }
"""

INTERVAL = re.compile(r"(\([^()]*[0-9][^()]*\))")


class Highlighted(str):
    """A table cell with a statistically significant value."""

    __slots__ = ()


class Annotated(str):
    """A table cell with a note in small print below it."""

    note: str

    def __new__(cls, text: str, note: str) -> Self:
        """Takes the cell's text and its note."""
        cell = super().__new__(cls, text)
        cell.note = note
        return cell


def page(lang: str, title: str, lead: str, sections: Sequence[str], foot: str) -> str:
    """The whole document."""
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{escape(title)}</title>\n<link rel="icon" href="data:,">\n<style>{STYLE}</style>\n</head>\n'
        f'<body><main>\n<h1>{escape(title)}</h1>\n<p class="lead">{escape(lead)}</p>\n'
        f"{''.join(sections)}<footer>{escape(foot)}</footer>\n</main></body>\n</html>\n"
    )


def section(title: str, about: str, *content: str) -> str:
    """A section with a heading and a sentence on how to read it."""
    explanation = f'<p class="about">{escape(about)}</p>' if about else ""
    return f"<section><h2>{escape(title)}</h2>{explanation}{''.join(content)}</section>\n"


def plot(svg: str) -> str:
    """A plot that scrolls sideways on a narrow screen."""
    return f'<div class="scroll wide">{svg}</div>'


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the first column holds names, the others figures."""
    heading = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{heading}</tr></thead><tbody>{body}</tbody></table></div>'


def facts(entries: Sequence[tuple[str, str]]) -> str:
    """A list of names and values."""
    return f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{escape(value)}</dd>' for name, value in entries)}</dl>"


def _cell(text: str) -> str:
    kind = ' class="clear"' if isinstance(text, Highlighted) else ""
    small = f"<small>{escape(text.note)}</small>" if isinstance(text, Annotated) else ""
    # A line may break only before an interval.
    content = escape(text).replace(" %", "&nbsp;%").replace(" ± ", "&nbsp;±&nbsp;")
    content = INTERVAL.sub(r"<span>\1</span>", content)
    return f"<td{kind}>{content}{small}</td>"
