"""Documents of customers over the API: sent, entered, judged, compared, and erased."""

import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import func, select

from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.clients.models import Client, Outlet
from app.core import clock
from app.core.db.base import db
from app.core.pdf import pages
from app.core.pdf.pages import LONGEST, count_pages, draw_page
from app.masters.documents import service
from app.masters.documents.jobs import expire_documents
from app.masters.documents.models import CustomerDocument, CustomerDocumentFile
from tests.app.masters.making import API, two_outlets, vehicle, vin
from tests.factories.customer_documents import PDF, SECRET, picture
from tests.factories.documents import pdf

As = Callable[..., FlaskClient]
PATH = f"{API}/customer-documents"
RC = {"registration": "mh 12 qt 4417", "vin": vin(1), "name": "Asha Kulkarni", "issued_on": "2024-03-07",
      "valid_until": "2039-03-06"}  # fmt: skip
pytestmark = pytest.mark.both


@pytest.fixture
def outlets(workspace: Workspace) -> tuple[Outlet, Outlet]:
    """Two outlets."""
    return two_outlets()


def send(client: FlaskClient, data: bytes, name: str = "a.png", **form: str) -> Any:
    """Upload a document."""
    body = form | {"file": (io.BytesIO(data), name)}
    return client.post(PATH, data=body, content_type="multipart/form-data")


def sent(client: FlaskClient, seed: int, outlet: Outlet, **form: str) -> dict[str, Any]:
    """Upload a picture; return the document."""
    response = send(client, picture(seed), outlet=str(outlet.id), **form)
    assert response.status_code == 201, response.text
    return dict(response.json)


def enter(client: FlaskClient, document: dict[str, Any], **values: Any) -> Any:
    """Set values of a document on its newest revision."""
    revision = client.get(f"{PATH}/{document['id']}").headers["ETag"]
    return client.patch(f"{PATH}/{document['id']}/fields", json=values, headers={"If-Match": revision})


