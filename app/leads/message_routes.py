"""Calls on messages to the customers of leads, and the link under which a customer reads the quote."""

from typing import Any

from flask import Response
from sqlalchemy import select

from app.core import clock
from app.core.db import tenancy
from app.core.db.base import db, hold, note, writing
from app.core.db.tenancy import everywhere
from app.core.errors import Gone, NotFound
from app.core.http.api import Blueprint
from app.core.http.previews import is_preview
from app.core.http.resources import Reply, Resource
from app.core.mail.opt_outs import CODE
from app.core.security.operations import WITHOUT_CREDENTIALS, Operation, RowOperations, needs
from app.core.security.visitor import require_user
from app.leads import details, messages, service
from app.leads.models import Lead
from app.leads.schemas import LeadDetailSchema, LeadDraftSchema, LeadMessageSchema, QuotePdfArgs

blp = Blueprint("lead_messages", __name__, url_prefix="/api/v1/leads", description="Messages to customers of leads.")
links = Blueprint("quote_links", __name__, url_prefix="/q", description="Links of quotes.")
blueprints = (blp, links)
CALLS = RowOperations("Lead", "lead", LeadDetailSchema)
LEADS = Resource(service.get_lead, LeadDetailSchema, details.load_details)


@blp.get("/<int:lead_id>/messages/draft", Operation(needs("update", "Lead"), answer=LeadDraftSchema))
def get_lead_draft(lead_id: int) -> messages.Draft:
    """Retrieve what a message to a lead's customer can begin with."""
    return messages.draft_message(service.get_lead(lead_id))


@blp.post("/<int:lead_id>/messages", CALLS.step("message", body=LeadMessageSchema, problems=(409,)))
def create_lead_message(args: dict[str, Any], lead_id: int) -> Reply:
    """Send a message to a lead's customer, with the quote if asked for."""
    lead = service.get_lead(lead_id)
    hold(lead)
    messages.add_message(
        lead, args["channel"], args["text"], subject=args["subject"], with_quote=args["quote"], user=require_user()
    )
    db.session.commit()
    return LEADS.answer(lead)


@links.get(
    "/<code>",
    Operation(WITHOUT_CREDENTIALS, query=QuotePdfArgs, content_type="application/pdf", problems=(404, 410)),
)
def open_quote(args: dict[str, Any], code: str) -> Response:
    """Retrieve the quote that a message links to, and record that it was opened."""
    lead = _find_lead(code)
    if not lead.is_open or messages.quote_obstacle(lead) is not None:
        raise Gone("This quote is not valid any more. Ask your dealer for another one.")
    response = quote_file(service.details_for_customer(lead), args["hl"])
    response.headers["X-Robots-Tag"] = "noindex"
    if not is_preview():
        with writing():
            note(lead, skip_locked=False, quote_opens=Lead.quote_opens + 1, quote_opened_at=clock.now())
            db.session.commit()
    return response


def _find_lead(code: str) -> Lead:
    """The lead of a link, in whose workspace the request goes on; NotFound for a link that was never sent."""
    lead = None
    if CODE.fullmatch(code):
        with everywhere():
            lead = db.session.scalar(select(Lead).where(Lead.quote_code == code))
    if lead is None:
        raise NotFound("This link is not known.")
    tenancy.bind(lead.workspace_id)
    return lead


def quote_file(item: service.ListedLead, language: str) -> Response:
    """Return the quote of a lead as an answer."""
    response = Response(details.draw_quote(item, language), mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{item.number}.pdf"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response
