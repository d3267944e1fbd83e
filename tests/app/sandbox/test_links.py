"""Links for testers: a stranger talks and comments, the people of the bot read it, and links end."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select, update

from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.conversations.models import Conversation
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import everywhere, within
from app.core.security import limits as windows
from app.core.security import signatures
from app.sandbox import links
from app.sandbox.models import Sandbox, SandboxComment, SandboxLink, SandboxTurn
from app.sandbox.service import KEPT, _sweep
from tests.conftest import add_workspace
from tests.factories.bots import BOOKING_FLOW, create_bot, publish_bot
from tests.factories.sandboxes import SANDBOX, bot_texts, open_sandbox, say

As = Callable[..., FlaskClient]
TEST = "/api/v1/test"


def add_link(person: FlaskClient, bot: str, **more: Any) -> dict[str, Any]:
    """Make a link to the working copy."""
    answer = person.post(f"/api/v1/bots/{bot}/test-links", json={"name": "Dealers"} | more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


def call_of(link: dict[str, Any]) -> str:
    """The call on a link, as its page makes it."""
    return f"{TEST}/{link['link'].rpartition('/')[2]}"


def revoke(person: FlaskClient, link: dict[str, Any]) -> Any:
    """Revoke a link as it was read."""
    headers = {"If-Match": f'"{link["revision"]}"'}
    return person.delete(f"/api/v1/bots/{link['bot_id']}/test-links/{link['id']}", headers=headers)


@pytest.fixture
def bot(as_: As) -> str:
    """A bot that asks for a day."""
    return create_bot(as_("admin"), flow=BOOKING_FLOW)


def count_of(kind: Any) -> int:
    """How many rows of a kind there are, in all workspaces."""
    with everywhere():
        return db.session.scalar(select(func.count(kind.id))) or 0


def started(client: FlaskClient, link: dict[str, Any], **body: Any) -> dict[str, Any]:
    """A tester's conversation."""
    answer = client.post(f"{call_of(link)}/chats", json=body)
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


def commented(
    client: FlaskClient, link: dict[str, Any], chat: dict[str, Any], turn: int, text: str, **more: Any
) -> Any:
    """The answer to a comment."""
    body = {"turn": turn, "text": text} | more
    return client.post(f"{call_of(link)}/chats/{chat['id']}/comments", json=body)


def send(client: FlaskClient, link: dict[str, Any], chat: dict[str, Any], **body: Any) -> Any:
    """The answer to a message."""
    return client.post(f"{call_of(link)}/chats/{chat['id']}/messages", json=body)


def test_a_stranger_talks_and_sees_no_reasons(as_: As, bot: str, visitor: FlaskClient) -> None:
    link = add_link(as_("admin"), bot, channel="whatsapp", days=14)
    assert link["state"] == "open" and link["made_by"] and link["chats"] == 0
    card = visitor.get(call_of(link))
    assert card.json["channel"] == "whatsapp" and card.headers["Cache-Control"] == "no-store"
    chat = started(visitor, link, name="Ravi")
    assert bot_texts(chat)[0] == "Hello Ravi"
    answer = send(visitor, link, chat, text="blue").json
    assert [(turn["number"], turn["input"]) for turn in answer["turns"]] == [(1, "blue")]
    assert visitor.get(f"{call_of(link)}/chats/{chat['id']}").json["turns"] == answer["turns"]
    assert not {"trace", "nodes", "contact", "declared"} & {*answer, *answer["turns"][0]}
    assert "node" not in answer["messages"][0]
    assert count_of(Conversation) == 0


