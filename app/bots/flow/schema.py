"""The JSON Schema of `parley-flow/1`: shape alone; what a flow means is checked by `validation`."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from app.bots.engine.flow import OFFER_FIELDS
from app.bots.engine.leads import FIELDS as LEAD_FIELDS
from app.bots.expressions.bounds import EXACT
from app.bots.flow.documents import DEPTH, depth
from app.core import hours
from app.core.errors import Invalid
from app.core.values import KINDS

FORMAT = "parley-flow/1"
MOST_NODES = 2000
NODE_ID = r"^[A-Za-z0-9_.-]{1,64}$"
NAME = r"^[A-Za-z_][A-Za-z0-9_]{0,63}$"
LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z]{2,8})?$"
ISSUES = 50

MOST_WORDINGS, LONGEST_WORDING = 20, 4096
_WORDING = {"type": "string", "maxLength": LONGEST_WORDING}
_TEXT = {"anyOf": [_WORDING, {"type": "array", "items": _WORDING, "minItems": 1, "maxItems": MOST_WORDINGS}]}
_TEXTS = {"type": "object", "propertyNames": {"pattern": LANGUAGE}, "additionalProperties": _TEXT}
_WORDS = {
    "type": "object",
    "propertyNames": {"pattern": LANGUAGE},
    "additionalProperties": {"type": "array", "items": {"type": "string", "maxLength": 500}, "maxItems": 2000},
}
_REF = {"type": "string", "pattern": NODE_ID}
_VARIABLE = {"type": "string", "pattern": NAME}
_EXPRESSION = {"type": "string"}
_SET = {"type": "object", "propertyNames": {"pattern": NAME}, "additionalProperties": _EXPRESSION}
_TIMES = {"type": "integer", "minimum": 0, "maximum": 10}


def _object(properties: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object of exactly these properties."""
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _list(item: dict[str, Any], most: int) -> dict[str, Any]:
    """A list of at most so many."""
    return {"type": "array", "items": item, "maxItems": most}


_RETRY = _object({"times": _TIMES, "text": _TEXTS, "then": _REF})
_MAPPING = {"type": "object", "additionalProperties": {"type": "string"}}
_FIELDS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "message": (
        {
            "media": _object(
                {
                    "file": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                    "url": {"type": "string", "maxLength": 2000},
                    "alt": _TEXTS,
                    "kind": {"type": "string"},
                }
            )
            | {"if": {"not": {"required": ["file"]}}, "then": {"required": ["url"]}},
            "buttons": _list(
                _object({"label": _TEXTS, "url": {"type": "string", "maxLength": 2000}}, ("label", "url")), 20
            ),
        },
        (),
    ),
    "choice": (
        {
            "options": _list(
                _object(
                    {
                        "id": {"type": "string", "minLength": 1, "maxLength": 64},
                        "label": _TEXTS,
                        "next": _REF,
                        "set": _SET,
                    },
                    ("id", "label"),
                ),
                50,
            ),
            "save": _VARIABLE,
        },
        ("options",),
    ),
    "input": (
        {
            "kind": {"enum": list(KINDS)},
            "entity": {"type": "string", "maxLength": 64},
            "scale": {"enum": [5, 10]},
            "open_only": {"type": "boolean"},
            "save": _VARIABLE,
            "retry": _RETRY,
            "skip": _object({"label": _TEXTS, "next": _REF}, ("label",)),
        },
        (),
    ),
    "condition": (
        {"branches": _list(_object({"if": _EXPRESSION, "next": _REF}, ("if",)), 50), "else": _REF},
        ("branches",),
    ),
    "set": ({"set": _SET}, ("set",)),
    "call": (
        {
            "method": {"enum": ["GET", "POST", "PUT", "PATCH", "DELETE"]},
            "url": {"type": "string", "maxLength": 2000},
            "headers": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 2000}},
            "body": {},
            "timeout_s": {"type": "number", "exclusiveMinimum": 0, "maximum": 20},
            "save": _VARIABLE,
            "failed": _REF,
        },
        ("url",),
    ),
    "knowledge": ({"none": _REF}, ()),
    "handoff": ({"queue": {"type": "string", "maxLength": 64}, "closed": _REF, "call_back": {"type": "boolean"}}, ()),
    "goal": (
        {"name": {"type": "string", "minLength": 1, "maxLength": 80}, "value": {"type": ["number", "string"]}},
        ("name",),
    ),
    "jump": ({"to": _REF, "back": {"type": "boolean"}}, ("to",)),
    "wait": ({"seconds": {"type": "number", "exclusiveMinimum": 0, "maximum": 604_800}}, ("seconds",)),
    "split": (
        {
            "variants": _list(_object({"weight": {"type": "integer", "minimum": 1, "maximum": 1000}, "next": _REF}), 20)
            | {"minItems": 1}
        },
        ("variants",),
    ),
    "rate": ({"scale": {"enum": [5, 10]}, "save": _VARIABLE}, ()),
    "lead": (
        {
            "fields": _MAPPING | {"propertyNames": {"enum": list(LEAD_FIELDS)}},
            "kind": {"type": "string"},
            "save": _VARIABLE,
            "failed": _REF,
        },
        (),
    ),
    "offer": (
        {
            "fields": {
                "type": "object",
                "propertyNames": {"enum": list(OFFER_FIELDS)},
                "additionalProperties": _VARIABLE,
            },
            "save": _VARIABLE,
            "none": _REF,
        },
        (),
    ),
    "end": ({}, ()),
}
NODE_TYPES = tuple(_FIELDS)
_INTENT = _object({"goto": _REF, "title": _TEXTS, "phrases": _WORDS}, ("goto",))


