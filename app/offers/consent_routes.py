"""Calls on consents, and what recipients of offers do: open, click, opt out."""

from base64 import b64decode
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Response, redirect
from sqlalchemy import select

from app.clients.models import Client
from app.clients.service import get_client
from app.core import clock
from app.core.db.base import db, find_in_any_workspace, writing
from app.core.errors import NotFound
from app.core.http.api import Blueprint
from app.core.http.csv_files import MOST_BYTES
from app.core.http.listing import Page, paginate
from app.core.http.previews import is_preview
from app.core.http.schemas import PageArgs
from app.core.mail.opt_outs import CODE, OptOut, find_opt_out, opt_out_source
from app.core.security.operations import LARGEST_UPLOAD, PUBLIC, UNAUDITED, WITHOUT_CREDENTIALS, Operation, needs
from app.offers import answers, consents, messages, recipients, results
from app.offers.models import Consent, Offer, OfferRecipient
from app.offers.schemas import (
    CodeSchema,
    ConsentEntryPageSchema,
    ConsentEntrySchema,
    ConsentImportForm,
    ConsentImportSchema,
    ListFiles,
    NewConsentEntrySchema,
    UnsubscribeSchema,
)

contacts = Blueprint("consents", __name__, url_prefix="/api/v1/contacts", description="Who may be written to.")
files = Blueprint("consent_files", __name__, url_prefix="/api/v1/consents", description="Consents in bulk.")
opt_outs = Blueprint("opt_outs", __name__, url_prefix="/api/v1/opt-outs", description="Opting out by a mail's link.")
tracked = Blueprint("tracked_links", __name__, url_prefix="/o", description="Links in the messages of offers.")
blueprints = (contacts, files, opt_outs, tracked)
POINT = b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
"""A picture of one transparent point."""


# ---- the ledger ---------------------------------------------------------------------------------------


@contacts.get(
    "/<int:contact_id>/consents", Operation(needs("read", "Offer"), query=PageArgs, answer=ConsentEntryPageSchema)
)
def list_consents(args: dict[str, Any], contact_id: int) -> Page:
    """List a contact's consents and refusals."""
    query = consents.list_consents(consents.find_contact_id(contact_id))
    return paginate(query, args, key=Consent.id, sort=Consent.at)


@contacts.post(
    "/<int:contact_id>/consents",
    Operation(
        needs("update", "Offer"),
        audit="consent:create",
        body=NewConsentEntrySchema,
        answer=ConsentEntrySchema,
        status=201,
    ),
)
def create_consent(args: dict[str, Any], contact_id: int) -> Consent:
    """Record a contact's consent to a channel, or their opt-out."""
    entry = consents.add_consent(
        consents.get_contact(contact_id), args["channel"], args["state"], args["source"], at=args["at"]
    )[0]
    db.session.commit()
    return entry


@files.post(
    "/import",
    Operation(
        needs("update", "Offer"),
        audit="consent:import",
        largest=LARGEST_UPLOAD,
        files=ListFiles,
        form=ConsentImportForm,
        answer=ConsentImportSchema,
        renders_answer=True,
    ),
)
def import_consents(uploads: dict[str, Any], form: dict[str, Any]) -> dict[str, int]:
    """Import one consent for all customers of a CSV file with the column `phone` or `email`."""
    client = get_client(form["client"], "client")
    matched = recipients.match_rows(uploads["file"].stream.read(MOST_BYTES + 1), client)
    for customer in matched.customers:
        consents.add_consent(consents.contact_of(customer), form["channel"], form["state"], form["source"])
    db.session.commit()
    return {"matched": len(matched.customers), "unknown": matched.unknown, "doubled": matched.doubled}


# ---- opting out ---------------------------------------------------------------------------------------


def _recipient(code: str) -> tuple[OfferRecipient, Offer]:
    """The recipient of a code, in whose workspace the request goes on; NotFound for any other."""
    query = select(OfferRecipient).where(OfferRecipient.code == code)
    recipient = find_in_any_workspace(query) if CODE.fullmatch(code) else None
    if recipient is None:
        raise NotFound("This link is not known.")
    return recipient, db.session.get_one(Offer, recipient.offer_id)


