"""Our own calls on the chat: lists, windows of messages, sending once, reading, the reader, and who is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.users.models import User
from app.accounts.users.service import add_user, delete_user
from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.core.db.base import db
from app.core.security.limits import TALKS
from app.office.chat.models import Chat, ChatMessage, ChatPerson
from app.office.chat.people import get_person
from app.office.chat.service import WINDOW
from app.office.chat.service import send as say
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
API = "/api/v1/chat"


@pytest.fixture
def asha(as_: As) -> FlaskClient:
    """An admin."""
    return as_("admin")


@pytest.fixture
def rohan(as_: As, asha: FlaskClient) -> FlaskClient:
    """A client beside her."""
    return as_("client")


def of(role: str) -> User:
    """The person of a role."""
    return db.session.scalars(select(User).where(User.auth_role == role)).one()


def messages(to: User) -> str:
    """Where the messages with someone are."""
    return f"{API}/people/{to.id}/messages"


def send(client: FlaskClient, to: User, text: str = "Hello", **headers: str) -> dict[str, Any]:
    """Say something."""
    answer = client.post(messages(to), json={"text": text}, headers=headers)
    assert answer.status_code == 201, answer.json
    body: dict[str, Any] = answer.json
    return body


def chats(client: FlaskClient, **query: str) -> dict[str, Any]:
    """One's conversations."""
    body: dict[str, Any] = client.get(f"{API}/chats", query_string=query).json
    return body


def texts(window: dict[str, Any]) -> list[str]:
    """What the messages of a window say."""
    return [message["text"] for message in window["messages"]]


def test_a_message_arrives_counts_and_is_read(asha: FlaskClient, rohan: FlaskClient) -> None:
    first = send(asha, of("client"), "  Two\r\nlines  ")
    assert first["text"] == "Two\nlines" and first["sender_id"] == str(of("admin").id)
    send(asha, of("client"), "More")
    (talk,) = chats(rohan)["items"]
    assert (talk["unseen"], chats(rohan)["unseen"], talk["last"]["text"]) == (2, 2, "More")
    assert talk["id"] == talk["person"]["id"] == str(of("admin").id)

    window = rohan.get(messages(of("admin"))).json
    assert texts(window) == ["Two\nlines", "More"] and window["at_end"] and window["older"] is None
    assert chats(rohan)["unseen"] == 2, "reading alone changes nothing"

    read = f"{API}/people/{of('admin').id}/read"
    assert rohan.post(read, json={"message_id": first["id"]}).json == {"unseen": 1}
    assert asha.get(messages(of("client"))).json["read_id"] == first["id"]
    assert rohan.post(read, json={}).json == {"unseen": 0}
    assert rohan.post(read, json={"message_id": first["id"]}).json == {"unseen": 0}, "what is read stays read"
    assert rohan.post(read, json={"message_id": str(2**62)}).json == {"unseen": 0}
    send(asha, of("client"), "Later")
    assert chats(rohan)["unseen"] == 1, "nobody reads what is still to come"


def test_who_answers_has_read(asha: FlaskClient, rohan: FlaskClient) -> None:
    send(asha, of("client"))
    send(rohan, of("admin"))
    assert (chats(rohan)["unseen"], chats(asha)["unseen"]) == (0, 1)


def test_a_retry_never_says_it_twice(asha: FlaskClient, rohan: FlaskClient) -> None:
    first = send(asha, of("client"), "Once", **{"Idempotency-Key": "k1"})
    assert send(asha, of("client"), "Once", **{"Idempotency-Key": "k1"}) == first
    assert db.session.scalar(select(func.count()).select_from(ChatMessage)) == 1
    again = asha.post(messages(of("client")), json={"text": "Other"}, headers={"Idempotency-Key": "k1"})
    assert again.status_code == 422


def test_two_people_have_one_conversation(asha: FlaskClient, rohan: FlaskClient) -> None:
    send(asha, of("client"))
    send(rohan, of("admin"))
    assert db.session.scalar(select(func.count()).select_from(Chat)) == 1


def test_older_messages_come_window_by_window(asha: FlaskClient, rohan: FlaskClient) -> None:
    me, other = of("admin"), get_person(of("admin"), of("client").id)
    for n in range(WINDOW * 2 + 5):
        say(me, other, f"{n}")
    path, seen = messages(of("client")), list[str]()
    window = asha.get(path).json
    assert len(window["messages"]) == WINDOW and window["at_end"]
    while True:
        seen = texts(window) + seen
        if window["older"] is None:
            break
        window = asha.get(path, query_string={"upto": window["older"]}).json
        assert not window["at_end"]
    assert seen == [f"{n}" for n in range(WINDOW * 2 + 5)]
    around = window["messages"][2]["id"]
    assert texts(asha.get(path, query_string={"around": around}).json) == [f"{n}" for n in range(11)]
    assert asha.get(path, query_string={"around": str(2**62)}).json["at_end"]
    assert asha.get(path, query_string={"upto": "1"}).json["messages"] == []


