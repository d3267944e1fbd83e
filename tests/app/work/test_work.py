"""Work under way: one's own exports, the imports one may see, and nobody else's."""

from collections.abc import Callable

import pytest
from flask import Flask, g
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.security.visitor import Visitor
from app.exports.models import Export
from app.imports.models import Import
from app.work.service import is_under_way
from tests.conftest import add_workspace
from tests.contract.rows import grow

SignIn = Callable[..., FlaskClient]


def begin_export(client: FlaskClient) -> str:
    """Have an export written, later."""
    return str(client.post("/api/v1/exports?r=all").json["id"])


def set_import(state: str) -> Import:
    """The workspace's import, in a state."""
    row = db.session.query(Import).first()
    assert row is not None
    row.state, row.dialogues, row.done, row.skipped = state, 40, 8, 2
    db.session.commit()
    return row


@pytest.fixture
def grown(workspace: Workspace) -> Workspace:
    """A workspace with one row of everything, nothing of it under way."""
    grow(1, "a")
    set_import("done")
    return workspace


def test_nothing_is_under_way_at_first(as_: SignIn, grown: Workspace) -> None:
    assert as_("admin").get("/api/v1/work").json == {"items": []}


def test_an_export_is_its_makers_alone(as_: SignIn, grown: Workspace) -> None:
    maker, other = as_("admin"), as_("admin")
    number = begin_export(maker)
    items = maker.get("/api/v1/work").json["items"]
    assert items == [
        {"kind": "export", "id": number, "name": "", "done": 0, "of": 0, "link": "/reports/exports"}
    ]  # fmt: skip
    assert other.get("/api/v1/work").json["items"] == []


@pytest.mark.parametrize(
    ("state", "seen"), [("checking", 1), ("queued", 1), ("running", 1), ("ready", 0), ("failed", 0)]
)
def test_an_import_counts_while_it_runs(as_: SignIn, grown: Workspace, state: str, seen: int) -> None:
    row = set_import(state)
    items = as_("admin").get("/api/v1/work").json["items"]
    assert len(items) == seen
    if seen:
        assert items[0] == {
            "kind": "import", "id": str(row.id), "name": row.name, "done": 10, "of": 40,
            "link": f"/admin/import/{row.id}",
        }  # fmt: skip


def test_who_may_not_see_imports_does_not(as_: SignIn, grown: Workspace) -> None:
    set_import("running")
    assert as_("subscriber").get("/api/v1/work").json["items"] == []


def test_another_workspaces_work_is_not_reported(as_: SignIn, grown: Workspace) -> None:
    set_import("running")
    assert as_("admin", add_workspace("B")).get("/api/v1/work").json["items"] == []


def test_nobody_signed_in_is_401(client: FlaskClient, workspace: Workspace) -> None:
    assert client.get("/api/v1/work").status_code == 401


def test_a_page_says_whether_anything_is_under_way(app: Flask, as_: SignIn, grown: Workspace) -> None:
    maker = as_("admin")
    begin_export(maker)
    with within(grown.id):
        row = db.session.query(Export).one()
        with app.test_request_context("/"):
            g.visitor = Visitor()
            assert is_under_way(row.user_id)
            assert not is_under_way(row.user_id + 1)
