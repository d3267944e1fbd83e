"""Customers, vehicles and job cards over the API."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.bots.catalog.service import create_bot
from app.clients.models import Outlet
from app.clients.service import get_client
from app.core import clock
from app.ingest import dialogues
from tests.app.clients.making import add_city, add_outlet, add_parent, revision
from tests.app.masters.making import API, two_outlets, vehicle, vin
from tests.factories.conversations import asked_and_answered, dialogue

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


@pytest.fixture
def outlets(workspace: Workspace) -> tuple[Outlet, Outlet]:
    """Two outlets."""
    return two_outlets()


def test_a_whole_vehicle_comes_back_as_it_was_sent(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    body = vehicle(
        outlets[0], registration="mh 12 qt 4417", model="Arka", variant="1.5 ZX", fuel="petrol", sale_date="2024-03-07",
        odometer_km=31240, warranty_end="2027-03-06", extended_warranty_end="2029-03-06",
        owner_phone="98220 14482", owner_name="Asha Kulkarni",
    )  # fmt: skip
    response = admin.post(f"{API}/vehicles", json=body)
    assert response.status_code == 201, response.json
    stored = admin.get(response.headers["Location"]).json
    assert (stored["vin"], stored["registration"], stored["state"], stored["warnings"]) == (
        vin(1),
        "MH12QT4417",
        "open",
        [],
    )
    assert (stored["outlet"]["name"], stored["city"]["name"], stored["parent"]["name"]) == (
        "Pune Baner", "Pune", "Suryodaya Autos",
    )  # fmt: skip
    assert (stored["owner"]["name"], stored["owner"]["phone"]) == ("Asha Kulkarni", "+919822014482")
    (owner,) = admin.get(f"{API}/customers").json["items"]
    assert owner["vehicles"] == 1 and owner["outlet"]["name"] == "Pune Baner"


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"vin": "MRDHK4S2XT04I2915"}, "vin"),
        ({"registration": "QT 4417"}, "registration"),
        ({"sale_date": "2190-01-01"}, "sale_date"),
        ({"sale_date": "2024-01-02", "warranty_end": "2024-01-01"}, "warranty_end"),
        ({"warranty_end": "2024-01-02", "extended_warranty_end": "2024-01-01"}, "extended_warranty_end"),
        ({"odometer_km": -1}, "odometer_km"),
        ({"owner_phone": "12"}, "owner_phone"),
        ({"owner_phone": "98220 14482"}, "owner_name"),
        ({"outlet": "5"}, "outlet"),
        ({"customer": "5"}, "customer"),
    ],
)
def test_what_does_not_fit_is_reported_by_field(
    as_: As, outlets: tuple[Outlet, Outlet], more: dict[str, Any], field: str
) -> None:
    answer = as_("admin").post(f"{API}/vehicles", json=vehicle(outlets[0]) | more)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field], answer.json


def test_a_check_digit_that_does_not_fit_only_warns(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    response = as_("admin").post(f"{API}/vehicles", json=vehicle(outlets[0], vin="MRDHK4S21T0412867"))
    assert response.status_code == 201 and response.json["warnings"] == ["vin_check_digit"]


def test_vin_and_registration_are_one_vehicles(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    first = admin.post(f"{API}/vehicles", json=vehicle(outlets[0], registration="MH12QT4417")).json
    again = admin.post(f"{API}/vehicles", json=vehicle(outlets[1]))
    assert (again.status_code, again.json["code"]) == (409, "vin_taken")
    other = vehicle(outlets[1], vin=vin(2), registration="MH 12 QT 4417")
    taken = admin.post(f"{API}/vehicles", json=other)
    assert (taken.status_code, taken.json["code"]) == (409, "registration_taken")
    # The registration of one that is closed is free, until it is opened again.
    assert admin.post(f"{API}/vehicles/{first['id']}/close").json["state"] == "closed"
    assert admin.post(f"{API}/vehicles", json=other).status_code == 201
    assert admin.post(f"{API}/vehicles/{first['id']}/reopen").json["code"] == "registration_taken"


def test_a_vehicle_is_changed_under_its_revision(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    url = admin.post(f"{API}/vehicles", json=vehicle(outlets[0])).headers["Location"]
    before = revision(admin, url)
    assert admin.patch(url, json={"model": "Arka"}).status_code == 428
    changed = admin.patch(url, json={"model": "Arka", "outlet": str(outlets[1].id)}, headers=before)
    assert (changed.json["model"], changed.json["outlet"]["name"]) == ("arka", "Nashik")
    stale = admin.patch(url, json={"model": "Vela"}, headers=before)
    assert stale.status_code == 412 and stale.json["current"]["model"] == "arka"


def test_what_is_used_is_not_deleted(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    response = admin.post(f"{API}/vehicles", json=vehicle(outlets[0], owner_phone="9822014482", owner_name="Asha"))
    car, owner = response.headers["Location"], f"{API}/customers/{response.json['owner']['id']}"
    card = {
        "number": "pun 24/1",
        "vehicle": response.json["id"],
        "outlet": str(outlets[0].id),
        "opened_on": "2026-01-02",
    }
    visit = admin.post(f"{API}/job-cards", json=card | {"amount": 4210.5})
    assert visit.status_code == 201, visit.json
    assert (visit.json["number"], visit.json["amount"], visit.json["state"]) == ("PUN 24/1", 4210.5, "open")
    assert admin.post(f"{API}/job-cards", json=card).json["code"] == "number_taken"
    assert admin.delete(car, headers=revision(admin, car)).json["code"] == "in_use"
    assert admin.delete(owner, headers=revision(admin, owner)).json["code"] == "in_use"
    at = visit.headers["Location"]
    early = admin.patch(at, json={"closed_on": "2026-01-01"}, headers=revision(admin, at))
    assert list(early.json["errors"]) == ["closed_on"]
    closed = admin.patch(at, json={"closed_on": "2026-01-03"}, headers=revision(admin, at))
    assert closed.json["state"] == "closed"
    for url in (at, car, owner):
        assert admin.delete(url, headers=revision(admin, url)).status_code == 204
        assert admin.get(url).status_code == 404


def test_lists_are_searched_and_narrowed(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    for number, (outlet, fuel) in enumerate(((outlets[0], "petrol"), (outlets[1], "diesel")), 1):
        body = vehicle(outlet, vin=vin(number), registration=f"MH12QT441{number}", fuel=fuel,
                       model=("vela", "arka")[number - 1],
                       owner_phone=f"982201448{number}", owner_name=f"Owner {number}")  # fmt: skip
        assert admin.post(f"{API}/vehicles", json=body).status_code == 201

    def names(query: str, kind: str = "vehicles") -> list[str]:
        rows = admin.get(f"{API}/{kind}?{query}").json["items"]
        return sorted(row.get("registration") or row["name"] for row in rows)

    assert names("q=mh 12 qt 441") == names("q=MRDHK") == ["MH12QT4411", "MH12QT4412"]
    assert names("q=mh12qt4412") == names("q=अर्का") == names("model=arka") == names("fuel=diesel") == ["MH12QT4412"]
    assert names(f"outlet={outlets[0].id}") == ["MH12QT4411"] and names("state=closed") == []
    assert names("q=4482", "customers") == names("q=owner 2", "customers") == ["Owner 2"]
    assert names("sort=-registration") == ["MH12QT4411", "MH12QT4412"]


def test_names_and_numbers_are_for_who_may_reveal_them(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    body = vehicle(outlets[0], owner_phone="9822014482", owner_name="Asha Kulkarni")
    changed_body = as_("admin").post(f"{API}/vehicles", json=body).json
    reader = as_("maintainer")
    seen = reader.get(f"{API}/customers/{changed_body['owner']['id']}").json
    assert (seen["name"], seen["phone"], seen["phone_shown"], seen["last4"]) == ("A. K.", None, None, "4482")
    assert reader.get(f"{API}/vehicles/{changed_body['id']}").json["owner"]["name"] == "A. K."
    # Who sees no names finds nobody by them.
    assert reader.get(f"{API}/customers?q=asha").json["total"] == 0
    assert reader.get(f"{API}/customers?q=4482").json["total"] == 1
    assert reader.post(f"{API}/vehicles", json=body).status_code == 403


def test_a_scope_cuts_what_is_seen_and_where_it_is_added(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    ids = [
        admin.post(f"{API}/vehicles", json=vehicle(outlet, vin=vin(n))).json["id"] for n, outlet in enumerate(outlets)
    ]
    local = as_("admin", scope={"outlets": [str(outlets[0].id)]})
    assert [row["id"] for row in local.get(f"{API}/vehicles").json["items"]] == ids[:1]
    assert local.get(f"{API}/vehicles/{ids[1]}").status_code == 404
    assert list(local.post(f"{API}/vehicles", json=vehicle(outlets[1], vin=vin(3))).json["errors"]) == ["outlet"]
    assert list(local.post(f"{API}/customers", json={"name": "A"}).json["errors"]) == ["outlet"]
    # A number is given once as far as its writer sees; that another outlet has it, too, is nothing they learn.
    assert admin.post(f"{API}/customers", json={"name": "A", "phone": "9822014482"}).status_code == 201
    twice = local.post(f"{API}/customers", json={"name": "B", "phone": "9822014482", "outlet": str(outlets[0].id)})
    assert twice.status_code == 201
    renamed = admin.patch(f"{API}/customers/{twice.json['id']}", json={"name": "C"}, headers={"If-Match": '"1"'})
    assert renamed.status_code == 200
    again = {"name": "D", "phone": "9822014482", "outlet": str(outlets[1].id)}
    assert admin.post(f"{API}/customers", json=again).json["code"] == "phone_taken"


def test_a_customer_is_joined_with_contacts_by_the_number_a_channel_vouches_for(
    as_: As, outlets: tuple[Outlet, Outlet]
) -> None:
    admin = as_("admin")
    response = admin.post(
        f"{API}/customers", json={"name": "Asha", "phone": "98220 14482", "outlet": str(outlets[0].id)}
    )
    bot = create_bot(name="Desk", group="service", client_id=outlets[0].client_id)
    first, again = (asked_and_answered(clock.now() - timedelta(days=days)) for days in (1, 2))
    spoken = [dialogue(first, ext_user="+919822014482", channel="whatsapp"),
              dialogue(again, ext_user="+919822014482", channel="web")]  # fmt: skip
    dialogues.store_dialogues(spoken, bot=bot, source="test")
    (item,) = admin.get(f"{API}/customers/{response.json['id']}/conversations").json["items"]
    assert item["channel"] == "whatsapp"


def test_models_and_types_are_codes_of_the_reference(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    body = admin.post(f"{API}/vehicles", json=vehicle(outlets[0], model="अर्का", variant="1.5 zx")).json
    assert (body["model"], body["model_labels"]["hi"], body["variant"]) == ("arka", "अर्का", "arka-1.5-zx")
    # A variant says which model it is of.
    alone = admin.post(f"{API}/vehicles", json=vehicle(outlets[0], vin=vin(2), variant="arka-1.5-zx")).json
    assert alone["model"] == "arka"
    for wrong, text in (
        ({"model": "Arca"}, {"model": ["“Arca” isn’t in the reference list. Did you mean Arka?"]}),
        ({"model": "Zebra"}, {"model": ["“Zebra” isn’t in the reference list."]}),
        ({"model": "vela", "variant": "arka-1.5-zx"}, {"variant": ["Is a variant of Arka."]}),
    ):
        refused = admin.post(f"{API}/vehicles", json=vehicle(outlets[0], vin=vin(3), **wrong))
        assert (refused.status_code, refused.json["errors"]) == (422, text)
    card = {"number": "JC 1", "outlet": str(outlets[0].id), "vehicle": body["id"], "opened_on": "2026-01-02"}
    assert list(admin.post(f"{API}/job-cards", json=card | {"type": "Fri"}).json["errors"]) == ["type"]
    visit = admin.post(f"{API}/job-cards", json=card | {"type": "Free"}).json
    assert (visit["type"], visit["type_labels"]["en"], visit["model_labels"]["en"]) == ("free", "Free", "Arka")
    assert [admin.get(f"{API}/job-cards?type={code}").json["total"] for code in ("free", "repair")] == [1, 0]
    # An entry that is used is counted, named and not deleted; a vehicle keeps one that is not active any more.
    entries = {item["code"]: item for item in admin.get(f"{API}/reference/vehicle-models").json["items"]}
    assert (entries["arka"]["used"], entries["vela"]["used"]) == (3, 0)
    at = f"{API}/reference/entries/{entries['arka']['id']}"
    uses = admin.get(f"{at}/uses").json
    assert {"kind": "vehicle", "name": vin(1), "url": f"/admin/masters/vehicles/{body['id']}"} in uses["uses"]
    assert admin.delete(at, headers=revision(admin, at)).json["code"] == "in_use"
    assert admin.patch(at, json={"active": False}, headers=revision(admin, at)).status_code == 200
    url = f"{API}/vehicles/{body['id']}"
    response = admin.patch(url, json={"model": "arka", "odometer_km": 9}, headers=revision(admin, url))
    assert response.status_code == 200, response.text
    fresh = admin.post(f"{API}/vehicles", json=vehicle(outlets[0], vin=vin(4), model="arka"))
    assert fresh.json["errors"] == {"model": ["Arka is not active in the reference."]}


def test_an_outlet_is_named_by_id_code_or_name(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    other = add_parent(get_client(outlets[0].client_id), "Another group")
    add_outlet(other, add_city("Thane"), "Pune Baner", code="THN")
    for number, text in enumerate((str(outlets[0].id), "pun-ban", "Pune Baner (PUN-BAN)", "Nashik"), 1):
        response = admin.post(f"{API}/vehicles", json=vehicle(outlets[0], vin=vin(number)) | {"outlet": text})
        assert response.status_code == 201 and response.json["outlet"]["name"] == (
            "Nashik" if number == 4 else "Pune Baner"
        )
    for text, why in (("Pune Baner", "Several outlets"), ("Nowhere", "does not exist"), ("9" * 18, "does not exist")):
        refused = admin.post(f"{API}/vehicles", json=vehicle(outlets[0], vin=vin(9)) | {"outlet": text})
        assert refused.status_code == 422 and why in refused.json["errors"]["outlet"][0]
    # A form that says where a row is already moves it nowhere.
    row = admin.get(f"{API}/vehicles?q={vin(1)}").json["items"][0]
    url = f"{API}/vehicles/{row['id']}"
    unchanged = admin.patch(url, json={"outlet": "Pune Baner"}, headers=revision(admin, url))
    assert (unchanged.status_code, unchanged.json["outlet"]["id"]) == (200, str(outlets[0].id))
    local = as_("admin", scope={"outlets": [str(outlets[0].id)]})
    assert list(
        local.post(f"{API}/vehicles", json=vehicle(outlets[0], vin=vin(9)) | {"outlet": "NSK"}).json["errors"]
    ) == ["outlet"]
