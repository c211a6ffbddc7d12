"""The house keeps its shape: the same rooms in every game, nothing in it that belongs elsewhere."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import schatzkammer as sk

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/schatzkammer"
GAME_FILES = {
    "__init__.py",
    "components.py",
    "data",
    "flow.py",
    "game.py",
    "moves.py",
    "position.py",
    "state.py",
    "text",
    "view.py",
}


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def test_every_game_has_the_same_files() -> None:
    for game in sk.games():
        names = {path.name for path in (SOURCE / "games" / game.replace("-", "_")).iterdir()}
        plain = {name for name in names if not name.startswith("__pycache__") and not name.endswith((".so", ".pyd"))}
        assert plain - GAME_FILES in ({"steps.py"}, {"steps"}), game
        assert plain >= GAME_FILES, game


def test_every_game_fulfils_the_contract_in_the_same_order() -> None:
    contract = _methods(SOURCE / "core/game.py", "Game")
    for game in sk.games():
        path = SOURCE / "games" / game.replace("-", "_") / "game.py"
        classes = [node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)]
        methods = _methods(path, classes[0])
        assert methods == [name for name in contract if name in methods], game
        assert set(contract) - set(methods) <= {"pick"}, game


def _methods(path: Path, name: str) -> list[str]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            names = [item.name for item in node.body if isinstance(item, ast.FunctionDef)]
            return [name for name in names if not name.startswith("__")]
    raise AssertionError(name)


def test_the_core_needs_nothing_but_the_standard_library() -> None:
    allowed = {"__future__", "schatzkammer", "mypy_extensions"}
    import sys

    for path in (*(SOURCE / "core").glob("*.py"), *(SOURCE / "games").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                root = name.split(".")[0]
                assert root in allowed or root in sys.stdlib_module_names, f"{path}: {name}"


def test_rules_look_at_no_clock_no_network_and_no_other_chance() -> None:
    forbidden = {"random", "time", "datetime", "socket", "os", "secrets", "uuid", "threading"}
    for path in (SOURCE / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert not forbidden & {alias.name.split(".")[0] for alias in node.names}, path
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] not in forbidden, path


def test_files_are_short_enough_to_read() -> None:
    long = {
        path.relative_to(ROOT).as_posix(): lines
        for path in tracked()
        if path.suffix == ".py" and (lines := len(path.read_text(encoding="utf-8").splitlines())) > 500
    }
    assert not long


def test_nothing_points_to_machines_or_registries() -> None:
    hosts = [".".join(parts) for parts in (("pypi", "org"), ("registry", "npmjs"), ("deb", "debian"))]
    hosts.append("python" + "hosted")
    pattern = re.compile("|".join(map(re.escape, hosts)) + r"|(?<![\w.-])/(?:work|farm|root)/")
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "replace")
        assert not pattern.search(text), path
