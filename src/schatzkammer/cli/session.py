"""A game in the terminal: one player types, bots play the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from schatzkammer.bots.play import decide, streams
from schatzkammer.bots.protocol import Bot
from schatzkammer.cli.board import board_of, in_short, in_words
from schatzkammer.cli.files import BadFile, write_json
from schatzkammer.cli.layout import packed
from schatzkammer.cli.prompt import read_line
from schatzkammer.cli.scene import Scene, scene_of
from schatzkammer.cli.shelf import UnknownRule, rules_table
from schatzkammer.cli.telling import paragraphs
from schatzkammer.cli.typed import completed, meant
from schatzkammer.cli.voice import OWN, Voice, sentence
from schatzkammer.core.errors import IllegalMove
from schatzkammer.core.match import Match

COMMANDS = ("help", "moves", "board", "spells", "rules", "log", "undo", "save", "quit")
MOST_SHOWN = 8  # moves that an unclear text may have meant
MOST_OFFERED = 40  # choices listed unasked


class Session:
    """One game from greeting to score sheet."""

    def __init__(self, match: Match, seat: int, bots: Mapping[int, Bot], voice: Voice, console: Console) -> None:
        self._match = match
        self._seat = seat
        self._bots = bots
        self._voice = voice
        self._console = console
        self._board = board_of(match.game)
        self._rngs = streams(match.seed or "", match.players)
        self._told = 0  # events that were told already
        self._drawn: object = None  # what the last drawing showed
        self._left = False
        self._commands = {
            name: command
            for command in COMMANDS
            for lang in (voice.lang, "en")
            for name in OWN.say(lang, f"command.{command}.names").split(", ")
        }

    def run(self) -> None:
        """Plays until the game is over or the player leaves."""
        self._greet()
        while not self._match.over and not self._left:
            others = [seat for seat in self._match.to_act if seat != self._seat]
            if others:
                decide(self._match, others[0], self._bots[others[0]], self._rngs[others[0]])
                continue
            self._tell()
            self._draw_if_changed()
            self._ask()
        if self._match.over:
            self._tell()
            self._finish()
        else:
            self._say(self._voice.own("play.bye"))

    def _say(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style))

    def _scene(self) -> Scene:
        return scene_of(self._match, self._seat, self._voice, self._console.width)

    def _greet(self) -> None:
        voice = self._voice
        self._say(voice.game("title"), "bold")
        others = ", ".join(
            voice.own("play.bot", name=voice.names[seat], bot=bot.name) for seat, bot in self._bots.items()
        )
        self._say(voice.own("play.seats", seat=self._seat, others=others))
        self._say(voice.own("play.commitment", commitment=self._match.commitment), "dim")

    def _tell(self) -> None:
        """Tells what has happened since it was told last, as the player's seat saw it."""
        events = self._match.events(self._seat)
        news = paragraphs(self._voice, events[self._told :])
        self._told = len(events)
        if news:
            self._console.print()
        for paragraph in news:
            self._console.print(paragraph)

    def _draw_if_changed(self) -> None:
        """Draws the table unless it still looks as it was drawn last, whatever step it is."""
        view = self._match.view(self._seat)
        shown = {name: value for name, value in view.items() if name not in ("step", "to_act", "taken")}
        if (shown, self._match.legal(self._seat)) != self._drawn:
            self._drawn = (shown, self._match.legal(self._seat))
            self._do_board("")

    def _ask(self) -> None:
        """Asks once; what is typed is a command, a move, or explained away."""
        step = self._voice.game(f"step.{self._match.view(self._seat)['step']}", {"seat": self._seat})
        self._say(sentence(step), "bold")
        self._offer()
        line = read_line(self._console)
        if line is None:
            self._left = True
            return
        word, _, rest = line.strip().partition(" ")
        command = self._commands.get(word.casefold())
        if command is not None:
            getattr(self, f"_do_{command}")(rest.strip())
        else:
            self._move(line)

    def _offer(self) -> None:
        """Lists the choices that the drawing does not show, each with its number."""
        scene = self._scene()
        choices = self._board.choices(scene)
        if len(choices) > MOST_OFFERED:
            return
        items = [
            Text.assemble((str(scene.legal.index(move) + 1), "bold"), f" {in_short(scene, move)}") for move in choices
        ]
        for line in packed(items, scene.width):
            self._console.print(line)

    def _move(self, line: str) -> None:
        scene = self._scene()
        found = meant(line, scene) if line.strip() else []
        if len(found) > 1:
            moves = ", ".join(found[:MOST_SHOWN]) + (" …" if len(found) > MOST_SHOWN else "")
            self._say(self._voice.own("play.ambiguous", moves=moves))
            return
        try:
            self._match.play(self._seat, found[0] if found else completed(line, scene, self._match.state.game))
        except IllegalMove as refusal:
            self._say(sentence(refusal.sentence(self._voice.lang, self._voice.names)))
            if refusal.reason == "notation":
                self._say(self._voice.own("play.help_hint"))

    def _finish(self) -> None:
        voice = self._voice
        self._console.print()
        self._console.print(self._board.sheet(self._scene()))
        winners = self._match.winners()
        self._say(voice.own("end.wins" if len(winners) == 1 else "end.share", seat=winners), "bold")
        self._console.print(Text(voice.own("end.seed", seed=self._match.seed), style="dim"), soft_wrap=True)
        self._say(voice.own("end.commitment", commitment=self._match.commitment), "dim")

    # The commands, by name ----------------------------------------------------------------------------
    def _do_help(self, _: str) -> None:
        self._say(self._voice.own("play.move_how"))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, style="bold")
        table.add_column()
        for command in COMMANDS:
            names = [name for name, known in self._commands.items() if known == command]
            table.add_row(", ".join(names), self._voice.own(f"command.{command}.does"))
        self._console.print(table)

    def _do_moves(self, _: str) -> None:
        scene = self._scene()
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(justify="right")
        table.add_column(no_wrap=True, style="bold")
        table.add_column()
        for number, move in enumerate(scene.legal, start=1):
            table.add_row(str(number), move, Text(in_words(scene, move)))
        self._console.print(table)

    def _do_board(self, _: str) -> None:
        self._console.print()
        self._console.print(self._board.table(self._scene()))

    def _do_spells(self, _: str) -> None:
        self._console.print(self._board.legend(self._scene()))

    def _do_rules(self, rule: str) -> None:
        try:
            self._console.print(rules_table(self._voice, rule or None))
        except UnknownRule as error:
            self._say(str(error))

    def _do_log(self, _: str) -> None:
        told = paragraphs(self._voice, self._match.events(self._seat))
        if not told:
            self._say(self._voice.own("play.nothing_yet"))
        for paragraph in told:
            self._console.print(paragraph)

    def _do_undo(self, _: str) -> None:
        try:
            self._match.undo(self._seat)
        except IllegalMove as refusal:
            self._say(refusal.sentence(self._voice.lang, self._voice.names))
            return
        self._told = min(self._told, len(self._match.events(self._seat)))
        self._say(self._voice.own("play.taken_back"))

    def _do_save(self, name: str) -> None:
        if not name:
            self._say(self._voice.own("play.save_how"))
            return
        try:
            write_json(Path(name), self._match.record())
        except BadFile as error:
            self._say(str(error))
            return
        self._say(self._voice.own("play.saved", file=name))

    def _do_quit(self, _: str) -> None:
        self._left = True
