"""The demonstration's documents of customers: drawn as photos of forms, then entered and decided by people."""

import io
import random
import time
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from PIL import Image, ImageDraw, ImageFont
from sqlalchemy import select

from app.accounts.users.models import User
from app.clients import moves
from app.clients.models import Client
from app.core import clock
from app.core.db.base import db
from app.core.pdf.fonts import FOLDER
from app.masters.documents import service
from app.masters.documents.files import check_file
from app.masters.documents.kinds import FIELDS
from app.masters.documents.models import CustomerDocument
from app.masters.records.identities import format_registration
from app.masters.records.models import Customer, Vehicle
from app.seeding.conversations import SEED
from app.seeding.size import WHOLE, current_size

COUNT, DAYS = 40, 26
FONT = FOLDER / "NotoSans-Regular.ttf"
SIZE, FORM = (960, 640), (680, 430)
KINDS = ("rc", "rc", "rc", "insurance", "insurance", "licence", "invoice", "service_record", "damage_photo")
FATES = ("accepted", "accepted", "accepted", "accepted", "needs_review", "classified", "received", "rejected")
TITLES = {"rc": "Certificate of registration", "insurance": "Motor insurance policy", "licence": "Driving licence",
          "invoice": "Tax invoice", "service_record": "Service record"}  # fmt: skip
LABELS = {"registration": "Regn. no.", "vin": "Chassis no.", "name": "Name", "model": "Model", "number": "Number",
          "company": "Issued by", "issued_on": "Date", "valid_until": "Valid till", "amount": "Total",
          "odometer_km": "Odometer", "description": "Damage"}  # fmt: skip
COMPANIES = ("Shield General", "Himalaya Insurance", "Sagar Motors", "Suryodaya Autos")
REASONS = ("blurred", "blurred", "cut_off", "wrong_document", "out_of_date")
DAMAGE = "Dent in the left front door"
MADE = time.gmtime(0)
"""What PDFs say of when they were made: files are the same whenever they are."""
CORRECTED, COPIED = 0.12, 20
"""How many values a second person corrects, and of how many documents one is sent again."""


def make_customer_documents(client: Client) -> None:
    """Make documents in the bound workspace; the same ones whenever they are made."""
    chance = random.Random(f"{SEED}:customer documents")  # noqa: S311 - sample data
    people = db.session.scalars(select(User).order_by(User.number).limit(2)).all()
    query = (
        select(Vehicle, Customer)
        .join(Customer, Customer.id == Vehicle.customer_id)
        .where(Vehicle.client_id == client.id, Vehicle.registration.is_not(None))
        .order_by(Vehicle.id)
        .limit(max(round(COUNT * current_size().vehicles / WHOLE.vehicles), 8))
    )
    for number, (vehicle, owner) in enumerate(db.session.execute(query).all()):
        kind = KINDS[number % len(KINDS)]
        values = _values(kind, vehicle, owner, moves.today(client), chance)
        picture = _draw(kind, values, chance)
        fate = chance.choice(FATES)
        _make(vehicle, kind, values, picture, fate, people, chance)
        if number % COPIED == COPIED - 1:
            _make(vehicle, kind, values, picture, "received", people, chance)
    db.session.flush()


def _values(
    kind: str, vehicle: Vehicle, owner: Customer, today: date, chance: random.Random
) -> dict[str, Any]:  # fmt: skip
    """What a document of a vehicle and its owner says."""
    issued = today - timedelta(days=chance.randrange(20, 700))
    every = {
        "registration": vehicle.registration, "vin": vehicle.vin, "name": owner.name, "model": vehicle.model,
        "number": f"{chance.choice('ABCDEF')}{chance.randrange(10**7, 10**8)}", "company": chance.choice(COMPANIES),
        "issued_on": issued, "valid_until": today + timedelta(days=chance.randrange(5, 400)),
        "amount": float(chance.randrange(2_000, 24_000)), "odometer_km": vehicle.odometer_km, "description": DAMAGE,
    }  # fmt: skip
    return {name: every[name] for name in FIELDS[kind] if every[name] is not None}


def _draw(kind: str, values: Mapping[str, Any], chance: random.Random) -> bytes:
    """Draw a form that lies on a table, as a photo shows it; of damage only a dark shape, an invoice as PDF."""
    table = Image.new("RGB", SIZE, (chance.randrange(60, 130), chance.randrange(60, 110), chance.randrange(50, 100)))
    form = Image.new("RGBA", FORM, (chance.randrange(215, 245), 236, 240, 255))
    brush = ImageDraw.Draw(form)
    if kind == "damage_photo":
        brush.ellipse((chance.randrange(300), chance.randrange(200), 560, 400), fill=(90, 96, 104, 255))
    else:
        brush.rectangle((0, 0, FORM[0], 64), fill=(190, 206, 214, 255))
        brush.text((24, 14), TITLES[kind], font=ImageFont.truetype(FONT, 28), fill="black")
        for place, (name, value) in enumerate(values.items()):
            text = format_registration(value) if name == "registration" else str(value)
            left, top = 24 + place % 2 * 330, 90 + place // 2 * 84
            brush.text((left, top), LABELS[name], font=ImageFont.truetype(FONT, 16), fill=(80, 84, 90, 255))
            brush.text((left, top + 22), text, font=ImageFont.truetype(FONT, 24), fill="black")
    turned = form.rotate(chance.uniform(-7, 7), expand=True, resample=Image.Resampling.BICUBIC)
    table.paste(turned, (chance.randrange(10, 200), chance.randrange(10, 120)), turned)
    out = io.BytesIO()
    if kind == "invoice":
        table.save(out, "PDF", creationDate=MADE, modDate=MADE)
    else:
        table.save(out, "JPEG", quality=80)
    return out.getvalue()


def _make(
    vehicle: Vehicle, kind: str, values: dict[str, Any], picture: bytes, fate: str, people: Any, chance: random.Random
) -> None:  # fmt: skip
    """Send one document, and take it as far as its fate says."""
    row = service.create_document(
        {"vehicle": vehicle.id} | ({"kind": kind} if fate != "received" else {}), check_file(picture)
    )
    first, second = people[0], people[-1]
    if fate in ("needs_review", "accepted"):
        service.change_fields(row, _with_typos(values, chance), first)
    if fate == "accepted":
        service.accept(row, dict(values), second)
    elif fate == "rejected":
        service.reject(row, chance.choice(REASONS), "", second)
    _date_back(row, chance)


def _with_typos(values: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The values as the first person has entered them, a few of them wrong."""
    wrong = [name for name in values if name in ("name", "number", "company") and chance.random() < CORRECTED]
    return values | {name: f"{values[name]}1" for name in wrong}


def _date_back(row: CustomerDocument, chance: random.Random) -> None:
    """Let a document have come in the last weeks; those that wait, in the last two days."""
    days = chance.uniform(0.1, 2) if row.decided_at is None else chance.uniform(1, DAYS)
    row.received_at = clock.now() - timedelta(days=days)
    if row.entered_at is not None:
        row.entered_at = row.received_at + timedelta(minutes=chance.randrange(2, 30))
    if row.decided_at is not None:
        row.decided_at = row.received_at + timedelta(minutes=chance.randrange(31, 240))
    db.session.flush()
