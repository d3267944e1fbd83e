"""Alerts: they judge the numbers that reports show, fire once a window, and tell who they are to tell."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from app.accounts.users.models import User
from app.bots.catalog.models import Bot
from app.core import clock, jobs
from app.core.db.base import db
from app.core.mail import delivery
from app.ingest import dialogues
from app.notifications.models import Notification
from app.reports.alerts import jobs as alert_jobs
from app.reports.alerts import service
from app.reports.alerts.judging import WATCHED, Judgement, judge_last
from app.reports.alerts.models import Alert, AlertFiring
from app.reports.context import ReportContext, ReportQuery
from app.webhooks.models import WebhookDelivery
from tests.factories.mail import post_office
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
API = "/api/v1/alerts"
NOT_VISIBLE = "Names a bot or a place that is gone or that you cannot see."
RULE = {"name": "Many sessions", "metric": "engaged_sessions", "op": "above", "threshold": 1, "min_n": 0}


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch, workspace: object) -> dict[str, Any]:
    """The forty sessions, at their moment."""
    at(monkeypatch, hand_counted.NOW)
    return hand_counted.lay()


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Let it be a moment."""
    monkeypatch.setattr(clock, "now", lambda: moment)
    for module in (alert_jobs, jobs, delivery):
        monkeypatch.setattr(module, "now", lambda: moment)


def make(person: FlaskClient, **more: Any) -> dict[str, Any]:
    answer = person.post(API, json=RULE | more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


def run() -> None:
    """Do what is due, and all jobs that come of it."""
    alert_jobs.look_at_alerts()
    db.session.commit()
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)


def show(person: FlaskClient, alert: dict[str, Any]) -> dict[str, Any]:
    return dict(person.get(f"{API}/{alert['id']}").json)


def test_every_watched_metric_has_the_value_of_its_card(as_: As) -> None:
    person = as_("admin")
    day = "r=2026-03-03..2026-03-03&cmp=none"
    cards = {}
    for report in ("dashboard", "usage", "engagement"):
        cards |= {card["id"]: card for card in person.get(f"/api/v1/reports/{report}?{day}").json["cards"]}
    assert len(WATCHED) >= 18
    for metric in WATCHED:
        alert = make(person, metric=metric.id, op="above", threshold=-1e9)
        card = cards[metric.id]
        if card["value"] is None:
            continue
        judged = values_of(alert, metric, "2026-03-03")
        assert (judged.value, judged.n) == (card["value"], card["den"] if card["den"] is not None else judged.n)


def values_of(alert: dict[str, Any], metric: Any, day: str) -> Judgement:
    """What a rule says of a day."""
    row = db.session.get_one(Alert, int(alert["id"]))
    judgements = judge_last(row, metric, ReportContext(ReportQuery()), clock.now(), last=20)
    return next(judgement for judgement in judgements if judgement.bucket.first.isoformat() == day)


