"""The figures on documents against what is stored, counted row by row."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.bots.documents.models import BotDocument
from app.channels.questions.models import BotQuestion, PassageUse
from app.channels.questions.noting import note_search
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from tests.app.channels.talking import DESK, Visitor, live
from tests.factories.documents import upload_sample
from tests.factories.handlers import put_handler

As = Callable[..., FlaskClient]
ASKED = ("cost of wheel alignment", "how long is the standard warranty", "tell me about ghosts", "can i pay by upi",
         "who are the ghosts", "how much is a foam wash")  # fmt: skip


@pytest.fixture
def elsewhere(as_: As) -> FlaskClient:
    """A reader of another bot alone."""
    other = as_("admin").post("/api/v1/bots", json={"name": "Other", "group": "sales"}).json["id"]
    return as_("subscriber", scope={"bots": [other]})


@pytest.fixture
def admin(as_: As, elsewhere: FlaskClient, client: FlaskClient) -> FlaskClient:
    """An administrator of a bot with three documents, one of which is never used, that was asked six questions."""
    admin = as_("admin")
    bot, token = live(admin, DESK)
    for name in ("price-list.md", "warranty-terms.html", "pick-up-hi.md"):
        upload_sample(admin, bot, name)
    assert put_handler(admin, bot, kind="flow", fallback=["knowledge"]).status_code == 200
    for text in ASKED:
        Visitor(client, token).say(text)
    row = db.session.scalars(select(Conversation).order_by(Conversation.id)).first()
    assert row is not None
    note_search(row.bot_id, row.id, {"query": "an old one"}, clock.now() - timedelta(days=40), "en")
    db.session.commit()
    return admin


def test_they_agree_with_what_is_stored(admin: FlaskClient) -> None:
    report = admin.get("/api/v1/reports/documents?r=today").json
    rows = db.session.scalars(select(BotQuestion).where(BotQuestion.at > clock.now() - timedelta(days=1))).all()
    outcomes = Counter(row.outcome for row in rows)
    assert len(rows) == len(ASKED)
    cards = {card["id"]: card for card in report["cards"]}
    assert cards["knowledge_questions"]["value"] == len(rows)
    assert (cards["retrieval_hit_rate"]["num"], cards["retrieval_hit_rate"]["den"]) == (outcomes["answered"], len(rows))
    for split in ("bot", "channel", "intent", "outlet", "language"):
        url = f"/api/v1/reports/documents/explain?r=today&metric=knowledge_questions&by={split}&cmp=py"
        answer = admin.get(url)
        assert answer.status_code == 200 and answer.json["num"] == len(rows)
    assert cards["zero_result_queries"]["value"] == len(rows) - outcomes["answered"]
    documents = db.session.scalars(select(BotDocument)).all()
    uses = db.session.scalars(select(PassageUse).where(PassageUse.is_found)).all()
    used = {use.document_id for use in uses}
    assert cards["docs_active"]["value"] == len(documents) == 3
    assert cards["never_used_share"]["num"] == sum(row.id not in used for row in documents) >= 1
    assert cards["thumbs_rate"]["value"] is None
    # No list has documents or questions: the conversations of a report are others.
    assert {card["link"] for card in report["cards"]} == {None}
    figures = {figure["id"]: figure for figure in report["figures"]}
    assert figures["questions"]["totals"][1:] == [outcomes["answered"], outcomes["found"], outcomes["nothing"]]
    by_title = {row[0]: row[3:5] for row in figures["usage"]["rows"]}
    for row in documents:
        own_uses = [use for use in uses if use.document_id == row.id]
        assert by_title[row.title] == [len(own_uses), sum(use.is_cited for use in own_uses)]
    groups = Counter(row.group_id for row in rows if row.group_id is not None)
    assert sorted(row[2] for row in figures["unanswered"]["rows"]) == sorted(groups.values())
    cited = Counter(use.passage_id for use in uses if use.is_cited)
    assert sorted(row[3] for row in figures["citations"]["rows"]) == sorted(cited.values())
    assert {row[0] for row in figures["ingestion"]["rows"]} == {row.title for row in documents}


def test_they_come_as_files(admin: FlaskClient) -> None:
    text = admin.get("/api/v1/reports/documents/usage.csv?r=today").data.decode("utf-8-sig")
    assert text.splitlines()[0] == "document,bot,document_state,found,cited,last_used,rated,helpful"
    assert admin.get("/api/v1/reports/documents.xlsx?r=today").status_code == 200


def test_who_sees_other_bots_only_reads_none_of_it(admin: FlaskClient, elsewhere: FlaskClient) -> None:
    report = elsewhere.get("/api/v1/reports/documents?r=today").json
    assert all(not figure["rows"] or figure["id"] == "questions" for figure in report["figures"])
    assert {card["value"] for card in report["cards"]} <= {0, None}


def test_answers_that_helped_are_counted_once_whatever_they_cite(admin: FlaskClient) -> None:
    by_question: dict[int, list[PassageUse]] = {}
    for use in db.session.scalars(select(PassageUse).order_by(PassageUse.id)):
        by_question.setdefault(use.question_id, []).append(use)
    judged = list(by_question.values())[:3]
    assert len(judged) == 3
    for uses, helped in zip(judged, (True, True, False), strict=True):
        for use in uses:
            use.is_helpful = helped
    db.session.commit()
    card = {card["id"]: card for card in admin.get("/api/v1/reports/documents?r=today").json["cards"]}["thumbs_rate"]
    assert (card["value"], card["num"], card["den"]) == (66.7, 2, 3)
