"""Questions that visitors ask: what is kept of them, their groups, drafts of answers, and that they are forgotten."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.channels.questions.models import GROUP_STATES, BotQuestion, PassageUse, QuestionGroup
from app.channels.questions.service import LIFE
from app.conversations.erasing import erase
from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.errors import Conflict
from tests.app.channels.talking import DESK, Visitor, live, texts, token
from tests.factories.documents import upload_sample
from tests.factories.handlers import put_handler

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
KNOWING: dict[str, Any] = DESK | {
    "knowledge": [{"question": {"en": "Do you sell scooters?"}, "answer": {"en": "No, cars only."}}]
}


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


@pytest.fixture
def visitor(admin: FlaskClient, client: FlaskClient) -> tuple[str, Visitor]:
    """A live bot that answers from a price list, and a visitor."""
    bot, key = live(admin, KNOWING)
    upload_sample(admin, bot, "price-list.md")
    assert put_handler(admin, bot, kind="flow", fallback=["knowledge"]).status_code == 200
    return bot, Visitor(client, key)


def web_token(admin: FlaskClient, bot: str) -> str:
    """Another token of the bot, for a second visitor."""
    return str(token(admin, bot, name="Second")["token"])


def questions() -> list[BotQuestion]:
    """What was asked, in its order."""
    return list(db.session.scalars(select(BotQuestion).order_by(BotQuestion.id)))


def test_an_answer_of_a_document_is_kept_with_its_citation(visitor: tuple[str, Visitor], admin: FlaskClient) -> None:
    bot, person = visitor
    assert (
        "Wheel alignment costs ₹600 and balancing ₹250 for each wheel."
        in texts(person.say("cost of wheel alignment"))[0]
    )
    (question,) = questions()
    assert (question.outcome, question.source, question.text, question.group_id) == (
        "answered", "documents", "cost of wheel alignment", None,
    )  # fmt: skip
    uses = db.session.scalars(select(PassageUse)).all()
    assert sum(use.is_cited for use in uses) == 1 and all(use.is_found for use in uses if use.is_cited)
    row = admin.get(f"/api/v1/bots/{bot}/documents").json["items"][0]
    assert row["cited"] == 1 and row["times_found"] >= 1 and row["used_at"]
    at = f"/api/v1/bots/{bot}/documents/{row['id']}"
    (cited,) = admin.get(f"{at}/citations").json["items"]
    assert (cited["question"], cited["conversation"]) == ("cost of wheel alignment", str(question.conversation_id))
    chunks = admin.get(f"{at}/chunks?use=cited").json["items"]
    assert [chunk["id"] for chunk in chunks] == [cited["passage"]] and chunks[0]["cited"] == 1
    assert admin.get(f"{at}/chunks?use=never").json["total"] == row["passages"] - len(uses)
    trace = admin.get(f"/api/v1/conversations/{question.conversation_id}").json
    assert "Wheels and brakes" in str(trace) or trace["id"]


def test_a_question_of_the_flow_counts_as_answered(visitor: tuple[str, Visitor]) -> None:
    _bot, person = visitor
    assert texts(person.say("Do you sell scooters?"))[0] == "No, cars only."
    (question,) = questions()
    assert (question.outcome, question.source) == ("answered", "questions")


def test_questions_without_an_answer_come_in_groups(
    visitor: tuple[str, Visitor], client: FlaskClient, admin: FlaskClient
) -> None:
    bot, person = visitor
    for text in ("how do i charge my scooter at home", "how do i charge a scooter at home"):
        person.say(text)
    Visitor(client, web_token(admin, bot)).say("tell me about ghosts")
    listing = admin.get(f"/api/v1/bots/{bot}/questions").json
    assert [(row["text"], row["count"], row["state"]) for row in listing["items"]] == [
        ("tell me about ghosts", 1, "open"), ("how do i charge my scooter at home", 2, "open"),
    ]  # fmt: skip
    assert listing["items"][1]["examples"] == ["how do i charge a scooter at home"]
    assert listing["summary"] == {"total": 3, "answered": 0, "groups": 2}


def test_a_drafted_answer_goes_into_the_working_copy(visitor: tuple[str, Visitor], admin: FlaskClient) -> None:
    bot, person = visitor
    person.say("is interior cleaning part of some big detailing package deal here")
    (group,) = admin.get(f"/api/v1/bots/{bot}/questions?state=open").json["items"]
    at = f"/api/v1/bots/{bot}/questions/{group['id']}"
    draft = admin.post(f"{at}/draft").json
    assert draft["question"] == group["text"]
    assert draft["answer"] == "" or draft["citations"]
    body = {"question": "Is there a detailing package?", "answer": "Interior cleaning costs ₹1,400."}
    added = admin.post(f"{at}/answer", json=body)
    assert added.status_code == 201, added.text
    assert added.json["group"]["state"] == "answered"
    flow = admin.get(f"/api/v1/bots/{bot}/flow").json
    assert flow["knowledge"][-1]["answer"] == {"en": body["answer"]}
    assert admin.post(f"{at}/answer", json=body).status_code == 409
    assert admin.post(f"{at}/reopen").json["state"] == "open"
    assert admin.post(f"{at}/ignore").json["state"] == "ignored"


def test_what_was_asked_is_redacted_and_erased(visitor: tuple[str, Visitor], admin: FlaskClient) -> None:
    bot, person = visitor
    person.say("call me at 98220 14422 about ghosts in my garage")
    (question,) = questions()
    assert "98220" not in question.text and "ghosts" in question.text
    conversation = db.session.scalars(select(Conversation)).one()
    erase([conversation.id], 0)
    db.session.commit()
    db.session.expire_all()
    assert [row.text for row in questions()] == [""]
    assert db.session.scalar(select(func.count()).select_from(QuestionGroup)) == 0
    assert admin.get(f"/api/v1/bots/{bot}/questions").json["total"] == 0


def test_a_group_goes_on_with_another_question_when_its_first_is_erased(
    visitor: tuple[str, Visitor], client: FlaskClient, admin: FlaskClient
) -> None:
    bot, person = visitor
    person.say("tell me about ghosts")
    first = questions()[0].conversation_id
    Visitor(client, web_token(admin, bot)).say("tell me all about ghosts")
    erase([first], 0)
    db.session.commit()
    (group,) = admin.get(f"/api/v1/bots/{bot}/questions").json["items"]
    assert group["text"] == "tell me all about ghosts"


@pytest.mark.parametrize("state", GROUP_STATES)
@pytest.mark.parametrize("event", list(LIFE.events))
def test_every_other_transition_is_refused(state: str, event: str) -> None:
    if event in LIFE.possible(state):
        assert LIFE.target(state, event) in GROUP_STATES
        return
    with pytest.raises(Conflict):
        LIFE.target(state, event)