def try_it(person: FlaskClient, alert: dict[str, Any]) -> dict[str, Any]:
    answer = person.post(f"{API}/{alert['id']}/test")
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def test_an_alert_fires_once_and_comes_back(
    app: Flask, as_: As, counted: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, desk = as_("admin"), counted["desk"].id
    alert = make(person, threshold=0, emails=["admin@example.com", "second@example.com"], cooldown_h=24)
    assert alert["state"] == "armed" and alert["min_n"] == 0
    with post_office(app):
        run()
        run()
    current = show(person, alert)
    assert current["state"] == "firing" and current["firing"]["value"] == 1 and current["firing"]["provisional"]
    assert [(mail["to"], mail["state"]) for mail in current["firing"]["mails"]] == [
        ("admin@example.com", "sent"), ("second@example.com", "sent"),
    ]  # fmt: skip
    frozen = person.get(current["firing"]["link"].replace("/reports/", "/api/v1/reports/", 1)).json
    assert frozen["frozen"] and frozen["cards"][0]["value"] == current["firing"]["value"]
    (news,) = db.session.scalars(select(Notification).where(Notification.kind == "alert_fired"))
    assert news.link == f"/reports/alerts/{alert['id']}" and news.what == "Many sessions"
    assert person.post(f"{API}/{alert['id']}/acknowledge", json={"note": "I look into it"}).json["state"] == (
        "acknowledged"
    )
    again = person.post(f"{API}/{alert['id']}/acknowledge", json={})
    assert again.status_code == 409 and again.json["code"] == "invalid_transition"
    firing = person.get(f"{API}/{alert['id']}/firings").json["items"][0]
    assert firing["note"] == "I look into it" and firing["acknowledged_by"]
    # 10 March has two sessions: still true, and no second firing; 11 March has none.
    at(monkeypatch, hand_counted.NOW + timedelta(days=1))
    run()
    assert show(person, alert)["state"] == "acknowledged" and show(person, alert)["last"]["value"] == 2
    at(monkeypatch, hand_counted.NOW + timedelta(days=2))
    run()
    current = show(person, alert)
    assert current["state"] == "resolved" and current["last"]["value"] == 0
    at(monkeypatch, hand_counted.NOW + timedelta(days=3))
    run()
    assert show(person, alert)["state"] == "armed"
    assert person.get(f"{API}/{alert['id']}/firings").json["total"] == 1
    row = hand_counted.Row(99, "03-13 11:00:00", "u99", "desk", "web", "ub", "service.book")
    dialogues.store_dialogues([hand_counted.dialogue(row)], bot=db.session.get_one(Bot, desk), source="hand")
    db.session.commit()
    at(monkeypatch, hand_counted.NOW + timedelta(days=4))
    run()
    assert show(person, alert)["state"] == "firing"
    assert person.get(f"{API}/{alert['id']}/firings").json["total"] == 2
    assert db.session.query(AlertFiring).count() == 2


def test_a_rule_is_tried_on_the_past_year(as_: As) -> None:
    person = as_("admin")
    # More than one session on a local day: 11 February (2 3), 13 (5 6), 14 (7 8)...
    alert = make(person, threshold=1, cooldown_h=1)
    answer = try_it(person, alert)
    days = [item["start"][:10] for item in answer["items"]]
    buckets = person.get("/api/v1/reports/dashboard?r=2026-01-10..2026-03-09").json["series"]["buckets"]
    totals = {bucket["start"]: bucket["total"] for bucket in buckets}
    above = [day for day, total in totals.items() if total > 1]
    begun = [day for day in above if totals.get(before(day), 0) <= 1]
    assert days == begun[::-1] and answer["fires"] == len(begun) > 2
    assert {item["start"][:10]: item["value"] for item in answer["items"]} == {day: totals[day] for day in begun}
    assert try_it(person, make(person, threshold=100))["fires"] == 0
    assert try_it(person, make(person, min_n=5, threshold=0))["fires"] == 0
    assert try_it(person, make(person, window="hour", threshold=1))["items"][0]["value"] == 2
    assert try_it(person, make(person, window="week", threshold=9))["fires"] >= 1


def test_a_rule_is_tried_before_it_is_saved(as_: As, counted: dict[str, Any]) -> None:
    person = as_("admin")
    rule = {name: value for name, value in RULE.items() if name != "name"} | {"cooldown_h": 1}
    saved = try_it(person, make(person, cooldown_h=1))
    assert person.post(f"{API}/test", json=rule).json == saved and saved["fires"] > 2
    filtered = person.post(f"{API}/test", json=rule | {"query": f"bot={counted['drive'].id}", "threshold": 0}).json
    everything = person.post(f"{API}/test", json=rule | {"threshold": 0}).json
    assert filtered["fires"] and filtered["items"] != everything["items"]
    assert db.session.query(Alert).count() == 1
    refused = person.post(f"{API}/test", json=rule | {"query": "ch=pigeon"})
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["query"]
    assert person.post(f"{API}/test", json={"metric": "csat"}).status_code == 422


def test_alerts_are_listed_by_state_and_counted(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    fired, calm = make(person, threshold=-1), make(person, name="Calm", threshold=1000)
    paused = make(person, name="Paused", threshold=1000)
    assert person.patch(f"{API}/{paused['id']}", json={"active": False}, headers={"If-Match": "*"}).status_code == 200
    at(monkeypatch, hand_counted.NOW + timedelta(minutes=1))
    run()
    everything = person.get(API).json
    assert everything["counts"] == {"firing": 1, "armed": 1, "paused": 1} and everything["total"] == 3
    assert [item["id"] for item in everything["items"]] == [fired["id"], calm["id"], paused["id"]]
    for state, alert in (("firing", fired), ("armed", calm), ("paused", paused)):
        page = person.get(f"{API}?state={state}").json
        assert [item["id"] for item in page["items"]] == [alert["id"]] and page["counts"] == everything["counts"]
    assert person.get(f"{API}?state=resolved").json["total"] == 0
    assert person.get(f"{API}?state=broken").status_code == 422


def before(day: str) -> str:
    return (datetime.fromisoformat(day) - timedelta(days=1)).date().isoformat()


def test_an_anomaly_is_against_the_same_weekday(as_: As, counted: dict[str, Any]) -> None:
    person = as_("admin")
    rows = [
        hand_counted.Row(200 + week, f"{day} 12:00:00", f"v{week}", "care", "web", "ub")
        for week, day in enumerate(("01-12", "01-19", "01-26", "02-02", "02-09", "02-16", "02-23", "03-02"))
    ]
    many = [
        hand_counted.Row(300 + n, f"03-09 {8 + n // 6:02}:{n % 6}0:00", f"w{n}", "care", "web", "ub") for n in range(30)
    ]
    stored = [hand_counted.dialogue(row) for row in (*rows, *many)]
    dialogues.store_dialogues(stored, bot=counted["care"], source="more")
    db.session.commit()
    care, drive = counted["care"].id, counted["drive"].id
    alert = make(person, op="anomaly", threshold=3, query=f"bot={care}")
    run()
    firing = show(person, alert)["firing"]
    assert firing["value"] == 30 and firing["score"] > 3 and 1 <= firing["before"] <= 2
    quiet = make(person, op="anomaly", threshold=3, query=f"bot={drive}")
    run()
    assert show(person, quiet)["state"] == "armed"


def test_an_alert_that_cannot_be_checked_keeps_no_other_back(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    broken, good = make(person, threshold=0, name="Broken"), make(person, threshold=0, name="Good")
    judge, tries = service.judge_last, list[int]()

    def fail(row: Alert, *more: Any, **options: Any) -> Any:
        if row.name == "Broken":
            tries.append(row.id)
            raise ValueError("no such figure")
        return judge(row, *more, **options)

    monkeypatch.setattr(service, "judge_last", fail)
    run()
    run()
    assert len(tries) == 1, "it is looked at again an hour later"
    assert (show(person, broken)["state"], show(person, good)["state"]) == ("armed", "firing")
    assert db.session.scalars(select(jobs.Job).where(jobs.Job.error.is_not(None))).all() == []


@pytest.mark.parametrize("cut", [{"auth_role": "editor", "role": "editor"}, {"status": "inactive"}])
def test_an_alert_whose_owner_has_no_access_is_paused_and_reported_to_those_who_can_give_it(
    as_: As, cut: dict[str, str], counted: dict[str, Any]
) -> None:
    alert = make(as_("admin"), threshold=0)
    owner_id = db.session.scalar(select(Alert.owner_id))
    db.session.execute(update(User).where(User.id == owner_id).values(**cut))
    db.session.commit()
    people = [as_("admin"), as_("admin", scope={"bots": [str(counted["drive"].id)]}), as_("editor")]
    run()
    run()
    news = [person.get("/api/v1/notifications").json["items"] for person in people]
    number = db.session.scalar(select(User.number).where(User.id == owner_id))
    assert [[(item["kind"], item["what"], item["link"]) for item in items] for items in news] == [
        [("alert_paused", alert["name"], f"/admin/users/{number}?tab=owned")], [], [],
    ]  # fmt: skip
    row = db.session.scalars(select(Alert)).one()
    assert (row.active, row.paused_for, row.state) == (False, "no_access", "armed")


def test_an_alert_on_what_its_owner_sees_no_more_is_paused_until_they_resume_it(
    as_: As, counted: dict[str, Any]
) -> None:
    person, desk, drive = as_("admin"), str(counted["desk"].id), str(counted["drive"].id)
    alert = make(person, threshold=0, query=f"bot={desk}")
    owner = update(User).where(User.id == select(Alert.owner_id).scalar_subquery())
    db.session.execute(owner.values(scope={"bots": [drive]}))
    db.session.commit()
    run()
    current = show(person, alert)
    assert (current["active"], current["paused_for"], current["last"]) == (False, "not_visible", None)
    assert current["revision"] > alert["revision"]
    (news,) = db.session.scalars(select(Notification).where(Notification.kind == "alert_paused"))
    assert (news.what, news.link) == (alert["name"], f"/reports/alerts/{alert['id']}")
    assert person.get(f"{API}?state=paused").json["total"] == 1
    db.session.execute(owner.values(scope={}))
    db.session.commit()
    resumed = person.patch(f"{API}/{alert['id']}", json={"active": True}, headers={"If-Match": "*"}).json
    assert resumed["active"] and resumed["paused_for"] == ""
    run()
    assert show(person, alert)["state"] == "firing"


def test_an_alert_whose_filters_are_not_understood_is_paused(as_: As) -> None:
    person = as_("admin")
    alert = make(person, threshold=0)
    db.session.execute(update(Alert).values(query="tz=Mars"))
    db.session.commit()
    run()
    row = db.session.scalars(select(Alert)).one()
    assert (row.active, row.paused_for) == (False, "not_understood")
    assert db.session.scalars(select(Notification.link)).all() == [f"/reports/alerts/{alert['id']}"]
    assert person.get(f"{API}/{alert['id']}").status_code == 200


def test_a_webhook_is_called(as_: As) -> None:
    person = as_("admin")
    hook = person.post("/api/v1/webhooks", json={"url": "https://example.com/hook", "events": ["alert.fired"]}).json
    make(person, threshold=0, webhook=hook["id"])
    alert_jobs.look_at_alerts()
    db.session.commit()
    row = jobs.take("tests")
    assert row is not None and row.kind == "check_alerts"
    jobs.perform(row)
    (delivery_row,) = db.session.scalars(select(WebhookDelivery))
    assert delivery_row.event == "alert.fired" and '"metric":"engaged_sessions"' in delivery_row.body


def test_alerts_are_ones_own_and_in_ones_scope(as_: As, counted: dict[str, Any]) -> None:
    admin, drive = as_("admin"), str(counted["drive"].id)
    assert as_("editor").get(API).status_code == 403
    alert = make(admin)
    other = as_("subscriber")
    for method, path in (("get", ""), ("get", "/firings"), ("post", "/test"), ("patch", ""), ("delete", "")):
        assert getattr(other, method)(f"{API}/{alert['id']}{path}", headers={"If-Match": "*"}).status_code == 404
    assert other.get(API).json["total"] == 0
    narrow = as_("admin", scope={"bots": [drive]})
    own = make(narrow, threshold=-1)
    run()
    current = show(narrow, own)
    # The path session of 9 March is the desk's.
    assert current["state"] == "firing" and current["firing"]["value"] == 0


def test_an_alert_on_what_its_maker_cannot_see_is_refused(as_: As, counted: dict[str, Any]) -> None:
    desk, drive = str(counted["desk"].id), str(counted["drive"].id)
    narrow = as_("admin", scope={"bots": [drive]})
    alert = make(narrow, query=f"bot={drive}")
    path = f"{API}/{alert['id']}"
    for query in (f"bot={desk}", f"bot={drive},{desk}", "bot=999", "out=outlet:999"):
        refused = [
            narrow.post(API, json=RULE | {"query": query}),
            narrow.post(f"{API}/test", json=RULE | {"query": query}),
            narrow.patch(path, json={"query": query, "name": "Other"}, headers={"If-Match": "*"}),
        ]
        assert [answer.status_code for answer in refused] == [422] * 3
        assert all(answer.json["errors"] == {"query": [NOT_VISIBLE]} for answer in refused)
    assert show(narrow, alert) == alert and narrow.get(API).json["total"] == 1


def test_an_alert_is_resumed_only_once_its_owner_sees_what_it_names(as_: As, counted: dict[str, Any]) -> None:
    person, desk, drive = as_("admin"), str(counted["desk"].id), str(counted["drive"].id)
    alert = make(person, query=f"bot={desk}", active=False)
    db.session.execute(
        update(User).where(User.id == select(Alert.owner_id).scalar_subquery()).values(scope={"bots": [drive]})
    )
    db.session.commit()
    path = f"{API}/{alert['id']}"
    refused = person.patch(path, json={"active": True}, headers={"If-Match": "*"})
    assert (refused.status_code, refused.json["errors"]) == (422, {"query": [NOT_VISIBLE]})
    assert person.post(f"{path}/test").json["errors"] == {"query": [NOT_VISIBLE]}
    assert person.patch(path, json={"name": "Other"}, headers={"If-Match": "*"}).json["active"] is False


def test_addresses_of_strangers_need_the_right_to_export(as_: As) -> None:
    client = as_("client")
    answer = client.post(API, json=RULE | {"emails": ["stranger@example.com"]})
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["emails"]
    assert as_("subscriber").post(API, json=RULE | {"emails": ["stranger@example.com"]}).status_code == 201


@pytest.mark.parametrize(
    ("change", "field"),
    [({"metric": "beauty"}, "metric"), ({"op": "near"}, "op"), ({"window": "year"}, "window"),
     ({"threshold": "x"}, "threshold"), ({"cooldown_h": 0}, "cooldown_h"), ({"emails": ["x"]}, "emails"),
     ({"query": "tz=Mars"}, "query"), ({"webhook": "77"}, "webhook"), ({"name": " "}, "name"), ({"year": 1}, "year")],
)  # fmt: skip
def test_what_is_no_rule_is_refused(as_: As, change: dict[str, Any], field: str) -> None:
    answer = as_("admin").post(API, json=RULE | change)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field], answer.text
    assert as_("admin").get(API).json["total"] == 0


def test_alerts_are_changed_by_revision_and_paused(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    alert = make(person, threshold=0)
    url = f"{API}/{alert['id']}"
    assert person.patch(url, json={"active": False}).status_code == 428
    changed = person.patch(url, json={"active": False}, headers={"If-Match": f'"{alert["revision"]}"'})
    assert changed.status_code == 200 and not changed.json["active"]
    run()
    assert show(person, alert)["state"] == "armed"
    assert person.patch(url, json={"active": True}, headers={"If-Match": "*"}).status_code == 200
    run()
    assert show(person, alert)["state"] == "firing"
    assert person.delete(url, headers={"If-Match": "*"}).status_code == 204
    assert person.get(url).status_code == 404 and db.session.query(AlertFiring).count() == 0


def test_a_look_that_changes_nothing_keeps_the_revision(as_: As) -> None:
    person = as_("admin")
    alert = make(person, threshold=1_000_000)
    run()
    current = show(person, alert)
    assert current["last"] is not None and current["state"] == "armed"
    match = {"If-Match": f'"{alert["revision"]}"'}
    assert person.patch(f"{API}/{alert['id']}", json={"threshold": 9}, headers=match).status_code == 200


def test_a_bookmark_is_watched(as_: As) -> None:
    person = as_("admin")
    bookmark = person.post("/api/v1/bookmarks", json={"url": "/reports/dashboard?grp=service", "title": "Service"}).json
    answer = person.post(f"/api/v1/bookmarks/{bookmark['id']}/watch", json={"threshold": 2})
    assert answer.status_code == 201, answer.text
    assert {name: answer.json[name] for name in ("name", "metric", "query", "op", "threshold")} == {
        "name": "Service", "metric": "engaged_sessions", "query": "grp=service", "op": "anomaly", "threshold": 2,
    }  # fmt: skip
    group = person.post("/api/v1/bookmarks", json={"url": "/reports/groups/psf"}).json
    assert person.post(f"/api/v1/bookmarks/{group['id']}/watch", json={}).json["query"] == "grp=psf"
    other = person.post("/api/v1/bookmarks", json={"url": "/admin/bots"}).json
    assert person.post(f"/api/v1/bookmarks/{other['id']}/watch", json={}).status_code == 422
    assert as_("maintainer").post(f"/api/v1/bookmarks/{bookmark['id']}/watch", json={}).status_code == 404


@pytest.mark.parametrize("window", ["hour", "day", "week"])
def test_a_rule_on_every_number_is_tried(as_: As, window: str) -> None:
    # A year of hours is more than one statement can count.
    person = as_("admin")
    rule = {name: value for name, value in RULE.items() if name != "name"} | {"window": window}
    for metric in WATCHED:
        answer = person.post(f"{API}/test", json=rule | {"metric": metric.id})
        assert answer.status_code == 200, f"{metric.id}: {answer.text}"


def test_alerts_are_found_by_words_of_their_names(as_: As) -> None:
    person = as_("admin")
    for name in ("Fallback of Service", "Fallback of 100% Sales", "Ratings"):
        make(person, name=name)
    for q, names in (("FALLBACK", 2), ("sales fall", 1), ("100%", 1), ("%", 1), ("_", 0), ("nothing", 0)):
        assert person.get(API, query_string={"q": q}).json["total"] == names, q
    assert person.get(API, query_string={"q": "x" * 61}).status_code == 422


def test_an_alert_has_the_values_of_its_last_windows(as_: As) -> None:
    person = as_("admin")
    alert = make(person, window="day")
    assert alert["last"] is None
    run()
    last = show(person, alert)["last"]
    assert len(last["trend"]) == 28 and last["trend"][-1] == last["value"]
    context = ReportContext(ReportQuery(), clock.now())
    judged = judge_last(Alert(**RULE, window="day"), WATCHED[0], context, clock.now(), last=28)
    row = db.session.scalars(select(Alert)).one()
    row.last = {name: value for name, value in (row.last or {}).items() if name != "trend"}
    db.session.commit()
    assert show(person, alert)["last"]["trend"] == []
    assert WATCHED[0].id == RULE["metric"] and last["trend"] == [judgement.value for judgement in judged]


def test_what_ones_alerts_have_done_is_listed_the_latest_first(as_: As) -> None:
    person, other = as_("admin"), as_("maintainer")
    make(person, name="First", threshold=-1)
    run()
    make(person, name="Second", threshold=-1)
    make(other, name="Hers", threshold=-1)
    run()
    items = person.get(f"{API}/firings").json["items"]
    assert [item["alert"]["name"] for item in items] == ["Second", "First"]
    assert items[0]["unit"] == "count" and items[0]["value"] is not None
    assert [item["alert"]["name"] for item in other.get(f"{API}/firings").json["items"]] == ["Hers"]
