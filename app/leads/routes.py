"""Calls on leads."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
from flask import Response, url_for
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.users.scope import colleagues_of
from app.clients import moves
from app.clients.models import Client, Outlet
from app.core import clock
from app.core.db.base import db
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.http import csv_lines
from app.core.http.api import Blueprint
from app.core.http.csv_lines import attach_csv
from app.core.http.listing import Page, nulls_last, paginate, with_more
from app.core.http.resources import Reply, Resource
from app.core.security.operations import UNAUDITED, Answer, Operation, RowOperations, needs
from app.core.security.visitor import require_user
from app.leads import details, leaks, life, merging, messages, price_routes, quote_routes, rules, service, taxes, tree
from app.leads.models import Lead
from app.leads.quote_routes import quote_file
from app.leads.schemas import (
    AssignedSchema,
    AssignLeadsSchema,
    EligibilityArgs,
    EligibilitySchema,
    LeadBoardArgs,
    LeadBoardSchema,
    LeadChangeSchema,
    LeadChoicesSchema,
    LeadDetailSchema,
    LeadDraftSchema,
    LeadEventSchema,
    LeadLeakArgs,
    LeadLeakPageSchema,
    LeadListArgs,
    LeadMessageSchema,
    LeadPageSchema,
    LeadRepeatSchema,
    LeadTouchChangeSchema,
    LeadTreeArgs,
    LeadTreeSchema,
    MergeLeadsSchema,
    NewLeadSchema,
    QuotePdfArgs,
)
from app.masters.records.identities import NotFitting, vin_of
from app.masters.records.models import Vehicle
from app.masters.records.service import find_outlet

blp = Blueprint("leads", __name__, url_prefix="/api/v1/leads", description="Leads for extended warranty.")
blueprints = (blp, *price_routes.blueprints, *quote_routes.blueprints)
MOST_EXPORTED = 10_000
COLUMNS = ("number", "state", "name", "phone", "email", "consent", "vin", "registration", "model", "variant",
           "sale_date", "odometer_km", "warranty_end", "outlet", "owner", "product", "plan_years", "price", "amount",
           "policy_no", "reason", "next_action_at", "created_at")  # fmt: skip
CHOICES = 100
LEAD_CALLS = RowOperations("Lead", "lead", LeadDetailSchema)


def _filters(args: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in args.items() if name not in ("page", "per", "sort")}


LEADS = Resource(service.get_lead, LeadDetailSchema, details.load_details)


@blp.get("", Operation(needs("read", "Lead"), query=LeadListArgs, answer=LeadPageSchema))
def list_leads(args: dict[str, Any]) -> Page:
    """List leads."""
    sort, descending = _order_of(args["sort"])
    page = paginate(service.list_leads(**_filters(args)), args, key=Lead.id, sort=sort, descending=descending)
    return replace(page, items=service.list_details(list(page.items)))


def _order_of(sort: str) -> tuple[Any, bool]:
    """The column that an order goes by, none for that of their ids, and whether downwards."""
    name = sort.removeprefix("-")
    return None if name == "created_at" else getattr(Lead, name), sort.startswith("-")


@blp.get(
    "/export.csv",
    Operation(
        needs("export", "Lead"),
        audit="lead:export",
        query=LeadListArgs(exclude=["page", "per"]),
        content_type="text/csv",
    ),
)
def export_leads(args: dict[str, Any]) -> Response:
    """Export the first 10,000 leads of a list as CSV."""
    sort, descending = _order_of(args["sort"])
    order = [] if sort is None else [nulls_last(sort, descending)]
    order.append(Lead.id.desc() if descending else Lead.id.asc())
    query = service.list_leads(**_filters(args)).order_by(*order).limit(MOST_EXPORTED)
    text = "".join(csv_lines.lines(COLUMNS, _cells(list(db.session.scalars(query)))))
    return attach_csv(text, "leads", stored=False)


def _cells(rows: list[Lead]) -> Iterator[list[Any]]:
    """The cells of some leads."""
    for item in service.list_details(rows):
        lead = item.lead
        yield [
            item.number, lead.state, item.name, item.phone or "", item.email, "yes" if lead.consent else "no",
            lead.vin or "", lead.registration or "", lead.model, lead.variant, lead.sale_date, lead.odometer_km,
            lead.warranty_end, item.outlet.name if item.outlet else "",
            item.owner.full_name if item.owner else "", lead.product, lead.plan_years, lead.price, lead.amount,
            lead.policy_no or "", lead.reason, lead.next_action_at and lead.next_action_at.isoformat(),
            lead.created_at.isoformat(),
        ]  # fmt: skip


@blp.get("/tree", Operation(needs("read", "Lead"), query=LeadTreeArgs, answer=LeadTreeSchema))
def get_lead_tree(args: dict[str, Any]) -> Response:
    """Retrieve dealer groups, their cities and outlets, with counts of leads."""
    # Written as it is: a schema would go through every figure of thousands of outlets again.
    return Response(orjson.dumps(tree.tree_of(**args)), mimetype="application/json")


@blp.get("/board", Operation(needs("read", "Lead"), query=LeadBoardArgs, answer=LeadBoardSchema))
def get_lead_board(args: dict[str, Any]) -> dict[str, Any]:
    """Retrieve open leads by state, the first 50 of each."""
    return details.board(**args)


@blp.get("/leaks", Operation(needs("read", "Lead"), query=LeadLeakArgs, answer=LeadLeakPageSchema))
def list_lead_leaks(args: dict[str, Any]) -> dict[str, Any]:
    """List open leads that may be lost, most at risk first, and how many of each outlet, city or owner."""
    filters = _filters(args)
    reason, by = filters.pop("reason"), filters.pop("by")
    page = paginate(leaks.list_leaks(reason, **filters), args, key=Lead.id, sort=leaks.severity())
    reasons = leaks.reasons_of([row.id for row in page.items])
    items = [
        {"lead": item, "reason": name}
        for item in service.list_details(list(page.items))
        for name in reasons[item.lead.id]
        if not reason or name == reason
    ]
    groups, totals = leaks.by_group(by, **filters)
    return with_more(page, items=items, groups=groups, totals=totals, currency=service.currency_in_reach(),
                     **leaks.lateness(**filters))  # fmt: skip


@blp.get("/choices", Operation(needs("update", "Lead"), answer=LeadChoicesSchema))
def list_lead_choices() -> dict[str, Any]:
    """List people who can own leads, and open outlets they can go to."""
    people = select(User).where(User.deleted_at.is_(None), User.status == "active", colleagues_of(require_user()))
    people = people.order_by(User.name_key, User.id).limit(1000)
    owners = [user for user in db.session.scalars(people) if service.may_own(user)]
    outlets = select(Outlet).where(Outlet.closed_at.is_(None)).order_by(Outlet.name_key, Outlet.id).limit(CHOICES)
    return {"owners": owners[:CHOICES], "outlets": list(db.session.scalars(outlets)), "states": list(taxes.STATES)}


@blp.post(
    "",
    LEAD_CALLS.create(
        NewLeadSchema,
        answers=(Answer(schema=LeadDetailSchema, description="The vehicle's open lead for this product, touched"),),
        problems=(409,),
    ),
)
def create_lead(args: dict[str, Any]) -> Any:
    """Create a lead; if the vehicle has an open one for the product, that is answered."""
    values = args.pop("customer") | args.pop("vehicle") | args
    lead, is_new = service.create_lead(values, require_user())
    db.session.commit()
    body, headers = LEADS.answer(lead)
    if is_new:
        return body, headers | {"Location": url_for("leads.get_lead", lead_id=lead.id)}
    return body, 200, headers


@blp.get("/<int:lead_id>", LEAD_CALLS.read())
def get_lead(lead_id: int) -> Reply:
    """Retrieve a lead."""
    return LEADS.get(lead_id)


@blp.patch("/<int:lead_id>", LEAD_CALLS.update(LeadChangeSchema, problems=(409,)))
def change_lead(args: dict[str, Any], lead_id: int) -> Reply:
    """Update customer, vehicle, plan or next action of a lead."""
    values = args.pop("customer", {}) | args.pop("vehicle", {}) | args
    service.resolve(values)
    return LEADS.change(lead_id, lambda lead: service.change_lead(lead, values, require_user()))


@blp.post("/<int:lead_id>/events", LEAD_CALLS.transition("event", body=LeadEventSchema))
def add_lead_event(args: dict[str, Any], lead_id: int) -> Reply:
    """Apply an event of a lead's life cycle."""
    event, user = args.pop("event"), require_user()

    def write(lead: Lead) -> None:
        life.LIFE.target(lead.state, event)
        service.resolve(args)
        life.apply_event(lead, event, args, user)

    return LEADS.move(lead_id, write)


