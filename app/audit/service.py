"""Reading the audit log."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from sqlalchemy import ColumnElement, Select, or_, select

from app.audit.models import AuditEvent
from app.core.db.base import Base, db, is_cut_whole
from app.core.db.tenancy import Scope, current_asker, current_scope
from app.core.http.csv_lines import lines
from app.core.languages import catalogue
from app.core.providers import Provider
from app.core.security.visitor import visitor

MAX_ROWS = 10_000
COLUMNS = ("seq", "at", "action", "subject", "subject_id", "user_id", "user", "fields", "detail", "address",
           "user_agent", "request_id", "digest")  # fmt: skip


def list_events(
    *, action: str, user: int | None, subject: str, subject_id: int | None, from_: date | None, to: date | None
) -> Select[AuditEvent]:
    """The rows that fit, of those that the reader may know of."""
    query = select(AuditEvent).where(*_in_reach())
    if ":" in action and not action.endswith(":"):
        query = query.where(AuditEvent.action == action)
    elif action:
        query = query.where(AuditEvent.action.startswith(f"{action.rstrip(':')}:", autoescape=True))
    for column, value in (
        (AuditEvent.user_id, user),
        (AuditEvent.subject, subject),
        (AuditEvent.subject_id, subject_id),
    ):
        if value:
            query = query.where(column == value)
    if from_ is not None:
        query = query.where(AuditEvent.at >= _begin(from_))
    if to is not None:
        query = query.where(AuditEvent.at < _begin(to + timedelta(days=1)))
    return query


@Provider
def people_in_reach() -> Select[Any] | None:
    """Return the ids of the people the present reader may know of; None means all."""
    return None


def _in_reach() -> Iterator[ColumnElement[bool]]:
    """What cuts the log for a reader of a part of the workspace: own acts, and those in which they see who and what.

    What was done to the whole of a client or a bot is for readers of the whole of it.
    """
    scope = current_scope()
    if scope == Scope():
        return
    in_area = (
        (AuditEvent.subject == kind) & AuditEvent.subject_id.in_(select(model.id))
        for kind, model in _models().items()
        if is_cut_whole(model, scope) and hasattr(model, "id")
    )
    people = people_in_reach()
    of_people = AuditEvent.user_id.is_(None) if people is None else or_(
        AuditEvent.user_id.is_(None), AuditEvent.user_id.in_(people)
    )  # fmt: skip
    yield or_(AuditEvent.user_id == current_asker(), of_people & or_(*in_area))


def _models() -> dict[str, Any]:
    """The classes of rows by the names of their tables."""
    return {mapper.local_table.name: mapper.class_ for mapper in Base.registry.mappers}  # type: ignore[attr-defined]


def _begin(day: date) -> datetime:
    """When a day begins in the workspace's zone."""
    workspace = visitor().workspace
    return datetime.combine(day, time(), ZoneInfo(workspace.zone if workspace else "UTC"))


_MOVE = re.compile(r"(\w+) → (\w+)(?=$|:)")
"""What a life cycle writes of a move: both states, and its reason behind a colon."""
_NAMES = ("full_name", "name", "title", "question")
"""Columns that name a row, the first that there is."""
_PRIVATE = frozenset({"mail", "email", "chat", "bookmark", "draft", "export"})
"""Kinds of things whose names are nobody's business but their owner's."""


def names_of(things: Iterable[tuple[str, int]]) -> dict[tuple[str, int], str]:
    """What things are called now, by kind and id: one query for each kind of thing that has names."""
    ids_by_kind: dict[str, set[int]] = {}
    for kind, id_ in things:
        if kind not in _PRIVATE:
            ids_by_kind.setdefault(kind, set()).add(id_)
    models, people = _models(), people_in_reach()
    names: dict[tuple[str, int], str] = {}
    for subject, ids in ids_by_kind.items():
        model = models.get(subject)
        column = next((name for name in _NAMES if model is not None and hasattr(model, name)), None)
        if model is None or column is None or not hasattr(model, "id"):
            continue
        query = select(model.id, getattr(model, column)).where(model.id.in_(ids))
        if subject == "user" and people is not None:
            query = query.where(model.id.in_(people))
        for id_, name in db.session.execute(query):
            if isinstance(name, str) and name:
                names[subject, id_] = name
    return names


def serialize_events(events: Sequence[AuditEvent], language: str = "en") -> list[dict[str, Any]]:
    """Rows with the names of who did it, of what it was done to, as they are now, and of what changed in it."""
    actors = [("user", event.user_id) for event in events if event.user_id is not None]
    names = names_of(actors + [(event.subject, event.subject_id) for event in events if event.subject_id is not None])
    return [
        {name: getattr(event, name) for name in COLUMNS if name != "user"}
        | {"labels": field_labels(event.fields, language), "detail_text": detail_text(event, language)}
        | {"subject_name": names.get((event.subject, event.subject_id or 0))}
        | {"id": event.id, "user": event.user_id and {"id": event.user_id, "name": names.get(("user", event.user_id))}}
        for event in events
    ]


def field_labels(names: Iterable[str], language: str) -> list[str]:
    """What columns are called in a language, each label once; those of an earlier version by their own words."""
    labels = catalogue("fields", language)
    return list(dict.fromkeys(labels.get(name) or name.replace("_", " ").capitalize() for name in names))


def detail_text(event: AuditEvent, language: str) -> str:
    """A detail in a language: the states a thing went through, how a person signed in; any other as it is written."""
    words = catalogue("states", language)
    if event.action == "session:create":
        return words.get("by." + re.sub(r"\W", "_", event.detail), event.detail)
    move = _MOVE.match(event.detail)
    before, after = (words.get(f"state.{state}") for state in move.groups()) if move else (None, None)
    if move is None or before is None or after is None:
        return event.detail
    return words["became"].replace("{from}", before).replace("{to}", after) + event.detail[move.end() :]


def as_file(rows: Iterable[dict[str, Any]], kind: str) -> str:
    """Rows as CSV or as one JSON object a line."""
    flat = [row | {"user": row["user"] and row["user"]["name"]} for row in rows]
    if kind == "jsonl":
        texts = ({name: _text(name, row[name]) for name in COLUMNS} for row in flat)
        return "".join(orjson.dumps(row, option=orjson.OPT_UTC_Z).decode() + "\n" for row in texts)
    cells = ([" ".join(row[name]) if name == "fields" else _text(name, row[name]) for name in COLUMNS] for row in flat)
    return "".join(lines(COLUMNS, cells))


def _text(name: str, value: Any) -> Any:
    """Ids as text, since they are longer than a spreadsheet's or a script's numbers; instants as they are written."""
    if value is not None and name.endswith("_id"):
        return str(value)
    return value.isoformat(timespec="milliseconds") if isinstance(value, datetime) else value
