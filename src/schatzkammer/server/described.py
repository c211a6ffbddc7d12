"""What /api/schema/openapi.json says beside the handlers' own types: every answer that may come, and who may ask.

Most of it follows from what a handler takes. What does not, the handler says itself: `responses=answers(409)`,
`security=ANYBODY_CHANGES`.
"""

from __future__ import annotations

from dataclasses import dataclass

from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    Components,
    OpenAPIType,
    Operation,
    Parameter,
    Schema,
    SecurityRequirement,
    SecurityScheme,
)
from litestar.plugins import ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute

from schatzkammer.core.text import LANGUAGES
from schatzkammer.server import cookies, wire
from schatzkammer.server.visitors import SAFE

ABOUT = """The table over REST; games are played over the socket, see docs/protocol.md.

Whatever is refused is answered with a Problem, in the language of `?lang=` or Accept-Language. Addresses that are not
listed answer 404, methods that are not listed 405 with the header Allow."""

PROBLEMS = {
    400: "What was sent makes no sense, or is not possible.",
    401: "Somebody unknown asks for what only somebody known may do, or the token or the password is wrong.",
    403: "Not allowed: a private table, a foreign page, or no X-CSRF-Token where one is needed.",
    404: "There is no such thing.",
    409: "Not as things stand.",
    413: "The body is too long.",
    421: "The server is not called that.",
    429: "Too fast: the client should wait a moment.",
    500: "Something went wrong on the server's side.",
    503: "The database does not answer: nothing has happened, and it may be tried again.",
}

COOKIE: SecurityRequirement = {"cookie": []}
COOKIE_AND_CSRF: SecurityRequirement = {"cookie": [], "csrf": []}
BEARER: SecurityRequirement = {"bearer": []}
NOBODY: SecurityRequirement = {}

ANYBODY_READS = [NOBODY, COOKIE, BEARER]
ANYBODY_CHANGES = [NOBODY, COOKIE_AND_CSRF, BEARER]
KNOWN_READS = [COOKIE, BEARER]
KNOWN_CHANGES = [COOKIE_AND_CSRF, BEARER]

SCHEMES = Components(
    security_schemes={
        "cookie": SecurityScheme(
            "apiKey", "A browser's, from POST /api/me or /api/session.", cookies.NAME, security_scheme_in="cookie"
        ),
        "csrf": SecurityScheme(
            "apiKey", "`csrf` of GET /api/me, with every change under a cookie.", "X-CSRF-Token", "header"
        ),
        "bearer": SecurityScheme("http", "A program's, from POST /api/tokens.", scheme="bearer"),
    }
)

LANGUAGE = Parameter(
    "lang",
    "query",
    schema=Schema(type=OpenAPIType.STRING, enum=sorted(LANGUAGES)),
    description="The language of the answer, before Accept-Language; what is not known is not looked at.",
    required=False,
)


def config() -> OpenAPIConfig:
    """The frame of the description."""
    return OpenAPIConfig(
        "Schatzkammer",
        "1",
        description=ABOUT,
        components=SCHEMES,
        path="/api/schema",
        render_plugins=[JsonRenderPlugin()],
        use_handler_docstrings=True,
    )


def answers(*statuses: int) -> dict[int, ResponseSpec]:
    """The problems that an operation may answer with."""
    return {status: ResponseSpec(wire.Problem, False, PROBLEMS[status]) for status in statuses}


DONE = ResponseSpec(None, False, "Done; there is nothing to say.")


@dataclass
class Spoken(Operation):
    """An operation that answers in a language."""

    def __post_init__(self) -> None:
        self.parameters = [*(self.parameters or []), LANGUAGE]


class Described(ReceiveRoutePlugin):
    """Adds to every handler what follows from what it takes."""

    def receive_route(self, route: BaseRoute) -> None:
        """A route is there."""
        if not isinstance(route, HTTPRoute):
            return
        for method, (handler, _) in route.route_handler_map.items():
            if handler.resolve_include_in_schema():
                _describe(handler, str(method), route)


def _describe(handler: HTTPRouteHandler, method: str, route: HTTPRoute) -> None:
    handler.operation_class = Spoken
    takes = handler.parsed_fn_signature.parameters.keys()
    told = [421, 429, 500]
    if takes - {"visitor", "house"}:
        told.append(400)
    if takes & {"visitor", "house"}:
        told.append(503)  # the database is asked
    if "visitor" in takes:
        told.append(401)
        if not handler.security:
            handler.security = ANYBODY_READS if method in SAFE else KNOWN_CHANGES
    if "data" in takes:
        told.append(413)
    if method not in SAFE or "table" in route.path_parameters:
        told.append(403)
    if route.path_parameters:
        told.append(404)
    if "table" in route.path_parameters:
        told.append(409)
    handler.responses = {**answers(*sorted(told)), **(handler.responses or {})}
