"""Writing articles of the knowledge base: addresses, previews, what readers, search and search engines find."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.content.knowledge_base.models import KnowledgeQuestion
from app.content.knowledge_base.seed import seed
from app.core.db.base import db

As = Callable[..., FlaskClient]
READ = "/api/v1/knowledge-base"
PAGE = "/pages/knowledge-base"


@pytest.fixture
def admin(site_workspace: Workspace, as_: As) -> FlaskClient:
    """An administrator of the site workspace, which has the built-in articles."""
    seed(site_workspace)
    return as_("admin")


def write(client: FlaskClient, row_id: str, method: str = "PATCH", **body: Any) -> Any:
    """A write on the revision that is there now."""
    url = f"/api/v1/articles/{row_id}"
    headers = {"If-Match": client.get(url).headers["ETag"]}
    return client.open(url, method=method, json=body if method == "PATCH" else None, headers=headers)


def begin(client: FlaskClient, question: str = "Where are the keys?") -> dict[str, Any]:
    """A draft in the category of reports."""
    body: dict[str, Any] = client.post("/api/v1/articles", json={"question": question, "category": "reports"}).json
    return body


def published(client: FlaskClient, question: str = "Where are the keys?") -> dict[str, Any]:
    """A published article."""
    changed: dict[str, Any] = write(client, begin(client, question)["id"], content="## Here", status="Published").json
    return changed


def id_of(slug: str) -> str:
    """The id of an article."""
    return str(db.session.scalar(select(KnowledgeQuestion.id).where(KnowledgeQuestion.slug == slug)))


def test_an_address_is_made_of_the_questions_words(admin: FlaskClient) -> None:
    slugs = [begin(admin, question)["slug"] for question in ("Same?", "Same!", "चाबी?")]
    assert slugs == ["same", "same-20", "untitled"]


def test_text_is_shown_as_our_own_html(admin: FlaskClient, client: FlaskClient) -> None:
    article = published(admin)
    write(admin, article["id"], content="## Here\n\n<script>x</script> [a](javascript:x) **b**")
    read = client.get(f"{READ}/reports/where-are-the-keys").json
    assert read is not None and read["id"] == article["id"]
    assert read["content"] == (
        "<h2>Here</h2>\n<p>&lt;script&gt;x&lt;/script&gt; [a](javascript:x) <strong>b</strong></p>"
    )


def test_drafts_and_deleted_articles_are_nowhere(admin: FlaskClient, client: FlaskClient) -> None:
    article = published(admin)
    place = f"{READ}/reports/{article['slug']}"
    votes = f"{place}/votes"
    assert admin.post(votes, json={"helpful": True}).status_code == 200
    address = f"{PAGE}/reports/{article['slug']}<"
    assert address in client.get("/sitemap.xml").text
    for method, change in (("PATCH", {"status": "Draft"}), ("PATCH", {"status": "Published"}), ("DELETE", {})):
        assert write(admin, article["id"], method, **change).status_code == 200
        if change.get("status") == "Published":
            assert client.get(place).status_code == 200
            continue
        assert (
            client.get(place).status_code == client.get(f"/faq/data/question?slug={article['slug']}").status_code == 404
        )
        assert client.get("/faq/data/category?q=keys").json == []
        assert address not in client.get("/sitemap.xml").text
        assert admin.post(votes, json={"helpful": True}).status_code == 404
        groups = admin.get("/api/v1/search?q=keys").json["groups"]
        assert "help" not in {group["id"] for group in groups}


def test_votes_survive_changes_and_deletion(admin: FlaskClient, client: FlaskClient) -> None:
    article = published(admin)
    place = f"{READ}/reports/{article['slug']}"
    admin.post(f"{place}/votes", json={"helpful": True})
    write(admin, article["id"], content="Elsewhere.", category="data")
    write(admin, article["id"], "DELETE")
    url = f"/api/v1/articles/{article['id']}"
    admin.post(f"{url}/restore", headers={"If-Match": admin.get(url).headers["ETag"]})
    assert client.get(f"{READ}/data/{article['slug']}").json["votes"] == {"helpful": 1, "unhelpful": 0}  # type: ignore[index]


def test_an_address_belongs_to_one_article_and_stays_once_it_was_public(admin: FlaskClient) -> None:
    draft = begin(admin)
    taken = write(admin, draft["id"], slug="figures-differ")
    assert taken.status_code == 409 and list(taken.json["errors"]) == ["slug"]
    for wrong in ("Not a slug", "", "x" * 81, "a--b"):
        assert list(write(admin, draft["id"], slug=wrong).json["errors"]) == ["slug"]
    assert write(admin, draft["id"], slug="keys", content="x", status="Published").json["slug"] == "keys"
    assert write(admin, draft["id"], slug="keys", status="Draft").status_code == 200
    fixed = write(admin, draft["id"], slug="other")
    assert fixed.status_code == 409 and fixed.json["code"] == "published" and list(fixed.json["errors"]) == ["slug"]


def test_an_article_that_was_moved_is_found_under_its_old_address(admin: FlaskClient, client: FlaskClient) -> None:
    write(admin, id_of("figures-differ"), category="data")
    for category in ("reports", "data"):
        read = client.get(f"{READ}/{category}/figures-differ").json
        assert read is not None and read["category"]["slug"] == "data"
    assert client.get(f"{READ}/nowhere/figures-differ").status_code == 404
    assert f"{PAGE}/data/figures-differ<" in client.get("/sitemap.xml").text
    assert f"{PAGE}/reports/figures-differ<" not in client.get("/sitemap.xml").text


def test_a_preview_stores_nothing(admin: FlaskClient) -> None:
    body = {"question": "Q?", "content": "*e* <i>", "category": "data", "status": "Published", "slug": "q"}
    answer = admin.post("/api/v1/articles/preview", json=body)
    assert answer.status_code == 200
    assert answer.json == body | {"language": "en", "html": "<p><em>e</em> &lt;i&gt;</p>"}
    assert admin.post("/api/v1/articles/preview", json={"question": ""}).status_code == 422
    assert set(db.session.scalars(select(KnowledgeQuestion.revision))) == {1}


def test_articles_are_found_by_the_applications_own_search(admin: FlaskClient) -> None:
    article = published(admin)
    write(admin, article["id"], language="hi", question="चाबियाँ कहाँ हैं?")

    def hits(q: str, language: str) -> list[dict[str, Any]]:
        """What the group of help has."""
        groups = admin.get(f"/api/v1/search?q={q}", headers={"Accept-Language": language}).json["groups"]
        return [hit for group in groups if group["id"] == "help" for hit in group["hits"]]

    (hit,) = hits("keys", "en")
    assert hit["url"] == f"{PAGE}/reports/where-are-the-keys" and hit["icon"] == "book-open"
    assert "".join(part["text"] for part in hit["detail"]) == "Reports"
    assert [hit["url"] for hit in hits("चाबियाँ", "hi")] == [f"{PAGE}/reports/where-are-the-keys"]
    assert hits("keys", "hi") == []
