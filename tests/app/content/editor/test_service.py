"""Writing the FAQ and the knowledge base: who may, states, revisions, order, languages, taking over the built-in."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.content.editor.service import get_row
from app.content.faq.models import FaqEntry
from app.content.knowledge_base.models import KnowledgeQuestion
from app.core.db.base import db
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]


class Kind(NamedTuple):
    """A kind of written rows: its calls, its rows, a category, the name of its body, how many are built in."""

    url: str
    model: type[FaqEntry] | type[KnowledgeQuestion]
    category: str
    other: str
    body: str
    count: int
    page: str
    audit: str


FAQ = Kind("/api/v1/faq", FaqEntry, "payment", "myOrders", "ans", 15, "/pages/edit/faq", "faq_entry")
ARTICLES = Kind(
    "/api/v1/articles", KnowledgeQuestion, "reports", "data", "content", 18, "/pages/edit/knowledge-base",
    "knowledge_question",
)  # fmt: skip


@pytest.fixture(params=[FAQ, ARTICLES], ids=["faq", "knowledge base"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Each kind in turn."""
    requested_kind: Kind = request.param
    return requested_kind


@pytest.fixture
def admin(site_workspace: Workspace, as_: As) -> FlaskClient:
    """An administrator of the site workspace, in which nothing is stored yet."""
    return as_("admin")


@pytest.fixture
def editor(admin: FlaskClient, kind: Kind) -> FlaskClient:
    """The same after the built-in rows were taken over."""
    assert admin.post(f"{kind.url}/built-in").json == {"count": kind.count}
    return admin


def rows(client: FlaskClient, kind: Kind, **query: Any) -> list[dict[str, Any]]:
    """The rows of a list, all of them."""
    answer = client.get(kind.url, query_string={"per": 100, **query})
    assert answer.status_code == 200, answer.json
    items: list[dict[str, Any]] = answer.json["items"]
    return items


def write(client: FlaskClient, kind: Kind, row_id: str, method: str = "PATCH", after: str = "", **body: Any) -> Any:
    """A write on the revision that is there now."""
    url = f"{kind.url}/{row_id}"
    etag = client.get(url).headers["ETag"]
    sent = body if method == "PATCH" else None
    return client.open(url + after, method=method, json=sent, headers={"If-Match": etag})


def begin(client: FlaskClient, kind: Kind, question: str = "What is new?") -> dict[str, Any]:
    """A draft."""
    response = client.post(kind.url, json={"question": question, "category": kind.category})
    assert response.status_code == 201, response.json
    body: dict[str, Any] = response.json
    return body


def ask_questions(client: FlaskClient, kind: Kind, language: str = "en") -> dict[str, list[str]]:
    """The questions that readers see, by category in their order."""
    if kind is FAQ:
        body = client.get(f"/faq/data?hl={language}").json
        return {key: [question["question"] for question in category["qandA"]] for key, category in body.items()}
    body = client.get(f"/faq/data/category?hl={language}").json
    names = ("first-steps", "conversations", "reports", "running-bots", "data", "security")
    return {
        names[category["id"] - 1]: [q["question"] for q in category["questions"]]
        for category in body
        if category["questions"]
    }


def test_what_is_built_in_is_taken_over_once_and_reads_the_same(
    admin: FlaskClient, client: FlaskClient, kind: Kind
) -> None:
    before = {language: ask_questions(client, kind, language) for language in ("en", "hi", "ar")}
    listing = admin.get(kind.url).json
    assert (listing["total"], listing["built_in"]) == (0, True)
    refused = admin.post(kind.url, json={"question": "Mine?", "category": kind.category})
    assert refused.status_code == 409 and refused.json["code"] == "built_in"
    assert ask_questions(client, kind) == before["en"]
    assert admin.post(f"{kind.url}/built-in").json == {"count": kind.count}
    assert {language: ask_questions(client, kind, language) for language in before} == before
    again = admin.post(f"{kind.url}/built-in")
    assert again.status_code == 409 and again.json["code"] == "duplicate"
    listing = admin.get(kind.url).json
    assert (listing["total"], listing["built_in"]) == (kind.count, False)
    assert {row["status"] for row in listing["items"]} == {"Published"}


