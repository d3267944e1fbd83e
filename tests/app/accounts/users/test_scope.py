"""Authors see reports and conversations of their own bots alone, wherever these are read; bots themselves as before."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.users.models import User
from app.accounts.users.scope import scope_of
from app.analytics.models import RollupDay
from app.bots.catalog.models import Bot
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import Scope, within
from app.reports.reviews.models import ConversationReview
from app.reports.standard.registry import REPORTS
from tests.conftest import add_person
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
RANGE = "r=2026-02-10..2026-03-09"
ALL = f"{RANGE}&traffic=all"


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch, workspace: Any) -> dict[str, Bot]:
    """The bots of the forty sessions, owned by nobody."""
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    return hand_counted.lay()


def own(client: FlaskClient, *bots: Bot) -> None:
    """Make a person the owner of some bots."""
    person = client.get("/api/v1/me").json["user"]["id"]
    for bot in bots:
        bot.owner_id = int(person)
    db.session.commit()


def listed_bots(reader: FlaskClient, query: str = ALL) -> set[str]:
    """The names of the bots of the conversations that a reader sees."""
    answer = reader.get(f"/api/v1/conversations?{query}&per=100").json
    assert answer["total"] == len(answer["items"])
    return {item["bot"]["name"] for item in answer["items"]}


@pytest.mark.both
def test_an_author_reads_reports_of_their_own_bots(as_: As, bots: dict[str, Bot]) -> None:
    author, admin = as_("author"), as_("admin")
    own(author, bots["desk"])
    assert listed_bots(admin) == {"desk", "drive", "care"} and listed_bots(author) == {"desk"}
    desk = f"{RANGE}&bot={bots['desk'].id}"
    for report in ("dashboard", *REPORTS):
        whole, part = (
            admin.get(f"/api/v1/reports/{report}?{desk}").json,
            author.get(f"/api/v1/reports/{report}?{RANGE}"),
        )
        assert part.status_code == 200, part.text
        assert [(card["id"], card["value"]) for card in part.json["cards"]] == [
            (card["id"], card["value"]) for card in whole["cards"]
        ], report
        assert [option["name"] for option in part.json["options"]["bots"]] == ["desk"]
    hours = RANGE + "&tz=America/New_York&g=day"
    values = [reader.get(f"/api/v1/reports/usage?{query}").json["cards"][0]["value"]
              for reader, query in ((author, hours), (admin, f"{hours}&bot={bots['desk'].id}"))]  # fmt: skip
    assert values[0] == values[1] > 0
    assert author.get(f"/api/v1/reports/dashboard?{RANGE}&bot={bots['drive'].id}").json["cards"][0]["value"] == 0


def test_what_is_said_to_other_bots_is_not_there(as_: As, bots: dict[str, Bot]) -> None:
    author = as_("author")
    own(author, bots["desk"])
    query = select(Conversation.id, Conversation.bot_id).order_by(Conversation.id)
    seen = {id_: bot == bots["desk"].id for id_, bot in db.session.execute(query)}
    assert set(seen.values()) == {True, False}
    for id_, is_own in seen.items():
        assert author.get(f"/api/v1/conversations/{id_}").status_code == (200 if is_own else 404)
        review = author.put(
            f"/api/v1/conversations/{id_}/review", json={"state": "correct"}, headers={"If-Match": '"0"'}
        )
        assert (review.status_code == 404) is not is_own, review.text
    assert listed_bots(author, f"{ALL}&q=words") == {"desk"}
    reviewed = db.session.scalars(select(ConversationReview.bot_id).distinct()).all()
    assert set(reviewed) <= {bots["desk"].id}


def test_bots_themselves_are_as_before(as_: As, bots: dict[str, Bot]) -> None:
    author = as_("author")
    own(author, bots["desk"])
    assert {bot["name"] for bot in author.get("/api/v1/bots").json["items"]} == {"desk", "drive", "care"}
    assert author.get(f"/api/v1/bots/{bots['drive'].id}/flow").status_code == 200
    health = author.get("/api/v1/bots/health").json["items"]
    assert [row["id"] for row in health] == [str(bots["desk"].id)]
    figures = {name: author.get(f"/api/v1/bots/{bot.id}/figures").json for name, bot in bots.items()}
    assert {name: row["visible"] for name, row in figures.items()} == {"desk": True, "drive": False, "care": False}
    assert author.get(f"/api/v1/bots/{bots['drive'].id}/misses").json["turns"] == 0
    assert author.get("/api/v1/tasks").status_code == 200


def test_who_owns_none_sees_none_and_a_bot_that_is_given_counts(as_: As, bots: dict[str, Bot]) -> None:
    assert listed_bots(as_("author")) == set()
    assert as_("author").get(f"/api/v1/reports/dashboard?{RANGE}").json["as_of"] is None
    author = as_("author", scope={"bots": [str(bots["drive"].id)]})
    assert listed_bots(author) == {"drive"}
    for role in ("maintainer", "subscriber"):
        assert listed_bots(as_(role)) == {"desk", "drive", "care"}


def test_the_base_cuts_what_any_query_reads(bots: dict[str, Bot], workspace: Any) -> None:
    author = add_person("author")
    assert scope_of(author) == Scope(measured=frozenset())
    bots["desk"].owner_id = author.id
    db.session.commit()
    scope = scope_of(author)
    assert scope == Scope(measured=frozenset({bots["desk"].id})) and scope.is_open
    assert Scope.read(scope.serialize()) == scope and Scope().covers(scope) and not scope.covers(Scope())
    with within(workspace.id, scope):
        assert set(db.session.scalars(select(RollupDay.bot_id).distinct())) == {bots["desk"].id}
        assert set(db.session.scalars(select(Conversation.bot_id).distinct())) == {bots["desk"].id}
        assert db.session.scalar(select(func.count(Bot.id))) == 3
    assert db.session.get(User, author.id) is not None


def test_an_admin_reads_why(as_: As, bots: dict[str, Bot]) -> None:
    author, admin = as_("author"), as_("admin")
    own(author, bots["desk"])
    person = author.get("/api/v1/me").json["user"]["id"]
    session = db.session.scalars(select(Conversation.id).where(Conversation.bot_id == bots["care"].id)).first()
    url = f"/api/v1/people/{person}/access/explain?action=read&subject=Conversation&id={session}"
    answer = admin.get(url)
    assert answer.status_code == 200, answer.text
    assert not answer.json["allowed"] and "outside_measured" in {row["code"] for row in answer.json["because"]}
