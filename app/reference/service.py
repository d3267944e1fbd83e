"""Rules of code lists: reading them for others, adding, changing, ordering and deleting entries."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, NamedTuple, NoReturn

from flask import g, has_app_context
from sqlalchemy import Select, case, func, or_, select

from app.core import hours
from app.core.db.base import db, fetch, flush_or
from app.core.db.tenancy import bound_workspace, is_bound, within
from app.core.errors import BeyondSchema, Conflict, Invalid
from app.core.languages import label_in
from app.reference.defaults import DEFAULTS
from app.reference.lists import GROUP, GROUPS, LISTS, CodeList
from app.reference.models import Entry
from app.reference.uses import ExternalEntry, Use, find_uses, read_source, uses_of

TAKEN = BeyondSchema("This list already has this code.")
NAMED = 3
"""How many uses a refusal names."""


class ListedEntry(NamedTuple):
    """An entry as it is answered: its place among all, and how many things use it."""

    entry: Entry | ExternalEntry
    order: int
    used: int

    @property
    def url(self) -> str:
        """The page where it is edited, for an entry that is kept elsewhere."""
        return self.entry.url if isinstance(self.entry, ExternalEntry) else ""


# ---- what others read ---------------------------------------------------------------------------------


def codes(name: str, on: date | None = None) -> dict[str, dict[str, str]]:
    """The labels of a list's usable entries by code, in their order: active ones, and of a day those valid then."""
    query = entries(name).where(Entry.active)
    if on is not None:
        query = query.where(
            or_(Entry.valid_from.is_(None), Entry.valid_from <= on), or_(Entry.valid_to.is_(None), Entry.valid_to >= on)
        )
    return {entry.code: entry.labels for entry in db.session.scalars(query)}


def group_of_intents() -> dict[str, str]:
    """The group of each intent, or of a topic for all intents of it."""
    query = select(Entry.code_key, Entry.belongs_to).where(Entry.list_name == "intents", Entry.active)
    return {code: group for code, group in db.session.execute(query)}


def group_for(intent: str | None, groups: dict[str, str]) -> str | None:
    """The group that a session's intent puts it into: the intent's own, else its topic's."""
    name = (intent or "").lower()
    return groups.get(name) or groups.get(name.partition(".")[0])


@hours.workspace_holidays.provide
def holidays() -> dict[str, dict[str, str]]:
    """The workspace's holidays by day with their names, read once a request."""
    if not is_bound() or not has_app_context():
        return {}
    cache: dict[int, dict[str, dict[str, str]]] = g.setdefault("holidays", {})
    if bound_workspace() not in cache:
        query = select(Entry.code, Entry.labels).where(Entry.list_name == "holidays", Entry.active)
        cache[bound_workspace()] = {code: labels for code, labels in db.session.execute(query)}
    return cache[bound_workspace()]


@uses_of("vehicle-models")
def _variants_of(models: Iterable[str]) -> dict[str, list[Use]]:
    """The variants of models."""
    uses: dict[str, list[Use]] = {}
    query = entries("variants").where(Entry.belongs_to.in_(models))
    for entry in db.session.scalars(query):
        uses.setdefault(entry.belongs_to, []).append(Use("variant", label_of(entry), "/admin/reference/variants"))
    return uses


# ---- reading ------------------------------------------------------------------------------------------


def label_of(entry: Entry | ExternalEntry, language: str = "en") -> str:
    """What an entry is called in a language, else in English, else its code."""
    return label_in(entry.labels, language, entry.code)


def entries(name: str) -> Select[Any]:
    """A list's entries in their order."""
    return select(Entry).where(Entry.list_name == name).order_by(Entry.position, Entry.id)


def counts() -> list[dict[str, Any]]:
    """Each list with how many entries it has, and how many of them are active."""
    on = func.sum(case((Entry.active, 1), else_=0))
    query = select(Entry.list_name, func.count(Entry.id), on).group_by(Entry.list_name)
    own = {name: (int(total), int(n)) for name, total, n in db.session.execute(query)}
    list_counts = []
    for list_ in LISTS.values():
        total, active = own.get(list_.name, (0, 0))
        if list_.kept_at:
            source = read_source(list_.name)
            total, active = len(source), sum(entry.active for entry in source)
        list_counts.append({"list": list_.name, "total": total, "active": active, "kept_at": list_.kept_at})
    return list_counts


def get_entry(entry_id: int) -> Entry:
    """An entry by its id; NotFound where there is none."""
    return fetch(select(Entry).where(Entry.id == entry_id), "This entry does not exist.")


def serialize_entries(rows: Sequence[Entry]) -> list[ListedEntry]:
    """Entries of one list as they are answered."""
    if not rows:
        return []
    used = find_uses(rows[0].list_name, [entry.code for entry in rows])
    return [ListedEntry(entry, entry.position, len(used[entry.code])) for entry in rows]


