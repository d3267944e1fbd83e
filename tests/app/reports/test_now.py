"""What the strip above the dashboard says of this moment, and the trace of a live turn in its transcript."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import select

from app.analytics.evidence import RECENT
from app.conversations.models import Conversation, Turn
from app.core.db.base import db
from tests.app.channels.talking import Visitor, live
from tests.factories.conversations import make_bot
from tests.factories.messaging import add_deployment, add_inbound, add_raw_event

As = Callable[..., FlaskClient]
URL = "/api/v1/reports/now"


def test_it_counts_who_talks_and_who_waits(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    bot, token = live(admin)
    assert admin.get(URL).json | {"as_of": None} == {
        "active": 0, "waiting": 0, "waiting_since": None, "errors": 0, "as_of": None, "webhook_lag_s": None,
        "active_link": "/reports/conversations?r=all&outcome=open&data=all",
        "errors_link": "/reports/conversations?r=all&data=all&is=failing",
    }  # fmt: skip
    Visitor(client, token).say("when are you open")
    Visitor(client, token).choose("person")
    document = admin.get(URL).json
    assert (document["active"], document["waiting"], document["errors"]) == (2, 1, 0) and document["waiting_since"]
    assert admin.get(f"{URL}?bot={bot}").json["waiting"] == 1
    assert admin.get(f"{URL}?bot=1").json["active"] == 0
    assert list_conversations(admin, document["active_link"])["total"] == 2
    assert [admin.get(f"{URL}?{filtered}").json["waiting"] for filtered in ("ch=web", "ch=sms", "grp=psf")] == [1, 0, 0]


def test_it_tells_how_long_events_have_waited_for_their_bot(as_: As) -> None:
    admin, bot = as_("admin"), make_bot("Desk")
    account = add_deployment(bot)
    raw_id = add_raw_event(account).id
    for seconds in (1, 2, 9):
        add_inbound(account, raw_id, str(seconds), timedelta(minutes=5), lag=timedelta(seconds=seconds))
    add_inbound(account, raw_id, "old", timedelta(hours=1), lag=timedelta(seconds=99))
    db.session.commit()
    queries = ("", f"bot={bot.id}", f"ch={account.channel}", f"grp={bot.group}", "bot=1", "ch=web", "out=outlet:1")
    lags = [admin.get(f"{URL}?{query}").json["webhook_lag_s"] for query in queries]
    assert lags == [2.0, 2.0, 2.0, 2.0, None, None, None]


def list_conversations(client: FlaskClient, link: str) -> dict[str, Any]:
    """The list of conversations that a number's link opens."""
    return dict(client.get(link.replace("/reports/", "/api/v1/", 1)).json)


def test_it_counts_turns_that_have_just_failed_and_shows_where(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _bot, token = live(admin)
    for _ in range(2):
        Visitor(client, token).say("when are you open")
    broken, fine = db.session.scalars(select(Conversation).order_by(Conversation.id))
    turn = db.session.scalars(select(Turn).where(Turn.conversation_id == broken.id)).one()
    turn.cause = "timeout"
    db.session.commit()
    document = admin.get(URL).json
    list_ = list_conversations(admin, document["errors_link"])
    assert (document["errors"], [row["id"] for row in list_["items"]]) == (1, [str(broken.id)])
    assert list_["holds"] == {"what": "failing", "n": 1} and fine.id != broken.id
    turn.started_at -= RECENT
    db.session.commit()
    document = admin.get(URL).json
    assert (document["errors"], list_conversations(admin, document["errors_link"])["total"]) == (0, 0)


def test_a_transcript_tells_how_the_bot_came_to_its_answer(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _bot, token = live(admin)
    Visitor(client, token).say("when are you open")
    (row,) = admin.get("/api/v1/conversations?r=today").json["items"]
    (turn,) = admin.get(f"/api/v1/conversations/{row['id']}").json["turns"]
    assert turn["trace"]["path"] == ["hours", "menu"] and turn["trace"]["rule"] == 5
