"""What code lists look like in JSON."""

from typing import Any

import marshmallow as ma

from app.core.http.csv_schemas import CsvImportArgs
from app.core.http.schemas import (
    IDS,
    LANGUAGE_KEY,
    Day,
    Id,
    Line,
    PageArgs,
    PageSchema,
    Pattern,
    ResponseSchema,
    Schema,
    Switch,
    Text,
    Whole,
)
from app.reference.lists import LISTS
from app.reference.models import CODE_LENGTH, LABEL_LENGTH

CODE = rf"^[A-Za-z0-9][A-Za-z0-9._/-]{{0,{CODE_LENGTH - 1}}}$"
STATES = ("active", "inactive")
MOST = 100
"""How many entries are put in order at once: as many as a page has."""


class ReferenceListSchema(ResponseSchema):
    """A code list with how many entries it has."""

    list = Text(metadata={"enum": [*LISTS]})
    total = Whole()
    active = Whole()
    kept_at = Text(metadata={"description": "The page where it is edited; empty for a list that is edited here"})


class ReferenceListsSchema(ResponseSchema):
    """Every code list."""

    items = ma.fields.List(ma.fields.Nested(ReferenceListSchema))


class EntryListArgs(PageArgs):
    """Entries are listed in their order; by words of code and names, by state, and by what they belong to."""

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    state = Text(load_default="", validate=ma.validate.OneOf(["", *STATES]))
    belongs_to = Text(load_default="", validate=ma.validate.Length(max=CODE_LENGTH))


class EntrySchema(ResponseSchema):
    """An entry of a code list; one that is kept elsewhere has no id, and the page where it is edited."""

    id = Id(attribute="entry.id", allow_none=True)
    code = Text(attribute="entry.code", metadata={"example": "price"})
    labels = ma.fields.Dict(
        keys=Text(), values=Text(), attribute="entry.labels", metadata={"example": {"en": "Price too high"}}
    )
    belongs_to = Text(attribute="entry.belongs_to", metadata={"description": "A code of another list, or a group"})
    order = Whole()
    active = ma.fields.Boolean(attribute="entry.active")
    valid_from = ma.fields.Date(attribute="entry.valid_from", allow_none=True)
    valid_to = ma.fields.Date(attribute="entry.valid_to", allow_none=True, metadata={"description": "The last day"})
    used = Whole(metadata={"description": "How many things use it that the reader may see"})
    url = Text()
    revision = Whole(attribute="entry.revision", allow_none=True)


class EntryPageSchema(PageSchema):
    """One page of a code list."""

    list = Text(metadata={"enum": [*LISTS]})
    kept_at = Text()
    items = ma.fields.List(ma.fields.Nested(EntrySchema))


class EntryChangeSchema(Schema):
    """What of an entry can be changed; keys left out stay as they are."""

    labels = ma.fields.Dict(
        keys=Text(validate=LANGUAGE_KEY),
        values=Line(validate=ma.validate.Length(max=LABEL_LENGTH)),
        metadata={"example": {"en": "Price too high"}},
    )
    belongs_to = Text(validate=ma.validate.Length(max=CODE_LENGTH))
    active = Switch()
    valid_from = Day(allow_none=True)
    valid_to = Day(allow_none=True)


class NewEntrySchema(EntryChangeSchema):
    """What a new entry needs."""

    code = Text(
        required=True,
        validate=Pattern(CODE, error="Must be letters, digits, dots, slashes or hyphens, such as price."),
    )


class EntryOrderSchema(Schema):
    """Entries in the order they are to stand in, as ids joined by commas."""

    order = Text(
        required=True,
        validate=[
            ma.validate.Length(max=20 * MOST),
            Pattern(rf"^{IDS}$", error="Must be IDs separated by commas."),
        ],
        metadata={"pattern": f"^{IDS}$"},
    )


class EntryIdsSchema(ResponseSchema):
    """Entries by their ids."""

    ids = ma.fields.List(Id())


class UseSchema(ResponseSchema):
    """Something that uses a code."""

    kind = Text(metadata={"example": "variant"})
    name = Text()
    url = Text()


class EntryUsesSchema(ResponseSchema):
    """Where an entry is used: how often, and the first hundred things."""

    total = Whole()
    uses = ma.fields.List(ma.fields.Nested(UseSchema))


class EntryFileForm(CsvImportArgs):
    """Whether a file of entries is only checked, as a button of a form."""


def loaded(values: dict[str, Any]) -> Any:
    """The values of a row of a file as a call would take them."""
    return NewEntrySchema().load(values)
