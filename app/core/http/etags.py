"""Revisions of stored rows over HTTP: a strong `ETag` on answers, `If-Match` on writes."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import marshmallow as ma
from flask import request

from app.core.db.base import hold
from app.core.errors import PreconditionRequired, Stale

View = TypeVar("View", bound=Callable[..., Any])


class Revisioned(Protocol):
    """A row of `app.core.db.base.RevisionMixin`."""

    revision: Any


Row = TypeVar("Row", bound=Revisioned)


def etag(row: Revisioned) -> dict[str, str]:
    """The header that names the row's revision."""
    return {"ETag": f'"{row.revision}"'}


def with_etag(row: Row) -> tuple[Row, dict[str, str]]:
    """Return a row with the header of its revision."""
    return row, etag(row)


def match_revision(row: Row, schema: type[ma.Schema], dumped: Callable[[Row], Any] = lambda row: row) -> Row:
    """Return the row if If-Match names its revision; 428 without If-Match, 412 with the current row if it is stale."""
    return match_revision_in(row, lambda: row, lambda row: {"current": schema().dump(dumped(row))})


def match_revision_in(
    holder: Any, thing: Callable[[], Row], extra: Callable[[Row], dict[str, Any]] = lambda _: {}
) -> Row:
    """The same for a thing that is kept in a row of another; `extra` is what the 412 tells besides."""
    if not request.if_match:
        raise PreconditionRequired
    # Writers queue here, so that the later one is notified of the earlier one's row.
    hold(holder)
    present = thing()
    if not request.if_match.contains(str(present.revision)):
        raise Stale(headers=etag(present), extra=extra(present))
    return present
