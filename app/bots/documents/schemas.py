"""What documents of a bot look like in JSON."""

from typing import Any

import marshmallow as ma
from flask_smorest.fields import Upload

from app.bots.documents.models import (
    ADDRESS_LENGTH,
    ANSWER_LENGTH,
    EVERY,
    FOLDER_LENGTH,
    KINDS,
    QUESTION_LENGTH,
    REASONS,
    SOURCES,
    STATES,
    TITLE_LENGTH,
)
from app.bots.documents.service import LEAST_RATED, OFFERED
from app.core.http.schemas import (
    Day,
    FormSchema,
    Id,
    Line,
    NonBlankLine,
    NonBlankText,
    PageArgs,
    PageSchema,
    Pattern,
    ResponseSchema,
    Schema,
    Text,
    Whole,
)

QUESTIONS = 500
RATED = "Ratings of answers that cited it, of 28 days"
HELPFUL = f"Share of helpful ones among at least {LEAST_RATED} ratings"
_ADDRESS = [ma.validate.Length(1, ADDRESS_LENGTH), Pattern(r"^https?://[^\s]+$")]


class DocumentQuestionSchema(Schema):
    """A question and its answer."""

    question = NonBlankLine(QUESTION_LENGTH, required=True)
    answer = NonBlankText(ANSWER_LENGTH, required=True)


class DocumentFiles(ma.Schema):
    """The file of a document: PDF, DOCX, HTML, Markdown or text of at most 20 MB."""

    file = Upload()


class DocumentChangeSchema(Schema):
    """What of a document can be changed; keys left out stay as they are."""

    title: Line = NonBlankLine(TITLE_LENGTH)
    folder = Line(validate=ma.validate.Length(max=FOLDER_LENGTH))
    review_by = Day(allow_none=True)
    every = Text(allow_none=True, validate=ma.validate.OneOf(EVERY))

    @ma.pre_load
    def take_empty(self, data: Any, **_kwargs: Any) -> Any:
        """Take a form's empty choices as none."""
        if not isinstance(data, dict):
            return data
        return data | {name: None for name in ("review_by", "every") if data.get(name) == ""}


class DocumentSourceSchema(DocumentChangeSchema):
    """Where a document comes from, unless it is a file, and what is said of it."""

    title = Line(validate=ma.validate.Length(max=TITLE_LENGTH))
    url = Text(validate=_ADDRESS, metadata={"example": "https://dealer.example/warranty"})
    sitemap = Text(validate=_ADDRESS, metadata={"example": "https://dealer.example/sitemap.xml"})
    replaces = Id(metadata={"description": "The document whose place this one takes once it has been read"})


class NewDocumentForm(FormSchema, DocumentSourceSchema):
    """The same beside a file."""

    review_by = Day()
    every = Text(validate=ma.validate.OneOf(EVERY))


class NewDocumentSchema(DocumentSourceSchema):
    """The same in JSON, with questions."""

    questions = ma.fields.List(ma.fields.Nested(DocumentQuestionSchema), validate=ma.validate.Length(1, QUESTIONS))


class DocumentListArgs(PageArgs):
    """Documents by words of their title or text, a folder and a state."""

    q = Line(load_default="", validate=ma.validate.Length(max=200))
    folder = Line(load_default="", validate=ma.validate.Length(max=FOLDER_LENGTH))
    state = Text(load_default="", validate=ma.validate.OneOf(("", *STATES)))
    rated = Text(
        load_default="", validate=ma.validate.OneOf(("", "poorly")),
        metadata={"description": "`poorly`: those whose answers mostly did not help"},
    )  # fmt: skip


class PassageListArgs(PageArgs):
    """Passages by words in them."""

    q = Line(load_default="", validate=ma.validate.Length(max=200))
    use = Text(load_default="", validate=ma.validate.OneOf(("", "cited", "never")))
    passage = Id(load_default=None, metadata={"description": "A passage to answer beside the list"})


class DocumentSchema(ResponseSchema):
    """A document that a bot answers from."""

    id = Id()
    title = Text()
    source = Text(metadata={"enum": list(SOURCES)})
    kind = Text(metadata={"enum": list(KINDS)})
    file_name = Text()
    address = Text()
    folder = Text()
    state = Text(metadata={"enum": list(STATES)})
    reason = Text(metadata={"enum": ["", *REASONS], "description": "Why it could not be read"})
    warning = Text(metadata={"description": "Why the last reading failed; the one before still answers"})
    possible = ma.fields.List(Text(metadata={"enum": list(OFFERED)}))
    progress = ma.fields.Float(allow_none=True, metadata={"description": "Of a reading under way, 0 to 1"})
    review_by = ma.fields.Date(allow_none=True)
    every = Text(allow_none=True, metadata={"enum": [*EVERY, None]})
    next_read_at = ma.fields.AwareDateTime(allow_none=True)
    read_at = ma.fields.AwareDateTime(allow_none=True)
    read_ms = Whole(allow_none=True)
    size = Whole()
    pages = Whole(allow_none=True)
    passages = Whole()
    words = Whole()
    languages = ma.fields.List(Text())
    engine = Text(metadata={"description": "What compares meanings; empty where words alone are compared"})
    changes = ma.fields.Dict(metadata={"description": "`added`, `removed` and `same` passages of the last reading"})
    replaces = Id(attribute="replaces_id", allow_none=True)
    times_found = Whole(metadata={"description": "Times found in seven days"})
    cited = Whole(metadata={"description": "Times cited in seven days"})
    used_at = ma.fields.AwareDateTime(allow_none=True)
    rated = Whole(metadata={"description": RATED})
    helpful = ma.fields.Float(allow_none=True, metadata={"description": HELPFUL})
    revision = Whole()


class OverdueDocumentSchema(ResponseSchema):
    """A document past its review."""

    id = Id()
    title = Text()
    review_by = ma.fields.Date(allow_none=True)


class DocumentTotalsSchema(ResponseSchema):
    """How much a bot's documents hold."""

    documents = Whole()
    answering = Whole()
    passages = Whole()
    stale = Whole()
    most_overdue = ma.fields.Nested(
        OverdueDocumentSchema, allow_none=True, metadata={"description": "The one longest past its review"}
    )
    poorly_rated = Whole(metadata={"description": "Those whose answers mostly did not help"})
    bytes = Whole()
    most_bytes = Whole()


class DocumentPageSchema(PageSchema):
    """A page of documents."""

    items = ma.fields.List(ma.fields.Nested(DocumentSchema))
    totals = ma.fields.Nested(DocumentTotalsSchema)
    folders = ma.fields.List(Text())


class PassageSchema(ResponseSchema):
    """A passage of a document."""

    id = Id()
    number = Whole()
    page = Whole(allow_none=True)
    heading = Text()
    text = Text()
    words = Whole()
    address = Text()
    has_picture = ma.fields.Boolean(metadata={"description": "Whether its page can be shown as a picture"})
    times_found = Whole(metadata={"description": "Times found in 28 days"})
    cited = Whole(metadata={"description": "Times cited in 28 days"})
    rated = Whole(metadata={"description": RATED})
    helpful = ma.fields.Float(allow_none=True, metadata={"description": HELPFUL})


class PassagePageSchema(PageSchema):
    """A page of passages."""

    items = ma.fields.List(ma.fields.Nested(PassageSchema))
    opened = ma.fields.Nested(
        PassageSchema, allow_none=True,
        metadata={"description": "The passage asked for; null where none was, or where it is gone"},
    )  # fmt: skip
