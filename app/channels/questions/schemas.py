"""What questions to bots' knowledge look like in JSON."""

import marshmallow as ma

from app.bots.documents.models import ANSWER_LENGTH, QUESTION_LENGTH
from app.channels.questions.figures import SHARES
from app.channels.questions.models import GROUP_STATES
from app.channels.questions.service import LIFE
from app.core.http.schemas import (
    Id,
    NonBlankLine,
    NonBlankText,
    PageArgs,
    PageSchema,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)


class QuestionListArgs(PageArgs):
    """Groups by state, and those nearest to a document."""

    state = Text(load_default="", validate=ma.validate.OneOf(("", *GROUP_STATES)))
    document = Id(load_default=None, allow_none=True)


class QuestionGroupSchema(ResponseSchema):
    """Questions without an answer that say nearly the same."""

    id = Id()
    text = Text()
    language = Text()
    state = Text(metadata={"enum": list(GROUP_STATES)})
    possible = ma.fields.List(Text(metadata={"enum": list(LIFE.events)}))
    count = Whole()
    conversations = Whole()
    recent = Whole(metadata={"description": "Those of the last seven days"})
    examples = ma.fields.List(Text())
    conversation = Id(allow_none=True)
    turn = Whole(allow_none=True)
    last_at = ma.fields.AwareDateTime()
    revision = Whole()


class UnansweredSummarySchema(ResponseSchema):
    """Questions of seven days, how many were answered, and groups that are open."""

    total = Whole()
    answered = Whole()
    groups = Whole()


class QuestionShareSchema(ResponseSchema):
    """A part of the questions or ratings of seven days, and of the seven days before."""

    id = Text(metadata={"enum": list(SHARES)})
    num = Whole()
    den = Whole()
    num_before = Whole()
    den_before = Whole()
    days = ma.fields.List(
        ma.fields.Float(allow_none=True), metadata={"description": "Each day's share; null where nothing was asked"}
    )


class UnansweredPageSchema(PageSchema):
    """A page of groups."""

    items = ma.fields.List(ma.fields.Nested(QuestionGroupSchema))
    summary = ma.fields.Nested(UnansweredSummarySchema)
    shares = ma.fields.List(ma.fields.Nested(QuestionShareSchema))


class DraftCitationSchema(ResponseSchema):
    """A passage that an answer was drafted of."""

    document = Text(allow_none=True)
    passage = Text(allow_none=True)
    title = Text()
    page = Whole(allow_none=True)
    text = Text()
    score = ma.fields.Float()
    stale = ma.fields.Boolean()


class DraftSchema(ResponseSchema):
    """An answer drafted of passages; empty where none is near."""

    question = Text()
    answer = Text()
    citations = ma.fields.List(ma.fields.Nested(DraftCitationSchema))


class NewAnswerSchema(Schema):
    """A question and an answer for the working copy."""

    question = NonBlankLine(QUESTION_LENGTH, required=True)
    answer = NonBlankText(ANSWER_LENGTH, required=True)


class AnswerAddedSchema(ResponseSchema):
    """The group, and the revision of the working copy that answers it."""

    group = ma.fields.Nested(QuestionGroupSchema)
    flow_revision = Whole()


class CitationListArgs(PageArgs):
    """Where a document was cited, the newest first; of one passage where that is given."""

    passage = Id(load_default=None, allow_none=True)


class CitedAnswerSchema(ResponseSchema):
    """An answer that cited a document."""

    id = Id()
    at = ma.fields.AwareDateTime()
    passage = Id()
    page = Whole(allow_none=True)
    score = ma.fields.Float()
    question = Text()
    helpful = ma.fields.Boolean(allow_none=True, metadata={"description": "What the visitor has said of it"})
    conversation = Id()
    turn = Whole()


CitedAnswerPageSchema = page_schema(CitedAnswerSchema)
