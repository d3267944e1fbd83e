"""Rules of what is one's own: the wishlist and the cart."""

import random
from collections import Counter
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import Select, delete, func, select

from app.accounts.auth.service import count_in_cart
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db, fetch
from app.core.db.numbering import next_number
from app.core.db.tenancy import bound_workspace
from app.core.errors import Conflict, Invalid
from app.core.security.abilities import Ability, can
from app.office.shop.models import WEEK, CartLine, Product, Wish

MOST = 99
"""As many pieces of one product in one colour can be in a cart."""
MOST_LINES = 100

_chance = random.SystemRandom()


def today() -> date:
    """Today in the workspace's zone."""
    zone = db.session.scalar(select(Workspace.zone).where(Workspace.id == bound_workspace()))
    return clock.now().astimezone(ZoneInfo(zone or "UTC")).date()


# ---- the wishlist -------------------------------------------------------------------------------------


def list_wishes(user: User, q: str = "") -> Select[Wish]:
    """What someone keeps for later."""
    query = select(Wish).join(Product, Product.id == Wish.product_id).where(Wish.user_id == user.id)
    words = q.strip().casefold()
    return query.where(Product.name_key.contains(words, autoescape=True)) if words else query


def wishes(user: User) -> list[Wish]:
    """All that someone keeps, in the order added."""
    return list(db.session.scalars(list_wishes(user).order_by(Wish.number)))


def wish(user: User, product: Product) -> None:
    """Keep a product; one that is kept already stays where it is."""
    number = next_number("wish")
    query = select(Wish.id).where(Wish.user_id == user.id, Wish.product_id == product.id)
    if db.session.scalar(query) is None:
        db.session.add(Wish(user_id=user.id, product_id=product.id, number=number))
        db.session.flush()


def unwish(user: User, product: Product) -> None:
    """Keep a product no more."""
    db.session.execute(delete(Wish).where(Wish.user_id == user.id, Wish.product_id == product.id))


def unwish_by_number(user: User, number: int) -> None:
    """Keep the product of a number no more; what is not kept is no matter."""
    product = db.session.scalar(select(Product).where(Product.number == number))
    if product is not None:
        unwish(user, product)


# ---- the cart -----------------------------------------------------------------------------------------


def cart_lines(user: User) -> list[CartLine]:
    """What is in someone's cart, in the order added."""
    query = select(CartLine).where(CartLine.user_id == user.id, CartLine.is_removed.is_(False))
    return list(db.session.scalars(query.order_by(CartLine.number)))


def cart_products(user: User) -> list[tuple[CartLine, int]]:
    """Each product of the cart once, by the line it came in with, and how many there are in all colours."""
    first: dict[int, CartLine] = {}
    pieces: Counter[int] = Counter()
    for line in cart_lines(user):
        first.setdefault(line.product_id, line)
        pieces[line.product_id] += line.qty
    return [(line, pieces[product_id]) for product_id, line in first.items()]


def counts(user: User) -> dict[str, int]:
    """How many pieces are in someone's cart, as its summary counts them, and how many products on their wishlist."""
    pieces = select(func.sum(CartLine.qty)).where(CartLine.user_id == user.id, ~CartLine.is_removed)
    wishes = select(func.count()).select_from(Wish).where(Wish.user_id == user.id)
    return {"cart": int(db.session.scalar(pieces) or 0), "wishlist": db.session.scalar(wishes) or 0}


def _is_full(user: User) -> bool:
    """Whether no further line fits into someone's cart."""
    lines = select(func.count()).select_from(CartLine).where(CartLine.user_id == user.id, ~CartLine.is_removed)
    return (db.session.scalar(lines) or 0) >= MOST_LINES


def get_line(user: User, line_id: int) -> CartLine:
    """A line of someone's own cart, one that was taken out too, or NotFound."""
    return fetch(
        select(CartLine).where(CartLine.id == line_id, CartLine.user_id == user.id), "This item is not in your cart."
    )


def add_to_cart(user: User, product: Product, qty: int = 1, colour: str = "") -> CartLine:
    """Put a product into the cart, or more of it; Conflict where that is too many.

    Without a colour it is more of what came last, or the product's usual colour; Invalid where it has no such colour.
    """
    if colour and colour not in product.colours:
        raise Invalid({"colour": ["This product is not available in this colour."]})
    # Asking for the number makes writers queue, so that two of them never make two lines.
    number = next_number("cart_line")
    query = select(CartLine).where(CartLine.user_id == user.id, CartLine.product_id == product.id).with_for_update()
    lines = list(db.session.scalars(query.order_by(CartLine.number)))
    beside = next((line for line in reversed(lines) if not line.is_removed), None)
    colour = colour or (beside.colour if beside else next(iter(product.colours), ""))
    line = next((line for line in lines if line.colour == colour), None)
    if (line is None or line.is_removed) and _is_full(user):
        raise Conflict(f"A cart can hold {MOST_LINES} different products. Remove one first.", code="too_many")
    if line is None:
        line = CartLine(user_id=user.id, product_id=product.id, product=product, colour=colour, is_removed=True)
        db.session.add(line)
    if line.is_removed:
        _draw(line, number, beside)
    if line.qty + qty > MOST:
        raise Conflict(f"A cart can hold {MOST} of one product in one colour.", code="too_many")
    line.qty += qty
    db.session.flush()
    return line


def _draw(line: CartLine, number: int, beside: CartLine | None) -> None:
    """Begin a line: last in the cart, with the offers, discount and day that the product has in another colour."""
    line.number, line.qty, line.is_removed = number, 0, False
    if beside is not None:
        line.offers, line.discount_percent, line.ships_on = beside.offers, beside.discount_percent, beside.ships_on
        return
    line.offers, line.discount_percent = _chance.randint(1, 4), _chance.randint(3, 20)
    line.ships_on = today() + timedelta(days=_chance.randint(1, WEEK))


def change(line: CartLine, qty: int) -> None:
    """Give a line that is in the cart another quantity."""
    if line.is_removed:
        raise Conflict("This item is no longer in your cart.", code="invalid_transition")
    line.qty = qty
    db.session.flush()


def move(user: User, line: CartLine, *, removed: bool) -> None:
    """Take a line out of the cart, or back into it as it was; Conflict where it is there already."""
    if line.is_removed == removed:
        raise Conflict(f"This item is {'not' if removed else 'already'} in your cart.", code="invalid_transition")
    if not removed and _is_full(user):
        raise Conflict(f"A cart can hold {MOST_LINES} different products. Remove one first.", code="too_many")
    line.is_removed = removed
    db.session.flush()


def take_out(user: User, number: int) -> None:
    """Take a product out of the cart in every colour; what is not in it is no matter."""
    for line in cart_lines(user):
        if line.product.number == number:
            line.is_removed = True
    db.session.flush()


class Marks:
    """Which products are in someone's cart and on their wishlist, asked once for a whole list."""

    def __init__(self, user: User) -> None:
        """Ask for both."""
        in_cart = select(CartLine.product_id).where(CartLine.user_id == user.id, CartLine.is_removed.is_(False))
        self.cart = set(db.session.scalars(in_cart))
        self.wishlist = set(db.session.scalars(select(Wish.product_id).where(Wish.user_id == user.id)))


@count_in_cart.provide
def _count(user: User, ability: list[Ability]) -> int:
    return len(cart_products(user)) if can(ability, "read", "Office") else 0
