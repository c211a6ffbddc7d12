"""Names: the client's limit is the server's."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from schatzkammer.table.names import LONGEST_NAME

NAMES = Path(__file__).parents[2] / "web/src/lib/names.ts"


def test_the_limit_of_the_client_is_that_of_the_server() -> None:
    found = re.search(r"^export const LONGEST_NAME = (\d+);$", NAMES.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    assert int(found[1]) == LONGEST_NAME


def test_a_name_that_can_be_typed_is_accepted(visit) -> None:
    ada = visit()
    ada.page.goto(f"{ada.url}/account")
    name = ada.page.get_by_label("Name", exact=True).first
    name.press_sequentially("A" * (LONGEST_NAME + 10))
    expect(name).to_have_value("A" * LONGEST_NAME)
    ada.page.get_by_role("button", name="Change name").click()
    expect(ada.page.get_by_role("region", name="Your name").get_by_role("status")).to_have_text("Done.")
    expect(ada.page.locator("header .who")).to_have_text("A" * LONGEST_NAME)
