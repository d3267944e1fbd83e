"""The FAQ call: exactly the specified shape, from the site workspace or built in, in three languages."""

from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.content.faq.models import FaqEntry
from app.content.faq.seed import seed
from app.core.db.base import db

KEYS = ["payment", "delivery", "cancellationReturn", "myOrders", "productServices"]


def test_without_a_site_workspace_the_built_in_questions_are_there(client: FlaskClient) -> None:
    body = client.get("/faq/data").json
    assert body is not None
    assert list(body) == KEYS
    assert body["payment"]["title"] == "Payment"
    for category in body.values():
        assert set(category) == {"icon", "title", "subtitle", "qandA"}
        assert all(set(question) == {"question", "ans"} and question["ans"] for question in category["qandA"])


def test_q_filters_questions_and_drops_empty_categories(client: FlaskClient) -> None:
    body = client.get("/faq/data?q=INVOICES").json
    assert body is not None
    assert list(body) == ["payment"]
    assert [question["question"] for question in body["payment"]["qandA"]] == ["Where do I find my invoices?"]
    assert client.get("/faq/data?q=no such words").json == {}
    assert list(client.get("/faq/data?q=").json or {}) == KEYS


def test_it_answers_in_the_readers_language(client: FlaskClient) -> None:
    assert client.get("/faq/data?hl=hi").json["payment"]["title"] == "भुगतान"  # type: ignore[index]
    arabic = client.get("/faq/data", headers={"Accept-Language": "ar-EG,en;q=0.5"}).json
    assert arabic["payment"]["title"] == "الدفع"  # type: ignore[index]
    assert client.get("/faq/data?hl=xx").json["payment"]["title"] == "Payment"  # type: ignore[index]


def test_seeding_is_idempotent_and_rows_are_what_is_read(client: FlaskClient, site_workspace: Workspace) -> None:
    assert seed(site_workspace) == 15
    assert seed(site_workspace) == 0
    entry = db.session.scalar(select(FaqEntry).where(FaqEntry.category == "payment", FaqEntry.position == 0))
    assert entry is not None
    entry.texts = {"en": {"question": "What is new?", "ans": "This."}}
    body = client.get("/faq/data?q=what is new").json
    assert body == {"payment": {**body["payment"], "qandA": [{"question": "What is new?", "ans": "This."}]}}  # type: ignore[index]
    assert client.get("/faq/data?q=what is new&hl=hi").json["payment"]["qandA"][0]["ans"] == "This."  # type: ignore[index]