def list_source(name: str) -> list[ListedEntry]:
    """The same of a list that is kept elsewhere."""
    return [ListedEntry(entry, place, len(entry.uses)) for place, entry in enumerate(read_source(name), 1)]


# ---- writing ------------------------------------------------------------------------------------------


def check_own(kind: CodeList) -> None:
    """Conflict for a list that is kept elsewhere."""
    if kind.kept_at:
        raise Conflict("This list is edited elsewhere.", code="kept_elsewhere", extra={"kept_at": kind.kept_at})


def fitting(kind: CodeList, values: dict[str, Any], *, present: Entry | None = None) -> dict[str, Any]:
    """Values as an entry of a list has them; Invalid with what does not fit the list."""
    errors: dict[str, list[str]] = {}
    entry_values = dict(values)
    if present is None and kind.has_days and not hours.is_day(entry_values["code"]):
        errors["code"] = [BeyondSchema("Must be a day such as 2026-08-15.")]
    if "belongs_to" in entry_values or present is None:
        wrong = _parent_error(kind, entry_values.get("belongs_to", ""))
        if wrong:
            errors["belongs_to"] = [BeyondSchema(wrong)]
    if "labels" in entry_values:
        entry_values["labels"] = {language: text for language, text in entry_values["labels"].items() if text}
    first = entry_values.get("valid_from", present.valid_from if present else None)
    last = entry_values.get("valid_to", present.valid_to if present else None)
    if first and last and last < first:
        errors["valid_to"] = [BeyondSchema("Must not be before the first day.")]
    if errors:
        raise Invalid(errors)
    return entry_values


def _parent_error(kind: CodeList, code: str) -> str:
    """Why entries of a list cannot belong to that; empty where they can."""
    if not kind.belongs_to:
        return "Entries of this list belong to nothing." if code else ""
    if kind.belongs_to == GROUP:
        return "" if code in GROUPS else f"Must be one of: {', '.join(GROUPS)}."
    query = select(Entry.id).where(Entry.list_name == kind.belongs_to, Entry.code == code)
    return "" if db.session.scalar(query) is not None else "There is no entry with this code."


def add_entry(kind: CodeList, values: dict[str, Any]) -> Entry:
    """Add an entry at the end of its list."""
    check_own(kind)
    entry_values = fitting(kind, values)
    last = db.session.scalar(select(func.max(Entry.position)).where(Entry.list_name == kind.name)) or 0
    entry = Entry(list_name=kind.name, position=last + 1, **entry_values)
    db.session.add(entry)
    flush_or(Invalid({"code": [TAKEN]}))
    forget()
    return entry


def change_entry(entry: Entry, values: dict[str, Any]) -> None:
    """Change what an entry is called, what it belongs to, whether it is active, and when it is valid."""
    for name, value in fitting(LISTS[entry.list_name], values, present=entry).items():
        setattr(entry, name, value)
    db.session.flush()
    forget()


def order_entries(kind: CodeList, ids: Sequence[int]) -> None:
    """Reorder entries of a code list."""
    check_own(kind)
    rows = {row.id: row for row in db.session.scalars(entries(kind.name).where(Entry.id.in_(ids)).with_for_update())}
    if len(rows) != len(set(ids)) or len(ids) != len(rows):
        raise Invalid({"order": [BeyondSchema("Must name entries of this list, each once.")]})
    places = sorted(row.position for row in rows.values())
    for place, id_ in zip(places, ids, strict=True):
        if rows[id_].position != place:
            rows[id_].position = place
    db.session.flush()


def refuse_used(uses: Sequence[Use], problem: str, instead: str) -> NoReturn:
    """Refuse to delete what is used, naming where, as far as the reader may see it."""
    names = ", ".join(use.name for use in uses[:NAMED]) + (", …" if len(uses) > NAMED else "")
    detail = f"{problem} by: {names}. {instead}" if names else f"{problem}. {instead}"
    raise Conflict(detail, code="in_use", extra={"uses": [use._asdict() for use in uses[:100]]})


def delete_entry(entry: Entry) -> None:
    """Delete an entry that nothing uses; Conflict names what does, as far as the reader may see it."""
    uses = find_uses(entry.list_name, [entry.code])[entry.code]
    with within(bound_workspace()):
        is_used = bool(find_uses(entry.list_name, [entry.code])[entry.code])
    if is_used:
        refuse_used(uses, "This code is used", "Deactivate it instead.")
    db.session.delete(entry)
    db.session.flush()
    forget()


def forget() -> None:
    """Have the holidays read again."""
    g.pop("holidays", None)


def add_defaults() -> None:
    """Give the workspace one is in the entries that a new one begins with."""
    for name, rows in DEFAULTS.items():
        for place, (code, belongs_to, labels) in enumerate(rows, 1):
            db.session.add(Entry(list_name=name, code=code, belongs_to=belongs_to, labels=labels, position=place))
    db.session.flush()
