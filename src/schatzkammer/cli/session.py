"""A game in the terminal: one player types, bots play the other seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.protocol import Bot
from schatzkammer.cli.catalog import UnknownRule, rules_table
from schatzkammer.cli.files import FileNotWritten, write_json
from schatzkammer.cli.move_input import intended_move, matching_moves
from schatzkammer.cli.narration import paragraphs
from schatzkammer.cli.options import plain_table
from schatzkammer.cli.prompt import read_line
from schatzkammer.cli.texts import cli_texts, ending, game_texts
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.match import Match
from schatzkammer.core.text import DEFAULT
from schatzkammer.render.locale import capitalized
from schatzkammer.render.scene import Scene, scene_of
from schatzkammer.render.terminal import board_of, move_outcome, move_text, short_move_text
from schatzkammer.render.terminal.layout import packed

COMMANDS = ("help", "moves", "board", "legend", "rules", "log", "undo", "save", "quit")
MOST_MATCHES = 8  # moves shown for an ambiguous text
MOST_OUTCOMES = 12  # choices listed with what they would bring
MOST_CHOICES = 40  # choices listed without being asked for


class Session:
    """One game, from the greeting to the score sheet."""

    def __init__(
        self, match: Match, seat: int, bots: Mapping[int, Bot], lang: str, names: Sequence[str], console: Console
    ) -> None:
        self._match = match
        self._seat = seat
        self._bots = bots
        self._texts = cli_texts(lang, names, seat)
        self._game_texts = game_texts(lang, match.state.game, names, seat)
        self._console = console
        self._board = board_of(match.game)
        self._rngs = streams(match.seed or "", match.players)
        self._events_shown = 0
        self._last_drawn: object = None
        self._quit = False
        self._saved: set[Path] = set()  # files of this game, which may be overwritten
        self._commands = {
            name: command
            for command in COMMANDS
            for locale in (self._texts, cli_texts(DEFAULT))
            for name in locale.text(f"command.{command}.names").split(", ")
        }

    def run(self) -> None:
        """Plays until the game is over or the player quits."""
        self._greet()
        while not self._match.over and not self._quit:
            others = [seat for seat in self._match.to_act if seat != self._seat]
            if others:
                self._let_decide(others[0])
                continue
            self._print_events()
            self._draw_if_changed()
            self._ask()
        if self._match.over:
            self._print_events()
            self._finish()
        else:
            self._say(self._texts.text("play.bye"))

    def _let_decide(self, seat: int) -> None:
        """A bot decides; meanwhile a terminal shows which one is thinking."""
        with self._console.status(Text(capitalized(self._texts.text("play.thinking", seat=seat)))):
            decide(self._match, seat, self._bots[seat], self._rngs[seat])

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style))

    def _scene(self) -> Scene:
        return scene_of(self._match, self._seat, self._texts.lang, self._texts.names, self._console.width)

    def _greet(self) -> None:
        names = self._texts.names
        self._say(self._game_texts.text("title"), "bold")
        others = ", ".join(
            self._texts.text("play.bot", name=names[seat], bot=bot.name) for seat, bot in self._bots.items()
        )
        self._say(self._texts.text("play.seats", seat=self._seat, others=others))
        self._say(self._texts.text("play.commitment", commitment=self._match.commitment), "dim")

    def _print_events(self) -> None:
        """Prints the events since the last time, as the player's seat saw them."""
        events = self._match.events(self._seat)
        news = paragraphs(self._game_texts, events[self._events_shown :])
        self._events_shown = len(events)
        if news:
            self._console.print()
        for paragraph in news:
            self._console.print(paragraph)

    def _draw_if_changed(self) -> None:
        """Draws the board if it has changed."""
        view = self._match.view(self._seat)
        visible = {name: value for name, value in view.items() if name not in ("step", "to_act", "taken")}
        if (visible, self._match.legal(self._seat)) != self._last_drawn:
            self._last_drawn = (visible, self._match.legal(self._seat))
            self._do_board("")

    def _ask(self) -> None:
        """Asks for one line and carries out its command or move."""
        step = self._game_texts.text(f"step.{self._match.view(self._seat)['step']}", seat=self._seat)
        self._say(capitalized(step), "bold")
        self._list_choices()
        line = read_line(self._console)
        if line is None:
            self._quit = True
            return
        word, _, rest = line.strip().partition(" ")
        command = self._commands.get(word.casefold())
        if command is not None:
            getattr(self, f"_do_{command}")(rest.strip())
        else:
            self._move(line)

    def _list_choices(self) -> None:
        """Lists the choices that the drawing does not show, with their numbers."""
        scene = self._scene()
        choices = self._board.choices(scene)
        if len(choices) > MOST_CHOICES:
            return
        numbers = {move: scene.legal.index(move) + 1 for move in choices}
        if len(choices) <= MOST_OUTCOMES and any(move_outcome(scene, move) for move in choices):
            self._console.print(_move_table(scene, {move: (str(numbers[move]),) for move in choices}))
            return
        items = [
            Text.assemble((str(number), "bold"), f" {short_move_text(scene, move)}") for move, number in numbers.items()
        ]
        for line in packed(items, self._console.width):
            self._console.print(line)

    def _move(self, line: str) -> None:
        scene = self._scene()
        found = matching_moves(line, scene) if line.strip() else []
        if len(found) > 1:
            moves = ", ".join(found[:MOST_MATCHES]) + (" …" if len(found) > MOST_MATCHES else "")
            self._say(self._texts.text("play.ambiguous", moves=moves))
            return
        try:
            self._match.play(self._seat, found[0] if found else intended_move(line, scene, self._match.state.game))
        except IllegalMove as refusal:
            self._say(refusal.sentence(self._texts.lang, self._texts.names, self._seat))
            if refusal.reason == "notation":
                self._say(self._texts.text("play.help_hint"))

    def _finish(self) -> None:
        self._console.print()
        self._console.print(self._board.sheet(self._scene()))
        self._say(ending(self._texts, self._match.winners()), "bold")
        self._console.print(Text(self._texts.text("end.seed", seed=self._match.seed), style="dim"), soft_wrap=True)
        self._say(self._texts.text("end.commitment", commitment=self._match.commitment), "dim")

    # Commands ---------------------------------------------------------------------------------------
    def _do_help(self, _: str) -> None:
        example = next((move for move in self._scene().legal if " " in move), "pass")
        self._say(self._texts.text("play.move_how", move=example, what=example.partition(" ")[2] or example))
        table = plain_table(gap=2)
        table.add_column(no_wrap=True, style="bold")
        for command in COMMANDS:
            names = [name for name, named in self._commands.items() if named == command]
            table.add_row(", ".join(names), self._texts.text(f"command.{command}.does"))
        self._console.print(table)

    def _do_moves(self, _: str) -> None:
        scene = self._scene()
        numbered = {move: (str(number), move) for number, move in enumerate(scene.legal, start=1)}
        self._console.print(_move_table(scene, numbered))

    def _do_board(self, _: str) -> None:
        self._console.print()
        self._console.print(self._board.table(self._scene()))

    def _do_legend(self, _: str) -> None:
        self._console.print(self._board.legend(self._scene()))

    def _do_rules(self, rule: str) -> None:
        try:
            self._console.print(rules_table(self._game_texts, rule or None))
        except UnknownRule as error:
            self._say(error.sentence(self._texts.lang))

    def _do_log(self, _: str) -> None:
        history = paragraphs(self._game_texts, self._match.events(self._seat))
        if not history:
            self._say(self._texts.text("play.nothing_yet"))
        for paragraph in history:
            self._console.print(paragraph)

    def _do_undo(self, _: str) -> None:
        try:
            self._match.undo(self._seat)
        except IllegalMove as refusal:
            self._say(refusal.sentence(self._texts.lang, self._texts.names, self._seat))
            return
        self._events_shown = min(self._events_shown, len(self._match.events(self._seat)))
        self._say(self._texts.text("play.taken_back"))

    def _do_save(self, name: str) -> None:
        if not name:
            self._say(self._texts.text("play.save_how"))
            return
        path = Path(name)
        try:
            write_json(path, self._match.record(), overwrite=path in self._saved)
        except FileNotWritten as error:
            self._say(error.sentence(self._texts.lang))
            return
        self._saved.add(path)
        self._say(self._texts.text("play.saved", file=name))

    def _do_quit(self, _: str) -> None:
        self._quit = True


def _move_table(scene: Scene, moves: Mapping[str, tuple[str, ...]]) -> Table:
    """Moves in words and what they would bring, a line for each after its own cells."""
    table = plain_table(gap=2)
    for column in range(max((len(cells) for cells in moves.values()), default=0)):
        table.add_column(justify="left" if column else "right", no_wrap=True, style="bold")
    for move, cells in moves.items():
        brings = move_outcome(scene, move)
        words = Text(move_text(scene, move))
        table.add_row(*cells, Text.assemble(words, "  ", (brings, "dim")) if brings else words)
    return table
