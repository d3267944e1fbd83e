"""One key, one write: whatever is repeated, late, different, at the same time or by someone else."""

import io
import socket
import subprocess
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.workspaces.models import Workspace
from app.bots.catalog import service
from app.bots.catalog.models import Bot
from app.bots.catalog.service import create_bot
from app.core import clock
from app.core.db.base import commit_now, db, without_lock
from app.core.http import idempotency
from app.core.http.idempotency import IdempotentCall
from app.imports.models import Import
from tests.conftest import add_workspace

URL = "/api/v1/bots"
NEW = {"name": "Desk", "group": "service"}
As = Callable[..., FlaskClient]


def post(client: FlaskClient, key: str = "k-1", **body: Any) -> Any:
    """A bot, asked for under a key."""
    return client.post(URL, json=NEW | body, headers={"Idempotency-Key": key})


def count(model: type[Any] = Bot) -> int:
    """How many rows there are."""
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def test_a_repeat_gets_the_first_answer_and_writes_nothing(as_: As) -> None:
    admin = as_("admin")
    first, again = post(admin), post(admin)
    assert (first.status_code, again.status_code, count()) == (201, 201, 1)
    assert first.data == again.data and "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    for name in ("Content-Type", "Location", "ETag"):
        assert again.headers[name] == first.headers[name]


def test_without_a_key_everything_is_done_again(as_: As) -> None:
    admin = as_("admin")
    assert admin.post(URL, json=NEW).status_code == 201
    assert admin.post(URL, json=NEW).status_code == 409
    assert count(IdempotentCall) == 0


def test_another_body_under_the_same_key_is_refused(as_: As) -> None:
    admin = as_("admin")
    post(admin)
    answer = post(admin, name="Other")
    assert answer.status_code == 422 and answer.json["code"] == "idempotency_key_reused"
    assert list(answer.json["errors"]) == ["Idempotency-Key"] and count() == 1


def test_a_key_is_one_persons_on_one_address(as_: As, workspace: Workspace) -> None:
    admin, colleague = as_("admin"), as_("maintainer")
    bot_id = post(admin).json["id"]
    assert post(colleague).status_code == 409
    assert post(as_("admin", add_workspace("Other"))).status_code == 201
    headers = {"Idempotency-Key": "k-1", "If-Match": '"1"'}
    assert admin.post(f"{URL}/{bot_id}/archive", headers=headers).json["state"] == "archived"
    assert admin.post(f"{URL}/{bot_id}/archive", headers=headers).json["state"] == "archived"
    assert admin.post(f"{URL}/{bot_id}/archive", headers={"If-Match": '"2"'}).status_code == 409


def test_refusals_are_not_kept(as_: As) -> None:
    admin = as_("admin")
    assert post(admin, group="nonsense").status_code == 422
    assert post(as_("editor")).status_code == 403
    assert post(admin).status_code == 201
    assert count(IdempotentCall) == 1


