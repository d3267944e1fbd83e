"""Vehicles and customers in the search."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from tests.app.masters.making import API, two_outlets, vehicle, vin

As = Callable[..., FlaskClient]


@pytest.fixture
def sold(as_: As, workspace: Workspace) -> list[str]:
    """A vehicle of each of two outlets; the ids of these."""
    ids, admin = [], as_("admin")
    for number, outlet in enumerate(two_outlets(), 1):
        ids.append(str(outlet.id))
        body = vehicle(outlet, vin=vin(number), registration=f"MH12QT441{number}", owner_phone=f"982201448{number}",
                       owner_name=f"Asha Number{number}")  # fmt: skip
        assert admin.post(f"{API}/vehicles", json=body).status_code == 201
    return ids


def find_titles(client: FlaskClient, q: str, group: str) -> list[str]:
    """What a search finds in a group, as it is read."""
    answer: Any = client.get("/api/v1/search", query_string={"q": q}).json
    items = next((hit_group["hits"] for hit_group in answer["groups"] if hit_group["id"] == group), [])
    return sorted("".join(part["text"] for part in item["title"]) for item in items)


@pytest.mark.parametrize("q", ["mh12qt4411", "MH 12 QT 4411", vin(1), vin(1)[:8] + vin(1)[8:].lower(), vin(1)[-6:],
                               vin(1)[-8:].lower(), f"{vin(1)[5:9]} {vin(1)[9:]}"])  # fmt: skip
def test_a_vehicle_is_found_by_its_names(as_: As, sold: list[str], q: str) -> None:
    assert find_titles(as_("admin"), q, "vehicles") == ["MH 12 QT 4411"]


def test_the_end_of_a_vin_is_found_from_six_letters_on_and_within_reach(as_: As, sold: list[str]) -> None:
    admin, local = as_("admin"), as_("admin", scope={"outlets": sold[:1]})
    assert find_titles(admin, vin(1)[-5:], "vehicles") == []
    # As it ends, not as it goes on.
    assert find_titles(admin, f"A{vin(1)[-8:]}", "vehicles") == find_titles(admin, vin(1)[-8:-1], "vehicles") == []
    assert find_titles(local, vin(2)[-6:], "vehicles") == []
    answer: Any = admin.get("/api/v1/search", query_string={"q": vin(1)[-6:]}).json
    (hit,) = next(group["hits"] for group in answer["groups"] if group["id"] == "vehicles")
    assert [part["text"] for part in hit["detail"] if part["hit"]] == [vin(1)[-6:]]


def test_the_beginning_of_several_finds_all_of_them(as_: As, sold: list[str]) -> None:
    assert find_titles(as_("admin"), "mh12", "vehicles") == ["MH 12 QT 4411", "MH 12 QT 4412"]
    assert find_titles(as_("admin", scope={"outlets": sold[:1]}), "mh12", "vehicles") == ["MH 12 QT 4411"]
    assert find_titles(as_("client"), "mh12", "vehicles") == []


def test_a_customer_is_found_as_the_reader_may_see_them(as_: As, sold: list[str]) -> None:
    admin, reader = as_("admin"), as_("maintainer")
    assert find_titles(admin, "number2", "customers") == ["Asha Number2 •4482"]
    assert find_titles(admin, "98220 14482", "customers") == ["Asha Number2 •4482"]
    assert find_titles(reader, "number2", "customers") == []
    assert find_titles(reader, "4482", "customers") == ["A. N. •4482"]


@pytest.mark.parametrize("q", ["jose nunez", "JOSÉ", "jose\u0301", "Núñ"])
def test_a_customer_is_found_with_and_without_accents(as_: As, workspace: Workspace, q: str) -> None:
    admin, outlet = as_("admin"), two_outlets()[0]
    body = vehicle(outlet, vin=vin(1), owner_phone="9822014481", owner_name="José Núñez")
    assert admin.post(f"{API}/vehicles", json=body).status_code == 201
    assert find_titles(admin, q, "customers") == ["José Núñez •4481"]
    assert admin.get(f"{API}/customers", query_string={"q": q}).json["total"] == 1
