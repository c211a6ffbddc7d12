"""Same seed, same moves, same game: compiled or interpreted, in any process, with any hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import schatzkammer as sk

pytestmark = [pytest.mark.slow, pytest.mark.once]

ROOT = Path(__file__).parents[2]


def run(**environment: str) -> dict:
    """The digests that another process computes."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.digest"],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def runs() -> dict[str, dict]:
    wanted = {
        "interpreted": {"SCHATZKAMMER_PURE": "1", "PYTHONHASHSEED": "0"},
        "installed": {"SCHATZKAMMER_PURE": "0", "PYTHONHASHSEED": "1"},
        "another hash seed": {"SCHATZKAMMER_PURE": "0", "PYTHONHASHSEED": "4711"},
    }
    with ThreadPoolExecutor(2) as pool:
        return dict(zip(wanted, pool.map(lambda environment: run(**environment), wanted.values()), strict=True))


def test_compiled_and_interpreted_rules_play_the_same_games(runs: dict[str, dict]) -> None:
    assert runs["interpreted"]["compiled"] is False
    assert runs["interpreted"]["digests"] == runs["installed"]["digests"]
    if not runs["installed"]["compiled"]:
        sys.stderr.write("\nNo compiled rules are installed here: only interpreted ones were compared.\n")


def test_the_hash_seed_changes_nothing(runs: dict[str, dict]) -> None:
    assert runs["another hash seed"]["digests"] == runs["installed"]["digests"]


def test_the_rules_are_compiled_where_a_compiler_is_found(tmp_path: Path) -> None:
    """Either all rules modules are compiled or none."""
    if os.environ.get("SCHATZKAMMER_PURE", "") not in ("", "0"):
        assert not sk.compiled()
        return
    package = Path(sk.__file__).parent
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    sources = [path for path in (package / "games").rglob("*.py") if path.name not in ("__init__.py", "types.py")]
    built = [path for path in sources if path.with_name(path.stem + suffix).exists()]
    assert built == (sources if _can_compile(tmp_path) else [])
    assert bool(built) == sk.compiled()


def _can_compile(folder: Path) -> bool:
    probe = folder / "probe.c"
    probe.write_text("#include <Python.h>\n")
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    command = [*compiler.split(), "-I", sysconfig.get_path("include"), "-c", str(probe), "-o", str(folder / "probe.o")]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