def test_comments_stand_beside_their_turn_and_are_ticked(as_: As, bot: str, visitor: FlaskClient) -> None:
    admin = as_("admin")
    link = add_link(admin, bot)
    chat = started(visitor, link)
    send(visitor, link, chat, text="blue")
    assert commented(visitor, link, chat, 1, "It does not know colours", author="Ravi").status_code == 201
    assert [row["text"] for row in commented(visitor, link, chat, 0, "Too short").json["comments"]] == [
        "It does not know colours",
        "Too short",
    ]
    comments = admin.get(f"/api/v1/bots/{bot}/test-comments").json["items"]
    assert [(row["turn"], row["input"], row["author"], row["link_name"]) for row in comments] == [
        (0, "", "", "Dealers"),
        (1, "blue", "Ravi", "Dealers"),
    ]
    whole = as_("author").get(f"{SANDBOX}/{comments[0]['sandbox_id']}").json
    assert whole["link"] == {"id": link["id"], "name": "Dealers"} and whole["turns"][0]["trace"]["text"] == "blue"
    assert [row["turn"] for row in whole["comments"]] == [1, 0]
    tick = f"/api/v1/bots/{bot}/test-comments/{comments[1]['id']}"
    assert admin.patch(tick, json={"done": True}).status_code == 428
    ticked = admin.patch(tick, json={"done": True}, headers={"If-Match": '"1"'})
    assert ticked.status_code == 200 and ticked.json["done_by"] and ticked.json["done_at"]
    assert admin.patch(tick, json={"done": False}, headers={"If-Match": '"1"'}).status_code == 412
    assert len(admin.get(f"/api/v1/bots/{bot}/test-comments?done=false").json["items"]) == 1
    assert len(admin.get(f"/api/v1/bots/{bot}/test-comments?done=true&link={link['id']}").json["items"]) == 1
    assert admin.get(f"/api/v1/bots/{bot}/test-comments?link=7").json["total"] == 0
    (listing,) = admin.get(f"/api/v1/bots/{bot}/test-links").json["items"]
    assert (listing["chats"], listing["comments"], listing["open_comments"]) == (1, 2, 1) and listing["last_at"]
    undone = admin.patch(tick, json={"done": False}, headers={"If-Match": '"2"'}).json
    assert undone["done_by"] is None and undone["done_at"] is None
    with everywhere():
        actions = db.session.scalars(select(AuditEvent.action).order_by(AuditEvent.id)).all()
    assert [action for action in actions if action.startswith("sandbox_")] == [
        "sandbox_link:create", "sandbox_comment:update", "sandbox_comment:update",
    ]  # fmt: skip


def test_a_testers_conversation_is_read_by_others_and_nobodys_to_go_on_with(
    as_: As, bot: str, visitor: FlaskClient
) -> None:
    admin = as_("admin")
    link = add_link(admin, bot)
    chat = started(visitor, link)
    send(visitor, link, chat, text="blue")
    own = f"{SANDBOX}/{chat['id'].partition('.')[0]}"
    assert admin.get(SANDBOX).json["total"] == 0
    assert as_("author").get(own).status_code == 200
    assert as_("author").get(f"{own}/comparison?with=working").json["different"] == 0
    for answer in (
        admin.post(f"{own}/messages", json={"text": "red"}),
        admin.post(f"{own}/rewind", json={"turn": 1}),
        admin.post(f"{own}/reset", json={}),
        admin.patch(own, json={"variables": {"day": "x"}}, headers={"If-Match": "*"}),
    ):
        assert (answer.status_code, answer.json["code"]) == (409, "testers_conversation")
    assert admin.post(f"{own}/case", json={"name": "Colours"}).status_code == 201


