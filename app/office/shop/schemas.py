"""Shapes of our own shop calls. Amounts are text with two decimals, so that they stay exact."""

from typing import Any

import marshmallow as ma

from app.core.http.schemas import (
    Id,
    Line,
    ListArgs,
    NonBlankLine,
    PageArgs,
    PageSchema,
    Pattern,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
    page_schema,
)
from app.office.shop.cart import MOST
from app.office.shop.models import CATEGORIES, COLOURS, PAYMENTS
from app.office.shop.service import ORDERS

DEAREST = 100_000_000
AMOUNT: dict[str, Any] = {"metadata": {"example": "7490.00"}}
COLOUR: dict[str, Any] = {"validate": ma.validate.OneOf(COLOURS)}
QTY: dict[str, Any] = {"validate": ma.validate.Range(min=1, max=MOST)}


def _matching(pattern: str, error: str, **more: Any) -> Line:
    """A line in one form."""
    rule = Pattern(rf"^{pattern}$", error=error)
    return Line(validate=rule, metadata={"pattern": f"^{pattern}$"}, **more)


def _phone(**more: Any) -> Line:
    """A telephone number as people write it."""
    return _matching(r"\+?[0-9](?:[ -]?[0-9]){5,14}", "Enter a phone number.", **more)


def _pin(**more: Any) -> Line:
    """A postal code."""
    return _matching("[1-9][0-9]{5}", "Enter 6 digits.", **more)


