"""Rules of a working copy's parts: one node, intent or entity at a time, and what surrounds them."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from app.bots.catalog.flows import MISFIT, check_editable, check_shape, get_flow, set_flow
from app.bots.catalog.models import Bot, BotFlow
from app.bots.engine.flow import types_of
from app.bots.flow import editing
from app.bots.flow.conditions import ZONE, write_condition
from app.bots.flow.forms import entity_of, intent_of, node_of, setting_of
from app.core.errors import BeyondSchema, Conflict, FieldErrors, Invalid, NotFound
from app.core.hours import check_sense

Data = Mapping[str, Any]
BUILDERS: Mapping[str, Callable[[Data], dict[str, Any]]] = {
    "nodes": node_of,
    "intents": intent_of,
    "entities": entity_of,
}
NAMES = {"nodes": "node", "intents": "intent", "entities": "entity"}
SETTINGS = (
    "start", "languages", "variables", "goals", "knowledge", "fallback", "confirm", "restart", "hours", "sensitivity",
)  # fmt: skip
"""The keys of a document besides its nodes, intents and entities."""
REQUIRED = re.compile(r"'(\w+)' is a required property")


def get_part(flow: BotFlow, kind: str, name: str) -> dict[str, Any]:
    """Return a part of a working copy by its name, or raise NotFound."""
    part = flow.document.get(kind, {}).get(name)
    if part is None:
        raise NotFound(f"There is no such {NAMES[kind]}.")
    return dict(part)


def change_part(bot: Bot, kind: str, name: str, data: Data, user_id: int | None) -> BotFlow:
    """Store a part in place of the one of this name; a new `id` renames it and what refers to it."""
    document, new = get_flow(bot).document, _id_of(data) or name
    if new != name:
        _check_free(document, kind, new)
    part = BUILDERS[kind](_without_id(data))
    if kind == "nodes":
        part = _with_conditions(part, document)
        with _relative_to(f"nodes/{name}/"):
            # References are followed through nodes of the right shape only.
            check_shape(document | {"nodes": {name: part}, "intents": {}})
        changed = editing.with_node(document, name, part, renamed=new)
    else:
        parts = document.get(kind, {})
        changed = document | {kind: {new if key == name else key: part if key == name else parts[key] for key in parts}}
    return _store_flow(bot, changed, f"{kind}/{new}/", user_id)


def _with_conditions(node: dict[str, Any], document: Data) -> dict[str, Any]:
    """Write the rows of a form's conditions as expressions; one that was typed as an expression stays."""
    branches = node.get("branches")
    if not isinstance(branches, list) or not any(isinstance(branch, dict) and "rows" in branch for branch in branches):
        return node
    types, zone = types_of(document), document.get("hours", {}).get("zone", ZONE)
    rewritten = []
    for at, branch in enumerate(branches):
        plain = branch
        if isinstance(branch, dict) and "rows" in branch:
            plain = {key: value for key, value in branch.items() if key != "rows"}
            source = plain.get("if") or write_condition(branch["rows"], types, zone, f"branches.{at}.rows")
            plain |= {"if": source} if source else {}
        if plain:
            rewritten.append(plain)
    return node | {"branches": rewritten}


def add_node(bot: Bot, data: Data, user_id: int | None) -> tuple[BotFlow, str]:
    """Add a blank node of a type, after another one where that is said; its name is made where none is given."""
    document = get_flow(bot).document
    name, after, path = _id_of(data), data.get("after") or None, data.get("path") or "next"
    if name:
        _check_free(document, "nodes", name)
    if after is not None and (after not in document["nodes"]):
        raise Invalid({"after": [BeyondSchema(f"There is no node “{after}”.")]})
    if after is not None and path not in editing.references(document["nodes"][after]):
        raise Invalid({"path": [BeyondSchema(f"“{after}” does not lead on there.")]}, MISFIT)
    changed, new_name = editing.with_new_node(document, data["type"], name=name, after=after, path=path)
    return _store_flow(bot, changed, f"nodes/{new_name}/", user_id), new_name


