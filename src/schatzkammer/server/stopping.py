"""Stopping and restarting worker processes: every stop ends in time, whatever hangs."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import threading
import time
from queue import SimpleQueue
from socket import socket
from types import FrameType
from typing import Any

from uvicorn import Config
from uvicorn.supervisors import Multiprocess

CLIENTS_WITHIN = 2  # seconds for clients to disconnect,
SERVICES_WITHIN = 3.0  # then for the services of a worker to stop
WORKER_WITHIN = 7.0  # seconds from the signal until a worker that hangs is ended
ALL_WITHIN = 9.0  # and all processes together

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


def ignore_hangups() -> None:
    """Lets the server outlive the terminal that it was started from."""
    if hasattr(signal, "SIGHUP"):  # not on Windows
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def limit_stop() -> None:
    """Ends this worker a few seconds after the signal to stop, even if its event loop or a thread hangs.

    uvicorn has installed its handlers; they are called as before. What every thread was doing is printed to stderr.
    """
    ignore_hangups()
    handlers = {number: signal.getsignal(number) for number in _SIGNALS}
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        if not stopping:  # later signals do not extend the time
            stopping = True
            faulthandler.dump_traceback_later(WORKER_WITHIN, exit=True)  # a thread in C: needs no lock of Python's
        handler = handlers[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for number in _SIGNALS:
        signal.signal(number, stop)


class Supervisor(Multiprocess):
    """The parent of several workers. SIGHUP replaces them one after the other, SIGTERM and SIGINT stop them all."""

    def __init__(self, config: Config, sockets: list[socket]) -> None:
        super().__init__(config, sockets)
        self._stops: SimpleQueue[int] = SimpleQueue()
        for number in _SIGNALS:
            # The main thread may be waiting for a worker, or hold the lock of `should_exit`.
            signal.signal(number, lambda number, _: self._stops.put(number))
        threading.Thread(target=self._stop, name="stop", daemon=True).start()

    def _stop(self) -> None:
        """Waits for the signal to stop; kills all workers that are still alive some time after it."""
        self._stops.get()
        self.should_exit.set()
        time.sleep(ALL_WITHIN)
        for worker in multiprocessing.active_children():
            worker.kill()
        os._exit(1)


def supervise(app: str, **options: Any) -> None:  # noqa: ANN401  as `uvicorn.run` has them
    """Runs several workers that share one address."""
    config = Config(app, **options)
    Supervisor(config, [config.bind_socket()]).run()
