"""The settings of notices, for `serve` and `doctor`."""

from __future__ import annotations

import os
import smtplib
from collections.abc import Iterator

from schatzkammer.cli.checks import Finding, note, ok, wrong
from schatzkammer.cli.texts import phrase
from schatzkammer.core.errors import BadInput

SMTP_VARIABLE = "SCHATZKAMMER_SMTP_URL"


def mail_settings(sender: str | None) -> tuple[str | None, str | None]:
    """The URL of the mail server, which may hold a password, and the sender; None for both without mail."""
    from schatzkammer.server.notices.mail import checked_url

    url = os.environ.get(SMTP_VARIABLE) or None
    if url is None:
        return None, None
    try:
        checked_url(url)
    except ValueError:
        raise BadInput(phrase("error.smtp_url")) from None
    if sender is None or "@" not in sender or not sender.isprintable():
        raise BadInput(phrase("error.mail_from"))
    return url, sender


def hosts(given: str | None) -> tuple[str, ...]:
    """Hosts and networks, with commas between them."""
    return tuple(one.strip() for one in (given or "").split(",") if one.strip())


def check_notices(sender: str | None, public_url: str | None) -> Iterator[Finding]:
    """For `doctor`: which channels there are, and whether the mail server takes mail."""
    from schatzkammer.server.notices.channels import has_chat, has_push
    from schatzkammer.server.notices.mail import Mailbox

    try:
        url, sender = mail_settings(sender)
    except BadInput as error:
        yield wrong("notices", "invalid", reason=error.clause())
        return
    if not has_push() or not has_chat():
        yield note("notices", "not_installed")
    if public_url is None:
        yield note("notices", "no_url")
    elif url is None or sender is None:
        yield ok("notices", "no_mail")
    else:
        try:
            Mailbox(url, sender).check()
            yield ok("notices", "complete")
        except (OSError, smtplib.SMTPException) as error:
            yield wrong("notices", "no_answer", reason=str(error).rstrip("."))
