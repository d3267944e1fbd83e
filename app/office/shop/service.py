"""Rules of products: what narrows them, their orders, and how many are left by each choice."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select, true

from app.core.db.base import count_rows, db, fetch
from app.core.errors import NotFound
from app.office.shop.models import CATEGORIES, Product

SORTS = ("featured", "price-asc", "price-desc")
ORDERS = (*SORTS, "rating")
RATINGS = (4, 3, 2)
BANDS = ((0, 1000), (1000, 5000), (5000, 10_000), (10_000, 0))
"""Ranges of prices that are offered, from and below; the last is open."""
DIGITS = 18
RELATED = 5

_ORDER: dict[str, tuple[Any, bool]] = {
    "featured": (Product.number, True),
    "price-asc": (Product.price_minor, False),
    "price-desc": (Product.price_minor, True),
    "rating": (Product.rating, True),
}


@dataclass(frozen=True, slots=True)
class ProductFilters:
    """What narrows the products; empty and zero do not. `over` and `under` are whole rupees, both included."""

    q: str = ""
    category: str = ""
    brand: str = ""
    over: int = 0
    under: int = 0
    rating: int = 0
    free: bool = False

    def conditions(self) -> dict[str, ColumnElement[bool]]:
        """The condition of each kind that narrows."""
        words = self.q.strip().casefold()
        price: list[ColumnElement[bool]] = [true()]
        if self.over:
            price.append(Product.price_minor >= self.over * 100)
        if self.under:
            price.append(Product.price_minor <= self.under * 100)
        return {
            "q": Product.name_key.contains(words, autoescape=True) if words else true(),
            "category": Product.category == self.category if self.category else true(),
            "brand": Product.brand == self.brand if self.brand else true(),
            "price": and_(*price),
            "rating": Product.rating >= self.rating if self.rating else true(),
            "free": Product.has_free_shipping.is_(True) if self.free else true(),
        }


def order_of(name: str) -> tuple[Any, bool]:
    """The column that an order goes by, and whether downwards."""
    return _ORDER[name]


def list_products(filters: ProductFilters) -> Select[Product]:
    """The products that are left."""
    return select(Product).where(*filters.conditions().values())


def sorted_products(q: str, sort: str, page: int, per: int) -> tuple[list[Product], int]:
    """One page of the products whose names contain `q` in a specified order, and how many there are."""
    query = list_products(ProductFilters(q=q))
    column, backwards = _ORDER[sort]
    order = column.desc() if backwards else column.asc()
    rows = db.session.scalars(query.order_by(order, Product.number.desc()).limit(per).offset((page - 1) * per))
    total = count_rows(query)
    return list(rows), total or 0


def counts(filters: ProductFilters) -> dict[str, Any]:
    """How many products each further choice would leave; a choice takes the place of another of its kind."""
    brands = list(db.session.scalars(select(Product.brand).distinct().order_by(Product.brand)))
    conditions = filters.conditions()

    def beside(kind: str, condition: ColumnElement[bool]) -> ColumnElement[bool]:
        return and_(condition, *(condition for name, condition in conditions.items() if name != kind))

    counted_conditions: dict[tuple[str, Any], ColumnElement[bool]] = {("total", ""): and_(*conditions.values())}
    counted_conditions |= {
        ("category", category): beside("category", Product.category == category) for category in CATEGORIES
    }
    counted_conditions |= {("brand", brand): beside("brand", Product.brand == brand) for brand in brands}
    counted_conditions |= {("rating", rating): beside("rating", Product.rating >= rating) for rating in RATINGS}
    counted_conditions |= {("price", band): beside("price", _in_band(band)) for band in BANDS}
    counted_conditions[("free", "")] = beside("free", Product.has_free_shipping.is_(True))
    row = db.session.execute(
        select(*(func.count().filter(condition) for condition in counted_conditions.values())).select_from(Product)
    ).one()
    numbers = dict(zip(counted_conditions, row, strict=True))
    return {
        "total": numbers["total", ""],
        "free": numbers["free", ""],
        "categories": [{"value": category, "count": numbers["category", category]} for category in CATEGORIES],
        "brands": [{"value": brand, "count": numbers["brand", brand]} for brand in brands],
        "ratings": [{"value": rating, "count": numbers["rating", rating]} for rating in RATINGS],
        "prices": [{"over": over, "under": under, "count": numbers["price", (over, under)]} for over, under in BANDS],
    }


def _in_band(band: tuple[int, int]) -> ColumnElement[bool]:
    """Whether a price is within a range."""
    over, under = band
    price = ProductFilters(over=over, under=under).conditions()["price"]
    return price


def numbered_product(number: int) -> Product:
    """A product by its number, or NotFound."""
    return _get_product(Product.number == number)


def get_product(product_id: int) -> Product:
    """A product by its id, or NotFound."""
    return _get_product(Product.id == product_id)


def named_product(slug: str) -> Product:
    """A product by its slug: the number at its end tells which, so that old addresses outlive a new name."""
    name, dash, tail = slug.rpartition("-")
    if (
        bool(dash) != bool(name)
        or not (tail.isascii() and tail.isdigit())
        or len(tail) > DIGITS + 1
        or int(tail) >= 2**63
    ):
        raise NotFound("This product does not exist.")
    return _get_product(or_(Product.number == int(tail), Product.id == int(tail)))


def _get_product(condition: ColumnElement[bool]) -> Product:
    return fetch(select(Product).where(condition), "This product does not exist.")


def find_related(product: Product) -> list[Product]:
    """A few others of its category, the best first."""
    query = select(Product).where(Product.category == product.category, Product.id != product.id)
    return list(db.session.scalars(query.order_by(Product.rating.desc(), Product.number.desc()).limit(RELATED)))
