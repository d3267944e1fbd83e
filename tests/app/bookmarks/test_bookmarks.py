"""Bookmarks over the API: one's own, each view once, at most fifty, in an order without gaps."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.bookmarks.models import Bookmark
from app.core.db.base import db
from app.core.db.tenancy import within
from app.web.navigation import number
from tests.conftest import add_workspace
from tests.factories.bookmarks import BOOKMARKS, add_bookmark
from tests.factories.conversations import make_bot

As = Callable[..., FlaskClient]


def change(client: FlaskClient, row: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Change a bookmark in the revision there is."""
    revision = client.get(f"{BOOKMARKS}/{row['id']}").json["revision"]
    answer = client.patch(f"{BOOKMARKS}/{row['id']}", json=changes, headers={"If-Match": f'"{revision}"'})
    assert answer.status_code == 200, answer.json
    body: dict[str, Any] = answer.json
    return body


def order(client: FlaskClient) -> list[str]:
    """The titles in order; positions have no gap."""
    items = client.get(BOOKMARKS, query_string={"per": 50}).json["items"]
    assert [item["position"] for item in items] == list(range(1, len(items) + 1))
    return [item["title"] for item in items]


def test_a_view_is_kept_by_its_canonical_address(as_: As) -> None:
    admin = as_("admin")
    row = add_bookmark(
        admin, "/reports/conversations?sort=-created_at&outcome=error,completed&r=all&hl=hi&utm_x=1&done=a#t1"
    )
    assert row["url"] == "/reports/conversations?r=all&outcome=completed,error"
    assert row["title"] == "Conversation History, All time, Completed, Error" and row["icon"] == "messages-square"
    assert (row["folder"], row["position"], row["trouble"], row["revision"]) == ("", 1, None, 1)
    assert isinstance(row["id"], str)
    again = admin.post(BOOKMARKS, json={"url": "/reports/conversations?outcome=completed,error&r=all"})
    assert (again.status_code, again.json["code"]) == (409, "kept_already")
    assert add_bookmark(admin, "/reports/conversations", title="  Every   talk ")["title"] == "Every talk"
    assert admin.get(f"{BOOKMARKS}/{row['id']}").headers["ETag"] == '"1"'


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"url": "/nowhere"}, "url"),
        ({"url": "https://example.com/"}, "url"),
        ({"url": "//example.com/reports/dashboard"}, "url"),
        ({"url": "javascript:alert(1)"}, "url"),
        ({"url": "/api/v1/bots"}, "url"),
        ({"url": "/pages/login-v1"}, "url"),
        ({"url": "/reports/dashboard?grp=colour"}, "url"),
        ({"url": ""}, "url"),
        ({"url": "/reports/dashboard", "title": "x" * 121}, "title"),
        ({"url": "/reports/dashboard", "folder": "x" * 61}, "folder"),
        ({"url": "/reports/dashboard", "position": 51}, "position"),
        ({"url": "/reports/dashboard", "colour": "red"}, "colour"),
        ({}, "url"),
    ],
)
def test_what_does_not_fit_is_refused_by_field(as_: As, body: dict[str, Any], field: str) -> None:
    answer = as_("admin").post(BOOKMARKS, json=body)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_a_page_one_may_not_open_is_not_kept(as_: As) -> None:
    answer = as_("editor").post(BOOKMARKS, json={"url": "/reports/dashboard"})
    assert answer.status_code == 422 and answer.json["errors"]["url"] == ["You don't have access to this page."]


def test_fifty_are_the_most(as_: As) -> None:
    admin = as_("admin")
    for n in range(50):
        add_bookmark(admin, f"/admin/bots?q=b{n}")
    answer = admin.post(BOOKMARKS, json={"url": "/admin/bots?q=b50"})
    assert (answer.status_code, answer.json["code"]) == (409, "too_many")
    assert answer.json["detail"] == "You can have 50 bookmarks. Remove one first."
    assert len(admin.get(f"{BOOKMARKS}/bar").json["bookmarks"]) == 50


