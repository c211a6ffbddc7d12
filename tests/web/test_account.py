"""The account page: everything that people do with their account themselves, on a screen and on a phone."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.web.test_access import clean, tab_to
from tests.web.visitor import Visitor

PASSWORD, NEW = "a long secret", "another secret"


def panel(who: Visitor, title: str) -> Locator:
    return who.page.get_by_role("region", name=title)


def open_page(who: Visitor) -> None:
    who.page.goto(f"{who.url}/account")
    expect(who.page.locator("h1")).to_be_visible()


def enter(who: Visitor, name: str, password: str, button: str) -> None:
    account = panel(who, "Your account")
    account.get_by_label("Name").fill(name)
    account.get_by_label("Password").fill(password)
    account.get_by_role("button", name=button, exact=True).click()


def refusals(text: str) -> bool:
    """The browser complains of refused requests."""
    return "401" in text or "403" in text


def test_password_sessions_and_programs(visit) -> None:
    ada, phone = visit(bypass_csp=True), visit(phone=True, expected=refusals)
    open_page(ada)
    enter(ada, "Ada Account", PASSWORD, "Create account")
    expect(panel(ada, "Your account")).to_contain_text("Signed in as Ada Account.")
    open_page(phone)
    enter(phone, "ada account", PASSWORD, "Sign in")
    expect(panel(phone, "Your account")).to_contain_text("Signed in as Ada Account.")
    open_page(ada)
    sessions = panel(ada, "Where you are signed in")
    expect(sessions.locator("li")).to_have_count(2)
    expect(sessions.locator("li", has_text="this browser")).to_contain_text("Chrome on Linux")
    clean(ada.page)
    sessions.get_by_role("button", name="Sign out Chrome on Linux").click()
    expect(sessions.locator("li")).to_have_count(1)
    expect(sessions.get_by_role("status")).to_have_text("Signed out.")
    panel(phone, "Programs").get_by_label("Name of the program").fill("Too late")
    panel(phone, "Programs").get_by_role("button", name="Make a token").click()
    expect(phone.page.get_by_role("link", name="Sign in")).to_be_visible()
    enter(phone, "Ada Account", PASSWORD, "Sign in")
    expect(panel(phone, "Your account")).to_contain_text("Signed in as Ada Account.")
    open_page(ada)
    expect(sessions.locator("li")).to_have_count(2)
    change = panel(ada, "Change password")
    tab_to(ada.page, "form:has([autocomplete=new-password]) input[autocomplete=current-password]")
    ada.page.keyboard.type(PASSWORD)
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.type(NEW)
    ada.page.keyboard.press("Enter")
    expect(change.get_by_role("status")).to_contain_text("Your password is changed")
    expect(sessions.locator("li")).to_have_count(1)
    programs = panel(ada, "Programs")
    programs.get_by_label("Name of the program").fill("Robot")
    programs.get_by_role("button", name="Make a token").click()
    expect(ada.page.get_by_test_id("token")).to_contain_text("sk_")
    clean(ada.page)
    programs.get_by_role("button", name="Revoke the token of Robot").click()
    expect(programs.get_by_role("status")).to_contain_text("The token of Robot is void")
    expect(programs.locator("li")).to_have_count(0)


def test_recovery_codes_a_file_and_the_end(visit, tmp_path: Path) -> None:
    ada, late = visit(phone=True, bypass_csp=True, expected=refusals), visit(expected=refusals)
    open_page(ada)
    enter(ada, "Ada Forgets", PASSWORD, "Create account")
    codes = panel(ada, "Recovery codes")
    expect(codes).to_contain_text("You have none yet.")
    codes.get_by_label("Password").fill("not the one")
    codes.get_by_role("button", name="Make new codes").click()
    expect(codes.get_by_role("status")).to_have_text("This is not your password.")
    codes.get_by_label("Password").fill(PASSWORD)
    codes.get_by_role("button", name="Make new codes").click()
    shown = ada.page.get_by_test_id("codes").locator("li")
    expect(shown).to_have_count(8)
    clean(ada.page)
    with ada.page.expect_download() as download:
        codes.get_by_role("link", name="Save as a file").click()
    assert Path(download.value.path()).read_text().split() == shown.all_inner_texts()
    open_page(late)
    late.page.get_by_role("button", name="Forgot your password?").click()
    forgot = panel(late, "Forgot your password?")
    for code, answer in (
        ("0000-0000-0000-0000", "The name or the recovery code is wrong"),
        (shown.first.inner_text(), ""),
    ):
        forgot.get_by_label("Name").fill("Ada Forgets")
        forgot.get_by_label("Recovery code").fill(code)
        forgot.get_by_label("New password").fill(NEW)
        forgot.get_by_role("button", name="Set the password").click()
        if answer:
            expect(forgot.get_by_role("status")).to_contain_text(answer)
    expect(panel(late, "Your account")).to_contain_text("Signed in as Ada Forgets.")
    expect(panel(late, "Recovery codes")).to_contain_text("You have 7 codes left.")
    with late.page.expect_download() as download:
        panel(late, "Your data").get_by_role("link", name="Save my data").click()
    assert json.loads(Path(download.value.path()).read_text())["account"]["name"] == "Ada Forgets"
    panel(late, "Your data").get_by_role("button", name="Delete account").click()
    dialog = late.page.get_by_role("dialog")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete for good").click()
    expect(dialog.get_by_role("alert")).to_have_text("This is not your password.")
    dialog.get_by_label("Password").fill(NEW)
    dialog.get_by_role("button", name="Delete for good").click()
    expect(late.page.get_by_text("Your account is deleted.")).to_be_visible()
    enter(late, "Ada Forgets", NEW, "Sign in")
    expect(panel(late, "Your account").get_by_role("status")).to_have_text("The name or the password is wrong.")
    open_page(ada)
    expect(panel(ada, "Your name")).to_be_visible()
