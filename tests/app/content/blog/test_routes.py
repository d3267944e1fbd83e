"""Writing the blog: who may, revisions, languages, previews, and deletion that is undone."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.content.blog.models import BlogPost
from app.content.blog.seed import seed
from app.core.db.base import db
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
ONE = "/api/v1/posts/1"


@pytest.fixture
def admin(site_workspace: Workspace, as_: As) -> FlaskClient:
    """An administrator of the site workspace, which has the built-in posts."""
    seed(site_workspace)
    return as_("admin")


def write(client: FlaskClient, method: str = "PATCH", path: str = ONE, **body: Any) -> Any:
    """A write on the revision that is there now."""
    etag = client.get("/".join(path.split("/")[:5])).headers["ETag"]
    return client.open(path, method=method, json=body if method == "PATCH" else None, headers={"If-Match": etag})


def test_a_draft_is_begun_written_and_published(admin: FlaskClient, client: FlaskClient) -> None:
    response = admin.post("/api/v1/posts", json={"title": "  A  new Bot! "})
    assert response.status_code == 201 and response.json["next"] == "/pages/blog/edit/7"
    body = response.json
    assert (body["title"], body["slug"], body["status"], body["number"]) == ("A new Bot!", "a-new-bot", "Draft", 7)
    assert body["published_at"] is None and client.get("/api/v1/blog/7").status_code == 404
    changes = {"content": "## Hello\n\n<b>", "excerpt": "Short.", "category": "Video", "tags": ["a, b", "a"]}
    changed = write(admin, path="/api/v1/posts/7", status="Published", image="/static/covers/talk.svg", **changes)
    assert changed.status_code == 200 and changed.json["tags"] == ["a", "b"]
    read = client.get("/api/v1/blog/7").json
    assert read is not None and read["content"] == "<h2>Hello</h2>\n<p>&lt;b&gt;</p>"
    assert client.get("/blog/list/data").json[0]["id"] == 7  # type: ignore[index]
    first = changed.json["published_at"]
    write(admin, path="/api/v1/posts/7", status="Draft")
    assert write(admin, path="/api/v1/posts/7", status="Published").json["published_at"] == first
    actions = db.session.scalars(select(AuditEvent.action).order_by(AuditEvent.id)).all()
    assert list(actions)[-4:] == ["blog_post:create", "blog_post:update", "blog_post:update", "blog_post:update"]


def test_the_same_title_twice_gets_two_addresses(admin: FlaskClient) -> None:
    slugs = [admin.post("/api/v1/posts", json={"title": title}).json["slug"] for title in ("Same", "Same", "नमस्ते")]
    assert slugs == ["same", "same-8", "untitled"]


def test_each_language_is_written_by_itself(admin: FlaskClient) -> None:
    before = admin.get(f"{ONE}?hl=en").json
    changed = write(admin, language="hi", title="नया")
    assert changed.json["language"] == "hi" and changed.json["title"] == "नया"
    assert admin.get(f"{ONE}?hl=hi").json["title"] == "नया"
    after = admin.get(ONE).json
    assert after["title"] == before["title"] and after["written"] == ["ar", "en", "hi"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("title", ""), ("title", " "), ("title", "x" * 161), ("excerpt", "x" * 601), ("content", "x" * 40_001),
     ("slug", "Not a slug"), ("slug", ""), ("category", "Cars"), ("status", "Lost"), ("tags", ["x" * 41]),
     ("tags", [str(n) for n in range(9)]), ("image", "https://example.test/a.png"), ("image", "/static/other.svg"),
     ("language", "fr"), ("author", "Me")],
)  # fmt: skip
def test_what_does_not_fit_is_named(admin: FlaskClient, field: str, value: Any) -> None:
    answer = write(admin, **{field: value})
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_an_address_belongs_to_one_post(admin: FlaskClient) -> None:
    answer = write(admin, slug="small-talk-is-out-of-fashion")
    assert answer.status_code == 409 and list(answer.json["errors"]) == ["slug"]
    assert write(admin, slug="one-sentence-read-closely").status_code == 200


def test_a_write_names_the_version_it_is_made_on(admin: FlaskClient) -> None:
    assert admin.patch(ONE, json={"title": "x"}).status_code == 428
    stale = admin.patch(ONE, json={"title": "x"}, headers={"If-Match": '"99"'})
    assert stale.status_code == 412 and stale.json["current"]["revision"] == 1
    for method, path in (("DELETE", ONE), ("POST", f"{ONE}/restore")):
        assert admin.open(path, method=method).status_code == 428


def test_deletion_is_undone(admin: FlaskClient, client: FlaskClient) -> None:
    assert write(admin, "POST", f"{ONE}/restore").status_code == 409
    assert write(admin, "DELETE").json["deleted"] is True
    assert client.get("/api/v1/blog/1").status_code == 404
    assert write(admin, "DELETE").status_code == write(admin, title="x").status_code == 409
    assert [row["number"] for row in admin.get("/api/v1/posts?status=Deleted").json["items"]] == [1]
    assert admin.get("/api/v1/posts").json["total"] == 5
    assert write(admin, "POST", f"{ONE}/restore").json["deleted"] is False
    assert client.get("/api/v1/blog/1").status_code == 200


def test_a_preview_stores_nothing(admin: FlaskClient) -> None:
    body = {"title": "T", "excerpt": "*e*", "content": "<i>", "tags": ["a,b"], "status": "Published"}
    answer = admin.post("/api/v1/posts/preview", json=body)
    assert answer.status_code == 200
    assert answer.json == body | {
        "tags": ["a", "b"], "language": "en", "html": "<p>&lt;i&gt;</p>", "excerpt_html": "<p><em>e</em></p>"
    }  # fmt: skip
    assert admin.post("/api/v1/posts/preview", json={"title": ""}).status_code == 422
    assert db.session.scalars(select(BlogPost.revision)).all() == [1] * 6


def test_the_editors_list_is_of_one_state(admin: FlaskClient) -> None:
    write(admin, status="Pending")
    assert [row["number"] for row in admin.get("/api/v1/posts?status=Pending").json["items"]] == [1]
    assert admin.get("/api/v1/posts?status=lost").status_code == 422


def test_the_editors_list_pages(admin: FlaskClient) -> None:
    for number in range(9):
        admin.post("/api/v1/posts", json={"title": f"Post {number}"})
    first, two = (admin.get(f"/api/v1/posts?page={page}").json for page in (1, 2))
    numbers = [row["number"] for row in first["items"] + two["items"]]
    assert numbers == list(range(15, 6, -1)) + [row for row in numbers if row < 7] and len(set(numbers)) == 15
    assert (first["next"], two["next"], two["previous"]) == ("2", None, "1")


def test_another_workspaces_admin_edits_nothing_here(admin: FlaskClient, as_: As) -> None:
    other = as_("admin", add_workspace("Elsewhere"))
    assert other.get("/api/v1/posts").json["total"] == 0
    headers = {"If-Match": '"1"'}
    for method, path in (("GET", ONE), ("PATCH", ONE), ("DELETE", ONE), ("POST", f"{ONE}/restore")):
        assert (
            other.open(path, method=method, json={} if method == "PATCH" else None, headers=headers).status_code == 404
        )
    refused = other.post("/api/v1/posts", json={"title": "Mine"})
    assert refused.status_code == 403 and refused.json["code"] == "not_the_site"


@pytest.mark.parametrize("role", ["maintainer", "author", "editor", "subscriber", "client"])
def test_it_takes_an_ability_on_the_site(admin: FlaskClient, as_: As, role: str) -> None:
    person = as_(role)
    for method, path in (("GET", "/api/v1/posts"), ("POST", "/api/v1/posts"), ("GET", ONE), ("PATCH", ONE),
                         ("DELETE", ONE), ("POST", "/api/v1/posts/preview")):  # fmt: skip
        assert person.open(path, method=method, json=None if method == "GET" else {}).status_code == 403
