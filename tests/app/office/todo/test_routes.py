"""Our own calls on tasks: revisions, restoring, order, many at once, people, and who is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.service import add_user
from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.core.db.base import db
from app.office.todo.models import Task
from app.office.todo.service import add_task
from tests.conftest import add_workspace
from tests.factories.accounts import newest_user

As = Callable[..., FlaskClient]
API = "/api/v1/tasks"


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An admin of a workspace without tasks."""
    return as_("admin")


def create_task(client: FlaskClient, **task: Any) -> dict[str, Any]:
    """A new task."""
    answer = client.post(API, json={"title": "One"} | task)
    assert answer.status_code == 201, answer.json
    body: dict[str, Any] = answer.json
    return body


def match(task: dict[str, Any]) -> dict[str, str]:
    """The header of a write on what was shown."""
    return {"If-Match": f'"{task["revision"]}"'}


def titles(client: FlaskClient, **query: str) -> list[str]:
    """The titles of a list."""
    return [task["title"] for task in client.get(API, query_string=query).json["items"]]


def test_a_task_is_made_shown_and_changed(admin: FlaskClient) -> None:
    task = create_task(
        admin, title="  Ask   Jaipur ", due_date="2026-07-16", tags=["low"], is_important=True, description="*a*"
    )
    assert isinstance(task["id"], str) and task["number"] == 1
    assert task["title"] == "Ask Jaipur" and task["assignee"] is None and task["tags"] == ["low"]
    response = admin.get(f"{API}/{task['id']}")
    assert response.json == task and response.headers["ETag"] == '"1"'
    changed = admin.patch(f"{API}/{task['id']}", json={"is_completed": True, "due_date": None}, headers=match(task))
    assert changed.status_code == 200 and changed.json["is_completed"] and changed.json["due_date"] is None
    assert changed.json["title"] == "Ask Jaipur" and changed.json["revision"] == 2


def test_a_late_write_learns_what_is_there(admin: FlaskClient) -> None:
    task = create_task(admin)
    path = f"{API}/{task['id']}"
    assert admin.patch(path, json={"title": "Two"}).status_code == 428
    assert admin.patch(path, json={"title": "Two"}, headers=match(task)).status_code == 200
    late = admin.patch(path, json={"title": "Three"}, headers=match(task))
    assert late.status_code == 412
    assert late.json["current"]["title"] == "Two" and late.headers["ETag"] == '"2"'
    assert admin.delete(path, headers=match(task)).status_code == 412


def test_a_deleted_task_is_restored_as_it_was(admin: FlaskClient) -> None:
    task = create_task(admin, tags=["high"], is_important=True)
    gone = admin.delete(f"{API}/{task['id']}", headers=match(task)).json
    assert gone["is_deleted"] and titles(admin) == [] and titles(admin, view="deleted") == ["One"]
    assert admin.delete(f"{API}/{task['id']}", headers=match(gone)).status_code == 409
    late = admin.patch(f"{API}/{task['id']}", json={"title": "Two"}, headers=match(gone))
    assert (late.status_code, late.json["detail"]) == (409, "This task is deleted. Restore it first.")
    back = admin.post(f"{API}/{task['id']}/restore", headers=match(gone))
    own = {"revision", "updated_at"}
    assert {k: v for k, v in back.json.items() if k not in own} == {k: v for k, v in task.items() if k not in own}
    assert admin.post(f"{API}/{task['id']}/restore", headers=match(back.json)).status_code == 409


def test_an_order_of_ones_own_begins_with_the_latest_and_is_kept(admin: FlaskClient) -> None:
    a, b, c, d = (create_task(admin, title=title) for title in "ABCD")
    assert titles(admin) == ["D", "C", "B", "A"]
    assert admin.post(f"{API}/order", json={"order": f"{a['id']},{d['id']},{b['id']}"}).status_code == 200
    assert titles(admin) == ["A", "C", "D", "B"]
    assert titles(admin, sort="latest") == ["D", "C", "B", "A"]
    # To stand elsewhere spoils nobody's editing.
    assert admin.patch(f"{API}/{d['id']}", json={"title": "D2"}, headers=match(d)).status_code == 200
    create_task(admin, title="E")
    assert titles(admin) == ["E", "A", "C", "D2", "B"]
    assert c["number"] == 3


