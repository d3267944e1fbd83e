"""Our own calls on invoices: exact sums, revisions, sending, payments, restoring, drafts, the PDF and refusals."""

import csv
import io
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pypdfium2
import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.core.db.base import db
from app.office.invoices.money import decimal_text, dollars, line_amount, short_text, worked_out
from app.office.invoices.service import today
from tests.conftest import add_workspace
from tests.documents import text_of_pages

As = Callable[..., FlaskClient]
API = "/api/v1/invoices"
LINE = {"item": "Bot plan", "cost": "100", "quantity": "2", "discount": "10"}
CLIENT = {"name": "Asha Rao", "company": "Rao Cars", "email": "asha@rao.example"}
HUNDREDTHS = st.integers(0, 999_999)


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An admin of a workspace without invoices."""
    return as_("admin")


def create_bill(who: FlaskClient, **values: Any) -> dict[str, Any]:
    """A new invoice."""
    answer = who.post(API, json={"client": CLIENT, "lines": [LINE]} | values)
    assert answer.status_code == 201, answer.json
    body: dict[str, Any] = answer.json
    return body


def match(invoice: dict[str, Any]) -> dict[str, str]:
    """The header of a write on what was shown."""
    return {"If-Match": f'"{invoice["revision"]}"'}


def numbers(client: FlaskClient, **query: str) -> list[int]:
    """The numbers of a list."""
    return [item["number"] for item in client.get(API, query_string=query).json["items"]]


def test_an_invoice_is_made_shown_and_changed(admin: FlaskClient) -> None:
    bill = create_bill(admin, discount_percent="5", tax_percent="18", issued_date="2026-11-01")
    assert bill["number"] == 4987 and isinstance(bill["id"], str) and bill["status"] == "Draft"
    assert bill["due_date"] == "2026-12-01" and bill["lines"][0]["amount"] == "180.00"
    assert (bill["subtotal"], bill["discount"], bill["tax"], bill["total"]) == ("180.00", "9.00", "30.78", "201.78")
    for which in (bill["id"], bill["number"]):
        response = admin.get(f"{API}/{which}")
        assert response.json == {key: value for key, value in bill.items() if key != "next"}
        assert response.headers["ETag"] == '"1"'
    changed = admin.patch(f"{API}/{bill['id']}", json={"tax_percent": "0"}, headers=match(bill)).json
    assert changed["total"] == "171.00" and changed["client"]["name"] == "Asha Rao" and changed["revision"] == 2
    late = admin.patch(f"{API}/{bill['id']}", json={"note": "x"}, headers=match(bill))
    assert late.status_code == 412 and late.json["current"]["total"] == "171.00"
    assert admin.patch(f"{API}/{bill['id']}", json={"note": "x"}).status_code == 428


@given(st.lists(st.tuples(HUNDREDTHS, HUNDREDTHS, st.integers(0, 10_000)), max_size=4), st.integers(0, 10_000))
def test_sums_are_exact_to_the_cent(lines: list[tuple[int, int, int]], tax: int) -> None:
    items = [{"cost": decimal_text(c), "quantity": decimal_text(q), "discount": decimal_text(d)} for c, q, d in lines]
    sums = worked_out(items, "0", decimal_text(tax))
    # The browser's arithmetic, in whole numbers alone.
    assert list(sums.amounts) == [(2 * c * q * (10_000 - d) + 10**6) // (2 * 10**6) for c, q, d in lines]
    assert sums.subtotal == sum(sums.amounts) and sums.total == sums.subtotal + sums.tax
    assert sums.tax == (2 * sums.subtotal * tax + 10_000) // 20_000


def test_half_a_cent_goes_upwards() -> None:
    assert line_amount({"cost": "0.05", "quantity": "0.5", "discount": "0"}) == 3
    assert line_amount({"cost": "0.09", "quantity": "2906", "discount": "0"}) == 26154
    assert (dollars(1200), dollars(1250), dollars(5)) == ("$12", "$12.50", "$0.05")
    assert (short_text(1850), short_text(1800), short_text(5)) == ("18.5", "18", "0.05")


def test_sending_and_payments_move_status_and_balance(admin: FlaskClient) -> None:
    bill = create_bill(admin)
    path = f"{API}/{bill['id']}"
    nobody = admin.post(f"{path}/send", json={"to": "nobody"}, headers=match(bill))
    assert nobody.status_code == 422 and list(nobody.json["errors"]) == ["to"]
    sent = admin.post(f"{path}/send", json={"to": "asha@rao.example", "subject": "S"}, headers=match(bill)).json
    assert (
        sent["status"] == "Sent" and sent["events"][0] | {"kind": "sent", "to": "asha@rao.example"} == sent["events"][0]
    )
    for amount, wrong in (("180.01", 422), ("0", 422), ("x", 422)):
        answer = admin.post(f"{path}/payments", json={"amount": amount}, headers=match(sent))
        assert answer.status_code == wrong and list(answer.json["errors"]) == ["amount"]
    part = admin.post(f"{path}/payments", json={"amount": "80.5", "method": "upi"}, headers=match(sent)).json
    assert (part["status"], part["balance"], part["paid"]) == ("Partial Payment", "99.50", "80.50")
    low = admin.patch(path, json={"lines": [LINE | {"quantity": "0.1"}]}, headers=match(part))
    assert low.status_code == 422 and list(low.json["errors"]) == ["lines"]
    rest = admin.post(f"{path}/payments", json={"amount": "99.50"}, headers=match(part)).json
    assert (rest["status"], rest["balance"]) == ("Paid", "0.00")
    assert admin.post(f"{path}/payments", json={"amount": "1"}, headers=match(rest)).status_code == 409
    specified = admin.get(f"/api/invoice/invoices/{bill['number']}").json
    assert specified["invoice"]["balance"] == 0 and specified["invoice"]["invoiceStatus"] == "Paid"
    back = admin.delete(f"{path}/payments/{rest['events'][0]['id']}", headers=match(rest)).json
    assert (back["status"], back["balance"]) == ("Partial Payment", "99.50")
    assert admin.delete(f"{path}/payments/{sent['events'][0]['id']}", headers=match(back)).status_code == 404
    none = admin.delete(f"{path}/payments/{part['events'][0]['id']}", headers=match(back)).json
    assert (none["status"], none["paid"]) == ("Sent", "0.00")


def test_an_invoice_of_nothing_is_not_called_paid(admin: FlaskClient) -> None:
    bill = create_bill(admin, lines=[LINE | {"cost": "0"}])
    answer = admin.post(f"{API}/{bill['id']}/payments", json={"amount": "1"}, headers=match(bill))
    assert (answer.status_code, answer.json["detail"]) == (409, "The total of this invoice is 0. Nothing is due.")


def test_what_was_sent_is_past_due_by_itself(admin: FlaskClient) -> None:
    day = today()
    issued, due = str(day - timedelta(days=30)), str(day - timedelta(days=1))
    bill = create_bill(admin, issued_date=issued, due_date=due)
    assert bill["status"] == "Draft" and not bill["late"]
    sent = admin.post(f"{API}/{bill['id']}/send", json={"to": "a@b.example"}, headers=match(bill)).json
    assert sent["status"] == "Past Due" and sent["late"]
    assert numbers(admin, view="Past Due") == [4987] and numbers(admin, view="Sent") == []
    assert admin.get("/apps/invoice/invoices?status=PAST%20DUE").json["total"] == 1
    paid = admin.post(f"{API}/{bill['id']}/payments", json={"amount": "180"}, headers=match(sent)).json
    assert paid["status"] == "Paid" and numbers(admin, view="Past Due") == []


def test_a_deleted_invoice_is_restored_as_it_was(admin: FlaskClient) -> None:
    bill = create_bill(admin)
    path = f"{API}/{bill['id']}"
    gone = admin.delete(path, headers=match(bill)).json
    assert gone["is_deleted"] and numbers(admin) == [] and numbers(admin, view="deleted") == [4987]
    assert admin.delete(path, headers=match(gone)).status_code == 409
    assert admin.patch(path, json={"note": "x"}, headers=match(gone)).status_code == 409
    assert admin.post(f"{path}/payments", json={"amount": "1"}, headers=match(gone)).status_code == 409
    back = admin.post(f"{path}/restore", headers=match(gone)).json
    own = {"revision", "updated_at", "next"}
    assert {k: v for k, v in back.items() if k not in own} == {k: v for k, v in bill.items() if k not in own}
    assert admin.post(f"{path}/restore", headers=match(back)).status_code == 409


def test_lists_are_in_every_order_and_summed_up(admin: FlaskClient) -> None:
    for name, cost, due in (("C", "30", "2027-01-03"), ("A", "10", "2027-01-01"), ("B", "20", "2027-01-02")):
        create_bill(admin, client={"name": name}, lines=[{"item": "x", "cost": cost}], due_date=due)
    assert numbers(admin) == [4989, 4988, 4987] and numbers(admin, sort="number") == [4987, 4988, 4989]
    assert numbers(admin, sort="client") == numbers(admin, sort="total") == numbers(admin, sort="due")
    assert numbers(admin, sort="-total") == [4987, 4989, 4988] == numbers(admin, sort="-client")
    first = admin.get(f"{API}/4988").json
    assert (first["older"], first["newer"]) == (4987, 4989)
    body = admin.get(f"{API}/summary").json
    assert {view["view"]: view["count"] for view in body["views"]}["Draft"] == 3
    # A draft is not issued.
    assert body["issued"] == {"count": 0, "amount": "0.00"} and body["open"]["count"] == 0
    admin.post(f"{API}/4988/send", json={"to": "a@b.example"}, headers=match(first))
    body = admin.get(f"{API}/summary?q=a").json
    assert body["open"] == body["issued"] == {"count": 1, "amount": "10.00"} and body["late"]["count"] == 0


def test_past_due_says_for_how_many_days_the_oldest_is(admin: FlaskClient) -> None:
    assert admin.get(f"{API}/summary").json["late"] == {"count": 0, "amount": "0.00", "days": None}
    for days in (4, 9, -1):
        due, issued = (today() - timedelta(days=span) for span in (days, 20))
        lines = [{"item": "x", "cost": "10"}]
        bill = create_bill(admin, lines=lines, issued_date=issued.isoformat(), due_date=due.isoformat())
        admin.post(f"{API}/{bill['number']}/send", json={"to": "a@b.example"}, headers=match(bill))
    assert admin.get(f"{API}/summary").json["late"] == {"count": 2, "amount": "20.00", "days": 9}
    assert [row["has_pdf"] for row in admin.get(API).json["items"]] == [True] * 3


def test_clients_are_found_and_taken_over(admin: FlaskClient) -> None:
    create_bill(admin)
    create_bill(admin, client={"name": "Binod", "email": "b@c.example"})
    whom = CLIENT | {"address": "", "country": "", "contact": ""}
    assert admin.get(f"{API}/clients?q=RAO").json == {"clients": [whom]}
    assert create_bill(admin, client={}, client_from="Asha Rao")["client"] == whom
    assert create_bill(admin, client={"name": "Else"}, client_from="Asha Rao")["client"]["name"] == "Else"
    longest = {"name": "A" * 120, "email": f"{'b' * 188}@example.com"}
    create_bill(admin, client=longest)
    chosen = create_bill(admin, client={}, client_from=f"{longest['name']}\n{longest['email']}")
    assert chosen["client"]["email"] == longest["email"]
    nobody = admin.post(API, json={"client_from": "Nobody", "lines": [LINE]})
    assert nobody.status_code == 422 and list(nobody.json["errors"]) == ["client_from"]


@pytest.mark.parametrize(
    ("body", "field"),
    [({"client": {}}, "client.name"), ({"lines": [{}]}, "lines.0.item"), ({"lines": [{"cost": "5"}]}, "lines.0.item"),
     ({"lines": []}, "lines"), ({"lines": [LINE | {"cost": "-1"}]}, "lines"), ({"tax_percent": "101"}, "tax_percent"),
     ({"lines": [LINE | {"cost": 5.5}]}, "lines"),
     ({"issued_date": "2026-02-02", "due_date": "2026-02-01"}, "due_date"),
     ({"issued_date": "9999-12-15"}, "issued_date"), ({"due_date": "1899-12-31"}, "due_date"),
     ({"service": "Golf"}, "service"), ({"due_date": "soon"}, "due_date"), ({"total": "1"}, "total"),
     ({"client": {"name": "x", "email": "no"}}, "client")],
)  # fmt: skip
def test_what_does_not_fit_is_named(admin: FlaskClient, body: dict[str, Any], field: str) -> None:
    answer = admin.post(API, json={"client": CLIENT, "lines": [LINE]} | body)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]
    assert numbers(admin) == []


def test_a_draft_is_worked_out_and_not_kept(admin: FlaskClient) -> None:
    body = admin.post(f"{API}/draft", json={"lines": [LINE, {}], "tax_percent": "10", "note": "n"}).json
    assert (body["subtotal"], body["tax"], body["total"]) == ("180.00", "18.00", "198.00")
    assert len(body["lines"]) == 2 and body["note"] == "n" and body["issued_date"] is None
    assert numbers(admin) == []


def test_the_pdf_says_what_the_invoice_says(admin: FlaskClient) -> None:
    many = [LINE | {"item": f"Item {n} (a\\b)", "note": "words " * 30} for n in range(40)]
    bill = create_bill(admin, lines=many, note="Thanks – soon")
    answer = admin.get(f"{API}/{bill['id']}/pdf")
    assert answer.status_code == 200 and answer.content_type == "application/pdf"
    assert "invoice-4987.pdf" in answer.headers["Content-Disposition"]
    pages = text_of_pages(answer.data)
    text = "\n".join(pages)
    assert len(pages) > 2 and all("Quantity" in page for page in pages[:-1])
    assert "Invoice #4987" in text and "$7,200.00" in text and "Thanks – soon" in text
    assert [f"Item {n} (a\\b)" in text for n in range(40)] == [True] * 40


def test_the_pdf_has_the_letters_of_the_languages_and_says_which_it_lacks(admin: FlaskClient) -> None:
    bill = create_bill(admin, client={"name": "आशा राव", "address": "शिवाजी नगर", "company": "شركة الخليج"})
    assert bill["has_pdf"] is True
    answer = admin.get(f"{API}/{bill['id']}/pdf")
    assert answer.status_code == 200 and len(answer.data) < 80_000
    assert "आशा" in text_of_pages(answer.data)[0]
    lacking = create_bill(admin, client={"name": "山田"})
    assert lacking["has_pdf"] is False
    assert admin.get(f"{API}/{lacking['id']}/pdf").status_code == 409


def test_a_word_without_end_stays_on_the_page(admin: FlaskClient) -> None:
    bill = create_bill(admin, lines=[LINE | {"item": "W" * 100, "note": "W" * 100}], note="w" * 150)
    document = pypdfium2.PdfDocument(admin.get(f"{API}/{bill['id']}/pdf").data)
    page = document[0].get_textpage()
    boxes = [page.get_rect(n) for n in range(page.count_rects())]
    assert max(right for _, _, right, _ in boxes) <= 595 - 40


def test_another_workspaces_invoice_is_as_if_it_never_was(admin: FlaskClient, as_: As) -> None:
    theirs = create_bill(as_("admin", add_workspace("Other")))
    path = f"{API}/{theirs['id']}"
    for answer in (admin.get(path), admin.get(f"{path}/pdf"), admin.patch(path, json={"note": "x"}),
                   admin.delete(path), admin.post(f"{path}/restore"), admin.post(f"{path}/send", json={"to": "a@b.c"}),
                   admin.post(f"{path}/payments", json={"amount": "1"})):  # fmt: skip
        assert answer.status_code == 404
    assert numbers(admin) == [] and admin.get(f"{API}/clients").json == {"clients": []}
    assert create_bill(admin)["number"] == 4987


def test_who_reads_may_not_write(admin: FlaskClient, as_: As) -> None:
    bill, reader = create_bill(admin), as_("editor")
    path = f"{API}/{bill['id']}"
    assert reader.get(path).status_code == reader.get(API).status_code == reader.get(f"{path}/pdf").status_code == 200
    assert reader.post(API, json={"lines": [LINE]}).status_code == 403
    assert reader.patch(path, json={"note": "x"}, headers=match(bill)).status_code == 403
    assert reader.delete(path, headers=match(bill)).status_code == 403
    assert reader.post(f"{path}/payments", json={"amount": "1"}, headers=match(bill)).status_code == 403
    assert as_("client").get(API).status_code == 403


def test_writes_are_in_the_audit_log(admin: FlaskClient, workspace: Workspace) -> None:
    bill = create_bill(admin)
    path = f"{API}/{bill['id']}"
    sent = admin.post(f"{path}/send", json={"to": "a@b.example"}, headers=match(bill)).json
    paid = admin.post(f"{path}/payments", json={"amount": "1"}, headers=match(sent)).json
    admin.delete(path, headers=match(paid))
    rows = list(db.session.scalars(select(AuditEvent).where(AuditEvent.subject == "invoice").order_by(AuditEvent.seq)))
    assert [row.action for row in rows] == ["invoice:create", "invoice:send", "invoice:pay", "invoice:delete"]
    assert {row.subject_id for row in rows} == {int(bill["id"])}


def test_invoices_are_narrowed_by_the_month_of_their_issue(admin: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.office.invoices.service.today", lambda: date(2027, 1, 15))
    for day in ("2026-11-30", "2026-12-01", "2026-12-31", "2027-01-01", "2027-01-31", "2027-04-01"):
        create_bill(admin, issued_date=day)
    days = {
        issued: [item["issued_date"] for item in admin.get(API, query_string={"issued": issued}).json["items"]]
        for issued in ("month", "last_month", "quarter", "year")
    }
    assert days["month"] == days["quarter"] == ["2027-01-31", "2027-01-01"]
    assert days["last_month"] == ["2026-12-31", "2026-12-01"]
    assert days["year"] == ["2027-04-01", "2027-01-31", "2027-01-01"]
    summary = admin.get(f"{API}/summary", query_string={"issued": "last_month"}).json
    assert {view["view"]: view["count"] for view in summary["views"]}["all"] == 2
    assert admin.get(API, query_string={"issued": "century"}).status_code == 422


def test_a_list_is_exported_as_it_is_narrowed_and_ordered(admin: FlaskClient) -> None:
    create_bill(admin, issued_date="2026-11-01", tax_percent="18")
    create_bill(admin, client={"name": "=Zoya()", "email": "zoya@rao.example"})
    response = admin.get(f"{API}/file", query_string={"sort": "client", "q": "rao.example"})
    assert response.headers["Cache-Control"] == "no-store" and "invoices.csv" in response.headers["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(response.text.removeprefix("\ufeff"))))
    assert [row["client"] for row in rows] == ["'=Zoya()", "Asha Rao"]
    assert (rows[1]["issued"], rows[1]["total"], rows[1]["balance"], rows[1]["currency"]) == (
        "2026-11-01", "212.40", "212.40", "USD",
    )  # fmt: skip
    assert db.session.scalar(select(AuditEvent).where(AuditEvent.action == "invoice:export")) is not None


def test_many_invoices_are_deleted_and_restored(admin: FlaskClient) -> None:
    first, second = create_bill(admin), create_bill(admin)
    both = [first["id"], second["id"]]
    admin.delete(f"{API}/{first['id']}", headers=match(first))
    deleted = admin.post(f"{API}/many", json={"ids": both, "do": "delete"})
    assert deleted.status_code == 200 and deleted.json == {"ids": [second["id"]]}
    assert numbers(admin, view="deleted") == [4988, 4987] and numbers(admin) == []
    assert admin.post(f"{API}/many", json={"ids": both, "do": "restore"}).json == {"ids": both}
    assert numbers(admin) == [4988, 4987]
    assert admin.post(f"{API}/many", json={"ids": [*both, "1"], "do": "delete"}).status_code == 404
    assert numbers(admin) == [4988, 4987]
