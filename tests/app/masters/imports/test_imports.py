"""Imports of master data over the API: the check, the run and the undoing."""

import io
import itertools
import zipfile
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from flask.testing import FlaskClient
from openpyxl import Workbook
from sqlalchemy import func, select, update

from app.accounts.workspaces.models import Workspace
from app.clients.models import Client, Outlet
from app.core import clock
from app.core.db.base import db
from app.core.jobs import MAX_ATTEMPTS, Job
from app.imports import jobs
from app.masters.imports import reading, running, service
from app.masters.imports.models import MasterImport
from app.masters.records.models import Customer, JobCard, Vehicle
from app.notifications.models import Notification
from tests.app.clients.making import add_client, revision
from tests.app.masters.making import API, imported, read, send, two_outlets, vehicle, vin, work

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
HEAD = "vin,registration,model,odometer_km,outlet,customer_phone,customer_name\n"


@pytest.fixture
def outlets(workspace: Workspace) -> tuple[Outlet, Outlet]:
    """Two outlets."""
    return two_outlets()


def line(number: int, **more: Any) -> str:
    """A row of a file of vehicles."""
    cells = {"vin": vin(number), "registration": f"MH12QT{number:04}", "model": "Arka", "km": 1000 + number,
             "outlet": "PUN-BAN", "phone": f"98220{number % 3:05}", "name": f"Owner {number % 3}"} | more  # fmt: skip
    return ",".join(str(value) for value in cells.values()) + "\n"


def count(kind: Any) -> int:
    """How many rows there are."""
    return db.session.scalar(select(func.count()).select_from(kind)) or 0


