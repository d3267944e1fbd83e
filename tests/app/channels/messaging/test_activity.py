"""What goes on at messaging accounts, and the channels of bots with their states."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.bots.catalog.models import Bot
from app.channels.messaging.models import MessagingThread, SentMessage
from app.channels.tokens.models import BotToken
from app.core import clock
from app.core.db.base import db
from app.core.db.ids import new_id
from app.ingest import dialogues
from tests.conftest import add_workspace
from tests.factories.conversations import asked_and_answered, dialogue, make_bot
from tests.factories.messaging import add_deployment, add_inbound, add_raw_event
from tests.factories.places import add_city, add_outlet, add_parent

URL = "/api/v1/bots"
As = Callable[..., FlaskClient]


def test_an_account_says_what_arrived_by_the_hour_and_what_went_wrong(as_: As) -> None:
    admin, bot = as_("admin"), make_bot("Desk")
    row = add_deployment(bot)
    raw = add_raw_event(row)
    refused = add_raw_event(row)
    refused.state = "rejected"
    old = add_raw_event(row)
    old.state, old.at = "dead", clock.now() - timedelta(hours=25)
    for name, ago in (("a", 0.1), ("b", 0.2), ("c", 23.5), ("d", 25)):
        add_inbound(row, raw.id, name, timedelta(hours=ago))
    thread = MessagingThread(
        bot_id=bot.id, deployment_id=row.id, ext_user="asha", window_ends_at=clock.now() + timedelta(hours=1)
    )
    closed = MessagingThread(
        bot_id=bot.id, deployment_id=row.id, ext_user="ravi", window_ends_at=clock.now() - timedelta(hours=1)
    )
    db.session.add_all([thread, closed])
    db.session.flush()
    for position, (state, days) in enumerate((("queued", 0), ("failed", 0), ("failed", 3), ("failed", 9))):
        sent = {"bot_id": bot.id, "deployment_id": row.id, "thread_id": thread.id, "session_id": 1}
        at = clock.now() - timedelta(days=days)
        db.session.add(SentMessage(**sent, position=position, state=state, created_at=at))
    db.session.commit()
    answer: Any = admin.get(f"{URL}/{bot.id}/deployments").json
    (item,) = answer["items"]
    assert (item["waiting"], item["failed"], item["errors_24h"]) == (1, 2, 2)
    assert item["inbound_24h"] == [1] + [0] * 22 + [2]
    assert item["people_open"] == 1 and item["window_hours"] is None


def test_an_account_says_how_many_conversations_it_had(as_: As) -> None:
    admin, bot = as_("admin"), make_bot("Desk")
    baner = add_outlet("Baner", add_parent("West"), add_city("Pune"))
    first, second = add_deployment(bot, "T1"), add_deployment(bot, "T2")
    first.outlet_id = second.outlet_id = baner.id
    for row, name, ago, traffic in (
        (first, "a", 1, "real"), (first, "b", 2, "real"), (first, "c", 9, "real"), (second, "d", 1, "test"),
    ):  # fmt: skip
        talk = dialogue(
            asked_and_answered(clock.now() - timedelta(days=ago)), source_id=name, ext_user=name, channel=row.channel,
            account=str(row.id), traffic=traffic, outlet_id=baner.id if name == "a" else None,
        )  # fmt: skip
        dialogues.store_dialogues([talk], bot=bot, source="t")
    db.session.commit()

    def counts(person: FlaskClient) -> dict[str, int]:
        items: Any = person.get(f"{URL}/{bot.id}/deployments").json["items"]
        return {item["account"]: item["conversations"] for item in items}

    assert counts(admin) == {"T1": 2, "T2": 0}
    assert counts(as_("admin", scope={"outlets": [str(baner.id)]}))["T1"] == 1


def test_a_summary_says_whether_people_reach_a_bot(as_: As) -> None:
    admin, bot, other = as_("admin"), make_bot("Desk"), make_bot("Empty")
    for name, state in (("T1", "connected"), ("T2", "error"), ("T3", "degraded"), ("T4", "removed")):
        add_deployment(bot, name).state = state
    db.session.commit()

    def reach(person: FlaskClient, of: int) -> tuple[Any, Any]:
        summary: Any = person.get(f"{URL}/{of}/summary").json
        return summary["pressing_accounts"], summary["is_reachable"]

    assert reach(admin, bot.id) == (2, True) and reach(admin, other.id) == (0, False)
    assert admin.post(f"{URL}/{other.id}/tokens", json={"name": "Site", "kind": "web"}).status_code == 201
    assert reach(admin, other.id) == (0, True)


def test_what_goes_on_for_other_outlets_is_nothing_to_a_reader(as_: As) -> None:
    bot, parent, city = make_bot("Desk"), add_parent("West"), add_city("Pune")
    baner, wakad = add_outlet("Baner", parent, city), add_outlet("Wakad", parent, city)
    for name, outlet in (("T1", None), ("T2", wakad), ("T3", baner)):
        row = add_deployment(bot, name)
        row.outlet_id = outlet and outlet.id
        raw = add_raw_event(row)
        raw.state = "rejected"
        add_inbound(row, raw.id, name, timedelta(hours=1))
        db.session.add(
            MessagingThread(
                bot_id=bot.id, deployment_id=row.id, ext_user="asha", window_ends_at=clock.now() + timedelta(hours=1)
            )
        )  # fmt: skip
    db.session.commit()
    reader = as_("admin", scope={"outlets": [str(baner.id)]})
    items: Any = reader.get(f"{URL}/{bot.id}/deployments").json["items"]
    figures = {
        row["account"]: (row["errors_24h"], sum(row["inbound_24h"]), row["people_open"],
                         reader.get(f"{URL}/{bot.id}/deployments/{row['id']}/events").json["total"])
        for row in items
    }  # fmt: skip
    assert figures == {"T1": (0, 0, 0, 0), "T2": (0, 0, 0, 0), "T3": (1, 1, 1, 1)}
    delivery: Any = reader.get(f"{URL}/{bot.id}/deployments/delivery").json
    assert [row["account"] for row in delivery["refused"]] == ["T3"]


@pytest.mark.both
def test_delivery_counts_a_day_of_accounts_for_customers(as_: As) -> None:
    admin, bot = as_("admin"), make_bot("Desk")
    row, test = add_deployment(bot), add_deployment(bot, "T2")
    test.environment = "test"
    now = clock.now()
    for account in (row, test):
        thread = MessagingThread(bot_id=bot.id, deployment_id=account.id, ext_user="asha")
        db.session.add(thread)
        db.session.flush()
        for position, (state, hours) in enumerate(
            (("sent", 1), ("delivered", 2), ("read", 3), ("failed", 4), ("queued", 0), ("read", 25))
        ):
            at = now - timedelta(hours=hours)
            sent_at = None if state in ("failed", "queued") else at + timedelta(seconds=hours)
            db.session.add(
                SentMessage(
                    bot_id=bot.id, deployment_id=account.id, thread_id=thread.id, session_id=account.id,
                    position=position, state=state, created_at=at, sent_at=sent_at,
                )
            )  # fmt: skip
        for reason in ("wrong_signature", "wrong_signature", "unreadable"):
            raw = add_raw_event(account)
            raw.state, raw.reason = ("rejected", reason) if "_" in reason else ("dead", reason)
        for seconds in (3, 4, 5):
            add_inbound(account, raw.id, str(seconds), timedelta(hours=1), lag=timedelta(seconds=seconds))
        raw = add_raw_event(account)
        raw.state, raw.at = "rejected", now - timedelta(hours=25)
    db.session.commit()
    body: Any = admin.get(f"{URL}/{bot.id}/deployments/delivery").json
    refused = {(item["id"], item["state"], item["reason"], item["requests"]) for item in body.pop("refused")}
    assert refused == {(str(row.id), "rejected", "wrong_signature", 2), (str(row.id), "dead", "unreadable", 1)}
    assert body == {"sent": 3, "delivered": 2, "read": 1, "failed": 1, "median_s": 2.0, "slowest_s": None,
                    "lag_median_s": 4.0, "lag_slowest_s": None}  # fmt: skip
    other = as_("admin", add_workspace("Elsewhere"))
    assert other.get(f"{URL}/{bot.id}/deployments/delivery").status_code == 404


def add_site(bot: Bot, **more: Any) -> None:
    """Add a web token."""
    name = str(new_id())
    db.session.add(BotToken(bot_id=bot.id, name=name, kind="web", token_hash=name, prefix="w_", **more))


def test_the_list_of_bots_has_their_channels_with_the_state_that_asks_for_most(as_: As) -> None:
    admin, desk, other, archived = as_("admin"), make_bot("Desk"), make_bot("Other"), make_bot("Old")
    archived.state = "archived"
    add_deployment(desk, "T1")
    add_deployment(desk, "T2", "degraded")
    add_deployment(desk, "T3", "error").environment = "test"
    add_deployment(desk, "T4", "removed")
    add_deployment(other, "T5", "error").last_error_at = clock.now()
    add_deployment(archived, "T6", "error")
    add_site(desk, last_used_at=clock.now())
    add_site(other)
    add_site(archived, revoked_at=clock.now())
    add_site(archived, expires_at=clock.now() - timedelta(days=1))
    db.session.commit()
    body: Any = admin.get(f"{URL}/channels").json
    channels = {item["id"]: [(row["channel"], row["state"]) for row in item["channels"]] for item in body["items"]}
    assert channels == {
        str(desk.id): [("slack", "degraded"), ("web", "connected")],
        str(archived.id): [("slack", "error")],
        str(other.id): [("slack", "error"), ("web", "unverified")],
    }
    assert body["attention"] == 2
    assert [(row["account"], row["bot_id"], row["bot_name"]) for row in body["refused"]] == [
        ("T5", str(other.id), "Other")
    ]
    for channel, names in {"slack": ["Desk", "Old", "Other"], "web": ["Desk", "Other"], "voice": []}.items():
        listing: Any = admin.get(f"{URL}?channel={channel}").json
        assert [item["name"] for item in listing["items"]] == names
    filtered: Any = admin.get(f"{URL}/channels?q=oth").json
    assert [item["id"] for item in filtered["items"]] == [str(other.id)]


def test_channels_are_for_readers_of_deployments_in_their_own_workspace(as_: As) -> None:
    add_deployment(make_bot("Desk"), "T1", "error")
    db.session.commit()
    assert as_("author").get(f"{URL}/channels").status_code == 403
    body = as_("admin", add_workspace("Elsewhere")).get(f"{URL}/channels").json
    assert body == {"items": [], "attention": 0, "refused": []}
