"""Our own calls on the chat, for its page. A conversation goes by the person one has it with."""

from dataclasses import replace
from typing import Any

from app.accounts.users.models import User
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply
from app.core.realtime import position
from app.core.security.limits import TALKS, limits
from app.core.security.operations import SIGNED_IN, UNAUDITED, Operation
from app.core.security.visitor import require_user
from app.office.chat import people, schemas, service, telling
from app.office.chat.models import ChatMessage, ChatPerson, ChatSide
from app.office.chat.people import Contact

blp = Blueprint("talking", __name__, url_prefix="/api/v1/chat", description="Chats between people.")


# ---- the reader ------------------------------------------------------------------------------------------


@blp.get("/me", Operation(SIGNED_IN, revisioned=True, answer=schemas.OwnTalkPersonSchema))
def get_me() -> Reply:
    """Retrieve your chat profile."""
    user = require_user()
    return _own(user, people.own_row(user))


@blp.patch(
    "/me",
    Operation(
        SIGNED_IN,
        audit="chat_person:update",
        revisioned=True,
        body=schemas.OwnTalkPersonChangeSchema,
        answer=schemas.OwnTalkPersonSchema,
    ),
)
def change_me(args: dict[str, Any]) -> Reply:
    """Update your chat profile."""
    user = require_user()
    row = people.join(user)
    match_revision(row, schemas.OwnTalkPersonSchema, lambda row: _own(user, row)[0])
    for key, value in args.items():
        setattr(row, key, value)
    telling.publish_status(user)
    db.session.commit()
    return _own(user, row)


def _own(user: User, row: ChatPerson) -> Reply:
    """The reader, under the revision of what one says."""
    own = _fields(Contact(user, row.about, row.status)) | {"revision": row.revision}
    return own, etag(row)


def _fields(person: Contact) -> dict[str, Any]:
    """A person with everything that schemas ask for."""
    names = ("id", "full_name", "avatar", "about", "status", "is_gone", "user")
    return {name: getattr(person, name) for name in names}


# ---- people -------------------------------------------------------------------------------------------


@blp.get("/people", Operation(SIGNED_IN, query=schemas.TalkListArgs, answer=schemas.TalkPersonPageSchema))
def list_people(args: dict[str, Any]) -> Page:
    """List the other people of the workspace by name."""
    query = people.list_people(require_user(), args["q"])
    page = paginate(query, args, key=User.id, sort=User.name_key, descending=False)
    return replace(page, items=people.load_contacts(page.items))


@blp.get("/people/<int:user_id>", Operation(SIGNED_IN, answer=schemas.TalkPersonDetailSchema))
def get_person(user_id: int) -> Contact:
    """Retrieve a person's chat profile."""
    return people.get_person(require_user(), user_id)


# ---- conversations ------------------------------------------------------------------------------------


@blp.get("/chats", Operation(SIGNED_IN, query=schemas.TalkListArgs, answer=schemas.TalkPageSchema))
def list_chats(args: dict[str, Any]) -> dict[str, Any]:
    """List your chats, newest first."""
    # Asked for first: what happens meanwhile is reported once more rather than not at all.
    user, live = require_user(), position()
    query = service.list_talks(user, args["q"])
    page = paginate(query, args, key=ChatSide.id, sort=ChatSide.last_id)
    return with_more(page, items=service.talks(page.items), unseen=service.unseen(user), live=str(live))


@blp.get("/messages", Operation(SIGNED_IN, query=schemas.TalkListArgs, answer=schemas.TalkHitPageSchema))
def search_messages(args: dict[str, Any]) -> Page:
    """List the messages of your chats, or those that contain a text, newest first."""
    user = require_user()
    page = paginate(service.search(user, args["q"]), args, key=ChatMessage.id)
    return replace(page, items=service.hits(user, page.items))


@blp.get(
    "/people/<int:user_id>/messages",
    Operation(SIGNED_IN, query=schemas.TalkWindowArgs, answer=schemas.TalkWindowSchema),
)
def read_messages(args: dict[str, Any], user_id: int) -> service.Window:
    """List the messages of a chat: the newest, those before one, or those around one."""
    user = require_user()
    return service.window(user, people.get_person(user, user_id), args.get("upto"), args.get("around"))


@blp.post(
    "/people/<int:user_id>/messages",
    Operation(
        SIGNED_IN,
        audit="chat_message:create",
        body=schemas.NewTalkMessageSchema,
        answer=schemas.TalkMessageSchema,
        status=201,
        problems=(429,),
    ),
)
def send_message(args: dict[str, Any], user_id: int) -> ChatMessage:
    """Send a message to a person."""
    user = require_user()
    other = people.get_person(user, user_id)
    with limits.count_success(TALKS, f"talk:{user.id}"):
        message, _begun = service.send(user, other, args["text"])
        telling.publish_message(user, other)
        db.session.commit()
    return message


@blp.post(
    "/people/<int:user_id>/read",
    Operation(SIGNED_IN, audit=UNAUDITED, body=schemas.TalkReadSchema, answer=schemas.TalkUnseenSchema),
)
def mark_read(args: dict[str, Any], user_id: int) -> dict[str, int]:
    """Mark messages as read up to one."""
    user = require_user()
    other = people.get_person(user, user_id)
    unread = service.read(user, other, args.get("message_id"))
    telling.publish_read(user, other)
    db.session.commit()
    return {"unseen": unread}


@blp.post("/people/<int:user_id>/typing", Operation(SIGNED_IN, audit=UNAUDITED, status=204))
def tell_typing(user_id: int) -> None:
    """Signal to a person that you are typing; nothing is stored."""
    user = require_user()
    telling.publish_typing(user, people.get_person(user, user_id))
    db.session.commit()
