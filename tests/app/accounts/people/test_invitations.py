"""Invitations: sent by those who may, good once for a week, ended by a newer one or by revoking."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update

from app.accounts.auth.resets import digest_of
from app.accounts.people.models import Invitation
from app.accounts.users.models import User
from app.clients.models import Client
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs import Job
from tests.conftest import add_person, add_workspace
from tests.factories.accounts import PASSWORD
from tests.factories.audit import audit_events
from tests.factories.mail import Post, do_jobs, post_office, text_of

URL = "/api/v1/invitations"
WHO = {"email": "prakash.joshi@suryodaya.test", "full_name": "Prakash Joshi", "role": "editor"}
As = Callable[..., FlaskClient]


@pytest.fixture
def post(app: Flask) -> Iterator[Post]:
    """The mail server of this installation."""
    with post_office(app) as office:
        yield office


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator."""
    return as_("admin")


def send(admin: FlaskClient, **other: str) -> dict[str, Any]:
    """Invite someone; the answer."""
    answer = admin.post(URL, json=WHO | other)
    assert answer.status_code == 201, answer.json
    assert answer.headers["Cache-Control"] == "no-store"
    return dict(answer.json)


def token_of(sent: dict[str, Any]) -> str:
    """The token of a link."""
    return str(sent["link"]).partition("token=")[2]


def join(app: Flask, token: str, password: str = PASSWORD) -> tuple[int, str | None, FlaskClient]:
    """Accept by a link; status and code of the answer, and the browser."""
    client = app.test_client()
    answer = client.post(f"{URL}/accept", json={"token": token, "password": password})
    return answer.status_code, answer.json.get("code"), client


def invited() -> User:
    """The person of these tests."""
    db.session.expire_all()
    return db.session.scalars(select(User).where(User.email == WHO["email"])).one()


def test_who_is_invited_joins_by_the_link_of_the_mail(app: Flask, admin: FlaskClient, post: Post) -> None:
    sent = send(admin)
    assert set(sent) == {"id", "user_id", "link", "expires_at", "revision", "mailed"}
    assert (invited().status, invited().password_hash, invited().username) == ("pending", None, "prakash.joshi")
    listing = admin.get("/api/users/list/data", query_string={"status": "pending"}).json["users"]
    assert [row["email"] for row in listing] == [WHO["email"]]
    do_jobs(app)
    assert post.recipients == [[WHO["email"]]]
    match = re.search(r"http\S+/invitation\?token=(\S+)", text_of(post.taken[0]))
    assert match and match[0] == sent["link"]
    card = app.test_client().get(f"{URL}/link", query_string={"token": match[1]})
    assert (card.status_code, card.json["workspace"], card.json["invited_by"]) == (200, "Meridian Motors", "Admin")
    status, _, browser = join(app, match[1])
    assert (status, invited().status) == (200, "active")
    me = browser.get("/api/v1/me").json["user"]
    assert (me["email"], me["role"]) == (WHO["email"], "editor")
    assert app.test_client().post("/jwt/login", json={"email": WHO["email"], "password": PASSWORD}).status_code == 200
    assert [row.action for row in audit_events() if row.subject == "invitation"] == [
        "invitation:create",
        "invitation:accept",
    ]


def test_who_sees_one_client_alone_is_invited_in_its_name(app: Flask, admin: FlaskClient, post: Post) -> None:
    member, plain = Client(name="Vela Cars", mail_from="Vela, Care"), Client(name="Other")
    db.session.add_all([member, plain])
    db.session.commit()
    scopes = [[member.id], [member.id, plain.id], [plain.id]]
    for n, ids in enumerate(scopes):
        body = {
            "email": f"p{n}@vela.test",
            "full_name": "P",
            "role": "client",
            "scope": {"clients": list(map(str, ids))},
        }
        assert admin.post(URL, json=body).status_code == 201
    do_jobs(app)
    senders = {message["To"]: message["From"].addresses[0] for message in post.taken}
    own = senders["p1@vela.test"]
    assert (senders["p0@vela.test"].display_name, senders["p0@vela.test"].addr_spec) == ("Vela, Care", own.addr_spec)
    assert senders["p2@vela.test"] == own and own.display_name != "Vela, Care"


