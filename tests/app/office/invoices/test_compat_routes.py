"""The specified invoice calls: shapes, narrowing, pages, deletion, and who is refused."""

from collections.abc import Callable
from datetime import date

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.office.invoices.documents import day_text
from app.office.invoices.models import SERVICES, STATUSES
from app.office.invoices.seed import seed
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
LIST = "/apps/invoice/invoices"


@pytest.fixture
def admin(as_: As, workspace: Workspace) -> FlaskClient:
    """An admin of a workspace with the sample invoices."""
    assert seed(workspace) == 50
    assert seed(workspace) == 0
    return as_("admin")


def test_fifty_invoices_have_the_specified_shape(admin: FlaskClient) -> None:
    body = admin.get(LIST).json
    assert body["total"] == 50 and len(body["allData"]) == 50 and len(body["invoices"]) == 10
    assert [invoice["id"] for invoice in body["allData"]] == list(range(5036, 4986, -1))
    assert body["invoices"] == body["allData"][:10]
    for invoice in body["allData"]:
        assert set(invoice) == {"id", "issuedDate", "client", "service", "total", "avatar", "invoiceStatus", "balance",
                            "dueDate"}  # fmt: skip
        assert set(invoice["client"]) == {"address", "company", "companyEmail", "country", "contact", "name"}
        assert invoice["service"] in SERVICES and invoice["invoiceStatus"] in STATUSES
        assert isinstance(invoice["total"], int | float) and invoice["avatar"] == ""
        assert invoice["balance"] == 0 or invoice["balance"].startswith("$")
        assert (invoice["balance"] == 0) == (invoice["invoiceStatus"] == "Paid")
    assert {invoice["invoiceStatus"] for invoice in body["allData"]} == set(STATUSES)
    assert {invoice["service"] for invoice in body["allData"]} == set(SERVICES)


def test_dates_are_written_as_specified() -> None:
    assert day_text(date(2019, 12, 13)) == "13 Dec 2019" and day_text(date(2019, 5, 9)) == "9 May 2019"


def test_pages_words_and_status_narrow_but_all_data_stays_whole(admin: FlaskClient) -> None:
    third = admin.get(LIST, query_string={"page": "3", "perPage": "20", "q": ""}).json
    assert [invoice["id"] for invoice in third["invoices"]] == list(range(4996, 4986, -1)) and third["total"] == 50
    assert admin.get(f"{LIST}?page=9").json["invoices"] == []
    paid = admin.get(f"{LIST}?status=paid&perPage=50").json
    assert 0 < paid["total"] < 50 and {invoice["invoiceStatus"] for invoice in paid["invoices"]} == {"Paid"}
    assert len(paid["allData"]) == 50
    assert admin.get(f"{LIST}?status=pai").json["total"] == 0
    email = third["allData"][0]["client"]["companyEmail"]
    for q in (email.upper(), third["allData"][0]["client"]["name"][2:].lower()):
        body = admin.get(LIST, query_string={"q": q, "perPage": "50"}).json
        assert body["total"] >= 1 and all(email == invoice["client"]["companyEmail"] for invoice in body["invoices"])
    assert admin.get(f"{LIST}?q=%25").json["total"] == 0


@pytest.mark.parametrize(("query", "field"), [("page=0", "page"), ("perPage=x", "perPage"), ("page=1.5", "page")])
def test_what_is_no_page_is_refused(admin: FlaskClient, query: str, field: str) -> None:
    answer = admin.get(f"{LIST}?{query}")
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_one_invoice_comes_with_how_to_pay_it(admin: FlaskClient) -> None:
    body = admin.get("/api/invoice/invoices/4987").json
    assert set(body) == {"invoice", "paymentDetails"} and body["invoice"]["id"] == 4987
    assert set(body["paymentDetails"]) == {"totalDue", "bankName", "country", "iban", "swiftCode"}
    assert body["paymentDetails"]["totalDue"].startswith("$")
    assert admin.get("/api/invoice/invoices/1").status_code == 404


def test_clients_are_those_of_the_first_invoices_each_once(admin: FlaskClient) -> None:
    body = admin.get("/api/invoice/clients").json
    assert len(body) == 5 and len({client["name"] for client in body}) == 5
    assert body[0] == admin.get("/api/invoice/invoices/4987").json["invoice"]["client"]


def test_deleting_removes_one_and_needs_its_id(admin: FlaskClient) -> None:
    assert admin.delete("/apps/invoice/delete").status_code == 422
    assert admin.delete("/apps/invoice/delete?id=").status_code == 422
    assert admin.delete("/apps/invoice/delete?id=5036").status_code == 200
    assert admin.delete("/apps/invoice/delete?id=5036").status_code == 404
    assert admin.get("/api/invoice/invoices/5036").status_code == 404
    body = admin.get(LIST).json
    assert body["total"] == len(body["allData"]) == 49 and body["invoices"][0]["id"] == 5035


def test_only_ones_own_workspace_and_only_by_ability(admin: FlaskClient, as_: As, client: FlaskClient) -> None:
    other = as_("admin", add_workspace("Other"))
    assert other.get(LIST).json == {"allData": [], "invoices": [], "total": 0}
    assert other.get("/api/invoice/clients").json == []
    assert other.get("/api/invoice/invoices/4987").status_code == 404
    assert other.delete("/apps/invoice/delete?id=4987").status_code == 404
    assert as_("editor").get(LIST).status_code == 200
    assert as_("editor").delete("/apps/invoice/delete?id=4987").status_code == 403
    assert as_("client").get(LIST).status_code == 403
