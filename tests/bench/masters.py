"""Seconds of an import of 50,000 vehicles with 200 rows that do not fit: check, run, corrections of rows, undoing."""

import sys
import time
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from tests.bench.figures import Figure, amount, at_most, beside, output
from tests.bench.installation import prepared
from tests.fixtures.vehicles import CODES, vehicles

ROWS, BAD, CORRECTED = amount(50_000, 300), amount(200, 20), amount(25, 10)
COMMAND = [sys.executable, "-m", "tests.bench.masters"]


def measure() -> list[Figure]:
    """Check, import, and undo in an installation of its own, by the runner's own code, in one process."""
    with prepared() as site:
        file = site.folder / "vehicles.csv"
        file.write_text(vehicles(ROWS, bad=BAD, outlets=CODES))
        printed = output([*COMMAND, str(file)], site.env)
    dry, job, correction, undo = (float(value) for value in printed.splitlines()[-1].split())
    return [
        beside(f"{ROWS:,} vehicles, dry run, s", dry),
        at_most(f"{ROWS:,} vehicles imported as a job, check included, s", job, 60),
        beside(f"{CORRECTED} of its rows corrected, s", correction),
        beside(f"{ROWS:,} vehicles undone, s", undo),
    ]


def _do(file: Path) -> None:
    """Print the seconds of a dry run, of the job and of its undoing."""
    from app.core.jobs.runner import work_off
    from wsgi import app

    client, seconds = app.test_client(), list[float]()
    pair = {"email": "admin@demo.com", "password": "admin"}
    head = {"Authorization": f"Bearer {client.post('/jwt/login', json=pair).json['accessToken']}"}  # type: ignore[index]
    at = "/api/v1/masters/vehicles/import"
    begun = time.perf_counter()
    with file.open("rb") as content:
        checked = client.post(f"{at}?dry=1", headers=head, data={"file": (content, "vehicles.csv")})
    seconds.append(time.perf_counter() - begun)
    assert checked.status_code == 200, checked.text
    with file.open("rb") as content:
        row = client.post(at, headers=head, data={"file": (content, "vehicles.csv")}).json
    for step in ("", "/undo"):
        if step:
            assert client.post(f"/api/v1/masters/imports/{row['id']}{step}", headers=head).status_code == 202
        begun = time.perf_counter()
        work_off(app)
        seconds.append(time.perf_counter() - begun)
        present = client.get(f"/api/v1/masters/imports/{row['id']}", headers=head).json
        late = CORRECTED if step else 0
        assert present is not None and (present["new"], present["error_count"]) == (ROWS - BAD + late, BAD - late), (
            present
        )
        if not step:
            seconds.append(_correct(client, head, present))
    print(*(f"{second:.2f}" for second in seconds))


def _correct(client: FlaskClient, head: dict[str, str], row: dict[str, Any]) -> float:
    """Correct a page of rows; the seconds that takes."""
    at = f"/api/v1/masters/imports/{row['id']}/rows"
    listing = client.get(f"{at}?per={CORRECTED}", headers=head).json
    assert listing is not None
    rows = [
        {"row": row["row"], "cells": {"vin": f"{row['cells'][0]['value'][:10]}0{row['cells'][0]['value'][11:]}"}}
        for row in listing["items"]
    ]
    begun = time.perf_counter()
    answer = client.patch(at, headers=head | {"If-Match": f'"{row["revision"]}"'}, json={"rows": rows})
    assert answer.status_code == 200, answer.text
    return time.perf_counter() - begun


if __name__ == "__main__":
    _do(Path(sys.argv[1]))