@blp.post("/<int:lead_id>/touches", LEAD_CALLS.step("touch", body=LeadTouchChangeSchema, problems=(409,)))
def add_lead_touch(args: dict[str, Any], lead_id: int) -> Reply:
    """Log an attempt to reach the customer, or a note."""

    def write(lead: Lead) -> None:
        service.resolve(args)
        life.touch(lead, args, require_user())

    return LEADS.move(lead_id, write)


@blp.get("/<int:lead_id>/messages/draft", Operation(needs("update", "Lead"), answer=LeadDraftSchema))
def get_lead_draft(lead_id: int) -> messages.Draft:
    """Retrieve what a message to a lead's customer can begin with."""
    return messages.draft_message(service.get_lead(lead_id))


@blp.post("/<int:lead_id>/messages", LEAD_CALLS.step("message", body=LeadMessageSchema, problems=(409,)))
def create_lead_message(args: dict[str, Any], lead_id: int) -> Reply:
    """Send a message to a lead's customer, with the quote if asked for."""
    message = {"subject": args["subject"], "with_quote": args["quote"], "user": require_user()}
    return LEADS.move(lead_id, lambda lead: messages.add_message(lead, args["channel"], args["text"], **message))


@blp.post("/<int:lead_id>/messages/again", LEAD_CALLS.step("message", body=LeadRepeatSchema, problems=(409,)))
def repeat_lead_message(args: dict[str, Any], lead_id: int) -> Reply:
    """Send a message again that failed because of the account."""
    return LEADS.move(lead_id, lambda lead: messages.repeat_message(lead, args["message"], require_user()))


