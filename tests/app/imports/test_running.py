"""Imports come in whole and once, whatever interrupts them."""

import io
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask import Flask
from sqlalchemy import func, select

from app import areas
from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.analytics.models import Restatement
from app.conversations.models import Conversation, Message
from app.core import jobs
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.errors import Conflict, Invalid
from app.core.jobs import Job
from app.imports import kinds, running, service
from app.imports.models import Import

FIXTURE = Path(__file__).parents[2] / "fixtures" / "dialogues.jsonl"


def upload(content: bytes | None = None, name: str = "dialogues.jsonl", **more: Any) -> Import:
    """An import of some lines, or of the fixture."""
    row = service.create_import(io.BytesIO(content or FIXTURE.read_bytes()), name=name, **more)
    db.session.commit()
    return row


def lines(*records: Any) -> bytes:
    """A file of records."""
    return b"\n".join(record if isinstance(record, bytes) else orjson.dumps(record) for record in records)


def record(source_id: str) -> dict[str, Any]:
    """A small dialogue."""
    return {"id": source_id, "turns": [{"speaker": "user", "text": "hi"}, {"speaker": "bot", "text": "hello"}]}


def conversations() -> int:
    return db.session.scalar(select(func.count()).select_from(Conversation)) or 0


def work(app: Flask, workspace: Workspace) -> None:
    """Do the ready jobs as the runner does."""
    areas.modules("jobs")
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)


def state(row_id: int, workspace: Workspace) -> Import:
    db.session.expire_all()
    with within(workspace.id):
        return service.get_import(row_id)


def test_the_fixture_comes_in_whole(app: Flask, workspace: Workspace) -> None:
    row_id, place = upload().id, workspace.id
    work(app, workspace)
    with within(place):
        row = service.get_import(row_id)
        assert (row.state, row.dialogues, row.done, row.skipped, row.problem_count) == ("done", 50, 50, 0, 0)
        assert db.session.scalar(select(func.count()).select_from(Message)) == row.messages
        assert recount.verify() == []
        outcomes = dict(db.session.execute(select(Conversation.source_id, Conversation.outcome)).all())  # type: ignore[arg-type]
        assert [outcomes[f"dealer-{n}"] for n in (45, 46, 47, 48, 49, 50)] == [
            "completed",
            "abandoned",
            "completed",
            "abandoned",
            "abandoned",
            "informed",
        ]
        topics = dict(db.session.execute(select(Conversation.source_id, Conversation.topic)).all())  # type: ignore[arg-type]
        assert (topics["dealer-45"], topics["dealer-48"]) == ("workshop", "parts")
        (entry,) = db.session.scalars(select(Restatement))
        assert (entry.metric, entry.new, entry.day, entry.import_id) == ("sessions", 50, None, row_id)
        # The same file again brings nothing, and the one line stays as it is.
        service.start(row)
        db.session.commit()
    work(app, workspace)
    with within(place):
        assert service.get_import(row_id).skipped == 50
        assert [line.new for line in db.session.scalars(select(Restatement))] == [50]


def test_a_broken_line_is_named_and_does_not_stop_the_rest(app: Flask, workspace: Workspace) -> None:
    row_id, place = upload(lines(record("a"), b"{broken", b"", record("b"), record("a"), {"id": "c"})).id, workspace.id
    work(app, workspace)
    with within(place):
        row = service.get_import(row_id)
        assert (row.state, row.done, row.problem_count) == ("done", 2, 3)
        problems = [(problem.line, problem.reason) for problem in service.problems_of(row_id)]
        assert [line for line, _ in problems] == [2, 5, 6]
        assert "Not JSON" in problems[0][1] and "twice" in problems[1][1] and "No turns" in problems[2][1]


def test_a_dry_run_counts_and_waits(app: Flask, workspace: Workspace) -> None:
    row_id, place = upload(dry=True).id, workspace.id
    work(app, workspace)
    with within(place):
        row = service.get_import(row_id)
        assert (row.state, row.dialogues, row.done) == ("ready", 50, 0) and conversations() == 0
        service.start(row)
        db.session.commit()
    work(app, workspace)
    with within(place):
        assert service.get_import(row_id).state == "done" and conversations() == 50


