"""Shapes of links that people get by mail: of resets here, of invitations elsewhere."""

from typing import Any

import marshmallow as ma

from app.accounts.auth.password_rules import new_password
from app.core.http.schemas import Schema, Text


def _token(**more: Any) -> Text:
    """A field for the token of a link."""
    return Text(required=True, validate=ma.validate.Length(min=1, max=200), **more)


class LinkArgs(Schema):
    """The token of a link, as its page has it."""

    token = _token()


class LinkPasswordArgs(Schema):
    """The token of a link, and the password that is chosen with it."""

    token = _token(load_only=True)
    password = new_password()
