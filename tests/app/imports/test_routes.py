"""Imports over the API."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.config import Settings
from app.core import clock
from app.imports import service
from tests.conftest import add_workspace
from tests.factories.imports import IMPORTS, perform_jobs, upload_dialogues

As = Callable[..., FlaskClient]


def test_an_upload_is_checked_and_taken_in(app: Flask, as_: As) -> None:
    admin = as_("admin")
    answer = upload_dialogues(admin)
    assert answer.status_code == 202
    body = answer.json
    assert body["state"] == "checking" and isinstance(body["id"], str) and body["link"] is None
    perform_jobs()
    body = admin.get(f"{IMPORTS}/{body['id']}").json
    assert (body["state"], body["done"], body["dialogues"]) == ("done", 50, 50)
    assert body["link"].startswith(f"/reports/conversations?bot={body['bot']}&r=2026-")
    assert body.pop("problems") == []
    assert admin.get(IMPORTS).json["items"] == [body]


def test_a_dry_run_shows_problems_before_the_start(app: Flask, as_: As) -> None:
    admin = as_("admin")
    row_id = upload_dialogues(admin, dry="1", content=b'{"id":"a","turns":[{"speaker":"user","text":"x"}]}\noops').json[
        "id"
    ]
    perform_jobs()
    body = admin.get(f"{IMPORTS}/{row_id}").json
    assert body["state"] == "ready" and body["problem_count"] == 1 and body["problems"][0]["line"] == 2
    assert admin.post(f"{IMPORTS}/{row_id}/start").json["state"] == "queued"
    perform_jobs()
    assert admin.get(f"{IMPORTS}/{row_id}").json["state"] == "done"
    assert admin.post(f"{IMPORTS}/{row_id}/cancel").status_code == 409


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"bot": "abc"}, "bot"),
        ({"bot": "123"}, "bot"),
        ({"from": "yesterday"}, "from"),
        ({"from": "2026-01-02", "to": "2026-01-01"}, "from"),
        ({"to": "2999-01-01"}, "to"),
        ({"name": "a.pdf"}, "file"),
        ({"content": b""}, "file"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_bad_fields_are_refused_by_name(as_: As, fields: dict[str, Any], field: str) -> None:
    answer = upload_dialogues(as_("admin"), **fields)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_no_file_is_refused(as_: As) -> None:
    answer = as_("admin").post(IMPORTS, data={"dry": "1"}, content_type="multipart/form-data")
    assert answer.status_code == 422 and "file" in answer.json["errors"]


@pytest.mark.parametrize("role", ["author", "editor", "subscriber", "client"])
def test_roles_without_the_ability_are_refused(as_: As, role: str) -> None:
    reader = as_(role)
    assert upload_dialogues(reader).status_code == 403 and reader.get(IMPORTS).status_code == 403


def test_an_anonymous_visitor_is_asked_to_sign_in(client: FlaskClient) -> None:
    assert client.get(IMPORTS).status_code == 401


def test_another_workspaces_import_is_not_there(as_: As, workspace: Workspace) -> None:
    row_id = upload_dialogues(as_("admin")).json["id"]
    stranger = as_("admin", add_workspace("Other"))
    assert stranger.get(IMPORTS).json["total"] == 0
    for answer in (
        stranger.get(f"{IMPORTS}/{row_id}"),
        stranger.post(f"{IMPORTS}/{row_id}/start"),
        stranger.post(f"{IMPORTS}/{row_id}/cancel"),
    ):
        assert answer.status_code == 404


def test_a_file_goes_some_days_after_its_import_has_ended(
    app: Flask, as_: As, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, folder = as_("admin"), settings.instance / "imports"
    ended, waits = upload_dialogues(admin).json["id"], upload_dialogues(admin, dry="1").json["id"]
    assert folder.stat().st_mode & 0o077 == 0
    perform_jobs()
    later = clock.now() + timedelta(days=7, minutes=1)
    service.sweep()
    assert {path.name for path in folder.iterdir()} >= {ended, waits}
    monkeypatch.setattr(clock, "now", lambda: later)
    service.sweep()
    assert not (folder / ended).exists() and (folder / waits).exists()
    assert admin.post(f"{IMPORTS}/{ended}/start").json["code"] == "file_gone"


def test_who_sees_some_bots_sees_their_imports_only(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bots = [admin.post("/api/v1/bots", json={"name": name, "group": "sales"}).json["id"] for name in ("One", "Two")]
    own, other = (upload_dialogues(admin, bot=bot).json["id"] for bot in bots)
    narrow = as_("maintainer", scope={"bots": [bots[0]]})
    assert [row["id"] for row in narrow.get(IMPORTS).json["items"]] == [own]
    assert narrow.get(f"{IMPORTS}/{other}").status_code == narrow.post(f"{IMPORTS}/{other}/cancel").status_code == 404
