"""The options of a server, for `serve` and for `doctor`: on the command line, or in the environment."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

HOST, PORT = "127.0.0.1", 8000
LOG_MEGABYTES, LOGS_KEPT = 10.0, 5
PORT_VARIABLE = "SCHATZKAMMER_PORT"
LONGEST = 100_000  # days that something may be kept

Host = Annotated[
    str, typer.Option("--host", envvar="SCHATZKAMMER_HOST", metavar="ADDRESS", help="The address to listen on.")
]
Port = Annotated[
    int, typer.Option("--port", envvar=PORT_VARIABLE, metavar="N", min=1, max=65535, help="The port to listen on.")
]
Workers = Annotated[
    int,
    typer.Option(
        "--workers",
        envvar="SCHATZKAMMER_WORKERS",
        metavar="N",
        min=1,
        max=64,
        help="Server processes; several need PostgreSQL and Redis.",
    ),
]
PublicUrl = Annotated[
    str | None,
    typer.Option(
        "--public-url",
        envvar="SCHATZKAMMER_PUBLIC_URL",
        metavar="URL",
        help="The URL under which users reach the server.",
    ),
]
Proxy = Annotated[
    str,
    typer.Option(
        "--proxy",
        envvar="SCHATZKAMMER_PROXY",
        metavar="ADDRESSES",
        help="Proxies that are trusted to name the client's address.",
    ),
]
Metrics = Annotated[
    str | None,
    typer.Option(
        "--metrics",
        envvar="SCHATZKAMMER_METRICS",
        metavar="ADDRESSES",
        help="Addresses or networks that may read /metrics; by default this machine.",
    ),
]
BotProcesses = Annotated[
    int,
    typer.Option(
        "--bot-processes",
        envvar="SCHATZKAMMER_BOT_PROCESSES",
        metavar="N",
        min=1,
        max=64,
        help="Bot processes of each worker.",
    ),
]
BotPatience = Annotated[
    float,
    typer.Option(
        "--bot-patience",
        envvar="SCHATZKAMMER_BOT_PATIENCE",
        metavar="S",
        min=0.1,
        max=600,
        help="Seconds after which a bot counts as hung.",
    ),
]
SessionDays = Annotated[
    int,
    typer.Option(
        "--session-days",
        envvar="SCHATZKAMMER_SESSION_DAYS",
        metavar="N",
        min=0,
        max=LONGEST,
        help="Days after which a browser must sign in again; 0: never.",
    ),
]
IdleDays = Annotated[
    int,
    typer.Option(
        "--idle-days",
        envvar="SCHATZKAMMER_IDLE_DAYS",
        metavar="N",
        min=0,
        max=LONGEST,
        help="Days without a visit after which a browser must sign in again; 0: never.",
    ),
]
GuestDays = Annotated[
    int,
    typer.Option(
        "--guest-days",
        envvar="SCHATZKAMMER_GUEST_DAYS",
        metavar="N",
        min=0,
        max=LONGEST,
        help="Days after which guests are deleted whom no browser remembers; 0: never.",
    ),
]
WaitingDays = Annotated[
    int,
    typer.Option(
        "--waiting-days",
        envvar="SCHATZKAMMER_WAITING_DAYS",
        metavar="N",
        min=0,
        max=LONGEST,
        help="Days without a change after which a table is deleted whose game has not started; 0: never.",
    ),
]
UnfinishedDays = Annotated[
    int,
    typer.Option(
        "--unfinished-days",
        envvar="SCHATZKAMMER_UNFINISHED_DAYS",
        metavar="N",
        min=0,
        max=LONGEST,
        help="Days without a change after which an unfinished game is deleted; 0: never.",
    ),
]
LogPath = Annotated[
    Path | None,
    typer.Option(
        "--log-file", envvar="SCHATZKAMMER_LOG_FILE", metavar="FILE", help="The file to log to, instead of stderr."
    ),
]
LogMegabytes = Annotated[
    float,
    typer.Option(
        "--log-megabytes",
        envvar="SCHATZKAMMER_LOG_MEGABYTES",
        metavar="N",
        min=0.01,
        max=100_000,
        help="The size at which a new log file begins.",
    ),
]
LogsKept = Annotated[
    int,
    typer.Option(
        "--logs-kept",
        envvar="SCHATZKAMMER_LOGS_KEPT",
        metavar="N",
        min=0,
        max=1000,
        help="Full log files to keep.",
    ),
]
MailFrom = Annotated[
    str | None,
    typer.Option(
        "--mail-from",
        envvar="SCHATZKAMMER_MAIL_FROM",
        metavar="ADDRESS",
        help="The sender of mail about turns; SCHATZKAMMER_SMTP_URL names the mail server.",
    ),
]
NoticeHosts = Annotated[
    str | None,
    typer.Option(
        "--notice-hosts",
        envvar="SCHATZKAMMER_NOTICE_HOSTS",
        metavar="HOSTS",
        help="Hosts or networks that notices may go to although they are not public.",
    ),
]
RateLimits = Annotated[
    bool, typer.Option("--limits/--no-limits", envvar="SCHATZKAMMER_LIMITS", help="Limit the requests of each client.")
]
