"""Shapes of the specified shop calls, by API.md §5."""

import marshmallow as ma

from app.core.http.schemas import ResponseSchema, Schema, Text, Whole
from app.office.shop.models import COLOURS
from app.office.shop.service import SORTS


class ShopArgs(Schema):
    """Words of the name, order and page; whatever is missing has its default."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    sortBy = Text(load_default="featured", validate=ma.validate.OneOf(SORTS))
    perPage = Whole(load_default=9, validate=ma.validate.Range(min=1, max=100))
    page = Whole(load_default=1, validate=ma.validate.Range(min=1, max=1_000_000))


class ShopChoiceSchema(Schema):
    """Which product it is about, by its number."""

    productId = Whole(required=True)


class ShopWishChoiceSchema(ShopChoiceSchema):
    """Which product is kept for later."""


class ShopProductSchema(ResponseSchema):
    """A product as the specified calls show it."""

    id = Whole()
    name = Text()
    slug = Text()
    description = Text()
    brand = Text()
    price = ma.fields.Float(metadata={"example": 7490})
    image = Text()
    hasFreeShipping = ma.fields.Boolean()
    rating = Whole()
    isInWishlist = ma.fields.Boolean(metadata={"optional": True})
    isInCart = ma.fields.Boolean(metadata={"optional": True})


class ShopDetailSchema(ShopProductSchema):
    """A product with the colours it comes in."""

    colorOptions = ma.fields.List(Text(metadata={"enum": list(COLOURS)}))


class ShopCartProductSchema(ShopProductSchema):
    """A product in one's cart."""

    qty = Whole()
    shippingDate = Text(metadata={"description": "An ISO instant", "example": "2026-11-25T00:00:00Z"})
    offers = Whole()
    discountPercentage = Whole()


class ShopWishSchema(ResponseSchema):
    """One row of the wishlist."""

    id = Whole()
    productId = Whole()


class ShopLineSchema(ShopWishSchema):
    """One row of the cart."""

    qty = Whole()


class ShopListSchema(ResponseSchema):
    """One page of products, and what of all products is one's own."""

    products = ma.fields.List(ma.fields.Nested(ShopProductSchema))
    total = Whole()
    userWishlist = ma.fields.List(ma.fields.Nested(ShopWishSchema))
    userCart = ma.fields.List(ma.fields.Nested(ShopLineSchema))


class ShopOneSchema(ResponseSchema):
    """One product."""

    product = ma.fields.Nested(ShopDetailSchema)


class ShopProductsSchema(ResponseSchema):
    """Products of one's own wishlist, in the order added."""

    products = ma.fields.List(ma.fields.Nested(ShopProductSchema))


class ShopCartSchema(ResponseSchema):
    """Products of one's own cart, in the order added."""

    products = ma.fields.List(ma.fields.Nested(ShopCartProductSchema))
