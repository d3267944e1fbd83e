"""Rows that jobs work for: only the newest job of a row marks it, and a row that is gone is no fault."""

import pytest

from app.accounts.workspaces.models import Workspace
from app.bots.media.models import BotMedium
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.errors import Conflict, NotFound
from app.core.jobs import Job, enqueue
from app.core.jobs.owners import Owner, message_of, summary_of
from tests.factories.conversations import make_bot
from tests.factories.media import add_medium


@pytest.fixture
def reports() -> list[str]:
    return []


@pytest.fixture
def owner(reports: list[str]) -> Owner[BotMedium]:
    return Owner(
        BotMedium,
        "medium_id",
        fail=lambda _medium, error: reports.append(error),
        resume=lambda medium: reports.append(medium.name),
    )


def job_of(medium: BotMedium) -> Job:
    row = enqueue("make_sizes", {"medium_id": str(medium.id)})
    medium.job_id = row.id
    return row


def test_the_newest_job_alone_marks_its_row(workspace: Workspace, owner: Owner[BotMedium], reports: list[str]) -> None:
    with within(workspace.id):
        medium = db.session.get_one(BotMedium, add_medium(make_bot().id))
        earlier, later = job_of(medium), job_of(medium)
        assert owner.find(earlier) is None and owner.find(later) is medium
        owner.record_failure(earlier, "OSError: earlier")
        owner.record_failure(later, "OSError: later")
        assert reports == ["OSError: later"]
        with pytest.raises(Conflict) as refusal:
            owner.restart(earlier)
        assert refusal.value.code == "superseded"
        owner.restart(later)
        assert reports == ["OSError: later", medium.name]


def test_a_row_that_is_gone_has_no_job(workspace: Workspace, owner: Owner[BotMedium], reports: list[str]) -> None:
    with within(workspace.id):
        medium = db.session.get_one(BotMedium, add_medium(make_bot().id))
        row = job_of(medium)
        db.session.delete(medium)
        db.session.flush()
        assert owner.find(row) is None
        owner.record_failure(row, "OSError")
        with pytest.raises(NotFound):
            owner.restart(row)
    assert reports == []


def test_errors_are_reported_by_their_message_or_their_class() -> None:
    assert [message_of(error) for error in ("OSError: no disk", "OSError:", "It crashed.")] == [
        "no disk", "OSError:", "It crashed.",
    ]  # fmt: skip
    assert summary_of("OSError: no disk") == "Stopped by an internal error: OSError."
    assert summary_of("It crashed on every attempt.") == ("Stopped by an internal error: It crashed on every attempt.")
