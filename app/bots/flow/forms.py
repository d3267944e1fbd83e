"""From what a form says of a part of a flow to what its document holds: numbers, pairs, lines, nothing left empty."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import orjson

from app.bots.flow.conditions import write_value
from app.core.http.api import is_too_deep

KEPT: Mapping[str, Mapping[str, Any]] = {
    "choice": {"options": []},
    "condition": {"branches": []},
    "set": {"set": {}},
    "call": {"url": ""},
}
"""What a node of a type has even where it is empty."""
TICKED = ("1", "on")
SWITCHED = {"": None, "0": None, "false": None, "1": True, "true": True, "on": True}
NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?", re.ASCII)
SPAN = re.compile(r"([0-9]{1,2}:[0-9]{2})\s*[-–]\s*([0-9]{1,2}:[0-9]{2})", re.ASCII)
NAMED = re.compile(r"[^A-Za-z0-9_.-]+")


def without_empty(data: Any) -> Any:
    """Leave out what is empty at any depth, and rows of lists that are ticked to be removed."""
    if isinstance(data, Mapping):
        filled = {key: without_empty(value) for key, value in data.items()}
        return {key: value for key, value in filled.items() if not _is_empty(value)}
    if isinstance(data, list):
        return [value for value in (without_empty(row) for row in data if not _is_removed(row)) if not _is_empty(value)]
    return data


def _is_removed(row: Any) -> bool:
    return isinstance(row, Mapping) and row.get("remove") in TICKED


def _is_empty(value: Any) -> bool:
    return value is None or (isinstance(value, str | list | dict) and not value)


def node_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the node that a form, or a call, gives."""
    raw = dict(data)
    body = _json(raw.pop("body", None))
    node: dict[str, Any] = without_empty(raw)
    kind = node.get("type")
    node = dict(KEPT.get(str(kind), {})) | node
    for key in ("text", "label", "alt"):
        _each(node, key, _wordings)
    for key in ("times", "scale", "weight", "timeout_s", "seconds"):
        _each(node, key, _number)
    for key in ("set", "headers", "fields"):
        _each(node, key, _pairs)
    for key in ("back", "call_back", "open_only"):
        if key in node:
            node[key] = SWITCHED.get(node[key], node[key]) if isinstance(node[key], str) else node[key]
            if not node[key]:
                del node[key]
    if kind == "choice" and isinstance(node["options"], list):
        node["options"] = _identify_options(node["options"])
    for key in ("buttons", "skip"):
        for row in _rows(node.get(key)):
            row.setdefault("label", {})
    if kind == "call" and not _is_empty(body):
        node["body"] = body
    return node


def intent_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the intent that a form, or a call, gives: phrases stand one a line."""
    intent: dict[str, Any] = without_empty(data)
    _each(intent, "title", _wordings)
    if isinstance(intent.get("phrases"), dict):
        intent["phrases"] = without_empty({name: _lines(wordings) for name, wordings in intent["phrases"].items()})
    return intent


def entity_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entity that a form, or a call, gives: a row is a value and what it is called."""
    values = data.get("values")
    if isinstance(values, list):
        rows = [row for row in values if isinstance(row, Mapping) and not _is_removed(row)]
        values = {
            row["id"].strip(): {key: names for key, names in row.items() if key not in ("id", "remove")}
            for row in rows
            if isinstance(row.get("id"), str) and row["id"].strip()
        }
    if not isinstance(values, dict):
        return {"values": values if values else {}} | {key: part for key, part in data.items() if key != "values"}
    fields = {
        name: without_empty({language: _lines(words, also=",") for language, words in synonyms.items()})
        if isinstance(synonyms, Mapping)
        else synonyms
        for name, synonyms in values.items()
    }
    return {**data, "values": fields}


def setting_of(key: str, value: Any) -> Any:
    """Return what a form, or a call, gives for a key of the document itself; None takes the key out."""
    if key == "hours" and isinstance(value, Mapping):
        return _hours(value) or None
    if key == "restart" and isinstance(value, Mapping):
        return without_empty({language: _lines(wordings, also=",") for language, wordings in value.items()}) or None
    if key in ("goals", "languages"):
        return _lines(value) if value and isinstance(value, str | list) else value or None
    setting = without_empty(value)
    if key == "variables" and isinstance(setting, list):
        setting = {
            row["name"]: {"type": row.get("type", "text")}
            for row in setting
            if isinstance(row, dict) and isinstance(row.get("name"), str)
        }
    for part in ("text", "question", "answer"):
        for row in _rows(setting):
            _each(row, part, _wordings)
    if key == "fallback" and isinstance(setting, dict):
        _each(setting, "times", _number)
    if key == "knowledge":
        for row in _rows(setting):
            row.setdefault("question", {})
            row.setdefault("answer", {})
    return None if _is_empty(setting) else setting