@pytest.mark.parametrize(
    ("text", "status"), [("x" * 4000, 201), ("x" * 4001, 422), (" \n ", 422), ("", 422), (None, 422), ("a\x00", 422)]
)
def test_a_message_is_text_of_some_length(asha: FlaskClient, rohan: FlaskClient, text: Any, status: int) -> None:
    answer = asha.post(messages(of("client")), json={"text": text})
    assert answer.status_code == status
    assert status == 201 or list(answer.json["errors"]) == ["text"]


def test_unknown_keys_are_refused(asha: FlaskClient, rohan: FlaskClient) -> None:
    assert asha.post(messages(of("client")), json={"text": "Hi", "sender_id": "1"}).status_code == 422
    assert asha.get(messages(of("client")) + "?q=1").status_code == 422


def test_search_finds_names_and_words_of_ones_own(asha: FlaskClient, rohan: FlaskClient, as_: As) -> None:
    send(asha, of("client"), "The LIFT is new")
    send(rohan, of("admin"), "100% of it?")
    body = asha.get(f"{API}/messages", query_string={"q": "lift"}).json
    assert [item["message"]["text"] for item in body["items"]] == ["The LIFT is new"]
    assert body["items"][0]["person"]["id"] == str(of("client").id)
    assert asha.get(f"{API}/messages", query_string={"q": "%"}).json["total"] == 1
    assert as_("editor").get(f"{API}/messages", query_string={"q": "lift"}).json["total"] == 0
    assert asha.get(f"{API}/messages").json["total"] == asha.get(f"{API}/messages?q=%20").json["total"] == 2
    assert [item["full_name"] for item in asha.get(f"{API}/people?q=CLI").json["items"]] == ["Client"]
    assert (chats(asha, q="cli")["total"], chats(asha, q="zz")["total"]) == (1, 0)


def test_ones_own_lists_are_walked_to_the_end(asha: FlaskClient) -> None:
    me = of("admin")
    for n in range(23):
        friend = add_user(full_name=f"F {n:02}", username=f"f{n}", email=f"f{n}@example.test", auth_role="editor",
                          role="editor")  # fmt: skip
        say(friend, get_person(friend, me.id), f"Hello {n}")
    for path, words in (("chats", {}), ("messages", {"q": "hello"})):
        seen, page = list[str](), "1"
        while page:
            body = asha.get(f"{API}/{path}", query_string=words | {"page": page}).json
            seen, page = seen + [item["id"] for item in body["items"]], body["next"]
        assert len(seen) == len(set(seen)) == body["total"] == 23
    assert chats(asha)["items"][0]["last"]["text"] == "Hello 22"


def test_ones_own_words_are_changed_on_the_version_seen(asha: FlaskClient, rohan: FlaskClient) -> None:
    before = asha.get(f"{API}/me")
    assert (before.json["status"], before.json["about"], before.headers["ETag"]) == ("offline", "", '"1"')
    assert db.session.scalar(select(ChatPerson.id)) is None, "reading writes nothing"
    assert asha.patch(f"{API}/me", json={"status": "busy"}).status_code == 428
    after = asha.patch(f"{API}/me", json={"status": "busy", "about": " In \n a meeting "}, headers={"If-Match": '"1"'})
    assert after.status_code == 200 and after.headers["ETag"] == '"2"'
    assert (after.json["status"], after.json["about"], after.json["revision"]) == ("busy", "In a meeting", 2)
    stale = asha.patch(f"{API}/me", json={"status": "away"}, headers={"If-Match": '"1"'})
    assert stale.status_code == 412 and stale.json["current"]["status"] == "busy"
    body = rohan.get(f"{API}/people/{of('admin').id}").json
    assert (body["status"], body["about"], body["email"]) == ("busy", "In a meeting", of("admin").email)
    for values in ({"status": "asleep"}, {"about": "x" * 241}, {"revision": 3}):
        assert asha.patch(f"{API}/me", json=values, headers={"If-Match": '"2"'}).status_code == 422


def test_what_was_said_is_written_down_without_its_words(asha: FlaskClient, rohan: FlaskClient) -> None:
    send(asha, of("client"), "A secret")
    event = db.session.scalars(select(AuditEvent).where(AuditEvent.action == "chat_message:create")).one()
    assert "secret" not in str(vars(event))


