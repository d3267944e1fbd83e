"""Receipts over a million messages: of a card and of a cell of the series, and counting one again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.accounts.users.models import User
from app.accounts.users.service import add_user
from app.core.db.base import begin_as, db
from app.core.db.tenancy import within
from app.reports.receipts.service import create_receipt, show_created, verify_receipt
from app.reports.service import ReportQuery, dashboard
from tests.bench.figures import Figure, at_most, beside, milliseconds
from tests.bench.installation import on_each_database
from tests.bench.reports import MILLION, insert_conversations

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bench.scale import Place

GOAL_MS, METRIC, QUERY = 300, "engaged_sessions", "r=last_28_days"


def measure() -> list[Figure]:
    """A million messages on both databases; receipts read no texts."""
    return on_each_database(
        "receipts", lambda engine, site: _figures(engine, insert_conversations(site.env, MILLION, False, receipts=True))
    )


def _figures(engine: str, timings: dict[str, float]) -> list[Figure]:
    """The figures of one database."""
    at = f"{engine}, {MILLION / 1e6:g} M messages"
    return [
        beside(f"{at}: answer of the report of 28 days, ms", timings["report"]),
        at_most(f"{at}: receipt of its card, ms", timings["card"], GOAL_MS),
        at_most(f"{at}: receipt of a cell, ms", timings["cell"], GOAL_MS),
        at_most(f"{at}: a receipt verified, ms", timings["verified"], GOAL_MS),
        beside(f"{at}: receipt of its card against the report", timings["card"] / timings["report"]),
    ]


def measured(place: Place) -> dict[str, float]:
    """How long receipts of the first workspace take, new ones and such as are counted again."""
    with within(place.workspace_id):
        begin_as("IMMEDIATE")
        user = add_user(
            full_name="Reader", username="reader", email="reader@example.test", auth_role="admin", role="admin"
        )
        db.session.commit()
        user_id = user.id
        cell = dashboard(ReportQuery(r="last_28_days"))["series"]["buckets"][-1]["start"]

        def create(bucket: str | None = None) -> int:
            row, counted = create_receipt(METRIC, QUERY, bucket, db.session.get_one(User, user_id), "en")
            return int(show_created(row, counted)["id"])

        timings = {
            "report": _afresh(lambda: dashboard(ReportQuery(r="last_28_days"))),
            "card": _afresh(create),
            "cell": _afresh(lambda: create(cell)),
        }
        receipt_id = create()
        db.session.commit()
        return timings | {"verified": _afresh(lambda: verify_receipt(receipt_id, "en"))}


def _afresh(work: Callable[[], object]) -> float:
    """Milliseconds of some work, nothing of which is stored: so the next time stores it again."""
    work()
    db.session.rollback()
    return milliseconds(lambda: (work(), db.session.rollback()))
