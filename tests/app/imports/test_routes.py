"""Imports over the API."""

import io
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import areas
from app.accounts.workspaces.models import Workspace
from app.config import Settings
from app.core import clock, jobs
from app.imports import service
from tests.conftest import add_workspace

FIXTURE = Path(__file__).parents[2] / "fixtures" / "dialogues.jsonl"
URL = "/api/v1/imports"
As = Callable[..., FlaskClient]


def send(client: FlaskClient, **fields: Any) -> Any:
    """Upload the fixture, or what the fields say."""
    content, name = fields.pop("content", FIXTURE.read_bytes()), fields.pop("name", "dialogues.jsonl")
    data = fields | {"file": (io.BytesIO(content), name)}
    return client.post(URL, data=data, content_type="multipart/form-data")


def work() -> None:
    """Do the ready jobs."""
    areas.modules("jobs")
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)


def test_an_upload_is_checked_and_taken_in(app: Flask, as_: As) -> None:
    admin = as_("admin")
    answer = send(admin)
    assert answer.status_code == 202
    body = answer.json
    assert body["state"] == "checking" and isinstance(body["id"], str) and body["link"] is None
    work()
    body = admin.get(f"{URL}/{body['id']}").json
    assert (body["state"], body["done"], body["dialogues"]) == ("done", 50, 50)
    assert body["link"].startswith(f"/reports/conversations?bot={body['bot']}&r=2026-")
    assert body.pop("problems") == []
    assert admin.get(URL).json["items"] == [body]


def test_a_dry_run_shows_problems_before_the_start(app: Flask, as_: As) -> None:
    admin = as_("admin")
    row_id = send(admin, dry="1", content=b'{"id":"a","turns":[{"speaker":"user","text":"x"}]}\noops').json["id"]
    work()
    body = admin.get(f"{URL}/{row_id}").json
    assert body["state"] == "ready" and body["problem_count"] == 1 and body["problems"][0]["line"] == 2
    assert admin.post(f"{URL}/{row_id}/start").json["state"] == "queued"
    work()
    assert admin.get(f"{URL}/{row_id}").json["state"] == "done"
    assert admin.post(f"{URL}/{row_id}/cancel").status_code == 409


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
    answer = send(as_("admin"), **fields)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_no_file_is_refused(as_: As) -> None:
    answer = as_("admin").post(URL, data={"dry": "1"}, content_type="multipart/form-data")
    assert answer.status_code == 422 and "file" in answer.json["errors"]


@pytest.mark.parametrize("role", ["author", "editor", "subscriber", "client"])
def test_roles_without_the_ability_are_refused(as_: As, role: str) -> None:
    reader = as_(role)
    assert send(reader).status_code == 403 and reader.get(URL).status_code == 403


def test_an_anonymous_visitor_is_asked_to_sign_in(client: FlaskClient) -> None:
    assert client.get(URL).status_code == 401


def test_another_workspaces_import_is_not_there(as_: As, workspace: Workspace) -> None:
    row_id = send(as_("admin")).json["id"]
    stranger = as_("admin", add_workspace("Other"))
    assert stranger.get(URL).json["total"] == 0
    for answer in (
        stranger.get(f"{URL}/{row_id}"),
        stranger.post(f"{URL}/{row_id}/start"),
        stranger.post(f"{URL}/{row_id}/cancel"),
    ):
        assert answer.status_code == 404


def test_a_file_goes_some_days_after_its_import_has_ended(
    app: Flask, as_: As, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, folder = as_("admin"), settings.instance / "imports"
    ended, waits = send(admin).json["id"], send(admin, dry="1").json["id"]
    assert folder.stat().st_mode & 0o077 == 0
    work()
    later = clock.now() + timedelta(days=7, minutes=1)
    service.sweep()
    assert {path.name for path in folder.iterdir()} >= {ended, waits}
    monkeypatch.setattr(clock, "now", lambda: later)
    service.sweep()
    assert not (folder / ended).exists() and (folder / waits).exists()
    assert admin.post(f"{URL}/{ended}/start").json["code"] == "file_gone"


def test_who_sees_some_bots_sees_their_imports_only(app: Flask, as_: As) -> None:
    admin = as_("admin")
    bots = [admin.post("/api/v1/bots", json={"name": name, "group": "sales"}).json["id"] for name in ("One", "Two")]
    own, other = (send(admin, bot=bot).json["id"] for bot in bots)
    narrow = as_("maintainer", scope={"bots": [bots[0]]})
    assert [row["id"] for row in narrow.get(URL).json["items"]] == [own]
    assert narrow.get(f"{URL}/{other}").status_code == narrow.post(f"{URL}/{other}/cancel").status_code == 404
