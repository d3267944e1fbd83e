"""What accounts ask of clients: under which name mails about one come."""

from sqlalchemy import select

from app.accounts.people import invitations
from app.clients.models import Client
from app.core.db.base import db


@invitations.sender_of.provide
def _sender_of(client_id: int, /) -> str:
    return db.session.scalar(select(Client.mail_from).where(Client.id == client_id)) or ""