def test_who_has_left_is_read_but_not_written_to(asha: FlaskClient, rohan: FlaskClient) -> None:
    send(rohan, of("admin"), "Goodbye")
    gone = of("client")
    delete_user(gone)
    window = asha.get(messages(gone)).json
    assert texts(window) == ["Goodbye"] and window["person"]["is_gone"]
    assert asha.post(messages(gone), json={"text": "Wait"}).status_code == 409
    assert asha.get(f"{API}/people").json["total"] == 0


def test_the_reader_and_others_elsewhere_are_nobody(asha: FlaskClient, as_: As, workspace: Workspace) -> None:
    elsewhere = as_("admin", add_workspace("B"))
    mine = of("admin").id
    for path in (f"people/{mine}", f"people/{mine}/messages"):
        assert asha.get(f"{API}/{path}").status_code == elsewhere.get(f"{API}/{path}").status_code == 404
    for path, body in (
        (f"people/{mine}/messages", {"text": "x"}),
        (f"people/{mine}/read", {}),
        (f"people/{mine}/typing", None),
    ):
        assert asha.post(f"{API}/{path}", json=body).status_code == 404
        assert elsewhere.post(f"{API}/{path}", json=body).status_code == 404


def test_a_third_person_sees_none_of_it(asha: FlaskClient, rohan: FlaskClient, as_: As) -> None:
    send(asha, of("client"), "Between us")
    third = as_("editor")
    assert chats(third)["total"] == 0
    for other in ("admin", "client"):
        assert third.get(messages(of(other))).json["messages"] == []


def heard(client: FlaskClient, after: str) -> list[tuple[str, str]]:
    """What someone's open page receives."""
    changes = client.get("/api/v1/live", query_string={"after": after}).json["changes"]
    return [(change["kind"], change["subject"]) for change in changes]


def test_open_pages_are_notified_of_messages_reading_typing_and_status(
    asha: FlaskClient, rohan: FlaskClient, as_: As
) -> None:
    third, after = as_("editor"), chats(asha)["live"]
    her, him = str(of("admin").id), str(of("client").id)
    send(asha, of("client"))
    assert heard(rohan, after) == [("chat:message", her)] and heard(asha, after) == [("chat:message", him)]
    after = chats(rohan)["live"]
    assert rohan.post(f"{API}/people/{her}/typing").status_code == 204
    rohan.post(f"{API}/people/{her}/read", json={})
    assert heard(asha, after) == [("chat:typing", him), ("chat:read", him)] and heard(rohan, after) == [
        ("chat:read", her)
    ]
    after = chats(rohan)["live"]
    changed = asha.patch(
        f"{API}/me", json={"status": "away"}, headers={"If-Match": asha.get(f"{API}/me").headers["ETag"]}
    )
    assert changed.status_code == 200
    assert asha.patch(f"{API}/me", json={"status": "busy"}, headers={"If-Match": '"9"'}).status_code == 412
    assert heard(rohan, after) == heard(asha, after) == [("chat:status", her)]
    assert heard(third, "0") == []


@pytest.mark.parametrize("q", ["ÄRGER", "ärger", "STRASSE", "straße"])
def test_words_are_found_whatever_their_case(asha: FlaskClient, rohan: FlaskClient, q: str) -> None:
    message = send(asha, of("client"), "Ärger in der Straße, 100%")
    send(asha, of("client"), "Arger in der Gasse")
    items = asha.get(f"{API}/messages", query_string={"q": q}).json["items"]
    assert [hit["message"]["id"] for hit in items] == [message["id"]]


def test_many_messages_in_a_minute_are_refused_by_every_call(asha: FlaskClient, rohan: FlaskClient) -> None:
    to = of("client")
    first = send(asha, to, "x", **{"Idempotency-Key": "first"})
    for _ in range(TALKS[0].amount - 1):
        send(asha, to)
    late = asha.post(messages(to), json={"text": "One too many"})
    assert late.status_code == 429 and 1 <= int(late.headers["Retry-After"]) <= 61
    (contact,) = asha.get("/apps/chat/chats-and-contacts").json["contacts"]
    specified = asha.post("/apps/chat/send-msg", json={"obj": {"contact": {"id": contact["id"]}, "message": "Hello"}})
    assert specified.status_code == 429
    # What has arrived is answered again, and the other one is as free as before.
    assert send(asha, to, "x", **{"Idempotency-Key": "first"})["id"] == first["id"]
    send(rohan, of("admin"))
    assert db.session.scalar(select(func.count()).select_from(ChatMessage)) == TALKS[0].amount + 1
