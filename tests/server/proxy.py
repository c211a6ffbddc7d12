"""A proxy between a worker and a service: it can lose an answer, or fall silent."""

from __future__ import annotations

import asyncio
import threading


class Proxy:
    """Forwards data in both directions, in a thread of its own."""

    def __init__(self, target: int) -> None:
        self._target = target
        self.port = 0
        self.connections = 0
        self.pings = 0  # of Redis clients
        self.silent = False  # connections stay open, and nothing is forwarded
        self.loses_commit = False  # the next answer that tells of a commit is lost, and the connection with it
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._client, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stopped.wait()
        server.close()

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        answers, requests = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._forward(reader, requests))
                both.create_task(self._forward(answers, writer))
        except* OSError:
            pass  # one side has closed its connection
        finally:
            writer.close()
            requests.close()

    async def _forward(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            self.pings += b"PING" in data
            while self.silent:
                await asyncio.sleep(0.02)
            if self.loses_commit and _tells_of_commit(data):
                self.loses_commit = False
                raise ConnectionAbortedError
            to.write(data)
            await to.drain()
        raise ConnectionResetError


def _tells_of_commit(data: bytes) -> bool:
    """Whether PostgreSQL answers a COMMIT, or a statement that was a transaction and returned the keys of its rows."""
    idle = data.endswith(b"Z\0\0\0\5I")
    return (b"COMMIT\0" in data and data.startswith(b"C")) or (b"table_id\0" in data and idle)
