"""Checks of messaging accounts, and what follows from them."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.channels.messaging.checks import check_accounts
from app.channels.messaging.models import AccountDay, Deployment, InboundEvent, RawEvent
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from app.core.jobs import Job
from tests.app.channels.messaging.accounts import Account, provider
from tests.app.channels.messaging.provider import Provider
from tests.factories.conversations import make_bot
from tests.factories.mail import do_jobs
from tests.factories.messaging import add_deployment, add_raw_event

As = Callable[..., FlaskClient]
__all__ = ["provider"]
pytestmark = pytest.mark.usefixtures("provider")
EVENT = json.dumps(
    {"update_id": 1, "message": {"message_id": 1, "date": 1, "from": {"id": 5}, "chat": {"id": 5}, "text": "hello"}}
).encode()


def check_at(app: Flask, minutes: int) -> None:
    """Check all accounts so many minutes from now, and do the jobs of it."""
    with time_machine.travel(clock.now() + timedelta(minutes=minutes), tick=True):
        with everywhere():
            check_accounts()
        do_jobs(app)


@pytest.mark.both
def test_an_account_whose_provider_fails_three_times_is_degraded_until_it_answers_twice(
    as_: As, app: Flask, provider: Provider
) -> None:
    account = Account(as_("admin"), "telegram").connect()
    provider.calls.clear()
    provider.answers = [(500, {"ok": False})] * 3
    check_at(app, 0)
    check_at(app, 5)
    assert account.state() == "connected"
    check_at(app, 10)
    row: Any = account.admin.get(account.path).json
    assert (row["state"], row["trouble"], row["availability"]) == ("degraded", "unreachable", 0.0)
    check_at(app, 15)
    assert account.state() == "degraded"
    check_at(app, 20)
    row = account.admin.get(account.path).json
    assert (row["state"], row["trouble"], row["last_error"], row["availability"]) == ("connected", None, None, 40.0)
    assert {path for path, _body, _headers in provider.calls} == {"/bot77:tg_token/getMe"}


def test_credentials_that_are_refused_in_a_check_take_the_account_out_of_service(
    as_: As, app: Flask, provider: Provider
) -> None:
    account = Account(as_("admin"), "whatsapp").connect()
    provider.answers = [(401, {"error": {"code": 190, "message": "expired"}})]
    check_at(app, 0)
    assert account.state() == "error"


def test_an_account_that_has_just_received_is_well_without_asking(
    as_: As, app: Flask, client: FlaskClient, provider: Provider
) -> None:
    account = Account(as_("admin"), "telegram").connect()
    assert account.send(client, EVENT).status_code == 200
    do_jobs(app)
    provider.calls.clear()
    check_at(app, 1)
    assert not provider.calls
    row: Any = account.admin.get(account.path).json
    assert row["availability"] == 100.0 and 0 <= row["lag_median_s"] < 60 and row["lag_slowest_s"] is None
    event = db.session.scalars(select(InboundEvent)).one()
    assert event.processed_at is not None and event.processed_at >= event.received_at


def test_accounts_without_credentials_or_out_of_use_are_not_checked(as_: As) -> None:
    as_("admin")
    bot = make_bot("Desk")
    add_deployment(bot, "T1", "disabled")
    add_deployment(bot, "T2").sealed_credentials = None
    db.session.commit()
    with everywhere():
        check_accounts()
    assert db.session.scalars(select(Job).where(Job.kind == "check_account")).all() == []


def add_days(row: Deployment, quiet: int, *, without: int | None = None) -> None:
    """Let a request arrive every 20 minutes for hours of eight days and of this one, which ends before the quiet."""
    last_at = clock.now() - timedelta(minutes=quiet)
    for day in range(1, 9):
        for minute in range(-240, 240, 20) if day != without else ():
            add_raw_event(row).at = last_at - timedelta(days=day, minutes=minute)
    add_raw_event(row).at = row.last_inbound_at = last_at


@pytest.mark.both
@pytest.mark.parametrize(
    ("quiet", "without", "state"),
    [(50, None, "connected"), (70, None, "degraded"), (70, 7, "connected"), (70, 3, "connected")],
    ids=["not long", "long", "a day off a week ago", "another day off"],
)
def test_a_busy_account_that_is_silent_for_its_time_of_day_is_degraded_until_it_hears_again(
    as_: As, app: Flask, client: FlaskClient, quiet: int, without: int | None, state: str
) -> None:
    account = Account(as_("admin"), "telegram").connect()
    add_days(db.session.get_one(Deployment, int(account.id)), quiet, without=without)
    db.session.commit()
    check_at(app, 0)
    assert account.state() == state
    if state == "degraded":
        assert account.admin.get(account.path).json["trouble"] == "silent"
        assert account.send(client, EVENT).status_code == 200
        assert account.state() == "connected"


def test_an_account_stores_so_much_a_day_and_asks_for_the_rest_later(
    as_: As, app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = Account(as_("admin"), "telegram").connect()
    monkeypatch.setitem(app.config, "SETTINGS", replace(app.config["SETTINGS"], webhook_megabytes_per_day=1))
    assert account.send(client, EVENT).status_code == 200
    with everywhere():
        day = db.session.scalars(select(AccountDay)).one()
    assert day.stored_bytes == len(EVENT)
    day.stored_bytes = 2**20 - len(EVENT)
    db.session.commit()
    assert account.send(client, EVENT).status_code == 200
    refused = account.send(client, EVENT)
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) == 3600
    states = [(event["state"], event["reason"]) for event in account.events()]
    assert states == [("received", ""), ("received", ""), ("rejected", "over_quota")]
    assert account.admin.get(account.path).json["refused"] == 0
    with time_machine.travel(clock.now() + timedelta(days=1), tick=True):
        assert account.send(client, EVENT).status_code == 200
    assert len(db.session.scalars(select(RawEvent)).all()) == 4


def test_the_first_request_of_an_account_verifies_it(as_: As, client: FlaskClient) -> None:
    account = Account(as_("admin"), "telegram")
    assert account.send(client, EVENT).status_code == 200
    assert account.state() == "verified"
