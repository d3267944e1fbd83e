"""The specified search data, exactly, over the built page table."""

import re
from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core import clock
from app.core.db.base import db
from app.core.db.tenancy import within
from app.exports.models import Export
from app.web.navigation import number, places

As = Callable[..., FlaskClient]
URL = "/api/main-search/data"


def groups(client: FlaskClient) -> dict[str, list[dict[str, Any]]]:
    """The data of each group."""
    body = client.get(URL).json
    assert list(body) == ["searchArr"]
    for group in body["searchArr"]:
        assert list(group) == ["groupTitle", "searchLimit", "data"] and group["searchLimit"] == 4
    return {group["groupTitle"]: group["data"] for group in body["searchArr"]}


def test_pages_are_those_the_reader_may_open(as_: As) -> None:
    admin, editor = groups(as_("admin")), groups(as_("editor"))
    assert list(admin) == ["Pages", "Files", "Contacts"]
    links = {page["link"]: page for page in admin["Pages"]}
    assert {"/reports/dashboard", "/admin/bots", "/pages/faq", "/pages/account-settings/security"} <= set(links)
    assert not {"/pages/login-v1", "/misc/error", "/reports/conversations/:id"} & set(links)
    assert not {"/invitation", "/unsubscribe"} & set(links)
    bots = links["/admin/bots"]
    assert list(bots) == ["id", "target", "isBookmarked", "title", "icon", "link"]
    assert bots == {"id": number("bots"), "target": "bots", "isBookmarked": False, "title": "Manage Bots",
                    "icon": "Cpu", "link": "/admin/bots"}  # fmt: skip
    assert "/reports/dashboard" not in {page["link"] for page in editor["Pages"]}
    assert editor["Files"] == editor["Contacts"] == []


def test_numbers_and_targets_of_pages_are_fit_for_use(app: Any) -> None:
    every = places([{"action": "manage", "subject": "all"}], "en")
    numbers = [place.number for place in every]
    assert len(set(numbers)) == len(numbers) > 8 and all(0 < n < 2**31 for n in numbers)
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", place.target) for place in every)
    assert all(re.fullmatch(r"([A-Z][a-z0-9]*)+", place.feather) for place in every)
    # The same for ever: who keeps a number finds its page.
    assert number("dashboard") == 264_070 and number("bots") == 398_754


def test_files_and_contacts_are_the_readers(as_: As, workspace: Workspace) -> None:
    admin = as_("admin")
    with within(workspace.id):
        me = db.session.scalar(select(User.id))
        assert me is not None
        db.session.add(Export(user_id=me, query="", state="ready", size=12_345, asked_at=clock.now(), file="x.csv"))
        db.session.add(Export(user_id=me, query="", state="failed", asked_at=clock.now()))
        db.session.commit()
    group_rows = groups(admin)
    (file,) = group_rows["Files"]
    assert list(file) == ["title", "by", "size", "file"] and file["by"] == "Admin" and file["size"] == "12 kb"
    assert re.fullmatch(r"/api/v1/exports/\d+/file", file["file"])
    (person,) = group_rows["Contacts"]
    assert list(person) == ["title", "email", "img", "date"] and person["title"] == "Admin"
    assert all(isinstance(value, str) for value in person.values())
