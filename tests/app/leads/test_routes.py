"""Leads over the API: creating, life, prices, merging and the calls about many of them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask.testing import FlaskClient

from app.accounts.workspaces.models import Workspace
from app.clients.models import City, Client, Outlet
from app.core import clock
from app.core.db.base import db
from app.leads.models import Lead
from tests.app.leads.making import API, PHONE, add_lead, body, own_vehicle, price_list
from tests.app.masters.making import two_outlets, vin
from tests.conftest import add_person
from tests.documents import written

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both


@pytest.fixture
def outlets(workspace: Workspace) -> tuple[Outlet, Outlet]:
    """Two outlets."""
    return two_outlets()


def move(client: FlaskClient, lead: str, event: str, **more: Any) -> Any:
    """Take a lead on."""
    return client.post(f"{API}/leads/{lead}/events", json={"event": event} | more)


def revision(answer: Any) -> dict[str, str]:
    """The headers of a write on what was answered."""
    return {"If-Match": answer.headers["ETag"]}


def ahead(**span: int) -> str:
    """A moment from now on, as it is sent."""
    return (clock.now() + timedelta(**span)).isoformat()


def test_a_lead_goes_from_new_to_won(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    own_vehicle(outlets[0])
    response = admin.post(f"{API}/leads", json=body())
    assert response.status_code == 201 and response.json["state"] == "new", response.json
    assert response.json["customer"]["phone"] == PHONE and response.json["outlet"]["name"] == "Pune Baner"
    assert response.json["vehicle"]["model"] == "vela" or response.json["vehicle"]["model"] == "Vela"
    assert response.json["eligibility"]["eligible"] is True and response.json["days_left"] == 90
    lead = response.json["id"]
    for event, state in (("assign", "assigned"), ("contact", "contacted"), ("reply", "engaged")):
        assert move(admin, lead, event).json["state"] == state
    refused = move(admin, lead, "quote", plan_years=2)
    assert refused.status_code == 422 and "plan_years" in refused.json["errors"]
    prices = admin.post(f"{API}/price-lists", json=price_list())
    assert prices.status_code == 201, prices.json
    assert admin.post(f"{API}/price-lists/{prices.json['id']}/publish").json["state"] == "published"
    quoted = move(admin, lead, "quote", plan_years=2).json
    assert (quoted["state"], quoted["price"], quoted["total"], quoted["quote"]["prices"]) == (
        "quoted", 15500.0, 18290.0, "Nov 2026",
    )  # fmt: skip
    assert [plan["years"] for plan in quoted["quote"]["plans"]] == [1, 2]
    later = move(admin, lead, "callback", next_action_at=ahead(days=31))
    assert later.status_code == 422
    refused = move(admin, lead, "win", amount=0, policy_no="")
    assert set(refused.json["errors"]) == {"amount", "policy_no"}
    won = move(admin, lead, "win", amount=18290, policy_no="EW-1")
    assert (won.json["state"], won.json["amount"], won.json["possible"]) == (
        "won", 18290.0, ["reopen", "duplicate", "opt_out"],
    )  # fmt: skip
    assert [touch["event"] or touch["kind"] for touch in won.json["touches"]][::-1] == [
        "created", "assign", "contact", "reply", "quote", "win",
    ]  # fmt: skip


def test_a_second_lead_of_a_vehicle_is_the_open_one_touched(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    first = admin.post(f"{API}/leads", json=body(outlets[0]))
    again = admin.post(f"{API}/leads", json=body(outlets[0], customer={"name": "Other", "phone": "98220 00001"}))
    assert (again.status_code, again.json["id"]) == (200, first.json["id"])
    assert again.json["touches"][0]["kind"] == "duplicate" and again.json["revision"] > first.json["revision"]
    other = admin.post(f"{API}/leads", json=body(outlets[0], product="roadside"))
    assert other.status_code == 201
    unnamed = body(outlets[0], vehicle={"model": "Vela"})
    assert admin.post(f"{API}/leads", json=unnamed).json["id"] == first.json["id"]
    unnamed["customer"] |= {"phone": "98220 00002"}
    assert [admin.post(f"{API}/leads", json=unnamed).status_code for _ in range(2)] == [201, 200]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"customer": {"name": "A", "phone": "12"}}, "customer.phone"),
        ({"vehicle": {"vin": "MRDHK4S2XT04I2915"}}, "vehicle.vin"),
        ({"vehicle": {"registration": "QT 4417"}}, "vehicle.registration"),
        ({"vehicle": {}}, "vehicle.vin"),
        ({"outlet": "5"}, "outlet"),
        ({"plan_years": 6}, "plan_years"),
    ],
)
def test_what_does_not_fit_is_named_by_field(
    as_: As, outlets: tuple[Outlet, Outlet], more: dict[str, Any], field: str
) -> None:
    answer = as_("admin").post(f"{API}/leads", json=body(outlets[0]) | more)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field], answer.json
    assert db.session.query(Lead).count() == 0


def test_a_lead_is_changed_by_its_revision(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    response = admin.post(f"{API}/leads", json=body(outlets[0]))
    address, new = f"{API}/leads/{response.json['id']}", {"customer": {"email": "Rohan@Example.com"}, "plan_years": 3}
    assert admin.patch(address, json=new).status_code == 428
    changed = admin.patch(address, json=new, headers=revision(response))
    assert (changed.json["customer"]["email"], changed.json["plan_years"]) == ("rohan@example.com", 3)
    stale = admin.patch(address, json=new, headers=revision(response))
    assert stale.status_code == 412 and stale.json["current"]["plan_years"] == 3


def test_a_reason_for_losing_comes_from_the_list(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    lead = add_lead(outlets[0], state="contacted", attempts=5, attempted_at=clock.now() - timedelta(days=6))
    assert move(admin, str(lead.id), "lose", reason="moon").status_code == 422
    assert move(admin, str(lead.id), "lose", reason="unreachable").status_code == 422
    lead.attempted_at = clock.now() - timedelta(days=7, minutes=1)
    db.session.commit()
    lost = move(admin, str(lead.id), "lose", reason="unreachable")
    assert (lost.json["state"], lost.json["reason"]) == ("lost", "unreachable")
    assert move(admin, str(lead.id), "reopen").status_code == 422
    reopened = move(admin, str(lead.id), "reopen", reason="They called back").json
    assert (reopened["state"], reopened["attempts"], reopened["closed_at"]) == ("assigned", 0, None)


def test_a_sale_that_was_none_is_taken_back_with_a_reason(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    lead = add_lead(outlets[0], state="quoted", attempts=2)
    assert move(admin, str(lead.id), "win", amount=118, policy_no="EW-1").json["state"] == "won"
    assert "reason" in move(admin, str(lead.id), "reopen").json["errors"]
    quoted = move(admin, str(lead.id), "reopen", reason="Booked on the wrong car").json
    assert (quoted["state"], quoted["closed_at"], quoted["policy_no"], quoted["attempts"]) == ("quoted", None, None, 2)
    touch = quoted["touches"][0]
    assert (touch["event"], touch["before"], touch["after"], touch["note"]) == (
        "reopen", "won", "quoted", "Booked on the wrong car",
    )  # fmt: skip
    (row,) = admin.get("/api/v1/audit?action=lead:reopen").json["items"]
    assert row["detail"] == "won → quoted: Booked on the wrong car (EW-1)"
    # The policy is free for the lead that was meant.
    other = add_lead(outlets[1], 2, state="quoted")
    assert move(admin, str(other.id), "win", amount=10, policy_no="EW-1").status_code == 200
    dealer = as_("client", scope={"outlets": [str(outlets[1].id)]})
    assert move(dealer, str(other.id), "reopen", reason="Mistake").json["code"] == "managers_only"


def test_only_managers_reopen(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    lead = add_lead(outlets[0], state="lost")
    dealer = as_("client", scope={"outlets": [str(outlets[0].id)]})
    refused = move(dealer, str(lead.id), "reopen", reason="They called back")
    assert (refused.status_code, refused.json["code"]) == (403, "managers_only")


def test_a_policy_number_belongs_to_one_lead(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    add_lead(outlets[0], state="won", policy_no="EW-1")
    lead = add_lead(outlets[1], 2, state="quoted")
    refused = move(admin, str(lead.id), "win", amount=10, policy_no="EW-1")
    assert (refused.status_code, refused.json["code"]) == (409, "policy_no_taken")


def test_an_attempt_is_logged_without_a_change_of_state(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    lead = add_lead(outlets[0], state="contacted")
    attempt = {"channel": "call", "outcome": "no_answer", "note": "1st try", "next_action_at": ahead(days=1)}
    answer = as_("admin").post(f"{API}/leads/{lead.id}/touches", json=attempt)
    assert answer.status_code == 200, answer.json
    assert (answer.json["state"], answer.json["attempts"], answer.json["overdue"]) == ("contacted", 1, False)
    assert answer.json["touches"][0]["outcome"] == "no_answer" and answer.json["next_action_at"]


def test_a_merge_is_undone_within_a_day(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    lead = add_lead(outlets[0], 1, state="engaged", registration=None, email="")
    other = add_lead(outlets[0], 2, state="contacted", registration="MH12QT4417", email="r@example.com")
    admin.post(f"{API}/leads/{other.id}/touches", json={"channel": "note", "note": "Asked for a price"})
    merged = admin.post(f"{API}/leads/{lead.id}/merge", json={"other": str(other.id)})
    assert merged.status_code == 200, merged.json
    assert merged.json["vehicle"]["registration"] == "MH12QT4417" and merged.json["merged"] == "L-2"
    assert "Asked for a price" in [touch["note"] for touch in merged.json["touches"]]
    assert admin.get(f"{API}/leads/{other.id}").json["state"] == "closed_duplicate"
    undone = admin.post(f"{API}/leads/{lead.id}/merge/undo").json
    assert (undone["vehicle"]["registration"], undone["customer"]["email"]) == (None, "")
    back = admin.get(f"{API}/leads/{other.id}").json
    assert back["state"] == "contacted" and "Asked for a price" in [touch["note"] for touch in back["touches"]]
    assert admin.post(f"{API}/leads/{lead.id}/merge/undo").status_code == 409


def test_leads_are_given_to_an_outlet_all_or_none(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    leads = [add_lead(outlets[0], number, state=state) for number, state in enumerate(("new", "contacted", "won"), 1)]
    ids = [str(lead.id) for lead in leads]
    refused = admin.post(f"{API}/leads/assign", json={"ids": ids, "outlet": str(outlets[1].id)})
    assert refused.status_code == 409
    assert admin.get(f"{API}/leads?state=new").json["total"] == 1
    done = admin.post(f"{API}/leads/assign", json={"ids": ids[:2], "outlet": str(outlets[1].id)})
    assert done.json == {"assigned": 2}
    states = {lead["state"]: lead["outlet"]["id"] for lead in admin.get(f"{API}/leads?state=open").json["items"]}
    assert states == {"assigned": str(outlets[1].id), "contacted": str(outlets[1].id)}
    assert admin.post(f"{API}/leads/assign", json={"ids": [ids[0]] * 501}).status_code == 422


def test_a_published_price_list_never_changes(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    response = admin.post(f"{API}/price-lists", json=price_list())
    address = f"{API}/price-lists/{response.json['id']}"
    changed = admin.patch(address, json={"gst_rate": 12}, headers=revision(response))
    assert changed.json["gst_rate"] == 12.0
    published = admin.post(f"{address}/publish")
    assert published.json["published_by"] and published.json["version"] == 1
    assert admin.patch(address, json={"gst_rate": 5}, headers=revision(published)).status_code in (409, 412)
    assert admin.post(f"{address}/publish").json["code"] == "invalid_transition"
    twice = price_list(rows=[{"model": "vela", "years": 1, "price": 5}, {"model": "Vela", "years": 1, "price": 6}])
    assert admin.post(f"{API}/price-lists", json=twice).status_code == 422


def test_eligibility_names_what_fails(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    own_vehicle(outlets[0], 1)
    own_vehicle(outlets[0], 2, odometer_km=90_000, warranty_end=clock.now().date() + timedelta(days=400))

    def ask(number: int) -> Any:
        return admin.post(f"{API}/leads/eligibility", json={"vin": vin(number)}).json

    assert ask(1)["eligible"] is True and ask(1)["until"] is not None
    assert ask(2)["because"] == ["too_early", "odometer_over"]
    assert ask(3) | {"until": None} == ask(3) and ask(3)["because"] == ["unknown_vehicle"]
    parent = outlets[0].parent_id
    rule = admin.get(f"{API}/lead-rules/{parent}")
    assert rule.json["is_default"] is True
    changed = admin.patch(
        f"{API}/lead-rules/{parent}", json={"last_days": 500, "most_km": 100_000}, headers=revision(rule)
    )
    assert changed.status_code == 200, changed.json
    assert ask(2)["eligible"] is True


@pytest.mark.parametrize(("state", "kinds"), [
    (None, ["cgst", "sgst"]), ("maharashtra", ["cgst", "sgst"]), ("Gujarat", ["igst"]),
])  # fmt: skip
def test_a_quote_has_the_taxes_of_its_place_of_supply(
    as_: As, outlets: tuple[Outlet, Outlet], state: str | None, kinds: list[str]
) -> None:
    admin = as_("admin")
    db.session.get_one(City, outlets[0].city_id).state = "Maharashtra"
    db.session.get_one(Client, outlets[0].client_id).upi_id = "meridian@okbank"
    db.session.commit()
    prices = admin.post(f"{API}/price-lists", json=price_list()).json
    assert admin.post(f"{API}/price-lists/{prices['id']}/publish").status_code == 200
    lead = str(add_lead(outlets[0], state="engaged", model="vela").id)
    wrong = move(admin, lead, "quote", plan_years=2, supply_state="Gujrat")
    assert wrong.status_code == 422 and list(wrong.json["errors"]) == ["supply_state"]
    quote = move(admin, lead, "quote", plan_years=2, **({"supply_state": state} if state else {})).json["quote"]
    assert quote["supply_state"] == ("Gujarat" if kinds == ["igst"] else "Maharashtra")
    assert [(tax["kind"], tax["rate"]) for tax in quote["taxes"]] == [(kind, 18 / len(kinds)) for kind in kinds]
    assert sum(tax["amount"] for tax in quote["taxes"]) == 2790
    link = urlsplit(quote["payment"]["link"])
    assert (link.scheme, link.netloc) == ("upi", "pay") and dict(parse_qsl(link.query)) == {
        "pa": "meridian@okbank", "pn": "Meridian Motors", "am": "18290.00", "cu": "INR", "tn": "L-1",
    }  # fmt: skip
    assert quote["payment"]["qr"].startswith("data:image/svg+xml")
    document = admin.get(f"{API}/leads/{lead}/quote.pdf").data
    texts = written(document)
    assert [kind for kind in ("CGST 9%", "SGST 9%", "IGST 18%") if kind in texts] == [
        f"{kind.upper()} {18 // len(kinds)}%" for kind in kinds
    ]
    assert f"Place of supply: {quote['supply_state']}" in texts and "Pay by UPI" in texts
    hindi = written(admin.get(f"{API}/leads/{lead}/quote.pdf?hl=hi").data)
    assert ("गुजरात" if kinds == ["igst"] else "महाराष्ट्र") in hindi and quote["supply_state"] not in hindi
    assert quote["payment"]["link"].encode() in document and len(document) <= 80 * 1024


@pytest.mark.parametrize("state", ["won", "lost"])
def test_a_quote_that_is_settled_cannot_be_paid(as_: As, outlets: tuple[Outlet, Outlet], state: str) -> None:
    db.session.get_one(Client, outlets[0].client_id).upi_id = "meridian@okbank"
    lead = add_lead(outlets[0], state=state, price_minor=100_00, plan_years=1)
    assert as_("admin").get(f"{API}/leads/{lead.id}").json["quote"]["payment"] is None


@pytest.mark.parametrize("language", ["en", "hi"])
def test_a_quote_is_a_small_pdf(as_: As, outlets: tuple[Outlet, Outlet], language: str) -> None:
    admin = as_("admin")
    lead = add_lead(outlets[0], state="engaged", name="रोहन देशपांडे", model="vela",
                    warranty_end=clock.now().date() + timedelta(days=40))  # fmt: skip
    address = f"{API}/leads/{lead.id}/quote.pdf?hl={language}"
    assert admin.get(address).status_code == 409
    assert move(admin, str(lead.id), "quote", plan_years=2, price=15500).status_code == 200
    answer = admin.get(address)
    assert answer.content_type == "application/pdf" and answer.data.startswith(b"%PDF")
    assert len(answer.data) <= 80 * 1024


def test_leads_are_exported(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    add_lead(outlets[0], name="=cmd()")
    answer = as_("admin").get(f"{API}/leads/export.csv")
    lines = answer.text.splitlines()
    assert lines[0].startswith("\ufeffnumber,state,name") and lines[1].startswith("L-1,new,'=cmd()")
    add_lead(outlets[0], 2)
    for sort, first in (("number", "L-1"), ("-number", "L-2"), ("created_at", "L-1"), ("-created_at", "L-2")):
        answer = as_("admin").get(f"{API}/leads/export.csv?sort={sort}")
        assert answer.text.splitlines()[1].startswith(first), sort


def test_access_to_one_lead_is_explained(as_: As) -> None:
    baner, nashik = two_outlets()
    leads = [add_lead(outlet, number) for number, outlet in enumerate((baner, nashik), 1)]
    person = add_person("client", scope={"outlets": [str(baner.id)]})
    db.session.commit()
    url = f"{API}/people/{person.id}/access/explain?action=read&subject=Lead"
    answers = [as_("admin").get(f"{url}&id={lead.id}").json for lead in leads]
    assert [(answer["allowed"], answer["because"][-1]["code"]) for answer in answers] == [
        (True, "inside_outlets"), (False, "outside_outlets"),
    ]  # fmt: skip
    assert answers[0]["because"][-1]["name"] == f"L-{leads[0].number}"


def test_a_reader_of_an_outlet_gives_leads_to_colleagues_alone(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    own, other = ({"outlets": [str(outlet.id)]} for outlet in outlets)
    reader, stranger, colleague = as_("admin", scope=own), add_person("admin", scope=other), add_person("admin")
    lead = add_lead(outlets[0])
    db.session.commit()
    names = {owner["id"] for owner in reader.get(f"{API}/leads/choices").json["owners"]}
    assert str(colleague.id) in names and str(stranger.id) not in names
    refused = move(reader, str(lead.id), "assign", owner=str(stranger.id))
    assert refused.status_code == 422 and "owner" in refused.json["errors"]
    assert move(reader, str(lead.id), "assign", owner=str(colleague.id)).status_code == 200
