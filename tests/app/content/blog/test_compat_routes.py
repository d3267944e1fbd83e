"""The blog: the specified shapes, reading, comments, the feed, and what machines read."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.content.blog.models import BlogComment, BlogPost
from app.content.blog.seed import seed
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.security.limits import COMMENTS
from app.web.page_cache import PageCache, make_entry
from app.web.page_context import Looks
from app.web.site import site
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
ATOM = {"a": "http://www.w3.org/2005/Atom"}
COMMENT = "/api/v1/blog/1/comments"


@pytest.fixture
def seeded(site_workspace: Workspace) -> Workspace:
    """The site workspace with the built-in posts."""
    assert seed(site_workspace) == 6
    return site_workspace


def post_of(number: int) -> BlogPost:
    """The stored post of a number."""
    row = db.session.scalar(select(BlogPost).where(BlogPost.number == number))
    assert row is not None
    return row


def test_the_specified_list_and_sidebar(client: FlaskClient, seeded: Workspace) -> None:
    posts = client.get("/blog/list/data").json
    assert posts is not None and [post["id"] for post in posts] == [6, 5, 4, 3, 2, 1]
    for post in posts:
        keys = {"img", "title", "id", "avatar", "userFullName", "blogPosted", "tags", "excerpt", "comment"}
        assert set(post) == keys and isinstance(post["img"], str) and isinstance(post["avatar"], str)
        assert isinstance(post["comment"], int) and post["tags"]
    side = client.get("/blog/list/data/sidebar").json
    assert side is not None
    assert [category["category"] for category in side["categories"]] == ["Fashion", "Food", "Gaming", "Quote", "Video"]
    assert all(set(category) == {"category", "icon"} for category in side["categories"])
    assert [set(post) for post in side["recentPosts"]] == [{"img", "title", "id", "createdTime"}] * 4


def test_the_specified_detail_and_edit(client: FlaskClient, seeded: Workspace) -> None:
    body = client.get("/blog/list/data/detail?id=1").json
    assert body is not None and set(body) == {"blog", "comments"}
    assert set(body["blog"]) == {
        "img", "title", "avatar", "userFullName", "createdTime", "tags", "content", "comments", "bookmarked"
    }  # fmt: skip
    assert body["blog"]["comments"] == len(body["comments"]) == 1
    assert set(body["comments"][0]) == {"avatar", "userFullName", "commentedAt", "commentText"}
    assert body["blog"]["content"].startswith("<blockquote>")
    edit = client.get("/blog/list/data/edit?id=1").json
    assert edit is not None
    assert set(edit) == {
        "avatar", "userFullName", "createdTime", "blogTitle", "blogCategories", "slug", "status", "excerpt",
        "featuredImage",
    }  # fmt: skip
    assert edit["blogCategories"] == [{"value": "quote", "label": "Quote"}] and edit["status"] == "Published"
    assert edit["excerpt"].startswith("<p>")
    assert client.get("/blog/list/data/detail").json["blog"]["title"].startswith("“A zero is a claim”")  # type: ignore[index]
    for call in ("detail", "edit"):
        assert client.get(f"/blog/list/data/{call}?id=99").status_code == 404
        assert client.get(f"/blog/list/data/{call}?id=x").status_code == 422


def test_without_a_site_workspace_there_is_no_blog(client: FlaskClient) -> None:
    assert client.get("/blog/list/data").json == []
    assert client.get("/api/v1/blog").json["total"] == 0  # type: ignore[index]
    assert client.get("/blog/list/data/sidebar").json["recentPosts"] == []  # type: ignore[index]
    for path in ("/blog/list/data/detail", "/blog/list/data/edit", "/api/v1/blog/1"):
        assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("query", "numbers"),
    [("category=Quote", [6, 1]), ("tag=handoff", [5, 2]), ("q=GAME sandbox", [3]), ("category=Food&tag=waiting", [2]),
     ("q=no such", [])],
)  # fmt: skip
def test_the_list_is_narrowed(client: FlaskClient, seeded: Workspace, query: str, numbers: list[int]) -> None:
    body = client.get(f"/api/v1/blog?{query}").json
    assert body is not None and [item["number"] for item in body["items"]] == numbers
    assert body["total"] == len(numbers)


def test_the_list_pages(client: FlaskClient, seeded: Workspace) -> None:
    for number in range(7, 14):
        first = post_of(1)
        db.session.add(BlogPost(number=number, slug=f"p{number}", category="Food", tags=[], status="Published",
                            texts=first.texts, author="A", published_at=first.published_at))  # fmt: skip
    first_page, second_page = client.get("/api/v1/blog").json, client.get("/api/v1/blog?page=2").json
    assert first_page is not None and second_page is not None
    assert (len(first_page["items"]), first_page["next"], first_page["previous"]) == (10, "2", None)
    assert (len(second_page["items"]), second_page["next"], second_page["previous"]) == (3, None, "1")
    assert len({item["id"] for item in first_page["items"] + second_page["items"]}) == first_page["total"] == 13
    past = client.get("/api/v1/blog?page=99"), client.get("/api/v1/blog?q=zebra&page=2")
    assert [answer.status_code for answer in past] == [404, 404]
    assert client.get("/api/v1/blog?q=zebra").json["items"] == []


def test_it_is_read_in_the_readers_language(client: FlaskClient, seeded: Workspace) -> None:
    assert client.get("/api/v1/blog/4?hl=ar").json["title"] == "الثرثرة لم تعد دارجة"  # type: ignore[index]
    post_of(4).texts = {"en": {"title": "Only English", "excerpt": "", "content": ""}}
    assert client.get("/api/v1/blog/4?hl=ar").json["title"] == "Only English"  # type: ignore[index]


@pytest.mark.parametrize("state", ["Draft", "Pending", "deleted"])
def test_what_is_not_published_is_not_there(client: FlaskClient, seeded: Workspace, state: str) -> None:
    row = post_of(6)
    if state == "deleted":
        row.deleted_at = row.created_at
    else:
        row.status = state
    assert 6 not in [post["id"] for post in client.get("/blog/list/data").json or []]
    assert client.get("/api/v1/blog/6").status_code == 404
    assert client.get("/blog/list/data/edit?id=6").status_code == 404
    assert b"/detail/6" not in client.get("/blog/feed.xml").data


def test_anyone_who_is_signed_in_may_comment(client: FlaskClient, seeded: Workspace, as_: As) -> None:
    answer = as_("client").post(COMMENT, json={"text": "  <b>Well</b> said.\nTwice. "})
    assert answer.status_code == 201 and answer.json["author"] == "Client" and answer.json["approved"] is True
    comments = client.get("/api/v1/blog/1").json["latest_comments"]  # type: ignore[index]
    assert comments[-1]["text"] == "<b>Well</b> said.\nTwice."
    assert client.get("/blog/list/data/detail?id=1").json["blog"]["comments"] == 2  # type: ignore[index]
    with within(seeded.id):
        event = db.session.scalar(select(AuditEvent).where(AuditEvent.action == "blog_comment:create"))
        assert event is not None and str(event.subject_id) == answer.json["id"]


WAITING = "/api/v1/posts/comments"


def stranger_says(as_: As, text: str) -> str:
    """What someone of another workspace says; the comment's id."""
    answer = as_("admin", add_workspace("Elsewhere")).post(COMMENT, json={"text": text})
    assert answer.status_code == 201 and answer.json["approved"] is False
    return str(answer.json["id"])


