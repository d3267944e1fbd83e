"""Receipts: their number is the card's, their sessions are its list, and they tell when either has changed."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.core import clock
from app.core.db.base import db
from app.ingest import merging
from app.reports.metrics.definitions import OF_CONVERSATIONS
from app.reports.receipts.models import Receipt
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
API = "/api/v1/receipts"
RANGE = "r=2026-02-10..2026-03-09"


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch, workspace: object) -> dict[str, Any]:
    """The forty sessions, at their moment."""
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW)
    return hand_counted.lay()


def make(person: FlaskClient, metric: str = "engaged_sessions", query: str = RANGE, **more: Any) -> dict[str, Any]:
    answer = person.post(API, json={"metric": metric, "query": query} | more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


def cards(person: FlaskClient, query: str = RANGE) -> dict[str, dict[str, Any]]:
    by_id = {}
    for report in ("dashboard", "usage", "engagement"):
        by_id |= {card["id"]: card for card in person.get(f"/api/v1/reports/{report}?{query}").json["cards"]}
    return by_id


def list_conversations(person: FlaskClient, link: str) -> list[str]:
    """The ids of the conversations that an address lists."""
    path = link.replace("/reports/conversations", "/api/v1/conversations")
    return [row["id"] for row in person.get(f"{path}&per=100").json["items"]]


def digest(ids: list[str]) -> str:
    return hashlib.sha256("\n".join(sorted(ids, key=int)).encode()).hexdigest()


def test_every_receipt_has_the_number_of_its_card(as_: As) -> None:
    person = as_("admin")
    by_id = cards(person, f"{RANGE}&grp=service")
    for metric in OF_CONVERSATIONS:
        receipt = make(person, metric.id, f"{RANGE}&grp=service")
        assert {name: receipt[name] for name in ("value", "num", "den", "version", "unit", "marks")} == {
            name: by_id[metric.id][name] for name in ("value", "num", "den", "version", "unit", "marks")
        }, metric.id


def test_the_fingerprint_is_of_the_sessions_that_the_card_opens(as_: As) -> None:
    person = as_("admin")
    for metric, card in cards(person).items():
        receipt = make(person, metric)
        if receipt["link"].startswith("/reports/conversations"):
            ids = list_conversations(person, receipt["link"])
            assert (receipt["sessions"], receipt["sha256"]) == (len(ids), digest(ids)), metric
            assert receipt["link"] == card["link"]
    receipt = make(person, "handoff_rate")
    assert receipt["num"] == receipt["sessions"] and receipt["den"] == cards(person)["handoff_rate"]["den"]
    assert sum(source["den"] for source in receipt["sources"]) == receipt["den"]


def test_the_same_question_has_the_same_receipt(as_: As, counted: dict[str, Any]) -> None:
    admin, desk = as_("admin"), str(counted["desk"].id)
    first = make(admin, query="r=last_28_days")
    assert make(admin)["id"] == first["id"] == make(admin, query=f"?{RANGE}&cmp=py&markers=off&bot=")["id"]
    assert make(as_("subscriber"))["id"] == first["id"]
    assert make(admin, query=f"{RANGE}&bot={desk}")["id"] != first["id"] != make(admin, "csat")["id"]
    assert db.session.query(Receipt).count() == 3
    again = admin.get(f"{API}/{first['id']}")
    assert again.json == first and first["filters"]["from"] == "2026-02-10" and first["zone"] == "Asia/Kolkata"


def test_a_bucket_has_the_number_of_its_point(as_: As) -> None:
    person = as_("admin")
    days = person.get(f"/api/v1/reports/dashboard?{RANGE}").json["series"]["buckets"]
    for bucket in days:
        if bucket["total"]:
            receipt = make(person, bucket=bucket["start"])
            assert receipt["value"] == bucket["total"] == receipt["sessions"]
            assert receipt["sha256"] == digest(list_conversations(person, receipt["link"]))
    hours = person.get("/api/v1/reports/dashboard?r=2026-02-11..2026-02-11").json["series"]["buckets"]
    assert {hour["start"][11:13]: hour["total"] for hour in hours if hour["total"]}.keys() >= {"10", "18"}
    for hour in hours:
        assert make(person, query="r=2026-02-11..2026-02-11", bucket=hour["start"])["value"] == hour["total"]


def test_verifying_tells_what_is_equal_and_what_has_changed(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    receipt, same = make(person, "resolved_containment_rate"), make(person, "csat")
    answer = person.post(f"{API}/{receipt['id']}/verify").json
    assert answer["state"] == "equal" and answer["causes"] == [] and answer["sha256"] == receipt["sha256"]
    monkeypatch.setattr(clock, "now", lambda: hand_counted.NOW + timedelta(minutes=5))
    ids = hand_counted.contact_ids()
    for first, second in hand_counted.MERGES:
        merging.merge(ids[first], ids[second])
    db.session.commit()
    answer = person.post(f"{API}/{receipt['id']}/verify").json
    assert answer["state"] == "restated" and answer["sha256"] != receipt["sha256"]
    assert (answer["num"], answer["before"]["num"], answer["value"]) == (13, 14, 50.0)
    (cause,) = answer["causes"]
    assert (cause["day"], cause["metric"], cause["old"] - cause["new"]) == ("2026-03-03", "resolved", 1)
    stored = person.get(f"{API}/{receipt['id']}").json
    assert stored["value"] == receipt["value"] == 53.8 and stored["live"]["value"] == 50.0
    assert stored["causes"] == answer["causes"]
    assert make(person, "resolved_containment_rate")["id"] != receipt["id"]
    assert person.post(f"{API}/{same['id']}/verify").json["state"] == "equal"


def test_a_reader_of_less_gets_their_own_part(as_: As, counted: dict[str, Any]) -> None:
    admin, desk, drive = as_("admin"), str(counted["desk"].id), str(counted["drive"].id)
    whole, of_drive = make(admin), make(admin, query=f"{RANGE}&bot={drive}")
    narrow = as_("admin", scope={"bots": [desk]})
    own = narrow.get(f"{API}/{whole['id']}").json
    assert own["own_part"] and not whole["own_part"]
    assert own["value"] == narrow.get(f"/api/v1/reports/dashboard?{RANGE}").json["cards"][0]["value"] < whole["value"]
    assert narrow.get(f"{API}/{of_drive['id']}").status_code == 404
    assert narrow.post(f"{API}/{whole['id']}/verify").status_code == 404
    mine = make(narrow)
    assert mine["id"] != whole["id"] and admin.get(f"{API}/{mine['id']}").json["value"] == mine["value"]
    assert as_("admin", scope={"bots": [drive]}).get(f"{API}/{mine['id']}").json["value"] == 0
    nothing = as_("admin", scope={"outlets": []})
    assert nothing.get(f"{API}/{whole['id']}").json["value"] == 0


@pytest.mark.parametrize(
    ("body", "field"),
    [({"metric": "beauty"}, "metric"), ({"query": "r=tomorrow"}, "query"), ({"query": "tz=Mars/North"}, "query"),
     ({"bucket": "2026-03-30"}, "bucket"), ({"bucket": "noon"}, "bucket"), ({"query": "bot=99"}, "query"),
     ({"query": "r=2026-03-09..2026-02-10"}, "query"), ({"year": 1}, "year")],
)  # fmt: skip
def test_what_is_no_number_is_refused(as_: As, body: dict[str, str], field: str) -> None:
    answer = as_("admin").post(API, json={"metric": "csat", "query": RANGE} | body)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field], answer.text


def test_receipts_are_for_those_who_read_the_report(as_: As) -> None:
    receipt = make(as_("admin"), "messages_in")
    assert as_("editor").get(f"{API}/{receipt['id']}").status_code == 403
    assert as_("admin").get(f"{API}/1").status_code == 404
    assert as_("admin").post(f"{API}/1/verify").status_code == 404
