"""Compiles rules and table with mypyc where a C compiler and Python's headers are found; else they run as they are.

Wheels and source distributions always contain the built web client.
"""

import os
import sys
import tempfile
from pathlib import Path

from setuptools import setup
from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.errors import CompileError, DistutilsError
from setuptools._distutils.sysconfig import customize_compiler, get_python_inc

ROOT = Path(__file__).parent
CLIENT = ROOT / "src/schatzkammer/web/index.html"
COMPILING = {"bdist_wheel", "build", "build_ext", "editable_wheel"}  # other commands only ask for metadata
SHIPPING = {"bdist_wheel", "sdist"}
CORE = ["bits", "stream", "game", "turn", "history", "playout"]
BOTS = ["estimate", "policy", "search", "racing"]
TABLE = ["clock", "service", "store/database", "store/tables", "table", "commands"]
TYPES = ["__init__.py", "types.py"]  # nothing to run
READ = ["file.py", "frozen.py"]  # validate outside data
SERVER = ["broadcast", "connection", "hub", "socket", "ws_frames"]
# What the table imports from others is not looked into; only msgspec must be there, as its class arguments are checked.
FOREIGN = """
[mypy]
[mypy-alembic.*,apprise.*,argon2.*,cryptography.*,http_ece.*,litestar.*,msgspec.*,PIL.*,py_vapid.*,prometheus_client.*,psycopg.*,redis.*,sqlalchemy.*,uvicorn.*,websockets.*]
follow_imports = skip
ignore_missing_imports = True
"""


def table_modules() -> list[str]:
    """What happens at every move between the socket and the rules."""
    folders = {"table": TABLE, "server": SERVER}
    return [f"src/schatzkammer/{folder}/{name}.py" for folder, names in folders.items() for name in names]


def rules_modules() -> list[str]:
    """The rules, what they run on, and the observations of them; what meets outside data first stays interpreted."""
    core = [ROOT / "src/schatzkammer/core" / f"{name}.py" for name in CORE]
    bots = [ROOT / "src/schatzkammer/bots" / f"{name}.py" for name in BOTS]
    bots += sorted((ROOT / "src/schatzkammer/bots/policies").rglob("[a-z]*.py"))
    bots += [
        path for path in sorted((ROOT / "src/schatzkammer/bots/values").glob("[a-z]*.py")) if path.name not in READ
    ]
    games = [path for path in sorted((ROOT / "src/schatzkammer/games").rglob("*.py")) if path.name not in TYPES]
    observe = sorted((ROOT / "src/schatzkammer/observe").rglob("[a-z]*.py"))
    return [str(path.relative_to(ROOT)) for path in core + games + bots + observe]


def can_compile() -> bool:
    """Tries a small extension module's source, so that a missing compiler or header is no error."""
    if os.environ.get("SCHATZKAMMER_NO_COMPILE"):
        return False
    compiler = new_compiler()
    customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\nPyObject *probe(void) { return PyLong_FromLong(1); }\n")
        try:
            compiler.compile([str(source)], output_dir=folder, include_dirs=[get_python_inc()])
        except (CompileError, DistutilsError, OSError):
            return False
    return True


def extensions() -> list:
    """The extension modules, or none."""
    if not can_compile():
        sys.stderr.write("schatzkammer: no C compiler with Python's headers found: everything stays interpreted.\n")
        return []
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = str(ROOT / "src")
    level = os.environ.get("MYPYC_OPT_LEVEL")
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "mypy.ini"
        config.write_text(FOREIGN)
        built = mypycify(rules_modules(), opt_level=level or "3", debug_level="0", group_name="schatzkammer_rules")
        table = [f"--config-file={config}", *table_modules()]
        # Its time goes into objects of others: more than a little optimisation only takes longer to compile.
        built += mypycify(table, opt_level=level or "1", debug_level="0", group_name="schatzkammer_table")
    if os.name == "posix":
        for extension in built:
            # Lets the compiler inline across functions of the shared library: a fifth faster.
            extension.extra_compile_args.append("-fno-semantic-interposition")
    return built


def main() -> None:
    """Runs the command of the build."""
    commands = {*sys.argv[1:]}
    if SHIPPING & commands and not CLIENT.is_file():
        sys.exit("schatzkammer: The web client is not built: `make web` builds it, and `make wheels` does everything.")
    setup(
        ext_modules=extensions() if COMPILING & commands else [],
        options={"build_ext": {"parallel": os.cpu_count() or 1}},
    )


if __name__ == "__main__":
    main()
