"""The one place every request passes: what is declared wrongly, and who is nobody."""

from collections.abc import Iterator

import pytest
from flask import Flask, g

from app.accounts.auth.visitors import ability_of
from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.core.errors import NotSignedIn
from app.core.security import visitor
from app.core.security.abilities import ANONYMOUS, BY_ROLE
from app.core.security.operations import PUBLIC, Operation, needs
from app.core.security.visitor import Visitor, check_declared


def view() -> str:
    """Answer."""
    return ""


@pytest.fixture
def bare() -> Iterator[Flask]:
    """An application with one route of an area."""
    app = Flask("bare")
    app.add_url_rule("/r", "area.view", view)
    yield app
    view.__dict__.clear()


@pytest.mark.parametrize(("action", "subject"), [("raed", "Bot"), ("read", "Bott"), ("all", "Bot"), ("read", "manage")])
def test_an_ability_that_does_not_exist_cannot_be_declared(action: str, subject: str) -> None:
    with pytest.raises(ValueError, match=f"{action} {subject} is no ability"):
        needs(action, subject)


def test_an_operation_without_an_ability_stops_the_start(bare: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError, match=r"area\.view \(/r\) declares no ability"):
        check_declared(bare, {"area"})
    check_declared(bare, {"another"})
    monkeypatch.setattr(view, "operation", Operation(PUBLIC), raising=False)
    check_declared(bare, {"area"})


def test_what_needs_a_person_says_so_when_there_is_none(app: Flask) -> None:
    with app.test_request_context("/"):
        g.visitor = Visitor()
        with pytest.raises(NotSignedIn):
            visitor.require_user()
        assert visitor.current_ability() == ANONYMOUS and not visitor.can("read", "Bot")
        g.visitor.ability.append({"action": "read", "subject": "Bot"})
        assert visitor.can("read", "Bot") and Visitor().ability == ANONYMOUS


def test_who_lacks_the_factor_everybody_must_have_may_do_nothing() -> None:
    person, place = User(auth_role="admin"), Workspace(second_factor_required=True)
    assert ability_of(person, place) == ANONYMOUS and Visitor(user=person, workspace=place).must_enrol
    place.second_factor_required = False
    assert ability_of(person, place) == BY_ROLE["admin"]
    assert not Visitor(user=person, workspace=place).must_enrol and not Visitor().must_enrol
    assert ability_of(User(auth_role="unheard of"), place) == ANONYMOUS
