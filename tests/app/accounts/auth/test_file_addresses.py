"""Pictures and attachments in a client whose `<img>` can send no token: by addresses signed for its session."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from app.accounts.auth import file_addresses, service, tokens
from app.accounts.auth.models import AuthSession
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.conftest import add_person, add_workspace
from tests.factories.mailboxes import MAIL, attach_file, send_draft
from tests.factories.pictures import png

PICTURE = "/media/avatars/"
_PLAIN = re.compile(r'"(/media/avatars/\w+|/api/v1/mail/\d+/attachments/\d+)"')
ADDRESS = re.compile(r'"((?:/media/avatars/\w+|/api/v1/mail/\d+/attachments/\d+)\?[^"]+)"')


def send(client: FlaskClient, shade: int = 0) -> str:
    """Take a picture of one's own; its address as it is answered."""
    form = {"file": (io.BytesIO(png(shade=shade)), "me.png")}
    answer = client.post("/api/v1/account/avatar", data=form, content_type="multipart/form-data")
    assert answer.status_code == 201, answer.json
    address: str = answer.json["avatar"]
    return address


@pytest.fixture
def bearer(as_: Callable[..., FlaskClient]) -> FlaskClient:
    """A client that sends a token alone."""
    return as_("admin")


@pytest.fixture
def img(app: Flask) -> FlaskClient:
    """What fetches a picture: it sends neither token nor cookie."""
    return app.test_client()


def attached(client: FlaskClient) -> dict[str, Any]:
    """An attachment of a draft of the client's own, as its mail is answered."""
    draft = client.post("/api/v1/mail/drafts", json={}).json
    form = {"file": (io.BytesIO(png()), "plan.png")}
    path = f"/api/v1/mail/drafts/{draft['id']}/attachments"
    answer = client.post(path, data=form, content_type="multipart/form-data")
    assert answer.status_code == 201, answer.json
    (file,) = answer.json["attachments"]
    return dict(file)


def test_pictures_and_attachments_load_without_a_header(bearer: FlaskClient, img: FlaskClient) -> None:
    picture, file = send(bearer), attached(bearer)["url"]
    for address, kind in ((picture, "image/png"), (file, "image/png")):
        response = img.get(address)
        assert (response.status_code, response.mimetype) == (200, kind), response.json
        assert response.headers["Cache-Control"].startswith("private")
        assert img.head(address).status_code == 200
        # By the address alone nothing else is reached, and nothing is written.
        assert img.get(address.partition("?")[0]).status_code == 401
        assert img.get(f"/api/v1/me?{address.partition('?')[2]}").status_code == 401


def test_a_client_with_cookies_is_given_plain_addresses(app: Flask, workspace: Workspace, bearer: FlaskClient) -> None:
    send(bearer)
    user_id = db.session.scalars(select(User.id).order_by(User.id)).all()[-1]
    user = db.session.get_one(User, user_id)
    session = service.open_session(user, "cookie", service.Device("127.0.0.1", "tests"))
    token = tokens.access_token(session)
    db.session.commit()
    client = app.test_client()
    client.set_cookie("access", token)
    address = client.get("/api/v1/me").json["user"]["avatar"]
    assert address.startswith(PICTURE) and "?" not in address and client.get(address).status_code == 200


@pytest.mark.parametrize("change", [
    lambda a: a[:-1] + ("0" if a[-1] != "0" else "1"),
    lambda a: re.sub(r"exp=(\d+)", lambda m: f"exp={int(m[1]) + 3600}", a),
    lambda a: re.sub(r"exp=\d+", "exp=", a),
    lambda a: re.sub(r"exp=\d+", "exp=9" * 40, a),
    lambda a: re.sub(r"for=(\d+)", lambda m: f"for={int(m[1]) + 1}", a),
    lambda a: re.sub(r"&for=[\d.]+", "", a),
    lambda a: re.sub(r"sig=\w+", "sig=", a),
    lambda a: re.sub(r"sig=\w+", "sig=%D9%A1", a),
])  # fmt: skip
def test_a_changed_address_is_refused(bearer: FlaskClient, img: FlaskClient, change: Callable[[str], str]) -> None:
    for address in (send(bearer), attached(bearer)["url"]):
        assert img.get(address).status_code == 200
        refused = img.get(change(address))
        assert (refused.status_code, refused.json["code"]) == (403, "address_changed")
        assert refused.headers["Content-Type"].startswith("application/problem+json")


def test_an_address_is_good_for_its_own_file_alone(bearer: FlaskClient, img: FlaskClient) -> None:
    url, other = attached(bearer)["url"], attached(bearer)["url"]
    picture = send(bearer)
    signature = url.partition("?")[2]
    for path in (other.partition("?")[0], picture.partition("?")[0], f"{PICTURE}{'0' * 32}"):
        refused = img.get(f"{path}?{signature}")
        assert (refused.status_code, refused.json["code"]) == (403, "address_changed")


