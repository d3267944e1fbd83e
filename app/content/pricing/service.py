"""Reading the plans: the site workspace's, or the built-in ones where it has none."""

from functools import cache
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import select

from app.content.pricing.models import PricingPlan, PricingQuestion
from app.content.site_workspace import in_site_workspace
from app.core.db.base import db

KEYS = ("basicPlan", "standardPlan", "enterprisePlan")
COLUMNS = ("key", "img", "monthly_price", "yearly_per_month", "yearly_total", "popular", "texts")


@cache
def read_built_in() -> dict[str, Any]:
    """The built-in `plans` (rows as in the database) and `questions`."""
    content: dict[str, Any] = orjson.loads(Path(__file__).with_name("content.json").read_bytes())
    return content


def _stored_rows() -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]]]:
    """The site workspace's plans by key and its questions in order."""
    with in_site_workspace() as bound:
        if not bound:
            return {}, []
        plans = {
            plan.key: {column: getattr(plan, column) for column in COLUMNS}
            for plan in db.session.scalars(select(PricingPlan))
        }
        questions = db.session.scalars(select(PricingQuestion).order_by(PricingQuestion.position))
        return plans, [question.texts for question in questions]


def _plan(row: dict[str, Any], language: str) -> dict[str, Any]:
    """A plan as the call answers it."""
    return {
        "img": row["img"],
        "monthlyPrice": row["monthly_price"],
        "yearlyPlan": {"perMonth": row["yearly_per_month"], "totalAnnual": row["yearly_total"]},
        "popular": row["popular"],
        **(row["texts"].get(language) or row["texts"]["en"]),
    }


def read(language: str) -> dict[str, Any]:
    """All three plans and the questions about them."""
    plans, questions = _stored_rows()
    own = {row["key"]: row for row in read_built_in()["plans"]}
    rows = questions or read_built_in()["questions"]
    result = {key: _plan(plans.get(key) or own[key], language) for key in KEYS}
    return result | {"qandA": [texts.get(language) or texts["en"] for texts in rows]}
