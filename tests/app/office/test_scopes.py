"""What of the office applications is shown to readers of a part of the workspace."""

from collections.abc import Callable

from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import within
from app.office.invoices.seed import seed as seed_invoices
from app.office.todo.service import add_task

As = Callable[..., FlaskClient]
PART = {"bots": ["1"]}
INVOICES = ("/api/v1/invoices", "/api/v1/invoices/summary", "/api/v1/invoices/clients", "/apps/invoice/invoices",
            "/api/invoice/clients")  # fmt: skip


def test_invoices_are_for_readers_of_the_whole_workspace(as_: As, workspace: Workspace) -> None:
    seed_invoices(workspace)
    whole, part = as_("subscriber"), as_("subscriber", scope=PART)
    for url in INVOICES:
        assert whole.get(url).status_code == 200, url
        assert part.get(url).status_code == 403, url
    number = whole.get(INVOICES[0]).json["items"][0]["number"]
    assert [who.get(f"/api/v1/invoices/{number}/pdf").status_code for who in (whole, part)] == [200, 403]
    reader = db.session.scalars(select(User).order_by(User.id.desc())).first()
    assert reader is not None
    reader.extra_abilities = [{"action": "read", "subject": "Office"}]
    assert part.get(INVOICES[0]).status_code == 200


def test_a_reader_of_a_part_sees_the_tasks_that_are_theirs(as_: As, workspace: Workspace) -> None:
    part = as_("subscriber", scope=PART)
    with within(workspace.id):
        reader = db.session.scalars(select(User)).one()
        reader.full_name = "Meera Nair"
        mine = add_task({"title": "Mine", "assignee": {"fullName": reader.full_name}}, reader)
        other = add_task({"title": "Other", "assignee": {"fullName": "Ravi Rao"}}, reader)
        db.session.commit()
    api = "/api/v1/tasks"
    assert [task["title"] for task in part.get(api).json["items"]] == ["Mine"]
    assert part.get(f"{api}/counts").json["views"]["open"] == 1
    assert [part.get(f"{api}/{task.id}").status_code for task in (mine, other)] == [200, 404]
    assert part.get("/apps/todo/tasks").json[0]["title"] == "Mine" and len(part.get("/apps/todo/tasks").json) == 1
    assert len(as_("subscriber").get(api).json["items"]) == 2


def test_what_a_reader_of_a_part_adds_stays_in_their_sight(as_: As, workspace: Workspace) -> None:
    part = as_("subscriber", scope=PART)
    with within(workspace.id):
        reader = db.session.scalars(select(User)).one()
        reader.extra_abilities = [{"action": "create", "subject": "Home"}]
        db.session.commit()
        added = add_task({"title": "Added"}, reader)
        db.session.commit()
        assert added.assignee_name == reader.full_name
    assert [task["title"] for task in part.get("/api/v1/tasks").json["items"]] == ["Added"]


def test_pages_of_invoices_are_in_no_search_of_a_reader_of_a_part(as_: As, workspace: Workspace) -> None:
    """What the calls refuse is offered nowhere: the person is known to see a part, and their pages go by it."""
    whole, part = as_("subscriber"), as_("subscriber", scope=PART)
    assert [who.get("/api/v1/me").json["user"]["office"] for who in (whole, part)] == ["whole", "part"]
    assert [who.get("/apps/invoice/list").status_code for who in (whole, part)] == [200, 403]
    for who, is_found in ((whole, True), (part, False)):
        groups = {group["id"]: group for group in who.get("/api/v1/search?q=invoices").json["groups"]}
        urls = [hit["url"] for hit in groups.get("pages", {"hits": []})["hits"]]
        assert ("/apps/invoice/list" in urls) is is_found
