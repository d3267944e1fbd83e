"""Scheduled mails of reports: each is mailed once when it is due, in its owner's scope, and can be stopped."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from flask.testing import FlaskClient
from openpyxl import load_workbook
from PIL import Image
from pypdfium2 import PdfDocument
from sqlalchemy import select, update

from app.accounts.users.models import User
from app.core import clock, jobs
from app.core.db.base import db
from app.core.mail import delivery
from app.notifications.models import Notification
from app.reports.schedules import deliveries
from app.reports.schedules import jobs as schedule_jobs
from app.reports.schedules import service as schedules
from app.reports.schedules.models import ReportSchedule, ScheduleDelivery, ScheduleRecipient
from tests.conftest import add_workspace
from tests.factories.mail import no_mail_server, post_office, text_of
from tests.fixtures import hand_counted

As = Callable[..., FlaskClient]
API = "/api/v1/schedules"
DAILY = {"report": "dashboard", "query": "r=last_28_days", "every": "day", "at": "09:00", "zone": "Asia/Kolkata",
         "recipients": ["asha@example.com"]}  # fmt: skip
NOT_VISIBLE = "Names a bot or a place that is gone or that you cannot see."
DUE = datetime(2026, 3, 11, 3, 30, tzinfo=UTC)
"""The first nine o'clock in Kolkata after the forty sessions."""


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch, workspace: object) -> dict[str, Any]:
    """The forty sessions, at their moment."""
    at(monkeypatch, hand_counted.NOW)
    return hand_counted.lay()