def test_a_document_goes_from_received_to_accepted(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin, other = as_("admin"), as_("admin")
    document = sent(admin, 1, outlets[0])
    assert (document["state"], document["kind"], document["possible"]) == ("received", None, ["accept", "reject"])
    assert enter(admin, document, registration="MH12QT4417").json["errors"] == {
        "kind": ["Choose first what kind of document this is."]
    }
    assert enter(admin, document, kind="rc").json["state"] == "classified"
    entered = enter(admin, document, **RC)
    assert entered.status_code == 200, entered.text
    assert (entered.json["state"], entered.json["fields"]["registration"]) == ("needs_review", "MH12QT4417")
    assert entered.json["valid_until"] == "2039-03-06" and entered.json["required"] == list(RC)
    accepted = other.post(f"{PATH}/{document['id']}/accept", json={"name": "Asha M Kulkarni"})
    assert (accepted.status_code, accepted.json["state"]) == (200, "accepted"), accepted.text
    row = db.session.scalars(select(CustomerDocument)).one()
    assert (sorted(row.reviewed), row.corrected) == (sorted(RC), ["name"])
    actions = db.session.scalars(select(AuditEvent.action).order_by(AuditEvent.id)).all()
    assert [action for action in actions if action.startswith("customer_document:")] == [
        "customer_document:create", "customer_document:classify", "customer_document:update",
        "customer_document:extract", "customer_document:submit", "customer_document:update",
        "customer_document:accept",
    ]  # fmt: skip
    assert admin.post(f"{PATH}/{document['id']}/reject", json={"reason": "blurred"}).status_code == 409
    assert enter(admin, document, name="X").status_code == 409
    again = admin.post(f"{PATH}/{document['id']}/reopen", json={})
    assert (again.json["state"], again.json["decided_by"]) == ("needs_review", "")


def test_values_are_refused_field_by_field(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    document = sent(admin, 1, outlets[0], kind="rc")
    wrong = enter(admin, document, registration="nonsense", vin="MRDHK4S2XTO412867", number="7", issued_on="2199-01-01")
    assert wrong.status_code == 422 and set(wrong.json["errors"]) == {"registration", "vin", "number", "issued_on"}
    assert set(enter(admin, document, vin="X" * 41, odometer_km=-1).json["errors"]) == {"vin", "odometer_km"}
    assert set(enter(admin, document, issued_on="2024-03-07", valid_until="2023-01-01").json["errors"]) == {
        "valid_until"
    }
    missing = admin.post(f"{PATH}/{document['id']}/accept", json={"name": "Asha"})
    assert missing.status_code == 422 and set(missing.json["errors"]) == set(RC) - {"name"}
    body = admin.get(f"{PATH}/{document['id']}").json
    assert (body["state"], body["fields"]) == ("classified", {})
    odd = enter(admin, document, vin="MRDHK4S20T0000002")
    assert odd.json["warnings"] == {"vin": ["vin_check_digit"]}, odd.text
    stale = admin.patch(f"{PATH}/{document['id']}/fields", json={"name": "A"}, headers={"If-Match": '"1"'})
    assert stale.status_code == 412 and stale.json["current"]["id"] == document["id"]
    assert admin.patch(f"{PATH}/{document['id']}/fields", json={"name": "A"}).status_code == 428


def test_accepting_takes_the_values_at_once(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    document = sent(admin, 1, outlets[0])
    body = {"kind": "licence", "number": "mh12 20110012345", "name": "Asha", "valid_until": "2031-01-01"}
    accepted = admin.post(f"{PATH}/{document['id']}/accept", json=body)
    assert (accepted.status_code, accepted.json["state"]) == (200, "accepted"), accepted.text
    # Who enters and accepts has checked nobody's work.
    assert db.session.scalars(select(CustomerDocument)).one().reviewed == []
    photo = sent(admin, 2, outlets[0], kind="damage_photo")
    assert admin.post(f"{PATH}/{photo['id']}/accept", json={}).json["state"] == "accepted"


def test_rejecting_needs_a_reason(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    document = sent(admin, 1, outlets[0])
    for body in ({}, {"reason": ""}, {"reason": "ugly"}):
        assert admin.post(f"{PATH}/{document['id']}/reject", json=body).json["errors"]["reason"]
    rejected = admin.post(f"{PATH}/{document['id']}/reject", json={"reason": "blurred", "note": "Glare"})
    assert (rejected.json["state"], rejected.json["reason"], rejected.json["note"]) == ("rejected", "blurred", "Glare")


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"", "empty"), (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "JPEG"), (picture(1)[:300], "damaged"),
     (picture(1, "GIF"), "JPEG"), (PDF[:40], "cut off"), (b"\xff\xd8\xff" + b"0" * 400, "JPEG"),
     (picture(1, size=(20, 20)), "pixels")],
    ids=["empty", "svg", "damaged", "gif", "cut-pdf", "no-jpeg", "small"],
)  # fmt: skip
def test_files_are_judged_by_their_bytes(as_: As, outlets: tuple[Outlet, Outlet], data: bytes, reason: str) -> None:
    answer = send(as_("admin"), data, outlet=str(outlets[0].id))
    assert answer.status_code == 422 and reason in str(answer.json["errors"]["file"]), answer.text
    assert db.session.scalar(select(func.count(CustomerDocument.id))) == 0


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_picture_comes_back_without_what_the_camera_added(as_: As, outlets: tuple[Outlet, Outlet], kind: str) -> None:
    admin = as_("admin")
    data = picture(1, kind, secret=True)
    assert SECRET in data
    document = send(admin, data, "a.pdf", outlet=str(outlets[0].id)).json
    file = admin.get(f"{PATH}/{document['id']}/file")
    assert (file.status_code, file.content_type) == (200, f"image/{kind.lower()}")
    assert SECRET not in file.data and Image.open(io.BytesIO(file.data)).size == (480, 320)
    assert (file.headers["X-Content-Type-Options"], file.headers["Cache-Control"]) == ("nosniff", "private, no-store")
    assert "sandbox" in file.headers["Content-Security-Policy"]
    sealed = db.session.scalars(select(CustomerDocumentFile.sealed_content)).one()
    assert (
        sealed.startswith("v1:")
        and db.session.scalar(select(func.count(AuditEvent.id)).where(AuditEvent.action == "customer_document:open"))
        == 1
    )


def test_a_pdf_is_saved_and_its_pages_are_shown_as_pictures(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin, data = as_("admin"), pdf([[("Invoice", "Paid in full.")], [("Terms", "None.")]])
    document = send(admin, data, "x.png", outlet=str(outlets[0].id)).json
    file = admin.get(f"{PATH}/{document['id']}/file")
    assert (file.data, file.content_type) == (data, "application/pdf")
    assert file.headers["Content-Disposition"].startswith("attachment")
    assert document["pages"] == 2
    pages = [admin.get(f"{PATH}/{document['id']}/pages/{number}") for number in (1, 2, 2)]
    assert {(page.status_code, page.content_type) for page in pages} == {(200, "image/webp")}
    assert pages[0].data != pages[1].data == pages[2].data
    first = Image.open(io.BytesIO(pages[0].data))
    assert (first.size, first.format, first.convert("L").getextrema()[0] < 60) == ((1415, 2000), "WEBP", True)
    assert "sandbox" in pages[0].headers["Content-Security-Policy"]
    assert pages[0].headers["Cache-Control"] == "private, no-store"
    opened = select(func.count(AuditEvent.id)).where(AuditEvent.action == "customer_document:open")
    assert db.session.scalar(opened) == 4
    for number in (0, 3, 99):
        assert admin.get(f"{PATH}/{document['id']}/pages/{number}").status_code == 404
    assert as_("editor").get(f"{PATH}/{document['id']}/pages/1").status_code == 403


def test_pages_of_an_erased_document_are_gone(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    document = send(admin, pdf([[("Invoice", "Paid in full.")]]), outlet=str(outlets[0].id)).json
    page = f"{PATH}/{document['id']}/pages/1"
    assert admin.get(page).status_code == 200
    service.expire(db.session.scalars(select(CustomerDocument)).all())
    db.session.commit()
    assert admin.get(page).status_code == 404


@pytest.mark.parametrize("data", [PDF, pdf([[("Oil", "A")]], password="secret")], ids=["no pages", "encrypted"])
def test_a_pdf_that_cannot_be_opened_is_kept(as_: As, outlets: tuple[Outlet, Outlet], data: bytes) -> None:
    admin = as_("admin")
    document = send(admin, data, outlet=str(outlets[0].id)).json
    assert document["pages"] == 0
    assert admin.get(f"{PATH}/{document['id']}/pages/1").status_code == 404
    assert admin.get(f"{PATH}/{document['id']}/file").data == data


def test_drawing_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pdf([[("Oil", "A")]])
    wide = data.replace(b"/MediaBox [0 0 595.28 841.89]", b"/MediaBox [0 0 9999999 99.8]")
    assert wide != data
    picture = draw_page(wide, 1)
    assert picture is not None and Image.open(io.BytesIO(picture)).size[0] <= LONGEST
    monkeypatch.setattr(pages, "SECONDS", 0)
    assert (draw_page(data, 1), count_pages(data)) == (None, 0)


def test_copies_are_marked_and_kept(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    first = sent(admin, 1, outlets[0], kind="insurance")
    assert first["marks"] == [] and sent(admin, 2, outlets[0])["marks"] == []
    assert sent(admin, 1, outlets[1])["marks"] == ["same_file"]
    smaller = send(admin, picture(1, "JPEG", size=(400, 266)), outlet=str(outlets[1].id)).json
    assert smaller["marks"] == ["same_picture"]
    assert {copy["mark"] for copy in smaller["copies"]} == {"same_picture"} and len(smaller["copies"]) == 2
    policy = {"number": "P-1", "company": "Shield", "valid_until": "2027-01-01"}
    enter(admin, first, registration="MH12QT4417", **policy)
    third = sent(admin, 3, outlets[0], kind="insurance")
    marked = enter(admin, third, registration="MH14KD2093", **policy)
    assert marked.json["marks"] == ["number_elsewhere"], marked.text
    assert admin.get(PATH).json["total"] == 5
    part = as_("admin", scope={"outlets": [str(outlets[1].id)]})
    # Of copies at other outlets a reader of one learns nothing.
    assert {tuple(item["marks"]) for item in part.get(PATH).json["items"]} == {("same_picture",)}


def test_lists_are_narrowed_and_cut(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    sent(admin, 1, outlets[0], kind="rc")
    soon = sent(admin, 2, outlets[1], kind="licence")
    day = (clock.now() + timedelta(days=20)).date().isoformat()
    admin.post(f"{PATH}/{soon['id']}/accept", json={"number": "1", "name": "A", "valid_until": day})
    third = sent(admin, 3, outlets[1])
    for query, total in (("", 3), ("state=waiting", 2), ("state=accepted", 1), ("kind=rc", 1), ("expiring=30", 1),
                         ("expiring=10", 0), (f"outlet={outlets[1].id}", 2)):  # fmt: skip
        listing = admin.get(f"{PATH}?{query}").json
        assert (listing["total"], listing["waiting"]) == (total, 2), query
    part = as_("admin", scope={"outlets": [str(outlets[0].id)]})
    assert (part.get(PATH).json["total"], part.get(f"{PATH}/{third['id']}").status_code) == (1, 404)
    assert part.get(f"{PATH}/{third['id']}/file").status_code == 404
    assert send(part, picture(4)).json["errors"]["outlet"] == ["You see only some outlets. Choose one of them."]
    assert send(part, picture(4), outlet=str(outlets[1].id)).status_code == 422


def test_a_document_belongs_where_its_vehicle_does(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    car = admin.post(f"{API}/vehicles", json=vehicle(
        outlets[1], registration="MH12QT4417", owner_phone="98220 14482", owner_name="Asha Kulkarni"
    )).json  # fmt: skip
    body = send(admin, picture(1), vehicle=car["id"]).json
    assert (body["outlet"]["name"], body["customer"]["name"], body["vehicle"]["name"]) == (
        "Nashik", "Asha Kulkarni", "MH12QT4417",
    )  # fmt: skip
    enter(admin, body, kind="rc", **RC)
    reader = as_("maintainer").get(f"{PATH}/{body['id']}").json
    assert (reader["customer"]["name"], reader["fields"], reader["hidden"]) == ("A. K.", {}, True)
    assert as_("maintainer").get(f"{PATH}/{body['id']}/file").status_code == 403
    assert as_("subscriber").get(PATH).status_code == 403


def test_a_document_is_erased_when_it_is_no_longer_kept(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    document = sent(admin, 1, outlets[0], kind="rc")
    admin.post(f"{PATH}/{document['id']}/accept", json=RC)
    fresh = sent(admin, 2, outlets[0])
    row = db.session.scalars(select(CustomerDocument).order_by(CustomerDocument.id)).first()
    assert row is not None
    days = db.session.get_one(Client, row.client_id).media_days
    row.received_at = clock.now() - timedelta(days=days + 1)
    db.session.commit()
    expire_documents()
    db.session.expire_all()
    gone = admin.get(f"{PATH}/{document['id']}").json
    assert (gone["state"], gone["fields"], gone["erased"], gone["possible"]) == ("expired", {}, True, [])
    assert admin.get(f"{PATH}/{document['id']}/file").status_code == 404
    assert admin.get(f"{PATH}/{fresh['id']}/file").status_code == 200
    row = db.session.get_one(CustomerDocument, int(document["id"]))
    assert (row.decision, row.vin, row.sha256, row.valid_until) == ("accepted", None, "", None)


def test_the_queue_begins_again_after_its_last_document(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    first, second, third = (sent(admin, seed, outlets[0])["id"] for seed in (1, 2, 3))
    neighbours = [admin.get(f"{PATH}/{key}").json["neighbours"] for key in (first, second, third)]
    assert neighbours == [
        {"previous": None, "next": second},
        {"previous": first, "next": third},
        {"previous": second, "next": first},
    ]
