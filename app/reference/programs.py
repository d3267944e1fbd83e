"""What programs need to know: the calls of each area with a command that makes them, and samples of webhooks."""

from functools import cache
from typing import Any, NamedTuple

import orjson

from app.core import clock
from app.core.db.ids import new_id
from app.core.http import signatures
from app.core.http.extensions import api
from app.core.security.abilities import ACTIONS, program_scopes
from app.core.security.visitor import SAFE
from app.web.openapi_page import Description, Operation
from app.webhooks.service import body_of, headers_of

TOKEN = "$PARLEY_TOKEN"  # noqa: S105 - a name that the reader's shell fills in
_BY_TYPE = {"integer": 1, "number": 1, "boolean": True, "object": {}}
_EXAMPLE = "such as "
_CONVERSATION: dict[str, Any] = {
    "conversation": "3171", "bot": "7", "client": "1", "contact": "522", "outlet": "41", "channel": "web",
    "outcome": "completed", "goals": ["service_booked"],
}  # fmt: skip
_HANDOFF: dict[str, Any] = {"id": "81", "conversation": "3171", "bot": "7", "client": "1", "queue": "service"}
EVENTS: dict[str, dict[str, Any]] = {
    "lead.changed": {"id": "912", "event": "quote", "state": "quoted", "outlet": "41", "client": "1"},
    "offer.changed": {"id": "77", "name": "Monsoon check-up", "event": "start", "state": "running", "client": "1"},
    "handoff.requested": _HANDOFF | {"state": "requested"},
    "handoff.accepted": _HANDOFF | {"state": "accepted"},
    "handoff.closed": _HANDOFF | {"state": "closed"},
    "goal.reached": _CONVERSATION | {"goal": "service_booked"},
    "conversation.closed": _CONVERSATION,
}
"""What each event tells, by an example."""


class Call(NamedTuple):
    """An operation with the command that makes it."""

    operation: Operation
    curl: str
    link: str
    scopes: list[str]


@cache
def areas() -> dict[str, tuple[str, list[Operation]]]:
    """The calls of each area with its description, out of the OpenAPI document."""
    groups = Description(api.spec.to_dict()).groups()
    return {name: (description, operations) for name, description, operations in groups if operations}


def calls_of(area: str, address: str) -> list[Call]:
    """The calls of an area; none of one there is not."""
    _, operations = areas().get(area, ("", []))
    return [
        Call(operation, curl(operation, address), f"/api/docs#{operation.id}", scopes_of(operation))
        for operation in operations
    ]


def scopes_of(operation: Operation) -> list[str]:
    """The scopes by which a bot's token makes a call; none where only a person does."""
    action, _, subject = operation.ability.partition(" ")
    if not operation.path.startswith("/api/v1/") or action not in ACTIONS:
        return []
    return program_scopes(action, subject, writes=operation.method not in SAFE)


def curl(operation: Operation, address: str) -> str:
    """The command that makes a call: path in braces, token out of the shell."""
    words = [f"curl -X {operation.method} '{address}{operation.path}'"]
    if operation.ability != "public":
        words.append(f"-H 'Authorization: Bearer '\"{TOKEN}\"")
    words += [
        f"-H '{parameter.name}: \"1\"'"
        for parameter in operation.parameters
        if parameter.place == "header" and parameter.required
    ]
    for kind, _name, fields in operation.bodies[:1]:
        body_fields = [field for field in fields if field.required] or list(fields[:1])
        if kind == "application/json":
            body = orjson.dumps({field.name: _sample(field) for field in body_fields}).decode().replace("'", "'\\''")
            words += ["-H 'Content-Type: application/json'", f"-d '{body}'"]
        elif kind == "multipart/form-data":
            words += ["-F 'file=@file.csv'"]
    return " \\\n  ".join(words)


def _sample(field: Any) -> Any:
    """A value that a field might have."""
    noted = next((note.removeprefix(_EXAMPLE) for note in field.notes if note.startswith(_EXAMPLE)), "")
    if field.type.startswith("list"):
        return []
    for kind, value in _BY_TYPE.items():
        if kind in field.type.split(" or "):
            return value
    return field.values[0] if field.values else noted or "text"


def sample(event: str, secret: str) -> dict[str, Any]:
    """A webhook as it would be sent now: its headers with a signature that is right, and its body."""
    event_id, seconds = new_id(), int(clock.now().timestamp())
    body = body_of(event_id, event, EVENTS[event])
    headers = headers_of(secret, event_id, event, body, seconds)
    return {
        "event": event,
        "headers": [{"name": name, "value": value} for name, value in headers.items()],
        "body": body.decode(),
    }


def judge_signature(secret: str, body: str, timestamp: int, signature: str) -> dict[str, bool]:
    """Whether a signature is a body's, and whether it is new enough; forms send line ends of their own."""
    texts = (body, body.replace("\r\n", "\n"))
    is_valid = any(signatures.verify(secret, text.encode(), timestamp, signature) for text in texts)
    age = abs(clock.now().timestamp() - timestamp)
    return {"valid": is_valid, "fresh": age <= signatures.TOLERANCE_S}
