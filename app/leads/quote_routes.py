"""The link under which the customer of a lead reads the quote."""

from typing import Any

from flask import Response
from sqlalchemy import select

from app.core import clock
from app.core.db.base import db, find_in_any_workspace, note, writing
from app.core.errors import Gone, NotFound
from app.core.http.api import Blueprint
from app.core.http.previews import is_preview
from app.core.mail.opt_outs import CODE
from app.core.security.operations import WITHOUT_CREDENTIALS, Operation
from app.leads import details, messages, service
from app.leads.models import Lead
from app.leads.schemas import QuotePdfArgs

blp = Blueprint("quote_links", __name__, url_prefix="/q", description="Links of quotes.")
blueprints = (blp,)


@blp.get(
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
    lead = find_in_any_workspace(select(Lead).where(Lead.quote_code == code)) if CODE.fullmatch(code) else None
    if lead is None:
        raise NotFound("This link is not known.")
    return lead


def quote_file(item: service.ListedLead, language: str) -> Response:
    """Return the quote of a lead as an answer."""
    response = Response(details.draw_quote(item, language), mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{item.number}.pdf"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response
