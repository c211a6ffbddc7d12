"""The operator's files agree with the program and with each other."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
import yaml

from schatzkammer.cli import app
from tests.deploy.dockerfile import ROOT, copied, steps

DEPLOY = ROOT / "deploy"
COMPOSED = ("compose.yaml", "compose.public.yaml")
OTHER_VARIABLES = {
    "DATABASE_URL",
    "REDIS_URL",
    "SCHATZKAMMER_SMTP_URL",
    "SCHATZKAMMER_PURE",
}  # read without an option of their own


def options() -> dict[str, object]:
    """The environment variables of the options of `serve`, and their defaults."""
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    return {option.envvar: option.default for option in serve.params if option.envvar}


def composed(name: str) -> dict:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


def test_the_environment_file_explains_every_setting_and_its_default() -> None:
    text = (DEPLOY / "schatzkammer.env").read_text(encoding="utf-8")
    given = dict(re.findall(r"^#([A-Z_]+)=(.*)$", text, re.MULTILINE))
    assert {*given} == {*options(), *OTHER_VARIABLES}
    for name, default in options().items():
        if default is not None:
            assert float(given[name]) == default if isinstance(default, (bool, int, float)) else given[name] == default
    for setting in re.finditer(r"((?:^#.*\n)+)", text, re.MULTILINE):
        assert setting[1].startswith("# "), "words come before each setting"


@pytest.mark.parametrize("name", COMPOSED)
def test_compose_files_set_only_what_there_is(name: str) -> None:
    file = composed(name)
    table = file["services"]["table"]
    assert {*table.get("environment", {})} <= {*options(), *OTHER_VARIABLES}
    assert (DEPLOY / table["build"]["context"] / table["build"]["dockerfile"]).is_file()
    mounted = [volume for service in file["services"].values() for volume in service.get("volumes", [])]
    assert {volume.split(":")[0] for volume in mounted} == {*file["volumes"]}
    for service in file["services"].values():
        assert {*service.get("depends_on", [])} <= {*file["services"]}


def test_the_files_of_a_table_alone_are_in_its_volume() -> None:
    found = {step.name: step.rest for step in steps()}
    (volume,) = composed("compose.yaml")["services"]["table"]["volumes"]
    assert volume.split(":")[1] == found["VOLUME"]
    assert f"sqlite:///{found['VOLUME']}/" in found["ENV"]


def test_the_public_table_trusts_its_own_network_only() -> None:
    file = composed("compose.public.yaml")
    (network,) = file["networks"]["default"]["ipam"]["config"]
    assert file["services"]["table"]["environment"]["SCHATZKAMMER_PROXY"] == network["subnet"]
    assert "ports" not in file["services"]["table"], "only the proxy is reached from outside"


def test_what_is_copied_into_the_image_is_there_and_not_ignored() -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for source in copied():
        assert (ROOT / source).exists(), source
        assert any(source == name or source.startswith(f"{name}/") for name in allowed), source
    assert "*" in (ROOT / ".dockerignore").read_text().splitlines(), "nothing else is sent"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NO SYSTEMD HERE: the unit is not checked")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "schatzkammer.service").read_text(encoding="utf-8")
    unit = tmp_path / "schatzkammer.service"
    unit.write_text(text.replace("/opt/schatzkammer/bin/schatzkammer", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_image_has_the_versions_that_are_tested() -> None:
    pins = {name: _pins(name) for name in ("serve", "test")}
    assert pins["serve"] <= pins["test"]


def _pins(name: str) -> set[str]:
    return set(re.findall(r"^([\w.-]+==\S+)", (ROOT / f"requirements/{name}.txt").read_text(), re.MULTILINE))
