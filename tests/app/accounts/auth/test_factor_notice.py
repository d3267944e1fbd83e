"""Members without a second factor hear from which day on it is asked: when that is set, and three days before."""

from collections.abc import Iterator

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.jobs import Job
from app.notifications.models import Notification
from tests.conftest import add_person
from tests.factories.accounts import PASSWORD, add_guarded, bearer_client
from tests.factories.mail import Post, do_jobs, post_office, text_of

POLICY = "/api/v1/workspace/policy"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that does not move until a test moves it: 15:30 in the workspace's zone."""
    with time_machine.travel("2026-11-20T10:00:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def post(app: Flask) -> Iterator[Post]:
    """The mail server of this installation."""
    with post_office(app) as office:
        yield office


@pytest.fixture
def guarded(app: Flask, workspace: Workspace) -> FlaskClient:
    """An administrator who has a second factor."""
    return bearer_client(app, add_guarded()[0])


@pytest.fixture
def member(workspace: Workspace) -> User:
    """A member without one."""
    return add_person("editor", password=PASSWORD)


def ask(guarded: FlaskClient, day: str | None, required: bool = True) -> None:
    """Set the day."""
    body = {"second_factor_required": required, "second_factor_from": day}
    assert guarded.put(POLICY, json=body, headers={"If-Match": "*"}).status_code == 200


def notices() -> list[tuple[int, str, str]]:
    """Who was notified of what."""
    notifications = db.session.scalars(
        select(Notification).where(Notification.kind == "second_factor").order_by(Notification.id)
    )
    return [(row.user_id, row.what, row.link) for row in notifications]


def test_members_hear_of_the_day_at_once_and_three_days_before(
    app: Flask, guarded: FlaskClient, member: User, post: Post, clock: time_machine.Traveller
) -> None:
    member_id, email = member.id, member.email
    ask(guarded, "2026-12-01")
    ask(guarded, "2026-12-01")
    do_jobs(app)
    assert notices() == [(member_id, "2026-12-01", "/pages/account-settings/security")]
    assert post.recipients == [[email]] and "from 2026-12-01 on" in text_of(post.taken[0])
    clock.move_to("2026-11-27T18:29:00Z")
    do_jobs(app)
    assert len(post.taken) == 1
    clock.move_to("2026-11-27T18:30:00Z")
    do_jobs(app)
    assert post.recipients == [[email]] * 2 and len(notices()) == 1


@pytest.mark.parametrize("change", ["another day", "not any more", "set up meanwhile"])
def test_what_is_no_longer_so_is_not_reported(
    app: Flask, guarded: FlaskClient, member: User, post: Post, clock: time_machine.Traveller, change: str
) -> None:
    ask(guarded, "2026-12-01")
    do_jobs(app)
    if change == "set up meanwhile":
        member.second_factor_at = member.created_at
        db.session.commit()
    else:
        ask(guarded, "2026-12-20" if change == "another day" else None, change == "another day")
        do_jobs(app)
    before = len(post.taken)
    clock.move_to("2026-11-28T10:00:00Z")
    do_jobs(app)
    assert len(post.taken) == before


def test_a_day_within_three_days_is_reported_once_and_a_past_one_never(
    app: Flask, guarded: FlaskClient, member: User, post: Post
) -> None:
    ask(guarded, "2026-11-22")
    do_jobs(app)
    ask(guarded, "2026-11-20")
    do_jobs(app)
    assert len(post.taken) == 1 and db.session.scalar(select(Job.id).where(Job.state == "ready")) is None


@pytest.mark.parametrize(
    ("quiet", "waits_until"),
    [
        (("15:00", "16:00"), "2026-11-20T10:30:00Z"),
        (("15:30", "09:00"), "2026-11-21T03:30:00Z"),
        (("22:00", "15:31"), "2026-11-20T10:01:00Z"),
        (("22:00", "15:30"), None),
        (("15:31", "15:30"), None),
    ],
)
def test_mails_wait_until_quiet_hours_end(
    app: Flask, guarded: FlaskClient, member: User, post: Post, clock: time_machine.Traveller,
    quiet: tuple[str, str], waits_until: str | None,
) -> None:  # fmt: skip
    member.quiet_from, member.quiet_to = quiet
    db.session.commit()
    ask(guarded, "2026-11-23")
    do_jobs(app)
    assert len(notices()) == 1 and len(post.taken) == (waits_until is None)
    if waits_until is not None:
        clock.move_to(waits_until)
        do_jobs(app)
        assert len(post.taken) == 1