def test_a_dry_run_tells_errors_and_the_difference_and_saves_nothing(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    admin.post(f"{API}/vehicles", json=vehicle(outlets[0], registration="MH12QT0001", model="Vela", odometer_km=9))
    text = HEAD + line(1) + line(2) + line(3, vin="MRDHK4S2XT04I2915") + line(2) + line(4, outlet="X", km="far")
    answer = send(admin, "vehicles", text, query="?dry=1")
    assert answer.status_code == 200, answer.text
    assert answer.json["rows"] == 5
    assert [(error["row"], error["field"]) for error in answer.json["errors"]] == [
        (4, "vin"), (5, "vin"), (5, "registration"), (6, "odometer_km"), (6, "outlet"),
    ]  # fmt: skip
    changes = answer.json["changes"]
    assert (changes["new"], changes["changed"], changes["unchanged"]) == (1, 1, 0)
    document = {item["field"]: (item["before"], item["after"]) for item in changes["items"]}
    assert document == {"model": ("Vela", "Arka"), "odometer_km": ("9", "1001"), "customer_phone": ("", "•••• 0001")}
    assert (count(Vehicle), count(Customer)) == (1, 0)


def test_rows_that_fit_go_in_and_the_others_are_a_file_to_correct(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    bad = line(3, vin="MRDHK4S2XT04I2915")
    done = imported(admin, "vehicles", HEAD + line(1) + line(2) + bad)
    assert (done["state"], done["new"], done["error_count"], done["line"]) == ("done", 2, 1, 3)
    assert (count(Vehicle), count(Customer)) == (2, 2)
    file = admin.get(f"{API}/masters/imports/{done['id']}/errors.csv")
    assert file.status_code == 200 and "MRDHK4S2XT04I2915" in file.text
    corrected = file.text.replace("MRDHK4S2XT04I2915", vin(3))
    again = imported(admin, "vehicles", corrected)
    assert (again["state"], again["new"], again["error_count"]) == ("done", 1, 0)
    kinds = db.session.scalars(select(Notification.kind)).all()
    assert set(kinds) == {"import_done"}


def test_the_same_file_twice_changes_nothing(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin, text = as_("admin"), HEAD + line(1) + line(2)
    imported(admin, "vehicles", text)
    again = imported(admin, "vehicles", text)
    assert (again["new"], again["changed"], again["unchanged"], again["undo_until"]) == (0, 0, 2, None)


def test_columns_of_other_names_are_guessed_or_mapped(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    upload = imported(admin, "vehicles", f"VIN No;Outlet Code;Odo (km);note\n{vin(1)};PUN-BAN;12;x\n")
    assert (upload["new"], [column["field"] for column in upload["columns"]]) == (
        1,
        ["vin", "outlet", "odometer_km", ""],
    )
    text = f"a,b\n{vin(2)},NSK\n"
    lacking = send(admin, "vehicles", text, query="?dry=1")
    assert lacking.status_code == 422 and "vin" in lacking.json["errors"]["mapping"][0]
    body = send(admin, "vehicles", text, query="?dry=1", mapping='{"A": "vin", "b": "outlet"}')
    assert body.json["changes"]["new"] == 1
    for wrong in ('{"a": "colour"}', '{"a": "vin", "b": "vin"}', "[]", "{"):
        assert list(send(admin, "vehicles", text, query="?dry=1", mapping=wrong).json["errors"]) == ["mapping"]


def test_the_columns_of_an_earlier_file_are_understood_as_then(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin, local = as_("admin"), as_("admin", scope={"outlets": [str(outlets[0].id)]})
    mapping = '{"a": "vin", "b": "outlet"}'
    first = imported(admin, "vehicles", f"a,b,note\n{vin(1)},NSK,x\n", mapping=mapping, name="july.csv")
    # The same columns in another order; those of another kind, or with one more, are others.
    again = imported(admin, "vehicles", f"note,B,A\nx,NSK,{vin(2)}\n", waits="1")
    assert (again["state"], again["mapped_as"]) == (
        "ready", {"id": first["id"], "name": "july.csv", "at": first["created_at"]},
    )  # fmt: skip
    assert send(admin, "vehicles", f"a,b,note\n{vin(2)},NSK,x\n", query="?dry=1").json["changes"]["new"] == 1
    for other in (f"a,b,c,note\n{vin(3)},NSK,1,x\n", f"a,b\n{vin(3)},NSK\n"):
        assert imported(admin, "vehicles", other, waits="1")["state"] == "columns"
    # Anyone who sees only some outlets sees their own files only.
    assert imported(local, "vehicles", f"a,b,note\n{vin(4)},PUN-BAN,x\n")["state"] == "columns"
    columns = [{"column": name, "field": field} for name, field in (("A", "vin"), ("B", "outlet"), ("note", "model"))]
    admin.post(f"{API}/masters/imports/{again['id']}/mapping", json={"columns": columns})
    work()
    assert (read(admin, again["id"])["mapped_as"], read(admin, again["id"])["columns"][0]["field"]) == (None, "model")
    # The last mapping that was used counts.
    admin.post(f"{API}/masters/imports/{again['id']}/start")
    work()
    third = imported(admin, "vehicles", f"a,b,note\n{vin(5)},NSK,x\n", waits="1")
    assert (third["mapped_as"]["id"], third["columns"][2]["field"]) == (again["id"], "model")


def test_a_file_waits_for_its_columns_and_for_a_start(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    row = imported(admin, "vehicles", f"a,b\n{vin(2)},NSK\n", waits="1")
    at = f"{API}/masters/imports/{row['id']}"
    assert row["state"] == "columns" and row["columns"][0] == {"column": "a", "first": vin(2), "field": ""}
    assert row["lacking"] == ["vin"]
    assert admin.post(f"{at}/start").status_code == 409
    columns = [{"column": "a", "field": "vin"}, {"column": "b", "field": "outlet"}]
    assert admin.post(f"{at}/mapping", json={"columns": columns}).status_code == 200
    work()
    assert (read(admin, row["id"])["state"], read(admin, row["id"])["changes"]["new"]) == ("ready", 1)
    assert count(Vehicle) == 0
    assert admin.post(f"{at}/start").status_code == 202
    work()
    assert read(admin, row["id"])["state"] == "done" and count(Vehicle) == 1
    assert admin.post(f"{at}/cancel").status_code == 409


def test_undoing_puts_back_what_was_and_keeps_what_was_changed_since(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    first = admin.post(f"{API}/vehicles", json=vehicle(outlets[0], registration="MH12QT0001", model="Vela")).json
    done = imported(admin, "vehicles", HEAD + line(1) + "".join(line(n) for n in range(2, 7)))
    assert (done["new"], done["changed"]) == (5, 1)
    changed = {row["vin"]: row for row in admin.get(f"{API}/vehicles").json["items"]}
    at = f"{API}/vehicles/{changed[vin(3)]['id']}"
    admin.patch(at, json={"model": "Vela"}, headers=revision(admin, at))
    old = f"{API}/vehicles/{first['id']}"
    admin.patch(old, json={"odometer_km": 77}, headers=revision(admin, old))
    undo = admin.post(f"{API}/masters/imports/{done['id']}/undo")
    assert (undo.status_code, undo.json["state"]) == (202, "undoing")
    work()
    after = read(admin, done["id"])
    # Each row counts once: what is put back and what stays are together what the import has written.
    assert (after["state"], after["undone"], after["retained"], after["counts"]["new"]) == ("undone", 3, 3, 5)
    assert after["undone"] + after["retained"] == done["new"] + done["changed"]
    # The vehicle that was changed, the one whose kilometres were, and the owner of the first.
    assert [row_["reason"] for row_ in after["left"]] == ["Changed since.", "In use since.", "Changed since."] or (
        sorted(row_["reason"] for row_ in after["left"]) == ["Changed since.", "Changed since.", "In use since."]
    )
    left = {row["vin"]: row for row in admin.get(f"{API}/vehicles").json["items"]}
    assert set(left) == {vin(1), vin(3)}
    assert (left[vin(1)]["model"], left[vin(1)]["odometer_km"], left[vin(1)]["owner"]) == ("vela", 77, None)
    assert admin.post(f"{API}/masters/imports/{done['id']}/undo").status_code == 409


def test_after_a_day_it_is_too_late_to_undo(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    done = imported(admin, "vehicles", HEAD + line(1))
    db.session.execute(update(MasterImport).values(finished_at=clock.now() - timedelta(hours=25)))
    db.session.commit()
    late = admin.post(f"{API}/masters/imports/{done['id']}/undo")
    assert (late.status_code, late.json["code"]) == (409, "not_undoable")


def test_a_run_that_was_stopped_goes_on_and_counts_once(
    as_: As, outlets: tuple[Outlet, Outlet], monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    monkeypatch.setattr(running, "AT_ONCE", 2)
    row = send(admin, "vehicles", HEAD + "".join(line(n) for n in range(9)) + line(3)).json
    beats = iter(range(99))

    def die(*_values: Any) -> None:
        if next(beats) == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(jobs, "heartbeat", die)
    with pytest.raises(KeyboardInterrupt):
        work()
    db.session.rollback()
    assert 0 < count(Vehicle) < 9
    monkeypatch.undo()
    with time_machine.travel(clock.now() + timedelta(minutes=2), tick=True):
        work()
    body = read(admin, row["id"])
    assert (body["state"], body["new"], body["error_count"], count(Vehicle)) == ("done", 9, 1, 9)


def test_an_undoing_that_was_given_up_goes_on_as_an_undoing(
    as_: As, outlets: tuple[Outlet, Outlet], monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    done = imported(admin, "vehicles", HEAD + "".join(line(n) for n in range(5)))
    monkeypatch.setattr(running, "AT_ONCE", 2)
    admin.post(f"{API}/masters/imports/{done['id']}/undo")
    with monkeypatch.context() as patch:
        patch.setattr(running, "_take_back", Mock(side_effect=RuntimeError("no disk")))
        for _ in range(MAX_ATTEMPTS):
            db.session.execute(update(Job).where(Job.state == "ready").values(run_at=clock.now()))
            db.session.commit()
            work()
    assert read(admin, done["id"])["state"] == "failed"
    again = admin.post(f"{API}/masters/imports/{done['id']}/start")
    assert (again.status_code, again.json["state"]) == (202, "undoing")
    work()
    after = read(admin, done["id"])
    assert (after["state"], after["undone"], count(Vehicle)) == ("undone", 5, 0)


def test_customers_job_cards_and_outlets_come_by_files_too(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin, baner = as_("admin"), outlets[0].id
    people = "phone,name,email,outlet\n98220 14482,Asha,asha@example.com,PUN-BAN\n12,B,,\n9822014483,,,\n"
    body = imported(admin, "customers", people)
    assert (body["new"], [error["field"] for error in body["errors"]]) == (1, ["phone", "name"])
    imported(admin, "vehicles", HEAD + line(1, phone="98220 14482"))
    cards = (
        "number,outlet,registration,opened_on,closed_on,type,amount\n"
        'jc 1,NSK,MH12QT0001,02-01-2026,2026-01-03,Free,"4,210.50"\n'
        f"jc 2,NSK,MH12QT0009,02-01-2026,,,\njc 3,NSK,{vin(1)},32-01-2026,,,\n"
    )
    done = imported(admin, "job-cards", cards)
    assert (done["new"], sorted(error["field"] for error in done["errors"])) == (
        1, ["opened_on", "registration", "registration"],
    )  # fmt: skip
    # A registration that is none is the row's one error, not a missing VIN beside it.
    misfit = "number,outlet,registration,opened_on\njc 4,NSK,???,02-01-2026\n"
    errors = send(admin, "job-cards", misfit, query="?dry=1").json["errors"]
    assert [(error["field"], error["code"]) for error in errors] == [("registration", "no_registration")]
    card = db.session.scalars(select(JobCard)).one()
    assert (card.number, card.amount_minor, card.closed_on.isoformat() if card.closed_on else "") == (
        "JC 1", 421050, "2026-01-03",
    )  # fmt: skip
    places = (
        "code,parent,name,city,type,phones\nPUN-BAN,SUR,Pune Baner,Pune,service,020 6712 4400\n"
        "PUN-NEW,SUR,New,Pune,sales,\nX,Nobody,Y,Pune,sales,\n"
    )
    opened = imported(admin, "outlets", places)
    assert (opened["new"], opened["changed"], [error["field"] for error in opened["errors"]]) == (1, 1, ["parent"])
    assert admin.get(f"{API}/outlets/{baner}").json["phones"] == ["+912067124400"]
    for row in (opened, done, body):
        admin.post(f"{API}/masters/imports/{row['id']}/undo")
        work()
    assert (read(admin, opened["id"])["undone"], read(admin, done["id"])["undone"]) == (2, 1)
    assert admin.get(f"{API}/outlets").json["total"] == 2 and count(JobCard) == 0
    # Their vehicle came by another file, so the customer stays.
    assert read(admin, body["id"])["left"] == [{"row": 2, "reason": "In use since.", "code": "used_since"}]


def test_all_that_is_wrong_in_a_row_is_said_at_once(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    files = {
        "customers": ("phone,name,email,outlet\n12,B,nowhere,X\n", ["email", "outlet", "phone"]),
        "vehicles": ("vin,outlet,odometer_km\n12,X,-4\n", ["odometer_km", "outlet", "vin"]),
        "job-cards": ("number,outlet,vin,opened_on\njc 1,X,,2199-01-01\n", ["opened_on", "outlet"]),
    }
    for kind, (text, fields) in files.items():
        errors = send(admin, kind, text, query="?dry=1").json["errors"]
        assert sorted(error["field"] for error in errors) == fields, kind


def test_an_importer_reaches_no_further_than_they_see(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin, local = as_("admin"), as_("admin", scope={"outlets": [str(outlets[0].id)]})
    imported(admin, "vehicles", HEAD + line(1, outlet="NSK"))
    text = HEAD + line(1) + line(2, outlet="NSK") + line(3)
    for answer in (send(local, "vehicles", text, query="?dry=1").json, imported(local, "vehicles", text)):
        # That an outlet beyond their reach has the VIN of row 2 already is nothing they learn.
        assert [(error["row"], error["field"]) for error in answer["errors"]] == [(3, "outlet")]
    assert count(Vehicle) == 3
    assert local.get(f"{API}/masters/imports").json["total"] == 1
    assert admin.get(f"{API}/masters/imports").json["total"] == 2
    places = send(local, "outlets", "code,parent,name,city\nN,SUR,New,Pune\n", query="?dry=1").json
    assert [error["field"] for error in places["errors"]] == ["code"]


@pytest.mark.parametrize(
    ("content", "name", "problem"),
    [
        (b"vin\n", "a.pdf", "Must end in"),
        (b"", "a.csv", "empty"),
        (b"vin,vin\nx,y\n", "a.csv", "a name of its own"),
        (b"vin\n" + b"x" * 2**21, "a.csv", "not a CSV"),
        (b"vin\n\x00\n", "a.csv", "not a text"),
    ],
)
def test_a_file_that_is_no_table_is_refused(
    as_: As, outlets: tuple[Outlet, Outlet], content: bytes, name: str, problem: str
) -> None:
    answer = send(as_("admin"), "vehicles", content, query="?dry=1", name=name)
    assert answer.status_code == 422 and problem in answer.json["errors"]["file"][0], answer.json


def _workbook(**files: bytes) -> bytes:
    """A workbook with some of its files replaced."""
    book, target = io.BytesIO(), io.BytesIO()
    Workbook().save(book)
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, files.get(name.rpartition("/")[2].partition(".")[0], old.read(name)))
    return target.getvalue()


BROKEN = {
    "bytes that cp1252 lacks": (b"phone,name\n9822014482,\x81\x8d\xff\n", "a.csv"),
    "only in the header": (b"phone,na\x81me\n9822014482,A\n", "a.csv"),
    "half of UTF-16": ("phone,name\n9822014482,A\n".encode("utf-16")[:-1], "a.csv"),
    "a lone surrogate in UTF-16": (b"\xff\xfe" + "phone,name\n1,".encode("utf-16-le") + b"\x00\xd8\n\0", "a.csv"),
    "no XML": (_workbook(workbook=b"<"), "a.xlsx"),
    "a sheet of nothing": (_workbook(sheet1=b"<worksheet/>"), "a.xlsx"),
    "a cell of no column": (
        _workbook(sheet1=b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
                         b'<row r="x"><c r="1A" t="s"><v>99</v></c></row></sheetData></worksheet>'), "a.xlsx"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_not_what_it_says_is_refused_at_once(as_: As, outlets: tuple[Outlet, Outlet], name: str) -> None:
    content, file = BROKEN[name]
    admin = as_("admin")
    answer = send(admin, "customers", content, query="?dry=1", name=file)
    assert answer.status_code == 422 and answer.json["errors"]["file"], answer.text
    before = set(service.IMPORTS.folder().glob("*"))
    sent = send(admin, "customers", content, name=file)
    if sent.status_code == 202:
        # Its beginning is a table.
        assert file == "a.csv"
        work()
        done = read(admin, sent.json["id"])
        assert (done["state"], bool(done["error"])) == ("failed", True)
    else:
        assert sent.status_code == 422 and sent.json["errors"]["file"] and count(MasterImport) == 0
        assert set(service.IMPORTS.folder().glob("*")) == before


def test_an_import_that_an_error_stops_says_so_in_plain_words(
    as_: As, outlets: tuple[Outlet, Outlet], monkeypatch: pytest.MonkeyPatch
) -> None:
    admin = as_("admin")
    monkeypatch.setattr(running, "check", Mock(side_effect=RuntimeError("no disk")))
    sent = send(admin, "vehicles", HEAD + line(1)).json
    for _ in range(MAX_ATTEMPTS):
        db.session.execute(update(Job).where(Job.state == "ready").values(run_at=clock.now()))
        db.session.commit()
        work()
    body = read(admin, sent["id"])
    assert body["state"] == "failed" and "Error" not in body["error"] and "internal error" in body["error"]


def test_the_client_of_a_file_is_chosen_unless_there_is_one(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin, other_id, own = as_("admin"), add_client("Another").id, str(outlets[0].client_id)
    data = {"client": own, "file": (io.BytesIO((HEAD + line(1)).encode()), "a.csv")}
    sent = admin.post(f"{API}/masters/vehicles/import", data=data, content_type="multipart/form-data")
    work()
    assert read(admin, sent.json["id"])["new"] == 1
    refused = send(admin, "vehicles", HEAD + line(2))
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["client"])
    db.session.execute(update(Client).where(Client.id == other_id).values(state="closed"))
    db.session.commit()
    assert imported(admin, "vehicles", HEAD + line(2))["new"] == 1


def test_an_import_is_among_the_jobs_with_the_way_to_it(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    done = imported(admin, "vehicles", HEAD + line(1))
    jobs = admin.get(f"{API}/jobs?work=people").json["items"]
    assert [(job["kind"], job["link"]) for job in jobs] == [("master_import", f"/admin/masters/imports/{done['id']}")]


@pytest.mark.parametrize("name", ["a.csv", "a.xlsx"])
def test_reading_a_file_ends_in_time(
    as_: As, outlets: tuple[Outlet, Outlet], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    content = _workbook() if name == "a.xlsx" else b"phone,name\n9822014482,Asha\n"
    monkeypatch.setattr(reading.clock, "monotonic", Mock(side_effect=itertools.count(step=1000).__next__))
    admin = as_("admin")
    answer = send(admin, "customers", content, query="?dry=1", name=name)
    assert answer.status_code == 422 and "more than 20 seconds" in answer.json["errors"]["file"][0], answer.text
    done = imported(admin, "customers", content, name=name)
    assert done["state"] == "failed" and "more than 900 seconds" in done["error"]


def test_a_file_of_rows_to_correct_has_no_formulas_and_is_read_as_it_was(
    as_: As, outlets: tuple[Outlet, Outlet]
) -> None:
    admin = as_("admin")
    done = imported(admin, "vehicles", "vin,=1+1\nMRDHK4S2XT04I2915,+5\n")
    assert done["error_count"] == 1
    file = admin.get(f"{API}/masters/imports/{done['id']}/errors.csv").text
    assert file.splitlines()[0] == "\ufeffvin,'=1+1,reason" and ",'+5," in file
    again = imported(admin, "vehicles", file)
    assert [column["column"] for column in again["columns"]][:2] == ["vin", "=1+1"]


def test_encodings_and_delimiters_are_found(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    row = "phone\tname\n9822014482\tÄsha\n"
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        answer = send(admin, "customers", row.encode(encoding), query="?dry=1")
        assert (answer.json["changes"]["new"], answer.json["errors"]) == (1, []), encoding
    assert imported(admin, "customers", row.encode("cp1252"))["new"] == 1
    assert db.session.scalars(select(Customer.name)).one() == "Äsha"


def test_a_workbook_is_read_as_it_is_shown(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["vin", "sale_date", "odometer_km", "outlet"], [vin(1), date(2024, 3, 7), 31240.0, "PUN-BAN"], [],
                [vin(2), "07-03-2024", "far", "PUN-BAN"]):  # fmt: skip
        sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    done = imported(as_("admin"), "vehicles", file.getvalue(), name="a.xlsx")
    assert (done["rows"], done["new"]) == (2, 1)
    assert [(error["row"], error["field"]) for error in done["errors"]] == [(4, "odometer_km")]
    row_ = db.session.scalars(select(Vehicle)).one()
    assert (row_.sale_date, row_.odometer_km) == (date(2024, 3, 7), 31240)


def _saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def test_formulas_that_were_never_calculated_are_errors_and_empty_results_are_not(
    as_: As, outlets: tuple[Outlet, Outlet]
) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["phone", "name", "email"])
    sheet.append(["9822014482", '=CONCATENATE("A","sha")', None])
    sheet.append(["9822014483", "Dev", '=IF(B3="Dev","","x")'])
    content = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(_saved(book))) as old, zipfile.ZipFile(content, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name.endswith("sheet1.xml"):
                # As a spreadsheet stores the empty text that a formula came to.
                part = part.replace(b'<c r="C3">', b'<c r="C3" t="str">')
                assert b't="str"' in part
            new.writestr(name, part)
    answer = send(as_("admin"), "customers", content.getvalue(), query="?dry=1", name="a.xlsx")
    assert [(error["row"], error["field"], error["code"]) for error in answer.json["errors"]] == [
        (2, "name", "not_calculated"),
    ]  # fmt: skip
    assert answer.json["changes"]["new"] == 1


@pytest.mark.parametrize("cover", [[["Customers of March"], ["Made on", "31-03-2026"]], []])
def test_the_table_of_a_workbook_is_found_behind_a_cover(
    as_: As, outlets: tuple[Outlet, Outlet], cover: list[list[str]]
) -> None:
    book = Workbook()
    first, hidden, table = book.active, book.create_sheet(), book.create_sheet()
    assert first is not None
    for row in cover:
        first.append(row)
    hidden.sheet_state = "hidden"
    for row in (["a", "b", "c"], ["phone", "name", "email"], ["9822014482", "Asha", ""]):
        (hidden if row[0] == "a" else table).append(row)
    answer = send(as_("admin"), "customers", _saved(book), query="?dry=1", name="a.xlsx")
    assert (answer.json["rows"], answer.json["changes"]["new"]) == (1, 1), answer.text


def test_a_workbook_that_is_damaged_or_unpacks_to_too_much_is_refused(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin, bomb = as_("admin"), io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * 2**23)
    for content, problem in ((bomb.getvalue(), "times its size"), (b"PK\x03\x04 and nothing", "not an XLSX file")):
        answer = send(admin, "vehicles", content, query="?dry=1", name="a.xlsx")
        assert answer.status_code == 422 and problem in answer.json["errors"]["file"][0], answer.json


@pytest.mark.parametrize(
    ("cells", "mark", "read_as"),
    [
        (("03/25/2026", "04/05/2026"), "month_first", ["2026-03-25", "2026-04-05"]),
        (("25/03/2026", "04/05/2026"), "day_first", ["2026-03-25", "2026-05-04"]),
        (("04/05/2026", "04.05.2026 00:00"), "day_first", ["2026-05-04", "2026-05-04"]),
        (("05/05/2026", "2026-05-04"), None, ["2026-05-05", "2026-05-04"]),
        (("03/25/2026", "25/03/2026"), "both_orders", ["2026-03-25", "2026-03-25"]),
        (("03/25/2026", "25/03/2026", "04/05/2026"), "both_orders", None),
        (("13/13/2026", "32/12/2025"), "day_first", None),
    ],
)
def test_days_are_read_by_their_whole_column_and_shown(
    as_: As, outlets: tuple[Outlet, Outlet], cells: tuple[str, ...], mark: str | None, read_as: list[str] | None
) -> None:
    text = "vin,outlet,sale_date\n" + "".join(f"{vin(n)},PUN-BAN,{cell}\n" for n, cell in enumerate(cells))
    answer = send(as_("admin"), "vehicles", text, query="?dry=1")
    assert [column["mark"] for column in answer.json["changes"]["marks"]] == ([mark] if mark else [])
    if read_as is None:
        assert {error["code"] for error in answer.json["errors"]} <= {"two_ways_day", "no_such_day"}
        assert answer.json["errors"][-1]["row"] == len(cells) + 1
        return
    assert imported(as_("admin"), "vehicles", text)["new"] == len(cells)
    stored = {row.vin: row.sale_date for row in db.session.scalars(select(Vehicle))}
    assert [str(stored[vin(n)]) for n in range(len(cells))] == read_as


@pytest.mark.parametrize("cells", [("04/05/2026", "25/03/2026"), ("04/05/2026", "25/03/2026", "03/26/2026")])
def test_the_order_of_days_can_be_chosen(as_: As, outlets: tuple[Outlet, Outlet], cells: tuple[str, ...]) -> None:
    admin = as_("admin")
    text = "vin,outlet,sale_date\n" + "".join(f"{vin(n)},PUN-BAN,{cell}\n" for n, cell in enumerate(cells))
    row = imported(admin, "vehicles", text, waits="1")
    at = f"{API}/masters/imports/{row['id']}"
    columns = [{"column": name, "field": name, "order": "month_first"} for name in ("vin", "outlet", "sale_date")]
    refused = admin.post(f"{at}/mapping", json={"columns": [columns[0] | {"order": "year_first"}]})
    assert refused.status_code == 422
    for order, mark in (("month_first", "month_first"), ("", row["changes"]["marks"][0]["mark"])):
        columns[2]["order"] = order
        assert admin.post(f"{at}/mapping", json={"columns": columns}).status_code == 200
        work()
        assert read(admin, row["id"])["changes"]["marks"] == [{"field": "sale_date", "mark": mark}]
    columns[2]["order"] = "month_first"
    admin.post(f"{at}/mapping", json={"columns": columns})
    work()
    admin.post(f"{at}/start")
    work()
    stored = {row.vin: str(row.sale_date) for row in db.session.scalars(select(Vehicle))}
    # A day that can be read in one way only is read that way.
    days = ["2026-04-05", "2026-03-25", "2026-03-26"][: len(cells)]
    assert [stored[vin(n)] for n in range(len(cells))] == days


def test_what_a_broken_formula_shows_is_no_value(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    text = "phone,name\n9822014482,#N/A\n9822014483,#REF!\n9822014484,#1 Motors\n"
    answer = send(as_("admin"), "customers", text, query="?dry=1")
    assert [(error["row"], error["code"]) for error in answer.json["errors"]] == [
        (2, "formula_error"), (3, "formula_error"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "above", ["sep=;\n", '"sep=;"\r\n', "Customers of March, April and May\n\n", ";;;\nCustomers;;;\n"]
)
def test_what_is_above_a_table_is_left_out(as_: As, outlets: tuple[Outlet, Outlet], above: str) -> None:
    text = above + "phone;name;email\n9822014482;Rao, Asha;\nx;Rao, Dev;\n"
    answer = send(as_("admin"), "customers", text, query="?dry=1")
    assert (answer.json["rows"], answer.json["changes"]["new"]) == (2, 1), answer.text
    assert [error["row"] for error in answer.json["errors"]] == [above.count("\n") + 3]


@pytest.mark.parametrize(
    ("heads", "row"),
    [
        ("Customers of March\nCustomer,,Reached by\nphone,name,email\n", 4),
        ("Customer,,Outlet\nphone,name,\n", 3),
    ],
)
def test_names_below_the_names_of_groups_are_those_of_the_columns(
    as_: As, outlets: tuple[Outlet, Outlet], heads: str, row: int
) -> None:
    answer = send(as_("admin"), "customers", f"{heads}9822014482,Asha,\nx,Dev,\n", query="?dry=1")
    assert (answer.json["rows"], answer.json["changes"]["new"]) == (2, 1), answer.text
    assert [error["row"] for error in answer.json["errors"]] == [row + 1]


def test_columns_without_a_name_do_not_make_names_of_the_first_row(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    text = "phone,name,\n9822014482,Asha,good\n9822014483,Dev,good\n"
    assert send(as_("admin"), "customers", text, query="?dry=1").json["changes"]["new"] == 2
    words = "Mobile No,Customer,\nnone yet,Asha,good\n9822014483,Dev,good\n"
    assert [error["row"] for error in send(as_("admin"), "customers", words, query="?dry=1").json["errors"]] == [2]


@pytest.mark.parametrize(
    ("cell", "read_as"),
    [
        ("07/03/2024 14:05", "2024-03-07"),
        ("07-Mar-2024 2:05:09 PM", "2024-03-07"),
        ("2024-03-07T23:59:59", "2024-03-07"),
        ("2024-03-07T20:00:00Z", "2024-03-08"),
        ("07-03-24", "short_year"),
        ("7-Mar-24", "short_year"),
        ("07/03/2024 later", "no_date"),
    ],
)
def test_a_day_may_have_a_time_and_needs_its_whole_year(
    as_: As, outlets: tuple[Outlet, Outlet], cell: str, read_as: str
) -> None:
    text = f"vin,outlet,sale_date\n{vin(1)},PUN-BAN,{cell}\n"
    answer = send(as_("admin"), "vehicles", text, query="?dry=1").json
    codes = [error["code"] for error in answer["errors"]]
    assert codes == ([] if read_as.startswith("2024") else [read_as])
    if not codes:
        assert imported(as_("admin"), "vehicles", text)["new"] == 1
        assert str(db.session.scalars(select(Vehicle.sale_date)).one()) == read_as


def test_who_may_only_read_imports_nothing(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    assert send(as_("maintainer"), "vehicles", HEAD + line(1)).status_code == 403
    assert send(as_("admin"), "cars", HEAD + line(1)).status_code == 404


def test_a_file_names_models_by_code_or_by_any_name(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    rows = [f"{vin(n)},NSK,{model},{variant}\n" for n, (model, variant) in enumerate(
        (("ARKA", "Arka 1.5 ZX"), ("वेला", ""), ("arka", "1.5 ZX"), ("Arkaa", ""), ("Vela", "Arka 1.5 ZX"),
         ("", "")))]  # fmt: skip
    done = imported(admin, "vehicles", "vin,outlet,model,variant\n" + "".join(rows))
    assert (done["new"], [(row["row"], row["field"], row["code"], row["params"]) for row in done["errors"]]) == (
        4,
        [(5, "model", "unknown_near", {"text": "Arkaa", "nearest": "Arka"}),
         (6, "variant", "other_model", {"name": "Arka"})],
    )  # fmt: skip
    stored = db.session.execute(select(Vehicle.model, Vehicle.variant).order_by(Vehicle.vin))
    assert sorted(map(tuple, stored)) == [("", ""), ("arka", "arka-1.5-zx"), ("arka", "arka-1.5-zx"), ("vela", "")]


CARDS = "number;outlet;registration;opened_on;odometer_km;amount\n"


def cards(*rows: tuple[str, str]) -> str:
    """A file of job cards with these odometers and amounts."""
    return CARDS + "".join(
        f"J-{n};PUN-BAN;MH12QT0001;2026-01-0{n};{km};{amount}\n" for n, (km, amount) in enumerate(rows, 1)
    )


@pytest.mark.parametrize(
    ("rows", "marks", "changes"),
    [
        ((("45.000", "1.250,50"), ("1.000", "12")), {"odometer_km": "comma", "amount": "comma"},
         [45_000, 1_250.5, 1_000, 12]),
        ((("45.000", "1250,50"),), {"odometer_km": "comma", "amount": "comma"}, [45_000, 1_250.5]),
        ((("45.000", "1,250.50"),), {"odometer_km": "point", "amount": "point"}, [45, 1_250.5]),
        ((("45.000", "1.250,50"), ("7", "99.90")), {"amount": "both"}, ["odometer_km"]),
        ((("45.000", "12"),), {}, ["odometer_km"]),
        ((("45,000 km", "₹ 1,20,000"),), {"odometer_km": "point", "amount": "point"}, [45_000, 120_000]),
        ((("45,000 km", "₹ 12,000"),), {}, [45_000, 12_000]),
        ((("1,2,3", "1e5"),), {}, ["odometer_km", "amount"]),
    ],
)  # fmt: skip
def test_numbers_are_read_by_their_whole_column_and_shown(
    as_: As, outlets: tuple[Outlet, Outlet], rows: Any, marks: dict[str, str], changes: list[Any]
) -> None:
    admin = as_("admin")
    assert admin.post(f"{API}/vehicles", json=vehicle(outlets[0], registration="MH12QT0001")).status_code == 201
    answer = send(admin, "job-cards", cards(*rows), query="?dry=1")
    assert answer.status_code == 200, answer.text
    assert {column["field"]: column["mark"] for column in answer.json["changes"]["marks"]} == marks
    wrong = [error["field"] for error in answer.json["errors"]]
    if wrong:
        assert wrong == changes and count(JobCard) == 0
        return
    imported(admin, "job-cards", cards(*rows))
    stored = db.session.scalars(select(JobCard).order_by(JobCard.number)).all()
    assert [value for card in stored for value in (card.odometer_km, (card.amount_minor or 0) / 100)] == changes
