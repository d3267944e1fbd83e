"""Exports are written whole by a job, fetched by their maker only, and gone after a week."""

import csv
import io
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update

from app import areas
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.clients.models import Client
from app.conversations.models import Conversation
from app.core import clock, jobs
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs import Job
from app.exports import clients, service
from app.exports.models import Export
from app.ingest import corrections
from app.masters.records.models import Customer
from app.reports.history import export
from tests.conftest import add_workspace
from tests.fixtures import hand_counted

SignIn = Callable[..., FlaskClient]
PATH = "/api/v1/exports"
RANGE = "r=2026-01-01..2026-12-31"


@pytest.fixture(autouse=True)
def stored(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """The forty sessions, written in batches of seven."""
    monkeypatch.setattr(export, "BATCH", 7)
    hand_counted.lay()


@pytest.fixture(autouse=True)
def folder(app: Flask) -> Iterator[Path]:
    """Where files of exports are; none is left over, by other tests neither."""
    path: Path = app.config["SETTINGS"].instance / "exports"
    shutil.rmtree(path, ignore_errors=True)
    yield path
    shutil.rmtree(path, ignore_errors=True)


def work() -> None:
    """Do the ready jobs as the runner does."""
    areas.modules("jobs")
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)


def rows(client: FlaskClient, export_id: str) -> list[dict[str, str]]:
    """The rows of a file."""
    answer = client.get(f"{PATH}/{export_id}/file")
    assert answer.status_code == 200, answer.json
    return list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))


def test_the_whole_list_comes_as_a_file(as_: SignIn, folder: Path, workspace: Workspace) -> None:
    reader, place = as_("subscriber"), workspace.id
    response = reader.post(f"{PATH}?{RANGE}&sort=turns&traffic=all")
    assert (response.status_code, response.json["state"], response.json["file"]) == (202, "queued", None)
    work()
    body = reader.get(f"{PATH}/{response.json['id']}").json
    assert (body["state"], body["rows"], body["done"]) == ("ready", 40, 40)
    assert body["file"] == f"{PATH}/{body['id']}/file"
    answer = reader.get(body["file"])
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=conversations-")
    assert answer.headers["Cache-Control"] == "private, no-cache" and len(answer.data) == body["size"]
    csv_rows = rows(reader, body["id"])
    assert [int(row["turns"]) for row in csv_rows] == sorted(int(row["turns"]) for row in csv_rows)
    assert sorted(int(row["source_id"]) for row in csv_rows) == list(range(1, 41))
    # The very text of the direct call.
    assert answer.text == reader.get(f"/api/v1/conversations.csv?{RANGE}&sort=turns&traffic=all").text
    assert [file.parent.name for file in folder.glob("*/*")] == [str(place)]


def test_json_lines_have_the_cells_of_the_csv(as_: SignIn) -> None:
    reader = as_("subscriber")
    exports = [reader.post(f"{PATH}?{RANGE}&cols=id,turns,bot,outlet&format={name}").json for name in ("jsonl", "csv")]
    work()
    assert [row["format"] for row in exports] == ["jsonl", "csv"]
    answer = reader.get(f"{PATH}/{exports[0]['id']}/file")
    assert answer.content_type == "application/jsonl" and ".jsonl" in answer.headers["Content-Disposition"]
    written = [json.loads(line) for line in answer.data.splitlines()]
    as_texts = [{name: "" if value is None else str(value) for name, value in row.items()} for row in written]
    assert as_texts == [
        {name.lstrip("\ufeff"): value for name, value in row.items()} for row in rows(reader, exports[1]["id"])
    ]
    assert reader.get(f"{PATH}/{exports[0]['id']}").json["query"] == f"{RANGE}&cols=id,turns,bot,outlet"
    assert reader.post(f"{PATH}?{RANGE}&format=xml").status_code == 422


