"""Rules of notifications: who is notified of what, what counts as unread, and how long it is kept."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, select, update

from app.accounts.auth import notices
from app.accounts.settings.notification_choices import choices_of
from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.core import clock
from app.core.db.base import db, fetch, write_rows
from app.core.db.ids import new_id
from app.core.errors import Conflict
from app.core.realtime import publish
from app.core.security.abilities import can
from app.notifications.models import WHAT_LENGTH, Notification

KINDS = {
    "comment": "commentOnArticle", "answer": "answerOnForm", "follow": "followMe", "task": "", "export_ready": "",
    "export_failed": "", "import_checked": "", "import_done": "", "import_failed": "", "import_undone": "",
    "mention": "", "sign_in": "", "password": "", "second_factor": "", "factor_off": "",
    "access": "", "reactivated": "", "handed_over": "",
    "lead_given": "", "lead_due": "", "lead_late": "", "lead_replied": "",
    "outlet_manager": "", "handoff_waits": "inbox", "handoff_call_back": "inbox", "handoff_given": "",
    "handoff_offered": "inbox",
    "offer_approval": "", "offer_approve": "", "offer_reject": "", "offer_paused": "", "webhook_off": "",
    "bot_approval": "", "bot_approve": "", "bot_reject": "",
    "restated": "", "alert_fired": "", "alert_paused": "", "schedule_failed": "",
}  # fmt: skip
"""What one can be notified of, each with the switch of one's settings that silences it, where there is one."""
KEPT = timedelta(days=90)
COUNTED = 100
"""The bar says no more than `99+`, so no more are counted."""
LIVE = "notification"


def tell(
    user_id: int | None, kind: str, link: str, *, what: str = "", by: User | None = None, subject: str = ""
) -> None:
    """Tell a person of the bound workspace, in the transaction of what happened; by themselves they know.

    Who may not read the `subject` it leads to is not notified. The same news, still unread, is renewed, not repeated.
    """
    if user_id is None or (by is not None and by.id == user_id):
        return
    user = db.session.scalar(select(User).where(User.id == user_id, User.deleted_at.is_(None)))
    if user is None or not choices_of(user).get(KINDS[kind], True):
        return
    if subject and not can(abilities_of(user), "read", subject):
        return
    row = Notification(id=new_id(), user_id=user_id, kind=kind, what=what[:WHAT_LENGTH], link=link,
                       actor_id=by.id if by else None, actor=by.full_name if by else "",
                       avatar=by.avatar if by else "")  # fmt: skip
    same = (Notification.kind == kind, Notification.link == link, Notification.what == row.what)
    theirs = delete(Notification).where(Notification.user_id == user_id).execution_options(synchronize_session=False)
    db.session.execute(theirs.where(*same, Notification.actor_id == row.actor_id, Notification.read_at.is_(None)))
    db.session.add(row)
    publish(LIVE, str(row.id), [user_id])


def settle(link: str, kinds: Sequence[str]) -> None:
    """Have news of these kinds that lead to one place be read by everybody: what they tell of is dealt with."""
    conditions = (Notification.link == link, Notification.kind.in_(kinds), Notification.read_at.is_(None))
    users = db.session.scalars(select(Notification.user_id).where(*conditions).distinct()).all()
    if not users:
        return
    write_rows(update(Notification).where(*conditions).values(read_at=clock.now(), updated_at=Notification.updated_at))
    publish(LIVE, link, users)


def remove_news(link: str) -> None:
    """Delete everybody's news that lead to one place."""
    write_rows(delete(Notification).where(Notification.link == link))


def _oldest() -> int:
    """The id that all notifications still kept are beyond: ids follow time."""
    return new_id(clock.now() - KEPT)


def sweep() -> None:
    """Delete everybody's that are no longer kept, put away or not."""
    write_rows(delete(Notification).where(Notification.id < _oldest()))


def list_notifications(user_id: int, show: str = "") -> Select[Notification]:
    """A person's notifications, or those they have not read."""
    query = select(Notification).where(
        Notification.user_id == user_id, Notification.deleted_at.is_(None), Notification.id > _oldest()
    )
    return query.where(Notification.read_at.is_(None)) if show == "unread" else query


# Made once: it is asked with every page.
_UNREAD = select(func.count()).select_from(
    select(Notification.id)
    .where(
        Notification.user_id == bindparam("user_id"), Notification.deleted_at.is_(None),
        Notification.read_at.is_(None), Notification.id > bindparam("oldest"),
    )
    .limit(COUNTED).subquery()
)  # fmt: skip


def unread(user_id: int) -> int:
    """How many a person has not read, a hundred at most."""
    return db.session.scalar(_UNREAD, {"user_id": user_id, "oldest": _oldest()}) or 0


def get_notification(notification_id: int, user_id: int) -> Notification:
    """One of a person's own, put away or not; NotFound otherwise."""
    own = (Notification.id == notification_id, Notification.user_id == user_id, Notification.id > _oldest())
    return fetch(select(Notification).where(*own), "This notification does not exist.")


def read(user_id: int, notification_id: int | None = None) -> None:
    """Have a person's notifications be read, or one of them; nobody edits that, so it counts no revision."""
    conditions: list[Any] = [Notification.user_id == user_id, Notification.read_at.is_(None)]
    if notification_id is not None:
        conditions.append(Notification.id == notification_id)
    now = clock.now()
    write_rows(update(Notification).where(*conditions).values(read_at=now, updated_at=Notification.updated_at))


def move(row: Notification, *, deleted: bool) -> None:
    """Put a notification away or take it out again; Conflict where it is already."""
    if (row.deleted_at is not None) == deleted:
        raise Conflict(f"This notification is {'already' if deleted else 'not'} deleted.", code="invalid_transition")
    row.deleted_at = clock.now() if deleted else None
    db.session.flush()


@notices.tell.provide
def _notify_of_account(user_id: int | None, kind: str, link: str, *, what: str = "") -> None:
    tell(user_id, kind, link, what=what)
