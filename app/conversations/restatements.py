"""Restatements: a line in the ledger for every number that changes after it was final."""

from datetime import date, datetime, time, timedelta

from sqlalchemy import func, select

from app import clock
from app.conversations.rollup_models import Restatement, RollupDay
from app.conversations.rollups import COUNTS, Ledger, key_names
from app.db import db

FINAL_AFTER = timedelta(hours=72)
_NAMES = key_names(RollupDay)
_BOT, _CLIENT, _TRAFFIC, _DAY = (_NAMES.index(name) for name in ("bot_id", "client_id", "traffic", "day"))


def restate(ledger: Ledger, cause: str) -> None:
    """Write down what the ledger is about to change in days that are final; call before it is written."""
    changes: dict[tuple[int, date], list[int]] = {}
    for key, values in ledger.rows[RollupDay].items():
        if key[_TRAFFIC] == "real" and any(values) and is_final(ledger, key[_CLIENT], key[_DAY]):
            place = (key[_BOT], key[_DAY])
            changes[place] = [a + b for a, b in zip(changes.get(place, [0] * len(values)), values, strict=True)]
    for (bot_id, day), values in changes.items():
        for name, old, change in zip(COUNTS, _present(bot_id, day), values, strict=True):
            if change:
                db.session.add(
                    Restatement(bot_id=bot_id, day=day, metric=name, old=old, new=old + change, cause=cause[:120])
                )
    db.session.flush()


def restate_import(bot_id: int, sessions: int, name: str) -> None:
    """One ledger entry for everything an import of history brought."""
    db.session.add(Restatement(bot_id=bot_id, metric="sessions", new=sessions, cause=f"Import: {name}"[:120]))


def is_final(ledger: Ledger, client_id: int, day: date) -> bool:
    """Whether the client's day ended more than 72 hours ago."""
    end = datetime.combine(day + timedelta(days=1), time.min, ledger.zones.zone(client_id))
    return clock.now() - end > FINAL_AFTER


def _present(bot_id: int, day: date) -> list[int]:
    """The stored counts of a bot's day over its real traffic, in the order of COUNTS."""
    sums = [func.coalesce(func.sum(getattr(RollupDay, name)), 0) for name in COUNTS]
    query = select(*sums).where(RollupDay.bot_id == bot_id, RollupDay.day == day, RollupDay.traffic == "real")
    return [int(value) for value in db.session.execute(query).one()]
