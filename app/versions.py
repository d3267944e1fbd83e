"""Versions of stored things over HTTP: a strong `ETag` on answers, `If-Match` on writes."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import marshmallow as ma
from flask import request

from app.db import hold
from app.errors import PreconditionRequired, Stale

View = TypeVar("View", bound=Callable[..., Any])


class Versioned(Protocol):
    """A row of `app.db.VersionMixin`."""

    version: Any


Row = TypeVar("Row", bound=Versioned)


def versioned(view: View) -> View:
    """Declare that an operation answers with an ETag and, when it writes, asks for If-Match; for the description."""
    view._apidoc = getattr(view, "_apidoc", {}) | {"versioned": True}  # type: ignore[attr-defined]
    return view


def etag(row: Versioned) -> dict[str, str]:
    """The header that names the row's version."""
    return {"ETag": f'"{row.version}"'}


def answered(row: Row, address: str = "") -> tuple[Row, dict[str, str]]:
    """A row as it is answered: under its version, and one that was just made with its address."""
    return row, etag(row) | ({"Location": address} if address else {})


def matched(row: Row, schema: type[ma.Schema], shown: Callable[[Row], Any] = lambda row: row) -> Row:
    """The row of a write, in the version its writer has seen; else 428 without If-Match, 412 with what is there now."""
    return matched_in(row, lambda: row, lambda row: {"current": schema().dump(shown(row))})


def matched_in(holder: Any, thing: Callable[[], Row], extra: Callable[[Row], dict[str, Any]] = lambda _: {}) -> Row:
    """The same for a thing that is kept in a row of another; `extra` is what the 412 tells besides."""
    if not request.if_match:
        raise PreconditionRequired
    # Writers queue here, so that the later one is told of the earlier one's row.
    hold(holder)
    present = thing()
    if not request.if_match.contains(str(present.version)):
        raise Stale(headers=etag(present), extra=extra(present))
    return present
