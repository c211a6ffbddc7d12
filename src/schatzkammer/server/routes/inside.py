"""For those who run the server."""

from __future__ import annotations

from litestar import Response, get
from litestar.openapi import ResponseSpec

from schatzkammer.server import wire
from schatzkammer.server.visitors import TheHouse

UNWELL = ResponseSpec(wire.Health, False, "The database does not answer.")


@get("/healthz", tags=["operation"], summary="Is all well?", responses={503: UNWELL})
async def healthz(house: TheHouse) -> Response[wire.Health]:
    """200 when the server can do its work, 503 when the database does not answer."""
    database = await house.healthy()
    health = wire.Health("ok" if database and house.bus.whole else "degraded", database, house.bus.whole)
    return Response(health, status_code=200 if database else 503)


@get("/metrics", include_in_schema=False, media_type="text/plain; version=0.0.4")
async def metrics(house: TheHouse) -> bytes:
    """What this worker counts, for Prometheus."""
    told = house.metrics
    told.gauge("connections", "Sockets that are open.", house.hub.size)
    told.gauge("tables_watched", "Tables that somebody watches here.", len(house.tables.watched()))
    told.counter("moves_committed", "Decisions committed by this worker.", house.tables.moves)
    told.counter("commits", "Transactions committed.", house.database.batches)
    told.counter("writes", "Pieces of work in these transactions.", house.database.jobs)
    told.gauge("bot_processes", "Processes in which bots think.", len(house.thinkers.pids))
    told.counter("bot_restarts", "Bots that hung or died and were replaced.", house.thinkers.restarts)
    told.gauge("bus_up", "Whether the other workers can be heard.", float(house.bus.whole))
    return told.told()
