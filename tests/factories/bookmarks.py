"""Bookmarks added by their call."""

from typing import Any

from flask.testing import FlaskClient

BOOKMARKS = "/api/v1/bookmarks"


def add_bookmark(client: FlaskClient, url: str, **more: Any) -> dict[str, Any]:
    """Bookmark a view."""
    answer = client.post(BOOKMARKS, json={"url": url, **more})
    assert answer.status_code == 201, answer.json
    body: dict[str, Any] = answer.json
    return body
