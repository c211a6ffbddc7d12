"""The REST interface."""

from __future__ import annotations

from schatzkammer.server.routes.accounts import AccountsController
from schatzkammer.server.routes.evenings import EveningsController
from schatzkammer.server.routes.games import GamesController
from schatzkammer.server.routes.operations import healthz, metrics
from schatzkammer.server.routes.people import PeopleController
from schatzkammer.server.routes.profiles import ProfilesController
from schatzkammer.server.routes.programs import ProgramsController
from schatzkammer.server.routes.ratings import RatingsController
from schatzkammer.server.routes.sessions import SessionsController
from schatzkammer.server.routes.tables import TablesController

HANDLERS = (
    GamesController,
    AccountsController,
    SessionsController,
    ProgramsController,
    TablesController,
    RatingsController,
    PeopleController,
    ProfilesController,
    EveningsController,
    healthz,
    metrics,
)
