"""The filters of the conversation list as addresses say them, for its own calls and for exports."""

from typing import Any

from marshmallow import ValidationError
from marshmallow.validate import Length, OneOf, Range

from app.analytics.evidence import EVIDENCE_NAMES, OUTCOME_NAMES
from app.core.errors import BeyondSchema
from app.core.http.schemas import Text, Whole
from app.reports.filters.arguments import SelectionArgs
from app.reports.filters.fields import Flag, Ids, WordsField
from app.reports.filters.ranges import PATTERN
from app.reports.history.clauses import Clauses
from app.reports.history.fields import FIELDS
from app.reports.history.order import NEWEST_FIRST, SORT_NAMES

COLUMNS = (
    "id", "started_at", "ended_at", "contact", "contact_last4", "bot", "group", "channel", "outlet", "outcome",
    "turns", "messages", "duration_ms", "fallbacks", "csat", "intent", "language", "goals",
    "source_id", "first_text", "times", "contents", "tags", "review", "category", "reviewer",
    "contact_id", "version", "traffic", "source", "engaged", "first_time", "messages_in", "messages_out",
    "agent_messages", "nlu_turns", "failed_turns", "handoff", "resolved", "last_node",
)  # fmt: skip
"""The columns of the list, in the order in which a file has all of them."""


class Columns(Text):
    """Columns in the order of an address, separated by commas."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> tuple[str, ...]:  # type: ignore[override]
        text = super()._deserialize(value, attr, data, **kwargs)
        cols = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
        if unknown := [name for name in cols if name not in COLUMNS]:
            raise ValidationError(BeyondSchema(f"There is no column {unknown[0]!r}. Columns: {', '.join(COLUMNS)}."))
        return cols or COLUMNS


class FilterArgs(SelectionArgs):
    """The list's filters."""

    r = Text(
        load_default="recent",
        validate=Length(max=30),
        metadata={"example": "2026-10-01..2026-10-31", "pattern": f"^{PATTERN}?$"},
    )
    outcome = WordsField(OUTCOME_NAMES, load_default=())
    engaged = Flag(load_default=False)
    goal = Flag(load_default=False)
    rated = WordsField(("1", "2", "3", "4", "5"), load_default=())
    fallbacks = Whole(load_default=0, validate=Range(0, 1000), metadata={"description": "At least so many fallbacks"})
    intent = Text(load_default="", validate=Length(max=120))
    handoff = Flag(load_default=False)
    contact = Ids(load_default=())
    q = Text(load_default="", validate=Length(max=200), metadata={"description": 'Words and "exact phrases"'})
    sort = Text(load_default=NEWEST_FIRST, validate=OneOf(SORT_NAMES))
    evidence = Text(
        data_key="is",
        load_default="",
        validate=OneOf(["", *EVIDENCE_NAMES]),
        metadata={"description": "The sessions behind a metric's numerator or denominator"},
    )
    cols = Columns(
        load_default=COLUMNS,
        metadata={"description": "The columns shown, in order; of a file all by default", "example": "started_at,tags"},
    )
    f = Clauses(
        FIELDS,
        load_default="",
        metadata={
            "description": "Up to ten conditions `field:operator:value`, separated by semicolons; several values of "
            "one condition by commas",
            "example": "outcome:in:abandoned,error;turns:gt:5",
        },
    )
