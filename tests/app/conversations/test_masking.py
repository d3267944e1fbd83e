"""Contacts' names are whole for readers who may see personal data, and initials for everybody else, everywhere."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from sqlalchemy import update

from app.conversations.masking import mask_name
from app.conversations.models import Contact
from app.core.db.base import db
from tests.fixtures import hand_counted

NAME, INITIALS = "Asha Kulkarni", "A. K."
DAYS = "r=2026-02-10..2026-03-09"


@pytest.fixture
def people_with_names(workspace: object) -> None:
    """The hand-counted sessions, all of people of one name."""
    hand_counted.lay()
    db.session.execute(update(Contact).values(name=NAME))
    db.session.commit()


@pytest.mark.parametrize(("role", "expected"), [("admin", NAME), ("subscriber", INITIALS), ("maintainer", INITIALS)])
def test_names_are_shown_by_the_readers_right(
    people_with_names: None, as_: Callable[..., FlaskClient], role: str, expected: str
) -> None:
    reader = as_(role)
    body = reader.get(f"/api/v1/conversations?{DAYS}").json
    assert {row["contact"]["name"] for row in body["items"]} == {expected}
    assert body["masked"] is (expected != NAME)
    row = body["items"][0]
    assert reader.get(f"/api/v1/conversations/{row['id']}").json["contact"]["name"] == expected
    assert reader.get(f"/api/v1/contacts/{row['contact']['id']}").json["name"] == expected
    table = reader.get(f"/api/v1/conversations.csv?{DAYS}").text
    assert (NAME in table, INITIALS in table) == (expected == NAME, expected != NAME)
    text = reader.get("/api/v1/search?q=words").text
    assert NAME not in text or expected == NAME


@pytest.mark.parametrize(("name", "initials"), [("", ""), ("  Asha  Kulkarni ", "A. K."), ("आशा कुलकर्णी", "आ. क.")])
def test_a_masked_name_is_its_initials(name: str, initials: str) -> None:
    assert mask_name(name) == initials