def test_a_link_that_is_over_opens_nothing(
    as_: As, bot: str, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    revoked, expiring = add_link(admin, bot), add_link(admin, bot, days=1)
    chats = [started(visitor, link) for link in (revoked, expiring)]
    assert admin.delete(f"/api/v1/bots/{bot}/test-links/{revoked['id']}").status_code == 428
    assert revoke(admin, revoked).json["state"] == "revoked"
    assert revoke(admin, revoked | {"revision": 2}).status_code == 409
    later = clock.now() + timedelta(days=1, minutes=1)
    monkeypatch.setattr("app.core.clock.now", lambda: later)
    monkeypatch.setattr("app.sandbox.models.now", lambda: later)
    for link, chat, code in ((revoked, chats[0], "link_revoked"), (expiring, chats[1], "link_expired")):
        for answer in (
            visitor.get(call_of(link)),
            visitor.post(f"{call_of(link)}/chats", json={}),
            visitor.get(f"{call_of(link)}/chats/{chat['id']}"),
            send(visitor, link, chat, text="blue"),
            commented(visitor, link, chat, 0, "Late"),
        ):
            assert (answer.status_code, answer.json["code"]) == (410, code)
    assert count_of(SandboxTurn) == 0
    assert count_of(SandboxComment) == 0
    assert [row["link"] for row in admin.get(f"/api/v1/bots/{bot}/test-links").json["items"]] == [None, None]


def test_the_link_of_an_archived_bot_is_over(as_: As, bot: str, visitor: FlaskClient) -> None:
    admin = as_("admin")
    link = add_link(admin, bot)
    assert admin.post(f"/api/v1/bots/{bot}/archive", json={}, headers={"If-Match": "*"}).status_code == 200
    assert visitor.get(call_of(link)).status_code == 410
    assert admin.post(f"/api/v1/bots/{bot}/test-links", json={"name": "Late"}).status_code == 409


def test_what_is_not_signed_is_not_known(as_: As, bot: str, visitor: FlaskClient) -> None:
    admin = as_("admin")
    link, other = add_link(admin, bot), add_link(admin, bot)
    chat = started(visitor, link)
    call = call_of(link)
    for text in ("nothing", link["id"], f"{link['id']}.{'0' * 32}", call.rpartition("/")[2].upper() + "0"):
        assert visitor.get(f"{TEST}/{text}").status_code == 404
    # A key opens the conversation of its own link alone, and the conversations of people by none.
    own = open_sandbox(admin, bot)
    say(admin, own, "blue")
    for key in (f"{own['id']}.{'0' * 32}", own["id"], chat["id"][:-1] + "x"):
        assert visitor.get(f"{call}/chats/{key}").status_code == 404
    assert visitor.get(f"{call_of(other)}/chats/{chat['id']}").status_code == 404
    assert send(visitor, other, chat, text="blue").status_code == 404


def test_a_link_is_good_by_the_former_key_and_by_no_other(
    as_: As, bot: str, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = call_of(add_link(as_("admin"), bot))
    known = signatures.signing_keys()
    monkeypatch.setattr(signatures, "signing_keys", lambda: ("another",))
    assert visitor.get(call).status_code == 404
    monkeypatch.setattr(signatures, "signing_keys", lambda: ("another", *known))
    assert visitor.get(call).status_code == 200


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "name"), ({"name": " "}, "name"), ({"name": "A", "days": 15}, "days"), ({"name": "A", "days": 0}, "days"),
        ({"name": "A", "channel": "fax"}, "channel"), ({"name": "A", "version": "newest"}, "version"),
        ({"name": "A", "language": "xx"}, "language"),
    ],
)  # fmt: skip
def test_values_that_do_not_fit_are_named(as_: As, bot: str, body: dict[str, Any], field: str) -> None:
    answer = as_("admin").post(f"/api/v1/bots/{bot}/test-links", json=body)
    assert answer.status_code == 422 and field in answer.json["errors"]
    assert count_of(SandboxLink) == 0


def test_a_version_that_is_none_gets_no_link(as_: As, bot: str) -> None:
    admin = as_("admin")
    assert admin.post(f"/api/v1/bots/{bot}/test-links", json={"name": "A", "version": "live"}).status_code == 409
    assert publish_bot(admin, bot).status_code == 201
    assert add_link(admin, bot, version="live")["version"] == "live"
    assert admin.post(f"/api/v1/bots/{bot}/test-links", json={"name": "A", "version": "9"}).status_code == 404


def test_comments_need_a_turn_and_a_text(as_: As, bot: str, visitor: FlaskClient) -> None:
    link = add_link(as_("admin"), bot)
    chat = started(visitor, link)
    for turn, text, field in ((1, "Wrong", "turn"), (0, " ", "text"), (0, "x" * 1001, "text"), (-1, "Wrong", "turn")):
        answer = commented(visitor, link, chat, turn, text)
        assert answer.status_code == 422 and field in answer.json["errors"]
    assert count_of(SandboxComment) == 0


