"""Attacks across workspaces and roles, over every operation there is (14 to 17)."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.conversations.models import Contact
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.security.abilities import BY_ROLE, can
from app.office.profile.models import Poll
from app.reports.explanations.service import metrics_of
from tests.conftest import add_workspace
from tests.contract.rows import grow
from tests.endurance import is_dealt
from tests.factories.answers import text_of
from tests.factories.operations import (
    CATALOGUE_VALUES,
    PARAMETER,
    PLACES,
    UNKNOWN_ID,
    body_of,
    call_operation,
    calls,
    count_rows,
    fill_path,
    resolve,
)

SignIn = Callable[..., FlaskClient]
SEEN = {"instance", "request_id"}
SMUGGLED = {"workspace_id": 2, "role": "admin", "id": 9, "created_at": "2026-01-01T00:00:00Z", "is_superuser": True}


def test_attack_14_another_workspaces_rows_never_were(
    app: Flask, as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    attacker, before, tried = as_("admin", add_workspace("B")), count_rows(), 0
    for method, path, operation in calls():
        if not PARAMETER.search(path):
            continue
        missing = set(PARAMETER.findall(path)) - {*owned, *CATALOGUE_VALUES}
        assert not missing, f"{path}: say in `owned` what {missing} is"
        if CATALOGUE_VALUES.keys() & set(PARAMETER.findall(path)):
            continue
        theirs = call_operation(attacker, method, fill_path(path, owned), operation)
        never = call_operation(attacker, method, PARAMETER.sub(str(UNKNOWN_ID), path), operation)
        assert theirs.status_code == never.status_code == 404, (
            f"{method} {path}: {theirs.status_code}, {never.status_code}"
        )
        assert {k: v for k, v in theirs.json.items() if k not in SEEN} == {
            k: v for k, v in never.json.items() if k not in SEEN
        }
        tried += 1
    assert tried > 15
    assert count_rows() == before


def own_query(path: str) -> str:
    """What a call wants to be asked for."""
    if path.startswith("/api/v1/reports/journey/") and path.endswith(("/funnel", ".csv", ".png")):
        return "steps=event:started;event:handoff"
    if path.endswith("/explain"):
        return f"metric={metrics_of(path.removeprefix('/api/v1/reports/').removesuffix('/explain'))[0].id}"
    return ""


def test_attack_14_lists_counts_and_searches_show_ones_own_only(
    as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    attacker, tried = as_("admin", add_workspace("B")), 0
    for method, path, operation in calls():
        if method != "get" or PARAMETER.search(path) or operation["x-required-ability"] in {"public", "signed in"}:
            continue
        answer = attacker.get(f"{path}?{own_query(path)}")
        assert answer.status_code == 200, path
        for name, number in owned.items():
            assert name in PLACES or str(number) not in text_of(answer), f"{path} shows {name}"
        tried += 1
    assert tried > 6
    for query in (f"bot={owned['bot_id']}", f"contact={owned['contact_id']}", "q=service"):
        answer = attacker.get(f"/api/v1/conversations?r=all&{query}")
        assert answer.status_code == 200 and answer.json["total"] == 0, query
    board = attacker.get(f"/api/v1/reports/dashboard?r=all&bot={owned['bot_id']}").json
    assert not any(card["value"] for card in board["cards"]) and board["as_of"] is None


def test_attack_15_another_workspaces_ids_in_bodies_are_refused(
    as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    place = add_workspace("B")
    with within(place.id):
        grow(1, "b")
        own = db.session.scalars(select(Contact)).first()
        poll_id = db.session.scalars(select(Poll.id)).first()
        bot = db.session.scalars(select(Bot)).first()
        assert own is not None and bot is not None
        own_id, bot_id = own.id, bot.id
    attacker, before = as_("admin", place), count_rows()
    tries: list[tuple[str, dict[str, Any], str]] = [
        ("/api/v1/bots", {"name": "Mine", "group": "sales", "client": str(owned["client_id"])}, "client"),
        (f"/api/v1/contacts/{own_id}/merge", {"other": str(owned["contact_id"])}, "other"),
        (f"/api/v1/bots/{bot_id}/goals/top", {"goal": str(owned["goal_id"])}, "goal"),
        ("/api/v1/parents", {"client": str(owned["client_id"]), "code": "X", "name": "X"}, "client"),
        ("/api/v1/vehicles", {"outlet": str(owned["outlet_id"]), "vin": "MRDHK4S2XT0000000"}, "outlet"),
        ("/api/v1/customers", {"outlet": str(owned["outlet_id"]), "name": "X"}, "outlet"),
        ("/api/v1/offers", {"client": str(owned["client_id"]), "name": "X"}, "client"),
        ("/api/v1/offers/audience", {"client": str(owned["client_id"])}, "client"),
        (
            "/api/v1/outlets",
            {"parent": str(owned["parent_id"]), "city": str(owned["city_id"]), "code": "X", "name": "X"},
            "parent",
        ),
        ("/api/v1/shop/cart", {"product": str(owned["product_id"])}, "product"),
        (f"/api/v1/profile/polls/{poll_id}/vote", {"option": str(owned["option_id"])}, "option"),
    ]
    for path, body, field in tries:
        answer = attacker.post(path, json=body)
        assert (answer.status_code, list(answer.json["errors"])) == (422, [field]), path
    import io

    form = {"bot": str(owned["bot_id"]), "file": (io.BytesIO(b'{"id":"a","turns":[]}'), "a.jsonl")}
    answer = attacker.post("/api/v1/imports", data=form, content_type="multipart/form-data")
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["bot"])
    assert count_rows() == before


def test_attack_16_no_field_is_set_that_is_not_offered(
    as_: SignIn, workspace: Workspace, owned: dict[str, int]
) -> None:
    admin, before, tried = as_("admin"), count_rows(), 0
    for method, path, operation in calls():
        body = body_of(operation)
        if method == "get" or body is None:
            continue
        target = fill_path(path, owned)
        offered = resolve(operation["requestBody"]["content"]["application/json"]["schema"])["properties"]
        for name, value in SMUGGLED.items():
            if name in offered:
                continue
            answer = admin.open(target, method=method.upper(), json=body | {name: value}, headers={"If-Match": '"1"'})
            assert answer.status_code == 422, f"{method} {path} takes {name}: {answer.status_code}"
            assert name in answer.json["errors"]
        tried += 1
    assert tried > 5
    assert count_rows() == before


DECIDED_BY_CHANGE = {"editor patch /api/v1/bots/{bot_id}/flow"}
"""Calls that refuse some changes of people who have the ability: editors change texts alone."""


@pytest.mark.one_database
@pytest.mark.parametrize("role", ["anonymous", "suspended", "admin elsewhere", *BY_ROLE])
def test_attack_17_every_operation_asks_for_its_ability(
    app: Flask, client: FlaskClient, as_: SignIn, workspace: Workspace, owned: dict[str, int], role: str
) -> None:
    if role == "suspended":
        caller = as_("admin")
        with within(workspace.id):
            db.session.query(User).order_by(User.id.desc()).first().status = "inactive"  # type: ignore[union-attr]
            db.session.commit()
    elif role == "admin elsewhere":
        caller = as_("admin", add_workspace("B"))
    else:
        caller = client if role == "anonymous" else as_(role)
    if role == "author":  # They see what is counted of their own bots.
        author = db.session.scalars(select(User).order_by(User.id.desc()).limit(1)).one()
        db.session.get_one(Bot, owned["bot_id"]).owner_id = author.id
        db.session.commit()
    signed_in = role in BY_ROLE or role == "admin elsewhere"
    for method, path, operation in calls():
        ability = operation["x-required-ability"]
        if ability == "public" or "/session" in path or not is_dealt(f"{role} {method} {path}"):
            continue
        target = fill_path(path, owned)
        answer = call_operation(caller, method, target, operation)
        if role == "admin elsewhere" and owned.keys() & set(PARAMETER.findall(path)):
            assert answer.status_code == 404, f"{role} {method} {path}"
            continue
        abilities = BY_ROLE.get(role, BY_ROLE["admin"])
        allowed = signed_in and (ability == "signed in" or can(abilities, *ability.split(" ", 1)))
        if not allowed:
            assert answer.status_code in ((403,) if signed_in else (401, 403)), f"{role} {method} {path}"
        else:
            refused = (401,) if f"{role} {method} {path}" in DECIDED_BY_CHANGE else (401, 403)
            assert answer.status_code not in refused and answer.status_code < 500, f"{role} {method} {path}"
