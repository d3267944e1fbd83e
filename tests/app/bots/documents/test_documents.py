"""Documents of a bot through their calls: upload, life, reading again with the difference, and what the bot answers."""

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from app.bots.documents import jobs as reading
from app.bots.documents import sources
from app.bots.documents.models import STATES, BotDocument
from app.bots.documents.service import LIFE, OFFERED
from app.core import clock
from app.core.db.base import db
from app.core.errors import Conflict
from app.core.pdf.pages import MARKER, draw_page
from tests.factories.bots import create_bot
from tests.factories.documents import SAMPLES, pdf, scan, upload, upload_sample, work
from tests.factories.servers import serve

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


@pytest.fixture
def bot(admin: FlaskClient) -> str:
    """A bot without documents."""
    return create_bot(admin)


@pytest.fixture
def site(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, dict[str, bytes]]]:
    """A web site on loopback: its address, and its pages by path."""
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], outgoing_hosts=("127.0.0.1",)))
    pages: dict[str, bytes] = {}

    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path)
            self.send_response(200 if body is not None else 404)
            self.send_header("Content-Length", str(len(body or b"")))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    with serve(server):
        yield f"http://127.0.0.1:{server.server_port}", pages


def get_document(admin: FlaskClient, bot: str, document: str) -> dict[str, Any]:
    """A document as it is answered."""
    answer = admin.get(f"/api/v1/bots/{bot}/documents/{document}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def search(admin: FlaskClient, bot: str, text: str) -> dict[str, Any]:
    """What the bot finds for a question."""
    return dict(admin.post(f"/api/v1/bots/{bot}/knowledge/search", json={"text": text, "k": 5}).json)


def test_a_file_becomes_live_and_answers_with_its_citation(admin: FlaskClient, bot: str) -> None:
    data = pdf([[("Engine oil", "Replace the engine oil every 10,000 km or 12 months.")],
                [("Tyres", "Check the tyre pressure every two weeks.")]])  # fmt: skip
    answer = upload(admin, bot, "owners_manual.pdf", data, folder="Manuals", review_by="2199-01-01")
    assert (answer.status_code, answer.json["state"], answer.json["title"]) == (201, "uploaded", "owners manual")
    work()
    document = get_document(admin, bot, answer.json["id"])
    assert (document["state"], document["kind"], document["pages"], document["passages"]) == ("live", "pdf", 2, 2)
    assert document["languages"] == ["en"] and document["possible"] == ["disable", "crawl"]
    result = search(admin, bot, "how often do i check the tyre pressure")
    assert result["answer"]["text"] == "Check the tyre pressure every two weeks."
    (citation,) = result["answer"]["citations"]
    assert (citation["document"], citation["page"]) == (document["id"], 2)
    assert result["hits"][0]["title"] == "owners manual" and result["hits"][0]["page"] == 2
    chunks = admin.get(f"/api/v1/bots/{bot}/documents/{document['id']}/chunks").json
    assert [(row["number"], row["page"], row["heading"]) for row in chunks["items"]] == [
        (1, 1, "Engine oil"), (2, 2, "Tyres"),
    ]  # fmt: skip


def test_passages_and_questions_come_in_the_order_of_their_scores(admin: FlaskClient) -> None:
    pairs = ("Do you wash cars for free?", "Is there a price for a wash?", "What does wheel alignment need?")
    flow = {
        "format": "parley-flow/1", "languages": ["en"], "start": "bye", "nodes": {"bye": {"type": "end"}},
        "knowledge": [{"question": {"en": question}, "answer": {"en": question[::-1]}} for question in pairs],
    }  # fmt: skip
    bot = create_bot(admin, flow=flow)
    upload_sample(admin, bot, "price-list.md")
    result = search(admin, bot, "cost of wheel alignment")
    scores = [hit["score"] for hit in result["hits"]]
    assert {hit["document"] is None for hit in result["hits"]} == {True, False}
    assert scores == sorted(scores, reverse=True) and search(admin, bot, "cost of wheel alignment") == result


def test_a_disabled_document_answers_no_more(admin: FlaskClient, bot: str) -> None:
    document = upload_sample(admin, bot, "price-list.md")
    at = f"/api/v1/bots/{bot}/documents/{document}"
    assert search(admin, bot, "cost of wheel alignment")["answer"] is not None
    assert admin.post(f"{at}/disable").json["state"] == "disabled"
    assert search(admin, bot, "cost of wheel alignment")["hits"] == []
    refused = admin.post(f"{at}/disable")
    assert (refused.status_code, refused.json["code"]) == (409, "invalid_transition")
    assert admin.post(f"{at}/enable").json["state"] == "live"
    assert search(admin, bot, "cost of wheel alignment")["answer"] is not None


@pytest.mark.parametrize(("data", "reason"), [(scan(), "no_text"), (b"%PDF-1.4 broken", "broken")])
def test_what_cannot_be_read_fails_with_a_reason_and_can_be_tried_again(
    admin: FlaskClient, bot: str, data: bytes, reason: str
) -> None:
    document = upload(admin, bot, "brochure.pdf", data).json["id"]
    work()
    failed = get_document(admin, bot, document)
    assert (failed["state"], failed["reason"], failed["possible"]) == ("failed", reason, ["crawl"])
    assert admin.post(f"/api/v1/bots/{bot}/documents/{document}/crawl").json["state"] == "uploaded"
    work()
    assert get_document(admin, bot, document)["state"] == "failed"


@pytest.mark.parametrize(
    ("name", "data"), [("x.pdf", b"MZ\x00\x00"), ("x.txt", b"  "), ("x.png", b"\x89PNG\r\n\x1a\n\x00")]
)
def test_other_files_are_refused_at_once(admin: FlaskClient, bot: str, name: str, data: bytes) -> None:
    answer = upload(admin, bot, name, data)
    assert answer.status_code == 422 and "file" in answer.json["errors"]
    assert admin.get(f"/api/v1/bots/{bot}/documents").json["total"] == 0


@pytest.mark.parametrize("body", [
    {}, {"url": "http://127.0.0.1/x"}, {"url": "ftp://x.example"},
    {"url": "https://a.example", "sitemap": "https://a.example"},
    {"questions": []}, {"questions": [{"question": "x"}]}, {"url": "https://a.example", "every": "hour"},
    {"questions": [{"question": "When?", "answer": "Now."}], "every": "day"}, {"url": "https://a.example", "more": 1},
])  # fmt: skip
def test_a_source_must_make_sense(admin: FlaskClient, bot: str, body: dict[str, Any]) -> None:
    assert admin.post(f"/api/v1/bots/{bot}/documents", json=body).status_code == 422
    assert admin.get(f"/api/v1/bots/{bot}/documents").json["total"] == 0


def test_questions_are_passages_of_their_own(admin: FlaskClient, bot: str) -> None:
    rows = [{"question": "Do you repair scooters?", "answer": "Yes, on weekdays."},
            {"question": "Is there parking?", "answer": "Yes, behind the building."}]  # fmt: skip
    answer = admin.post(f"/api/v1/bots/{bot}/documents", json={"questions": rows, "title": "Desk"})
    assert answer.status_code == 201, answer.text
    work()
    result = search(admin, bot, "do you repair scooters")
    assert result["answer"]["text"] == "Yes, on weekdays." and result["hits"][0]["title"] == "Desk"


def test_an_address_is_read_again_with_the_difference(
    admin: FlaskClient, bot: str, site: tuple[str, dict[str, bytes]]
) -> None:
    address, pages = site
    pages["/terms"] = (SAMPLES / "warranty-terms.html").read_bytes()
    answer = admin.post(f"/api/v1/bots/{bot}/documents", json={"url": f"{address}/terms", "every": "week"})
    work()
    document = get_document(admin, bot, answer.json["id"])
    assert (document["state"], document["title"], document["changes"]) == ("live", "Warranty terms", {})
    passages = {row["id"] for row in _chunks(admin, bot, document["id"])}
    changed = pages["/terms"].replace(b"covered against perforation by rust for 6", b"covered for 5")
    more = b"<h2>Washing</h2><p>Wash the car by hand.</p><h2>Roadside assistance</h2>"
    pages["/terms"] = changed.replace(b"<h2>Roadside assistance</h2>", more)
    assert admin.post(f"/api/v1/bots/{bot}/documents/{document['id']}/crawl").json["state"] == "live"
    again = admin.post(f"/api/v1/bots/{bot}/documents/{document['id']}/crawl")
    assert again.status_code == 409
    work()
    after = get_document(admin, bot, document["id"])
    assert {name: after["changes"][name] for name in ("added", "removed")} == {"added": 2, "removed": 1}
    assert len(passages & {row["id"] for row in _chunks(admin, bot, document["id"])}) == len(passages) - 1
    del pages["/terms"]
    admin.post(f"/api/v1/bots/{bot}/documents/{document['id']}/crawl")
    work()
    gone = get_document(admin, bot, document["id"])
    assert (gone["state"], gone["warning"], gone["passages"]) == ("live", "not_found", after["passages"])


def _chunks(admin: FlaskClient, bot: str, document: str) -> list[dict[str, Any]]:
    return list(admin.get(f"/api/v1/bots/{bot}/documents/{document}/chunks?per=100").json["items"])


def test_a_sitemap_is_read_page_by_page(admin: FlaskClient, bot: str, site: tuple[str, dict[str, bytes]]) -> None:
    address, pages = site
    pages["/a"] = b"<html><h1>Mats</h1><p>Rubber mats cost 1,200 rupees.</p></html>"
    pages["/b"] = b"<html><h1>Covers</h1><p>Seat covers cost 5,400 rupees.</p></html>"
    places = "".join(f"<url><loc>{place}</loc></url>" for place in (
        f"{address}/a", f"{address}/b", f"{address}/missing", "https://elsewhere.example/c"))  # fmt: skip
    pages["/sitemap.xml"] = f"<urlset>{places}</urlset>".encode()
    answer = admin.post(f"/api/v1/bots/{bot}/documents", json={"sitemap": f"{address}/sitemap.xml"})
    work()
    document = get_document(admin, bot, answer.json["id"])
    assert (document["state"], document["kind"], document["pages"], document["passages"]) == ("live", "sitemap", 3, 2)
    assert {row["address"] for row in _chunks(admin, bot, document["id"])} == {f"{address}/a", f"{address}/b"}


def test_places_of_a_sitemap_may_be_relative_and_those_of_no_host_are_left_out() -> None:
    source = "<loc>/prices</loc><loc>http://[x</loc><loc>https://a..example/</loc><loc>https://other.example/</loc>"
    assert sources._pages_of("https://dealer.example/sitemap.xml", source) == ["https://dealer.example/prices"]


def test_a_schedule_reads_what_is_due(
    admin: FlaskClient, bot: str, site: tuple[str, dict[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, pages = site
    pages["/x"] = b"<html><p>The workshop opens at nine.</p></html>"
    document = admin.post(f"/api/v1/bots/{bot}/documents", json={"url": f"{address}/x", "every": "day"}).json["id"]
    work()
    before = get_document(admin, bot, document)["read_at"]
    later = clock.now() + timedelta(days=1, minutes=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    monkeypatch.setattr("app.core.jobs.now", lambda: later)
    reading._read_again()
    db.session.commit()
    work()
    assert get_document(admin, bot, document)["read_at"] > before


def test_past_its_review_a_document_answers_with_a_mark(admin: FlaskClient, bot: str) -> None:
    document = upload_sample(admin, bot, "price-list.md")
    at = f"/api/v1/bots/{bot}/documents/{document}"
    match = admin.get(at).headers["ETag"]
    stale = admin.patch(at, json={"review_by": "2020-01-01"}, headers={"If-Match": match})
    assert stale.json["state"] == "stale", stale.text
    citation = search(admin, bot, "cost of wheel alignment")["answer"]["citations"][0]
    assert citation["stale"] is True
    totals = admin.get(f"/api/v1/bots/{bot}/documents").json["totals"]
    assert (totals["stale"], totals["answering"]) == (1, 1)
    assert totals["most_overdue"] == {"id": document, "title": stale.json["title"], "review_by": "2020-01-01"}
    again = admin.patch(at, json={"review_by": "2190-01-01"}, headers={"If-Match": stale.headers["ETag"]})
    assert again.json["state"] == "live"
    assert admin.get(f"/api/v1/bots/{bot}/documents").json["totals"]["most_overdue"] is None
    assert admin.patch(at, json={"title": "x"}).status_code == 428
    assert admin.patch(at, json={"title": "x"}, headers={"If-Match": match}).status_code == 412


def test_a_replacement_takes_over_when_it_has_been_read(admin: FlaskClient, bot: str) -> None:
    old = upload_sample(admin, bot, "price-list.md")
    data = (SAMPLES / "price-list.md").read_bytes().replace("₹600".encode(), "₹700".encode())
    new = upload(admin, bot, "price-list-2027.md", data, replaces=old).json["id"]
    assert get_document(admin, bot, old)["state"] == "live"
    work()
    assert get_document(admin, bot, old)["state"] == "replaced"
    after = get_document(admin, bot, new)
    assert (after["replaces"], after["changes"]["added"], after["changes"]["removed"]) == (old, 1, 1)
    assert "₹700" in search(admin, bot, "cost of wheel alignment")["answer"]["text"]
    assert [row["id"] for row in admin.get(f"/api/v1/bots/{bot}/documents").json["items"]] == [new]
    again = upload(admin, bot, "x.md", data, replaces=old)
    assert again.status_code == 422


def test_a_deleted_document_is_gone_with_its_passages(admin: FlaskClient, bot: str) -> None:
    document = upload_sample(admin, bot, "price-list.md")
    at = f"/api/v1/bots/{bot}/documents/{document}"
    assert admin.delete(at).status_code == 428
    assert admin.delete(at, headers={"If-Match": admin.get(at).headers["ETag"]}).status_code == 204
    assert admin.get(at).status_code == 404 and search(admin, bot, "cost of wheel alignment")["hits"] == []


def test_documents_are_found_by_title_and_text(admin: FlaskClient, bot: str) -> None:
    for name in ("price-list.md", "pick-up-hi.md"):
        upload_sample(admin, bot, name)
    listing = admin.get(f"/api/v1/bots/{bot}/documents?q=pick").json["items"]
    assert [(row["title"], row["languages"]) for row in listing] == [("pick-up-hi", ["hi"])]
    assert admin.get(f"/api/v1/bots/{bot}/documents?q=UPI").json["total"] == 1
    assert admin.get(f"/api/v1/bots/{bot}/documents?q=%25").json["total"] == 0


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("event", list(LIFE.events))
def test_every_other_transition_is_refused(state: str, event: str) -> None:
    row = BotDocument(state=state)
    if event in LIFE.possible(state):
        assert LIFE.target(state, event) in STATES
        return
    with pytest.raises(Conflict) as refused:
        LIFE.target(row.state, event)
    assert refused.value.code == "invalid_transition"
    assert {"disable", "enable"} < set(OFFERED)


def test_a_passage_is_shown_on_its_page(admin: FlaskClient, bot: str) -> None:
    oil = "Replace the engine oil every 10,000 km or 12 months, whichever of the two comes first for your car."
    data = pdf([[("Engine oil", oil)], [("Tyres", "Check the tyre pressure every two weeks.")]])
    document = upload(admin, bot, "manual.pdf", data).json["id"]
    work()
    path = f"/api/v1/bots/{bot}/documents/{document}/chunks"
    first, second = admin.get(path).json["items"]
    assert (first["has_picture"], second["has_picture"], admin.get(path).json["opened"]) == (True, True, None)
    assert admin.get(path, query_string={"passage": second["id"], "q": "oil"}).json["opened"] == second
    assert admin.get(path, query_string={"passage": "5"}).json["opened"] is None
    picture = admin.get(f"{path}/{first['id']}/picture")
    assert (picture.status_code, picture.content_type) == (200, "image/webp")
    assert "sandbox" in picture.headers["Content-Security-Policy"]
    assert marked_share(picture.data) > 0.003 and marked_share(draw_page(data, 1) or b"") == 0
    assert picture.data == draw_page(data, 1, [oil])
    assert admin.get(f"{path}/5/picture").status_code == 404


def test_only_passages_of_pdf_files_have_a_picture(admin: FlaskClient, bot: str) -> None:
    document = upload(admin, bot, "notes.txt", b"The workshop opens at nine in the morning on every working day.").json[
        "id"
    ]
    work()
    path = f"/api/v1/bots/{bot}/documents/{document}/chunks"
    (passage,) = admin.get(path).json["items"]
    assert not passage["has_picture"] and admin.get(f"{path}/{passage['id']}/picture").status_code == 404


def marked_share(picture: bytes) -> float:
    """How much of a picture has the colour of what is marked, from 0 to 1."""
    pixels = np.asarray(Image.open(io.BytesIO(picture)), np.int16)
    return float((np.abs(pixels - np.array(MARKER)).max(axis=2) < 40).mean())
