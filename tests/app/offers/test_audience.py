"""An audience is counted by hand beside the product: conditions, exclusions in their order, samples and overlap."""

from collections.abc import Callable
from datetime import date, timedelta
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.clients import moves
from app.clients.models import Client, Outlet
from app.core.clock import now
from app.core.db.base import db
from app.offers.models import OfferRecipient
from tests.factories.offers import API, add_customer, add_outlets, create_offer, open_job_card

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


@pytest.fixture
def outlets() -> tuple[Outlet, Outlet]:
    """Two outlets of one client."""
    return add_outlets()


def count(person: FlaskClient, outlet: Outlet, *filters: Any, **more: Any) -> dict[str, Any]:
    """Ask for an audience."""
    rows = [dict(zip(("field", "op", "value"), row, strict=True)) for row in filters]
    answer = person.post(f"{API}/audience", json={"client": str(outlet.client_id), "filters": rows} | more)
    assert answer.status_code == 200, answer.json
    return dict(answer.json)


def test_conditions_are_those_of_vehicles(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    baner, nashik = outlets
    today = moves.today(db.session.get_one(Client, baner.client_id))
    first = add_customer(baner, 1, model="VELA", odometer_km=9_000, warranty_end=today + timedelta(days=40))
    add_customer(baner, 2, model="TERRA", odometer_km=30_000, sale_date=today - timedelta(days=400))
    third = add_customer(nashik, 3, model="VELA", odometer_km=60_000)
    open_job_card(first, today - timedelta(days=200))
    open_job_card(third, today - timedelta(days=20))
    admin = as_("admin")
    expected: list[tuple[Any, int]] = [
        ((), 3),
        ((("model", "in", "VELA"),), 2),
        ((("model", "not_in", ["VELA"]),), 1),
        ((("model", "eq", "TERRA"),), 1),
        ((("odometer_km", "between", [8_000, 30_000]),), 2),
        ((("odometer_km", "between", "8000,9000"),), 1),
        ((("odometer_km", "gt", 9_000),), 2),
        ((("odometer_km", "lt", 9_000),), 0),
        ((("last_service_days", "gt", 150),), 1),
        ((("last_service_days", "lt", 150),), 1),
        ((("last_service_days", "absent", None),), 1),
        ((("warranty_end_days", "between", [0, 40]),), 1),
        ((("warranty_end_days", "lt", 40),), 0),
        ((("age_months", "lt", 15),), 1),
        ((("city", "in", [str(nashik.city_id)]),), 1),
        ((("city", "in", "nashik"),), 1),
        ((("outlet", "in", "Pune Baner (PUN-BAN), NSK"),), 3),
        ((("outlet", "in", [str(baner.id)]),), 2),
        ((("language", "in", ["hi"]),), 0),
        ((("language", "in", ["en"]), ("model", "in", "VELA"), ("outlet", "ne", str(baner.id))), 1),
    ]
    for filters, number in expected:
        assert count(admin, baner, *filters)["count"] == number, filters
    assert count(admin, baner, outlets=[str(nashik.id)])["count"] == 1


def test_each_person_is_left_out_for_one_reason(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    baner, _ = outlets
    add_customer(baner, 1)
    add_customer(baner, 2, agrees=None)
    add_customer(baner, 3, agrees=False)
    add_customer(baner, 4, email=None)
    add_customer(baner, 5, email="asha1@mail.example")
    add_customer(baner, 6)
    admin = as_("admin")
    other = create_offer(admin, baner, name="Other")
    sixth = add_customer(baner, 7)
    for n in range(2):
        earlier = create_offer(admin, baner, name=f"Earlier {n}")
        db.session.add(
            OfferRecipient(client_id=baner.client_id, offer_id=int(earlier["id"]), customer_id=sixth.id, language="en",
                           code=f"code{n}", state="sent", accepted_at=now() - timedelta(days=n))
        )  # fmt: skip
    db.session.commit()
    answer = count(admin, baner)
    assert answer["excluded"] == {
        "no_consent": 1, "opted_out": 1, "invalid_address": 1, "duplicate": 1, "frequency_cap": 1, "excluded": 0,
    }  # fmt: skip
    assert (answer["matched"], answer["count"], len(answer["sample"])) == (7, 2, 2)
    assert count(admin, baner, frequency_cap={"count": 3, "days": 7})["count"] == 3
    assert count(admin, baner, offer=other["id"])["overlap"] == []
    assert count(admin, baner, offer=earlier["id"])["count"] == 3


def test_an_uploaded_list_cuts_and_leaves_out(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    baner, _ = outlets
    for number in (1, 2, 3):
        add_customer(baner, number)
    admin = as_("admin")
    text = "phone,email\n98220 00001,\n,ASHA2@mail.example\n,asha2@mail.example\n,nobody@mail.example\n"
    data = {"file": (BytesIO(text.encode()), "people.csv"), "client": str(baner.client_id)}
    new_list = admin.post(f"{API}/lists", data=data)
    assert new_list.status_code == 201, new_list.json
    assert {name: new_list.json[name] for name in ("matched", "unknown", "doubled")} == {
        "matched": 2, "unknown": 1, "doubled": 1,
    }  # fmt: skip
    assert count(admin, baner, contacts=new_list.json["id"])["count"] == 2
    left = count(admin, baner, exclusions=new_list.json["id"])
    assert (left["count"], left["excluded"]["excluded"]) == (1, 2)


@pytest.mark.parametrize(
    ("row", "field"),
    [
        (("odometer_km", "in", "5"), "filters.0.value"),
        (("odometer_km", "gt", "many"), "filters.0.value"),
        (("odometer_km", "gt", "5,6"), "filters.0.value"),
        (("odometer_km", "between", "9,6"), "filters.0.value"),
        (("model", "in", ""), "filters.0.value"),
        (("city", "in", "Nowhere"), "filters.0.value"),
        (("language", "in", "xx"), "filters.0.value"),
        (("colour", "in", "red"), "filters.0.field"),
    ],
)  # fmt: skip
def test_what_is_no_condition_is_refused(as_: As, outlets: tuple[Outlet, Outlet], row: Any, field: str) -> None:
    body = {
        "client": str(outlets[0].client_id), "filters": [dict(zip(("field", "op", "value"), row, strict=True))]
    }  # fmt: skip
    answer = as_("admin").post(f"{API}/audience", json=body)
    assert answer.status_code == 422 and field.split(".")[0] in str(answer.json["errors"])


def test_a_scope_cuts_an_audience(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    baner, nashik = outlets
    add_customer(baner, 1, model="VELA", sale_date=date(2024, 1, 1))
    add_customer(nashik, 2)
    scoped = as_("maintainer", scope={"outlets": [str(nashik.id)]})
    assert count(scoped, baner)["count"] == 1
    offer = create_offer(scoped, nashik)
    assert offer["outlets"] == [str(nashik.id)]
    whole = create_offer(as_("admin"), baner, name="All")
    answer = scoped.patch(f"{API}/{whole['id']}", json={"holdout": 5}, headers={"If-Match": '"1"'})
    assert answer.status_code == 403


def test_who_sees_some_outlets_reads_of_no_other_one(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    baner, nashik = outlets
    both = [str(baner.id), str(nashik.id)]
    audience = [{"field": "outlet", "op": "in", "value": both}]
    offer = create_offer(as_("admin"), baner, outlets=both, audience=audience)
    whole = as_("admin").get(f"{API}/{offer['id']}").json
    assert sorted(whole["outlets"]) == sorted(both) and sorted(whole["audience"][0]["value"]) == sorted(both)
    part = as_("admin", scope={"outlets": [str(baner.id)]}).get(f"{API}/{offer['id']}")
    assert str(nashik.id) not in part.text and "Nashik" not in part.text
    assert part.json["outlets"] == part.json["audience"][0]["value"] == [str(baner.id)]


def test_a_row_of_the_form_without_a_field_is_no_condition(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    condition = {"field": "model", "op": "in", "value": ["VELA"]}
    add_customer(outlets[0], 1)
    offer = create_offer(admin, outlets[0], audience=[condition])
    rows = [{"field": "", "op": "in", "value": ""}, condition | {"value": "VELA"}]
    answer = admin.patch(f"{API}/{offer['id']}", json={"audience": rows}, headers={"If-Match": '"1"'})
    assert answer.status_code == 200 and [row["field"] for row in answer.json["audience"]] == ["model"]
    rows = [{"field": "", "op": "in", "value": ""}]
    answer = admin.patch(f"{API}/{offer['id']}", json={"audience": rows}, headers={"If-Match": answer.headers["ETag"]})
    assert answer.status_code == 200 and answer.json["audience"] == []


def test_languages_are_read_by_their_names_and_refusals_are_in_the_readers_words(
    as_: As, outlets: tuple[Outlet, Outlet]
) -> None:
    admin = as_("admin")
    offer = create_offer(admin, outlets[0])
    url = f"{API}/{offer['id']}"
    rows = [{"field": "language", "op": "in", "value": "English, हिन्दी, Arabic, mr"}]
    (saved,) = admin.patch(url, json={"audience": rows}, headers={"If-Match": "*"}).json["audience"]
    assert saved["value"] == ["en", "hi", "ar", "mr"]
    assert saved["labels"] == ["English", "Hindi", "Arabic", "Marathi"]
    for language, words in (("en", "is more than, is less than"), ("hi", "इस शर्त में"), ("ar", "يأخذ هذا الشرط")):
        answer = admin.patch(
            url, json={"audience": [{"field": "odometer_km", "op": "in", "value": "5"}]},
            headers={"If-Match": "*", "Accept-Language": language},
        )  # fmt: skip
        assert answer.status_code == 422 and words in str(answer.json["errors"])
