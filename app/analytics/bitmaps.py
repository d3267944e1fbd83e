"""Bitmaps of people by the month: what one holds, and that whatever changes one of its days removes the month's.

A value is a day of the month above the number of a contact, so that a bitmap has the people of each of its days.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from pyroaring import BitMap
from sqlalchemy import delete

from app.analytics.models import RollupBeginning, RollupPeople
from app.core import clock
from app.core.db.base import write_rows
from app.core.db.tenancy import bound_workspace, within

BITS = 27
MOST = 1 << BITS
"""So many contacts of a workspace have numbers; above them are those that a reader gives for as long as it counts."""
_END = 1 << 32
DAY = timedelta(days=1)
LATE = timedelta(days=4)
"""How long after its day hardly a message is late: only such days are in bitmaps."""


def month_of(day: date) -> date:
    """Return the first day of the month of a day."""
    return day.replace(day=1)


def next_month(day: date) -> date:
    """Return the first day of the month after that of a day."""
    return month_of(month_of(day) + timedelta(days=31))


def value_of(day: date, number: int) -> int:
    """Return the value of a contact on a day."""
    return day.day << BITS | number


def by_day(month: date, bitmaps: Iterable[bytes]) -> dict[date, BitMap]:
    """Return the numbers in all of a month's bitmaps by their day."""
    together = BitMap.union(BitMap(), *map(BitMap.deserialize, bitmaps))
    days: dict[date, BitMap] = {}
    day = month
    while day < next_month(month):
        numbers = together.shift(-(day.day << BITS))
        numbers.remove_range(MOST, _END)
        if numbers:
            days[day] = numbers
        day += DAY
    return days


def last_day() -> date:
    """Return the last day that a bitmap may have now."""
    return (clock.now() - LATE).date()


def remove(days: Iterable[date]) -> None:
    """Remove the bitmaps of the months of days that change, in the transaction that changes them.

    Days that no bitmap can have yet cost nothing; a day more is looked at, as clocks differ.
    """
    months = sorted({month_of(day) for day in days if day <= last_day() + DAY})
    if months:
        remove_months(months)


def remove_months(months: Iterable[date]) -> None:
    """Remove the bitmaps of some months, all of them in any scope: what is left would be taken for the whole."""
    with within(bound_workspace()):
        for model in (RollupPeople, RollupBeginning):
            write_rows(delete(model).where(model.day.in_(months)))


def remove_all() -> None:
    """Remove all bitmaps of the bound workspace."""
    for model in (RollupPeople, RollupBeginning):
        write_rows(delete(model))
