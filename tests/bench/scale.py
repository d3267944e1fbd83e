"""Lays years of synthetic sessions into an installation's database and measures reports over them; a line of JSON.

Ten workspaces, the first with half of everything, over 365 days; sessions of ten messages, a fifth as many people.
Rollups come from the product's own ledger, so that they are what an import would have written.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import duckdb
from sqlalchemy import Table, create_engine, event, select, text, update

from app import create_app
from app.accounts.workspaces.models import Workspace
from app.analytics import building
from app.analytics.rollups import Ledger
from app.bots.catalog.models import Bot
from app.clients.models import Client
from app.config import load_settings
from app.conversations.models import Contact, Conversation, Message, Thread
from app.conversations.provenance import MEASURED
from app.core import clock
from app.core.db.base import begin_as, db
from app.core.db.ids import new_id
from app.core.db.tenancy import Scope, everywhere, within
from app.reports.cards.key_figures import sparkline_buckets
from app.reports.counts import people
from app.reports.filters.ranges import buckets, granularity
from app.reports.filters.selection import find_range, select_conversations
from app.reports.history import service
from app.reports.history.filters import Filters, narrow
from app.reports.history.order import cut_page, order_of
from app.reports.service import ReportQuery, dashboard
from tests.bench import receipts, search
from tests.bench.figures import milliseconds

WORKSPACES, BOTS, DAYS, A_SESSION, AT_ONCE = 10, 6, 365, 10, 20_000
GROUPS = ("service", "sales", "psf")
CHANNELS = ("web", "whatsapp", "messenger", "telegram", "voice")
INTENTS = [f"{group}.intent{number}" for group in GROUPS for number in range(14)]
WORDS = (
    "brake", "clutch", "service", "tyre", "paint", "gearbox", "battery", "mirror", "insurance", "warranty", "booking",
    "invoice", "exchange", "finance", "headlamp", "coolant", "sunroof",
)  # fmt: skip
"""What messages are about: the first words far more often than the last."""
GROWING = (
    "rollup_quarter", "rollup_day", "rollup_contact_day", "rollup_intent_day", "rollup_fact_day", "rollup_people",
    "rollup_beginning", "contact_number", "contact", "thread", "conversation", "message", "turn",
)  # fmt: skip
"""Tables that every day adds to."""
OUTCOMES = ("completed", "informed", "handed_off", "abandoned")
# What the dashboard counts, as plain SQL over the sessions themselves.
RAW = (
    "SELECT {day} AS day, bot_id, channel, count(*), sum(CASE WHEN engaged THEN 1 ELSE 0 END), sum(turns), "
    "sum(fallback_turns), sum(messages_in), sum(messages_out) FROM conversation WHERE {where} GROUP BY 1, 2, 3",
    "SELECT {day} AS day, count(DISTINCT contact_id) FROM conversation WHERE {where} AND engaged GROUP BY 1",
    "SELECT {hour} AS hour, count(*) FROM conversation WHERE {where} GROUP BY 1",
)
WHERE = "workspace_id = {workspace} AND traffic = 'real' AND started_at >= '{start}' AND started_at < '{end}'"
COHORT = """
WITH first AS (SELECT contact_id, min(day) AS began FROM rollup_contact_day
  WHERE workspace_id = {workspace} AND is_first AND day >= '{start}' AND day < '{end}' GROUP BY contact_id)
SELECT {week_began}, {week_later}, count(DISTINCT r.contact_id) FROM rollup_contact_day r {in_order} JOIN first
  ON r.contact_id = first.contact_id AND r.workspace_id = {workspace} AND r.day >= first.began AND r.day >= '{start}'
  AND r.day < '{end}' GROUP BY 1, 2"""


@dataclass(frozen=True, slots=True)
class Place:
    """One workspace's rows that sessions refer to."""

    workspace_id: int
    client_id: int
    bots: list[tuple[int, str]]
    """Id and group."""
    people: list[tuple[int, int]]
    """Contact and thread."""


