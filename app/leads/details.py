"""One lead with all that its page shows, and the board."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import case, func, select

from app.clients import moves
from app.clients.models import Outlet
from app.clients.service import get_client
from app.core.db.base import db
from app.core.http.listing import Order
from app.core.security.visitor import require_user
from app.leads import life, merging, pricing, rules, service, taxes
from app.leads.models import ENDED, OPEN, Lead, LeadTouch, PriceList

COLUMN = 50
"""Cards in a column of the board."""
WORK: Any = Order(Lead.id, Lead.next_action_at, descending=False)
"""Open leads by their next action, as leaks are item."""
SHOWN_ENDED = ("won", "lost", "expired")


@dataclass(frozen=True)
class DetailedLead(service.QuotedLead):
    """A lead with what was done about it, its eligibility, its prices and possible duplicates."""

    touches: list[LeadTouch]
    repeatable: list[int]
    eligibility: rules.Eligibility
    reasons: list[dict[str, Any]]
    duplicates: list[service.ListedLead]
    undo_merge_until: datetime | None
    merged: str | None
    may_reopen: bool
    vehicle_id: int | None
    neighbours: dict[str, int | None]


def load_details(lead: Lead) -> DetailedLead:
    """Return a lead as its page shows it."""
    details = service.list_details([lead])[0]
    client = details.client
    vehicle = service.vehicle_of(client, lead.vin, lead.registration)
    merge = merging.undoable(lead)
    other = db.session.get(Lead, merge.other_id) if merge is not None else None
    possible, touches = life.possible_reasons(lead), service.touches_of(lead)
    previous, following = WORK.neighbours(lead, [Lead.state.in_(OPEN)])
    return DetailedLead(
        **vars(details),
        touches=touches,
        repeatable=service.repeatable_of(touches) if lead.is_open else [],
        eligibility=rules.judge(vehicle or lead, rules.rule_at(details.outlet), moves.today(client)),
        quote=quote_of(lead, details.outlet),
        reasons=[
            {"code": code, "labels": labels, "possible": code in possible}
            for code, labels in life.lost_reasons().items()
        ],
        duplicates=service.list_details(merging.possible_duplicates(lead)),
        undo_merge_until=merge.at + merging.UNDO_FOR if merge is not None else None,
        merged=f"L-{other.number}" if other is not None else None,
        may_reopen=life.may_manage(lead, require_user()),
        vehicle_id=vehicle.id if vehicle is not None else None,
        neighbours={"previous": previous, "next": following},
    )


def draw_quote(item: service.ListedLead, language: str) -> bytes:
    """Return the quote of a lead as a PDF, in one of the languages of quotes."""
    # Drawing takes fonts and their shaping, which nothing else needs.
    from app.leads import quotes

    quoted_lead = service.QuotedLead(**vars(item), quote=quote_of(item.lead, item.outlet))
    return quotes.draw_quote(quoted_lead, language)


def quote_of(lead: Lead, outlet: Outlet | None) -> dict[str, Any]:
    """Return the plans that can be bought for a lead, and what has become of its quote."""
    client = get_client(lead.client_id)
    prices = pricing.prices_for(lead, client, life.model_names(lead))
    current = prices[0].prices if prices else pricing.in_force(client, lead.product, moves.today(client))
    quoted = db.session.get(PriceList, lead.price_list_id) if lead.price_list_id else None
    is_over = lead.quote_until is not None and lead.quote_until < moves.today(client)
    link = taxes.payment_of(lead, client) if not is_over else None
    return {
        "plans": [
            {"years": price.years, "price": price.minor / 100, "up_to_km": price.up_to_km,
             "total": round(price.minor * (100 + price.prices.gst_rate) / 10_000)}
            for price in prices
        ],
        "prices": next((row.name for row in (quoted, current) if row is not None), None),
        "is_old": quoted is not None and (current is None or current.id != quoted.id),
        "is_over": is_over,
        "supply_state": lead.supply_state or taxes.state_of(outlet),
        "taxes": taxes.taxes_of(lead, outlet),
        "payment": {"link": link, "qr": taxes.picture_of(link)} if link is not None else None,
    }  # fmt: skip


def board(sort: str, **filters: Any) -> dict[str, Any]:
    """Return open leads by state in an order of `BOARD_SORTS`, and how many have ended."""
    conditions = service.list_conditions(**filters)
    worth = func.sum(service.price_with_tax())
    paid = func.sum(Lead.amount_minor)
    query = select(Lead.state, func.count(), worth, paid).where(*conditions).group_by(Lead.state)
    counts = {state: (number, worth, paid) for state, number, worth, paid in db.session.execute(query)}
    due: Any = func.coalesce(Lead.next_action_at, case((Lead.contacted_at.is_(None), Lead.sla_due_at)))
    orders = {"next": due.asc(), "ends": Lead.warranty_end.asc(), "premium": service.price_with_tax().desc()}
    rows: dict[str, list[Lead]] = {}
    for state in OPEN:
        first = select(Lead).where(Lead.state == state, *conditions)
        first = first.order_by(orders[sort].nulls_last(), Lead.id).limit(COLUMN)
        rows[state] = list(db.session.scalars(first)) if state in counts else []
    details = {item.lead.id: item for item in service.list_details([row for column in rows.values() for row in column])}

    def column(state: str) -> dict[str, Any]:
        number, worth, paid = counts.get(state, (0, None, None))
        money = paid if state == "won" else worth
        return {"state": state, "total": number, "worth": None if money is None else round(float(money)) / 100}

    return {
        "columns": [column(state) | {"items": [details[row.id] for row in rows[state]]} for state in OPEN],
        "ended": [column(state) for state in ENDED if state in SHOWN_ENDED],
        "currency": service.currency_in_reach(),
    }
