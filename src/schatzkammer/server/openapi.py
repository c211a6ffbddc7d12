"""OpenAPI: adds every possible response and the required authorization to the schema of the handlers.

Most of it follows from a handler's parameters. Handlers declare the rest: `responses=problems(409)`,
`security=ANYBODY_CHANGES`.
"""

from __future__ import annotations

from dataclasses import dataclass

from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import (
    Components,
    OpenAPIMediaType,
    OpenAPIType,
    Operation,
    Parameter,
    RequestBody,
    Schema,
    SecurityRequirement,
    SecurityScheme,
)
from litestar.plugins import ReceiveRoutePlugin
from litestar.routes import BaseRoute, HTTPRoute

from schatzkammer.core.text import LANGUAGES
from schatzkammer.server import cookies, wire
from schatzkammer.server.identity import SAFE

ABOUT = """The REST interface of the table; games are played over the socket, see docs/protocol.md in the repository.

Refused requests are answered with a Problem in the language of `?lang=` or Accept-Language. Paths that are not listed
answer 404, methods that are not listed 405 with the header Allow."""

PROBLEMS = {
    400: "The request is malformed or not possible.",
    401: "The request needs an identity, or the token or password is wrong.",
    403: "Not allowed: a private table, a foreign origin, or a missing X-CSRF-Token.",
    404: "Not found.",
    409: "Not possible in the current state.",
    413: "The body is too large.",
    421: "The server does not have this host name.",
    429: "Too many requests: wait a moment.",
    500: "Internal error.",
    503: "The database does not answer: check whether anything has changed before you try again.",
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
        "cookie": SecurityScheme("apiKey", "A cookie, from POST /api/me or /api/session.", cookies.NAME, "cookie"),
        "csrf": SecurityScheme(
            "apiKey", "`csrf` of GET /api/me, with every change by cookie.", "X-CSRF-Token", "header"
        ),
        "bearer": SecurityScheme("http", "A program's token, from POST /api/tokens.", scheme="bearer"),
    }
)

LANGUAGE = Parameter(
    "lang",
    "query",
    schema=Schema(type=OpenAPIType.STRING, enum=sorted(LANGUAGES)),
    description="The language of the answer, before Accept-Language; unknown languages are ignored.",
    required=False,
)


@dataclass
class TakesRecord(Operation):
    """An operation whose body is a record: read as it is, since it is parsed in a thread."""

    def __post_init__(self) -> None:
        """Describes the body."""
        record = Schema(type=OpenAPIType.OBJECT, description="A record of a finished game.")
        self.request_body = RequestBody({"application/json": OpenAPIMediaType(schema=record)}, required=True)


def config() -> OpenAPIConfig:
    """The OpenAPI settings."""
    return OpenAPIConfig(
        "Schatzkammer",
        "1",
        description=ABOUT,
        components=SCHEMES,
        path="/api/schema",
        render_plugins=[JsonRenderPlugin()],
        use_handler_docstrings=True,
    )


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Responses with a Problem, by status."""
    return {status: ResponseSpec(wire.Problem, False, PROBLEMS[status]) for status in statuses}


DONE = ResponseSpec(None, False, "Done; no content.")


@dataclass
class LocalizedOperation(Operation):
    """An operation with the parameter `lang`."""

    def __post_init__(self) -> None:
        self.parameters = [*(self.parameters or []), LANGUAGE]


class DescribeRoutes(ReceiveRoutePlugin):
    """Adds to every handler what follows from its parameters."""

    def receive_route(self, route: BaseRoute) -> None:
        """Describes the handlers of a new route."""
        if not isinstance(route, HTTPRoute):
            return
        for method, (handler, _) in route.route_handler_map.items():
            if handler.resolve_include_in_schema():
                _describe(handler, str(method), route)


def _describe(handler: HTTPRouteHandler, method: str, route: HTTPRoute) -> None:
    handler.operation_class = LocalizedOperation
    parameters = handler.parsed_fn_signature.parameters.keys()
    statuses = [421, 429, 500]
    if parameters - {"visitor", "worker"}:
        statuses.append(400)
    if parameters & {"visitor", "worker"}:
        statuses.append(503)  # uses the database
    if "visitor" in parameters:
        statuses.append(401)
        if not handler.security:
            handler.security = ANYBODY_READS if method in SAFE else KNOWN_CHANGES
    if "data" in parameters:
        statuses.append(413)
    if method not in SAFE or "table" in route.path_parameters:
        statuses.append(403)
    if route.path_parameters:
        statuses.append(404)
    if "table" in route.path_parameters:
        statuses.append(409)
    handler.responses = {**problems(*sorted(statuses)), **(handler.responses or {})}
