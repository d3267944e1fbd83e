"""One's own notifications: listed, counted, read, put away and restored, by nobody else; and the number in pages."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, g
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.realtime import position
from app.core.realtime.service import since
from app.core.security.visitor import Visitor
from app.notifications import service, tell
from app.web.page_context import page_context

As = Callable[..., FlaskClient]
API = "/api/v1/notifications"


@pytest.fixture
def reader(as_: As) -> FlaskClient:
    """Someone with nothing new."""
    return as_("client")


def me() -> User:
    """The newest person."""
    user = db.session.scalars(select(User).order_by(User.id.desc())).first()
    assert user is not None
    return user


def give(count: int, user: User | None = None) -> None:
    """Tell someone as many things."""
    for n in range(count):
        tell((user or me()).id, "task", f"/apps/todo?task={n}", what=f"Task {n}")
    db.session.commit()


def list_notifications(client: FlaskClient, **query: str) -> dict[str, Any]:
    """A page of the list."""
    answer = client.get(API, query_string=query)
    assert answer.status_code == 200, answer.json
    body: dict[str, Any] = answer.json
    return body


def names(page: dict[str, Any]) -> list[str]:
    """What the page is about."""
    return [item["what"] for item in page["items"]]


def match(row: dict[str, Any]) -> dict[str, str]:
    """The header of a write on what was shown."""
    return {"If-Match": f'"{row["revision"]}"'}


def test_they_are_paged_newest_first_with_the_unread_counted(reader: FlaskClient) -> None:
    give(23)
    seen, page = list[str](), "1"
    while page:
        list_page = list_notifications(reader, page=page)
        assert (list_page["total"], list_page["unread"]) == (23, 23)
        seen, page = seen + names(list_page), list_page["next"]
    assert seen == [f"Task {n}" for n in reversed(range(23))]


def test_one_is_read_then_all(reader: FlaskClient) -> None:
    give(3)
    first = list_notifications(reader)["items"][0]
    for _ in range(2):
        assert reader.post(f"{API}/{first['id']}/read").json == {"unread": 2}
    assert names(list_notifications(reader, show="unread")) == ["Task 1", "Task 0"]
    assert [item["is_read"] for item in list_notifications(reader)["items"]] == [True, False, False]
    assert list_notifications(reader)["items"][0]["revision"] == first["revision"], (
        "to have read it changes nothing one edits"
    )
    assert reader.post(f"{API}/read").json == {"unread": 0}
    assert names(list_notifications(reader, show="unread")) == [] and len(names(list_notifications(reader))) == 3


def test_one_is_put_away_and_restored_by_its_version(reader: FlaskClient) -> None:
    give(2)
    row = list_notifications(reader)["items"][0]
    path = f"{API}/{row['id']}"
    assert reader.delete(path).status_code == 428
    gone = reader.delete(path, headers=match(row))
    assert (
        gone.status_code == 200
        and names(list_notifications(reader)) == ["Task 0"]
        and list_notifications(reader)["unread"] == 1
    )
    assert reader.delete(path, headers=match(row)).status_code == 412
    assert reader.delete(path, headers=match(gone.json)).status_code == 409
    back = reader.post(f"{path}/restore", headers=match(gone.json))
    assert back.status_code == 200 and names(list_notifications(reader)) == ["Task 1", "Task 0"]
    assert reader.post(f"{path}/restore", headers=match(back.json)).status_code == 409
    actions = list(db.session.scalars(select(AuditEvent.action).order_by(AuditEvent.id)))
    assert [action for action in actions if action.startswith("notification")] == [
        "notification:delete",
        "notification:restore",
    ]


def test_anothers_are_as_if_they_never_were(as_: As) -> None:
    as_("editor")
    give(1)
    row = service.list_notifications(me().id)
    notification = db.session.scalars(row).one()
    stranger = as_("admin")
    path = f"{API}/{notification.id}"
    assert list_notifications(stranger)["total"] == 0
    tries = [stranger.post(f"{path}/read"), stranger.delete(path, headers={"If-Match": '"1"'}),
             stranger.post(f"{path}/restore", headers={"If-Match": '"1"'})]  # fmt: skip
    assert [answer.status_code for answer in tries] == [404, 404, 404]
    assert stranger.post(f"{API}/read").json == {"unread": 0}
    assert db.session.scalars(row).one().read_at is None


def test_the_same_news_is_reported_again_while_it_is_unread_and_once_more_after(reader: FlaskClient) -> None:
    give(2)
    tell(me().id, "task", "/apps/todo?task=0", what="Task 0")
    assert names(list_notifications(reader)) == ["Task 0", "Task 1"]
    reader.post(f"{API}/read")
    tell(me().id, "task", "/apps/todo?task=0", what="Task 0")
    page = list_notifications(reader)
    assert names(page) == ["Task 0", "Task 0", "Task 1"] and page["unread"] == 1


def test_who_listens_is_called(reader: FlaskClient) -> None:
    after = position()
    give(1)
    row = list_notifications(reader)
    assert since(me().id, after)["changes"] == [{"kind": "notification", "subject": row["items"][0]["id"]}]
    assert row["live"] == str(position())


def test_no_more_are_counted_than_are_said(reader: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    give(service.COUNTED + 2)
    assert service.unread(me().id) == service.COUNTED
    assert list_notifications(reader, per="10")["total"] == service.COUNTED + 2


def test_a_page_of_theirs_says_how_many_and_only_then(app: Flask, reader: FlaskClient, workspace: Workspace) -> None:
    person, place = me(), workspace.id

    def announced_count() -> Any:
        with app.test_request_context("/"), within(place):
            g.visitor = Visitor(user=person, workspace=workspace)
            return page_context().get("unread")

    assert announced_count() is None
    with within(place):
        give(2, person)
    assert announced_count() == 2
