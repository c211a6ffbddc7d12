"""What has been compared, and what differed."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from msgspec import Struct

MOST_FINDINGS = 100  # are described; all are counted
EXCERPT = 120  # characters on each side of a difference
BEFORE = 40  # of them in front of it


class Moment(NamedTuple):
    """Where something is compared: a reader at a moment of a game. None as the reader is a spectator."""

    setup: str
    seed: str
    decision: int
    reader: int | None


class Finding(Struct, frozen=True):
    """Something that depends on what its reader may not know, with the place where two texts part."""

    check: str
    setup: str
    seed: str
    decision: int
    reader: int | None
    sent: str
    otherwise: str


class Ledger:
    """Counts comparisons by the name of their check, and keeps the findings."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.hidden = 0  # sampled states that differed from the true one
        self.found = 0
        self.findings: list[Finding] = []

    def compare(self, check: str, moment: Moment, sent: str, otherwise: str) -> bool:
        """Counts a comparison; a difference is a finding. Returns whether the texts are the same."""
        self.counts[check] += 1
        if sent == otherwise:
            return True
        at = next((at for at, pair in enumerate(zip(sent, otherwise, strict=False)) if pair[0] != pair[1]), None)
        start = max(0, (min(len(sent), len(otherwise)) if at is None else at) - BEFORE)
        parts = sent[start : start + EXCERPT], otherwise[start : start + EXCERPT]
        self._find(Finding(check, *moment, *parts))
        return False

    def never(self, check: str, moment: Moment, text: str, secret: str) -> None:
        """Counts a text that must not contain a secret."""
        self.counts[check] += 1
        at = text.find(secret)
        if at >= 0:
            self._find(Finding(check, *moment, text[max(0, at - BEFORE) : at + EXCERPT], ""))

    def _find(self, finding: Finding) -> None:
        self.found += 1
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(finding)