class _Narrowing(Schema):
    """What narrows the products; zero and empty do not."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    category = Text(load_default="", validate=ma.validate.OneOf(["", *CATEGORIES]))
    brand = Text(load_default="", validate=ma.validate.Length(max=60))
    over = Whole(load_default=0, validate=ma.validate.Range(min=0, max=DEAREST))
    under = Whole(load_default=0, validate=ma.validate.Range(min=0, max=DEAREST))
    rating = Whole(load_default=0, validate=ma.validate.Range(min=0, max=5))
    free = Text(load_default="", validate=ma.validate.OneOf(["", "1"]))


class ProductCountArgs(_Narrowing):
    """Products are counted for what narrows them."""


class ProductListArgs(_Narrowing, ListArgs):
    """Products are listed in one of four orders."""

    # Nine fill the rows of the shop, as specified.
    per = Whole(load_default=9, validate=ma.validate.OneOf([9, 10, 25, 50, 100]))
    sort = Text(load_default="featured", validate=ma.validate.OneOf(ORDERS))


class ProductSchema(ResponseSchema):
    """A product, and whether it is in one's cart and on one's wishlist."""

    id = Id()
    number = Whole()
    name = Text()
    slug = Text()
    description = Text()
    brand = Text()
    category = Text(metadata={"enum": list(CATEGORIES)})
    price = Text(**AMOUNT)
    image = Text()
    has_free_shipping = ma.fields.Boolean()
    rating = Whole()
    in_wishlist = ma.fields.Boolean()
    in_cart = ma.fields.Boolean()


class ProductPageSchema(PageSchema):
    """One page of products."""

    items = ma.fields.List(ma.fields.Nested(ProductSchema))
    currency = Text()


class ProductDetailSchema(ProductSchema):
    """A product with its colours and others like it."""

    colours = ma.fields.List(Text(metadata={"enum": list(COLOURS)}))
    related = ma.fields.List(ma.fields.Nested(ProductSchema))
    currency = Text()


class NamedCountSchema(ResponseSchema):
    """A choice by its name, and how many products it leaves."""

    value = Text()
    count = Whole()


class RatingCountSchema(ResponseSchema):
    """A least rating, and how many products have it."""

    value = Whole()
    count = Whole()


class PriceCountSchema(ResponseSchema):
    """A range of prices, and how many products are in it."""

    over = Whole()
    under = Whole()
    count = Whole()


class ProductCountsSchema(ResponseSchema):
    """How many products each further choice leaves."""

    total = Whole()
    free = Whole()
    categories = ma.fields.List(ma.fields.Nested(NamedCountSchema))
    brands = ma.fields.List(ma.fields.Nested(NamedCountSchema))
    ratings = ma.fields.List(ma.fields.Nested(RatingCountSchema))
    prices = ma.fields.List(ma.fields.Nested(PriceCountSchema))


class OwnCountsSchema(ResponseSchema):
    """How many pieces are in one's cart, and how many products on one's wishlist."""

    cart = Whole()
    wishlist = Whole()


class WishChoiceSchema(Schema):
    """Whether a product is to be kept for later."""

    on = Switch(required=True)


class NewLineSchema(Schema):
    """What is put into the cart, a line for each colour; `unwish` takes it off the wishlist too."""

    product = Id(required=True)
    qty = Whole(load_default=1, **QTY)
    colour = Text(**COLOUR)
    unwish = Switch(load_default=False)


class LineChangeSchema(Schema):
    """How many of a line there are to be."""

    qty = Whole(required=True, **QTY)


class CartLineSchema(ResponseSchema):
    """A product in one colour in the cart, with what was drawn for it and what it comes to."""

    id = Id()
    product = ma.fields.Nested(ProductSchema)
    qty = Whole()
    colour = Text(metadata={"enum": ["", *COLOURS], "description": "Empty where the product has no colours"})
    ships_on = ma.fields.Date()
    offers = Whole()
    discount_percent = Whole()
    subtotal = Text(**AMOUNT)
    discount = Text(**AMOUNT)
    total = Text(**AMOUNT)
    revision = Whole()


class CartSchema(ResponseSchema):
    """The whole cart and what it comes to."""

    lines = ma.fields.List(ma.fields.Nested(CartLineSchema))
    count = Whole()
    subtotal = Text(**AMOUNT)
    discount = Text(**AMOUNT)
    delivery = Text(**AMOUNT)
    tax = Text(**AMOUNT)
    total = Text(**AMOUNT)
    currency = Text()


class AddressArgs(PageArgs):
    """Addresses are listed as they were made; there is no other order."""

    sort = Text(load_default="", validate=ma.validate.OneOf([""]))


class AddressChangeSchema(Schema):
    """What of an address can be changed."""

    name = NonBlankLine(120)
    phone = _phone()
    street = NonBlankLine(200)
    landmark = Line(validate=ma.validate.Length(max=200))
    city = NonBlankLine(80)
    state = NonBlankLine(80)
    pin = _pin()


class NewAddressSchema(AddressChangeSchema):
    """What a new address is made of."""

    name = NonBlankLine(120, required=True)
    phone = _phone(required=True)
    street = NonBlankLine(200, required=True)
    city = NonBlankLine(80, required=True)
    state = NonBlankLine(80, required=True)
    pin = _pin(required=True)


class AddressSchema(ResponseSchema):
    """Where things are sent."""

    id = Id()
    name = Text()
    phone = Text()
    street = Text()
    landmark = Text()
    city = Text()
    state = Text()
    pin = Text()
    is_removed = ma.fields.Boolean()
    revision = Whole()


AddressPageSchema = page_schema(AddressSchema)


class NewOrderSchema(Schema):
    """What the cart is ordered with: where to, how paid, and the total that was agreed to."""

    address = Id(required=True)
    payment = Text(required=True, validate=ma.validate.OneOf(PAYMENTS))
    total = Text(
        required=True,
        validate=Pattern(r"^[0-9]{1,15}\.[0-9]{2}$", error="Must be an amount with two decimals."),
        metadata={"pattern": "^[0-9]{1,15}\\.[0-9]{2}$"},
    )


class OrderLineSchema(ResponseSchema):
    """One product of an order."""

    name = Text()
    slug = Text()
    image = Text()
    colour = Text(metadata={"enum": ["", *COLOURS], "description": "Empty where the product has no colours"})
    price = Text(**AMOUNT)
    qty = Whole()
    discount = Text(**AMOUNT)
    total = Text(**AMOUNT)
    ships_on = ma.fields.Date()


class OrderSchema(ResponseSchema):
    """An order without its lines."""

    id = Id()
    number = Whole()
    state = Text(metadata={"enum": ["placed", "cancelled"]})
    created_at = ma.fields.AwareDateTime()
    count = Whole()
    total = Text(**AMOUNT)
    currency = Text()
    revision = Whole()


class OrderDetailSchema(OrderSchema):
    """A whole order; `next` is its page, where a form goes on."""

    payment = Text(metadata={"enum": list(PAYMENTS)})
    recipient = Text()
    phone = Text()
    destination = Text()
    subtotal = Text(**AMOUNT)
    discount = Text(**AMOUNT)
    delivery = Text(**AMOUNT)
    tax = Text(**AMOUNT)
    lines = ma.fields.List(ma.fields.Nested(OrderLineSchema))
    next = Text(metadata={"optional": True})


OrderPageSchema = page_schema(OrderSchema)
