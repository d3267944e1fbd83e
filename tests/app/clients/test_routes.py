"""Clients over the API."""

from collections.abc import Callable

from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.clients.models import Client
from app.clients.service import only_client
from app.core.db.base import db
from tests.conftest import add_workspace

URL = "/api/v1/clients"
As = Callable[..., FlaskClient]


def test_clients_are_listed_by_name_with_zone_and_currency(as_: As, workspace: Workspace) -> None:
    only_client()
    db.session.add(Client(name="Vela Cars", zone="Asia/Dubai", currency="AED"))
    body = as_("admin").get(URL).json
    assert [(item["name"], item["zone"], item["currency"]) for item in body["items"]] == [
        ("Meridian Motors", "Asia/Kolkata", "INR"),
        ("Vela Cars", "Asia/Dubai", "AED"),
    ]
    assert as_("admin").get(URL, query_string={"q": "VELA"}).json["total"] == 1


def test_a_reader_of_one_client_sees_that_one(as_: As, workspace: Workspace) -> None:
    mine, other = only_client().id, Client(name="Vela Cars")
    db.session.add(other)
    db.session.flush()
    other_id = other.id
    reader = as_("maintainer", scope={"clients": [str(mine)]})
    assert reader.get(URL).json["total"] == 1
    assert reader.get(f"{URL}/{mine}").status_code == 200 and reader.get(f"{URL}/{other_id}").status_code == 404


def test_strangers_and_the_rest_are_refused(as_: As, client: FlaskClient, workspace: Workspace) -> None:
    client_id = only_client().id
    assert client.get(URL).status_code == 401 and as_("client").get(URL).status_code == 403
    assert as_("admin", add_workspace("Other")).get(f"{URL}/{client_id}").status_code == 404
