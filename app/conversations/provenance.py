"""What is known of a session and what its source can tell: a metric counts only sessions that can have its fact."""

from enum import IntFlag
from typing import Any

from sqlalchemy import ColumnElement


class Provenance(IntFlag):
    """One bit for each thing known of a session; stored as a number in sessions and as part of every rollup key."""

    TIMES = 1
    """The times were measured; without it they were estimated by an import."""
    PEOPLE = 2
    """The source names the person."""
    UNDERSTANDING = 4
    """The source says how well texts were understood: a confidence, or that something was not understood."""
    LATENCY = 8
    """The source says when the bot answered."""
    COST = 16
    """The source says what sessions cost."""
    RATING = 32
    """The source asks for ratings."""
    IMPORTED = 64
    """An import brought the session."""


NOTHING = Provenance(0)
FACTS = {
    "understanding": Provenance.UNDERSTANDING,
    "latency": Provenance.LATENCY,
    "cost": Provenance.COST,
    "rating": Provenance.RATING,
}
"""Facts that a source has or lacks as a whole, by the name the API gives them."""
MEASURED = (
    Provenance.TIMES
    | Provenance.PEOPLE
    | Provenance.UNDERSTANDING
    | Provenance.LATENCY
    | Provenance.COST
    | Provenance.RATING
)
"""What is known of a session that one of our own bots held."""


def knows(column: Any, facts: Provenance) -> ColumnElement[bool]:
    """Whether a column of provenance has all of some bits, in SQL."""
    condition: ColumnElement[bool] = column.bitwise_and(int(facts)) == int(facts)
    return condition


def serialize_provenance(provenance: int) -> dict[str, Any]:
    """A session's provenance as the API says it: times, people and the facts its source can have."""
    return {
        "times": "measured" if provenance & Provenance.TIMES else "estimated",
        "people": "known" if provenance & Provenance.PEOPLE else "unknown",
        "facts": [name for name, bit in FACTS.items() if provenance & bit],
        "imported": bool(provenance & Provenance.IMPORTED),
    }
