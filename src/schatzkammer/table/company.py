"""Who is at a table, as far as the scheduler needs to know: bots think for people who are there."""

from __future__ import annotations

from typing import Protocol


class Company(Protocol):
    """The people who are connected to tables."""

    def payer(self, table_id: str) -> str | None:
        """The address that bots' thinking at a table is charged to; None when nobody is there."""

    def keep_waiting(self, table_id: str, waiting: bool) -> None:
        """Tells the people at a table that its bots have to wait for others, or no longer."""


class Anybody:
    """Stands for people at every table where nobody counts connections; each table is charged for itself."""

    def payer(self, table_id: str) -> str | None:
        """The table itself."""
        return table_id

    def keep_waiting(self, table_id: str, waiting: bool) -> None:
        """Tells nobody."""
