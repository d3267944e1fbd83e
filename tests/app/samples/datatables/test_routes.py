"""The sample table and suggestions: specified shapes, search, pages, changes on the revision seen, files."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.db.tenancy import within
from app.samples.datatables.seed import seed
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
KEYS = {"responsive_id", "id", "avatar", "full_name", "post", "email", "city", "start_date", "salary", "age",
        "experience", "status"}  # fmt: skip
OWN = "/api/v1/datatables"


@pytest.fixture
def admin(as_: As, workspace: Workspace) -> FlaskClient:
    """An admin of a workspace with the sample rows."""
    assert [seed(workspace), seed(workspace)] == [100, 0]
    return as_("admin")


def test_a_hundred_rows_in_the_specified_shape(admin: FlaskClient) -> None:
    rows = admin.get("/api/datatables/initial-data").json
    assert [row["id"] for row in rows] == list(range(1, 101))
    for row in rows:
        assert set(row) == KEYS and row["responsive_id"] == "" and row["status"] in range(1, 6)
        assert all(isinstance(row[key], str) for key in KEYS - {"id", "status"})
        assert row["salary"].startswith("$") and len(row["salary"].split(".")[1]) == 2
        assert len(row["start_date"].split("/")) == 3


def test_the_specified_page(admin: FlaskClient) -> None:
    first = admin.get("/api/datatables/data").json
    assert len(first["allData"]) == first["total"] == 100 and len(first["invoices"]) == 10
    last = admin.get("/api/datatables/data?page=4&perPage=30").json
    assert [row["id"] for row in last["invoices"]] == list(range(91, 101))
    assert admin.get("/api/datatables/data?page=9999").json["invoices"] == []
    assert admin.get("/api/datatables/data?page=x").status_code == 422


@pytest.mark.parametrize("key", ["full_name", "post", "email", "age", "salary", "start_date"])
def test_search_looks_in_each_specified_field(admin: FlaskClient, key: str) -> None:
    expected = admin.get("/api/datatables/initial-data").json[41]
    body = admin.get("/api/datatables/data", query_string={"q": expected[key].upper(), "perPage": 100}).json
    assert 1 <= body["total"] < 100
    assert all(any(expected[key] in row[name] for name in KEYS - {"id", "status"}) for row in body["invoices"])
    assert expected in body["invoices"]


def test_search_does_not_look_in_cities_nor_across_fields(admin: FlaskClient) -> None:
    assert admin.get("/api/datatables/data?q=Pune").json["total"] == 0
    assert admin.get("/api/datatables/data?q=%25").json["total"] == 0


def test_what_can_be_completed_to(admin: FlaskClient) -> None:
    items = admin.get("/api/autocomplete/data").json["autoComplete"]
    assert len(items) == 100 and all(set(item) == {"title", "rank", "id"} for item in items)
    brakes = admin.get("/api/v1/autocomplete?q=BRAKE").json["completions"]
    assert [brake["group"] for brake in brakes] == ["parts"] * 3 + ["services"]
    assert len(admin.get("/api/v1/autocomplete").json["completions"]) == 20


def rows(client: FlaskClient, query: str = "") -> dict[str, Any]:
    """One page of our own list."""
    answer = client.get(f"{OWN}?{query}")
    assert answer.status_code == 200, answer.json
    body: dict[str, Any] = answer.json
    return body


def test_our_list_narrows_and_sorts(admin: FlaskClient) -> None:
    pune = rows(admin, "city=Pune&per=100")
    assert {row["city"] for row in pune["items"]} == {"Pune"} and 0 < pune["total"] < 100
    assert {row["status"] for row in rows(admin, "status=3&per=100")["items"]} == {3}
    salaries = [row["salary"] for row in rows(admin, "sort=-salary&per=100")["items"]]
    assert salaries == sorted(salaries, reverse=True)
    assert "Pune" in admin.get(f"{OWN}/cities").json["cities"]
    assert admin.get(f"{OWN}?status=9").status_code == 422


def test_a_change_is_made_on_the_version_seen(admin: FlaskClient) -> None:
    row = rows(admin)["items"][0]
    path = f"{OWN}/{row['id']}"
    assert admin.patch(path, json={"post": "Host"}).status_code == 428
    answer = admin.patch(path, json={"post": "Night Host", "salary": 12.5}, headers={"If-Match": '"1"'})
    assert answer.status_code == 200 and answer.json["post"] == "Night Host" and answer.headers["ETag"] == '"2"'
    late = admin.patch(path, json={"post": "Cook"}, headers={"If-Match": '"1"'})
    assert late.status_code == 412 and late.json["current"]["post"] == "Night Host"
    assert rows(admin, "q=night host")["total"] == rows(admin, "q=$12.50")["total"] == 1


@pytest.mark.parametrize(
    "change",
    [{"post": "  "}, {"post": ""}, {"age": 7}, {"status": 6}, {"salary": -1}, {"email": "x"}, {"salary": "NaN"}],
)
def test_what_does_not_fit_is_refused_by_its_name(admin: FlaskClient, change: dict[str, Any]) -> None:
    row = rows(admin)["items"][0]
    answer = admin.patch(f"{OWN}/{row['id']}", json=change, headers={"If-Match": '"1"'})
    assert answer.status_code == 422 and set(answer.json["errors"]) == set(change)


def test_a_file_has_what_fits_or_what_is_named(admin: FlaskClient) -> None:
    whole = admin.get(f"{OWN}/file")
    assert whole.headers["Content-Type"].startswith("text/csv") and len(whole.text.strip().split("\r\n")) == 101
    ids = [row["id"] for row in rows(admin)["items"][:2]]
    some = admin.get(f"{OWN}/file", query_string={"ids": ids}).text.strip().split("\r\n")
    assert len(some) == 3 and some[0].startswith("\ufeffName,Post")


def test_no_cell_of_a_file_is_a_formula(admin: FlaskClient) -> None:
    row = rows(admin)["items"][0]
    admin.patch(f"{OWN}/{row['id']}", json={"post": "=1+1"}, headers={"If-Match": '"1"'})
    assert ",'=1+1," in admin.get(f"{OWN}/file").text


def test_who_is_refused(as_: As, client: FlaskClient, admin: FlaskClient) -> None:
    row = rows(admin)["items"][0]
    for path in ("/api/datatables/data", "/api/autocomplete/data", OWN, f"{OWN}/file"):
        assert client.get(path).status_code == 401
    assert as_("client").get(OWN).status_code == 403
    assert as_("editor").get(OWN).status_code == 200
    other = {"If-Match": '"1"'}
    assert as_("editor").patch(f"{OWN}/{row['id']}", json={"post": "x"}, headers=other).status_code == 403


def test_another_workspaces_rows_are_not_there(as_: As, admin: FlaskClient) -> None:
    there = add_workspace("B")
    assert as_("admin", there).get("/api/datatables/data").json["total"] == 0
    with within(there.id):
        assert seed(there) == 100
