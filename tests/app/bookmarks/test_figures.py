"""The last value of a view is kept beside its bookmark and renewed by a job, as its owner sees it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select, update

from app import areas
from app.accounts.auth.models import AuthSession
from app.accounts.workspaces.models import Workspace
from app.bookmarks import figures
from app.bookmarks.jobs import EVERY, KIND
from app.bookmarks.models import Bookmark
from app.conversations.models import Conversation
from app.core import clock, jobs
from app.core.db.base import db
from app.core.db.tenancy import within
from app.core.jobs import Job
from app.inbox.models import Handoff
from app.ingest import dialogues
from app.masters.records.models import JobCard, Vehicle
from app.reports.standard.registry import REPORTS
from tests.app.leads.making import add_lead
from tests.factories.bookmarks import BOOKMARKS, add_bookmark
from tests.factories.conversations import asked_and_answered, dialogue, make_bot
from tests.factories.offers import add_customer, add_outlets
from tests.factories.places import add_city, add_outlet, add_parent

As = Callable[..., FlaskClient]


@pytest.fixture
def place(workspace: Workspace) -> int:
    """The workspace's id, which outlives its session."""
    return workspace.id


def talk(bot: Any, who: str) -> None:
    """A session of two days ago."""
    spoken = asked_and_answered(clock.now() - timedelta(days=2))
    dialogues.store_dialogues([dialogue(spoken, ext_user=who)], bot=bot, source="figures")
    db.session.commit()


def waiting(place: int) -> list[Job]:
    """The jobs that will count."""
    with within(place):
        return list(db.session.scalars(select(Job).where(Job.kind == KIND, Job.state == "ready")))


def work(place: int) -> None:
    """Do the job now."""
    areas.modules("jobs")
    with within(place):
        db.session.execute(update(Job).where(Job.kind == KIND).values(run_at=clock.now()))
        db.session.commit()
    taken = jobs.take("tests")
    assert taken is not None and taken.kind == KIND
    jobs.perform(taken)


def values(client: FlaskClient) -> list[Any]:
    """The values of the bar."""
    return [row["figure"] and row["figure"]["value"] for row in client.get(f"{BOOKMARKS}/bar").json["bookmarks"]]


def test_a_report_tells_its_first_card_and_a_list_its_total(as_: As, place: int) -> None:
    bot, other = make_bot("Desk"), make_bot("Show", "sales")
    for who in ("a", "b", "c"):
        talk(bot, who)
    talk(other, "d")
    admin = as_("admin")
    for url in ("/reports/dashboard", "/reports/dashboard?grp=sales", "/reports/conversations", "/admin/bots?q=desk",
                f"/reports/conversations?bot={other.id}&page=2", "/pages/account-settings/security",
                "/admin/audit?to=9999-12-31"):  # fmt: skip
        add_bookmark(admin, url)
    assert values(admin) == [4, 1, 4, 1, 1, None, None]
    first = admin.get(f"{BOOKMARKS}/bar").json["bookmarks"][0]
    card = admin.get("/api/v1/reports/dashboard").json["cards"][0]
    assert first["figure"] == {"value": card["value"], "unit": card["unit"], "currency": "INR"}
    assert first["as_of"] is not None


def test_each_report_has_its_first_card_and_a_frozen_one_none(as_: As, place: int) -> None:
    talk(make_bot("Desk"), "a")
    admin = as_("admin")
    for name in REPORTS:
        add_bookmark(admin, f"/reports/{name}?r=last_28_days")
    add_bookmark(admin, f"/reports/usage?snap={'0' * 32}")
    for name, bookmark in zip(REPORTS, admin.get(f"{BOOKMARKS}?per=25").json["items"], strict=False):
        card = admin.get(f"/api/v1/reports/{name}?r=last_28_days").json["cards"][0]
        assert bookmark["figure"] == {"value": card["value"], "unit": card["unit"], "currency": "INR"}, name
    assert bookmark["figure"]["value"] is not None
    before = values(admin)
    talk(make_bot("Show", "sales"), "b")
    work(place)
    assert [name for name, old, new in zip(REPORTS, before, values(admin), strict=False) if old != new] == [
        "usage", "engagement", "groups/overall", "groups/sales", "journey"
    ]  # fmt: skip
    assert admin.get(f"{BOOKMARKS}?per=25").json["items"][len(REPORTS)]["figure"] is None


