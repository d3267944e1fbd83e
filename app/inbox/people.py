"""The people who work in the inbox: who sees a conversation, who is available, and who is notified of what waits."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import undefer_group

from app.accounts.settings.notification_choices import choices_of
from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of, may_have
from app.accounts.users.scope import colleagues_of, those_who_see
from app.conversations.masking import mask_name, sees_names
from app.core.db.base import db
from app.core.db.tenancy import bound_workspace, within
from app.core.errors import Invalid
from app.core.security.abilities import can
from app.inbox.models import Handoff
from app.notifications import settle, tell

SUBJECT = "Inbox"
AVAILABLE, SOUND = "inbox", "inboxSound"
"""Choices of a person: to be notified of who waits, and to hear it."""
CHOSEN = {AVAILABLE: True, SOUND: False}
"""What they are for a person who has not chosen."""
WAITS = ("handoff_waits", "handoff_call_back", "handoff_offered")
"""News that a conversation waits."""
MOST = 200
"""People who are looked at for one conversation."""


def desk_of(user: User) -> dict[str, bool]:
    """Return whether a person is available, and whether they hear it when a visitor asks for a person."""
    preferences = CHOSEN | user.notifications
    return {"available": preferences[AVAILABLE], "sound": preferences[SOUND]}


def is_available(user: User) -> bool:
    """Return whether a person is available."""
    return desk_of(user)["available"]


def set_desk(user: User, *, available: bool | None = None, sound: bool | None = None) -> None:
    """Say whether one is available, and whether one hears who waits; None leaves a choice as it is."""
    values = {AVAILABLE: available, SOUND: sound}
    user.notifications = choices_of(user) | {name: value for name, value in values.items() if value is not None}
    db.session.flush()


def agents_of(handoff: Handoff, reader: User | None = None) -> Sequence[User]:
    """Return the active people who may answer a conversation by ability and scope; of these a reader's colleagues."""
    with within(bound_workspace()):
        query = select(User).where(
            User.deleted_at.is_(None), User.status == "active", may_have("update", SUBJECT)
        )  # fmt: skip
        if reader is not None:
            query = query.where(colleagues_of(reader))
        agents = db.session.scalars(query.options(undefer_group("about")).order_by(User.name_key, User.id).limit(MOST))
        return those_who_see((user for user in agents if can(abilities_of(user), "update", SUBJECT)), handoff)


def agent_for(handoff: Handoff, agent_id: int, reader: User) -> User:
    """Return the person a conversation can be given to; Invalid for any other."""
    for user in agents_of(handoff, reader):
        if user.id == agent_id:
            return user
    raise Invalid({"agent": ["Choose a person who may answer this conversation."]})


def notify_agents(handoff: Handoff, kind: str, name: str) -> None:
    """Tell those who may answer a conversation, and are available, that it waits."""
    for user in agents_of(handoff):
        tell(user.id, kind, link_of(handoff), what=name if sees_names(user) else mask_name(name))


def notify_offered(handoff: Handoff, agent: User, name: str) -> None:
    """Tell the available colleagues of a person who is away that one of their conversations can be taken over."""
    for user in agents_of(handoff):
        what = name if sees_names(user) else mask_name(name)
        tell(user.id, "handoff_offered", link_of(handoff), what=what, by=agent)


def notify_assigned(handoff: Handoff, user: User, by: User) -> None:
    """Tell a person that a conversation is theirs now."""
    tell(user.id, "handoff_given", link_of(handoff), by=by)


def untell(handoff: Handoff) -> None:
    """Have all who were notified that a conversation waits be done with that."""
    settle(link_of(handoff), WAITS)


def link_of(handoff: Handoff) -> str:
    """Return where a conversation is answered."""
    return f"/inbox/{handoff.id}"
