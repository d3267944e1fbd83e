"""Living updates: who is notified, what is reported once, and what is said to those who have slept too long."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.realtime import ear, position, publish, service
from app.core.realtime.models import LiveEvent
from tests.conftest import add_workspace

SignIn = Callable[..., FlaskClient]


def newest_user() -> int:
    """The id of who has just signed in."""
    return db.session.scalars(select(User.id).order_by(User.id.desc())).first() or 0


def listen(client: FlaskClient, after: int) -> dict[str, object]:
    """What the call answers."""
    answer = client.get(f"/api/v1/live?after={after}")
    assert answer.status_code == 200, answer.json
    return answer.json  # type: ignore[no-any-return]


def test_one_hears_what_is_for_the_reader_each_thing_once(as_: SignIn, workspace: Workspace) -> None:
    client = as_("subscriber")
    me = newest_user()
    begin = listen(client, position())
    assert begin == {"after": position(), "changes": [], "missed": False}
    for subject in ("4", "5", "4"):
        publish("chat:message", subject, [me])
    publish("chat:message", "9", [me + 1])
    body = listen(client, int(str(begin["after"])))
    assert body["changes"] == [{"kind": "chat:message", "subject": "4"}, {"kind": "chat:message", "subject": "5"}]
    assert body["missed"] is False and body["after"] == position()
    assert listen(client, position())["changes"] == []


def test_without_a_number_it_says_from_where_to_listen(as_: SignIn) -> None:
    client = as_("subscriber")
    publish("chat:message", "1", [newest_user()])
    assert client.get("/api/v1/live").json == {"after": position(), "changes": [], "missed": False}


@pytest.mark.parametrize("after", ["-1", "x", str(2**63)])
def test_a_number_that_is_none_is_reported(as_: SignIn, after: str) -> None:
    answer = as_("subscriber").get(f"/api/v1/live?after={after}")
    assert answer.status_code == 422 and "after" in answer.json["errors"]


def test_anonymous_visitors_hear_nothing(app: Flask) -> None:
    assert app.test_client().get("/api/v1/live?after=0").status_code == 401


def test_who_has_slept_too_long_is_asked_to_ask_for_everything(as_: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "KEPT", 5)
    monkeypatch.setattr(service, "SWEEP", 3)
    client = as_("subscriber")
    begin = position()
    for subject in range(9):
        publish("chat:message", str(subject), [newest_user()])
    body = listen(client, begin)
    assert body["missed"] is True and body["changes"] == [] and body["after"] == position()
    assert len(listen(client, position() - 5)["changes"]) == 5  # type: ignore[arg-type]
    assert db.session.scalar(select(func.count(LiveEvent.id))) == 5
    assert listen(client, position() + 10)["missed"] is True


def test_more_than_can_be_reported_is_missed(as_: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST", 2)
    client = as_("subscriber")
    begin = position()
    for subject in range(3):
        publish("chat:message", str(subject), [newest_user()])
    assert listen(client, begin)["missed"] is True


def test_the_ear_hears_every_workspace_and_only_what_is_of_late(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = add_workspace("other")
    publish("chat:message", "1", [7])
    publish("chat:message", "2", [7])
    with within(other.id):
        publish("chat:message", "1", [8])
    db.session.commit()
    assert ear.latest_numbers(app) == {(workspace.id, 7): position(), (other.id, 8): 1}
    monkeypatch.setattr(ear, "WINDOW", -ear.WINDOW)
    assert ear.latest_numbers(app) == {}


def test_what_is_rolled_back_is_reported_to_nobody(app: Flask, as_: SignIn) -> None:
    as_("subscriber")
    begin = position()
    publish("chat:message", "1", [newest_user()])
    db.session.rollback()
    assert position() == begin and ear.latest_numbers(app) == {}
