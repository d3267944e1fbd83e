"""Contacts merged are one person in every number, and parted again they are what they were."""

import random
import threading
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.workspaces.models import Workspace
from app.analytics import recount
from app.analytics.models import Restatement, RollupDay
from app.bots.catalog.models import Bot
from app.clients.models import Client
from app.conversations.models import Contact, ContactKey, Conversation
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.errors import Conflict, Invalid
from app.ingest import dialogues, merging
from app.reports.counts import people
from app.reports.filters.selection import select_conversations
from tests.conftest import add_workspace
from tests.factories.conversations import START, asked_and_answered, dialogue, make_bot

HOUR = timedelta(hours=1)


def visit(bot: Bot, person: str, at: datetime, **more: Any) -> int:
    """One engaged conversation of someone; returns the contact's id."""
    (conversation,) = dialogues.store_dialogues(
        [dialogue(asked_and_answered(at), ext_user=person, **more)], bot=bot, source="t"
    )
    return conversation.contact_id


def standing() -> list[tuple[datetime, bool, bool | None]]:
    """Start, first and resolved of every conversation, in order."""
    query = select(Conversation.started_at, Conversation.first_engaged, Conversation.resolved)
    return [tuple(row) for row in db.session.execute(query.order_by(Conversation.started_at))]


def active(start: datetime = START, days: int = 30) -> tuple[int, int]:
    """People of some days, and how many of them are new."""
    active_people = people.people(select_conversations(tz="UTC"), start, start + timedelta(days=days))
    assert active_people is not None
    return active_people.active, active_people.new


def test_merged_contacts_are_counted_once_and_parted_ones_twice(workspace: Workspace) -> None:
    bot = make_bot()
    asha, copy = visit(bot, "asha", START), visit(bot, "asha-2", START + HOUR)
    apart = standing()
    assert active() == (2, 2) and [row[1:] for row in apart] == [(True, True), (True, True)]
    assert merging.merge(copy, asha).id == asha
    # The second visit is on the same topic within a day: the first is not resolved, and only it is new.
    assert [row[1:] for row in standing()] == [(True, False), (False, True)]
    assert active() == (1, 1) and recount.verify() == []
    assert sum(row.engaged_new for row in db.session.scalars(select(RollupDay))) == 1
    assert {c.first_engaged_at for c in db.session.scalars(select(Contact))} == {START}
    merging.unmerge(copy)
    assert standing() == apart and active() == (2, 2) and recount.verify() == []
    assert {c.first_engaged_at for c in db.session.scalars(select(Contact))} == {START, START + HOUR}


def test_the_older_contact_stays_whichever_is_asked(workspace: Workspace) -> None:
    bot = make_bot()
    old, middle, young = (visit(bot, name, START + HOUR * n) for n, name in enumerate("abc"))
    assert merging.merge(middle, young).id == middle
    assert merging.merge(young, old).id == old
    assert {c.person_id for c in db.session.scalars(select(Contact))} == {old}
    # Taking one merge back leaves the other as it was.
    merging.unmerge(middle)
    assert {c.id: c.person_id for c in db.session.scalars(select(Contact))} == {old: old, middle: middle, young: middle}
    merging.unmerge(young)
    assert active() == (3, 3) and recount.verify() == []


def test_visits_after_a_merge_belong_to_the_person_and_stay_with_their_contact(workspace: Workspace) -> None:
    bot = make_bot()
    asha, copy = visit(bot, "asha", START), visit(bot, "asha-2", START + HOUR)
    merging.merge(asha, copy)
    assert visit(bot, "asha-2", START + timedelta(days=2)) == copy
    assert active(START + timedelta(days=1)) == (1, 0) and recount.verify() == []
    merging.unmerge(copy)
    assert active(START + timedelta(days=1)) == (1, 0)
    assert active(START - timedelta(days=1)) == (2, 2)


def test_a_merge_restates_final_days(workspace: Workspace) -> None:
    bot = make_bot()
    asha, copy = visit(bot, "asha", START), visit(bot, "asha-2", START + HOUR)
    merging.merge(asha, copy)
    lines = {row.metric: (row.old, row.new, row.cause) for row in db.session.scalars(select(Restatement))}
    assert lines == {
        "users_active": (2, 1, "contacts merged"),
        "engaged_new": (2, 1, "contacts merged"),
        "resolved": (2, 1, "contacts merged"),
        "lasting": (2, 1, "contacts merged"),
        "repeats": (0, 1, "contacts merged"),
    }


def test_a_merge_of_days_that_are_not_final_restates_nothing(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: START + timedelta(days=2))
    bot = make_bot()
    merging.merge(visit(bot, "asha", START), visit(bot, "asha-2", START + HOUR))
    assert db.session.scalars(select(Restatement)).all() == []


def test_lists_show_the_person(workspace: Workspace, as_: Callable[..., FlaskClient]) -> None:
    bot = make_bot()
    asha = visit(bot, "asha", START, contact_name="Asha Patil")
    copy = visit(bot, "asha-2", START + HOUR, contact_name="Web guest")
    merging.merge(asha, copy)
    for contact in (asha, copy):
        body = as_("subscriber").get(f"/api/v1/conversations?r=all&contact={contact}").json
        assert {(row["contact"]["id"], row["contact"]["name"]) for row in body["items"]} == {(str(asha), "A. P.")}
        assert body["total"] == 2


