"""Exception handlers: every failed request is answered with a code and a sentence in the client's language."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from schatzkammer.core.errors import BadInput, IllegalMove
from schatzkammer.server import wire
from schatzkammer.server.identity import language
from schatzkammer.table.errors import NotSaved, Refused

LOG = logging.getLogger("schatzkammer.server")

STATUS = {
    "no_table": 404,
    "no_profile": 404,
    "no_group": 404,
    "no_member": 404,
    "no_line": 404,
    "no_evening": 404,
    "unknown_game": 404,
    "not_found": 404,
    "not_allowed": 405,
    "too_fast": 429,
    "too_long": 413,
    "sign_in": 401,
    "wrong_login": 401,
    "wrong_password": 401,
    "wrong_code": 401,
    "invite": 403,
    "csrf": 403,
    "origin": 403,
    "host": 421,
    "not_host": 403,
    "not_owner": 403,
    "kept_out": 403,
    "no_person": 404,
    "no_channel": 404,
    "bad_code": 401,
    "not_confirmed": 409,
    "not_delivered": 409,
    "accounts_only": 403,
    "name_taken": 409,
    "is_account": 409,
    "not_over": 409,
    "dealt": 409,
    "concealed": 403,
    "published": 409,
    "hunt_over": 409,
    "hunt_early": 409,
    "hunt_people": 403,
    "no_review": 409,
    "evening_over": 409,
    "evening_full": 409,
    "evening_begun": 409,
    "too_few": 409,
    "not_running": 409,
    "not_paused": 409,
    "round_runs": 409,
    "not_there": 409,
    "unknown_rules": 409,
    "no_more": 409,
    "not_saved": 503,
    "internal": 500,
}
FRAMEWORK = {404: "not_found", 405: "not_allowed", 413: "too_long"}  # codes of the framework's refusals

AnyRequest = Request[Any, Any, Any]


def refused(request: AnyRequest, error: Exception) -> Response[wire.Problem]:
    """Answers refusals of the table and of the rules."""
    lang = language(request)
    if isinstance(error, IllegalMove):
        return Response(wire.Problem("rules", error.sentence(lang), error.rule), status_code=409)
    if isinstance(error, NotSaved):
        error = Refused("not_saved")
    if isinstance(error, Refused):
        return Response(wire.Problem(error.code, error.sentence(lang)), status_code=STATUS.get(error.code, 400))
    return _malformed(lang, str(error))


def http(request: AnyRequest, error: HTTPException) -> Response[wire.Problem]:
    """Answers refusals of the framework."""
    lang, status = language(request), error.status_code
    if status in FRAMEWORK:
        problem = wire.Problem(FRAMEWORK[status], Refused(FRAMEWORK[status]).sentence(lang))
        return Response(problem, status_code=status, headers=error.headers or {})
    if isinstance(error, ValidationException):
        details = error.extra if isinstance(error.extra, list) else []
        messages = [f"{part.get('key', '')}: {part.get('message', '')}" for part in details if isinstance(part, dict)]
        return _malformed(lang, "; ".join(messages) or "the values do not fit.")
    if status < 500:
        return _malformed(lang, error.detail, status)
    return internal(request, error)


def too_deep(request: AnyRequest, _: Exception) -> Response[wire.Problem]:
    """Answers a body that is nested too deeply."""
    return _malformed(language(request), "nested too deeply.")


def internal(request: AnyRequest, error: Exception) -> Response[wire.Problem]:
    """Answers and logs an unexpected error, without the contents of the request."""
    LOG.error("a request failed", exc_info=error, extra={"method": request.method})
    return refused(request, Refused("internal"))


def _malformed(lang: str, why: str, status: int = 400) -> Response[wire.Problem]:
    sentence = Refused("malformed", why=f"{why[:300].rstrip('.')}.").sentence(lang)
    return Response(wire.Problem("malformed", sentence), status_code=status)


HANDLERS: dict[int | type[Exception], Callable[[AnyRequest, Any], Response[Any]]] = {
    Refused: refused,
    IllegalMove: refused,
    NotSaved: refused,
    BadInput: refused,
    HTTPException: http,
    RecursionError: too_deep,
    Exception: internal,
}