def test_a_killed_run_goes_on_and_counts_nothing_twice(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "AT_ONCE", 7)
    row_id, place, beats = upload().id, workspace.id, 0

    def killed(share: float) -> None:
        nonlocal beats
        beats += 1
        if beats == 4:
            raise KeyboardInterrupt

    with within(place):
        running.check(service.get_import(row_id), lambda share: None)
        with pytest.raises(KeyboardInterrupt):
            running.run(service.get_import(row_id), killed)
        db.session.rollback()
        assert service.get_import(row_id).done == conversations() == 21
    work(app, workspace)
    with within(place):
        row = service.get_import(row_id)
        assert (row.state, row.done, row.skipped) == ("done", 50, 0) and conversations() == 50
        assert recount.verify() == []


def test_the_same_file_again_brings_nothing(app: Flask, workspace: Workspace) -> None:
    place = workspace.id
    upload()
    work(app, workspace)
    with within(place):
        row_id = upload(name="another-name.jsonl").id
    work(app, workspace)
    with within(place):
        row = service.get_import(row_id)
        assert (row.state, row.done, row.skipped) == ("done", 0, 50) and conversations() == 50
        service.start(row)
        db.session.commit()
    work(app, workspace)
    with within(place):
        assert service.get_import(row_id).skipped == 50 and conversations() == 50


def test_a_cancelled_import_stops_keeps_what_is_in_and_can_go_on(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "AT_ONCE", 10)
    row_id, place = upload().id, workspace.id
    beat = jobs.heartbeat

    def cancelling(job: Job, share: float) -> None:
        beat(job, share)
        if share > 0.3:
            service.IMPORTS.cancel(service.get_import(row_id))
            db.session.commit()
            beat(job, share)

    monkeypatch.setattr("app.imports.jobs.heartbeat", cancelling)
    work(app, workspace)
    with within(place):
        row = service.get_import(row_id)
        assert row.state == "cancelled" and 0 < row.done < 50 and row.done == conversations()
        monkeypatch.setattr("app.imports.jobs.heartbeat", beat)
        service.start(row)
        db.session.commit()
    work(app, workspace)
    with within(place):
        row = service.get_import(row_id)
        assert row.state == "done" and row.done == conversations() == 50
        assert recount.verify() == []


def test_a_damaged_file_fails_with_its_reason_and_no_retry(app: Flask, workspace: Workspace) -> None:
    row_id, place = upload(b"\x1f\x8b" + b"\x00" * 50, name="a.jsonl.gz").id, workspace.id
    work(app, workspace)
    with within(place):
        row = service.get_import(row_id)
        assert row.state == "failed" and row.error is not None and "damaged" in row.error
        assert db.session.scalars(select(Job)).one().state == "done"


def test_transitions_that_are_not_listed_are_refused(workspace: Workspace) -> None:
    row = upload()
    with pytest.raises(Conflict):
        service.start(row)
    service.IMPORTS.cancel(row)
    with pytest.raises(Conflict):
        service.IMPORTS.cancel(row)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"name": "a.csv"}, "file"),
        ({"bot_id": 7}, "bot"),
        ({"content": b" "[:0] or b"", "name": "empty.jsonl"}, "file"),
    ],
)
def test_what_cannot_be_taken_is_refused_by_field(workspace: Workspace, more: dict[str, Any], field: str) -> None:
    content = more.pop("content", b"{}")
    with pytest.raises(Invalid) as refusal:
        service.create_import(io.BytesIO(content), **{"name": "a.jsonl"} | more)
    assert list(refusal.value.errors) == [field]


def test_a_file_beyond_the_limit_is_refused_and_not_kept(
    workspace: Workspace, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "MAX_COMPRESSED", 10)
    before = set((settings.instance / "imports").glob("*"))
    with pytest.raises(Invalid):
        service.create_import(io.BytesIO(b"x" * 11), name="a.jsonl")
    assert set((settings.instance / "imports").glob("*")) == before
