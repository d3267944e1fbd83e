"""People from a file: checked as a whole, invited as a whole, once."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.accounts.people.models import Invitation
from app.accounts.users.models import User
from app.clients.models import City
from app.core.db.base import db

As = Callable[..., FlaskClient]
URL = "/api/v1/people/import"
GOOD = """full_name,email,role,cities
Prakash Joshi,prakash@suryodaya.test,Client,Pune
Meera Nair,meera@vela.test,editor,
"""


@pytest.fixture
def admin(as_: As) -> FlaskClient:
    """An administrator of a workspace with one city."""
    client = as_("admin")
    db.session.add(City(name="Pune"))
    db.session.commit()
    return client


def send(client: FlaskClient, text: str, *, dry: bool = False, **headers: str) -> Any:
    """Send a file as the whole body."""
    url = f"{URL}?dry=1" if dry else URL
    return client.post(url, data=text.encode(), content_type="text/csv", headers=headers)


def people() -> int:
    """How many people there are."""
    return db.session.scalar(select(func.count(User.id))) or 0


def test_a_dry_run_changes_nothing_and_the_real_one_invites_everybody(admin: FlaskClient) -> None:
    dry = send(admin, GOOD, dry=True)
    assert (dry.status_code, dry.json) == (200, {"rows": 2, "errors": [], "changes": 2})
    assert people() == 1
    real = send(admin, GOOD)
    assert (real.status_code, real.json) == (201, {"rows": 2, "errors": [], "changes": 2})
    prakash = db.session.scalars(select(User).where(User.email == "prakash@suryodaya.test")).one()
    city = db.session.scalars(select(City.id)).one()
    assert (prakash.auth_role, prakash.role, prakash.state) == ("client", "subscriber", "invited")
    assert prakash.scope == {"cities": [str(city)]}
    assert len(db.session.scalars(select(Invitation.id)).all()) == 2


def test_a_repeated_key_invites_once(admin: FlaskClient) -> None:
    first, second = (send(admin, GOOD, **{"Idempotency-Key": "one"}) for _ in range(2))
    assert first.json == second.json and second.headers["Idempotency-Replayed"] == "true"
    assert {row.sends for row in db.session.scalars(select(Invitation))} == {1}


def test_a_form_sends_the_same(admin: FlaskClient) -> None:
    form = {"file": (io.BytesIO(GOOD.encode()), "people.csv"), "dry": "1"}
    assert admin.post(URL, data=form).json == {"rows": 2, "errors": [], "changes": 2}
    assert people() == 1


def test_each_wrong_row_is_named_and_nobody_is_invited(admin: FlaskClient, as_: As) -> None:
    taken = db.session.scalars(select(User)).one()
    taken.password_hash = "x"
    db.session.commit()
    rows = [
        "full_name,email,role,cities",
        "A,a@b.test,client,Pune",
        ",a2@b.test,client,",
        "B,nothing,client,",
        "C,a@b.test,client,",
        "D,d@b.test,boss,",
        "E,e@b.test,client,Atlantis",
        f"F,{taken.email},client,",
    ]
    text = "\n".join(rows)  # fmt: skip
    dry = send(admin, text, dry=True)
    assert (dry.status_code, dry.json["rows"], dry.json["changes"]) == (200, 7, 1)
    errors = {(error["row"], error["field"]) for error in dry.json["errors"]}
    assert errors == {(3, "full_name"), (4, "email"), (5, "email"), (6, "role"), (7, "cities"), (8, "email")}
    real = send(admin, text)
    assert real.status_code == 422 and len(real.json["errors"]["file"]) == 6
    assert people() == 1


@pytest.mark.parametrize(
    "text",
    ["", "full_name,email,role\n", "name,mail\nA,a@b.test\n", "full_name,email,role,planet\nA,a@b.test,client,x\n",
     "full_name,email,role\n" + "A,a@b.test,client\n" * 1_001, '"', "full_name,email,role\n\x00,a@b.test,client\n"],
)  # fmt: skip
def test_what_is_no_list_of_people_is_refused(admin: FlaskClient, text: str) -> None:
    answer = send(admin, text, dry=True)
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["file"])


def test_nobody_is_invited_to_more_than_the_inviter_has(as_: As, admin: FlaskClient) -> None:
    city = db.session.scalars(select(City.id)).one()
    db.session.add(City(name="Chennai"))
    db.session.commit()
    some = as_("admin", scope={"cities": [str(city)]})
    answer = send(some, "full_name,email,role,cities\nA,a@b.test,client,Chennai\nB,b@b.test,client,\n", dry=True)
    assert [(error["row"], error["field"]) for error in answer.json["errors"]] == [(2, "cities"), (3, "scope")]
    helper = as_("maintainer")
    assert send(helper, GOOD, dry=True).status_code == 403
