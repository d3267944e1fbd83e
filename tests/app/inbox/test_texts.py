"""Ready texts for who answers from the inbox."""

from collections.abc import Callable

from flask.testing import FlaskClient
from sqlalchemy import delete

from app.channels.sessions.models import ChannelEvent, ChannelSession
from app.core.db.base import db
from tests.factories.inbox import HANDOFFS, request_agent

As = Callable[..., FlaskClient]
TEXTS = {"en": "We open at nine, {{contact.name}}.", "hi": "हम नौ बजे खुलते हैं।"}


def add(admin: FlaskClient) -> None:
    """A snippet."""
    body = {"key": "hours", "texts": TEXTS, "note": "Opening hours"}
    assert admin.post("/api/v1/snippets", json=body).status_code == 201


def test_snippets_are_offered_as_the_bot_would_say_them(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    add(admin)
    _visitor, item = request_agent(admin, client)
    answer = admin.get(f"{HANDOFFS}/{item['id']}/texts")
    assert answer.status_code == 200
    assert answer.json["texts"] == [
        {"key": "hours", "note": "Opening hours", "text": "We open at nine, Kavita Bhosale."}
    ]


def test_who_may_not_see_names_is_offered_none(as_: As, client: FlaskClient) -> None:
    add(as_("admin"))
    _visitor, item = request_agent(as_("admin"), client)
    answer = as_("maintainer").get(f"{HANDOFFS}/{item['id']}/texts")
    assert [text["text"] for text in answer.json["texts"]] == ["We open at nine."]


def test_a_session_that_is_gone_leaves_the_text_in_the_contacts_language(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    add(admin)
    _visitor, item = request_agent(admin, client)
    for model in (ChannelEvent, ChannelSession):
        db.session.execute(delete(model))
    db.session.commit()
    answer = admin.get(f"{HANDOFFS}/{item['id']}/texts")
    assert [text["text"] for text in answer.json["texts"]] == [TEXTS["en"]]


def test_who_may_not_answer_is_offered_nothing(as_: As, client: FlaskClient) -> None:
    add(as_("admin"))
    _visitor, item = request_agent(as_("admin"), client)
    assert as_("subscriber").get(f"{HANDOFFS}/{item['id']}/texts").status_code == 403


def test_who_writes_mails_is_offered_all_texts(as_: As) -> None:
    add(as_("admin"))
    answer = as_("editor").get("/api/v1/snippets/offered")
    assert answer.json == {"snippets": [{"key": "hours", "note": "Opening hours", "texts": TEXTS}]}
    assert as_("client").get("/api/v1/snippets/offered").status_code == 403
