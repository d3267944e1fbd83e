"""Who the demonstration's visitors are, and when they come: the same seed gives the same people, whatever the day."""

import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from app.seeding.places import SeededOutlet
from app.seeding.visitors import CHANNELS, WEIGHTS, SeededPerson

MODELS = ("Vela", "Nexa City", "Terra", "Orbit")
DISTRICTS = {
    "Pune": "MH12", "Nashik": "MH15", "Mumbai": "MH02", "Ahmedabad": "GJ01", "Surat": "GJ05", "Bengaluru": "KA03",
    "Hyderabad": "TS09", "Chennai": "TN09",
}  # fmt: skip
"""Where the vehicles of each city are registered."""
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
NAMES = (
    "Aarav Joshi", "Ishita Rao", "Kabir Sheikh", "Nandini Pillai", "Rahul Verma", "Sneha Patil", "Imran Khan",
    "Divya Menon", "Amit Shah", "Priya Nair", "Varun Reddy", "Geeta Sharma", "Sameer Kulkarni", "Anjali Das",
    "Rohit Gowda", "Zoya Ansari", "Manoj Yadav", "Kiran Bhat", "Deepa Iyer", "Sandeep Gill", "Leela Fernandes",
)  # fmt: skip


def people(
    chance: random.Random, places: Sequence[SeededOutlet], language: str, group: str, count: int
) -> list[SeededPerson]:
    """Customers of one bot."""
    persons = []
    for number in range(count):
        speaks = _writes(language, chance)
        phone = f"9{chance.randrange(10**8, 10**9)}"
        channel = chance.choices(CHANNELS, WEIGHTS[group])[0]
        key = f"+91{phone}" if channel in ("whatsapp", "voice") else f"{channel}-{phone[-7:]}{number}"
        name, model = chance.choice(NAMES), chance.choice(MODELS)
        place = chance.choice(places)
        persons.append(SeededPerson(key, name, phone, speaks, channel, model, place, plate_of(place.name, phone)))
    return persons


def plate_of(place: str, phone: str) -> str:
    """The registration of a customer's vehicle: of the city of their outlet, and as much their own as their number."""
    first, second = divmod(int(phone[1:5]) % len(LETTERS) ** 2, len(LETTERS))
    return f"{DISTRICTS[place.partition(' ')[0]]}{LETTERS[first]}{LETTERS[second]}{phone[-4:]}"


def _writes(language: str, chance: random.Random) -> str:
    """How a customer of a bot writes: mostly its language, and much Hindi in Latin letters."""
    weights = {"en": (70, 12, 18), "hi": (14, 56, 30)}[language]
    return chance.choices(("en", "hi", "hi-Latn"), weights)[0]


def starts(chance: random.Random, now: datetime, midnight: datetime, days: int, sessions: int) -> Iterator[datetime]:
    """When dialogues begin: more on working days and in opening hours, slowly growing, up to now."""
    weekday = (1.25, 1.1, 1.05, 1.0, 1.1, 1.3, 0.55)
    weights = [weekday[(midnight - timedelta(days=back)).weekday()] * (1.3 - back / days * 0.5) for back in range(days)]
    hours = (1, 1, 1, 1, 1, 2, 4, 8, 15, 24, 30, 30, 24, 18, 19, 22, 26, 28, 24, 17, 12, 8, 4, 2)
    for _ in range(sessions):
        back = chance.choices(range(days), weights)[0]
        hour = chance.choices(range(24), hours)[0]
        start = midnight - timedelta(days=back) + timedelta(hours=hour, milliseconds=chance.randrange(3_600_000))
        # What would begin later today begins a week ago instead.
        yield start if start < now else start - timedelta(days=7)
