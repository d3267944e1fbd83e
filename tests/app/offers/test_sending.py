"""An offer runs against a real mail server: who gets what, who is left out at the last moment, and what stops it."""

import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, select, update

from app.clients.models import Outlet
from app.core import clock
from app.core.db.base import db
from app.core.jobs import Job
from app.core.languages import catalogue
from app.notifications.models import Notification
from app.offers import consents, jobs, sending
from app.offers.models import Offer, OfferRecipient
from app.offers.service import move_by_time
from tests.factories.mail import Post, do_jobs, no_mail_server, post_office, text_of
from tests.factories.offers import API, MESSAGE, add_customer, create_offer, move, run_offer

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


def states(offer: dict[str, Any]) -> dict[str, int]:
    """Count an offer's recipients by state and reason."""
    db.session.expire_all()
    counts: dict[str, int] = {}
    for row in db.session.scalars(select(OfferRecipient).where(OfferRecipient.offer_id == int(offer["id"]))):
        name = f"{row.state}:{row.reason}" if row.reason else row.state
        counts[name] = counts.get(name, 0) + 1
    return counts


def addresses(post: Post) -> list[str]:
    """Who got a mail, in order of the address."""
    return sorted(address for (address,) in post.recipients)


def state_of(offer: dict[str, Any]) -> str:
    """Return an offer's state."""
    db.session.expire_all()
    return str(db.session.get_one(Offer, int(offer["id"])).state)


def test_everybody_who_agrees_gets_one_mail(app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any) -> None:
    for number in range(1, 4):
        add_customer(outlet, number)
    add_customer(outlet, 4, agrees=None)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    run_offer(app, admin, offer, traveller)
    admin = as_("admin")
    assert addresses(post) == [f"asha{number}@mail.example" for number in (1, 2, 3)]
    assert states(offer) == {"sent": 3, "skipped:no_consent": 1} and state_of(offer) == "sent"
    first = min(post.taken, key=lambda message: str(message["To"]))
    assert first["Subject"] == "Winter check" and "Meridian Motors" in first["From"]
    assert text_of(first).startswith("Hello Asha, book: http") and "/o/" in text_of(first)
    assert "dealer.example" not in text_of(first)
    html = first.get_body(("html",))
    assert isinstance(html, EmailMessage) and "seen.gif" in html.get_content()
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert first["List-Unsubscribe"].strip("<>").endswith("/unsubscribe")
    do_jobs(app)
    assert len(post.taken) == 3


def test_a_text_that_begins_with_what_is_not_known_has_no_comma_left(
    app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any
) -> None:
    add_customer(outlet, 1)
    message = {"en": {"subject": "{{registration}}, {{outlet}}", "text": "{{registration}}, {{first_name}}, book."}}
    run_offer(app, as_("admin"), create_offer(as_("admin"), outlet, message=message), traveller)
    (mail,) = post.taken
    assert mail["Subject"] == outlet.name and text_of(mail).startswith("Asha, book.")


def test_the_last_day_is_written_as_people_read_it(
    app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any
) -> None:
    add_customer(outlet, 1)
    admin = as_("admin")
    message = {"en": {"subject": "Until {{until}}", "text": "Book until {{until}}."}}
    offer = create_offer(admin, outlet, message=message)
    run_offer(app, admin, offer, traveller)
    (mail,) = post.taken
    assert re.fullmatch(r"Until [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]+", str(mail["Subject"])), mail["Subject"]


def test_languages_variants_and_those_held_back(
    app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any
) -> None:
    for number in range(60):
        add_customer(outlet, number)
    admin = as_("admin")
    other = {"en": {"subject": "Slot first", "text": "A slot is free at {{outlet}}."}}
    variants = [{"id": "a", "weight": 1, "message": MESSAGE}, {"id": "b", "weight": 1, "message": other}]
    offer = create_offer(admin, outlet, variants=variants, holdout=20)
    run_offer(app, admin, offer, traveller)
    admin = as_("admin")
    counted = states(offer)
    assert counted["sent"] + counted["held_back"] == 60 and 3 <= counted["held_back"] <= 24
    subjects = [str(message["Subject"]) for message in post.taken]
    assert min(subjects.count("Winter check"), subjects.count("Slot first")) >= 10
    slot = next(message for message in post.taken if message["Subject"] == "Slot first")
    assert text_of(slot).startswith("A slot is free at Pune Baner.")
    row = db.session.scalars(select(OfferRecipient).where(OfferRecipient.offer_id == int(offer["id"])).limit(1)).one()
    row.language = "hi"
    db.session.commit()
    address = f"{API}/{offer['id']}/recipients"
    answer = admin.get(f"{address}?language=hi").json
    assert [item["id"] for item in answer["items"]] == [str(row.id)] and answer["views"]["all"] == 1
    assert len(admin.get(f"{address}.csv?language=hi").text.strip().splitlines()) == 2
    assert admin.get(f"{address}?language=xx").status_code == 422


