"""The demonstration's vehicles: those of everybody who talks to its bots, and those of many who do not."""

import random
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from app.clients import moves
from app.clients.models import Client
from app.core.db.base import db
from app.core.db.ids import new_id
from app.masters.records.identities import with_check_digit
from app.masters.records.models import Customer, JobCard, Vehicle
from app.reference import service as reference
from app.reference.lists import get_list
from app.seeding.bots import desks
from app.seeding.conversations import SEED, chance_of, customers_of
from app.seeding.customers import MODELS, NAMES, plate_of
from app.seeding.places import OUTLETS, SeededOutlet, places_of
from app.seeding.size import current_size

VARIANTS = ("LX", "VX", "ZX", "ZX AT")
FUELS, SHARES = ("petrol", "diesel", "cng", "electric"), (52, 28, 14, 6)
VISITS = ("free", "free", "free", "periodic", "repair", "body")
"""By the codes of the reference, the first three in this order."""
SPELLED = {
    "Vela": ("वेला", "فيلا"),
    "Nexa City": ("नेक्सा सिटी", "نيكسا سيتي"),
    "Terra": ("टेरा", "تيرا"),
    "Orbit": ("ऑर्बिट", "أوربت"),
}
"""The models in Hindi and Arabic."""
YEAR, SERVICE = timedelta(days=365), timedelta(days=182)
OLDEST = 7 * 365
"""Days since the oldest vehicle was sold."""
EXTENDED, STAYS = 0.3, 0.002
"""How many have bought a longer warranty, and of how many visits the vehicle is still there."""
TAX = 0.18


class OwnedVehicle(NamedTuple):
    """A vehicle and who it belongs to."""

    name: str
    phone: str
    model: str
    place: SeededOutlet
    registration: str


def make_masters(client: Client) -> None:
    """Make customers, vehicles and job cards in the bound workspace; the same ones whenever it is made."""
    chance = random.Random(f"{SEED}:masters")  # noqa: S311 - sample data
    today, workshops = moves.today(client), _workshops()
    owners, vehicles, job_cards = list[Customer](), list[Vehicle](), list[JobCard]()
    _add_codes()
    for number, owned in enumerate(_owned_vehicles(chance)):
        place_ids = {"client_id": client.id, "outlet_id": owned.place.id}
        owner = Customer(**place_ids, id=new_id(), name=owned.name, phone=f"+91{owned.phone}", email=_email(owned))
        sold = today - timedelta(days=chance.randrange(20, OLDEST))
        fuel = chance.choices(FUELS, SHARES)[0]
        ends = sold + 3 * YEAR
        vehicle = Vehicle(
            **place_ids, id=new_id(), customer_id=owner.id, vin=_vin(number, sold), registration=owned.registration,
            model=_code(owned.model), variant=_code(f"{owned.model} {chance.choice(VARIANTS)}"), fuel=fuel,
            sale_date=sold, warranty_end=ends,
            extended_warranty_end=ends + 2 * YEAR if chance.random() < EXTENDED else None,
            odometer_km=(today - sold).days * chance.randrange(14, 52),
        )  # fmt: skip
        owners.append(owner)
        vehicles.append(vehicle)
        job_cards += _visits(vehicle, workshops.get(owned.place.id, owned.place.id), number, today, chance)
    # Each kind refers to the one before it.
    for rows in (owners, vehicles, job_cards):
        db.session.add_all(rows)
        db.session.flush()


def _code(name: str) -> str:
    """The code of a model or a variant."""
    return name.lower().replace(" ", "-")


def _add_codes() -> None:
    """Add the models and variants of these vehicles to the reference, where it has them not yet."""
    models, variants = (reference.codes(name) for name in ("vehicle-models", "variants"))
    for model, (hindi, arabic) in SPELLED.items():
        labels = {"en": model, "hi": hindi, "ar": arabic}
        if _code(model) not in models:
            reference.add_entry(get_list("vehicle-models"), {"code": _code(model), "labels": labels})
        for variant in VARIANTS:
            code = _code(f"{model} {variant}")
            if code not in variants:
                names = {language: f"{label} {variant}" for language, label in labels.items()}
                reference.add_entry(get_list("variants"), {"code": code, "labels": names, "belongs_to": _code(model)})


def _owned_vehicles(chance: random.Random) -> Iterator[OwnedVehicle]:
    """The vehicles, first those of the people who talk to the bots; nobody has the number of another."""
    _client, places = places_of()
    phones, plates = set[str](), set[str]()
    for number, desk in enumerate(desks()):
        for person in customers_of(desk, places, chance_of(number)):
            if person.phone not in phones and person.registration not in plates:
                phones.add(person.phone)
                plates.add(person.registration)
                yield OwnedVehicle(person.name, person.phone, person.model, person.place, person.registration)
    while len(phones) < current_size().vehicles:
        phone, place = f"9{chance.randrange(10**8, 10**9)}", chance.choice(places)
        plate = plate_of(place.name, phone)
        if phone not in phones and plate not in plates:
            phones.add(phone)
            plates.add(plate)
            yield OwnedVehicle(chance.choice(NAMES), phone, chance.choice(MODELS), place, plate)


def _workshops() -> dict[int, int]:
    """Where vehicles of outlets that only sell are serviced: at the workshop of the city."""
    _client, places = places_of()
    by_name = {place.name: place.id for place in places}
    kinds = {by_name[f"{city} {name}"]: (city, kind) for _group, city, name, _code, kind, *_more in OUTLETS}
    first = {city: place for place, (city, kind) in reversed(kinds.items()) if kind != "sales"}
    return {place: first[city] for place, (city, kind) in kinds.items() if kind == "sales"}


def _email(owned: OwnedVehicle) -> str:
    """An address nobody has."""
    return f"{owned.name.lower().replace(' ', '.')}.{owned.phone[-4:]}@example.com"


def _vin(number: int, sold: date) -> str:
    """A VIN of the make, with its check digit."""
    return with_check_digit(f"MRDHK4S20{'ABCDEFGHJKLMNPRSTVWXY123456789'[sold.year % 30]}P{number:06}")


def _visits(vehicle: Vehicle, workshop: int, number: int, today: date, chance: random.Random) -> Iterator[JobCard]:
    """The visits of a vehicle in the last two years: free services first, then paid ones and repairs."""
    sold = vehicle.sale_date or today
    visit, opening_day = 0, sold
    while True:
        opening_day += SERVICE + timedelta(days=chance.randrange(-30, 60))
        visit += 1
        if opening_day > today:
            return
        if opening_day < today - 2 * YEAR:
            continue
        kind = VISITS[visit - 1] if visit <= 3 else chance.choice(VISITS[3:])
        stays = opening_day > today - timedelta(days=4) or chance.random() < STAYS
        amount = 0 if visit <= 3 else round(chance.randrange(1_800, 24_000) * (1 + TAX)) * 100
        yield JobCard(
            client_id=vehicle.client_id, outlet_id=workshop, vehicle_id=vehicle.id, number=f"JC-{number:04}-{visit:02}",
            opened_on=opening_day,
            closed_on=None if stays else min(opening_day + timedelta(days=chance.randrange(3)), today),
            type=kind, odometer_km=round((vehicle.odometer_km or 0) * (opening_day - sold) / (today - sold)),
            amount_minor=amount,
        )  # fmt: skip
