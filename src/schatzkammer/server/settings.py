"""Settings of the server, passed from the command line to the workers through the environment."""

from __future__ import annotations

import os

import msgspec
from msgspec import Struct

from schatzkammer.server.log_file import LogFile
from schatzkammer.table.lifetimes import KEPT, Lifetimes

LOOPBACK = ("127.0.0.0/8", "::1/128")
VARIABLE = "SCHATZKAMMER_SETTINGS"


class Settings(Struct, frozen=True):
    """The settings of the server."""

    database: str
    redis: str | None = None
    public_url: str | None = None
    limits: bool = True
    bot_processes: int = 1
    bot_patience: float = 20.0
    web: str | None = None  # the folder with the built web client
    metrics: tuple[str, ...] = LOOPBACK  # the networks that may read /metrics
    lifetimes: Lifetimes = KEPT
    log_file: LogFile | None = None  # None: stderr
    smtp: str | None = None  # the URL of the mail server,
    mail_from: str | None = None  # and the sender of its mail
    notice_hosts: tuple[str, ...] = ()  # hosts and networks that notices may go to although they are not public

    def to_environment(self) -> None:
        """Stores the settings for workers to be started."""
        os.environ[VARIABLE] = msgspec.json.encode(self).decode()

    @staticmethod
    def from_environment() -> Settings:
        """Reads the settings in a worker."""
        return msgspec.json.decode(os.environ[VARIABLE], type=Settings)