def test_a_link_is_good_once(app: Flask, admin: FlaskClient) -> None:
    sent = send(admin)
    token = token_of(sent)
    assert join(app, token)[0] == 200
    assert join(app, token, "another good sentence")[:2] == (410, "link_used")
    card = app.test_client().get(f"{URL}/link", query_string={"token": token}).json
    assert card.pop("state") == "used" and not any(card.values())
    assert admin.post(f"{URL}/{sent['id']}/resend").status_code == 409
    assert admin.delete(f"{URL}/{sent['id']}", headers={"If-Match": "*"}).status_code == 409


def test_a_link_ends_after_a_week_and_a_new_one_is_good(app: Flask, admin: FlaskClient) -> None:
    sent = send(admin)
    with time_machine.travel(now() + timedelta(days=7, minutes=1)):
        assert join(app, token_of(sent))[:2] == (410, "link_expired")
    again = admin.post(f"{URL}/{sent['id']}/resend").json
    assert join(app, token_of(sent))[:2] == (404, "unknown_link")
    assert join(app, token_of(again))[0] == 200


def test_the_list_of_people_has_what_became_of_invitations(app: Flask, admin: FlaskClient) -> None:
    sent = send(admin)

    def states() -> list[str | None]:
        rows = admin.get("/api/v1/people").json["items"]
        return [row["invitation"] for row in rows if row["id"] == sent["user_id"]]

    assert states() == ["open"]
    assert {row["invitation"] for row in admin.get("/api/v1/people").json["items"] if row["state"] == "active"} == {
        None
    }
    db.session.execute(update(Invitation).values(expires_at=now() - timedelta(minutes=1)))
    db.session.commit()
    assert states() == ["expired"]
    again = admin.post(f"{URL}/{sent['id']}/resend").json
    assert states() == ["open"]
    assert admin.delete(f"{URL}/{sent['id']}", headers={"If-Match": "*"}).status_code == 200
    assert states() == ["revoked"]
    assert join(app, token_of(again))[:2] == (410, "link_revoked")
    assert join(app, token_of(admin.post(f"{URL}/{sent['id']}/resend").json))[0] == 200
    assert states() == [None]
    added = admin.post(
        "/api/v1/people", json={"full_name": "Nobody Asked", "username": "nobody", "email": "nobody@example.test"}
    ).json
    assert (added["state"], added["invitation"]) == ("invited", "none")


def test_a_link_that_was_sent_again_is_mailed_and_the_old_one_is_not(
    app: Flask, admin: FlaskClient, post: Post
) -> None:
    sent = send(admin)
    again = admin.post(f"{URL}/{sent['id']}/resend").json
    do_jobs(app)
    assert [again["link"] in text_of(mail) for mail in post.taken] == [True]


def test_a_revoked_link_is_dead_until_it_is_sent_again(app: Flask, admin: FlaskClient, post: Post) -> None:
    sent = send(admin)
    path = f"{URL}/{sent['id']}"
    assert admin.delete(path).status_code == 428
    assert admin.delete(path, headers={"If-Match": '"99"'}).status_code == 412
    answer = admin.delete(path, headers={"If-Match": f'"{sent["revision"]}"'})
    assert (answer.status_code, answer.json["state"]) == (200, "revoked")
    do_jobs(app)
    assert not post.taken
    assert join(app, token_of(sent))[:2] == (410, "link_revoked")
    assert join(app, token_of(admin.post(f"{path}/resend").json))[0] == 200


def test_a_link_ends_with_the_address_it_was_mailed_to(app: Flask, admin: FlaskClient) -> None:
    sent, headers = send(admin), {"If-Match": "*"}
    person, path = f"/api/v1/people/{sent['user_id']}", f"{URL}/{sent['id']}"
    assert admin.patch(person, json={"email": WHO["email"].upper()}, headers=headers).status_code == 200
    assert admin.get(f"{URL}/link", query_string={"token": token_of(sent)}).json["state"] == "open"
    assert admin.patch(person, json={"email": "right@example.test"}, headers=headers).status_code == 200
    assert join(app, token_of(sent))[:2] == (410, "link_revoked")
    assert join(app, token_of(admin.post(f"{path}/resend").json))[0] == 200