def test_a_draft_is_begun_written_and_published(editor: FlaskClient, client: FlaskClient, kind: Kind) -> None:
    draft = begin(editor, kind, "  What  is new? ")
    assert (draft["question"], draft["status"], draft[kind.body]) == ("What is new?", "Draft", "")
    assert draft["next"] == f"{kind.page}/{draft['id']}" and draft["written"] == ["en"]
    assert "What is new?" not in ask_questions(client, kind)[kind.category]
    empty = write(editor, kind, draft["id"], status="Published")
    assert empty.status_code == 422 and list(empty.json["errors"]) == [kind.body]
    assert write(editor, kind, draft["id"], status="Published", **{kind.body: "All of it."}).status_code == 200
    assert ask_questions(client, kind)[kind.category][-1] == "What is new?"
    assert write(editor, kind, draft["id"], status="Draft").status_code == 200
    assert "What is new?" not in ask_questions(client, kind)[kind.category]
    actions = db.session.scalars(select(AuditEvent.action).order_by(AuditEvent.id)).all()
    assert list(actions)[-4:] == [f"{kind.audit}:{verb}" for verb in ("take_over", "create", "update", "update")]


def test_each_language_is_written_by_itself(editor: FlaskClient, client: FlaskClient, kind: Kind) -> None:
    draft = begin(editor, kind)
    write(editor, kind, draft["id"], status="Published", **{kind.body: "This."})
    half = write(editor, kind, draft["id"], language="hi", question="नया?", **{kind.body: " "})
    assert half.status_code == 422 and "हिन्दी" in half.json["errors"][kind.body][0]
    changed = write(editor, kind, draft["id"], language="hi", question="नया?").json
    assert (changed["language"], changed["question"], changed[kind.body]) == ("hi", "नया?", "This.")
    assert changed["written"] == ["en", "hi"]
    assert ask_questions(client, kind, "hi")[kind.category][-1] == "नया?"
    assert ask_questions(client, kind, "ar")[kind.category][-1] == "What is new?"
    assert editor.get(f"{kind.url}/{draft['id']}?hl=hi").json["question"] == "नया?"
    assert editor.get(f"{kind.url}/{draft['id']}").json["question"] == "What is new?"


def test_a_question_is_last_in_another_category(editor: FlaskClient, client: FlaskClient, kind: Kind) -> None:
    first = rows(editor, kind, category=kind.category)[0]
    assert write(editor, kind, first["id"], category=kind.other).json["category"] == kind.other
    assert ask_questions(client, kind)[kind.other][-1] == first["question"]
    assert first["question"] not in ask_questions(client, kind)[kind.category]


def test_an_order_is_of_some_of_a_category(editor: FlaskClient, client: FlaskClient, kind: Kind) -> None:
    first, two, three = rows(editor, kind, category=kind.category)[:3]
    moved = editor.post(f"{kind.url}/order", json={"order": f"{three['id']},{first['id']}"})
    assert moved.status_code == 200 and moved.json == {"ids": [three["id"], first["id"]]}
    names = [row["question"] for row in (three, two, first)]
    assert ask_questions(client, kind)[kind.category][:3] == names
    assert editor.get(f"{kind.url}/{first['id']}").json["revision"] == 1
    elsewhere = rows(editor, kind, category=kind.other)[0]
    for order, status in (
        (f"{first['id']},{elsewhere['id']}", 422), ("", 422), ("a", 422), (f"{first['id']},9", 404),
    ):  # fmt: skip
        assert editor.post(f"{kind.url}/order", json={"order": order}).status_code == status
    assert ask_questions(client, kind)[kind.category][:3] == names


def test_an_order_parts_rows_that_stand_on_one_place(editor: FlaskClient, client: FlaskClient, kind: Kind) -> None:
    ids = [row["id"] for row in rows(editor, kind, category=kind.category)[:2]]
    for row_id in ids:
        get_row(kind.model, int(row_id)).position = 0
    editor.post(f"{kind.url}/order", json={"order": ",".join(reversed(ids))})
    assert [row["id"] for row in rows(editor, kind, category=kind.category)][:2] == ids[::-1]


