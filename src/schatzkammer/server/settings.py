"""What the operator decides: from the command line, handed to the workers through the environment."""

from __future__ import annotations

import os

import msgspec
from msgspec import Struct

VARIABLE = "SCHATZKAMMER_SETTINGS"


class Settings(Struct, frozen=True):
    """How the server runs."""

    database: str
    redis: str | None = None
    public_url: str | None = None
    limits: bool = True
    bot_processes: int = 1
    bot_patience: float = 20.0
    web: str | None = None  # the folder with the built web client

    def to_environment(self) -> None:
        """For the workers that are started next."""
        os.environ[VARIABLE] = msgspec.json.encode(self).decode()

    @staticmethod
    def from_environment() -> Settings:
        """As the starting process has left them."""
        return msgspec.json.decode(os.environ[VARIABLE], type=Settings)
