"""The base of every schema: text without NUL or surrogates, 64-bit numbers, ids as strings."""

from typing import Any
from urllib.parse import parse_qsl

import marshmallow as ma

MAX_INT = 2**63 - 1


class Text(ma.fields.String):
    """Text any database can store: no NUL, no lone surrogate."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        if text is not None and ("\x00" in text or any("\ud800" <= c <= "\udfff" for c in text)):
            raise ma.ValidationError("Contains characters that cannot be stored.")
        return text


class Whole(ma.fields.Integer):
    """A whole number of at most 64 bits."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if isinstance(value, bool) or (isinstance(value, str) and not value.isascii()):
            raise self.make_error("invalid", input=value)
        number: int = super()._deserialize(value, attr, data, **kwargs)
        if number is not None and abs(number) > MAX_INT:
            raise self.make_error("too_large", input=value)
        return number


class Id(Whole):
    """One of our 64-bit ids: text in JSON, because JavaScript's numbers end at 2^53."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return None if value is None else str(value)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        number = super()._deserialize(value, attr, data, **kwargs)
        if number is not None and number < 1:
            raise self.make_error("invalid", input=value)
        return number


class Schema(ma.Schema):
    """Every schema of `/api/v1`: unknown keys are refused, instants carry their zone."""

    TYPE_MAPPING = ma.Schema.TYPE_MAPPING | {str: Text, int: Whole}

    class Meta:
        """Unknown keys are errors; keys keep the order they are declared in."""

        unknown = ma.RAISE


class Answer(Schema):
    """What a call answers with: every key is there, but for those a field's metadata calls `optional`."""

    def on_bind_field(self, field_name: str, field_obj: ma.fields.Field[Any]) -> None:
        """Tell the OpenAPI document, and with it the interface's types, which keys are always there."""
        field_obj.required = not field_obj.metadata.get("optional", False)


class DatesSchema(Answer):
    """First and last date."""

    from_ = ma.fields.Date(data_key="from")
    to = ma.fields.Date()


class PageSchema(Answer):
    """What every page of a list says beside its items; `next` and `previous` are values for `page`."""

    total = Whole()
    page = Whole(allow_none=True)
    per = Whole()
    next = Text(allow_none=True)
    previous = Text(allow_none=True)


class ListArgs(Schema):
    """What every list takes: words, order, page (a number or an opaque cursor) and page size.

    A list names the orders it offers; until it does there is only its own.
    """

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    sort = Text(load_default="", validate=ma.validate.OneOf([""]))
    page = Text(load_default="1", validate=ma.validate.Length(min=1, max=200))
    per = Whole(load_default=10, validate=ma.validate.OneOf([10, 25, 50, 100]))


def load_query(schema: ma.Schema, query: str) -> Any:
    """The arguments of a query text, as the calls that take the schema would understand it."""
    # Of a key that is there twice the first counts.
    return schema.load(dict(reversed(parse_qsl(query, keep_blank_values=True))))
