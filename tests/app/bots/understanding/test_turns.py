"""Whose training goes first: nobody's trainings hold up those of the others, nor other work."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.bots.understanding import jobs as work
from app.bots.understanding.models import BotModel
from app.bots.understanding.turns import KIND, await_turn
from app.core import clock, jobs
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.core.jobs import Job, Postponed
from tests.conftest import add_workspace
from tests.factories.bots import QUESTIONS_FLOW, create_bot

pytestmark = pytest.mark.both
As = Callable[..., FlaskClient]


@pytest.fixture
def other() -> Workspace:
    """Another workspace."""
    return add_workspace("Other")


@pytest.fixture
def queue(as_: As, other: Workspace) -> tuple[Job, Job, Job]:
    """Two trainings of one workspace and one of another, in the order they were asked for."""
    admin, stranger = as_("admin"), as_("admin", other)
    create_bot(admin, name="First", flow=QUESTIONS_FLOW)
    create_bot(admin, name="Second", flow=QUESTIONS_FLOW)
    with within(other.id):
        create_bot(stranger, name="Third", flow=QUESTIONS_FLOW)
    with everywhere():
        first, second, third = db.session.scalars(select(Job).where(Job.kind == KIND).order_by(Job.id))
    return first, second, third


def has_turn(job: Job) -> bool:
    """Whether a training goes on."""
    with everywhere():
        workspace = job.workspace_id
    try:
        with within(workspace):
            await_turn(job)
    except Postponed:
        return False
    return True


def begin(job: Job) -> None:
    """Have a training under way."""
    with everywhere():
        job.state = "running"
        db.session.scalars(select(BotModel).where(BotModel.job_id == job.id)).one().state = "running"
        db.session.commit()


def test_a_workspace_trains_one_model_at_a_time(queue: tuple[Job, Job, Job]) -> None:
    first, second, _ = queue
    assert has_turn(first) and has_turn(second)
    begin(first)
    assert not has_turn(second)


def test_a_long_training_does_not_hold_up_the_short_ones_of_others(queue: tuple[Job, Job, Job]) -> None:
    first, second, third = queue
    begin(first)
    assert not has_turn(third), "two of one length take turns"
    with everywhere():
        first.payload = first.payload | {"long": True}
        db.session.commit()
    assert has_turn(third) and not has_turn(second)


def test_of_two_that_begin_at_once_one_goes_on(queue: tuple[Job, Job, Job]) -> None:
    first, _, third = queue
    with everywhere():
        first.state = third.state = "running"
        db.session.commit()
    assert [has_turn(first), has_turn(third)] == [True, False]


def test_who_has_waited_longest_goes_first(queue: tuple[Job, Job, Job]) -> None:
    first, second, third = queue
    with everywhere():
        first.state, first.finished_at = "done", clock.now()
        db.session.commit()
    assert [has_turn(second), has_turn(third)] == [False, True]
    with everywhere():
        third.state, third.finished_at = "done", clock.now()
        db.session.commit()
    assert has_turn(second)


def test_a_postponed_training_leaves_its_runner_and_keeps_its_attempts(
    queue: tuple[Job, Job, Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, _ = queue
    begin(first)
    row = jobs.take("tests", only=second.id)
    assert row is not None
    jobs.perform(row)
    with everywhere():
        job = db.session.get_one(Job, second.id, populate_existing=True)
        assert (job.state, job.attempts, job.error) == ("ready", 0, None)
        assert timedelta(0) < job.run_at - clock.now() <= timedelta(seconds=2)


def test_a_training_that_takes_too_long_is_ended(queue: tuple[Job, Job, Job], monkeypatch: pytest.MonkeyPatch) -> None:
    first, _, _ = queue

    class Endless:
        """An engine that is never done."""

        def train(self, _data: Any, _before: bytes, report_progress: Any) -> Any:
            """Tell how far it is until that raises."""
            while True:
                report_progress(0.5)

    moments = iter([0.0, *(60.0 * minute for minute in range(1, 100))])
    monkeypatch.setattr(work.time, "monotonic", lambda: next(moments))
    monkeypatch.setattr(work, "understanding_of", lambda _settings: Endless())
    row = jobs.take("tests", only=first.id)
    assert row is not None
    jobs.perform(row)
    with everywhere():
        model = db.session.scalars(select(BotModel).where(BotModel.job_id == first.id)).one()
        assert model.state == "failed" and model.error is not None and "15 minutes" in model.error
