"""The code lists that vehicles and job cards refer to: understanding what people write for a code, and its names."""

import re
from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple

from sqlalchemy import String, cast, func, or_, select

from app.core.db.base import db
from app.core.errors import BeyondSchema, Forbidden, Invalid
from app.core.languages import label_in
from app.core.security.visitor import can
from app.masters.reasons import Reason, reason
from app.masters.records.identities import format_registration
from app.masters.records.models import JobCard, Vehicle
from app.reference.lists import get_list
from app.reference.models import CODE_LENGTH, LABEL_LENGTH, Entry
from app.reference.service import add_entry
from app.reference.uses import Use, uses_of

LISTS = {"model": "vehicle-models", "variant": "variants", "type": "service-types"}
"""The list of each field."""
NAMED = 100
"""So many uses of a code are named."""


class ListEntry(NamedTuple):
    """An entry of a list."""

    code: str
    labels: dict[str, str]
    belongs_to: str
    active: bool

    @property
    def name(self) -> str:
        """What it is called where only one language is shown."""
        return label_in(self.labels, "en", self.code)


class Codes:
    """One list, read once."""

    def __init__(self, entries: Iterable[ListEntry]) -> None:
        self.by_key: dict[str, ListEntry] = {}
        self.by_name: dict[str, list[ListEntry]] = {}
        self._nearest: dict[str, str] = {}
        for entry in entries:
            self.by_key[entry.code.casefold()] = entry
            for name in {_plain(label) for label in entry.labels.values()}:
                self.by_name.setdefault(name, []).append(entry)

    def find(self, text: str, model: ListEntry | None = None) -> ListEntry | Reason:
        """The entry of a code or of a name in any language, or why there is none; of a model, also without its name."""
        if match := self.by_key.get(text.casefold()):
            return match
        own = list(self.by_name.get(_plain(text), ()))
        if model is not None:
            short = [self.by_name.get(_plain(f"{label} {text}"), ()) for label in model.labels.values()]
            every = {entry.code: entry for entries in (own, *short) for entry in entries}.values()
            own = [entry for entry in every if entry.belongs_to == model.code] or own
        if len(own) == 1:
            return own[0]
        if own:
            return reason("ambiguous")
        nearest = self.nearest(text)
        return reason("unknown_near", text=text, nearest=nearest) if nearest else reason("unknown", text=text)

    def nearest(self, text: str) -> str:
        """The code or name that is most like what was said; empty where none is."""
        plain = _plain(text)
        if plain not in self._nearest:
            names = {name: entries[0].name for name, entries in self.by_name.items() if entries[0].active}
            names |= {key: entry.code for key, entry in self.by_key.items() if entry.active and key not in names}
            close = get_close_matches(plain, names, n=1, cutoff=0.6)
            self._nearest[plain] = names[close[0]] if close else ""
        return self._nearest[plain]


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def read_codes() -> dict[str, Codes]:
    """The lists of all fields."""
    entries: dict[str, list[ListEntry]] = {name: [] for name in LISTS.values()}
    columns = (Entry.list_name, Entry.code, Entry.labels, Entry.belongs_to, Entry.active)
    query = select(*columns).where(Entry.list_name.in_(entries)).order_by(Entry.position, Entry.id)
    for name, *values in db.session.execute(query):
        entries[name].append(ListEntry._make(values))
    return {field: Codes(entries[name]) for field, name in LISTS.items()}


def fit_codes(values: dict[str, Any], codes: dict[str, Codes], row: Any = None) -> dict[str, Reason]:
    """Replace names by codes; an inactive entry is accepted only where it is stored already."""
    wrong: dict[str, Reason] = {}
    entries: dict[str, ListEntry] = {}
    for field in LISTS:
        stored = getattr(row, field, "") or ""
        text = values[field] if field in values else stored
        if not text or (field in wrong):
            continue
        entry = codes[field].find(text, entries.get("model") if field == "variant" else None)
        if isinstance(entry, Reason):
            # What is stored stays, whatever has become of its entry.
            if field in values and text != stored:
                wrong[field] = entry
            continue
        entries[field] = entry
        if field in values:
            values[field] = entry.code
            if not entry.active and entry.code != stored:
                wrong[field] = reason("inactive", name=entry.name)
    model, variant = entries.get("model"), entries.get("variant")
    if variant is not None and variant.belongs_to and ("model" in values or "variant" in values):
        if model is None and not (values.get("model") or getattr(row, "model", "")):
            values["model"] = variant.belongs_to
        elif model is not None and model.code != variant.belongs_to and "model" not in wrong:
            owner = codes["model"].by_key.get(variant.belongs_to.casefold())
            wrong.setdefault("variant", reason("other_model", name=owner.name if owner else variant.belongs_to))
    return wrong


