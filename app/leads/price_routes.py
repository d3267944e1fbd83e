"""Calls on price lists and on the rules of dealer groups."""

from dataclasses import replace
from typing import Any

from flask import url_for

from app.clients.models import DealerGroup
from app.clients.service import get_client
from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import etag, match_revision_in
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.http.schemas import PageArgs
from app.core.security.operations import Operation, needs, transition
from app.core.security.visitor import require_user
from app.leads import pricing, rules
from app.leads.models import LeadRule, PriceList
from app.leads.schemas import (
    LeadRuleChangeSchema,
    LeadRulePageSchema,
    LeadRuleSchema,
    NewPriceListSchema,
    PriceListArgs,
    PriceListChangeSchema,
    PriceListPageSchema,
    PriceListSchema,
)
from app.masters.imports.service import client_of

prices = Blueprint("price_lists", __name__, url_prefix="/api/v1/price-lists", description="Prices of warranties.")
settled = Blueprint("lead_rules", __name__, url_prefix="/api/v1/lead-rules", description="Rules of leads.")
blueprints = (prices, settled)


PRICES = Resource(
    pricing.get_prices, PriceListSchema, address=lambda row: url_for("price_lists.get_price_list", price_list_id=row.id)
)


@prices.get("", Operation(needs("read", "Lead"), query=PriceListArgs, answer=PriceListPageSchema))
def list_price_lists(args: dict[str, Any]) -> Page:
    """List price lists, newest first."""
    query = pricing.list_prices(args["client"], args["state"])
    return paginate(query, args, key=PriceList.id)


@prices.get("/<int:price_list_id>", Operation(needs("read", "Lead"), revisioned=True, answer=PriceListSchema))
def get_price_list(price_list_id: int) -> Reply:
    """Retrieve a price list."""
    return PRICES.get(price_list_id)


@prices.post(
    "",
    Operation(
        needs("manage", "Lead"),
        audit="price_list:create",
        revisioned=True,
        body=NewPriceListSchema,
        answer=PriceListSchema,
        status=201,
    ),
)
def create_price_list(args: dict[str, Any]) -> Reply:
    """Create a draft of a price list as the next version."""
    return PRICES.create(pricing.create_prices(client_of(args.pop("client")), args))


@prices.patch(
    "/<int:price_list_id>",
    Operation(
        needs("manage", "Lead"),
        audit="price_list:update",
        revisioned=True,
        body=PriceListChangeSchema,
        answer=PriceListSchema,
        problems=(409,),
    ),
)
def change_price_list(args: dict[str, Any], price_list_id: int) -> Reply:
    """Update a draft of a price list."""
    return PRICES.change(price_list_id, lambda row: pricing.change_prices(row, args))


@prices.post(
    "/<int:price_list_id>/publish",
    transition(needs("manage", "Lead"), "price_list:publish", answer=PriceListSchema),
)
def publish_price_list(price_list_id: int) -> Reply:
    """Publish a price list, which never changes from then on."""
    return PRICES.move(price_list_id, lambda row: pricing.publish(row, require_user()))


# ---- rules --------------------------------------------------------------------------------------------


def _current(parent: DealerGroup) -> Any:
    """Return what a writer who comes too late is answered."""
    return lambda row: {"current": LeadRuleSchema().dump(_rule(parent, row))}


def _rule(parent: DealerGroup, rule: LeadRule) -> dict[str, Any]:
    """A rule as it is answered."""
    shares = [
        {"outlet": int(outlet), "weight": share.get("weight", 1), "capacity": share.get("capacity")}
        for outlet, share in rule.shares.items()
    ]
    return {"parent": parent, "rule": rule, "outlets": shares, "is_default": rule.revision == 0}


@settled.get("", Operation(needs("read", "Lead"), query=PageArgs, answer=LeadRulePageSchema))
def list_lead_rules(args: dict[str, Any]) -> Page:
    """List the rules of dealer groups."""
    name: Any = DealerGroup.name_key
    page = paginate(rules.list_rules(), args, key=DealerGroup.id, sort=name, descending=False)
    return replace(page, items=[_rule(*pair) for pair in rules.settled_rules(list(page.items))])


@settled.get("/<int:parent_id>", Operation(needs("read", "Lead"), revisioned=True, answer=LeadRuleSchema))
def get_lead_rule(parent_id: int) -> Any:
    """Retrieve the rule of a dealer group."""
    parent, row = rules.own_rule(parent_id)
    return _rule(parent, row), etag(row)


@settled.patch(
    "/<int:parent_id>",
    Operation(
        needs("manage", "Lead"),
        audit="lead_rule:update",
        revisioned=True,
        body=LeadRuleChangeSchema,
        answer=LeadRuleSchema,
    ),
)
def change_lead_rule(args: dict[str, Any], parent_id: int) -> Any:
    """Update the rule of a dealer group: who is eligible, and the outlets' shares."""
    parent = rules.own_rule(parent_id)[0]
    # Who changes a rule changes what is in force in all of the client.
    row = match_revision_in(get_client(parent.client_id), lambda: rules.own_rule(parent_id)[1], _current(parent))
    rules.settle_rule(parent, row, args)
    db.session.commit()
    return _rule(parent, row), etag(row)
