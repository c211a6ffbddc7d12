"""Reads deploy/Dockerfile, and executes it without Docker: each stage in a folder, on this machine's programs."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy" / "Dockerfile"


class Step(NamedTuple):
    """One instruction."""

    name: str
    rest: str


class Image:
    """What a stage has made: its files under a folder, and how to start it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workdir = folder
        self.environment: dict[str, str] = {}
        self.start: dict[str, list[str]] = {}  # ENTRYPOINT, CMD and the command of HEALTHCHECK

    def inside(self, path: str) -> Path:
        """Where a path of the image is."""
        return self.folder / path.lstrip("/") if path.startswith("/") else self.workdir / path


def steps() -> list[Step]:
    """The instructions of the file, in order."""
    text = re.sub(r"^\s*#.*\n", "", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE).replace("\\\n", " ")
    return [Step(*line.split(maxsplit=1)) for line in text.splitlines() if line.strip()]


def copied() -> list[str]:
    """What is copied into the image from the repository."""
    commands = [shlex.split(step.rest) for step in steps() if step.name == "COPY"]
    return [source for command in commands if not command[0].startswith("--from=") for source in command[:-1]]


def execute(context: Path, folder: Path, **environment: str) -> Image:
    """Executes all stages; returns the last one. The base images and USER are not executed."""
    stages: dict[str, Image] = {}
    image = Image(folder)
    for step in steps():
        if step.name == "FROM":
            name = step.rest.partition(" AS ")[2] or "last"
            image = stages[name] = Image(folder / name)
            image.folder.mkdir(parents=True)
        elif step.name == "WORKDIR":
            image.workdir = image.inside(step.rest)
            image.workdir.mkdir(parents=True)
        elif step.name == "COPY":
            *flags, target = shlex.split(step.rest)
            stage = flags.pop(0).removeprefix("--from=") if flags[0].startswith("--from=") else None
            for source in flags:
                _copy(context / source if stage is None else stages[stage].inside(source), image.inside(target), target)
        elif step.name == "RUN":
            done = subprocess.run(
                ["sh", "-c", step.rest],
                cwd=image.workdir,
                env={**os.environ, **environment, **image.environment},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, (step.rest, done.stdout[-3000:] + done.stderr[-3000:])
        elif step.name == "ENV":
            image.environment |= dict(setting.split("=", 1) for setting in shlex.split(step.rest))
        elif step.name in ("ENTRYPOINT", "CMD"):
            image.start[step.name] = json.loads(step.rest)
        elif step.name == "HEALTHCHECK":
            image.start[step.name] = json.loads(step.rest.partition(" CMD ")[2])
        else:
            assert step.name in ("USER", "EXPOSE", "VOLUME"), step
    return image


def _copy(source: Path, target: Path, written: str) -> None:
    """Copies as COPY does: the contents of a folder, or a file, into a folder if the target ends with a slash."""
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    else:
        if written.endswith("/"):
            target = target / source.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
