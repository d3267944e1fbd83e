"""What is written down: every operation that commits, with its commit; sign-ins, refusals and commands."""

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.audit.recording import audited_fields
from app.bots.catalog.models import Bot
from app.core.db.availability import room
from app.core.db.base import Base, WorkspaceRow, db
from app.core.db.tenancy import within
from app.core.languages import LANGUAGES
from app.core.security.nested import nest
from app.core.security.operations import PUBLIC, Operation, operation_of
from app.core.security.visitor import SAFE, Visitor, check_declared
from tests.conftest import add_person, add_workspace
from tests.factories.audit import audit_events
from tests.factories.conversations import make_bot

SignIn = Callable[..., FlaskClient]
ROOT = Path(__file__).resolve().parents[3]
PASSWORD = "a long enough password"


def test_every_operation_that_writes_declares_an_action(app: Flask) -> None:
    tags = set()
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        operation = operation_of(view)
        if operation.access.is_call and (rule.methods or set()) - SAFE:
            assert operation.audit, rule.endpoint
            tags.add(operation.audit)
    assert len(tags) > 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_that_the_log_tells_has_a_label(app: Flask, language: str) -> None:
    audits = {operation_of(view).audit for view in app.view_functions.values()}
    subjects = {action.partition(":")[0] for action in audits if action}
    fields = {
        field
        for mapper in Base.registry.mappers
        if issubclass(mapper.class_, WorkspaceRow) and mapper.class_.__tablename__ in subjects
        for field in audited_fields(mapper)
    }
    labels = json.loads((ROOT / "ui" / "i18n" / language / "fields.json").read_text("utf-8"))
    assert len(fields) > 400
    assert (fields - set(labels), set(labels) - fields) == (set(), set())


def test_one_that_declares_none_stops_the_start() -> None:
    app = Flask(__name__)

    def write() -> str:
        """Write."""
        return ""

    write.operation = Operation(PUBLIC)  # type: ignore[attr-defined]
    app.add_url_rule("/w", "area.write", write, methods=["POST"])
    with pytest.raises(RuntimeError, match=r"area\.write .* declares no action"):
        check_declared(app, {"area"})


def test_a_write_and_its_row_are_one_transaction(as_: SignIn, workspace: Workspace) -> None:
    bot = make_bot("Desk")
    admin = as_("admin")
    before = len(audit_events())
    headers = {"If-Match": '"1"', "User-Agent": "Probe/1", "X-Request-ID": "request-0001"}
    answer = admin.patch(f"/api/v1/bots/{bot.id}", json={"name": "Front desk"}, headers=headers)
    assert answer.status_code == 200
    (row,) = audit_events()[before:]
    me = admin.get("/api/v1/me").json["user"]["id"]
    assert (row.action, row.subject, row.subject_id, str(row.user_id)) == ("bot:update", "bot", bot.id, me)
    assert row.fields == ["name"]
    assert (row.request_id, row.address, row.user_agent) == ("request-0001", "127.0.0.1", "Probe/1")


def test_what_was_made_is_the_subject(as_: SignIn, workspace: Workspace) -> None:
    bot = make_bot("Desk")
    answer = as_("admin").post(
        "/api/v1/bots", json={"name": "Mine", "group": "sales", "client": str(bot.client_id)},
        headers={"Idempotency-Key": "once"},
    )  # fmt: skip
    (row,) = audit_events("bot:create")
    assert str(row.subject_id) == answer.json["id"] and "name" in row.fields


def test_a_refused_write_leaves_no_row(as_: SignIn, workspace: Workspace) -> None:
    bot = make_bot("Desk")
    admin = as_("admin")
    before = len(audit_events())
    assert admin.patch(f"/api/v1/bots/{bot.id}", json={"name": "X"}, headers={"If-Match": '"9"'}).status_code == 412
    assert admin.patch(f"/api/v1/bots/{bot.id}", json={"name": ""}, headers={"If-Match": '"1"'}).status_code == 422
    assert len(audit_events()) == before


