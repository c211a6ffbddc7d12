"""The shape of the code: the same files in every game, one turn machine, no game named in code for any game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.conformance.cases import BUILT_IN

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src/schatzkammer"
CODE = (".py", ".ts", ".svelte")
GAME_FILES = {
    "__init__.py",
    "components.py",
    "data",
    "flow.py",
    "game.py",
    "moves.py",
    "odds.py",
    "position.py",
    "state.py",
    "text",
    "types.py",
    "view.py",
}
OPTIONAL = {"versions", "forecast"}  # of the contract: a game may leave it as it is
FOLDERS = {game: game.replace("-", "_") for game in BUILT_IN}

# Only these files, and files and folders named after a game, may name one.
LISTS_OF_GAMES = {
    "bots/policies/__init__.py",
    "bots/review/judges.py",
    "bots/values/frozen.py",
    "games/__init__.py",
    "observe/__init__.py",
    "render/pictures/__init__.py",
    "render/terminal/__init__.py",
}


def tracked(*suffixes: str) -> list[Path]:
    """The files under version control, or those with one of the suffixes."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    paths = [ROOT / name for name in listed.split("\0") if name]
    return [path for path in paths if path.is_file() and (not suffixes or path.suffix in suffixes)]


def parsed(folder: str) -> Iterator[tuple[str, ast.Module]]:
    """Paths and syntax trees of the modules in a folder of the package."""
    for path in sorted((SOURCE / folder).rglob("*.py")):
        yield path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> set[str]:
    """The modules that a module imports, at any level."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


def methods(path: Path, name: str | None = None) -> list[str]:
    """The methods of a file's class with the given name, or of its first class."""
    classes = [node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)]
    wanted = next(node for node in classes if name in (None, node.name))
    found = [item.name for item in wanted.body if isinstance(item, ast.FunctionDef)]
    return [name for name in found if not name.startswith("__")]


def test_every_game_has_the_same_files() -> None:
    for folder in FOLDERS.values():
        names = {path.name for path in (SOURCE / "games" / folder).iterdir() if path.suffix not in (".so", ".pyd")}
        own = names - GAME_FILES - {"__pycache__"}
        assert names >= GAME_FILES, folder
        assert own - {"belief"} in ({"steps.py"}, {"steps"}), folder


def test_every_game_fulfils_the_contract_in_the_same_order() -> None:
    contract = methods(SOURCE / "core/game.py", "Game")
    machine = methods(SOURCE / "core/turn.py", "TurnGame")
    for folder in FOLDERS.values():
        own = methods(SOURCE / "games" / folder / "game.py")
        fulfilled = [name for name in own if name in contract]
        assert fulfilled == [name for name in contract if name in own], folder
        assert {*contract} - OPTIONAL == {*fulfilled, *machine} & {*contract} - OPTIONAL, folder


def test_there_is_one_turn_machine() -> None:
    """No game implements again what the turn machine does for all."""
    machine = {*methods(SOURCE / "core/turn.py", "TurnGame")} & {*methods(SOURCE / "core/game.py", "Game")}
    for folder in FOLDERS.values():
        assert not machine & {*methods(SOURCE / "games" / folder / "game.py")}, folder


def test_the_rules_need_nothing_but_the_standard_library() -> None:
    allowed = {"__future__", "schatzkammer", "mypy_extensions", *sys.stdlib_module_names}
    for path, tree in (*parsed("core"), *parsed("games")):
        assert {name.split(".")[0] for name in imported(tree)} <= allowed, path


def test_rules_use_no_clock_no_network_and_no_other_randomness() -> None:
    forbidden = {"random", "time", "datetime", "socket", "os", "secrets", "uuid", "threading"}
    for path, tree in parsed("games"):
        assert not forbidden & {name.split(".")[0] for name in imported(tree)}, path


def test_a_game_is_named_only_in_its_own_files() -> None:
    """Code for any game asks the registry, and does not branch on a game."""
    names = re.compile("|".join({*FOLDERS, *FOLDERS.values()}))
    found = {
        path: sorted(used)
        for path, tree in parsed("")
        if not names.search(path) and path not in LISTS_OF_GAMES and (used := _words(tree, names))
    }
    assert not found, found


def _words(tree: ast.Module, pattern: re.Pattern[str]) -> set[str]:
    """Matches of a pattern in a module's names and imports, and string constants that match as a whole."""
    words = [*imported(tree)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and pattern.fullmatch(node.value):
            words.append(node.value)
        elif isinstance(node, ast.Name):
            words.append(node.id.lower())
        elif isinstance(node, ast.alias):
            words.append(node.name.lower())
    return {found for word in words for found in pattern.findall(word)}


def test_files_are_short_enough_to_read() -> None:
    written = [path for path in tracked(*CODE) if path.name != "wire.ts"]  # generated
    lines = {path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines()) for path in written}
    assert not {path: number for path, number in lines.items() if number > 500}


def test_people_are_called_they() -> None:
    pattern = re.compile(r"\b({})\b".format("|".join(("h" + "e", "h" + "is", "h" + "im", "h" + "imself"))), re.I)
    found = {
        path.relative_to(ROOT).as_posix(): len(words)
        for path in tracked(*CODE, ".toml", ".md")
        if (words := pattern.findall(path.read_text(encoding="utf-8")))
    }
    assert not found, found


def test_nothing_points_to_machines_or_registries() -> None:
    hosts = [".".join(parts) for parts in (("pypi", "org"), ("registry", "npmjs"), ("deb", "debian"))]
    hosts.append("python" + "hosted")
    pattern = re.compile("|".join(map(re.escape, hosts)) + r"|(?<![\w.-])/(?:work|farm|root)/")
    for path in tracked():
        text = path.read_bytes().decode("utf-8", "replace")
        assert not pattern.search(text), path