def test_only_what_is_there_is_put_in_order(admin: FlaskClient, as_: As) -> None:
    mine, theirs = create_task(admin), create_task(as_("admin", add_workspace("Other")))
    twice = admin.post(f"{API}/order", json={"order": f"{mine['id']},{mine['id']}"})
    assert twice.status_code == 200
    unknown = admin.post(f"{API}/order", json={"order": f"{mine['id']},{theirs['id']}"})
    assert unknown.status_code == 404
    for order in ("x", "", "1,,2"):
        answer = admin.post(f"{API}/order", json={"order": order})
        assert answer.status_code == 422 and list(answer.json["errors"]) == ["order"]


def test_many_are_put_away_and_taken_out_again(admin: FlaskClient, as_: As) -> None:
    a, b = create_task(admin), create_task(admin)
    admin.delete(f"{API}/{a['id']}", headers=match(a))
    ids = [a["id"], b["id"]]
    assert admin.post(f"{API}/many", json={"ids": ids, "do": "delete"}).json == {"ids": [b["id"]]}
    assert admin.get(f"{API}/{a['id']}").json["revision"] == 2
    assert sorted(admin.post(f"{API}/many", json={"ids": ids, "do": "restore"}).json["ids"]) == sorted(ids)
    theirs = create_task(as_("admin", add_workspace("Other")))
    assert admin.post(f"{API}/many", json={"ids": [*ids, theirs["id"]], "do": "delete"}).status_code == 404
    assert len(titles(admin)) == 2
    for body in ({"ids": [], "do": "delete"}, {"ids": ids, "do": "burn"}, {"ids": ids}):
        assert admin.post(f"{API}/many", json=body).status_code == 422


def test_counts_are_of_views_and_of_tags_within_one(admin: FlaskClient) -> None:
    create_task(admin, title="Open", tags=["low", "team"])
    create_task(admin, title="Star", is_important=True, tags=["low"])
    create_task(admin, title="Done", is_completed=True, tags=["high"])
    gone = create_task(admin, title="Gone", is_important=True)
    admin.delete(f"{API}/{gone['id']}", headers=match(gone))
    body = admin.get(f"{API}/counts").json
    assert body["views"] == {"mine": 0, "open": 2, "important": 1, "completed": 1, "deleted": 1}
    assert body["tags"] == {"team": 1, "low": 2, "medium": 0, "high": 0, "update": 0}
    done = admin.get(f"{API}/counts?view=completed&q=DONE").json
    assert done["views"] == {"mine": 0, "open": 0, "important": 0, "completed": 1, "deleted": 0}
    assert done["tags"]["high"] == 1
    for view, title in (("open", "Star"), ("important", "Star"), ("completed", "Done"), ("deleted", "Gone")):
        assert titles(admin, view=view)[0] == title


def test_a_task_is_for_someone_of_the_workspace(admin: FlaskClient, workspace: Workspace) -> None:
    add_user(full_name="Meera Nair", username="meera", email="meera@example.com", auth_role="editor", role="editor",
             avatar="/m.png")  # fmt: skip
    meera = {"name": "Meera Nair", "avatar": "/m.png"}
    assert admin.get(f"{API}/people?q=NAIR+mee").json == {"people": [meera]}
    task = create_task(admin, assignee="Meera  Nair")
    assert task["assignee"] == meera
    wrong = admin.patch(f"{API}/{task['id']}", json={"assignee": "Nobody"}, headers=match(task))
    assert wrong.status_code == 422 and list(wrong.json["errors"]) == ["assignee"]
    nobody = admin.patch(f"{API}/{task['id']}", json={"assignee": ""}, headers=match(task))
    assert nobody.json["assignee"] is None


def test_whom_another_client_wrote_may_stay(admin: FlaskClient) -> None:
    sent = {"title": "x", "assignee": {"fullName": "Somebody else", "avatar": "/s.png"}}
    assert admin.post("/apps/todo/add-tasks", json={"task": sent}).status_code == 201
    (task,) = admin.get(API).json["items"]
    response = admin.patch(f"{API}/{task['id']}", json={"assignee": "Somebody else", "title": "y"}, headers=match(task))
    assert response.json["assignee"] == {"name": "Somebody else", "avatar": "/s.png"}


def test_a_document_stays_until_its_text_is_changed(admin: FlaskClient) -> None:
    document = {"ops": [{"insert": "One\nTwo\n"}]}
    admin.post("/apps/todo/add-tasks", json={"task": {"title": "x", "description": document}})
    (task,) = admin.get(API).json["items"]
    assert task["description"] == "One\nTwo"
    same = admin.patch(f"{API}/{task['id']}", json={"description": "One\nTwo", "title": "y"}, headers=match(task)).json
    assert admin.get("/apps/todo/tasks").json[0]["description"] == document
    admin.patch(f"{API}/{task['id']}", json={"description": "Three"}, headers=match(same))
    assert admin.get("/apps/todo/tasks").json[0]["description"] == "Three"


