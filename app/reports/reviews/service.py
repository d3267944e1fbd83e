"""Rules of reviews: who says what of a conversation, and who is notified."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, literal, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.accounts.users.scope import colleagues_of, those_who_see
from app.conversations.models import Contact, Conversation
from app.conversations.redaction import redact
from app.core import clock
from app.core.db.base import db, fetch, rows_by_id, write_rows
from app.core.db.json_lists import texts_in
from app.core.db.tenancy import bound_workspace, within
from app.core.errors import BeyondSchema, Invalid
from app.core.lifecycles import Lifecycle
from app.core.security.abilities import can
from app.notifications import tell
from app.reports.reviews.models import UNREVIEWED, ConversationComment, ConversationReview
from app.reports.reviews.review_schemas import STATES

_BEFORE_FIX = ("unreviewed", "correct", "incorrect")
LIFE = Lifecycle("review", STATES, {
    "correct": (_BEFORE_FIX, "correct"),
    "incorrect": (STATES, "incorrect"),
    "fixed": (("incorrect", "fixed"), "fixed"),
    "fix": (STATES, "fixed"),
    "undo_fix": ("fixed", ("incorrect", "unreviewed")),
})  # fmt: skip
"""The first three events are a person's; the others follow from fixing a turn and undoing that."""
SAID = ("correct", "incorrect", "fixed")
OFFERED = 200
"""The most people that are suggested for a mention."""


@dataclass(slots=True)
class UnreviewedConversation:
    """The review of a conversation that nobody has tagged or reviewed."""

    revision: int = 0
    state: str = UNREVIEWED
    category: str | None = None
    note: str = ""
    tags: list[str] = field(default_factory=list)
    reviewer_id: int | None = None
    reviewed_at: datetime | None = None


Review = ConversationReview | UnreviewedConversation


def get_review(conversation: Conversation) -> Review:
    """The review of a conversation."""
    return _row(conversation) or UnreviewedConversation()


def _row(conversation: Conversation) -> ConversationReview | None:
    query = select(ConversationReview).where(ConversationReview.conversation_id == conversation.id)
    return db.session.scalar(query.execution_options(populate_existing=True))


def _ensure_row(conversation: Conversation) -> ConversationReview:
    """The review of a conversation, made where it is missing."""
    row = _row(conversation)
    if row is not None:
        return row
    try:
        with db.session.begin_nested():
            row = ConversationReview(conversation_id=conversation.id, **_place(conversation))
            db.session.add(row)
            db.session.flush()
    except IntegrityError:  # Another request has made it at this moment.
        row = _row(conversation)
    assert row is not None  # noqa: S101 - one of both has made it
    return row


def _place(conversation: Conversation) -> dict[str, Any]:
    return {name: getattr(conversation, name) for name in ("client_id", "bot_id", "outlet_id")}


def tagged_contacts(client_id: int, tags: Collection[str]) -> set[int]:
    """Return the contacts of the people who have had a conversation with one of some tags."""
    tags_column: Any = ConversationReview.tags
    own, other, tag = aliased(Contact), aliased(Contact), texts_in(tags_column)
    query = (
        select(own.id)
        .join(other, other.person_id == own.person_id)
        .join(Conversation, Conversation.contact_id == other.id)
        .join(ConversationReview, ConversationReview.conversation_id == Conversation.id)
        .join(tag, literal(True))
        .where(own.client_id == client_id, tag.c.value.in_(tags))
    )
    return set(db.session.scalars(query))


def set_tags(conversation: Conversation, tags: Sequence[str]) -> ConversationReview:
    """Give a conversation other tags."""
    row = _ensure_row(conversation)
    row.tags = list(dict.fromkeys(redact(tag) for tag in tags))
    db.session.flush()
    return row


def set_review(
    conversation: Conversation, user: User, state: str, category: str | None, note: str | None
) -> ConversationReview:
    """Say whether the bot was right; Invalid where what was wrong is not named, Conflict where a state cannot follow.

    A note that is None stays as it is.
    """
    row = _ensure_row(conversation)
    target = LIFE.target(row.state, state)
    if state == "incorrect" and category is None:
        raise Invalid({"category": [BeyondSchema("Say what was wrong.")]})
    if state != "fixed":
        row.category = category if state == "incorrect" else None
    if note is not None:
        row.note = redact(note)
    _review(row, target, user.id)
    return row


def _review(row: ConversationReview, state: str, user_id: int) -> None:
    """Store a review; one that is unreviewed has no reviewer and no time."""
    row.state = state
    row.reviewer_id, row.reviewed_at = (None, None) if state == UNREVIEWED else (user_id, clock.now())
    db.session.flush()