def test_lists_of_work_have_their_totals(as_: As, place: int) -> None:
    outlet = add_outlet("Baner", add_parent("West"), add_city("Pune"))
    late = {"state": "contacted", "next_action_at": clock.now() - timedelta(days=1)}
    add_lead(outlet, 1, **late), add_lead(outlet, 2, **late), add_lead(outlet, 3), add_lead(outlet, 4, state="won")
    admin = as_("admin")
    lists = {
        "/ew-leads/list": ("leads", 4), "/ew-leads/list?overdue=true": ("leads?overdue=true", 2),
        f"/ew-leads/list?outlet={outlet.id}&state=won": (f"leads?outlet={outlet.id}&state=won", 1),
        "/ew-leads/leaks?reason=overdue": ("leads/leaks?reason=overdue", 2), "/admin/clients": ("clients", 1),
        "/offers": ("offers", 0), "/reports/calls?r=all": ("calls?r=all", 0),
    }  # fmt: skip
    for url in (*lists, "/ew-leads/board", "/ew-leads/list?q=Customer"):
        add_bookmark(admin, url)
    rows = admin.get(f"{BOOKMARKS}?per=25").json["items"]
    counted = [row["figure"] and row["figure"]["value"] for row in rows]
    assert counted == [*(total for _, total in lists.values()), 3, None]
    add_lead(outlet, 5, **late)
    work(place)
    assert values(admin)[:3] == [5, 3, 1]
    totals = [admin.get(f"/api/v1/{call}").json["total"] for call, _ in lists.values()]
    assert totals == [5, 3, 1, 3, *counted[4 : len(lists)]]


def test_lists_of_people_masters_and_the_inbox_have_their_totals(as_: As, place: int) -> None:
    baner, nashik = add_outlets()
    for number in range(3):
        customer = add_customer(nashik if number else baner, number)
    vehicle = db.session.scalars(select(Vehicle).where(Vehicle.customer_id == customer.id)).one()
    talk_at_baner = dialogue(asked_and_answered(clock.now()), outlet_id=baner.id)
    dialogues.store_dialogues([talk_at_baner], bot=make_bot(), source="figures")
    admin, reader = as_("admin"), as_("admin", scope={"outlets": [str(baner.id)]})
    row = db.session.scalars(select(Conversation)).one()
    db.session.add_all([
        JobCard(client_id=vehicle.client_id, outlet_id=vehicle.outlet_id, vehicle_id=vehicle.id, number="JC-1",
                opened_on=clock.now().date()),
        Handoff(client_id=row.client_id, bot_id=row.bot_id, contact_id=row.contact_id, outlet_id=row.outlet_id,
                conversation_id=row.id, session_id=1, channel="web", due_at=clock.now()),
    ])  # fmt: skip
    db.session.commit()
    lists = {
        "/admin/users": "people", "/admin/users?role=admin": "people?role=admin", "/inbox": "handoffs",
        "/inbox?state=closed": "handoffs?state=closed", "/admin/masters/vehicles": "vehicles",
        "/admin/masters/customers": "customers", "/admin/masters/job-cards?state=open": "job-cards?state=open",
        "/customer-documents?state=waiting": "customer-documents?state=waiting",
    }  # fmt: skip
    for person in (admin, reader):
        for url in (*lists, "/admin/users?q=adm", "/admin/masters/customers?q=ash"):
            add_bookmark(person, url)
    totals = [[person.get(f"/api/v1/{call}").json["total"] for call in lists.values()] for person in (admin, reader)]
    assert totals[0] != totals[1] and totals[0][2] == 1
    for _ in range(2):
        for person, total in zip((admin, reader), totals, strict=True):
            rows = person.get(f"{BOOKMARKS}?per=25").json["items"]
            assert [row["figure"] and row["figure"]["value"] for row in rows] == [*total, None, None]
        work(place)


