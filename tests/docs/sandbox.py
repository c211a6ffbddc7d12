"""A folder in which the commands of a page run: like a clone, with a home of its own and nothing to download."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import schatzkammer as sk
from tests.docs.blocks import ROOT
from tests.processes import environment, free_port
from tests.waiting import PATIENCE

# `serve` would never end: it is started, asked for its health and stopped.
PRELUDE = f"""set -euo pipefail
schatzkammer() {{
    if [ "$1" = serve ]; then {sys.executable} -m tests.docs.serve_briefly "$@"; else command schatzkammer "$@"; fi
}}
"""


class Sandbox:
    """Runs shell commands; what one leaves is there for the next."""

    def __init__(self, folder: Path, commands: str) -> None:
        self.folder = folder
        if "examples/" in commands:
            shutil.copytree(ROOT / "examples", folder / "examples")
        if "cd web" in commands:
            shutil.copytree(ROOT / "web", folder / "web", ignore=shutil.ignore_patterns("node_modules"))
            (folder / "web/node_modules").symlink_to(ROOT / "web/node_modules")
        (folder / ".venv").symlink_to(sys.prefix)
        installed = folder / "installed"
        home = folder / "home"
        home.mkdir()
        self.environment = environment(
            HOME=str(home),
            XDG_DATA_HOME=str(home / "data"),
            PATH=f"{sys.prefix}/bin{os.pathsep}{os.environ['PATH']}",
            PYTHONPATH=os.pathsep.join((str(ROOT / "src"), str(ROOT), str(installed))),
            SCHATZKAMMER_PORT=str(free_port()),
            COLUMNS="120",
            PIP_DISABLE_PIP_VERSION_CHECK="1",
            PIP_NO_BUILD_ISOLATION="0",  # pip takes this for "no isolation"
            PIP_NO_DEPS="1",
            PIP_NO_INDEX="1",
            PIP_TARGET=str(installed),
        )
        for name in ("DATABASE_URL", "REDIS_URL", "VIRTUAL_ENV"):
            self.environment.pop(name, None)

    def run(self, *commands: str) -> str:
        """The output of commands, as one script of bash; fails unless all succeed."""
        script = PRELUDE + "\n".join(commands)
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        said = done.stdout + done.stderr
        assert done.returncode == 0, said[-3000:]
        assert "Traceback" not in said, said[-3000:]
        return said

    def put_tables(self) -> None:
        """Puts a finished game into the default database."""
        match = sk.new("ali-baba", 2, "docs", {"variant": "small"})
        while not match.over:
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        game = {"id": "one", "created": 0, "finished": 9, "players": ["Anna", "Bruno"], "record": match.record()}
        (self.folder / "one.jsonl").write_text(json.dumps(game), encoding="utf-8")
        self.run("schatzkammer import one.jsonl")