def test_what_strangers_say_waits_for_an_editor(client: FlaskClient, seeded: Workspace, as_: As) -> None:
    before = client.get("/api/v1/blog/1").json
    good, bad = stranger_says(as_, "Buy!"), stranger_says(as_, "Spam")
    admin, unseen = as_("admin"), client.get("/api/v1/blog/1").json
    assert (unseen["latest_comments"], unseen["comments"]) == (before["latest_comments"], before["comments"])
    for path in ("/blog/list/data/detail?id=1", "/blog/list/data", "/api/v1/blog", "/blog/feed.xml"):
        assert b"Buy!" not in client.get(path).data and b"Spam" not in client.get(path).data, path
    listing = admin.get(WAITING).json["items"]
    assert [(row["id"], row["post_number"]) for row in listing] == [(bad, 1), (good, 1)]
    assert admin.post(f"{WAITING}/{good}/approve").status_code == 204
    assert admin.post(f"{WAITING}/{bad}/reject").status_code == 204
    assert [comment["text"] for comment in client.get("/api/v1/blog/1").json["latest_comments"]][-1] == "Buy!"
    assert client.get("/blog/list/data/detail?id=1").json["blog"]["comments"] == before["comments"] + 1
    assert admin.get(WAITING).json["total"] == 0
    again = [f"{WAITING}/{row}/{verb}" for row in (good, bad) for verb in ("approve", "reject")]
    assert [admin.post(path).status_code for path in again] == [404] * 4