def _node(kind: str) -> dict[str, Any]:
    """What a node of one type is: what its type says, required keys alone."""
    fields, required = _FIELDS[kind]
    return _object({"type": {"const": kind}, "text": _TEXTS, "next": _REF} | fields, ("type", *required))


SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Flow document of a bot",
    **_object(
        {
            "format": {"const": FORMAT},
            "languages": {
                "type": "array",
                "items": {"type": "string", "pattern": LANGUAGE},
                "minItems": 1,
                "maxItems": 20,
                "uniqueItems": True,
            },
            "start": _REF,
            "variables": {
                "type": "object",
                "propertyNames": {"pattern": NAME},
                "additionalProperties": _object({"type": {"type": "string", "maxLength": 64}}, ("type",)),
            },
            "entities": {
                "type": "object",
                "additionalProperties": _object(
                    {"values": {"type": "object", "additionalProperties": _WORDS}}, ("values",)
                ),
            },
            "intents": {
                "type": "object",
                "propertyNames": {"minLength": 1, "maxLength": 80},
                "additionalProperties": _INTENT,
            },
            "fallback": _RETRY,
            "confirm": _object({"text": _TEXTS}),
            "restart": _WORDS,
            "goals": _list({"type": "string", "minLength": 1, "maxLength": 80}, 50),
            "knowledge": _list(_object({"question": _TEXTS, "answer": _TEXTS}, ("question", "answer")), 1000),
            "hours": hours.SHAPE,
            "sensitivity": {"enum": ["strict", "balanced", "eager"]},
            "nodes": {
                "type": "object",
                "propertyNames": {"pattern": NODE_ID},
                "minProperties": 1,
                "maxProperties": MOST_NODES,
                "additionalProperties": {
                    "type": "object",
                    "required": ["type"],
                    "properties": {"type": {"enum": list(NODE_TYPES)}},
                    "allOf": [
                        {"if": {"properties": {"type": {"const": kind}}, "required": ["type"]}, "then": _node(kind)}
                        for kind in NODE_TYPES
                    ],
                },
            },
        },
        ("format", "languages", "start", "nodes"),
    ),
}


@cache
def _validator() -> Draft202012Validator:
    """The schema, compiled once."""
    return Draft202012Validator(SCHEMA)


def shape_errors(document: Any) -> dict[str, list[str]]:
    """Return what a document's shape lacks, by path (`nodes/menu/options/0`), at most 50 paths."""
    if depth(document) > DEPTH:
        return {"document": [f"Is nested deeper than {DEPTH} levels."]}
    errors: dict[str, list[str]] = {}
    business = document.get("hours") if isinstance(document, dict) else None
    try:
        hours.check_sense(business if isinstance(business, dict) else {})
    except Invalid as refused:
        errors |= {path.replace(".", "/"): list(messages) for path, messages in refused.errors.items()}
    for steps in islice(_inexact_numbers(document), ISSUES):
        errors["/".join(steps) or "document"] = [f"Numbers from {EXACT} on lose digits. Write it as text, in quotes."]
    for error in _validator().iter_errors(document):
        at = [str(part) for part in error.absolute_path]
        for path, message in _by_path(at, error):
            if path in errors or len(errors) < ISSUES:
                errors.setdefault(path, []).append(message)
    return errors


def _inexact_numbers(part: Any, *at: str) -> Iterator[tuple[str, ...]]:
    """Yield the paths of numbers that not every reader of JSON takes for what they are."""
    if isinstance(part, dict | list):
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            yield from _inexact_numbers(inner, *at, str(key))
    elif isinstance(part, int | float) and not -EXACT < part < EXACT:
        yield at


def _by_path(at: list[str], error: ValidationError) -> Iterator[tuple[str, str]]:
    """Yield an error under its path; of keys that are not known each under its own."""
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        for key in error.instance.keys() - error.schema.get("properties", {}).keys():
            yield "/".join([*at, key]), "Unknown field."
    else:
        yield "/".join(at) or "document", _shorten(error.message)


def _shorten(message: str) -> str:
    """A message of bounded length: it may quote the whole document."""
    return message if len(message) <= 200 else f"{message[:197]}…"