def test_a_link_is_used_so_often_from_an_address_and_from_all(
    as_: As, bot: str, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = add_link(as_("admin"), bot)
    for name, most in (("TEST_COMMENTS", "2/hour"), ("LINK_COMMENTS", "3/hour"), ("TEST_CHATS", "2/hour")):
        monkeypatch.setattr(f"app.sandbox.link_routes.{name}", windows.parse(most))
    chat = started(visitor, link)
    assert [commented(visitor, link, chat, 0, "Wrong").status_code for _ in range(3)] == [201, 201, 429]
    visitor.environ_base["REMOTE_ADDR"] = "203.0.113.7"
    assert [commented(visitor, link, chat, 0, "Wrong").status_code for _ in range(2)] == [201, 429]
    assert [visitor.post(f"{call_of(link)}/chats", json={}).status_code for _ in range(3)] == [201, 201, 429]
    assert count_of(SandboxComment) == 3


def test_a_link_has_so_many_conversations_and_a_bot_so_many_links(
    as_: As, bot: str, visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    monkeypatch.setattr(links, "MOST_CHATS", 1)
    monkeypatch.setattr(links, "MOST_LINKS", 1)
    monkeypatch.setattr(links, "MOST_COMMENTS", 1)
    link = add_link(admin, bot)
    chat = started(visitor, link)
    assert visitor.post(f"{call_of(link)}/chats", json={}).status_code == 409
    assert [commented(visitor, link, chat, 0, "Wrong").status_code for _ in range(2)] == [201, 409]
    assert admin.post(f"/api/v1/bots/{bot}/test-links", json={"name": "B"}).status_code == 409
    revoke(admin, link)
    add_link(admin, bot)


def test_who_may_not_change_a_bot_makes_no_link(as_: As, bot: str) -> None:
    link = add_link(as_("author"), bot)
    reader = as_("subscriber")
    assert reader.get(f"/api/v1/bots/{bot}/test-links").status_code == 403
    assert reader.post(f"/api/v1/bots/{bot}/test-links", json={"name": "A"}).status_code == 403
    assert revoke(reader, link).status_code == 403
    assert reader.get(f"/api/v1/bots/{bot}/test-comments").status_code == 403


def test_other_workspaces_know_nothing_of_it(as_: As, bot: str, visitor: FlaskClient) -> None:
    link = add_link(as_("admin"), bot)
    chat = started(visitor, link)
    commented(visitor, link, chat, 0, "Wrong")
    other = as_("admin", add_workspace("Elsewhere"))
    assert other.get(f"/api/v1/bots/{bot}/test-links").status_code == 404
    assert revoke(other, link).status_code == 404
    assert other.get(f"{SANDBOX}/{chat['id'].partition('.')[0]}").status_code == 404
    # Their own bot does not lead to it either.
    own = create_bot(other, flow=BOOKING_FLOW)
    assert revoke(other, link | {"bot_id": own}).status_code == 404
    assert other.get(f"/api/v1/bots/{own}/test-comments").json["total"] == 0


def test_what_is_old_is_removed_with_its_comments_and_links(
    as_: As, bot: str, visitor: FlaskClient, workspace: Workspace
) -> None:
    link = add_link(as_("admin"), bot)
    other = add_link(as_("admin"), bot)
    chats = [started(visitor, row) for row in (link, other)]
    commented(visitor, link, chats[0], 0, "Wrong")
    long_ago = clock.now() - KEPT - timedelta(days=1)
    old = update(Sandbox).where(Sandbox.link_id == int(link["id"])).values(updated_at=long_ago)
    over = update(SandboxLink).where(SandboxLink.id == int(link["id"])).values(expires_at=long_ago)
    with within(workspace.id):
        for statement in (old, over):
            db.session.execute(statement.execution_options(synchronize_session=False))
        db.session.commit()
        _sweep()
        db.session.commit()
    with everywhere():
        assert [str(key) for key in db.session.scalars(select(SandboxLink.id))] == [other["id"]]
    assert (count_of(SandboxComment), count_of(Sandbox)) == (0, 1)
    assert visitor.get(call_of(link)).status_code == 410
