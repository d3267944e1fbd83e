"""Calls of the inbox."""

from typing import Any

from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Resource
from app.core.security.operations import Operation, RowOperations, needs
from app.core.security.visitor import require_user
from app.inbox import people, service
from app.inbox.models import Handoff
from app.inbox.schemas import (
    AssignSchema,
    ColleaguesSchema,
    DeskChangeSchema,
    DeskSchema,
    HandoffDetailSchema,
    HandoffListArgs,
    HandoffPageSchema,
    NoteSchema,
    OfferedTextsSchema,
    ReplySchema,
)
from app.inbox.shape import list_snippets, serialize_handoff

blp = Blueprint("inbox", __name__, url_prefix="/api/v1/handoffs", description="Handoffs in the inbox.")


HANDOFFS = Resource(service.get_handoff, HandoffDetailSchema, serialize_handoff)
HANDOFF_CALLS = RowOperations("Inbox", "handoff", HandoffDetailSchema)


@blp.get("", Operation(needs("read", "Inbox"), query=HandoffListArgs, answer=HandoffPageSchema))
def list_handoffs(args: dict[str, Any]) -> dict[str, Any]:
    """List hand-offs, longest waiting first; ended ones newest first."""
    newest_first = args["state"] not in ("open", "requested", "accepted")
    query = service.list_handoffs(args["state"], queue=args["queue"], outlet=args["outlet"])
    page: Page = paginate(query, args, key=Handoff.id, sort=Handoff.requested_at, descending=newest_first)
    more = {"counts": service.counts(require_user())} | service.choices()
    return with_more(page, items=service.list_details(list(page.items)), **more)


@blp.get("/desk", Operation(needs("read", "Inbox"), answer=DeskSchema))
def get_desk() -> dict[str, Any]:
    """Retrieve how many visitors wait, and your availability."""
    return _desk()


@blp.post("/desk", Operation(needs("update", "Inbox"), audit="handoff:desk", body=DeskChangeSchema, answer=DeskSchema))
def change_desk(args: dict[str, Any]) -> dict[str, Any]:
    """Update your availability, and whether you hear who waits; while you are away colleagues can take over."""
    service.change_desk(require_user(), **args)
    db.session.commit()
    return _desk()


@blp.get("/<int:handoff_id>", HANDOFF_CALLS.read())
def get_handoff(handoff_id: int) -> tuple[Any, dict[str, str]]:
    """Retrieve a hand-off with its conversation."""
    return HANDOFFS.get(handoff_id)


@blp.get("/<int:handoff_id>/texts", Operation(needs("update", "Inbox"), answer=OfferedTextsSchema))
def list_texts(handoff_id: int) -> dict[str, Any]:
    """List text snippets in the conversation's language, filled in with the visitor's details."""
    return {"texts": list_snippets(service.get_handoff(handoff_id))}


@blp.get("/<int:handoff_id>/colleagues", Operation(needs("update", "Inbox"), answer=ColleaguesSchema))
def list_colleagues(handoff_id: int) -> dict[str, Any]:
    """List people a conversation can be assigned to, yourself included."""
    return {"people": people.agents_of(service.get_handoff(handoff_id), require_user())}


@blp.post("/<int:handoff_id>/assign", HANDOFF_CALLS.step("assign", body=AssignSchema))
def assign(args: dict[str, Any], handoff_id: int) -> tuple[Any, dict[str, str]]:
    """Assign a conversation to a colleague or to yourself."""
    handoff, user = service.get_handoff(handoff_id), require_user()
    service.assign(handoff, people.agent_for(handoff, args["agent"], user), user)
    db.session.commit()
    return HANDOFFS.answer(handoff)


@blp.post("/<int:handoff_id>/notes", HANDOFF_CALLS.step("note", body=NoteSchema))
def add_note(args: dict[str, Any], handoff_id: int) -> tuple[Any, dict[str, str]]:
    """Create a note that only agents see."""
    return HANDOFFS.apply(handoff_id, lambda handoff: service.add_note(handoff, require_user(), args["text"]))


@blp.post("/<int:handoff_id>/accept", HANDOFF_CALLS.step("accept"))
def accept(handoff_id: int) -> tuple[Any, dict[str, str]]:
    """Accept a hand-off."""
    return HANDOFFS.apply(handoff_id, lambda handoff: service.accept(handoff, require_user()))


@blp.post("/<int:handoff_id>/messages", HANDOFF_CALLS.step("say", body=ReplySchema))
def say(args: dict[str, Any], handoff_id: int) -> tuple[Any, dict[str, str]]:
    """Send a message to the visitor."""
    return HANDOFFS.apply(handoff_id, lambda handoff: service.say(handoff, require_user(), args["text"]))


@blp.post("/<int:handoff_id>/return", HANDOFF_CALLS.step("return"))
def give_back(handoff_id: int) -> tuple[Any, dict[str, str]]:
    """Return the conversation to the bot."""
    return HANDOFFS.apply(handoff_id, lambda handoff: service.give_back(handoff, require_user()))


@blp.post("/<int:handoff_id>/close", HANDOFF_CALLS.step("close"))
def close(handoff_id: int) -> tuple[Any, dict[str, str]]:
    """Close a hand-off with its conversation."""
    return HANDOFFS.apply(handoff_id, lambda handoff: service.close(handoff, require_user()))


def _desk() -> dict[str, Any]:
    """How many wait, and how the reader takes part."""
    return {"waiting": service.waiting()} | people.desk_of(require_user())
