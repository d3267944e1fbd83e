"""Short addresses: made of long ones, the same each time, and leading only those of their workspace there."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.bookmarks.models import Bookmark, ShortAddress
from app.bookmarks.short_addresses import shorten
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.conftest import add_workspace
from tests.factories.at_once import AT_ONCE, post_at_once
from tests.factories.bookmarks import BOOKMARKS, add_bookmark

As = Callable[..., FlaskClient]
SHORT = "/api/v1/short-addresses"
PAGE = {"Accept": "text/html"}


def long_address(length: int = 1600) -> str:
    """An address of the conversation list of so many characters, as its page writes it."""
    start, letter = "/reports/conversations?r=all&f=text:contains:", "%E0%A4%85"
    letters, rest = divmod(length - len(start), len(letter))
    return start + letter * letters + "a" * rest


def test_a_long_address_has_one_short_one_that_leads_there(as_: As) -> None:
    reader, url = as_("subscriber"), long_address()
    created = reader.post(SHORT, json={"url": f"{url}&utm_x=1#t1"})
    assert created.status_code == 201, created.text
    slug = created.json["slug"]
    assert len(slug) == 8 and created.json == {"slug": slug, "link": f"/b/{slug}", "url": url}
    assert reader.post(SHORT, json={"url": url}).json == created.json
    assert db.session.scalar(select(func.count(ShortAddress.id))) == 1
    opened = reader.get(f"/b/{slug}", headers=PAGE)
    assert (opened.status_code, opened.headers["Location"]) == (302, url)
    assert opened.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.both
def test_an_address_that_is_shortened_at_once_has_one_short_one(app: Flask, as_: As) -> None:
    reader = as_("subscriber")
    headers = {"Authorization": reader.environ_base["HTTP_AUTHORIZATION"]}
    statuses = post_at_once(app, "/api/v1/short-addresses", {"url": "/reports/dashboard?grp=service"}, headers)
    assert statuses == [201] * AT_ONCE
    assert db.session.scalar(select(func.count(ShortAddress.id))) == 1


@pytest.mark.parametrize("path", ["/invitation", "/pages/reset-password-v1"])
def test_what_lets_anyone_in_is_kept_nowhere(as_: As, path: str) -> None:
    reader = as_("subscriber")
    assert reader.post(SHORT, json={"url": f"{path}?token=aB3_x"}).json["url"] == path
    assert add_bookmark(reader, f"{path}?token=aB3_x")["url"] == path


def test_it_gives_nobody_a_right(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    link = admin.post(SHORT, json={"url": "/admin/audit?action=bot:create"}).json["link"]
    follower = as_("subscriber")
    assert follower.get(follower.get(link, headers=PAGE).headers["Location"], headers=PAGE).status_code == 403
    assert follower.post(SHORT, json={"url": "/admin/audit"}).status_code == 422
    signed_out = client.get(link, headers=PAGE)
    assert signed_out.status_code == 303
    assert signed_out.headers["Location"] == f"/pages/login-v1?next={link.replace('/', '%2F')}"
    assert client.get(link).status_code == 401


def test_another_workspaces_is_not_there(as_: As) -> None:
    with within(add_workspace("Elsewhere").id):
        slug = shorten(long_address()).slug
        db.session.commit()
    reader = as_("admin")
    for foreign in (slug, "nothing", "aaaaaaaa", slug.upper()):
        assert reader.get(f"/b/{foreign}", headers=PAGE).status_code == 404
        assert reader.get(f"/b/{foreign}").status_code == 404
    assert reader.post(SHORT, json={"url": long_address()}).json["slug"] == slug


@pytest.mark.parametrize(
    "url", ["/nowhere", "https://example.com/", "/reports/dashboard?grp=colour", long_address(4001)]
)
def test_what_is_no_page_has_none(as_: As, url: str) -> None:
    answer = as_("subscriber").post(SHORT, json={"url": url})
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["url"]


def test_two_addresses_never_share_one(workspace: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.bookmarks.short_addresses._slug", lambda _url, number: "aaaaaaa" + "bcd"[number])
    slugs = [shorten(f"/reports/{name}").slug for name in ("one", "two", "one", "three", "two")]
    assert slugs == ["aaaaaaab", "aaaaaaac", "aaaaaaab", "aaaaaaad", "aaaaaaac"]


def test_a_long_bookmark_is_kept_by_its_short_address(as_: As) -> None:
    reader = as_("subscriber")
    for length, is_short in ((1500, False), (1501, True), (3900, True)):
        row = add_bookmark(reader, long_address(length))
        assert row["url"] == long_address(length) and row["trouble"] is None and row["figure"] is not None
        stored = db.session.get_one(Bookmark, int(row["id"])).url
        assert stored.startswith("/b/") is is_short and len(stored) <= 1500
        assert reader.post(BOOKMARKS, json={"url": long_address(length)}).json["code"] == "kept_already"
    file = reader.get(f"{BOOKMARKS}/file").json
    assert [entry["url"] for entry in file["bookmarks"]] == [long_address(length) for length in (1500, 1501, 3900)]
    short = reader.post(SHORT, json={"url": long_address(1501)}).json["link"]
    assert reader.post(BOOKMARKS, json={"url": short}).json["code"] == "kept_already"
