"""Lists of a hundred thousand rows, users and invoices: first pages, counts, words and orders in the database."""

import json
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

from tests.bench.figures import Figure, amount, at_most, beside, output
from tests.bench.installation import prepared

ROWS, PIECE, TIMES, GOAL_MS = amount(100_000, 1_000), 1_000, amount(7, 1), 50
Questions = dict[str, Callable[[], object]]


def measure() -> list[Figure]:
    """Milliseconds on SQLite, of a database in use."""
    with prepared() as site:
        command = [sys.executable, "-m", "tests.bench.lists"]
        printed = output(command, site.env)
    figures = []
    for kind, timings in json.loads(printed.splitlines()[-1]).items():
        at = f"SQLite, {ROWS:,} {kind}"
        figures.append(at_most(f"{at}: the list, ms", timings.pop("the list"), GOAL_MS))
        figures += [beside(f"{at}: {name}, ms", took) for name, took in timings.items()]
    return figures


def main() -> None:
    """Lay the rows in and print the median milliseconds of each question as JSON."""
    from sqlalchemy import select, text

    from app import create_app
    from app.accounts.workspaces.models import Workspace
    from app.core.db.base import db
    from app.core.db.tenancy import everywhere, within

    with create_app().app_context():
        with everywhere():
            place = db.session.scalars(select(Workspace.id).order_by(Workspace.id)).first()
        assert place is not None
        with within(place):
            kinds = {"users": _people(place), "invoices": _invoices(place)}
            db.session.execute(text("ANALYZE"))
            db.session.commit()
            timings = {
                kind: {name: _median(ask) for name, ask in questions.items()} for kind, questions in kinds.items()
            }
    sys.stdout.write(json.dumps(timings) + "\n")


def _median(ask: Callable[[], object]) -> float:
    """The median milliseconds of a question, each asked in a transaction of its own."""
    from app.core.db.base import begin_as, db

    took = []
    for _ in range(TIMES + 1):
        db.session.rollback()
        begin_as("DEFERRED")
        begun = time.perf_counter()
        ask()
        took.append((time.perf_counter() - begun) * 1000)
    return sorted(took[1:])[TIMES // 2]


def _lay(model: Any, row: Callable[[int], dict[str, object]]) -> None:
    """Insert the rows by pieces."""
    from sqlalchemy import insert

    from app.core.db.base import db

    for first in range(PIECE, PIECE + ROWS, PIECE):
        db.session.execute(insert(model), [row(number) for number in range(first, first + PIECE)])


def _people(place: int) -> Questions:
    """Lay users in; what their list asks."""
    from sqlalchemy import select

    from app.accounts.people import service
    from app.accounts.users.models import User
    from app.core.db.base import db
    from app.core.db.ids import new_id
    from app.core.http.listing import paginate

    known = db.session.scalars(select(User).where(User.number == 7)).one()
    like = {name: getattr(known, name) for name in ("company", "country", "contact", "current_plan")}

    def person(number: int) -> dict[str, object]:
        name, roles, states = f"Someone {number}", ("editor", "author", "subscriber"), ("active", "pending", "inactive")
        return like | {
            "id": new_id(), "workspace_id": place, "number": number, "full_name": name, "name_key": name.casefold(),
            "username": f"p{number}", "username_key": f"p{number}", "email": f"p{number}@vela.example",
            "email_key": f"p{number}@vela.example", "auth_role": roles[number % 3], "role": roles[number % 3],
            "status": states[number % 7 % 3],
        }  # fmt: skip

    def page(sort: str = "-number", **filtered: str) -> None:
        column, descending = service.order_of(sort)
        query = service.list_users(**filtered, emails=True)
        order = {"total": service.total(query), "key": User.id, "sort": column, "descending": descending}
        paginate(query, {"page": "1", "per": 10}, **order)

    _lay(User, person)
    return {
        "the list": page,
        "its editors who wait": lambda: page(role="editor", status="pending"),
        "a word": lambda: page(q="someone 10042"),
        "by name": lambda: page("name"),
        "by company": lambda: page("company"),
        "its counts": lambda: service.counts("", "", "", ""),
    }


def _invoices(place: int) -> Questions:
    """Lay invoices in; what their list asks."""
    from app.core.db.base import db
    from app.core.db.ids import new_id
    from app.core.http.listing import paginate
    from app.office.invoices import service
    from app.office.invoices.models import STATUSES, Invoice

    day = date(2026, 11, 20)
    statuses = [status for status in STATUSES if status != "Past Due"]

    def invoice(number: int) -> dict[str, object]:
        name, issued = f"Client {number % 5000}", day - timedelta(days=number % 700)
        return {
            "id": new_id(), "workspace_id": place, "number": 100_000 + number, "status": statuses[number % 5],
            "issued_date": issued, "due_date": issued + timedelta(days=30), "client_name": name,
            "client_email": f"c{number % 5000}@vela.example", "service": "Software Development",
            "search_key": f"{name}\nc{number % 5000}@vela.example".casefold(), "total": number * 100,
            "paid": number * 100 if statuses[number % 5] == "Paid" else 0, "lines": [],
        }  # fmt: skip

    def page(view: str = "all", q: str = "", order: str = "-number") -> None:
        sort, descending = service.SORTS[order]
        query = service.list_invoices(view, q, day)
        paginate(query, {"page": "1", "per": 10}, key=Invoice.id, sort=sort, descending=descending)

    _lay(Invoice, invoice)
    db.session.flush()
    return {
        "the list": page,
        "those past due": lambda: page("Past Due"),
        "a word": lambda: page(q="client 4711"),
        "by total": lambda: page(order="-total"),
        "by client": lambda: page(order="client"),
        "its figures": lambda: service.summary("", day),
    }


if __name__ == "__main__":
    main()
