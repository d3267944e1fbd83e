"""Correcting rows of an import in place: checked like the file, taken in with it or after it, once, and undone."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import func, select, update

from app.accounts.workspaces.models import Workspace
from app.audit.models import AuditEvent
from app.clients.models import Outlet
from app.core import clock
from app.core.db.base import db
from app.masters.imports import service
from app.masters.imports.models import MasterImport, MasterRow
from app.masters.records.models import Customer, Vehicle
from tests.app.masters.making import API, imported, read, two_outlets, vin, work

As = Callable[..., FlaskClient]
pytestmark = pytest.mark.both
HEAD = "vin,registration,odometer_km,outlet,customer_phone\n"
BAD_VIN = "MRDHK4S2XT04I2915"


@pytest.fixture
def outlets(workspace: Workspace) -> tuple[Outlet, Outlet]:
    """Two outlets."""
    return two_outlets()


def line(number: int, **more: Any) -> str:
    """A row of a file of vehicles."""
    cells = {"vin": vin(number), "registration": f"MH12QT{number:04}", "km": 1000 + number, "outlet": "PUN-BAN",
             "phone": f"98220{number:05}"} | more  # fmt: skip
    return ",".join(str(value) for value in cells.values()) + "\n"


def waiting(client: FlaskClient, text: str) -> dict[str, Any]:
    """A file that is checked and waits."""
    return imported(client, "vehicles", text, waits="1")


def rows_of(client: FlaskClient, row: dict[str, Any], state: str = "open") -> list[dict[str, Any]]:
    """The rows of an import that did not fit."""
    items: list[dict[str, Any]] = client.get(f"{API}/masters/imports/{row['id']}/rows?state={state}&per=25").json[
        "items"
    ]
    return items


def correct(client: FlaskClient, row: dict[str, Any], *rows: dict[str, Any], revision: int | None = None) -> Any:
    """Correct rows of an import as it is now."""
    at = f"{API}/masters/imports/{row['id']}"
    known = read(client, row["id"])["revision"] if revision is None else revision
    return client.patch(f"{at}/rows", json={"rows": list(rows)}, headers={"If-Match": f'"{known}"'})


def start(client: FlaskClient, row: dict[str, Any]) -> dict[str, Any]:
    """Let a checked import run to its end."""
    assert client.post(f"{API}/masters/imports/{row['id']}/start").status_code == 202
    work()
    return read(client, row["id"])


def vins() -> set[str]:
    """The vehicles there are."""
    return set(db.session.scalars(select(Vehicle.vin)))


def wrong(row: dict[str, Any]) -> dict[str, str]:
    """Why a row does not fit, by field."""
    return {cell["field"]: cell["code"] for cell in row["cells"] if cell["code"]}


def test_rows_are_corrected_before_the_start_and_go_in_with_their_file(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    row = waiting(admin, HEAD + line(1) + line(2, vin=BAD_VIN) + line(3, km="far", outlet="X") + line(4, km="off"))
    assert (row["error_count"], row["changes"]["new"]) == (3, 1)
    first, second, third = rows_of(admin, row)
    assert [item["row"] for item in (first, second, third)] == [3, 4, 5]
    vin_cell = first["cells"][0]
    assert vin_cell == {"field": "vin", "value": BAD_VIN, "file": BAD_VIN, "code": "vin_letter",
                        "message": "The letter I is not used in a VIN. Is it 1?",
                        "params": {"letter": "I", "digit": "1"}}  # fmt: skip
    assert wrong(second) == {"odometer_km": "no_number", "outlet": "no_outlet"}
    answer = correct(admin, row, {"row": 3, "cells": {"vin": vin(2)}}, {"row": 4, "cells": {"odometer_km": "77"}},
                  {"row": 5, "skip": True})  # fmt: skip
    assert answer.status_code == 200, answer.text
    body = answer.json
    assert (body["error_count"], body["changes"]["new"], body["rows"]) == (1, 2, 4)
    assert body["row_counts"] == {"open": 1, "fits": 1, "skipped": 1, "done": 0}
    (left,) = rows_of(admin, row)
    assert wrong(left) == {"outlet": "no_outlet"}
    assert next(cell for cell in left["cells"] if cell["field"] == "odometer_km")["value"] == "77"
    assert "77" in admin.get(f"{API}/masters/imports/{row['id']}/errors.csv").text
    assert vins() == set()
    done = start(admin, row)
    assert (done["state"], done["new"], done["error_count"], vins()) == ("done", 2, 1, {vin(1), vin(2)})
    assert done["row_counts"] == {"open": 1, "fits": 0, "skipped": 1, "done": 1}


def test_rows_are_corrected_after_the_end_and_undone_with_their_file(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    row = imported(admin, "vehicles", HEAD + line(1) + line(2, vin=BAD_VIN) + line(3, km="far"))
    db.session.execute(update(MasterImport).values(finished_at=clock.now() - timedelta(hours=25)))
    db.session.commit()
    assert read(admin, row["id"])["undo_until"] is None
    answer = correct(admin, row, {"row": 3, "cells": {"vin": vin(2)}}, {"row": 4, "cells": {"odometer_km": "farther"}})
    assert (answer.json["new"], answer.json["error_count"], vins()) == (2, 1, {vin(1), vin(2)})
    # What went in late can be taken back as long as anything.
    assert answer.json["undo_until"] is not None
    assert db.session.scalar(select(func.count()).select_from(Customer)) == 2
    assert admin.post(f"{API}/masters/imports/{row['id']}/undo").status_code == 202
    work()
    after = read(admin, row["id"])
    assert (after["state"], after["undone"], after["retained"], vins()) == ("undone", 2, 0, set())
    assert db.session.scalar(select(func.count()).select_from(Customer)) == 0
    refused = correct(admin, row, {"row": 4, "cells": {"odometer_km": "7"}})
    assert (refused.status_code, refused.json["code"]) == (409, "invalid_transition")


def test_what_is_sent_twice_is_done_once(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    row = imported(admin, "vehicles", HEAD + line(1) + line(2, vin=BAD_VIN))
    change = {"row": 3, "cells": {"vin": vin(2)}}
    assert correct(admin, row, change, revision=row["revision"]).status_code == 200
    again = correct(admin, row, change, revision=row["revision"])
    assert (again.status_code, again.json["current"]["new"]) == (412, 2)
    gone = correct(admin, row, change)
    assert (gone.status_code, list(gone.json["errors"])) == (422, ["rows"])
    assert (read(admin, row["id"])["new"], len(vins())) == (2, 2)
    assert admin.patch(f"{API}/masters/imports/{row['id']}/rows", json={"rows": [change]}).status_code == 428
    actions = list(db.session.scalars(select(AuditEvent.action).where(AuditEvent.action == "master_import:correct")))
    assert len(actions) == 1


def test_a_corrected_row_takes_no_name_of_another(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    text = HEAD + line(1) + line(2, vin=BAD_VIN) + line(3, km="far") + line(3, registration="MH12QT0009")
    row = waiting(admin, text)
    assert [wrong(item) for item in rows_of(admin, row)][2] == {"vin": "also_in_row"}
    answer = correct(admin, row, {"row": 3, "cells": {"vin": vin(1)}}, {"row": 5, "cells": {}})
    # The row 4 of the same name does not fit itself, so the name is the first's who does.
    assert (answer.json["error_count"], answer.json["row_counts"]["fits"]) == (2, 1)
    assert [wrong(item) for item in rows_of(admin, row)] == [{"vin": "also_in_row"}, {"odometer_km": "no_number"}]
    correct(admin, row, {"row": 4, "cells": {"odometer_km": "5"}})
    assert wrong(rows_of(admin, row)[1]) == {"vin": "also_in_row"}
    # A corrected row can be corrected again, and what it held is free then.
    correct(admin, row, {"row": 5, "skip": True})
    body = correct(admin, row, {"row": 4, "cells": {}}).json
    assert (body["error_count"], body["row_counts"]["fits"], body["changes"]["new"]) == (1, 1, 2)
    assert start(admin, row)["new"] == 2


def test_what_was_typed_stays_when_the_columns_change(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    row = waiting(admin, HEAD + line(1) + line(2, vin=BAD_VIN) + line(3, km="far") + line(4, km="off"))
    correct(admin, row, {"row": 3, "cells": {"vin": vin(2)}}, {"row": 4, "skip": True})
    columns = [{"column": column["column"], "field": "" if column["field"] == "registration" else column["field"]}
               for column in row["columns"]]  # fmt: skip
    admin.post(f"{API}/masters/imports/{row['id']}/mapping", json={"columns": columns})
    work()
    body = read(admin, row["id"])
    assert body["row_counts"] == {"open": 1, "fits": 1, "skipped": 1, "done": 0}
    assert (body["error_count"], body["changes"]["new"]) == (1, 2)
    assert start(admin, row)["new"] == 2
    assert set(db.session.scalars(select(Vehicle.registration))) == {None}


def test_a_field_that_the_file_lacks_can_be_given(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    row = waiting(admin, f"vin,odometer_km\n{vin(1)},5\n")
    (lacking,) = rows_of(admin, row)
    assert wrong(lacking) == {"outlet": "missing"}
    assert correct(admin, row, {"row": 2, "cells": {"outlet": "NSK"}}).json["changes"]["new"] == 1
    assert start(admin, row)["new"] == 1


@pytest.mark.parametrize(
    "rows",
    [
        [{"row": 9, "cells": {}}],
        [{"row": 2, "cells": {}}],
        [{"row": 3, "cells": {"colour": "red"}}],
        [{"row": 3, "cells": {"vin": "x" * 2001}}],
        [{"row": 3}, {"row": 3}],
        [],
    ],
)
def test_what_is_no_correction_is_refused(as_: As, outlets: tuple[Outlet, Outlet], rows: list[dict[str, Any]]) -> None:
    admin = as_("admin")
    row = waiting(admin, HEAD + line(1) + line(2, vin=BAD_VIN))
    refused = correct(admin, row, *rows)
    assert refused.status_code == 422 and [name.split(".")[0] for name in refused.json["errors"]] == ["rows"]


def test_who_sees_an_import_may_correct_it_as_far_as_its_importer_reaches(
    as_: As, outlets: tuple[Outlet, Outlet]
) -> None:
    admin, local, reader = as_("admin"), as_("admin", scope={"outlets": [str(outlets[0].id)]}), as_("maintainer")
    row = imported(local, "vehicles", HEAD + line(1) + line(2, outlet="NSK"))
    assert correct(local, row, {"row": 3, "cells": {"outlet": "NSK"}}).json["new"] == 1
    assert correct(admin, row, {"row": 3, "cells": {"outlet": "PUN-BAN"}}).json["new"] == 2
    other = imported(admin, "vehicles", HEAD + line(3, km="far"))
    at = f"{API}/masters/imports/{other['id']}/rows"
    assert local.get(at).status_code == 404
    assert local.patch(at, json={"rows": [{"row": 2}]}, headers={"If-Match": '"1"'}).status_code == 404
    assert reader.get(at).status_code == 403
    assert reader.patch(at, json={"rows": [{"row": 2}]}, headers={"If-Match": '"1"'}).status_code == 403


def test_reasons_are_reported_in_the_readers_language(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    row = waiting(admin, HEAD + line(1, vin=BAD_VIN))
    at = f"{API}/masters/imports/{row['id']}/errors.csv"
    assert "The letter I is not used in a VIN. Is it 1?" in admin.get(at).text
    assert "VIN में I अक्षर नहीं होता। क्या यह 1 है?" in admin.get(f"{at}?hl=hi").text
    assert "لا يُستخدم الحرف I" in admin.get(at, headers={"Accept-Language": "ar"}).text


def test_corrections_go_with_their_file(as_: As, outlets: tuple[Outlet, Outlet]) -> None:
    admin = as_("admin")
    row = waiting(admin, HEAD + line(1, vin=BAD_VIN))
    db.session.execute(update(MasterImport).values(created_at=clock.now() - timedelta(days=8)))
    db.session.commit()
    service.sweep()
    assert db.session.scalar(select(func.count()).select_from(MasterRow)) == 0
    refused = correct(admin, row, {"row": 2, "cells": {"vin": vin(1)}})
    assert (refused.status_code, refused.json["code"]) == (409, "file_gone")
