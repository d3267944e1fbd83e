"""Versions of stored things over HTTP: a strong `ETag` on answers, `If-Match` on writes."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from flask import request

from app.db import db
from app.errors import PreconditionRequired, Stale

View = TypeVar("View", bound=Callable[..., Any])


class Versioned(Protocol):
    """A row of `app.db.VersionMixin`."""

    version: Any


def versioned(view: View) -> View:
    """Declare that an operation answers with an ETag and, when it writes, asks for If-Match; for the description."""
    view._apidoc = getattr(view, "_apidoc", {}) | {"versioned": True}  # type: ignore[attr-defined]
    return view


def etag(row: Versioned) -> dict[str, str]:
    """The header that names the row's version."""
    return {"ETag": f'"{row.version}"'}


def check_match(row: Versioned, current: Callable[[], Any]) -> None:
    """Refuse a write without If-Match (428), or one made on another version (412, with what is there now)."""
    if not request.if_match:
        raise PreconditionRequired
    # Writers queue here, so that the later one is told of the earlier one's row.
    db.session.refresh(row, with_for_update=True)
    if not request.if_match.contains(str(row.version)):
        raise Stale(
            "This has been changed by somebody else meanwhile.", headers=etag(row), extra={"current": current()}
        )
