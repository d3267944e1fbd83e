"""Signing in at a provider that really runs: who comes in, and what keeps everybody else out."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.auth import passwords
from app.accounts.auth.models import AuthSession
from app.accounts.oidc import service
from app.accounts.oidc.models import Identity
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.core.db.base import db
from app.notifications.models import Notification
from tests.app.accounts.oidc.conftest import ENTRY, SignIn, Trust, offer
from tests.conftest import add_workspace
from tests.factories.accounts import PASSWORD, csrf_headers, enrol
from tests.factories.audit import audit_events
from tests.factories.openid import SIGN_ON_PAGE, OpenIdProvider, add_member, problem_of


def sessions_of(user: User) -> int:
    """How many sessions a person has."""
    return db.session.scalar(select(func.count()).select_from(AuthSession).where(AuthSession.user_id == user.id)) or 0


def actions() -> list[tuple[str, str]]:
    """What the audit log says of sign-ins, oldest first."""
    rows = db.session.scalars(select(AuditEvent).order_by(AuditEvent.seq))
    return [(row.action, row.detail) for row in rows if row.subject in ("session", "identity")]


def test_a_member_comes_in_by_their_address_and_then_by_who_they_are(
    client: FlaskClient, trust: Trust, sign_in: SignIn
) -> None:
    user = add_member("asha")
    assert trust().status_code == 200
    answer = sign_in("asha")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/reports/usage")
    assert client.get("/api/v1/me").json["user"]["email"] == "asha@example.test"
    assert client.get_cookie("sign-on") is None
    # From now on their address does not matter.
    user.email = user.email_key = "asha.kulkarni@example.test"
    db.session.commit()
    assert sign_in("asha").headers["Location"] == "/reports/usage"
    assert (sessions_of(user), db.session.scalar(select(func.count()).select_from(Identity))) == (2, 1)
    assert ("session:create", "single sign-on") in actions() and actions()[-3:][0][0] != "identity:create"
    assert [action for action, _ in actions()].count("identity:link") == 1


def test_a_new_device_is_notified_of(app: Flask, trust: Trust, sign_in: SignIn) -> None:
    user = add_member("asha")
    trust()
    sign_in("asha")
    other = app.test_client()
    other.environ_base["HTTP_USER_AGENT"] = "Another/1.0"
    sign_in("asha", other)
    kinds = select(Notification.kind).where(Notification.user_id == user.id)
    assert list(db.session.scalars(kinds)) == ["sign_in"]


def test_nobody_else_comes_in_unless_the_workspace_wants_it(client: FlaskClient, trust: Trust, sign_in: SignIn) -> None:
    trust()
    assert problem_of(sign_in("newcomer")) == "unknown"
    trust(creates=True, role="subscriber")
    assert sign_in("newcomer").headers["Location"] == "/reports/usage"
    user = db.session.scalars(select(User).where(User.email_key == "newcomer@example.test")).one()
    assert (user.auth_role, user.full_name) == ("subscriber", "newcomer of Example")
    assert user.scope == {"clients": [], "outlets": [], "bots": []} and user.password_hash == passwords.NONE
    assert client.get("/api/v1/conversations").json["total"] == 0


def test_an_invited_person_joins_by_signing_in(admin: FlaskClient, trust: Trust, sign_in: SignIn) -> None:
    trust()
    body = {"email": "guest@example.test", "full_name": "Guest", "role": "subscriber"}
    invited = admin.post("/api/v1/invitations", json=body).json
    assert sign_in("guest").headers["Location"] == "/reports/usage"
    user = db.session.get_one(User, int(invited["user_id"]))
    assert (user.status, user.password_hash) == ("active", passwords.NONE)
    link = invited["link"].partition("token=")[2]
    accepted = admin.post("/api/v1/invitations/accept", json={"token": link, "password": "a long enough one"})
    assert accepted.status_code == 410


def test_someone_added_but_not_invited_waits(admin: FlaskClient, trust: Trust, sign_in: SignIn) -> None:
    trust()
    add_member("added", status="pending", password_hash=None)
    assert problem_of(sign_in("added")) == "unknown"
    trust(creates=True)
    assert sign_in("added").headers["Location"] == "/reports/usage"


@pytest.mark.parametrize("change", [{"status": "inactive"}, {"status": "inactive", "deactivated_at": "now"},
                                    {"locked_until": "later"}])  # fmt: skip
def test_anyone_who_is_kept_out_stays_out(trust: Trust, sign_in: SignIn, change: dict[str, Any]) -> None:
    from app.core.clock import now

    times = {"now": now(), "later": now() + timedelta(minutes=5)}
    user = add_member("asha", **{key: times.get(value, value) for key, value in change.items()})
    trust()
    assert problem_of(sign_in("asha")) == "kept_out"
    assert sessions_of(user) == 0
    assert actions()[-1][0] == "session:fail" and actions()[-1][1].startswith("single sign-on: ")


def test_a_lock_leaves_the_browsers_of_before(client: FlaskClient, trust: Trust, sign_in: SignIn) -> None:
    from app.core.clock import now

    user = add_member("asha")
    trust()
    sign_in("asha")
    user.locked_until = now() + timedelta(minutes=5)
    db.session.commit()
    assert sign_in("asha").headers["Location"] == "/reports/usage"


def test_a_second_factor_is_owed_here_too(client: FlaskClient, trust: Trust, sign_in: SignIn) -> None:
    user = add_member("asha")
    enrol(user)
    trust()
    assert sign_in("asha").headers["Location"] == "/pages/login-v1/code?next=%2Freports%2Fusage"
    assert client.get_cookie("pending") is not None and client.get_cookie("access") is None
    assert sessions_of(user) == 0


@pytest.mark.parametrize(("login", "why"), [("unverified", "unverified"), ("asha@elsewhere.test", "domain"),
                                            ("", "cancelled")])  # fmt: skip
def test_what_a_provider_cannot_say_is_not_believed(trust: Trust, sign_in: SignIn, login: str, why: str) -> None:
    add_member("unverified")
    trust(creates=True)
    assert problem_of(sign_in(login)) == why


BENT: list[tuple[str, dict[str, Any]]] = [
    ("another nonce", {"claims": {"nonce": "another"}}),
    ("no nonce", {"claims": {"nonce": None}}),
    ("another audience", {"claims": {"aud": "somebody"}}),
    ("two audiences and no word for whom", {"claims": {"aud": ["parley", "somebody"]}}),
    ("made for another one of two", {"claims": {"aud": ["parley", "somebody"], "azp": "somebody"}}),
    ("another issuer", {"claims": {"iss": "https://login.example.com"}}),
    ("over", {"claims": {"exp": 1_700_000_000}}),
    ("without an end", {"claims": {"exp": None}}),
    ("from the future", {"claims": {"iat": 4_000_000_000}}),
    ("not signed", {"alg": "none"}),
    ("signed by our secret", {"alg": "HS256"}),
    ("signed by a key that is not theirs", {"kid": "strange"}),
    ("of nobody", {"claims": {"sub": ""}}),
    ("not verified in the token", {"claims": {"email": "asha@example.test", "email_verified": "true"}}),
]


@pytest.mark.parametrize("wrong", [wrong for _, wrong in BENT], ids=[name for name, _ in BENT])
def test_a_token_that_is_not_good_lets_nobody_in(
    client: FlaskClient, trust: Trust, sign_in: SignIn, provider: OpenIdProvider, wrong: dict[str, Any]
) -> None:
    user = add_member("asha")
    trust()
    provider.bend(**wrong)
    assert problem_of(sign_in("asha")) in ("refused", "unverified")
    assert client.get_cookie("access") is None and sessions_of(user) == 0
    assert sign_in("asha").headers["Location"] == "/reports/usage"


def test_the_address_is_taken_from_the_token_where_it_is_there(
    client: FlaskClient, trust: Trust, sign_in: SignIn, provider: OpenIdProvider
) -> None:
    add_member("devika")
    trust()
    provider.bend(claims={"email": "devika@example.test", "email_verified": True})
    assert sign_in("asha").headers["Location"] == "/reports/usage"
    assert client.get("/api/v1/me").json["user"]["email"] == "devika@example.test"


def test_new_keys_are_asked_for(
    trust: Trust, sign_in: SignIn, provider: OpenIdProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_member("asha")
    trust()
    sign_in("asha")
    provider.rotate()
    monkeypatch.setattr(service, "RENEWED_EVERY", timedelta(0))
    assert sign_in("asha").headers["Location"] == "/reports/usage"


def test_an_answer_is_good_once_and_for_the_browser_that_asked(
    app: Flask, client: FlaskClient, trust: Trust, workspace: Workspace, provider: OpenIdProvider
) -> None:
    user = add_member("asha")
    trust()
    there = client.get(f"{ENTRY}/{offer(client, workspace)}").headers["Location"]
    note = client.get_cookie("sign-on")
    assert note is not None and note.http_only and note.same_site == "Lax"
    answer = provider.sign_in(there, "asha")
    assert problem_of(app.test_client().get(answer)) == "expired"
    assert client.get(answer).headers["Location"] == "/"
    again = app.test_client()
    again.set_cookie("sign-on", note.value)
    assert problem_of(again.get(answer)) == "expired"
    assert problem_of(client.get(answer)) == "expired"
    assert sessions_of(user) == 1


@pytest.mark.parametrize("wrong", ["state=another", "state=", "state=%ff"])
def test_another_state_is_refused(
    client: FlaskClient, trust: Trust, workspace: Workspace, provider: OpenIdProvider, wrong: str
) -> None:
    add_member("asha")
    trust()
    there = client.get(f"{ENTRY}/{offer(client, workspace)}").headers["Location"]
    code = provider.sign_in(there, "asha").partition("code=")[2].partition("&")[0]
    assert problem_of(client.get(f"{ENTRY}/answer?code={code}&{wrong}")) == "expired"


def test_a_sign_in_that_takes_too_long_is_over(
    client: FlaskClient, trust: Trust, workspace: Workspace, provider: OpenIdProvider
) -> None:
    add_member("asha")
    trust()
    there = client.get(f"{ENTRY}/{offer(client, workspace)}").headers["Location"]
    note = client.get_cookie("sign-on")
    assert note is not None
    answer = provider.sign_in(there, "asha")
    with time_machine.travel("2100-01-01T00:00:00Z", tick=False):
        late = client.application.test_client()
        late.set_cookie("sign-on", note.value)
        assert problem_of(late.get(answer)) == "expired"


def test_an_answer_of_another_issuer_is_not_ours(
    client: FlaskClient, trust: Trust, workspace: Workspace, provider: OpenIdProvider
) -> None:
    add_member("asha")
    trust()
    there = client.get(f"{ENTRY}/{offer(client, workspace)}").headers["Location"]
    answer = provider.sign_in(there, "asha")
    assert problem_of(client.get(answer.partition("&iss=")[0] + "&iss=https%3A%2F%2Fother.example")) == "refused"


@pytest.mark.parametrize("onwards", ["https://evil.example/", "//evil.example", "/\\evil.example"])
def test_nobody_is_led_to_another_site(trust: Trust, sign_in: SignIn, onwards: str) -> None:
    add_member("asha")
    trust()
    assert sign_in("asha", onwards=onwards).headers["Location"] == "/"


def test_people_of_another_workspace_are_not_met(trust: Trust, sign_in: SignIn) -> None:
    from app.core.db.tenancy import within

    with within(add_workspace("Elsewhere").id):
        add_member("asha")
    trust(creates=True)
    assert problem_of(sign_in("asha")) == "unknown"
    assert db.session.scalar(select(func.count()).select_from(Identity)) == 0


def test_a_second_account_of_the_provider_does_not_take_a_person_over(
    trust: Trust, sign_in: SignIn, provider: OpenIdProvider
) -> None:
    add_member("asha")
    trust()
    sign_in("asha")
    provider.bend(claims={"email": "asha@example.test", "email_verified": True})
    assert problem_of(sign_in("somebody")) == "other_account"


def test_a_provider_that_is_gone_or_away_says_so(
    client: FlaskClient, admin: FlaskClient, trust: Trust, workspace: Workspace
) -> None:
    assert client.get(f"{ENTRY}/1").status_code == 404
    trust(issuer="http://127.0.0.1:9")
    assert problem_of(client.get(f"{ENTRY}/{offer(client, workspace)}")) == "unreachable"


def test_the_way_in_is_found_by_an_address(app: Flask, client: FlaskClient, trust: Trust) -> None:
    trust()
    body = {"email": "Asha@Example.TEST", "next": "/reports/usage"}
    response = client.post(ENTRY, json=body, headers=csrf_headers(client, app))
    assert response.json["next"] == f"{SIGN_ON_PAGE}?domain=example.test&next=%2Freports%2Fusage"
    assert client.get(ENTRY, query_string={"domain": "example.test"}).json["providers"][0]["label"] == "Example"
    for _ in range(20):
        unknown = client.post(ENTRY, json={"email": "a@other.test"}, headers=csrf_headers(client, app))
        assert (unknown.status_code, unknown.json["code"]) == (422, "no_provider")
    assert client.post(ENTRY, json=body, headers=csrf_headers(client, app)).status_code == 429


def test_a_workspace_without_passwords(
    app: Flask, client: FlaskClient, as_: Callable[..., FlaskClient], admin: FlaskClient, trust: Trust,
    sign_in: SignIn,
) -> None:  # fmt: skip
    user = add_member("asha")
    trust()
    assert trust(exclusive=True).json["code"] == "own_identity_missing"
    sign_in("asha")
    user.auth_role = user.role = "admin"
    db.session.commit()
    body = {"email": user.email, "password": PASSWORD}
    own = {"issuer": client.get("/api/v1/workspace/identity-provider").json["issuer"], "client_id": "parley",
           "label": "Example", "domains": "example.test", "exclusive": True}  # fmt: skip
    headers = {"X-CSRF-Token": client.get("/api/v1/session").json["csrf"], "If-Match": "*"}
    assert client.put("/api/v1/workspace/identity-provider", json=own, headers=headers).json["exclusive"] is True
    browser = app.test_client()
    refused = browser.post("/api/v1/session", json=body, headers=csrf_headers(browser, app))
    assert (refused.status_code, refused.json["code"]) == (403, "single_sign_on")
    refused = browser.post("/jwt/login", json=body)
    assert refused.status_code == 400 and "single sign-on" in refused.json["error"]["email"]
    wrong = browser.post("/jwt/login", json=body | {"password": "wrong"})
    assert wrong.json["error"]["email"] == "Email or Password is Invalid"
    invited = admin.post("/api/v1/invitations", json={"email": "g@example.test", "full_name": "G"}).json
    token = invited["link"].partition("token=")[2]
    assert browser.post("/api/v1/invitations/accept", json={"token": token, "password": PASSWORD}).status_code == 403
    assert sign_in("asha", browser).headers["Location"] == "/reports/usage"


def test_someone_without_a_password_sets_a_second_factor_up(client: FlaskClient, trust: Trust, sign_in: SignIn) -> None:
    trust(creates=True, role="subscriber")
    sign_in("newcomer")
    assert client.get("/api/v1/me/second-factor").json["has_password"] is False
    headers = {"X-CSRF-Token": client.get("/api/v1/session").json["csrf"]}
    assert client.post("/api/v1/me/second-factor", json={}, headers=headers).status_code == 201
    session = db.session.scalars(select(AuthSession).order_by(AuthSession.id.desc())).first()
    assert session is not None
    session.created_at -= timedelta(minutes=11)
    db.session.commit()
    late = client.post("/api/v1/me/second-factor", json={}, headers=headers)
    assert (late.status_code, late.json["code"]) == (403, "sign_in_again")
    body = {"email": "newcomer@example.test", "password": passwords.NONE}
    assert client.application.test_client().post("/jwt/login", json=body).status_code == 400


def test_someone_without_a_password_changes_the_address_after_a_fresh_sign_in(
    client: FlaskClient, trust: Trust, sign_in: SignIn
) -> None:
    trust(creates=True, role="subscriber")
    sign_in("newcomer")
    headers = {"X-CSRF-Token": client.get("/api/v1/session").json["csrf"], "If-Match": "*"}
    path = "/api/v1/account/general"
    assert client.patch(path, json={"email": "moved@example.test"}, headers=headers).status_code == 200
    session = db.session.scalars(select(AuthSession).order_by(AuthSession.id.desc())).first()
    assert session is not None
    session.created_at -= timedelta(minutes=11)
    db.session.commit()
    late = client.patch(path, json={"email": "again@example.test"}, headers=headers)
    assert (late.status_code, late.json["code"]) == (403, "sign_in_again")


def test_a_match_is_undone_unless_it_is_the_only_way_in(
    app: Flask, client: FlaskClient, as_: Callable[..., FlaskClient], admin: FlaskClient, trust: Trust,
    sign_in: SignIn,
) -> None:  # fmt: skip
    user = add_member("asha")
    trust(creates=True)
    own, theirs = "/api/v1/me/identity", f"/api/v1/people/{user.number}/identity"
    assert admin.get(theirs).json == {"identity": None}
    assert admin.post(f"{theirs}/unlink").status_code == 404
    sign_in("asha")
    identity = client.get(own).json["identity"]
    assert identity["only_way"] is False and admin.get(theirs).json["identity"] == identity
    assert as_("maintainer").post(f"{theirs}/unlink").status_code == 403
    assert as_("admin", add_workspace("Other")).post(f"{theirs}/unlink").status_code == 404
    gone = client.post(f"{own}/unlink", headers=csrf_headers(client, app))
    assert (gone.status_code, gone.json) == (200, {"identity": None})
    assert client.get("/api/v1/me").json["user"]["email"] == user.email
    sign_in("asha")
    assert admin.post(f"{theirs}/unlink").status_code == 200
    rows = [row for row in audit_events() if row.action == "identity:unlink"]
    assert [row.subject_id for row in rows] == [user.id, user.id] and rows[0].user_id == user.id != rows[1].user_id
    browser = app.test_client()
    sign_in("ravi", browser)
    assert browser.get(own).json["identity"]["only_way"] is True
    refused = browser.post(f"{own}/unlink", headers=csrf_headers(browser, app))
    assert (refused.status_code, refused.json["code"]) == (409, "only_way_in")
