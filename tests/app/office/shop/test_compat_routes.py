"""The specified shop calls: shapes, orders, what is kept and in which order, and who is refused."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.db.tenancy import within
from app.office.shop.models import CartLine
from app.office.shop.seed import add_product, seed
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
SHOP = "/apps/ecommerce"
KEYS = {"id", "name", "slug", "description", "brand", "price", "image", "hasFreeShipping", "rating"}


@pytest.fixture
def admin(as_: As, workspace: Workspace) -> FlaskClient:
    """An admin of a workspace with the sample products and nothing of their own."""
    seed(workspace)
    return as_("admin")


def list_rows(client: FlaskClient, what: str) -> list[dict[str, Any]]:
    """The products of one's cart or wishlist."""
    products: list[dict[str, Any]] = client.get(f"{SHOP}/{what}").json["products"]
    return products


def test_twenty_seven_are_seeded_in_the_specified_shape(admin: FlaskClient) -> None:
    first = admin.get(f"{SHOP}/products").json
    assert set(first) == {"products", "total", "userWishlist", "userCart"}
    assert first["total"] == 27 and len(first["products"]) == 9
    everything = admin.get(f"{SHOP}/products?perPage=50").json["products"]
    assert [product["id"] for product in everything] == list(range(27, 0, -1))
    assert len({product["name"] for product in everything}) == 27
    for product in everything:
        assert set(product) == KEYS | {"isInWishlist", "isInCart"}
        assert product["slug"].endswith(f"-{product['id']}") and 1 <= product["rating"] <= 5 and product["price"] > 0
    assert admin.get(f"{SHOP}/products?page=99").json["products"] == []


def test_the_first_person_has_five_in_the_cart_and_two_kept(as_: As, workspace: Workspace) -> None:
    admin = as_("admin")
    assert [seed(workspace), seed(workspace)] == [27, 0]
    assert [len(list_rows(admin, "cart")), len(list_rows(admin, "wishlist"))] == [5, 2]
    session = admin.get(f"{SHOP}/products").json
    assert [len(session["userCart"]), len(session["userWishlist"])] == [5, 2]
    assert set(session["userCart"][0]) == {"id", "productId", "qty"}
    assert set(session["userWishlist"][0]) == {"id", "productId"}


def test_words_and_orders_are_those_of_the_specification(admin: FlaskClient) -> None:
    def products_of(query: str) -> list[dict[str, Any]]:
        products: list[dict[str, Any]] = admin.get(f"{SHOP}/products?perPage=50&{query}").json["products"]
        return products

    prices = [product["price"] for product in products_of("sortBy=price-asc")]
    assert prices == sorted(prices)
    assert [product["price"] for product in products_of("sortBy=price-desc")] == prices[::-1]
    assert products_of("sortBy=featured") == products_of("") == products_of("sortBy=&q=")
    assert {product["name"] for product in products_of("q=CAMERA")} == {"Dash camera, 2K", "Reversing camera kit"}
    for query in ("sortBy=name", "perPage=0", "page=0", "page=x", f"page={'9' * 30}"):
        assert admin.get(f"{SHOP}/products?{query}").status_code == 422


def test_one_product_says_which_colours_there_are(admin: FlaskClient) -> None:
    admin.post(f"{SHOP}/wishlist", json={"productId": "7"})
    answer = admin.get(f"{SHOP}/products/7").json
    assert set(answer) == {"product"}
    product = answer["product"]
    assert product["colorOptions"] == ["primary", "success", "warning", "danger", "info"]
    assert (product["isInWishlist"], product["isInCart"]) == (True, False)
    for number in (99, 0, 10**30):
        assert admin.get(f"{SHOP}/products/{number}").status_code == 404


def test_colours_of_a_product_are_one_to_the_specified_cart(admin: FlaskClient) -> None:
    id_ = admin.get("/api/v1/shop/products/x-1").json["id"]
    for colour in ("info", "danger", "danger"):
        admin.post("/api/v1/shop/cart", json={"product": id_, "colour": colour})
    admin.post(f"{SHOP}/cart", json={"productId": 3})
    assert admin.post(f"{SHOP}/cart", json={"productId": 1}).status_code == 201
    assert [(line["id"], line["qty"]) for line in list_rows(admin, "cart")] == [(1, 4), (3, 1)]
    lines = admin.get(f"{SHOP}/products").json["userCart"]
    assert [(line["productId"], line["qty"]) for line in lines] == [(1, 4), (3, 1)]
    own = admin.get("/api/v1/shop/cart").json["lines"]
    assert [(line["product"]["number"], line["colour"], line["qty"]) for line in own] == [
        (1, "info", 1), (1, "danger", 3), (3, "", 1),
    ]  # fmt: skip
    assert admin.delete(f"{SHOP}/cart/1").status_code == 200
    assert [line["id"] for line in list_rows(admin, "cart")] == [3]
    assert len(admin.get("/api/v1/shop/cart").json["lines"]) == 1


def test_adding_twice_keeps_one_wish_and_raises_the_quantity(as_: As, workspace: Workspace) -> None:
    add_product({"name": "Cap", "brand": "M", "category": "care", "price": 5, "description": "", "rating": 3})
    add_product({"name": "Key", "brand": "M", "category": "care", "price": 5, "description": "", "rating": 3})
    admin = as_("admin")
    for number in (2, 1, 2):
        assert admin.post(f"{SHOP}/cart", json={"productId": number}).status_code == 201
        assert admin.post(f"{SHOP}/wishlist", json={"productId": number}).status_code == 201
    assert [(line["id"], line["qty"]) for line in list_rows(admin, "cart")] == [(2, 2), (1, 1)]
    assert [wish["id"] for wish in list_rows(admin, "wishlist")] == [2, 1]
    assert all(wish["isInCart"] for wish in list_rows(admin, "wishlist"))
    assert all(line["isInWishlist"] for line in list_rows(admin, "cart"))


