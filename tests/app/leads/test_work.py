"""What is done about leads unasked: routing, time limits, reminders, eligibility, expiry, and files of leads."""

import io
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from flask.testing import FlaskClient
from sqlalchemy import event, func, select

from app.accounts.users.models import User
from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.clients.models import DealerGroup, Outlet, OutletManager
from app.clients.service import get_client
from app.core import clock
from app.core.db.base import db
from app.leads import jobs, routing, service
from app.leads.models import Lead, LeadRule
from app.masters.records.models import JobCard
from app.masters.records.service import is_named
from app.notifications.models import Notification
from tests.app.clients.making import add_city, add_outlet, add_parent
from tests.app.leads.making import API, PHONE, add_lead, body, own_vehicle
from tests.app.masters.making import two_outlets, vin, work
from tests.conftest import add_person

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
WEEK = {"week": {day: [["09:00", "17:00"]] for day in ("mon", "tue", "wed", "thu", "fri")}}


@pytest.fixture
def outlets(workspace: Workspace) -> tuple[Outlet, Outlet]:
    """Two outlets."""
    return two_outlets()


def test_the_outlet_of_the_last_service_comes_first(outlets: tuple[Outlet, Outlet]) -> None:
    car = own_vehicle(outlets[0])
    card = {"client_id": car.client_id, "vehicle_id": car.id, "outlet_id": outlets[1].id}
    db.session.add(JobCard(**card, number="1", opened_on=clock.now().date()))
    db.session.commit()
    routed = routing.route(get_client(car.client_id), car)
    assert routed is not None and routed.id == outlets[1].id


def test_a_showroom_leads_to_the_nearest_workshop_then_by_turns(outlets: tuple[Outlet, Outlet]) -> None:
    parent, client = db.session.get_one(DealerGroup, outlets[0].parent_id), get_client(outlets[0].client_id)
    city = add_city("Mumbai")
    show = add_outlet(parent, city, "Worli", type="sales", latitude=19.01, longitude=72.82)
    near = add_outlet(parent, city, "Vashi", latitude=19.07, longitude=73.0)
    far = add_outlet(parent, city, "Thane", latitude=19.25, longitude=72.98)
    db.session.commit()
    assert routing.route(client, None, show) is near
    show.latitude = near.latitude = far.latitude = None
    shares = {str(near.id): {"weight": 2}, str(far.id): {"weight": 1, "capacity": 2}}
    db.session.add(LeadRule(client_id=client.id, parent_id=parent.id, shares=shares))
    db.session.commit()
    taken = []
    for number in range(10, 19):
        routed = routing.route(client, None, show)
        assert routed is not None
        taken.append(routed.name)
        add_lead(routed, number)
    assert taken.count("Thane") == 2 and taken.count("Vashi") == 7


