"""Calls on offers, their audience, recipients and results."""

from typing import Any

from flask import Response, url_for

from app.clients.models import Client
from app.clients.service import get_client, sole_client
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import current_scope
from app.core.http.api import Blueprint
from app.core.http.csv_files import MOST_BYTES
from app.core.http.csv_lines import attach_csv
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply, Resource, single
from app.core.languages import reading_language
from app.core.security.operations import LARGEST_UPLOAD, UNAUDITED, Operation, RowOperations, needs, transition
from app.core.security.visitor import require_user
from app.offers import audience, planning, recipients, results, service, trials
from app.offers.consent_routes import blueprints as consent_blueprints
from app.offers.models import Offer, OfferRecipient
from app.offers.schemas import (
    AudienceSchema,
    CampaignOfferDetailSchema,
    CampaignOfferPageSchema,
    CountedAudienceSchema,
    ListFiles,
    ListForm,
    NeededOfferReasonSchema,
    NewOfferSchema,
    OfferAudienceSchema,
    OfferChangeSchema,
    OfferFunnelSchema,
    OfferListArgs,
    OfferListSchema,
    OfferReasonSchema,
    OfferRecipientPageSchema,
    OfferTestSchema,
    RecipientListArgs,
    SentTestSchema,
)
from app.offers.segments import check_segment, find_segment

blp = Blueprint("offers", __name__, url_prefix="/api/v1/offers", description="Campaigns to customers.")
blueprints = (blp, *consent_blueprints)


OFFERS = Resource(
    service.get_offer,
    CampaignOfferDetailSchema,
    single(service.list_figures),
    lambda row: url_for("offers.get_offer", offer_id=row.id),
)
OFFER_CALLS = RowOperations("Offer", "offer", CampaignOfferDetailSchema)


@blp.get("", Operation(needs("read", "Offer"), query=OfferListArgs, answer=CampaignOfferPageSchema))
def list_offers(args: dict[str, Any]) -> dict[str, Any]:
    """List offers."""
    query = service.list_offers(args["q"], view=args["view"], client=args["client"])
    page = paginate(query, args, key=Offer.id)
    return with_more(page, items=service.list_figures(list(page.items)), views=service.count_views())


@blp.post("", OFFER_CALLS.create(NewOfferSchema, problems=(409,)))
def create_offer(args: dict[str, Any]) -> Reply:
    """Create an offer as a draft."""
    return OFFERS.create(service.create_offer(args, require_user()))


@blp.get("/<int:offer_id>", OFFER_CALLS.read())
def get_offer(offer_id: int) -> Reply:
    """Retrieve an offer."""
    return OFFERS.get(offer_id)


@blp.patch("/<int:offer_id>", OFFER_CALLS.update(OfferChangeSchema, problems=(409,)))
def change_offer(args: dict[str, Any], offer_id: int) -> Reply:
    """Update a draft; a scheduled offer becomes a draft, a running one takes a new end, rate, budget and price."""
    return OFFERS.change(offer_id, lambda offer: service.change_offer(offer, args, require_user()))


# ---- life ---------------------------------------------------------------------------------------------


def _move_offer(offer_id: int, event: str, reason: str = "") -> Reply:
    """The offer after an event."""
    return OFFERS.move(offer_id, lambda offer: service.move_offer(offer, event, require_user(), reason))


@blp.post("/<int:offer_id>/submit", OFFER_CALLS.transition("submit"))
def submit_offer(offer_id: int) -> Reply:
    """Submit a draft: it is scheduled, or waits for another person's approval if it is large."""
    return _move_offer(offer_id, "submit")


@blp.post(
    "/<int:offer_id>/approve",
    transition(needs("approve", "Offer"), "offer:approve", body=OfferReasonSchema, answer=CampaignOfferDetailSchema),
)
def approve_offer(args: dict[str, Any], offer_id: int) -> Reply:
    """Approve another person's offer."""
    return _move_offer(offer_id, "approve", args["reason"])


@blp.post("/<int:offer_id>/reject", OFFER_CALLS.transition("reject", body=NeededOfferReasonSchema))
def reject_offer(args: dict[str, Any], offer_id: int) -> Reply:
    """Reject an offer that waits for approval; it becomes a draft."""
    return _move_offer(offer_id, "reject", args["reason"])


@blp.post("/<int:offer_id>/pause", OFFER_CALLS.transition("pause", body=OfferReasonSchema))
def pause_offer(args: dict[str, Any], offer_id: int) -> Reply:
    """Pause a running offer; a message in progress is still sent."""
    return _move_offer(offer_id, "pause", args["reason"])


@blp.post("/<int:offer_id>/resume", OFFER_CALLS.transition("resume", body=OfferReasonSchema))
def resume_offer(args: dict[str, Any], offer_id: int) -> Reply:
    """Resume a paused offer."""
    return _move_offer(offer_id, "resume", args["reason"])


@blp.post("/<int:offer_id>/cancel", OFFER_CALLS.transition("cancel", body=NeededOfferReasonSchema))
def cancel_offer(args: dict[str, Any], offer_id: int) -> Reply:
    """Cancel an offer; recipients without a message are skipped."""
    return _move_offer(offer_id, "cancel", args["reason"])


@blp.post("/<int:offer_id>/archive", OFFER_CALLS.transition("archive", body=OfferReasonSchema))
def archive_offer(args: dict[str, Any], offer_id: int) -> Reply:
    """Archive a completed or cancelled offer."""
    return _move_offer(offer_id, "archive", args["reason"])