def test_a_list_of_bots_is_counted_with_its_filters(as_: As, place: int) -> None:
    make_bot("Desk"), make_bot("Show", "sales"), make_bot("Fleet", "sales")
    admin = as_("admin")
    for url in (
        "/admin/bots",
        "/admin/bots?group=sales",
        "/admin/bots?group=sales&sort=-name",
        "/admin/bots?channel=web",
    ):
        add_bookmark(admin, url)
    assert values(admin) == [3, 2, 2, 0]


def test_the_job_counts_again_and_comes_again(as_: As, place: int) -> None:
    bot = make_bot()
    admin = as_("admin")
    add_bookmark(admin, "/reports/dashboard")
    add_bookmark(admin, "/admin/bots")
    assert len(waiting(place)) == 1 and values(admin) == [0, 1]
    talk(bot, "a")
    revision = admin.get(f"{BOOKMARKS}/bar").json["bookmarks"][0]["revision"]
    work(place)
    assert values(admin) == [1, 1]
    # Counting is no change: a form that is open still fits.
    assert admin.get(f"{BOOKMARKS}/bar").json["bookmarks"][0]["revision"] == revision
    (following,) = waiting(place)
    assert following.run_at > clock.now() + EVERY - timedelta(minutes=1)


def test_nothing_is_counted_again_while_no_data_changes(as_: As, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    talk(make_bot(), "a")
    admin = as_("admin")
    add_bookmark(admin, "/reports/dashboard")
    before = admin.get(f"{BOOKMARKS}/bar").json["bookmarks"][0]["as_of"]
    counted = []
    monkeypatch.setattr(figures, "_report", lambda *_args: counted.append(1))
    work(place)
    after = admin.get(f"{BOOKMARKS}/bar").json["bookmarks"][0]
    assert counted == [] and after["figure"]["value"] == 1 and after["as_of"] > before


def test_a_reader_of_some_bots_has_their_figures(as_: As, place: int) -> None:
    mine, other = make_bot("Mine"), make_bot("Other")
    reader = as_("subscriber", scope={"bots": [str(mine.id)]})
    add_bookmark(reader, "/reports/dashboard")
    for who in ("a", "b"):
        talk(other, who)
    talk(mine, "c")
    work(place)
    assert values(reader) == [1]


def test_who_was_not_here_lately_is_not_counted_for(as_: As, place: int) -> None:
    bot = make_bot()
    add_bookmark(as_("admin"), "/reports/dashboard")
    talk(bot, "a")
    with within(place):
        db.session.execute(update(AuthSession).values(last_seen_at=clock.now() - timedelta(days=2)))
        db.session.commit()
    work(place)
    with within(place):
        assert db.session.scalars(select(Bookmark)).one().figure == {"value": 0, "unit": "count", "currency": "INR"}
    assert len(waiting(place)) == 1


def test_without_bookmarks_the_job_ends(as_: As, place: int) -> None:
    admin = as_("admin")
    row = add_bookmark(admin, "/reports/dashboard")
    admin.delete(f"{BOOKMARKS}/{row['id']}", headers={"If-Match": '"1"'})
    work(place)
    assert waiting(place) == []


def test_what_cannot_be_counted_has_no_value(as_: As) -> None:
    admin = as_("admin")
    row = add_bookmark(admin, "/reports/dashboard?tz=Nowhere/Land")
    assert row["figure"] is None and row["trouble"] is None


def test_reading_writes_nothing(as_: As, place: int) -> None:
    admin = as_("admin")
    add_bookmark(admin, "/reports/dashboard")
    before = admin.get(f"{BOOKMARKS}/bar").json
    assert admin.get(BOOKMARKS).json["items"] == before["bookmarks"] and admin.get(f"{BOOKMARKS}/bar").json == before