def insert(table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Add rows as fast as the database takes them; COPY on PostgreSQL."""
    if not rows:
        return
    if db.engine.dialect.name != "postgresql":
        db.session.execute(table.insert(), rows)
        return
    # COPY knows no defaults of the models.
    left = {
        column.name: column.default.arg
        for column in table.columns
        if column.default is not None and column.default.is_scalar
    }
    rows = [left | row for row in rows]
    names = list(rows[0])
    kinds = {column.name: column.type.dialect_impl(db.engine.dialect) for column in table.columns}
    writers = [kinds[name].bind_processor(db.engine.dialect) for name in names]
    listing = ", ".join(f'"{name}"' for name in names)
    driver: Any = db.session.connection().connection.dbapi_connection
    copied = f"copied_{table.name}"
    # Binds the transaction to its workspace.
    db.session.execute(text("SELECT 1"))
    with driver.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE IF NOT EXISTS {copied} (LIKE {table.name}) ON COMMIT DELETE ROWS")
        with cursor.copy(f"COPY {copied} ({listing}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(
                    [write(row[name]) if write else row[name] for name, write in zip(names, writers, strict=True)]
                )
        # Row security does not let COPY in; an INSERT passes the policies.
        cursor.execute(f"INSERT INTO {table.name} ({listing}) SELECT {listing} FROM {copied}")
        cursor.execute(f"TRUNCATE {copied}")


def place(number: int, people: int) -> Place:
    """A workspace with a client, six bots and its people."""
    workspace = Workspace(name=f"Load {number}", slug=f"load-{number}", zone="Asia/Kolkata")
    db.session.add(workspace)
    db.session.flush()
    with within(workspace.id):
        client = Client(name="Client")
        db.session.add(client)
        db.session.flush()
        bots = [
            Bot(client_id=client.id, name=f"Bot {n}", name_key=f"bot {n}", group=GROUPS[n % 3], state="live")
            for n in range(BOTS)
        ]
        db.session.add_all(bots)
        db.session.flush()
        kinds = [(bot.id, bot.group) for bot in bots]
        contacts, threads, pairs = [], [], []
        for n in range(people):
            contact, thread, bot = new_id(), new_id(), bots[n % BOTS]
            contacts.append(
                {"id": contact, "workspace_id": workspace.id, "client_id": client.id, "name": f"P {n}",
                 "last4": f"{n % 10_000:04}",
                 "language": "en", "person_id": contact}
            )  # fmt: skip
            threads.append(
                {"id": thread, "workspace_id": workspace.id, "contact_id": contact, "bot_id": bot.id,
                 "channel": CHANNELS[n % 5], "account": ""}
            )  # fmt: skip
            pairs.append((contact, thread))
        insert(Contact.__table__, contacts)  # type: ignore[arg-type]
        insert(Thread.__table__, threads)  # type: ignore[arg-type]
        location = Place(workspace.id, client.id, kinds, pairs)
        db.session.commit()
        return location


def sessions(place: Place, count: int, chance: random.Random, end: datetime) -> Iterator[dict[str, Any]]:
    """Sessions of a workspace, oldest first."""
    seen: set[int] = set()
    for number in range(count):
        who = int(chance.random() ** 1.5 * len(place.people))
        (contact, thread), (bot, group) = place.people[who], place.bots[who % BOTS]
        started = end - timedelta(days=DAYS) * (1 - number / count) + timedelta(seconds=chance.random() * 60)
        engaged, turns = chance.random() < 0.9, chance.randrange(1, 8)
        first = engaged and contact not in seen
        if engaged:
            seen.add(contact)
        rating = chance.randrange(1, 6) if chance.random() < 0.1 else None
        outcome = OUTCOMES[chance.randrange(4)]
        yield {
            "id": new_id(started), "workspace_id": place.workspace_id, "client_id": place.client_id,
            "outlet_id": search.SMALL_OUTLET if number % 1000 == 0 else None,
            "bot_id": bot, "contact_id": contact, "thread_id": thread, "import_id": None,
            "channel": CHANNELS[who % 5], "bot_group": group, "language": "en", "detected_language": None,
            "traffic": "real", "source": "load", "source_id": str(number), "started_at": started,
            "last_event_at": started + timedelta(seconds=240), "ended_at": started + timedelta(seconds=240),
            "duration_ms": 240_000, "outcome": outcome, "policy_version": 1, "bot_version": None,
            "provenance": int(MEASURED), "engaged": engaged, "first_engaged": first, "bot_session": engaged,
            "human_opened": False, "turns": turns, "nlu_turns": turns, "accepted_turns": turns,
            "fallback_turns": int(chance.random() < 0.2), "fallback_streak": 0, "error_turns": 0,
            "messages_in": 5, "messages_out": 5, "messages_human": 0,
            "handoff": "accepted" if outcome == "handed_off" else None, "goal_entered": turns > 3,
            "goal_hit": outcome == "completed", "goals": [],
            "rating_prompted": rating is not None, "rating": rating, "nps": None, "origin": "page", "referral": "/",
            "intent": INTENTS[who % len(INTENTS)], "topic": "service", "resolved": outcome != "handed_off" and engaged,
            "lasting": outcome != "handed_off" and engaged, "repeats": False,
            "cost_micro": 1_000, "first_text": "When are you open?", "nodes": ["hello", "hours", "bye"], "extra": None,
            "received_at": started + timedelta(seconds=241),
        }  # fmt: skip


def begin(place: Place) -> None:
    """Note when each contact of a workspace began, as taking its sessions in would have."""
    first = select(Conversation.contact_id, Conversation.started_at).where(Conversation.first_engaged).subquery()
    with within(place.workspace_id):
        query = update(Contact).where(Contact.id == first.c.contact_id).values(first_engaged_at=first.c.started_at)
        db.session.execute(query.execution_options(synchronize_session=False))
        db.session.commit()


def analyze(url: str) -> None:
    """Let the planner look, as who owns the tables: PostgreSQL passes over those of others, and plans in the dark."""
    with create_engine(url).begin() as connection:
        connection.exec_driver_sql("ANALYZE")


def about(number: int) -> str:
    """A word for a session: each of the list half as often as the one before, down to a handful."""
    return WORDS[min((number % 2**20 + 1 & -(number % 2**20 + 1)).bit_length() - 1, len(WORDS) - 1)]


def messages(session: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The ten messages of a session."""
    for position in range(A_SESSION):
        sent = session["started_at"] + timedelta(seconds=20 * position)
        yield {
            "id": new_id(), "workspace_id": session["workspace_id"], "conversation_id": session["id"],
            "reach": Conversation(**{key: session[key] for key in ("client_id", "bot_id", "outlet_id")}).reach,
            "turn_number": position // 2 + 1, "position": position, "event_id": f"{session['id']}:{position}",
            "speaker": "bot" if position % 2 else "user", "kind": "text",
            "text": f"When are you open on Sunday? {about(session['id'])}",
            "payload": None, "entities": None, "acts": None, "marks": None, "extra": None, "sent_at": sent,
            "received_at": sent,
        }  # fmt: skip


def turns(session: dict[str, Any]) -> list[Any]:
    """What rollups read of a session's turns."""
    marks = {"nlu": True, "accepted": True, "intent": session["intent"], "confidence": 0.9, "fallback": False}
    milliseconds = 200 + session["id"] % 3_000
    return [
        SimpleNamespace(**marks, cause=None, latency_ms=milliseconds + 20 * number)
        for number in range(session["turns"])
    ]


def lay(place: Place, count: int, chance: random.Random, end: datetime, *, texts: bool) -> None:
    """Sessions, their messages if wanted, and their rollups, some thousand a transaction."""
    batch: list[dict[str, Any]] = []

    def write() -> None:
        with within(place.workspace_id):
            insert(Conversation.__table__, batch)  # type: ignore[arg-type]
            if texts:
                insert(Message.__table__, [message for row in batch for message in messages(row)])  # type: ignore[arg-type]
            ledger = Ledger()
            for row in batch:
                ledger.add(SimpleNamespace(**row), turns(row))  # type: ignore[arg-type]
            ledger.write()
            db.session.commit()
        batch.clear()

    for row in sessions(place, count, chance, end):
        batch.append(row)
        if len(batch) == AT_ONCE:
            write()
    write()


def expressions() -> dict[str, str]:
    """The words that differ between SQLite and the other two."""
    if db.engine.dialect.name == "sqlite":
        return {
            "day": "date(started_at, '+330 minutes')", "hour": "strftime('%w%H', started_at, '+330 minutes')",
            # For each contact it would walk the rollup's twelve weeks: 25 s of ten million messages instead of 0.1.
            "in_order": "CROSS",
            "week_began": "(julianday(began) - julianday('{start}')) / 7",
            "week_later": "CAST((julianday(r.day) - julianday(began)) / 7 AS INTEGER)",
        }  # fmt: skip
    return {
        "day": "CAST(started_at + INTERVAL '330 minutes' AS DATE)",
        "hour": "extract(dow FROM started_at + INTERVAL '330 minutes') * 24 "
        "+ extract(hour FROM started_at + INTERVAL '330 minutes')",
        "in_order": "",
        "week_began": "(began - DATE '{start}') / 7", "week_later": "(r.day - began) / 7",
    }  # fmt: skip


def in_duckdb(workspace_id: int, where: str) -> float:
    """The same queries by DuckDB over the same rows, in its own format, in milliseconds."""
    local = "started_at + INTERVAL 330 MINUTE"
    names = ("workspace_id", "bot_id", "channel", "contact_id", "traffic", "started_at", "engaged", "turns",
             "fallback_turns", "messages_in", "messages_out")  # fmt: skip
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sessions.csv"
        with path.open("w") as file:
            file.write(",".join(names) + "\n")
            query = text(f"SELECT {', '.join(names)} FROM conversation WHERE workspace_id = {workspace_id}")
            for row in db.session.connection().execution_options(yield_per=20_000).execute(query):
                file.write(",".join(str(value) for value in row) + "\n")
        duck = duckdb.connect()
        duck.execute(f"CREATE TABLE conversation AS SELECT * FROM read_csv('{path}')")
        words = {"day": f"CAST({local} AS DATE)", "hour": f"dayofweek({local}) * 24 + hour({local})"}  # fmt: skip
        queries = [query.format(where=where, **words) for query in RAW]
        took = milliseconds(lambda: [duck.execute(query).fetchall() for query in queries])
        duck.close()
        return took


def record_statements(work: Callable[[], Any]) -> list[tuple[str, Any]]:
    """The statements a piece of work sends."""
    sent: list[tuple[str, Any]] = []

    def note(_c: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            sent.append((statement, parameters))

    event.listen(db.engine, "before_cursor_execute", note)
    work()
    event.remove(db.engine, "before_cursor_execute", note)
    return sent


def queries_of(work: Callable[[], Any]) -> float:
    """What all queries of a piece of work take together, sent again without anything of ours around them."""
    sent = record_statements(work)

    def again() -> None:
        driver: Any = db.session.connection().connection.dbapi_connection
        for statement, parameters in sent:
            driver.execute(statement, parameters).fetchall()

    db.session.connection()
    again()
    return milliseconds(again)


def measure(place: Place, end: datetime) -> dict[str, float]:
    """Reports over the first workspace."""
    words = expressions()
    start = end - timedelta(days=28)
    where = WHERE.format(workspace=place.workspace_id, start=start.replace(tzinfo=None), end=end.replace(tzinfo=None))
    raw = [text(query.format(where=where, **words)) for query in RAW]
    weeks = (end - timedelta(weeks=12)).date()
    cohort = text(
        COHORT.format(workspace=place.workspace_id, start=weeks, end=end.date(), **words).replace("{start}", str(weeks))
    )
    all_of_it = Filters(r="all")
    year = f"{(end - timedelta(days=364)).date()}..{end.date()}"

    def afresh(work: Callable[[], Any]) -> float:
        db.session.rollback()
        begin_as("DEFERRED")
        work()  # Once to warm up, as a database in use is.
        return milliseconds(lambda: (work(), db.session.rollback()))

    # The reader of a part: half of the bots, of the one client there is.
    part = Scope(clients=frozenset({place.client_id}), bots=frozenset(bot for bot, _ in place.bots[: BOTS // 2]))
    with within(place.workspace_id):
        unbuilt = {"people_rows": afresh(lambda: people_of(year)), "year_rows_made": afresh(
            lambda: dashboard(ReportQuery(r=year, cmp="none")))}  # fmt: skip
        unbuilt |= build()
    with within(place.workspace_id, part):
        scoped = {"month_scoped": queries_of(lambda: dashboard(ReportQuery())),
                  "month_scoped_made": afresh(lambda: dashboard(ReportQuery()))}  # fmt: skip
    with within(place.workspace_id):
        filtered = narrow(all_of_it, clock.now())
        total = service.count(filtered)
        order = order_of("-created_at")
        near_the_end = select(Conversation.id).order_by(Conversation.started_at).offset(60).limit(1)
        oldest = db.session.scalar(near_the_end)
        page: dict[str, Any] = {"per": 25, "total": total}
        return (
            scoped
            | unbuilt
            | {
                "people": afresh(lambda: people_of(year)),
                "month": queries_of(lambda: dashboard(ReportQuery())),
                "month_made": afresh(lambda: dashboard(ReportQuery())),
                "year": queries_of(lambda: dashboard(ReportQuery(r=year, cmp="none"))),
                "year_made": afresh(lambda: dashboard(ReportQuery(r=year, cmp="none"))),
                "raw": afresh(lambda: [db.session.execute(query).all() for query in raw]),
                "cohort": afresh(lambda: db.session.execute(cohort).all()),
                "first": queries_of(lambda: cut_page(filtered.conditions, order, page="1", **page)),
                "deep": queries_of(lambda: cut_page(filtered.conditions, order, page=f"c{oldest}", **page)),
                "count": queries_of(lambda: service.count(filtered)),
                "duckdb": in_duckdb(place.workspace_id, where),
            }
        )


def people_of(r: str) -> None:
    """Count the people of a range and of the points of its sparkline, as its dashboard does."""
    selection, now = select_conversations(), clock.now()
    span = find_range(selection, r, now=now)
    steps = sparkline_buckets(buckets(span, granularity(span), now))
    people.people_with_steps(selection, span.start, span.end, steps)


def build() -> dict[str, float]:
    """Build the bitmaps of the bound workspace: how long all of it takes, and a month at most, in milliseconds."""
    db.session.rollback()
    begin_as("IMMEDIATE")
    took = []
    for month, through in list(building.missing()):
        begun = time.perf_counter()
        building.build_month(month, through)
        db.session.commit()
        took.append(1000 * (time.perf_counter() - begun))
    return {"built": sum(took), "longest_month": max(took)}


def sizes(places: Sequence[Place]) -> dict[str, float]:
    """Bytes of each table that grows with its indexes, on PostgreSQL, once all that is built nightly is built."""
    if db.engine.dialect.name != "postgresql":
        return {}
    for location in places:
        with within(location.workspace_id):
            building.build()
    query = text("SELECT CAST(pg_total_relation_size(CAST(:name AS regclass)) AS float)")
    with everywhere():
        return {f"size {name}": db.session.scalar(query, {"name": name}) or 0.0 for name in GROWING}


def main() -> None:
    """Lay and measure on the installation of the environment."""
    expected = json.loads(sys.argv[1])
    count, chance = expected["messages"] // A_SESSION, random.Random(7)
    end = datetime.now(UTC).replace(hour=18, minute=30, second=0, microsecond=0) - timedelta(days=1)
    app = create_app(load_settings())
    with app.app_context():
        begin_as("IMMEDIATE")
        begun = time.perf_counter()
        share = [count // 2] + [count // 2 // (WORKSPACES - 1)] * (WORKSPACES - 1)
        places = [place(number, max(50, many // 5)) for number, many in enumerate(share)]
        for location, many in zip(places, share, strict=True):
            lay(location, many, chance, end, texts=expected["texts"])
        analyze(app.config["SETTINGS"].database_owner_url)
        for location in places:
            begin(location)
        analyze(app.config["SETTINGS"].database_owner_url)
        inserted = time.perf_counter() - begun
        if expected.get("search"):
            timings = search.measured(places[0])
        elif expected.get("receipts"):
            timings = receipts.measured(places[0])
        else:
            timings = measure(places[0], end)
            timings |= sizes(places)
        timings["inserted"] = inserted
    sys.stdout.write(json.dumps(timings) + "\n")


if __name__ == "__main__":
    main()