def test_only_the_sites_editors_judge_comments(seeded: Workspace, as_: As) -> None:
    row = stranger_says(as_, "Hello")
    elsewhere = as_("admin", add_workspace("Third"))
    assert elsewhere.get(WAITING).json["total"] == 0
    for verb in ("approve", "reject"):
        assert as_("maintainer").post(f"{WAITING}/{row}/{verb}").status_code == 403
        assert elsewhere.post(f"{WAITING}/{row}/{verb}").status_code == 404


def test_refused_comments(visitor: FlaskClient, seeded: Workspace, as_: As) -> None:
    assert visitor.post(COMMENT, json={"text": "x"}).status_code == 401
    person = as_("client")
    for text in ("", " \n ", "x" * 2001, None, 7):
        answer = person.post(COMMENT, json={"text": text})
        assert answer.status_code == 422 and list(answer.json["errors"]) == ["text"]
    assert person.post("/api/v1/blog/99/comments", json={"text": "x"}).status_code == 404
    post_of(1).status = "Draft"
    assert person.post(COMMENT, json={"text": "x"}).status_code == 404
    post_of(1).status = "Published"
    for _ in range(COMMENTS.amount):
        assert person.post(COMMENT, json={"text": "x"}).status_code == 201
    assert person.post(COMMENT, json={"text": "x"}).status_code == 429


def test_only_the_sites_editors_remove_comments(seeded: Workspace, as_: As) -> None:
    row = db.session.scalar(select(BlogComment))
    assert row is not None
    path = f"{COMMENT}/{row.id}"
    assert as_("maintainer").delete(path).status_code == 403
    assert as_("admin", add_workspace("Elsewhere")).delete(path).status_code == 404
    admin, match = as_("admin"), {"If-Match": '"1"'}
    assert admin.delete(f"/api/v1/blog/2/comments/{row.id}", headers=match).status_code == 404
    assert admin.delete(path).status_code == 428
    assert admin.delete(path, headers={"If-Match": '"2"'}).status_code == 412
    assert admin.delete(path, headers=match).status_code == 204
    assert admin.delete(path).status_code == 404


def test_the_feed_is_atom(client: FlaskClient, seeded: Workspace) -> None:
    answer = client.get("/blog/feed.xml?hl=ar")
    assert answer.content_type == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.data)
    assert feed.find("a:title", ATOM) is not None and feed.find("a:updated", ATOM) is not None
    entries = feed.findall("a:entry", ATOM)
    assert len(entries) == 6
    for entry in entries:
        for name in ("title", "id", "updated", "published", "summary", "content", "author/a:name"):
            element = entry.find(f"a:{name}", ATOM)
            assert element is not None and element.text
    link = entries[0].find("a:link", ATOM)
    assert link is not None and link.attrib["href"].endswith("/pages/blog/detail/6?hl=ar")


def test_without_posts_the_feed_is_empty(client: FlaskClient) -> None:
    feed = ElementTree.fromstring(client.get("/blog/feed.xml").data)
    assert feed.findall("a:entry", ATOM) == []


def test_a_change_in_one_process_is_seen_by_the_others(app: Flask) -> None:
    mark = app.config["SETTINGS"].instance / "mark"
    writer, reader = PageCache(mark=mark), PageCache(mark=mark)
    key = ("b", "/pages/blog/list", Looks("en", "light", "ltr"))
    for cache in (writer, reader):
        cache.put(key, make_entry(b"old", "", "en", quality={}))
    writer.clear()
    assert writer.get(key) is None and reader.get(key) is None
    reader.put(key, make_entry(b"new", "", "en", quality={}))
    assert reader.get(key) is not None


def test_an_editors_change_empties_the_cache_of_pages(seeded: Workspace, as_: As) -> None:
    key = ("b", "/pages/blog/list", Looks("en", "light", "ltr"))
    site().cache.put(key, make_entry(b"old", "", "en", quality={}))
    admin = as_("admin")
    etag = admin.get("/api/v1/posts/1").headers["ETag"]
    refused = admin.patch("/api/v1/posts/1", json={"status": "Lost"}, headers={"If-Match": etag})
    assert refused.status_code == 422 and site().cache.get(key) is not None
    admin.patch("/api/v1/posts/1", json={"status": "Draft"}, headers={"If-Match": etag})
    assert site().cache.get(key) is None
