"""Calls on one's own notifications."""

from typing import Any

from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import match_revision, with_etag
from app.core.http.listing import paginate
from app.core.http.resources import Reply
from app.core.realtime import position
from app.core.security.operations import SIGNED_IN, UNAUDITED, Operation
from app.core.security.visitor import require_user
from app.notifications import service
from app.notifications.models import Notification
from app.notifications.schemas import (
    NoticeListArgs,
    NoticePageSchema,
    NoticeSchema,
    UnreadSchema,
)

blp = Blueprint("notifications", __name__, url_prefix="/api/v1/notifications", description="Notifications.")


@blp.get("", Operation(SIGNED_IN, query=NoticeListArgs, answer=NoticePageSchema))
def list_notifications(args: dict[str, Any]) -> dict[str, Any]:
    """List your notifications, newest first."""
    # Asked for first: what happens meanwhile is reported once more rather than not at all.
    user_id, live = require_user().id, position()
    query = service.list_notifications(user_id, args["show"])
    notifications = paginate(query, args, key=Notification.id)
    page = {name: getattr(notifications, name) for name in ("items", "total", "page", "per", "next", "previous")}
    return page | {"unread": service.unread(user_id), "live": str(live)}


@blp.post("/read", Operation(SIGNED_IN, audit=UNAUDITED, answer=UnreadSchema))
def read_all() -> dict[str, int]:
    """Mark all notifications as read."""
    return _read()


@blp.post("/<int:notification_id>/read", Operation(SIGNED_IN, audit=UNAUDITED, answer=UnreadSchema))
def read_one(notification_id: int) -> dict[str, int]:
    """Mark a notification as read."""
    return _read(service.get_notification(notification_id, require_user().id).id)


@blp.delete(
    "/<int:notification_id>",
    Operation(SIGNED_IN, audit="notification:delete", revisioned=True, answer=NoticeSchema, problems=(409,)),
)
def delete_notification(notification_id: int) -> Reply:
    """Delete a notification; it can be restored."""
    return _move_notification(notification_id, deleted=True)


@blp.post(
    "/<int:notification_id>/restore",
    Operation(SIGNED_IN, audit="notification:restore", revisioned=True, answer=NoticeSchema, problems=(409,)),
)
def restore_notification(notification_id: int) -> Reply:
    """Restore a deleted notification."""
    return _move_notification(notification_id, deleted=False)


def _read(notification_id: int | None = None) -> dict[str, int]:
    """Have one's notifications be read, or one of them, and count what is left."""
    user_id = require_user().id
    service.read(user_id, notification_id)
    db.session.commit()
    return {"unread": service.unread(user_id)}


def _move_notification(notification_id: int, *, deleted: bool) -> Reply:
    """The notification put away, or taken out again."""
    row = match_revision(service.get_notification(notification_id, require_user().id), NoticeSchema)
    service.move(row, deleted=deleted)
    db.session.commit()
    return with_etag(row)
