"""Our own calls on people: revisions, counts, deleting and restoring, the file, and that nobody's rights rise."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, text

from app.accounts.auth.models import AuthSession
from app.accounts.people import service
from app.accounts.people.service import Writer
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.bookmarks.models import Bookmark
from app.core.clock import now
from app.core.db.base import db
from app.core.errors import Conflict, Forbidden
from app.core.security.abilities import BY_ROLE
from tests.conftest import add_person, add_workspace

As = Callable[..., FlaskClient]
API = "/api/v1/people"
NEW = {"full_name": "Meera Nair", "username": "meera", "email": "meera@vela.example"}


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An admin of a workspace with nobody else."""
    return as_("admin")


def create_person(client: FlaskClient, **more: Any) -> dict[str, Any]:
    """A new person."""
    answer = client.post(API, json=NEW | more)
    assert answer.status_code == 201, answer.json
    body: dict[str, Any] = answer.json
    return body


def another(client: FlaskClient, name: str, **more: Any) -> dict[str, Any]:
    """A new person of another name."""
    return create_person(client, full_name=name, username=name.lower(), email=f"{name.lower()}@vela.example", **more)


def match(row: dict[str, Any]) -> dict[str, str]:
    """The header of a write on what was shown."""
    return {"If-Match": f'"{row["revision"]}"'}


def get_person(client: FlaskClient, user: User) -> dict[str, Any]:
    """A person as they are now."""
    body: dict[str, Any] = client.get(f"{API}/{user.id}").json
    return body


def list_names(client: FlaskClient, **query: str) -> list[str]:
    """The names of a list."""
    return [item["full_name"] for item in client.get(API, query_string=query).json["items"]]


def me(client: FlaskClient) -> dict[str, Any]:
    """The person behind a client: the one with the lowest number."""
    item: dict[str, Any] = client.get(API, query_string={"sort": "number"}).json["items"][0]
    return item


def test_a_person_is_added_shown_and_changed(admin: FlaskClient) -> None:
    row = create_person(admin)
    assert isinstance(row["id"], str) and row["number"] == 2
    assert (row["role"], row["status"], row["current_plan"], row["signs_in"]) == (
        "subscriber", "pending", "basic", False)  # fmt: skip
    by_number = admin.get(f"{API}/2")
    assert by_number.json == admin.get(f"{API}/{row['id']}").json == row and by_number.headers["ETag"] == '"1"'
    body = {"company": "Vela Cars", "current_plan": "team", "status": "active", "email": "m@vela.example",
            "username": "mn"}  # fmt: skip
    changed = admin.patch(f"{API}/{row['id']}", json=body, headers=match(row))
    assert changed.status_code == 200 and changed.json["revision"] == 2
    assert {name: changed.json[name] for name in body} == body and changed.json["full_name"] == "Meera Nair"
    assert create_person(admin)["number"] == 3, "the address that was changed is free"


def test_a_late_write_learns_what_is_there(admin: FlaskClient) -> None:
    row = create_person(admin)
    path = f"{API}/{row['id']}"
    assert admin.patch(path, json={"company": "A"}).status_code == 428
    assert admin.patch(path, json={"company": "A"}, headers=match(row)).status_code == 200
    late = admin.patch(path, json={"company": "B"}, headers=match(row))
    assert late.status_code == 412 and late.json["current"]["company"] == "A"
    assert admin.delete(path, headers=match(row)).status_code == 412


def test_addresses_and_usernames_are_unique(admin: FlaskClient) -> None:
    row = create_person(admin)
    other = another(admin, "Asha")
    for body, field in (({"email": "MEERA@vela.example"}, "email"), ({"username": "MEERA"}, "username")):
        answer = admin.patch(f"{API}/{other['id']}", json=body, headers=match(other))
        assert (answer.status_code, list(answer.json["errors"])) == (409, [field])
    again = admin.patch(f"{API}/{row['id']}", json={"username": "Meera"}, headers=match(row))
    assert again.status_code == 200, "another case of one's own is no duplicate"


