"""Rows of a list in the fields of a form."""

import marshmallow as ma
from werkzeug.datastructures import MultiDict

from app.core.http.schemas import Schema, Text
from app.web.coercion import to_json


class _Row(Schema):
    """One row of a list."""

    name = Text(load_default="")
    tags = ma.fields.List(Text())
    texts = ma.fields.Raw()


class _Rows(Schema):
    """Something with rows."""

    rows = ma.fields.List(ma.fields.Nested(_Row))
    anything = ma.fields.Raw()


def test_rows_of_a_list_are_put_together_in_the_order_of_their_numbers() -> None:
    fields = dict(_Rows().load_fields)
    form = MultiDict([("rows.10.name", "c"), ("rows.2.name", "a"), ("rows.2.tags", "x"), ("rows.2.tags", "y"),
                      ("rows.x.name", "no"), ("rows.3", "no")])  # fmt: skip
    assert to_json(fields, form) == {"rows": [{"name": "a", "tags": ["x", "y"]}, {"name": "c"}]}


def test_a_row_is_nested_as_its_own_fields_are() -> None:
    form = MultiDict([("rows.1.texts.en.0", "Hello"), ("rows.1.texts.en.1", "Hi"), ("rows.1.texts.hi.0", ""),
                      ("rows.0.name", "a"), ("rows.0.tags[]", "x")])  # fmt: skip
    assert to_json(dict(_Rows().load_fields), form) == {
        "rows": [{"name": "a", "tags": ["x"]}, {"texts": {"en": ["Hello", "Hi"], "hi": [""]}}]
    }


def test_an_object_in_an_object_is_nested_as_its_own_fields_are() -> None:
    inner = ma.Schema.from_dict({"texts": ma.fields.Dict(), "size": ma.fields.Int(), "note": ma.fields.Str()})
    form = MultiDict([("look.texts.en", "Hi"), ("look.size", ""), ("look.note", ""), ("title", "A")])
    fields = {"look": ma.fields.Nested(inner), "title": ma.fields.Str()}
    assert to_json(fields, form) == {"title": "A", "look": {"texts": {"en": "Hi"}, "note": ""}}


def test_a_field_that_may_hold_anything_is_nested_as_deep_as_its_names() -> None:
    fields = dict(_Rows().load_fields)
    form = MultiDict([("anything.text.en.1", "b"), ("anything.text.en.0", "a"), ("anything.text.hi", ""),
                      ("anything.text.hi.0", "lost"), ("anything.on", "0"), ("anything.on", "1")])  # fmt: skip
    assert to_json(fields, form) == {"anything": {"text": {"en": ["a", "b"], "hi": ""}, "on": "1"}}


def test_names_are_nested_only_so_deep() -> None:
    fields = dict(_Rows().load_fields)
    values = to_json(fields, MultiDict([(".".join(["anything", *"abcdefghijkl"]), "x")]))
    level = 0
    while isinstance(values, dict):
        values, level = next(iter(values.values())), level + 1
    assert (values, level) == ("x", 8)


def test_a_text_of_an_object_stays_text() -> None:
    fields = {"greeting": ma.fields.Dict(keys=ma.fields.Str(), values=ma.fields.Str())}
    form = MultiDict([("greeting.en", "42"), ("greeting.hi", "")])
    assert to_json(fields, form) == {"greeting": {"en": "42", "hi": ""}}


class _Connection(Schema):
    """Something with a text that is written and never shown."""

    secret = Text(allow_none=True, load_only=True)
    note = Text(allow_none=True)


def test_a_field_left_empty_keeps_what_is_never_shown() -> None:
    form = MultiDict([("secret", ""), ("note", "")])
    assert to_json(dict(_Connection().load_fields), form) == {"secret": "", "note": None}
