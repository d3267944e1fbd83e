"""Our own shop calls: filters with counts, revisions, undo, exact sums, addresses, orders of the cart shown."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.core.db.base import db
from app.office.shop.models import CartLine, Product, Purchase
from app.office.shop.seed import add_product, seed
from app.office.shop.sums import sum_of, sum_up

As = Callable[..., FlaskClient]
API = "/api/v1/shop"
WHERE = {"name": "Asha  Kulkarni", "phone": "+91 98220 14417", "street": "14 Road", "city": "Pune",
         "state": "Maharashtra", "pin": "411004"}  # fmt: skip


@pytest.fixture
def admin(as_: As, workspace: Workspace) -> FlaskClient:
    """An admin of a workspace with the sample products and nothing of their own."""
    seed(workspace)
    return as_("admin")


def product_id(number: int = 1) -> str:
    """The id of a product."""
    return str(db.session.scalars(select(Product.id).where(Product.number == number)).one())


def added(client: FlaskClient, number: int = 1, **more: Any) -> dict[str, Any]:
    """A line of the cart."""
    answer = client.post(f"{API}/cart", json={"product": product_id(number)} | more)
    assert answer.status_code == 201, answer.json
    body: dict[str, Any] = answer.json
    return body


def match(row: dict[str, Any]) -> dict[str, str]:
    """The header of a write on what was shown."""
    return {"If-Match": f'"{row["revision"]}"'}


def test_filters_narrow_together_and_say_what_they_leave(admin: FlaskClient) -> None:
    def total(**query: Any) -> int:
        count: int = admin.get(f"{API}/products", query_string=query).json["total"]
        return count

    counts = admin.get(f"{API}/products/counts").json
    assert counts["total"] == 27 == sum(category["count"] for category in counts["categories"])
    assert counts["total"] == sum(brand["count"] for brand in counts["brands"])
    for category in counts["categories"]:
        assert total(category=category["value"]) == category["count"]
    for category in counts["prices"]:
        assert total(over=category["over"], under=category["under"]) == category["count"]
    for category in counts["ratings"]:
        assert total(rating=category["value"]) == category["count"]
    assert total(free="1") == counts["free"]
    within = admin.get(f"{API}/products/counts?category=care&free=").json
    assert within["total"] == total(category="care") and within["categories"] == counts["categories"]
    assert total(q="camera", brand="Kestrel") == 1


@pytest.mark.parametrize("query", ["over=-1", "under=9999999999", "rating=6", "category=x", "free=2", "sort=x"])
def test_what_does_not_narrow_is_named(admin: FlaskClient, query: str) -> None:
    for path in ("products", "products/counts"):
        answer = admin.get(f"{API}/{path}?{query}")
        assert answer.status_code == 422 and query.partition("=")[0] in answer.json["errors"]


def test_a_product_is_found_by_the_number_its_slug_ends_in(admin: FlaskClient) -> None:
    body = admin.get(f"{API}/products/an-older-name-7").json
    assert body["number"] == 7 and body["colours"] == [] and body["related"]
    assert all(product["category"] == body["category"] and product["number"] != 7 for product in body["related"])
    for slug in ("dash-camera", "x-99", f"x-{'9' * 30}", "x-²"):
        assert admin.get(f"{API}/products/{slug}").status_code == 404


def test_a_wish_is_chosen_and_taken_back(admin: FlaskClient) -> None:
    for on in (True, True, False, False):
        answer = admin.post(f"{API}/products/{product_id()}/wish", json={"on": on})
        assert answer.status_code == 200 and answer.json["in_wishlist"] is on
        assert admin.get(f"{API}/counts").json["wishlist"] == int(on)
    admin.post(f"{API}/products/{product_id()}/wish", json={"on": True})
    added(admin, unwish=True)
    assert admin.get(f"{API}/counts").json == {"cart": 1, "wishlist": 0}
    assert admin.get(f"{API}/wishlist").json["items"] == []


def test_a_line_is_changed_taken_out_and_put_back_as_it_was(admin: FlaskClient) -> None:
    line = added(admin, qty=2, colour="danger")
    path = f"{API}/cart/{line['id']}"
    assert admin.patch(path, json={"qty": 3}).status_code == 428
    changed = admin.patch(path, json={"qty": 3}, headers=match(line)).json
    assert (changed["qty"], changed["colour"]) == (3, "danger")
    late = admin.patch(path, json={"qty": 4}, headers=match(line))
    assert late.status_code == 412 and late.json["current"]["qty"] == 3
    gone = admin.delete(path, headers=match(changed)).json
    assert admin.get(f"{API}/cart").json["lines"] == []
    assert admin.delete(path, headers=match(gone)).status_code == 409
    assert admin.patch(path, json={"qty": 4}, headers=match(gone)).status_code == 409
    back = admin.post(f"{path}/restore", headers=match(gone)).json
    drawn = ("qty", "colour", "offers", "discount_percent", "ships_on", "total")
    assert [back[name] for name in drawn] == [changed[name] for name in drawn]


def test_two_colours_of_a_product_are_two_lines_under_the_same_terms(admin: FlaskClient) -> None:
    plain, red = added(admin, qty=2), added(admin, colour="danger")
    assert (plain["colour"], plain["id"] != red["id"]) == ("primary", True)
    drawn = ("offers", "discount_percent", "ships_on")
    assert [red[name] for name in drawn] == [plain[name] for name in drawn]
    assert (added(admin, colour="danger")["id"], added(admin)["qty"]) == (red["id"], 3)
    lines = admin.get(f"{API}/cart").json["lines"]
    assert [(line["colour"], line["qty"]) for line in lines] == [("primary", 2), ("danger", 3)]
    last = admin.delete(f"{API}/cart/{red['id']}", headers=match(lines[1])).json
    assert [line["colour"] for line in admin.get(f"{API}/cart").json["lines"]] == ["primary"]
    again = added(admin, colour="danger")
    assert (again["id"], again["qty"], again["revision"] > last["revision"]) == (red["id"], 1, True)
    assert [line["colour"] for line in admin.get(f"{API}/cart").json["lines"]] == ["primary", "danger"]
    # The badge counts pieces, as the summary of the cart does.
    assert admin.get(f"{API}/counts").json["cart"] == admin.get(f"{API}/cart").json["count"] == 3
    assert admin.post(f"{API}/cart", json={"product": product_id(), "colour": "pink"}).status_code == 422


def test_only_what_comes_in_colours_has_one(admin: FlaskClient) -> None:
    assert admin.get(f"{API}/products/key-cover-leather-1").json["colours"][0] == "primary"
    inflator = admin.get(f"{API}/products/tyre-inflator-12-v-19").json
    assert inflator["name"] == "Tyre inflator, 12 V" and inflator["colours"] == []
    refused = admin.post(f"{API}/cart", json={"product": inflator["id"], "colour": "danger"})
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["colour"]
    assert admin.post(f"{API}/cart", json={"product": product_id(4), "colour": "info"}).status_code == 422
    assert [added(admin, 19)["colour"], added(admin, 19)["qty"]] == ["", 2]


def test_the_shop_shows_nine_at_a_time(admin: FlaskClient) -> None:
    first = admin.get(f"{API}/products").json
    assert (first["per"], len(first["items"]), first["total"]) == (9, 9, 27)
    assert len(admin.get(f"{API}/products?page=3").json["items"]) == 9
    assert admin.get(f"{API}/products?page=4").json["items"] == []


def test_who_may_not_read_products_has_no_shop(as_: As, workspace: Workspace) -> None:
    seed(workspace)
    client = as_("client")
    for path in ("counts", "cart", "wishlist", "orders", "addresses"):
        assert client.get(f"{API}/{path}").status_code == 403, path
    assert client.post(f"{API}/cart", json={"product": product_id()}).status_code == 403


def test_an_order_keeps_the_colours(admin: FlaskClient) -> None:
    address = admin.post(f"{API}/addresses", json=WHERE).json
    added(admin, qty=2, colour="info")
    added(admin, colour="warning")
    body = {"address": address["id"], "payment": "upi", "total": admin.get(f"{API}/cart").json["total"]}
    order = admin.post(f"{API}/orders", json=body).json
    assert [(line["colour"], line["qty"]) for line in order["lines"]] == [("info", 2), ("warning", 1)]
    assert order["count"] == 3


def test_a_line_is_moved_to_the_wishlist(admin: FlaskClient) -> None:
    line = added(admin)
    assert admin.post(f"{API}/cart/{line['id']}/later", headers=match(line)).status_code == 200
    assert admin.get(f"{API}/counts").json == {"cart": 0, "wishlist": 1}


@pytest.mark.parametrize("qty", [0, -1, 100, 10**19, "x", None])
def test_a_quantity_is_from_one_to_ninety_nine(admin: FlaskClient, qty: Any) -> None:
    line = added(admin)
    answer = admin.patch(f"{API}/cart/{line['id']}", json={"qty": qty}, headers=match(line))
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["qty"]
    answer = admin.post(f"{API}/cart", json={"product": product_id(), "qty": 99})
    assert answer.status_code == 409 and answer.json["code"] == "too_many"


@pytest.mark.parametrize(
    ("price", "percent", "qty", "discount"),
    [(999, 5, 1, 50), (10, 5, 1, 1), (9, 5, 1, 0), (33333, 7, 3, 7000), (10**12, 20, 99, 99 * 10**12 // 5)],
)
def test_sums_are_exact_and_halves_go_up(price: int, percent: int, qty: int, discount: int) -> None:
    product = Product(name="x", price_minor=price, has_free_shipping=True)
    line = CartLine(product=product, qty=qty, discount_percent=percent)
    assert (sum_of(line).subtotal, sum_of(line).discount) == (price * qty, discount)
    whole = sum_up([line, line])
    assert whole.total == 2 * (price * qty - discount) and whole.delivery == 0 and whole.count == 2 * qty
    assert abs(whole.tax * 118 - whole.total * 18) <= 59


def test_delivery_is_free_when_everything_is(workspace: Workspace, as_: As) -> None:
    about = {"brand": "M", "category": "care", "price": 100, "description": "", "rating": 3}
    add_product(about | {"name": "Free", "has_free_shipping": True})
    add_product(about | {"name": "Not"})
    admin = as_("admin")
    added(admin, 1)
    assert admin.get(f"{API}/cart").json["delivery"] == "0.00"
    added(admin, 2)
    assert admin.get(f"{API}/cart").json["delivery"] == "60.00"


def test_an_address_is_made_changed_and_removed(admin: FlaskClient) -> None:
    address = admin.post(f"{API}/addresses", json=WHERE).json
    assert address["name"] == "Asha Kulkarni" and address["landmark"] == ""
    path = f"{API}/addresses/{address['id']}"
    changed = admin.patch(path, json={"city": "Nashik"}, headers=match(address)).json
    assert (changed["city"], changed["pin"]) == ("Nashik", "411004")
    gone = admin.delete(path, headers=match(changed)).json
    assert admin.get(f"{API}/addresses").json["items"] == []
    assert admin.post(f"{path}/restore", headers=match(gone)).status_code == 200
    assert len(admin.get(f"{API}/addresses").json["items"]) == 1
    wrong = {"pin": "12", "phone": "call me", "name": " ", "street": "x" * 201}
    for field, value in wrong.items():
        answer = admin.post(f"{API}/addresses", json=WHERE | {field: value})
        assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_an_order_is_of_the_cart_that_was_shown_and_empties_it(admin: FlaskClient) -> None:
    address = admin.post(f"{API}/addresses", json=WHERE).json
    added(admin, 1, qty=2)
    cart = admin.get(f"{API}/cart").json
    added(admin, 2)
    body = {"address": address["id"], "payment": "upi", "total": cart["total"]}
    late = admin.post(f"{API}/orders", json=body)
    assert late.status_code == 409 and late.json["code"] == "cart_changed"
    assert db.session.scalars(select(Purchase)).all() == []
    cart = admin.get(f"{API}/cart").json
    made_order = admin.post(f"{API}/orders", json=body | {"total": cart["total"]})
    assert made_order.status_code == 201
    order = made_order.json
    assert order["number"] == 1 and order["next"].startswith(f"/apps/ecommerce/order/{order['id']}")
    for name in ("subtotal", "discount", "delivery", "tax", "total", "count", "currency"):
        assert order[name] == cart[name]
    assert [line["name"] for line in order["lines"]] == [line["product"]["name"] for line in cart["lines"]]
    assert admin.get(f"{API}/cart").json["lines"] == []
    again = admin.post(f"{API}/orders", json=body | {"total": cart["total"]})
    assert again.status_code == 409 and again.json["code"] == "cart_empty"
    read = admin.get(f"{API}/orders/{order['id']}").json
    assert read == {key: value for key, value in order.items() if key != "next"}
    cancelled = admin.post(f"{API}/orders/{order['id']}/cancel", headers=match(order))
    assert cancelled.json["state"] == "cancelled"
    assert admin.post(f"{API}/orders/{order['id']}/cancel", headers=match(cancelled.json)).status_code == 409


def test_what_an_order_lacks_is_named(admin: FlaskClient) -> None:
    added(admin)
    whole = {"address": "1", "payment": "upi", "total": "1.00"}
    assert list(admin.post(f"{API}/orders", json=whole).json["errors"]) == ["address"]
    for field, value in {"payment": "gold", "total": "1"}.items():
        answer = admin.post(f"{API}/orders", json=whole | {field: value})
        assert answer.status_code == 422 and list(answer.json["errors"]) == [field]
    assert list(admin.post(f"{API}/cart", json={"product": "1"}).json["errors"]) == ["product"]


def test_what_is_someone_elses_never_was(admin: FlaskClient, as_: As) -> None:
    line, address = added(admin), admin.post(f"{API}/addresses", json=WHERE).json
    total = admin.get(f"{API}/cart").json["total"]
    order = admin.post(f"{API}/orders", json={"address": address["id"], "payment": "card", "total": total}).json
    line = added(admin)
    other = as_("maintainer")
    for path in (f"cart/{line['id']}", f"addresses/{address['id']}", f"orders/{order['id']}"):
        assert other.get(f"{API}/{path}").status_code == 404
    assert other.delete(f"{API}/cart/{line['id']}", headers=match(line)).status_code == 404
    assert other.get(f"{API}/orders").json["total"] == other.get(f"{API}/addresses").json["total"] == 0
    assert other.get(f"{API}/counts").json == {"cart": 0, "wishlist": 0}
    added(other)
    theirs = {"address": address["id"], "payment": "card", "total": other.get(f"{API}/cart").json["total"]}
    assert other.post(f"{API}/orders", json=theirs).status_code == 422


def test_user_data_says_how_much_is_in_the_cart(as_: As, admin: FlaskClient) -> None:
    from app.accounts.auth.routes import _user_data
    from app.accounts.users.models import User

    added(admin, 1, qty=4)
    added(admin, 1, colour="info")
    added(admin, 2)
    user = db.session.scalars(select(User).join(CartLine, CartLine.user_id == User.id).limit(1)).one()
    assert _user_data(user)["extras"] == {"eCommerceCartItemsCount": 2}


def test_writes_are_in_the_audit_log(admin: FlaskClient) -> None:
    line = added(admin)
    admin.delete(f"{API}/cart/{line['id']}", headers=match(line))
    rows = list(db.session.scalars(select(AuditEvent).where(AuditEvent.subject == "cart_line")))
    assert sorted(row.action for row in rows) == ["cart_line:create", "cart_line:delete"]
    assert {row.subject_id for row in rows} == {int(line["id"])}
