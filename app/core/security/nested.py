"""Requests that the application makes of itself while it answers another: a page's needs, and a form's call."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import request

if TYPE_CHECKING:
    from app.core.security.visitor import Visitor

KEY = "parley.nested"
"""Where a nested request's environ says that it is one; no client can set what is no header."""


@dataclass(frozen=True, slots=True)
class NestedRequest:
    """A nested request: whose it is, and whether the token of the form that sent it has been checked."""

    visitor: "Visitor"
    is_form: bool = False


def nested_request() -> NestedRequest | None:
    """What the present request is nested as; None for a request from outside."""
    current: NestedRequest | None = request.environ.get(KEY)
    return current


def nest(environ: dict[str, Any], visitor: "Visitor", *, is_form: bool = False) -> None:
    """Make an environ that of a nested request."""
    environ[KEY] = NestedRequest(visitor, is_form)
