"""From form fields to the body a call takes: its own schema says which are lists, switches or left out."""

import io
import re
from dataclasses import dataclass, field
from typing import Any, Literal

import marshmallow as ma
import orjson
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from app.core.security.operations import Operation

Location = Literal["json", "query", "form"]


SWITCHED = {"": False, "0": False, "false": False, "1": True, "true": True, "on": True}
"""What a switch of a form means; any other text goes to the schema, which refuses it."""
PLACE = re.compile(r"[0-9]{1,3}", re.ASCII)
DEEPEST = 8
"""How many names stand within each other at most."""


@dataclass(frozen=True)
class Body:
    """Where a call takes its values from and by which schema."""

    location: Location
    fields: dict[str, ma.fields.Field[Any]] = field(default_factory=dict)
    largest: int | None = None
    """How many bytes it may have where that is not what every body may."""

    def environ(self, form: MultiDict[str, str], files: MultiDict[str, FileStorage]) -> dict[str, Any]:
        """The environ's part that carries the body."""
        if self.location == "form":
            content_type, raw = _multipart(form, files)
        else:
            content_type, raw = "application/json", orjson.dumps(to_json(self.fields, form))
        return {
            "wsgi.input": io.BytesIO(raw),
            "CONTENT_LENGTH": str(len(raw)),
            "CONTENT_TYPE": content_type,
        }


def body_for(operation: Operation) -> Body:
    """Return how an operation takes its values."""
    if operation.files is not None or operation.form is not None:
        return Body("form", largest=operation.largest)
    if operation.body is not None:
        return Body("json", _fields(operation.body))
    return Body("json" if operation.query is None else "query")


def _fields(schema: Any) -> dict[str, ma.fields.Field[Any]]:
    """The fields of a schema by the name they have in a body."""
    instance: ma.Schema = schema() if isinstance(schema, type) else schema
    return {field.data_key or name: field for name, field in instance.load_fields.items()}


def to_json(fields: dict[str, ma.fields.Field[Any]], form: MultiDict[str, str]) -> dict[str, Any]:
    """Form fields as the JSON object a schema loads: text stays text, the schema turns it into what it is.

    `name[]` and list fields gather all values; of a switch the last value counts, so that a hidden `0` can
    stand before the box; an emptied field that does not take empty text is null or left out; `a.b` is nested,
    `a.0.b` nested in a list, in the order of the numbers. A field that may hold anything is nested as deep as its
    names are: `a.en.1`.
    """
    out: dict[str, Any] = {}
    deep: dict[str, Any] = {}
    rows: dict[str, dict[int, MultiDict[str, str]]] = {}
    parts: dict[str, MultiDict[str, str]] = {}
    for name, values in form.lists():
        if name == "csrf":
            continue
        key = name.removesuffix("[]")
        outer, _, inner = key.partition(".")
        field = fields.get(outer)
        if inner and type(field) is ma.fields.Raw:
            _plant(deep, key.split("."), values[-1])
            continue
        if isinstance(field, ma.fields.List) and isinstance(field.inner, ma.fields.Nested) and inner:
            place, _, part = name.removeprefix(f"{outer}.").partition(".")
            if PLACE.fullmatch(place) and part:
                rows.setdefault(outer, {}).setdefault(int(place), MultiDict()).setlist(part, values)
            continue
        if inner and isinstance(field, ma.fields.Nested):
            parts.setdefault(outer, MultiDict()).setlist(name.removeprefix(f"{outer}."), values)
            continue
        target = out.setdefault(outer, {}) if inner else out
        if inner and isinstance(field, ma.fields.Dict):
            field = field.value_field
        value = _value(field, values, is_list=name.endswith("[]"))
        if value is not ma.missing and isinstance(target, dict):
            target[inner or outer] = value
    lists = {outer: _rows(fields[outer], row) for outer, row in rows.items()}
    objects = {outer: to_json(_fields(_schema_of(fields[outer])), part) for outer, part in parts.items()}
    return out | lists | objects | {outer: _to_lists(value) for outer, value in deep.items()}


