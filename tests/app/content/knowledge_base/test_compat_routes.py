"""The knowledge base: the specified shapes, search, languages, and one vote a visitor."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.workspaces.models import Workspace
from app.content.knowledge_base.models import KnowledgeQuestion, KnowledgeVote
from app.content.knowledge_base.seed import seed
from app.core.db.base import db
from app.core.security.limits import VOTES
from tests.conftest import add_workspace

ARTICLE = "/api/v1/knowledge-base/reports/figures-differ"
As = Callable[..., FlaskClient]


@pytest.fixture
def seeded(site_workspace: Workspace) -> Workspace:
    """The site workspace with the built-in articles as rows."""
    assert seed(site_workspace) == 18
    return site_workspace


def say(client: FlaskClient, helpful: bool, **more: Any) -> Any:
    """What the article's votes are after this one."""
    answer = client.post(f"{ARTICLE}/votes", json={"helpful": helpful}, **more)
    assert answer.status_code == 200
    return answer.json


def test_the_specified_shapes(client: FlaskClient) -> None:
    tiles = client.get("/faq/data/knowledge_base").json
    assert tiles is not None and len(tiles) == 6
    assert all(set(tile) == {"id", "category", "img", "title", "desc"} for tile in tiles)
    assert all(isinstance(tile["img"], str) for tile in tiles)
    categories = client.get("/faq/data/category").json
    assert categories is not None and [category["id"] for category in categories] == [1, 2, 3, 4, 5, 6]
    for category in categories:
        assert set(category) == {"id", "title", "icon", "iconColor", "questions"}
        assert all(set(q) == {"id", "question", "slug"} for q in category["questions"])
    numbers = [q["id"] for category in categories for q in category["questions"]]
    assert numbers == list(range(1, 19))
    question = client.get("/faq/data/question").json
    assert question is not None and set(question) == {"title", "lastUpdated", "relatedQuestions", "content"}
    assert question["lastUpdated"] == "1 Nov 2026" and question["content"].startswith("<p>")
    assert all(set(related) == {"id", "question"} for related in question["relatedQuestions"])


def test_one_category_and_one_question(client: FlaskClient) -> None:
    (reports,) = client.get("/faq/data/category?category=reports").json  # type: ignore[misc]
    assert reports["title"] == "Reports" and len(reports["questions"]) == 3
    assert client.get("/faq/data/question?slug=figures-differ").json["title"] == "Why is our own count different?"  # type: ignore[index]
    assert client.get("/faq/data/category?category=nothing").status_code == 404
    assert client.get("/faq/data/question?slug=nothing").status_code == 404
    assert client.get("/faq/data/category?category=&q=").json == client.get("/faq/data/category").json


def test_words_are_looked_for_in_questions_and_answers(client: FlaskClient) -> None:
    body = client.get("/faq/data/category?q=AUTHENTICATOR app").json
    assert [q["slug"] for category in body or [] for q in category["questions"]] == ["second-factor"]
    assert client.get("/faq/data/category?q=no such words").json == []
    assert client.get(f"/faq/data/category?q={'x' * 201}").status_code == 422


def test_it_answers_in_the_readers_language(client: FlaskClient) -> None:
    assert client.get("/faq/data/knowledge_base?hl=hi").json[0]["title"] == "पहले कदम"  # type: ignore[index]
    arabic = client.get("/faq/data/question?slug=audit-log", headers={"Accept-Language": "ar"}).json
    assert arabic["title"] == "من غيّر هذا ومتى؟"  # type: ignore[index]


def test_rows_are_what_is_read_and_seeding_is_idempotent(client: FlaskClient, seeded: Workspace) -> None:
    assert seed(seeded) == 0
    row = db.session.scalar(select(KnowledgeQuestion).where(KnowledgeQuestion.slug == "figures-differ"))
    assert row is not None
    row.texts = {"en": {"question": "New?", "content": "**Yes.**"}}
    body = client.get(ARTICLE + "?hl=hi").json
    assert body is not None
    assert (body["title"], body["content"]) == ("New?", "<p><strong>Yes.</strong></p>")
    assert body["votes"] == {"helpful": 0, "unhelpful": 0}
    assert [article["slug"] for article in body["related"]] == ["goals-and-completion", "export-a-report"]


def test_an_article_is_found_by_its_own_name_in_a_category_there_is(client: FlaskClient, seeded: Workspace) -> None:
    assert client.get("/api/v1/knowledge-base/nothing/figures-differ").status_code == 404
    assert client.get("/api/v1/knowledge-base/reports/nothing").status_code == 404
    assert client.get(ARTICLE + "?lang=hi").status_code == 422


def test_a_visitor_counts_once_by_the_last_word(visitor: FlaskClient, seeded: Workspace, as_: As) -> None:
    assert say(visitor, True) == {"helpful": 1, "unhelpful": 0}
    assert say(visitor, False) == {"helpful": 0, "unhelpful": 1}
    assert say(visitor, True, environ_overrides={"REMOTE_ADDR": "192.0.2.7"}) == {"helpful": 1, "unhelpful": 1}
    person = as_("client", add_workspace("Elsewhere"))
    assert say(person, True) == say(person, True) == {"helpful": 2, "unhelpful": 1}
    assert db.session.scalar(select(func.count()).select_from(KnowledgeVote)) == 3
    assert visitor.get(ARTICLE).json["votes"] == {"helpful": 2, "unhelpful": 1}  # type: ignore[index]


def test_a_vote_keeps_nobodys_address(visitor: FlaskClient, seeded: Workspace) -> None:
    say(visitor, True)
    vote = db.session.scalar(select(KnowledgeVote))
    assert vote is not None and len(vote.voter) == 64 and "127.0.0.1" not in vote.voter


def test_refused_votes(client: FlaskClient, seeded: Workspace, as_: As) -> None:
    assert client.post(f"{ARTICLE}/votes", json={"helpful": True}).status_code == 403  # no token of a page
    person = as_("client")
    for body in ({}, {"helpful": "yes"}, {"helpful": None}, {"helpful": True, "more": 1}):
        assert person.post(f"{ARTICLE}/votes", json=body).status_code == 422
    assert person.post("/api/v1/knowledge-base/reports/nothing/votes", json={"helpful": True}).status_code == 404
    for _ in range(VOTES.amount):
        assert person.post(f"{ARTICLE}/votes", json={"helpful": True}).status_code == 200
    answer = person.post(f"{ARTICLE}/votes", json={"helpful": True})
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0


def test_built_in_articles_are_not_counted(as_: As) -> None:
    person = as_("client")
    assert person.get(ARTICLE).json["votes"] is None
    assert person.post(f"{ARTICLE}/votes", json={"helpful": True}).status_code == 404
