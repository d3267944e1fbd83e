"""Master data as its tests need it."""

import io
from typing import Any

from flask.testing import FlaskClient

from app import areas
from app.clients.models import Outlet
from app.core import jobs
from app.core.db.base import db
from app.masters.records.identities import with_check_digit
from app.reference.models import Entry
from tests.app.clients.making import add_city, add_client, add_outlet, add_parent

API = "/api/v1"
VIN = "MRDHK4S2XT0412867"


def vin(number: int) -> str:
    """A VIN with its check digit."""
    return with_check_digit(f"MRDHK4S20T{number:07}")


def add_codes() -> None:
    """Add the models, variants and service types that the tests' vehicles and job cards have."""
    for place, (code, belongs_to) in enumerate((("vela", ""), ("arka", ""), ("arka-1.5-zx", "arka"), ("free", "")), 1):
        name = "variants" if belongs_to else "service-types" if code == "free" else "vehicle-models"
        label = code.replace("-", " ").title().replace("Zx", "ZX")
        labels = {"en": label, "hi": {"vela": "वेला", "arka": "अर्का"}.get(code, label)}
        db.session.add(Entry(list_name=name, code=code, belongs_to=belongs_to, position=place, labels=labels))
    db.session.flush()


def two_outlets() -> tuple[Outlet, Outlet]:
    """Two outlets of one client in two cities, and the codes of what is taken in there."""
    add_codes()
    parent = add_parent(add_client(), code="SUR")
    baner = add_outlet(parent, add_city(), "Pune Baner", code="PUN-BAN")
    return baner, add_outlet(parent, add_city("Nashik"), "Nashik", code="NSK")


def vehicle(outlet: Outlet, **more: Any) -> dict[str, Any]:
    """The body of a new vehicle."""
    return {"vin": vin(1), "outlet": str(outlet.id)} | more


def send(
    client: FlaskClient, kind: str, text: str | bytes, *, query: str = "", name: str = "a.csv", **form: Any
) -> Any:
    """Upload a file of a kind."""
    content = text if isinstance(text, bytes) else text.encode()
    data = form | {"file": (io.BytesIO(content), name)}
    return client.post(f"{API}/masters/{kind}/import{query}", data=data, content_type="multipart/form-data")


def work() -> None:
    """Do the ready jobs."""
    areas.modules("jobs")
    while (row := jobs.take("tests")) is not None:
        jobs.perform(row)


def imported(client: FlaskClient, kind: str, text: str | bytes, **more: Any) -> dict[str, Any]:
    """Upload a file, take it in, and return what became of it."""
    answer = send(client, kind, text, **more)
    assert answer.status_code == 202, answer.text
    work()
    return read(client, answer.json["id"])


def read(client: FlaskClient, import_id: str) -> dict[str, Any]:
    """An import as it is now."""
    body: dict[str, Any] = client.get(f"{API}/masters/imports/{import_id}").json
    return body
