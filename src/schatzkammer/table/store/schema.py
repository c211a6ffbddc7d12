"""The database schema. A change here needs a migration; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
)

METADATA = MetaData(
    naming_convention={"ix": "ix_%(table_name)s_%(column_0_name)s", "fk": "fk_%(table_name)s_%(column_0_name)s"}
)

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

IDENTITIES = Table(
    "identities",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),  # guest, account, bot; or deleted, until all tables have forgotten it
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),  # the name in lower case, of accounts only
    Column("password", Text),  # argon2
    Column("token", Text, unique=True),  # the SHA-256 of a bot's token
    Column("owner", Text, ForeignKey("identities.id")),  # of a bot
    Column("epoch", Integer, nullable=False),  # cookies of an earlier epoch are void
    Column("blocked", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("skeleton", Text),  # what the name looks like, of accounts only: see `names.skeletons`
    Column("skeleton_written", Text),
    Index("ix_identities_owner", "owner"),
    Index("ix_identities_skeleton", "skeleton"),
    Index("ix_identities_skeleton_written", "skeleton_written"),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", Text, primary_key=True),  # the SHA-256 of the secret in the browser's cookie
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # to within minutes
    Column("browser", Text, nullable=False),
    Column("system", Text, nullable=False),
    Index("ix_sessions_identity_id", "identity_id"),
)

ENDED_SESSIONS = Table(
    "ended_sessions",
    METADATA,
    Column("session", Text, primary_key=True),  # cookies of the first release that are void, or have got a session
)

RECOVERY_CODES = Table(
    "recovery_codes",
    METADATA,
    Column("digest", Text, primary_key=True),  # SHA-256
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), nullable=False),
    Index("ix_recovery_codes_identity_id", "identity_id"),
)

DUTIES = Table(
    "duties",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("due", BigInteger, nullable=False),
    Column("lease", BigInteger),  # until when a worker is busy with it
)

DEALS = Table(  # deals that several tables play: see `table.deals`
    "deals",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("seed", Text, nullable=False),
    Column("drawn", BigInteger, nullable=False),
    Column("published", BigInteger),  # since when the seed is no longer secret
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("opened", LargeBinary, nullable=False),
    Column("seed", Text, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("invite", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("seats", LargeBinary, nullable=False),  # the current seats, for lists
    Column("touched", BigInteger, nullable=False),
    Column("owing", Integer, nullable=False, server_default="0"),  # as in entries, at version 0
    Column("due", BigInteger),  # when the scheduler has to act
    Column("lease", BigInteger),  # until when a worker is busy with it
    Column("uploaded", Boolean, nullable=False, server_default=false()),  # as in `opened`
    Column("deal", Text),  # one that other tables play, too
    Column("concealed", Boolean, nullable=False, server_default=false()),  # the deal is secret
    Index("ix_tables_deal", "deal"),
    Column("group_id", Text),  # whose members see the table and may join it
    Index("ix_tables_due", "due"),
    Index("ix_tables_status", "status", "touched"),
    Index("ix_tables_group_id", "group_id", "touched"),
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("events", LargeBinary, nullable=False),
    Column("owing", Integer, nullable=False, server_default="0"),  # one bit for each person who owes a decision
    Column("clock", BigInteger),  # where there are timers, the time that they count
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

MEMBERS = Table(
    "members",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    Column("seated", Boolean, nullable=False),  # has or had a seat there
    Column("muted", Boolean, nullable=False, server_default=false()),
    Column("kept_out", Boolean, nullable=False, server_default=false()),  # may not enter
    Index("ix_members_identity_id", "identity_id"),
)

NOTICE_SETTINGS = Table(
    "notice_settings",
    METADATA,
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    Column("data", LargeBinary, nullable=False),  # JSON
)

NOTICE_CHANNELS = Table(  # where somebody wants to be told that it is their turn
    "notice_channels",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), nullable=False),
    Column("session_id", Text, ForeignKey("sessions.id", ondelete="CASCADE")),  # of a browser, which ends with it
    Column("kind", Text, nullable=False),  # push, mail, webhook or chat
    Column("address", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("since", BigInteger),  # since when it is used: not before it is confirmed, nor after it has failed for long
    Column("code", Text),  # the SHA-256 of what confirms it
    Column("code_until", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),  # of the code
    Column("next", BigInteger, nullable=False),  # nothing is sent before this time
    Column("failures", Integer, nullable=False),  # in a row
    Column("problem", Text),  # the answer to the last attempt, if it failed
    Index("ix_notice_channels_identity_id", "identity_id"),
    Index("ix_notice_channels_session_id", "session_id"),
)

NOTICES = Table(  # of the latest turn of a channel's owner at a table
    "notices",
    METADATA,
    Column("channel_id", Text, ForeignKey("notice_channels.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", Text, primary_key=True),  # turn or reminder
    Column("since", Integer, nullable=False),  # the version with which the turn began,
    Column("at", BigInteger, nullable=False),  # and its time
    Column("due", BigInteger),  # None: nothing is left to do
    Column("lease", BigInteger),  # until when a worker is busy with it
    Column("attempts", Integer, nullable=False),
    Column("outcome", Text),  # what became of it
    Index("ix_notices_due", "due"),
    Index("ix_notices_table_id", "table_id"),
)

NOTICE_MUTES = Table(  # tables of which somebody wants to be told nothing
    "notice_mutes",
    METADATA,
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_notice_mutes_table_id", "table_id"),
)

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("asked", BigInteger, nullable=False),
    Column("lease", BigInteger),  # until when a worker computes it
    Column("done", Integer, nullable=False),  # of its parts
    Column("parts", Integer, nullable=False),
    Column("data", LargeBinary),  # JSON, once it is complete
)

CHAT = Table(
    "chat",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index("ix_chat_table_id", "table_id", "id"),
    Index("ix_chat_identity_id", "identity_id"),
)

RESULTS = Table(  # of finished games, from their logs
    "results",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("player", Text, nullable=False),  # an identity, `bot:` and its name, or nobody known
    Column("place", Integer, nullable=False),
    Column("score", Integer),
    Column("gone", Boolean, nullable=False),  # forfeited, or away at the end
    Column("rated", Boolean, nullable=False),
    Column("mu", Double),  # the rating after the game
    Column("sigma", Double),
    Index("ix_results_player", "player", "ended"),
    Index("ix_results_game", "game", "ended"),
)

PROFILES = Table(
    "profiles",
    METADATA,
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    Column("seen_by", Text, nullable=False),  # nobody, friends, met or all
)

GROUPS = Table(
    "groups",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("invite", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

GROUP_MEMBERS = Table(  # stay when their people leave, or are deleted: seasons count who belonged to the group when
    "group_members",
    METADATA,
    Column("group_id", Text, ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
    Column("identity_id", Text, primary_key=True),
    Column("joined", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("owner", Boolean, nullable=False),
    Index("ix_group_members_identity_id", "identity_id"),
)

SEASONS = Table(
    "seasons",
    METADATA,
    Column("group_id", Text, ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
    Column("start", BigInteger, primary_key=True),
    Column("until", BigInteger),  # none: every month is a season
    Column("utc_offset", Integer, nullable=False),  # minutes: where its months begin
    Column("games", Text, nullable=False),  # JSON; none named: all
    Column("points", Text, nullable=False),  # mean or sum
    Column("least", Integer, nullable=False),  # games that one must have played to be placed
)

DECISIONS = Table(  # of a seat, from the review of its game
    "decisions",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, nullable=False),  # real ones
    Column("loss", Double, nullable=False),  # the sum of their losses, in shares of the win,
    Column("squares", Double, nullable=False),  # and of the squares of these
)

MUTED = Table(  # people whose chat lines a reader does not want to see
    "muted",
    METADATA,
    Column("reader_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_muted_identity_id", "identity_id"),
)

REPORTS = Table(  # what people tell the operator, about a chat line or anything else
    "reports",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), nullable=False),
    Column("text", Text, nullable=False),
    Column("table_id", Text),
    Column("about_id", Text, ForeignKey("identities.id", ondelete="CASCADE")),  # who wrote the line
    Column("about", Text),  # their name
    Column("line", Text),  # as it was when it was reported
    Column("closed", BigInteger),
    Index("ix_reports_identity_id", "identity_id"),
    Index("ix_reports_about_id", "about_id"),
)

HUNTS = Table(  # the hunts of the day: see `table.hunts`
    "hunts",
    METADATA,
    Column("day", Text, primary_key=True),  # as 2027-03-14, in UTC
    Column("game", Text, primary_key=True),
    Column("deal", Text, nullable=False),
    Column("setup", LargeBinary, nullable=False),
    Column("ghosts", Integer, nullable=False),  # the number of those that were played
    Column("lease", BigInteger),  # until when a worker plays the next one
)

HUNT_PLAYS = Table(
    "hunt_plays",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="SET NULL")),  # of a person who still exists
    Column("ghost", Text),  # the level of a bot
    Column("ended", BigInteger),  # when the game was over
    Column("place", Integer),  # null if it was never played to an end
    Column("points", Integer),
    Column("gone", Boolean, nullable=False, server_default=false()),
    Index("ix_hunt_plays_day", "day", "game"),
    Index("ix_hunt_plays_identity_id", "identity_id", "day", "game", unique=True),
)

EVENINGS = Table(  # duplicate evenings and cups: see `table.evenings`
    "evenings",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("invite", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("ix_evenings_phase", "phase", "touched"),
)

EVENING_PEOPLE = Table(  # who may see an evening
    "evening_people",
    METADATA,
    Column("evening_id", Text, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("identity_id", Text, ForeignKey("identities.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_evening_people_identity_id", "identity_id"),
)
