"""Calls of one contact."""

from typing import Any

from flask import Response

from app.conversations.masking import may_see_names
from app.core.http.api import Blueprint
from app.core.security.operations import Operation, needs
from app.reports.answers.conditional import revalidate
from app.reports.contacts.briefing import read_briefing
from app.reports.contacts.schemas import LeadBriefingSchema, TimelineArgs, TimelineSchema
from app.reports.contacts.service import read_timeline

blp = Blueprint("timelines", __name__, url_prefix="/api/v1/contacts", description="What happened with a contact.")
leads_blp = Blueprint("briefings", __name__, url_prefix="/api/v1/leads", description="What to know before a call.")


@blp.get(
    "/<int:contact_id>/timeline",
    Operation(needs("read", "Conversation"), query=TimelineArgs, answer=TimelineSchema),
)
def show_timeline(args: dict[str, Any], contact_id: int) -> Response:
    """Retrieve the timeline of a contact."""
    lanes, page, per = args["lane"], args["page"], args["per"]
    return revalidate(read_timeline(contact_id, lanes=lanes, page=page, per=per, names=may_see_names()))


@leads_blp.get("/<int:lead_id>/briefing", Operation(needs("read", "Lead"), answer=LeadBriefingSchema))
def get_briefing(lead_id: int) -> dict[str, Any]:
    """Retrieve what is worth knowing before a lead is called."""
    return read_briefing(lead_id)


blueprints = (blp, leads_blp)
