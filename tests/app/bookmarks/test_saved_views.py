"""Saved views: kept as the page writes them, read by the workspace where shared, changed by their owner."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, update

from app.bookmarks.models import SavedView
from app.core.db.base import db
from app.ingest.dialogues import store_dialogues
from tests.factories.conversations import dialogue, event, make_bot

As = Callable[..., FlaskClient]
VIEWS = "/api/v1/saved-views"
ABANDONED = {"area": "conversations", "name": "Stopped", "query": "r=all&f=turns:gt:5&outcome=error,abandoned&page=3"}


def names(person: FlaskClient) -> list[str]:
    """The names of the views that a person reads."""
    answer = person.get(f"{VIEWS}?area=conversations")
    assert answer.status_code == 200, answer.text
    return [item["name"] for item in answer.json["items"]]


def test_a_view_is_kept_as_the_page_writes_it(as_: As) -> None:
    person = as_("subscriber")
    answer = person.post(VIEWS, json=ABANDONED | {"query": ABANDONED["query"] + "&cols=tags,contact"})
    assert answer.status_code == 201, answer.text
    body = answer.json
    assert body["query"] == "r=all&outcome=abandoned,error&f=turns:gt:5&cols=tags,contact"
    assert body["link"] == f"/reports/conversations?{body['query']}" and body["own"] and not body["shared"]
    assert answer.headers["Location"].endswith(f"/saved-views/{body['id']}") and answer.headers["ETag"] == '"1"'
    by_address = person.post(f"{VIEWS}?area=conversations", json={"name": "All", "query": ""})
    assert by_address.status_code == 201 and by_address.json["link"] == "/reports/conversations"
    assert names(person) == ["All", "Stopped"]


@pytest.mark.parametrize(
    ("changed", "field"),
    [({"query": "grp=nothing"}, "query"), ({"query": "f=nothing:eq:1"}, "query"), ({"query": "cols=nothing"}, "query"),
     ({"area": "nothing"}, "area"), ({"area": "conversation"}, "area"), ({"area": None}, "area"),
     ({"name": " "}, "name"),
     ({"name": "x" * 61}, "name"), ({"area": "audit"}, "area")],
)  # fmt: skip
def test_what_the_page_does_not_take_is_refused(as_: As, changed: dict[str, Any], field: str) -> None:
    person = as_("subscriber")
    answer = person.post(VIEWS, json=ABANDONED | changed)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field], answer.text
    assert names(person) == []


def test_only_its_owner_changes_a_shared_view(as_: As) -> None:
    owner, other = as_("subscriber"), as_("admin")
    view = owner.post(VIEWS, json=ABANDONED).json
    address = f"{VIEWS}/{view['id']}"
    assert names(other) == [] and other.get(address).status_code == 404
    shared = owner.patch(address, json={"shared": True, "name": "Lost"}, headers={"If-Match": '"1"'})
    assert shared.status_code == 200 and shared.json["revision"] == 2
    assert names(other) == ["Lost"] and not other.get(address).json["own"]
    for call in (other.patch(address, json={"name": "Mine"}, headers={"If-Match": "*"}),
                 other.delete(address, headers={"If-Match": "*"})):  # fmt: skip
        assert call.status_code == 404
    assert owner.patch(address, json={"name": "A"}, headers={"If-Match": '"1"'}).status_code == 412
    assert owner.patch(address, json={"name": "A"}).status_code == 428
    refused = owner.patch(address, json={"query": "grp=nothing"}, headers={"If-Match": '"2"'})
    assert refused.status_code == 422
    assert owner.delete(address, headers={"If-Match": '"2"'}).status_code == 204
    assert names(other) == [] and db.session.scalar(select(SavedView)) is None


def test_a_name_is_taken_once_by_each_person(as_: As) -> None:
    first, second = as_("subscriber"), as_("admin")
    assert first.post(VIEWS, json=ABANDONED).status_code == 201
    again = first.post(VIEWS, json=ABANDONED)
    assert again.status_code == 409 and again.json["code"] == "name_taken"
    assert second.post(VIEWS, json=ABANDONED).status_code == 201
    other = first.post(VIEWS, json=ABANDONED | {"name": "Other"}).json
    renamed = first.patch(f"{VIEWS}/{other['id']}", json={"name": "Stopped"}, headers={"If-Match": '"1"'})
    assert renamed.status_code == 409


def test_a_view_opens_on_the_readers_own_part(as_: As, workspace: Any) -> None:
    mine, other = make_bot(), make_bot("Sales")
    for bot in (mine, other):
        store_dialogues([dialogue()], bot=bot, source="test")
    db.session.commit()
    query = f"bot={mine.id},{other.id}&r=all"
    as_("admin").post(VIEWS, json=ABANDONED | {"query": query, "shared": True})
    reader = as_("subscriber", scope={"bots": [str(mine.id)]})
    (view,) = reader.get(f"{VIEWS}?area=conversations").json["items"]
    answer = reader.get(f"/api/v1/conversations?{view['query']}")
    assert answer.json["total"] == 1


@pytest.mark.both
def test_views_are_counted_as_far_as_is_cheap(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    rating = [dialogue([event("user", "Bad"), event("bot", "Sorry", 2, rating=1)], ext_user=f"r{n}") for n in range(2)]
    store_dialogues([*rating, *(dialogue(ext_user=f"o{n}") for n in range(4))], bot=make_bot(), source="counted")
    db.session.commit()
    person = as_("admin")
    stored = {
        name: person.post(VIEWS, json={"area": "conversations", "name": name, "query": query}).json["id"]
        for name, query in (("Low", "r=all&rated=1,2"), ("Everything", "r=all"), ("None", "r=2020-01-01..2020-01-02"))
    }

    def counted(reader: FlaskClient = person) -> dict[str, int | None]:
        answer = reader.get(f"{VIEWS}/counts")
        assert answer.status_code == 200, answer.text
        counts = {item["id"]: item["count"] for item in answer.json["items"]}
        assert set(counts) == {"review", *stored.values()} or reader is not person
        return {name: counts.get(row_id) for name, row_id in stored.items()} | {"review": counts["review"]}

    expected = {name: person.get(f"/api/v1/conversations?{query}").json["total"] for name, query in (
        ("Low", "r=all&rated=1,2"), ("Everything", "r=all"), ("None", "r=2020-01-01..2020-01-02"),
        ("review", "r=all&engaged=1&f=review:eq:unreviewed;sampled:eq:1"))}  # fmt: skip
    assert counted() == expected and (expected["Low"], expected["Everything"]) == (2, 6)
    # More than are counted is the most; where the newest alone do not tell, nothing is claimed.
    monkeypatch.setattr("app.reports.history.service.FEW", 3)
    assert counted()["Everything"] == 3
    monkeypatch.setattr("app.reports.history.service.READ", 4)
    assert (counted()["Everything"], counted()["Low"], counted()["None"]) == (3, None, 0)
    # Others have their own views; a person sees what is in their reach.
    monkeypatch.undo()
    assert counted(as_("subscriber"))["Low"] is None
    assert person.patch(f"{VIEWS}/{stored['Low']}", json={"shared": True}, headers={"If-Match": "*"}).status_code == 200
    assert counted(as_("subscriber"))["Low"] == 2
    assert counted(as_("client", scope={"outlets": []}))["Low"] == 0
    # A query that is no longer taken has no number.
    db.session.execute(update(SavedView).values(query="f=nothing:eq:1"))
    db.session.commit()
    assert counted()["Low"] is None
