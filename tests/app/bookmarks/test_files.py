"""Bookmarks go out as a file and come in again; what is not taken is reported, one by one."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.factories.bookmarks import BOOKMARKS, add_bookmark

As = Callable[..., FlaskClient]


def send(client: FlaskClient, content: Any) -> Any:
    """Send a file."""
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    return client.post(f"{BOOKMARKS}/file", data={"file": (io.BytesIO(raw), "bookmarks.json")})


def test_what_goes_out_comes_in_again(as_: As) -> None:
    owner, other = as_("admin"), as_("admin")
    add_bookmark(owner, "/reports/dashboard?grp=sales", title="Sales", folder="Daily")
    add_bookmark(owner, "/admin/bots")
    answer = owner.get(f"{BOOKMARKS}/file")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="bookmarks.json"'
    assert answer.json == {
        "format": 1,
        "bookmarks": [
            {"title": "Sales", "url": "/reports/dashboard?grp=sales", "folder": "Daily"},
            {"title": "Manage Bots", "url": "/admin/bots", "folder": ""},
        ],
    }
    result = send(other, answer.data)
    assert result.status_code == 200 and result.json == {"added": 2, "refused": []}
    assert other.get(f"{BOOKMARKS}/file").json == answer.json


def test_what_is_not_taken_is_reported(as_: As) -> None:
    admin = as_("editor")
    add_bookmark(admin, "/admin/bots")
    entries = [
        {"url": "/admin/bots", "title": "again"},
        {"url": "/nowhere"},
        {"url": "/reports/dashboard"},
        {"url": "/admin/bots?q=x", "title": "x" * 121},
        {"title": "no address"},
        "text",
        {"url": "/admin/bots?q=new", "colour": "red", "folder": "Here"},
        {"url": "/admin/bots?per=7"},
        {"url": "/admin/bots?q=nul", "title": "a\x00b"},
    ]
    body = send(admin, {"bookmarks": entries}).json
    assert body["added"] == 1
    assert [row["number"] for row in body["refused"]] == [1, 2, 3, 4, 5, 6, 8, 9]
    assert [row["reason"].partition(":")[0] for row in body["refused"]] == [
        "You already bookmarked this view.",
        "This address is not a page of Parley.",
        "You don't have access to this page.",
        "title",
        "url",
        "_schema",
        "per is not valid in this address. Valid",
        "Contains characters that cannot be stored.",
    ]
    assert admin.get(BOOKMARKS).json["total"] == 2


def test_beyond_fifty_nothing_is_taken(as_: As) -> None:
    admin = as_("admin")
    body = send(admin, {"bookmarks": [{"url": f"/admin/bots?q=b{n}"} for n in range(53)]}).json
    assert body["added"] == 50 and [row["number"] for row in body["refused"]] == [51, 52, 53]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"{", "The file is not valid JSON."),
        (b"\xff\xfe", "The file is not valid JSON."),
        ([], "The file has no list of bookmarks."),
        ({"bookmarks": {}}, "The file has no list of bookmarks."),
        ({"bookmarks": [{}] * 501}, "The file has more than 500 bookmarks."),
        (b" " * 262_145, "Must be at most 256 KB."),
    ],
)
def test_what_is_no_such_file_is_refused(as_: As, content: Any, problem: str) -> None:
    answer = send(as_("admin"), content)
    assert answer.status_code == 422 and answer.json["errors"] == {"file": [problem]}


def test_without_a_file_there_is_nothing_to_take(as_: As) -> None:
    answer = as_("admin").post(f"{BOOKMARKS}/file", data={})
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["file"]
