"""Leads in the search."""

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from tests.app.leads.making import add_lead
from tests.app.masters.making import two_outlets, vin

As = Callable[..., FlaskClient]


def find_titles(client: FlaskClient, q: str, group: str) -> list[str]:
    """What a search finds in a group, as it is read."""
    answer: Any = client.get("/api/v1/search", query_string={"q": q}).json
    hits = next((hit_group["hits"] for hit_group in answer["groups"] if hit_group["id"] == group), [])
    return sorted("".join(part["text"] for part in hit["title"]) for hit in hits)


def test_a_lead_is_found_by_its_vehicle_within_reach(as_: As, workspace: Workspace) -> None:
    outlets = two_outlets()
    for number, outlet in enumerate(outlets, 1):
        add_lead(outlet, number, registration=f"MH12KD209{number}")
    dealer = as_("client", scope={"outlets": [str(outlets[0].id)]})
    assert find_titles(as_("admin"), "mh12kd", "leads") == ["Customer 1", "Customer 2"]
    assert find_titles(as_("admin"), vin(2), "leads") == ["Customer 2"]
    assert find_titles(dealer, "mh12kd", "leads") == ["C. 1."]
    assert find_titles(as_("maintainer"), "mh12kd", "leads") == []
