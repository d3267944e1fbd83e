"""The job that keeps the figures of bookmarks fresh: one a workspace, every quarter of an hour."""

from datetime import timedelta

from sqlalchemy import delete, func, select, update

from app.accounts.auth.models import AuthSession
from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.accounts.users.scope import scope_of
from app.analytics.data_version import data_version
from app.bookmarks import figures
from app.bookmarks.models import Bookmark
from app.bookmarks.service import SHOWN, mine
from app.bookmarks.views import read_view, trouble
from app.core.clock import now
from app.core.db.base import db, write_rows
from app.core.db.tenancy import bound_workspace, within
from app.core.jobs import UNFINISHED, Job, enqueue, heartbeat, job

KIND = "refresh_bookmarks"
EVERY = timedelta(minutes=15)
HERE = timedelta(days=1)
"""Anyone who was not seen for so long finds older figures, and says so by their age."""


def _version() -> int:
    """The version of the workspace's reported data, as a job keeps it."""
    return int(data_version())


def begin() -> None:
    """See that the workspace has its job."""
    waiting = select(Job.id).where(Job.kind == KIND, Job.state.in_(UNFINISHED)).limit(1)
    if db.session.scalar(waiting) is None:
        enqueue(KIND, {"version": _version()}, run_at=now() + EVERY)


@job(KIND)
def refresh(row: Job) -> None:
    """Count the figures that bars show again, if data has changed, and come again while there are bookmarks."""
    version = _version()
    people = _people()
    for place, person in enumerate(people):
        # A list's total changes without any reported data; only a report is as it was for as long as that lasts.
        _refresh(person, whole=version != row.payload.get("version") or row.created_at.date() != now().date())
        heartbeat(row, place / len(people))
        db.session.commit()
    db.session.execute(delete(Job).where(Job.kind == KIND, Job.state == "done"))
    if db.session.scalar(select(func.count(Bookmark.id))):
        enqueue(KIND, {"version": version}, run_at=now() + EVERY)


def _people() -> list[User]:
    """The people with bookmarks who were here lately."""
    keepers = select(Bookmark.user_id).distinct()
    active_users = select(AuthSession.user_id).where(
        AuthSession.last_seen_at >= now() - HERE, AuthSession.revoked_at.is_(None)
    )
    return list(
        db.session.scalars(select(User).where(User.id.in_(keepers), User.id.in_(active_users)).order_by(User.id))
    )


def _refresh(person: User, *, whole: bool) -> None:
    """One person's figures, as they themselves would see them."""
    ability = abilities_of(person)
    with within(bound_workspace(), scope_of(person)):
        for row in db.session.scalars(mine(person.id).limit(SHOWN)).all():
            view = read_view(row.url)
            if view is None or trouble(row.url, ability) is not None:
                continue
            if whole or not figures.is_of_data(view):
                figures.take(row, view)
            elif row.figure_at is not None:
                write_rows(update(Bookmark).where(Bookmark.id == row.id).values(figure_at=now()))
