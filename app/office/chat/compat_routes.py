"""The specified chat calls."""

from typing import Any

from app.accounts.settings.notification_choices import choices_of
from app.accounts.users.models import User
from app.core.db.base import begin_as, db
from app.core.http.api import SpecifiedBlueprint
from app.core.security.limits import TALKS, limits
from app.core.security.operations import SIGNED_IN, Operation
from app.core.security.visitor import require_user, visitor
from app.office.chat import people, service, telling
from app.office.chat.models import ChatMessage
from app.office.chat.people import Contact
from app.office.chat.schemas import (
    ChatAnswerSchema,
    ChatArgs,
    ChatListsSchema,
    ChatProfileUserSchema,
    ChatSendAnswerSchema,
    ChatSendSchema,
)

blp = SpecifiedBlueprint(
    "chat", __name__, url_prefix="/apps/chat", description="The chat, as the specified calls have it."
)


def _contact(person: Contact) -> dict[str, Any]:
    """A person as these calls list them."""
    names = ("number", "full_name", "title", "about", "avatar", "status")
    return {name: getattr(person, name) for name in names}


def _line(message: ChatMessage, me: Contact, other: Contact) -> dict[str, Any]:
    """A message; its sender is one of the two."""
    sender = me if message.sender_id == me.id else other
    return {"message": message.text, "time": message.sent_at, "senderId": sender.number}


def _whole(me: Contact, other: Contact) -> dict[str, Any] | None:
    """The conversation with someone, known by them as one has one with each; None where there is none yet."""
    side = service.side_of(me.id, other.id)
    if side is None:
        return None
    messages = [_line(message, me, other) for message in service.all_messages(side.chat_id)]
    return {"id": other.number, "userId": other.number, "unseenMsgs": side.unseen, "chat": messages}


@blp.get("/chats-and-contacts", Operation(SIGNED_IN, answer=ChatListsSchema))
def chats_and_contacts() -> dict[str, Any]:
    """List your chats, newest first, all contacts, and your profile."""
    user = require_user()
    me = people.myself(user)
    talking = [
        _contact(talk.person)
        | {
            "chat": {
                "id": talk.person.number,
                "unseenMsgs": talk.unseen,
                "lastMessage": _line(talk.last, me, talk.person),
            }
        }
        for talk in service.talks(service.all_sides(user))
    ]
    contacts = [_contact(person) for person in people.contacts_of(user)]
    return {"chatsContacts": talking, "contacts": contacts, "profileUser": _contact(me)}


@blp.get("/users/profile-user", Operation(SIGNED_IN, answer=ChatProfileUserSchema))
def profile_user() -> dict[str, Any]:
    """Retrieve your chat profile."""
    user = require_user()
    settings = {
        "isTwoStepAuthVerificationEnabled": user.second_factor_at is not None,
        "isNotificationsOn": any(choices_of(user).values()),
    }
    return _contact(people.myself(user)) | {"settings": settings}


@blp.get("/get-chat", Operation(SIGNED_IN, query=ChatArgs, answer=ChatAnswerSchema))
def get_chat(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve the chat with a contact and mark it as read."""
    user = require_user()
    other = people.numbered_person(user, args["id"])
    if visitor().viewer is None:
        _mark_read(user, other)
    chat = _whole(people.myself(user), other)
    return {"contact": _contact(other)} | ({"chat": chat} if chat else {})


def _mark_read(user: User, other: Contact) -> None:
    """Count what is unread as read: the one thing that reading changes, as specified."""
    side = service.side_of(user.id, other.id)
    if side is not None and side.unseen:
        # What only reads may not write: this goes on as a writer.
        begin_as("IMMEDIATE")
        db.session.rollback()
        service.read(user, other)
        telling.publish_read(user, other)
        db.session.commit()


@blp.post(
    "/send-msg",
    Operation(
        SIGNED_IN,
        audit="chat_message:create",
        body=ChatSendSchema,
        answer=ChatSendAnswerSchema,
        status=201,
        problems=(429,),
    ),
)
def send_msg(args: dict[str, Any]) -> dict[str, Any]:
    """Send a message to a contact; a new chat is in the answer."""
    user, values = require_user(), args["obj"]
    me, other = people.myself(user), people.numbered_person(user, values["contact"]["id"])
    with limits.count_success(TALKS, f"talk:{user.id}"):
        message, is_new = service.send(user, other, values["message"])
        telling.publish_message(user, other)
        db.session.commit()
    response = {"newMessageData": _line(message, me, other), "id": other.number}
    return {"response": response | ({"chat": _whole(me, other)} if is_new else {})}