@pytest.mark.parametrize(
    ("body", "field"),
    [({"full_name": " "}, "full_name"), ({"email": "x"}, "email"), ({"role": "client"}, "role"),
     ({"status": "deleted"}, "status"), ({"current_plan": ""}, "current_plan"), ({"auth_role": "admin"}, "auth_role"),
     ({"password_hash": "x"}, "password_hash"), ({"scope": {}}, "scope"), ({"contact": "1" * 41}, "contact"),
     ({"username": "ß" * 31}, "username"), ({"email": "İ" * 200 + "@example.com"}, "email")],
)  # fmt: skip
def test_what_does_not_fit_is_named(admin: FlaskClient, body: dict[str, Any], field: str) -> None:
    row = another(admin, "Asha")
    for answer in (admin.post(API, json=NEW | body),
                   admin.patch(f"{API}/{row['id']}", json=body, headers=match(row))):  # fmt: skip
        assert answer.status_code == 422 and list(answer.json["errors"]) == [field]
    assert len(list_names(admin)) == 2


def test_lists_are_narrowed_and_ordered(admin: FlaskClient) -> None:
    another(admin, "beta", role="editor", status="active")
    another(admin, "Alpha", role="editor", current_plan="team")
    gone = another(admin, "Gone")
    admin.delete(f"{API}/{gone['id']}", headers=match(gone))
    assert list_names(admin) == ["Alpha", "beta", "Admin"]
    assert list_names(admin, sort="name") == ["Admin", "Alpha", "beta"]
    assert list_names(admin, sort="-name", role="editor") == ["beta", "Alpha"]
    assert list_names(admin, q="ALPHA@VELA") == list_names(admin, plan="team") == ["Alpha"]
    assert list_names(admin, status="active") == ["beta", "Admin"] and list_names(admin, status="deleted") == ["Gone"]
    for query in ("sort=password_hash", "role=client", "status=x", "plan=x"):
        assert admin.get(f"{API}?{query}").status_code == 422


def test_counts_are_under_the_other_filters(admin: FlaskClient) -> None:
    another(admin, "A", role="editor", status="active")
    another(admin, "B", role="editor", current_plan="team")
    gone = another(admin, "C", role="author")
    admin.delete(f"{API}/{gone['id']}", headers=match(gone))
    body = admin.get(f"{API}/counts").json
    assert body["roles"] == {"admin": 1, "author": 0, "editor": 2, "maintainer": 0, "subscriber": 0}
    assert body["plans"] == {"basic": 2, "team": 1, "company": 0, "enterprise": 0}
    none = dict.fromkeys(("inactive", "suspended", "locked", "deactivated"), 0)
    assert body["states"] == {"active": 2, "pending": 1, "deleted": 1} | none
    editors = admin.get(f"{API}/counts?role=editor&status=active").json
    assert editors["roles"]["admin"] == editors["roles"]["editor"] == 1
    assert editors["states"] == {"active": 1, "pending": 1, "deleted": 0} | none
    assert editors["plans"] == {"basic": 1, "team": 0, "company": 0, "enterprise": 0}
    assert admin.get(f"{API}/counts?status=deleted&q=c").json["roles"]["author"] == 1


@pytest.mark.parametrize("query", ["", "role=editor", "plan=basic&status=inactive", "status=deleted", "q=a"])
def test_all_is_as_many_as_the_list_has(admin: FlaskClient, query: str) -> None:
    """A suspended person is both inactive and suspended, and counts once."""
    for name, deactivated_at in (("A", None), ("B", now())):
        row = another(admin, name, role="editor", status="inactive")
        db.session.scalars(select(User).where(User.id == int(row["id"]))).one().deactivated_at = deactivated_at
    db.session.commit()
    gone = another(admin, "D", role="editor")
    admin.delete(f"{API}/{gone['id']}", headers=match(gone))
    counted = admin.get(f"{API}/counts?{query}").json["all"]
    for kind, name in (("roles", "role"), ("plans", "plan"), ("states", "status")):
        without = "&".join(part for part in query.split("&") if not part.startswith(f"{name}="))
        assert counted[kind] == admin.get(f"{API}?{without}").json["total"], kind


