"""The specified chat calls: shapes, the unread counter, every oddity of existing clients, and who is refused."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.auth import service as accounts
from app.accounts.auth import tokens
from app.accounts.people.seed import seed as seed_users
from app.accounts.users.models import User
from app.accounts.users.service import delete_user
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import within
from app.office.chat.people import Contact, user_number
from app.office.chat.seed import seed
from tests.conftest import add_person, add_workspace

As = Callable[..., FlaskClient]
PERSON = {"id", "fullName", "role", "about", "avatar", "status"}


def signed_in(app: Flask, number: int) -> FlaskClient:
    """A client signed in as the user of a number in the bound workspace."""
    user = db.session.scalars(select(User).where(User.number == number)).one()
    session = accounts.open_session(user, "bearer", accounts.Device("127.0.0.1", "tests"))
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {tokens.access_token(session)}"
    db.session.commit()
    return client


@pytest.fixture
def admin(app: Flask, workspace: Workspace) -> FlaskClient:
    """The first person of a workspace with the sample people and conversations."""
    seed_users(workspace, 14)
    seed(workspace)
    return signed_in(app, 1)


def send(client: FlaskClient, to: Any, message: Any = "Hello", **more: Any) -> Any:
    """Send a message as existing clients do."""
    return client.post("/apps/chat/send-msg", json={"obj": {"contact": {"id": to}, "message": message} | more})


def lists(client: FlaskClient) -> dict[str, Any]:
    """Conversations and contacts."""
    answer = client.get("/apps/chat/chats-and-contacts")
    assert answer.status_code == 200
    body: dict[str, Any] = answer.json
    return body


def test_two_chats_and_ten_contacts_are_seeded_in_the_specified_shape(admin: FlaskClient) -> None:
    body = lists(admin)
    assert set(body) == {"chatsContacts", "contacts", "profileUser"}
    assert [contact["id"] for contact in body["contacts"]] == list(range(1, 11))
    for contact in body["contacts"]:
        assert set(contact) == PERSON and contact["status"] in {"online", "offline", "busy", "away"}
        assert all(isinstance(contact[key], str) for key in PERSON - {"id"}) and contact["role"] and contact["about"]
    assert [chat["id"] for chat in body["chatsContacts"]] == [2, 1], "the newest first"
    for contact in body["chatsContacts"]:
        assert set(contact) == PERSON | {"chat"} and set(contact["chat"]) == {"id", "unseenMsgs", "lastMessage"}
        last = contact["chat"]["lastMessage"]
        assert set(last) == {"message", "time", "senderId"} and last["senderId"] in {contact["id"], 11}
        assert datetime.fromisoformat(last["time"]).tzinfo is not None
    assert [chat["chat"]["unseenMsgs"] for chat in body["chatsContacts"]] == [2, 0]
    assert set(body["profileUser"]) == {"id", "avatar", "fullName", "status"} and body["profileUser"]["id"] == 11


def test_the_demonstration_user_is_the_eleventh(admin: FlaskClient) -> None:
    profile = admin.get("/apps/chat/users/profile-user").json
    assert set(profile) == PERSON | {"settings"} and profile["id"] == 11
    assert profile["settings"] == {"isTwoStepAuthVerificationEnabled": False, "isNotificationsOn": True}
    assert (profile["fullName"], profile["status"]) == ("Asha Kulkarni", "online")


def test_small_ids_are_everybodys_own(workspace: Workspace) -> None:
    seed_users(workspace, 14)
    for user in db.session.scalars(select(User)):
        assert user_number(Contact(user).number) == user.number
    assert {Contact(user).number for user in db.session.scalars(select(User))} == set(range(1, 15))


def test_seeding_again_adds_none(workspace: Workspace) -> None:
    seed_users(workspace, 11)
    assert seed(workspace) > 40 and seed(workspace) == 0


def test_a_workspace_of_few_people_is_left_alone(workspace: Workspace) -> None:
    seed_users(workspace, 3)
    assert seed(workspace) == 0


def test_reading_a_chat_sets_its_counter_to_nothing(admin: FlaskClient) -> None:
    for _again in range(2):
        answer = admin.get("/apps/chat/get-chat?id=2").json
        assert set(answer) == {"chat", "contact"} and set(answer["contact"]) == PERSON
        assert set(answer["chat"]) == {"id", "userId", "unseenMsgs", "chat"}
        assert (answer["chat"]["id"], answer["chat"]["userId"], answer["chat"]["unseenMsgs"]) == (2, 2, 0)
        assert len(answer["chat"]["chat"]) == 11 and set(answer["chat"]["chat"][0]) == {"message", "time", "senderId"}
    times = [line["time"] for line in answer["chat"]["chat"]]
    assert times == sorted(times)
    assert {chat["id"]: chat["chat"]["unseenMsgs"] for chat in lists(admin)["chatsContacts"]} == {2: 0, 1: 0}


def test_listing_reads_nothing(admin: FlaskClient) -> None:
    assert lists(admin) == lists(admin)
    assert lists(admin)["chatsContacts"][0]["chat"]["unseenMsgs"] == 2


def test_without_a_chat_yet_its_key_is_absent(admin: FlaskClient) -> None:
    answer = admin.get("/apps/chat/get-chat?id=5").json
    assert set(answer) == {"contact"} and answer["contact"]["id"] == 5


def test_the_first_message_begins_the_chat(admin: FlaskClient) -> None:
    answer = send(admin, "5", " Namaste \n\nand hello ", senderId=9, timestamp="now")
    assert answer.status_code == 201
    response = answer.json["response"]
    assert response["id"] == 5 and response["newMessageData"]["message"] == "Namaste \n\nand hello"
    assert response["newMessageData"]["senderId"] == 11, "whoever is signed in has sent it"
    assert response["chat"] == {"id": 5, "userId": 5, "unseenMsgs": 0, "chat": [response["newMessageData"]]}
    again = send(admin, 5, "Again").json["response"]
    assert set(again) == {"newMessageData", "id"} and lists(admin)["chatsContacts"][0]["id"] == 5


def test_a_message_arrives_at_the_other_account(app: Flask, admin: FlaskClient) -> None:
    send(admin, 1, "Is the page out?")
    client = signed_in(app, 2)
    (talk,) = lists(client)["chatsContacts"]
    last = talk["chat"]["lastMessage"]
    assert (talk["id"], talk["chat"]["unseenMsgs"], last["message"]) == (11, 1, "Is the page out?")
    assert last["senderId"] == 11 and lists(client)["profileUser"]["id"] == 1
    assert client.get("/apps/chat/get-chat?id=11").json["chat"]["unseenMsgs"] == 0
    assert [contact["id"] for contact in lists(client)["contacts"]] == [*range(2, 12)]


@pytest.mark.parametrize("role", ["client", "subscriber", "editor", "author", "maintainer"])
def test_the_chat_is_everybodys_own(admin: FlaskClient, as_: As, role: str) -> None:
    member = as_(role)
    assert len(lists(member)["contacts"]) == 11 and lists(member)["chatsContacts"] == []
    assert send(member, 3).status_code == 201


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "obj"),
        ({"obj": {"message": "Hello"}}, "obj.contact"),
        ({"obj": {"contact": {}, "message": "Hello"}}, "obj.contact.id"),
        ({"obj": {"contact": {"id": "x"}, "message": "Hello"}}, "obj.contact.id"),
        ({"obj": {"contact": {"id": 1}}}, "obj.message"),
        ({"obj": {"contact": {"id": 1}, "message": " \n "}}, "obj.message"),
        ({"obj": {"contact": {"id": 1}, "message": 7}}, "obj.message"),
        ({"obj": {"contact": {"id": 1}, "message": "x" * 4001}}, "obj.message"),
    ],
)
def test_what_does_not_fit_is_reported_by_field(admin: FlaskClient, body: dict[str, Any], field: str) -> None:
    answer = admin.post("/apps/chat/send-msg", json=body)
    assert answer.status_code == 422
    errors: Any = answer.json["errors"]
    for key in field.split("."):
        errors = errors[key] if isinstance(errors, dict) and key in errors else errors.get(field)
        if isinstance(errors, list):
            break
    assert errors


def test_longest_message_is_taken(admin: FlaskClient) -> None:
    assert send(admin, 1, "x" * 4000).status_code == 201


@pytest.mark.parametrize("number", ["0", "-1", "11", "999", str(2**62)])
def test_nobody_like_that_is_not_found(admin: FlaskClient, number: str) -> None:
    assert admin.get("/apps/chat/get-chat", query_string={"id": number}).status_code == 404
    assert send(admin, number).status_code == 404


@pytest.mark.parametrize("query", ["", "?id=", "?id=x", f"?id={2**64}"])
def test_without_a_person_there_is_no_chat_to_get(admin: FlaskClient, query: str) -> None:
    assert admin.get(f"/apps/chat/get-chat{query}").status_code == 422


def test_more_keys_are_no_matter(admin: FlaskClient) -> None:
    assert admin.get("/apps/chat/get-chat?id=1&q=x").status_code == 200
    answer = admin.post(
        "/apps/chat/send-msg",
        json={"obj": {"contact": {"id": 3, "fullName": "X", "chat": {}}, "message": "Hi", "role": "admin"}, "more": 1},
    )
    assert answer.status_code == 201


def test_nobody_else_reads_it(app: Flask, admin: FlaskClient) -> None:
    stranger = signed_in(app, 4)
    assert lists(stranger)["chatsContacts"] == []
    assert "chat" not in stranger.get("/apps/chat/get-chat?id=1").json


def test_another_workspace_has_its_own_people(app: Flask, admin: FlaskClient) -> None:
    other = add_workspace("B")
    with within(other.id):
        add_person("admin")
        add_person("editor")
        elsewhere = signed_in(app, 1)
    assert [contact["id"] for contact in lists(elsewhere)["contacts"]] == []
    assert elsewhere.get("/apps/chat/get-chat?id=5").status_code == 404


def test_who_has_left_is_read_but_not_written_to(admin: FlaskClient) -> None:
    delete_user(db.session.scalars(select(User).where(User.number == 2)).one())
    assert 1 not in [contact["id"] for contact in lists(admin)["contacts"]]
    assert 1 in [chat["id"] for chat in lists(admin)["chatsContacts"]]
    assert len(admin.get("/apps/chat/get-chat?id=1").json["chat"]["chat"]) == 34
    assert send(admin, 1).status_code == 409


def test_anonymous_is_refused(client: FlaskClient) -> None:
    for path in ("chats-and-contacts", "users/profile-user", "get-chat?id=1"):
        assert client.get(f"/apps/chat/{path}").status_code == 401
    assert send(client, 1).status_code == 401
