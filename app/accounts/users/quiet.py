"""A person's quiet hours: mails they have not asked for wait until these end."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.accounts.users.models import User


def after_quiet(user: User, moment: datetime, zone: str) -> datetime:
    """Return the moment, or the end of the person's quiet hours if it lies in them."""
    if user.quiet_from is None or user.quiet_to is None:
        return moment
    local = moment.astimezone(ZoneInfo(zone))
    begin, end = time.fromisoformat(user.quiet_from), time.fromisoformat(user.quiet_to)
    at = local.time()
    quiet = begin <= at < end if begin < end else at >= begin or at < end
    if not quiet:
        return moment
    day = local.date() + timedelta(days=int(at >= end))
    return datetime.combine(day, end, local.tzinfo)