def test_who_is_deleted_is_signed_out_and_comes_back_as_they_were(admin: FlaskClient, as_: As) -> None:
    reader = as_("maintainer")
    row = admin.get(API).json["items"][0]
    user = db.session.scalars(select(User).where(User.id == int(row["id"]))).one()
    db.session.add(Bookmark(user_id=user.id, title="Mine", url="/admin/bots", view="bots", position=1))
    assert reader.get(API).status_code == 200
    gone = admin.delete(f"{API}/{row['id']}", headers=match(row))
    assert gone.status_code == 200 and gone.json["deleted_at"]
    assert reader.get(API).status_code == 401
    open_ones = select(AuthSession.id).where(AuthSession.user_id == int(row["id"]), AuthSession.revoked_at.is_(None))
    assert db.session.scalar(open_ones) is None
    path = f"{API}/{row['id']}"
    for answer in (admin.delete(path, headers=match(gone.json)),
                   admin.patch(path, json={"company": "x"}, headers=match(gone.json))):  # fmt: skip
        assert (answer.status_code, answer.json["code"]) == (409, "invalid_transition")
    back = admin.post(f"{path}/restore", headers=match(gone.json))
    own = {"revision", "updated_at"}
    assert {k: v for k, v in back.json.items() if k not in own} == {k: v for k, v in row.items() if k not in own}
    assert reader.get(API).status_code == 401, "old sessions stay ended"
    assert db.session.scalar(select(Bookmark.title).where(Bookmark.user_id == int(row["id"]))) == "Mine"
    assert admin.post(f"{path}/restore", headers=match(back.json)).status_code == 409


def test_names_taken_meanwhile_stand_against_restoring(admin: FlaskClient) -> None:
    row = create_person(admin)
    gone = admin.delete(f"{API}/{row['id']}", headers=match(row)).json
    create_person(admin)
    answer = admin.post(f"{API}/{row['id']}/restore", headers=match(gone))
    assert (answer.status_code, set(answer.json["errors"])) == (409, {"email", "username"})


def test_who_is_deleted_is_nowhere_else(admin: FlaskClient, workspace: Workspace) -> None:
    row = create_person(admin)
    assert admin.get("/api/v1/tasks/people?q=meera").json["people"]
    admin.delete(f"{API}/{row['id']}", headers=match(row))
    assert not admin.get("/api/v1/tasks/people?q=meera").json["people"]
    assert admin.post("/api/v1/tasks", json={"title": "x", "assignee": "Meera Nair"}).status_code == 422
    assert not admin.get("/api/v1/search?q=meera").json["groups"]
    with pytest.raises(Conflict):
        service.remove(Writer(add_person("admin"), BY_ROLE["admin"]), service.get_user(row["number"]))


# ---- nobody's rights rise -----------------------------------------------------------------------------


def test_nobody_changes_their_own_role_state_or_address(admin: FlaskClient) -> None:
    row = me(admin)
    for body in ({"role": "editor"}, {"status": "inactive"}, {"email": "new@vela.example"}):
        answer = admin.patch(f"{API}/{row['id']}", json=body, headers=match(row))
        assert (answer.status_code, list(answer.json["errors"])) == (422, list(body))
    assert admin.delete(f"{API}/{row['id']}", headers=match(row)).status_code == 409
    same = {name: row[name] for name in ("role", "status", "email")} | {"company": "Vela"}
    assert admin.patch(f"{API}/{row['id']}", json=same, headers=match(row)).status_code == 200


def test_a_role_brings_its_rights_and_nothing_else_does(admin: FlaskClient) -> None:
    row = create_person(admin, role="editor")
    user = service.get_user(row["number"])
    assert (user.role, user.auth_role, user.password_hash) == ("editor", "editor", None)
    admin.patch(f"{API}/{row['id']}", json={"role": "author"}, headers=match(row))
    db.session.refresh(user)
    assert user.auth_role == "author"
    client = add_person("client")
    admin.patch(f"{API}/{client.id}", json={"role": "subscriber", "company": "x"}, headers=match({"revision": 1}))
    db.session.refresh(client)
    assert client.auth_role == "client", "a client is list_names as subscriber and stays a client"