@opt_out_source
def find_offer(code: str) -> OptOut | None:
    """Return what the code of an offer's recipient opts out of, in whose workspace the request goes on."""
    try:
        recipient, offer = _recipient(code)
    except NotFound:
        return None
    client = db.session.get_one(Client, offer.client_id)
    return OptOut(client.name, offer.channel, _is_out(recipient, offer), partial(_opt_out, recipient, offer))


def _opt_out(recipient: OfferRecipient, offer: Offer) -> None:
    """Note that a recipient wants no more of the channel; again changes nothing."""
    if not _is_out(recipient, offer):
        contact = consents.get_contact(recipient.customer_id)
        consents.add_consent(contact, offer.channel, consents.OUT, "unsubscribe link", offer_id=offer.id)
        recipient.opted_out = True
        db.session.flush()


def _is_out(recipient: OfferRecipient, offer: Offer) -> bool:
    customer = consents.customer_of(recipient.customer_id)
    address = consents.address_of(customer, offer.channel) if customer is not None else ""
    contact_id = consents.contact_id_of(customer) if customer is not None else recipient.customer_id
    state = consents.state_of(offer.client_id, offer.channel, address, contact_id)
    return state == consents.OUT


@opt_outs.get("", Operation(PUBLIC, query=CodeSchema, answer=UnsubscribeSchema))
def get_opt_out(args: dict[str, Any]) -> OptOut:
    """Retrieve whose messages a link opts out of."""
    return find_opt_out(args["code"])


@opt_outs.post("", Operation(PUBLIC, audit=UNAUDITED, body=CodeSchema, answer=UnsubscribeSchema))
def create_opt_out(args: dict[str, Any]) -> OptOut:
    """Opt out by a mail's link."""
    opt_out = find_opt_out(args["code"])
    opt_out.apply()
    db.session.commit()
    return replace(opt_out, opted_out=True)


@tracked.get("/<code>/unsubscribe", Operation(WITHOUT_CREDENTIALS, status=303))
def open_opt_out(code: str) -> Any:
    """Redirect to the page on which a recipient opts out."""
    return redirect(f"/unsubscribe?code={code}" if CODE.fullmatch(code) else "/unsubscribe", 303, Response)


@tracked.post("/<code>/unsubscribe", Operation(WITHOUT_CREDENTIALS, audit=UNAUDITED, status=204))
def opt_out_at_once(code: str) -> None:
    """Opt out with one click in a mail program (RFC 8058)."""
    find_opt_out(code).apply()
    db.session.commit()


# ---- opening and clicking -----------------------------------------------------------------------------


def _note(code: str, stage: str) -> tuple[OfferRecipient, Offer]:
    """Note a stage of a code's recipient; return them with the offer."""
    recipient, offer = _recipient(code)
    if recipient.sent_at is not None and not is_preview():
        with writing():
            results.note_time(recipient, stage, clock.now())
            db.session.commit()
    return recipient, offer


@tracked.get("/<code>/seen.gif", Operation(WITHOUT_CREDENTIALS, content_type="image/gif"))
def note_opening(code: str) -> Response:
    """Record that a mail was opened."""
    _note(code, "read")
    return Response(POINT, content_type="image/gif", headers={"Cache-Control": "no-store"})


@tracked.post("/<code>/dismissed", Operation(WITHOUT_CREDENTIALS, audit=UNAUDITED, status=204))
def note_dismissal(code: str) -> None:
    """Record that a visitor has closed an offer of the web chat."""
    recipient, offer = _note(code, "read")
    if offer.channel == "web" and recipient.sent_at is not None:
        recipient.reason = "dismissed"
        db.session.commit()


@tracked.get("/<code>", Operation(WITHOUT_CREDENTIALS, status=302, problems=(404,)))
def open_link(code: str) -> Any:
    """Record a click and redirect to the address in the offer."""
    recipient, offer = _note(code[:-1], "clicked")
    place = messages.PLACES.find(code[-1]) if code else -1
    if not 0 <= place < len(offer.links):
        raise NotFound("This link is not known.")
    response = redirect(answers.mark_link(offer.links[place], recipient, offer), 302, Response)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
