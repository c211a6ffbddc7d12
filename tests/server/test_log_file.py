"""Logs in files: every line once, whole, in files of the size asked for, whoever else writes or moves them."""

from __future__ import annotations

import json
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

from tests.own_disk import ISOLATED, MOUNT, needs_own_disk
from tests.processes import environment, finish, free_port, start
from tests.server.services import Served
from tests.waiting import PATIENCE, wait_for

WRITE = """
import logging, sys
from schatzkammer.server import logs
from schatzkammer.server.log_file import LogFile
logs.configure(LogFile(sys.argv[1], 0.01, int(sys.argv[3])))
for number in range(int(sys.argv[4])):
    logging.getLogger("schatzkammer.test").info("%s %s", sys.argv[2], number)
"""


def writer(file: Path, name: str, kept: int, lines: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", WRITE, file, name, str(kept), str(lines)]
    return subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE)


def written(folder: Path) -> list[str]:
    """What all files together say, each line of them whole."""
    files = [file for file in folder.glob("log*") if file.suffix != ".lock"]
    return [json.loads(line)["what"] for file in files for line in file.read_text().splitlines()]


def test_several_processes_lose_no_line_while_files_are_moved(tmp_path: Path) -> None:
    writers = [writer(tmp_path / "log", name, 1000, 500) for name in "ab"]
    for process in writers:
        assert process.communicate(timeout=PATIENCE) == (None, b"")
    assert sorted(written(tmp_path)) == sorted(f"{name} {number}" for name in "ab" for number in range(500))
    full = [file.stat().st_size for file in tmp_path.glob("log.[0-9]*")]
    assert len(full) >= 5
    assert max(full) < 10_500, "a full file is moved aside before the next line"


def test_only_the_latest_files_are_kept(tmp_path: Path) -> None:
    for kept in (0, 2):
        folder = tmp_path / str(kept)
        folder.mkdir()
        writer(folder / "log", "a", kept, 1000).communicate(timeout=PATIENCE)
        assert {file.name for file in folder.glob("log*")} == {"log", "log.lock", *("log.1", "log.2")[:kept]}
        lines = [int(line.split()[1]) for line in sorted(written(folder))]
        assert sorted(lines) == [*range(1000 - len(lines), 1000)]


def test_a_server_logs_to_its_file(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Served(f"sqlite:///{tmp_path}/x.db", "--log-file", str(log), "--log-megabytes", "0.01") as served:
        connection = HTTPConnection("127.0.0.1", served.port)
        for number in range(60):
            if number == 30:
                log.rename(tmp_path / "log.moved")  # as logrotate does
            connection.request("GET", f"/api/tables/none-{number}")
            connection.getresponse().read()
        connection.close()
        wait_for(lambda: log.exists() and "none-59" in log.read_text(), "the last line")
        assert "none-" not in Path(served.log.name).read_text()
    everything = "".join(file.read_text() for file in tmp_path.glob("log*"))
    assert all(everything.count(f'none-{number}"') == 1 for number in range(60))


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "none" / "log"
    code, out, err = finish(
        start("serve", "--port", str(free_port()), "--data", str(tmp_path / "x.db"), "--log-file", str(file))
    )
    assert (code, out) == (2, "")
    assert err == f"schatzkammer: {file} cannot be written: no such file or directory.\n"


@needs_own_disk
def test_on_a_full_disk_lines_go_to_stderr(tmp_path: Path) -> None:
    script = MOUNT + f'{{ cat /dev/zero >fill; }} 2>/dev/null; exec {sys.executable} -c "$2" log a 1 3'
    done = subprocess.run(
        [*ISOLATED, script, "sh", tmp_path, WRITE],
        env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert [json.loads(line)["what"] for line in done.stderr.splitlines()] == ["a 0", "a 1", "a 2"]
