"""The specified user calls: shapes, filters, orders, what is unique, who is never deleted, and who is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.people.seed import seed as seed_users
from app.accounts.users.models import User
from app.accounts.users.service import add_user
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import within
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
KEYS = {"id", "fullName", "company", "role", "username", "country", "contact", "email", "currentPlan", "status",
        "avatar", "billing"}  # fmt: skip
NEW = {"fullName": "Meera Nair", "company": "Vela Cars", "role": "editor", "username": "meera", "country": "India",
       "contact": "(020) 555 0199", "email": "meera@vela.example", "currentPlan": "team", "status": "active",
       "avatar": ""}  # fmt: skip


@pytest.fixture
def admin(as_: As, workspace: Workspace) -> FlaskClient:
    """An admin beside the fifty sample people."""
    seed_users(workspace)
    return as_("admin")


@pytest.fixture
def alone(as_: As) -> FlaskClient:
    """The only person of a workspace, an admin."""
    return as_("admin")


def person(name: str, **more: Any) -> User:
    """A person of the bound workspace."""
    values = {"auth_role": "subscriber", "role": "subscriber"} | more
    return add_user(full_name=name, username=name.lower(), email=f"{name.lower()}@vela.example", **values)


def names(client: FlaskClient, query: str = "") -> list[str]:
    """The names of a page of the list."""
    return [user["fullName"] for user in client.get(f"/api/users/list/data?{query}").json["users"]]


def test_all_are_a_bare_array_in_the_specified_shape(admin: FlaskClient) -> None:
    users = admin.get("/api/users/list/all-data").json
    assert isinstance(users, list) and len(users) == 51
    assert [user["id"] for user in users] == list(range(51, 0, -1))
    for user in users:
        assert set(user) == KEYS and None not in user.values()
        assert isinstance(user["id"], int)


def test_a_page_has_ten_and_the_total_is_after_filtering(admin: FlaskClient) -> None:
    first = admin.get("/api/users/list/data").json
    assert set(first) == {"users", "total"} and first["total"] == 51
    assert [user["id"] for user in first["users"]] == list(range(51, 41, -1))
    third = admin.get("/api/users/list/data?page=3&perPage=25&q=&role=&currentPlan=&status=").json
    assert [user["id"] for user in third["users"]] == [1] and third["total"] == 51
    assert admin.get("/api/users/list/data?page=99").json == {"users": [], "total": 51}
    editors = admin.get("/api/users/list/data?role=editor&status=active&perPage=100").json
    assert editors["total"] == len(editors["users"]) > 0
    assert {(user["role"], user["status"]) for user in editors["users"]} == {("editor", "active")}
    basic = admin.get("/api/users/list/data?currentPlan=basic&perPage=100").json["users"]
    assert {user["currentPlan"] for user in basic} == {"basic"}


def test_q_is_in_username_or_full_name(alone: FlaskClient) -> None:
    person("Élodie", company="Nair Motors")
    person("Meera", country="Nairobi")
    add_user(full_name="Anil Nair", username="100%_", email="x@nair.example", auth_role="editor", role="editor")
    assert names(alone, "q=NAIR") == ["Anil Nair"]
    assert names(alone, "q=ÉLO") == ["Élodie"] and names(alone, "q=meer") == ["Meera"]
    assert names(alone, "q=0%25_") == ["Anil Nair"] and names(alone, "q=%25%25") == []


def test_the_optional_order(alone: FlaskClient) -> None:
    for name, company in (("beta", "Z"), ("Alpha", "Y"), ("Gamma", "Y")):
        person(name, company=company)
    assert names(alone) == ["Gamma", "Alpha", "beta", "Admin"]
    assert names(alone, "sort=asc") == ["Admin", "beta", "Alpha", "Gamma"]
    assert names(alone, "sort=asc&sortColumn=fullName") == ["Admin", "Alpha", "beta", "Gamma"]
    assert names(alone, "sortColumn=fullName&sort=desc") == ["Gamma", "beta", "Alpha", "Admin"]
    assert names(alone, "sortColumn=company&sort=desc") == ["beta", "Gamma", "Alpha", "Admin"]


@pytest.mark.parametrize(
    "query",
    ["page=0", "page=x", "perPage=0", "perPage=1001", "role=client", "currentPlan=gold", "status=gone", "sort=up",
     "sortColumn=password_hash"],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_named(alone: FlaskClient, query: str) -> None:
    answer = alone.get(f"/api/users/list/data?{query}")
    assert answer.status_code == 422 and list(answer.json["errors"]) == [query.partition("=")[0]]


def test_one_user_by_number(admin: FlaskClient) -> None:
    answer = admin.get("/api/users/user?id=2").json
    assert set(answer) == {"user"} and answer["user"]["username"] == "client"
    assert answer["user"]["role"] == "subscriber"
    assert admin.get("/api/users/user?id=999").status_code == 404
    assert admin.get("/api/users/user").status_code == admin.get("/api/users/user?id=x").status_code == 422


def test_who_is_added_is_first_with_the_highest_number_and_one(admin: FlaskClient) -> None:
    answer = admin.post("/apps/users/add-user", json=NEW | {"id": 7, "password": "secret", "auth_role": "admin"})
    assert answer.status_code == 201
    assert answer.json == {"user": NEW | {"id": 52, "billing": ""}}
    assert names(admin)[0] == "Meera Nair"
    user = db.session.scalars(select(User).where(User.number == 52)).one()
    assert (user.auth_role, user.password_hash, user.scope) == ("editor", None, {})
    signing = admin.post("/jwt/login", json={"email": NEW["email"], "password": ""})
    assert signing.status_code == 400


def test_what_is_left_out_or_null_is_empty_or_the_least(alone: FlaskClient) -> None:
    sent = {"fullName": " Meera  Nair ", "username": "meera", "email": " meera@vela.example", "avatar": None,
            "company": None}  # fmt: skip
    user = alone.post("/apps/users/add-user", json=sent).json["user"]
    assert user == {"id": 2, "fullName": "Meera Nair", "username": "meera", "email": "meera@vela.example",
                    "role": "subscriber", "currentPlan": "basic", "status": "pending", "company": "", "country": "",
                    "contact": "", "billing": "", "avatar": ""}  # fmt: skip


def test_address_and_username_are_unique_over_the_installation(alone: FlaskClient) -> None:
    with within(add_workspace("Other").id):
        person("Meera")
    for change, field in (({"email": "MEERA@vela.example"}, "email"), ({"username": "Meera"}, "username")):
        answer = alone.post("/apps/users/add-user", json=NEW | {"username": "m2", "email": "m2@vela.example"} | change)
        assert (answer.status_code, list(answer.json["errors"])) == (409, [field])
    assert names(alone) == ["Admin"]


@pytest.mark.parametrize(
    ("change", "field"),
    [({"fullName": ""}, "fullName"), ({"fullName": " "}, "fullName"), ({"fullName": 7}, "fullName"),
     ({"fullName": "x" * 121}, "fullName"), ({"username": None}, "username"), ({"email": "meera"}, "email"),
     ({"username": "ß" * 40}, "username"), ({"email": "İ" * 200 + "@example.com"}, "email"),
     ({"role": "owner"}, "role"), ({"role": "client"}, "role"),
     ({"currentPlan": "gold"}, "currentPlan"), ({"status": "gone"}, "status"), ({"contact": "1" * 41}, "contact"),
     ({"company": "a\x00"}, "company")],
)  # fmt: skip
def test_a_wrong_value_is_named_and_nobody_is_added(alone: FlaskClient, change: dict[str, Any], field: str) -> None:
    answer = alone.post("/apps/users/add-user", json=NEW | change)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])
    assert names(alone) == ["Admin"]


def test_who_is_deleted_is_gone_and_their_names_are_free(admin: FlaskClient) -> None:
    assert admin.delete("/apps/users/delete?id=7").status_code == 200
    gone = admin.get("/api/users/user?id=7")
    assert gone.status_code == 404 and admin.delete("/apps/users/delete?id=7").status_code == 404
    assert admin.get("/api/users/list/data").json["total"] == 50
    assert len(admin.get("/api/users/list/all-data").json) == 50
    user = db.session.scalars(select(User).where(User.number == 7)).one()
    again = admin.post("/apps/users/add-user", json=NEW | {"email": user.email, "username": user.username})
    assert again.status_code == 201 and again.json["user"]["id"] == 52


def test_a_delete_without_an_id_deletes_nobody(admin: FlaskClient) -> None:
    for query in ("", "?id=", "?id=x"):
        answer = admin.delete(f"/apps/users/delete{query}")
        assert answer.status_code == 422 and list(answer.json["errors"]) == ["id"]
    assert admin.get("/api/users/list/data").json["total"] == 51


def test_nobody_deletes_themselves(alone: FlaskClient) -> None:
    answer = alone.delete("/apps/users/delete?id=1")
    assert (answer.status_code, answer.json["code"]) == (409, "oneself")


def test_another_workspace_is_not_seen_or_changed(admin: FlaskClient, as_: As) -> None:
    other = as_("admin", add_workspace("Other"))
    assert len(other.get("/api/users/list/all-data").json) == 1
    assert other.get("/api/users/user?id=7").status_code == 404
    assert other.delete("/apps/users/delete?id=7").status_code == 404
    assert admin.get("/api/users/user?id=7").status_code == 200


def test_who_may(admin: FlaskClient, as_: As, client: FlaskClient) -> None:
    for role, status in (("maintainer", 200), ("editor", 403), ("subscriber", 403), ("client", 403)):
        caller = as_(role)
        assert caller.get("/api/users/list/data").status_code == status, role
        assert caller.get("/api/users/list/all-data").status_code == status, role
        assert caller.get("/api/users/user?id=1").status_code == status, role
        assert caller.post("/apps/users/add-user", json=NEW).status_code == 403, role
        assert caller.delete("/apps/users/delete?id=7").status_code == 403, role
    assert client.get("/api/users/list/data").status_code == 401
    assert client.delete("/apps/users/delete?id=7").status_code == 401
