"""Our own calls on products, the wishlist and the cart, for the shop's pages."""

from typing import Any

from app.core.db.base import db
from app.core.errors import field_error
from app.core.http.api import Blueprint
from app.core.http.listing import Page, paginate, with_more
from app.core.http.resources import Reply, Resource
from app.core.http.schemas import ListArgs
from app.core.security.operations import Operation, needs
from app.core.security.visitor import require_user
from app.office.shop import cart, serializers, service
from app.office.shop.models import CartLine, Product, Wish
from app.office.shop.schemas import (
    CartLineSchema,
    CartSchema,
    LineChangeSchema,
    NewLineSchema,
    OwnCountsSchema,
    ProductCountArgs,
    ProductCountsSchema,
    ProductDetailSchema,
    ProductListArgs,
    ProductPageSchema,
    ProductSchema,
    WishChoiceSchema,
)

blp = Blueprint("shopping", __name__, url_prefix="/api/v1/shop", description="Products, wishlist and cart.")


def _page(page: Page, products: list[Product]) -> dict[str, Any]:
    """A page of products."""
    marks = cart.Marks(require_user())
    return with_more(
        page, items=[serializers.product(product, marks) for product in products], currency=serializers.currency()
    )


def _filters(args: dict[str, Any]) -> service.ProductFilters:
    """What narrows the products, of a call's arguments."""
    filters = {name: args[name] for name in ("q", "category", "brand", "over", "under", "rating")}
    return service.ProductFilters(**filters, free=args["free"] == "1")


def _line(line: CartLine) -> dict[str, Any]:
    """A line as it is answered."""
    return serializers.line(line, cart.Marks(require_user()), cart.today())


LINES = Resource(lambda row_id: cart.get_line(require_user(), row_id), CartLineSchema, _line)


@blp.get("/products", Operation(needs("read", "Office"), query=ProductListArgs, answer=ProductPageSchema))
def list_products(args: dict[str, Any]) -> dict[str, Any]:
    """List the products that match."""
    sort, descending = service.order_of(args["sort"])
    query = service.list_products(_filters(args))
    page = paginate(query, args, key=Product.id, sort=sort, descending=descending)
    return _page(page, list(page.items))


@blp.get("/products/counts", Operation(needs("read", "Office"), query=ProductCountArgs, answer=ProductCountsSchema))
def count_products(args: dict[str, Any]) -> dict[str, Any]:
    """Count the products of each further choice."""
    return service.counts(_filters(args))


@blp.get("/products/<string:product_slug>", Operation(needs("read", "Office"), answer=ProductDetailSchema))
def get_product(product_slug: str) -> dict[str, Any]:
    """Retrieve a product by its slug, with similar ones."""
    product, marks = service.named_product(product_slug), cart.Marks(require_user())
    more = [serializers.product(other, marks) for other in service.find_related(product)]
    return serializers.product(product, marks) | {
        "colours": product.colours, "related": more, "currency": serializers.currency(),
    }  # fmt: skip


@blp.post(
    "/products/<int:product_id>/wish",
    Operation(needs("read", "Office"), audit="wish:choose", body=WishChoiceSchema, answer=ProductSchema),
)
def choose_wish(args: dict[str, Any], product_id: int) -> dict[str, Any]:
    """Add a product to your wishlist, or remove it."""
    user, product = require_user(), service.get_product(product_id)
    (cart.wish if args["on"] else cart.unwish)(user, product)
    db.session.commit()
    return serializers.product(product, cart.Marks(user))


@blp.get("/counts", Operation(needs("read", "Office"), answer=OwnCountsSchema))
def own_counts() -> dict[str, int]:
    """Count the products in your cart and on your wishlist."""
    return cart.counts(require_user())


@blp.get("/wishlist", Operation(needs("read", "Office"), query=ListArgs, answer=ProductPageSchema))
def list_wishes(args: dict[str, Any]) -> dict[str, Any]:
    """List the products on your wishlist."""
    query = cart.list_wishes(require_user(), args["q"])
    page = paginate(query, args, key=Wish.id, sort=Wish.number, descending=False)
    return _page(page, [item.product for item in page.items])


@blp.get("/cart", Operation(needs("read", "Office"), answer=CartSchema))
def get_cart() -> dict[str, Any]:
    """Retrieve your cart and its total."""
    user = require_user()
    return serializers.whole_cart(cart.cart_lines(user), cart.Marks(user), cart.today())


@blp.get("/cart/<int:cart_line_id>", Operation(needs("read", "Office"), revisioned=True, answer=CartLineSchema))
def get_line(cart_line_id: int) -> Reply:
    """Retrieve a line of your cart, a removed one too."""
    return LINES.get(cart_line_id)


@blp.post(
    "/cart",
    Operation(
        needs("read", "Office"),
        audit="cart_line:create",
        revisioned=True,
        body=NewLineSchema,
        answer=CartLineSchema,
        status=201,
    ),
)
def add_line(args: dict[str, Any]) -> Reply:
    """Add a product in a colour to your cart."""
    user = require_user()
    with field_error("product"):
        product = service.get_product(args["product"])
    line = cart.add_to_cart(user, product, args["qty"], args.get("colour", ""))
    if args["unwish"]:
        cart.unwish(user, product)
    db.session.commit()
    return LINES.answer(line)


@blp.patch(
    "/cart/<int:cart_line_id>",
    Operation(
        needs("read", "Office"), audit="cart_line:update", revisioned=True, body=LineChangeSchema, answer=CartLineSchema
    ),
)
def change_line(args: dict[str, Any], cart_line_id: int) -> Reply:
    """Update the quantity of a line in your cart."""
    return LINES.change(cart_line_id, lambda line: cart.change(line, args["qty"]))


@blp.delete(
    "/cart/<int:cart_line_id>",
    Operation(needs("read", "Office"), audit="cart_line:delete", revisioned=True, answer=CartLineSchema),
)
def remove_line(cart_line_id: int) -> Reply:
    """Remove a line from your cart; it can be restored."""
    return _move_line(cart_line_id, removed=True)


@blp.post(
    "/cart/<int:cart_line_id>/restore",
    Operation(needs("read", "Office"), audit="cart_line:restore", revisioned=True, answer=CartLineSchema),
)
def restore_line(cart_line_id: int) -> Reply:
    """Restore a removed line of your cart."""
    return _move_line(cart_line_id, removed=False)


@blp.post(
    "/cart/<int:cart_line_id>/later",
    Operation(needs("read", "Office"), audit="cart_line:keep", revisioned=True, answer=CartLineSchema),
)
def keep_for_later(cart_line_id: int) -> Reply:
    """Move a line from your cart to your wishlist."""
    user = require_user()
    line = LINES.match(cart_line_id)
    cart.move(user, line, removed=True)
    cart.wish(user, line.product)
    db.session.commit()
    return LINES.answer(line)


def _move_line(cart_line_id: int, *, removed: bool) -> Reply:
    """The line taken out, or put back."""
    return LINES.change(cart_line_id, lambda line: cart.move(require_user(), line, removed=removed))
