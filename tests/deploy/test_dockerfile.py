"""The steps of the Dockerfile, executed one by one without Docker, make a server that answers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.deploy.dockerfile import execute
from tests.package.building import UNOPTIMISED, clone, empty_environment, pythons
from tests.processes import free_port
from tests.waiting import PATIENCE, wait_for

pytestmark = [pytest.mark.install, pytest.mark.slow]


@pytest.mark.skipif(os.geteuid() != 0, reason="NOT ROOT: the image's data folder cannot be given to its user")
def test_the_image_serves_and_is_healthy(tmp_path: Path) -> None:
    found = pythons()
    python = empty_environment(found.get("3.13") or found[max(found)], tmp_path / "python")
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    image = execute(clone(tmp_path / "context"), tmp_path / "stages", PATH=path, **UNOPTIMISED)
    given = image.environment
    database = given["DATABASE_URL"].replace("sqlite:///", f"sqlite:///{image.folder}")
    assert image.inside("data").stat().st_uid == 10001
    env = {**os.environ, **given, "PATH": path, "DATABASE_URL": database, "SCHATZKAMMER_PORT": str(free_port())}

    def run(*command: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(command, env=env, cwd=image.workdir, capture_output=True, timeout=PATIENCE, check=False)

    assert run(*image.start["HEALTHCHECK"]).returncode != 0, "nothing runs yet"
    command = [*image.start["ENTRYPOINT"], *image.start["CMD"]]
    process = subprocess.Popen(command, env=env, cwd=image.workdir, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: process.poll() is not None or run(*image.start["HEALTHCHECK"]).returncode == 0, "health")
        examined = run("schatzkammer", "doctor")
        assert examined.returncode == 0, examined.stdout
        assert b"compiled rules" in examined.stdout
    finally:
        process.terminate()
        process.wait(PATIENCE)
    assert image.inside("data/tables.db").is_file()
