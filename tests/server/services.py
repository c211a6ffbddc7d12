"""Real servers for the tests: `schatzkammer serve` as a process, PostgreSQL and Redis from the system's packages."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Self

import psycopg

from tests.processes import environment, free_port
from tests.waiting import PATIENCE, wait_for


def is_healthy(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


class Served:
    """`schatzkammer serve` as a process of its own, on loopback."""

    program = "schatzkammer"  # the module that is run

    def __init__(self, database: str, *arguments: str, redis: str | None = None, port: int | None = None) -> None:
        self.port = port or free_port()
        self.arguments = arguments
        self.environment = environment(DATABASE_URL=database)
        self.environment.pop("REDIS_URL", None)
        if redis is not None:
            self.environment["REDIS_URL"] = redis
        self.log = tempfile.NamedTemporaryFile(suffix=".log", delete=False)  # noqa: SIM115
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.log.close()
        Path(self.log.name).unlink()

    def start(self) -> Self:
        command = [sys.executable, "-m", self.program, "serve", "--port", str(self.port), *self.arguments]
        self.process = subprocess.Popen(command, env=self.environment, stdout=self.log, stderr=self.log)
        try:
            wait_for(self.answers, what=f"the start of the server (see {self.log.name})")
        except BaseException:
            self.kill()
            raise
        return self

    def answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, Path(self.log.name).read_text()[-3000:]
        return is_healthy(self.port)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> str:
        """Terminates the server, which can be started again; returns its log."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        return Path(self.log.name).read_text(encoding="utf-8")


class ForkedServer:
    """The server in a process forked from one with everything imported: it starts and dies faster."""

    _forks = multiprocessing.get_context("forkserver")
    _forks.set_forkserver_preload(["schatzkammer.cli", "schatzkammer.server.app", "psycopg", "uvicorn.main"])

    def __init__(self, database: str, port: int, redis: str | None = None) -> None:
        self._port = port
        self._process = self._forks.Process(target=_serve, args=(database, port, redis), daemon=True)
        self._process.start()
        wait_for(self._answers, what="the server")

    def _answers(self) -> bool:
        assert self._process.is_alive()
        return is_healthy(self._port)

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()


def _serve(database: str, port: int, redis: str | None) -> None:
    from schatzkammer.cli import run

    os.environ["DATABASE_URL"] = database
    os.environ.pop("REDIS_URL", None)
    if redis is not None:
        os.environ["REDIS_URL"] = redis
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 2)
        run(["serve", "--port", str(port), "--no-limits"])


class Postgres:
    """A PostgreSQL with an empty database, in a temporary folder, on loopback."""

    def __init__(self) -> None:
        self.port = free_port()
        self.home = Path(tempfile.mkdtemp(prefix="schatzkammer-pg-"))
        self.bin = max(Path("/usr/lib/postgresql").glob("*/bin"), default=Path(shutil.which("postgres") or "").parent)
        self._as = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.home, "postgres", "postgres")
            self._as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self._run("initdb", "--pgdata", str(self.home / "data"), "--auth=trust", "--username=table", "--no-sync")
        self._start()

    def _start(self) -> None:
        settings = f"-p {self.port} -k {self.home} -c listen_addresses=127.0.0.1 -c max_connections=60"
        log = str(self.home / "log")
        self._run("pg_ctl", "start", "--wait", "-D", str(self.home / "data"), "-l", log, "-o", settings)

    def new_database(self) -> str:
        name = f"table_{time.monotonic_ns()}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "table", name)
        return f"postgresql://table@127.0.0.1:{self.port}/{name}"

    @property
    def pid(self) -> int:
        """Its first process, the parent of all others."""
        return int((self.home / "data" / "postmaster.pid").read_text().split()[0])

    def crash(self) -> None:
        """Kills all its processes without a checkpoint and starts it again: it recovers from its log."""
        self._run("pg_ctl", "stop", "--wait", "-m", "immediate", "-D", str(self.home / "data"))
        self._start()

    def lock_waits(self) -> int:
        """How many sessions wait for a lock."""
        with psycopg.connect(f"postgresql://table@127.0.0.1:{self.port}/postgres") as connection:
            return connection.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()[0]

    def stop(self) -> None:
        self._run("pg_ctl", "stop", "--wait", "-m", "immediate", "-D", str(self.home / "data"))
        shutil.rmtree(self.home, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self._as, str(self.bin / program), *arguments], cwd="/", stdout=subprocess.DEVNULL, check=False
        )
        assert done.returncode == 0, program


class Redis:
    """A Redis that keeps nothing, on loopback."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        program = shutil.which("redis-server")
        assert program, "redis-server is missing: make test-services installs it"
        self.process = subprocess.Popen(
            [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
            stdout=subprocess.DEVNULL,
        )
        wait_for(self._answers, what="Redis")

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def stop(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()
