"""How calls take CSV files whose rows are checked first, and what they answer."""

import marshmallow as ma
from flask_smorest.fields import Upload

from app.core.http.schemas import ReasonText, ResponseSchema, Schema, Text, Whole


class CsvFiles(Schema):
    """The file, where it is sent as a form."""

    file = Upload(metadata={"description": "CSV, up to 1,000 rows; it can be the whole body instead"})


class CsvImportArgs(Schema):
    """Whether the file is only checked; a form says it with a button."""

    dry = ma.fields.Boolean(load_default=False)


class RowErrorSchema(ResponseSchema):
    """What is wrong in a row; the row of the names of columns is the first."""

    row = Whole()
    field = Text()
    message = ReasonText()


class CsvImportSchema(ResponseSchema):
    """What a file holds, what is wrong in it, and how much it adds or changes."""

    rows = Whole()
    errors = ma.fields.List(ma.fields.Nested(RowErrorSchema))
    changes = Whole()
