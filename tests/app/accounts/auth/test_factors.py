"""One's own second factor: set up, shown once, used, renewed, turned off, asked for, taken away."""

import re
import threading
from collections.abc import Iterator
from typing import Any

import pyotp
import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import Client, TestResponse

from app.accounts.auth import factors, service, tokens
from app.accounts.auth.models import AuthSession, RecoveryCode, SecondFactor
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import everywhere
from app.core.errors import Invalid
from app.core.security.limits import limits
from tests.conftest import add_person
from tests.factories.accounts import HERE, PASSWORD, add_guarded, bearer_client, code, csrf_headers, log_in
from tests.factories.audit import audit_events

pytestmark = pytest.mark.both

FACTOR = "/api/v1/me/second-factor"
NOT_ASKED = {"second_factor_required": False, "second_factor_from": None, "revision": 1}


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that does not move until a test moves it."""
    with time_machine.travel("2026-11-20T10:00:05Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def person(workspace: Workspace) -> User:
    """An administrator without a second factor."""
    return add_person("admin", password=PASSWORD)


@pytest.fixture
def signed_in(app: Flask, person: User) -> FlaskClient:
    """A client of that person."""
    return bearer_client(app, person)


def begin(client: FlaskClient) -> Any:
    """Begin to set one up."""
    return client.post(FACTOR, json={"password": PASSWORD})


def sign_in(app: Flask, person: User, new_code: str | None = None) -> tuple[FlaskClient, TestResponse]:
    """A browser that has given the password, and the code if there is one."""
    browser = app.test_client()
    body = {"email": person.email, "password": PASSWORD, "next": "/reports/dashboard?grp=sales"}
    answer = browser.post("/api/v1/session", json=body, headers=csrf_headers(browser, app))
    if new_code is not None:
        body = {"code": new_code, "next": "/reports/dashboard?grp=sales"}
        answer = browser.post("/api/v1/session/code", json=body, headers=csrf_headers(browser, app))
    return browser, answer


def test_it_is_set_up_by_password_and_code_and_then_asked_for(app: Flask, person: User, signed_in: FlaskClient) -> None:
    before = signed_in.get(FACTOR)
    assert before.json == {"since": None, "codes_left": 0, "required": False, "enrolment": None} | {
        "has_password": True,
        "required_from": None,
    }
    assert before.headers["Cache-Control"] == "no-store"
    begun = begin(signed_in)
    assert begun.status_code == 201 and begun.headers["Cache-Control"] == "no-store"
    assert begun.json["uri"].startswith("otpauth://totp/Parley:") and begun.json["qr"].startswith("data:image/svg+xml")
    assert pyotp.parse_uri(begun.json["uri"]).secret == begun.json["seed"]
    assert signed_in.get(FACTOR).json["enrolment"] == begun.json
    assert sign_in(app, person)[1].status_code == 201  # Not in force before it is confirmed.
    done = signed_in.post(f"{FACTOR}/confirmation", json={"code": code(begun.json["seed"])})
    assert done.status_code == 200 and done.headers["Cache-Control"] == "no-store"
    assert len(set(done.json["codes"])) == 10
    assert all(re.fullmatch(r"(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}", code) for code in done.json["codes"])
    after = signed_in.get(FACTOR).json
    assert after["since"] == "2026-11-20T10:00:05+00:00" and (after["codes_left"], after["enrolment"]) == (10, None)
    assert begun.json["seed"] not in signed_in.get(FACTOR).text
    browser, answer = sign_in(app, person)
    assert answer.status_code == 202 and answer.headers["Cache-Control"] == "no-store"
    assert answer.json == {"pending": "code", "next": "/pages/login-v1/code?next=%2Freports%2Fdashboard%3Fgrp%3Dsales"}
    assert browser.get("/api/v1/me").status_code == 401


def test_setting_it_up_ends_the_sessions_that_a_password_alone_has_opened(
    app: Flask, person: User, signed_in: FlaskClient
) -> None:
    other = bearer_client(app, person)
    seed = begin(signed_in).json["seed"]
    assert other.get("/api/v1/me").status_code == 200
    signed_in.post(f"{FACTOR}/confirmation", json={"code": code(seed)})
    assert (signed_in.get("/api/v1/me").status_code, other.get("/api/v1/me").status_code) == (200, 401)


def test_the_second_step_signs_in_goes_on_and_takes_its_cookie_away(app: Flask, workspace: Workspace) -> None:
    person, seed, _ = add_guarded()
    browser, answer = sign_in(app, person, code(seed))
    assert (answer.status_code, answer.json["next"]) == (201, "/reports/dashboard?grp=sales")
    assert browser.get_cookie("pending") is None and browser.get("/api/v1/me").json["user"]["id"] == str(person.id)


@pytest.mark.parametrize("keep", [True, False])
def test_being_kept_signed_in_outlives_the_second_step(app: Flask, workspace: Workspace, keep: bool) -> None:
    person, seed, _ = add_guarded()
    browser = app.test_client()
    body = {"email": person.email, "password": PASSWORD, "keep": keep}
    browser.post("/api/v1/session", json=body, headers=csrf_headers(browser, app))
    browser.post("/api/v1/session/code", json={"code": code(seed)}, headers=csrf_headers(browser, app))
    with everywhere():
        assert [row.keep for row in db.session.scalars(select(AuthSession))] == [keep]


def test_bearer_clients_are_answered_in_their_own_shape(app: Flask, client: FlaskClient, workspace: Workspace) -> None:
    person, _, _ = add_guarded()
    answer = log_in(client, person.email)
    assert answer.status_code == 400 and set(answer.json) == {"error"}
    assert "second factor" in answer.json["error"]["email"]
    assert log_in(client, person.email, "wrong").json == {"error": {"email": "Email or Password is Invalid"}}


@pytest.mark.parametrize(("email", "password"), [("", ""), ("x" * 400, "secret"), ("someone@vela.example", "x" * 300)])
def test_what_cannot_be_a_pair_is_a_wrong_one(client: FlaskClient, email: str, password: str) -> None:
    wrong = log_in(client, email, password)
    assert (wrong.status_code, wrong.json) == (400, {"error": {"email": "Email or Password is Invalid"}})


def test_a_recovery_code_lets_in_once_however_it_is_written(app: Flask, workspace: Workspace) -> None:
    person, _, codes = add_guarded()
    written = codes[3].lower().replace("-", " ")
    browser, answer = sign_in(app, person, f" {written} ")
    assert answer.status_code == 201
    assert browser.get(FACTOR).json["codes_left"] == 9
    assert sign_in(app, person, codes[3])[1].status_code == 401
    assert sign_in(app, person, codes[4])[1].status_code == 201
    with everywhere():
        stored = db.session.scalars(select(RecoveryCode.digest)).all()
    assert len(stored) == 10 and not {code.replace("-", "") for code in codes} & set(stored)


def test_someone_elses_recovery_code_lets_nobody_in(app: Flask, workspace: Workspace) -> None:
    (mine, _, _), (_, _, theirs) = add_guarded(), add_guarded()
    assert sign_in(app, mine, theirs[0])[1].status_code == 401


@pytest.mark.parametrize(
    ("name", "value"), [("password_version", 2), ("status", "suspended"), ("second_factor_at", None)]
)
def test_who_owes_a_code_is_nobody_once_anything_has_changed(workspace: Workspace, name: str, value: object) -> None:
    person, _seed, _codes = add_guarded()
    pending = tokens.Pending(person.id, person.workspace_id, person.password_version, keep=False)
    assert service.pending_user(pending) is person
    setattr(person, name, value)
    db.session.flush()
    assert service.pending_user(pending) is None


def test_wrong_codes_are_written_down_with_whose_they_were_and_the_last_as_a_lock(
    app: Flask, workspace: Workspace
) -> None:
    person, _seed, _codes = add_guarded()
    for _ in range(5):
        with pytest.raises(Invalid, match="code"):
            factors.check(person, "000000", HERE)
    written = [(row.action, row.user_id) for row in audit_events() if row.action in ("session:fail", "session:lock")]
    assert written == [("session:fail", person.id)] * 4 + [("session:lock", person.id)]


def test_wrong_codes_under_a_key_are_written_down_like_any(app: Flask, workspace: Workspace) -> None:
    person, _seed, _codes = add_guarded()
    client = bearer_client(app, person)
    for number in range(5):
        headers = {"Idempotency-Key": f"guess-{number}"}
        assert client.post(f"{FACTOR}/codes", json={"code": "000000"}, headers=headers).status_code == 422
    assert client.post(f"{FACTOR}/codes", json={"code": "000000"}).status_code == 429
    written = [row.action for row in audit_events() if row.action in ("session:fail", "session:lock")]
    assert written == ["session:fail"] * 4 + ["session:lock"]


@pytest.mark.parametrize(("seconds", "good"), [(-60, False), (-30, True), (30, True), (60, False)])
def test_a_device_may_be_half_a_minute_wrong_and_no_more(workspace: Workspace, seconds: int, good: bool) -> None:
    person, seed, _codes = add_guarded()
    if good:
        factors.check(person, code(seed, seconds), HERE)
        return
    with pytest.raises(Invalid):
        factors.check(person, code(seed, seconds), HERE)


def test_what_someone_else_has_begun_is_not_there_to_confirm(app: Flask, signed_in: FlaskClient, person: User) -> None:
    other = add_person("admin", password=PASSWORD)
    seed = begin(bearer_client(app, other)).json["seed"]
    answer = signed_in.post(f"{FACTOR}/confirmation", json={"code": code(seed)})
    assert (answer.status_code, answer.json["code"]) == (409, "enrolment_over")


def test_a_device_is_shown_whose_seed_it_takes_over(person: User, signed_in: FlaskClient) -> None:
    card = begin(signed_in).json
    device = pyotp.parse_uri(card["uri"])
    assert (device.name, device.issuer, device.secret) == (person.email, "Parley", card["seed"])


def test_new_codes_make_the_old_ones_worthless(app: Flask, workspace: Workspace) -> None:
    person, seed, old = add_guarded()
    client = bearer_client(app, person)
    assert client.post(f"{FACTOR}/codes", json={"code": "1234"}).json["code"] == "wrong_code"
    fresh = client.post(f"{FACTOR}/codes", json={"code": code(seed, 30)})
    assert fresh.status_code == 200 and len(fresh.json["codes"]) == 10 and not set(old) & set(fresh.json["codes"])
    assert sign_in(app, person, old[0])[1].status_code == 401
    assert sign_in(app, person, fresh.json["codes"][0])[1].status_code == 201


def test_it_is_turned_off_by_password_and_code_only(app: Flask, workspace: Workspace) -> None:
    person, seed, _ = add_guarded()
    client = bearer_client(app, person)
    wrong = client.post(f"{FACTOR}/removal", json={"password": "wrong", "code": code(seed)})
    assert (wrong.status_code, list(wrong.json["errors"])) == (422, ["password"])
    wrong = client.post(f"{FACTOR}/removal", json={"password": PASSWORD, "code": "x"})
    assert (wrong.status_code, wrong.json["code"], list(wrong.json["errors"])) == (422, "wrong_code", ["code"])
    assert client.post(f"{FACTOR}/removal", json={"password": PASSWORD, "code": code(seed)}).status_code == 204
    assert sign_in(app, person)[1].status_code == 201
    with everywhere():
        assert db.session.scalar(select(func.count()).select_from(SecondFactor)) == 0
        assert db.session.scalar(select(func.count()).select_from(RecoveryCode)) == 0


def test_what_does_not_fit_its_state_is_409(app: Flask, person: User, signed_in: FlaskClient) -> None:
    assert signed_in.post(f"{FACTOR}/confirmation", json={"code": "123456"}).json["code"] == "enrolment_over"
    assert signed_in.post(f"{FACTOR}/codes", json={"code": "123456"}).status_code == 409
    assert signed_in.post(f"{FACTOR}/removal", json={"password": PASSWORD, "code": "123456"}).status_code == 409
    seed = begin(signed_in).json["seed"]
    signed_in.post(f"{FACTOR}/confirmation", json={"code": code(seed)})
    assert begin(signed_in).status_code == 409
    assert signed_in.post(f"{FACTOR}/confirmation", json={"code": code(seed, 30)}).status_code == 409


def test_it_is_not_begun_without_the_password(person: User, signed_in: FlaskClient) -> None:
    answer = signed_in.post(FACTOR, json={"password": "wrong"})
    assert (answer.status_code, answer.json["code"]) == (422, "wrong_password")
    assert signed_in.get(FACTOR).json["enrolment"] is None


def test_beginning_again_draws_another_seed(person: User, signed_in: FlaskClient) -> None:
    first, second = begin(signed_in).json["seed"], begin(signed_in).json["seed"]
    assert first != second
    assert signed_in.post(f"{FACTOR}/confirmation", json={"code": code(first)}).status_code == 422
    assert signed_in.post(f"{FACTOR}/confirmation", json={"code": code(second)}).status_code == 200


def test_an_enrolment_is_over_after_a_while(
    person: User, app: Flask, signed_in: FlaskClient, clock: time_machine.Traveller
) -> None:
    seed = begin(signed_in).json["seed"]
    clock.shift(15 * 60)
    later = bearer_client(app, person)
    assert later.get(FACTOR).json["enrolment"] is None
    assert later.post(f"{FACTOR}/confirmation", json={"code": code(seed)}).status_code == 409


def test_a_recovery_code_confirms_nothing(app: Flask, person: User, signed_in: FlaskClient) -> None:
    begin(signed_in)
    db.session.add(RecoveryCode(user_id=person.id, digest="0" * 64))
    assert signed_in.post(f"{FACTOR}/confirmation", json={"code": "ABCD-EFGH-ABCD-EFGH"}).status_code == 422


def test_a_repeated_confirmation_tells_the_same_codes_and_they_are_stored_sealed(
    person: User, signed_in: FlaskClient
) -> None:
    from app.core.http.idempotency import IdempotentCall

    key = {"Idempotency-Key": "lost-answer"}
    seed = begin(signed_in).json["seed"]
    body = {"code": code(seed)}
    first = signed_in.post(f"{FACTOR}/confirmation", json=body, headers=key)
    again = signed_in.post(f"{FACTOR}/confirmation", json=body, headers=key)
    assert first.json == again.json and again.headers["Idempotency-Replayed"] == "true"
    assert again.headers["Cache-Control"] == "no-store"
    (stored,) = db.session.scalars(select(IdempotentCall.body))
    assert stored.startswith("v1:") and first.json["codes"][0] not in stored


def test_of_the_same_code_twice_at_once_one_is_taken(app: Flask, workspace: Workspace) -> None:
    person, seed, _ = add_guarded()
    pending = tokens.pending_token(person, keep=False)
    browsers = [Client(app) for _ in range(4)]
    tried = [app.test_client() for _ in browsers]
    headers = [csrf_headers(other_browser, app) for other_browser in tried]
    seeds = [other_browser.get_cookie("csrf-seed") for other_browser in tried]
    db.session.commit()
    answers: list[int] = []

    def give(number: int) -> None:
        browser, cookie = browsers[number], seeds[number]
        assert cookie is not None
        browser.set_cookie("pending", pending)
        browser.set_cookie("csrf-seed", cookie.value)
        answer = browser.post("/api/v1/session/code", json={"code": code(seed)}, headers=headers[number])
        answers.append(answer.status_code)

    tabs = [threading.Thread(target=give, args=(number,)) for number in range(4)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join()
    assert sorted(answers) == [201, 401, 401, 401]


def test_the_limits_hold_while_the_shared_store_is_gone(
    app: Flask, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Gone:
        """A shared store that does not answer."""

        def __getattr__(self, name: str) -> Any:
            raise ConnectionError

    monkeypatch.setattr(limits, "_shared", Gone())
    person, seed, _ = add_guarded()
    client = bearer_client(app, person)
    for _ in range(5):
        assert client.post(f"{FACTOR}/codes", json={"code": "no"}).status_code == 422
    assert client.post(f"{FACTOR}/codes", json={"code": code(seed)}).status_code == 429


def test_who_lacks_what_the_workspace_asks_for_can_only_set_it_up(
    app: Flask, workspace: Workspace, person: User, signed_in: FlaskClient
) -> None:
    with everywhere():
        db.session.get_one(Workspace, workspace.id).second_factor_required = True
    assert signed_in.get("/api/v1/me").json["user"]["ability"] == [{"action": "read", "subject": "Auth"}]
    for path in ("/api/v1/bots", "/api/v1/me/sessions", "/api/v1/workspace/policy", "/api/v1/exports"):
        answer = signed_in.get(path)
        assert (answer.status_code, answer.json["code"]) == (403, "second_factor_required"), path
    assert signed_in.put("/api/v1/workspace/policy", json={"second_factor_required": False}).status_code == 403
    assert signed_in.post("/api/v1/me/password", json={}).status_code == 403
    assert signed_in.get(FACTOR).json["required"] is True
    seed = begin(signed_in).json["seed"]
    assert signed_in.post(f"{FACTOR}/confirmation", json={"code": code(seed)}).status_code == 200
    assert signed_in.get("/api/v1/bots").status_code == 200
    assert signed_in.get("/api/v1/me").json["user"]["ability"] == [{"action": "manage", "subject": "all"}]


def test_only_admins_ask_it_of_everybody_and_only_with_one_of_their_own(
    app: Flask, workspace: Workspace, signed_in: FlaskClient
) -> None:
    policy = "/api/v1/workspace/policy"
    off, on = {"If-Match": '"1"'}, {"If-Match": '"2"'}
    response = signed_in.get(policy)
    assert (response.json, response.headers["ETag"]) == (
        {"second_factor_required": False, "second_factor_from": None, "revision": 1},
        '"1"',
    )
    answer = signed_in.put(policy, json={"second_factor_required": True}, headers=off)
    assert (answer.status_code, answer.json["code"]) == (409, "own_factor_missing")
    maintainer = bearer_client(app, add_person("maintainer"))
    assert maintainer.put(policy, json={"second_factor_required": True}, headers=off).status_code == 403
    assert maintainer.get(policy).status_code == 200
    guarded = bearer_client(app, add_guarded()[0])
    change = guarded.put(policy, json={"second_factor_required": True}, headers=off)
    assert (change.json, change.headers["ETag"]) == (
        {"second_factor_required": True, "second_factor_from": None, "revision": 2},
        '"2"',
    )
    assert maintainer.get(policy).status_code == 403
    missing = guarded.put(policy, json={"second_factor_required": False})
    assert (missing.status_code, missing.json["code"]) == (428, "precondition_required")
    stale = guarded.put(policy, json={"second_factor_required": False}, headers=off)
    assert (stale.status_code, stale.json["current"], stale.headers["ETag"]) == (412, change.json, '"2"')
    assert guarded.put(policy, json={"second_factor_required": False}, headers=on).json == response.json
    assert maintainer.get(policy).status_code == 200


def test_a_day_is_named_before_which_nothing_is_refused(
    app: Flask, workspace: Workspace, person: User, signed_in: FlaskClient, clock: time_machine.Traveller
) -> None:
    policy = "/api/v1/workspace/policy"
    guarded = bearer_client(app, add_guarded()[0])
    body = {"second_factor_required": True, "second_factor_from": "2026-11-22"}
    response = guarded.put(policy, json=body, headers={"If-Match": '"1"'})
    assert (
        response.json == body | {"revision": int(response.headers["ETag"].strip('"'))} and response.json["revision"] > 2
    )
    factor = signed_in.get(FACTOR).json
    assert (factor["required"], factor["required_from"]) == (False, "2026-11-22")
    assert signed_in.get("/api/v1/bots").status_code == 200
    assert log_in(app.test_client(), person.email).status_code == 200
    # The day begins in the workspace's zone: at 18:30 UTC in Kolkata.
    clock.move_to("2026-11-21T18:29:00Z")
    assert log_in(app.test_client(), person.email).status_code == 200
    clock.move_to("2026-11-21T18:30:00Z")
    late = log_in(app.test_client(), person.email)
    assert late.status_code == 400 and "requires a second factor" in late.json["error"]["email"]
    wrong = log_in(app.test_client(), person.email, "wrong")
    assert wrong.json["error"]["email"] == "Email or Password is Invalid"
    headers = {"If-Match": "*"}
    fresh = bearer_client(app, add_guarded()[0])
    assert fresh.put(policy, json={"second_factor_required": False}, headers=headers).json == NOT_ASKED
    assert log_in(app.test_client(), person.email).status_code == 200


def test_an_operator_takes_it_away(app: Flask, workspace: Workspace) -> None:
    person, _, _ = add_guarded()
    client = bearer_client(app, person)
    runner = app.test_cli_runner()
    done = runner.invoke(args=["user", "reset-2fa", "--email", person.email.upper()])
    assert done.exit_code == 0 and "password alone" in done.output
    assert client.get("/api/v1/me").status_code == 401
    assert sign_in(app, person)[1].status_code == 201
    again = runner.invoke(args=["user", "reset-2fa", "--email", person.email])
    nobody = runner.invoke(args=["user", "reset-2fa", "--email", "nobody@example.test"])
    assert again.exit_code == nobody.exit_code == 1
