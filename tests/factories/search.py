"""Answers of the search."""

from typing import Any

from flask.testing import FlaskClient

SEARCH = "/api/v1/search"


def search_groups(client: FlaskClient, q: str, **more: Any) -> dict[str, Any]:
    """Search; return the groups of the answer by name."""
    answer = client.get(SEARCH, query_string={"q": q, **more})
    assert answer.status_code == 200, answer.json
    return {group["id"]: group for group in answer.json["groups"]}
