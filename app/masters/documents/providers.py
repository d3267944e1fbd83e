"""What documents of customers add to channels and to the timelines of contacts."""

from typing import Any

from sqlalchemy import select

from app.channels.sessions.models import ChannelSession
from app.channels.sessions.providers import check_file, file_sent
from app.conversations.models import Conversation
from app.conversations.timelines import Events, TimelineEvent, TimelineQuery, read_lane, timeline_source
from app.core.db.base import db
from app.core.security.visitor import can
from app.masters.documents import service
from app.masters.documents.files import CheckedFile
from app.masters.documents.files import check_file as check_document_file
from app.masters.documents.models import CustomerDocument
from app.masters.records.models import Customer
from app.masters.records.service import numbers_of

LANE = "documents"


@check_file.provide
def _check_file(content: bytes) -> tuple[str, CheckedFile]:
    """Check a visitor's file as an uploaded one."""
    file = check_document_file(content)
    return ("pdf" if file.media_type == "application/pdf" else "photo"), file


@file_sent.provide
def _keep_file(session: ChannelSession, conversation_id: int, client_id: int, checked: Any) -> int:
    """Keep a visitor's file as a document of the customer whose number the channel vouches for."""
    contact_id = db.session.scalar(select(Conversation.contact_id).where(Conversation.id == conversation_id))
    numbers = numbers_of([contact_id]) if contact_id is not None else []
    query = select(Customer.id).where(Customer.client_id == client_id, Customer.phone.in_(numbers)).limit(2)
    customers = db.session.scalars(query).all() if numbers else []
    return service.add_document(
        checked, client_id=client_id, outlet_id=session.outlet_id, conversation_id=conversation_id,
        customer_id=customers[0] if len(customers) == 1 else None,
    ).id  # fmt: skip


@timeline_source
def documents(timeline: TimelineQuery) -> Events:
    """The documents of a contact, for readers of master data."""
    if not can("read", "Master"):
        return Events([], {})
    query = service.documents_of(timeline.contacts, timeline.client_id)
    rows, counts = read_lane(timeline, LANE, query, CustomerDocument.received_at, CustomerDocument.id)
    return Events([_event(row) for row in rows], counts)


def _event(row: CustomerDocument) -> TimelineEvent:
    return TimelineEvent(id=row.id, at=row.received_at, lane=LANE, kind=f"document_{row.kind or 'unknown'}", title="",
                 link=f"/customer-documents/{row.id}", state=row.state)  # fmt: skip
