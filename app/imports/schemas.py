"""What imports look like in JSON."""

from typing import Any

import marshmallow as ma
from flask import g
from flask_smorest.fields import Upload

from app.analytics.rollups import Zones
from app.conversations.provenance import FACTS, serialize_provenance
from app.core.http.schemas import Day, FormSchema, Id, ReasonText, ResponseSchema, Text, Whole, page_schema
from app.imports.models import STATES, Import
from app.imports.service import problems_of


class NewImportFiles(ma.Schema):
    """The file of an upload, and one that says what its dialogue acts mean."""

    file = Upload(required=True)
    mapping = Upload()


class NewImportForm(FormSchema):
    """What may be said beside the file: the bot, the days to lay dialogues over, and whether to wait."""

    bot = Id()
    first_day = Day(data_key="from")
    last_day = Day(data_key="to")
    dry = ma.fields.Boolean(load_default=False)


class ProblemLineSchema(ResponseSchema):
    """A line that is no dialogue, and why."""

    line = Whole()
    reason = ReasonText()


class ImportSchema(ResponseSchema):
    """An import with its progress; `problems` are the first hundred of `problem_count`."""

    id = Id()
    name = Text()
    state = Text(metadata={"enum": list(STATES)})
    bot = Id(attribute="bot_id")
    dialogues = Whole()
    messages = Whole()
    done = Whole()
    skipped = Whole()
    problems = ma.fields.List(ma.fields.Nested(ProblemLineSchema))
    problem_count = Whole()
    times_estimated = Whole(metadata={"description": "Dialogues whose times the file does not tell"})
    people_unknown = Whole(metadata={"description": "Dialogues whose person the file does not tell"})
    facts = ma.fields.Function(
        lambda row: serialize_provenance(row.facts)["facts"],
        metadata={
            "type": "array",
            "items": {"type": "string", "enum": list(FACTS)},
            "description": "What the file tells of its dialogues",
        },
    )
    error = ReasonText(allow_none=True)
    created_at = ma.fields.AwareDateTime()
    finished_at = ma.fields.AwareDateTime(allow_none=True)
    link = ma.fields.Method("get_link", metadata={"type": ["string", "null"]})

    def get_attribute(self, obj: Import, attr: str, default: Any) -> Any:
        """The first problems are rows of their own; all else is the import's."""
        if attr == "problems":
            return problems_of(obj.id) if obj.problem_count else []
        return super().get_attribute(obj, attr, default)

    def get_link(self, row: Import) -> str | None:
        """The page that lists what came in, once something has."""
        if row.earliest_at is None or row.latest_at is None:
            return None
        zones: Zones = g.setdefault("zones", Zones())  # once for all rows of an answer
        first, last = (zones.day(row.client_id, at) for at in (row.earliest_at, row.latest_at))
        data = "&data=all" if row.times_estimated else ""
        return f"/reports/conversations?bot={row.bot_id}&r={first}..{last}{data}"


class SummedImportSchema(ImportSchema):
    """An import as a list shows it: its problems are reported one import at a time."""

    class Meta(ImportSchema.Meta):
        """Only their count is in a list."""

        exclude = ("problems",)


ImportPageSchema = page_schema(SummedImportSchema, "ImportPageSchema")
