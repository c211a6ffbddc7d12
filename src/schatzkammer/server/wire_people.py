"""REST bodies about people: ratings and profiles; see docs/protocol.md."""

from __future__ import annotations

from msgspec import Struct

from schatzkammer.table.store import profiles


class RatingInfo(Struct, frozen=True):
    """A rating in points with its 95 % interval, and after how many games."""

    value: int
    low: int
    high: int
    provisional: bool  # the interval is too wide to mean much
    games: int


class Ranked(Struct, frozen=True, omit_defaults=True):
    """A player in the list of a title: a bot of the server, or somebody who shows it to the reader."""

    rating: RatingInfo
    bot: str | None = None
    person: str | None = None  # the id of their profile
    name: str = ""
    you: bool = False


class SeatRating(Struct, frozen=True):
    """A seat's rating before and after a rated game."""

    before: int
    after: int
    provisional: bool


class RatingPoint(Struct, frozen=True):
    """A rating after one game, and how far its 95 % interval goes to either side."""

    at: int
    value: int
    reach: int


class DecisionRating(Struct, frozen=True):
    """The mean loss of a decision in percent of a win, by the reviews of so many games, with its 95 % interval."""

    loss: float
    low: float
    high: float
    provisional: bool  # too few games to mean much
    decisions: int
    games: int


class Split(Struct, frozen=True):
    """A part of a person's games: with `of` players, or in the seat `of`; `points` is the mean, if there are any."""

    of: int
    games: int
    wins: int
    points: float | None


class TitleRecord(Struct, frozen=True):
    """One person's games of one title; `left` counts those they did not play to the end."""

    game: str
    games: int
    wins: int
    left: int
    best: int | None  # points
    place: float  # mean
    rating: RatingInfo | None
    history: list[RatingPoint]  # the latest, oldest first
    decisions: DecisionRating | None
    by_players: list[Split]
    by_seat: list[Split]
    streak: int  # games won in a row, up to the latest
    longest: int


class Opponent(Struct, frozen=True, omit_defaults=True):
    """Whom a person has played most: a bot of the server, or somebody who shows the reader their profile."""

    games: int
    ahead: int  # games in which the person came before them
    bot: str | None = None
    person: str | None = None
    name: str = ""


class Played(Struct, frozen=True):
    """One finished game of a person; of private tables only those that the reader may see."""

    table: str
    game: str
    ended: int
    seat: int
    place: int
    players: list[str]  # names, and bots as `bot:casual`
    score: int | None
    left: bool
    rated: bool


class Profile(Struct, frozen=True):
    """A person's profile; `seen_by` says who sees it, to its owner only."""

    id: str
    name: str
    since: int
    you: bool
    seen_by: profiles.SeenBy | None
    titles: list[TitleRecord]
    opponents: list[Opponent]
    played: list[Played]


class Visibility(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may see the reader's profile: nobody, friends, people met at a table, or all."""

    seen_by: profiles.SeenBy
