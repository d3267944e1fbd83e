"""Access: what a scope means, who gives what to whom, and that explaining agrees with what is seen."""

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from app.accounts.people.access import explain
from app.accounts.users.models import User
from app.accounts.users.rights import abilities_of
from app.accounts.users.scope import KINDS, beyond, resolve_scope, scope_of
from app.accounts.workspaces.models import Workspace
from app.bots.catalog.models import Bot
from app.clients.models import City, Client, DealerGroup, Outlet
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.security.abilities import BY_ROLE, SUBJECTS, can
from app.notifications.models import Notification
from tests.conftest import add_person, add_workspace
from tests.factories.audit import audit_events

As = Callable[..., FlaskClient]
API = "/api/v1/people"
ALL = {"clients": None, "parents": None, "cities": None, "outlets": None, "bots": None}


@pytest.fixture
def ids(workspace: Workspace) -> dict[str, int]:
    """Two clients with a bot each; the first has two dealer groups with an outlet in each of two cities."""
    ids_: dict[str, int] = {}

    def keep(name: str, row: Any) -> int:
        db.session.add(row)
        db.session.flush()
        ids_[name] = row.id
        return int(row.id)

    for city in ("pune", "chennai"):
        keep(city, City(name=city.title()))
    for name in ("meridian", "vela"):
        client = keep(name, Client(name=name.title()))
        keep(f"{name} bot", Bot(client_id=client, name=name, name_key=name, group="service"))
    for group in ("kaveri", "coromandel"):
        parent = keep(group, DealerGroup(client_id=ids_["meridian"], name=group.title()))
        for city in ("pune", "chennai"):
            row = Outlet(client_id=ids_["meridian"], parent_id=parent, city_id=ids_[city], name=f"{group} {city}")
            keep(f"{group} {city}", row)
    db.session.commit()
    return ids_


OUTLETS = ("kaveri pune", "kaveri chennai", "coromandel pune", "coromandel chennai")
MEANINGS: list[tuple[dict[str, list[str] | None], tuple[str, ...] | None]] = [
    ({}, None),
    ({"parents": None, "cities": None, "outlets": None}, None),
    ({"outlets": []}, ()),
    ({"parents": []}, ()),
    ({"cities": []}, ()),
    ({"outlets": ["kaveri pune"]}, ("kaveri pune",)),
    ({"parents": ["kaveri"]}, ("kaveri pune", "kaveri chennai")),
    ({"cities": ["pune"]}, ("kaveri pune", "coromandel pune")),
    ({"parents": ["kaveri"], "cities": ["pune"]}, ("kaveri pune",)),
    ({"parents": ["kaveri"], "cities": []}, ()),
    ({"parents": [], "cities": ["pune"]}, ()),
    ({"parents": [], "cities": ["pune"], "outlets": ["kaveri pune"]}, ("kaveri pune",)),
    ({"parents": ["kaveri"], "cities": ["pune"], "outlets": ["coromandel chennai"]},
     ("kaveri pune", "coromandel chennai")),
    ({"parents": ["kaveri", "coromandel"], "cities": ["chennai"]}, ("kaveri chennai", "coromandel chennai")),
    ({"parents": ["kaveri"], "outlets": []}, ("kaveri pune", "kaveri chennai")),
]  # fmt: skip


def with_ids(scope: dict[str, list[str] | None], ids: dict[str, int]) -> dict[str, Any]:
    """A scope by ids."""
    return {kind: None if names is None else [str(ids[name]) for name in names] for kind, names in scope.items()}


@pytest.mark.both
@pytest.mark.parametrize(("scope", "outlets"), MEANINGS)
def test_what_a_scope_means(ids: dict[str, int], scope: Any, outlets: tuple[str, ...] | None) -> None:
    expected = None if outlets is None else {ids[name] for name in outlets}
    assert resolve_scope(with_ids(scope, ids)).outlets == expected
    reader = scope_of(add_person("subscriber", scope=with_ids(scope, ids)))
    assert reader.outlets == expected and reader.clients is None and reader.bots is None
    with within(db.session.scalars(select(User.workspace_id)).one(), reader):
        seen = set(db.session.scalars(select(Outlet.id)))
    assert seen == ({ids[name] for name in OUTLETS} if expected is None else expected)


def test_clients_and_bots_cut_what_places_hold(ids: dict[str, int]) -> None:
    for scope, outlets in (({"clients": ["vela"], "parents": ["kaveri"]}, 0), ({"clients": []}, 0),
                           ({"clients": ["meridian"], "cities": ["pune"]}, 2)):  # fmt: skip
        reader = add_person("subscriber", scope=with_ids(scope, ids))  # type: ignore[arg-type]
        with within(reader.workspace_id, scope_of(reader)):
            assert len(db.session.scalars(select(Outlet.id)).all()) == outlets
    nobody = add_person("subscriber", scope={"bots": []})
    with within(nobody.workspace_id, scope_of(nobody)):
        assert db.session.scalars(select(Bot.id)).all() == []