@pytest.mark.parametrize("role", ["maintainer", "author", "editor", "subscriber", "client"])
def test_no_other_role_makes_changes_or_deletes_an_administrator(admin: FlaskClient, as_: As, role: str) -> None:
    other = add_person("admin", password="secret")
    caller, seen = as_(role), match({"revision": 1})
    for answer in (caller.post(API, json=NEW | {"role": "admin"}),
                   caller.post("/apps/users/add-user", json={"fullName": "M", **NEW, "role": "admin"}),
                   caller.patch(f"{API}/{other.id}", json={"email": "mine@vela.example"}, headers=seen),
                   caller.patch(f"{API}/{other.id}", json={"role": "subscriber"}, headers=seen),
                   caller.delete(f"{API}/{other.id}", headers=seen),
                   caller.delete(f"/apps/users/delete?id={other.number}")):  # fmt: skip
        assert answer.status_code == 403
    own = db.session.scalars(select(User).order_by(User.id.desc())).first()
    assert own is not None and own.auth_role == role
    assert caller.patch(f"{API}/{own.id}", json={"role": "admin"}, headers=seen).status_code == 403


def test_even_with_rights_on_people_nobody_gives_what_they_have_not(workspace: Workspace) -> None:
    keeper = Writer(add_person("maintainer"), [*BY_ROLE["maintainer"], {"action": "manage", "subject": "User"}])
    boss, helper = add_person("admin", password="secret"), add_person("editor")
    values = {"full_name": "M", "username": "m", "email": "m@vela.example"}
    for act in (lambda: service.add(keeper, values | {"role": "admin"}),
                lambda: service.change(keeper, boss, {"email": "mine@vela.example"}),
                lambda: service.change(keeper, boss, {"status": "inactive"}),
                lambda: service.change(keeper, helper, {"role": "admin"}),
                lambda: service.remove(keeper, boss)):  # fmt: skip
        with pytest.raises(Forbidden):
            act()
    assert service.add(keeper, values | {"role": "editor"}).auth_role == "editor"


def test_who_sees_a_part_neither_makes_nor_changes_who_sees_more(workspace: Workspace) -> None:
    part = {"clients": [1]}
    keeper = Writer(add_person("admin", scope=part), BY_ROLE["admin"])
    with pytest.raises(Forbidden):
        service.change(keeper, add_person("editor"), {"email": "mine@vela.example"})
    new = service.add(keeper, {"full_name": "M", "username": "m", "email": "m@vela.example"})
    assert new.scope == part


def test_the_last_administrator_who_can_sign_in_stays(workspace: Workspace) -> None:
    last, keeper = add_person("admin", password="secret"), Writer(add_person("admin"), BY_ROLE["admin"])
    for act in (lambda: service.remove(keeper, last), lambda: service.change(keeper, last, {"role": "editor"}),
                lambda: service.change(keeper, last, {"status": "pending"})):  # fmt: skip
        with pytest.raises(Conflict) as refused:
            act()
        assert refused.value.code == "last_admin"
    add_person("admin", password="secret", scope={"clients": ["1"]})
    with pytest.raises(Conflict):
        service.remove(keeper, last)
    add_person("admin", password="secret")
    service.remove(keeper, last)
    assert last.deleted_at is not None


def test_who_is_made_inactive_is_signed_out_for_good(admin: FlaskClient, as_: As) -> None:
    reader = as_("maintainer")
    row = admin.get(API).json["items"][0]
    off = admin.patch(f"{API}/{row['id']}", json={"status": "inactive"}, headers=match(row)).json
    assert reader.get(API).status_code == 401
    on = admin.patch(f"{API}/{row['id']}", json={"status": "active"}, headers=match(off)).json
    assert reader.get(API).status_code == 401
    assert admin.delete(f"{API}/{row['id']}", headers=match(on)).status_code == 200
    own = db.session.scalars(select(AuditEvent.action).where(AuditEvent.user_id == int(row["id"])))
    assert "session:end_all" not in list(own)


