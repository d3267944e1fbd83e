"""Failed jobs whose payload is not what we write: run again by the API they are refused in words."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.jobs import MAX_ATTEMPTS, Job, enqueue, perform, take

As = Callable[..., FlaskClient]
NONSENSE: list[Any] = [
    {}, [], "import", {"import_id": None}, {"import_id": "x"}, {"import_id": 7}, {"import_id": "-1"},
    {"import_id": {"a": 1}}, {"import_id": "9" * 40}, {"import_id": "²"},
]  # fmt: skip


@pytest.mark.parametrize("kind", ["import", "export"])
@pytest.mark.parametrize("payload", NONSENSE)
def test_one_that_says_nothing_is_a_conflict(as_: As, workspace: Workspace, kind: str, payload: Any) -> None:
    admin = as_("admin")
    row = enqueue(kind, payload)
    row.state = "failed"
    db.session.commit()
    answer = admin.post(f"/api/v1/jobs/{row.id}/retry")
    assert (answer.status_code, answer.json["code"]) == (409, "unreadable_job")
    assert "has no valid data" in answer.json["detail"]
    assert db.session.get_one(Job, row.id).state == "failed"


@pytest.mark.parametrize("kind", ["import", "export"])
def test_one_about_something_that_is_not_there_is_a_conflict(as_: As, workspace: Workspace, kind: str) -> None:
    admin = as_("admin")
    row = enqueue(kind, {f"{kind}_id": "7"})
    row.state = "failed"
    db.session.commit()
    answer = admin.post(f"/api/v1/jobs/{row.id}/retry")
    assert (answer.status_code, answer.json["code"]) == (409, "orphan")
    assert admin.post("/api/v1/jobs/7/retry").status_code == 404


def test_a_runner_fails_it_and_goes_on(workspace: Workspace) -> None:
    row = enqueue("import", {})
    row.attempts, row_id = MAX_ATTEMPTS - 1, row.id
    db.session.commit()
    taken = take("runner")
    assert taken is not None and taken.id == row_id
    perform(taken)
    job = db.session.get_one(Job, row_id)
    assert job.state == "failed" and "has no valid data" in str(job.error)
