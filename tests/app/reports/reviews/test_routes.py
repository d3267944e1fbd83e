"""Tags, reviews and comments of conversations: who says what, who sees it, and who is notified."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.conversations.erasing import erase
from app.conversations.models import Conversation
from app.core.db.base import db
from app.core.db.ids import new_id
from app.ingest.dialogues import store_dialogues
from app.notifications.models import Notification
from app.reports.reviews.models import is_sampled
from tests.app.reports.history.misunderstanding import fix, misunderstood
from tests.conftest import add_person
from tests.factories.conversations import dialogue, make_bot

As = Callable[..., FlaskClient]
ANY = {"If-Match": "*"}
EVERYTHING = "/api/v1/conversations?r=all&data=all"


@pytest.fixture
def address(workspace: Any) -> str:
    """The address of a conversation."""
    store_dialogues([dialogue()], bot=make_bot(), source="test")
    db.session.commit()
    return f"/api/v1/conversations/{db.session.scalars(select(Conversation.id)).one()}"


def count_matches(person: FlaskClient, f: str) -> int:
    """How many conversations fit a condition."""
    answer = person.get(f"{EVERYTHING}&f={f}")
    assert answer.status_code == 200, answer.text
    return int(answer.json["total"])


def test_tags_are_kept_found_and_redacted(as_: As, address: str) -> None:
    admin = as_("admin")
    answer = admin.put(
        f"{address}/tags", json={"tags": ["price dispute", " 40k ", "price dispute", "9822014422"]}, headers=ANY
    )
    assert answer.status_code == 200, answer.text
    assert answer.json["tags"] == ["price dispute", "40k", "[phone]"]
    assert admin.get(address).json["tags"] == answer.json["tags"]
    assert admin.get(EVERYTHING).json["items"][0]["tags"] == answer.json["tags"]
    assert (count_matches(admin, "tag:is:40k"), count_matches(admin, "tag:eq:50k")) == (1, 0)
    offered = admin.get("/api/v1/conversations/filters/tag/options?r=all&data=all").json["items"]
    assert {item["value"] for item in offered} == {"price dispute", "40k", "[phone]"}


@pytest.mark.parametrize("tags", [["x" * 41], [f"t{n}" for n in range(21)], ["a;b"], "a", [""] * 2 + [5]])
def test_tags_that_do_not_fit_are_refused(as_: As, address: str, tags: Any) -> None:
    assert as_("admin").put(f"{address}/tags", json={"tags": tags}, headers=ANY).status_code == 422
    assert as_("admin").get(f"{address}/review").json["tags"] == []


def test_a_review_goes_through_its_life(as_: As, address: str) -> None:
    admin = as_("admin")
    assert admin.get(f"{address}/review").json["state"] == "unreviewed"
    assert count_matches(admin, "review:is:unreviewed") == 1
    refused = admin.put(f"{address}/review", json={"state": "fixed"}, headers=ANY)
    assert refused.status_code == 409 and refused.json["code"] == "invalid_transition"
    refused = admin.put(f"{address}/review", json={"state": "incorrect"}, headers=ANY)
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["category"]
    assert admin.get(f"{address}/review").json["revision"] == 0
    note = {"state": "incorrect", "category": "value", "note": "Call 9822014422"}
    answer = admin.put(f"{address}/review", json=note, headers=ANY)
    assert answer.status_code == 200, answer.text
    assert (answer.json["category"], answer.json["note"]) == ("value", "Call [phone]")
    assert answer.json["reviewer"]["name"] and answer.json["reviewed_at"]
    reviewer = answer.json["reviewer"]["id"]
    assert count_matches(admin, f"review:is:incorrect;category:eq:value;reviewer:eq:{reviewer}") == 1
    assert admin.put(f"{address}/review", json={"state": "fixed"}, headers=ANY).json["note"] == "Call [phone]"
    assert admin.get(address).json["review"]["state"] == "fixed"
    assert admin.put(f"{address}/review", json={"state": "unreviewed"}, headers=ANY).status_code == 422


def test_a_stale_review_is_refused(as_: As, address: str) -> None:
    admin = as_("admin")
    answer = admin.get(f"{address}/review")
    assert answer.headers["ETag"] == '"0"'
    first = admin.put(f"{address}/tags", json={"tags": ["a"]}, headers={"If-Match": answer.headers["ETag"]})
    assert first.status_code == 200
    second = admin.put(f"{address}/tags", json={"tags": ["b"]}, headers={"If-Match": answer.headers["ETag"]})
    assert second.status_code == 412 and second.json["current"]["tags"] == ["a"]
    assert admin.put(f"{address}/tags", json={"tags": ["b"]}).status_code == 428
    third = admin.put(f"{address}/review", json={"state": "correct"}, headers={"If-Match": first.headers["ETag"]})
    assert third.status_code == 200 and third.json["tags"] == ["a"]


def test_a_fix_sets_the_review_and_undoing_it_takes_that_back(as_: As, client: FlaskClient) -> None:
    admin = as_("admin")
    _bot, conversation = misunderstood(admin, client)
    review = f"/api/v1/conversations/{conversation}/review"
    fix(admin, conversation, 2)
    assert admin.get(review).json["state"] == "fixed"
    admin.post(f"/api/v1/conversations/{conversation}/turns/2/fix/undo")
    undone = admin.get(review).json
    assert (undone["state"], undone["reviewer"], undone["reviewed_at"]) == ("unreviewed", None, None)
    admin.put(review, json={"state": "incorrect", "category": "intent"}, headers=ANY)
    fix(admin, conversation, 2)
    admin.post(f"/api/v1/conversations/{conversation}/turns/2/fix/undo")
    assert admin.get(review).json["state"] == "incorrect"


def test_comments_notify_who_is_mentioned_and_may_see_it(as_: As, address: str) -> None:
    admin = as_("admin")
    conversation = db.session.scalars(select(Conversation)).one()
    inside, outside = add_person("subscriber"), add_person("subscriber", scope={"bots": [str(conversation.bot_id + 1)]})
    editor = add_person("editor")
    for person, name in ((inside, "Neha Gowda"), (outside, "Vikram Seth"), (editor, "Ravi Iyer")):
        person.full_name = name
    db.session.commit()
    people = admin.get(f"{address}/comments").json["people"]
    assert "Neha Gowda" in [person["name"] for person in people]
    assert not {"Vikram Seth", "Ravi Iyer"} & {person["name"] for person in people}
    text = "@neha gowda, @Vikram Seth and @Ravi Iyer: call asha@example.com?"
    answer = admin.post(f"{address}/comments", json={"text": text})
    assert answer.status_code == 201, answer.text
    assert answer.json["text"].endswith("call [email]?")
    mentions = db.session.scalars(select(Notification)).all()
    assert [(row.user_id, row.kind) for row in mentions] == [(inside.id, "mention")]
    assert mentions[0].link == f"/reports/conversations/{conversation.id}#comments"
    listing = admin.get(f"{address}/comments").json
    assert (listing["total"], listing["items"][0]["id"]) == (1, answer.json["id"])


def test_only_its_author_deletes_a_comment(as_: As, address: str) -> None:
    first, second = as_("admin"), as_("admin")
    comment = first.post(f"{address}/comments", json={"text": "Is this right?"}).json["id"]
    assert second.delete(f"{address}/comments/{comment}", headers=ANY).status_code == 404
    assert first.delete(f"{address}/comments/{comment}", headers=ANY).status_code == 204
    assert first.delete(f"{address}/comments/{comment}", headers=ANY).status_code == 404
    assert first.post(f"{address}/comments", json={"text": "  "}).status_code == 422


def test_readers_read_and_others_do_not_find_it(as_: As, address: str) -> None:
    reader = as_("subscriber")
    assert reader.get(f"{address}/comments").json["people"] == []
    assert reader.put(f"{address}/tags", json={"tags": ["a"]}, headers=ANY).status_code == 403
    assert reader.put(f"{address}/review", json={"state": "correct"}, headers=ANY).status_code == 403
    assert reader.post(f"{address}/comments", json={"text": "a"}).status_code == 403
    bot = db.session.scalars(select(Conversation.bot_id)).one()
    author = as_("author", scope={"bots": [str(bot)]})
    assert author.put(f"{address}/tags", json={"tags": ["a"]}, headers=ANY).status_code == 200
    assert as_("author").put(f"{address}/tags", json={"tags": ["a"]}, headers=ANY).status_code == 404
    beyond = as_("admin", scope={"bots": []})
    assert beyond.put(f"{address}/tags", json={"tags": ["a"]}, headers=ANY).status_code == 404
    assert beyond.get(f"{address}/comments").status_code == 404


def test_erasing_contents_removes_what_was_written(as_: As, address: str) -> None:
    admin = as_("admin")
    admin.put(f"{address}/tags", json={"tags": ["a"]}, headers=ANY)
    admin.put(f"{address}/review", json={"state": "correct", "note": "Fine"}, headers=ANY)
    admin.post(f"{address}/comments", json={"text": "Is this right?"})
    erase([int(address.rpartition("/")[2])], 5)
    db.session.commit()
    review = admin.get(f"{address}/review").json
    assert (review["state"], review["note"], review["tags"]) == ("correct", "", [])
    assert admin.get(f"{address}/comments").json["total"] == 0


def test_one_of_twenty_is_chosen_by_its_id_alone(as_: As, workspace: Any) -> None:
    store_dialogues([dialogue(ext_user=f"p{n}") for n in range(400)], bot=make_bot(), source="test")
    db.session.commit()
    ids = set(db.session.scalars(select(Conversation.id)))
    chosen = {id_ for id_ in ids if id_ % 2147483629 * 48271 % 2147483647 % 20 == 0}
    assert set(db.session.scalars(select(Conversation.id).where(is_sampled()))) == chosen
    assert count_matches(as_("admin"), "sampled:eq:1;review:eq:unreviewed") == len(chosen)
    many = sum(new_id() % 2147483629 * 48271 % 2147483647 % 20 == 0 for _ in range(20_000))
    assert 850 < many < 1150