# ---- giving -------------------------------------------------------------------------------------------


def put(client: FlaskClient, user: User, body: dict[str, Any], revision: str | None = None) -> Any:
    """Give a person access, on the revision they have now or another one."""
    seen = revision or client.get(f"{API}/{user.id}/access").headers["ETag"]
    return client.put(f"{API}/{user.id}/access", json=body, headers={"If-Match": seen})


def test_access_is_given_read_back_and_in_force_at_once(as_: As, ids: dict[str, int]) -> None:
    admin, reader = as_("admin"), as_("subscriber")
    user = db.session.scalars(select(User).where(User.auth_role == "subscriber")).one()
    first = admin.get(f"{API}/{user.id}/access")
    assert first.json == {"role": "subscriber", "abilities": [], "scope": ALL, "revision": 1}
    extras = [{"action": "read", "subject": subject} for subject in ("Audit", "Client")]
    body = {"role": "client", "abilities": extras,
            "scope": with_ids({"cities": ["pune"], "bots": ["meridian bot"]}, ids)}  # fmt: skip
    assert reader.get("/api/v1/audit").status_code == 403
    answer = put(admin, user, body)
    assert answer.status_code == 200, answer.json
    assert answer.json == admin.get(f"{API}/{user.id}/access").json
    assert answer.json["scope"] == ALL | body["scope"]
    assert reader.get("/api/v1/audit").status_code == 200, "with the next request"
    assert [row["name"] for row in reader.get("/api/v1/clients").json["items"]] == ["Meridian", "Vela"]
    me = reader.get("/api/v1/me").json["user"]
    assert me["role"] == "client" and {"action": "read", "subject": "Audit"} in me["ability"]
    row = admin.get(f"{API}/{user.id}").json
    assert (row["role"], row["auth_role"]) == ("subscriber", "client")
    assert row["sees"] == [{"kind": "cities", "n": 1, "names": ["Pune"]},
                           {"kind": "bots", "n": 1, "names": ["meridian"]}]  # fmt: skip
    assert [audit_event.action for audit_event in audit_events() if audit_event.subject_id == user.id][
        -1
    ] == "user:access"
    notifications = db.session.scalars(select(Notification).where(Notification.user_id == user.id)).all()
    assert notifications == [], "who cannot sign in yet is told by the invitation"


def test_a_form_says_what_it_has_ticked(as_: As, ids: dict[str, int]) -> None:
    admin, user = as_("admin"), add_person("editor")
    db.session.commit()
    meridian, pune = str(ids["meridian"]), str(ids["pune"])
    ticked = {"places": "ticked", "clients": ["all", meridian], "parents": [], "cities": [pune], "outlets": []}
    body = {"role": "editor", "abilities": ["read Audit"], "scope": ticked}
    answer = put(admin, user, body)
    assert answer.json["scope"] == ALL | {"cities": [pune], "outlets": []}
    assert answer.json["abilities"] == [{"action": "read", "subject": "Audit"}]
    nothing = put(admin, user, body | {"scope": {"places": "ticked", "parents": [], "cities": [], "outlets": []}})
    assert resolve_scope(nothing.json["scope"]).outlets == frozenset()
    everything = put(admin, user, body | {"scope": {"places": "all", "cities": [pune]}})
    assert everything.json["scope"] == ALL


@pytest.mark.parametrize(
    ("body", "status", "where"),
    [({"role": "boss"}, 422, "role"), ({"abilities": [{"action": "fly", "subject": "Bot"}]}, 422, "abilities"),
     ({"scope": {"cities": ["7"]}}, 422, "scope.cities"), ({"scope": {"planets": []}}, 422, "scope")],
)  # fmt: skip
def test_what_does_not_fit_is_refused_by_its_field(
    as_: As, ids: dict[str, int], body: dict[str, Any], status: int, where: str
) -> None:
    admin, user = as_("admin"), add_person("editor")
    db.session.commit()
    answer = put(admin, user, {"role": "editor", "abilities": [], "scope": {}} | body)
    assert answer.status_code == status and any(name.startswith(where) for name in answer.json["errors"]), answer.json