def test_calls(workspace: Workspace, as_: Callable[..., FlaskClient]) -> None:
    bot = make_bot()
    asha, copy = visit(bot, "asha", START), visit(bot, "asha-2", START + HOUR)
    admin = as_("admin")
    response = admin.post(f"/api/v1/contacts/{copy}/merge", json={"other": str(asha)})
    assert response.status_code == 200 and response.json["id"] == str(asha)
    assert [other["id"] for other in response.json["others"]] == [str(copy)]
    again = admin.post(f"/api/v1/contacts/{copy}/merge", json={"other": str(asha)})
    assert (again.status_code, again.json["code"]) == (409, "invalid_transition")
    assert admin.get(f"/api/v1/contacts/{copy}").json["merged_into"] == str(asha)
    assert admin.post(f"/api/v1/contacts/{asha}/unmerge").status_code == 409
    parted = admin.post(f"/api/v1/contacts/{copy}/unmerge")
    assert parted.status_code == 200 and parted.json["person"] == str(copy) and parted.json["merged_at"] is None


def test_a_merge_is_undone_for_thirty_days(
    workspace: Workspace, as_: Callable[..., FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = make_bot()
    asha, copy = visit(bot, "asha", START), visit(bot, "asha-2", START + HOUR)
    merging.merge(asha, copy)
    db.session.get_one(Contact, copy).merged_at = clock.now() - timedelta(days=30, seconds=1)
    late = as_("admin").post(f"/api/v1/contacts/{copy}/unmerge")
    assert (late.status_code, late.json["code"]) == (409, "too_late")
    assert active() == (1, 1)


def test_who_may_merge_what(workspace: Workspace, as_: Callable[..., FlaskClient]) -> None:
    bot, sales = make_bot(), make_bot("Sales Guide", "sales")
    asha, copy, buyer = visit(bot, "asha", START), visit(bot, "b", START + HOUR), visit(sales, "c", START)
    elsewhere = add_workspace("Elsewhere")
    with within(elsewhere.id):
        foreign = visit(make_bot(), "asha", START)
    path, body = f"/api/v1/contacts/{asha}/merge", {"other": str(copy)}
    for role in ("maintainer", "subscriber", "client"):
        assert as_(role).post(path, json=body).status_code == 403
    assert as_("admin", elsewhere).post(path, json=body).status_code == 404
    assert as_("admin").post(f"/api/v1/contacts/{foreign}/unmerge").status_code == 404
    refused = as_("admin").post(path, json={"other": str(foreign)})
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["other"]
    narrow = as_("admin", scope={"bots": [bot.id]})
    assert narrow.get(f"/api/v1/contacts/{buyer}").status_code == 404
    assert narrow.post(path, json={"other": str(buyer)}).status_code == 422
    assert narrow.post(path, json=body).status_code == 200
    # Merged by someone who sees both, the other one is still no business of who sees one.
    assert as_("admin").post(path, json={"other": str(buyer)}).status_code == 200
    assert [other["id"] for other in narrow.get(f"/api/v1/contacts/{asha}").json["others"]] == [str(copy)]


def test_numbers_stay_exact_while_many_merge_part_and_write(app: Flask, workspace: Workspace) -> None:
    bot, place = make_bot(), workspace.id
    ids = [visit(bot, name, START + HOUR * n) for n, name in enumerate("abcd")]
    bot_id = bot.id
    db.session.commit()
    dice = random.Random(7)
    plans = [[(dice.choice("mmuv"), dice.sample(range(4), 2)) for _ in range(12)] for _ in range(4)]
    failures: list[BaseException] = []

    def act(plan: list[tuple[str, list[int]]]) -> None:
        with app.app_context(), within(place):
            for number, (kind, (first, other)) in enumerate(plan):
                try:
                    if kind == "m":
                        merging.merge(ids[first], ids[other])
                    elif kind == "u":
                        merging.unmerge(ids[first])
                    else:
                        at = START + HOUR * (10 + 5 * number + first)
                        visit(db.session.get_one(Bot, bot_id), "abcd"[first], at)
                    db.session.commit()
                except Conflict:
                    db.session.rollback()
                except BaseException as error:
                    failures.append(error)
                    db.session.rollback()
            db.session.remove()

    threads = [threading.Thread(target=act, args=(plan,)) for plan in plans]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with within(place):
        assert failures == []
        assert recount.verify() == []
        for contact in db.session.scalars(select(Contact)):
            assert contact.person_id == (contact.id if contact.merged_into_id is None else _top(contact))
        conversations = db.session.execute(
            select(Contact.person_id, Conversation.first_engaged).join(Contact, Contact.id == Conversation.contact_id)
        )
        firsts = Counter(person for person, first in conversations if first)
        assert set(firsts.values()) == {1}
        assert set(firsts) == set(db.session.scalars(select(Contact.person_id)))


def _top(contact: Contact) -> int:
    """Where a contact's merges lead."""
    while contact.merged_into_id is not None:
        contact = db.session.get_one(Contact, contact.merged_into_id)
    return contact.id


def test_contacts_of_two_clients_stay_apart(workspace: Workspace) -> None:
    bot = make_bot()
    other = Client(name="Northway", zone="Asia/Kolkata", currency="INR")
    db.session.add(other)
    db.session.flush()
    theirs = Bot(client_id=other.id, name="desk", name_key="desk", group="service", state="live")
    db.session.add(theirs)
    db.session.flush()
    first, two = visit(bot, "asha", START), visit(theirs, "asha", START)
    with pytest.raises(Invalid) as refused:
        merging.merge(first, two)
    assert list(refused.value.errors) == ["other"]
    assert {key.contact_id for key in db.session.scalars(select(ContactKey))} == {first, two}
