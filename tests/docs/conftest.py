"""PostgreSQL, for the pages that use it."""

from tests.server.conftest import postgres  # noqa: F401  the same as for the tests of the server
