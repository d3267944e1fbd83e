"""Forgetting a contact: a word and a number are planted by the real entrances, and no table has them afterwards."""

import hashlib
import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Text, cast, func, select, update

from app.bookmarks.models import Bookmark, SavedView, ShortAddress
from app.clients.models import Outlet
from app.conversations import forgetting
from app.conversations.models import Contact, ContactKey, Conversation, ForgottenContact, Message, VaultText
from app.core.clock import now
from app.core.db.base import Base, db
from app.core.db.tenancy import everywhere
from app.core.jobs import Job
from app.exports.models import Export
from app.masters.documents.models import CustomerDocumentFile
from app.masters.records.models import Customer
from app.offers.models import Consent
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import Provider, wa_choice, wa_text, whatsapp
from tests.factories.customer_documents import picture
from tests.factories.mail import do_jobs
from tests.factories.places import add_city, add_outlet, add_parent

__all__ = ["provider"]
As = Callable[..., FlaskClient]
WORD, NUMBER = "zanzibar", "9845011223"
FIGURES = ("rollup_day", "rollup_quarter", "rollup_contact_day", "rollup_intent_day", "rollup_fact_day", "people_count")


def traces() -> list[str]:
    """Every column of every table that has the word or the number."""
    tables: list[str] = []
    with everywhere():
        for table in Base.metadata.sorted_tables:
            for column in table.c:
                written = func.lower(cast(column, Text))
                for secret in (WORD, NUMBER):
                    having = select(func.count()).select_from(table).where(written.contains(secret))
                    tables += [f"{table.name}.{column.name}: {secret}"] * bool(db.session.scalar(having))
    db.session.rollback()
    return tables


def index_has(secret: str) -> bool:
    """Whether the full-text index of SQLite has a word in any of its parts."""
    if db.engine.dialect.name != "sqlite":
        return False
    with db.engine.connect() as connection:
        blocks = connection.exec_driver_sql("SELECT block FROM message_search_data").scalars().all()
    return any(secret[:6].encode() in bytes(block) for block in blocks)


def figures() -> dict[str, list[Any]]:
    """All rows that reports are counted from."""
    with everywhere():
        tables = {table.name: table for table in Base.metadata.sorted_tables if table.name in FIGURES}
        rows = {name: sorted(map(repr, db.session.execute(select(table)).all())) for name, table in tables.items()}
    db.session.rollback()
    return rows