def add(field: str, name: str, model: str, at: str) -> str:
    """Add an entry of a name to a field's list and return its code; Invalid at a field where it cannot."""
    if field not in LISTS:
        raise Invalid({at: [BeyondSchema("To this list nothing is added here: choose another.")]})
    if not can("create", "Reference"):
        raise Forbidden("You may not add to the code lists. Choose another, or ask an admin.")
    name = " ".join(name.split())
    belongs_to = model if field == "variant" else ""
    if not name or len(name) > LABEL_LENGTH or (field == "variant" and not model):
        raise Invalid({at: [BeyondSchema("Needs a name, and a variant its model. Choose another.")]})
    used_codes = set(db.session.scalars(select(Entry.code_key).where(Entry.list_name == LISTS[field])))
    plain = re.sub(r"[^a-z0-9]+", "-", f"{belongs_to} {name}".casefold()).strip("-")[: CODE_LENGTH - 4] or field
    code = next(
        candidate for candidate in (plain, *(f"{plain}-{n}" for n in range(2, 1000))) if candidate not in used_codes
    )
    entry = add_entry(get_list(LISTS[field]), {"code": code, "labels": {"en": name}, "belongs_to": belongs_to})
    return entry.code


def labels_of(field: str, codes: Iterable[str]) -> dict[str, dict[str, str]]:
    """What some codes of a field's list are called, by language."""
    distinct_codes = {code for code in codes if code}
    if not distinct_codes:
        return {}
    query = select(Entry.code, Entry.labels).where(Entry.list_name == LISTS[field], Entry.code.in_(distinct_codes))
    return {code: labels for code, labels in db.session.execute(query)}


def codes_like(field: str, word: str) -> Any:
    """The codes of a field's list whose code or names have a word in them, as a query."""
    fits_label = cast(Entry.labels, String).icontains(word, autoescape=True)
    fits = or_(Entry.code_key.contains(word.lower(), autoescape=True), fits_label)
    return select(Entry.code).where(Entry.list_name == LISTS[field], fits)


def _uses(column: Any, kind: str, url: Callable[[Any], str], name: Callable[[Any], str]) -> Callable[..., Any]:
    """A finder of the rows whose column has a code: of one code the first rows by name, of several how many."""

    def find(codes: Collection[str]) -> dict[str, list[Use]]:
        query = select(column, func.count()).where(column.in_(codes)).group_by(column)
        counts: dict[str, int] = {code: n for code, n in db.session.execute(query)}
        if len(codes) > 1:
            return {code: [Use(kind, code, "")] * n for code, n in counts.items()}
        entries = {}
        for code, n in counts.items():
            rows = db.session.scalars(
                select(column.class_).where(column == code).order_by(column.class_.id).limit(NAMED)
            )
            uses = [Use(kind, name(row), url(row)) for row in rows]
            # All count, and only the first are named.
            entries[code] = uses + uses[-1:] * (n - len(uses))
        return entries

    find.__module__, find.__qualname__ = __name__, f"uses_of_{column.key}"
    return find


def _vehicle(row: Vehicle) -> str:
    return format_registration(row.registration) if row.registration else row.vin


for _list, _column in (("vehicle-models", Vehicle.model), ("variants", Vehicle.variant)):
    uses_of(_list)(_uses(_column, "vehicle", lambda row: f"/admin/masters/vehicles/{row.id}", _vehicle))
uses_of("service-types")(
    _uses(JobCard.type, "job_card", lambda row: f"/admin/masters/vehicles/{row.vehicle_id}", lambda row: row.number)
)
