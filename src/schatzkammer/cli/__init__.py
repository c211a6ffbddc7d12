"""The command line. A new command is one function in a file here and one name in COMMANDS."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, NoReturn, cast

import typer

from schatzkammer.cli import options
from schatzkammer.cli.addresses import first_free
from schatzkammer.cli.admin import admin
from schatzkammer.cli.archive import export_games, import_games
from schatzkammer.cli.arena import arena
from schatzkammer.cli.backup import backup, check, restore, rollback
from schatzkammer.cli.bench import bench
from schatzkammer.cli.catalog import components, games, rules, version_line
from schatzkammer.cli.certify import certify
from schatzkammer.cli.dataset import dataset
from schatzkammer.cli.doctor import doctor
from schatzkammer.cli.files import reason
from schatzkammer.cli.help import localize, localized_message
from schatzkammer.cli.hint import hint
from schatzkammer.cli.lab import lab
from schatzkammer.cli.language import LANGUAGE, take_language
from schatzkammer.cli.play import play
from schatzkammer.cli.records import replay, verify
from schatzkammer.cli.review import review
from schatzkammer.cli.serve import serve
from schatzkammer.cli.server_options import HOST, PORT, PORT_VARIABLE
from schatzkammer.cli.simulate import simulate
from schatzkammer.cli.texts import said
from schatzkammer.cli.train import train
from schatzkammer.core.errors import Error
from schatzkammer.core.text import DEFAULT

COMMANDS = (
    serve,
    play,
    simulate,
    arena,
    lab,
    train,
    dataset,
    replay,
    review,
    hint,
    verify,
    games,
    rules,
    components,
    bench,
    certify,
    backup,
    restore,
    check,
    rollback,
    doctor,
)
RENAMED = {"export": export_games, "import": import_games}  # `import` is a keyword

BAD_USAGE = 2
INTERRUPTED = 130
PIPE_CLOSED = 1

# The base class is click's UsageError; typer may bundle click, so it cannot be imported from there.
UsageError = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[2])

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help: panels leave too little room for the text
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    lang: options.Lang = None,  # noqa: ARG001  taken from the command line before it is parsed
) -> None:
    """Treasure-hunt board games to play, learn and study.

    Without a command, the table is served and opened in the browser.
    """
    if version:
        typer.echo(version_line())
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(said("start.opens"), err=True)
        port = [] if os.environ.get(PORT_VARIABLE) else ["--port", str(first_free(HOST, PORT))]
        app(args=["serve", "--open", *port], prog_name="schatzkammer", standalone_mode=False)


for command in COMMANDS:
    app.command()(command)
for name, function in RENAMED.items():
    app.command(name)(function)
app.add_typer(admin, name="admin")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs a command line and exits; errors are one sentence on stderr."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Runs a command line and returns the exit code."""
    _prepare_streams()
    lang, rest = take_language(arguments)
    token = LANGUAGE.set(lang)
    try:
        return _run(rest, lang)
    finally:
        LANGUAGE.reset(token)


def _run(arguments: list[str], lang: str) -> int:
    try:
        command = typer.main.get_command(app)
        if lang != DEFAULT:
            localize(command, lang)
        code: object = command(args=arguments, prog_name="schatzkammer", standalone_mode=False)
        sys.stdout.flush()
    except Error as error:
        return _complain(error.sentence(lang))
    except UsageError as error:
        return _complain(localized_message(error.format_message(), lang))
    except (KeyboardInterrupt, typer.Abort):
        if sys.stderr.isatty():
            sys.stderr.write("\n")  # ends the line of the prompt
        return INTERRUPTED
    except BrokenPipeError:
        _discard_stdout()
        return PIPE_CLOSED
    except OSError as error:
        _discard_stdout()
        return _complain(said("error.output", reason=reason(error)))
    return code if isinstance(code, int) else 0


def _discard_stdout() -> None:
    """Redirects stdout to the null device, as Python flushes it once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> int:
    line = " ".join("".join(character if character.isprintable() else " " for character in message).split())
    stop = "" if line.endswith((".", ")")) else "."  # a rule's id in brackets follows a full stop
    sys.stderr.write(f"schatzkammer: {line}{stop}\n")
    return BAD_USAGE


def _prepare_streams() -> None:
    """Replaces closed streams by the null device, and characters that a terminal cannot show by question marks."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
