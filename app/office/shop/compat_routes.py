"""The specified shop calls."""

from typing import Any

import marshmallow as ma

from app.core.db.base import db
from app.core.errors import Invalid
from app.core.http.api import SpecifiedBlueprint
from app.core.http.schemas import ResponseSchema, Whole
from app.core.security.operations import SIGNED_IN, Operation, needs
from app.core.security.visitor import require_user
from app.office.shop import cart, order_routes, service
from app.office.shop.compat_schemas import (
    ShopArgs,
    ShopCartSchema,
    ShopChoiceSchema,
    ShopListSchema,
    ShopOneSchema,
    ShopProductsSchema,
    ShopWishChoiceSchema,
)
from app.office.shop.models import COLOURS, Product

blp = SpecifiedBlueprint(
    "shop", __name__, url_prefix="/apps/ecommerce", description="The shop, as the specified calls have it."
)


def _product(product: Product) -> dict[str, Any]:
    """A product under the specification's names."""
    return {
        "id": product.number, "name": product.name, "slug": product.slug, "description": product.description,
        "brand": product.brand, "price": product.price, "image": product.image,
        "hasFreeShipping": product.has_free_shipping, "rating": product.rating,
    }  # fmt: skip


def _mark_product(product: Product, marks: cart.Marks) -> dict[str, Any]:
    """A product, and whether it is in one's cart and on one's wishlist."""
    return _product(product) | {"isInWishlist": product.id in marks.wishlist, "isInCart": product.id in marks.cart}


@blp.get("/products", Operation(needs("read", "Office"), query=ShopArgs, answer=ShopListSchema))
def products(args: dict[str, Any]) -> dict[str, Any]:
    """List products by words of their names, with your wishlist and cart."""
    user = require_user()
    rows, total = service.sorted_products(args["q"], args["sortBy"], args["page"], args["perPage"])
    marks = cart.Marks(user)
    wish = [{"id": wish.number, "productId": wish.product.number} for wish in cart.wishes(user)]
    # The specified cart knows no colours: a product is in it once.
    lines = [
        {"id": line.number, "productId": line.product.number, "qty": qty} for line, qty in cart.cart_products(user)
    ]
    return {
        "products": [_mark_product(row, marks) for row in rows],
        "total": total,
        "userWishlist": wish,
        "userCart": lines,
    }


@blp.get("/products/<int:number>", Operation(needs("read", "Office"), answer=ShopOneSchema))
def product(number: int) -> dict[str, Any]:
    """Retrieve a product."""
    row = service.numbered_product(number)
    return {"product": _mark_product(row, cart.Marks(require_user())) | {"colorOptions": list(COLOURS)}}


@blp.get("/wishlist", Operation(SIGNED_IN, answer=ShopProductsSchema))
def wishlist() -> dict[str, Any]:
    """List the products on your wishlist."""
    user = require_user()
    marks = cart.Marks(user)
    return {
        "products": [_product(wish.product) | {"isInCart": wish.product_id in marks.cart} for wish in cart.wishes(user)]
    }


@blp.get("/cart", Operation(SIGNED_IN, answer=ShopCartSchema))
def cart_products() -> dict[str, Any]:
    """List the products in your cart in any colour, each with its drawn details."""
    user = require_user()
    marks, today = cart.Marks(user), cart.today()
    rows = []
    for line, qty in cart.cart_products(user):
        items = {
            "qty": qty, "offers": line.offers, "discountPercentage": line.discount_percent,
            "shippingDate": f"{line.shipping_date(today).isoformat()}T00:00:00Z",
        }  # fmt: skip
        rows.append(_product(line.product) | {"isInWishlist": line.product_id in marks.wishlist} | items)
    return {"products": rows}


@blp.post(
    "/cart",
    Operation(SIGNED_IN, audit="cart_line:create", body=ShopChoiceSchema, answer=ResponseSchema, status=201),
)
def add_to_cart(args: dict[str, Any]) -> dict[str, Any]:
    """Add a product to your cart, or one more of it."""
    cart.add_to_cart(require_user(), service.numbered_product(args["productId"]))
    db.session.commit()
    return {}


@blp.post(
    "/wishlist",
    Operation(SIGNED_IN, audit="wish:create", body=ShopWishChoiceSchema, answer=ResponseSchema, status=201),
)
def add_to_wishlist(args: dict[str, Any]) -> dict[str, Any]:
    """Add a product to your wishlist."""
    cart.wish(require_user(), service.numbered_product(args["productId"]))
    db.session.commit()
    return {}


def _number(text: str) -> int:
    """The product's number that a path ends in, or Invalid where it is none."""
    try:
        number: int = Whole().deserialize(text)
    except ma.ValidationError as error:
        raise Invalid({"productId": error.messages}) from None
    return number


def _remove_from_cart(number: int) -> dict[str, Any]:
    cart.take_out(require_user(), number)
    db.session.commit()
    return {}


@blp.delete("/cart/<number>", Operation(SIGNED_IN, audit="cart_line:delete", answer=ResponseSchema, problems=(422,)))
def remove_from_cart(number: str) -> dict[str, Any]:
    """Remove a product from your cart in every colour, if it is there."""
    return _remove_from_cart(_number(number))


@blp.delete(
    "/cart",
    Operation(SIGNED_IN, audit="cart_line:delete", query=ShopChoiceSchema, answer=ResponseSchema),
    strict_slashes=False,
)
def remove_choice_from_cart(args: dict[str, Any]) -> dict[str, Any]:
    """Remove the product that the query names from your cart."""
    return _remove_from_cart(args["productId"])


def _remove_from_wishlist(number: int) -> dict[str, Any]:
    cart.unwish_by_number(require_user(), number)
    db.session.commit()
    return {}


@blp.delete("/wishlist/<number>", Operation(SIGNED_IN, audit="wish:delete", answer=ResponseSchema, problems=(422,)))
def remove_from_wishlist(number: str) -> dict[str, Any]:
    """Remove a product from your wishlist, if it is there."""
    return _remove_from_wishlist(_number(number))


@blp.delete(
    "/wishlist",
    Operation(SIGNED_IN, audit="wish:delete", query=ShopChoiceSchema, answer=ResponseSchema),
    strict_slashes=False,
)
def remove_choice_from_wishlist(args: dict[str, Any]) -> dict[str, Any]:
    """Remove the product that the query names from your wishlist."""
    return _remove_from_wishlist(args["productId"])


blueprints = (blp, order_routes.blp)
