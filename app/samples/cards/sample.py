"""The sample shop's visitors and orders over three years: every sample figure of the cards is counted from them.

They are drawn by a fixed seed, once a process, and end on a fixed day: figures of different ranges stay comparable.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from itertools import pairwise

import orjson

SEED = 20_201_231
FIRST, LAST = date(2018, 1, 1), date(2020, 12, 31)
YEARS = ("2020", "2019", "2018")
BUDGETS = {2020: 26_000_000, 2019: 19_000_000, 2018: 16_000_000}
"""What each year was planned to earn, in rupees."""
DAY = timedelta(days=1)
HOLIDAYS = {(1, 26), (8, 15), (10, 2)}
CLOSED = (date(2020, 11, 17), date(2020, 11, 18), date(2020, 12, 13))
"""Days on which the shop was being moved: nobody could come, as on holidays."""
VISITS = {2018: 18, 2019: 24, 2020: 30}
"""Visits of a usual day, by year."""
CHANNELS = {"web": 0.58, "whatsapp": 0.31, "voice": 0.11}
PENDING_DAYS, OPEN_DAYS = 6, 2
"""So long before the last day orders may be on their way, and questions open."""


@dataclass(frozen=True, slots=True)
class Order:
    """What someone bought: rupees paid and spent on it, pieces, and how far it is."""

    amount: int
    cost: int
    pieces: int
    state: str

    @property
    def counts(self) -> bool:
        """Whether its money is earned or on its way."""
        return self.state != "rejected"


@dataclass(frozen=True, slots=True)
class Visit:
    """One session: whose, over which channel, and what came of it."""

    day: date
    person: int
    channel: str
    is_first: bool
    is_referred: bool
    subscribes: bool
    by_letter: bool
    wait: int | None
    """Milliseconds until the bot answered someone who asked for a person."""
    is_open: bool
    order: Order | None


@cache
def _prices() -> tuple[int, ...]:
    """What the sample products cost."""
    products = orjson.loads((files("app.office.shop") / "content.json").read_bytes())["products"]
    return tuple(product["price"] for product in products)


def _order(chance: random.Random, day: date) -> Order:
    """An order of a few products."""
    lines = [(chance.choice(_prices()), 1 + (chance.random() < 0.2)) for _ in range(1 + (chance.random() < 0.3))]
    amount, pieces = sum(price * qty for price, qty in lines), sum(qty for _, qty in lines)
    state = "rejected" if chance.random() < 0.05 else "finished"
    if state == "finished" and (LAST - day).days < PENDING_DAYS and chance.random() < 0.7:
        state = "pending"
    cost = 0 if state == "rejected" else round(amount * chance.uniform(0.6, 0.74))
    return Order(amount, cost, pieces, state)


def _visit(chance: random.Random, day: date, people: int) -> Visit:
    """A visit of someone new or of one of those who were here before."""
    is_first = people == 0 or chance.random() < 0.45
    asks = chance.random() < 0.06
    return Visit(
        day=day,
        # Who was here lately comes back more often.
        person=people if is_first else int(people * chance.random() ** 0.4),
        channel=chance.choices(list(CHANNELS), list(CHANNELS.values()))[0],
        is_first=is_first,
        is_referred=is_first and chance.random() < 0.2,
        subscribes=is_first and chance.random() < 0.3,
        by_letter=not is_first and chance.random() < 0.35,
        wait=chance.randint(700, 2600) if asks else None,
        is_open=asks and (LAST - day).days < OPEN_DAYS,
        order=_order(chance, day) if chance.random() < 0.3 else None,
    )


@cache
def visits_by_day() -> dict[date, tuple[Visit, ...]]:
    """Every visit by its day; days on which nobody could come are missing."""
    chance, people, day = random.Random(SEED), 0, FIRST  # noqa: S311 - samples, not secrets
    visits: dict[date, tuple[Visit, ...]] = {}
    while day <= LAST:
        if (day.month, day.day) not in HOLIDAYS and day not in CLOSED:
            usual = VISITS[day.year] * (0.6 if day.weekday() == 6 else 1) * (1.25 if day.month in (10, 11) else 1)
            day_visits = []
            for _ in range(max(1, round(chance.gauss(usual, usual / 7)))):
                day_visits.append(_visit(chance, day, people))
                people += day_visits[-1].is_first
            visits[day] = tuple(day_visits)
        day += DAY
    return visits


@dataclass(frozen=True, slots=True)
class Period:
    """Whole days, and what is counted over them."""

    first: date
    last: date

    @property
    def days(self) -> list[date]:
        """Its days that have data."""
        whole = (self.first + DAY * place for place in range((self.last - self.first).days + 1))
        return [day for day in whole if day in visits_by_day()]

    @property
    def visits(self) -> list[Visit]:
        """Its visits."""
        return [visit for day in self.days for visit in visits_by_day()[day]]

    @property
    def orders(self) -> list[Order]:
        """Its orders."""
        return [visit.order for visit in self.visits if visit.order is not None]

    @property
    def people(self) -> set[int]:
        """Who came."""
        return {visit.person for visit in self.visits}

    def steps(self, count: int) -> list["Period"]:
        """The period cut into so many parts, as even as days allow."""
        length = (self.last - self.first).days + 1
        cuts = [round(place * length / count) for place in range(count + 1)]
        return [Period(self.first + DAY * begin, self.first + DAY * (end - 1)) for begin, end in pairwise(cuts)]

    def every(self, width: int) -> list["Period"]:
        """The period in parts of so many days; the last may be shorter."""
        length = (self.last - self.first).days + 1
        begins = [self.first + DAY * place for place in range(0, length, width)]
        return [Period(begin, min(begin + DAY * (width - 1), self.last)) for begin in begins]

    def months(self) -> list["Period"]:
        """The period by months."""
        begins = [self.first] + [day for day in self.days_of_calendar() if day.day == 1 and day > self.first]
        ends = [begin - DAY for begin in begins[1:]] + [self.last]
        return [Period(begin, end) for begin, end in zip(begins, ends, strict=True)]

    def days_of_calendar(self) -> list[date]:
        """All its days, with data or without."""
        return [self.first + DAY * place for place in range((self.last - self.first).days + 1)]


def year(number: int) -> Period:
    """A year."""
    return Period(date(number, 1, 1), date(number, 12, 31))


def month_before(day: date) -> Period:
    """The month before the one of a day."""
    last = day.replace(day=1) - DAY
    return Period(last.replace(day=1), last)


THIS_MONTH = Period(LAST.replace(day=1), LAST)
LAST_MONTH = month_before(LAST)
RANGES = {
    "last_28_days": Period(LAST - DAY * 27, LAST),
    "last_month": LAST_MONTH,
    "last_year": year(LAST.year),
}
"""The ranges of cards, seen from the last day there is."""
BEFORE = {
    "last_28_days": Period(LAST - DAY * 55, LAST - DAY * 28),
    "last_month": month_before(LAST_MONTH.first),
    "last_year": year(LAST.year - 1),
}
"""What each range is compared with."""

Figure = Callable[[Period], int]


def course(parts: Iterable[Period], figure: Figure) -> list[int | None]:
    """A figure of each part; None where no day has data."""
    return [figure(part) if part.days else None for part in parts]


def revenue(period: Period) -> int:
    """Money earned and on its way."""
    return sum(order.amount for order in period.orders if order.counts)


def expenses(period: Period) -> int:
    """What the goods have cost."""
    return sum(order.cost for order in period.orders)


def profit(period: Period) -> int:
    """What is left."""
    return revenue(period) - expenses(period)


def pieces(period: Period) -> int:
    """Pieces sold."""
    return sum(order.pieces for order in period.orders if order.counts)


def order_count(period: Period) -> int:
    """Orders, however far they are."""
    return len(period.orders)


def sessions(period: Period) -> int:
    """Visits."""
    return len(period.visits)


def users(period: Period) -> int:
    """Different people."""
    return len(period.people)


def subscribers(period: Period) -> int:
    """People who began to take the newsletter."""
    return sum(visit.subscribes for visit in period.visits)


def letters(period: Period) -> int:
    """Visits that began in a newsletter."""
    return sum(visit.by_letter for visit in period.visits)


def order_value(period: Period, state: str) -> int:
    """The money of orders in one state."""
    return sum(order.amount for order in period.orders if order.state == state)


def by_state(period: Period) -> dict[str, int]:
    """Orders by how far they are."""
    states = [order.state for order in period.orders]
    return {state: states.count(state) for state in ("finished", "pending", "rejected")}


def by_kind(period: Period) -> dict[str, int]:
    """People by how they came: brought by others, new otherwise, or here before; each is of one kind."""
    first = {visit.person: visit.is_referred for visit in period.visits if visit.is_first}
    referred = sum(first.values())
    return {"new": len(first) - referred, "returning": len(period.people) - len(first), "referrals": referred}


def growth(now: int, before: int) -> float:
    """How much more it is than before, in percent."""
    return round(100 * (now - before) / before, 1)


def share(part: int, whole: int) -> float:
    """A part of a whole, in percent."""
    return round(100 * part / whole, 1) if whole else 0.0