def add_part(bot: Bot, kind: str, data: Data, user_id: int | None) -> tuple[BotFlow, str]:
    """Add an intent or an entity under its name."""
    document, name = get_flow(bot).document, _id_of(data) or ""
    _check_free(document, kind, name)
    part = BUILDERS[kind](_without_id(data))
    if kind == "intents" and "goto" not in part:
        part["goto"] = document["start"]
    changed = document | {kind: document.get(kind, {}) | {name: part}}
    return _store_flow(bot, changed, f"{kind}/{name}/", user_id), name


def remove_part(bot: Bot, kind: str, name: str, user_id: int | None) -> BotFlow:
    """Delete a part; what referred to a node leads on to its successor, or nowhere."""
    document = get_flow(bot).document
    if kind == "nodes" and len(document["nodes"]) == 1:
        raise Conflict("A flow has at least one node.", code="last_node")
    if kind == "nodes":
        changed = editing.without_node(document, name)
    elif kind == "entities":
        changed = editing.without_entity(document, name)
    else:
        changed = document | {kind: {key: part for key, part in document[kind].items() if key != name}}
    return _store_flow(bot, changed, "", user_id)


def change_settings(bot: Bot, data: Data, user_id: int | None) -> BotFlow:
    """Change what surrounds nodes, intents and entities: the keys that are given, and no other."""
    document = dict(get_flow(bot).document)
    for key in data.keys() - set(SETTINGS):
        raise Invalid({key: ["Unknown field."]}, MISFIT)
    for key, value in data.items():
        setting = setting_of(key, value)
        if key in CHECKS:
            CHECKS[key](value, setting or {})
        if setting is None:
            document.pop(key, None)
        else:
            document[key] = setting
    return _store_flow(bot, document, "", user_id)


def _check_names(data: Any, variables: Data) -> None:
    """Invalid where rows of variables have a name twice."""
    rows = data if isinstance(data, list) else []
    if isinstance(variables, dict) and len([row for row in rows if isinstance(row, dict) and row.get("name")]) > len(
        variables
    ):
        raise Invalid({"variables": [BeyondSchema("Each variable needs a name of its own.")]})


def _check_hours(data: Any, hours: Data) -> None:
    """Invalid where hours make no sense, or are none although some are to be kept."""
    if not isinstance(hours, dict):
        return  # The schema says what is wrong with it.
    if isinstance(data, Mapping) and data.get("open") == "hours" and not hours.get("week", {}):
        raise Invalid({"hours.week": [BeyondSchema("Give the hours of at least one day, or choose “always open”.")]})
    check_sense(hours)


CHECKS: Mapping[str, Callable[[Any, Data], None]] = {"variables": _check_names, "hours": _check_hours}
"""What has to be right of a setting beyond the shape that the schema asks for."""


def _id_of(data: Data) -> str | None:
    """The name that is given, trimmed; None where none is."""
    name = data.get("id")
    if not isinstance(name, str | None):
        raise Invalid({"id": ["Must be a text."]})
    return (name or "").strip() or None


def _without_id(data: Data) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != "id"}


def _check_free(document: Data, kind: str, name: str) -> None:
    """Conflict where a name is taken."""
    if name in document.get(kind, {}):
        message = f"There is already one called “{name}”."
        raise Conflict(message, code="name_taken", errors={"id": [message]})


def _store_flow(bot: Bot, document: dict[str, Any], prefix: str, user_id: int | None) -> BotFlow:
    """The working copy with a change; refusals name the fields of the part that was sent."""
    check_editable(bot)
    with _relative_to(prefix):
        return set_flow(bot, document, user_id)


@contextmanager
def _relative_to(prefix: str) -> Iterator[None]:
    """Name the fields of the part that was sent in refusals of a document."""
    try:
        yield
    except Invalid as refused:
        raise Invalid(_relative(refused.errors or {}, prefix), refused.detail) from None


def _relative(errors: FieldErrors, prefix: str) -> FieldErrors:
    """The paths of a document as the names a form of its part has: `options.0.id`, `id` for the part's own name."""
    own, by_field = prefix.removesuffix("/"), {}
    for path, messages in errors.items():
        lacking = REQUIRED.match(messages[0]) if path in (own, "document") else None
        if lacking:
            by_field[lacking[1]] = ["Must be given."]
        elif own and path in (own, own.rpartition("/")[0]):
            by_field["id"] = messages
        else:
            by_field[path.removeprefix(prefix).replace("/", ".")] = messages
    return by_field
