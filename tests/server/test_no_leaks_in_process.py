"""Nothing hidden leaks to any reader in whole games at tables; `schatzkammer certify` plays more of them.

test_no_leaks does the same over real sockets and with whole databases, for fewer versions.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from schatzkammer.certificate.application import application
from schatzkammer.certificate.ledger import Ledger
from schatzkammer.certificate.payloads import ASKED, CONSTANT, OF_PEOPLE, PayloadProof
from schatzkammer.server.app import describe_api
from tests.conformance.cases import ALL, Case

pytestmark = pytest.mark.anyio

BY_GAME = [[case for case in ALL if case.game == game] for game in sorted({case.game for case in ALL})]
CASES = [cases[len(cases) // 3] for cases in BY_GAME]


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_nothing_leaks_at_any_version(case: Case, tmp_path: Path) -> None:
    ledger = Ledger()
    async with application(tmp_path) as app:
        assert await PayloadProof(app, case, "payloads", ledger, compared=1.0).run(lambda: False)
    assert not ledger.findings
    assert ledger.counts["updates"] > 100
    assert ledger.hidden > 50, "there was something to hide"
    assert ledger.counts["socket: outcome"] > 10
    assert all(ledger.counts[f"GET {address}"] > 10 for address in ASKED)


def test_every_address_is_asked_or_tells_nothing_of_a_game() -> None:
    for path, methods in describe_api()["paths"].items():
        if "get" in methods and not path.startswith((*OF_PEOPLE, *CONSTANT)):
            assert path in ASKED
    assert {*ASKED} <= {*describe_api()["paths"]}
