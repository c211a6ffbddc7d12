"""The REST interface."""

from __future__ import annotations

from schatzkammer.server.routes.accounts import AccountsController
from schatzkammer.server.routes.evenings import EveningsController
from schatzkammer.server.routes.games import GamesController
from schatzkammer.server.routes.groups import GroupsController
from schatzkammer.server.routes.hunts import HuntsController
from schatzkammer.server.routes.notices import NoticesController
from schatzkammer.server.routes.operations import healthz, metrics
from schatzkammer.server.routes.people import PeopleController
from schatzkammer.server.routes.profiles import ProfilesController
from schatzkammer.server.routes.programs import ProgramsController
from schatzkammer.server.routes.ratings import RatingsController
from schatzkammer.server.routes.records import RecordsController
from schatzkammer.server.routes.reports import ReportsController
from schatzkammer.server.routes.sessions import SessionsController
from schatzkammer.server.routes.tables import TablesController

HANDLERS = (
    GamesController,
    AccountsController,
    SessionsController,
    ProgramsController,
    TablesController,
    RecordsController,
    HuntsController,
    RatingsController,
    PeopleController,
    ProfilesController,
    NoticesController,
    GroupsController,
    ReportsController,
    EveningsController,
    healthz,
    metrics,
)
