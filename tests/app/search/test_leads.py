"""Leads in the search."""

from collections.abc import Callable

from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from tests.app.leads.making import add_lead
from tests.app.masters.making import two_outlets, vin
from tests.app.search.test_masters import found

As = Callable[..., FlaskClient]


def test_a_lead_is_found_by_its_vehicle_within_reach(as_: As, workspace: Workspace) -> None:
    outlets = two_outlets()
    for number, outlet in enumerate(outlets, 1):
        add_lead(outlet, number, registration=f"MH12KD209{number}")
    dealer = as_("client", scope={"outlets": [str(outlets[0].id)]})
    assert found(as_("admin"), "mh12kd", "leads") == ["Customer 1", "Customer 2"]
    assert found(as_("admin"), vin(2), "leads") == ["Customer 2"]
    assert found(dealer, "mh12kd", "leads") == ["C. 1."]
    assert found(as_("maintainer"), "mh12kd", "leads") == []
