"""People as the chat knows them: who they are is the user table's, what they say of themselves is here."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, select, true
from sqlalchemy.orm import undefer

from app.accounts.users.models import User
from app.accounts.users.scope import colleagues_of
from app.core.db.base import db, fetch
from app.office.chat.models import ChatPerson, ChatSide

NOBODY = "This person is not in this workspace."
CONTACTS = 10
"""In the specification's sample ten contacts come before the first user."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A person as others see them."""

    user: User
    about: str = ""
    status: str = "offline"

    @property
    def id(self) -> int:
        """The id of the person's account."""
        return self.user.id

    @property
    def number(self) -> int:
        """The small id of the specified calls: the first user of a workspace is 11, after the ten next ones."""
        mine = self.user.number
        if mine == 1:
            return CONTACTS + 1
        return mine - 1 if mine <= CONTACTS + 1 else mine

    @property
    def full_name(self) -> str:
        """Their name."""
        return self.user.full_name

    @property
    def avatar(self) -> str:
        """Their picture, empty for initials."""
        return self.user.avatar

    @property
    def title(self) -> str:
        """What they do: in their own words, else by the role of their account."""
        return self.user.designation or self.user.role.capitalize()

    @property
    def is_gone(self) -> bool:
        """Whether they have left the workspace: what was said stays, nothing more can be."""
        return self.user.deleted_at is not None


def user_number(number: int) -> int:
    """The number in the user table of who has a small id here."""
    if number == CONTACTS + 1:
        return 1
    return number + 1 if 1 <= number <= CONTACTS else number


def list_people(me: User, q: str = "") -> Select[User]:
    """Return everybody else one may write to, by words of their names."""
    words = q.strip().casefold()
    condition = User.name_key.contains(words, autoescape=True) if words else true()
    here = (User.deleted_at.is_(None), User.id != me.id, _within_reach(me))
    return select(User).where(*here, condition).options(undefer(User.designation))


def _within_reach(me: User) -> ColumnElement[bool]:
    """Whether someone is a colleague, or has a conversation with one already."""
    return colleagues_of(me) | User.id.in_(select(ChatSide.other_id).where(ChatSide.user_id == me.id))


def contacts_of(me: User) -> list[Contact]:
    """Everybody else who has come into the chat, by their small ids."""
    member_ids = select(ChatPerson.user_id)
    contacts = load_contacts(db.session.scalars(list_people(me).where(User.id.in_(member_ids))))
    return sorted(contacts, key=lambda contact: contact.number)


def load_contacts(users: Iterable[User]) -> list[Contact]:
    """People with what they say of themselves, asked once for all of them."""
    rows = list(users)
    statuses = {
        chat_person.user_id: chat_person
        for chat_person in db.session.scalars(
            select(ChatPerson).where(ChatPerson.user_id.in_([user.id for user in rows]))
        )
    }
    return [Contact(user, statuses[user.id].about, statuses[user.id].status) if user.id in statuses else Contact(user)
            for user in rows]  # fmt: skip


def people_by_id(ids: Iterable[int]) -> dict[int, Contact]:
    """People by their ids, those who have left among them."""
    # Names of what was said long ago are still needed.
    users = db.session.scalars(select(User).where(User.id.in_(list(ids))).options(undefer(User.designation)))
    return {contact.id: contact for contact in load_contacts(users)}


def get_person(me: User, user_id: int) -> Contact:
    """Someone else by the id of their account, or NotFound."""
    return _get_contact(me, User.id == user_id)


def numbered_person(me: User, number: int) -> Contact:
    """Someone else by their small id, or NotFound."""
    return _get_contact(me, User.number == user_number(number))


def _get_contact(me: User, condition: ColumnElement[bool]) -> Contact:
    user = fetch(
        select(User).where(condition, User.id != me.id, _within_reach(me)).options(undefer(User.designation)), NOBODY
    )
    return load_contacts([user])[0]


def myself(me: User) -> Contact:
    """The reader as others see them."""
    return load_contacts([me])[0]


def own_row(me: User) -> ChatPerson:
    """What people say about themselves; for who has said nothing yet as it would be, unstored."""
    row = db.session.scalar(select(ChatPerson).where(ChatPerson.user_id == me.id))
    return row or ChatPerson(user_id=me.id, about="", status="offline", revision=1)


def join(user: User) -> ChatPerson:
    """The stored row of a person, made where there is none; those who ask at once wait for each other."""
    db.session.execute(select(User.id).where(User.id == user.id).with_for_update(key_share=True))
    row = db.session.scalar(select(ChatPerson).where(ChatPerson.user_id == user.id))
    if row is None:
        row = ChatPerson(user_id=user.id)
        db.session.add(row)
        db.session.flush()
    return row
