"""Health and metrics, for operators."""

from __future__ import annotations

import ipaddress
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec

from schatzkammer.server import wire
from schatzkammer.server.identity import CurrentWorker
from schatzkammer.server.metrics import counter, gauge

UNHEALTHY = ResponseSpec(wire.Health, False, "The database stores nothing.")


@get("/healthz", tags=["operations"], summary="Health of the server", responses={503: UNHEALTHY})
async def healthz(worker: CurrentWorker) -> Response[wire.Health]:
    """200 when the server works, 503 when the database does not store what it is given."""
    database = await worker.healthy()
    health = wire.Health("ok" if database and worker.bus.reliable else "degraded", database, worker.bus.reliable)
    return Response(health, status_code=200 if database else 503)


@get("/metrics", include_in_schema=False, media_type="text/plain; version=0.0.4")
async def metrics(request: Request[Any, Any, Any], worker: CurrentWorker) -> bytes:
    """The metrics of this worker, for Prometheus; others than the operator's machines find nothing here."""
    if not _may_read_metrics(request.client.host if request.client else "", worker.settings.metrics):
        raise NotFoundException
    return worker.metrics.render(
        gauge("connections", "Open sockets.", worker.hub.size),
        gauge("tables_watched", "Tables watched by clients of this worker.", len(worker.tables.watched())),
        counter("moves_committed", "Decisions committed by this worker.", worker.tables.moves),
        counter("commits", "Transactions committed.", worker.database.batches),
        counter("writes", "Changes in these transactions.", worker.database.jobs),
        gauge("bot_processes", "Running bot processes.", len(worker.bots.pids)),
        gauge("bot_questions", "Bots' decisions that wait for a process.", worker.bots.waiting),
        counter("bot_restarts", "Bot processes that hung or died and were replaced.", worker.bots.restarts),
        gauge("bus_up", "Whether notes from other workers arrive.", float(worker.bus.reliable)),
    )


def _may_read_metrics(address: str, networks: tuple[str, ...]) -> bool:
    try:
        client = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(client in ipaddress.ip_network(network) for network in networks)
