"""The ids by which a channel calls one person: events under any of them belong to the same thread and contact."""

import structlog
from sqlalchemy import select, update

from app.bots.catalog.models import Bot
from app.channels.messaging.adapters.contract import Inbound
from app.channels.messaging.models import Deployment, InboundEvent, MessagingThread, PersonAlias
from app.channels.sessions.models import ChannelSession
from app.conversations.models import Contact, ContactKey
from app.core.db.base import db, write_rows
from app.core.db.tenancy import bound_workspace, within
from app.core.errors import DomainError
from app.ingest import merging

log = structlog.get_logger(__name__)


def identify(deployment: Deployment, event: Inbound) -> str:
    """Return the id under which a person's events are kept, and note the others; the caller holds the deployment."""
    query = select(PersonAlias).where(
        PersonAlias.deployment_id == deployment.id, PersonAlias.alias.in_((event.ext_user, *event.aliases))
    )
    users = {row.alias: row.ext_user for row in db.session.scalars(query)} if event.ext_user else {}
    user = users.get(event.ext_user, event.ext_user)
    for alias in event.aliases:
        earlier_user = users.get(alias, alias)
        if earlier_user != user:
            _rename(deployment, earlier_user, user)
        if alias not in users and alias != user:
            db.session.add(PersonAlias(
                workspace_id=deployment.workspace_id, bot_id=deployment.bot_id, deployment_id=deployment.id,
                alias=alias, ext_user=user,
            ))  # fmt: skip
    db.session.flush()
    return user


def _rename(deployment: Deployment, old: str, new: str) -> None:
    """Keep under another id what an account has under one; of two threads the newer one goes on."""
    own = (PersonAlias.deployment_id == deployment.id, PersonAlias.ext_user == old)
    write_rows(update(PersonAlias).where(*own).values(ext_user=new))
    query = select(MessagingThread).where(
        MessagingThread.deployment_id == deployment.id, MessagingThread.ext_user.in_((old, new))
    )
    threads = {thread.ext_user: thread for thread in db.session.scalars(query.with_for_update())}
    if old in threads:
        _rename_thread(threads[old], threads.get(new), new)
    pending = (InboundEvent.deployment_id == deployment.id, InboundEvent.processed_at.is_(None))
    write_rows(update(InboundEvent).where(*pending, InboundEvent.ext_user == old).values(ext_user=new))
    _join_contacts(deployment, old, new)


def _rename_thread(thread: MessagingThread, other: MessagingThread | None, new: str) -> None:
    """Give a thread an id, unless another has it that is newer; that one gets its id else."""
    old, session = thread.ext_user, db.session.get(ChannelSession, thread.session_id or 0)
    if other is not None:
        if _newest(other) >= _newest(thread):
            return
        thread.ext_user = f"~{thread.id}"
        db.session.flush()
        other.ext_user = old
        db.session.flush()
    thread.ext_user = new
    if session is not None:
        session.ext_user = new
    db.session.flush()


def _newest(thread: MessagingThread) -> tuple[float, int]:
    """Return what is greater for the thread in which something has happened last."""
    session = db.session.get(ChannelSession, thread.session_id or 0)
    return (0.0, 0) if session is None else (session.last_event_at.timestamp(), session.id)


def _join_contacts(deployment: Deployment, old: str, new: str) -> None:
    """Make the contacts that an account knows by two ids one person."""
    query = select(ContactKey).where(
        ContactKey.client_id == db.session.get_one(Bot, deployment.bot_id).client_id,
        ContactKey.channel == deployment.channel, ContactKey.account == str(deployment.id),
        ContactKey.ext_user.in_((old, new)),
    )  # fmt: skip
    keys = {key.ext_user: key for key in db.session.scalars(query)}
    if old not in keys:
        return
    if new not in keys:
        keys[old].ext_user = new
        db.session.flush()
        return
    contact, other = (db.session.get_one(Contact, keys[name].contact_id) for name in (new, old))
    if contact.person_id == other.person_id:
        return
    try:
        with within(bound_workspace()), db.session.begin_nested():
            merging.merge(contact.id, other.id)
    except DomainError as error:
        # What was said is answered all the same; people can merge the two by hand.
        log.warning("contacts_not_merged", deployment_id=deployment.id, error=str(error))
