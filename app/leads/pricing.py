"""Price lists: drafts that are edited, versions that never change, and the price of a plan for a vehicle."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select

from app.accounts.users.models import User
from app.clients import moves
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db, fetch
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.lifecycles import Lifecycle
from app.leads.models import Lead, PriceList

LIFE = Lifecycle("price list", ("draft", "published"), {"publish": ("draft", "published")})
QUOTE_DAYS = timedelta(days=30)
"""How long a quote is valid."""
ROWS = 500


class Price(NamedTuple):
    """The price of a plan for a vehicle, and the list that says so."""

    years: int
    minor: int
    up_to_km: int | None
    prices: PriceList


def list_prices(client: int | None = None, state: str = "") -> Select[PriceList]:
    """Return price lists, of a client and in a state."""
    query = select(PriceList)
    if client is not None:
        query = query.where(PriceList.client_id == client)
    return query.where(PriceList.state == state) if state else query


def get_prices(list_id: int) -> PriceList:
    """Return a price list, or raise NotFound."""
    return fetch(select(PriceList).where(PriceList.id == list_id), "This price list does not exist.")


def create_prices(client: Client, values: dict[str, Any]) -> PriceList:
    """Add a draft as the client's next version."""
    last = db.session.scalar(select(func.max(PriceList.version)).where(PriceList.client_id == client.id)) or 0
    name = values.pop("name", "") or f"Version {last + 1}"
    rows = _rows(values.pop("rows"))
    row = PriceList(client_id=client.id, version=last + 1, name=name, rows=rows, **values)
    db.session.add(row)
    db.session.flush()
    return row


def change_prices(row: PriceList, values: dict[str, Any]) -> None:
    """Change a draft; Conflict where it is published."""
    if row.state != "draft":
        raise Conflict("A published price list never changes. Make a new version.", code="published")
    if "rows" in values:
        values["rows"] = _rows(values["rows"])
    for name, value in values.items():
        setattr(row, name, value)
    db.session.flush()


def publish(row: PriceList, user: User) -> None:
    """Put a draft in force from its day on; Conflict where it is published already."""
    LIFE.move(row, "publish", user_id=user.id)
    row.published_at, row.published_by = clock.now(), user.full_name
    db.session.flush()


def _rows(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows as they are stored; Invalid where two of them are for the same vehicles."""
    offered = [
        {
            "model": " ".join(row["model"].split()),
            "years": row["years"],
            "up_to_km": row["up_to_km"],
            "price": row["price"],
        }
        for row in rows
    ]
    keys = [(row["model"].casefold(), row["years"], row["up_to_km"]) for row in offered]
    errors = {
        f"rows.{at}": [BeyondSchema("Another row has the same model, years and kilometres.")]
        for at, key in enumerate(keys)
        if key in keys[:at]
    }
    if errors:
        raise Invalid(errors)
    return offered


# ---- prices of a vehicle ------------------------------------------------------------------------------


def in_force(client: Client, product: str, on: date) -> PriceList | None:
    """Return the published list that is valid on a day, the newest of several."""
    query = list_prices(client.id, "published").where(PriceList.valid_from <= on)
    rows = db.session.scalars(query.order_by(PriceList.valid_from.desc(), PriceList.version.desc()))
    return next((row for row in rows if row.product.casefold() == product.casefold()), None)


def prices_for(lead: Lead, client: Client, names: Sequence[str] = ()) -> list[Price]:
    """Return the prices of all plans for the vehicle of a lead, by years; `names` are what its model is called."""
    prices = in_force(client, lead.product, moves.today(client))
    if prices is None:
        return []
    wanted_names = {name.casefold() for name in (lead.model, lead.variant, *names) if name}
    odometer = lead.odometer_km or 0
    best: dict[int, dict[str, Any]] = {}
    for row in prices.rows:
        if row["model"] and row["model"].casefold() not in wanted_names:
            continue
        if row["up_to_km"] is not None and odometer > row["up_to_km"]:
            continue
        current = best.get(row["years"])
        if current is None or _rank(row) < _rank(current):
            best[row["years"]] = row
    return [Price(years, round(row["price"] * 100), row["up_to_km"], prices) for years, row in sorted(best.items())]


def _rank(row: dict[str, Any]) -> tuple[bool, float]:
    """The row of the model before that of every model; the narrowest band of kilometres first."""
    return not row["model"], row["up_to_km"] if row["up_to_km"] is not None else float("inf")


def quote(lead: Lead, client: Client, years: int, amount: float | None, names: Sequence[str] = ()) -> None:
    """Price a plan for a lead: by the list in force, or by the price given where no list has one."""
    listed_price = next((price for price in prices_for(lead, client, names) if price.years == years), None)
    if listed_price is None and amount is None:
        raise Invalid({"plan_years": [BeyondSchema("No published price list has a price for this plan and vehicle.")]})
    lead.plan_years = years
    lead.price_minor = (
        round(amount * 100) if amount is not None else listed_price.minor if listed_price is not None else None
    )
    lead.price_list_id = listed_price.prices.id if listed_price is not None and amount is None else None
    lead.gst_rate = listed_price.prices.gst_rate if listed_price is not None else 0.0
    lead.up_to_km = listed_price.up_to_km if listed_price is not None else None
    lead.quoted_on = moves.today(client)
    lead.quote_until = lead.quoted_on + QUOTE_DAYS
