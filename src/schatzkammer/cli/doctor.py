"""`doctor`: what is wrong with this installation, and how to mend it."""

from __future__ import annotations

import os
from itertools import chain

from rich.text import Text

from schatzkammer.cli import checks, notices, options
from schatzkammer.cli.checks import State
from schatzkammer.cli.database import Data, database_url
from schatzkammer.cli.server_options import HOST, PORT, Host, MailFrom, Port, PublicUrl, Workers
from schatzkammer.cli.texts import cli_texts, phrase
from schatzkammer.core.errors import BadInput

STYLES = {State.OK: "green", State.NOTE: "yellow", State.WRONG: "bold red"}


def doctor(
    host: Host = HOST,
    port: Port = PORT,
    data: Data = None,
    workers: Workers = 1,
    public_url: PublicUrl = None,
    mail_from: MailFrom = None,
    lang: options.Lang = None,
) -> None:
    """Check program, database, Redis, addresses, notices, clock and disk, and say how to mend what is wrong.

    Run it with the options and the environment of `serve`, before it starts or while it runs. Nothing is changed. If
    something is wrong, the exit code is 2.
    """
    database = database_url(data)
    texts = cli_texts(options.language(lang))
    table = options.plain_table(gap=2)
    findings = chain(
        checks.check_program(),
        checks.check_database(database),
        checks.check_redis(os.environ.get("REDIS_URL") or None, workers, database),
        notices.check_notices(mail_from, public_url),
        checks.check_address(host, port, public_url),
    )
    failed = 0
    for found in findings:
        failed += found.state is State.WRONG
        state = Text(texts.text(f"doctor.state.{found.state}"), STYLES[found.state])
        sentence = Text(texts.text(f"doctor.{found.check}.{found.case}", **found.details))
        table.add_row(state, Text(texts.text(f"doctor.check.{found.check}")), sentence)
    options.screen().print(table)
    if failed:
        raise BadInput(phrase("doctor.unwell", failed=failed))
