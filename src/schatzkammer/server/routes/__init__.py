"""The REST interface, by what it is about."""

from __future__ import annotations

from schatzkammer.server.routes.games import GamesController
from schatzkammer.server.routes.inside import healthz, metrics
from schatzkammer.server.routes.people import PeopleController
from schatzkammer.server.routes.tables import TablesController

HANDLERS = (GamesController, PeopleController, TablesController, healthz, metrics)
