"""What a client's policy and its end erase: texts and persons go, figures stay, and each is counted once."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from flask.testing import FlaskClient
from sqlalchemy import func, select, update

from app.accounts.workspaces.models import Workspace
from app.analytics.models import RollupDay
from app.audit.models import AuditEvent
from app.bots.catalog.models import Bot
from app.channels.sessions import jobs as session_jobs
from app.channels.sessions.models import ChannelSession, StoredState
from app.channels.tokens.models import BotToken
from app.clients import erasing as clients_erasing
from app.clients.models import Client, Outlet
from app.conversations import erasing
from app.conversations.models import Contact, ContactKey, Conversation, Message, VaultText
from app.conversations.provenance import Provenance
from app.core import jobs
from app.core.db.base import db
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere
from app.core.jobs import Job
from app.ingest import dialogues
from app.ingest.live_events import take_event
from app.masters.imports.models import MasterImport, MasterImportError, MasterRow
from app.masters.records.models import Customer
from tests.app.clients.making import API, add_city, add_outlet, add_parent, revision
from tests.factories.conversations import dialogue, event, make_bot

As = Callable[..., FlaskClient]
NOW = datetime(2026, 11, 20, 6, 0, tzinfo=UTC)
OLD, FRESH = NOW - timedelta(days=40), NOW - timedelta(days=20)


def conversation_from(base: datetime, **more: Any) -> Any:
    """A conversation with a number that is redacted, a picture and an answer."""
    return dialogue(
        [
            event("user", "Call me on +91 98765 43210", base=base, intent="service.book", confidence=0.9),
            event("user", "my car", 1, base=base, kind="media", payload="https://files.example/car.jpg"),
            event("bot", "We call you back.", 2, base=base),
        ],
        contact_name="Asha Rao", **more,
    )  # fmt: skip


@pytest.fixture
def bot(workspace: Workspace) -> Any:
    """A bot with an old and a fresh conversation, whose client keeps texts for thirty days."""
    with time_machine.travel(NOW, tick=False):
        new_bot = make_bot()
        dialogues.store_dialogues(
            [conversation_from(OLD, ext_user="a"), conversation_from(FRESH, ext_user="b")], bot=new_bot, source="test"
        )
        client = db.session.get_one(Client, new_bot.client_id)
        client.content_days, client.media_days = 30, 30
        db.session.commit()
        yield new_bot


def plan() -> None:
    """Do what is done daily."""
    with everywhere():
        clients_erasing.plan()


def contents() -> list[tuple[int | None, list[str]]]:
    """What is kept of each conversation, the oldest first."""
    conversations = db.session.scalars(select(Conversation).order_by(Conversation.started_at))
    texts = select(Message.text).order_by(Message.position)
    return [
        (row.erased_days, list(db.session.scalars(texts.where(Message.conversation_id == row.id))))
        for row in conversations
    ]


def log() -> list[tuple[str, str]]:
    """What the audit log says of erasing."""
    rows = db.session.scalars(select(AuditEvent).where(AuditEvent.user_id.is_(None)).order_by(AuditEvent.seq))
    return [(row.action, row.detail) for row in rows if row.action.startswith("client:")]


def figures() -> list[Any]:
    """All that is counted by the day."""
    return sorted(map(str, db.session.execute(select(RollupDay.__table__)).all()))


KEPT = (None, ["Call me on [phone]", "my car", "We call you back."])


def test_what_is_too_old_is_erased_and_every_figure_stays(bot: Bot, as_: As, work: Callable[[], None]) -> None:
    before, admin = figures(), as_("admin")
    total = admin.get(f"{API}/conversations?r=all&q=Call").json["total"]
    plan()
    work()
    assert contents()[0] == (30, ["", "", ""]) and contents()[1][0] is None
    assert db.session.scalar(select(func.count(VaultText.id))) == 1
    assert figures() == before
    assert (total, admin.get(f"{API}/conversations?r=all&q=Call").json["total"]) == (2, 1)
    row = admin.get(f"{API}/conversations?r=all&sort=created_at").json["items"][0]
    assert (row["erased_days"], row["first_text"], row["messages"]) == (30, "", 3)
    read = admin.get(f"{API}/conversations/{row['id']}").json
    assert {message["erased_days"] for turn in read["turns"] for message in turn["messages"]} == {30}
    assert "https" not in admin.get(f"{API}/conversations/{row['id']}").text
    lines = admin.get(f"{API}/conversations.csv?r=all&sort=created_at&cols=id,contents").text.splitlines()
    assert [line.partition(",")[2] for line in lines[1:3]] == ["erased after 30 days", "kept"]
    assert log() == [("client:erase", "1 conversations, 3 messages")]
    plan()
    assert db.session.scalar(select(func.count(Job.id)).where(Job.kind == "erase_contents")) == 1


def test_a_run_that_is_killed_goes_on_and_counts_each_once(
    bot: Bot, work: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    dialogues.store_dialogues([conversation_from(OLD, ext_user=f"p{n}") for n in range(6)], bot=bot, source="test")
    db.session.commit()
    monkeypatch.setattr(erasing, "BATCH", 2)
    plan()
    erased = erasing.erase
    calls: list[int] = []

    def dies(ids: Any, days: int) -> int:
        calls.append(len(ids))
        count = erased(ids, days)
        if len(calls) == 3:
            raise RuntimeError("killed")
        return count

    monkeypatch.setattr(erasing, "erase", dies)
    row = jobs.take("first")
    assert row is not None
    jobs.perform(row)
    assert db.session.scalar(select(func.count(Conversation.id)).where(Conversation.erased_days == 30)) == 4
    db.session.execute(update(Job).values(run_at=NOW))
    db.session.commit()
    plan()
    work()
    assert calls == [2, 2, 2, 2, 1]
    assert log() == [("client:erase", "7 conversations, 21 messages")]


def test_pictures_and_files_have_days_of_their_own(bot: Bot, work: Callable[[], None]) -> None:
    db.session.get_one(Client, bot.client_id).content_days = 400
    db.session.commit()
    plan()
    work()
    assert contents()[0] == (None, ["Call me on [phone]", "", "We call you back."]) and contents()[1] == KEPT
    picture = db.session.scalars(select(Message).where(Message.kind == "media").order_by(Message.sent_at)).first()
    assert picture is not None and (picture.payload, picture.erased_days) == (None, 30)
    assert log() == [("client:erase", "1 pictures and files")]


def test_an_age_that_was_estimated_counts_from_when_it_came(bot: Bot, work: Callable[[], None]) -> None:
    unknown = Provenance.PEOPLE
    dialogues.store_dialogues([conversation_from(OLD, ext_user="c", provenance=unknown)], bot=bot, source="test")
    db.session.commit()
    plan()
    work()
    assert sorted(str(days) for days, _ in contents()) == ["30", "None", "None"]


def test_what_was_erased_takes_nothing_in_any_more(bot: Bot, work: Callable[[], None]) -> None:
    plan()
    work()
    bot = db.session.scalars(select(Bot)).one()
    bot.session_timeout_s = 172_800
    db.session.execute(update(Conversation).values(last_event_at=NOW - timedelta(hours=1), ended_at=NOW))
    db.session.commit()
    late = take_event(event("user", "Hello again", base=NOW), bot=bot, channel="web", ext_user="a")
    assert late is not None and late.erased_days is None and late.first_text == "Hello again"


def test_a_shorter_period_says_what_it_erases_and_asks(bot: Bot, as_: As) -> None:
    admin, url = as_("admin"), f"{API}/clients/{bot.client_id}"
    change = {"policy": {"content_days": 10}}
    response = admin.patch(url, json=change, headers=revision(admin, url))
    assert response.status_code == 422 and "contents of 2 conversations." in response.json["errors"]["policy.erase"][0]
    longer = admin.patch(url, json={"policy": {"content_days": 60, "media_days": 60}}, headers=revision(admin, url))
    assert longer.json["policy"]["content_days"] == 60
    nothing = admin.patch(url, json={"policy": {"content_days": 50, "media_days": 50}}, headers=revision(admin, url))
    assert nothing.status_code == 200
    media = admin.patch(url, json={"policy": {"media_days": 25}}, headers=revision(admin, url))
    assert "contents of 1 conversation." in media.json["errors"]["policy.erase"][0]
    change["policy"]["erase"] = True
    assert admin.patch(url, json=change, headers=revision(admin, url)).json["policy"]["content_days"] == 10


def test_as_many_are_erased_as_were_asked_about(bot: Bot, as_: As, work: Callable[[], None]) -> None:
    admin, url = as_("admin"), f"{API}/clients/{bot.client_id}"
    response = admin.patch(url, json={"policy": {"content_days": 10}}, headers=revision(admin, url))
    assert "contents of 2 conversations." in response.json["errors"]["policy.erase"][0]
    change = {"policy": {"content_days": 10, "erase": True}}
    assert admin.patch(url, json=change, headers=revision(admin, url)).status_code == 200
    plan()
    work()
    assert [days for days, _ in contents()] == [10, 10]
    assert ("client:erase", "2 conversations, 6 messages") in log()


@pytest.mark.parametrize("scope", [{"outlets": []}, {"bots": []}, {"cities": []}])
def test_who_sees_a_part_of_a_client_has_nothing_erased_and_counts_nothing(
    bot: Bot, as_: As, work: Callable[[], None], scope: dict[str, list[str]]
) -> None:
    local, url = as_("admin", scope=scope), f"{API}/clients/{bot.client_id}"
    for erase in (False, True):
        change = {"policy": {"content_days": 10, "erase": erase}}
        answer = local.patch(url, json=change, headers=revision(local, url))
        assert (answer.status_code, answer.json["code"]) == (403, "out_of_scope")
        assert "2" not in answer.json["detail"]
    plan()
    work()
    assert [days for days, _ in contents()] == [30, None]


def test_what_a_channel_goes_on_with_is_kept_no_longer(bot: Bot) -> None:
    for age in (9, 11):
        row = ChannelSession(id=new_id(), workspace_id=bot.workspace_id, bot_id=bot.id, channel="web", account="1",
                             ext_user="a", version=1, last_event_at=NOW - timedelta(days=age))  # fmt: skip
        row.store(StoredState({}, None))
        db.session.add(row)
    db.session.get_one(Client, bot.client_id).content_days = 10
    db.session.commit()
    with everywhere():
        session_jobs.forget_sessions()
    assert db.session.scalar(select(func.count(ChannelSession.id))) == 1


@pytest.mark.parametrize(("days", "purged"), [(89, False), (91, True)])
def test_a_client_is_purged_ninety_days_after_it_was_closed(
    bot: Bot, as_: As, work: Callable[[], None], days: int, purged: bool
) -> None:
    client = db.session.get_one(Client, bot.client_id)
    client.state, client.state_at, client.mail_from = "closed", NOW - timedelta(days=days), "Meridian Care"
    client.content_days = client.media_days = 400
    outlet = add_outlet(add_parent(client), add_city(), phones=["+912067124400"])
    customer = Customer(client_id=client.id, outlet_id=outlet.id, name="Asha Rao", phone="+919876543210")
    token = BotToken(bot_id=bot.id, name="Page", kind="web", token_hash="0" * 64, prefix="w_")
    file = MasterImport(client_id=client.id, kind="customers", user_id=1, user_name="A", name="people.csv")
    db.session.add_all([customer, token, file])
    db.session.flush()
    row = MasterRow(import_id=file.id, row=2, cells={"phone": "+919876543210"})
    wrong = MasterImportError(import_id=file.id, row=2, field="phone", value="+919876543210", message="Wrong.")
    db.session.add_all([row, wrong])
    db.session.commit()
    body = as_("admin").get(f"{API}/clients/{client.id}").json
    assert body["purge_at"].startswith(str((NOW + timedelta(days=90 - days)).date()))
    before = figures()
    plan()
    work()
    bot = db.session.scalars(select(Bot)).one()
    client = db.session.get_one(Client, bot.client_id)
    kinds = (Customer, ContactKey, VaultText, MasterImport, MasterRow, MasterImportError)
    left = [db.session.scalar(select(func.count()).select_from(model)) for model in kinds]
    names = set(db.session.scalars(select(Contact.name)))
    assert figures() == before
    if not purged:
        assert (client.state, left, names) == ("closed", [1, 2, 2, 1, 1, 1], {"Asha Rao"}) and log() == []
        return
    assert (client.state, client.mail_from, client.purge_at, client.name) == ("purged", "", None, body["name"])
    assert (left, names) == ([0] * len(kinds), {""})
    assert contents() == [(0, ["", "", ""])] * 2
    assert db.session.scalars(select(Outlet.phones)).one() == []
    assert db.session.scalars(select(BotToken.revoked_at)).one() == NOW
    assert log() == [("client:purge", "2 conversations, 6 messages, 2 contacts, 1 customers")]
    take_event(event("user", "Anybody there?", base=NOW), bot=bot, channel="web", ext_user="z")
    db.session.execute(update(Conversation).values(ended_at=NOW))
    db.session.commit()
    with time_machine.travel(NOW + timedelta(minutes=1), tick=False):
        plan()
        work()
    assert {days for days, _ in contents()} == {0}