@blp.post(
    "/<int:offer_id>/clone",
    Operation(needs("create", "Offer"), audit="offer:clone", answer=CampaignOfferDetailSchema, status=201),
)
def clone_offer(offer_id: int) -> Reply:
    """Clone an offer into a new draft without start and end."""
    return OFFERS.create(service.clone_offer(service.get_offer(offer_id), require_user()))


@blp.post(
    "/<int:offer_id>/test",
    Operation(
        needs("update", "Offer"), audit="offer:test", body=OfferTestSchema, answer=SentTestSchema, problems=(409,)
    ),
)
def send_test(args: dict[str, Any], offer_id: int) -> dict[str, str]:
    """Send an offer's message to your own address, without tracked links."""
    offer, user = service.get_offer(offer_id), require_user()
    to = trials.send_test(offer, user, args["language"], args["variant"])
    db.session.commit()
    return {"to": to}


# ---- audience -----------------------------------------------------------------------------------------


@blp.post(
    "/audience", Operation(needs("read", "Offer"), audit=UNAUDITED, body=AudienceSchema, answer=CountedAudienceSchema)
)
def count_audience(args: dict[str, Any]) -> dict[str, Any]:
    """Count an audience, with a sample and the reasons for exclusions."""
    cap = args.get("frequency_cap")
    client, segment = _client(args), None
    if args["segment"]:
        segment = find_segment(check_segment(args["segment"]), current_scope(), client.id)
    question = audience.AudienceQuery(
        client, args["channel"], audience.check_filters(args["filters"], "filters"),
        None if args["outlets"] is None else set(args["outlets"]), audience.customers_of_list(args["contacts"]),
        segment, audience.customers_of_list(args["exclusions"]) or (),
        (cap["count"], cap["days"]) if cap else (2, 7), offer_id=args["offer"],
    )  # fmt: skip
    return audience.count_audience(question, clock.now())


def _client(args: dict[str, Any]) -> Client:
    """The client that is asked for, else the only one the reader may see."""
    if args["client"] is not None:
        return get_client(args["client"], "client")
    if args["offer"] is not None:
        return get_client(service.get_offer(args["offer"]).client_id)
    return sole_client("client", "Choose a client.")


@blp.get("/<int:offer_id>/audience", Operation(needs("read", "Offer"), answer=OfferAudienceSchema))
def count_offer_audience(offer_id: int) -> dict[str, Any]:
    """Count an offer's stored audience as it is now."""
    offer = service.get_offer(offer_id)
    count = audience.count_audience(audience.question_of(offer), clock.now())
    draft = offer.state == "draft"
    checks = service.audience_checks(offer, count["count"], reading_language()) if draft else []
    return count | {"checks": checks, "plan": planning.plan_of(offer, count["count"], clock.now())}


@blp.post(
    "/lists",
    Operation(
        needs("create", "Offer"),
        audit="offer_list:create",
        largest=LARGEST_UPLOAD,
        files=ListFiles,
        form=ListForm,
        answer=OfferListSchema,
        status=201,
    ),
)
def create_list(files: dict[str, Any], form: dict[str, Any]) -> dict[str, Any]:
    """Upload a CSV list of customers with the column `phone` or `email`."""
    client = get_client(form["client"], "client")
    file = files["file"]
    row, contents = recipients.create_list(
        str(file.filename or "")[:120], file.stream.read(MOST_BYTES + 1), client
    )  # fmt: skip
    db.session.commit()
    return {
        "id": row.id, "name": row.name, "matched": len(contents.customers), "unknown": contents.unknown,
        "doubled": contents.doubled,
    }  # fmt: skip


# ---- results ------------------------------------------------------------------------------------------


@blp.get("/<int:offer_id>/funnel", Operation(needs("read", "Offer"), answer=OfferFunnelSchema))
def get_funnel(offer_id: int) -> dict[str, Any]:
    """Retrieve the funnel of an offer."""
    offer = service.get_offer(offer_id)
    return results.funnel_of(offer) | {"guards": results.guards_of(offer)}


@blp.get(
    "/<int:offer_id>/recipients",
    Operation(needs("read", "Offer"), query=RecipientListArgs, answer=OfferRecipientPageSchema),
)
def list_recipients(args: dict[str, Any], offer_id: int) -> dict[str, Any]:
    """List the recipients of an offer."""
    page: Page = paginate(_recipients(offer_id, args), args, key=OfferRecipient.id, descending=False)
    views = recipients.count_views(_recipients(offer_id, args | {"state": ""}))
    outlets = recipients.list_outlets(service.get_offer(offer_id))
    return with_more(page, items=recipients.list_details(list(page.items)), views=views, outlets=outlets)


@blp.get(
    "/<int:offer_id>/recipients.csv",
    Operation(needs("export", "Offer"), audit="offer:export", query=RecipientListArgs, content_type="text/csv"),
)
def export_recipients(args: dict[str, Any], offer_id: int) -> Response:
    """Download the recipients of an offer as CSV."""
    text = "".join(recipients.recipients_csv(_recipients(offer_id, args)))
    return attach_csv(text, f"recipients-{offer_id}")


def _recipients(offer_id: int, args: dict[str, Any]) -> Any:
    return recipients.list_recipients(
        service.get_offer(offer_id), q=args["q"], state=args["state"], outlet=args["outlet"], variant=args["variant"],
        language=args["language"],
    )  # fmt: skip