def _each(data: Any, key: str, change: Callable[[Any], Any]) -> None:
    """Change every value of a key, in rows and parts too; what a person calls a variable is none of ours."""
    if isinstance(data, list):
        for row in data:
            _each(row, key, change)
    elif isinstance(data, dict):
        for name, value in data.items():
            if name == key:
                data[name] = change(value)
            elif name in ("options", "buttons", "branches", "variants", "retry", "skip", "media"):
                _each(value, key, change)


def _rows(value: Any) -> list[dict[str, Any]]:
    """The rows of a list, or a part as the one row it is."""
    return [row for row in (value if isinstance(value, list) else [value]) if isinstance(row, dict)]


def _wordings(texts: Any) -> Any:
    """Texts by language, one wording plain."""
    if not isinstance(texts, dict):
        return texts
    return {
        language: wording[0] if isinstance(wording, list) and len(wording) == 1 else wording
        for language, wording in texts.items()
    }


def _number(value: Any) -> Any:
    """A typed number as one; anything else is left to the schema."""
    if not isinstance(value, str) or not NUMBER.fullmatch(value.strip()):
        return value
    number = float(value)
    return int(number) if number.is_integer() else number


def _pairs(value: Any) -> Any:
    """Rows of name and value as the object they make; an object is one already."""
    if not isinstance(value, list) or not all(
        isinstance(row, dict) and row.keys() <= {"name", "value", "kind"} for row in value
    ):
        return value
    return {
        row["name"]: write_value(row.get("kind"), row.get("value", ""))
        for row in value
        if isinstance(row.get("name"), str)
    }


def _lines(content: Any, *, also: str = "") -> Any:
    """Lines of a text, trimmed, each once; a list stays one."""
    if isinstance(content, str):
        content = (content.replace(also, "\n") if also else content).splitlines()
    if not isinstance(content, list) or not all(isinstance(row, str) for row in content):
        return content
    return list(dict.fromkeys(row.strip() for row in content if row.strip()))


def _json(value: Any) -> Any:
    """A typed body as the JSON it is; a text that is none stays a text."""
    if not isinstance(value, str) or not value.strip().startswith(("{", "[")):
        return value
    try:
        body = orjson.loads(value)
    except orjson.JSONDecodeError:
        return value
    return value if is_too_deep(body) else body


def _identify_options(options: list[Any]) -> list[Any]:
    """Options with an id each: a new one gets it from its words."""
    used_ids = {option.get("id") for option in options if isinstance(option, dict)}
    for option in options:
        if not isinstance(option, dict):
            continue
        option.setdefault("label", {})
        if "id" not in option:
            option["id"] = unused_name(_first_words(option["label"]), used_ids)
            used_ids.add(option["id"])
    return options


def _first_words(label: Any) -> str:
    wording = next((text for text in label.values() if isinstance(text, str)), "") if isinstance(label, dict) else ""
    return NAMED.sub("_", wording.strip().lower()).strip("_")[:32] or "option"


def unused_name(name: str, used_names: Any) -> str:
    """Return the name, with a number where it is taken."""
    number, candidate = 2, name
    while candidate in used_names:
        candidate, number = f"{name}_{number}", number + 1
    return candidate


def _hours(value: Mapping[str, Any]) -> dict[str, Any]:
    """Business hours: a day's spans may be typed as `9:00-13:00, 14:00-18:00` or time by time, holidays one a line."""
    hours: dict[str, Any] = without_empty(value)
    if hours.pop("open", None) == "always":
        return {}
    week = hours.get("week")
    if isinstance(week, dict):
        hours["week"] = {day: _spans(times) for day, times in week.items()}
    if "holidays" in hours:
        days = _lines(hours["holidays"], also=",")
        hours["holidays"] = sorted(days) if isinstance(days, list) and all(map(_is_text, days)) else days
    return hours


def _spans(times: Any) -> Any:
    """The times of a day, the earliest first."""
    if isinstance(times, list) and all(isinstance(span, list) and all(map(_is_text, span)) for span in times):
        return sorted([f"{time:0>5}" for time in span] for span in times)
    if not isinstance(times, str):
        return times
    spans = [SPAN.fullmatch(part.strip()) for part in times.split(",")]
    if not all(spans):
        return times
    return [[f"{span[at]:0>5}" for at in (1, 2)] for span in spans if span]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)