def _schema_of(field: Any) -> Any:
    """The schema of a field that is an object."""
    return field.schema


def is_list(fields: dict[str, ma.fields.Field[Any]], name: str) -> bool:
    """Whether a call takes all values of a form's field, not the last of them."""
    field: Any = None
    for part in name.split("."):
        field = fields.get(part)
        fields = _fields(field.schema) if isinstance(field, ma.fields.Nested) else {}
    return name.endswith("[]") or isinstance(field, ma.fields.List)


def _rows(field: Any, rows: dict[int, MultiDict[str, str]]) -> list[dict[str, Any]]:
    """The rows of a list in the order of their places, each as its own schema has it."""
    fields = _fields(field.inner.schema)
    return [to_json(fields, row) for _, row in sorted(rows.items(), key=lambda item: item[0])]


def _plant(tree: dict[str, Any], path: list[str], value: str) -> None:
    """Put a value at a path of a tree; names that go on where another one ends are left out."""
    *names, last = path[:DEEPEST]
    for name in names:
        inner = tree.setdefault(name, {})
        if not isinstance(inner, dict):
            return
        tree = inner
    tree[last] = value


def _to_lists(value: Any) -> Any:
    """The tree with a list wherever all names are places, in the order of their numbers."""
    if not isinstance(value, dict):
        return value
    inner = {name: _to_lists(inner_value) for name, inner_value in value.items()}
    if not all(PLACE.fullmatch(name) for name in inner):
        return inner
    return [inner[name] for name in sorted(inner, key=int)]


def _value(field: ma.fields.Field[Any] | None, values: list[str], *, is_list: bool) -> Any:
    """One field's value; `missing` when it is to be left out."""
    if is_list or isinstance(field, ma.fields.List):
        return [value for value in values if value != ""]
    last = values[-1]
    if isinstance(field, ma.fields.Boolean):
        return SWITCHED.get(last, last)
    if isinstance(field, ma.fields.Dict) and last:
        return _object(last)
    if last != "" or field is None:
        return last
    # What is written and never shown is kept by a field left empty: only JSON takes it away.
    if field.allow_none and not field.load_only:
        return None
    if field.required or _takes_empty(field):
        return last
    return ma.missing


def _object(text: str) -> Any:
    """What a field of a form that carries an object holds: JSON, or text that the schema refuses."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text


def _takes_empty(field: ma.fields.Field[Any]) -> bool:
    """Whether empty text is a good value of a field."""
    try:
        field.deserialize("")
    except ma.ValidationError:
        return False
    return True


KEPT_NAME, KEPT_TEXT = ":name", ":text"
"""What a form's page carries of a file that was sent with it: its name and, where it is a short text, its content."""


def get_carried_files(form: MultiDict[str, str]) -> dict[str, tuple[str, str]]:
    """The files that a page shown again has carried along, by their fields: name and text."""
    names = [key.removesuffix(KEPT_TEXT) for key in form if key.endswith(KEPT_TEXT)]
    return {name: (form.get(f"{name}{KEPT_NAME}") or "file", form[f"{name}{KEPT_TEXT}"]) for name in names}


def _multipart(form: MultiDict[str, str], files: MultiDict[str, FileStorage]) -> tuple[str, bytes]:
    """The form as multipart again, files and all, for calls that take it so."""
    own = {"csrf"} | {f"{name}{end}" for name in get_carried_files(form) for end in (KEPT_NAME, KEPT_TEXT)}
    parts: MultiDict[str, Any] = MultiDict([(k, v) for k, v in form.items(multi=True) if k not in own and v != ""])
    uploads = [(name, file) for name, file in files.items(multi=True) if file.filename]
    for name, kept_file in get_carried_files(form).items():
        # Chosen before the page was shown again: a browser does not fill in files.
        if name not in dict(uploads):
            uploads.append((name, FileStorage(io.BytesIO(kept_file[1].encode()), kept_file[0], name, "text/plain")))
    for name, file in uploads:
        parts.add(name, file)
    boundary, raw = encode_multipart(parts)
    return f'multipart/form-data; boundary="{boundary}"', raw
