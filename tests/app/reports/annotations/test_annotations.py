"""What happened in a range is marked on reports: what people noted, versions going live and back, and offers."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from flask import Flask
from flask.testing import FlaskClient
from openpyxl import load_workbook
from sqlalchemy import select

from app.bots.catalog.flows import set_flow
from app.bots.catalog.models import Bot, BotVersion
from app.bots.catalog.splits import promote, start_split, stop
from app.bots.catalog.versions import publish, set_live
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from tests.conftest import add_person
from tests.factories.bots import SMALL_FLOW
from tests.factories.conversations import make_bot
from tests.factories.offers import add_customer, add_outlets, create_offer, run_offer
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
API = "/api/v1/annotations"
RANGE = "r=2026-02-10..2026-03-09"
NOTE = {"at": "2026-02-20T09:30:00+05:30", "text": "Prices changed", "kind": "note"}


def markers(person: FlaskClient, query: str = RANGE, report: str = "dashboard") -> list[dict[str, Any]]:
    answer = person.get(f"/api/v1/reports/{report}?{query}")
    assert answer.status_code == 200, answer.text
    return list(answer.json["markers"])


def kinds(rows: list[dict[str, Any]]) -> list[tuple[str, str, int | None]]:
    return [(marker["kind"], marker["text"], marker["version"]) for marker in rows]


def test_a_note_is_on_every_report_at_once_and_gone_at_once(as_: As) -> None:
    hand_counted.lay()
    person = as_("admin")
    assert markers(person) == []
    answer = person.post(API, json=NOTE)
    assert (
        answer.status_code == 201
        and answer.headers["ETag"] == '"1"'
        and answer.headers["Location"].endswith(answer.json["id"])
    )
    (marker,) = markers(person)
    assert marker["at"] == "2026-02-20T09:30:00.000+05:30" and marker["step"] == 10 and marker["kind"] == "note"
    for report in ("usage", "engagement", "journey", "groups/overall"):
        assert markers(person, report=report) == [marker]
    assert markers(person, "r=2026-02-21..2026-03-09") == []
    address = f"{API}/{answer.json['id']}"
    assert person.patch(address, json={"kind": "outage"}).status_code == 428
    changed = person.patch(address, json={"kind": "outage", "at": "2026-02-11T00:00"}, headers={"If-Match": '"1"'})
    assert changed.status_code == 200, changed.text
    assert [(marker["kind"], marker["step"]) for marker in markers(person)] == [("outage", 1)]
    assert person.delete(address, headers={"If-Match": '"1"'}).status_code == 412
    assert person.delete(address, headers={"If-Match": '"2"'}).status_code == 204
    assert markers(person) == [] and person.get(address).status_code == 404


@pytest.mark.parametrize(
    ("change", "field"),
    [({"text": "  "}, "text"), ({"text": "a" * 121}, "text"), ({"kind": "release"}, "kind"), ({"at": "soon"}, "at"),
     ({"bot": "1"}, "bot")],
)  # fmt: skip
def test_what_is_no_annotation_is_refused(as_: As, change: dict[str, Any], field: str) -> None:
    person = as_("admin")
    answer = person.post(API, json=NOTE | change)
    assert answer.status_code == 422 and list(answer.json["errors"]) == [field]
    assert person.get(API).json["total"] == 0


def test_people_who_read_see_and_those_with_the_ability_write(client: FlaskClient, as_: As) -> None:
    assert client.get(API).status_code == 401 and as_("editor").get(API).status_code == 403
    assert as_("subscriber").get(API).status_code == 200
    assert as_("subscriber").post(API, json=NOTE).status_code == 403
    assert as_("maintainer").post(API, json=NOTE).status_code == 201
    listing = as_("client").get(API).json
    assert [row["text"] for row in listing["items"]] == ["Prices changed"] and listing["zone"]


def test_only_who_sees_the_whole_workspace_writes_what_everybody_reads(as_: As) -> None:
    hand_counted.lay()
    bot = db.session.scalars(select(Bot.id)).first()
    part = as_("admin", scope={"bots": [str(bot)]})
    refused = part.post(API, json=NOTE)
    assert refused.status_code == 403 and refused.json["code"] == "out_of_scope"
    assert as_("admin").post(API, json=NOTE).status_code == 201
    assert kinds(markers(part)) == [("note", "Prices changed", None)]


def test_versions_are_marked_when_they_go_live_and_when_they_come_back(as_: As) -> None:
    db.session.add(Client(name="Meridian", zone="Asia/Kolkata"))
    db.session.commit()
    desk, other = make_bot("Desk"), make_bot("Other")
    for bot in (desk, other):
        set_flow(bot, SMALL_FLOW, None)
    more: dict[str, Any] = {"note": "A", "user_id": None, "user_name": "Asha", "train": False}
    with time_machine.travel("2026-02-12T06:00:00Z", tick=False) as traveller:
        publish(desk, live=True, **more)
        traveller.shift(timedelta(days=3))
        publish(desk, live=False, **more)
        traveller.shift(timedelta(days=1))
        set_live(desk, 2)
        traveller.shift(timedelta(days=2))
        set_live(desk, 1)
        set_live(desk, 1)
        publish(other, live=True, **more)
        db.session.commit()
    with time_machine.travel("2026-03-10T09:00:00Z", tick=False):
        person = as_("admin")
        rows = markers(person, f"{RANGE}&bot={desk.id}")
        assert kinds(rows) == [("release", "Desk", 1), ("release", "Desk", 2), ("rollback", "Desk", 1)]
        assert [marker["step"] for marker in rows] == [2, 6, 8]
        assert ("release", "Other", 1) in kinds(markers(person))
        assert kinds(markers(as_("admin", scope={"bots": [str(other.id)]}))) == [("release", "Other", 1)]
        assert markers(person, f"{RANGE}&grp=sales") == []
    listing = db.session.scalars(select(BotVersion).where(BotVersion.bot_id == desk.id).order_by(BotVersion.number))
    assert [version.live_at and version.live_at.day for version in listing] == [18, 16]


def test_offers_are_marked_when_they_begin_and_end(as_: As, app: Flask) -> None:
    outlet, other = add_outlets()
    add_customer(outlet, 1)
    person = as_("admin")
    with time_machine.travel(clock.now(), tick=False) as traveller:
        offer = create_offer(person, outlet)
        create_offer(person, outlet, name="Draft")
        run_offer(app, person, offer, traveller)
        traveller.shift(timedelta(days=1))
        person = as_("admin")
        assert kinds(markers(person, "r=recent")) == [
            ("offer_end", "Winter check-up", None), ("offer_start", "Winter check-up", None),
        ]  # fmt: skip
        assert len(markers(as_("admin", scope={"outlets": [str(other.id)]}), "r=recent")) == 2
        assert markers(person, "r=recent&grp=sales") == []


def test_workbooks_list_markers_and_a_figures_csv_keeps_its_columns(as_: As) -> None:
    hand_counted.lay()
    person = as_("admin")
    before = person.get(f"/api/v1/reports/usage/messages.csv?{RANGE}").text
    assert person.post(API, json=NOTE | {"text": "=1+1"}).status_code == 201
    after = person.get(f"/api/v1/reports/usage/messages.csv?{RANGE}").text
    assert after == before
    book = load_workbook(io.BytesIO(person.get(f"/api/v1/reports/usage.xlsx?{RANGE}").data))
    assert [cell.value for cell in book["Markers"][2]] == ["2026-02-20T09:30:00.000+05:30", "'=1+1"]
    tidy = csv.DictReader(
        io.StringIO(person.get(f"/api/v1/reports/dashboard/series.csv?{RANGE}").text.removeprefix("\ufeff"))
    )
    (row,) = [row for row in tidy if row["metric"] == "marker"]
    assert row["dims"] == "kind=note;text==1+1" and row["bucket"] == "2026-02-20T09:30:00.000+05:30"


def test_a_traffic_split_is_marked_when_it_begins_and_is_stopped(as_: As) -> None:
    db.session.add(Client(name="Meridian", zone="Asia/Kolkata"))
    db.session.commit()
    desk, owner = make_bot("Desk"), add_person("admin")
    set_flow(desk, SMALL_FLOW, None)
    more: dict[str, Any] = {"note": "A", "user_id": None, "user_name": "Asha", "train": False}
    with time_machine.travel("2026-02-12T06:00:00Z", tick=False) as traveller:
        publish(desk, live=True, **more)
        publish(desk, live=False, **more)
        traveller.shift(timedelta(days=3))
        split = start_split(desk, 2, 25, owner)
        assert split is not None
        traveller.shift(timedelta(days=1))
        stop(desk, split, owner)
        traveller.shift(timedelta(days=1))
        again = start_split(desk, 2, 50, owner)
        assert again is not None
        promote(desk, again, owner)
        db.session.commit()
    with time_machine.travel("2026-03-10T09:00:00Z", tick=False):
        rows = kinds(markers(as_("admin"), f"{RANGE}&bot={desk.id}"))
    assert rows == [
        ("release", "Desk", 1), ("split_start", "Desk", 2), ("split_end", "Desk", 2),
        ("release", "Desk", 2), ("split_start", "Desk", 2),
    ]  # fmt: skip
