"""What else the contact of a conversation has come for."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.bots.catalog.models import Bot
from app.conversations.models import Conversation
from app.core.db.base import db
from app.ingest import dialogues, merging
from app.reports.history import journey
from tests.conftest import add_workspace
from tests.factories.conversations import START, asked_and_answered, dialogue, make_bot

As = Callable[..., FlaskClient]
URL = "/api/v1/conversations"


def came(bot: Bot, *days: int, ext_user: str = "asha", **more: Any) -> list[Conversation]:
    """Conversations of one contact, some days after the start."""
    conversations = [
        dialogue(
            asked_and_answered(START + timedelta(days=day)), ext_user=ext_user, source_id=f"{ext_user}-{day}", **more
        )
        for day in days
    ]
    stored = dialogues.store_dialogues(conversations, bot=bot, source="test")
    db.session.commit()
    return stored


def message_names(client: FlaskClient, conversation: Conversation) -> list[str]:
    """The source ids of a conversation's journey, as the call tells them."""
    answer = client.get(f"{URL}/{conversation.id}/journey")
    assert answer.status_code == 200 and answer.json["total"] == len(answer.json["items"])
    return [item["source_id"] for item in answer.json["items"]]


@pytest.fixture
def bot(workspace: Any) -> Bot:
    """A bot of the bound workspace."""
    return make_bot()


def test_it_is_the_others_of_the_contact_newest_first_whatever_the_bot(bot: Bot, as_: As) -> None:
    first, middle, _last = came(bot, 0, 3, 400)
    came(make_bot("Sales", "sales"), 5)
    came(bot, 1, ext_user="imran")
    reader = as_("subscriber")
    assert message_names(reader, middle) == ["asha-400", "asha-5", "asha-0"]
    assert message_names(reader, first) == ["asha-400", "asha-5", "asha-3"]


def test_tests_are_beside_tests_only(bot: Bot, as_: As) -> None:
    (real,) = came(bot, 0)
    (test,) = came(bot, 1, traffic="test")
    assert message_names(as_("subscriber"), real) == message_names(as_("subscriber"), test) == []


def test_a_merge_brings_journeys_together(bot: Bot, as_: As) -> None:
    (asha,), (same,) = came(bot, 0), came(bot, 1, ext_user="asha.k")
    merging.merge(same.contact_id, asha.contact_id)
    db.session.commit()
    assert message_names(as_("subscriber"), asha) == ["asha.k-1"] and message_names(as_("subscriber"), same) == [
        "asha-0"
    ]


def test_so_many_are_reported_and_all_are_counted(bot: Bot, as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journey, "MOST", 2)
    first, *_ = came(bot, 0, 1, 2, 3)
    answer = as_("subscriber").get(f"{URL}/{first.id}/journey").json
    assert [item["source_id"] for item in answer["items"]] == ["asha-3", "asha-2"] and answer["total"] == 3


def test_names_are_initials_without_the_right_to_them(bot: Bot, as_: As) -> None:
    first, _second = came(bot, 0, 1)
    names = [
        as_(role).get(f"{URL}/{first.id}/journey").json["items"][0]["contact"]["name"]
        for role in ("admin", "subscriber")
    ]
    listing = [as_(role).get(f"{URL}?r=all").json["items"][0]["contact"]["name"] for role in ("admin", "subscriber")]
    assert names == listing


def test_who_may_not_read_it_is_refused(bot: Bot, as_: As) -> None:
    (conversation,) = came(bot, 0)
    assert as_("editor").get(f"{URL}/{conversation.id}/journey").status_code == 403
    assert as_("admin").get(f"{URL}/1/journey").status_code == 404
    assert as_("admin", add_workspace("B")).get(f"{URL}/{conversation.id}/journey").status_code == 404


def test_others_out_of_the_readers_scope_are_not_in_it(bot: Bot, as_: As) -> None:
    (conversation,) = came(bot, 0)
    came(make_bot("Sales", "sales"), 5)
    assert message_names(as_("subscriber", scope={"bots": [str(bot.id)]}), conversation) == []
    assert message_names(as_("subscriber"), conversation) == ["asha-5"]
