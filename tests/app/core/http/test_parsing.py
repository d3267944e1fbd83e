"""What requests may look like beside their values: how bodies are encoded, and what is sent twice."""

import gzip
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

As = Callable[..., FlaskClient]
TASK = b'{"task": {"title": "Call back"}}'
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "x-unknown"])
def test_an_encoded_body_is_of_an_unsupported_type(as_: As, coding: str) -> None:
    headers = JSON | {"Content-Encoding": coding}
    answer = as_("admin").post("/apps/todo/add-tasks", data=gzip.compress(TASK), headers=headers)
    assert (answer.status_code, answer.json["detail"]) == (415, "Send the body uncompressed.")


@pytest.mark.parametrize("coding", ["identity", "Identity"])
def test_a_body_that_says_it_is_not_encoded_is_taken(as_: As, coding: str) -> None:
    headers = JSON | {"Content-Encoding": coding}
    assert as_("admin").post("/apps/todo/add-tasks", data=TASK, headers=headers).status_code == 201


@pytest.mark.parametrize("query", ["taskId=1&taskId=2", "taskId=1&taskId[]=2", "taskId[]=1&taskId[]=2"])
def test_a_field_sent_twice_deletes_nothing(as_: As, query: str) -> None:
    admin = as_("admin")
    for title in "AB":
        admin.post("/apps/todo/add-tasks", json={"task": {"title": title}})
    answer = admin.delete(f"/apps/todo/delete-task?{query}")
    assert answer.status_code == 422 and "taskId" in answer.json["errors"]
    assert len(admin.get("/apps/todo/tasks").json) == 2
    assert admin.delete("/apps/todo/delete-task?taskId=&taskId=1").status_code == 200


def test_a_list_is_sent_in_several_fields(as_: As) -> None:
    query = "calendars[]=Business&calendars[]=ETC&calendars=Family"
    assert as_("admin").get(f"/apps/calendar/events?{query}").status_code == 200


@pytest.mark.parametrize("url", ["/apps/todo/tasks?filter=new", "/api/users/list/data?role=boss"])
def test_a_refused_choice_names_only_choices_that_have_a_name(as_: As, url: str) -> None:
    (message,) = [text for texts in as_("admin").get(url).json["errors"].values() for text in texts]
    assert message.startswith("Choose one of: ") and ": ," not in message
