"""What a new password must be: long enough, and none of the passwords that everybody tries first."""

import gzip
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import marshmallow as ma

from app.core.errors import BeyondSchema
from app.core.http.schemas import Text

SHORTEST, LONGEST = 8, 200
COMMON = BeyondSchema("This password is on the list of the most common passwords. Choose another one.")
_FILE = Path(__file__).with_name("common_passwords.txt.gz")
"""Django's list of about 20,000; its licence is beside it."""


@cache
def _common() -> frozenset[str]:
    """The passwords of the list that are long enough to be chosen: shorter ones are refused anyway."""
    words = gzip.decompress(_FILE.read_bytes()).decode().split()
    return frozenset(word for word in words if len(word) >= SHORTEST)


def is_common(password: str) -> bool:
    """Whether a password is on the list, whatever its case and the blanks around it."""
    return password.strip().lower() in _common()


def refuse_common(password: str) -> None:
    """Refuse a password of the list; for schemas."""
    if is_common(password):
        raise ma.ValidationError(COMMON)


def new_password() -> Text:
    """A field for a password someone chooses."""
    rules: list[Callable[[Any], Any]] = [ma.validate.Length(min=SHORTEST, max=LONGEST), refuse_common]
    return Text(required=True, validate=rules, load_only=True)