def test_who_opts_out_after_planning_gets_nothing(
    app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [add_customer(outlet, number).id for number in range(1, 6)]
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    attempt, opted_out = sending._attempt, list[int]()

    def opting_out(*values: Any) -> str | None:
        failure = attempt(*values)
        if not opted_out:
            opted_out.append(ids[3])
            consents.add_consent(consents.get_contact(ids[3]), "email", consents.OUT, "STOP")
            db.session.commit()
        return failure

    monkeypatch.setattr(sending, "_attempt", opting_out)
    run_offer(app, admin, offer, traveller)
    assert "asha4@mail.example" not in addresses(post) and len(post.taken) == 4
    assert states(offer) == {"sent": 4, "skipped:opted_out": 1}


def test_quiet_hours_wait_for_the_morning(app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any) -> None:
    from app.clients.models import Client

    add_customer(outlet, 1)
    client = db.session.get_one(Client, outlet.client_id)
    client.quiet_from, client.quiet_to = "21:00", "09:00"
    db.session.commit()
    traveller.move_to("2026-12-01T15:00:00+00:00")  # 20:30 in India
    admin = as_("admin")
    start = clock.now() + timedelta(minutes=45)
    offer = create_offer(admin, outlet, start=start.isoformat(), end=(start + timedelta(days=3)).isoformat())
    run_offer(app, admin, offer, traveller)
    admin = as_("admin")
    assert not post.taken and state_of(offer) == "running"
    waiting = db.session.scalars(select(Job).where(Job.kind == "offer_send", Job.state == "ready")).one()
    assert waiting.run_at.isoformat() == "2026-12-02T03:30:00+00:00"
    traveller.move_to("2026-12-02T03:30:01+00:00")
    do_jobs(app)
    assert len(post.taken) == 1 and state_of(offer) == "sent"


def test_what_the_server_refuses_is_a_failure_with_its_code(
    app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any
) -> None:
    for number in range(1, 5):
        add_customer(outlet, number)
    post.refuses = lambda address: "550 No such user" if address.startswith("asha2@") else None
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    run_offer(app, admin, offer, traveller)
    admin = as_("admin")
    assert states(offer) == {"sent": 3, "failed:550": 1}
    assert admin.get(f"{API}/{offer['id']}/funnel").json["failed"] == {"550": 1}


def test_too_many_failures_pause_it_and_its_owner_hears(
    app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any
) -> None:
    for number in range(60):
        add_customer(outlet, number)
    post.refuses = lambda _address: "550 No such user"
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    run_offer(app, admin, offer, traveller)
    admin = as_("admin")
    counted = states(offer)
    assert state_of(offer) == "paused" and counted == {"failed:550": 25, "queued": 35}
    assert admin.get(f"{API}/{offer['id']}").json["paused_by"] == "failures"
    assert db.session.scalars(select(Notification).where(Notification.kind == "offer_paused")).one()
    assert move(admin, offer, "cancel").json["state"] == "cancelled"
    assert states(offer) == {"failed:550": 25, "skipped:cancelled": 35}


def test_failures_count_from_the_last_resumption(
    app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any
) -> None:
    for number in range(80):
        add_customer(outlet, number)
    post.refuses = lambda _address: "550 No such user"
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    run_offer(app, admin, offer, traveller)
    admin = as_("admin")
    traveller.shift(60)
    assert move(admin, offer, "resume").json["state"] == "running"
    (failures, _) = admin.get(f"{API}/{offer['id']}/funnel").json["guards"]
    assert (failures["n"], failures["value"], failures["exceeded"]) == (0, 0.0, False)
    do_jobs(app)
    # The cause is still there: those since the resumption are enough to pause it again.
    assert state_of(offer) == "paused" and states(offer) == {"failed:550": 50, "queued": 30}
    traveller.shift(60)
    post.refuses = lambda _address: None
    assert move(admin, offer, "resume").json["state"] == "running"
    do_jobs(app)
    assert state_of(offer) == "sent" and states(offer) == {"failed:550": 50, "sent": 30}


def test_a_pause_holds_and_a_resumption_goes_on(
    app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 7):
        add_customer(outlet, number)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    attempt = sending._attempt

    revisions = list[int]()

    def pausing(*values: Any) -> str | None:
        failure = attempt(*values)
        if len(post.taken) == 2:
            row = db.session.get_one(Offer, int(offer["id"]))
            move_by_time(row, "pause")
            db.session.commit()
            revisions.append(row.revision)
        return failure

    monkeypatch.setattr(sending, "_attempt", pausing)
    run_offer(app, admin, offer, traveller)
    admin = as_("admin")
    assert len(post.taken) == 2 and state_of(offer) == "paused"
    # That the job has left it is no change to who paused it and goes on editing.
    assert admin.get(f"{API}/{offer['id']}").json["revision"] == revisions[0]
    monkeypatch.setattr(sending, "_attempt", attempt)
    move(admin, offer, "resume")
    do_jobs(app)
    assert len(post.taken) == 6 and len(set(addresses(post))) == 6 and state_of(offer) == "sent"


def test_a_server_that_is_away_loses_nobody(app: Flask, as_: As, outlet: Outlet, traveller: Any) -> None:
    from dataclasses import replace

    add_customer(outlet, 1)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    before = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(before, smtp_url="smtp://127.0.0.1:1")
    try:
        run_offer(app, admin, offer, traveller)
        admin = as_("admin")
        assert states(offer) == {"queued": 1} and state_of(offer) == "running"
    finally:
        app.config["SETTINGS"] = before
    with post_office(app) as post:
        traveller.shift(timedelta(minutes=2))
        do_jobs(app)
    assert len(post.taken) == 1 and states(offer) == {"sent": 1}


def reason_in(language: str, person: FlaskClient, offer: dict[str, Any]) -> str:
    """Why an offer is in its state, in the list and on its page, as a reader of a language has it."""
    headers = {"Accept-Language": language}
    whole = person.get(f"{API}/{offer['id']}", headers=headers).json
    (row,) = (each for each in person.get(API, headers=headers).json["items"] if each["id"] == offer["id"])
    assert row["state_reason"] == whole["state_reason"]
    return str(whole["state_reason"])


@pytest.mark.parametrize(
    ("language", "reason"),
    [("en", "The provider answered 190."), ("hi", "प्रदाता का उत्तर: 190।"), ("ar", "رد المزوّد: 190.")],
)
def test_what_every_attempt_met_is_in_the_readers_language(
    app: Flask, as_: As, outlet: Outlet, language: str, reason: str
) -> None:
    add_customer(outlet, 1)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    db.session.execute(update(Offer).values(state="running"))
    row = Job(kind="offer_send", payload={"offer_id": offer["id"]})
    jobs.pause_after_failure(row, "NotConnected: The provider answered 190.")
    db.session.commit()
    text = catalogue("offers", language)["check.attempts"]
    assert reason_in(language, as_("admin"), offer) == text.replace("{reason}", reason)


@pytest.mark.parametrize("reason", ["server", "attempts: later", "No mail server is set up"])
def test_a_reason_that_a_person_wrote_stays_as_it_is(as_: As, outlet: Outlet, reason: str) -> None:
    add_customer(outlet, 1)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    assert move(admin, offer, "cancel", reason=reason).status_code == 200
    assert reason_in("hi", admin, offer) == reason


def test_without_a_mail_server_nothing_counts_as_sent(app: Flask, as_: As, outlet: Outlet, traveller: Any) -> None:
    with no_mail_server():
        add_customer(outlet, 1)
        admin = as_("admin")
        offer = create_offer(admin, outlet)
        assert offer["warning"].startswith("No mail server is set up") and offer["checks"] == {}
        test = admin.post(f"{API}/{offer['id']}/test", json={})
        assert test.status_code == 409 and test.json["code"] == "not_connected"
        run_offer(app, admin, offer, traveller)
        admin = as_("admin")
        assert states(offer) == {"queued": 1}
        paused = admin.get(f"{API}/{offer['id']}").json
        assert (paused["state"], paused["paused_by"], paused["state_reason"]) == ("paused", "sending", offer["warning"])
        assert reason_in("hi", admin, offer) == catalogue("offers", "hi")["check.server"]
        assert paused["counts"]["delivered"] == 0
        with post_office(app) as post:
            assert admin.get(f"{API}/{offer['id']}").json["warning"] == ""
            assert move(admin, offer, "resume").status_code == 200
            do_jobs(app)
        assert len(post.taken) == 1 and states(offer) == {"sent": 1}


def test_who_was_being_sent_to_when_a_process_ended_is_not_sent_to_again(
    app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any
) -> None:
    for number in range(1, 4):
        add_customer(outlet, number)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    move(admin, offer, "submit")

    class Ended(BaseException):
        """The process ends here."""

    def end(*_values: Any) -> None:
        if len(post.taken) == 1:
            raise Ended

    event.listen(db.session, "before_commit", end)
    traveller.shift(timedelta(minutes=31))
    try:
        with pytest.raises(Ended):
            do_jobs(app)
    finally:
        event.remove(db.session, "before_commit", end)
    traveller.shift(timedelta(minutes=2))
    db.session.rollback()
    do_jobs(app)
    assert states(offer) == {"sent": 2, "failed:interrupted": 1}
    assert len(post.taken) == 3 and len(set(addresses(post))) == 3


def test_what_the_end_has_overtaken_is_left_out(
    app: Flask, as_: As, outlet: Outlet, post: Post, traveller: Any
) -> None:
    add_customer(outlet, 1)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    move(admin, offer, "submit")
    traveller.shift(timedelta(days=20))
    do_jobs(app)
    assert not post.taken and states(offer) == {"skipped:over": 1} and state_of(offer) == "sent"


def test_a_test_goes_to_its_sender_alone(app: Flask, as_: As, outlet: Outlet, post: Post) -> None:
    add_customer(outlet, 1)
    admin = as_("admin")
    offer = create_offer(admin, outlet)
    answer = admin.post(f"{API}/{offer['id']}/test", json={})
    assert answer.status_code == 200, answer.json
    do_jobs(app)
    assert post.recipients == [[answer.json["to"]]]
    assert post.taken[0]["Subject"] == "[Test] Winter check" and "https://dealer.example" in text_of(post.taken[0])
    assert post.taken[0]["List-Unsubscribe"] is None and states(offer) == {}
