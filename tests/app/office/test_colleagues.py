"""Whom one comes across where people work together: anyone who shares a part of the workspace, and who runs it."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.core.db.base import db
from tests.conftest import add_person

As = Callable[..., FlaskClient]
HERE, ELSEWHERE, BOTH = {"clients": ["1"]}, {"clients": ["2"]}, {"clients": ["1", "2"]}
CHOOSERS = {
    "/api/v1/chat/people": ("items", "full_name"),
    "/api/v1/mail/people": ("people", "name"),
    "/api/v1/tasks/people": ("people", "name"),
}


@pytest.fixture
def staff(workspace: Workspace) -> dict[str, int]:
    """Someone of each part, by name."""
    scopes = {
        "Runs All": {},
        "Same Part": HERE,
        "Both Parts": BOTH,
        "Other Part": ELSEWHERE,
        "Sees Nothing": {"clients": []},
    }
    people = {}
    for name, scope in scopes.items():
        user = add_person("subscriber", scope=scope)
        user.full_name = name
        db.session.flush()
        people[name] = user.id
    db.session.commit()
    return people


@pytest.mark.parametrize("address", CHOOSERS)
def test_a_chooser_names_whom_one_shares_a_part_with(as_: As, staff: dict[str, int], address: str) -> None:
    key, name = CHOOSERS[address]
    offered = {
        who: {row[name] for row in as_("subscriber", None, scope).get(address).json[key]} & set(staff)
        for who, scope in {"here": HERE, "all": None}.items()
    }
    assert offered == {"here": {"Runs All", "Same Part", "Both Parts"}, "all": set(staff)}


def test_nobody_else_is_written_to_by_guessing(as_: As, staff: dict[str, int]) -> None:
    reader = as_("subscriber", None, HERE)
    for name, status in {"Same Part": 200, "Other Part": 404}.items():
        assert reader.get(f"/api/v1/chat/people/{staff[name]}").status_code == status