def test_order_is_changed_and_has_no_gaps(as_: As) -> None:
    admin = as_("admin")
    rows = {title: add_bookmark(admin, f"/admin/bots?q={title}", title=title) for title in "abcde"}
    assert order(admin) == list("abcde")
    for title, place, expected in (("e", 1, "eabcd"), ("a", 4, "ebcad"), ("b", 2, "ebcad"), ("c", 50, "ebadc")):
        change(admin, rows[title], position=place)
        assert order(admin) == list(expected)
    # Those that only made room are the revisions they were.
    assert admin.get(f"{BOOKMARKS}/{rows['d']['id']}").json["revision"] == 1
    stored = admin.get(f"{BOOKMARKS}/{rows['b']['id']}").json
    assert (
        admin.delete(f"{BOOKMARKS}/{rows['b']['id']}", headers={"If-Match": f'"{stored["revision"]}"'}).status_code
        == 200
    )
    assert order(admin) == list("eadc")
    # What was removed comes back to its place.
    add_bookmark(admin, stored["url"], title="b", position=stored["position"])
    assert order(admin) == list("ebadc")


def test_names_and_folders_are_changed(as_: As) -> None:
    admin = as_("admin")
    row = add_bookmark(admin, "/admin/bots", folder=" Every  day ")
    assert row["folder"] == "Every day"
    changed = change(admin, row, title=" My  bots ", folder="")
    assert (changed["title"], changed["folder"], changed["url"]) == ("My bots", "", "/admin/bots")
    for wrong in ({"title": "  "}, {"title": ""}, {"position": 0}, {"url": "/"}):
        revision = {"If-Match": f'"{changed["revision"]}"'}
        assert admin.patch(f"{BOOKMARKS}/{row['id']}", json=wrong, headers=revision).status_code == 422


def test_a_write_names_the_version_it_is_made_on(as_: As) -> None:
    admin = as_("admin")
    row = add_bookmark(admin, "/admin/bots")
    path, stale = f"{BOOKMARKS}/{row['id']}", {"If-Match": '"7"'}
    assert admin.patch(path, json={"title": "x"}).status_code == admin.delete(path).status_code == 428
    late = admin.patch(path, json={"title": "x"}, headers=stale)
    assert late.status_code == 412 and late.json["current"]["title"] == "Manage Bots"
    assert admin.delete(path, headers=stale).status_code == 412


def test_nobody_else_sees_them(as_: As, workspace: Workspace) -> None:
    owner, colleague, stranger = as_("admin"), as_("admin"), as_("admin", add_workspace("Other"))
    row = add_bookmark(owner, "/admin/bots")
    path, revision = f"{BOOKMARKS}/{row['id']}", {"If-Match": '"1"'}
    for other in (colleague, stranger):
        assert other.get(path).status_code == 404
        assert other.patch(path, json={"title": "x"}, headers=revision).status_code == 404
        assert other.delete(path, headers=revision).status_code == 404
        assert other.get(BOOKMARKS).json["total"] == 0 and other.get(f"{BOOKMARKS}/bar").json == {"bookmarks": []}
        add_bookmark(other, "/admin/bots")
    assert owner.get(BOOKMARKS).json["total"] == 1


def test_an_anonymous_visitor_is_asked_to_sign_in(client: FlaskClient) -> None:
    for path in (BOOKMARKS, f"{BOOKMARKS}/bar", f"{BOOKMARKS}/file", "/api/bookmarks/data"):
        assert client.get(path).status_code == 401, path
    assert client.post("/api/bookmarks/update", json={"id": 1}).status_code == 401


def stored(workspace: Workspace, url: str) -> Bookmark:
    """The person's one bookmark, as if it had been made when this was an address."""
    with within(workspace.id):
        row = db.session.scalars(select(Bookmark)).one()
        row.url = url
        db.session.commit()
        return row


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("/reports/telepathy?r=all", {"kind": "page_gone", "key": "", "value": "", "url": "/reports/exports"}),
        (
            "/reports/dashboard?grp=colour&cmp=none",
            {"kind": "value_invalid", "key": "grp", "value": "colour", "url": "/reports/dashboard?cmp=none"},
        ),
        (
            "/reports/conversations/4611686018427387904",
            {"kind": "thing_gone", "key": "", "value": "", "url": "/reports/conversations"},
        ),
        ("/reports/dashboard?bot=77", {"kind": "thing_gone", "key": "bot", "value": "77", "url": "/reports/dashboard"}),
    ],
)
def test_a_dead_link_says_what_it_became_and_what_is_nearest(
    as_: As, workspace: Workspace, url: str, expected: dict[str, str]
) -> None:
    admin = as_("admin")
    add_bookmark(admin, "/admin/bots")
    stored(workspace, url)
    (item,) = admin.get(BOOKMARKS).json["items"]
    if expected["kind"] == "page_gone":
        assert item["trouble"].pop("url").startswith("/reports/") and expected.pop("url")
    assert item["trouble"] == expected
    (in_bar,) = admin.get(f"{BOOKMARKS}/bar").json["bookmarks"]
    assert (in_bar["trouble"] is None) is (expected["kind"] == "thing_gone")