class Planted:
    """A person of whom every area keeps something."""

    def __init__(self, admin: FlaskClient, app: Flask, client: FlaskClient) -> None:
        """Let the person write, and people write about them."""
        account = Account(admin, "whatsapp").connect()

        def write(message: dict[str, Any]) -> None:
            assert account.send(client, whatsapp(message, name="Zanzibar Rao")).status_code == 200
            do_jobs(app)

        write(wa_text(f"is the {WORD} gate open", "m1"))
        self.conversation = db.session.scalars(select(Conversation)).one()
        self.contact = str(self.conversation.contact_id)
        address = f"/api/v1/conversations/{self.conversation.id}"
        fixed = admin.post(f"{address}/turns/1/fix", json={"what": "none"})
        assert fixed.status_code == 201, fixed.text
        opening = {"bot": str(self.conversation.bot_id), "conversation": str(self.conversation.id)}
        tried = admin.post("/api/v1/sandbox", json=opening)
        assert tried.status_code == 201, tried.text
        saved = admin.post(f"/api/v1/sandbox/{tried.json['id']}/case", json={"name": "As tried"})
        assert saved.status_code == 201, saved.text
        write(wa_text(f"{WORD}, call me on +91 98450 11223", "m2"))
        write(wa_choice("person", "A person", "m3", "button_reply"))
        outlet = str(db.session.scalars(select(Outlet.id)).first())
        for method, path, body in (
            ("POST", f"{address}/comments", {"text": f"The {WORD} gate is closed"}),
            ("PUT", f"{address}/tags", {"tags": [WORD]}),
            ("PUT", f"{address}/review", {"state": "incorrect", "category": "answer", "note": WORD}),
            ("POST", "/api/v1/customers", {"name": f"{WORD} Rao", "phone": f"+91{NUMBER}", "outlet": outlet,
                                           "email": f"{WORD}@example.com"}),
            ("POST", "/api/v1/vehicles", {"vin": "MRDHK4S2XT0000099", "outlet": outlet, "registration": "MH12QT4417",
                                          "owner_phone": f"+91{NUMBER}", "owner_name": f"{WORD} Rao"}),
            ("POST", f"/api/v1/contacts/{self.contact}/consents",
             {"channel": "whatsapp", "state": "opted_in", "source": "Form"}),
            ("POST", "/api/v1/leads", {"customer": {"name": f"{WORD} Rao", "phone": f"+91{NUMBER}"},
                                       "vehicle": {"vin": "MRDHK4S2XT0000098"}, "outlet": outlet}),
        ):  # fmt: skip
            answer = admin.open(path, method=method, json=body, headers={"If-Match": "*"})
            assert answer.status_code in (200, 201), (path, answer.text)
        lead = answer.json["id"]
        noted = admin.post(f"/api/v1/leads/{lead}/touches", json={"channel": "note", "note": f"Likes {WORD}"})
        assert noted.status_code == 200, noted.text
        (car,) = admin.get("/api/v1/vehicles").json["items"]
        scan = {"file": (io.BytesIO(picture(1)), "a.png"), "vehicle": car["id"], "kind": "licence"}
        sent = admin.post("/api/v1/customer-documents", data=scan, content_type="multipart/form-data")
        assert sent.status_code == 201, sent.text
        entered = admin.patch(f"/api/v1/customer-documents/{sent.json['id']}/fields",
                              json={"name": f"{WORD} Rao", "number": NUMBER}, headers={"If-Match": "*"})  # fmt: skip
        assert entered.status_code == 200, entered.text
        (handoff,) = admin.get("/api/v1/handoffs").json["items"]
        note = admin.post(f"/api/v1/handoffs/{handoff['id']}/notes", json={"text": WORD})
        assert note.status_code == 200, note.text
        rows = f"vin,outlet,owner_phone,owner_name\nWRONG,nowhere,{NUMBER},{WORD}\n"
        file = {"file": (io.BytesIO(rows.encode()), "cars.csv"), "client": str(self.conversation.client_id)}
        taken = admin.post("/api/v1/masters/vehicles/import", data=file, content_type="multipart/form-data")
        assert taken.status_code in (200, 201, 202), taken.text
        assert admin.post("/api/v1/exports?r=all").status_code == 202
        do_jobs(app)
        self.search(admin)
        do_jobs(app)

    def search(self, admin: FlaskClient) -> None:
        """Keep searches for the person, and for others."""
        for words in (f"{WORD} gate", f"+91 {NUMBER[:5]} {NUMBER[5:]}", "monsoon"):
            query = urlencode({"r": "all", "q": words})
            url = f"/reports/conversations?{query}"
            for path, body in (
                (f"/api/v1/exports?{query}", None), ("/api/v1/bookmarks", {"url": url, "title": words}),
                ("/api/v1/saved-views", {"area": "conversations", "name": words, "query": query}),
                ("/api/v1/short-addresses", {"url": url}),
            ):  # fmt: skip
                answer = admin.post(path, json=body)
                assert answer.status_code in (200, 201, 202), (path, answer.text)

    def forget(self, person: FlaskClient, reason: str = "Asked by letter") -> Any:
        """Have the contact forgotten."""
        return person.post(f"/api/v1/contacts/{self.contact}/forget", json={"reason": reason} if reason else {})


@pytest.fixture
def planted(as_: As, app: Flask, client: FlaskClient, provider: Provider) -> Planted:
    """A person of whom every area keeps something."""
    # Rows of other tests are gone, their files are not.
    shutil.rmtree(app.config["SETTINGS"].instance / "exports", ignore_errors=True)
    add_outlet("Baner", add_parent("West"), add_city("Pune"))
    db.session.commit()
    return Planted(as_("admin"), app, client)


def export_files(app: Flask) -> list[Path]:
    return [path for path in (app.config["SETTINGS"].instance / "exports").rglob("*") if path.is_file()]


