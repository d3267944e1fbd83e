"""A row wakes the runner of its machine once it is committed, and not before."""

import os
import select
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from app.accounts.workspaces.models import Workspace
from app.core.db.base import commit_later, db
from app.core.jobs import enqueue, service, wake


@pytest.fixture
def pipe(app: Flask) -> Iterator[int]:
    """The runner's end of the pipe, to be looked into."""
    path = wake.pipe_of(app.config["SETTINGS"].instance)
    with wake.listening(path.parent):
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        yield file
        os.close(file)
    path.unlink()


def rang(pipe: int) -> int:
    """How often it has rung since the last look."""
    return len(os.read(pipe, 100)) if select.select([pipe], [], [], 0)[0] else 0


def test_a_row_rings_once_when_it_is_committed(workspace: Workspace, pipe: int) -> None:
    enqueue("test", {})
    enqueue("test", {})
    assert rang(pipe) == 0
    db.session.commit()
    assert rang(pipe) == 1
    db.session.commit()
    assert rang(pipe) == 0, "nothing has come since"


def test_what_is_rolled_back_wakes_nobody(workspace: Workspace, pipe: int) -> None:
    enqueue("test", {})
    db.session.rollback()
    db.session.commit()
    assert rang(pipe) == 0


def test_only_the_end_of_the_whole_transaction_rings(workspace: Workspace, pipe: int) -> None:
    with db.session.begin_nested():
        enqueue("test", {})
    with commit_later():
        db.session.commit()
    assert rang(pipe) == 0
    db.session.commit()
    assert rang(pipe) == 1


def test_a_job_that_is_run_again_rings(workspace: Workspace, pipe: int) -> None:
    row = enqueue("test", {})
    row.state = "failed"
    db.session.commit()
    assert rang(pipe) == 1
    service.revive(row)
    db.session.commit()
    assert rang(pipe) == 1


def test_ringing_where_nobody_listens_does_no_harm(tmp_path: Path) -> None:
    wake.ring(tmp_path)
    os.mkfifo(wake.pipe_of(tmp_path))
    wake.ring(tmp_path)


def test_an_alarm_hears_other_processes_and_its_own(tmp_path: Path) -> None:
    wake.pipe_of(tmp_path).write_text("left by a copy of the folder")
    with wake.listening(tmp_path) as alarm:
        assert wake.pipe_of(tmp_path).stat().st_mode & 0o777 == 0o600
        wake.ring(tmp_path)
        alarm.wait(60)
        alarm.ring()
        alarm.wait(60)
        for _ in range(70_000):  # More than a pipe holds: anyone who rings does not wait.
            alarm.ring()
        wake.ring(tmp_path)
        alarm.wait(60)


def test_a_folder_without_pipes_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "mkfifo", refuse)
    with wake.listening(tmp_path) as alarm:
        alarm.ring()
        alarm.wait(60)


def test_an_alarm_that_is_over_rings_nobody_and_writes_into_no_other_file(tmp_path: Path) -> None:
    with wake.listening(tmp_path) as alarm:
        alarm.ring()
    # The numbers of the closed files are taken again at once.
    others = [os.open(tmp_path / f"other-{n}", os.O_RDWR | os.O_CREAT) for n in range(4)]
    try:
        alarm.ring()
        assert [os.fstat(other).st_size for other in others] == [0] * 4
    finally:
        for other in others:
            os.close(other)
