"""Rows of a list in the fields of a form."""

import marshmallow as ma
from werkzeug.datastructures import MultiDict

from app.core.http.schemas import Schema, Text
from app.web.coercion import to_json


class _Row(Schema):
    """One row of a list."""

    name = Text(load_default="")
    tags = ma.fields.List(Text())


class _Rows(Schema):
    """Something with rows."""

    rows = ma.fields.List(ma.fields.Nested(_Row))


def test_rows_of_a_list_are_put_together_in_the_order_of_their_numbers() -> None:
    fields = dict(_Rows().load_fields)
    form = MultiDict([("rows.10.name", "c"), ("rows.2.name", "a"), ("rows.2.tags", "x"), ("rows.2.tags", "y"),
                      ("rows.x.name", "no"), ("rows.3", "no")])  # fmt: skip
    assert to_json(fields, form) == {"rows": [{"name": "a", "tags": ["x", "y"]}, {"name": "c"}]}
