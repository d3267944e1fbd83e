"""The base of every schema: text without NUL or surrogates, 64-bit numbers, ids as strings."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Any, Self
from urllib.parse import parse_qsl

import marshmallow as ma

from app.core.errors import BeyondSchema
from app.core.http.messages import set_messages
from app.core.languages import SPOKEN, reading_language
from app.core.refusals import worded
from app.core.values.emails import normalise_email_text

# Fields take their sentences when they are made.
set_messages()
MAX_INT = 2**63 - 1
WHOLE = re.compile(r"-?[0-9]+")
ID = r"(?:[1-9][0-9]{0,17}|[1-8][0-9]{18})"
"""An id as text; the last few of 64 bits are taken too, but nobody needs to know of them."""
IDS = rf"{ID}(?:,{ID})*"
"""Ids joined by commas: how forms send an order."""
NO_SPACE = r"[^\s\u0000-\u001f\u0085]"
"""A character that neither Python nor clients take for a blank: the first knows more of them."""
NOT_BLANK = r"^[\s\u001c-\u001f\u0085]*[^\s\u0000\u001c-\u001f\u0085][^\u0000]*$"
"""What a text that must not be blank has to match; some engines' `\\s` leaves out what it names."""
PLAIN = r"^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$"
"""What a name has to match: something besides blanks, and nothing that no keyboard writes."""
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
UNSTORABLE = BeyondSchema("Contains characters that cannot be stored.")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
LANGUAGE_KEY = ma.validate.OneOf(SPOKEN, error=BeyondSchema("Must be one of: {choices}."))
"""What keys of texts by language have to be: the description of an object does not name its keys."""
_SPAN = BeyondSchema("Must be greater than or equal to {min} and less than or equal to {max}.")
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2199, 12, 31)
"""The days that calls take: far enough from the ends of the calendar to count days and zones on from them."""
LOCAL_MINUTE = r"^(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$"
"""A minute without a zone, as fields for one have it."""
PAGE = re.compile(r"^(?:[1-9][0-9]{0,8}|c[A-Za-z0-9_-]+)$")


def unstorable(value: Any) -> Any:
    """Return the errors of what no database stores, nested as the texts are in lists and objects; None for none."""
    if isinstance(value, str):
        return [UNSTORABLE] if _UNSTORABLE.search(value) else None
    if not isinstance(value, dict | list):
        return None
    errors = {}
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        reason = unstorable(key) or unstorable(part)
        if reason:
            errors[_UNSTORABLE.sub("", str(key))] = reason
    return errors or None


class Pattern(ma.validate.Regexp):  # noqa: TID251 - the class it replaces
    """A pattern that the whole of a text matches: before a line end at its end, `$` matches as well."""

    def __call__(self, value: Any) -> Any:
        """Return the value, or raise ValidationError."""
        pattern: re.Pattern[Any] = self.regex
        if pattern.fullmatch(value) is None:
            raise ma.ValidationError(self._format_error(value))
        return value


class Text(ma.fields.String):
    """Text any database can store: no NUL, no lone surrogate."""

    described: Mapping[str, Any] = {"pattern": r"^[^\u0000]*$"}
    """What the OpenAPI document says of a value that is sent, beside what the validators say."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text: str = super()._deserialize(value, attr, data, **kwargs)
        if text is not None and unstorable(text):
            raise ma.ValidationError(UNSTORABLE)
        return text


class ReasonText(Text):
    """A reason in the caller's language."""

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        text = super()._serialize(value, attr, obj, **kwargs)
        return None if text is None else worded(text, reading_language())