def test_parquet_has_numbers_and_times_as_such(as_: SignIn, folder: Path) -> None:
    reader = as_("subscriber")
    export_ids = [reader.post(f"{PATH}?{RANGE}&format={name}").json["id"] for name in ("parquet", "jsonl")]
    work()
    answer, lines = (reader.get(f"{PATH}/{id_}/file") for id_ in export_ids)
    assert answer.content_type == "application/vnd.apache.parquet" and answer.data[:4] == answer.data[-4:] == b"PAR1"
    (path,) = folder.glob("*/*.parquet")
    table = duckdb.read_parquet(str(path))
    types = dict(zip(table.columns, map(str, table.types), strict=True))
    assert types["started_at"] == "TIMESTAMP WITH TIME ZONE" and types["turns"] == types["duration_ms"] == "BIGINT"
    written = [json.loads(line) for line in lines.data.splitlines()]
    assert table.columns == list(written[0]) and len(written) == 39
    assert types["messages_in"] == types["version"] == "BIGINT" and types["engaged"] == "VARCHAR"
    for name in ("id", "turns", "csat", "first_text", "bot", "agent_messages", "resolved"):
        assert [row[0] for row in table.select(name).fetchall()] == [row[name] for row in written]
    moments = [row[0] for row in table.project("epoch_ms(started_at)").fetchall()]
    assert moments == [round(datetime.fromisoformat(row["started_at"]).timestamp() * 1000) for row in written]
    assert list(folder.glob("*/*.rows")) == []


