"""Previews of templates over the API."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from app.bots.templates import PREVIEWS, TEMPLATES

As = Callable[..., FlaskClient]


@pytest.mark.parametrize("speech", PREVIEWS)
def test_previews_are_played_by_the_engine_and_reach_a_goal(as_: As, speech: str) -> None:
    items = as_("author").get("/api/v1/bot-templates/previews", query_string={"speech": speech}).json["items"]
    assert {item["id"] for item in items} == set(TEMPLATES)
    for item in items:
        assert item["goals"] and item["inside"]["phrases"] > 50
        speakers = [message["speaker"] for message in item["messages"]]
        assert speakers[0] == "bot" and ("user" in speakers)
        assert any(option["chosen"] for message in item["messages"] for option in message["options"])
    assert as_("author").get("/api/v1/bot-templates/previews?speech=xx").status_code == 422
    assert as_("subscriber").get("/api/v1/bot-templates/previews").status_code == 403
