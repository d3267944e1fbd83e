"""Shapes of the sample table and of suggestions: the specified ones by API.md §10, and our own."""

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress
from app.core.http.schemas import Id, ListArgs, NonBlankLine, ResponseSchema, Schema, Text, Whole, page_schema
from app.samples.datatables.models import STATUSES
from app.samples.datatables.service import GROUPS, MOST, SORTS


class TableArgs(Schema):
    """Words and a page."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    perPage = Whole(load_default=10, validate=ma.validate.Range(min=1, max=1000))
    page = Whole(load_default=1, validate=ma.validate.Range(min=1, max=1_000_000))


class SpecifiedRowSchema(ResponseSchema):
    """A row as the specified calls show it: all text but id and status."""

    responsive_id = ma.fields.Constant("")
    id = Whole(attribute="number")
    avatar = FileAddress()
    full_name = Text()
    post = Text()
    email = Text()
    city = Text()
    start_date = Text(attribute="start_text", metadata={"example": "09/23/2026"})
    salary = Text(attribute="salary_text", metadata={"example": "$23896.35"})
    age = Text(attribute="age_text")
    experience = Text(attribute="experience_text")
    status = Whole(metadata={"enum": list(STATUSES)})


class SpecifiedRowsSchema(ResponseSchema):
    """Every row, one page of those that fit, and how many fit."""

    allData = ma.fields.List(ma.fields.Nested(SpecifiedRowSchema))
    invoices = ma.fields.List(ma.fields.Nested(SpecifiedRowSchema))
    total = Whole()


class SuggestedSchema(ResponseSchema):
    """Something to complete to."""

    title = Text()
    rank = Whole()
    id = Whole()


class AutoCompleteSchema(ResponseSchema):
    """Everything there is to complete to."""

    autoComplete = ma.fields.List(ma.fields.Nested(SuggestedSchema))


# ---- our own calls ------------------------------------------------------------------------------------


class _FilterArgs(Schema):
    """What narrows the table."""

    status = Whole(load_default=None, allow_none=True, validate=ma.validate.OneOf(STATUSES))
    city = Text(load_default="", validate=ma.validate.Length(max=80))


class RowListArgs(_FilterArgs, ListArgs):
    """Rows are listed by number unless asked otherwise."""

    sort = Text(load_default="", validate=ma.validate.OneOf(SORTS))


class RowFileArgs(_FilterArgs):
    """Which rows a file has: those named, or all that fit."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    sort = Text(load_default="", validate=ma.validate.OneOf(SORTS))
    ids = ma.fields.List(Id(), load_default=list, validate=ma.validate.Length(max=MOST))


class TableRowSchema(ResponseSchema):
    """A row as our page shows it."""

    id = Id()
    number = Whole()
    avatar = FileAddress()
    full_name = Text()
    post = Text()
    email = Text()
    city = Text()
    start_date = ma.fields.Date()
    salary = ma.fields.Float()
    age = Whole()
    experience = Whole()
    status = Whole(metadata={"enum": list(STATUSES)})
    revision = Whole()


TableRowPageSchema = page_schema(TableRowSchema)


class TableCitiesSchema(ResponseSchema):
    """The cities that rows can be narrowed to."""

    cities = ma.fields.List(Text())


class TableRowChangeSchema(Schema):
    """What of a row can be changed; keys left out stay as they are."""

    full_name = NonBlankLine(120)
    post = NonBlankLine(120)
    city = NonBlankLine(80)
    salary = ma.fields.Float(validate=ma.validate.Range(min=0, max=100_000_000))
    age = Whole(validate=ma.validate.Range(min=16, max=100))
    experience = Whole(validate=ma.validate.Range(min=0, max=80))
    status = Whole(validate=ma.validate.OneOf(STATUSES))


class SuggestArgs(Schema):
    """What has been typed."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))


class CompletionSchema(SuggestedSchema):
    """Something to complete to, and what kind of thing it is."""

    group = Text(metadata={"enum": list(GROUPS)})


class CompletionsSchema(ResponseSchema):
    """What fits, in groups."""

    completions = ma.fields.List(ma.fields.Nested(CompletionSchema))