def test_the_time_limit_counts_hours_of_the_outlet(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    outlets[0].hours = WEEK
    db.session.commit()
    friday = datetime.fromisoformat("2026-11-27T16:30:00+05:30")
    with time_machine.travel(friday, tick=False):
        created_lead = as_("admin").post(f"{API}/leads", json=body(outlets[0])).json
    assert datetime.fromisoformat(created_lead["sla_due_at"]) == datetime.fromisoformat("2026-11-30T10:30:00+05:30")


def late_notices() -> dict[int, int]:
    """How often each person was notified of a late lead."""
    query = select(Notification.user_id, func.count()).where(Notification.kind == "lead_late")
    return dict(db.session.execute(query.group_by(Notification.user_id)).all())


def test_a_lead_that_work_fails_on_keeps_no_other_back(
    outlets: tuple[Outlet, Outlet], monkeypatch: pytest.MonkeyPatch
) -> None:
    past = clock.now() - timedelta(hours=1)
    broken, good = (add_lead(outlet, state="follow_up", next_action_at=past) for outlet in outlets)
    broken_id, good_id, remind = broken.id, good.id, jobs._remind

    def fail(lead: Lead) -> None:
        if lead.id == broken_id:
            raise ValueError("no such owner")
        remind(lead)

    monkeypatch.setattr(jobs, "_remind", fail)
    jobs.follow_up()
    db.session.expire_all()
    assert db.session.get_one(Lead, broken_id).reminded_at is None
    assert db.session.get_one(Lead, good_id).reminded_at is not None


def test_a_late_lead_is_escalated_to_managers_then_to_the_group_once(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    boss = add_person("admin")
    where = {"client_id": outlets[0].client_id, "outlet_id": outlets[0].id}
    db.session.add(OutletManager(**where, user_id=boss.id))
    db.session.commit()
    group = add_person("admin", scope={"parents": [str(outlets[0].parent_id)]})
    add_person("admin", scope={"outlets": [str(outlets[0].id)]})
    lead = admin.post(f"{API}/leads", json=body(outlets[0])).json
    assigned = admin.post(f"{API}/leads/{lead['id']}/events", json={"event": "assign"}).json
    assert assigned["owner"]["id"] == str(boss.id)
    jobs.follow_up()
    with time_machine.travel(clock.now() + timedelta(hours=3)):
        jobs.follow_up()
        jobs.follow_up()
        admin = as_("admin")
        assert admin.get(f"{API}/leads/leaks?reason=sla").json["totals"]["sla"] == 1
        late = admin.get(f"{API}/leads/{lead['id']}").json
        assert late["escalated_at"] is not None and late["group_escalated_at"] is None
    assert late_notices() == {boss.id: 1}
    with time_machine.travel(clock.now() + timedelta(hours=5, minutes=5)):
        jobs.follow_up()
        jobs.follow_up()
        admin = as_("admin")
        assert admin.get(f"{API}/leads/{lead['id']}").json["group_escalated_at"] is not None
        assert admin.post(f"{API}/leads/{lead['id']}/events", json={"event": "contact"}).status_code == 200
        jobs.follow_up()
    assert late_notices() == {boss.id: 1, group.id: 1}
    actions = db.session.scalars(select(AuditEvent.detail).where(AuditEvent.action == "lead:escalate")).all()
    assert sorted(actions) == ["group", "outlet"]
    kinds = db.session.scalars(select(Notification.kind).where(Notification.user_id == boss.id)).all()
    assert sorted(kinds) == ["lead_given", "lead_late"]


def test_the_people_of_a_group_are_looked_up_without_the_others(outlets: tuple[Outlet, Outlet]) -> None:
    parent, other = (str(outlets[0].parent_id), str(outlets[0].id))
    admin = add_person("admin", scope={"parents": [parent], "cities": None})
    client = add_person("client", scope={"parents": [other, parent]})
    trusted = add_person("subscriber", scope={"parents": [parent]})
    trusted.extra_abilities = [{"action": "update", "subject": "Lead"}]
    more = add_person("subscriber", scope={"parents": [parent]})
    more.extra_abilities = [{"action": "update", "subject": "Bot"}]
    for scope in ({}, {"parents": None}, {"parents": []}, {"parents": [other]}, {"parents": [parent], "cities": []}):
        add_person("admin", scope=scope)
    add_person("author", scope={"parents": [parent]})
    gone = add_person("admin", scope={"parents": [parent]})
    gone.status = "inactive"
    db.session.commit()
    outlet, expected = outlets[0], [admin.id, client.id, trusted.id]
    db.session.refresh(outlet)
    db.session.expunge_all()
    statements, loaded = list[str](), list[int]()

    def note_statement(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        statements.append(statement)

    def note_row(user: User, *_more: Any) -> None:
        loaded.append(user.id)

    event.listen(db.engine, "before_cursor_execute", note_statement)
    event.listen(User, "load", note_row)
    try:
        people = routing.people_of_group(outlet)
    finally:
        event.remove(db.engine, "before_cursor_execute", note_statement)
        event.remove(User, "load", note_row)
    assert people == sorted(expected)
    # One query, which reads nobody else but the person whose other rights are looked at.
    assert (len(statements), len(loaded)) == (1, 4)
    assert routing.people_of_group(None) == []


def test_a_call_back_that_is_due_comes_back(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    lead = add_lead(outlets[0], state="follow_up", next_action_at=clock.now() + timedelta(hours=1))
    jobs.follow_up()
    assert admin.get(f"{API}/leads/{lead.id}").json["state"] == "follow_up"
    with time_machine.travel(clock.now() + timedelta(hours=2)):
        jobs.follow_up()
        admin = as_("admin")
        body = admin.get(f"{API}/leads/{lead.id}").json
        assert (body["state"], body["overdue"]) == ("contacted", True)
        assert [item["reason"] for item in admin.get(f"{API}/leads/leaks").json["items"]] == ["overdue"]


def test_eligible_vehicles_become_leads_once(outlets: tuple[Outlet, Outlet]) -> None:
    own_vehicle(outlets[0], 1)
    own_vehicle(outlets[0], 2, odometer_km=80_000)
    own_vehicle(outlets[1], 3, extended_warranty_end=clock.now().date() + timedelta(days=800))
    own_vehicle(outlets[1], 4, warranty_end=clock.now().date() + timedelta(days=300))
    for _night in range(2):
        jobs.find_eligible()
    assert [(lead.vin, lead.source) for lead in db.session.scalars(select(Lead))] == [(vin(1), {"kind": "eligibility"})]
    lead = db.session.scalars(select(Lead)).one()
    lead.state, lead.closed_at = "lost", clock.now()
    db.session.commit()
    jobs.find_eligible()
    assert db.session.scalar(select(func.count(Lead.id))) == 1


def test_leads_expire_after_grace_or_silence(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    today = clock.now().date()
    ended = add_lead(outlets[0], 1, warranty_end=today - timedelta(days=32))
    graced = add_lead(outlets[0], 2, warranty_end=today - timedelta(days=28))
    silent = add_lead(outlets[0], 3, touched_at=clock.now() - timedelta(days=91))
    jobs.expire()
    states = [as_("admin").get(f"{API}/leads/{lead.id}").json["state"] for lead in (ended, graced, silent)]
    assert states == ["expired", "new", "expired"]


def send(client: FlaskClient, text: str, query: str = "") -> Any:
    """Upload a file of leads."""
    data = {"file": (io.BytesIO(text.encode()), "leads.csv")}
    return client.post(f"{API}/leads/import{query}", data=data, content_type="multipart/form-data")


HEAD = "name,phone,vin,model,outlet,consent,plan_years\n"


def test_a_file_of_leads_is_checked_taken_in_and_undone(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    known = str(add_lead(outlets[0], 1).id)
    text = (
        f"{HEAD}New Name,9822000001,{vin(1)},Vela,,yes,3\nTwo,9822000002,{vin(2)},Vela,PUN-BAN,no,\n"
        f"Bad,12,{vin(3)},Vela,PUN-BAN,,\n"
    )
    dry = send(admin, text, "?dry=1")
    assert dry.status_code == 200, dry.json
    assert [(error["row"], error["field"]) for error in dry.json["errors"]] == [(4, "phone")]
    assert (dry.json["changes"]["new"], dry.json["changes"]["changed"]) == (1, 1)
    assert db.session.scalar(select(func.count(Lead.id))) == 1
    done = send(admin, text)
    assert done.status_code == 202, done.json
    work()
    leads = {lead["vehicle"]["vin"]: lead for lead in admin.get(f"{API}/leads").json["items"]}
    assert leads[vin(2)]["outlet"]["name"] == "Pune Baner" and leads[vin(2)]["source"] == {"kind": "import"}
    assert (leads[vin(1)]["customer"]["name"], leads[vin(1)]["plan_years"]) == ("New Name", 3)
    assert leads[vin(1)]["customer"]["consent"] is True
    admin.post(f"{API}/masters/imports/{done.json['id']}/undo")
    work()
    (left,) = admin.get(f"{API}/leads").json["items"]
    assert (left["id"], left["customer"]["name"], left["plan_years"]) == (known, "Customer 1", None)


def test_totals_of_the_tree_equal_the_list(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    west = add_parent(get_client(outlets[0].client_id), "West")
    third = add_outlet(west, add_city("Surat"), "Surat")
    db.session.commit()
    for number, (outlet, state) in enumerate(
        [(outlets[0], "new"), (outlets[0], "won"), (outlets[1], "lost"), (third, "won"), (third, "quoted")], 1
    ):
        paid = {"amount_minor": 1_000_050 * number} if state == "won" else {}
        late = {"next_action_at": clock.now() - timedelta(days=1)} if state == "quoted" else {}
        add_lead(outlet, number, state=state, **paid, **late)
    admin = as_("admin")
    tree = admin.get(f"{API}/leads/tree").json
    for state, number in tree["totals"]["counts"].items():
        assert admin.get(f"{API}/leads?state={state}").json["total"] == number
    assert tree["totals"]["overdue"] == admin.get(f"{API}/leads?overdue=true").json["total"] == 1
    assert (tree["totals"]["won"], tree["totals"]["conversion"], tree["totals"]["premium"]) == (2, 2 / 3, 60_003.0)
    for parent in tree["parents"]:
        cities = parent["cities"]
        assert sum(city["premium"] for city in cities) == parent["premium"]
        for city in cities:
            assert sum(outlet["counts"]["won"] for outlet in city["outlets"]) == city["counts"]["won"]
    tree = admin.get(f"{API}/leads/tree?parent={west.id}&level=cities").json
    (parent,) = tree["parents"]
    assert parent["name"] == "West" and "outlets" not in parent["cities"][0]
    assert tree["totals"]["counts"]["won"] == 1


def test_sums_are_compared_with_the_days_before(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    at = clock.now()
    spans = {"won": (1, 27, 29, 55, 57), "lost": (2, 30)}
    for number, (state, days) in enumerate(((state, days) for state, all_ in spans.items() for days in all_), 1):
        closed_at, created_at = at - timedelta(days=days), at - timedelta(days=60)
        add_lead(outlets[0], number, state=state, closed_at=closed_at, created_at=created_at, amount_minor=days * 100)
    add_lead(outlets[0], 8, state="quoted", created_at=at - timedelta(days=40))
    add_lead(outlets[1], 9, state="new")
    admin, dealer = as_("admin"), as_("client", scope={"outlets": [str(outlets[1].id)]})
    assert admin.get(f"{API}/leads/tree").json["period"] == {
        "days": 28, "open_before": 4, "won": 2, "won_before": 2, "premium": 28, "premium_before": 84,
    }  # fmt: skip
    assert dealer.get(f"{API}/leads/tree").json["period"]["open_before"] == 0


def test_an_outlet_sees_and_changes_its_own_leads_only(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    own, other = add_lead(outlets[0], 1, state="assigned"), add_lead(outlets[1], 2, state="assigned")
    dealer = as_("client", scope={"outlets": [str(outlets[0].id)]})
    assert [lead["id"] for lead in dealer.get(f"{API}/leads").json["items"]] == [str(own.id)]
    assert dealer.get(f"{API}/leads/tree").json["totals"]["counts"]["assigned"] == 1
    assert dealer.post(f"{API}/leads/{own.id}/events", json={"event": "contact"}).json["state"] == "contacted"
    assert dealer.post(f"{API}/leads/{other.id}/events", json={"event": "contact"}).status_code == 404
    gone = dealer.post(f"{API}/leads/assign", json={"ids": [str(own.id)], "outlet": str(outlets[1].id)})
    assert gone.status_code == 422
    assert dealer.post(f"{API}/leads", json=body(outlets[0])).status_code == 403
    assert dealer.get(f"{API}/leads/{own.id}").json["customer"]["name"] == "C. 1."


@pytest.mark.one_database
def test_what_a_new_lead_is_compared_with_is_found_by_an_index_of_its_own(
    outlets: tuple[Outlet, Outlet],
) -> None:
    """On SQLite, whose plans need no figures: 10,000 leads of a file walked through all leads 10,000 times."""
    if db.engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL plans by figures.")
    plans: list[str] = []

    def note_plan(connection: Any, _cursor: Any, statement: str, values: Any, *_more: Any) -> None:
        if any(f"{name} = ?" in statement for name in (".vin", ".registration", ".phone")):
            steps = connection.connection.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
            plans.extend(row[3] for row in steps)

    event.listen(db.engine, "before_cursor_execute", note_plan)
    try:
        service.create_lead(
            {
                "client": outlets[0].client_id,
                "name": "Asha",
                "phone": PHONE,
                "vin": vin(1),
                "registration": "MH12AB1234",
            }
        )
    finally:
        event.remove(db.engine, "before_cursor_execute", note_plan)
    assert len(plans) >= 5
    assert [plan for plan in plans if plan.count("=?") < 3] == []


def test_leaks_are_counted_by_outlet_city_and_owner_and_by_how_late_they_are(
    as_: As, outlets: tuple[Outlet, Outlet]
) -> None:
    first, second = outlets
    owner, at = add_person("admin"), clock.now()
    late = [timedelta(hours=2), timedelta(days=3), timedelta(days=9)]
    for number, span in enumerate(late, start=1):
        add_lead(first, number, state="contacted", next_action_at=at - span, contacted_at=at, owner_id=owner.id)
    waiting = {"state": "assigned", "sla_due_at": at - timedelta(days=20)}
    add_lead(second, 4, **waiting)
    add_lead(second, 5, **waiting, group_escalated_at=at)
    admin = as_("admin")
    body = admin.get(f"{API}/leads/leaks").json
    assert [(row["name"], row["parent"], row["leads"], row["overdue"], row["sla"]) for row in body["groups"]] == [
        (first.name, name_of_group(first), 3, 3, 0), (second.name, name_of_group(second), 2, 0, 2)
    ]  # fmt: skip
    oldest = [datetime.fromisoformat(row["oldest_at"]) for row in body["groups"]]
    assert [round((at - then) / timedelta(days=1)) for then in oldest] == [9, 20]
    assert [(row["from"], row["before"], row["leads"]) for row in body["late"]] == [
        (0, 1, 1), (1, 2, 0), (2, 4, 1), (4, 8, 0), (8, None, 1)
    ]  # fmt: skip
    assert body["escalation"] == {"outlet": 1, "group": 1}
    by_city = admin.get(f"{API}/leads/leaks?by=city").json["groups"]
    assert sorted(row["leads"] for row in by_city) == ([2, 3] if first.city_id != second.city_id else [5])
    by_owner = admin.get(f"{API}/leads/leaks?by=owner").json["groups"]
    assert [(row["id"], row["name"], row["leads"]) for row in by_owner] == [
        (str(owner.id), owner.full_name, 3), (None, "", 2)
    ]  # fmt: skip


def test_leads_are_found_by_the_end_of_a_vin(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    lead, _ = add_lead(outlets[0], 1), add_lead(outlets[1], 2)
    admin, dealer = as_("admin"), as_("client", scope={"outlets": [str(outlets[1].id)]})
    for q in (vin(1)[-6:], vin(1)[-8:], vin(1)[-11:]):
        assert [row["id"] for row in admin.get(f"{API}/leads?q={q}").json["items"]] == [str(lead.id)]
        assert dealer.get(f"{API}/leads?q={q}").json["total"] == 0
    if db.engine.dialect.name == "sqlite":
        query = select(Lead.id).where(is_named(Lead, vin(1)[-6:])[-1], Lead.workspace_id == lead.workspace_id)
        plan = db.session.connection().exec_driver_sql(
            f"EXPLAIN QUERY PLAN {query.compile(db.engine, compile_kwargs={'literal_binds': True})}"
        )
        steps = [row[3] for row in plan]
        assert any("ix_lead_vin_end" in step for step in steps), steps


def test_leads_most_at_risk_come_first_whatever_is_late_longest(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    at = clock.now()
    soon = at.date() + timedelta(days=9)
    of = {
        "late": {"state": "contacted", "next_action_at": at - timedelta(days=9)},
        "two leaks": {"state": "contacted", "next_action_at": at - timedelta(hours=2), "warranty_end": soon},
        "quoted": {"state": "quoted", "next_action_at": at - timedelta(days=5), "price_minor": 1_000_000},
        "dearer": {"state": "quoted", "next_action_at": at - timedelta(days=5), "price_minor": 2_000_000},
        "unplanned": {"state": "contacted"},
    }
    for number, (name, values) in enumerate(of.items(), 1):
        add_lead(outlets[0], number, name=name, contacted_at=at, **values)
    admin = as_("admin")
    first = admin.get(f"{API}/leads/leaks?per=10").json
    names = list(dict.fromkeys(item["lead"]["customer"]["name"] for item in first["items"]))
    assert names == ["two leaks", "dearer", "quoted", "late", "unplanned"]


def name_of_group(outlet: Outlet) -> str:
    """The name of an outlet's dealer group."""
    return db.session.get_one(DealerGroup, outlet.parent_id).name


def test_the_board_begins_with_what_is_asked_for(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    today, at = clock.now().date(), clock.now()
    add_lead(outlets[0], 1, next_action_at=at, warranty_end=today + timedelta(days=90), price_minor=500)
    add_lead(outlets[0], 2, warranty_end=today, price_minor=100)
    add_lead(outlets[0], 3, next_action_at=at + timedelta(days=1), price_minor=900)
    admin = as_("admin")

    def order(query: str) -> list[str]:
        columns = admin.get(f"{API}/leads/board{query}").json["columns"]
        return [lead["customer"]["name"][-1] for lead in columns[0]["items"]]

    assert order("") == ["1", "3", "2"]
    assert order("?sort=ends") == ["2", "1", "3"]
    assert order("?sort=premium") == ["3", "1", "2"]
    assert admin.get(f"{API}/leads/board?sort=name").status_code == 422


def test_the_neighbours_of_a_lead_are_open_and_follow_the_next_action(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    at = clock.now()
    late, soon = (add_lead(outlets[0], days + 3, next_action_at=at + timedelta(days=days)) for days in (-1, 1))
    unplanned = add_lead(outlets[0], 7)
    add_lead(outlets[0], 8, state="lost")
    admin = as_("admin")
    neighbours = [admin.get(f"{API}/leads/{lead.id}").json["neighbours"] for lead in (late, soon, unplanned)]
    assert neighbours == [
        {"previous": None, "next": str(soon.id)},
        {"previous": str(late.id), "next": str(unplanned.id)},
        {"previous": str(soon.id), "next": None},
    ]
