"""Writing the site's content: drafts, changes, order, deletion that can be undone, and taking over what is built in."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from flask import current_app
from sqlalchemy import ColumnElement, Select, case, func, select, update

from app.accounts.workspaces.models import Workspace
from app.content.editor.models import AddressedMixin, PlacedMixin, WrittenMixin
from app.content.site_workspace import content_changed
from app.core import clock
from app.core.db.base import db, fetch, flush_or, hold, write_or
from app.core.errors import Conflict, Forbidden, Invalid, NotFound
from app.core.languages import NAMES
from app.core.security.visitor import visitor

Written = TypeVar("Written", bound=WrittenMixin)
Placed = TypeVar("Placed", bound=PlacedMixin)
SLUG_LENGTH = 80
TAKEN = "Another entry already has this address."
_NUMBER_LENGTH = 12
_APART = 1_000_000
"""More than any position, so that categories do not mix."""
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def select_rows(kind: type[Written], status: str = "") -> Select[Written]:
    """The workspace's rows: of one status, deleted ones, or all that are not deleted."""
    if status == "Deleted":
        return select(kind).where(kind.deleted_at.is_not(None))
    query = select(kind).where(kind.deleted_at.is_(None))
    return query.where(kind.status == status) if status else query


def get_row(kind: type[Written], row_id: int) -> Written:
    """The bound workspace's row of an id, whatever its state, or NotFound."""
    return fetch(select(kind).where(kind.id == row_id))


def writers_site() -> Workspace:
    """The site's workspace, if it is the present person's; Refused otherwise."""
    workspace = visitor().workspace
    if workspace is None or workspace.slug != current_app.config["SETTINGS"].site_workspace:
        raise Forbidden("Public pages can be edited only in the workspace that owns this site.", code="not_the_site")
    return workspace


def is_untouched(kind: type[WrittenMixin]) -> bool:
    """Whether the workspace has no rows of a kind, deleted ones included: readers then see what is built in."""
    return db.session.scalar(select(kind.id).limit(1)) is None


def take_over(seed: Callable[[Workspace], int]) -> dict[str, int]:
    """Make and commit rows of what is built in, so that it can be changed; Conflict where there are rows already."""
    workspace = writers_site()
    # Of two at the same moment the later one waits, and finds rows.
    hold(workspace)
    count = seed(workspace)
    if count == 0:
        raise Conflict("The built-in content was already copied for editing.", code="duplicate")
    db.session.commit()
    content_changed()
    return {"count": count}


# ---- beginning and changing ------------------------------------------------------------------------------


def begin_addressed(row: AddressedMixin) -> None:
    """Store a new row under the next number and an address of its title's words."""
    kind = type(row)
    row.number = (db.session.scalar(select(func.max(kind.number))) or 0) + 1
    words = _NOT_SLUG.sub("-", row.texts["en"][row.SAID[0]].lower()).strip("-")
    wish = words[: SLUG_LENGTH - _NUMBER_LENGTH].strip("-") or "untitled"
    row.slug = wish if _holder(kind, wish) is None else f"{wish}-{row.number}"
    with write_or(Conflict("Someone else created an entry at the same time. Try again.", code="duplicate")):
        db.session.add(row)


def begin_placed(row: PlacedMixin) -> None:
    """Let a new row stand last in its category; Conflict while readers see what is built in."""
    writers_site()
    if is_untouched(type(row)):
        # One row of one's own would hide all that is built in.
        raise Conflict("Copy the built-in content first. Your first entry would hide all of it.", code="built_in")
    row.position = last_position(type(row), row.category)


def change(row: WrittenMixin, changes: dict[str, Any]) -> None:
    """Give a row what was supplied; texts are those of one language. The first publication sets its day."""
    if row.deleted_at is not None:
        raise Conflict("This entry is deleted. Restore it to change it.", code="deleted")
    values = dict(changes)
    language = values.pop("language", "en")
    if isinstance(row, AddressedMixin) and "slug" in values:
        _check_free(row, values["slug"])
    if isinstance(row, PlacedMixin) and values.get("category", row.category) != row.category:
        row.position = last_position(type(row), values["category"])
    if texts := {key: values.pop(key) for key in row.SAID if key in values}:
        row.texts = row.texts | {language: row.text(language) | texts}
    for key, value in values.items():
        setattr(row, key, value)
    if row.status == "Published":
        _check_whole(row)
        if isinstance(row, AddressedMixin) and row.published_at is None:
            row.published_at = clock.now()
    flush_or(_slug_conflict())