def test_what_one_may_no_longer_open_is_reported(as_: As, workspace: Workspace) -> None:
    editor = as_("editor")
    add_bookmark(editor, "/admin/bots")
    stored(workspace, "/admin/audit")
    (item,) = editor.get(BOOKMARKS).json["items"]
    assert item["trouble"] == {"kind": "not_permitted", "key": "", "value": "", "url": "/admin/bots"}


def test_a_bot_out_of_reach_is_gone(as_: As, workspace: Workspace) -> None:
    mine, other = make_bot("Mine"), make_bot("Other")
    reader = as_("subscriber", scope={"bots": [str(mine.id)]})
    add_bookmark(reader, f"/reports/dashboard?bot={mine.id}")
    add_bookmark(reader, f"/reports/dashboard?bot={other.id}")
    troubles = [item["trouble"] for item in reader.get(BOOKMARKS).json["items"]]
    assert troubles[0] is None and troubles[1]["kind"] == "thing_gone"


def test_the_specified_calls_keep_whole_pages_by_number(as_: As) -> None:
    admin, body = as_("admin"), {"id": number("bots")}
    data = admin.get("/api/bookmarks/data").json
    assert list(data) == ["suggestions", "bookmarks"] and data["bookmarks"] == []
    bots = next(page for page in data["suggestions"] if page["link"] == "/admin/bots")
    assert bots == {"id": number("bots"), "target": "bots", "isBookmarked": False, "title": "Manage Bots",
                    "icon": "Cpu", "link": "/admin/bots"}  # fmt: skip
    add_bookmark(admin, "/admin/bots?q=a")
    response = admin.post("/api/bookmarks/update", json=body | {"anything": "else"})
    assert response.status_code == 200 and response.json["bookmarks"] == [bots | {"isBookmarked": True}]
    assert admin.get(BOOKMARKS).json["total"] == 2
    assert admin.post("/api/bookmarks/update", json={"id": str(body["id"])}).json["bookmarks"] == []
    assert admin.get(BOOKMARKS).json["total"] == 1
    assert admin.post("/api/bookmarks/update", json={"id": 1}).status_code == 404
    for wrong in ({}, {"id": "x"}, {"id": None}):
        assert admin.post("/api/bookmarks/update", json=wrong).status_code == 422
    hidden = as_("editor").post("/api/bookmarks/update", json={"id": number("audit")})
    assert hidden.status_code == 404


def test_a_name_nobody_changed_follows_the_readers_language(as_: As) -> None:
    reader = as_("admin")
    bookmark = add_bookmark(reader, "/reports/dashboard")
    own = add_bookmark(reader, "/admin/bots", title="My bots")
    hindi = {"Accept-Language": "hi"}

    def title(row: dict[str, Any]) -> str:
        return reader.get(f"{BOOKMARKS}/{row['id']}", headers=hindi).json["title"]  # type: ignore[no-any-return]

    assert bookmark["title"] == "Dashboard" and title(bookmark) == "डैशबोर्ड"
    assert title(own) == "My bots"
    filtered = add_bookmark(reader, "/reports/dashboard?r=last_7_days&grp=sales&cmp=wk")
    assert filtered["title"] == "Dashboard, Sales, Last 7 days, Same weekdays, earlier"
    arabic = reader.get(f"{BOOKMARKS}/{filtered['id']}", headers={"Accept-Language": "ar"}).json["title"]
    assert arabic.count("، ") >= 3 and "last" not in arabic