def at(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Let it be a moment."""
    monkeypatch.setattr(clock, "now", lambda: moment)
    for module in (schedule_jobs, jobs, delivery):
        monkeypatch.setattr(module, "now", lambda: moment)


def make(person: FlaskClient, **more: Any) -> dict[str, Any]:
    answer = person.post(API, json=DAILY | more)
    assert answer.status_code == 201, answer.text
    return dict(answer.json)


def run() -> None:
    """Do what is due, and all jobs that come of it."""
    schedule_jobs.look_at_schedules()
    db.session.commit()
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)


def show(person: FlaskClient, schedule: dict[str, Any]) -> dict[str, Any]:
    return dict(person.get(f"{API}/{schedule['id']}").json)


def mailed(app: Flask) -> list[EmailMessage]:
    """Do what is due with a mail server, and return what it took."""
    with post_office(app) as post:
        run()
    return post.taken


def test_a_mail_without_a_mail_server_is_not_sent(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    schedule = make(person, recipients=["asha@example.com"])
    at(monkeypatch, DUE)
    with no_mail_server():
        run()
    (mail,) = show(person, schedule)["last"]["mails"]
    assert (mail["state"], mail["reason"]) == ("failed", "no_server")


def pdf_text(file: Any) -> str:
    document = PdfDocument(file.get_payload(decode=True))
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def html_of(message: EmailMessage) -> str:
    body = message.get_body(("html",))
    assert body is not None
    return str(body.get_content())


def test_a_mail_has_the_figures_of_the_report(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    schedule = make(person, recipients=["asha@example.com", "bo@example.com", "asha@example.com"])
    assert schedule["next_at"] == DUE.isoformat() and schedule["name"] == "Dashboard"
    assert schedule["recipients"] == ["asha@example.com", "bo@example.com"] and schedule["link"].endswith(
        "/reports/dashboard"
    )
    run()
    assert show(person, schedule)["last"] is None
    at(monkeypatch, DUE)
    messages = mailed(app)
    assert [message["To"] for message in messages] == ["asha@example.com", "bo@example.com"]
    last = show(person, schedule)["last"]
    assert [(mail["to"], mail["state"]) for mail in last["mails"]] == [
        ("asha@example.com", "sent"), ("bo@example.com", "sent"),
    ]  # fmt: skip
    frozen = person.get(last["link"].replace("/reports/", "/api/v1/reports/", 1)).json
    card = frozen["cards"][0]
    assert frozen["frozen"] and card["id"] == "engaged_sessions"
    html, plain = html_of(messages[0]), text_of(messages[0])
    assert messages[0]["Subject"].startswith(f"Dashboard: Engaged sessions {card['value']}")
    period = f"{frozen['filters']['from']} – {frozen['filters']['to']}, against"
    for body in (html, plain):
        assert period in body and last["link"].replace("&", "&amp;" if body is html else "&") in body
        assert str(card["value"]) in body
    assert len(html.encode()) < 60 * 1024 and "<svg" in html and "<table" in html
    assert show(person, schedule)["next_at"] == (DUE + timedelta(days=1)).isoformat()
    assert db.session.scalars(select(ScheduleDelivery.content)).all() == [b""]
    assert mailed(app) == [] and person.get(f"{API}/{schedule['id']}/deliveries").json["total"] == 1


@pytest.mark.one_database
def test_files_have_the_figures_of_the_report(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    make(person, report="usage", name="Week <b>", formats=["csv", "xlsx", "pdf", "html"], query="traffic=all")
    make(person, formats=["csv"])
    monkeypatch.setattr("app.reports.pictures.files.MOST_ROWS", 1)
    at(monkeypatch, DUE)
    usage, board = mailed(app)
    files = {part.get_content_type(): part for part in usage.iter_attachments()}
    cards = person.get("/api/v1/reports/usage?r=last_28_days&traffic=all").json["cards"]
    book = load_workbook(io.BytesIO(files["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"]
                                    .get_payload(decode=True)))  # fmt: skip
    assert [row[2].value for row in book["Key figures"].iter_rows(min_row=2)] == [card["value"] for card in cards]
    csv = files["text/csv"].get_payload(decode=True).decode()
    assert csv.splitlines()[1].startswith(f"{cards[0]['id']},,") and "bots." not in csv.splitlines()[0]
    assert files["text/csv"].get_filename().endswith("-traffic-all.csv")
    assert all("zone=Asia/Kolkata;" in line and ";traffic=all" in line for line in csv.splitlines()[1:])
    page = pdf_text(files["application/pdf"])
    assert "Week <b>" in page and "Value" in page and "Sessions by channel" in page
    assert "more rows are in the report." in page and "CSV" not in page
    as_of = datetime.fromisoformat(person.get("/api/v1/reports/usage?r=last_28_days&traffic=all").json["as_of"])
    local = as_of.astimezone(ZoneInfo("Asia/Kolkata"))
    assert f"Data as of {local:%Y-%m-%d %H:%M} Asia/Kolkata" in page
    assert "Week &lt;b&gt;" in html_of(usage)
    bodies = [html_of(usage), usage.get_body(("plain",)).get_content(), page]
    assert all("Traffic: All" in text for text in bodies)
    assert board.get_body(("html",)) is None and [part.get_filename() for part in board.iter_attachments()] == [
        "dashboard-2026-02-11_2026-03-10.csv"
    ]


@pytest.mark.one_database
@pytest.mark.parametrize(("locale", "word"), [("hi", "मान"), ("ar", "القيمة")])
def test_people_read_their_language(
    as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch, locale: str, word: str
) -> None:
    person = as_("admin")
    reader = db.session.scalars(select(User)).first()
    assert reader is not None
    reader.locale, to = locale, reader.email
    db.session.commit()
    make(person, recipients=[to], formats=["html", "pdf"])
    at(monkeypatch, DUE)
    (message,) = mailed(app)
    html = html_of(message)
    assert word in html and f'lang="{locale}" dir="{"rtl" if locale == "ar" else "ltr"}"' in html
    (file,) = message.iter_attachments()
    page = pdf_text(file)
    assert "Value" not in page and {letter for letter in word if letter.isalpha()} <= set(page)


def test_what_has_not_changed_is_left_out_if_wished(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    query = "r=2026-02-01..2026-02-28"
    schedule, other = make(person, skip_unchanged=True, query=query), make(person, name="Always", query=query)
    at(monkeypatch, DUE)
    assert len(mailed(app)) == 2
    at(monkeypatch, DUE + timedelta(days=1))
    assert [message["Subject"].partition(":")[0] for message in mailed(app)] == ["Always"]
    last = show(person, schedule)["last"]
    assert (last["state"], last["mails"]) == ("unchanged", [])
    assert show(person, schedule)["last_at"] == DUE.isoformat() != show(person, other)["last_at"]
    changed = person.patch(f"{API}/{schedule['id']}", json={"query": ""}, headers={"If-Match": "*"})
    assert changed.status_code == 200, changed.text
    at(monkeypatch, DUE + timedelta(days=2))
    assert len(mailed(app)) == 2


def test_one_is_run_at_once(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    schedule = make(person, active=False)
    assert schedule["next_at"] is None
    answer = person.post(f"{API}/{schedule['id']}/run")
    assert answer.status_code == 202 and person.get(f"/api/v1/jobs/{answer.json['job']}").json["state"] == "ready"
    again = person.post(f"{API}/{schedule['id']}/run")
    assert again.status_code == 409 and again.json["code"] == "running"
    assert len(mailed(app)) == 1
    at(monkeypatch, DUE)
    assert mailed(app) == []


def test_a_due_time_is_delivered_once_by_any_process(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = make(as_("admin"))
    at(monkeypatch, DUE + timedelta(days=3))
    deliveries.deliver_due(int(schedule["id"]))
    # As one that has read the row before the other has committed.
    db.session.execute(update(ReportSchedule).values(next_at=DUE))
    db.session.commit()
    deliveries.deliver_due(int(schedule["id"]))
    assert db.session.scalars(select(ScheduleDelivery.due_at)).all() == [DUE]


def test_a_changed_schedule_is_due_at_its_new_time(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    schedule = make(person)
    url = f"{API}/{schedule['id']}"
    assert person.patch(url, json={"at": "18:00"}).status_code == 428
    match = {"If-Match": f'"{schedule["revision"]}"'}
    changed = person.patch(url, json={"every": "month", "on": 31, "at": "18:00"}, headers=match)
    assert changed.status_code == 200 and changed.json["next_at"] == "2026-03-31T12:30:00+00:00"
    assert person.patch(url, json={"at": "19:00"}, headers=match).status_code == 412
    weekly = person.patch(url, json={"every": "week", "name": ""}, headers={"If-Match": "*"}).json
    assert (weekly["on"], weekly["name"], weekly["next_at"]) == (1, "Dashboard", "2026-03-16T12:30:00+00:00")
    assert person.patch(url, json={"active": False}, headers={"If-Match": "*"}).json["next_at"] is None
    at(monkeypatch, DUE + timedelta(days=40))
    assert mailed(app) == []


def test_a_delivery_keeps_the_revision(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    schedule = make(person)
    at(monkeypatch, DUE)
    assert mailed(app)
    match = {"If-Match": f'"{schedule["revision"]}"'}
    changed = person.patch(f"{API}/{schedule['id']}", json={"at": "18:00"}, headers=match)
    assert changed.status_code == 200 and changed.json["last_at"] == DUE.isoformat()


def test_a_deleted_schedule_can_be_restored(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    schedule = make(person)
    url = f"{API}/{schedule['id']}"
    assert person.post(f"{url}/restore").json["code"] == "not_deleted"
    assert person.delete(url, headers={"If-Match": "*"}).status_code == 204
    assert person.get(url).status_code == 404 and person.get(API).json["total"] == 0
    at(monkeypatch, DUE)
    assert mailed(app) == []
    assert as_("admin").post(f"{url}/restore").status_code == 404
    restored = person.post(f"{url}/restore")
    assert restored.status_code == 200 and restored.json["next_at"] == (DUE + timedelta(days=1)).isoformat()
    person.delete(url, headers={"If-Match": "*"})
    at(monkeypatch, DUE + timedelta(days=31))
    schedule_jobs.forget_old_deliveries()
    db.session.commit()
    assert person.post(f"{url}/restore").status_code == 404


def test_each_recipient_can_stop_the_mails(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person, reader = as_("admin"), app.test_client()
    schedule = make(person, recipients=["asha@example.com", "bo@example.com"])
    at(monkeypatch, DUE)
    first, second = mailed(app)
    assert first["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(first["List-Unsubscribe"]).strip("<>")
    assert link in html_of(first) and link != str(second["List-Unsubscribe"]).strip("<>")
    path = link.partition("//")[2].partition("/")[2]
    code = path.split("/")[1]
    opened = reader.get(f"/{path}")
    assert opened.status_code == 303 and opened.headers["Location"] == f"/unsubscribe?code={code}"
    opt_out = reader.get("/api/v1/opt-outs", query_string={"code": code}).json
    assert opt_out == {"client": "Dashboard", "channel": "report", "opted_out": False}
    for forged in (code[::-1], f"{code}x", "x" * 12):
        assert reader.post(f"/o/{forged}/unsubscribe").status_code == 404
    assert reader.post(f"/{path}", data={"List-Unsubscribe": "One-Click"}).status_code == 204
    assert reader.post(f"/{path}").status_code == 204
    assert show(person, schedule)["opted_out"] == ["asha@example.com"]
    at(monkeypatch, DUE + timedelta(days=1))
    assert [message["To"] for message in mailed(app)] == ["bo@example.com"]
    # Being taken off and put on again changes nothing about it.
    url = f"{API}/{schedule['id']}"
    for recipients in (["bo@example.com"], ["ASHA@example.com", "bo@example.com"]):
        person.patch(url, json={"recipients": recipients}, headers={"If-Match": "*"})
    at(monkeypatch, DUE + timedelta(days=2))
    assert [message["To"] for message in mailed(app)] == ["bo@example.com"]
    assert db.session.query(ScheduleRecipient).count() == 2


def test_schedules_are_ones_own_and_in_ones_scope(
    as_: As, app: Flask, counted: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, drive = as_("admin"), str(counted["drive"].id)
    assert as_("editor").get(API).status_code == 403
    schedule = make(admin)
    for other in (as_("subscriber"), as_("admin", add_workspace("Other"))):
        for method, path in (("get", ""), ("get", "/deliveries"), ("post", "/run"), ("patch", ""), ("delete", "")):
            answer = getattr(other, method)(f"{API}/{schedule['id']}{path}", headers={"If-Match": "*"})
            assert answer.status_code == 404
        assert other.get(API).json["total"] == 0
    narrow = as_("admin", scope={"bots": [drive]})
    own = make(narrow, name="Mine", query="r=all")
    narrow.post(f"{API}/{own['id']}/run")
    at(monkeypatch, DUE)
    mailed(app)
    for reader, row in ((admin, schedule), (narrow, own)):
        link = show(reader, row)["last"]["link"]
        counted_now = reader.get(link.replace("/reports/", "/api/v1/reports/", 1).partition("&snap")[0]).json
        frozen = reader.get(link.replace("/reports/", "/api/v1/reports/", 1)).json
        assert frozen["cards"][0]["value"] == counted_now["cards"][0]["value"]
    assert admin.get("/api/v1/reports/dashboard?r=all").json["cards"][0]["value"] != frozen["cards"][0]["value"]


def test_a_schedule_of_what_its_maker_cannot_see_is_refused(as_: As, counted: dict[str, Any]) -> None:
    desk, drive = str(counted["desk"].id), str(counted["drive"].id)
    narrow = as_("admin", scope={"bots": [drive]})
    schedule = make(narrow, query=f"bot={drive}")
    for query in (f"bot={desk}", f"bot={drive},{desk}", "bot=999", "out=outlet:999"):
        for answer in (
            narrow.post(API, json=DAILY | {"query": query}),
            narrow.patch(f"{API}/{schedule['id']}", json={"query": query}, headers={"If-Match": "*"}),
        ):
            assert (answer.status_code, answer.json["errors"]) == (422, {"query": [NOT_VISIBLE]})
    assert show(narrow, schedule) == schedule and narrow.get(API).json["total"] == 1


def test_a_schedule_of_what_its_owner_sees_no_more_mails_nothing(
    as_: As, app: Flask, counted: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, desk, drive = as_("admin"), str(counted["desk"].id), str(counted["drive"].id)
    schedule = make(person, query=f"bot={desk}")
    db.session.execute(update(User).values(scope={"bots": [drive]}))
    db.session.commit()
    at(monkeypatch, DUE)
    assert mailed(app) == [] and show(person, schedule)["last"]["reason"] == "not_visible"
    path = f"{API}/{schedule['id']}"
    assert person.patch(path, json={"active": False}, headers={"If-Match": "*"}).status_code == 200
    refused = person.patch(path, json={"active": True}, headers={"If-Match": "*"})
    assert (refused.status_code, refused.json["errors"]) == (422, {"query": [NOT_VISIBLE]})


def test_what_cannot_be_read_any_more_is_noted(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    schedule = make(person)
    db.session.execute(update(ReportSchedule).values(query="tz=Mars"))
    db.session.commit()
    at(monkeypatch, DUE)
    assert mailed(app) == [] and show(person, schedule)["last"]["reason"] == "not_understood"
    (news,) = db.session.scalars(select(Notification).where(Notification.kind == "schedule_failed"))
    assert (news.what, news.link) == (schedule["name"], f"/reports/schedules/{schedule['id']}")
    owner_id = db.session.scalar(select(ReportSchedule.owner_id))
    db.session.execute(update(User).where(User.id == owner_id).values(auth_role="editor", role="editor"))
    db.session.commit()
    at(monkeypatch, DUE + timedelta(days=1))
    assert mailed(app) == []
    reasons = db.session.scalars(select(ScheduleDelivery.reason).order_by(ScheduleDelivery.due_at)).all()
    assert reasons == ["not_understood", "no_access"]


@pytest.mark.parametrize("cut", [{"auth_role": "editor", "role": "editor"}, {"status": "inactive"}])
def test_a_schedule_whose_owner_has_no_access_is_reported_to_those_who_can_give_it(
    as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch, cut: dict[str, str], counted: dict[str, Any]
) -> None:
    owner = as_("admin")
    schedule = make(owner)
    owner_id = db.session.scalar(select(ReportSchedule.owner_id))
    db.session.execute(update(User).where(User.id == owner_id).values(**cut))
    db.session.commit()
    people = [as_("admin"), as_("admin", scope={"bots": [str(counted["drive"].id)]}), as_("editor")]
    at(monkeypatch, DUE)
    assert mailed(app) == []
    news = [person.get("/api/v1/notifications").json["items"] for person in people]
    number = db.session.scalar(select(User.number).where(User.id == owner_id))
    assert [[(item["kind"], item["what"], item["link"]) for item in items] for items in news] == [
        [("schedule_failed", schedule["name"], f"/admin/users/{number}?tab=owned")], [], [],
    ]  # fmt: skip


def test_mails_that_are_refused_are_noted(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    schedule = make(person, recipients=["asha@example.com", "bo@example.com"])
    at(monkeypatch, DUE)

    def refuse(address: str) -> str | None:
        return "550 No such person" if address.startswith("asha") else None

    with post_office(app) as post:
        post.refuses = refuse
        run()
    states = [(mail["state"], mail["reason"]) for mail in show(person, schedule)["last"]["mails"]]
    assert states == [("failed", "The mail server refused every recipient (550)."), ("sent", "")]
    assert len(post.taken) == 1


def test_a_mail_server_that_is_away_for_hours_gets_the_mail_later(
    as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = as_("admin")
    schedule = make(person, recipients=["asha@example.com", "bo@example.com"])
    before = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(before, smtp_url="smtp://127.0.0.1:1")
    for minutes in range(0, 360, 15):
        at(monkeypatch, DUE + timedelta(minutes=minutes))
        run()
    app.config["SETTINGS"] = before
    assert [mail["state"] for mail in show(person, schedule)["last"]["mails"]] == ["waiting", "waiting"]
    at(monkeypatch, DUE + timedelta(hours=7))
    assert len(mailed(app)) == 2 and mailed(app) == []
    assert [mail["state"] for mail in show(person, schedule)["last"]["mails"]] == ["sent", "sent"]


def test_a_mail_that_the_server_takes_later_keeps_no_other_back(
    as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = as_("admin")
    schedule = make(person, recipients=["asha@example.com", "bo@example.com"])
    at(monkeypatch, DUE)
    with post_office(app) as post:
        post.refuses = lambda address: "451 Later" if address.startswith("asha") else None
        run()
        states = [mail["state"] for mail in show(person, schedule)["last"]["mails"]]
        assert states == ["waiting", "sent"] and len(post.taken) == 1
        post.refuses = lambda _address: None
        at(monkeypatch, DUE + timedelta(minutes=10))
        run()
        assert [mail["state"] for mail in show(person, schedule)["last"]["mails"]] == ["sent", "sent"]
        assert len(post.taken) == 2


def test_a_report_that_cannot_be_made_keeps_no_other_back(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    broken, good = make(person, name="Broken"), make(person, name="Good", at="09:01")
    contents = deliveries.make_contents

    def make_contents(row: ReportSchedule) -> Any:
        if row.name == "Broken":
            raise ValueError("no such figure")
        return contents(row)

    monkeypatch.setattr(deliveries, "make_contents", make_contents)
    at(monkeypatch, DUE + timedelta(minutes=1))
    assert [message["Subject"].partition(":")[0] for message in mailed(app)] == ["Good"]
    assert show(person, broken)["last"] is None and show(person, good)["last"]["state"] == "mailed"
    for minutes in range(2, 62, 5):
        at(monkeypatch, DUE + timedelta(minutes=minutes))
        assert mailed(app) == []
    last = show(person, broken)
    assert (last["last"]["state"], last["last"]["reason"]) == ("failed", "error")
    assert last["next_at"] == (DUE + timedelta(days=1)).isoformat()
    assert db.session.scalars(select(jobs.Job).where(jobs.Job.state == "failed")).all() == []


def test_files_and_strangers_need_the_right_to_export(as_: As) -> None:
    client = as_("client")
    answer = client.post(API, json=DAILY)
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["recipients"]
    own = db.session.scalars(select(User).where(User.auth_role == "client")).one().email
    assert make(client, recipients=[own])["formats"] == ["html"]
    answer = client.post(API, json=DAILY | {"recipients": [own], "formats": ["html", "csv"]})
    assert answer.status_code == 422 and list(answer.json["errors"]) == ["formats"]


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("change", "field"),
    [({"report": "weather"}, "report"), ({"every": "year"}, "every"), ({"every": "week", "on": 8}, "on"),
     ({"every": "month", "on": 32}, "on"), ({"at": "9:00"}, "at"), ({"at": "24:00"}, "at"), ({"zone": "Mars"}, "zone"),
     ({"zone": "../../etc/passwd"}, "zone"), ({"recipients": []}, "recipients"), ({"recipients": ["x"]}, "recipients"),
     ({"formats": []}, "formats"), ({"formats": ["doc"]}, "formats"), ({"query": "tz=Mars"}, "query"),
     ({"query": "r=soon"}, "query"), ({"year": 1}, "year")],
)  # fmt: skip
def test_what_is_no_schedule_is_refused(as_: As, change: dict[str, Any], field: str) -> None:
    answer = as_("admin").post(API, json=DAILY | change)
    assert answer.status_code == 422 and next(iter(answer.json["errors"])).startswith(field), answer.text
    assert as_("admin").get(API).json["total"] == 0


@pytest.mark.one_database
def test_there_is_a_most_of_them(as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedules, "MOST", 1)
    person = as_("admin")
    schedule = make(person)
    assert person.post(API, json=DAILY).json["code"] == "too_many"
    person.delete(f"{API}/{schedule['id']}", headers={"If-Match": "*"})
    make(person)
    assert person.post(f"{API}/{schedule['id']}/restore").json["code"] == "too_many"
    monkeypatch.setattr(schedules, "MOST_OF_WORKSPACE", 1)
    assert as_("admin").post(API, json=DAILY).json["code"] == "too_many"


@pytest.mark.one_database
def test_pictures_of_the_figures_are_in_the_mail(as_: As, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    person = as_("admin")
    schedule = make(person, report="usage", formats=["html", "png", "csv"])
    make(person, report="usage", name="Plain")
    refused = person.post(API, json=DAILY | {"formats": ["png"]})
    assert refused.status_code == 422 and list(refused.json["errors"]) == ["formats"]
    preview = person.get(f"{API}/{schedule['id']}/preview")
    at(monkeypatch, DUE)
    pictured, plain = mailed(app)
    html = html_of(pictured)
    related = next(part for part in pictured.walk() if part.get_content_type() == "multipart/related")
    parts = {part["Content-ID"].strip("<>"): part for part in related.walk() if part.get_content_type() == "image/png"}
    assert re.findall(r'<img src="cid:([^"]+)" alt="[^"]+"', html) == list(parts) and 1 <= len(parts) <= 6
    assert all(part.get_content_disposition() == "inline" for part in parts.values())
    sizes = [Image.open(io.BytesIO(part.get_payload(decode=True))).size for part in parts.values()]
    assert all(width > 1000 and height > 100 for width, height in sizes)
    assert len(html.encode()) < 60 * 1024 and len(pictured.as_bytes()) < 2 * 1024 * 1024
    assert [part.get_filename() for part in pictured.iter_attachments()] == ["usage-2026-02-11_2026-03-10.csv"]
    assert "<img" not in html_of(plain) and "image/png" not in {part.get_content_type() for part in plain.walk()}
    assert preview.text.count("data:image/png;base64,") == len(parts)


@pytest.mark.one_database
def test_the_mail_can_be_seen_before_it_is_sent(
    as_: As, app: Flask, counted: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, stranger = as_("admin", scope={"bots": [str(counted["drive"].id)]}), as_("admin")
    schedule, text = make(person, name="Mine", query="r=all"), make(person, formats=["csv"])
    at(monkeypatch, DUE)
    preview = person.get(f"{API}/{schedule['id']}/preview")
    assert preview.content_type == "text/html; charset=utf-8"
    policy = preview.headers["Content-Security-Policy"]
    assert "sandbox" in policy and "allow-scripts" not in policy and "default-src 'none'" in policy
    assert person.get(f"{API}/{text['id']}/preview").content_type == "text/plain; charset=utf-8"
    assert db.session.query(ScheduleRecipient).count() == db.session.query(ScheduleDelivery).count() == 0
    html = html_of(mailed(app)[0])
    links = re.compile(r'href="[^"]*"')
    assert links.sub("", html).strip() == links.sub("", preview.text).strip() and "unsubscribe" not in preview.text
    assert stranger.get(f"{API}/{schedule['id']}/preview").status_code == 404
    db.session.execute(update(ReportSchedule).values(query="tz=Mars"))
    db.session.commit()
    gone = person.get(f"{API}/{schedule['id']}/preview")
    assert (gone.status_code, gone.json["code"]) == (409, "not_understood")