def test_a_failure_of_ours_leaves_neither_row_nor_answer(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = as_("admin")
    with monkeypatch.context() as broken:
        broken.setattr("app.core.http.resources.etag", lambda *_: 1 / 0)
        assert post(admin).status_code == 500
    assert (count(), count(IdempotentCall)) == (0, 0)
    assert post(admin).status_code == 201


class _Killed(BaseException):
    """The end of a process."""


def _is_in_progress(answer: Any) -> bool:
    """Whether a repeat is refused because the first request is under way."""
    return (answer.status_code, answer.json.get("code"), answer.headers.get("Retry-After")) == (
        409, "idempotency_in_progress", "1"
    )  # fmt: skip


def _killed(admin: FlaskClient, monkeypatch: pytest.MonkeyPatch, process: str) -> None:
    """Have a request end in the middle of its work, as if its process had been killed."""
    with monkeypatch.context() as broken:
        broken.setattr(idempotency, "process_name", lambda: process)
        broken.setattr(idempotency.Call, "change", lambda *_: (_ for _ in ()).throw(_Killed()))
        with pytest.raises(_Killed):
            post(admin)
    db.session.rollback()


def test_what_a_killed_process_has_begun_is_done_by_the_repeat(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    admin, host = as_("admin"), socket.gethostname()[:40]
    with subprocess.Popen(["true"]) as gone:
        pass
    _killed(admin, monkeypatch, f"{host}:{gone.pid}:1")
    assert (count(), count(IdempotentCall)) == (0, 1)
    assert post(admin).status_code == 201
    assert (count(), count(IdempotentCall)) == (1, 1)
    assert post(admin).headers["Idempotency-Replayed"] == "true"


def test_another_machines_request_is_waited_for_and_taken_for_dead_in_the_end(
    as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    _killed(admin, monkeypatch, "elsewhere:1:1")
    assert _is_in_progress(post(admin)) and count() == 0
    later = clock.now() + idempotency.LONGEST
    monkeypatch.setattr(idempotency, "now", lambda: later)
    assert post(admin).status_code == 201 and count() == 1


def test_a_request_that_was_taken_for_dead_stores_nothing(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    admin, answers, create = as_("admin"), list[Any](), service.create_bot

    def slow(**values: Any) -> Any:
        monkeypatch.setattr(service, "create_bot", create)
        later = clock.now() + idempotency.LONGEST
        monkeypatch.setattr(idempotency, "now", lambda: later)
        commit_now()
        answers.append(post(admin))
        return create(**values | {"name": "Too late"})

    monkeypatch.setattr(service, "create_bot", slow)
    assert _is_in_progress(post(admin))
    assert answers[0].status_code == 201 and post(admin).data == answers[0].data
    assert list(db.session.scalars(select(Bot.name))) == [NEW["name"]]


def test_a_commit_before_slow_work_is_one(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    """The write lock is free while the work goes on; what is written after it comes with the answer or not at all."""
    admin, create = as_("admin"), service.create_bot

    def slow(**values: Any) -> Any:
        bot = create(**values | {"name": f"Before {values['name']}"})
        db.session.commit()
        with without_lock():
            assert not db.session().in_transaction()
        db.session.add(create(**values))
        db.session.commit()
        assert db.session().in_transaction()
        if values["name"] == "Fails":
            raise ZeroDivisionError
        return bot

    monkeypatch.setattr(service, "create_bot", slow)
    assert post(admin, name="Fails").status_code == 500
    names = select(Bot.name).order_by(Bot.name)
    assert list(db.session.scalars(names)) == ["Before Fails"] and count(IdempotentCall) == 0
    assert post(admin, name="Works").status_code == 201
    assert list(db.session.scalars(names)) == ["Before Fails", "Before Works", "Works"]


def test_after_a_day_a_key_is_new_and_old_answers_are_gone(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    admin = as_("admin")
    post(admin)
    post(admin, "k-2", name="Second")
    later = clock.now() + timedelta(hours=24, seconds=1)
    monkeypatch.setattr(idempotency, "now", lambda: later)
    assert post(admin, name="Third").status_code == 201
    assert (count(), count(IdempotentCall)) == (3, 1)


@pytest.mark.parametrize("key", ["", "x" * 256, "tab\there", "schlüssel"])
def test_what_is_no_key_is_refused_by_name(as_: As, key: str) -> None:
    answer = post(as_("admin"), key)
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["Idempotency-Key"] and count() == 0


def test_who_may_no_longer_do_it_gets_no_kept_answer(as_: As, workspace: Workspace) -> None:
    from app.accounts.users.models import User

    admin = as_("admin")
    post(admin)
    db.session.scalars(select(User)).one().auth_role = "editor"
    assert post(admin).status_code == 403


def test_an_upload_is_taken_in_once_whatever_its_boundary(as_: As) -> None:
    admin = as_("admin")

    def upload(text: str, boundary: str, bot: str = "") -> Any:
        """The same file as a browser would send it, with a boundary of its own."""
        part = 'Content-Disposition: form-data; name="file"; filename="a.jsonl"\r\nContent-Type: text/plain\r\n\r\n'
        body = f"--{boundary}\r\n{part}{text}\r\n--{boundary}--\r\n"
        content_type = f"multipart/form-data; boundary={boundary}"
        headers = {"Idempotency-Key": "file", "Content-Type": content_type}
        return admin.post("/api/v1/imports", input_stream=io.BytesIO(body.encode()),
                          content_length=len(body), headers=headers)  # fmt: skip

    first = upload('{"id":"a"}', "one")
    assert first.status_code == 202
    again = upload('{"id":"a"}', "two")
    assert again.json == first.json and again.headers["Idempotency-Replayed"] == "true"
    assert upload('{"id":"b"}', "one").status_code == 422
    assert count(Import) == 1


def test_of_many_at_once_one_writes(app: Flask, as_: As) -> None:
    admin, answers = as_("admin"), list[Any]()
    token = admin.environ_base["HTTP_AUTHORIZATION"]
    db.session.commit()

    def ask() -> None:
        """One request on a connection of its own."""
        client = app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = token
        with app.app_context():
            answers.append(post(client))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    written = [a for a in answers if a.status_code == 201 and "Idempotency-Replayed" not in a.headers]
    others = [a for a in answers if a not in written]
    assert len(written) == 1 and count() == 1
    for answer in others:
        assert answer.status_code == 409 or answer.data == written[0].data


def test_while_the_first_is_under_way_a_repeat_is_409(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    admin, repeats, create = as_("admin"), list[Any](), service.create_bot

    def ask_again(**values: Any) -> Any:
        commit_now()
        repeats.append(post(admin))
        return create(**values)

    monkeypatch.setattr(service, "create_bot", ask_again)
    assert post(admin).status_code == 201
    assert _is_in_progress(repeats[0])


def test_calls_for_everyone_take_no_part(app: Flask, client: FlaskClient, workspace: Workspace) -> None:
    body = {"email": "nobody@example.test", "password": "wrong"}
    for _ in range(2):
        assert client.post("/jwt/login", json=body, headers={"Idempotency-Key": "k"}).status_code == 400
    assert count(IdempotentCall) == 0


def test_a_commit_held_back_is_no_commit(app: Flask, workspace: Workspace) -> None:
    from app.core.db.base import commit_later

    with commit_later():
        create_bot(name="Held", group="service")
        db.session.commit()
    db.session.rollback()
    assert count() == 0
