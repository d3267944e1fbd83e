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
        other = add_task({"title": "Other"}, reader)
        db.session.commit()
    api = "/api/v1/tasks"
    assert [task["title"] for task in part.get(api).json["items"]] == ["Mine"]
    assert part.get(f"{api}/counts").json["views"]["open"] == 1
    assert [part.get(f"{api}/{task.id}").status_code for task in (mine, other)] == [200, 404]
    assert part.get("/apps/todo/tasks").json[0]["title"] == "Mine" and len(part.get("/apps/todo/tasks").json) == 1
    assert len(as_("subscriber").get(api).json["items"]) == 2
