"""Reasons that no schema can express keep their mark on the way through marshmallow, and are plain text for callers."""

import json

import marshmallow as ma
import pytest
from flask import Flask

from app.core import errors
from app.core.errors import BeyondSchema, Invalid
from app.core.http.schemas import LANGUAGE_KEY, Day, Text, Whole


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (Whole(), 2**63),
        (Day(), "1850-01-01"),
        (Text(), "a\0"),
        (ma.fields.Dict(keys=Text(validate=LANGUAGE_KEY)), {"xx": ""}),
    ],
)
def test_reasons_of_fields_keep_their_mark(field: ma.fields.Field, value: object) -> None:
    with pytest.raises(ma.ValidationError) as refused:
        field.deserialize(value)
    messages = refused.value.messages
    (reason,) = messages["xx"]["key"] if isinstance(messages, dict) else messages
    assert isinstance(reason, BeyondSchema) and "{" not in reason


def test_reasons_of_schemas_do_not_have_it() -> None:
    with pytest.raises(ma.ValidationError) as refused:
        Text(validate=ma.validate.Length(max=1)).deserialize("ab")
    assert not isinstance(refused.value.messages[0], BeyondSchema)


def test_callers_read_plain_text(app: Flask) -> None:
    with app.test_request_context("/api/v1/bots"):
        refusal = Invalid({"to": [BeyondSchema("The end is before the start.")]})
        answer = errors.answer_problem(errors.problem(refusal.status, refusal.detail, refusal.code, refusal.errors))
    assert json.loads(answer.data)["errors"] == {"to": ["The end is before the start."]}
