"""Whether answers from documents helped, as visitors say by the widget or by the buttons of a channel."""

import re
from typing import Any

import orjson
from sqlalchemy import select

from app.channels.questions.noting import note_rating
from app.channels.sessions.files import text_in
from app.channels.sessions.models import ChannelEvent
from app.core.db.base import db
from app.core.security.encryption import seal

OPTIONS = {"helped": True, "unhelpful": False}
"""What options of a channel begin with by which an answer is rated; the id of its event follows."""
LABELS = {
    True: {"en": "Helpful", "hi": "मददगार", "ar": "مفيد"},
    False: {"en": "Not helpful", "hi": "मददगार नहीं", "ar": "غير مفيد"},
}
THANKS = {"en": "Thank you, noted.", "hi": "धन्यवाद, दर्ज कर लिया।", "ar": "شكرًا، سُجِّل رأيك."}


def with_options(event: ChannelEvent) -> dict[str, Any]:
    """Return what an event shows, with the options that rate it where it is an answer and offers nothing else."""
    body = event.body
    if not body.get("answer") or body.get("options"):
        return body
    language = str(body.get("language") or "en")
    options = [
        {"id": f"@{name}:{event.id}", "label": text_in(language, LABELS[helpful])} for name, helpful in OPTIONS.items()
    ]
    return body | {"options": options}


def rating_of(option: str | None) -> tuple[int, bool] | None:
    """Return the event that an option rates, and whether it helped; None for any other option."""
    match = re.fullmatch(r"@(helped|unhelpful):(\d{1,18})", option or "")
    return (int(match[2]), OPTIONS[match[1]]) if match is not None else None


def rate(session_id: int, event_id: int, helpful: bool | None) -> bool:
    """Keep whether an answer helped, None for neither; False where the held conversation has no such answer."""
    query = select(ChannelEvent).where(ChannelEvent.session_id == session_id, ChannelEvent.id == event_id)
    event = db.session.scalar(query)
    body = event.body if event is not None else {}
    if event is None or not body.get("answer"):
        return False
    note_rating(int(body["answer"]), helpful)
    body = body | {"helpful": helpful}
    event.sealed_body = seal(
        ChannelEvent.sealed_body, orjson.dumps(body), workspace_id=event.workspace_id, row_id=event.id
    )
    db.session.flush()
    return True