def _check_whole(row: WrittenMixin) -> None:
    """Refuse to publish what readers of a language would find empty."""
    body = row.SAID[-1]
    empty = [NAMES[language] for language, text in row.texts.items() if not text[body].strip()]
    if empty:
        raise Invalid({body: [f"Nothing is written in {', '.join(empty)}. Write it, or keep this entry a draft."]})


def _holder(kind: type[AddressedMixin], slug: str) -> AddressedMixin | None:
    """The row that has an address."""
    return db.session.scalar(select(kind).where(kind.slug == slug))


def _check_free(row: AddressedMixin, slug: str) -> None:
    """Refuse an address that another row has."""
    holder = _holder(type(row), slug)
    if holder is not None and holder.id != row.id:
        raise _slug_conflict()


def _slug_conflict() -> Conflict:
    """The refusal of an address that another row has."""
    return Conflict(TAKEN, code="duplicate", errors={"slug": [TAKEN]})


# ---- order -----------------------------------------------------------------------------------------------


def place_of(kind: type[PlacedMixin], categories: Sequence[str]) -> ColumnElement[int]:
    """Where a row is among all: category after category, as they are specified."""
    rank = case({name: at for at, name in enumerate(categories)}, value=kind.category, else_=len(categories))
    return rank * _APART + kind.position


def last_position(kind: type[PlacedMixin], category: str) -> int:
    """The position after all others of a category."""
    last = db.session.scalar(select(func.max(kind.position)).where(kind.category == category))
    return 0 if last is None else last + 1


def reorder(kind: type[Placed], order: str) -> dict[str, list[int]]:
    """Let some rows of a category, ids joined by commas, stand in this order on their places among all; commits.

    To stand elsewhere changes nothing that anybody edits, so it counts no revision.
    """
    ids = [int(id_) for id_ in order.split(",")]
    new_order = list(dict.fromkeys(ids))
    rows = list(db.session.execute(select(kind.id, kind.category).where(kind.id.in_(new_order))))
    if len(rows) != len(new_order):
        raise NotFound
    if len({row.category for row in rows}) > 1:
        raise Invalid({"order": ["All entries must be in the same category."]})
    among = select(kind.id, kind.position).where(kind.category == rows[0].category).with_for_update()
    standing = list(db.session.execute(among.order_by(kind.position, kind.id)))
    following, before = iter(new_order), {row.id: row.position for row in standing}
    for position, row in enumerate(standing):
        row_id = next(following) if row.id in new_order else row.id
        if before[row_id] != position:
            statement = update(kind).where(kind.id == row_id)
            db.session.execute(statement.values(position=position, updated_at=kind.updated_at))
    db.session.commit()
    content_changed()
    return {"ids": ids}


# ---- deleting --------------------------------------------------------------------------------------------


def delete(row: WrittenMixin) -> None:
    """Take a row away from its readers; it can be restored."""
    if row.deleted_at is not None:
        raise Conflict("This entry is already deleted.", code="deleted")
    row.deleted_at = clock.now()
    db.session.flush()


def restore(row: WrittenMixin) -> None:
    """Undo the deletion of a row."""
    if row.deleted_at is None:
        raise Conflict("This entry is not deleted.", code="not_deleted")
    row.deleted_at = None
    db.session.flush()


# ---- answering -------------------------------------------------------------------------------------------


def for_editing(row: WrittenMixin, language: str, *columns: str) -> dict[str, Any]:
    """A row as its form is filled in, in one language, with more of its columns."""
    return {
        **{key: getattr(row, key) for key in ("id", "status", "updated_at", "revision", *columns)},
        **{key: row.text(language)[key] for key in row.SAID},
        "language": language,
        "written": sorted(row.texts),
        "deleted": row.deleted_at is not None,
    }
