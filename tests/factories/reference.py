"""Entries of reference lists, added by their call."""

from typing import Any

from flask.testing import FlaskClient

LISTS = "/api/v1/reference"
LOST_REASONS = f"{LISTS}/lost-reasons"


def add_entry(admin: FlaskClient, name: str = "lost-reasons", **values: Any) -> dict[str, Any]:
    """Add an entry of a list."""
    answer = admin.post(f"{LISTS}/{name}", json={"code": "price", "labels": {"en": "Price"}} | values)
    assert answer.status_code == 201, answer.json
    return dict(answer.json)
