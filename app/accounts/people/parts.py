"""The parts of a workspace that a scope can name: what there is of each kind, and what a scope says in words."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from app.accounts.users.models import User
from app.accounts.users.scope import KINDS, StoredScope, ids_in
from app.core.errors import BeyondSchema, Invalid
from app.core.providers import Provider

NAMED = 3
"""How many parts of a kind are named where a scope is described in words."""


@dataclass(frozen=True, slots=True)
class ScopePart:
    """A client, dealer group, city, outlet or bot; `within` are the ids of what it belongs to, by kind."""

    kind: str
    id: int
    name: str
    code: str = ""
    within: dict[str, int] = field(default_factory=dict)


@Provider
def parts_of() -> list[ScopePart]:
    """Every part of the bound workspace that the present reader may see, by kind and name."""
    return []


@Provider
def names_of(ids_by_kind: dict[str, set[int]]) -> dict[tuple[str, int], str]:
    """The names of parts that the present reader may see, by kind and id."""
    return {}


@dataclass(frozen=True, slots=True)
class ScopeSummary:
    """What a scope says of one kind: how many there are, and the names of the first."""

    kind: str
    n: int
    names: list[str]


def in_words(users: Iterable[User]) -> dict[int, list[ScopeSummary]]:
    """Return what each person's scope is limited to, kind by kind, by their ids; nothing for who sees everything."""
    users = list(users)
    ids_by_kind: dict[str, set[int]] = {}
    for user in users:
        for kind in KINDS:
            ids_by_kind.setdefault(kind, set()).update(ids_in(user.scope, kind) or ())
    names = names_of(ids_by_kind) if any(ids_by_kind.values()) else {}
    return {user.id: _scope_parts(user.scope, names) for user in users}


def _scope_parts(scope: StoredScope, names: dict[tuple[str, int], str]) -> list[ScopeSummary]:
    """What one scope is limited to."""
    parts = []
    for kind in KINDS:
        ids = ids_in(scope, kind)
        if ids is not None:
            part_names = sorted(names[kind, id_] for id_ in ids if (kind, id_) in names)
            parts.append(ScopeSummary(kind, len(ids), part_names[:NAMED]))
    return parts


def check_parts(scope: StoredScope, field_name: str = "scope") -> None:
    """Refuse a scope that names a part which is not there, or which the present reader may not see."""
    ids_by_kind = {kind: set(ids_in(scope, kind) or ()) for kind in KINDS}
    if not any(ids_by_kind.values()):
        return
    names = names_of(ids_by_kind)
    wrong = {kind: [BeyondSchema("At least one of these does not exist.")] for kind, ids in ids_by_kind.items()
             if any((kind, id_) not in names for id_ in ids)}  # fmt: skip
    if wrong:
        raise Invalid({f"{field_name}.{kind}": text for kind, text in wrong.items()})


def find_by_words(kind: str, text: str, parts: list[ScopePart]) -> ScopePart | None:
    """Return the one part of a kind that a code, a name or an id represents; None where there is not just one."""
    query = " ".join(text.split()).casefold()
    for key in (_code, _name, _id):
        fits = [part for part in parts if part.kind == kind and key(part) == query]
        if len(fits) == 1:
            return fits[0]
        if fits:
            return None
    return None


def _code(part: ScopePart) -> Any:
    return part.code.casefold() or None


def _name(part: ScopePart) -> Any:
    return part.name.casefold()


def _id(part: ScopePart) -> Any:
    return str(part.id)
