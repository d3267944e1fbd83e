"""Building the bitmaps of people that are missing: a month in one transaction, which writers wait for.

Every writer raises the version before it changes a rollup. So who comes first is read here, and who comes later
removes the month again.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from typing import Any, cast

from pyroaring import BitMap
from sqlalchemy import func, insert, select

from app.analytics.bitmaps import DAY, MOST, last_day, month_of, next_month, remove_months, value_of
from app.analytics.data_version import hold_writers
from app.analytics.models import ContactNumber, RollupBeginning, RollupContactDay, RollupPeople
from app.analytics.rollups import KEY, Zones
from app.conversations.models import Contact
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace, within


class Numbers:
    """The numbers of contacts, and new ones for those that have none, to be stored with what they are used in."""

    def __init__(self) -> None:
        self._next = (db.session.scalar(select(func.max(ContactNumber.number))) or 0) + 1
        self._added: dict[int, dict[str, int]] = {}

    def number(self, contact_id: int, client_id: int, number: int | None) -> int:
        """Return the stored number of a contact, or one of its own."""
        if number is not None:
            return number
        if contact_id not in self._added:
            self._added[contact_id] = {
                "workspace_id": bound_workspace(), "contact_id": contact_id, "client_id": client_id,
                "number": self._next + len(self._added),
            }  # fmt: skip
        return self._added[contact_id]["number"]

    def store(self) -> None:
        """Add the new numbers; OverflowError when a workspace has more contacts than there are numbers."""
        if self._next + len(self._added) > MOST:
            raise OverflowError(f"More than {MOST:,} contacts have no numbers in bitmaps.")
        if self._added:
            db.session.execute(insert(ContactNumber), list(self._added.values()))


def build() -> int:
    """Build what is missing of the bound workspace and commit each month; returns how many months that were."""
    with within(bound_workspace()):
        months = list(missing())
        db.session.commit()
        for month, through in months:
            build_month(month, through)
            db.session.commit()
    return len(months)


def missing() -> Iterable[tuple[date, date]]:
    """Yield the months with people on days that are over and in no bitmap, with the last such day."""
    first, last = db.session.scalar(select(func.min(RollupContactDay.day))), last_day()
    if first is None:
        return
    query = select(RollupPeople.day, func.min(RollupPeople.through)).group_by(RollupPeople.day)
    built_through: dict[date, date] = {month: through for month, through in db.session.execute(query)}
    month = month_of(first)
    while month <= last:
        through = min(last, next_month(month) - DAY)
        people = select(RollupContactDay.day).where(RollupContactDay.day.between(month, through)).limit(1)
        if built_through.get(month, date.min) < through and db.session.scalar(people) is not None:
            yield month, through
        month = next_month(month)


def build_month(month: date, through: date) -> None:
    """Make the bitmaps of a month up to a day, in place of those there are."""
    hold_writers()
    remove_months([month])
    numbers = Numbers()
    for key, values in _people(month, through, numbers).items():
        bitmap = BitMap(values).serialize()
        db.session.add(RollupPeople(**dict(zip(KEY, key, strict=True)), day=month, through=through, bitmap=bitmap))
    for client_id, values in _beginnings(month, through, numbers).items():
        bitmap = BitMap(values).serialize()
        db.session.add(RollupBeginning(client_id=client_id, day=month, through=through, bitmap=bitmap))
    numbers.store()
    db.session.flush()


def _people(month: date, through: date, numbers: Numbers) -> dict[tuple[Any, ...], list[int]]:
    """The people of a month's days by the key of their rollups."""
    day, keys = RollupContactDay, [getattr(RollupContactDay, name) for name in KEY]
    query = (
        select(day.day, day.contact_id, day.client_id, ContactNumber.number, *keys)
        .outerjoin(ContactNumber, ContactNumber.contact_id == day.contact_id)
        .where(day.day >= month, day.day <= through)
    )
    people = defaultdict[tuple[Any, ...], list[int]](list)
    for on, contact_id, client_id, number, *key in db.session.execute(query):
        people[tuple(key)].append(value_of(on, numbers.number(contact_id, client_id, number)))
    return people


def _beginnings(month: date, through: date, numbers: Numbers) -> dict[int, list[int]]:
    """The contacts whose person began on a month's days, which are their client's."""
    zones, start = Zones(), datetime.combine(month - DAY, time(), UTC)
    query = (
        select(Contact.id, Contact.client_id, Contact.first_engaged_at, ContactNumber.number)
        .outerjoin(ContactNumber, ContactNumber.contact_id == Contact.id)
        .where(Contact.first_engaged_at >= start, Contact.first_engaged_at < start + (through - month + 3 * DAY))
    )
    beginnings = defaultdict[int, list[int]](list)
    for contact_id, client_id, at, number in db.session.execute(query):
        on = zones.day(client_id, cast(datetime, at))
        if month <= on <= through:
            beginnings[client_id].append(value_of(on, numbers.number(contact_id, client_id, number)))
    return beginnings
