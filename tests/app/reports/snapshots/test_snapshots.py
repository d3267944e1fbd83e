"""Snapshots: they never change, open at the report's address, and say what has changed; closed months."""

import gzip
import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app.analytics.models import Restatement
from app.core import clock
from app.core.db.base import db
from app.ingest import merging
from app.notifications.models import Notification
from app.reports.dashboards.tiles import NAMES
from app.reports.snapshots import jobs, service
from app.reports.snapshots.models import Snapshot
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
API, CLOSES = "/api/v1/snapshots", "/api/v1/month-closes"
RANGE = "r=2026-02-10..2026-03-09"


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch, workspace: object) -> dict[str, Any]:
    """The forty sessions, at their moment."""
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    return hand_counted.lay()


def freeze(person: FlaskClient, report: str = "dashboard", query: str = RANGE) -> dict[str, Any]:
    answer = person.post(API, json={"report": report, "query": query})
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


def change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Merge people some minutes later: a resolved conversation and an active user less."""
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW + timedelta(minutes=5))
    ids = hand_counted.contact_ids()
    for first, second in hand_counted.MERGES:
        merging.merge(ids[first], ids[second])
    db.session.commit()


@pytest.mark.parametrize("report", NAMES)
def test_a_frozen_report_opens_as_it_was(as_: As, monkeypatch: pytest.MonkeyPatch, report: str) -> None:
    person = as_("admin")
    before = person.get(f"/api/v1/reports/{report}?{RANGE}").json
    # What never changes has no watermark to ask about changes by.
    assert before.pop("watermark")
    snapshot = freeze(person, report)
    assert (
        snapshot["link"] == f"/reports/{report}?{RANGE}&snap={snapshot['id']}" and snapshot["bytes"] <= service.LARGEST
    )
    change(monkeypatch)
    frozen = person.get(f"/api/v1/reports/{report}?{RANGE}&snap={snapshot['id']}").json
    assert frozen.pop("frozen") | {"at": ""} == {
        "id": snapshot["id"],
        "at": "",
        "by": snapshot["owner"],
        "superseded": False,
    }
    quoted = {"misses", "slow_turns", "comments"}
    before["figures"] = [figure for figure in before["figures"] if figure["id"] not in quoted]
    assert frozen == before
    assert person.get(f"{API}/{snapshot['id']}").json["document"]["cards"] == before["cards"]
    live = person.get(f"/api/v1/reports/{report}?{RANGE}").json
    assert "frozen" not in live
    changes = {item["id"]: item for item in person.get(f"{API}/{snapshot['id']}/changes").json["items"]}
    cards = {card["id"]: card for card in live["cards"]}
    for card in before["cards"]:
        item, now = changes[card["id"]], cards[card["id"]]
        assert (item["frozen"]["value"], item["live"]["value"]) == (card["value"], now["value"])
        assert item["changed"] == any(card[name] != now[name] for name in ("value", "num", "den"))
    assert any(item["changed"] for item in changes.values()) or report != "dashboard"


def test_the_id_is_the_digest_of_the_content(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    snapshot = freeze(person)
    row = db.session.scalars(select(Snapshot)).one()
    content = gzip.decompress(row.content)
    assert hashlib.sha256(content).hexdigest() == snapshot["id"] and len(row.content) == snapshot["bytes"]
    assert orjson.dumps(orjson.loads(content), option=orjson.OPT_SORT_KEYS) == content
    assert freeze(person)["id"] == snapshot["id"] == freeze(as_("subscriber"))["id"]
    change(monkeypatch)
    other = freeze(person)
    assert other["id"] != snapshot["id"]
    assert person.get(f"{API}/{snapshot['id']}").json["state"] == "superseded"
    assert person.get(f"/api/v1/reports/dashboard?snap={snapshot['id']}").json["frozen"]["superseded"]
    assert person.get(f"{API}?per=10").json["total"] == 2
    assert as_("subscriber").get(API).json["total"] == 0


def test_files_of_a_frozen_report_have_its_numbers(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    before = person.get(f"/api/v1/reports/dashboard/cards.csv?{RANGE}").text
    snapshot = freeze(person)
    change(monkeypatch)
    assert person.get(f"/api/v1/reports/dashboard/cards.csv?{RANGE}&snap={snapshot['id']}").text == before
    assert person.get(f"/api/v1/reports/dashboard/cards.csv?{RANGE}").text != before
    # What is frozen has sheets and pages of its own.
    for file in ("dashboard.xlsx", "dashboard.pdf", "dashboard/series.png"):
        assert person.get(f"/api/v1/reports/{file}?{RANGE}&snap={snapshot['id']}").status_code == 200, file


def test_a_snapshot_is_for_readers_of_all_it_holds(as_: As, counted: dict[str, Any]) -> None:
    admin, desk = as_("admin"), str(counted["desk"].id)
    whole = freeze(admin)["id"]
    narrow = as_("admin", scope={"bots": [desk]})
    for path in (f"{API}/{whole}", f"{API}/{whole}/changes", f"/api/v1/reports/dashboard?snap={whole}",
                 f"/api/v1/reports/dashboard/cards.csv?snap={whole}"):  # fmt: skip
        assert narrow.get(path).status_code == 404 and admin.get(path).status_code == 200, path
    own = freeze(narrow)
    assert own["id"] != whole and admin.get(f"{API}/{own['id']}").status_code == 200
    assert as_("admin", scope={"bots": []}).get(f"{API}/{own['id']}").status_code == 404
    assert admin.get(f"/api/v1/reports/usage?snap={whole}").status_code == 404
    assert admin.get(f"{API}/{'0' * 64}").status_code == admin.get(f"{API}/1").status_code == 404
    assert admin.get("/api/v1/reports/dashboard?snap=1").status_code == 422
    assert as_("editor").get(f"{API}/{whole}").status_code == 403


def test_snapshots_expire(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    person, snapshot = as_("admin"), freeze(as_("admin"))
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW + service.KEPT + timedelta(days=1))
    monkeypatch.setattr(jobs, "now", clock.now)
    jobs.expire_snapshots()
    db.session.commit()
    person = as_("admin")
    answer = person.get(f"{API}/{snapshot['id']}")
    assert answer.status_code == 410 and answer.json["code"] == "snapshot_expired"


@pytest.mark.parametrize(
    ("body", "field"),
    [({"report": "weather"}, "report"), ({"query": "r=tomorrow"}, "query"), ({"year": 1}, "year")],
)
def test_what_is_no_report_is_refused(as_: As, body: dict[str, Any], field: str) -> None:
    answer = as_("admin").post(API, json={"report": "dashboard", "query": RANGE} | body)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]


def test_changes_of_a_closed_month_are_listed_and_reported_once(
    as_: As, counted: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, client = as_("admin"), str(counted["desk"].client_id)
    body = {"client": client, "month": "2026-02"}
    assert admin.post(CLOSES, json=body | {"month": "2026-03"}).status_code == 422
    assert as_("maintainer").post(CLOSES, json=body).status_code == 403
    assert as_("admin", scope={"outlets": []}).post(CLOSES, json=body).status_code == 403
    answer = admin.post(CLOSES, json=body)
    assert answer.status_code == 201 and answer.json["month"] == "2026-02", answer.text
    assert admin.post(CLOSES, json=body).json["code"] == "closed_already"
    freeze(as_("subscriber"))
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW + timedelta(minutes=5))
    ids = hand_counted.contact_ids()
    merging.merge(ids["u14"], ids["u24"])
    db.session.commit()
    lines = admin.get("/api/v1/restatements?per=100").json["items"]
    later = admin.get("/api/v1/restatements?per=100&after_close=1").json["items"]
    assert later and later == [line for line in lines if line["after_close"]]
    assert all(line["day"].startswith("2026-02") for line in later)
    assert db.session.query(Restatement).count() == len(lines)
    jobs.tell_changes()
    jobs.tell_changes()
    (news,) = db.session.scalars(select(Notification).where(Notification.kind == "restated"))
    assert news.what == f"Meridian 2026-02: {len(later)}"
    row = admin.get(CLOSES).json["items"][0]
    assert admin.delete(f"{CLOSES}/{row['id']}").status_code == 428
    assert admin.delete(f"{CLOSES}/{row['id']}", headers={"If-Match": f'"{row["revision"]}"'}).status_code == 204
    assert admin.get("/api/v1/restatements?after_close=1").json["total"] == 0