def test_what_is_drawn_for_a_line_is_kept(admin: FlaskClient) -> None:
    admin.post(f"{SHOP}/cart", json={"productId": 3})
    (first,) = list_rows(admin, "cart")
    assert set(first) == KEYS | {"isInWishlist", "qty", "shippingDate", "offers", "discountPercentage"}
    assert 1 <= first["offers"] <= 4 and 3 <= first["discountPercentage"] <= 20
    admin.post(f"{SHOP}/cart", json={"productId": 3})
    (again,) = list_rows(admin, "cart")
    assert again == first | {"qty": 2}


@pytest.mark.parametrize("age", [0, 1, 6, 7, 8, 400])
def test_the_day_of_delivery_is_always_within_a_week_from_tomorrow(age: int) -> None:
    today = date(2026, 11, 22)
    line = CartLine(ships_on=today - timedelta(days=age))
    assert 1 <= (line.shipping_date(today) - today).days <= 7
    assert line.shipping_date(today).weekday() == line.ships_on.weekday()


@pytest.mark.parametrize("what", ["cart", "wishlist"])
def test_a_removal_without_a_product_removes_nothing(admin: FlaskClient, what: str) -> None:
    admin.post(f"{SHOP}/{what}", json={"productId": 3})
    for path in ("", "/", "?productId=", "?id=3", "/undefined", "/null", "/-1.5", "/3x", f"/{'9' * 30}"):
        answer = admin.delete(f"{SHOP}/{what}{path}")
        assert (answer.status_code, list(answer.json["errors"])) == (422, ["productId"]), path
    assert [product["id"] for product in list_rows(admin, what)] == [3]
    assert admin.delete(f"{SHOP}/{what}", query_string={"productId": "3"}).status_code == 200
    assert list_rows(admin, what) == []
    assert [admin.get(f"{SHOP}/{what}/{path}").status_code for path in ("3", "undefined")] == [405, 405]


def test_what_is_gone_is_gone_twice(admin: FlaskClient) -> None:
    admin.post(f"{SHOP}/cart", json={"productId": 3})
    admin.post(f"{SHOP}/wishlist", json={"productId": 3})
    for what in ("cart", "wishlist"):
        for number in (3, 3, 99, 10**18):
            assert admin.delete(f"{SHOP}/{what}/{number}").status_code == 200
        assert list_rows(admin, what) == []


@pytest.mark.parametrize(
    ("body", "status"), [({"productId": 99}, 404), ({}, 422), ({"productId": "x"}, 422), ({"productId": 22.9}, 422)]
)
def test_only_products_that_are_there_are_added(admin: FlaskClient, body: dict[str, Any], status: int) -> None:
    for what in ("cart", "wishlist"):
        answer = admin.post(f"{SHOP}/{what}", json=body)
        assert answer.status_code == status
        assert status == 404 or list(answer.json["errors"]) == ["productId"]


def test_everybody_has_their_own(as_: As, workspace: Workspace) -> None:
    own = as_("admin")
    seed(workspace)
    other = as_("subscriber")
    assert list_rows(other, "cart") == list_rows(other, "wishlist") == []
    other.post(f"{SHOP}/cart", json={"productId": 1})
    assert [len(list_rows(own, "cart")), len(list_rows(other, "cart"))] == [5, 1]
    assert as_("client").get(f"{SHOP}/products").status_code == 403


def test_a_client_has_a_cart_and_a_wishlist(as_: As, workspace: Workspace) -> None:
    seed(workspace)
    client = as_("client")
    for what in ("cart", "wishlist"):
        assert client.post(f"{SHOP}/{what}", json={"productId": 22}).status_code == 201
        assert [product["id"] for product in list_rows(client, what)] == [22]
        assert client.delete(f"{SHOP}/{what}/22").status_code == 200
    assert client.get(f"{SHOP}/products").status_code == 403


def test_another_workspaces_products_are_none(admin: FlaskClient, as_: As) -> None:
    place = add_workspace("Other")
    stranger = as_("admin", place)
    assert stranger.get(f"{SHOP}/products").json["total"] == 0
    assert stranger.post(f"{SHOP}/cart", json={"productId": 1}).status_code == 404
    with within(place.id):
        assert stranger.get(f"{SHOP}/products/1").status_code == 404


def test_nobody_shops_without_an_account(client: FlaskClient) -> None:
    for path in ("products", "products/1", "cart", "wishlist"):
        assert client.get(f"{SHOP}/{path}").status_code == 401
    assert client.post(f"{SHOP}/cart", json={"productId": 1}).status_code == 401


def test_the_address_of_the_wishlist_is_a_page_to_a_browser(admin: FlaskClient) -> None:
    data = admin.get(f"{SHOP}/wishlist")
    assert data.is_json and "Accept" in data.headers["Vary"]
    page = admin.get(f"{SHOP}/wishlist", headers={"Accept": "text/html,*/*;q=0.8"})
    assert page.status_code == 200 and page.mimetype == "text/html" and "Accept" in page.headers["Vary"]


def test_the_address_of_the_cart_leads_a_browser_to_the_cart(admin: FlaskClient) -> None:
    data = admin.get(f"{SHOP}/cart")
    assert data.json == {"products": []} and "Accept" in data.headers["Vary"]
    led = admin.get(f"{SHOP}/cart", headers={"Accept": "text/html,*/*;q=0.8"})
    assert (led.status_code, led.headers["Location"]) == (301, f"{SHOP}/checkout")
    assert "Accept" in led.headers["Vary"]
