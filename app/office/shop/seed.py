"""The sample products as rows of a workspace, and what its first person keeps and buys."""

from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.numbering import next_number
from app.core.db.tenancy import within
from app.office.shop.cart import add_to_cart, wish
from app.office.shop.models import Product
from app.office.shop.ordering import add_address
from app.office.shop.service import numbered_product


def seed(workspace: Workspace) -> int:
    """Add the sample products to a workspace that has none; returns how many. The caller commits."""
    samples = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    with within(workspace.id):
        if db.session.scalar(select(Product.id).limit(1)) is not None:
            return 0
        for sample in samples["products"]:
            add_product(sample)
        user = db.session.scalar(select(User).order_by(User.number).limit(1))
        if user is not None:
            for number in samples["wishlist"]:
                wish(user, numbered_product(number))
            for number, qty in samples["cart"]:
                add_to_cart(user, numbered_product(number), qty)
            add_address(user, samples["address"] | {"name": user.full_name})
    return len(samples["products"])


def add_product(values: dict[str, Any]) -> Product:
    """A new product under the next number, which ends its slug too; its picture is named as its slug begins."""
    number = next_number("product")
    product_values = dict(values)
    price = product_values.pop("price")
    word = product_values.get("image", "").rpartition("/")[2].removesuffix(".svg") or "product"
    product = Product(number=number, slug=f"{word}-{number}", price_minor=price * 100, **product_values)
    db.session.add(product)
    db.session.flush()
    return product
