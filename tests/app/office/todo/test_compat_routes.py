"""The specified to-do calls: shapes, views and orders, every oddity of existing clients, and who is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.db.tenancy import within
from app.office.todo.documents import plain_text
from app.office.todo.seed import seed
from app.office.todo.service import add_task
from tests.conftest import add_workspace

As = Callable[..., FlaskClient]
KEYS = {"id", "title", "dueDate", "description", "assignee", "tags", "isCompleted", "isDeleted", "isImportant"}
BLANK = {"title": "", "dueDate": "", "description": "", "assignee": None, "tags": [],
         "isCompleted": False, "isDeleted": False, "isImportant": False}  # fmt: skip


@pytest.fixture
def admin(as_: As, workspace: Workspace) -> FlaskClient:
    """An admin of a workspace with the sample tasks."""
    seed(workspace)
    return as_("admin")


@pytest.fixture
def empty(as_: As) -> FlaskClient:
    """An admin of a workspace without tasks."""
    return as_("admin")


def add(client: FlaskClient, **task: Any) -> dict[str, Any]:
    """Add a task and answer it."""
    answer = client.post("/apps/todo/add-tasks", json={"task": BLANK | {"title": "One"} | task})
    assert answer.status_code == 201, answer.json
    row: dict[str, Any] = answer.json["task"]
    return row


def titles(client: FlaskClient, query: str = "") -> list[str]:
    """The titles of a list."""
    return [task["title"] for task in client.get(f"/apps/todo/tasks?{query}").json]


def test_eighteen_are_seeded_in_the_specified_shape(admin: FlaskClient) -> None:
    body, deleted = admin.get("/apps/todo/tasks").json, admin.get("/apps/todo/tasks?filter=deleted").json
    assert isinstance(body, list) and len(body) + len(deleted) == 18
    for task in [*body, *deleted]:
        assert set(task) == KEYS
        assert isinstance(task["id"], int) and isinstance(task["tags"], list)
        assert len(task["dueDate"]) == 10 and set(task["assignee"]) == {"fullName", "avatar"}
    assert sorted(task["id"] for task in [*body, *deleted]) == list(range(1, 19))
    assert {isinstance(task["description"], dict) for task in body} == {True, False}


def test_seeding_again_adds_none(workspace: Workspace) -> None:
    assert [seed(workspace), seed(workspace)] == [18, 0]


def test_views_are_those_of_the_specification(admin: FlaskClient) -> None:
    def view(query: str) -> list[dict[str, Any]]:
        body: list[dict[str, Any]] = admin.get(f"/apps/todo/tasks?{query}").json
        assert body
        return body

    assert not any(task["isDeleted"] for task in view(""))
    assert all(task["isImportant"] and not task["isDeleted"] for task in view("filter=important"))
    assert all(task["isCompleted"] and not task["isDeleted"] for task in view("filter=completed"))
    assert all(task["isDeleted"] for task in view("filter=deleted"))
    assert all("low" in task["tags"] and not task["isDeleted"] for task in view("tag=low"))
    assert all("low" in task["tags"] and task["isDeleted"] for task in view("tag=low&filter=deleted"))


def test_a_tag_is_not_found_inside_another(empty: FlaskClient) -> None:
    add(empty, title="Both", tags=["low", "team"])
    add(empty, title="Other", tags=["update"])
    assert titles(empty, "tag=low") == ["Both"]
    assert titles(empty, "tag=high") == []


def test_q_is_in_the_title_whatever_its_case(empty: FlaskClient) -> None:
    add(empty, title="Straße to Jaipur", description="invoice")
    add(empty, title="100% done_it")
    assert titles(empty, "q=JAIPUR") == titles(empty, "q=STRASSE") == ["Straße to Jaipur"]
    assert titles(empty, "q=invoice") == []
    assert titles(empty, "q=0%25") == titles(empty, "q=e_i") == ["100% done_it"]
    assert titles(empty, "q=%25%25") == []


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("", "DCBA"), ("sortBy=latest", "DCBA"), ("sortBy=title-asc", "ACDB"), ("sortBy=title-desc", "BDCA"),
        ("sortBy=assignee", "DBAC"), ("sortBy=due-date", "CDAB"),
    ],
)  # fmt: skip
def test_the_five_orders(empty: FlaskClient, sort: str, order: str) -> None:
    for mark, title, name, due in (
        ("A", "apple", "Meera", "2026-03-02"), ("B", "Zebra", "Asha", ""),
        ("C", "Banana", "Rohan", "2026-03-01"), ("D", "cherry", "Asha", "2026-03-02"),
    ):  # fmt: skip
        add(empty, title=title, assignee={"fullName": name, "avatar": ""}, dueDate=due, tags=[], description=mark)
    titles = "".join(task["description"] for task in empty.get(f"/apps/todo/tasks?{sort}").json)
    assert titles == order


def test_empty_parameters_are_not_given_and_both_array_spellings_are_read(admin: FlaskClient) -> None:
    everything = titles(admin)
    assert titles(admin, "q=&filter=&tag=&sortBy=") == everything
    assert titles(admin, "tag[]=high") == titles(admin, "tag=high") == titles(admin, "tag[]=high&unknown=1")


@pytest.mark.parametrize("query", ["filter=nothing", "tag=nothing", "sortBy=nothing"])
def test_a_value_that_does_not_fit_is_named(admin: FlaskClient, query: str) -> None:
    answer = admin.get(f"/apps/todo/tasks?{query}")
    assert answer.status_code == 422 and list(answer.json["errors"]) == [query.partition("=")[0]]


def test_a_new_task_has_the_last_id_and_one(admin: FlaskClient) -> None:
    assert add(admin, title="Nineteen")["id"] == 19
    assert admin.delete("/apps/todo/delete-task?taskId=19").status_code == 200
    assert add(admin, title="Twenty")["id"] == 20
    assert titles(admin)[0] == "Twenty"


def test_what_is_sent_comes_back_and_what_is_missing_is_empty(empty: FlaskClient) -> None:
    sent = {"title": "Ask", "dueDate": "2026-07-16", "description": "All", "tags": ["low", "team"],
            "assignee": {"fullName": "Meera Nair", "avatar": "https://x.example/a.png"},
            "isCompleted": True, "isDeleted": False, "isImportant": True}  # fmt: skip
    assert add(empty, **sent) == sent | {"id": 1}
    bare = empty.post("/apps/todo/add-tasks", json={"task": {"title": "Bare"}})
    assert bare.json["task"] == BLANK | {"id": 2, "title": "Bare", "assignee": {"fullName": "", "avatar": ""}}


def test_a_blank_task_of_an_existing_client_is_taken(empty: FlaskClient) -> None:
    task = add(empty, dueDate="2026-07-16T18:30:00.000Z", tags=None, description=None, assignee=None, extra={"a": 1})
    assert task["dueDate"] == "2026-07-16"
    assert task["tags"] == [] and task["description"] == ""
    assert task["assignee"] == {"fullName": "", "avatar": ""}


def test_an_editors_document_comes_back_unchanged(empty: FlaskClient) -> None:
    document = {"ops": [{"insert": "a\n", "attributes": {"x": None, "n": 1.5}}, {"insert": {"image": "u"}}], "z": [[]]}
    task = add(empty, description=document)
    assert task["description"] == document
    changed = empty.post("/apps/todo/update-task", json={"task": {"id": task["id"], "isImportant": True}})
    assert changed.json["task"]["description"] == document


def test_an_update_merges_and_replaces_what_is_nested(empty: FlaskClient) -> None:
    task = add(empty, assignee={"fullName": "Meera", "avatar": "/a.png"}, tags=["low"], dueDate="2026-07-16")
    body = {"task": {"id": str(task["id"]), "assignee": {"fullName": "Asha"}, "isCompleted": True, "nonsense": 1}}
    answer = empty.post("/apps/todo/update-task", json=body)
    assert answer.status_code == 200
    assert answer.json == {"task": task | {"assignee": {"fullName": "Asha", "avatar": ""}, "isCompleted": True}}
    whole = empty.post("/apps/todo/update-task", json={"task": answer.json["task"], "more": 1})
    assert whole.json == answer.json


def test_deleting_marks_and_repeating_is_harmless(admin: FlaskClient) -> None:
    (before,) = [task for task in admin.get("/apps/todo/tasks").json if task["id"] == 18]
    for _ in range(2):
        assert admin.delete("/apps/todo/delete-task?taskId=18").status_code == 200
    (after,) = [task for task in admin.get("/apps/todo/tasks?filter=deleted").json if task["id"] == 18]
    assert after == before | {"isDeleted": True}
    back = admin.post("/apps/todo/update-task", json={"task": {"id": 18, "isDeleted": False}})
    assert back.json["task"] == before


def test_a_delete_without_an_id_deletes_nothing(admin: FlaskClient) -> None:
    everything = titles(admin)
    for query in ("", "?taskId=", "?taskId=x"):
        answer = admin.delete(f"/apps/todo/delete-task{query}")
        assert answer.status_code == 422 and list(answer.json["errors"]) == ["taskId"]
    assert titles(admin) == everything


def test_to_read_a_write_is_405_and_not_a_page(admin: FlaskClient) -> None:
    for path, method in (("add-tasks", "POST"), ("update-task", "POST"), ("delete-task", "DELETE")):
        answer = admin.get(f"/apps/todo/{path}")
        assert answer.status_code == 405 and set(answer.allow or ()) == {method, "OPTIONS"}
        assert set(admin.options(f"/apps/todo/{path}").allow) == {method, "OPTIONS"}


def test_an_unknown_id_is_404(admin: FlaskClient) -> None:
    assert admin.post("/apps/todo/update-task", json={"task": {"id": 999, "title": "x"}}).status_code == 404
    assert admin.delete("/apps/todo/delete-task?taskId=999").status_code == 404


@pytest.mark.parametrize(
    "task",
    [
        {"title": ""}, {"title": "x" * 201}, {"title": 7}, {"title": None}, {"dueDate": "soon"}, {"dueDate": "T"},
        {"tags": "low"}, {"tags": ["none"]}, {"isCompleted": "perhaps"}, {"isDeleted": 1}, {"isImportant": None},
        {"assignee": "Asha"}, {"description": 7},
    ],
)  # fmt: skip
def test_a_wrong_type_is_named(empty: FlaskClient, task: dict[str, Any]) -> None:
    row = add(empty)
    for path, more in (("add-tasks", {"title": "x"}), ("update-task", {"id": row["id"]})):
        answer = empty.post(f"/apps/todo/{path}", json={"task": more | task})
        assert answer.status_code == 422 and next(iter(task)) in str(answer.json["errors"])


def test_a_document_without_end_is_refused(empty: FlaskClient) -> None:
    deep = '{"content":[' * 400 + "1" + "]}" * 400
    body = '{"task": {"title": "Deep", "description": ' + deep + "}}"
    answer = empty.post("/apps/todo/add-tasks", data=body, content_type="application/json")
    assert answer.status_code == 400


@pytest.mark.parametrize("body", [{}, {"task": None}, {"task": []}, {"task": {}}, []])
def test_a_body_without_a_task_is_422(empty: FlaskClient, body: Any) -> None:
    assert empty.post("/apps/todo/add-tasks", json=body).status_code == 422
    assert empty.post("/apps/todo/update-task", json=body).status_code == 422


def test_another_workspace_is_not_seen_or_changed(admin: FlaskClient, as_: As) -> None:
    place = add_workspace("Other")
    with within(place.id):
        for n in range(20):
            add_task({"title": f"Theirs {n}"})
    other = as_("admin", place)
    assert all(title.startswith("Theirs") for title in titles(other)) and len(titles(other)) == 20
    assert admin.delete("/apps/todo/delete-task?taskId=20").status_code == 404
    assert admin.post("/apps/todo/update-task", json={"task": {"id": 20, "title": "x"}}).status_code == 404
    assert len(titles(other)) == 20


def test_who_reads_may_not_write(as_: As, admin: FlaskClient) -> None:
    reader = as_("subscriber")
    assert reader.get("/apps/todo/tasks").status_code == 200
    assert reader.post("/apps/todo/add-tasks", json={"task": {"title": "x"}}).status_code == 403
    assert reader.post("/apps/todo/update-task", json={"task": {"id": 1}}).status_code == 403
    assert reader.delete("/apps/todo/delete-task?taskId=1").status_code == 403
    assert as_("client").get("/apps/todo/tasks").status_code == 403


@pytest.mark.parametrize(
    ("document", "text"),
    [
        ("As it is", "As it is"),
        ({"ops": [{"insert": "One\n"}, {"insert": {"image": "u"}}, {"insert": "Two\n"}]}, "One\nTwo"),
        ({"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "One"}]},
                                     {"type": "paragraph", "content": [{"type": "text", "text": "Two"}]}]}, "One\nTwo"),
        ({"blocks": [{"type": "unstyled", "text": "One"}, {"type": "unstyled", "text": "Two"}]}, "One\nTwo"),
        ({"blocks": [{"type": "paragraph", "data": {"text": "One"}}]}, "One"),
        ({}, ""),
    ],
)  # fmt: skip
def test_the_words_of_a_document(document: Any, text: str) -> None:
    assert plain_text(document) == text
