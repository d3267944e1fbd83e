"""What browsers that wait for their bot's next word are called by."""

from sqlalchemy import func, select

from app.channels.sessions.models import ChannelEvent
from app.core.clock import now
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.realtime.ear import WINDOW, source

KIND = "channel"


@source(KIND)
def newest_events() -> dict[tuple[str, int], int]:
    """The position of the newest event of each session that has had one of late."""
    query = (
        select(ChannelEvent.session_id, func.max(ChannelEvent.position))
        .where(ChannelEvent.id > new_id(now() - WINDOW))
        .group_by(ChannelEvent.session_id)
    )
    return {(KIND, session_id): position for session_id, position in db.session.execute(query)}