def test_only_a_digest_is_stored(app: Flask, admin: FlaskClient) -> None:
    token = token_of(send(admin))
    row = db.session.scalars(select(Invitation)).one()
    assert row.digest == digest_of(token)
    assert all(token not in str(job.payload) for job in db.session.scalars(select(Job)))


@pytest.mark.parametrize("role", ["subscriber", "client", "editor", "author"])
def test_only_those_who_may_add_people_invite(app: Flask, as_: As, admin: FlaskClient, role: str) -> None:
    sent, client = send(admin), as_(role)
    assert client.post(URL, json=WHO | {"email": "x@y.test"}).status_code == 403
    assert client.post(f"{URL}/{sent['id']}/resend").status_code == 403
    assert client.delete(f"{URL}/{sent['id']}", headers={"If-Match": "*"}).status_code == 403
    assert client.get(URL).status_code == 403


def test_another_workspaces_invitation_is_not_there(app: Flask, as_: As, admin: FlaskClient) -> None:
    sent, other = send(admin), as_("admin", add_workspace("Vela"))
    assert other.post(f"{URL}/{sent['id']}/resend").status_code == 404
    assert other.delete(f"{URL}/{sent['id']}", headers={"If-Match": "*"}).status_code == 404
    assert other.get(URL).json["total"] == 0
    assert other.post(URL, json=WHO).status_code == 409


def test_people_who_were_added_before_are_invited_and_those_who_sign_in_are_not(app: Flask, admin: FlaskClient) -> None:
    added = admin.post("/apps/users/add-user", json={"fullName": "P", "username": "pj", "email": WHO["email"]})
    assert added.status_code == 201
    sent = send(admin)
    assert (invited().full_name, invited().role, invited().username) == ("Prakash Joshi", "editor", "pj")
    assert join(app, token_of(sent))[0] == 200
    assert admin.post(URL, json=WHO).status_code == 409


def test_anyone_who_was_deleted_or_made_inactive_does_not_join(app: Flask, admin: FlaskClient) -> None:
    sent = send(admin)
    invited().status = "inactive"
    assert join(app, token_of(sent))[:2] == (410, "link_revoked")
    invited().status = "pending"
    invited().deleted_at = now()
    assert join(app, token_of(sent))[0] == 410


def test_a_username_is_made_of_the_address_and_free(app: Flask, admin: FlaskClient) -> None:
    send(admin)
    send(admin, email="Prakash.Joshi@vela.test")
    with within(add_workspace("Vela").id):
        assert add_person("admin")
    usernames = set(db.session.scalars(select(User.username).where(User.username.startswith("prakash"))))
    assert usernames == {"prakash.joshi", "prakash.joshi2"}


def test_sending_and_guessing_are_limited(app: Flask, admin: FlaskClient) -> None:
    for number in range(30):
        send(admin, email=f"n{number}@example.test")
    assert admin.post(URL, json=WHO).status_code == 429
    assert [join(app, "no such token")[0] for _ in range(21)] == [404] * 20 + [429]


def test_a_weak_password_is_refused_and_the_link_stays_good(app: Flask, admin: FlaskClient) -> None:
    token = token_of(send(admin))
    assert join(app, token, "password1")[0] == 422
    assert join(app, token)[0] == 200


def test_another_site_cannot_make_a_browser_join(app: Flask, admin: FlaskClient) -> None:
    token = token_of(send(admin))
    # What a browser sends across sites without asking first: a form, never JSON.
    answer = app.test_client().post(f"{URL}/accept", data={"token": token, "password": PASSWORD})
    assert answer.status_code == 415 and "Set-Cookie" not in answer.headers


def test_an_address_with_an_unseen_character_is_the_same_person(admin: FlaskClient) -> None:
    send(admin)
    again = admin.post(URL, json=WHO | {"email": f"{WHO['email']}\u200b"})
    assert again.status_code in (200, 201) and invited().email == WHO["email"]
    assert db.session.scalar(select(func.count(User.id)).where(User.email.startswith(WHO["email"]))) == 1