def note_fix(conversation: Conversation, user_id: int) -> None:
    """Note that a turn of a conversation was fixed."""
    row = _ensure_row(conversation)
    _review(row, LIFE.target(row.state, "fix"), user_id)


def undo_fix(conversation: Conversation, user_id: int) -> None:
    """Note that no turn of a conversation is fixed any more: it is incorrect again if a person has said so."""
    row = _row(conversation)
    if row is not None and "undo_fix" in LIFE.possible(row.state):
        incorrect, unreviewed = LIFE.events["undo_fix"].targets
        _review(row, incorrect if row.category else unreviewed, user_id)


# ---- how they are shown -------------------------------------------------------------------------------


def serialize_review(review: Review, names: dict[int, str] | None = None) -> dict[str, Any]:
    """A review as it is answered; `names` are of reviewers that were looked up with others."""
    names = _names([review]) if names is None else names
    reviewer = review.reviewer_id
    return {
        "state": review.state,
        "category": review.category,
        "note": review.note,
        "tags": review.tags,
        "reviewer": None if reviewer is None else {"id": reviewer, "name": names.get(reviewer, "")},
        "reviewed_at": review.reviewed_at,
        "possible": [event for event in LIFE.possible(review.state) if event in SAID],
        "revision": review.revision,
    }


def serialize_reviews(conversations: Sequence[Conversation]) -> dict[int, dict[str, Any]]:
    """The reviews of conversations, all looked up at once."""
    ids = [conversation.id for conversation in conversations]
    query = select(ConversationReview).where(ConversationReview.conversation_id.in_(ids))
    reviews = {row.conversation_id: row for row in db.session.scalars(query)} if ids else {}
    names = _names(reviews.values())
    return {id_: serialize_review(reviews.get(id_) or UnreviewedConversation(), names) for id_ in ids}


def _names(reviews: Iterable[Review]) -> dict[int, str]:
    users = rows_by_id(User, (review.reviewer_id for review in reviews))
    return {id_: user.full_name for id_, user in users.items()}


# ---- comments -----------------------------------------------------------------------------------------


def list_comments(conversation: Conversation) -> Select[ConversationComment]:
    """The comments of a conversation."""
    return select(ConversationComment).where(ConversationComment.conversation_id == conversation.id)


def add_comment(conversation: Conversation, user: User, text: str) -> ConversationComment:
    """Comment on a conversation; people who are mentioned and may see it are notified."""
    row = ConversationComment(
        conversation_id=conversation.id, author_id=user.id, author=user.full_name, text=redact(text),
        **_place(conversation),
    )  # fmt: skip
    db.session.add(row)
    db.session.flush()
    for person in _mentions_in(conversation, user, text):
        tell(person.id, "mention", f"/reports/conversations/{conversation.id}#comments", by=user)
    return row


def get_own_comment(conversation: Conversation, comment_id: int, user: User) -> ConversationComment:
    """Return one's own comment, or raise NotFound."""
    own = list_comments(conversation).where(ConversationComment.author_id == user.id)
    return fetch(own.where(ConversationComment.id == comment_id), "You have no such comment here.")


def readers_of(conversation: Conversation, reader: User) -> list[User]:
    """The other people of the workspace who may see a conversation, as far as a reader knows them."""
    with within(bound_workspace()):
        query = select(User).where(User.deleted_at.is_(None), User.status == "active", User.id != reader.id)
        people = db.session.scalars(query.where(colleagues_of(reader)).order_by(User.name_key, User.id))
        readers = (user for user in people if can(abilities_of(user), "read", "Conversation"))
        return those_who_see(readers, conversation)


def _mentions_in(conversation: Conversation, user: User, text: str) -> list[User]:
    """The people whom a text names after an @, by full name or username, and who may see the conversation."""
    if "@" not in text:
        return []
    folded = text.casefold()
    return [
        person
        for person in readers_of(conversation, user)
        if any(_names_person(folded, name) for name in (person.name_key, person.username_key) if name)
    ]


def _names_person(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w)@{re.escape(name)}(?![\w])", text) is not None


def erase(conversation_ids: Sequence[int]) -> None:
    """Remove what people have written of conversations whose contents are erased; states stay."""
    mine = ConversationComment.conversation_id.in_(conversation_ids)
    write_rows(delete(ConversationComment).where(mine))
    reviews = select(ConversationReview).where(ConversationReview.conversation_id.in_(conversation_ids))
    for row in db.session.scalars(reviews):
        row.note, row.tags = "", []
