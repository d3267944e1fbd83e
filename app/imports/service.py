"""Rules of imports: what may be uploaded, started and cancelled, and in which state."""

import secrets
from dataclasses import dataclass
from datetime import date, timedelta
from typing import IO

from sqlalchemy import Select, select

from app.analytics.rollups import Zones
from app.bots.catalog.models import Bot
from app.bots.catalog.service import get_bot, imported_bot
from app.core import clock
from app.core.db.base import db, fetch
from app.core.db.ids import new_id
from app.core.db.tenancy import current_scope
from app.core.errors import BeyondSchema, Invalid, NotFound
from app.imports.acts import default_acts, read_acts
from app.imports.kinds import KEPT, ImportKind
from app.imports.models import CANCELLABLE, ENDED, STARTABLE, Import, ImportProblem

IMPORTS = ImportKind(
    "imports",
    (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz"),
    "import",
    "/admin/import/{import_id}",
    STARTABLE,
    CANCELLABLE,
)
DEFAULT_DAYS = 60
MAX_DAYS = 3660
SHOWN_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class Days:
    """The days over which dialogues without times are laid, both included."""

    first: date
    last: date


def list_imports() -> Select[Import]:
    """The workspace's imports."""
    return select(Import)


def get_import(import_id: int) -> Import:
    """An import the present reader may see, or NotFound."""
    return fetch(select(Import).where(Import.id == import_id), "This import does not exist.")


def problems_of(import_id: int, limit: int = SHOWN_PROBLEMS) -> list[ImportProblem]:
    """The first lines of an import that were no dialogue."""
    query = select(ImportProblem).where(ImportProblem.import_id == import_id)
    return list(db.session.scalars(query.order_by(ImportProblem.line).limit(limit)))


def create_import(
    file: IO[bytes],
    *,
    name: str,
    user_id: int | None = None,
    bot_id: int | None = None,
    first_day: date | None = None,
    last_day: date | None = None,
    dry: bool = False,
    mapping: bytes | None = None,
    foreground: bool = False,
) -> Import:
    """Keep the file and have it checked; unless `dry`, it goes on by itself when the check is done.

    `mapping` is the content of a file that says what dialogue acts mean; without one ours does.
    """
    name, import_id = IMPORTS.clean_name(name), new_id()
    with IMPORTS.store(file, import_id):
        bot = _bot(bot_id)
        days = _days(bot, first_day, last_day)
        row = Import(
            id=import_id,
            client_id=bot.client_id,
            bot_id=bot.id,
            user_id=user_id,
            name=name,
            dry=dry,
            seed=secrets.randbelow(2**31),
            first_day=days.first,
            last_day=days.last,
            acts=dict(default_acts() if mapping is None else read_acts(mapping)),
        )
        db.session.add(row)
        db.session.flush()
    if not foreground:
        IMPORTS.enqueue(row)
    return row


def start(row: Import) -> None:
    """Let a checked import run, or one that stopped go on; what is in already is not counted again."""
    resume(row)
    IMPORTS.enqueue(row)


def resume(row: Import) -> None:
    """Make an import one that a job goes on with; Conflict when it cannot be."""
    IMPORTS.check_startable(row)
    IMPORTS.check_file(row)
    if row.state == "done":
        row.line = row.skipped = row.done = 0
    # One that never got through its check begins with it.
    row.state = "queued" if row.lines else "checking"
    row.dry, row.error, row.finished_at = False, None, None


def _bot(bot_id: int | None) -> Bot:
    """The bot named, or the one for imports that name none."""
    within = current_scope().bots
    if bot_id is None and within is not None:
        # Whose reach is single bots has no other one made for them.
        if len(within) != 1:
            raise Invalid({"bot": ["Choose a bot."]})
        (bot_id,) = within
    if bot_id is None:
        return imported_bot()
    try:
        return get_bot(bot_id)
    except NotFound:
        raise Invalid({"bot": [BeyondSchema("This bot does not exist.")]}) from None


def _days(bot: Bot, first: date | None, last: date | None) -> Days:
    """The range asked for, or the sixty complete days before today in the client's zone."""
    today = Zones().day(bot.client_id, clock.now())
    last = last or today - timedelta(days=1)
    first = first or last - timedelta(days=DEFAULT_DAYS - 1)
    if last > today:
        raise Invalid({"to": [BeyondSchema("Must not be in the future.")]})
    if first > last:
        raise Invalid({"from": [BeyondSchema("Must not be after the end of the range.")]})
    if (last - first).days >= MAX_DAYS or first.year < 2000:
        raise Invalid({"from": [BeyondSchema("Must be 2000 or later, and at most 10 years before the end.")]})
    return Days(first, last)


def sweep() -> None:
    """Remove the files of imports that ended some days ago."""
    ended = select(Import).where(Import.state.in_(ENDED), Import.finished_at < clock.now() - KEPT)
    for row in db.session.scalars(ended.where(Import.id.in_(IMPORTS.ids()))):
        IMPORTS.path(row.id).unlink(missing_ok=True)