def test_a_row_that_cannot_be_written_takes_the_write_back(
    as_: SignIn, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.audit import recording

    bot = make_bot("Desk")
    admin = as_("admin")

    def fail(*_values: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(recording, "append", fail)
    assert admin.patch(f"/api/v1/bots/{bot.id}", json={"name": "X"}, headers={"If-Match": '"1"'}).status_code == 500
    assert db.session.scalar(select(Bot.name).where(Bot.id == bot.id)) == "Desk"


def test_a_repeat_is_not_written_down_again(as_: SignIn, workspace: Workspace) -> None:
    body = {"name": "Mine", "group": "sales", "client": str(make_bot("Desk").client_id)}
    admin = as_("admin")
    for _ in range(2):
        assert admin.post("/api/v1/bots", json=body, headers={"Idempotency-Key": "once"}).status_code == 201
    assert len(audit_events("bot:create")) == 1


FILES = pytest.mark.parametrize(
    "path",
    ["/api/v1/conversations.csv?r=all", "/api/v1/reports/dashboard/cards.csv?r=all", "/api/v1/audit/file"],
)


@FILES
def test_what_leaves_as_a_file_is_written_down(as_: SignIn, workspace: Workspace, path: str) -> None:
    admin = as_("admin")
    before = len(audit_events())
    assert admin.get(path).status_code == 200
    assert [row.action.partition(":")[2] for row in audit_events()[before:]] == ["export"]


def test_a_file_that_is_refused_is_not_written_down(as_: SignIn, workspace: Workspace) -> None:
    admin = as_("admin")
    before = len(audit_events())
    assert admin.get("/api/v1/reports/dashboard/nonsense.csv").status_code == 404
    assert admin.get("/api/v1/audit/file?format=nonsense").status_code == 422
    assert len(audit_events()) == before


@FILES
@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 507, "storage_full"),
        (OperationalError("", None, psycopg.OperationalError("server closed the connection")), 503, "unavailable"),
    ],
)
def test_a_file_that_cannot_be_written_down_does_not_leave(
    as_: SignIn,
    workspace: Workspace,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    error: Exception,
    status: int,
    code: str,
) -> None:
    from app.audit import recording

    admin = as_("admin")

    def fail(*_values: object) -> None:
        raise error

    monkeypatch.setattr(recording, "append", fail)
    monkeypatch.setattr(room, "note_full_disk", lambda: None)
    answer = admin.get(path)
    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_nothing_leaves_as_a_file_while_there_is_no_room_to_write_it_down(
    as_: SignIn, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    monkeypatch.setattr(room, "is_low", lambda: True)
    answer = admin.get("/api/v1/audit/file")
    assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (507, "storage_full", "30")
    assert admin.get("/api/v1/audit").status_code == 200


def test_sign_ins_that_fail_fill_up_and_succeed_are_written_down(client: FlaskClient, workspace: Workspace) -> None:
    user = add_person("admin", password=PASSWORD)
    email, user_id = user.email, user.id
    assert client.post("/jwt/login", json={"email": email, "password": PASSWORD}).status_code == 200
    for _ in range(10):
        assert client.post("/jwt/login", json={"email": email, "password": "no"}).status_code == 400
    for _ in range(3):
        assert client.post("/jwt/login", json={"email": email, "password": PASSWORD}).status_code == 429
    assert [row.action for row in audit_events()] == ["session:create", *["session:fail"] * 9, "session:lock"]
    assert {row.user_id for row in audit_events()} == {user_id}


def test_unknown_accounts_are_written_down_where_the_public_pages_are(
    app: Flask, client: FlaskClient, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], site_workspace=workspace.slug))
    assert client.post("/jwt/login", json={"email": "who@example.test", "password": "no"}).status_code == 400
    (row,) = audit_events()
    assert (row.action, row.user_id, row.subject_id) == ("session:fail", None, None)
    assert "who@" not in repr({name: getattr(row, name) for name in AuditEvent.__mapper__.columns.keys()})


def test_refused_abilities_are_written_down_but_not_without_end(as_: SignIn, workspace: Workspace) -> None:
    viewer = as_("subscriber")
    before = len(audit_events())
    for _ in range(14):
        assert viewer.get("/api/v1/audit").status_code == 403
    refused = audit_events()[before:]
    assert {(row.action, row.detail) for row in refused} == {("ability:refuse", "read Audit")}
    assert len(refused) == 10
    (who,) = {row.user_id for row in refused}
    person = db.session.scalar(select(User).where(User.id == who))
    assert person is not None and person.auth_role == "subscriber"


def test_what_a_page_asks_for_its_reader_is_no_try_of_theirs(
    as_: SignIn, client: FlaskClient, workspace: Workspace
) -> None:
    user = add_person("subscriber")
    db.session.commit()
    db.session.refresh(user)
    db.session.expunge(user)  # As the outer request has read it.
    inner: dict[str, Any] = {}
    nest(inner, Visitor(user=user, workspace=workspace, kind="cookie"))
    assert client.get("/api/v1/audit", environ_overrides=inner).status_code == 403
    assert audit_events("ability:refuse") == []
    assert as_("subscriber").get("/api/v1/audit").status_code == 403
    assert len(audit_events("ability:refuse")) == 1


def test_registration_begins_a_chain(client: FlaskClient, app: Flask) -> None:
    body = {"email": "new@example.test", "password": PASSWORD, "username": "newcomer"}
    assert client.post("/jwt/register", json=body).status_code == 200
    place = db.session.scalars(select(Workspace)).one()
    with within(place.id):
        assert [(row.seq, row.action) for row in audit_events()] == [(1, "user:register"), (2, "session:create")]


def test_sign_out_is_written_down(as_: SignIn, workspace: Workspace) -> None:
    assert as_("admin").delete("/api/v1/session/all").status_code == 204
    assert as_("admin").delete("/api/v1/session").status_code == 204
    assert [row.action for row in audit_events() if row.action.startswith("session:end")] == [
        "session:end_all",
        "session:end",
    ]


def test_commands_are_written_down_once_for_each_workspace(app: Flask, tmp_path: Any) -> None:
    runner = app.test_cli_runner()
    result = runner.invoke(
        args=["user", "create", "--email", "o@example.test", "--username", "op", "--password", PASSWORD]
    )
    assert result.exit_code == 0, result.output
    place = db.session.scalars(select(Workspace)).one()
    with within(place.id):
        rows = [(row.action, row.detail, row.user_id) for row in audit_events()]
    assert ("command:run", "user create", None) in rows and len(rows) == 2
    add_workspace("Other")
    assert runner.invoke(args=["rollups", "rebuild"]).exit_code == 0
    for row in db.session.scalars(select(Workspace)).all():
        with within(row.id):
            assert [audit_event.detail for audit_event in audit_events("command:run")].count("rollups rebuild") == 1