@pytest.mark.parametrize("name", ["csv", "jsonl", "parquet"])
def test_a_download_that_broke_off_goes_on_where_it_was(as_: SignIn, name: str) -> None:
    reader = as_("subscriber")
    export_id = reader.post(f"{PATH}?{RANGE}&format={name}").json["id"]
    work()
    whole = reader.get(f"{PATH}/{export_id}/file").data
    rest = reader.get(f"{PATH}/{export_id}/file", headers={"Range": f"bytes={len(whole) // 2}-"})
    assert rest.status_code == 206 and rest.headers["Content-Range"].endswith(f"/{len(whole)}")
    assert whole[: len(whole) // 2] + rest.data == whole
    assert reader.get(f"{PATH}/{export_id}/file", headers={"Range": f"bytes={len(whole)}-"}).status_code == 416


def test_an_empty_list_is_an_empty_file(as_: SignIn, folder: Path) -> None:
    reader = as_("subscriber")
    export_ids = [
        reader.post(f"{PATH}?r=2020-01-01..2020-01-02&format={name}").json["id"] for name in ("jsonl", "parquet")
    ]
    work()
    assert reader.get(f"{PATH}/{export_ids[0]}/file").data == b""
    assert reader.get(f"{PATH}/{export_ids[1]}").json["state"] == "ready"
    (path,) = folder.glob("*/*.parquet")
    assert duckdb.read_parquet(str(path)).fetchall() == []


def test_filters_are_those_of_the_list(as_: SignIn) -> None:
    reader = as_("subscriber")
    response = reader.post(f"{PATH}?{RANGE}&ch=voice&outcome=handed_off")
    work()
    assert {row["source_id"] for row in rows(reader, response.json["id"])} == {"6", "36"}
    for wrong in ("r=yesterdays", "ch=pigeon", "tz=Nowhere", "page=2", "x=1"):
        assert reader.post(f"{PATH}?{wrong}").status_code == 422, wrong


def test_files_are_their_makers_and_within_their_reach(as_: SignIn, workspace: Workspace) -> None:
    elsewhere = add_workspace("Elsewhere")
    maker, colleague, stranger = as_("subscriber"), as_("admin"), as_("admin", elsewhere)
    bare = as_("client")
    export_id = maker.post(f"{PATH}?{RANGE}").json["id"]
    work()
    for path in (f"{PATH}/{export_id}", f"{PATH}/{export_id}/file"):
        assert maker.get(path).status_code == 200
        assert colleague.get(path).status_code == stranger.get(path).status_code == 404
        assert bare.get(path).status_code == 403
    assert stranger.post(f"{PATH}/{export_id}/start").status_code == 404
    assert bare.post(f"{PATH}?{RANGE}").status_code == 403
    assert (maker.get(PATH).json["total"], colleague.get(PATH).json["total"]) == (1, 0)


def test_a_reader_sees_no_more_in_a_file_than_in_the_list(as_: SignIn, workspace: Workspace) -> None:
    place = workspace.id
    desk = db.session.scalars(select(Conversation.bot_id).where(Conversation.source_id == "1")).one()
    reader = as_("subscriber", scope={"bots": [str(desk)]})
    export_id = reader.post(f"{PATH}?{RANGE}").json["id"]
    work()
    assert {row["bot"] for row in rows(reader, export_id)} == {"desk"}
    # Anyone who sees another part by now does not get the old one.
    with within(place):
        from app.accounts.users.models import User

        row = db.session.scalars(select(Export)).one()
        db.session.get_one(User, row.user_id).scope = {"bots": ["1"]}
        db.session.commit()
    refused = reader.get(f"{PATH}/{export_id}/file")
    assert (refused.status_code, refused.json["code"]) == (409, "scope_changed")
    reader.post(f"{PATH}/{export_id}/start")
    work()
    assert rows(reader, export_id) == []


def test_a_cancelled_export_leaves_nothing_and_can_be_run_again(
    as_: SignIn, folder: Path, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, place = as_("subscriber"), workspace.id
    export_id = reader.post(f"{PATH}?{RANGE}").json["id"]
    beat, beats = jobs.heartbeat, []

    def cancel_at_the_third(row: Job, progress: float) -> None:
        beats.append(progress)
        if len(beats) == 3:
            assert list(folder.glob("*/*")) != []
            with within(place):
                service.cancel(db.session.scalars(select(Export)).one())
                db.session.commit()
        beat(row, progress)

    with monkeypatch.context() as patch:
        patch.setattr("app.exports.jobs.heartbeat", cancel_at_the_third)
        work()
    assert len(beats) == 3 and list(folder.glob("*/*")) == []
    body = reader.get(f"{PATH}/{export_id}").json
    assert (body["state"], body["file"]) == ("cancelled", None)
    assert reader.get(f"{PATH}/{export_id}/file").json["code"] == "not_ready"
    assert reader.post(f"{PATH}/{export_id}/cancel").status_code == 409
    assert reader.post(f"{PATH}/{export_id}/start").status_code == 202
    assert reader.post(f"{PATH}/{export_id}/start").status_code == 409
    work()
    assert len(rows(reader, export_id)) == 39


def test_a_killed_run_begins_again(
    as_: SignIn, folder: Path, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, place = as_("subscriber"), workspace.id
    export_id = reader.post(f"{PATH}?{RANGE}").json["id"]

    class Killed(BaseException):
        """What no handler of ours catches."""

    def die(_row: Job, _progress: float) -> None:
        raise Killed

    areas.modules("jobs")
    with monkeypatch.context() as patch:
        patch.setattr("app.exports.jobs.heartbeat", die)
        taken = jobs.take("first")
        assert taken is not None
        with pytest.raises(Killed):
            jobs.perform(taken)
    with within(place):
        assert db.session.scalars(select(Export)).one().state == "running"
        row = db.session.scalars(select(Job).where(Job.kind == "export")).one()
        row.lease_until = clock.now() - timedelta(seconds=1)
        db.session.commit()
    work()
    assert len(rows(reader, export_id)) == 39 and len(list(folder.glob("*/*"))) == 1


def test_files_are_kept_for_a_week(
    as_: SignIn, folder: Path, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, place = as_("subscriber"), workspace.id
    export_id = reader.post(f"{PATH}?{RANGE}").json["id"]
    work()
    with within(place):
        row = db.session.scalars(select(Export)).one()
        duty = db.session.scalars(select(Job).where(Job.kind == "expire_export")).one()
        assert row.finished_at is not None
        assert row.expires_at == duty.run_at == row.finished_at + timedelta(days=7)
        # Too early it does nothing.
        service.expire(row)
        assert row.state == "ready"
        later = row.expires_at
        monkeypatch.setattr(clock, "now", lambda: later)
        service.expire(row)
        db.session.commit()
    assert list(folder.glob("*/*")) == []
    monkeypatch.undo()
    assert reader.get(f"{PATH}/{export_id}").json["state"] == "expired"
    gone = reader.get(f"{PATH}/{export_id}/file")
    assert (gone.status_code, gone.json["code"]) == (410, "gone")


def test_what_is_removed_meanwhile_is_tried_again_and_then_reported(
    as_: SignIn, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, place = as_("subscriber"), workspace.id
    export_id = reader.post(f"{PATH}?{RANGE}").json["id"]

    def break_off(*_args: Any, **_more: Any) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr("app.exports.jobs.all_cells", break_off)
    areas.modules("jobs")
    for _ in range(jobs.MAX_ATTEMPTS):
        taken = jobs.take("tests")
        assert taken is not None
        jobs.perform(taken)
        with within(place):
            row = db.session.scalars(select(Job).where(Job.kind == "export")).one()
            row.run_at = clock.now()
            db.session.commit()
    body = reader.get(f"{PATH}/{export_id}").json
    assert (body["state"], body["error"]) == ("failed", "Stopped by an internal error: OSError.")


def test_one_person_has_few_waiting(as_: SignIn) -> None:
    reader, other = as_("subscriber"), as_("subscriber")
    answers = [reader.post(f"{PATH}?{RANGE}").status_code for _ in range(service.MAX_WAITING + 1)]
    assert answers == [202] * service.MAX_WAITING + [429]
    assert other.post(f"{PATH}?{RANGE}").status_code == 202


def test_a_session_deleted_between_two_batches_does_not_stop_the_file(
    as_: SignIn, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, place = as_("subscriber"), workspace.id
    export_id = reader.post(f"{PATH}?{RANGE}&sort=created_at").json["id"]
    beat, removed = jobs.heartbeat, []

    def remove_the_seventh(row: Job, progress: float) -> None:
        if not removed:
            with within(place):
                seventh = db.session.scalars(select(Conversation).order_by(Conversation.started_at).offset(6)).first()
                assert seventh is not None
                removed.append(seventh.source_id)
                corrections.delete_conversation(seventh.id)
        beat(row, progress)

    monkeypatch.setattr("app.exports.jobs.heartbeat", remove_the_seventh)
    work()
    # It had been written: the file is of the list as it was met.
    assert [row["source_id"] for row in rows(reader, export_id)][6] == removed[0]
    assert len(rows(reader, export_id)) == 39


def test_all_of_a_client_is_one_file_until_it_is_erased(as_: SignIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "BATCH", 7)
    owner, other, maintainer = as_("admin"), as_("admin"), as_("maintainer")
    client = db.session.scalars(select(Client).order_by(Client.id)).first()
    assert client is not None
    client_id, total = client.id, db.session.scalar(select(func.count(Conversation.id)))
    db.session.add(Customer(client_id=client_id, name="=Asha", phone="+919876543210"))
    db.session.commit()
    response = owner.post(f"{PATH}/clients/{client_id}")
    assert (response.status_code, response.json["client"], response.json["query"]) == (202, client.name, "")
    work()
    row = owner.get(f"{PATH}/{response.json['id']}").json
    assert row["state"] == "ready" and row["rows"] == row["done"] > total
    download = owner.get(row["file"])
    assert download.mimetype == "application/zip" and download.headers["Content-Disposition"].endswith(".zip")
    with zipfile.ZipFile(io.BytesIO(download.data)) as archive:
        files = {
            name: list(csv.DictReader(io.TextIOWrapper(archive.open(name), "utf-8-sig"))) for name in archive.namelist()
        }
    assert set(files) == {f"{name}.csv" for name in ("outlets", "customers", "vehicles", "job-cards", "conversations",
                                                     "messages")}  # fmt: skip
    assert len(files["conversations.csv"]) == total and files["conversations.csv"][0]["contents"] == "kept"
    assert {row["conversation_id"] for row in files["messages.csv"]} == {
        row["id"] for row in files["conversations.csv"]
    }
    assert [(row["name"], row["phone"]) for row in files["customers.csv"]] == [("'=Asha", "'+919876543210")]
    maker = db.session.scalars(select(User).join(Export, Export.user_id == User.id)).one()
    maker.auth_role = maker.role = "maintainer"
    db.session.commit()
    for call in (lambda: owner.get(row["file"]), lambda: owner.post(f"{PATH}/{row['id']}/start")):
        assert (call().status_code, call().json["code"]) == (409, "scope_changed")
    assert maintainer.post(f"{PATH}/clients/{client_id}").status_code == 403
    db.session.execute(update(Client).values(state="purged"))
    db.session.commit()
    late = other.post(f"{PATH}/clients/{client_id}")
    assert (late.status_code, late.json["code"]) == (409, "client_purged")


def test_filters_are_called_what_the_reader_calls_them(as_: SignIn) -> None:
    reader = as_("subscriber")
    reader.post(f"{PATH}?{RANGE}&intent=service.book&f=intent:eq:service.book;turns:gt:5")
    for language, turns in (("en", "Turns"), ("hi", None)):
        (row,) = reader.get(PATH, headers={"Accept-Language": language}).json["items"]
        assert row["intent_title"] == "Service book"
        intent, counted = row["conditions"]
        assert (intent["f"], intent["op"], intent["values"]) == ("intent:eq:service.book", "eq", ["Service book"])
        assert counted["label"] == turns or not counted["label"].isascii()