def test_no_table_has_a_trace_and_figures_stay(as_: As, app: Flask, planted: Planted) -> None:
    admin = as_("admin")
    tables = {name.partition(".")[0] for name in traces()}
    assert {"message", "conversation_comment", "conversation_review", "contact", "contact_key", "customer", "lead",
            "lead_touch", "consent", "bot_case", "bot_case_result", "sandbox_turn", "messaging_thread",
            "inbound_event", "channel_session",
            "master_row", "customer_document", "export", "bookmark", "saved_view",
            "short_address"} <= tables  # fmt: skip
    assert db.session.scalar(select(func.count(VaultText.id))) and export_files(app)
    before = figures()
    assert before["rollup_day"] and before["rollup_contact_day"]
    row = admin.get("/api/v1/conversations?r=all&data=all").json["items"][0]
    answer = planted.forget(admin, f"Asked by letter, call {NUMBER}")
    assert answer.status_code == 202 and answer.json["job"], answer.text
    assert planted.forget(admin).json == answer.json
    assert admin.get(f"/api/v1/contacts/{planted.contact}/timeline").json["contact"]["forgetting"]
    do_jobs(app)
    assert traces() == []
    assert not index_has(WORD)
    assert figures() == before
    assert not db.session.scalar(select(func.count(CustomerDocumentFile.id)))
    assert export_files(app) == [] and not db.session.scalar(select(func.count(VaultText.id)))
    again = admin.get("/api/v1/conversations?r=all&data=all").json["items"][0]
    same = ("id", "started_at", "outcome", "turns", "messages", "fallbacks", "bot", "channel")
    assert [again[name] for name in same] == [row[name] for name in same] and again["erased_days"] == -1
    assert admin.get("/api/v1/conversations?r=all&data=all&q=gate").json["total"] == 0
    for model in (Bookmark, SavedView, ShortAddress):
        assert db.session.scalar(select(func.count(model.id))) == 1, "other searches stay"
    assert db.session.scalar(select(Bookmark.position)) == 1
    assert sorted("monsoon" in export.query for export in db.session.scalars(select(Export))) == [False, True]
    assert db.session.scalars(select(Job).where(Job.state == "failed")).all() == []


def test_the_contact_is_gone_with_a_certificate(as_: As, app: Flask, planted: Planted) -> None:
    admin = as_("admin")
    planted.forget(admin)
    do_jobs(app)
    for path in ("", "/timeline", "/consents"):
        assert admin.get(f"/api/v1/contacts/{planted.contact}{path}").status_code == 410, path
    answer = admin.get(f"/api/v1/contacts/{planted.contact}")
    certificate = answer.json["certificate"]
    assert certificate["reason"] == "Asked by letter" and certificate["by"] and certificate["forgotten_at"]
    counts = certificate["counts"]
    assert (counts["conversations"], counts["customers"], counts["leads"], counts["contacts"]) == (1, 1, 1, 1)
    assert counts["messages"] == db.session.scalar(select(func.count(Message.id)))
    stated = {key: value for key, value in certificate.items() if key != "sha256"}
    text = json.dumps(stated, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    assert certificate["sha256"] == hashlib.sha256(text.encode()).hexdigest()
    assert planted.forget(admin).status_code == 410
    assert as_("admin").get("/api/v1/audit?action=contact:forgotten").json["total"] == 1


def test_a_run_that_was_killed_goes_on(as_: As, app: Flask, planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    planted.forget(as_("admin"))

    def killed(*_args: Any) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(forgetting, "_erase_conversations", killed)
        do_jobs(app)
    assert db.session.scalars(select(Customer)).one().phone is None
    assert db.session.scalar(select(Message.text).where(Message.text.contains(WORD))) is not None
    assert as_("admin").get(f"/api/v1/contacts/{planted.contact}").status_code == 200
    again = update(Job).where(Job.kind == "forget_contact").values(run_at=now(), state="ready")
    db.session.execute(again.execution_options(synchronize_session=False))
    do_jobs(app)
    assert traces() == []
    row = db.session.scalars(select(ForgottenContact)).one()
    assert row.forgotten_at is not None and (row.counts["customers"], row.counts["conversations"]) == (1, 1)


def test_who_writes_again_is_someone_new(as_: As, app: Flask, client: FlaskClient, planted: Planted) -> None:
    admin = as_("admin")
    assert planted.forget(admin, "").status_code == 202
    do_jobs(app)
    (deployment,) = admin.get(f"/api/v1/bots/{planted.conversation.bot_id}/deployments").json["items"]
    account = Account.__new__(Account)
    account.channel, account.hook = "whatsapp", f"/hooks/whatsapp/{deployment['id']}"
    assert account.send(client, whatsapp(wa_text("hello again", "m9"))).status_code == 200
    do_jobs(app)
    assert db.session.scalars(select(Contact.id)).all() != [int(planted.contact)]
    assert db.session.scalars(select(ContactKey)).one().contact_id != int(planted.contact)


def test_who_may_have_a_contact_forgotten(as_: As, planted: Planted) -> None:
    assert planted.forget(as_("subscriber")).status_code == 403
    part = as_("admin", scope={"bots": [str(planted.conversation.bot_id)]})
    refused = planted.forget(part)
    assert refused.status_code == 403 and refused.json["code"] == "out_of_scope"
    assert planted.forget(as_("admin"), "x" * 501).status_code == 422
    assert db.session.scalars(select(ForgottenContact)).all() == []
    assert db.session.scalar(select(func.count(Consent.id)))
