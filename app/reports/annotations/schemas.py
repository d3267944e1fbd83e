"""What annotations look like in JSON."""

import marshmallow as ma

from app.core.http.schemas import ClockMoment, Id, Name, PageSchema, ResponseSchema, Schema, Text, Whole
from app.reports.records.models import ANNOTATION_KINDS, TEXT_LENGTH

_AT = {"description": "An instant, or a minute on the clock of reports", "example": "2026-11-20T14:05:00+05:30"}


class AnnotationChangeSchema(Schema):
    """What of an annotation can be changed; keys left out stay as they are."""

    at = ClockMoment(metadata=_AT)
    text = Name(TEXT_LENGTH)
    kind = Text(validate=ma.validate.OneOf(ANNOTATION_KINDS))


class NewAnnotationSchema(AnnotationChangeSchema):
    """What a new annotation needs."""

    at = ClockMoment(required=True, metadata=_AT)
    text = Name(TEXT_LENGTH, required=True)
    kind = Text(required=True, validate=ma.validate.OneOf(ANNOTATION_KINDS))


class AnnotationSchema(ResponseSchema):
    """An annotation."""

    id = Id()
    at = ma.fields.AwareDateTime()
    text = Text()
    kind = Text(metadata={"enum": list(ANNOTATION_KINDS)})
    created_at = ma.fields.AwareDateTime()
    revision = Whole()


class AnnotationPageSchema(PageSchema):
    """One page of annotations."""

    items = ma.fields.List(ma.fields.Nested(AnnotationSchema))
    zone = Text(metadata={"description": "The zone of reports, on whose clock a minute without a zone is"})
