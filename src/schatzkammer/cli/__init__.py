"""The command line. A new command is one file here and one line in COMMANDS."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn, TextIO, cast

import typer

from schatzkammer.cli.admin import admin
from schatzkammer.cli.archive import export_games, import_games
from schatzkammer.cli.arena import arena
from schatzkammer.cli.bench import bench
from schatzkammer.cli.hint import hint
from schatzkammer.cli.lab import lab
from schatzkammer.cli.play import play
from schatzkammer.cli.records import replay, verify
from schatzkammer.cli.serve import serve
from schatzkammer.cli.shelf import components, games, rules, version_line
from schatzkammer.cli.simulate import simulate
from schatzkammer.core.errors import Error

COMMANDS = (serve, play, simulate, arena, lab, replay, hint, verify, games, rules, components, bench)
NAMED = {"export": export_games, "import": import_games}  # names that Python keeps for itself

BAD_USAGE = 2
INTERRUPTED = 130
PIPE_CLOSED = 1

# What typer raises on wrong usage comes from click, which it may or may not carry within itself.
UsageProblem = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[2])

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Treasure-hunt board games to play, learn and study.",
)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and stop.")] = False,
) -> None:
    """Treasure-hunt board games to play, learn and study."""
    if version:
        typer.echo(version_line())
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


for command in COMMANDS:
    app.command()(command)
for name, kept_name in NAMED.items():
    app.command(name)(kept_name)
app.add_typer(admin, name="admin")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs a command line; whatever goes wrong is one sentence on stderr."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """The same; tells the exit code."""
    _prepare_streams()
    try:
        code: object = app(args=list(arguments), prog_name="schatzkammer", standalone_mode=False)
        sys.stdout.flush()
    except Error as error:
        return _complain(str(error))
    except UsageProblem as error:
        return _complain(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        if sys.stderr.isatty():
            sys.stderr.write("\n")  # the prompt that was left stays a line of its own
        return INTERRUPTED
    except BrokenPipeError:
        _give_up_stdout()
        return PIPE_CLOSED
    except OSError as error:
        _give_up_stdout()
        return _complain(f"The output cannot be written: {error.strerror}")
    return code if isinstance(code, int) else 0


def _give_up_stdout() -> None:
    """Python flushes stdout once more on its way out, and must find somewhere to put it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> int:
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in message).split())
    stop = "" if line.endswith((".", ")")) else "."  # before a bracket with a rule's id stands a stop already
    sys.stderr.write(f"schatzkammer: {line}{stop}\n")
    return BAD_USAGE


def _prepare_streams() -> None:
    """A closed stdout or stderr swallows everything; signs that a terminal cannot show become question marks."""
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")