# ---- beside it ----------------------------------------------------------------------------------------


def test_the_file_holds_what_is_listed_and_no_formula(admin: FlaskClient) -> None:
    create_person(admin, full_name="=HYPERLINK(1)", company="@x", contact="+91 98765", role="editor")
    answer = admin.get(f"{API}/file?role=editor")
    assert answer.status_code == 200 and answer.mimetype == "text/csv"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="users.csv"'
    head, row = answer.text.splitlines()
    assert head.startswith("\ufeffnumber,full_name,username,email,role") and "password" not in head
    assert row == "2,'=HYPERLINK(1),meera,meera@vela.example,editor,basic,pending,'@x,,'+91 98765,"
    assert admin.get(f"{API}/file?sort=-seen").status_code == 200
    assert admin.get(f"{API}/file?sort=x").status_code == 422


def test_who_reads_may_not_write_or_take_out(admin: FlaskClient, as_: As) -> None:
    row, reader = create_person(admin), as_("maintainer")
    assert reader.get(API).status_code == reader.get(f"{API}/counts").status_code == 200
    assert reader.get(f"{API}/{row['id']}").status_code == 200
    assert reader.get(f"{API}/file").status_code == 403
    assert reader.post(f"{API}/{row['id']}/restore", headers=match(row)).status_code == 403
    assert as_("subscriber").get(API).status_code == 403


def test_another_workspaces_people_never_were(admin: FlaskClient, as_: As) -> None:
    theirs = create_person(as_("admin", add_workspace("Other")))
    path = f"{API}/{theirs['id']}"
    assert admin.get(path).status_code == admin.patch(path, json={"company": "x"}).status_code == 404
    assert admin.delete(path, headers=match(theirs)).status_code == 404
    assert admin.post(f"{path}/restore", headers=match(theirs)).status_code == 404
    assert admin.get(f"{API}/2").status_code == 404, "numbers are of the workspace"


def test_writes_are_in_the_audit_log(admin: FlaskClient) -> None:
    row = create_person(admin)
    changed = admin.patch(f"{API}/{row['id']}", json={"company": "x"}, headers=match(row)).json
    gone = admin.delete(f"{API}/{row['id']}", headers=match(changed)).json
    admin.post(f"{API}/{row['id']}/restore", headers=match(gone))
    admin.get(f"{API}/file")
    admin.delete("/apps/users/delete?id=2")
    rows = list(db.session.scalars(select(AuditEvent).where(AuditEvent.subject == "user").order_by(AuditEvent.seq)))
    assert [row.action for row in rows] == [
        "user:create", "user:update", "user:delete", "user:restore", "user:export", "user:delete"]  # fmt: skip
    assert {row.subject_id for row in rows if row.action != "user:export"} == {int(row["id"])}
    assert rows[1].fields == ["company"]


@pytest.mark.postgres
def test_of_two_administrators_who_take_each_others_rights_one_stays(app: Flask, as_: As, workspace: Workspace) -> None:
    person, two = add_person("admin", password="secret"), add_person("admin", password="secret")
    caller, target, answers = as_("admin"), f"{API}/{two.id}", list[Any]()
    db.session.commit()
    service.change(Writer(two, BY_ROLE["admin"]), person, {"role": "editor"})

    def demote() -> None:
        """The same the other way round, on a connection of its own, while the first is not committed yet."""
        with app.app_context():
            answers.append(caller.patch(target, json={"role": "editor"}, headers={"If-Match": '"1"'}))

    other = threading.Thread(target=demote)
    other.start()
    waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with db.engine.connect() as watch:
        while other.is_alive() and not watch.scalar(text(waits)):
            time.sleep(0.01)
            watch.rollback()
    db.session.commit()
    other.join()
    assert (answers[0].status_code, answers[0].json["code"]) == (409, "last_admin")