def test_an_address_ends_within_the_hour(
    bearer: FlaskClient, img: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, start = send(bearer), now()
    for minutes, status in ((44, 200), (61, 403)):
        moment = start + timedelta(minutes=minutes)
        monkeypatch.setattr(file_addresses, "now", lambda moment=moment: moment)
        answer = img.get(address)
        assert answer.status_code == status
    assert answer.json["code"] == "address_expired" and "expired" in answer.json["detail"]


def test_an_address_ends_with_the_session_and_with_the_person(
    app: Flask, workspace: Workspace, bearer: FlaskClient, img: FlaskClient
) -> None:
    address = send(bearer)
    assert img.get(address).status_code == 200
    session_id = int(re.search(r"for=\d+\.\d+\.(\d+)", address)[1])  # type: ignore[index]
    db.session.execute(update(AuthSession).where(AuthSession.id == session_id).values(revoked_at=now()))
    refused = img.get(address)
    assert (refused.status_code, refused.json["code"]) == (403, "address_expired")
    db.session.execute(update(AuthSession).where(AuthSession.id == session_id).values(revoked_at=None))
    assert img.get(address).status_code == 200
    db.session.execute(update(User).values(status="inactive"))
    assert img.get(address).status_code == 403


def test_an_address_opens_what_its_person_may_read_and_no_more(
    app: Flask, bearer: FlaskClient, as_: Callable[..., FlaskClient], img: FlaskClient
) -> None:
    """Signed for someone else: the file is looked for with their eyes."""
    mine = attached(bearer)["url"].partition("?")[0]
    picture = send(bearer).partition("?")[0]

    def as_signed_for(client: FlaskClient, path: str) -> str:
        token = client.environ_base["HTTP_AUTHORIZATION"].removeprefix("Bearer ")
        claims = tokens.read(token, "access")
        assert claims is not None
        with within(claims.workspace_id):
            return file_addresses.sign_address(path, db.session.get_one(AuthSession, claims.session_id))

    colleague = as_("client")
    assert img.get(as_signed_for(colleague, mine)).status_code == 404
    assert img.get(as_signed_for(colleague, picture)).status_code == 200
    stranger = as_("admin", add_workspace("Elsewhere"))
    for path in (mine, picture):
        assert img.get(as_signed_for(stranger, path)).status_code == 404


def test_a_key_that_signed_before_is_taken_after_a_rotation(app: Flask, bearer: FlaskClient, img: FlaskClient) -> None:
    address, before = send(bearer), app.config["SETTINGS"]
    try:
        app.config["SETTINGS"] = replace(before, secret_key="n" + before.secret_key[::-1])
        assert img.get(address).status_code == 403
        app.config["SETTINGS"] = replace(app.config["SETTINGS"], secret_key_fallbacks=(before.secret_key,))
        assert img.get(address).status_code == 200
    finally:
        app.config["SETTINGS"] = before


def test_a_signed_address_that_is_sent_back_is_stored_as_it_was(bearer: FlaskClient) -> None:
    address = send(bearer)
    plain = address.partition("?")[0]
    assert address != plain
    person = next(reader for reader in bearer.get("/api/users/list/all-data").json if reader["avatar"] == address)
    bearer.post("/apps/users/add-user", json=person | {"username": "second", "email": "second@example.test"})
    assert set(db.session.scalars(select(User.avatar))) == {plain}
    task = {"title": "Call", "assignee": {"fullName": "Asha", "avatar": address}}
    body = bearer.post("/apps/todo/add-tasks", json={"task": task}).json
    assert body["task"]["assignee"]["avatar"] == address


def test_no_answer_to_a_token_has_an_address_that_needs_one(app: Flask, workspace: Workspace) -> None:
    """Every call without parameters, for someone whose picture is wherever one is shown, and whose mail has a file."""
    password = "a long enough one"
    with within(workspace.id):
        email = add_person("admin", password=password).email
        db.session.commit()
    client = app.test_client()
    signed_in = client.post("/jwt/login", json={"email": email, "password": password}).json
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {signed_in['accessToken']}"
    send(client)
    attached(client)
    draft = client.post(f"{MAIL}/drafts", json={}).json
    assert attach_file(client, draft, "plan.png", png()).status_code == 201
    draft = client.get(f"{MAIL}/{draft['id']}").json
    assert send_draft(client, draft, to=email, subject="S", text="Hello").status_code == 200
    client.post("/api/v1/profile/posts", json={"text": "Hello"})
    seen: set[str] = set()
    again = client.post("/jwt/login", json={"email": email, "password": password})
    answers = {"/jwt/login": again.get_data(as_text=True)}
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and not rule.arguments and not rule.rule.startswith(("/static", "/pages")):
            answer = client.get(rule.rule)
            if answer.status_code == 200 and answer.is_json:
                answers[rule.rule] = answer.get_data(as_text=True)
    for path, text in answers.items():
        assert not _PLAIN.findall(text), path
        if ADDRESS.search(text):
            seen.add(path)
    assert {
        "/jwt/login", "/api/main-search/data", "/api/v1/me", "/api/v1/account", "/account-setting/data",
        "/api/users/list/all-data", "/profile/data", "/apps/email/emails",
    } <= seen  # fmt: skip
    fetched = {address for text in answers.values() for address in ADDRESS.findall(text)}
    assert all(app.test_client().get(address).status_code == 200 for address in fetched) and len(fetched) >= 3