@blp.post(
    "/assign",
    Operation(
        needs("update", "Lead"), audit="lead:give", body=AssignLeadsSchema, answer=AssignedSchema, problems=(409,)
    ),
)
def assign_leads(args: dict[str, Any]) -> dict[str, int]:
    """Assign up to 500 open leads to an outlet, an owner, or by the rules; all or none."""
    outlet = find_outlet(args["outlet"]) if args["outlet"] else None
    owner = service.get_owner(args["owner"]) if args["owner"] else None
    ids = list(dict.fromkeys(args["ids"]))
    assigned = service.assign_leads(ids, outlet, owner, require_user())
    db.session.commit()
    return {"assigned": assigned}


@blp.post("/<int:lead_id>/merge", LEAD_CALLS.step("merge", body=MergeLeadsSchema, problems=(409,)))
def merge_lead(args: dict[str, Any], lead_id: int) -> Reply:
    """Merge a duplicate into a lead."""
    return LEADS.apply(
        lead_id, lambda lead: merging.merge(lead, service.get_lead(args["other"], "other"), require_user())
    )


@blp.post("/<int:lead_id>/merge/undo", LEAD_CALLS.step("unmerge", problems=(409,)))
def undo_lead_merge(lead_id: int) -> Reply:
    """Undo the latest merge of a lead, within 24 hours."""
    return LEADS.apply(lead_id, lambda lead: merging.undo(lead, require_user()))


@blp.get(
    "/<int:lead_id>/quote.pdf",
    Operation(needs("read", "Lead"), query=QuotePdfArgs, content_type="application/pdf", problems=(409,)),
)
def get_lead_quote(args: dict[str, Any], lead_id: int) -> Response:
    """Retrieve the quote of a lead as a PDF, in English or Hindi."""
    lead = service.get_lead(lead_id)
    if lead.price_minor is None:
        raise Conflict("Nothing has been quoted yet.", code="not_quoted")
    return quote_file(service.list_details([lead])[0], args["hl"])


@blp.post(
    "/eligibility", Operation(needs("read", "Lead"), audit=UNAUDITED, body=EligibilityArgs, answer=EligibilitySchema)
)
def check_eligibility(args: dict[str, Any]) -> rules.Eligibility:
    """Check whether a vehicle's warranty can be extended, and why not."""
    try:
        vin = vin_of(args["vin"])
    except NotFitting as error:
        raise Invalid({"vin": [BeyondSchema(error.reason)]}) from None
    vehicle = db.session.scalar(select(Vehicle).where(Vehicle.vin == vin).order_by(Vehicle.id).limit(1))
    if vehicle is None:
        return rules.judge(None, rules.Rule(), clock.now().date())
    client = db.session.get_one(Client, vehicle.client_id)
    return rules.judge(vehicle, rules.rule_at(rules.outlet_of(vehicle)), moves.today(client))
