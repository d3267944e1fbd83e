"""Our own calls on one's addresses and orders."""

from dataclasses import replace
from typing import Any

from flask import url_for

from app.core.db.base import db
from app.core.http.api import Blueprint
from app.core.http.etags import with_etag
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply, Resource
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user
from app.office.shop import ordering, serializers
from app.office.shop.models import Address, Purchase
from app.office.shop.schemas import (
    AddressArgs,
    AddressChangeSchema,
    AddressPageSchema,
    AddressSchema,
    NewAddressSchema,
    NewOrderSchema,
    OrderDetailSchema,
    OrderPageSchema,
)

blp = Blueprint("ordering", __name__, url_prefix="/api/v1/shop", description="Addresses and orders.")


ADDRESSES = Resource(
    lambda row_id: ordering.get_address(require_user(), row_id),
    AddressSchema,
    address=lambda row: url_for("ordering.get_address", address_id=row.id),
)
ORDERS = Resource(lambda row_id: ordering.get_order(require_user(), row_id), OrderDetailSchema, serializers.whole_order)


@blp.get("/addresses", Operation(needs("read", "Office"), query=AddressArgs, answer=AddressPageSchema))
def list_addresses(args: dict[str, Any]) -> Page:
    """List your delivery addresses, latest first."""
    return paginate(ordering.list_addresses(require_user()), args, key=Address.id)


@blp.get("/addresses/<int:address_id>", Operation(needs("read", "Office"), revisioned=True, answer=AddressSchema))
def get_address(address_id: int) -> Reply:
    """Retrieve an address."""
    address = ordering.get_address(require_user(), address_id)
    return with_etag(address)


@blp.post(
    "/addresses",
    Operation(
        needs("read", "Office"),
        audit="address:create",
        revisioned=True,
        body=NewAddressSchema,
        answer=AddressSchema,
        status=201,
    ),
)
def create_address(args: dict[str, Any]) -> Reply:
    """Create a delivery address."""
    return ADDRESSES.create(ordering.add_address(require_user(), args))


@blp.patch(
    "/addresses/<int:address_id>",
    Operation(
        needs("read", "Office"), audit="address:update", revisioned=True, body=AddressChangeSchema, answer=AddressSchema
    ),
)
def change_address(args: dict[str, Any], address_id: int) -> Reply:
    """Update an address."""
    return ADDRESSES.change(address_id, lambda address: ordering.change_address(address, args))


@blp.delete(
    "/addresses/<int:address_id>",
    Operation(needs("read", "Office"), audit="address:delete", revisioned=True, answer=AddressSchema),
)
def remove_address(address_id: int) -> Reply:
    """Delete an address; it can be restored."""
    return _move_address(address_id, removed=True)


@blp.post(
    "/addresses/<int:address_id>/restore",
    Operation(needs("read", "Office"), audit="address:restore", revisioned=True, answer=AddressSchema),
)
def restore_address(address_id: int) -> Reply:
    """Restore a deleted address."""
    return _move_address(address_id, removed=False)


@blp.get("/orders", Operation(needs("read", "Office"), query=AddressArgs, answer=OrderPageSchema))
def list_orders(args: dict[str, Any]) -> Page:
    """List your orders, latest first."""
    page = paginate(ordering.list_orders(require_user()), args, key=Purchase.id)
    return replace(page, items=[serializers.order(item) for item in page.items])


@blp.get("/orders/<int:purchase_id>", Operation(needs("read", "Office"), revisioned=True, answer=OrderDetailSchema))
def get_order(purchase_id: int) -> Reply:
    """Retrieve an order with its lines."""
    return ORDERS.get(purchase_id)


@blp.post(
    "/orders",
    Operation(
        needs("read", "Office"),
        audit="purchase:create",
        revisioned=True,
        body=NewOrderSchema,
        answer=OrderDetailSchema,
        status=201,
    ),
)
def place_order(args: dict[str, Any]) -> Reply:
    """Place an order for your cart at the shown total; nothing is charged."""
    order = ordering.place(require_user(), args["address"], args["payment"], args["total"], serializers.currency())
    db.session.commit()
    answer, headers = ORDERS.answer(order)
    page = f"{serializers.ORDER_PAGE}/{order.id}?done=ordered"
    return answer | {"next": page}, headers | {"Location": url_for("ordering.get_order", purchase_id=order.id)}


@blp.post(
    "/orders/<int:purchase_id>/cancel",
    Operation(needs("read", "Office"), audit="purchase:cancel", revisioned=True, answer=OrderDetailSchema),
)
def cancel_order(purchase_id: int) -> Reply:
    """Cancel an order."""
    return ORDERS.change(purchase_id, ordering.cancel)


def _move_address(address_id: int, *, removed: bool) -> Reply:
    """The address put away, or taken out again."""
    return ADDRESSES.change(address_id, lambda address: ordering.move_address(address, removed=removed))