@pytest.mark.parametrize(
    ("body", "field"),
    [({"title": " "}, "title"), ({"title": "x" * 201}, "title"), ({"due_date": "soon"}, "due_date"),
     ({"tags": ["none"]}, "tags"), ({"is_completed": "yes"}, "is_completed"), ({"unknown": 1}, "unknown")],
)  # fmt: skip
def test_what_does_not_fit_is_named(admin: FlaskClient, body: dict[str, Any], field: str) -> None:
    task = create_task(admin)
    for answer in (admin.post(API, json={"title": "x"} | body),
                   admin.patch(f"{API}/{task['id']}", json=body, headers=match(task))):  # fmt: skip
        assert answer.status_code == 422 and list(answer.json["errors"]) == [field]
    assert admin.get(f"{API}?view=nothing").status_code == 422


def test_another_workspaces_task_is_as_if_it_never_was(admin: FlaskClient, as_: As) -> None:
    theirs = create_task(as_("admin", add_workspace("Other")))
    path = f"{API}/{theirs['id']}"
    assert admin.get(path).status_code == 404
    assert admin.patch(path, json={"title": "x"}).status_code == 404
    assert admin.delete(path, headers=match(theirs)).status_code == 404
    assert admin.post(f"{path}/restore", headers=match(theirs)).status_code == 404
    assert titles(admin) == [] and admin.get(f"{API}/counts").json["views"]["open"] == 0


def test_who_reads_may_not_write(admin: FlaskClient, as_: As) -> None:
    task, reader = create_task(admin), as_("editor")
    path = f"{API}/{task['id']}"
    assert reader.get(path).status_code == reader.get(API).status_code == 200
    assert reader.post(API, json={"title": "x"}).status_code == 403
    assert reader.patch(path, json={"title": "x"}, headers=match(task)).status_code == 403
    assert reader.delete(path, headers=match(task)).status_code == 403
    assert reader.post(f"{API}/order", json={"order": task["id"]}).status_code == 403
    assert reader.post(f"{API}/many", json={"ids": [task["id"]], "do": "delete"}).status_code == 403
    assert as_("client").get(API).status_code == 403


def test_writes_are_in_the_audit_log(admin: FlaskClient, workspace: Workspace) -> None:
    task = create_task(admin)
    done = admin.patch(f"{API}/{task['id']}", json={"is_completed": True}, headers=match(task)).json
    admin.delete(f"{API}/{task['id']}", headers=match(done))
    rows = list(db.session.scalars(select(AuditEvent).where(AuditEvent.subject == "task").order_by(AuditEvent.seq)))
    assert [row.action for row in rows] == ["task:create", "task:update", "task:delete"]
    assert {row.subject_id for row in rows} == {int(task["id"])}
    assert rows[1].fields == ["is_completed"]


def test_the_same_number_is_never_given_twice(workspace: Workspace) -> None:
    numbers = [add_task({"title": str(n)}).number for n in range(3)]
    assert numbers == [1, 2, 3]
    assert [task.place for task in db.session.scalars(select(Task).order_by(Task.number))] == numbers


def test_my_tasks_are_the_readers_own(admin: FlaskClient, as_: As) -> None:
    reader = as_("editor")
    me = newest_user().full_name
    create_task(admin, title="For me", assignee=me)
    create_task(admin, title="For nobody")
    assert titles(reader, view="mine") == ["For me"]
    views = reader.get(f"{API}/counts").json["views"]
    assert (views["mine"], views["open"]) == (1, 2)


def test_everybody_hears_of_a_change_and_other_workspaces_do_not(admin: FlaskClient, as_: As) -> None:
    reader, stranger = as_("editor"), as_("editor", add_workspace("Other"))
    begun = reader.get("/api/v1/live").json["after"]
    task = create_task(admin)
    admin.patch(f"{API}/{task['id']}", json={"is_completed": True}, headers=match(task))
    heard = reader.get(f"/api/v1/live?after={begun}").json
    assert heard["changes"] == [{"kind": "task", "subject": ""}]
    admin.get(f"{API}/{task['id']}")
    assert reader.get(f"/api/v1/live?after={heard['after']}").json["changes"] == []
    assert stranger.get("/api/v1/live?after=0").json["changes"] == []