def test_deletion_is_undone(editor: FlaskClient, client: FlaskClient, kind: Kind) -> None:
    before, first = ask_questions(client, kind), rows(editor, kind)[0]
    assert write(editor, kind, first["id"], "POST", "/restore").status_code == 409
    assert write(editor, kind, first["id"], "DELETE").json["deleted"] is True
    assert sum(map(len, ask_questions(client, kind).values())) == kind.count - 1
    assert write(editor, kind, first["id"], "DELETE").status_code == 409
    assert write(editor, kind, first["id"], question="x").status_code == 409
    assert [row["id"] for row in rows(editor, kind, status="Deleted")] == [first["id"]]
    assert len(rows(editor, kind)) == kind.count - 1
    assert write(editor, kind, first["id"], "POST", "/restore").json["deleted"] is False
    assert ask_questions(client, kind) == before


def test_nothing_built_in_comes_back_when_all_is_deleted(editor: FlaskClient, client: FlaskClient, kind: Kind) -> None:
    for row in rows(editor, kind):
        write(editor, kind, row["id"], "DELETE")
    assert ask_questions(client, kind) == {} and editor.get(kind.url).json["built_in"] is False


def test_a_write_names_the_version_it_is_made_on(editor: FlaskClient, kind: Kind) -> None:
    url = f"{kind.url}/{rows(editor, kind)[0]['id']}"
    assert editor.patch(url, json={"question": "x"}).status_code == 428
    stale = editor.patch(url, json={"question": "x"}, headers={"If-Match": '"99"'})
    assert stale.status_code == 412 and stale.json["current"]["revision"] == 1
    for method, path in (("DELETE", url), ("POST", f"{url}/restore")):
        assert editor.open(path, method=method).status_code == 428


@pytest.mark.parametrize(
    ("field", "value"),
    [("question", ""), ("question", " "), ("question", "x" * 161), ("category", "cars"), ("status", "Pending"),
     ("language", "fr"), ("position", 3), ("deleted_at", None)],
)  # fmt: skip
def test_what_does_not_fit_is_named(editor: FlaskClient, kind: Kind, field: str, value: Any) -> None:
    answer = write(editor, kind, rows(editor, kind)[0]["id"], **{field: value})
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_the_list_is_of_a_category_and_a_state_and_pages(editor: FlaskClient, kind: Kind) -> None:
    draft = begin(editor, kind)
    assert [row["id"] for row in rows(editor, kind, status="Draft")] == [draft["id"]]
    assert {row["category"] for row in rows(editor, kind, category=kind.category)} == {kind.category}
    first, two = (editor.get(f"{kind.url}?page={page}").json for page in (1, 2))
    assert [row["id"] for row in first["items"] + two["items"]] == [row["id"] for row in rows(editor, kind)]
    for wrong in ("status=lost", "category=lost"):
        assert editor.get(f"{kind.url}?{wrong}").status_code == 422


def test_another_workspaces_admin_edits_nothing_here(editor: FlaskClient, as_: As, kind: Kind) -> None:
    row_id, other = rows(editor, kind)[0]["id"], as_("admin", add_workspace("Elsewhere"))
    assert other.get(kind.url).json["total"] == 0
    url, headers = f"{kind.url}/{row_id}", {"If-Match": '"1"'}
    for method, path in (("GET", url), ("PATCH", url), ("DELETE", url), ("POST", f"{url}/restore")):
        sent = {} if method == "PATCH" else None
        assert other.open(path, method=method, json=sent, headers=headers).status_code == 404
    assert other.post(f"{kind.url}/order", json={"order": row_id}).status_code == 404
    for path, sent in ((kind.url, {"question": "Mine?", "category": kind.category}), (f"{kind.url}/built-in", None)):
        refused = other.post(path, json=sent)
        assert refused.status_code == 403 and refused.json["code"] == "not_the_site"


@pytest.mark.parametrize("role", ["maintainer", "author", "editor", "subscriber", "client"])
def test_it_takes_an_ability_on_the_site(editor: FlaskClient, as_: As, kind: Kind, role: str) -> None:
    person, url = as_(role), f"{kind.url}/{rows(editor, kind)[0]['id']}"
    for method, path in (("GET", kind.url), ("POST", kind.url), ("POST", f"{kind.url}/built-in"), ("PATCH", url),
                         ("POST", f"{kind.url}/order"), ("GET", url), ("DELETE", url)):  # fmt: skip
        assert person.open(path, method=method, json=None if method == "GET" else {}).status_code == 403