def test_no_revision_an_old_one_the_reader_and_other_workspaces(as_: As, ids: dict[str, int]) -> None:
    admin, user = as_("admin"), add_person("editor")
    db.session.commit()
    body: dict[str, Any] = {"role": "author", "abilities": [], "scope": {}}
    assert admin.put(f"{API}/{user.id}/access", json=body).status_code == 428
    assert put(admin, user, body, '"9"').status_code == 412
    me = db.session.scalars(select(User).where(User.auth_role == "admin")).one()
    assert put(admin, me, body).json["code"] == "own_access"
    elsewhere = as_("admin", add_workspace("Vela"))
    for path in ("access", "access/explain?action=read&subject=Bot", "owned", "sessions"):
        assert elsewhere.get(f"{API}/{user.id}/{path}").status_code == 404, path
    assert elsewhere.put(f"{API}/{user.id}/access", json=body, headers={"If-Match": "*"}).status_code == 404


WITHIN: list[tuple[dict[str, list[str] | None], dict[str, list[str] | None], bool]] = [
    ({}, {"cities": ["pune"]}, False),
    ({"cities": ["pune"]}, {"cities": ["pune"]}, True),
    ({"parents": ["kaveri"], "cities": ["pune"]}, {"cities": ["pune"]}, True),
    ({"parents": ["kaveri"]}, {"cities": ["pune"]}, False),
    ({"outlets": ["kaveri pune"]}, {"cities": ["pune"]}, True),
    ({"outlets": ["kaveri chennai"]}, {"cities": ["pune"]}, False),
    ({"cities": ["pune"]}, {"outlets": ["kaveri pune", "coromandel pune"]}, False),
    ({"outlets": []}, {"outlets": ["kaveri pune"]}, True),
    ({"parents": [], "cities": ["pune"]}, {"cities": ["pune"]}, True),
    ({"cities": ["pune"]}, {"clients": ["meridian"], "cities": ["pune"]}, False),
    ({"clients": ["meridian"], "cities": ["pune"]}, {"clients": ["meridian", "vela"]}, True),
    ({"bots": ["vela bot"]}, {"bots": ["meridian bot"]}, False),
    ({"bots": []}, {"bots": ["meridian bot"]}, True),
    ({}, {}, True),
]


@pytest.mark.parametrize(("new", "own", "fits"), WITHIN)
def test_a_scoped_giver_gives_within_their_scope(
    as_: As, ids: dict[str, int], new: Any, own: Any, *, fits: bool
) -> None:
    giver = as_("admin", scope=with_ids(own, ids))
    user = add_person("editor", scope=with_ids(own, ids))
    db.session.commit()
    answer = put(giver, user, {"role": "editor", "abilities": [], "scope": with_ids(new, ids)})
    assert (answer.status_code, answer.json.get("code")) == ((200, None) if fits else (403, "out_of_scope"))


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_lies_within_a_scope_sees_no_more_even_when_places_change(
    ids: dict[str, int], data: st.DataObject
) -> None:
    choices = {"clients": ("meridian", "vela"), "parents": ("kaveri", "coromandel"), "cities": ("pune", "chennai"),
               "outlets": OUTLETS, "bots": ("meridian bot", "vela bot")}  # fmt: skip
    a_scope = st.fixed_dictionaries(
        {}, optional={kind: st.none() | st.lists(st.sampled_from(row), unique=True) for kind, row in choices.items()}
    )  # fmt: skip
    new, own = with_ids(data.draw(a_scope), ids), with_ids(data.draw(a_scope), ids)
    if beyond(new, own):
        return
    moved = db.session.get_one(Outlet, ids[data.draw(st.sampled_from(OUTLETS))])
    before = moved.city_id
    inner, outer = resolve_scope(new), resolve_scope(own)
    opened = Outlet(client_id=ids["meridian"], parent_id=moved.parent_id, city_id=before, name="new")
    db.session.add(opened)
    db.session.flush()
    for inner_scope, other in ((inner, outer), (resolve_scope(new), resolve_scope(own))):
        for kind in ("clients", "outlets", "bots"):
            small, large = getattr(inner_scope, kind), getattr(other, kind)
            assert large is None or (small is not None and small <= large), (new, own)
    db.session.delete(opened)
    db.session.flush()


@pytest.mark.parametrize("giver", sorted(BY_ROLE))
def test_rights_never_rise(as_: As, workspace: Workspace, giver: str) -> None:
    client = as_(giver)
    me = db.session.scalars(select(User)).one()
    me.extra_abilities = [{"action": "manage", "subject": "User"}, {"action": "read", "subject": "Job"}]
    db.session.commit()
    mine = abilities_of(me)
    for role in BY_ROLE:
        for extra in ([], [{"action": "reveal", "subject": "Pii"}], [{"action": "read", "subject": "Job"}],
                      [{"action": "manage", "subject": "all"}]):  # fmt: skip
            user = add_person("none")
            db.session.commit()
            answer = put(client, user, {"role": role, "abilities": extra, "scope": {}})
            db.session.refresh(user)
            fits = all(can(mine, ability["action"], ability["subject"]) for ability in (*BY_ROLE[role], *extra))
            assert answer.status_code == (200 if fits else 403), (role, extra)
            theirs = abilities_of(user)
            assert all(can(mine, action, subject) for action in ("read", "update", "manage", "reveal")
                       for subject in SUBJECTS if can(theirs, action, subject))  # fmt: skip