class Email(ma.fields.Email):
    """An e-mail address, without the blanks and the unseen characters that come with a copied one."""

    def __init__(self, **more: Any) -> None:
        super().__init__(validate=ma.validate.Length(max=254), **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return super()._deserialize(
            normalise_email_text(value) if isinstance(value, str) else value, attr, data, **kwargs
        )


class Emails(ma.fields.List):  # type: ignore[type-arg]
    """E-mail addresses: a list, whose texts may hold several, with commas or blanks between them as forms send them."""

    def __init__(self, **more: Any) -> None:
        super().__init__(Email(), **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if isinstance(value, list):
            parts = (re.split(r"[\s,;]+", part) if isinstance(part, str) else [part] for part in value)
            value = [part for some in parts for part in some if part != ""]
        return super()._deserialize(value, attr, data, **kwargs)


class Line(Text):
    """One line of text, without blanks around it and doubled within it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return " ".join(super()._deserialize(value, attr, data, **kwargs).split())


class TrimmedText(Text):
    """Text without the blanks around it; its lines stay as they are broken."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return super()._deserialize(value, attr, data, **kwargs).replace("\r\n", "\n").strip()


class _NonBlank(Text):
    """What fields share that must say something in at most so many characters."""

    pattern = NOT_BLANK

    def __init__(self, longest: int, **more: Any) -> None:
        metadata = {"pattern": self.pattern} | more.pop("metadata", {})
        self.longest = longest
        super().__init__(validate=ma.validate.Length(min=1, max=longest), metadata=metadata, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        # As described: blanks that are taken off count, too.
        if isinstance(value, str) and len(value) > self.longest:
            raise ma.ValidationError(f"Too long: {self.longest} characters at most.")
        return super()._deserialize(value, attr, data, **kwargs)


class NonBlankText(_NonBlank, TrimmedText):
    """Text that must say something, without the blanks around it."""


class NonBlankLine(_NonBlank, Line):
    """One line of text that must say something."""


class Name(NonBlankLine):
    """A line that must say something, without control characters."""

    pattern = PLAIN

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if isinstance(value, str) and CONTROL.search(value):
            raise ma.ValidationError("Must not contain control characters.")
        return super()._deserialize(value, attr, data, **kwargs)


class Whole(ma.fields.Integer):
    """A whole number of at most 64 bits."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        is_fraction = isinstance(value, float) and not value.is_integer()
        if isinstance(value, bool) or is_fraction or (isinstance(value, str) and not WHOLE.fullmatch(value)):
            raise self.make_error("invalid", input=value)
        number: int = super()._deserialize(value, attr, data, **kwargs)
        if number is not None and abs(number) > MAX_INT:
            raise ma.ValidationError(BeyondSchema("Number too large."))
        return number


class Id(Whole):
    """One of our 64-bit ids: text in JSON, because JavaScript's numbers end at 2^53."""

    described: Mapping[str, Any] = {"pattern": f"^{ID}$"}

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return None if value is None else str(value)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        number = super()._deserialize(value, attr, data, **kwargs)
        if number is not None and number < 1:
            raise self.make_error("invalid", input=value)
        return number


class Day(ma.fields.Date):
    """A date of the centuries that calls take."""

    def __init__(self, **more: Any) -> None:
        super().__init__(validate=ma.validate.Range(FIRST_DAY, LAST_DAY, error=_SPAN), **more)


class Moment(ma.fields.AwareDateTime):
    """An instant with its zone, of the centuries that calls take."""

    def __init__(self, **more: Any) -> None:
        first, last = (datetime.combine(day, time(), UTC) for day in (FIRST_DAY, LAST_DAY))
        super().__init__(validate=ma.validate.Range(first, last, error=_SPAN), **more)


class ClockMoment(Moment):
    """An instant, or a minute on the clock of whatever it is for, as forms send it."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> datetime:
        if isinstance(value, str) and re.fullmatch(LOCAL_MINUTE, value):
            return datetime.fromisoformat(value)
        return super()._deserialize(value, attr, data, **kwargs)

    def _validate(self, value: datetime) -> None:
        super()._validate(value if value.tzinfo is not None else value.replace(tzinfo=UTC))


class Switch(ma.fields.Boolean):
    """True or false and nothing like it; what a form says is turned into that by `app.web.coercion`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class Schema(ma.Schema):
    """Every schema of `/api/v1`: unknown keys are refused, instants carry their zone."""

    TYPE_MAPPING = ma.Schema.TYPE_MAPPING | {str: Text, int: Whole}

    class Meta:
        """Unknown keys are errors; keys keep the order they are declared in."""

        unknown = ma.RAISE

    def __deepcopy__(self, memo: Any) -> Self:
        """Return itself: nothing changes a schema, and each decorator of a call copies the call's description."""
        return self


@cache
def _make(schema: type[ma.Schema]) -> ma.Schema:
    return schema()


def instance_of(schema: Any) -> Any:
    """Return the one instance of a class of schemas that all calls share: each copies all the fields of its class."""
    return _make(schema) if isinstance(schema, type) else schema


class FormSchema(Schema):
    """What a form sends beside its files: with its token, and fields left blank as empty texts."""

    csrf = Text(load_only=True)

    @ma.pre_load
    def drop_empty(self, data: Any, **_kwargs: Any) -> Any:
        """Take what was left blank as not sent."""
        return {key: value for key, value in data.items() if value != ""}


class ResponseSchema(Schema):
    """What a call answers with: every key is there, but for those a field's metadata calls `optional`."""

    def on_bind_field(self, field_name: str, field_obj: ma.fields.Field[Any]) -> None:
        """Tell the OpenAPI document, and with it the interface's types, which keys are always there."""
        field_obj.required = not field_obj.metadata.get("optional", False)


class DatesSchema(ResponseSchema):
    """First and last date."""

    from_ = ma.fields.Date(data_key="from")
    to = ma.fields.Date()


class PageSchema(ResponseSchema):
    """What every page of a list says beside its items; `next` and `previous` are values for `page`."""

    total = Whole()
    page = Whole(allow_none=True)
    per = Whole()
    next = Text(allow_none=True)
    previous = Text(allow_none=True)


def page_schema(item: type[ma.Schema], name: str = "") -> type[PageSchema]:
    """Return the schema of a page of items; its name for the API is the item's with `Page`, or another one."""
    fields = {"items": ma.fields.List(ma.fields.Nested(item))}
    return type(name or f"{item.__name__.removesuffix('Schema')}PageSchema", (PageSchema,), fields)


class PageArgs(Schema):
    """What a list in its one order takes: page (a number or an opaque cursor) and page size."""

    page = Text(
        load_default="1",
        validate=[ma.validate.Length(max=200), Pattern(PAGE, error="Must be a page number from 1.")],
    )
    per = Whole(load_default=10, validate=ma.validate.OneOf([10, 25, 50, 100]))


class ListArgs(PageArgs):
    """What most lists take besides: words and an order.

    A list names the orders it offers; until it does there is only its own.
    """

    q = Text(load_default="", validate=ma.validate.Length(max=200))
    sort = Text(load_default="", validate=ma.validate.OneOf([""]))


def load_query(schema: ma.Schema, query: str) -> Any:
    """The arguments of a query text, as the calls that take the schema would understand it."""
    return schema.load(dict(parse_qsl(query, keep_blank_values=True)))