@pytest.mark.both
def test_of_many_changes_at_once_none_is_lost(app: Flask, as_: As, ids: dict[str, int]) -> None:
    admin, user = as_("admin"), add_person("editor")
    db.session.commit()
    user_id, header = user.id, admin.environ_base["HTTP_AUTHORIZATION"]
    subjects, done = list(SUBJECTS), []

    def add(mine: list[str]) -> None:
        client = app.test_client()
        client.environ_base["HTTP_AUTHORIZATION"] = header
        for subject in mine:
            status = 412
            while status == 412:
                with app.app_context():
                    response = client.get(f"{API}/{user_id}/access")
                    body = {name: response.json[name] for name in ("role", "abilities", "scope")}
                    body["abilities"].append({"action": "read", "subject": subject})
                    seen = {"If-Match": response.headers["ETag"]}
                    status = client.put(f"{API}/{user_id}/access", json=body, headers=seen).status_code
            done.append(status)

    threads = [threading.Thread(target=add, args=(subjects[place::4],)) for place in range(4)]
    db.session.commit()  # Nobody waits for what this thread has read.
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == [200] * len(subjects)
    access = admin.get(f"{API}/{user_id}/access").json
    assert sorted(ability["subject"] for ability in access["abilities"]) == sorted(subjects)
    assert access["revision"] == 1 + len(subjects)


# ---- explaining ---------------------------------------------------------------------------------------


def test_explaining_agrees_with_what_is_seen(workspace: Workspace, ids: dict[str, int]) -> None:
    chance = random.Random(11)
    bots = ["meridian bot", "vela bot"]
    for _ in range(60):
        scope = {}
        if chance.random() < 0.6:
            scope["clients"] = [str(ids[name]) for name in chance.sample(["meridian", "vela"], chance.randint(0, 2))]
        if chance.random() < 0.6:
            scope["bots"] = [str(ids[name]) for name in chance.sample(bots, chance.randint(0, 2))]
        role = chance.choice(sorted(BY_ROLE))
        user = add_person(role, scope=scope)
        with within(user.workspace_id, scope_of(user)):
            seen = set(db.session.scalars(select(Bot.id)))
        for name in bots:
            verdict = explain(user, "read", "Bot", ids[name])
            assert verdict.allowed == (can(abilities_of(user), "read", "Bot") and ids[name] in seen)
            assert verdict.allowed == all(reason.allows for reason in verdict.because) and verdict.because


def test_reasons_name_role_permission_state_and_scope(as_: As, ids: dict[str, int]) -> None:
    admin = as_("admin")
    user = add_person("client", scope=with_ids({"clients": ["meridian"]}, ids))
    user.extra_abilities = [{"action": "read", "subject": "Bot"}]
    db.session.commit()
    url = f"{API}/{user.id}/access/explain"

    def ask(**query: Any) -> tuple[bool, list[str]]:
        answer = admin.get(url, query_string=query).json
        return answer["allowed"], [reason["code"] for reason in answer["because"]]

    assert ask(action="read", subject="Dashboard") == (True, ["by_role"])
    assert ask(action="update", subject="Bot") == (False, ["no_rule"])
    assert ask(action="read", subject="Bot", id=ids["meridian bot"]) == (True, ["by_extra", "inside_clients"])
    assert ask(action="read", subject="Bot", id=ids["vela bot"]) == (False, ["by_extra", "outside_clients"])
    user.status = "inactive"
    db.session.commit()
    assert ask(action="read", subject="Dashboard") == (False, ["suspended", "by_role"])
    wrong = admin.get(url, query_string={"action": "read", "subject": "Job", "id": "1"})
    assert (wrong.status_code, list(wrong.json["errors"])) == (422, ["subject"])
    missing = admin.get(url, query_string={"action": "read", "subject": "Bot", "id": "1"})
    assert missing.status_code == 404


def test_parts_are_those_that_the_reader_sees(as_: As, ids: dict[str, int]) -> None:
    items = as_("admin").get(f"{API}/parts").json["parts"]
    assert {kind: sum(item["kind"] == kind for item in items) for kind in KINDS} == {
        "clients": 2, "parents": 2, "cities": 2, "outlets": 4, "bots": 2}  # fmt: skip
    some = as_("admin", scope=with_ids({"clients": ["vela"]}, ids)).get(f"{API}/parts").json["parts"]
    assert {part["name"] for part in some if part["kind"] in ("clients", "outlets")} == {"Vela"}
